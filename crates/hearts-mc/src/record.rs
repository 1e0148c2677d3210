//! What an app stores, in any serde format: rules as text, settings as plain fields,
//! and rounds, matches and views as what happened in them. Reading a record plays it
//! over by the rules, so that there is no way to read a state that cannot be.

use core::fmt;

use cards_core::{BySeat, Card, CardSet, Seat};
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::match_play::Match;
use crate::round::Round;
use crate::rules::text::{RulesOption, write_list};
use crate::rules::{Pass, Rules};
use crate::view::View;

/// Reads one of some names.
pub(crate) struct Named<T: 'static>(pub(crate) &'static [(&'static str, T)]);

impl<T: Copy> Visitor<'_> for Named<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("one of ")?;
        write_list(f, self.0.iter().map(|&(name, _)| name))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        let found = self.0.iter().find(|(name, _)| *name == text);
        let unknown = || E::invalid_value(de::Unexpected::Str(text), &self);
        found.map(|&(_, value)| value).ok_or_else(unknown)
    }
}

/// Rules are text. Where a format tells what stands there, they may also be an object
/// with a `preset` and options: `{"preset": "omnibus", "moon": "choice"}`.
impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(RulesVisitor)
        } else {
            deserializer.deserialize_str(RulesVisitor)
        }
    }
}

struct RulesVisitor;

impl<'de> Visitor<'de> for RulesVisitor {
    type Value = Rules;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("rules such as \"omnibus moon=choice\", or an object with preset and options")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Rules, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Rules, A::Error> {
        let mut preset: Option<Rules> = None;
        let mut options: Vec<(RulesOption, String)> = Vec::new();
        while let Some(field) = fields.next_key::<String>()? {
            // Several words may also be written with `_`.
            let field = field.replace('_', "-");
            let option = match RulesOption::from_name(&field) {
                Ok(option) => Some(option),
                Err(_) if field == "preset" => None,
                Err(error) => return Err(de::Error::custom(error)),
            };
            let Ok(NameOrNumber(value)) = fields.next_value() else {
                let message = format!("{field} must be a name or a number");
                return Err(de::Error::custom(message));
            };
            let twice = match option {
                None => {
                    let named = Rules::named(&value).map_err(de::Error::custom)?;
                    preset.replace(named).is_some()
                }
                Some(option) => {
                    let twice = options.iter().any(|(other, _)| *other == option);
                    options.push((option, value));
                    twice
                }
            };
            if twice {
                return Err(de::Error::custom(format!("{field} is given twice")));
            }
        }
        let mut rules = preset.unwrap_or_default();
        for (option, value) in options {
            rules.set(option, &value).map_err(de::Error::custom)?;
        }
        Ok(rules)
    }
}

/// A name, or a number as text.
struct NameOrNumber(String);

impl<'de> Deserialize<'de> for NameOrNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NameOrNumberVisitor)
    }
}

struct NameOrNumberVisitor;

impl Visitor<'_> for NameOrNumberVisitor {
    type Value = NameOrNumber;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name or a number")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<NameOrNumber, E> {
        Ok(NameOrNumber(text.to_owned()))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<NameOrNumber, E> {
        Ok(NameOrNumber(number.to_string()))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<NameOrNumber, E> {
        Ok(NameOrNumber(number.to_string()))
    }
}

/// A round: the cards dealt, and what has been passed and played. Who played each
/// card follows.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct RoundRecord {
    rules: Rules,
    direction: Pass,
    #[serde(default)]
    totals: BySeat<i32>,
    dealt: BySeat<CardSet>,
    #[serde(default)]
    passes: BySeat<Option<CardSet>>,
    #[serde(default)]
    plays: Vec<Card>,
}

/// As its rules, direction, the match's scores before it, hands as dealt, passes and
/// plays, which are passed and played over when it is read.
impl Serialize for Round {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let record = RoundRecord {
            rules: *self.rules(),
            direction: self.direction(),
            totals: *self.totals(),
            dealt: *self.dealt(),
            passes: BySeat::from_fn(|seat| self.passed(seat)),
            plays: self.plays().iter().map(|&(_, card)| card).collect(),
        };
        record.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Round {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let record = RoundRecord::deserialize(deserializer)?;
        let mut round = Round::new(&record.rules, record.direction, record.dealt)
            .map_err(wrong("dealt"))?
            .with_totals(record.totals);
        for (seat, passed) in record.passes.iter() {
            if let Some(cards) = *passed {
                round.pass(seat, cards).map_err(wrong("passes"))?;
            }
        }
        for (place, &card) in record.plays.iter().enumerate() {
            let number = place + 1;
            round
                .play(card)
                .map_err(|error| de::Error::custom(format!("plays: play {number}: {error}")))?;
        }
        Ok(round)
    }
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct MatchRecord {
    rules: Rules,
    #[serde(default)]
    scores: Vec<BySeat<i32>>,
}

/// As its rules and the scores of its deals.
impl Serialize for Match {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let record = MatchRecord {
            rules: *self.rules(),
            scores: self.scores().to_vec(),
        };
        record.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Match {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let record = MatchRecord::deserialize(deserializer)?;
        let mut game = Match::new(&record.rules);
        for scores in record.scores {
            let number = game.deal_number() + 1;
            game.add(scores)
                .map_err(|error| de::Error::custom(format!("scores: deal {number}: {error}")))?;
        }
        Ok(game)
    }
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ViewRecord {
    rules: Rules,
    seat: Seat,
    direction: Pass,
    #[serde(default)]
    totals: BySeat<i32>,
    dealt: CardSet,
    gave: Option<CardSet>,
    received: Option<CardSet>,
    leader: Option<Seat>,
    #[serde(default)]
    plays: Vec<Card>,
}

/// As its seat's hand as dealt and what the seat has seen since.
impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let start = self.starting_hand();
        let first = self.plays().first().map(|&(leader, _)| leader);
        let record = ViewRecord {
            rules: *self.rules(),
            seat: self.seat(),
            direction: self.direction(),
            totals: *self.totals(),
            dealt: match (self.gave(), self.received()) {
                (Some(gave), Some(received)) => (start - received) | gave,
                _ => start,
            },
            gave: self.gave(),
            received: self.received(),
            leader: first.or(self.turn()),
            plays: self.plays().iter().map(|&(_, card)| card).collect(),
        };
        record.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for View {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let record = ViewRecord::deserialize(deserializer)?;
        let mut view = View::start(&record.rules, record.seat, record.direction, record.dealt)
            .map_err(de::Error::custom)?
            .with_totals(record.totals);
        match (record.gave, record.received) {
            (None, None) => {}
            (Some(gave), None) => view.give(gave).map_err(wrong("gave"))?,
            (Some(gave), Some(received)) => {
                view.exchange(gave, received).map_err(wrong("received"))?;
            }
            (None, Some(_)) => return Err(de::Error::missing_field("gave")),
        }
        if let Some(leader) = record.leader {
            view.begin(leader).map_err(wrong("leader"))?;
        } else if !record.plays.is_empty() {
            return Err(de::Error::missing_field("leader"));
        }
        for &card in &record.plays {
            view.observe(card).map_err(wrong("plays"))?;
        }
        Ok(view)
    }
}

/// An error of a field.
fn wrong<E: de::Error, F: fmt::Display>(field: &'static str) -> impl Fn(F) -> E {
    move |error| E::custom(format!("{field}: {error}"))
}

/// Numbers that may be infinite, which not every format has: they are `"inf"` then.
pub(crate) mod number {
    use super::{Deserializer, Serializer, Visitor, de, fmt};

    pub(crate) fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        if number.is_infinite() && serializer.is_human_readable() {
            serializer.serialize_str(if *number > 0.0 { "inf" } else { "-inf" })
        } else {
            serializer.serialize_f64(*number)
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(NumberVisitor)
        } else {
            deserializer.deserialize_f64(NumberVisitor)
        }
    }

    struct NumberVisitor;

    impl Visitor<'_> for NumberVisitor {
        type Value = f64;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a number, or \"inf\"")
        }

        fn visit_f64<E: de::Error>(self, number: f64) -> Result<f64, E> {
            Ok(number)
        }

        fn visit_u64<E: de::Error>(self, number: u64) -> Result<f64, E> {
            Ok(number as f64)
        }

        fn visit_i64<E: de::Error>(self, number: i64) -> Result<f64, E> {
            Ok(number as f64)
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<f64, E> {
            match text {
                "inf" => Ok(f64::INFINITY),
                _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
            }
        }
    }
}
