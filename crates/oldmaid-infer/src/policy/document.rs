//! The document's players, in the corrected game.

use cards_core::Seat;
use cards_core::rand_core::Rng;

use super::{Policy, best_target};
use crate::published::{self, ExpectedValueAi, KnowledgeBase};
use crate::{Kind, View};

/// The seat from which a pair is likeliest by the document's formula (2.2): the
/// chance to draw a rank of which k cards are hidden from a hand of H is taken to be
/// k / H, clipped to 1, whoever holds the k cards.
///
/// It is the best for the smallest hand, which is why it plays badly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DocumentFormula;

impl DocumentFormula {
    /// The document's chance to draw a kind from a seat: k / H, clipped.
    #[must_use]
    pub fn chance(view: &View<'_>, from: Seat, kind: Kind) -> f64 {
        match view.table().size(from) {
            0 => 0.0,
            size => (f64::from(hidden(view, kind)) / size as f64).min(1.0),
        }
    }
}

impl Policy for DocumentFormula {
    fn choose(&mut self, view: &View<'_>, rng: &mut dyn Rng) -> Seat {
        best_target(view, rng, |seat| {
            let kinds = view.hand().kinds();
            kinds
                .iter()
                .map(|kind| DocumentFormula::chance(view, seat, kind))
                .sum()
        })
    }
}

/// How many cards of a kind are neither discarded nor in the own hand; where the
/// removed card is unknown, it counts as one of them.
fn hidden(view: &View<'_>, kind: Kind) -> u8 {
    let rules = view.rules();
    let odd = rules.odd_kinds();
    let copies = match odd.nth(0) {
        Some(odd_kind) if odd.len() == 1 => rules.dealt_copies(kind, odd_kind),
        _ => rules.copies(kind),
    };
    let known = 2 * view.table().discards().pairs(kind) + view.hand().count(kind);
    copies.saturating_sub(known)
}

/// The document's expected-value player as published
/// ([`ExpectedValueAi`](crate::published::ExpectedValueAi)): the first of the largest
/// hands. Where the rules do not allow that seat, the first that they allow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DocumentPlayer {
    ai: ExpectedValueAi,
}

impl DocumentPlayer {
    /// The player with a weight of the joker's risk; the document has 8.
    #[must_use]
    pub const fn new(lambda: f64) -> DocumentPlayer {
        DocumentPlayer {
            ai: ExpectedValueAi::new(lambda),
        }
    }
}

impl Policy for DocumentPlayer {
    fn choose(&mut self, view: &View<'_>, _rng: &mut dyn Rng) -> Seat {
        let mut knowledge = KnowledgeBase::new();
        for (kind, pairs) in view.table().discards().iter() {
            if let Some(rank) = published_rank(kind) {
                for _ in 0..pairs {
                    knowledge.on_pair_discarded(rank);
                }
            }
        }
        let cards = view.hand().kinds().iter().filter_map(published_rank);
        let hand = published::Hand::new(cards).unwrap_or_default();
        let sizes: Vec<usize> = view.table().sizes().collect();
        let chosen = self.ai.choose_provider(&published::View {
            seat: view.seat().index(),
            hand: &hand,
            sizes: &sizes,
            knowledge: &knowledge,
        });
        let chosen = chosen.and_then(Seat::new);
        let mut targets = view.table().targets();
        let allowed = targets.clone().find(|&seat| Some(seat) == chosen);
        allowed.or_else(|| targets.next()).unwrap_or(view.seat())
    }
}

fn published_rank(kind: Kind) -> Option<published::Rank> {
    match kind.rank() {
        Some(rank) => Some(rank.into()),
        None => Some(published::Rank::JOKER),
    }
}
