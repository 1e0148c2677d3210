use super::splitter::Memo;
use super::{GuandanError, Hand, plays};

/// Finds the fewest plays that use up a hand with the help of wild cards, as
/// the document prints it in pieces (section 2), with a memo table that it
/// keeps.
///
/// Fault 2, twice over:
/// - A hand without real cards needs no play, whatever wild cards are left,
///   although they would have to be played as well.
/// - As soon as there is a wild card, any play may come first and not only one
///   of the lowest rank. All orders of a split are searched, and nearly all
///   parts of the hand become states: at most (wild + 1) · ∏ (count + 1),
///   exponential in the number of ranks.
///
/// Meant for hands of about 13 cards, which it solves in milliseconds. A hand of
/// 27 cards with two wild cards has millions of states and takes seconds (the
/// Java program about 20); nothing limits the table.
///
/// ```
/// use guandan_split::published::{Hand, WildSplitter};
///
/// // 3 3 4 4 5 with a wild card: three consecutive pairs.
/// let hand = Hand::new([0, 2, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])?;
/// let mut splitter = WildSplitter::new();
/// assert_eq!(splitter.min_plays(hand, 0)?, 3);
/// assert_eq!(splitter.min_plays(hand, 1)?, 1);
/// # Ok::<(), guandan_split::published::GuandanError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct WildSplitter {
    memo: Memo,
}

impl WildSplitter {
    /// How many wild cards may be given: the document reckons with up to three,
    /// and the game has two.
    pub const MAX_WILDS: u8 = 3;

    /// A splitter that has solved nothing yet.
    #[must_use]
    pub fn new() -> WildSplitter {
        WildSplitter::default()
    }

    /// The fewest plays that use up the real cards of a hand, 0 to 28, with
    /// `wild` wild cards beside them (`minPlays`).
    ///
    /// # Errors
    /// [`GuandanError::TooManyWilds`] beyond [`WildSplitter::MAX_WILDS`].
    pub fn min_plays(&mut self, hand: Hand, wild: u8) -> Result<u32, GuandanError> {
        if wild > WildSplitter::MAX_WILDS {
            return Err(GuandanError::TooManyWilds { wild });
        }
        Ok(u32::from(self.solve(hand, wild)))
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
            if wild == 0 && play.cards().count(first) == 0 {
                continue;
            }
            if let Some((rest, wild_left)) = subtract_with_wild(hand, play.cards(), wild) {
                best = best.min(1 + self.solve(rest, wild_left));
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

/// Whether a hand and `wild` wild cards have the cards of a play
/// (`canFormWithWild`): the wild cards make up for what the hand lacks, and
/// cards that it has in excess do not.
#[must_use]
pub const fn can_form_with_wild(hand: Hand, target: Hand, wild: u8) -> bool {
    subtract_with_wild(hand, target, wild).is_some()
}

/// What remains of a hand and of its wild cards when a play is made from them,
/// real cards first, or `None` if they do not suffice (`subtractWithWild`).
#[must_use]
pub const fn subtract_with_wild(hand: Hand, target: Hand, wild: u8) -> Option<(Hand, u8)> {
    let lacking = target.without(hand).total();
    if lacking <= wild as u32 {
        Some((hand.without(target), wild - lacking as u8))
    } else {
        None
    }
}
