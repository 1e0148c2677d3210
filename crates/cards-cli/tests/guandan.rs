//! `cards guandan`: what it answers, field by field and as text.

mod common;

use common::{batch, failure, stdout};
use serde_json::{Value, json};

fn answer(arguments: &[&str]) -> Value {
    let text = stdout(&[&["guandan"], arguments, &["--format", "json"]].concat());
    assert_eq!(text.lines().count(), 1);
    serde_json::from_str(&text).unwrap()
}

/// The JSON answer, laid out for a snapshot.
fn pretty(arguments: &[&str]) -> String {
    serde_json::to_string_pretty(&answer(arguments)).unwrap()
}

fn text(arguments: &[&str]) -> String {
    stdout(&[&["guandan"], arguments].concat())
}

fn refused(arguments: &[&str]) -> String {
    failure(&[&["guandan"], arguments].concat(), 2)
}

const HAND: &str = "♥5 ♥5 ♠10 小王 大王 ♠3 ♦3 ♣3 ♠4 ♠6 ♠7 ♠8 ♦9 ♣9 ♥9 ♠9 ♦K ♣K ♥K";

#[test]
fn split() {
    let line = [
        "split",
        "--hand",
        HAND,
        "--level",
        "5",
        "--objective",
        "plays-then-bombs",
    ];
    insta::assert_snapshot!("guandan_split_text", text(&line));
    insta::assert_snapshot!("guandan_split_json", pretty(&line));
    // Fields in the order of the documentation.
    let json = stdout(&[&["guandan"], &line[..], &["--format", "json"]].concat());
    let fields = [
        "\"min_plays\"",
        "\"cost\"",
        "\"bombs\"",
        "\"split\"",
        "\"kind\"",
        "\"cards\"",
        "\"wilds\"",
    ];
    let places: Vec<usize> = fields.map(|field| json.find(field).unwrap()).to_vec();
    assert!(places.is_sorted(), "{json}");
}

#[test]
fn split_lists_several() {
    let line = [
        "split", "--hand", HAND, "--level", "5", "--top", "3", "--slack", "1",
    ];
    insta::assert_snapshot!("guandan_split_top_text", text(&line));
    let found = answer(&line);
    let top = found["top"].as_array().unwrap();
    assert_eq!(top.len(), 3);
    assert_eq!(top[0]["cost"], found["cost"]);
    assert!(answer(&line[..5])["top"].is_null());
}

#[test]
fn objectives_differ() {
    // A bomb that is better broken up for the number of plays.
    let hand = "♠3 ♦3 ♣3 ♠6 ♦6 ♣6 ♠9 ♦9 ♣9 ♥9";
    let split = |objective: &str| {
        answer(&[
            "split",
            "--hand",
            hand,
            "--level",
            "2",
            "--objective",
            objective,
        ])
    };
    let (plays, free) = (split("plays"), split("bombs-free"));
    assert_eq!((&plays["cost"], &plays["bombs"]), (&json!(2), &json!(0)));
    assert_eq!(
        (&free["cost"], &free["bombs"], &free["min_plays"]),
        (&json!(2), &json!(1), &json!(2))
    );
    assert_eq!(split("plays-then-bombs")["cost"], json!(2));
}

#[test]
fn rules_are_switches() {
    let plays = |hand: &str, rules: &str| {
        answer(&["split", "--hand", hand, "--level", "2", "--rules", rules])["min_plays"].clone()
    };
    for (rules, jokers, low) in [
        ("huaian-2017", 1, 1),
        ("trial-2022", 1, 1),
        ("no-joker-pair", 2, 1),
        ("document", 2, 5),
    ] {
        assert_eq!(plays("♠3 ♦3 ♣3 小王 小王", rules), jokers, "{rules}");
        assert_eq!(plays("♠A ♠2 ♠3 ♦4 ♠5", rules), low, "{rules}");
    }
}

#[test]
fn legal() {
    let line = ["legal", "--hand", "♠3 ♦3 ♣4 ♥2", "--level", "2"];
    insta::assert_snapshot!("guandan_legal_text", text(&line));
    insta::assert_snapshot!("guandan_legal_json", pretty(&line));
    let ways = answer(&[&line[..], &["--ways"]].concat());
    assert_eq!(ways["plays"][0]["ways"].as_array().unwrap().len(), 2);
}

#[test]
fn responses() {
    let hand = "♠5 ♦5 ♥9 ♠9 ♦9 ♣9 ♠J ♠Q ♠K ♠A ♠10";
    let line = ["responses", "--hand", hand, "--level", "2", "--to", "♠8 ♦8"];
    insta::assert_snapshot!("guandan_responses_text", text(&line));
    insta::assert_snapshot!("guandan_responses_json", pretty(&line));
    assert_eq!(
        text(&["responses", "--hand", "♠3", "--level", "2", "--to", "♠8"]),
        "no play\n"
    );
    let to = [
        "responses",
        "--hand",
        hand,
        "--level",
        "2",
        "--to",
        "♥2 ♠4 ♠5 ♠6 ♠7",
    ];
    let error = refused(&to);
    assert!(error.ends_with("can be read as 'straight 8', 'straight 7', 'straight-flush 8', 'straight-flush 7'; say which with to-as"), "{error}");
    let some = |named: &str| {
        answer(&[&to[..], &["--to-as", named]].concat())["plays"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!((some("straight-flush 8"), some("straight 7")), (2, 4));
    assert!(
        refused(&[&to[..], &["--to-as", "tube"]].concat()).contains("cannot be read as 'tube'")
    );
}

#[test]
fn beats() {
    let beats = |play: &str, other: &str, level: &str| {
        answer(&["beats", "--play", play, "--other", other, "--level", level])["beats"].clone()
    };
    for (play, other, level, wins) in [
        ("♠4 ♦4 ♠5 ♦5 ♠6 ♦6", "♠Q ♦Q ♠K ♦K ♠A ♦A", "5", false),
        ("♠5 ♦5 ♣5 ♠6 ♦6 ♣6", "♠K ♦K ♣K ♠A ♦A ♣A", "5", false),
        ("♠A ♦A ♣A ♥A", "♠3 ♦3 ♣3 ♥3", "9", true),
        ("♠K ♦K ♣K ♠2 ♦2", "♠3 ♦3 ♣3 ♠A ♦A", "9", true),
        ("♠A ♠2 ♠3 ♦4 ♠5", "♠2 ♠3 ♦4 ♠5 ♠6", "9", false),
        ("♠5 ♠6 ♠7 ♠8 ♠9", "♠A ♦A ♣A ♥A ♠A", "2", true),
        ("♠5 ♠6 ♠7 ♠8 ♠9", "♠3 ♦3 ♣3 ♥3 ♠3 ♦3", "2", false),
        ("小王 小王 大王 大王", "♠3 ♦3 ♣3 ♥3 ♠3 ♦3 ♣3 ♥3", "2", true),
        // With a wild card it can be one that does.
        ("♠3 ♠4 ♠5 ♠6 ♥9", "♠9 ♦9 ♣9 ♠9", "9", true),
    ] {
        assert_eq!(beats(play, other, level), json!(wins), "{play} on {other}");
    }
    let line = ["beats", "--play", "♠5", "--other", "♠A", "--level", "5"];
    assert_eq!(text(&line), "single 5 beats single A\n");
    insta::assert_snapshot!("guandan_beats_json", pretty(&line));
}

const OWN: &str =
    "♠2 ♥2 ♣2 ♦3 ♠4 ♠6 ♥6 ♣7 ♦7 ♠8 ♥8 ♣9 ♦9 ♠T ♥T ♣J ♦J ♠Q ♥Q ♣Q ♦K ♠K ♥K ♣K ♠A 小王 大王";

#[test]
fn infer() {
    let line = [
        "infer",
        "--hand",
        OWN,
        "--level",
        "2",
        "--beating",
        "♠9 ♦9 ♣9 ♠9",
    ];
    insta::assert_snapshot!("guandan_infer_text", text(&line));
    let found = answer(&line);
    let players = found["players"].as_array().unwrap();
    assert_eq!(players.len(), 3);
    let five = &players[0]["ranks"][3];
    assert_eq!(five["rank"], "5");
    assert_eq!(five["expected"]["exact"], "8/3");
    assert_eq!(five["at_least"][1]["exact"], "7504864/9163605");
    assert!(
        players[1]["bomb_beating"]["value"].as_f64().unwrap()
            < players[1]["any_bomb"]["value"].as_f64().unwrap()
    );
}

#[test]
fn infer_late_in_the_game() {
    // All but twelve cards have been played; one is known.
    let left = "♠3 ♦3 ♣3 ♥3 ♠9 ♦9 小王 大王 ♥2 ♠K ♠A ♦A";
    let played: Vec<String> = {
        let all: guandan_split::Hand = guandan_split::Hand::FULL;
        let hidden: guandan_split::Hand = left.parse().unwrap();
        let own: guandan_split::Hand = "♣4 ♣5".parse().unwrap();
        let rest = all.without(hidden).unwrap().without(own).unwrap();
        rest.iter().map(|card| card.to_string()).collect()
    };
    let request = json!({
        "hand": "♣4 ♣5", "level": 2, "played": played, "others": [5, 4, 3], "known0": ["大王"],
    });
    let found = &batch(&["guandan", "infer", "--batch"], format!("{request}\n"))[0];
    let player = &found["players"][0];
    assert_eq!(player["cards"], 5);
    let big = player["ranks"]
        .as_array()
        .unwrap()
        .iter()
        .find(|face| face["rank"] == "大王")
        .unwrap();
    assert_eq!(big["at_least"][0]["exact"], "1");
    // All four threes and the wild two, or three of them with it: of the C(11, 4)
    // hands of the other four cards 1 and 4 are bombs of threes.
    assert_eq!(player["any_bomb"]["exact"], "1/66");
}

#[test]
fn what_makes_no_sense_is_refused() {
    assert!(
        refused(&["split", "--hand", "♥5 ♥5 ♥5", "--level", "5"]).contains("♥5 for the third time")
    );
    assert!(refused(&["split", "--hand", "♥5 ♥1", "--level", "5"]).contains("found '1'"));
    assert!(refused(&["split", "--hand", "♥5", "--level", "11"]).contains("no level"));
    assert!(
        refused(&["split", "--hand", "♥5", "--level", "5", "--slack", "1"])
            .contains("give top as well")
    );
    assert!(refused(&["legal", "--hand", "", "--level", "5"]).contains("no cards"));
    assert!(
        refused(&["responses", "--hand", "♠3", "--level", "5", "--to", ""]).contains("no cards")
    );
    assert!(
        refused(&["beats", "--play", "♠3 ♠4", "--other", "♠3", "--level", "5"])
            .contains("make no play at level 5")
    );
    let infer = ["infer", "--hand", "♠3", "--level", "5"];
    assert!(refused(&infer).contains("hold 81 cards, but 107 are unseen"));
    assert!(
        refused(&[&infer[..], &["--others", "27", "27", "--known2", "♠4"]].concat())
            .contains("known2")
    );
    let all: String = guandan_split::Hand::FULL.to_string();
    assert!(
        refused(&["split", "--hand", &all, "--level", "5"])
            .contains("108 cards; 0 to 40 are allowed")
    );
}

#[test]
fn batches_take_lists_and_numbers() {
    let lines = concat!(
        "{\"hand\": [\"♥5\", \"小王\"], \"level\": 5}\n",
        "{\"hand\": \"♠3 ♠3 ♠3\", \"level\": \"A\"}\n",
        "{\"hand\": \"\", \"level\": \"A\", \"objective\": \"bombs-free\", \"rules\": \"document\", \"top\": 2}\n",
        "{\"hand\": \"♠3\", \"level\": 1}\n",
    );
    let answers = batch(&["guandan", "split", "--batch"], lines);
    assert_eq!(answers[0]["min_plays"], 2);
    assert_eq!(answers[1]["line"], 2);
    assert!(answers[1]["error"].as_str().unwrap().contains("third time"));
    assert_eq!(
        (&answers[2]["min_plays"], &answers[2]["split"]),
        (&json!(0), &json!([]))
    );
    assert!(
        answers[3]["error"]
            .as_str()
            .unwrap()
            .starts_with("no level")
    );
    let plays = batch(
        &["guandan", "legal", "--batch"],
        "{\"hand\": \"♠3 ♦3\", \"level\": 9, \"ways\": true}\n",
    );
    assert_eq!(plays[0]["plays"][0]["ways"].as_array().unwrap().len(), 2);
}

#[test]
fn a_list_of_splits_has_an_end() {
    let request = |top: u32| format!(r#"{{"hand":"♠3 ♠4","level":5,"top":{top}}}"#);
    let answers = batch(
        &["guandan", "split", "--batch"],
        [request(1000), request(1001)].join("\n"),
    );
    assert!(answers[0]["top"].is_array());
    assert_eq!(
        answers[1]["error"],
        "a list of 1001 splits; at most 1000 are allowed"
    );
}

#[test]
fn an_own_hand_has_as_many_cards_as_one_can_hold() {
    let suits = ["S", "H", "D"];
    let hand: Vec<String> = (suits.iter())
        .flat_map(|suit| {
            "23456789TJ"
                .chars()
                .map(move |rank| format!("{suit}{rank}"))
        })
        .collect();
    let request = format!(
        r#"{{"hand":"{}","level":2,"others":[27,27,24]}}"#,
        hand.join(" ")
    );
    let answers = batch(&["guandan", "infer", "--batch"], request);
    assert_eq!(
        answers[0]["error"],
        "an own hand of 30 cards; 0 to 29 are allowed"
    );
}
