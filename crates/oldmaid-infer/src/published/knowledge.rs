//! Section 5.2: what is public.

use super::{Hand, Rank};

/// The public record: how many cards of each rank have been discarded (class
/// `KnowledgeBase`).
///
/// ```
/// use oldmaid_infer::published::{Hand, KnowledgeBase, Rank};
///
/// let ace = Rank::from(cards_core::Rank::Ace);
/// let mut knowledge = KnowledgeBase::new();
/// knowledge.on_pair_discarded(ace);
/// assert_eq!(knowledge.alive_outside(ace, &Hand::new([ace])?), 1);
/// # Ok::<(), oldmaid_infer::published::HandError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnowledgeBase {
    discarded: [u8; Rank::COUNT],
}

impl KnowledgeBase {
    /// Nothing has been discarded.
    #[must_use]
    pub fn new() -> KnowledgeBase {
        KnowledgeBase::default()
    }

    /// Two cards of a rank have been discarded. The count stops at the cards
    /// that the pack has of the rank.
    pub fn on_pair_discarded(&mut self, rank: Rank) {
        let discarded = &mut self.discarded[rank.index()];
        *discarded = rank.total().min(*discarded + 2);
    }

    /// How many cards of a rank have been discarded.
    #[must_use]
    pub const fn discarded(&self, rank: Rank) -> u8 {
        self.discarded[rank.index()]
    }

    /// How many cards of a rank the other players hold, to one who holds
    /// `hand`: total − discarded − own (2.1), and no less than 0.
    #[must_use]
    pub const fn alive_outside(&self, rank: Rank, hand: &Hand) -> u8 {
        rank.total()
            .saturating_sub(self.discarded(rank))
            .saturating_sub(hand.count(rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alive_is_never_negative() {
        let mut knowledge = KnowledgeBase::new();
        let rank = Rank::from(cards_core::Rank::Seven);
        let hand = Hand::new([rank, rank, rank]).unwrap();
        assert_eq!(knowledge.alive_outside(rank, &hand), 1);
        for discarded in [2, 4, 4] {
            knowledge.on_pair_discarded(rank);
            assert_eq!(knowledge.discarded(rank), discarded);
            assert_eq!(knowledge.alive_outside(rank, &hand), 0);
        }
    }
}
