//! Two-hand Gongzhu endgames: the program of the document on the game,
//! reproduced result by result.
//!
//! Each of two players holds the same number of cards. A trick is one card
//! from each; the second player follows suit if possible, the higher card of
//! the suit led takes the trick, and its taker scores the penalty cards in it:
//! ♠Q, the pig (猪), −13, and every heart −1.
//!
//! This version holds the program of one document alone, in [`published`]: its
//! heuristic, its endgame solver and its comparison of the two, with their
//! mistakes, so that the document's figures can be rerun. The mistakes are named
//! where they happen. The corrected heuristic, an exact solver and the scoring
//! of the full game follow in later versions.
//!
//! ```
//! use gongzhu_solver::published;
//!
//! let deal = published::random_endgame(6, 0)?;
//! let result = published::compare(&deal).expect("both players hold cards");
//! assert_eq!((result.heuristic_diff, result.exact_diff), (-2, -2));
//! assert_eq!(result.exact_nodes, 980);
//! # Ok::<(), published::EndgameSizeError>(())
//! ```
//!
//! # Features
//! None.
#![forbid(unsafe_code)]

mod determinize;
pub mod four;
mod heuristic;
mod player;
pub mod published;
pub mod reference;
mod replies;
mod rules;
mod score;
mod solver;
mod state;
mod view;
mod worlds;

pub use determinize::{Advice, AdviceError, AdvisedPlay, Effort, advise};
pub use heuristic::{ExpectedLoss, Judgement, Layer, Preference};
pub use player::Player;
pub use rules::{AllHearts, PigTurning, Rules, RulesError, Transformer};
pub use score::{DealError, Score};
#[cfg(feature = "tuning")]
pub use solver::tuning;
pub use solver::{Bounds, Budget, BudgetError, Config, Endgames, RootPlay, Solution, Solver};
pub use state::{IllegalPlay, Played, State, StateError, Trick};
pub use view::{View, ViewError};
pub use worlds::EveryWorld;
