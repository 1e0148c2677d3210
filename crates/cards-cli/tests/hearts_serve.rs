//! `cards hearts serve`: the real program on the other end of two pipes.

mod common;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use cards_core::random::{below, trial_rng};
use cards_core::{Card, CardSet, Seat};
use common::{batch, cards, failure, stderr, stdout};
use hearts_mc::{Pass, Phase, Random, Round, Rules, Strategy};
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};

const SERVE: [&str; 4] = ["hearts", "serve", "--player", "monte-carlo:200"];

const DEAL: &str =
    r#"{"type": "deal", "seat": 0, "hand": "♠KQ2 ♥A97 ♦K86 ♣J743", "direction": "left"}"#;

/// The program, asked line by line.
struct Server {
    child: Child,
    stdin: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Server {
    fn new(arguments: &[&str]) -> Server {
        let mut child = cards(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Server {
            stdin: child.stdin.take().unwrap(),
            answers: BufReader::new(child.stdout.take().unwrap()).lines(),
            child,
        }
    }

    /// Writes a line and waits for its answer.
    fn ask_text(&mut self, line: &str) -> Value {
        writeln!(self.stdin, "{line}").unwrap();
        self.stdin.flush().unwrap();
        let answer = self.answers.next().unwrap().unwrap();
        serde_json::from_str(&answer).unwrap()
    }

    fn ask(&mut self, message: Value) -> Value {
        self.ask_text(&message.to_string())
    }

    /// Asks what must be answered without an error.
    fn tell(&mut self, message: Value) -> Value {
        let answer = self.ask(message.clone());
        assert!(answer["error"].is_null(), "{message}: {answer}");
        answer
    }

    /// Ends by the end of the input.
    fn end(mut self) {
        drop(self.stdin);
        assert!(self.answers.next().is_none());
        let output = self.child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(stderr(&output), "");
    }
}

fn text(cards: CardSet) -> String {
    cards.to_string()
}

fn list(cards: CardSet) -> Value {
    cards.iter().map(|card| card.to_string()).collect()
}

fn card_of(value: &Value) -> Card {
    value.as_str().unwrap().parse().unwrap()
}

fn set_of(list: &Value) -> CardSet {
    list.as_array().unwrap().iter().map(card_of).collect()
}

/// A round that a program leads through, each of whose seats asks at a table of its
/// own.
fn play_through(server: &mut Server, round: &mut Round, player: &str) -> Value {
    let direction = round.direction().name();
    for (seat, &hand) in round.dealt().iter() {
        let answer = server.tell(json!({
            "type": "deal", "id": seat.index(), "seat": seat.index(), "hand": text(hand),
            "direction": direction, "player": player, "seed": 7,
        }));
        assert_eq!(answer["id"], seat.index());
        assert_eq!(answer["ok"], "deal");
        let phase = if direction == "hold" { "begin" } else { "pass" };
        assert_eq!(answer["phase"], phase);
    }
    while let Phase::Passing(seat) = round.phase() {
        let answer = server.tell(json!({"type": "pass?", "id": seat.index()}));
        let pass = set_of(&answer["pass"]);
        round.pass(seat, pass).unwrap();
        let noted = server.tell(json!({"type": "passed", "id": seat.index(), "gave": text(pass)}));
        assert_eq!(noted["phase"], "exchange");
    }
    for seat in Seat::all(4) {
        if let Some(received) = round.passed(round.direction().giver(seat)) {
            let message = json!({"type": "passed", "id": seat.index(), "received": text(received)});
            assert_eq!(server.tell(message)["phase"], "begin");
        }
        let Phase::Playing(leader) = round.phase() else {
            unreachable!()
        };
        let message = json!({"type": "begin", "id": seat.index(), "leader": leader.index()});
        let answer = server.tell(message);
        assert_eq!(answer["phase"], "play");
        assert_eq!(answer["turn"], leader.index());
    }
    let mut last = Value::Null;
    while let Phase::Playing(seat) = round.phase() {
        let answer = server.tell(json!({"type": "play?", "id": seat.index()}));
        let card = card_of(&answer["play"]);
        round.play(card).unwrap();
        for other in Seat::all(4) {
            let message = json!({
                "type": "played", "id": other.index(), "seat": seat.index(),
                "card": card.to_string(),
            });
            last = server.tell(message);
        }
        // What each seat is told is what it knows.
        if round.plays().len().is_multiple_of(7) {
            for other in Seat::all(4) {
                let view = round.view(other);
                let answer = server.tell(json!({"type": "state", "id": other.index()}));
                let state = &answer["state"];
                assert_eq!(state["hand"], list(view.hand()));
                assert_eq!(state["legal"], list(view.legal()));
                assert_eq!(state["points"], json!(view.points().into_array()));
                assert_eq!(state["hearts_broken"], view.is_broken());
                assert_eq!(
                    state["played"].as_array().unwrap().len(),
                    round.plays().len()
                );
                for seat in Seat::all(4).filter(|&seat| seat != other) {
                    let told = &state["seats"][seat.index()];
                    assert_eq!(told["cards"], view.cards(seat));
                    assert_eq!(told["holds"], list(view.known(seat)));
                    assert_eq!(told["taken"], list(view.taken(seat)));
                    // The deal itself is among those that are possible.
                    assert!(view.known(seat).is_subset(round.hand(seat)));
                }
            }
        }
    }
    assert_eq!(last["phase"], "over");
    last
}

#[test]
fn whole_deals() {
    for player in ["greedy", "random", "published-greedy", "monte-carlo:60"] {
        let mut server = Server::new(&["hearts", "serve"]);
        for (index, direction) in Pass::ALL.into_iter().enumerate() {
            let mut rng: Pcg64Mcg = trial_rng(11, index as u64);
            let mut round = Round::deal(&Rules::STANDARD, direction, &mut rng);
            let over = play_through(&mut server, &mut round, player);
            let scores = round.scores(hearts_mc::MoonChoice::OthersUp).unwrap();
            assert_eq!(over["scores"], json!(scores.into_array()));
        }
        server.end();
    }
}

/// The session in the README, to the letter.
#[test]
fn the_worked_session() {
    let readme = include_str!("../README.md");
    let lines = |mark: &'static str| readme.lines().filter_map(move |l| l.strip_prefix(mark));
    // Quotations begin with `> ` as well.
    let asked: Vec<&str> = lines("> {").collect();
    let answers: Vec<&str> = lines("< ").collect();
    assert!(asked.len() == answers.len() && asked.len() >= 10);
    let mut server = Server::new(&["hearts", "serve"]);
    for (line, answer) in asked.iter().zip(answers) {
        writeln!(server.stdin, "{{{line}").unwrap();
        assert_eq!(server.answers.next().unwrap().unwrap(), answer);
    }
    server.end();
}

/// The players of a server are those of `cards hearts deal`.
#[test]
fn a_served_deal_is_the_same_deal() {
    let deal = stdout(&[
        "hearts",
        "deal",
        "--players",
        "greedy greedy greedy greedy",
        "--seed",
        "5",
        "--format",
        "json",
    ]);
    let deal: Value = serde_json::from_str(&deal).unwrap();
    let hands = cards_core::BySeat::from_fn(|seat| -> CardSet {
        deal["hands"][seat.index()]
            .as_str()
            .unwrap()
            .parse()
            .unwrap()
    });
    let mut round = Round::new(&Rules::STANDARD, Pass::Left, hands).unwrap();
    let mut server = Server::new(&["hearts", "serve"]);
    play_through(&mut server, &mut round, "greedy");
    server.end();
    let tricks = deal["tricks"].as_array().unwrap().iter();
    let expected: Vec<Card> = tricks
        .flat_map(|trick| trick["cards"].as_array().unwrap().iter().map(card_of))
        .collect();
    let played: Vec<Card> = round.plays().iter().map(|&(_, card)| card).collect();
    assert_eq!(played, expected);
}

/// The same lines have the same answers, whatever else the program is asked, and
/// asking twice changes nothing.
#[test]
fn answers_repeat() {
    let session = |id: &str| {
        [
            r#"{"type": "deal", ID, "seat": 0, "hand": "♠KQ2 ♥A97 ♦K86 ♣J743", "direction": "left"}"#,
            r#"{"type": "pass?", ID}"#,
            r#"{"type": "passed", ID, "gave": "♠KQ ♥A", "received": "♦5 ♣QT"}"#,
            r#"{"type": "begin", ID, "leader": 2}"#,
            r#"{"type": "played", ID, "cards": "♣2 ♦A"}"#,
            r#"{"type": "play?", ID}"#,
        ]
        .map(|line| line.replace("ID", &format!("\"id\": {id}")))
    };
    let alone = session("1");
    let answers = batch(&SERVE, alone.join("\n"));
    assert_eq!(answers, batch(&SERVE, alone.join("\n")));
    let plays = answers[5]["plays"].as_array().unwrap();
    assert_eq!(plays.len(), 6);
    assert_eq!(
        answers[5]["playouts"].as_u64().map(|n| n <= 200),
        Some(true)
    );
    // Two tables take turns, and each asks its questions twice.
    let other = session("\"b\"");
    let mut lines = Vec::new();
    for (line, other) in alone.iter().zip(&other) {
        lines.extend([line.clone(), other.clone()]);
        if line.contains('?') {
            lines.extend([line.clone(), other.clone()]);
        }
    }
    let mut both = batch(&SERVE, lines.join("\n"));
    for table in ["1", "\"b\""] {
        let id: Value = serde_json::from_str(table).unwrap();
        let mut own: Vec<Value> = both
            .iter()
            .filter(|answer| answer["id"] == id)
            .cloned()
            .collect();
        own.dedup();
        for answer in &mut own {
            answer["id"] = json!(1);
        }
        assert_eq!(own, answers, "{table}");
    }
    both.retain(|answer| answer["id"].is_null());
    assert!(both.is_empty());
    // Another seed plays on other deals.
    let seeded = session("1").map(|line| line.replace("\"seat\"", "\"seed\": 1, \"seat\""));
    let seeded = batch(&SERVE, seeded.join("\n"));
    assert_ne!(seeded[5]["plays"], answers[5]["plays"]);
}

/// Lines that cannot be answered leave everything as it was.
#[test]
fn errors_change_nothing() {
    let mut server = Server::new(&SERVE);
    let before = server.ask_text(r#"{"type": "state"}"#);
    assert_eq!(
        before,
        json!({"error": "there is no table yet; a deal comes first", "line": 1})
    );
    let refuse = |server: &mut Server, line: &str, cause: &str| {
        let before = server.ask_text(r#"{"type": "state"}"#);
        let answer = server.ask_text(line);
        let error = answer["error"].as_str();
        let error = error.unwrap_or_else(|| panic!("{line}: {answer}"));
        assert!(error.contains(cause), "{line}: {error}");
        assert_eq!(server.ask_text(r#"{"type": "state"}"#), before, "{line}");
    };
    server.ask_text(DEAL);
    for (line, cause) in [
        ("", "the line is empty"),
        ("garbage", "the line must be a JSON object"),
        ("[]", "the line must be a JSON object"),
        ("{", "EOF while parsing"),
        ("{}", "missing field `type`"),
        (r#"{"type": 3}"#, "invalid type: integer `3`"),
        (r#"{"type": "shuffle"}"#, "unknown variant `shuffle`"),
        (r#"{"type": "state"} {}"#, "trailing characters"),
        (
            r#"{"type": "state", "colour": 1}"#,
            "unknown field `colour`",
        ),
        (r#"{"type": "quit", "now": true}"#, "unknown field `now`"),
        (
            r#"{"type": "state", "type": "quit"}"#,
            "duplicate field `type`",
        ),
        (
            r#"{"type": "state", "id": 1, "id": 2}"#,
            "duplicate field `id`",
        ),
        (r#"{"type": "state", "id": 1}"#, "no table of this id"),
        (
            r#"{"type": "state", "id": []}"#,
            "id must be a string or an integer",
        ),
        (
            r#"{"type": "state", "id": 1.5}"#,
            "id must be a string or an integer",
        ),
        (r#"{"type": "deal"}"#, "missing field `seat`"),
        (r#"{"type": "deal", "seat": 0}"#, "missing field `hand`"),
        (
            r#"{"type": "deal", "seat": 4, "hand": "♠A"}"#,
            "seat 4; it must be 0 to 3",
        ),
        (
            r#"{"type": "deal", "seat": -1, "hand": "♠A"}"#,
            "seat -1; it must be 0 to 3",
        ),
        (
            r#"{"type": "deal", "seat": 0, "hand": "♠A"}"#,
            "the hand has 1 cards",
        ),
        (
            r#"{"type": "deal", "seat": 0, "hand": "♠X"}"#,
            "expected a rank",
        ),
        (
            r#"{"type": "deal", "seat": 0, "hand": "♠A", "player": "deep-blue"}"#,
            "'deep-blue' is no player",
        ),
        (
            r#"{"type": "deal", "seat": 0, "hand": "♠A", "rules": "bridge"}"#,
            "'bridge' are no rules",
        ),
        (
            r#"{"type": "deal", "seat": 0, "hand": "♠A", "direction": "up"}"#,
            "unknown variant `up`",
        ),
        (
            r#"{"type": "deal", "seat": 0, "hand": "♠A", "totals": [1]}"#,
            "1 totals; they must be four",
        ),
        (
            r#"{"type": "begin", "leader": 2}"#,
            "the cards have not been exchanged",
        ),
        (r#"{"type": "begin"}"#, "who leads? leader is needed"),
        (
            r#"{"type": "played", "card": "♣2"}"#,
            "the play has not begun",
        ),
        (r#"{"type": "play?"}"#, "the play has not begun"),
        (r#"{"type": "moon?"}"#, "the seat has not shot the moon"),
        (r#"{"type": "undo"}"#, "nothing has happened since the deal"),
        (r#"{"type": "passed"}"#, "gave or received is needed"),
        (
            r#"{"type": "passed", "received": "♦5 ♣QT"}"#,
            "which ones did the seat give?",
        ),
        (
            r#"{"type": "passed", "gave": "♠KQ"}"#,
            "2 different cards instead of three",
        ),
        (
            r#"{"type": "passed", "gave": "♠KQJ"}"#,
            "♠J is not in its hand",
        ),
        (
            r#"{"type": "passed", "gave": "♠KQ ♥A", "received": "♠2 ♣QT"}"#,
            "♠2 is received although it was in the hand",
        ),
    ] {
        refuse(&mut server, line, cause);
    }
    server.tell(json!({"type": "passed", "gave": "♠KQ ♥A"}));
    for (line, cause) in [
        (r#"{"type": "pass?"}"#, "there is nothing to pass now"),
        (
            r#"{"type": "passed", "gave": "♠KQ ♥A"}"#,
            "it has passed already",
        ),
        (
            r#"{"type": "passed", "gave": "♠KQ ♥7", "received": "♦5 ♣QT"}"#,
            "it has passed already",
        ),
        (
            r#"{"type": "begin", "leader": 2}"#,
            "the cards have not been exchanged",
        ),
    ] {
        refuse(&mut server, line, cause);
    }
    server.tell(json!({"type": "passed", "received": "♦5 ♣QT"}));
    refuse(
        &mut server,
        r#"{"type": "begin", "leader": 0}"#,
        "seat 0 cannot be the first to lead",
    );
    server.tell(json!({"type": "begin", "leader": 2}));
    for (line, cause) in [
        (
            r#"{"type": "begin", "leader": 2}"#,
            "the play has begun already",
        ),
        (
            r#"{"type": "passed", "gave": "♠2 ♥97"}"#,
            "there is nothing to pass now",
        ),
        (
            r#"{"type": "play?"}"#,
            "it is the turn of seat 2, not of seat 0",
        ),
        (r#"{"type": "played"}"#, "card or cards is needed"),
        (
            r#"{"type": "played", "card": "♣2", "cards": "♣2"}"#,
            "card or cards, not both",
        ),
        (
            r#"{"type": "played", "card": "♣2", "seat": 1}"#,
            "it is the turn of seat 2",
        ),
        (
            r#"{"type": "played", "card": "♣5"}"#,
            "play 1, ♣5 by seat 2: the rules forbid it",
        ),
        (r#"{"type": "played", "card": "小王"}"#, "expected"),
        // All of them or none.
        (
            r#"{"type": "played", "cards": ["♣2", "♦A", "♠2"]}"#,
            "play 3, ♠2 by seat 0: the rules forbid it",
        ),
        (
            r#"{"type": "played", "cards": "♣2 ♦A ♣3 ♣2"}"#,
            "it has been played before",
        ),
        (
            r#"{"type": "played", "cards": "♣2 ♣7"}"#,
            "play 2, ♣7 by seat 3: that player cannot hold it",
        ),
    ] {
        refuse(&mut server, line, cause);
    }
    server.end();
}

/// Lines beyond all measure, and bytes that are no text.
#[test]
fn long_lines_and_bytes() {
    let long = format!(
        "{{\"type\": \"state\", \"id\": \"{}\"}}",
        "x".repeat(cards_cli::MAX_LINE)
    );
    let deep = |depth| {
        let lists = "[".repeat(depth) + &"]".repeat(depth);
        format!("{{\"type\": \"deal\", \"hand\": {lists}}}")
    };
    let (nested, cut) = (deep(200_000), deep(300_000).replace(']', ""));
    let name = format!("{{\"type\": \"state\", \"id\": \"{}\"}}", "x".repeat(201));
    let mut input = Vec::new();
    for line in [
        DEAL.as_bytes(),
        long.as_bytes(),
        nested.as_bytes(),
        cut.as_bytes(),
        b"{\"type\": \"\xff\"}",
        name.as_bytes(),
        b"{\"type\": \"pass?\"}\r",
        b"{\"type\": \"state\"}",
    ] {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    // The last line lacks its end, and another one the rest of itself.
    input.pop();
    let answers = batch(&SERVE, &input);
    assert_eq!(answers.len(), 8);
    let error = |at: usize| answers[at]["error"].as_str().unwrap_or_default();
    assert_eq!(error(1), "the line has more than 1048576 bytes");
    assert!(error(2).contains("recursion limit"), "{}", error(2));
    assert!(error(3).contains("expected value"), "{}", error(3));
    assert_eq!(error(4), "the line is not UTF-8 from byte 11 on");
    assert_eq!(error(5), "id has more than 200 bytes");
    assert_eq!(answers[6]["pass"].as_array().unwrap().len(), 3);
    assert_eq!(answers[7]["state"]["phase"], "pass");
    let cut = batch(&SERVE, format!("{DEAL}\n{{\"type\": \"pa"));
    assert_eq!(cut.len(), 2);
    assert!(cut[1]["error"].as_str().unwrap().contains("EOF"));
}

#[test]
fn tables_are_apart() {
    let mut server = Server::new(&SERVE);
    let deal: Value = serde_json::from_str(DEAL).unwrap();
    let with = |id: Value, deal: &Value| {
        let mut deal = deal.clone();
        deal["id"] = id;
        deal
    };
    // A number and a name are two tables, and none is a third.
    server.tell(with(json!(1), &deal));
    server.tell(with(json!("1"), &deal));
    server.tell(deal.clone());
    server.tell(json!({"type": "passed", "id": 1, "gave": "♠KQ ♥A"}));
    for (id, phase) in [
        (json!(1), "exchange"),
        (json!("1"), "pass"),
        (Value::Null, "pass"),
    ] {
        let answer = server.tell(json!({"type": "state", "id": id}));
        assert_eq!(answer["state"]["phase"], phase);
    }
    // A new deal replaces the one before.
    server.tell(with(json!(1), &deal));
    let answer = server.tell(json!({"type": "state", "id": 1}));
    assert_eq!(answer["state"]["phase"], "pass");
    assert_eq!(
        server.tell(json!({"type": "close", "id": 1})),
        json!({"id": 1, "ok": "close"})
    );
    let answer = server.ask(json!({"type": "state", "id": 1}));
    assert!(answer["error"].is_string());
    // There is room for 1000.
    for id in 2..1000 {
        server.tell(with(json!(id), &deal));
    }
    let full = server.ask(with(json!(1000), &deal));
    assert_eq!(full["error"], "there are 1000 tables; close one");
    server.tell(with(json!(2), &deal));
    server.tell(json!({"type": "close", "id": 2}));
    server.tell(with(json!(1000), &deal));
    assert_eq!(server.tell(json!({"type": "quit"})), json!({"ok": "quit"}));
    // It does not wait for the end of the input.
    assert!(server.answers.next().is_none());
    assert!(server.child.wait().unwrap().success());
}

#[test]
fn events_can_be_taken_back() {
    let mut server = Server::new(&SERVE);
    let state = |server: &mut Server| server.tell(json!({"type": "state"}));
    server.ask_text(DEAL);
    let events = [
        json!({"type": "passed", "gave": "♠KQ ♥A"}),
        json!({"type": "passed", "received": "♦5 ♣QT"}),
        json!({"type": "begin", "leader": 2}),
        json!({"type": "played", "card": "♣2"}),
        json!({"type": "played", "card": "♦A"}),
        json!({"type": "played", "card": "♣Q"}),
        json!({"type": "played", "card": "♣K"}),
        json!({"type": "played", "card": "♦2"}),
    ];
    let mut states = Vec::new();
    for event in &events {
        states.push(state(&mut server));
        server.tell(event.clone());
    }
    while let Some(before) = states.pop() {
        assert_eq!(server.tell(json!({"type": "undo"}))["ok"], "undo");
        assert_eq!(state(&mut server), before);
    }
    server.end();
}

/// Who has shot the moon may be asked what he makes of it.
#[test]
fn moons_are_chosen() {
    for (totals, moon) in [
        ([0, 0, 0, 0], "others-up"),
        ([60, 0, 90, 0], "shooter-down"),
    ] {
        let mut server = Server::new(&["hearts", "serve", "--player", "greedy"]);
        server.tell(json!({
            "type": "deal", "seat": 0, "hand": "♣AKQJT98765432", "totals": totals,
            "rules": {"moon": "choice"},
        }));
        server.tell(json!({"type": "begin"}));
        let others = ["♠", "♥", "♦"].map(|suit| {
            "23456789TJQKA"
                .chars()
                .map(move |rank| format!("{suit}{rank}"))
        });
        let [mut spades, mut hearts, mut diamonds] = others;
        for _ in 0..13 {
            let own = server.tell(json!({"type": "play?"}))["play"].clone();
            let error = server.ask(json!({"type": "moon?"}));
            assert!(error["error"].is_string());
            // The rules keep points off the first trick, but seat 2 has nothing
            // else.
            let cards = json!([own, spades.next(), hearts.next(), diamonds.next()]);
            server.tell(json!({"type": "played", "cards": cards}));
        }
        let state = server.tell(json!({"type": "state"}));
        assert_eq!(state["state"]["shooter"], 0);
        assert_eq!(server.tell(json!({"type": "moon?"})), json!({"moon": moon}));
        let error = server.ask(json!({"type": "play?"}));
        assert_eq!(error["error"], "all cards have been played");
        server.end();
    }
}

/// Anything at all, for hours if wanted: an answer a line, and the tables that the
/// lines were right about are still those of a round.
#[test]
fn random_lines() {
    let mut rng: Pcg64Mcg = trial_rng(2026, 1);
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\"type\"",
        "\"deal\"",
        "\"play?\"",
        "\"id\"",
        "1",
        "-1",
        "1e999",
        "null",
        "true",
        "♠",
        "Q",
        "\"♠Q\"",
        "\\u0000",
        "\\ud800",
        " ",
        "\t",
        "\"hand\"",
        "\"seat\"",
        "\u{0}",
        "小王",
        "played",
        "99999999999999999999",
    ];
    let mut input = String::from(DEAL);
    let lines = 3000;
    for _ in 0..lines {
        input.push('\n');
        if below(&mut rng, 2) == 0 {
            input += "{\"type\":";
        }
        for _ in 0..below(&mut rng, 12) {
            input += pieces[below(&mut rng, pieces.len() as u64) as usize];
        }
    }
    input += "\n{\"type\": \"state\"}\n";
    let answers = batch(&SERVE, input);
    assert_eq!(answers.len(), lines + 2);
    let wrong = answers.iter().filter(|answer| answer["error"].is_string());
    assert!(wrong.count() > lines - 100);
    assert_eq!(answers[lines + 1]["state"]["phase"], "pass");
}

/// Events in any order, right and wrong ones: those that are refused change
/// nothing, and no order of them ends the program.
#[test]
fn random_orders() {
    let mut server = Server::new(&["hearts", "serve", "--player", "monte-carlo:20"]);
    let mut rng: Pcg64Mcg = trial_rng(2026, 2);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for index in 0..40 {
        let direction = Pass::ALL[index % 4];
        let rules = common::random_rules(&mut rng);
        let engine: cards_cli::hearts::Rules = rules.parse().unwrap();
        let mut round = Round::deal(&engine.0, direction, &mut rng);
        let seat = Seat::new(below(&mut rng, 4) as usize).unwrap();
        let mut before = server.tell(json!({
            "type": "deal", "seat": seat.index(), "hand": text(round.hand(seat)),
            "direction": direction.name(), "rules": rules,
        }));
        before = server.tell(json!({"type": "state", "id": before["id"]}));
        for _ in 0..90 {
            let phase = before["state"]["phase"].as_str().unwrap().to_owned();
            let (message, right) = if below(&mut rng, 3) == 0 {
                (wrong(&round, &phase, seat, &mut rng), false)
            } else {
                right(&mut round, &phase, seat, &mut rng)
            };
            *seen.entry(phase).or_default() += 1;
            let answer = server.ask(message.clone());
            assert_eq!(answer["error"].is_null(), right, "{message}: {answer}");
            let after = server.tell(json!({"type": "state"}));
            let view = round.view(seat);
            let begun = ["play", "over"]
                .map(Value::from)
                .contains(&after["state"]["phase"]);
            if right && begun {
                assert_eq!(after["state"]["legal"], list(view.legal()), "{message}");
                assert_eq!(
                    after["state"]["played"].as_array().unwrap().len(),
                    view.plays().len()
                );
            } else if !right {
                assert_eq!(before, after, "{message}");
            }
            before = after;
        }
    }
    server.end();
    for phase in ["pass", "exchange", "begin", "play", "over"] {
        assert!(seen.contains_key(phase), "{seen:?}");
    }
}

/// A line that is right in this phase, and if it is (nothing is once a deal is
/// over). The round follows.
fn right(round: &mut Round, phase: &str, seat: Seat, rng: &mut Pcg64Mcg) -> (Value, bool) {
    let giver = round.direction().giver(seat);
    let asks = below(rng, 5) == 0;
    let message = match phase {
        "pass" if asks => json!({"type": "pass?"}),
        "pass" => {
            let views = Seat::all(4).map(|other| (other, round.view(other)));
            for (other, view) in views.collect::<Vec<_>>() {
                round.pass(other, Random.pass(&view, rng)).unwrap();
            }
            let gave = text(round.passed(seat).unwrap());
            match below(rng, 2) {
                0 => json!({"type": "passed", "gave": gave}),
                _ => {
                    let received = text(round.passed(giver).unwrap());
                    json!({"type": "passed", "gave": gave, "received": received})
                }
            }
        }
        "exchange" => {
            json!({"type": "passed", "received": text(round.passed(giver).unwrap())})
        }
        "begin" => match round.phase() {
            Phase::Playing(leader) => json!({"type": "begin", "leader": leader.index()}),
            other => unreachable!("{other:?}"),
        },
        _ => match round.phase() {
            Phase::Playing(turn) if turn == seat && asks => json!({"type": "play?"}),
            Phase::Playing(turn) => {
                let card = Random.play(&round.view(turn), rng);
                round.play(card).unwrap();
                json!({"type": "played", "card": card.to_string()})
            }
            _ => return (json!({"type": "play?"}), false),
        },
    };
    (message, true)
}

/// A line that is wrong in this phase.
fn wrong(round: &Round, phase: &str, seat: Seat, rng: &mut Pcg64Mcg) -> Value {
    let on_turn = round.phase() == Phase::Playing(seat) && phase == "play";
    loop {
        let card = Card::from_index(below(rng, 52) as usize).unwrap();
        let played = round.plays().iter().any(|&(_, other)| other == card);
        let message = match below(rng, 8) {
            0 if phase != "pass" => json!({"type": "pass?"}),
            1 if !on_turn => json!({"type": "play?"}),
            2 => json!({"type": "moon?"}),
            3 if phase != "begin" => json!({"type": "begin", "leader": below(rng, 4)}),
            4 if phase != "pass" => json!({"type": "passed", "gave": "♠2 ♥2 ♦2"}),
            5 => json!({"type": "passed", "gave": "♠2", "received": "♠2"}),
            6 if phase != "play" || played => {
                json!({"type": "played", "card": card.to_string()})
            }
            7 if on_turn && !round.view(seat).legal().contains(card) => {
                json!({"type": "played", "card": card.to_string()})
            }
            _ => continue,
        };
        if message["type"] == "moon?" && phase == "over" {
            continue;
        }
        return message;
    }
}

#[test]
fn options_are_checked() {
    for (option, value, cause) in [
        ("--player", "deep-blue", "'deep-blue' is no player"),
        ("--seed", "-1", ""),
        ("--format", "json", "'--format'"),
    ] {
        let error = failure(&["hearts", "serve", option, value], 2);
        assert!(error.contains(cause), "{error}");
    }
    // A server that has nobody to serve.
    assert!(batch(&SERVE, "").is_empty());
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let mut child = cards(&SERVE)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    for _ in 0..10_000 {
        if writeln!(stdin, "{DEAL}").is_err() {
            break;
        }
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
}

/// What the program says of cards it reads again, a list as well as a text.
#[test]
fn cards_that_were_answered_can_be_sent_back() {
    let mut server = Server::new(&SERVE);
    server.ask_text(DEAL);
    let answer = server.tell(json!({"type": "pass?"}));
    let pass = answer["pass"].as_array().unwrap();
    assert_eq!(pass.len(), 3);
    let twice = json!({"type": "passed", "gave": [pass[0], pass[1], pass[1]]});
    let error = server.ask(twice)["error"].as_str().unwrap().to_owned();
    assert!(error.contains("stands twice"), "{error}");
    server.tell(json!({"type": "passed", "gave": pass, "received": ["♦5", "♣Q", "♣T"]}));
    // Together the moons are one at most.
    server.tell(json!({"type": "begin", "leader": 1}));
    let plays = json!({"type": "played", "cards": ["♣2", "♣5", "♣8"]});
    server.tell(plays);
    let play = server.tell(json!({"type": "play?"}));
    let sum: f64 = (play["moons"].as_array().unwrap().iter())
        .map(|chance| chance.as_f64().unwrap())
        .sum();
    assert!(sum <= 1.0 + 1e-9, "{play}");
}
