//! Players: who decides whom to draw from.
//!
//! | policy | whom it draws from |
//! |---|---|
//! | [`RandomTarget`] | any |
//! | [`LargestHand`], [`SmallestHand`] | the seat with the most or fewest cards |
//! | [`DocumentFormula`] | the seat with the best k / H, the document's chance |
//! | [`DocumentPlayer`] | the document's expected-value player, as published |
//! | [`StaticPosterior`], [`Myopic`] | the seat with the best chance of a pair less λ times that of the odd card, by the static and by the exact posterior |
//! | [`LookAhead`] | the least expected loss, each hidden state valued as if it were seen from the next turn on |
//! | [`Rollouts`] | the least loss over games played to the end from sampled hands |
//! | [`OpenHands`] | the least loss for one who sees all hands: no honest player, but the ceiling |
//! | [`KeepingPairs`] | as another policy, but it keeps pairs while it holds the joker |
//!
//! Of equals each is as likely.

mod belief;
mod document;
mod look_ahead;
mod rollouts;
mod simple;

use cards_core::rand_core::Rng;
use cards_core::{Seat, random};

use crate::{Hand, View};

pub use belief::{Myopic, StaticPosterior};
pub use document::{DocumentFormula, DocumentPlayer};
pub use look_ahead::{LookAhead, OpenHands, OpenValues};
pub use rollouts::Rollouts;
pub use simple::{KeepingPairs, LargestHand, RandomTarget, SmallestHand};

/// A player. It decides from a [`View`] and random numbers alone.
pub trait Policy {
    /// A game begins: what was learnt in another one is to be forgotten.
    fn begin(&mut self, view: &View<'_>) {
        let _ = view;
    }

    /// The seat to draw from, one of [`Table::targets`](crate::Table::targets).
    fn choose(&mut self, view: &View<'_>, rng: &mut dyn Rng) -> Seat;

    /// Whether to keep the pairs of a hand, where the rules allow it. `hand` is
    /// the own hand with the card just drawn.
    fn keeps_pairs(&mut self, view: &View<'_>, hand: &Hand) -> bool {
        let _ = (view, hand);
        false
    }
}

/// How close two scores are taken for equal, relative to their size.
const EQUAL: f64 = 1e-9;

/// The target with the highest score, each of equals as likely.
fn best_target(view: &View<'_>, rng: &mut dyn Rng, mut score: impl FnMut(Seat) -> f64) -> Seat {
    let scores: Vec<(Seat, f64)> = view
        .table()
        .targets()
        .map(|seat| (seat, score(seat)))
        .collect();
    let best = scores
        .iter()
        .map(|(_, score)| *score)
        .fold(f64::NEG_INFINITY, f64::max);
    let near = |score: f64| score >= best - EQUAL * best.abs().max(EQUAL);
    let mut equals = scores
        .iter()
        .filter(|(_, score)| near(*score))
        .map(|(seat, _)| *seat);
    let count = equals.clone().count();
    let place = if count > 1 {
        random::below(rng, count as u64) as usize
    } else {
        0
    };
    // A game that is not over has a target.
    equals.nth(place).unwrap_or(view.seat())
}
