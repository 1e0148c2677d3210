//! Why a game cannot start so, or a draw cannot have happened.

use core::fmt;

use cards_core::Seat;

use crate::Kind;

/// Why no game can start so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StartError {
    /// The rules themselves cannot be.
    Rules(crate::RulesError),
    /// There are not as many sizes or discards as players.
    Seats {
        /// Which list it is.
        what: &'static str,
        /// How long it is.
        found: usize,
        /// How many play.
        players: usize,
    },
    /// A seat that the table does not have.
    NoSuchSeat {
        /// The seat.
        seat: Seat,
        /// How many play.
        players: usize,
    },
    /// The cards do not add up to the pack.
    Cards {
        /// How many there are, in hands and discarded.
        found: usize,
        /// How many are dealt.
        expected: usize,
    },
    /// There are more cards of a kind than the pack has.
    TooMany {
        /// The seat at which the count goes beyond the pack.
        seat: Seat,
        /// The kind.
        kind: Kind,
        /// How many the pack has.
        copies: u8,
    },
    /// The pack does not have a kind.
    NoSuchKind {
        /// The seat that is to hold it.
        seat: Seat,
        /// The kind.
        kind: Kind,
    },
    /// A hand still has a pair, which should be out.
    KeptPair {
        /// The seat.
        seat: Seat,
        /// The kind.
        kind: Kind,
    },
    /// The observer's hand is not as large as its seat's size.
    OwnSize {
        /// The cards of the hand.
        hand: usize,
        /// The size that was given.
        size: usize,
    },
    /// Pairs may be kept, so that there is no posterior without a model of who
    /// keeps them.
    OptionalPairing,
    /// No deal leads there.
    Impossible,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Rules(error) => error.fmt(f),
            StartError::Seats { what, found, players } => {
                write!(f, "there are {found} {what} for {players} players")
            }
            StartError::NoSuchSeat { seat, players } => {
                write!(f, "there is no seat {seat} at a table of {players}")
            }
            StartError::Cards { found, expected } => write!(
                f,
                "there are {found} cards in hands and discarded, but the pack deals {expected}"
            ),
            StartError::TooMany { seat, kind, copies } => write!(
                f,
                "with those of seat {seat} there are more cards of {kind} than the {copies} of the pack"
            ),
            StartError::NoSuchKind { seat, kind } => {
                write!(f, "seat {seat} holds {kind}, which the pack does not have")
            }
            StartError::KeptPair { seat, kind } => {
                write!(f, "seat {seat} still holds a pair of {kind}, which should be out")
            }
            StartError::OwnSize { hand, size } => {
                write!(f, "the observer holds {hand} cards, but its seat has {size}")
            }
            StartError::OptionalPairing => f.write_str(
                "pairs may be kept under these rules; without a model of who keeps them there is no posterior",
            ),
            StartError::Impossible => f.write_str("no deal leads to these hands and discards"),
        }
    }
}

impl core::error::Error for StartError {}

/// A draw that cannot have happened. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EventError {
    /// Which draw it is, counted from 1.
    pub event: u32,
    /// What is wrong with it.
    pub problem: Problem,
}

impl fmt::Display for EventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: {}", self.event, self.problem)
    }
}

impl core::error::Error for EventError {}

/// What is wrong with a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// A seat that the table does not have.
    NoSuchSeat {
        /// The seat.
        seat: Seat,
        /// How many play.
        players: usize,
    },
    /// The game was over before.
    GameOver,
    /// It is another seat's turn.
    OutOfTurn {
        /// Who draws.
        by: Seat,
        /// Whose turn it is.
        turn: Seat,
    },
    /// A seat draws from itself.
    OwnHand {
        /// The seat.
        by: Seat,
    },
    /// A seat without cards is drawn from.
    EmptyHand {
        /// The seat.
        from: Seat,
    },
    /// The rules prescribe whom to draw from.
    WrongTarget {
        /// Who draws.
        by: Seat,
        /// From whom.
        from: Seat,
        /// From whom the rules say.
        target: Seat,
    },
    /// The pack does not have a kind.
    NoSuchKind {
        /// The kind.
        kind: Kind,
    },
    /// More cards of a kind are seen than the pack has.
    TooMany {
        /// The kind.
        kind: Kind,
        /// How many the pack has.
        copies: u8,
    },
    /// A seat discards more cards than it holds.
    TooFewCards {
        /// The seat.
        by: Seat,
    },
    /// A pair that does not contain the drawn card is discarded.
    NotTheCard {
        /// Who draws.
        by: Seat,
        /// The kind of that pair.
        kind: Kind,
    },
    /// A seat discards a pair that it cannot hold.
    CannotPair {
        /// The seat.
        by: Seat,
        /// The kind.
        kind: Kind,
    },
    /// A seat gives a card that it cannot hold.
    CannotHold {
        /// The seat.
        from: Seat,
        /// The card.
        kind: Kind,
    },
    /// A seat does not discard the pair that it must have.
    MustPair {
        /// The seat.
        by: Seat,
        /// The card, if it is known.
        kind: Option<Kind>,
    },
    /// The observer draws a card or gives one, and it is not said which.
    CardUnknown {
        /// The observer.
        seat: Seat,
    },
    /// A card is shown that the observer cannot have seen.
    CardUnseen {
        /// The observer.
        seat: Seat,
        /// The card.
        kind: Kind,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NoSuchSeat { seat, players } => {
                write!(f, "there is no seat {seat} at a table of {players}")
            }
            Problem::GameOver => f.write_str("the game is over; one seat alone holds cards"),
            Problem::OutOfTurn { by, turn } => {
                write!(f, "seat {by} draws, but it is the turn of seat {turn}")
            }
            Problem::OwnHand { by } => write!(f, "seat {by} draws from its own hand"),
            Problem::EmptyHand { from } => {
                write!(f, "seat {from} is drawn from, but holds no cards")
            }
            Problem::WrongTarget { by, from, target } => write!(
                f,
                "seat {by} draws from seat {from}, but these rules have it draw from seat {target}"
            ),
            Problem::NoSuchKind { kind } => write!(f, "the pack has no {kind}"),
            Problem::TooMany { kind, copies } => {
                write!(
                    f,
                    "more cards of {kind} are seen than the {copies} of the pack"
                )
            }
            Problem::TooFewCards { by } => {
                write!(f, "seat {by} discards more cards than it holds")
            }
            Problem::NotTheCard { by, kind } => write!(
                f,
                "seat {by} discards a pair of {kind} without having drawn one"
            ),
            Problem::CannotPair { by, kind } => {
                write!(f, "seat {by} discards a pair of {kind} that it cannot hold")
            }
            Problem::CannotHold { from, kind } => {
                write!(f, "seat {from} gives a {kind} that it cannot hold")
            }
            Problem::MustPair {
                by,
                kind: Some(kind),
            } => {
                write!(f, "seat {by} must hold another {kind} and discard the pair")
            }
            Problem::MustPair { by, kind: None } => {
                write!(
                    f,
                    "seat {by} must hold the mate of any card it draws, and discard the pair"
                )
            }
            Problem::CardUnknown { seat } => write!(
                f,
                "seat {seat} observes and sees the card of this draw, but it is not named"
            ),
            Problem::CardUnseen { seat, kind } => write!(
                f,
                "seat {seat} observes and cannot see that the card of this draw is {kind}"
            ),
        }
    }
}

impl core::error::Error for Problem {}
