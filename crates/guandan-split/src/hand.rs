use core::fmt;
use core::str::FromStr;

use cards_core::{AnyCard, Card, CardSet, Joker, Notation, Rank, Suit, text};

use crate::planes::Planes;
use crate::search::Suits;
use crate::{GuandanError, Level};

/// Physical cards of two packs: each of the 54 up to twice.
///
/// A dealt hand has 27 cards, one with a tribute 28; any number up to
/// [`Hand::MAX_CARDS`] is a hand here.
///
/// ```
/// use guandan_split::Hand;
///
/// let hand: Hand = "H5 H5 ST SB HR".parse()?;
/// assert_eq!(hand.to_string(), "♥5 ♥5 ♠T 小王 大王");
/// assert_eq!(hand.len(), 5);
/// assert_eq!("♥5 ♥5 ♠10 小王 大王".parse(), Ok(hand));
/// assert!("♥5 ♥5 ♥5".parse::<Hand>().is_err());
/// # Ok::<(), guandan_split::GuandanError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hand {
    /// The cards of which there is one at least, and those of which there are
    /// two.
    first: CardSet,
    second: CardSet,
    jokers: [u8; 2],
}

impl Hand {
    /// No card.
    pub const EMPTY: Hand = Hand {
        first: CardSet::EMPTY,
        second: CardSet::EMPTY,
        jokers: [0; 2],
    };

    /// Both packs.
    pub const FULL: Hand = Hand {
        first: CardSet::FULL,
        second: CardSet::FULL,
        jokers: [2; 2],
    };

    /// How many cards two packs have.
    pub const MAX_CARDS: usize = 108;

    /// The hand of some cards.
    ///
    /// # Errors
    /// [`GuandanError::ThirdCopy`] of a card that stands more than twice.
    pub fn from_cards(cards: impl IntoIterator<Item = AnyCard>) -> Result<Hand, GuandanError> {
        let mut hand = Hand::EMPTY;
        for card in cards {
            hand.insert(card)?;
        }
        Ok(hand)
    }

    /// How many cards.
    #[must_use]
    pub const fn len(self) -> usize {
        self.first.len() + self.second.len() + (self.jokers[0] + self.jokers[1]) as usize
    }

    /// Whether there is no card.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.first.is_empty() && self.jokers[0] == 0 && self.jokers[1] == 0
    }

    /// How often the hand holds a card, 0 to 2.
    #[must_use]
    pub const fn count(self, card: AnyCard) -> u8 {
        match card {
            AnyCard::Card(card) => {
                self.first.contains(card) as u8 + self.second.contains(card) as u8
            }
            AnyCard::Joker(joker) => self.jokers[joker.index()],
        }
    }

    /// How many cards of a rank, wild ones among them, 0 to 8.
    #[must_use]
    pub const fn count_rank(self, rank: Rank) -> u8 {
        let cards = CardSet::of_rank(rank);
        let both = self.first.intersection(cards).len() + self.second.intersection(cards).len();
        both as u8
    }

    /// How many wild cards at a level, 0 to 2.
    #[must_use]
    pub const fn wilds(self, level: Level) -> u8 {
        self.count(AnyCard::Card(level.wild_card()))
    }

    /// Adds a card.
    ///
    /// # Errors
    /// [`GuandanError::ThirdCopy`] if both are here already; the hand stays as
    /// it was.
    pub fn insert(&mut self, card: AnyCard) -> Result<(), GuandanError> {
        if self.count(card) == 2 {
            return Err(GuandanError::ThirdCopy { card });
        }
        match card {
            AnyCard::Card(card) if self.first.contains(card) => {
                self.second.insert(card);
            }
            AnyCard::Card(card) => {
                self.first.insert(card);
            }
            AnyCard::Joker(joker) => self.jokers[joker.index()] += 1,
        }
        Ok(())
    }

    /// Takes a card out.
    ///
    /// # Errors
    /// [`GuandanError::NotInHand`] if it is not here; the hand stays as it was.
    pub fn remove(&mut self, card: AnyCard) -> Result<(), GuandanError> {
        if self.count(card) == 0 {
            return Err(GuandanError::NotInHand { card });
        }
        match card {
            AnyCard::Card(card) if self.second.contains(card) => {
                self.second.remove(card);
            }
            AnyCard::Card(card) => {
                self.first.remove(card);
            }
            AnyCard::Joker(joker) => self.jokers[joker.index()] -= 1,
        }
        Ok(())
    }

    /// Whether the hand has all cards of another, each as often.
    #[must_use]
    pub const fn contains(self, other: Hand) -> bool {
        other.first.is_subset(self.first)
            && other.second.is_subset(self.second)
            && other.jokers[0] <= self.jokers[0]
            && other.jokers[1] <= self.jokers[1]
    }

    /// The hand without the cards of another.
    ///
    /// # Errors
    /// [`GuandanError::NotInHand`] of the first card that is missing.
    pub fn without(self, other: Hand) -> Result<Hand, GuandanError> {
        if !self.contains(other) {
            let missing = other
                .iter()
                .find(|&card| self.count(card) < other.count(card));
            let card = missing.unwrap_or(AnyCard::Joker(Joker::Big));
            return Err(GuandanError::NotInHand { card });
        }
        Ok(self.minus(other))
    }

    /// Without the cards of another, all of which are here.
    pub(crate) const fn minus(self, other: Hand) -> Hand {
        let (taken, twice) = (other.first, other.second);
        // What is taken once leaves the second copy, if there is one.
        let first = self
            .first
            .difference(taken.difference(self.second))
            .difference(twice);
        Hand {
            first,
            second: self.second.difference(taken),
            jokers: [
                self.jokers[0] - other.jokers[0],
                self.jokers[1] - other.jokers[1],
            ],
        }
    }

    /// The cards of both hands.
    ///
    /// # Errors
    /// [`GuandanError::ThirdCopy`] of a card that they hold more than twice.
    pub fn plus(self, other: Hand) -> Result<Hand, GuandanError> {
        let mut hand = self;
        for card in other.iter() {
            hand.insert(card)?;
        }
        Ok(hand)
    }

    /// The cards, from the two up to the ace, then the jokers; each rank from
    /// spades to clubs.
    pub fn iter(self) -> impl Iterator<Item = AnyCard> {
        let ranks = Rank::ALL.into_iter().flat_map(move |rank| {
            let suits = Suit::ALL.into_iter().rev();
            suits.map(move |suit| AnyCard::Card(Card::new(suit, rank)))
        });
        let jokers = Joker::ALL.into_iter().map(AnyCard::Joker);
        ranks
            .chain(jokers)
            .flat_map(move |card| core::iter::repeat_n(card, usize::from(self.count(card))))
    }

    /// The jokers, small ones and big ones.
    #[must_use]
    pub const fn jokers(self) -> [u8; 2] {
        self.jokers
    }

    /// The cards of a rank that are not wild at a level, spades first.
    pub(crate) fn naturals(self, rank: Rank, level: Level) -> impl Iterator<Item = Card> {
        let wild = level.wild_card();
        let suits = Suit::ALL.into_iter().rev();
        suits
            .map(move |suit| Card::new(suit, rank))
            .filter(move |&card| card != wild)
            .flat_map(move |card| core::iter::repeat_n(card, usize::from(self.count(card.into()))))
    }

    /// The cards by suit but for jokers and wild ones.
    pub(crate) const fn suits(self, level: Level) -> Suits {
        let wild = level.wild_card();
        Suits {
            first: self.first.without(wild).bits(),
            second: self.second.without(wild).bits(),
        }
    }

    /// The numbers of cards of each rank but for wild ones.
    pub(crate) const fn planes(self, level: Level) -> Planes {
        let suits = self.suits(level);
        Planes::from_suits(suits.first, suits.second)
    }

    /// The hand written in a notation, cards parted by spaces; `to_string()`
    /// uses [`Notation::Symbols`].
    #[must_use]
    pub const fn display(self, notation: Notation) -> HandDisplay {
        HandDisplay {
            hand: self,
            notation,
        }
    }
}

/// A hand in one [`Notation`], as [`Hand::display`] returns it.
#[derive(Clone, Copy, Debug)]
pub struct HandDisplay {
    hand: Hand,
    notation: Notation,
}

impl fmt::Display for HandDisplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.hand.iter().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            card.display(self.notation).fmt(f)?;
        }
        Ok(())
    }
}

/// The cards parted by spaces, `♥5 ♥5 ♠T 小王`; nothing for an empty hand.
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.display(Notation::Symbols).fmt(f)
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand({self})")
    }
}

/// Reads cards as [`text::cards`] does: `♥5 ♥5 ♠10 小王`, `H5 H5 ST SB`.
impl FromStr for Hand {
    type Err = GuandanError;

    fn from_str(text: &str) -> Result<Hand, GuandanError> {
        let mut hand = Hand::EMPTY;
        for card in text::cards(text) {
            hand.insert(card?)?;
        }
        Ok(hand)
    }
}
