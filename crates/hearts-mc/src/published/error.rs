use core::fmt;

use cards_core::{Card, Seat};

use super::PLAYERS;

/// Why a deal or a play is refused. Nothing has changed when it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GameError {
    /// A pack has another number of cards than 52.
    PackSize {
        /// How many cards it has.
        cards: usize,
    },
    /// A card stands twice in a pack, or in two hands.
    RepeatedCard {
        /// The card.
        card: Card,
    },
    /// The hands of a position are not of one size.
    UnequalHands {
        /// The first seat whose hand differs from seat 0's.
        seat: Seat,
        /// How many cards it holds.
        cards: usize,
        /// How many cards seat 0 holds.
        expected: usize,
    },
    /// Another seat is to play.
    OutOfTurn {
        /// The seat that was to play or to choose.
        seat: Seat,
        /// The seat whose turn it is.
        turn: Seat,
    },
    /// A card is not in the hand that is to play it.
    NotHeld {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// All cards have been played.
    DealOver,
    /// Four cards lie on the table: the trick must be ended first.
    TrickComplete,
    /// A trick is ended before its four cards lie on the table.
    TrickIncomplete {
        /// How many cards lie there.
        cards: usize,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::PackSize { cards } => {
                write!(f, "the pack has {cards} cards; 52 are dealt")
            }
            GameError::RepeatedCard { card } => {
                write!(f, "{card} is dealt twice; a pack holds each card once")
            }
            GameError::UnequalHands {
                seat,
                cards,
                expected,
            } => {
                write!(
                    f,
                    "the hand of seat {seat} has size {cards}; all have size {expected}, as seat 0's"
                )
            }
            GameError::OutOfTurn { seat, turn } => {
                write!(f, "seat {seat} is out of turn; seat {turn} is to play")
            }
            GameError::NotHeld { seat, card } => {
                write!(f, "seat {seat} does not hold {card}")
            }
            GameError::DealOver => f.write_str("all cards of the deal have been played"),
            GameError::TrickComplete => {
                write!(f, "the trick has its {PLAYERS} cards and must be ended")
            }
            GameError::TrickIncomplete { cards } => {
                write!(
                    f,
                    "the trick has {cards} of its {PLAYERS} cards; it cannot end yet"
                )
            }
        }
    }
}

impl core::error::Error for GameError {}
