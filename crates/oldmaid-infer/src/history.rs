//! What everybody sees of a game: its start, its draws, and the table.

use core::fmt;

use cards_core::Seat;

use crate::{Discards, DrawFrom, Kind, KindSet, Pairing, Rules};

/// The largest table.
pub(crate) const MAX_PLAYERS: usize = 6;

/// What everybody sees before the first draw.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Start {
    /// How many cards each seat holds once its pairs are out.
    pub sizes: Vec<usize>,
    /// The pairs that each seat has discarded.
    pub discards: Vec<Discards>,
    /// The seat whose turn is first, if it holds cards then.
    pub first: Seat,
}

/// One draw, with the pair that it may complete.
///
/// In the public history `card` is known only if it was paired. In what a seat
/// sees it is also known if that seat drew the card or gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Draw {
    /// Who draws.
    pub by: Seat,
    /// Whose card it is.
    pub from: Seat,
    /// The card, if it is known.
    pub card: Option<Kind>,
    /// The pairs discarded after it, one of each kind: none or the card's, but
    /// under [`Pairing::Optional`] pairs that were kept before as well.
    pub discarded: KindSet,
}

impl Draw {
    /// A draw that completes a pair.
    #[must_use]
    pub const fn paired(by: Seat, from: Seat, card: Kind) -> Draw {
        Draw {
            by,
            from,
            card: Some(card),
            discarded: KindSet::of(card),
        }
    }

    /// A draw that completes none, of a card that is not seen.
    #[must_use]
    pub const fn hidden(by: Seat, from: Seat) -> Draw {
        Draw {
            by,
            from,
            card: None,
            discarded: KindSet::EMPTY,
        }
    }

    /// A draw that completes none, of a card that is seen.
    #[must_use]
    pub const fn seen(by: Seat, from: Seat, card: Kind) -> Draw {
        Draw {
            by,
            from,
            card: Some(card),
            discarded: KindSet::EMPTY,
        }
    }

    /// The draw as a seat sees it.
    #[must_use]
    pub fn seen_by(self, seat: Seat) -> Draw {
        let shown =
            |&card: &Kind| seat == self.by || seat == self.from || self.discarded.contains(card);
        Draw {
            card: self.card.filter(shown),
            ..self
        }
    }
}

/// Sizes, discards and turn: what a table looks like between two draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    rules: Rules,
    sizes: [u8; MAX_PLAYERS],
    discards: Discards,
    turn: Seat,
    draws: u32,
}

impl Table {
    /// The table at the start.
    ///
    /// # Errors
    /// If the rules or the start cannot be.
    pub fn new(rules: &Rules, start: &Start) -> Result<Table, StartError> {
        rules.validate().map_err(StartError::Rules)?;
        let players = rules.players;
        for (what, found) in [
            ("sizes", start.sizes.len()),
            ("discards", start.discards.len()),
        ] {
            if found != players {
                return Err(StartError::Seats {
                    what,
                    found,
                    players,
                });
            }
        }
        if start.first.index() >= players {
            return Err(StartError::NoSuchSeat {
                seat: start.first,
                players,
            });
        }
        let mut discards = Discards::default();
        for (seat, own) in rules.seats().zip(&start.discards) {
            for (kind, pairs) in own.iter() {
                discards.0[kind.index()] = discards.0[kind.index()].saturating_add(pairs);
                if u16::from(discards.pairs(kind)) * 2 > u16::from(rules.copies(kind)) {
                    let copies = rules.copies(kind);
                    return Err(StartError::TooMany { seat, kind, copies });
                }
            }
        }
        let held = start
            .sizes
            .iter()
            .fold(0_usize, |sum, &size| sum.saturating_add(size));
        let found = held.saturating_add(2 * discards.total());
        if found != rules.cards() {
            return Err(StartError::Cards {
                found,
                expected: rules.cards(),
            });
        }
        let mut sizes = [0; MAX_PLAYERS];
        for (size, &given) in sizes.iter_mut().zip(&start.sizes) {
            // It fits: all of them together are not more than the pack.
            *size = given as u8;
        }
        let mut table = Table {
            rules: *rules,
            sizes,
            discards,
            turn: start.first,
            draws: 0,
        };
        if table.size(table.turn) == 0 {
            table.turn = table.seat_after(table.turn);
        }
        Ok(table)
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many cards a seat holds; 0 for a seat that the table does not have.
    #[must_use]
    pub fn size(&self, seat: Seat) -> usize {
        self.sizes.get(seat.index()).copied().map_or(0, usize::from)
    }

    /// How many cards each seat holds.
    pub fn sizes(&self) -> impl ExactSizeIterator<Item = usize> + Clone {
        self.sizes[..self.rules.players]
            .iter()
            .copied()
            .map(usize::from)
    }

    /// The pairs that have been discarded by all seats together.
    #[must_use]
    pub const fn discards(&self) -> &Discards {
        &self.discards
    }

    /// Whose turn it is; without meaning once the game is over.
    #[must_use]
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// How many cards have been drawn.
    #[must_use]
    pub const fn draws(&self) -> u32 {
        self.draws
    }

    /// Whether the game is over: one seat alone holds cards, or none.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.sizes.iter().filter(|&&size| size > 0).count() <= 1
    }

    /// The seats that a seat may draw from when it is its turn. A seat without
    /// cards is never among them.
    pub fn targets_of(&self, seat: Seat) -> impl Iterator<Item = Seat> + Clone {
        let players = self.rules.players;
        let others = (1..players).map(move |step| match self.rules.draw_from {
            DrawFrom::Previous => seat.plus(players - step, players),
            DrawFrom::Any | DrawFrom::Next => seat.plus(step, players),
        });
        let most = match self.rules.draw_from {
            DrawFrom::Any => players,
            DrawFrom::Previous | DrawFrom::Next => 1,
        };
        others.filter(|&other| self.size(other) > 0).take(most)
    }

    /// The seats that the seat whose turn it is may draw from; none once the
    /// game is over.
    pub fn targets(&self) -> impl Iterator<Item = Seat> + Clone {
        self.targets_of(self.turn)
    }

    /// The next seat after one that holds cards.
    fn seat_after(&self, seat: Seat) -> Seat {
        let players = self.rules.players;
        let turns = seat.next(players).turns(players);
        let mut holding = turns.filter(|&other| self.size(other) > 0);
        holding.next().unwrap_or(seat)
    }

    /// Checks what everybody sees of a draw. The card of the pair it completes
    /// is filled in.
    pub(crate) fn check(&self, draw: &Draw) -> Result<Draw, Problem> {
        let Draw { by, from, .. } = *draw;
        let players = self.rules.players;
        for seat in [by, from] {
            if seat.index() >= players {
                return Err(Problem::NoSuchSeat { seat, players });
            }
        }
        if self.is_over() {
            return Err(Problem::GameOver);
        }
        if by != self.turn {
            return Err(Problem::OutOfTurn {
                by,
                turn: self.turn,
            });
        }
        if by == from {
            return Err(Problem::OwnHand { by });
        }
        if self.size(from) == 0 {
            return Err(Problem::EmptyHand { from });
        }
        if let Some(target) = self.targets().next()
            && self.targets().all(|target| target != from)
        {
            return Err(Problem::WrongTarget { by, from, target });
        }
        if let Some(kind) = draw.card
            && self.rules.copies(kind) == 0
        {
            return Err(Problem::NoSuchKind { kind });
        }
        for kind in draw.discarded.iter() {
            let copies = self.rules.copies(kind);
            if copies == 0 {
                return Err(Problem::NoSuchKind { kind });
            }
            if copies < 2 {
                return Err(Problem::CannotPair { by, kind });
            }
            if 2 * (self.discards.pairs(kind) + 1) > copies {
                return Err(Problem::TooMany { kind, copies });
            }
        }
        if self.size(by) + 1 < 2 * draw.discarded.len() {
            return Err(Problem::TooFewCards { by });
        }
        if self.rules.pairing == Pairing::Optional {
            return Ok(*draw);
        }
        let mut pairs = draw.discarded.iter();
        let pair = pairs.next();
        if let Some(kind) = pairs.next() {
            return Err(Problem::NotTheCard { by, kind });
        }
        match (draw.card, pair) {
            (Some(card), Some(kind)) if card != kind => Err(Problem::NotTheCard { by, kind }),
            (card, pair) => Ok(Draw {
                card: card.or(pair),
                ..*draw
            }),
        }
    }

    /// Makes a draw that has been checked.
    pub(crate) fn apply(&mut self, draw: &Draw) {
        self.sizes[draw.from.index()] -= 1;
        self.sizes[draw.by.index()] += 1;
        self.sizes[draw.by.index()] -= 2 * draw.discarded.len() as u8;
        for kind in draw.discarded.iter() {
            self.discards.add(kind);
        }
        self.draws += 1;
        self.turn = self.seat_after(draw.by);
    }
}

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
