//! Hearts (红心大战): rules and their variants, exactly uniform worlds, exact
//! endgames, and players from random to Monte Carlo.
//!
//! - [`Rules`] has every disputed rule as an option, and presets named after
//!   their sources. [`Round`] is a deal from passing to scores, [`Match`] a match.
//! - [`View`] is what one seat knows. A [`Strategy`] decides from it alone:
//!   [`Random`], [`PublishedPlayer`], [`Greedy`], [`Aggressive`], [`MonteCarlo`].
//! - [`worlds`] counts and samples the deals that a view allows.
//! - [`endgame`] solves the last tricks of an open deal.
//! - [`arena`] compares players on duplicate deals.
//! - [`published`] is the program of one document, with its mistakes.
//!
//! ```
//! use cards_core::random::trial_rng;
//! use hearts_mc::{Budget, MonteCarlo, MonteCarloConfig, Pass, Phase, Round, Rules};
//! use rand_pcg::Pcg64Mcg;
//!
//! let mut rng: Pcg64Mcg = trial_rng(2026, 0);
//! let round = Round::deal(&Rules::STANDARD, Pass::Left, &mut rng);
//! let Phase::Passing(seat) = round.phase() else { unreachable!() };
//! let player = MonteCarlo::new(MonteCarloConfig {
//!     budget: Budget::Playouts(200),
//!     ..MonteCarloConfig::default()
//! });
//! let advice = player.advise_pass(&round.view(seat), 1)?;
//! assert_eq!(advice.choice.len(), 3);
//! # Ok::<(), hearts_mc::AdviceError>(())
//! ```
//!
//! `docs/hearts-worlds.md` of the repository says how worlds are drawn, why each has the
//! same chance, and how the player works.
//!
//! # Features
//! | feature | default | what it adds |
//! |---|---|---|
//! | `serde` | no | rules, settings, rounds, matches and views in any serde format |
//! | `parallel` | no | decisions and arenas on several threads, with the results of one |
//! | `training` | no | the fit of the playout policy's weights |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

mod aggressive;
pub mod arena;
pub mod endgame;
mod greedy;
mod match_play;
mod monte_carlo;
mod playout;
pub mod policy;
mod position;
pub mod published;
mod published_player;
#[cfg(feature = "serde")]
mod record;
mod round;
mod rules;
mod score;
mod strategy;
mod view;
mod win_chance;
pub mod worlds;

pub use aggressive::Aggressive;
pub use greedy::Greedy;
pub use match_play::{Match, MatchError, Standing, play_match};
pub use monte_carlo::{
    Advice, AdviceError, Budget, ConfigError, CountedMoons, Effort, LastTricks, MonteCarlo,
    MonteCarloConfig, Objective, OpponentModel, PassAdvice, PassFigures, PlayFigures,
    PlayoutPolicy, Schedule, Search,
};
pub use playout::{policy_playout, random_playout};
pub use position::{IllegalPlay, PlayFault, Position, PositionError};
pub use published_player::PublishedPlayer;
pub use round::{IllegalPass, PassFault, Phase, Round};
pub use rules::text::RulesError;
pub use rules::{
    FirstTrick, ForcedQueen, HEARTS, HeartsLead, JACK, JACK_BONUS, Jack, Moon, MoonChoice, Opening,
    PASSED, PENALTIES, PLAYERS, POINTS, Pass, Passing, QUEEN, Rules, TWO_OF_CLUBS, points,
};
pub use score::{scores, shooter};
pub use strategy::{Random, Strategy, StrategyError, play_round};
pub use view::{View, ViewError, ViewFault, WorldError};
pub use win_chance::win_chances;
