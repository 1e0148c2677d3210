//! Section 5.1: ranks, hands and the deal.

use core::fmt;

use cards_core::RankOrder;
use cards_core::java::{JavaRandom, shuffle};

use super::KnowledgeBase;

/// A rank as the document numbers them: ace 0 to king 12, the joker (老鬼) 13.
///
/// ```
/// use oldmaid_infer::published::Rank;
///
/// assert_eq!(Rank::from(cards_core::Rank::King).index(), 12);
/// assert_eq!(Rank::JOKER.total(), 1);
/// assert_eq!(Rank::all().len(), 14);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// The joker, which never pairs.
    pub const JOKER: Rank = Rank(13);

    /// How many ranks there are, the joker's included.
    pub const COUNT: usize = 14;

    /// The rank of an index, or `None` from 14 on.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Rank> {
        if index < Rank::COUNT {
            Some(Rank(index as u8))
        } else {
            None
        }
    }

    /// The index, 0 to 13.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Every rank, from the ace to the king, then the joker's.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> + ExactSizeIterator + Clone {
        (0..Rank::COUNT as u8).map(Rank)
    }

    /// Whether this is the joker's.
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 == Rank::JOKER.0
    }

    /// How many cards of the rank are in the pack: 4, or 1 for the joker.
    #[must_use]
    pub const fn total(self) -> u8 {
        if self.is_joker() { 1 } else { 4 }
    }

    /// The rank in the shared vocabulary, or `None` for the joker's.
    #[must_use]
    pub const fn core(self) -> Option<cards_core::Rank> {
        RankOrder::AceLow.rank_at(self.index())
    }
}

impl From<cards_core::Rank> for Rank {
    fn from(rank: cards_core::Rank) -> Rank {
        Rank(RankOrder::AceLow.place(rank) as u8)
    }
}

/// `A` to `K`, or `joker`.
impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.core() {
            Some(rank) => rank.fmt(f),
            None => f.write_str("joker"),
        }
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A hand, in the order in which its cards came: draws are by position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    cards: Vec<Rank>,
    counts: [u8; Rank::COUNT],
}

impl Hand {
    /// The hand of these cards.
    ///
    /// # Errors
    /// If there are more cards of a rank than the pack has.
    pub fn new(cards: impl IntoIterator<Item = Rank>) -> Result<Hand, HandError> {
        let mut hand = Hand::default();
        for rank in cards {
            if hand.count(rank) == rank.total() {
                return Err(HandError { rank });
            }
            hand.push(rank);
        }
        Ok(hand)
    }

    /// The cards in order.
    #[must_use]
    pub fn cards(&self) -> &[Rank] {
        &self.cards
    }

    /// How many cards there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether there is no card.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// How many cards there are of a rank.
    #[must_use]
    pub const fn count(&self, rank: Rank) -> u8 {
        self.counts[rank.index()]
    }

    /// Whether there is exactly one card of a rank, waiting for its pair.
    #[must_use]
    pub const fn has_lone_copy(&self, rank: Rank) -> bool {
        self.count(rank) == 1
    }

    /// Whether the joker is there.
    #[must_use]
    pub const fn holds_joker(&self) -> bool {
        self.count(Rank::JOKER) > 0
    }

    /// Adds a card at the end.
    pub(super) fn push(&mut self, rank: Rank) {
        self.cards.push(rank);
        self.counts[rank.index()] += 1;
    }

    /// Takes out the card at a position; those behind it move up.
    pub(super) fn remove(&mut self, position: usize) -> Rank {
        let rank = self.cards.remove(position);
        self.counts[rank.index()] -= 1;
        rank
    }

    /// Discards every pair and makes it public (method `cleanupPairs`). Of
    /// three cards the first two go; the others keep their order.
    pub(super) fn discard_pairs(&mut self, knowledge: &mut KnowledgeBase) {
        let mut excess = self.counts.map(|count| count / 2 * 2);
        for rank in Rank::all() {
            for _ in 0..excess[rank.index()] / 2 {
                knowledge.on_pair_discarded(rank);
            }
            self.counts[rank.index()] -= excess[rank.index()];
        }
        self.cards.retain(|rank| {
            let excess = &mut excess[rank.index()];
            let keep = *excess == 0;
            *excess = excess.saturating_sub(1);
            keep
        });
    }
}

/// A hand that no pack can give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HandError {
    /// The rank of which there are too many cards.
    pub rank: Rank,
}

impl fmt::Display for HandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HandError { rank } = self;
        write!(
            f,
            "too many cards of rank {rank}; the pack has {}",
            rank.total()
        )
    }
}

impl core::error::Error for HandError {}

/// Shuffles the pack of a seed and deals it card by card, the first seats
/// getting one more where it does not come out even (class `Deck`).
pub(super) fn deal(players: usize, seed: i64) -> Vec<Hand> {
    let mut pack: Vec<Rank> = Rank::all()
        .flat_map(|rank| (0..rank.total()).map(move |_| rank))
        .collect();
    shuffle(&mut pack, &mut JavaRandom::new(seed));
    let mut hands = vec![Hand::default(); players];
    for (place, rank) in pack.into_iter().enumerate() {
        hands[place % players].push(rank);
    }
    hands
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(indices: &[usize]) -> Vec<Rank> {
        indices
            .iter()
            .map(|&index| Rank::from_index(index).unwrap())
            .collect()
    }

    #[test]
    fn ranks_convert_both_ways() {
        for rank in Rank::all() {
            assert_eq!(Rank::from_index(rank.index()), Some(rank));
            assert_eq!(rank.core().is_none(), rank.is_joker());
            if let Some(core) = rank.core() {
                assert_eq!(Rank::from(core), rank);
            }
        }
        let text: String = Rank::all().map(|rank| rank.to_string()).collect();
        assert_eq!(text, "A23456789TJQKjoker");
        assert_eq!(Rank::from_index(14), None);
    }

    #[test]
    fn a_hand_holds_no_more_than_the_pack() {
        for (cards, message) in [
            (
                &[0, 5, 0, 0, 0, 0][..],
                "too many cards of rank A; the pack has 4",
            ),
            (&[13, 1, 13], "too many cards of rank joker; the pack has 1"),
        ] {
            assert_eq!(Hand::new(ranks(cards)).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn the_first_cards_of_a_rank_pair_and_the_rest_keep_their_order() {
        let mut knowledge = KnowledgeBase::new();
        let mut hand = Hand::new(ranks(&[4, 13, 7, 4, 2, 7, 4, 7, 7])).unwrap();
        hand.discard_pairs(&mut knowledge);
        assert_eq!(hand, Hand::new(ranks(&[13, 2, 4])).unwrap());
        let discarded = Rank::all().map(|rank| knowledge.discarded(rank));
        assert_eq!(
            discarded.collect::<Vec<_>>(),
            [0, 0, 0, 0, 2, 0, 0, 4, 0, 0, 0, 0, 0, 0]
        );
    }

    #[test]
    fn the_first_seats_get_the_odd_cards() {
        let sizes: Vec<usize> = deal(4, 0).iter().map(Hand::len).collect();
        assert_eq!(sizes, [14, 13, 13, 13]);
    }
}
