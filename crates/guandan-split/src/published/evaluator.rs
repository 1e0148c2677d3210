use cards_core::Rank;

use super::{GuandanError, Hand, HyperGeometric, Splitter};

/// Rates a hand and decides whether to bomb (class `HandEvaluator`, section 4).
///
/// ```
/// use guandan_split::published::{HandEvaluator, SAMPLE_HAND};
///
/// let mut evaluator = HandEvaluator::default();
/// assert_eq!(format!("{:.3}", evaluator.evaluate(SAMPLE_HAND)), "0.790");
/// ```
#[derive(Clone, Debug, Default)]
pub struct HandEvaluator {
    splitter: Splitter,
    hypergeometric: HyperGeometric,
}

impl HandEvaluator {
    /// An evaluator that asks these two. The results do not depend on what the
    /// splitter has solved before.
    #[must_use]
    pub const fn new(splitter: Splitter, hypergeometric: HyperGeometric) -> HandEvaluator {
        HandEvaluator {
            splitter,
            hypergeometric,
        }
    }

    /// The splitter that it asks, with what that has solved so far.
    #[must_use]
    pub const fn splitter(&self) -> &Splitter {
        &self.splitter
    }

    /// The rating of a hand, 0 to 1, which the document calls an estimate of
    /// the chance to win (`evaluate`): 0.5, a tenth more for each play fewer
    /// than seven, 0.15 for any bomb, and 0.02, up to 0.2, for each big card.
    /// An empty hand is rated 1.
    ///
    /// Fault 4: the two counts as a big card, as in other games, and neither
    /// jokers nor the level do.
    pub fn evaluate(&mut self, hand: Hand) -> f64 {
        if hand.is_empty() {
            return 1.0;
        }
        let plays = f64::from(self.splitter.min_plays(hand, 0));
        let mut score = 0.5 + (7.0 - plays) * 0.1;
        if Rank::ALL.into_iter().any(|rank| hand.count(rank) >= 4) {
            score += 0.15;
        }
        let big_cards = [Rank::King, Rank::Ace, Rank::Two].map(|rank| f64::from(hand.count(rank)));
        score += f64::min(0.2, big_cards.into_iter().sum::<f64>() * 0.02);
        score.clamp(0.0, 1.0)
    }

    /// Whether to bomb with four cards of a rank of which I hold `mine`
    /// (`shouldBomb`): if one opponent has four of the same rank with a chance
    /// of less than 0.35, and four plays or fewer are left afterwards.
    ///
    /// The hand need not have four cards of the rank; as many as it has are
    /// taken out of it. Of the 2,600 answers for 200 random hands of 27 cards
    /// and their thirteen ranks one is yes.
    ///
    /// Fault 4: bombs of other ranks are not thought of, and those of the same
    /// rank never matter. Their chance is 0.2495 at most, when I hold none of the
    /// rank, so that the plays left decide alone.
    ///
    /// # Errors
    /// [`GuandanError::MoreThanAll`] if `mine` exceeds [`Hand::MAX_OF_RANK`].
    pub fn should_bomb(&mut self, hand: Hand, rank: Rank, mine: u8) -> Result<bool, GuandanError> {
        let copies = u32::from(Hand::MAX_OF_RANK);
        let opposing_bomb = self.hypergeometric.at_least(u32::from(mine), copies, 4)?;
        let rest = hand.without(Hand::of(rank, 4));
        let plays_left = self.splitter.min_plays(rest, 0);
        Ok(1.0 - opposing_bomb > 0.65 && plays_left <= 4)
    }
}
