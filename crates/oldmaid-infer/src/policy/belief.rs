//! Policies that weigh the chance of a pair against that of the odd card at once.

use cards_core::Seat;
use cards_core::rand_core::Rng;

use super::{Policy, best_target};
use crate::{Filter, View};

/// A filter that follows the game of a view.
#[derive(Clone, Debug, Default)]
pub(super) struct Following {
    filter: Option<Filter>,
}

impl Following {
    pub(super) fn begin(&mut self) {
        self.filter = None;
    }

    /// The filter after all that the view has seen; `None` under rules that have no
    /// posterior.
    pub(super) fn update(&mut self, view: &View<'_>) -> Option<&Filter> {
        let current = self.filter.as_ref().is_some_and(|filter| {
            filter.observer() == view.seat() && filter.table().draws() as usize <= view.events_len()
        });
        if !current {
            let start = Filter::new(view.rules(), view.seat(), view.start(), view.start_hand());
            self.filter = start.ok();
        }
        let filter = self.filter.as_mut()?;
        for place in filter.table().draws() as usize..view.events_len() {
            let followed = view
                .event(place)
                .is_some_and(|draw| filter.observe(&draw).is_ok());
            if !followed {
                self.filter = None;
                return None;
            }
        }
        self.filter.as_ref()
    }
}

/// The best chance of a pair less λ times that of the odd card, by the exact
/// posterior.
#[derive(Clone, Debug, Default)]
pub struct Myopic {
    lambda: f64,
    following: Following,
}

impl Myopic {
    /// With a weight of the odd card, the document's λ. Good weights are 0 to 0.5,
    /// not the document's 8.
    #[must_use]
    pub fn new(lambda: f64) -> Myopic {
        Myopic {
            lambda,
            following: Following::default(),
        }
    }
}

impl Policy for Myopic {
    fn begin(&mut self, _view: &View<'_>) {
        self.following.begin();
    }

    fn choose(&mut self, view: &View<'_>, rng: &mut dyn Rng) -> Seat {
        let marginals = self.following.update(view).map(Filter::marginals);
        let lambda = self.lambda;
        best_target(view, rng, |seat| {
            let marginals = marginals.as_ref();
            marginals.map_or(0.0, |chances| {
                chances.pairs(seat) - lambda * chances.draws_odd(seat)
            })
        })
    }
}

/// As [`Myopic`], by the static posterior: all pairs so far are taken to have been
/// discarded at the deal, and who drew from whom is forgotten
/// ([`Filter::as_if_dealt`]).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StaticPosterior {
    lambda: f64,
}

impl StaticPosterior {
    /// With a weight of the odd card.
    #[must_use]
    pub const fn new(lambda: f64) -> StaticPosterior {
        StaticPosterior { lambda }
    }
}

impl Policy for StaticPosterior {
    fn choose(&mut self, view: &View<'_>, rng: &mut dyn Rng) -> Seat {
        let marginals = Filter::as_if_dealt(view)
            .ok()
            .map(|filter| filter.marginals());
        best_target(view, rng, |seat| {
            let marginals = marginals.as_ref();
            marginals.map_or(0.0, |chances| {
                chances.pairs(seat) - self.lambda * chances.draws_odd(seat)
            })
        })
    }
}
