//! Gongzhu (拱猪) solved and played: an exact solver for two open hands of any
//! size, the heuristic that the document on the game meant, play under hidden
//! hands, four open hands, and the scoring of the full game.
//!
//! In the two-hand game each player holds the same number of cards. A trick is
//! one card from each; the second player follows suit if possible, the higher
//! card of the suit led takes the trick, and its taker has the scoring cards in
//! it. What those are, [`Rules`] say: the document's ♠Q −13 and hearts −1, or
//! Gongzhu as it is played, with pig, sheep, transformer, all hearts and exposed
//! cards, or any values.
//!
//! ```
//! use gongzhu_solver::{Player, Rules, Solver, State};
//!
//! let hands = ["♠K2 ♣4 ♥5", "♠Q3 ♣T ♦J"].map(|hand| hand.parse().unwrap());
//! let state = State::new(hands, Player::Zero)?;
//! let mut solver = Solver::new(Rules::GONGZHU);
//! // Player 0's score minus player 1's, if both play their best.
//! assert_eq!(solver.value(&state), 20);
//! assert_eq!(solver.best_plays(&state), "♣4".parse()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | for | see |
//! |---|---|
//! | values, best plays, lines of play, hands open | [`Solver`] |
//! | the state of a game, legal plays, play and undo | [`State`] |
//! | what a player may know | [`View`] |
//! | a fast player under hidden hands, and why it chooses | [`ExpectedLoss`] |
//! | a strong player under hidden hands | [`advise`] |
//! | the last tricks of four open hands | [`four`] |
//! | the scores of a finished deal of two to five players | [`Rules::score_deal`] |
//! | the document's own program, with its mistakes | [`published`] |
//! | slow solvers to check others by | [`mod@reference`] |
//!
//! # Exactness
//! [`Solver`] leaves out only what cannot change a value:
//! - *Relative ranks.* Play and scoring compare cards of one suit by their order
//!   and value alone, so positions with the same sequence of owners and values in
//!   each suit have the same value.
//! - *Equal cards.* Two cards of one hand and suit, of the same value and role,
//!   with no card of the opponent between them, win and lose the same tricks
//!   whichever of them is played, and what is left is the same by relative ranks.
//!   A card on the table counts as its owner's until the trick is over.
//! - *Equal suits.* Two suits in which all cards have the same value can change
//!   places.
//! - *Bounds.* No play changes the difference of additive scores by more than the
//!   absolute values of the cards in hands; under other rules the bonuses that are
//!   still possible are added. Bounds that a search proved are kept as bounds, under
//!   keys that no other position has.
//! - *Small positions* are tabulated by plain minimax.
//! - *Sure winners.* On lead, if all one's cards of a suit beat all of the
//!   opponent's, who has some, leading one (♠Q last) is a best play. That is not
//!   proven but was verified in all 686,069,807 positions of up to 10 cards a hand
//!   under the document's values (`examples/verify_pruning.rs`), and is used there
//!   and nowhere else. (It fails where cards are wanted.)
//!
//! The proofs are in `docs/gongzhu-solver.md` of the repository;
//! `examples/verify_exactness.rs` compares the solver with plain minimax on as many
//! random positions and rules as one likes.
//!
//! # Features
//! | feature | default | what it adds |
//! |---|---|---|
//! | `tuning` | no | `tuning`: what the programs in `examples/` need that fit the move ordering and verify the pruning; no part of the stable interface |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

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
