//! A policy that costs a fraction of a microsecond a play, learned from the
//! Monte-Carlo player.

pub(crate) mod features;
pub(crate) mod learned;
pub mod training;
