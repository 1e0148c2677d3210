//! Policies that look at sizes alone.

use cards_core::Seat;
use cards_core::rand_core::Rng;

use super::{Policy, best_target};
use crate::{Hand, Kind, View};

/// Any seat that may be drawn from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomTarget;

impl Policy for RandomTarget {
    fn choose(&mut self, view: &View<'_>, rng: &mut dyn Rng) -> Seat {
        best_target(view, rng, |_| 0.0)
    }
}

/// The seat with the most cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LargestHand;

impl Policy for LargestHand {
    fn choose(&mut self, view: &View<'_>, rng: &mut dyn Rng) -> Seat {
        best_target(view, rng, |seat| view.table().size(seat) as f64)
    }
}

/// The seat with the fewest cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SmallestHand;

impl Policy for SmallestHand {
    fn choose(&mut self, view: &View<'_>, rng: &mut dyn Rng) -> Seat {
        best_target(view, rng, |seat| -(view.table().size(seat) as f64))
    }
}

/// Draws as another policy, and keeps its pairs while it holds the joker in a hand
/// of up to `most` cards, as the document proposes (3.3, with 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeepingPairs<P> {
    /// Who chooses whom to draw from.
    pub policy: P,
    /// The largest hand that keeps its pairs, the drawn card included.
    pub most: usize,
}

impl<P: Policy> Policy for KeepingPairs<P> {
    fn begin(&mut self, view: &View<'_>) {
        self.policy.begin(view);
    }

    fn choose(&mut self, view: &View<'_>, rng: &mut dyn Rng) -> Seat {
        self.policy.choose(view, rng)
    }

    fn keeps_pairs(&mut self, _view: &View<'_>, hand: &Hand) -> bool {
        hand.count(Kind::JOKER) > 0 && hand.len() <= self.most
    }
}
