use core::fmt;

use cards_core::Rank;

use super::{Hand, HyperGeometric, WildSplitter};

/// Why a question to the program is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GuandanError {
    /// A hand has more cards of a rank than two packs.
    TooManyOfRank {
        /// The rank.
        rank: Rank,
        /// How many cards of it.
        count: u8,
    },
    /// A hand has more cards than [`Hand::MAX_CARDS`].
    TooManyCards {
        /// How many cards.
        cards: usize,
    },
    /// There are more wild cards than [`WildSplitter::MAX_WILDS`].
    TooManyWilds {
        /// How many wild cards.
        wild: u8,
    },
    /// A table of binomial coefficients of a size outside
    /// [`HyperGeometric::SIZES`].
    TableSize {
        /// The largest number to choose from.
        max_n: usize,
    },
    /// I hold more cards of a rank than there are.
    MoreThanAll {
        /// How many cards of the rank I hold.
        mine: u32,
        /// How many there are.
        copies: u32,
    },
    /// More cards of a rank are unseen than [`HyperGeometric::UNSEEN`], all
    /// cards that are.
    TooManyUnseen {
        /// How many cards of the rank.
        unseen: u32,
    },
}

impl fmt::Display for GuandanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GuandanError::TooManyOfRank { rank, count } => {
                let most = Hand::MAX_OF_RANK;
                write!(f, "{count} cards of rank {rank}; two packs have {most}")
            }
            GuandanError::TooManyCards { cards } => {
                let most = Hand::MAX_CARDS;
                write!(f, "a hand of {cards} cards; 0 to {most} are allowed")
            }
            GuandanError::TooManyWilds { wild } => {
                let most = WildSplitter::MAX_WILDS;
                write!(f, "{wild} wild cards; 0 to {most} are allowed")
            }
            GuandanError::TableSize { max_n } => {
                let (least, most) = HyperGeometric::SIZES.into_inner();
                write!(
                    f,
                    "binomial coefficients up to {max_n}; {least} to {most} are allowed"
                )
            }
            GuandanError::MoreThanAll { mine, copies } => {
                write!(f, "{mine} cards of a rank in hand; there are {copies}")
            }
            GuandanError::TooManyUnseen { unseen } => {
                let most = HyperGeometric::UNSEEN;
                write!(
                    f,
                    "{unseen} cards of a rank are unseen; {most} cards are in all"
                )
            }
        }
    }
}

impl core::error::Error for GuandanError {}
