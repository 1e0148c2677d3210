//! Reads `data/positions.jsonl`.

use cards_core::{Card, CardSet, Suit};
use gongzhu_solver::{PigTurning, Player, Rules, State};
use serde::Deserialize;

/// A position with its values.
pub(crate) struct KnownPosition {
    pub(crate) rules: Rules,
    pub(crate) state: State,
    pub(crate) value: i32,
    pub(crate) plays: Vec<(Card, i32)>,
    /// The line of the file.
    pub(crate) line: &'static str,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Line {
    #[serde(rename = "note")]
    _note: Option<String>,
    rules: String,
    exposed: Option<String>,
    pig_turning: Option<String>,
    hand0: String,
    hand1: String,
    leader: usize,
    led: Option<String>,
    taken0: Option<String>,
    taken1: Option<String>,
    suits_led: Option<String>,
    value: i32,
    root: Vec<Play>,
}

#[derive(Deserialize)]
struct Play {
    card: String,
    value: i32,
}

pub(crate) fn positions() -> Vec<KnownPosition> {
    include_str!("../data/positions.jsonl")
        .lines()
        .map(position)
        .collect()
}

fn position(line: &'static str) -> KnownPosition {
    let known: Line = serde_json::from_str(line).unwrap();
    let preset = match &known.rules[..] {
        "document" => Rules::DOCUMENT,
        "document-ace-high" => Rules::DOCUMENT_ACE_HIGH,
        "with-sheep" => Rules::WITH_SHEEP,
        "gongzhu" => Rules::GONGZHU,
        other => panic!("{other}"),
    };
    let rules = match known.pig_turning.as_deref() {
        None => preset,
        Some("never") => preset.with_pig_turning(PigTurning::Never),
        Some("with-all-scoring-cards") => preset.with_pig_turning(PigTurning::WithAllScoringCards),
        Some(other) => panic!("{other}"),
    };
    let set = |text: &Option<String>| -> CardSet { text.as_deref().unwrap_or("").parse().unwrap() };
    let hands = [&known.hand0, &known.hand1].map(|hand| hand.parse().unwrap());
    let leader = Player::from_index(known.leader).unwrap();
    let state = match &known.led {
        None => State::new(hands, leader),
        Some(led) => State::with_led(hands, leader, led.parse().unwrap()),
    };
    let suits = known.suits_led.as_deref().unwrap_or("");
    KnownPosition {
        rules: rules.with_exposed(set(&known.exposed)).unwrap(),
        state: state
            .unwrap()
            .with_taken([set(&known.taken0), set(&known.taken1)])
            .unwrap()
            .with_suits_led(suits.chars().map(|c| Suit::from_char(c).unwrap())),
        value: known.value,
        plays: (known.root.iter())
            .map(|play| (play.card.parse().unwrap(), play.value))
            .collect(),
        line,
    }
}
