use core::fmt;
use core::ops::{Index, IndexMut};

use crate::notation::{Notation, padded, write_suit};

/// One of the four French suits.
///
/// Games disagree on how suits compare, so there is no `Ord`. The order of
/// [`Suit::ALL`] (and of [`Suit::index`]) is the order in which sets list
/// their cards: clubs, diamonds, hearts, spades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suit {
    /// ♣, 梅花.
    Clubs,
    /// ♦, 方块.
    Diamonds,
    /// ♥, 红桃.
    Hearts,
    /// ♠, 黑桃.
    Spades,
}

/// The colour of a suit's print. In serde, `black` or `red`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Color {
    /// Clubs and spades.
    Black,
    /// Diamonds and hearts.
    Red,
}

impl Suit {
    /// Every suit, in index order.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// How many suits there are.
    pub const COUNT: usize = Suit::ALL.len();

    /// The position in [`Suit::ALL`], 0 to 3.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The suit at a position of [`Suit::ALL`], or `None` from 4 on.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Suit> {
        match index {
            0 => Some(Suit::Clubs),
            1 => Some(Suit::Diamonds),
            2 => Some(Suit::Hearts),
            3 => Some(Suit::Spades),
            _ => None,
        }
    }

    /// The ASCII letter: `C`, `D`, `H` or `S`.
    #[must_use]
    pub const fn char(self) -> char {
        match self {
            Suit::Clubs => 'C',
            Suit::Diamonds => 'D',
            Suit::Hearts => 'H',
            Suit::Spades => 'S',
        }
    }

    /// The suit symbol: `♣`, `♦`, `♥` or `♠`.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Suit::Clubs => '♣',
            Suit::Diamonds => '♦',
            Suit::Hearts => '♥',
            Suit::Spades => '♠',
        }
    }

    /// The Chinese name: 梅花, 方块, 红桃 or 黑桃.
    #[must_use]
    pub const fn chinese(self) -> &'static str {
        match self {
            Suit::Clubs => "梅花",
            Suit::Diamonds => "方块",
            Suit::Hearts => "红桃",
            Suit::Spades => "黑桃",
        }
    }

    /// The suit that a letter (either case) or a symbol (filled or outlined)
    /// names, or `None`.
    #[must_use]
    pub const fn from_char(c: char) -> Option<Suit> {
        match c {
            'C' | 'c' | '♣' | '♧' => Some(Suit::Clubs),
            'D' | 'd' | '♦' | '♢' => Some(Suit::Diamonds),
            'H' | 'h' | '♥' | '♡' => Some(Suit::Hearts),
            'S' | 's' | '♠' | '♤' => Some(Suit::Spades),
            _ => None,
        }
    }

    /// The colour of the suit's print.
    #[must_use]
    pub const fn color(self) -> Color {
        match self {
            Suit::Clubs | Suit::Spades => Color::Black,
            Suit::Diamonds | Suit::Hearts => Color::Red,
        }
    }

    /// The suit written in a notation; `to_string()` uses [`Notation::Symbols`].
    #[must_use]
    pub const fn display(self, notation: Notation) -> SuitDisplay {
        SuitDisplay {
            suit: self,
            notation,
        }
    }
}

/// A suit in one [`Notation`], as [`Suit::display`] returns it.
#[derive(Clone, Copy, Debug)]
pub struct SuitDisplay {
    suit: Suit,
    notation: Notation,
}

impl fmt::Display for SuitDisplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        padded(f, |f| write_suit(f, self.suit, self.notation))
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.display(Notation::Symbols).fmt(f)
    }
}

/// One value a suit, indexed by [`Suit`].
///
/// ```
/// use cards_core::{BySuit, Suit};
///
/// let mut lengths = BySuit::default();
/// lengths[Suit::Hearts] += 3;
/// assert_eq!(lengths, BySuit::new([0, 0, 3, 0]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct BySuit<T>([T; 4]);

impl<T> BySuit<T> {
    /// The values in the order of [`Suit::ALL`].
    #[must_use]
    pub const fn new(values: [T; 4]) -> Self {
        BySuit(values)
    }

    /// Asks `value` once a suit, in the order of [`Suit::ALL`].
    #[must_use]
    pub fn from_fn(value: impl FnMut(Suit) -> T) -> Self {
        BySuit(Suit::ALL.map(value))
    }

    /// The values in the order of [`Suit::ALL`].
    #[must_use]
    pub fn into_array(self) -> [T; 4] {
        self.0
    }

    /// The same suits with other values.
    #[must_use]
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> BySuit<U> {
        BySuit(self.0.map(change))
    }

    /// Every suit with its value, in the order of [`Suit::ALL`].
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Suit, &T)> + ExactSizeIterator {
        Suit::ALL.into_iter().zip(&self.0)
    }

    /// Every suit with its value to change, in the order of [`Suit::ALL`].
    pub fn iter_mut(
        &mut self,
    ) -> impl DoubleEndedIterator<Item = (Suit, &mut T)> + ExactSizeIterator {
        Suit::ALL.into_iter().zip(&mut self.0)
    }
}

impl<T> Index<Suit> for BySuit<T> {
    type Output = T;

    fn index(&self, suit: Suit) -> &T {
        &self.0[suit.index()]
    }
}

impl<T> IndexMut<Suit> for BySuit<T> {
    fn index_mut(&mut self, suit: Suit) -> &mut T {
        &mut self.0[suit.index()]
    }
}
