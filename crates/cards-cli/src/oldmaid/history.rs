//! Hands, sizes and events as text and in JSON.

use std::str::FromStr;

use cards_core::Seat;
use oldmaid_infer::{Discards, Draw, Hand, Kind, KindSet};
use serde::de::Deserializer;
use serde::{Deserialize, Serialize};

use crate::input::TextOrList;

/// Cards by kind, such as `Q 7 10 joker`, or `Qr 7b` where colour matters; `-` for
/// none. In JSON also a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KindList(pub Vec<Kind>);

impl KindList {
    /// The hand of these cards.
    ///
    /// # Errors
    /// If there are more than four cards of a kind, which no pack has.
    pub fn hand(&self) -> Result<Hand, String> {
        let mut hand = Hand::EMPTY;
        for &kind in &self.0 {
            if hand.count(kind) == 4 {
                return Err(format!("more than four cards of {kind} are in one hand"));
            }
            hand.add(kind);
        }
        Ok(hand)
    }
}

impl FromStr for KindList {
    type Err = String;

    fn from_str(text: &str) -> Result<KindList, String> {
        let words = words(text).filter(|word| *word != "-");
        words
            .map(|word| word.parse::<Kind>().map_err(|error| error.to_string()))
            .collect()
    }
}

impl FromIterator<Kind> for KindList {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> KindList {
        KindList(kinds.into_iter().collect())
    }
}

impl<'de> Deserialize<'de> for KindList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextOrList::<KindList, Kind>::new(
            "cards such as \"Q 7 joker\", or a list of cards",
        ))
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c.is_whitespace() || ",;，；、".contains(c));
    words.filter(|word| !word.is_empty())
}

/// The pairs that each seat discarded, a kind a pair, seats apart by `/`: `A A K / -
/// / 5`. In JSON also a list of such lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairLists(pub Vec<KindList>);

impl PairLists {
    pub(super) fn discards(&self) -> Vec<Discards> {
        self.0
            .iter()
            .map(|pairs| pairs.0.iter().copied().collect())
            .collect()
    }
}

impl FromStr for PairLists {
    type Err = String;

    fn from_str(text: &str) -> Result<PairLists, String> {
        text.split('/').map(str::parse).collect()
    }
}

impl FromIterator<KindList> for PairLists {
    fn from_iter<I: IntoIterator<Item = KindList>>(lists: I) -> PairLists {
        PairLists(lists.into_iter().collect())
    }
}

impl<'de> Deserialize<'de> for PairLists {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextOrList::<PairLists, KindList>::new(
            "pairs such as \"A A K / - / 5\", or a list of lists",
        ))
    }
}

/// How many cards each seat holds: `7 6 8`. In JSON also a list of numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sizes(pub Vec<usize>);

impl FromStr for Sizes {
    type Err = String;

    fn from_str(text: &str) -> Result<Sizes, String> {
        let size = |word: &str| {
            word.parse()
                .map_err(|_| format!("'{}' is no number of cards", word.escape_default()))
        };
        words(text).map(size).collect()
    }
}

impl FromIterator<usize> for Sizes {
    fn from_iter<I: IntoIterator<Item = usize>>(sizes: I) -> Sizes {
        Sizes(sizes.into_iter().collect())
    }
}

impl<'de> Deserialize<'de> for Sizes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextOrList::<Sizes, usize>::new(
            "sizes such as \"7 6 8\", or a list of numbers",
        ))
    }
}

/// A draw: `0<2` if seat 0 draws from seat 2 and nothing is shown, `0<2:Q` if the
/// observer sees that it is a queen, `0<2=Q` if it pairs with one. In JSON also
/// `{"by": 0, "from": 2, "card": "Q", "paired": true}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event(pub Draw);

impl FromStr for Event {
    type Err = String;

    fn from_str(text: &str) -> Result<Event, String> {
        let wrong = || {
            format!(
                "'{}' is no draw; write 0<2 if seat 0 draws from seat 2, 0<2:Q if you see the card, 0<2=Q if it pairs",
                text.escape_default()
            )
        };
        let (by, rest) = text.split_once('<').ok_or_else(wrong)?;
        let split = rest.find([':', '=']);
        let (from, card) = rest.split_at(split.unwrap_or(rest.len()));
        let (by, from) = (seat(by)?, seat(from)?);
        let kind = |card: &str| card.parse::<Kind>().map_err(|error| error.to_string());
        Ok(Event(match card.chars().next() {
            None => Draw::hidden(by, from),
            Some(':') => Draw::seen(by, from, kind(&card[1..])?),
            Some(_) => Draw::paired(by, from, kind(&card[1..])?),
        }))
    }
}

fn seat(text: &str) -> Result<Seat, String> {
    let index = text.trim().parse::<usize>().ok();
    index
        .and_then(Seat::new)
        .ok_or_else(|| format!("'{}' is no seat", text.escape_default()))
}

/// What an event is as an object.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventFields {
    by: usize,
    from: usize,
    card: Option<Kind>,
    #[serde(default)]
    paired: bool,
}

impl TryFrom<EventFields> for Event {
    type Error = String;

    fn try_from(fields: EventFields) -> Result<Event, String> {
        let seat = |index: usize| Seat::new(index).ok_or_else(|| format!("{index} is no seat"));
        let (by, from) = (seat(fields.by)?, seat(fields.from)?);
        match (fields.card, fields.paired) {
            (None, true) => Err("a pair without its card".to_owned()),
            (Some(card), true) => Ok(Event(Draw::paired(by, from, card))),
            (card, false) => Ok(Event(Draw {
                by,
                from,
                card,
                discarded: KindSet::EMPTY,
            })),
        }
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "a draw such as \"0<2=Q\" or {\"by\": 0, \"from\": 2, \"card\": \"Q\", \"paired\": true}"
        )]
        enum Either {
            Text(String),
            Fields(EventFields),
        }
        let event = match Either::deserialize(deserializer)? {
            Either::Text(text) => text.parse(),
            Either::Fields(fields) => fields.try_into(),
        };
        event.map_err(serde::de::Error::custom)
    }
}

/// Draws in order: `0<2 1<0:5 2<1=Q`. In JSON also a list of draws.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events(pub Vec<Event>);

impl FromStr for Events {
    type Err = String;

    fn from_str(text: &str) -> Result<Events, String> {
        words(text).map(str::parse).collect()
    }
}

impl FromIterator<Event> for Events {
    fn from_iter<I: IntoIterator<Item = Event>>(events: I) -> Events {
        Events(events.into_iter().collect())
    }
}

impl<'de> Deserialize<'de> for Events {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextOrList::<Events, Event>::new(
            "draws such as \"0<2 1<0:5 2<1=Q\", or a list of draws",
        ))
    }
}

/// A draw as the text that is read.
pub(super) fn text_of(draw: &Draw) -> String {
    let Draw { by, from, card, .. } = draw;
    match card {
        None => format!("{by}<{from}"),
        Some(card) if draw.discarded.is_empty() => format!("{by}<{from}:{card}"),
        Some(card) => format!("{by}<{from}={card}"),
    }
}

/// A kind as a field of an answer.
pub(super) fn serialize_kind<S: serde::Serializer>(
    kind: &Kind,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    kind.to_string().serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_read_as_text_and_as_objects() {
        let events: Events = "0<2, 1<0:10\n2<1=joker".parse().unwrap();
        let texts: Vec<_> = events.0.iter().map(|event| text_of(&event.0)).collect();
        assert_eq!(texts, ["0<2", "1<0:T", "2<1=joker"]);
        let json = r#"["0<2", {"by": 1, "from": 0, "card": "10"}, {"by": 2, "from": 1, "card": "joker", "paired": true}]"#;
        assert_eq!(serde_json::from_str::<Events>(json).unwrap(), events);
        for wrong in ["0", "0>2", "0<9", "0<2=1", "a<b", "0<2:"] {
            assert!(wrong.parse::<Events>().is_err(), "{wrong}");
        }
        assert!(
            serde_json::from_str::<Events>(r#"[{"by": 1, "from": 0, "paired": true}]"#).is_err()
        );
    }

    #[test]
    fn pairs_stand_apart_by_seat() {
        let pairs: PairLists = "A A K / - / 5 / ".parse().unwrap();
        assert_eq!(pairs.0.len(), 4);
        assert_eq!(pairs.discards()[0].total(), 3);
        let list: PairLists = serde_json::from_str(r#"["A A K", [], ["5"], "-"]"#).unwrap();
        assert_eq!(list, pairs);
        assert!("5 5 5 5 5".parse::<KindList>().unwrap().hand().is_err());
    }
}
