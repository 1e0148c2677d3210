//! The vocabulary that card-game crates share: suits, ranks, cards, sets of
//! cards in a `u64`, seats, decks, text, shuffling and exact counting. It knows
//! cards, not games.
//!
//! ```
//! use cards_core::{CardSet, RankOrder, Suit, trick};
//!
//! let hand: CardSet = "♠AQ4 ♥KT5 ♦- ♣2".parse()?;
//! let spades = hand.suit(Suit::Spades);
//! assert_eq!(spades.highest(RankOrder::AceLow).unwrap().to_string(), "Q");
//! assert_eq!(trick::follow(hand, Suit::Hearts).len(), 3);
//! # Ok::<(), cards_core::ParseError>(())
//! ```
//!
//! `docs/cards-core.md` of the repository has the layout, the random numbers and the
//! counting in more detail.
//!
//! # Features
//! Without any of them the crate is `no_std` and never allocates.
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `std` | yes | links the standard library (for `serde/std`) |
//! | `serde` | no | cards, sets, suits, ranks, jokers and seats in any serde format, cards as text |
//! | `rand` | no | `random`: value-stable shuffling, dealing and seeding, for the generators of `rand` 0.10 |
//! | `java` | no | `java`: `java.util.Random` and `Collections.shuffle`, bit for bit |
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

mod bit_set;
mod card;
pub mod counting;
mod deck;
mod error;
#[cfg(feature = "java")]
pub mod java;
mod joker;
mod notation;
#[cfg(feature = "rand")]
pub mod random;
mod rank;
mod seat;
#[cfg(feature = "serde")]
mod serde;
mod set;
mod suit;
pub mod text;
pub mod trick;

/// The traits of random number generators, as `rand` 0.10 has them.
#[cfg(any(feature = "rand", feature = "java"))]
pub use rand_core;

pub use card::{AnyCard, AnyCardDisplay, Card, CardDisplay};
pub use deck::Deck;
pub use error::{Excerpt, Expected, ParseError};
pub use joker::{Joker, JokerDisplay};
pub use notation::Notation;
pub use rank::{Rank, RankDisplay, RankIter, RankOrder, RankSet, RankSetDisplay};
pub use seat::{BySeat, Seat};
pub use set::{CardIter, CardIterIn, CardSet, CardSetDisplay, Subsets};
pub use suit::{BySuit, Color, Suit, SuitDisplay};
