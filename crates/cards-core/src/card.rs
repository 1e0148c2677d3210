use core::fmt;
use core::num::NonZeroU8;

use crate::notation::{Notation, padded, write_rank, write_suit};
use crate::{Joker, Rank, Suit};

/// A card of the 52-card pack, in one byte (`Option<Card>` too).
///
/// Games disagree on how cards compare, so there is no `Ord`: sort by a key of
/// the game's own, such as `(card.suit().index(), order.place(card.rank()))`.
/// Jokers are kept out; a game that has them uses [`AnyCard`].
///
/// ```
/// use cards_core::{Card, Rank, Suit};
///
/// let pig = Card::new(Suit::Spades, Rank::Queen);
/// assert_eq!(pig.to_string(), "♠Q");
/// assert_eq!("QS".parse(), Ok(pig));
/// assert_eq!("黑桃Q".parse(), Ok(pig));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Card(NonZeroU8);

const _: () = {
    assert!(size_of::<Card>() == 1);
    assert!(size_of::<Option<Card>>() == 1);
};

impl Card {
    /// The card of a suit and a rank.
    #[must_use]
    pub const fn new(suit: Suit, rank: Rank) -> Card {
        match NonZeroU8::new((suit as u8) << 4 | (rank as u8 + 1)) {
            Some(bit) => Card(bit),
            None => unreachable!(),
        }
    }

    /// The card at a bit of a [`CardSet`](crate::CardSet), or `None` if the bit
    /// stands for no card.
    #[must_use]
    pub const fn from_bit(bit: u32) -> Option<Card> {
        if bit >= 64 {
            return None;
        }
        match (bit & 15, Suit::from_index((bit >> 4) as usize)) {
            (1..=13, Some(suit)) => match Rank::from_index((bit & 15) as usize - 1) {
                Some(rank) => Some(Card::new(suit, rank)),
                None => None,
            },
            _ => None,
        }
    }

    /// The bit that stands for the card in a [`CardSet`](crate::CardSet):
    /// 16 · suit + rank + 1, with the suit's and the rank's index.
    #[must_use]
    pub const fn bit(self) -> u32 {
        self.0.get() as u32
    }

    /// The suit.
    #[must_use]
    pub const fn suit(self) -> Suit {
        match self.0.get() >> 4 {
            0 => Suit::Clubs,
            1 => Suit::Diamonds,
            2 => Suit::Hearts,
            _ => Suit::Spades,
        }
    }

    /// The rank.
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[((self.0.get() & 15) - 1) as usize]
    }

    /// The place of the card in the new pack, clubs first, each suit from the
    /// two up to the ace: 13 · suit + rank, 0 to 51.
    #[must_use]
    pub const fn index(self) -> usize {
        Rank::COUNT * self.suit().index() + self.rank().index()
    }

    /// The card at a place of the new pack, or `None` from 52 on.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Card> {
        match (
            Suit::from_index(index / Rank::COUNT),
            Rank::from_index(index % Rank::COUNT),
        ) {
            (Some(suit), Some(rank)) => Some(Card::new(suit, rank)),
            _ => None,
        }
    }

    /// The card written in a notation; `to_string()` uses [`Notation::Symbols`].
    #[must_use]
    pub const fn display(self, notation: Notation) -> CardDisplay {
        CardDisplay {
            card: self,
            notation,
        }
    }
}

/// A card in one [`Notation`], as [`Card::display`] returns it.
#[derive(Clone, Copy, Debug)]
pub struct CardDisplay {
    card: Card,
    notation: Notation,
}

impl fmt::Display for CardDisplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        padded(f, |f| {
            write_suit(f, self.card.suit(), self.notation)?;
            write_rank(f, self.card.rank(), self.notation)
        })
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.display(Notation::Symbols).fmt(f)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A card of the pack or one of its jokers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnyCard {
    /// One of the 52.
    Card(Card),
    /// A joker.
    Joker(Joker),
}

impl AnyCard {
    /// The card, unless it is a joker.
    #[must_use]
    pub const fn card(self) -> Option<Card> {
        match self {
            AnyCard::Card(card) => Some(card),
            AnyCard::Joker(_) => None,
        }
    }

    /// The joker, if it is one.
    #[must_use]
    pub const fn joker(self) -> Option<Joker> {
        match self {
            AnyCard::Card(_) => None,
            AnyCard::Joker(joker) => Some(joker),
        }
    }

    /// The card written in a notation; `to_string()` uses [`Notation::Symbols`].
    #[must_use]
    pub const fn display(self, notation: Notation) -> AnyCardDisplay {
        AnyCardDisplay {
            card: self,
            notation,
        }
    }
}

impl From<Card> for AnyCard {
    fn from(card: Card) -> AnyCard {
        AnyCard::Card(card)
    }
}

impl From<Joker> for AnyCard {
    fn from(joker: Joker) -> AnyCard {
        AnyCard::Joker(joker)
    }
}

/// A card or joker in one [`Notation`], as [`AnyCard::display`] returns it.
#[derive(Clone, Copy, Debug)]
pub struct AnyCardDisplay {
    card: AnyCard,
    notation: Notation,
}

impl fmt::Display for AnyCardDisplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.card {
            AnyCard::Card(card) => card.display(self.notation).fmt(f),
            AnyCard::Joker(joker) => joker.display(self.notation).fmt(f),
        }
    }
}

impl fmt::Display for AnyCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.display(Notation::Symbols).fmt(f)
    }
}

impl fmt::Debug for AnyCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
