//! Seats, scores and plays as people and programs write them.

use std::fmt;
use std::str::FromStr;

use cards_core::{BySeat, Card, CardSet, Seat};
use hearts_mc::PLAYERS;
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::CardList;
use crate::input::TextOrList;

/// A seat: 0 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "i64")]
pub struct SeatIndex(pub Seat);

impl TryFrom<i64> for SeatIndex {
    type Error = String;

    fn try_from(index: i64) -> Result<SeatIndex, String> {
        let seat = usize::try_from(index).ok().and_then(Seat::new);
        match seat.filter(|seat| seat.index() < PLAYERS) {
            Some(seat) => Ok(SeatIndex(seat)),
            None => Err(format!("seat {index}; it must be 0 to 3")),
        }
    }
}

impl FromStr for SeatIndex {
    type Err = String;

    fn from_str(text: &str) -> Result<SeatIndex, String> {
        let index = text.trim().parse::<i64>();
        index
            .ok()
            .and_then(|index| SeatIndex::try_from(index).ok())
            .ok_or_else(|| "it must be 0 to 3".to_owned())
    }
}

/// Reads cards that may be missing: text, or a list as the answers have it.
pub(super) fn cards<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<CardSet>, D::Error> {
    struct Cards;
    impl<'de> Visitor<'de> for Cards {
        type Value = Option<CardSet>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("cards such as ♠AQ4 ♥KT5, or a list of cards")
        }

        fn visit_unit<E: de::Error>(self) -> Result<Option<CardSet>, E> {
            Ok(None)
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<Option<CardSet>, E> {
            text.parse().map(Some).map_err(E::custom)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Option<CardSet>, A::Error> {
            let mut cards = CardSet::EMPTY;
            while let Some(card) = list.next_element::<Card>()? {
                if cards.contains(card) {
                    return Err(de::Error::custom(format!("{card} stands twice")));
                }
                cards.insert(card);
            }
            Ok(Some(cards))
        }
    }
    deserializer.deserialize_any(Cards)
}

/// The four players' scores of a match: `12 30 0 45`. In JSON also a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals(pub BySeat<i32>);

/// The highest total, and with a minus the lowest.
const MOST: i32 = 1_000_000;

impl Totals {
    fn new(totals: &[i64]) -> Result<Totals, String> {
        let Ok(four) = <[i64; PLAYERS]>::try_from(totals) else {
            return Err(format!("{} totals; they must be four", totals.len()));
        };
        let mut checked = [0; PLAYERS];
        for (place, total) in checked.iter_mut().zip(four) {
            *place = i32::try_from(total)
                .ok()
                .filter(|total| (-MOST..=MOST).contains(total))
                .ok_or_else(|| format!("a total of {total}; it must be -{MOST} to {MOST}"))?;
        }
        Ok(Totals(BySeat::new(checked)))
    }
}

/// Numbers on their way to being four.
struct Numbers(Vec<i64>);

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Numbers, String> {
        let words = text
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty());
        let numbers = words.map(|word| {
            word.parse()
                .map_err(|_| format!("'{}' is no number", word.escape_debug()))
        });
        numbers.collect::<Result<_, _>>().map(Numbers)
    }
}

impl FromIterator<i64> for Numbers {
    fn from_iter<I: IntoIterator<Item = i64>>(numbers: I) -> Numbers {
        Numbers(numbers.into_iter().collect())
    }
}

impl FromStr for Totals {
    type Err = String;

    fn from_str(text: &str) -> Result<Totals, String> {
        Totals::new(&text.parse::<Numbers>()?.0)
    }
}

impl<'de> Deserialize<'de> for Totals {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expecting = "totals such as \"12 30 0 45\", or a list of four numbers";
        let numbers = deserializer.deserialize_any(TextOrList::<Numbers, i64>::new(expecting))?;
        Totals::new(&numbers.0).map_err(de::Error::custom)
    }
}

/// The plays of a deal in order: cards, `♣2 ♣5 ♣K ♣A ♦3`, or tricks, set apart by
/// `/` or a line's end, with the seat that leads before them or not:
/// `2: ♣2 ♣5 ♣K ♣A / 1: ♦3`. In JSON also a list of cards or of tricks, which are
/// text or lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plays {
    /// The cards.
    pub cards: Vec<Card>,
    /// Who is said to have led: the number of cards before, and the seat.
    pub leaders: Vec<(usize, SeatIndex)>,
}

/// Some cards of [`Plays`].
struct Part {
    leader: Option<SeatIndex>,
    cards: Vec<Card>,
    /// Whether they must be a trick.
    is_trick: bool,
}

impl Part {
    fn new(text: &str) -> Result<Part, String> {
        let (leader, cards) = match text.split_once([':', '：']) {
            Some((seat, cards)) if seat.trim().bytes().all(|b| b.is_ascii_digit()) => {
                let seat = seat
                    .parse()
                    .map_err(|error| format!("the seat before a colon: {error}"))?;
                (Some(seat), cards)
            }
            _ => (None, text),
        };
        let cards = cards.parse::<CardList>()?.0;
        Ok(Part {
            leader,
            is_trick: leader.is_some() || cards.len() > 1,
            cards,
        })
    }
}

impl Plays {
    fn new(mut parts: Vec<Part>) -> Result<Plays, String> {
        while parts
            .last()
            .is_some_and(|part| part.cards.is_empty() && part.leader.is_none())
        {
            parts.pop();
        }
        let tricks = parts.len() > 1 && parts.iter().any(|part| part.is_trick);
        let mut plays = Plays::default();
        for (place, part) in parts.iter().enumerate() {
            let cards = part.cards.len();
            let last = place + 1 == parts.len();
            if tricks && (cards > PLAYERS || (cards < PLAYERS && !last)) {
                return Err(format!("trick {} has {cards} cards", place + 1));
            }
            if let Some(leader) = part.leader {
                plays.leaders.push((plays.cards.len(), leader));
            }
            plays.cards.extend(&part.cards);
        }
        Ok(plays)
    }
}

impl FromStr for Plays {
    type Err = String;

    fn from_str(text: &str) -> Result<Plays, String> {
        let parts = text.split(['/', '\n', '|', ';']);
        let mut parts = parts.map(Part::new).collect::<Result<Vec<_>, _>>()?;
        if parts.len() > 1 {
            parts.iter_mut().for_each(|part| part.is_trick = true);
        }
        Plays::new(parts)
    }
}

impl<'de> Deserialize<'de> for Plays {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PlaysVisitor)
    }
}

struct PlaysVisitor;

impl<'de> Visitor<'de> for PlaysVisitor {
    type Value = Plays;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("plays such as \"♣2 ♣5 ♣K ♣A ♦3\", or a list of cards or of tricks")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Plays, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Plays, A::Error> {
        let mut parts = Vec::new();
        while let Some(PartElement(part)) = elements.next_element()? {
            parts.push(part);
        }
        Plays::new(parts).map_err(de::Error::custom)
    }
}

/// A [`Part`] in a list.
struct PartElement(Part);

impl<'de> Deserialize<'de> for PartElement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PartVisitor)
    }
}

struct PartVisitor;

impl<'de> Visitor<'de> for PartVisitor {
    type Value = PartElement;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a card, or a trick such as \"2: ♣2 ♣5 ♣K ♣A\" or a list of cards")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<PartElement, E> {
        Part::new(text).map(PartElement).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<PartElement, A::Error> {
        let mut cards = Vec::new();
        while let Some(card) = elements.next_element()? {
            cards.push(card);
        }
        Ok(PartElement(Part {
            leader: None,
            cards,
            is_trick: true,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Result<Plays, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn plays_are_read_in_every_way() {
        let plain: Plays = "♣2 ♣5 ♣K ♣A ♦3".parse().unwrap();
        assert_eq!(plain.cards.len(), 5);
        assert!(plain.leaders.is_empty());
        for text in ["c2 5c ♣KA/♦3", "♣2 ♣5 ♣K ♣A\n♦3\n", "♣25KA | ♦3 / "] {
            assert_eq!(text.parse().as_ref(), Ok(&plain), "{text}");
        }
        for text in [
            r#""♣2 ♣5 ♣K ♣A ♦3""#,
            r#"["♣2", "♣5", "♣K", "♣A", "♦3"]"#,
            r#"["♣2 ♣5 ♣K ♣A", "♦3"]"#,
            r#"[["♣2", "♣5", "♣K", "♣A"], ["♦3"]]"#,
            r#"[["♣2", "♣5", "♣K", "♣A"], "♦3", []]"#,
        ] {
            assert_eq!(json(text).as_ref(), Ok(&plain), "{text}");
        }
        let led = Plays {
            leaders: vec![
                (0, SeatIndex(Seat::new(2).unwrap())),
                (4, SeatIndex(Seat::FIRST)),
            ],
            ..plain
        };
        assert_eq!("2: ♣2 ♣5 ♣K ♣A / 0: ♦3".parse().as_ref(), Ok(&led));
        assert_eq!(json(r#"["2:♣25KA", "0:♦3"]"#).as_ref(), Ok(&led));
        assert_eq!("".parse(), Ok(Plays::default()));
        assert_eq!(json("[]"), Ok(Plays::default()));
    }

    #[test]
    fn plays_that_are_none_are_refused() {
        for (text, cause) in [
            ("♣2 ♣5 ♣K / ♦3", "trick 1 has 3 cards"),
            ("♣2 / ♦3", "trick 1 has 1 cards"),
            ("♣25KA / ♦3456 / ♦789TJ", "trick 3 has 5 cards"),
            ("/ ♦3", "trick 1 has 0 cards"),
            ("4: ♣2", "the seat before a colon: it must be 0 to 3"),
            (": ♣2", "the seat before a colon"),
            ("♣2 小王", "joker"),
            ("♣2 x", "expected"),
        ] {
            let error = text.parse::<Plays>().unwrap_err();
            assert!(error.contains(cause), "{text}: {error}");
        }
        assert!(
            json(r#"[["♣2"], ["♣3"]]"#)
                .unwrap_err()
                .contains("trick 1 has 1 cards")
        );
        assert!(json("[7]").unwrap_err().contains("a card, or a trick"));
        assert!(json("7").unwrap_err().contains("plays such as"));
    }

    #[test]
    fn totals_and_seats_have_bounds() {
        let four = BySeat::new([12, 30, 0, -45]);
        assert_eq!("12 30, 0 -45".parse(), Ok(Totals(four)));
        assert_eq!(
            serde_json::from_str::<Totals>("[12, 30, 0, -45]")
                .unwrap()
                .0,
            four
        );
        assert_eq!(
            "1 2 3".parse::<Totals>(),
            Err("3 totals; they must be four".to_owned())
        );
        assert!("0 0 0 1000001".parse::<Totals>().is_err());
        assert!("0 0 0 99999999999999999999".parse::<Totals>().is_err());
        assert!(serde_json::from_str::<Totals>("[0, 0, 0, 9223372036854775807]").is_err());
        assert!("3".parse::<SeatIndex>().is_ok());
        for text in ["4", "-1", "x", ""] {
            assert!(text.parse::<SeatIndex>().is_err());
        }
        for text in ["4", "-1", "1.5", "\"0\"", "18446744073709551615"] {
            assert!(serde_json::from_str::<SeatIndex>(text).is_err(), "{text}");
        }
    }
}
