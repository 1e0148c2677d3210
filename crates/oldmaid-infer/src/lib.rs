//! Old Maid (抽乌龟): a published program that plays it, reproduced result by
//! result.
//!
//! Fifty-two cards and one joker are dealt to two to six players, who discard
//! their pairs. In turn each draws a card at random from another player's hand
//! and discards the pair that it may complete. The joker never pairs; who is
//! left with it loses.
//!
//! This version holds the program of one document alone, in [`published`]: its
//! expected-value player, its random baseline and its game engine, with their
//! mistakes, so that the document's figures can be rerun. The mistakes are
//! named where they happen. The exact posterior of the hidden hands and players
//! that use it follow in later versions.
//!
//! ```
//! use oldmaid_infer::published::{Game, Seats};
//!
//! let outcome = Game::new(4, 0, Seats::LastRandom)?.play();
//! assert_eq!(outcome.loser, Some(2));
//! assert_eq!(outcome.draws, 37);
//! # Ok::<(), oldmaid_infer::published::PlayersError>(())
//! ```
//!
//! # Features
//! None.
#![forbid(unsafe_code)]

pub mod published;
