//! Section 5.3: hit probability and expected value.

use super::{Hand, KnowledgeBase, Rank};

/// λ, the weight of the joker's risk (2.3).
pub const DEFAULT_LAMBDA: f64 = 8.0;

/// What the document makes of drawing a rank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The rank.
    pub rank: Rank,
    /// The document's chance to draw it, 0 to 1.
    pub probability: f64,
    /// Its expected value; −∞ if there is no card to draw.
    pub expected_value: f64,
    /// Whether the card would complete a pair.
    pub completes_pair: bool,
}

/// The document's probabilities and expected values (class
/// `ProbabilityModel`).
#[derive(Clone, Copy, Debug)]
pub struct ProbabilityModel<'a> {
    knowledge: &'a KnowledgeBase,
    lambda: f64,
}

impl<'a> ProbabilityModel<'a> {
    /// A model on what is public, with a weight of the joker's risk, usually
    /// [`DEFAULT_LAMBDA`]. Any weight is taken; with NaN the expected values are
    /// NaN.
    #[must_use]
    pub const fn new(knowledge: &'a KnowledgeBase, lambda: f64) -> ProbabilityModel<'a> {
        ProbabilityModel { knowledge, lambda }
    }

    /// The value of drawing a rank, for one who holds `hand`, from
    /// `opponent_size` hidden cards:
    /// p · (gain − λ · joker risk) as in 3.1, where the gain is 2 if the card
    /// pairs and −1 if not.
    ///
    /// Fault 3: p is alive / `opponent_size`, clipped to 1. That is the chance
    /// only if all other cards are in the hand drawn from.
    #[must_use]
    pub fn evaluate(&self, hand: &Hand, opponent_size: usize, rank: Rank) -> Candidate {
        if opponent_size == 0 {
            return Candidate {
                rank,
                probability: 0.0,
                expected_value: f64::NEG_INFINITY,
                completes_pair: false,
            };
        }
        let size = opponent_size as f64;
        let alive = self.knowledge.alive_outside(rank, hand);
        let probability = (f64::from(alive) / size).min(1.0);

        let completes_pair = !rank.is_joker() && hand.has_lone_copy(rank);
        let gain = if completes_pair { 2.0 } else { -1.0 };

        // It depends on the rank in nothing but whether it is the joker's.
        let joker_outside = self.knowledge.alive_outside(Rank::JOKER, hand) > 0;
        let joker_risk = if joker_outside && !rank.is_joker() {
            (size - 1.0) / size
        } else {
            0.0
        };

        Candidate {
            rank,
            probability,
            expected_value: probability * (gain - self.lambda * joker_risk),
            completes_pair,
        }
    }

    /// The rank with the highest expected value, the first of equals, among
    /// those that can be drawn; `None` if that value is not positive.
    #[must_use]
    pub fn best_rank_to_draw(&self, hand: &Hand, opponent_size: usize) -> Option<Rank> {
        let best = Rank::all()
            .map(|rank| self.evaluate(hand, opponent_size, rank))
            .filter(|candidate| candidate.probability > 0.0)
            .reduce(|best, next| {
                if next.expected_value > best.expected_value {
                    next
                } else {
                    best
                }
            })?;
        (best.expected_value > 0.0).then_some(best.rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards_core::Rank as Core;

    #[test]
    fn fault_3_a_chance_beyond_one_is_clipped() {
        let knowledge = KnowledgeBase::new();
        let model = ProbabilityModel::new(&knowledge, DEFAULT_LAMBDA);
        let ace = Rank::from(Core::Ace);
        // Three aces are with the others, two cards are in the hand drawn from.
        let candidate = model.evaluate(&Hand::new([ace]).unwrap(), 2, ace);
        assert_eq!(candidate.probability, 1.0);
        assert!(candidate.completes_pair);
        assert_eq!(candidate.expected_value, 2.0 - 8.0 * 0.5);
    }

    #[test]
    fn only_the_jokers_holder_has_a_rank_to_hope_for() {
        let knowledge = KnowledgeBase::new();
        let model = ProbabilityModel::new(&knowledge, DEFAULT_LAMBDA);
        let [king, two] = [Core::King, Core::Two].map(Rank::from);
        let without = Hand::new([king, two]).unwrap();
        assert_eq!(model.best_rank_to_draw(&without, 40), None);
        let with = Hand::new([king, Rank::JOKER, two]).unwrap();
        assert_eq!(model.best_rank_to_draw(&with, 40), Some(two));
    }

    #[test]
    fn nothing_is_drawn_from_an_empty_hand() {
        let knowledge = KnowledgeBase::new();
        let model = ProbabilityModel::new(&knowledge, DEFAULT_LAMBDA);
        let hand = Hand::new([Rank::JOKER]).unwrap();
        assert_eq!(model.best_rank_to_draw(&hand, 0), None);
        let candidate = model.evaluate(&hand, 0, Rank::JOKER);
        assert_eq!(candidate.probability, 0.0);
        assert_eq!(candidate.expected_value, f64::NEG_INFINITY);
    }
}
