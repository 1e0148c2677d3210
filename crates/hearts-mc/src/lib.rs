//! Hearts (红心大战): the published greedy and Monte-Carlo players.
//!
//! This version holds one module, [`published`]: the program that a document
//! prints, repeated bit for bit, so that its figures can be rerun from a seed.
//! It keeps the program's mistakes and names each of them. The corrected rules
//! and honest, stronger players follow in later versions.
//!
//! ```
//! use hearts_mc::published;
//!
//! let deal = published::play_deal(1);
//! assert_eq!(deal.played.len(), 52);
//! assert_eq!(deal.points.into_array(), [0, 0, 26, 0]);
//! // Seat 2 shot the moon; the program's correction makes it lose all the same.
//! assert_eq!(deal.final_scores.into_array(), [26, 26, 26, 0]);
//! ```
//!
//! # Features
//! None.
#![forbid(unsafe_code)]

pub mod published;
