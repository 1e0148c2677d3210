//! The last tricks of a deal with all four hands open, solved exactly.

mod account;
pub mod brute;
mod deal;
mod history;
mod max_n;
mod paranoid;
mod solver;
mod table;
mod utility;
mod worlds;

pub use solver::{MaxN, Paranoid, SolveError, Solver};
pub use utility::Utility;
pub use worlds::{SolvedWorld, SolvedWorlds};
