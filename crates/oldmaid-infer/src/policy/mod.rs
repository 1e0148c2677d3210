//! Players: who decides whom to draw from.

use cards_core::rand_core::Rng;
use cards_core::{Seat, random};

use crate::{Hand, View};

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

/// Any seat that may be drawn from, each as likely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomTarget;

impl Policy for RandomTarget {
    fn choose(&mut self, view: &View<'_>, rng: &mut dyn Rng) -> Seat {
        let targets = view.table().targets();
        let count = targets.clone().count();
        let place = random::below(rng, count.max(1) as u64) as usize;
        targets.clone().nth(place).unwrap_or(view.seat())
    }
}
