//! `cards oldmaid`: what it answers, field by field and as text.

mod common;

use std::fs;

use common::{batch, failure, stdout};
use serde_json::Value;

/// Numbers rounded to places that no machine changes.
fn rounded(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            let places = (number.as_f64().unwrap() * 1e9).round() / 1e9;
            *value = serde_json::json!(places);
        }
        Value::Array(list) => list.iter_mut().for_each(rounded),
        Value::Object(fields) => fields.values_mut().for_each(rounded),
        _ => {}
    }
}

fn json(arguments: &[&str]) -> String {
    let text = stdout(&[arguments, &["--format", "json"]].concat());
    assert_eq!(text.lines().count(), 1);
    let mut answer: Value = serde_json::from_str(&text).unwrap();
    rounded(&mut answer);
    serde_json::to_string_pretty(&answer).unwrap()
}

const INFER: [&str; 10] = [
    "oldmaid",
    "infer",
    "--hand",
    "2 5 7 9 T joker",
    "--sizes",
    "6 5 5 7",
    "--discards",
    "5 8 J K / 3 4 6 A / 2 9 T Q / 6 J A",
    "--events",
    "0<1:Q 1<0:5 2<1 3<0=T",
];

#[test]
fn infer() {
    let line = [&INFER[..], &["--top", "2"]].concat();
    insta::assert_snapshot!("infer_text", stdout(&line));
    insta::assert_snapshot!("infer_json", json(&line));
}

#[test]
fn infer_with_an_unknown_card() {
    // Nothing has been drawn yet; the pack has a card less, so a hand has.
    let line = [
        "oldmaid",
        "infer",
        "--rules",
        "jiji-nuki",
        "--seat",
        "1",
        "--hand",
        "2 7 8",
        "--sizes",
        "5 3 5 6",
        "--discards",
        "5 8 J K / 3 4 6 A T / 2 9 T Q / 6 J A",
        "--by",
        "myopic",
    ];
    insta::assert_snapshot!("infer_unknown_text", stdout(&line));
    let answer: Value = serde_json::from_str(&json(&line)).unwrap();
    let odd = answer["odd_kind"].as_array().unwrap();
    let sum: f64 = odd
        .iter()
        .map(|kind| kind["chance"].as_f64().unwrap())
        .sum();
    assert!((sum - 1.0).abs() < 1e-6, "{sum}");
    assert!(odd.len() > 1 && answer["target"].is_null());
}

#[test]
fn histories_are_text_or_json_lines() {
    let folder = std::env::temp_dir().join(format!("cards-oldmaid-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let text = folder.join("history.txt");
    fs::write(
        &text,
        "# seat 0 of a game of four\nrules document\nseat 0\nhand 2 5 7 9 10 joker\nsizes 6 5 5 7\n\
         discards: 5 8 J K / 3 4 6 A / 2 9 T Q / 6 J A\n\n0<1:Q 1<0:5\n2<1\n3<0=T\n",
    )
    .unwrap();
    let lines = folder.join("history.jsonl");
    fs::write(
        &lines,
        r#"{"rules": "document", "seat": 0, "hand": ["2", "5", "7", "9", "T", "joker"], "sizes": [6, 5, 5, 7]}
{"discards": ["5 8 J K", "3 4 6 A", ["2", "9", "T", "Q"], "6 J A"], "events": ["0<1:Q"]}
{"by": 1, "from": 0, "card": "5"}
{"by": 2, "from": 1}
{"by": 3, "from": 0, "card": "T", "paired": true}
"#,
    )
    .unwrap();
    let expected = json(&INFER);
    for path in [&text, &lines] {
        let line = ["oldmaid", "infer", "--history", path.to_str().unwrap()];
        assert_eq!(json(&line), expected);
    }
    // Draws are taken in the order of the file, however they are written.
    let start = "rules document\nhand 2 5 7 9 10 joker\nsizes 6 5 5 7\n\
                 discards 5 8 J K / 3 4 6 A / 2 9 T Q / 6 J A\n";
    for draws in [
        "0<1:Q\nevents 1<0:5\n{\"events\": [\"2<1\"]}\nevents: 3<0=T\n",
        "events 0<1:Q 1<0:5\n2<1\nevents 3<0=T\n",
        "{\"events\": \"0<1:Q\"}\n{\"by\": 1, \"from\": 0, \"card\": \"5\"}\nevents 2<1 3<0=T\n",
    ] {
        let mixed = folder.join("mixed.txt");
        fs::write(&mixed, format!("{start}{draws}")).unwrap();
        let line = ["oldmaid", "infer", "--history", mixed.to_str().unwrap()];
        assert_eq!(json(&line), expected, "{draws}");
    }
    // Events of the command line follow those of the file.
    let more = [
        "oldmaid",
        "infer",
        "--history",
        text.to_str().unwrap(),
        "--events",
        "0<3:3",
    ];
    let answer: Value = serde_json::from_str(&json(&more)).unwrap();
    assert_eq!(
        (&answer["turn"], &answer["hand"]),
        (&1.into(), &"2 3 7 9 Q joker".into())
    );

    for (content, cause) in [
        ("hand 2 5\ncolour red\n", "line 2: unknown field `colour`"),
        ("seat one\n", "line 1: 'one' is no number"),
        ("0<1:Q\n0<Q\n", "line 2: 'Q' is no seat"),
        (
            "{\"by\": 1, \"from\": 0, \"paired\": true}\n",
            "line 1: a pair without its card",
        ),
        ("{\"hand\": 7}\n", "line 1: invalid type"),
        ("history x\n", "line 1: a history names no other one"),
        (
            "seat 0\n\nseat 1\n",
            "line 3: `seat` is given already, in line 1",
        ),
        (
            "draw_from any\n{\"draw-from\": \"next\"}\n",
            "line 2: `draw-from` is given already, in line 1",
        ),
        (
            "{\"seat\": 0, \"seat\": 1}\n",
            "line 1: duplicate field `seat`",
        ),
    ] {
        fs::write(&text, content).unwrap();
        let error = failure(
            &["oldmaid", "infer", "--history", text.to_str().unwrap()],
            2,
        );
        assert!(error.contains(cause), "{error}");
    }
    // A file that is no history is not shown, and an endless one not read to its end.
    fs::write(&text, "secret".repeat(1000)).unwrap();
    let path = text.to_str().unwrap();
    let error = failure(&["oldmaid", "infer", "--history", path], 2);
    assert!(error.len() < path.len() + 250, "{error}");
    fs::write(&text, "#".repeat((1 << 20) + 1)).unwrap();
    let error = failure(&["oldmaid", "infer", "--history", path], 2);
    assert!(error.contains("more than 1048576 bytes"), "{error}");
    let request = serde_json::json!({ "history": lines }).to_string();
    let answers = batch(&["oldmaid", "infer", "--batch"], &request);
    let error = answers[0]["error"].as_str().unwrap();
    assert!(
        error.contains("`history` is an option of the command line only"),
        "{error}"
    );
    fs::remove_dir_all(&folder).unwrap();
    let error = failure(
        &["oldmaid", "infer", "--history", text.to_str().unwrap()],
        2,
    );
    assert!(error.contains("cannot read the history"), "{error}");
}

#[test]
fn impossible_histories_are_refused_by_their_event() {
    for (events, cause) in [
        ("1<0", "event 1: seat 1 draws, but it is the turn of seat 0"),
        (
            "0<1",
            "event 1: seat 0 observes and sees the card of this draw, but it is not named",
        ),
        (
            "0<1:K 1<0:8",
            "event 2: seat 0 gives a 8 that it cannot hold",
        ),
        ("0<1:K 1<2=Qr", "event 2: the pack has no Qr"),
        (
            "0<1:K 1<2=joker",
            "event 2: seat 1 discards a pair of joker that it cannot hold",
        ),
        (
            "0<1:5",
            "event 1: seat 0 must hold another 5 and discard the pair",
        ),
        (
            "0<1:K 1<2=6",
            "event 2: more cards of 6 are seen than the 4 of the pack",
        ),
    ] {
        let line = [&INFER[..9], &[events]].concat();
        assert_eq!(failure(&line, 2), format!("error: {cause}"));
    }
    for (option, value, cause) in [
        ("--sizes", "6 5 5", "there are 4 discards for 3 players"),
        (
            "--sizes",
            "6 5 5 8",
            "there are 54 cards in hands and discarded, but the pack deals 53",
        ),
        ("--hand", "2 5 7 9 T A", "more cards of A"),
        ("--hand", "2 5 7 9 T T", "seat 0 still holds a pair of T"),
        ("--seat", "5", "there is no seat 5 at a table of 4"),
        ("--by", "largest", "largest recommends nothing"),
        ("--lambda", "NaN", "λ is NaN"),
        (
            "--odd",
            "♣X",
            "it must be joker, unknown, or the card that is out",
        ),
    ] {
        let place = INFER.iter().position(|word| *word == option);
        let mut line: Vec<&str> = INFER.to_vec();
        match place {
            Some(place) => line[place + 1] = value,
            None => line.extend([option, value]),
        }
        let error = failure(&line, 2);
        assert!(error.contains(cause), "{error}");
    }
    assert!(failure(&["oldmaid", "infer"], 2).contains("the sizes at the start must be given"));
}

#[test]
fn play() {
    let line = [
        "oldmaid",
        "play",
        "--players",
        "myopic random largest",
        "--seed",
        "3",
    ];
    insta::assert_snapshot!("play_text", stdout(&line));
    insta::assert_snapshot!("play_json", json(&line));
}

#[test]
fn every_player_plays_and_others_are_refused() {
    for player in [
        "random",
        "largest",
        "smallest",
        "formula",
        "document",
        "static",
        "static:1",
        "myopic:8",
        "look-ahead",
        "look-ahead:0",
        "keen",
        "rollouts:5",
    ] {
        let players = format!("{player} random,random");
        let answer: Value =
            serde_json::from_str(&json(&["oldmaid", "play", "--players", &players])).unwrap();
        assert!(answer["loser"].is_u64());
        let named = answer["players"][0].as_str().unwrap();
        assert!(named.starts_with(player), "{named}");
    }
    for (players, cause) in [
        ("random", "1 players; there must be 2 to 6"),
        ("random nobody", "'nobody' is no player"),
        ("random:1 random", "this player has no number"),
        ("myopic:-1 random", "a number of at least 0"),
        ("rollouts:0 random", "1 to 1000000 games"),
        (
            "look-ahead random random random random",
            "look-ahead does not play by these rules (5 players",
        ),
    ] {
        let error = failure(&["oldmaid", "play", "--players", players], 2);
        assert!(error.contains(cause), "{error}");
    }
}

#[test]
fn batches_answer_in_order() {
    let requests = r#"{"players": ["random", "myopic"], "seed": 1}
{"players": "random", "seed": 1}
{"players": "random random random", "rules": "standard", "draw_from": "any", "pairs": "rank-and-colour"}
"#;
    let answers = batch(&["oldmaid", "play", "--batch"], requests);
    assert!(answers[0]["loser"].is_u64());
    assert_eq!(answers[1]["line"], 2);
    assert!(answers[2]["draws"][0]["card"].as_str().unwrap().len() >= 2);
    let infer = r#"{"seat": 0, "hand": "Q 5", "sizes": [2, 1], "discards": [[], []], "odd": "♣Q"}"#;
    let answers = batch(&["oldmaid", "infer", "--batch"], infer);
    let error = answers[0]["error"].as_str().unwrap();
    assert!(error.contains("the pack deals 51"), "{error}");
}
