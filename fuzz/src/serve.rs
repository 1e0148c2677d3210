//! `cards hearts serve`: any sequence of lines is answered line by line, and a
//! line that is answered with an error changes nothing.

use cards_cli::hearts::{Player, ServeOptions, Threads};
use cards_core::{CardSet, Seat};
use hearts_mc::Phase;
use serde_json::{Value, json};

use crate::draw::Draw;
use crate::{hearts, words};

/// Who decides: quickly, and as so many playouts do.
const PLAYERS: [&str; 6] = [
    "greedy",
    "random",
    "published-greedy",
    "monte-carlo:4",
    "monte-carlo:30",
    "published",
];

/// Rounds told line by line, with lines between that are changed or make no sense.
pub fn lines(data: &[u8]) {
    let mut draw = Draw::new(data);
    let options = ServeOptions {
        player: draw.pick(&PLAYERS).parse().expect("a player"),
        seed: draw.bits(),
        threads: Threads::default(),
    };
    let told = session(&mut draw);
    for (line, answer) in told.iter().zip(run(options, &told)) {
        let line = String::from_utf8_lossy(line);
        assert!(answer.get("error").is_none(), "{line}: {answer}");
    }
    let mut lines = Vec::new();
    for line in told {
        for _ in 0..draw.below(3) {
            if let Some(other) = other_line(&mut draw, &line) {
                lines.push(other);
            }
        }
        lines.push(line);
        if lines.len() > 120 {
            break;
        }
    }
    let answers = run(options, &lines);
    let wrong = |answer: &Value| answer.get("error").is_some();
    let taken: Vec<Vec<u8>> = lines
        .iter()
        .zip(&answers)
        .filter(|(_, answer)| !wrong(answer))
        .map(|(line, _)| line.clone())
        .collect();
    let again = run(options, &taken);
    let good: Vec<&Value> = answers.iter().filter(|answer| !wrong(answer)).collect();
    assert!(again.iter().eq(good), "a refused line changed an answer");
}

/// The answers to some lines, as many as there are lines, up to the one to `quit`.
fn run(options: ServeOptions, lines: &[impl AsRef<[u8]>]) -> Vec<Value> {
    let mut input = Vec::new();
    for line in lines {
        input.extend_from_slice(line.as_ref());
        input.push(b'\n');
    }
    let mut output = Vec::new();
    options
        .run(&input[..], &mut output)
        .expect("memory can be read and written");
    let text = String::from_utf8(output).expect("JSON is UTF-8");
    let answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("an answer is JSON"))
        .collect();
    let quit = answers.last().is_some_and(|answer| answer["ok"] == "quit");
    assert!(
        answers.len() == lines.len() || quit,
        "{} lines: {text}",
        lines.len()
    );
    for (place, answer) in answers.iter().enumerate() {
        if let Some(error) = answer.get("error") {
            assert!(
                error.as_str().is_some_and(|error| !error.is_empty()),
                "{answer}"
            );
            assert_eq!(answer["line"], place + 1);
        }
    }
    answers
}

/// A round as one seat sees it.
fn session(draw: &mut Draw<'_>) -> Vec<Vec<u8>> {
    let plays = draw.below(53);
    let round = hearts::round(draw, plays);
    let seat = draw.pick(&hearts::SEATS);
    let id = draw
        .pick(&[None, Some(json!("t")), Some(json!(7))].each_ref())
        .clone();
    let player = draw.pick(&PLAYERS);
    let asks = draw.below(4) == 0;
    let mut told = Vec::new();
    let mut tell = |mut message: Value| {
        if let Some(id) = &id {
            message["id"] = id.clone();
        }
        told.push(message.to_string().into_bytes());
    };
    tell(json!({
        "type": "deal", "seat": seat.index(), "hand": text(round.dealt()[seat]),
        "direction": round.direction().name(), "rules": round.rules().to_string(),
        "player": player, "seed": draw.below(100), "totals": round.totals(),
    }));
    let passed = round.passed(seat);
    if let Some(gave) = passed {
        if asks {
            tell(json!({"type": "pass?"}));
        }
        tell(json!({"type": "passed", "gave": text(gave)}));
    }
    let received = round.passed(round.direction().giver(seat));
    if let (Some(_), Some(received), Phase::Playing(_) | Phase::Over) =
        (passed, received, round.phase())
    {
        tell(json!({"type": "passed", "received": text(received)}));
    }
    let leader = round
        .plays()
        .first()
        .map(|&(leader, _)| leader)
        .or(match round.phase() {
            Phase::Playing(leader) => Some(leader),
            _ => None,
        });
    if let Some(leader) = leader {
        tell(json!({"type": "begin", "leader": leader.index()}));
    }
    for &(turn, card) in round.plays() {
        if turn == seat && (asks || draw.once_in(6)) {
            tell(json!({"type": "play?"}));
        }
        tell(json!({"type": "played", "card": card.to_string(), "seat": turn.index()}));
        if draw.once_in(8) {
            tell(json!({"type": "undo"}));
            tell(json!({"type": "played", "cards": card.to_string()}));
        }
        if draw.once_in(10) {
            tell(json!({"type": "state"}));
        }
    }
    if round.phase() == Phase::Over {
        tell(json!({"type": "state"}));
    }
    told
}

fn text(cards: CardSet) -> String {
    cards.to_string()
}

/// A line that may well be wrong.
fn other_line(draw: &mut Draw<'_>, line: &[u8]) -> Option<Vec<u8>> {
    let mut other: Vec<u8> = match draw.below(6) {
        0 | 1 => {
            let mut value: Value = serde_json::from_slice(line).ok()?;
            words::mutate(draw, &mut value);
            value.to_string().into_bytes()
        }
        2 => {
            let types = [
                "pass?", "play?", "moon?", "state", "undo", "begin", "passed", "played", "deal",
                "close", "quit", "Deal", "",
            ];
            let mut value = json!({"type": draw.pick(&types)});
            if draw.once_in(3) {
                value["id"] = words::scalar(draw);
            }
            if draw.flag() {
                value["cards"] = words::text(draw, words::CARDS).into();
            }
            if draw.once_in(4) {
                value["seat"] = words::scalar(draw);
            }
            value.to_string().into_bytes()
        }
        3 => {
            let card = draw.card(CardSet::FULL)?;
            let seat = Seat::new(draw.below(5))?;
            json!({"type": "played", "card": card.to_string(), "seat": seat.index()})
                .to_string()
                .into_bytes()
        }
        4 => words::text(draw, words::JSON).into_bytes(),
        _ => {
            // A list of which only the first card may be right.
            let mut value: Value = serde_json::from_slice(line).ok()?;
            if let Some(card) = value.get("card").cloned() {
                let other = draw.card(CardSet::FULL)?.to_string();
                let fields = value.as_object_mut()?;
                fields.remove("card");
                fields.insert("cards".to_owned(), json!([card, other]));
            }
            value.to_string().into_bytes()
        }
    };
    if draw.once_in(3) && !other.is_empty() {
        let place = draw.below(other.len());
        other[place] = draw.below(256) as u8;
    }
    other.retain(|&byte| byte != b'\n');
    is_quick(&other).then_some(other)
}

/// Whether a line asks for no player that takes long, or whose decisions depend on
/// the time.
fn is_quick(line: &[u8]) -> bool {
    let Ok(value) = serde_json::from_slice::<Value>(line) else {
        return true;
    };
    let Some(player) = value.get("player").and_then(Value::as_str) else {
        return true;
    };
    match player.parse::<Player>() {
        Ok(Player::MonteCarlo(_)) => PLAYERS.contains(&player),
        _ => true,
    }
}
