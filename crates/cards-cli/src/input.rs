//! Kinds of values that options and JSON fields share.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use cards_core::{Card, ParseError, Suit, text};
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Cards in an order, such as that of play: `♠Q ♥2 ♥K`. In JSON also a list of
/// cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardList(pub Vec<Card>);

impl FromStr for CardList {
    type Err = String;

    fn from_str(list: &str) -> Result<CardList, String> {
        let mut cards = Vec::new();
        for card in text::cards(list) {
            let card = card.map_err(|error| error.to_string())?;
            cards.push(card.card().ok_or_else(|| format!("{card} is a joker"))?);
        }
        Ok(CardList(cards))
    }
}

impl FromIterator<Card> for CardList {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardList {
        CardList(cards.into_iter().collect())
    }
}

/// Suits, such as `♠♥` or `S, H`. In JSON also a list of suits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SuitList(pub Vec<Suit>);

impl FromStr for SuitList {
    type Err = String;

    fn from_str(list: &str) -> Result<SuitList, String> {
        let words = list.split(|c: char| c.is_whitespace() || ",，、".contains(c));
        let mut suits = Vec::new();
        for word in words.filter(|word| !matches!(*word, "" | "-")) {
            match word.parse() {
                Ok(suit) => suits.push(suit),
                // Several of them without anything between.
                Err(_) => suits.extend(run_of_suits(word).map_err(|error| error.to_string())?),
            }
        }
        Ok(SuitList(suits))
    }
}

fn run_of_suits(word: &str) -> Result<Vec<Suit>, ParseError> {
    word.chars()
        .filter(|c| !matches!(c, '\u{FE0F}' | '\u{FE0E}'))
        .map(|c| c.to_string().parse())
        .collect()
}

impl FromIterator<Suit> for SuitList {
    fn from_iter<I: IntoIterator<Item = Suit>>(suits: I) -> SuitList {
        SuitList(suits.into_iter().collect())
    }
}

/// Reads text, or a list of the elements.
pub(crate) struct TextOrList<L, E> {
    expecting: &'static str,
    list: PhantomData<(L, E)>,
}

impl<L, E> TextOrList<L, E> {
    /// A reader that says what it expects if something else is found.
    pub(crate) const fn new(expecting: &'static str) -> TextOrList<L, E> {
        TextOrList {
            expecting,
            list: PhantomData,
        }
    }
}

impl<'de, L, E> Visitor<'de> for TextOrList<L, E>
where
    L: FromStr<Err = String> + FromIterator<E>,
    E: Deserialize<'de>,
{
    type Value = L;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expecting)
    }

    fn visit_str<Error: de::Error>(self, text: &str) -> Result<L, Error> {
        text.parse().map_err(Error::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<L, A::Error> {
        std::iter::from_fn(|| elements.next_element().transpose()).collect()
    }
}

impl<'de> Deserialize<'de> for CardList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextOrList::<CardList, Card>::new(
            "cards such as \"♠Q ♥2\", or a list of cards",
        ))
    }
}

impl<'de> Deserialize<'de> for SuitList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextOrList::<SuitList, Suit>::new(
            "suits such as \"♠♥\", or a list of suits",
        ))
    }
}

/// A player that a name stands for.
pub trait PlayerName: FromStr<Err = String> {
    /// What is expected where something that names no players is read.
    const EXPECTED: &'static str;
}

/// Players by seat, as words with spaces or commas between. In JSON also a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerList<P>(pub Vec<P>);

impl<P: PlayerName> FromStr for PlayerList<P> {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerList<P>, String> {
        let words = text
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty());
        words.map(str::parse).collect()
    }
}

impl<P> FromIterator<P> for PlayerList<P> {
    fn from_iter<I: IntoIterator<Item = P>>(players: I) -> PlayerList<P> {
        PlayerList(players.into_iter().collect())
    }
}

impl<'de, P: PlayerName + Deserialize<'de>> Deserialize<'de> for PlayerList<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextOrList::<PlayerList<P>, P>::new(P::EXPECTED))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suits(list: &str) -> Result<String, String> {
        let suits: SuitList = list.parse()?;
        Ok(suits.0.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn suits_are_read_in_every_way() {
        for list in [
            "♠♥",
            "♠ ♥",
            "S,H",
            "sh",
            "黑桃 红桃",
            "黑桃、红心",
            "♠\u{FE0F}♥\u{FE0F}",
        ] {
            assert_eq!(suits(list).as_deref(), Ok("♠♥"), "{list}");
        }
        assert_eq!(suits("-").as_deref(), Ok(""));
        assert!(suits("♠X").unwrap_err().starts_with("expected"));
        let read: SuitList = serde_json::from_str(r#"["♠", "H"]"#).unwrap();
        assert_eq!(read.0, [Suit::Spades, Suit::Hearts]);
        assert!(serde_json::from_str::<SuitList>("7").is_err());
    }

    #[test]
    fn cards_keep_their_order() {
        let read: CardList = serde_json::from_str(r#"["♠Q", "h2", "♠Q"]"#).unwrap();
        assert_eq!("SQ ♥2 QS".parse(), Ok(read.clone()));
        assert_eq!(
            serde_json::from_str::<CardList>(r#""♠Q ♥2 ♠Q""#).unwrap(),
            read
        );
        assert!("♠Q 小王".parse::<CardList>().unwrap_err().contains("joker"));
        assert!("♠Q x".parse::<CardList>().is_err());
    }
}
