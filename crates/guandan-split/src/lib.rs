//! Guandan (掼蛋): exact hand splitting under the full rules, legal plays,
//! exact inference of the other hands, and the bomb decision.
//!
//! The game has two packs with jokers; each of four players holds 27 cards, and
//! who has the fewest plays left is nearest to going out. This crate finds the
//! fewest plays of a hand, exactly, in a microsecond or two:
//!
//! ```
//! use guandan_split::{Hand, Objective, Rules, best_split, min_plays};
//!
//! let hand: Hand = "♠3 ♦3 ♣3 ♥5 ♠6 ♠7 ♠8 ♠9 ♣J ♦J ♠K ♣K ♦K ♥K 小王".parse()?;
//! let (level, rules) = ("5".parse()?, Rules::default());
//! assert_eq!(min_plays(hand, level, rules)?, 4);
//!
//! // The heart of the level's rank is wild: here it makes a straight flush.
//! let split = best_split(hand, level, rules, Objective::PlaysThenBombs)?;
//! let plays: Vec<String> = split.melds().iter().map(|meld| meld.play().to_string()).collect();
//! assert_eq!(plays, ["single 小王", "full-house 3", "bomb of 4 K", "straight-flush T"]);
//! # Ok::<(), guandan_split::GuandanError>(())
//! ```
//!
//! # What it holds
//! - [`Hand`], [`Level`], [`Rules`] with presets, [`Strength`], [`Face`].
//! - [`Play`], [`classify`] (every reading of some cards, with what each wild
//!   card stands for), [`beats`], [`compare_bombs`].
//! - [`min_plays`], [`best_split`], [`min_cost`], [`top_k`] for an [`Objective`];
//!   [`RankCounts`], where suits do not matter; [`plays_after`] each legal play.
//! - [`legal_plays`] and [`responses`] as a [`PlaySet`], and [`expand`], which
//!   makes them of physical cards.
//! - [`Belief`]: exact probabilities about the other hands.
//! - [`evaluate`], [`weigh_bomb`]; [`Round`], [`exchange`], [`Contest`] and the
//!   simple players of [`policy`], by which they are measured.
//! - [`published`]: the program that a document prints, bit for bit, mistakes
//!   included. [`brute`]: an independent solver for small hands.
//!
//! # Method
//! A straight flush costs what a straight costs, so the fewest plays depend on
//! the numbers of cards of each rank, wild cards and jokers alone. The search
//! goes over the multisets of sequences (straights, tubes, plates) in a fixed
//! order, wild cards filling only what is missing. What a choice leaves is
//! closed in closed form: singles, the larger of the numbers of pairs and
//! triples (full houses), and bombs, some of them broken up into pairs or
//! triples where that saves a play. Ranks that no further sequence reaches cost
//! what they cost now, which is the bound. The hand is held as bit planes (the
//! ranks with at least k cards), so that all of this is a few operations on
//! machine words. Where bombs count for themselves, straight flushes are chosen
//! first in the same way.
//!
//! `docs/guandan-splitter.md` of the repository has the proof.
//!
//! # Features
//! None.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

mod belief;
pub mod brute;
mod classify;
mod closing;
mod contest;
mod counts;
mod enumerate;
mod error;
mod evaluate;
mod expand;
mod hand;
mod legal;
mod no_bombs;
mod parts;
mod plan;
mod planes;
mod play;
pub mod policy;
mod pool;
pub mod published;
mod round;
mod rules;
mod search;
mod sequence;
mod split;
mod weights;

pub use belief::{Belief, BeliefError, Other};
pub use classify::{Meld, Reading, Role, classify, classify_by};
pub use contest::{Contest, Exchange, Gift, exchange, promotion};
pub use counts::RankCounts;
pub use error::GuandanError;
pub use evaluate::{BombCase, Evaluation, WeighError, document_bombs, evaluate, weigh_bomb};
pub use expand::{After, Expansion, expand, plays_after, plays_after_each};
pub use hand::{Hand, HandDisplay};
pub use legal::{PlaySet, leads, legal_plays, responses};
pub use play::{Kind, Play, beats, compare_bombs};
pub use round::{Round, RoundError, SEATS, View, partner};
pub use rules::{Face, Level, Rules, Strength};
pub use split::{Split, best_split, min_cost, min_plays, top_k};
pub use weights::{Objective, Weights};
