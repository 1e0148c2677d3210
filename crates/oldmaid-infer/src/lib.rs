//! Old Maid (抽乌龟): the exact posterior of the hidden hands, players that use it,
//! and exact values of small games.
//!
//! Fifty-two cards and one joker are dealt to two to six players, who discard
//! their pairs. In turn each draws a card at random from another player's hand
//! and discards the pair that it may complete. The joker never pairs; who is
//! left with it loses. [`Rules`] has the variants: a card taken out instead of a
//! joker added, seen or unseen, and a neighbour instead of any player to draw from.
//!
//! - [`Filter`] is the posterior of the hidden hands given all that a seat has seen.
//!   It is fed one [`Draw`] after the other; an impossible one is an error and
//!   changes nothing.
//! - [`Game`] is a game in play, [`History`] what everybody or a seat sees of it, and
//!   [`View`] what a seat knows.
//! - [`policy`] has players, which decide from a view alone.
//! - [`exact`] solves games of two to four players.
//! - [`brute`] enumerates every deal, as an oracle for small packs.
//! - [`published`] is the program of one document, with its mistakes.
//!
//! ```
//! use cards_core::random::trial_rng;
//! use cards_core::Seat;
//! use oldmaid_infer::policy::{Myopic, Policy};
//! use oldmaid_infer::{Filter, Game, Rules};
//! use rand_pcg::Pcg64Mcg;
//!
//! let mut rng: Pcg64Mcg = trial_rng(2026, 0);
//! let mut game = Game::deal(&Rules::DOCUMENT, &mut rng)?;
//! let me = Seat::FIRST;
//! let mut filter = Filter::at_start(&game, me)?;
//!
//! // Seat 0 draws where a pair is likeliest, and everybody sees what comes of it.
//! let from = Myopic::new(0.0).choose(&game.view(me), &mut rng);
//! let chances = filter.marginals();
//! assert!(game.table().targets().all(|seat| chances.pairs(seat) <= chances.pairs(from)));
//! let draw = game.draw_random(from, false, &mut rng)?;
//! filter.observe(&draw.seen_by(me))?;
//! assert!(filter.is_exact());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `docs/oldmaid-filter.md` of the repository says how the filter works and why it is
//! exact.
//!
//! # Features
//! | feature | default | what it adds |
//! |---|---|---|
//! | `serde` | no | [`Kind`] as text, and options of the rules, in any serde format |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

pub mod brute;
mod component;
pub mod exact;
mod filter;
mod game;
mod hand;
mod history;
mod holders;
mod kind;
mod marginals;
mod pending;
pub mod policy;
mod possible;
mod problem;
pub mod published;
mod rules;
mod sampling;
mod support;
mod table;
mod view;

pub use filter::{Budget, Filter};
pub use game::{Game, MAX_DRAWS, Outcome, PlayError};
pub use hand::{Discards, Hand};
pub use history::{Draw, History, Start};
pub use kind::{Kind, KindSet, ParseKindError};
pub use marginals::{Hands, Marginals, ReweighError};
pub use problem::{EventError, Problem, StartError};
pub use rules::{DrawFrom, Matching, OddCard, Pairing, Rules, RulesError};
pub use table::Table;
pub use view::View;
