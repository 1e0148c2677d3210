//! The last tricks of a deal with all four hands open, solved exactly.
//!
//! [`Solver::paranoid`] takes one player against the three others, [`Solver::max_n`]
//! each player for himself. Both return every legal play's value, reckon with what has
//! been taken before, and count a moon, the jack of diamonds and the bonus of who takes
//! no trick as the [`Rules`](crate::Rules) say. Under a budget
//! ([`Solver::with_budget`]) the result is exact or a typed error.
//! [`Solver::solve_worlds`] solves the worlds of one who does not see the others' hands,
//! equal ones once. [`brute`] has both values as they are defined.
//!
//! With all plays' values, 5 and 6 tricks of deals that were played at random until then
//! take some tenths of a millisecond; a trick more takes about five times as long
//! (`cargo run --release -p hearts-mc --example endgame_times -- 7 500`).

mod account;
pub mod brute;
mod deal;
mod history;
mod max_n;
mod node;
mod paranoid;
mod solver;
mod table;
mod utility;
mod worlds;

pub use solver::{MaxN, Paranoid, SolveError, Solver};
pub use utility::Utility;
pub use worlds::{SolvedWorld, SolvedWorlds};
