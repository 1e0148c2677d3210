use core::fmt;

use cards_core::{Card, CardSet, Seat, Suit};

use super::account::{Account, Sum};
use super::deal::Deal;
use super::history::History;
use super::search::{Contexts, Exhausted, Position, Search};
use super::table::Table;
use super::{Objective, PLAYERS, State};
use crate::Rules;

/// An exact solver for four open hands.
///
/// It searches null windows depth first, with a table of bounds of the positions
/// at the start of a trick. A position is told by the owners and kinds of each
/// suit's cards in their order, by who leads, and by what matters of the cards
/// taken; two different ones never share a key. Of cards of one hand that are
/// worth the same with nobody else's between them it tries one.
///
/// The time grows four- or fivefold with a card a hand; 8 take in the order of ten
/// milliseconds (`cargo run --release --example four_hands -- 8 100`). For more, set a budget: when it runs out, the results are bounds that have been
/// proven until then.
#[derive(Debug)]
pub struct Solver {
    rules: Rules,
    table: Table,
    contexts: Contexts,
    budget: u64,
}

/// What has been proven of a value: it is at least `lower` and at most `upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
}

impl Bounds {
    const fn at(value: i32) -> Bounds {
        Bounds {
            lower: value,
            upper: value,
        }
    }

    /// The value, if the bounds agree.
    #[must_use]
    pub const fn exact(self) -> Option<i32> {
        if self.lower == self.upper {
            Some(self.lower)
        } else {
            None
        }
    }
}

/// The value of the game that goes on with a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RootPlay {
    /// The card.
    pub card: Card,
    /// The [`Objective`]'s value after it.
    pub value: Bounds,
}

/// All that a solved state has to tell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution {
    /// The [`Objective`]'s value when both sides play their best, what was taken
    /// before included.
    pub value: Bounds,
    /// Every legal play with its value, in the order of [`CardSet::iter`].
    pub plays: Vec<RootPlay>,
    /// The principal variation: a game in which every play keeps the value. It
    /// stops early where the budget did, and is empty if the value is not exact.
    pub line: Vec<Card>,
    /// The plays that were searched.
    pub nodes: u64,
}

impl Solver {
    /// The table's size in bytes, unless [`Solver::with_memory`] sets another.
    pub const MEMORY: usize = 4 << 20;

    /// A solver for these rules, without a budget.
    #[must_use]
    pub fn new(rules: Rules) -> Solver {
        Solver {
            rules,
            table: Table::new(Solver::MEMORY),
            contexts: Contexts::default(),
            budget: u64::MAX,
        }
    }

    /// The same solver with a table of at most this many bytes. It takes the
    /// largest power of two of entries that fits. Under rules that are not
    /// additive up to 50 MB more may be taken for what the cards taken amount to.
    ///
    /// # Errors
    /// If that is not enough for the smallest table, which has two entries.
    pub fn with_memory(mut self, bytes: usize) -> Result<Solver, SolverError> {
        if bytes < Table::SMALLEST {
            return Err(SolverError::Memory { bytes });
        }
        self.table = Table::new(bytes);
        Ok(self)
    }

    /// The same solver with a budget for each call: the plays that it may search.
    ///
    /// # Errors
    /// If the budget is 0.
    pub fn with_budget(mut self, nodes: u64) -> Result<Solver, SolverError> {
        if nodes == 0 {
            return Err(SolverError::Budget);
        }
        self.budget = nodes;
        Ok(self)
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The value of a state for an objective, what was taken before included.
    ///
    /// # Errors
    /// If the objective's seat is none of four.
    pub fn value(&mut self, state: &State, objective: Objective) -> Result<Bounds, SolverError> {
        let deal = self.deal(state, objective)?;
        let now = state.value(&self.rules, objective);
        if self.rules.is_additive() {
            Ok(Root::new(self, &deal, state, Sum(now)).value())
        } else {
            let piles = Deal::piles(&self.rules, state);
            Ok(Root::new(self, &deal, state, piles).value())
        }
    }

    /// The value of a state for an objective, that of every legal play, and a best
    /// play of both sides.
    ///
    /// # Errors
    /// If the objective's seat is none of four.
    pub fn solve(&mut self, state: &State, objective: Objective) -> Result<Solution, SolverError> {
        let deal = self.deal(state, objective)?;
        let now = state.value(&self.rules, objective);
        let legal = state.legal(&self.rules);
        if self.rules.is_additive() {
            Ok(Root::new(self, &deal, state, Sum(now)).solve(legal))
        } else {
            let piles = Deal::piles(&self.rules, state);
            Ok(Root::new(self, &deal, state, piles).solve(legal))
        }
    }

    fn deal(&mut self, state: &State, objective: Objective) -> Result<Deal, SolverError> {
        if let Some(seat) = objective.seat().filter(|seat| seat.index() >= PLAYERS) {
            return Err(SolverError::Seat { seat });
        }
        self.table.clear();
        self.contexts.clear();
        Ok(Deal::new(&self.rules, objective, state))
    }
}

/// The state to be solved, as the search sees it.
struct Root<'a, A> {
    search: Search<'a>,
    position: Position,
    account: A,
    /// What is known without a search.
    known: Bounds,
}

impl<'a, A: Account> Root<'a, A> {
    fn new(solver: &'a mut Solver, deal: &'a Deal, state: &State, account: A) -> Root<'a, A> {
        // The cards on the table are still to be taken.
        let known = account.bounds(deal, deal.all());
        Root {
            search: Search {
                deal,
                table: &mut solver.table,
                contexts: &mut solver.contexts,
                history: History::new(),
                nodes: 0,
                limit: solver.budget,
            },
            position: Position::of(state, deal),
            account,
            known,
        }
    }

    fn value(mut self) -> Bounds {
        let now = self.account.value(self.search.deal);
        if self.position.is_over() {
            return Bounds::at(now);
        }
        let position = self.position;
        self.resolve(&position, self.account, self.known, now)
    }

    /// Narrows what is known of a position to its value, or as far as the budget
    /// lasts: null windows from the guess to where the bounds point (MTD(f); Plaat
    /// et al., "Best-first fixed-depth minimax algorithms", Artificial Intelligence
    /// 87 (1996)), then by halves.
    fn resolve(
        &mut self,
        position: &Position,
        account: A,
        mut bounds: Bounds,
        guess: i32,
    ) -> Bounds {
        const STEPS: u32 = 8;
        let mut next = guess.clamp(bounds.lower, bounds.upper);
        let mut step = 0;
        while bounds.lower < bounds.upper {
            // Whether the value is `next` or more.
            let next_or_more = next.max(bounds.lower + 1);
            match self.search.test(position, account, next_or_more - 1) {
                Err(Exhausted) => break,
                Ok(value) if value >= next_or_more => bounds.lower = value,
                Ok(value) => bounds.upper = value,
            }
            step += 1;
            next = if step < STEPS {
                // The bound that the last test has moved.
                if bounds.lower >= next_or_more {
                    bounds.lower + 1
                } else {
                    bounds.upper
                }
            } else {
                i32::midpoint(bounds.lower, bounds.upper)
            };
        }
        bounds
    }

    fn solve(mut self, legal: CardSet) -> Solution {
        let deal = self.search.deal;
        if self.position.is_over() {
            return Solution {
                value: self.value(),
                plays: Vec::new(),
                line: Vec::new(),
                nodes: 0,
            };
        }
        let moves = self.position.moves(deal);
        let values = self.values(moves);
        let maximises = deal.maximises[self.position.turn()];
        let value = values.iter().map(|(_, bounds)| *bounds).reduce(|a, b| {
            let better = if maximises { Ord::max } else { Ord::min };
            Bounds {
                lower: better(a.lower, b.lower),
                upper: better(a.upper, b.upper),
            }
        });
        let value = value.unwrap_or(self.known);
        let plays = legal.iter().map(|card| {
            let number = deal.number(card);
            let like = number.and_then(|number| self.position.equal_of(deal, moves, number));
            let of_equal = values.iter().find(|(card, _)| Some(*card) == like);
            RootPlay {
                card,
                value: of_equal.map_or(self.known, |(_, bounds)| *bounds),
            }
        });
        let plays = plays.collect();
        let line = match value.exact() {
            Some(value) => self.line(value),
            None => Vec::new(),
        };
        Solution {
            value,
            plays,
            line,
            nodes: self.search.nodes,
        }
    }

    /// The value of each move. They share the budget evenly; what some leave of
    /// their share goes to the others.
    fn values(&mut self, moves: u64) -> Vec<(u8, Bounds)> {
        let deal = self.search.deal;
        let budget = self.search.limit;
        let mut guess = self.account.value(deal);
        let mut values: Vec<_> = Numbers(moves).map(|card| (card, self.known)).collect();
        loop {
            let before = self.search.nodes;
            let mut open = values
                .iter()
                .filter(|(_, bounds)| bounds.exact().is_none())
                .count();
            for (card, bounds) in &mut values {
                if bounds.exact().is_some() {
                    continue;
                }
                let nodes = self.search.nodes;
                self.search.limit = nodes + (budget - nodes).div_ceil(open as u64);
                open -= 1;
                let (next, account) = self.position.after(deal, self.account, *card);
                *bounds = if next.is_over() {
                    Bounds::at(account.value(deal))
                } else {
                    self.resolve(&next, account, *bounds, guess)
                };
                guess = bounds.exact().unwrap_or(guess);
            }
            self.search.limit = budget;
            let is_done = values.iter().all(|(_, bounds)| bounds.exact().is_some());
            if is_done || self.search.nodes == before {
                return values;
            }
        }
    }

    /// A play of both sides that keeps the value, as far as the budget lasts.
    fn line(&mut self, value: i32) -> Vec<Card> {
        let deal = self.search.deal;
        let mut line = Vec::new();
        let (mut position, mut account) = (self.position, self.account);
        while !position.is_over() {
            let maximises = deal.maximises[position.turn()];
            let mut kept = None;
            for card in Numbers(position.moves(deal)) {
                let (next, account) = position.after(deal, account, card);
                let found = if next.is_over() {
                    account.value(deal) == value
                } else if maximises {
                    // No move does better than the value.
                    match self.search.test(&next, account, value - 1) {
                        Ok(bound) => bound >= value,
                        Err(Exhausted) => return line,
                    }
                } else {
                    match self.search.test(&next, account, value) {
                        Ok(bound) => bound <= value,
                        Err(Exhausted) => return line,
                    }
                };
                if found {
                    kept = Some((card, next, account));
                    break;
                }
            }
            let Some((card, next, next_account)) = kept else {
                unreachable!("a position whose value no move keeps")
            };
            line.push(deal.card(card));
            (position, account) = (next, next_account);
        }
        line
    }
}

impl Position {
    pub(crate) fn of(state: &State, deal: &Deal) -> Position {
        let hand = |seat: usize| Seat::new(seat).map_or(0, |seat| deal.set(state.hand(seat)));
        let mut position = Position {
            hands: [hand(0), hand(1), hand(2), hand(3)],
            leader: state.leader().index() as u8,
            trick: [0; PLAYERS],
            played: 0,
            best: 0,
            winner: 0,
            suits_led: Suit::ALL
                .into_iter()
                .filter(|&suit| state.was_led(suit))
                .fold(0, |suits, suit| suits | 1 << suit.index()),
        };
        for number in state.trick().filter_map(|card| deal.number(card)) {
            // As if the card were still in hand; a trick under way has no fourth.
            (position, _) = position.after(deal, Sum(0), number);
        }
        position
    }
}

/// The numbers of the cards of a set, from below.
struct Numbers(u64);

impl Iterator for Numbers {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let number = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(number)
    }
}

/// What a solver cannot do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolverError {
    /// An objective's seat beyond the fourth.
    Seat {
        /// The seat.
        seat: Seat,
    },
    /// A budget of 0.
    Budget,
    /// Too little memory for a table.
    Memory {
        /// The bytes.
        bytes: usize,
    },
}

impl fmt::Display for SolverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolverError::Seat { seat } => write!(f, "seat {seat}; it must be 0 to 3"),
            SolverError::Budget => f.write_str("a budget of 0 plays; it must be at least 1"),
            SolverError::Memory { bytes } => write!(
                f,
                "a table of {bytes} bytes; it must have at least {}",
                Table::SMALLEST
            ),
        }
    }
}

impl core::error::Error for SolverError {}
