//! Running the program as its users do.
// Each test file uses its share of this.
#![allow(dead_code)]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use cards_core::random::below;
use rand_pcg::Pcg64Mcg;

/// `cards` with some arguments.
pub(crate) fn cards(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cards"));
    command.args(arguments);
    command
}

/// What it prints; it must succeed.
pub(crate) fn stdout(arguments: &[&str]) -> String {
    succeeded(arguments, &cards(arguments).output().unwrap())
}

/// What it prints when it reads this from the standard input; it must succeed.
pub(crate) fn batch(arguments: &[&str], input: impl AsRef<[u8]>) -> Vec<serde_json::Value> {
    let mut child = cards(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = succeeded(arguments, &output);
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn succeeded(arguments: &[&str], output: &Output) -> String {
    let error = stderr(output);
    assert!(output.status.success(), "{arguments:?}: {error}");
    assert_eq!(error, "", "{arguments:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What an output says on the standard error.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Fails with a status, one line on the standard error, and nothing on the
/// standard output; returns the line.
pub(crate) fn failure(arguments: &[&str], status: i32) -> String {
    let output = cards(arguments).stdin(Stdio::null()).output().unwrap();
    let error = stderr(&output);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    error.trim_end().to_owned()
}

/// Rules of Hearts as text, each option at random.
pub(crate) fn random_rules(rng: &mut Pcg64Mcg) -> String {
    let mut rules = String::from("standard");
    for (option, values) in [
        ("opening", &["two-of-clubs", "any-club", "first-seat"][..]),
        (
            "first-trick",
            &[
                "no-points",
                "no-points-heart-first",
                "no-points-queen-first",
                "anything",
            ],
        ),
        (
            "hearts-lead",
            &["after-heart", "after-heart-or-queen", "always"],
        ),
        ("forced-queen", &["led", "heart-instead"]),
        ("moon", &["others-up", "shooter-down", "choice", "none"]),
        (
            "jack",
            &[
                "plain",
                "taker",
                "shooter",
                "nobody-on-moon",
                "needed-for-moon",
            ],
        ),
        ("no-trick-bonus", &["0", "-5"]),
    ] {
        let value = values[below(rng, values.len() as u64) as usize];
        rules += &format!(" {option}={value}");
    }
    rules
}
