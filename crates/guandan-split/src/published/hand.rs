use core::fmt;
use core::iter;

use cards_core::Rank;
use cards_core::java::{JavaRandom, shuffle};

use super::GuandanError;

/// A hand, or what is played from it: how many cards of each rank, two to ace
/// (class `Hand`). Suits, jokers and the level play no part.
///
/// # Layout
/// Four bits a rank, the two lowest. So a hand is its own key in a memo table,
/// where the document builds a string (`Hand.key`).
///
/// ```
/// use cards_core::Rank;
/// use guandan_split::published::Hand;
///
/// let hand = Hand::new([2, 0, 2, 2, 3, 2, 2, 3, 1, 3, 2, 4, 1])?;
/// assert_eq!(hand.total(), 27);
/// assert_eq!(hand.count(Rank::King), 4);
/// # Ok::<(), guandan_split::published::GuandanError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hand(u64);

/// The hand of the document's entry point (section 5): 27 cards.
pub const SAMPLE_HAND: Hand = match Hand::new([2, 0, 2, 2, 3, 2, 2, 3, 1, 3, 2, 4, 1]) {
    Ok(hand) => hand,
    Err(_) => unreachable!(),
};

/// Deals a random hand: the first `cards` of the 104 ranks of two packs, eight
/// twos, eight threes and so on up to the aces, shuffled by
/// `Collections.shuffle(ranks, new Random(seed))`.
///
/// # Errors
/// [`GuandanError::TooManyCards`] beyond [`Hand::MAX_CARDS`].
pub fn deal(seed: i64, cards: usize) -> Result<Hand, GuandanError> {
    if cards > Hand::MAX_CARDS {
        return Err(GuandanError::TooManyCards { cards });
    }
    let copies = usize::from(Hand::MAX_OF_RANK);
    let mut ranks: Vec<Rank> = Rank::ALL
        .into_iter()
        .flat_map(|rank| iter::repeat_n(rank, copies))
        .collect();
    shuffle(&mut ranks, &mut JavaRandom::new(seed));
    let dealt = ranks.into_iter().take(cards);
    Ok(dealt.fold(Hand::EMPTY, |hand, rank| hand.plus(Hand::of(rank, 1))))
}

impl Hand {
    /// No card.
    pub const EMPTY: Hand = Hand(0);

    /// How many cards of a rank two packs have.
    pub const MAX_OF_RANK: u8 = 8;

    /// How many cards a hand has at most: the largest hand that the document
    /// names, one more than the 27 that the game deals. Within it the plain
    /// splitter needs some thousands of states; it would need millions for
    /// hands twice as large.
    pub const MAX_CARDS: usize = 28;

    /// The hand with these counts, from the two up to the ace.
    ///
    /// # Errors
    /// [`GuandanError::TooManyOfRank`] beyond [`Hand::MAX_OF_RANK`],
    /// [`GuandanError::TooManyCards`] beyond [`Hand::MAX_CARDS`].
    pub const fn new(counts: [u8; Rank::COUNT]) -> Result<Hand, GuandanError> {
        let mut hand = Hand::EMPTY;
        let mut index = 0;
        while index < counts.len() {
            let (rank, count) = (Rank::ALL[index], counts[index]);
            if count > Hand::MAX_OF_RANK {
                return Err(GuandanError::TooManyOfRank { rank, count });
            }
            hand = hand.plus(Hand::of(rank, count));
            index += 1;
        }
        let cards = hand.total() as usize;
        if cards > Hand::MAX_CARDS {
            return Err(GuandanError::TooManyCards { cards });
        }
        Ok(hand)
    }

    /// Cards of one rank, at most [`Hand::MAX_OF_RANK`].
    pub(super) const fn of(rank: Rank, count: u8) -> Hand {
        Hand((count as u64) << (4 * rank.index()))
    }

    /// The counts, from the two up to the ace.
    #[must_use]
    pub fn counts(self) -> [u8; Rank::COUNT] {
        Rank::ALL.map(|rank| self.count(rank))
    }

    /// How many cards of a rank the hand has, 0 to 8.
    #[must_use]
    pub const fn count(self, rank: Rank) -> u8 {
        ((self.0 >> (4 * rank.index())) & 0xF) as u8
    }

    /// How many cards the hand has.
    #[must_use]
    pub const fn total(self) -> u32 {
        let (even, odd) = self.halves();
        // The product's highest byte is the sum of the bytes.
        ((even + odd).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Whether the hand has no card.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest rank of which the hand has a card, `None` if it is empty
    /// (`firstNonZero`).
    #[must_use]
    pub const fn lowest(self) -> Option<Rank> {
        Rank::from_index(self.0.trailing_zeros() as usize / 4)
    }

    /// Whether the hand has all cards of another.
    #[must_use]
    pub const fn contains(self, other: Hand) -> bool {
        other.without(self).is_empty()
    }

    /// What remains of the hand without the cards of another; what that has
    /// beyond this hand does not count.
    #[must_use]
    pub const fn without(self, other: Hand) -> Hand {
        let (even, odd) = self.halves();
        let (other_even, other_odd) = other.halves();
        Hand(saturating_sub(even, other_even) | saturating_sub(odd, other_odd) << 4)
    }

    /// The cards of both, at most [`Hand::MAX_OF_RANK`] of each rank.
    pub(super) const fn plus(self, other: Hand) -> Hand {
        Hand(self.0 + other.0)
    }

    /// A number for the hand and a number of wild cards, different for
    /// different ones (`key`): wild cards are above the 52 bits of the ranks.
    pub(super) const fn key(self, wild: u8) -> u64 {
        self.0 | (wild as u64) << (4 * Rank::COUNT)
    }

    /// Every other count, one a byte: the two's on, and the three's on.
    const fn halves(self) -> (u64, u64) {
        const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
        (self.0 & LOW, (self.0 >> 4) & LOW)
    }
}

/// Subtracts byte by byte, none of them above 127, and stops at 0.
const fn saturating_sub(bytes: u64, others: u64) -> u64 {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    // A byte keeps its high bit unless it had to borrow.
    let differences = (bytes | HIGH) - others;
    let kept = differences & HIGH;
    differences & (kept - (kept >> 7))
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Hand").field(&self.counts()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_behave_like_arrays() {
        let deals = (0..40).map(|seed| deal(seed, (seed % 29) as usize).unwrap());
        let hands: Vec<Hand> = deals.chain([Hand::EMPTY, SAMPLE_HAND]).collect();
        for &a in &hands {
            assert_eq!(Hand::new(a.counts()), Ok(a));
            let total: u32 = a.counts().into_iter().map(u32::from).sum();
            assert_eq!(a.total(), total, "{a:?}");
            let lowest = Rank::ALL.into_iter().find(|&rank| a.count(rank) > 0);
            assert_eq!(a.lowest(), lowest, "{a:?}");
            for &b in &hands {
                let pairs = || a.counts().into_iter().zip(b.counts());
                assert_eq!(a.contains(b), pairs().all(|(a, b)| a >= b), "{a:?} {b:?}");
                let rest: Vec<u8> = pairs().map(|(a, b)| a.saturating_sub(b)).collect();
                assert_eq!(a.without(b).counts()[..], rest, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn keys_differ_by_hand_and_wild_cards() {
        let ace = Hand::of(Rank::Ace, 8);
        let keys = [ace.key(0), ace.key(1), ace.key(255), Hand::EMPTY.key(8)];
        for (place, key) in keys.iter().enumerate() {
            assert!(!keys[..place].contains(key), "{keys:?}");
        }
    }
}
