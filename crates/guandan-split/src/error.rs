use core::fmt;

use cards_core::{AnyCard, ParseError, Rank};

use crate::{Face, Hand, Level, Play, RankCounts};

/// Why a question about Guandan is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GuandanError {
    /// A text is no card, or no list of them.
    Card {
        /// What was read, and where.
        error: ParseError,
    },
    /// A text is no level.
    Level {
        /// What was read, and where.
        error: ParseError,
    },
    /// A card stands for the third time; two packs have it twice.
    ThirdCopy {
        /// The card.
        card: AnyCard,
    },
    /// A card is to be taken from a hand that does not hold it (so often).
    NotInHand {
        /// The card.
        card: AnyCard,
    },
    /// A hand has more cards than the question allows.
    TooManyCards {
        /// How many cards.
        cards: usize,
        /// How many are allowed.
        most: usize,
    },
    /// More cards of a rank than two packs have.
    TooManyOfRank {
        /// The rank.
        rank: Rank,
        /// How many.
        count: u8,
        /// How many are possible.
        most: u8,
    },
    /// More wild cards than [`RankCounts::MAX_WILDS`].
    TooManyWilds {
        /// How many.
        wilds: u8,
    },
    /// More jokers of a kind than two.
    TooManyJokers {
        /// How many.
        jokers: u8,
    },
    /// A play is asked of no cards at all.
    NoCards,
    /// Cards that make no play.
    NoPlay {
        /// The cards.
        cards: Hand,
        /// The level.
        level: Level,
    },
    /// A play that does not exist, such as a straight whose highest card is a
    /// four.
    NoSuchPlay {
        /// What it should be.
        kind: crate::Kind,
        /// The face that should name it.
        face: Face,
        /// How many cards.
        size: u8,
        /// How many of them wild.
        wilds: u8,
    },
    /// A play that the cards of a hand do not make.
    Unplayable {
        /// The play.
        play: Play,
    },
    /// A cost of weights beyond [`crate::Weights::LARGEST`].
    WeightTooLarge {
        /// The cost.
        weight: i32,
    },
    /// Weights by which a straight flush costs more than a straight.
    FlushDearerThanStraight {
        /// The cost of a straight flush.
        flush: i32,
        /// The cost of a straight.
        straight: i32,
    },
}

impl fmt::Display for GuandanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GuandanError::Card { error } => error.fmt(f),
            GuandanError::Level { error } => write!(f, "no level: {error}"),
            GuandanError::ThirdCopy { card } => {
                write!(f, "{card} for the third time; two packs have it twice")
            }
            GuandanError::NotInHand { card } => write!(f, "the hand has no (other) {card}"),
            GuandanError::TooManyCards { cards, most } => {
                write!(f, "{cards} cards; 0 to {most} are allowed")
            }
            GuandanError::TooManyOfRank { rank, count, most } => {
                write!(f, "{count} cards of rank {rank}; there are {most}")
            }
            GuandanError::TooManyWilds { wilds } => {
                let most = RankCounts::MAX_WILDS;
                write!(f, "{wilds} wild cards; there are {most}")
            }
            GuandanError::TooManyJokers { jokers } => {
                write!(f, "{jokers} jokers of a kind; there are 2")
            }
            GuandanError::NoCards => f.write_str("no cards, so no play"),
            GuandanError::NoPlay { cards, level } => {
                write!(f, "{cards} make no play at level {level}")
            }
            GuandanError::NoSuchPlay {
                kind,
                face,
                size,
                wilds,
            } => write!(
                f,
                "there is no {kind} of {face} with {size} cards, {wilds} of them wild"
            ),
            GuandanError::Unplayable { play } => write!(f, "the hand cannot play a {play}"),
            GuandanError::WeightTooLarge { weight } => {
                let most = crate::Weights::LARGEST;
                write!(f, "a cost of {weight}; -{most} to {most} are allowed")
            }
            GuandanError::FlushDearerThanStraight { flush, straight } => write!(
                f,
                "a straight flush costs {flush}, more than a straight, {straight}"
            ),
        }
    }
}

impl core::error::Error for GuandanError {}

impl From<ParseError> for GuandanError {
    fn from(error: ParseError) -> GuandanError {
        GuandanError::Card { error }
    }
}
