//! Batches: an answer a line, in order, whatever stands in the lines.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use common::{batch, cards, stderr};
use serde_json::Value;

const LINE: [&str; 3] = ["gongzhu", "solve", "--batch"];

const GOOD: &str = r#"{"hand0": "♠Q3", "hand1": "♠AK", "leader": 0}"#;

#[test]
fn a_bad_line_is_answered_and_the_rest_go_on() {
    let long = format!("{{\"hand0\": \"{}\"}}", " ".repeat(cards_cli::MAX_LINE));
    let mut input = Vec::new();
    let lines: [(&[u8], &str); 16] = [
        (GOOD.as_bytes(), ""),
        (b"", "the line is empty; it must be a JSON object"),
        (b"  \r", "the line is empty; it must be a JSON object"),
        (
            b"[\"\\u2660Q\", \"\\u26602\", 0]",
            "the line must be a JSON object",
        ),
        (
            b"{\"hand0\": \"\xff\"}",
            "the line is not UTF-8 from byte 12 on",
        ),
        (long.as_bytes(), "the line has more than 1048576 bytes"),
        (
            br#"{"hand0": "SQ3", "hand1": "SAK"}"#,
            "missing field `leader` at column 32",
        ),
        (
            br#"{"hand0": "SQ3", "hand1": "SAK", "leader": 2}"#,
            "player 2; it must be 0 or 1",
        ),
        (
            br#"{"hand0": 3}"#,
            "invalid type: integer `3`, expected cards such as",
        ),
        (br#"{"hand0": "SX"}"#, "expected a rank"),
        (
            br#"{"hand3": "SX"}"#,
            "unknown field `hand3`, expected one of `hand0`, `hand1`",
        ),
        (
            br#"{"hand0": "SQ", "hand0": "SQ"}"#,
            "duplicate field `hand0`",
        ),
        (
            br#"{"hand0": "SQ3", "hand1": "SA", "leader": 0}"#,
            "hands of 2 and 1 cards",
        ),
        (br#"{"hand0": "SQ3""#, "EOF while parsing"),
        (
            br#"{"hand0": "SQ3", "hand1": "SAK", "leader": 0} {}"#,
            "trailing characters at column 47",
        ),
        (GOOD.as_bytes(), ""),
    ];
    for (line, _) in lines {
        input.extend(line);
        input.push(b'\n');
    }
    // The last line may lack its end.
    input.pop();
    let answers = batch(&LINE, &input);
    assert_eq!(answers.len(), lines.len());
    for (number, ((_, error), answer)) in lines.iter().zip(&answers).enumerate() {
        if error.is_empty() {
            assert_eq!(answer["value"], answers[0]["value"]);
            assert_eq!(answer["root"].as_array().unwrap().len(), 2);
        } else {
            let found = answer["error"].as_str().unwrap();
            assert!(found.starts_with(error), "{found}");
            assert_eq!(answer["line"], number + 1);
            assert_eq!(answer.as_object().unwrap().len(), 2);
        }
    }
}

/// Deeply nested input is an error, not a full stack.
#[test]
fn nested_lines_are_refused() {
    let nested = format!("{{\"hand0\":{}", "[".repeat(500_000));
    let answers = batch(
        &["gongzhu", "solve", "--batch"],
        format!("{nested}\n{GOOD}\r\n"),
    );
    assert!(answers[0]["error"].is_string());
    assert!(answers[1]["value"].is_i64());
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let answers = batch(&LINE, format!("\u{FEFF}{GOOD}\n\u{FEFF}{GOOD}\n"));
    assert!(answers[0]["value"].is_i64());
    assert_eq!(answers[1]["error"], "the line must be a JSON object");
}

/// The answer to one request is the same alone and within a batch, the number of
/// searched positions aside.
#[test]
fn a_batch_answers_as_its_lines_alone() {
    let mut input = String::new();
    let mut single = Vec::new();
    for rules in ["document", "document-ace-high", "with-sheep", "gongzhu"] {
        for leader in ["0", "1"] {
            let [hand0, hand1] = ["♠Q3 ♥K2 ♦J", "♠K4 ♥A5 ♣T"];
            input += &format!(
                "{{\"hand0\":\"{hand0}\",\"hand1\":\"{hand1}\",\"leader\":{leader},\"rules\":\"{rules}\"}}\n"
            );
            single.push(common::stdout(&[
                "gongzhu", "solve", "--hand0", hand0, "--hand1", hand1, "--leader", leader,
                "--rules", rules, "--format", "json",
            ]));
        }
    }
    let without_nodes = |mut answer: Value| {
        assert!(
            answer
                .as_object_mut()
                .unwrap()
                .remove("nodes")
                .unwrap()
                .is_u64()
        );
        answer
    };
    let answers = batch(&LINE, input);
    assert_eq!(answers.len(), single.len());
    for (answer, single) in answers.into_iter().zip(single) {
        let single = serde_json::from_str(&single).unwrap();
        assert_eq!(without_nodes(answer), without_nodes(single));
    }
}

/// Who writes a line and waits for its answer gets it.
#[test]
fn answers_come_line_by_line_when_somebody_waits() {
    let mut child = cards(&LINE)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        // Two lines and the beginning of a third.
        write!(stdin, "{GOOD}\n{GOOD}\n{{\"hand0\":").unwrap();
        stdin.flush().unwrap();
        for _ in 0..2 {
            let answer = answers.next().unwrap().unwrap();
            assert!(answer.starts_with("{\"value\":"), "{answer}");
        }
        writeln!(stdin).unwrap();
        assert!(answers.next().unwrap().unwrap().contains("EOF"));
    }
    drop(stdin);
    assert!(answers.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let mut child = cards(&LINE)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // The program may be gone before all is written.
    for _ in 0..10_000 {
        if writeln!(stdin, "{GOOD}").is_err() {
            break;
        }
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
}

#[test]
fn what_cannot_be_read_is_a_failure() {
    let folder = std::fs::File::open(env!("CARGO_MANIFEST_DIR")).unwrap();
    let output = cards(&LINE).stdin(folder).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).starts_with("error: cannot read the standard input"));
}
