//! The last tricks of a deal with all four hands open, solved exactly.

mod account;
pub mod brute;
mod deal;
mod history;
mod max_n;
mod paranoid;
mod solver;
mod table;
#[cfg(test)]
mod tests;
mod utility;

pub use solver::{MaxN, Paranoid, SolveError, Solver};
pub use utility::Utility;
