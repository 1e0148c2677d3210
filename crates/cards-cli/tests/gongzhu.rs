//! `cards gongzhu`: what it answers, field by field and as text.

mod common;

use common::{batch, failure, stdout};
use serde_json::Value;

/// The JSON answer, laid out for a snapshot, without the nodes, which are the
/// solver's own matter.
fn json(arguments: &[&str]) -> String {
    let text = stdout(&[arguments, &["--format", "json"]].concat());
    assert_eq!(text.lines().count(), 1);
    assert!(text.ends_with('\n'));
    let mut answer: Value = serde_json::from_str(&text).unwrap();
    if let Some(nodes) = answer.get_mut("nodes") {
        assert!(nodes.is_u64());
        *nodes = "…".into();
    }
    serde_json::to_string_pretty(&answer).unwrap()
}

#[test]
fn solve() {
    let line = [
        "gongzhu",
        "solve",
        "--hand0",
        "♠Q3 ♥K2",
        "--hand1",
        "♠AK ♥A4",
        "--leader",
        "0",
    ];
    insta::assert_snapshot!("solve_text", stdout(&line));
    insta::assert_snapshot!("solve_json", json(&line));
    // Fields in the order of the documentation.
    let text = stdout(&[&line[..], &["--format", "json"]].concat());
    let places: Vec<_> = ["\"value\"", "\"root\"", "\"card\"", "\"line\"", "\"nodes\""]
        .map(|field| text.find(field).unwrap())
        .to_vec();
    assert!(
        places.is_sorted() && text.starts_with("{\"value\""),
        "{text}"
    );
}

/// A trick half played, with what was taken before, under the full rules.
#[test]
fn solve_gongzhu() {
    let line = [
        "gongzhu",
        "solve",
        "--rules",
        "gongzhu",
        "--hand0",
        "♠3 ♥K",
        "--hand1",
        "♠AQ ♥4",
        "--leader",
        "0",
        "--led",
        "♠K",
        "--taken0",
        "♥A ♣T",
        "--taken1",
        "♦J 2",
        "--exposed",
        "♠Q",
        "--suits-led",
        "♠",
        "--pig-turning",
        "never",
    ];
    insta::assert_snapshot!("solve_gongzhu_text", stdout(&line));
    insta::assert_snapshot!("solve_gongzhu_json", json(&line));
}

#[test]
fn what_was_taken_counts_for_the_value() {
    let solve = |more: &[&str]| -> i64 {
        let line = [
            "gongzhu", "solve", "--hand0", "♠2", "--hand1", "♠3", "--leader", "1",
        ];
        let answer: Value =
            serde_json::from_str(&stdout(&[&line[..], &["--format", "json"], more].concat()))
                .unwrap();
        answer["value"].as_i64().unwrap()
    };
    assert_eq!(solve(&[]), 0);
    assert_eq!(solve(&["--taken0", "♠Q"]), -13);
    assert_eq!(solve(&["--taken1", "♠Q ♥2"]), 14);
}

/// An exposed ♠Q is free once spades were led.
#[test]
fn suits_led_before_free_exposed_cards() {
    let root = |more: &str| -> usize {
        let input = format!(
            "{{\"hand0\":\"SQ3\",\"hand1\":\"SA2\",\"leader\":0,\"rules\":\"gongzhu\",\"exposed\":\"SQ\"{more}}}"
        );
        let answers = batch(&["gongzhu", "solve", "--batch"], input);
        answers[0]["root"].as_array().unwrap().len()
    };
    assert_eq!(root(""), 1);
    for more in [
        ",\"suits-led\":\"♠\"",
        ",\"suits_led\":\"S\"",
        ",\"suits-led\":[\"♠\",\"♥\"]",
    ] {
        assert_eq!(root(more), 2, "{more}");
    }
    assert_eq!(root(",\"suits-led\":null"), 1);
}

#[test]
fn a_game_that_is_over() {
    let line = [
        "gongzhu", "solve", "--hand0", "-", "--hand1", "", "--leader", "1", "--taken1", "♥2",
    ];
    assert_eq!(
        stdout(&line),
        "value +1: player 0 ends with 0, player 1 with -1\n"
    );
    let answer: Value =
        serde_json::from_str(&stdout(&[&line[..], &["--format", "json"]].concat())).unwrap();
    assert_eq!(answer["root"], serde_json::json!([]));
    assert_eq!(answer["line"], serde_json::json!([]));
}

#[test]
fn score() {
    let line = [
        "gongzhu",
        "score",
        "--piles",
        "♥AKQJT98765432 ♠Q ♣T",
        "♦J",
        "",
        "♠2",
    ];
    insta::assert_snapshot!("score_text", stdout(&line));
    insta::assert_snapshot!("score_json", json(&line));
    let answers = batch(
        &["gongzhu", "score", "--batch"],
        "{\"piles\":[\"♥AKQJT98765432\",\"♣T\",\"♠Q ♦J\"],\"exposed\":\"♣T ♥A\"}\n{\"piles\":[\"♣T\"]}\n",
    );
    let totals: Vec<_> = (answers[0]["scores"].as_array().unwrap().iter())
        .map(|score| score["total"].as_i64().unwrap())
        .collect();
    assert_eq!(totals, [400, 100, 0]);
    assert_eq!(answers[1]["error"], "1 players; it must be 2 to 5");
    let error = failure(&["gongzhu", "score", "--piles", "♦J", "♦J"], 2);
    assert_eq!(error, "error: two players took ♦J");
    // The document's rules have other scoring cards.
    let document = [
        "gongzhu",
        "score",
        "--rules",
        "document",
        "--piles",
        "♥AKQJT98765432",
        "♠Q",
    ];
    assert_eq!(
        stdout(&document),
        "player  total\n     0    -13  = hearts -13\n     1    -13  = ♠Q -13\n"
    );
}
