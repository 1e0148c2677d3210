//! Guandan (掼蛋): the published hand splitter, hand rating and probability
//! tables.
//!
//! This version holds one module, [`published`]: the program that a document
//! prints, repeated bit for bit, so that its figures can be rerun. It counts
//! ranks alone, without suits, jokers and level cards, and it keeps its
//! mistakes and names each of them. A splitter for the full rules follows in
//! later versions.
//!
//! ```
//! use guandan_split::published::{HyperGeometric, SAMPLE_HAND, Splitter};
//!
//! let mut splitter = Splitter::new();
//! assert_eq!(splitter.min_plays(SAMPLE_HAND, 0), 7);
//!
//! // The chance that one opponent holds two or more of the eight cards of a
//! // rank of which I hold none.
//! let chance = HyperGeometric::default().at_least(0, 8, 2)?;
//! assert_eq!(format!("{chance:.4}"), "0.8190");
//! # Ok::<(), guandan_split::published::GuandanError>(())
//! ```
//!
//! # Features
//! None.
#![forbid(unsafe_code)]

pub mod published;
