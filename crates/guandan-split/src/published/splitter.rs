use core::hash::BuildHasherDefault;
use std::collections::HashMap;

use ahash::AHasher;

use super::{Hand, plays};

/// The fewest plays for a hand and a number of wild cards, by [`Hand::key`].
/// Only looked up and counted, never iterated over.
pub(super) type Memo = HashMap<u64, u8, BuildHasherDefault<AHasher>>;

/// Finds the fewest plays that use up a hand, with a memo table that it keeps
/// (class `HandSplitter`).
///
/// Only plays that contain the lowest rank of the hand are tried: some play of
/// a best split has to, and the order of the plays does not matter.
///
/// ```
/// use guandan_split::published::{SAMPLE_HAND, Splitter};
///
/// let mut splitter = Splitter::new();
/// assert_eq!(splitter.min_plays(SAMPLE_HAND, 0), 7);
/// assert_eq!(splitter.memo_states(), 444);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Splitter {
    memo: Memo,
}

impl Splitter {
    /// A splitter that has solved nothing yet.
    #[must_use]
    pub fn new() -> Splitter {
        Splitter::default()
    }

    /// The fewest plays that use up a hand, 0 to 28 (`minPlays`).
    ///
    /// Fault 2: the wild cards only tell apart entries of the memo table.
    ///
    /// Looks at all [`plays`] once for each hand that may remain on the way:
    /// hundreds of hands for one of 27 cards, two thousand for nine triples.
    pub fn min_plays(&mut self, hand: Hand, wild: u8) -> u32 {
        u32::from(self.solve(hand, wild))
    }

    fn solve(&mut self, hand: Hand, wild: u8) -> u8 {
        let Some(first) = hand.lowest() else {
            return 0;
        };
        let key = hand.key(wild);
        if let Some(&known) = self.memo.get(&key) {
            return known;
        }
        let mut best = u8::MAX;
        for play in plays() {
            if play.cards().count(first) == 0 {
                continue;
            }
            if let Some(rest) = play.subtract(hand) {
                best = best.min(1 + self.solve(rest, wild));
            }
        }
        self.memo.insert(key, best);
        best
    }

    /// How many entries the memo table has: one for each different pair of a
    /// hand that is not empty and a number of wild cards met so far.
    #[must_use]
    pub fn memo_states(&self) -> usize {
        self.memo.len()
    }
}
