//! Exact values of games in which all hands are open or all players choose at
//! random.
//!
//! [`two_players`] has closed forms. [`OpenGame`] solves games of two to four
//! players by value iteration over states in which kinds that the same players
//! hold are not told apart.

mod deal;
mod open_game;
mod space;
pub mod two_players;

pub(crate) use open_game::OpenTable;
pub use open_game::{OpenGame, OpenGameError, Skill, Values};
pub(crate) use space::Counts as OpenCounts;
