//! Old Maid.
#![forbid(unsafe_code)]

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
pub mod published;
mod rules;
mod sampling;
mod support;
mod view;

pub use filter::{Budget, Filter};
pub use game::{Game, MAX_DRAWS, Outcome, PlayError};
pub use hand::{Discards, Hand};
pub use history::{Draw, EventError, Problem, Start, StartError, Table};
pub use kind::{Kind, KindSet, ParseKindError};
pub use marginals::{Hands, Marginals, ReweighError};
pub use rules::{DrawFrom, Matching, OddCard, Pairing, Rules, RulesError};
pub use view::View;
