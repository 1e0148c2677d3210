//! The exact solver.

mod deal;
mod endgame;
mod engine;
mod general;
mod order;
mod piles;
mod position;
mod root;
mod search;
mod table;
#[cfg(test)]
mod tests;
#[cfg(feature = "tuning")]
pub mod tuning;
mod watch;
mod weights;
mod worth;

use core::fmt;
use std::time::{Duration, Instant};

use cards_core::{Card, CardSet};

use crate::{Player, Rules, State};
use engine::{Additive, AtDeal};
use general::General;
use order::Order;
use piles::Scoring;
use position::Layout;
use watch::Watch;

/// An exact solver of two-hand games with open hands, of any size and under any
/// [`Rules`].
///
/// It keeps its tables from state to state: keep it too, one a thread. (Under
/// rules that are not additive, what was searched is of use to the same deal
/// alone.) What it returns does not depend on what it solved before, but the nodes
/// that it takes do.
///
/// ```
/// use gongzhu_solver::{Player, Rules, Solver, State};
///
/// let state = State::new(["♠Q3 ♥K2".parse()?, "♠K7 ♥A ♦4".parse()?], Player::Zero)?;
/// let mut solver = Solver::new(Rules::DOCUMENT_ACE_HIGH);
/// let solution = solver.solve(&state);
/// assert_eq!(solution.value, 16);
/// assert_eq!(solution.line.len(), 8);
/// assert_eq!(solver.best_plays(&state), "♥K2".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # How
/// A search with zero-width windows that close in on the value, a transposition
/// table with whole keys of relative ranks, cards of equal effect taken as one,
/// moves in an order fitted to earlier searches, and, for additive rules, a table
/// of every small position.
///
/// Time and memory by cards a hand: see `cargo bench -p gongzhu-solver`.
#[derive(Debug)]
pub struct Solver {
    rules: Rules,
    config: Config,
    kind: Kind,
    /// The time that the search under way may take, if there is a limit.
    time: Option<Duration>,
}

/// The searches, by what the rules allow.
#[derive(Debug)]
enum Kind {
    /// Additive rules with at most one marked card.
    One(Box<Additive<1>>),
    /// Additive rules with two marked cards.
    Two(Box<Additive<2>>),
    /// Any rules.
    Any(Box<Any>),
}

#[derive(Debug)]
struct Any {
    scoring: Scoring,
    order: Order,
    search: General,
}

/// What a [`Solver`] may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Config {
    /// The bytes that its tables may take together, at most; they grow only as
    /// far as the states that it is given are worth it. Some 20 KiB are taken
    /// in any case. 80 MiB by default, enough for the whole pack. (While a state is
    /// solved under rules that are not additive, up to 0.6 MB more are.)
    pub memory: usize,
    /// Which small positions are tabulated.
    pub endgames: Endgames,
}

/// Which small positions a [`Solver`] of additive rules tabulates. Others have no
/// such table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Endgames {
    /// More and more, as the work done and the states to come are worth it: up to
    /// 6 cards a hand, which takes some 0.06 s once, and up to 7, some 0.4 s, for
    /// states of more than 20.
    Growing,
    /// Those of up to this many cards a hand, from the start: 0 to 8, as far as
    /// the memory allows. Under the document's rules 6 cards take 1.2 MB, 7 take
    /// 7.1 MB, and 8 take 40 MB.
    UpTo(usize),
}

impl Default for Config {
    fn default() -> Config {
        Config {
            memory: 80 << 20,
            endgames: Endgames::Growing,
        }
    }
}

impl Config {
    /// The same with so many bytes for the tables.
    #[must_use]
    pub const fn with_memory(mut self, bytes: usize) -> Config {
        self.memory = bytes;
        self
    }

    /// The same with these small positions tabulated.
    #[must_use]
    pub const fn with_endgames(mut self, endgames: Endgames) -> Config {
        self.endgames = endgames;
        self
    }
}

/// The value of one play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RootPlay {
    /// The card.
    pub card: Card,
    /// Player 0's final score minus player 1's, if this card is played and then
    /// both play their best.
    pub value: i32,
}

/// All that a solved state has to tell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution {
    /// Player 0's final score minus player 1's, what was taken before included.
    pub value: i32,
    /// Every legal play with its value, in the order of [`CardSet::iter`].
    pub plays: Vec<RootPlay>,
    /// The principal variation: a game in which every play keeps the value.
    pub line: Vec<Card>,
    /// The search nodes that all this took. It depends on what the solver did
    /// before.
    pub nodes: u64,
}

/// How much a search may cost, at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The nodes; `None` for any number.
    pub nodes: Option<u64>,
    /// The time; `None` for any. The clock is read every 256 nodes, and tables do
    /// not grow by more than the time is worth.
    pub time: Option<Duration>,
}

/// What is proven of a value: player 0's final score minus player 1's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Bounds {
    /// It is at least this.
    pub lower: i32,
    /// It is at most this.
    pub upper: i32,
    /// The nodes that the search took.
    pub nodes: u64,
}

impl Bounds {
    /// The value, if it is known.
    #[must_use]
    pub const fn value(&self) -> Option<i32> {
        if self.lower == self.upper {
            Some(self.lower)
        } else {
            None
        }
    }
}

/// A budget of nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BudgetError {
    /// No nodes.
    NoNodes,
    /// No time.
    NoTime,
}

impl fmt::Display for BudgetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BudgetError::NoNodes => "a budget of 0 nodes; it must be at least 1",
            BudgetError::NoTime => "a budget of no time; it must be more",
        })
    }
}

impl core::error::Error for BudgetError {}

/// Runs an expression with the search that fits a solver's rules, made ready for
/// a state: `$engine` and `$rules` are bound in it.
macro_rules! with_engine {
    ($solver:expr, $state:expr, |$engine:ident, $rules:ident| $body:expr) => {{
        let Solver {
            rules: $rules,
            config,
            kind,
            time,
        } = $solver;
        let n = $state.tricks_left();
        match kind {
            Kind::One($engine) => {
                $engine.begin(n, config, *time);
                let $engine = &mut **$engine;
                $body
            }
            Kind::Two($engine) => {
                $engine.begin(n, config, *time);
                let $engine = &mut **$engine;
                $body
            }
            Kind::Any(any) => {
                let bytes = any.search.table.in_time(any::bytes(n), *time);
                any.search.start(bytes.min(config.memory), $state);
                let $engine = &mut AtDeal {
                    general: &mut any.search,
                    deal: deal::Deal::new($rules, &any.scoring, &any.order, $state),
                    rules: $rules,
                };
                $body
            }
        }
    }};
}

mod any {
    /// The bytes that a table is worth for a deal of `n` cards a hand.
    pub(super) const fn bytes(n: usize) -> usize {
        match n {
            0..=8 => 64 << 10,
            9..=10 => 256 << 10,
            11..=12 => 1 << 20,
            13..=14 => 4 << 20,
            15..=16 => 16 << 20,
            _ => 64 << 20,
        }
    }
}

impl Solver {
    /// A solver for these rules with the default [`Config`].
    #[must_use]
    pub fn new(rules: Rules) -> Solver {
        Solver::with_config(rules, Config::default())
    }

    /// A solver for these rules.
    #[must_use]
    pub fn with_config(rules: Rules, config: Config) -> Solver {
        let kind = match Layout::new(&rules) {
            Some(layout) if layout.marked[1].is_none() => {
                Kind::One(Box::new(Additive::new(layout, &config)))
            }
            Some(layout) => Kind::Two(Box::new(Additive::new(layout, &config))),
            None => Kind::Any(Box::new(Any {
                scoring: Scoring::new(&rules),
                order: Order::of_rules(&rules),
                search: General::new(),
            })),
        };
        Solver {
            rules,
            config,
            kind,
            time: None,
        }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The bytes that the tables take now.
    #[must_use]
    pub fn memory(&self) -> usize {
        match &self.kind {
            Kind::One(additive) => additive.bytes(),
            Kind::Two(additive) => additive.bytes(),
            Kind::Any(any) => any.search.table.bytes(),
        }
    }

    /// The search nodes so far, over all states.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.watch().nodes()
    }

    const fn watch(&self) -> &Watch {
        match &self.kind {
            Kind::One(additive) => &additive.search.watch,
            Kind::Two(additive) => &additive.search.watch,
            Kind::Any(any) => &any.search.watch,
        }
    }

    const fn watch_mut(&mut self) -> &mut Watch {
        match &mut self.kind {
            Kind::One(additive) => &mut additive.search.watch,
            Kind::Two(additive) => &mut additive.search.watch,
            Kind::Any(any) => &mut any.search.watch,
        }
    }

    /// The value of a state: player 0's final score minus player 1's if both
    /// play their best, what was taken before included.
    pub fn value(&mut self, state: &State) -> i32 {
        let tabulated = match &self.kind {
            Kind::One(additive) => additive.tabulated(state),
            Kind::Two(additive) => additive.tabulated(state),
            Kind::Any(_) => None,
        };
        if let Some(value) = tabulated {
            return state.difference(&self.rules) + value;
        }
        with_engine!(self, state, |engine, rules| root::value(
            engine, rules, state
        ))
        .0
    }

    /// The value of every legal play, in the order of [`CardSet::iter`]; none if
    /// all is played.
    pub fn play_values(&mut self, state: &State) -> Vec<RootPlay> {
        with_engine!(self, state, |engine, rules| {
            let (guess, _) = root::value(engine, rules, state);
            root::play_values(engine, rules, state, guess)
        })
    }

    /// The plays that keep the value of a state; none if all is played.
    pub fn best_plays(&mut self, state: &State) -> CardSet {
        let plays = self.play_values(state);
        let values = plays.iter().map(|play| play.value);
        let best = match state.to_play() {
            Player::Zero => values.max(),
            Player::One => values.min(),
        };
        (plays.iter())
            .filter(|play| Some(play.value) == best)
            .map(|play| play.card)
            .collect()
    }

    /// The value of a state, of every play, and a line of best play.
    pub fn solve(&mut self, state: &State) -> Solution {
        let before = self.nodes();
        let (value, plays, line) = with_engine!(self, state, |engine, rules| {
            let (value, _) = root::value(engine, rules, state);
            (
                value,
                root::play_values(engine, rules, state, value),
                root::line(engine, rules, state, value),
            )
        });
        Solution {
            value,
            plays,
            line,
            nodes: self.nodes() - before,
        }
    }

    /// What can be proven of the value of a state within a budget: the value
    /// itself, if the budget is enough. What was proven on the way is kept, so
    /// that asking again gets further.
    ///
    /// # Errors
    /// If the budget allows no nodes or no time.
    pub fn bounds(&mut self, state: &State, budget: Budget) -> Result<Bounds, BudgetError> {
        if budget.nodes == Some(0) {
            return Err(BudgetError::NoNodes);
        }
        if budget.time == Some(Duration::ZERO) {
            return Err(BudgetError::NoTime);
        }
        let before = self.nodes();
        let deadline = budget
            .time
            .and_then(|time| Instant::now().checked_add(time));
        self.watch_mut().limit(budget.nodes, deadline);
        // A node takes about a microsecond.
        let by_nodes = budget.nodes.map(Duration::from_micros);
        self.time = match (budget.time, by_nodes) {
            (Some(time), Some(by_nodes)) => Some(time.min(by_nodes)),
            (time, by_nodes) => time.or(by_nodes),
        };
        let (lower, upper) = with_engine!(self, state, |engine, rules| root::value(
            engine, rules, state
        ));
        self.watch_mut().limit(None, None);
        self.time = None;
        Ok(Bounds {
            lower,
            upper,
            nodes: self.nodes() - before,
        })
    }
}
