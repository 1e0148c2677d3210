//! Gongzhu as it is played: four hands, with 13 cards each or in the last tricks,
//! all of them open.
//!
//! A [`State`] plays such a game; a [`Solver`] solves it exactly for an
//! [`Objective`], which says who plays against whom and for what.
//!
//! ```
//! use cards_core::{BySeat, Seat};
//! use gongzhu_solver::Rules;
//! use gongzhu_solver::four::{Objective, Solver, State};
//!
//! let hands = ["♠Q3 ♥5", "♠KT ♥2", "♠A4 ♦6", "♠J ♥AK"];
//! let hands = BySeat::new(hands.map(|hand| hand.parse().unwrap()));
//! let state = State::new(hands, Seat::FIRST)?;
//! let mut solver = Solver::new(Rules::GONGZHU);
//! let solution = solver.solve(&state, Objective::OwnScore(Seat::FIRST))?;
//! assert_eq!(solution.value.exact(), Some(-100));
//! assert_eq!(solution.line.len(), 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod account;
mod deal;
mod history;
mod objective;
mod search;
mod solver;
mod state;
mod table;

pub use objective::Objective;
pub use solver::{Bounds, RootPlay, Solution, Solver, SolverError};
pub use state::{IllegalPlay, Played, State, StateError, Trick};

/// The players at the table.
pub const PLAYERS: usize = 4;
