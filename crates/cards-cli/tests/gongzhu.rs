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

/// The end of a game from one side: few hands are possible, and all are solved.
#[test]
fn advise() {
    let line = [
        "gongzhu",
        "advise",
        "--hand",
        "♠K2 ♥3",
        "--played",
        "♥A ♥4 ♠Q",
        "--leader",
        "0",
        "--player",
        "1",
        "--out-of-play",
        "♣AKQJT98765432 ♦AKQJT9876543",
    ];
    // Player 0 won the first trick: the ace is low, so it did not.
    let error = failure(&line, 2);
    assert_eq!(
        error,
        "error: it is the turn of player 0, not of player 1, after the cards played"
    );
    let line = [
        &line[..],
        &["--rules", "document-ace-high", "--worlds", "2000"],
    ]
    .concat();
    insta::assert_snapshot!("advise_text", stdout(&line));
    insta::assert_snapshot!("advise_json", json(&line));
}

/// One card against each that the opponent may hold, by hand.
#[test]
fn advise_is_the_mean_over_hands() {
    // The opponent holds ♠3, ♥K or ♥4, and discards it.
    let input = "{\"hand\":\"♦2\",\"out-of-play\":\"♣AKQJT98765432 ♦AKQJT9876543 ♠AKQJT98765 42 ♥AQJT98765 32\"}";
    let answer = &batch(&["gongzhu", "advise", "--batch"], input)[0];
    assert_eq!(answer["possible"], 3);
    assert_eq!(answer["worlds"], 3);
    assert_eq!(answer["exhaustive"], true);
    assert_eq!(answer["best"], "♦2");
    let expected = answer["plays"][0]["expected"].as_f64().unwrap();
    assert!((expected + 2.0 / 3.0).abs() < 1e-12, "{answer}");
    assert_eq!(answer["plays"][0]["standard_error"], 0.0);
}

/// Draws differ by the seed and not by the run, nor by who is which player.
#[test]
fn advise_draws_by_its_seed() {
    let ask = |seed: u64, player: u64| {
        let opponent = 1 - player;
        format!(
            "{{\"hand\":\"♠K2 ♥3 ♦J4\",\"played\":\"♦A ♦5 ♠Q\",\"leader\":{opponent},\"player\":{player},\
             \"opponent-cards\":4,\"rules\":\"gongzhu\",\"worlds\":20,\"seed\":{seed}}}\n"
        )
    };
    let input = [ask(1, 0), ask(1, 0), ask(2, 0), ask(1, 1)].concat();
    let answers = batch(&["gongzhu", "advise", "--batch"], input);
    assert_eq!(answers[0]["worlds"], 20, "{}", answers[0]);
    assert_eq!(answers[0], answers[1]);
    assert_ne!(answers[0]["plays"], answers[2]["plays"]);
    assert_eq!(answers[0], answers[3]);
}

#[test]
fn advise_draws_what_the_play_allows() {
    let advise = |more: &str| -> Value {
        let input = format!("{{\"hand\":\"♠K2\",\"rules\":\"document-ace-high\"{more}}}");
        batch(&["gongzhu", "advise", "--batch"], input).remove(0)
    };
    let possible = |more: &str| advise(more)["possible"].clone();
    let error = |more: &str| advise(more)["error"].as_str().unwrap().to_owned();
    // Two of 50; after a trick two of 48; with a discard no more spades.
    assert_eq!(possible(""), 50 * 49 / 2);
    assert_eq!(possible(",\"played\":\"♠A ♠3\""), 48 * 47 / 2);
    assert_eq!(possible(",\"played\":\"♠A ♥3\",\"leader\":0"), 38 * 37 / 2);
    assert_eq!(possible(",\"opponent-voids\":\"♥♦\""), 24 * 23 / 2);
    assert_eq!(possible(",\"opponent-holds\":\"♠Q\""), 49);
    assert_eq!(
        possible(",\"taken0\":\"♥A\",\"taken1\":\"♣T\""),
        48 * 47 / 2
    );
    // An exposed card that is nowhere else is the opponent's.
    assert_eq!(possible(",\"exposed\":\"♠Q\""), 49);
    assert_eq!(
        possible(",\"exposed\":\"♠Q\",\"out-of-play\":\"♠Q\""),
        49 * 48 / 2
    );
    assert_eq!(
        possible(",\"exposed\":\"♠Q\",\"played\":\"♠Q ♠A\",\"leader\":1"),
        39 * 38 / 2
    );

    assert_eq!(
        error(",\"opponent-cards\":3"),
        "hands of 2 and 3 cards; they must be of equal size"
    );
    assert_eq!(error(",\"played\":\"♠A ♠A\""), "♠A is in two places");
    assert_eq!(error(",\"played\":\"♠A ♠K\""), "♠K is in two places");
    assert_eq!(
        error(",\"played\":\"♥A ♠Q\",\"leader\":0,\"opponent-holds\":\"♥2\""),
        "the opponent cannot hold ♥2, being out of the suit"
    );
    assert_eq!(
        error(",\"played\":\"♠A ♥3 ♣2 ♠4\",\"leader\":0"),
        "player 1 plays ♠4, being out of the suit"
    );
    assert_eq!(
        error(",\"played\":\"♠A ♥3\",\"leader\":1"),
        "player 0 must follow ♠, so ♥3 may not be played"
    );
    assert_eq!(
        error(",\"played\":\"♠A ♥3 ♠4\",\"leader\":0"),
        "it is the turn of player 1, not of player 0, after the cards played"
    );
    assert!(!error(",\"worlds\":0").is_empty());
    let empty = batch(&["gongzhu", "advise", "--batch"], "{\"hand\":\"\"}").remove(0);
    assert!(empty["error"].is_string(), "{empty}");
}

const FOUR: [&str; 12] = [
    "gongzhu",
    "solve4",
    "--hand0",
    "♠Q3 ♥5",
    "--hand1",
    "♠KT ♥2",
    "--hand2",
    "♠A4 ♦6",
    "--hand3",
    "♠J ♥AK",
    "--leader",
    "0",
];

#[test]
fn solve4() {
    insta::assert_snapshot!("solve4_text", stdout(&FOUR));
    insta::assert_snapshot!("solve4_json", json(&FOUR));
    let value = |more: &[&str]| -> Value {
        let line = [&FOUR[..], more, &["--format", "json"]].concat();
        serde_json::from_str::<Value>(&stdout(&line)).unwrap()["value"].clone()
    };
    assert_eq!(value(&["--seat", "0"]), value(&[]));
    assert_eq!(value(&["--taken0", "♦J", "--taken3", "♣T"]), 0);
    assert!(value(&["--objective", "partners"]).is_i64());
    // Under additive rules the lead follows from the score: all is −17 here.
    let own = value(&["--rules", "document-ace-high"]).as_i64().unwrap();
    let lead = value(&["--rules", "document-ace-high", "--objective", "lead"]);
    assert_eq!(lead, 4 * own + 17);
}

#[test]
fn solve4_within_a_trick_and_a_budget() {
    let line = [
        "gongzhu",
        "solve4",
        "--hand0",
        "♠Q3 ♥5",
        "--hand1",
        "♠KT ♥2",
        "--hand2",
        "♠A4 ♦6",
        "--hand3",
        "♥AK",
        "--leader",
        "3",
        "--trick",
        "♠J",
        "--budget",
        "10",
    ];
    let answer: Value =
        serde_json::from_str(&stdout(&[&line[..], &["--format", "json"]].concat())).unwrap();
    assert!(answer["value"].is_null() && answer["line"] == serde_json::json!([]));
    assert!(answer["lower"].as_i64().unwrap() < answer["upper"].as_i64().unwrap());
    assert_eq!(answer["root"].as_array().unwrap().len(), 2);
    assert!(answer["nodes"].as_u64().unwrap() <= 10);
    assert!(stdout(&line).contains("the budget ended after"));
    for (more, error) in [
        (
            &["--budget", "0"][..],
            "error: a budget of 0 plays; it must be at least 1",
        ),
        (
            &["--seat", "1", "--objective", "partners"],
            "error: two play against two; leave out seat",
        ),
        (&["--taken0", "♠K"], "error: ♠K is in two places"),
    ] {
        let rest: Vec<&str> = line[..14].iter().chain(more).copied().collect();
        assert_eq!(failure(&rest, 2), error);
    }
    let answers = batch(
        &["gongzhu", "solve4", "--batch"],
        "{\"hand0\":\"♠Q\",\"hand1\":\"♠2\",\"hand2\":\"♠3\",\"hand3\":\"♠4\",\"leader\":0}\n\
         {\"hand0\":\"♠Q\",\"hand1\":\"♠2\",\"hand2\":\"♠3\",\"hand3\":\"♠4\",\"leader\":4}\n",
    );
    assert_eq!(answers[0]["value"], -100);
    assert_eq!(answers[1]["error"], "seat 4; it must be 0 to 3");
}

/// What a command answers to these lines.
fn answers(command: &str, lines: &[&str]) -> Vec<Value> {
    batch(&["gongzhu", command, "--batch"], lines.join("\n"))
}

#[test]
fn plays_that_the_rules_forbid_are_refused() {
    let exposed = "player 0 holds other cards of the suit, so the exposed ♠Q may not be played \
                   the first time the suit is led";
    let answers_of = answers(
        "solve",
        &[
            r#"{"hand0":"♠A3","hand1":"♠K2 ♦3","leader":0,"led":"♠Q","exposed":"♠Q"}"#,
            r#"{"hand0":"♠A3","hand1":"♠K2 ♦3","leader":0,"led":"♠Q","exposed":"♠Q","suits-led":"♠"}"#,
        ],
    );
    assert_eq!(answers_of[0]["error"], exposed);
    assert!(answers_of[1]["value"].is_i64());
    let answers_of = answers(
        "solve4",
        &[
            r#"{"hand0":"♠A","hand1":"♠K ♦3","hand2":"♠2 ♦4","hand3":"♠4 ♦5","leader":0,"trick":"♠Q","exposed":"♠Q"}"#,
            r#"{"hand0":"♠A","hand1":"♠K","hand2":"♠2 ♦4","hand3":"♠4 ♦5","leader":0,"trick":"♠Q ♦3"}"#,
        ],
    );
    let error = |place: usize| answers_of[place]["error"].as_str().unwrap();
    assert!(
        error(0).contains("the exposed ♠Q may not be played"),
        "{}",
        error(0)
    );
    assert!(error(1).contains("although it holds ♠"), "{}", error(1));
}

#[test]
fn a_budget_that_is_not_enough_gives_bounds() {
    let request = |budget: &str| {
        format!(
            r#"{{"hand0":"♠AQ8642 ♥K975","hand1":"♠KJT3 ♥A86 ♦234","leader":0,"rules":"gongzhu"{budget}}}"#
        )
    };
    let [all, few, none] = ["", r#","budget":3"#, r#","budget":0"#].map(request);
    let answers_of = answers("solve", &[&few, &none, &all]);
    let bound = |field: &str| answers_of[0][field].as_i64().unwrap();
    let value = answers_of[2]["value"].as_i64().unwrap();
    assert!(answers_of[0]["value"].is_null() && answers_of[2]["lower"].is_null());
    assert!(bound("lower") <= value && value <= bound("upper"));
    assert!(bound("lower") < bound("upper") && bound("nodes") <= 3);
    assert_eq!(
        answers_of[1]["error"],
        "a budget of 0 nodes; it must be at least 1"
    );
}

#[test]
fn advise_knows_voids_as_they_are_now() {
    let answers_of = answers(
        "advise",
        &[
            // It followed, and is known to have had no other diamond.
            r#"{"hand":"♠K2","played":"♦3 ♦2","leader":0,"opponent-voids":"♦","worlds":1}"#,
            r#"{"hand":"♠K2","played":"♦3 ♦2","leader":0,"worlds":1}"#,
            // The exposed ♠Q is nowhere else, so the opponent could not discard.
            r#"{"hand":"♠K2 ♥3","played":"♠4 ♥2","leader":0,"exposed":"♠Q","rules":"gongzhu"}"#,
        ],
    );
    let possible = |place: usize| answers_of[place]["possible"].as_u64().unwrap();
    // 37 or 48 unseen cards that it may have, two of them.
    assert_eq!((possible(0), possible(1)), (37 * 36 / 2, 48 * 47 / 2));
    assert_eq!(
        answers_of[2]["error"],
        "the opponent cannot hold ♠Q, being out of the suit"
    );
}
