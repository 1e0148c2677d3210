//! What a table looks like between two draws.

use cards_core::Seat;

use crate::{Discards, Draw, DrawFrom, Pairing, Problem, Rules, Start, StartError};

/// The largest table.
pub(crate) const MAX_PLAYERS: usize = 6;

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
