//! Exact values of games in which all hands are open or all players choose at
//! random.
//!
//! [`two_players`] has closed forms. [`OpenGame`] solves games of two to four
//! players by value iteration over states in which kinds that the same players
//! hold are not told apart.

mod deal;
mod open_game;
mod open_table;
mod solve;
mod space;
pub mod two_players;

pub use open_game::{OpenGame, OpenGameError, Skill, Values};
pub(crate) use open_table::{ByTarget, OpenTable};
pub(crate) use space::Counts as OpenCounts;
