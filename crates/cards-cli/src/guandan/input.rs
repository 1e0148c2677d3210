use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use guandan_split::{Hand, Kind, Level, Play, Reading, Rules, classify_by};
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::Refusal;

/// Cards of two packs, such as `♥5 ♥5 ♠10 小王`. In JSON also a list of cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandText(pub Hand);

impl FromStr for HandText {
    type Err = String;

    fn from_str(text: &str) -> Result<HandText, String> {
        text.parse()
            .map(HandText)
            .map_err(|error: guandan_split::GuandanError| error.to_string())
    }
}

struct HandVisitor;

impl<'de> Visitor<'de> for HandVisitor {
    type Value = HandText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cards such as \"♥5 ♥5 ♠10 小王\", or a list of cards")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<HandText, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut cards: A) -> Result<HandText, A::Error> {
        let mut hand = Hand::EMPTY;
        while let Some(card) = cards.next_element::<cards_core::AnyCard>()? {
            hand.insert(card).map_err(de::Error::custom)?;
        }
        Ok(HandText(hand))
    }
}

impl<'de> Deserialize<'de> for HandText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(HandVisitor)
    }
}

/// A level, 2 to A. In JSON a text, or a number from 2 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelText(pub Level);

impl FromStr for LevelText {
    type Err = String;

    fn from_str(text: &str) -> Result<LevelText, String> {
        text.parse()
            .map(LevelText)
            .map_err(|error: guandan_split::GuandanError| error.to_string())
    }
}

struct LevelVisitor;

impl Visitor<'_> for LevelVisitor {
    type Value = LevelText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a level such as \"5\" or \"A\", or a number from 2 to 10")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<LevelText, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<LevelText, E> {
        number.to_string().parse().map_err(E::custom)
    }
}

impl<'de> Deserialize<'de> for LevelText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LevelVisitor)
    }
}

/// The rules that have a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// The Huai'an competition rules of 2017.
    #[default]
    #[serde(rename = "huaian-2017")]
    #[value(name = "huaian-2017")]
    Huaian2017,
    /// The trial edition of the national rules of 2022.
    #[serde(rename = "trial-2022")]
    #[value(name = "trial-2022")]
    Trial2022,
    /// As huaian-2017, but no pair of jokers in a full house.
    NoJokerPair,
    /// The game of the document: no low aces in sequences, no pair of jokers in a
    /// full house.
    Document,
}

impl Preset {
    pub(super) fn rules(self) -> Rules {
        match self {
            Preset::Huaian2017 => Rules::HUAIAN_2017,
            Preset::Trial2022 => Rules::TRIAL_2022,
            Preset::Document => Rules::DOCUMENT,
            Preset::NoJokerPair => {
                let mut rules = Rules::HUAIAN_2017;
                rules.joker_pair_in_full_house = false;
                rules
            }
        }
    }
}

/// The readings of some cards, or those of a kind or play that is named.
pub(super) fn readings(
    cards: Hand,
    level: Level,
    rules: Rules,
    named: Option<&str>,
) -> Result<Vec<Reading>, Refusal> {
    let all = classify_by(cards, level, rules)?.to_vec();
    let Some(name) = named else {
        return Ok(all);
    };
    let is_named = |play: Play| play.to_string() == name || play.kind().name() == name;
    let some: Vec<Reading> = all
        .iter()
        .filter(|one| is_named(one.play()))
        .copied()
        .collect();
    if some.is_empty() {
        let list = list(&all);
        let hint = if Kind::from_name(name.split(' ').next().unwrap_or("")).is_none() {
            "; plays are named as here"
        } else {
            ""
        };
        let message = format!("{cards} cannot be read as '{name}', only as {list}{hint}");
        return Err(Refusal::Input(message));
    }
    Ok(some)
}

/// The one play that cards are.
pub(super) fn the_play(
    cards: Hand,
    level: Level,
    rules: Rules,
    named: Option<&str>,
    option: &str,
) -> Result<Play, Refusal> {
    let all = readings(cards, level, rules, named)?;
    match all[..] {
        [one] => Ok(one.play()),
        _ => Err(Refusal::Input(format!(
            "{cards} can be read as {}; say which with {option}",
            list(&all)
        ))),
    }
}

fn list(readings: &[Reading]) -> String {
    let names: Vec<String> = readings
        .iter()
        .map(|one| format!("'{}'", one.play()))
        .collect();
    names.join(", ")
}
