//! Section 5.4: the two strategies.

use cards_core::java::JavaRandom;

use super::{Hand, KnowledgeBase, ProbabilityModel, Rank};

/// What a player knows when it is to draw.
///
/// The program hands every player the hands of all and asks it not to look;
/// this is what its strategies read of them.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The player's seat.
    pub seat: usize,
    /// The player's own hand.
    pub hand: &'a Hand,
    /// How many cards each seat holds; the player's own size is not read.
    pub sizes: &'a [usize],
    /// What has been discarded.
    pub knowledge: &'a KnowledgeBase,
}

impl View<'_> {
    /// The seats that can be drawn from, with the sizes of their hands: the
    /// others that hold cards.
    pub fn providers(&self) -> impl Iterator<Item = (usize, usize)> + Clone {
        let seat = self.seat;
        let sizes = self.sizes.iter().copied().enumerate();
        sizes.filter(move |&(other, size)| other != seat && size > 0)
    }

    /// The lowest of the seats that hold the largest of the other hands, or
    /// `None` if nobody else holds a card. It is what the document's player
    /// comes down to (fault 2).
    #[must_use]
    pub fn first_largest_hand(&self) -> Option<usize> {
        first_best(self.providers())
    }

    /// How many cards the others hold.
    fn total_unknown(&self) -> usize {
        self.providers()
            .fold(0, |total, (_, size)| total.saturating_add(size))
    }
}

/// The seat of the highest score, the lowest such seat.
fn first_best<T: PartialOrd>(scores: impl Iterator<Item = (usize, T)>) -> Option<usize> {
    let (best, _) = scores.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    Some(best)
}

/// The expected-value player (class `OldMaidAI`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectedValueAi {
    lambda: f64,
}

impl ExpectedValueAi {
    /// The player with a weight of the joker's risk, usually
    /// [`DEFAULT_LAMBDA`](super::DEFAULT_LAMBDA).
    #[must_use]
    pub const fn new(lambda: f64) -> ExpectedValueAi {
        ExpectedValueAi { lambda }
    }

    /// The rank that the player hopes for, of all the cards that the others
    /// hold; `None` if no expected value is positive.
    #[must_use]
    pub fn target_rank(&self, view: &View<'_>) -> Option<Rank> {
        ProbabilityModel::new(view.knowledge, self.lambda)
            .best_rank_to_draw(view.hand, view.total_unknown())
    }

    /// The seat to draw from: the one that is expected to hold the most cards
    /// of the target rank (3.2) or, without a target, holds the most cards.
    /// `None` if nobody else holds a card.
    ///
    /// Fault 1: of equals it is the lowest seat, so that high seats are drawn
    /// from last. Fault 2: the expected holding is proportional to the size of
    /// the hand, so the target changes nothing.
    #[must_use]
    pub fn choose_provider(&self, view: &View<'_>) -> Option<usize> {
        let total = view.total_unknown() as f64;
        match self.target_rank(view) {
            Some(target) => {
                let alive = f64::from(view.knowledge.alive_outside(target, view.hand));
                let scores = view.providers();
                first_best(scores.map(|(seat, size)| (seat, alive * (size as f64 / total))))
            }
            None => view.first_largest_hand(),
        }
    }

    /// Whether the player, having drawn, discards its pairs: always without the
    /// joker, and with it only from six cards on (3.3).
    ///
    /// Fault 4: the joker's holder wants it drawn, and a hand that keeps its
    /// pairs makes that less likely. The rules leave no choice.
    #[must_use]
    pub fn should_discard_pair(&self, hand: &Hand) -> bool {
        !hand.holds_joker() || hand.len() > 5
    }
}

/// The random baseline (class `RandomStrategy`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomBaseline {
    random: JavaRandom,
}

impl RandomBaseline {
    /// The baseline with the generator of a seed.
    #[must_use]
    pub const fn new(seed: i64) -> RandomBaseline {
        RandomBaseline {
            random: JavaRandom::new(seed),
        }
    }

    /// Any other seat that holds cards, each as likely; `None` if there is
    /// none.
    pub fn choose_provider(&mut self, view: &View<'_>) -> Option<usize> {
        let mut providers = view.providers();
        let candidates = providers.clone().count();
        if candidates == 0 {
            return None;
        }
        let (provider, _) = providers.nth(self.random.next_index(candidates))?;
        Some(provider)
    }
}

/// Who plays a seat (interface `Strategy`).
#[derive(Clone, Debug, PartialEq)]
pub enum Strategy {
    /// The expected-value player.
    ExpectedValue(ExpectedValueAi),
    /// The random baseline.
    Random(RandomBaseline),
}

impl Strategy {
    /// Whether this is the expected-value player.
    #[must_use]
    pub const fn is_ai(&self) -> bool {
        matches!(self, Strategy::ExpectedValue(_))
    }

    /// The seat to draw from, or `None` if nobody else holds a card.
    pub fn choose_provider(&mut self, view: &View<'_>) -> Option<usize> {
        match self {
            Strategy::ExpectedValue(ai) => ai.choose_provider(view),
            Strategy::Random(baseline) => baseline.choose_provider(view),
        }
    }

    /// Whether the player, having drawn, discards its pairs. The baseline
    /// always does.
    #[must_use]
    pub fn should_discard_pair(&self, hand: &Hand) -> bool {
        match self {
            Strategy::ExpectedValue(ai) => ai.should_discard_pair(hand),
            Strategy::Random(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::DEFAULT_LAMBDA;
    use super::*;

    const AI: ExpectedValueAi = ExpectedValueAi::new(DEFAULT_LAMBDA);

    fn hand(indices: &[usize]) -> Hand {
        Hand::new(
            indices
                .iter()
                .map(|&index| Rank::from_index(index).unwrap()),
        )
        .unwrap()
    }

    #[test]
    fn fault_1_and_2_the_first_of_the_largest_hands() {
        let knowledge = KnowledgeBase::new();
        for (cards, has_target) in [(&[0, 3, 13][..], true), (&[0, 3, 5], false)] {
            let hand = hand(cards);
            let view = View {
                seat: 1,
                hand: &hand,
                sizes: &[4, 3, 7, 7],
                knowledge: &knowledge,
            };
            assert_eq!(AI.target_rank(&view).is_some(), has_target);
            assert_eq!(AI.choose_provider(&view), Some(2));
            assert_eq!(view.first_largest_hand(), Some(2));
        }
    }

    #[test]
    fn fault_4_the_jokers_holder_keeps_pairs_up_to_five_cards() {
        assert!(!AI.should_discard_pair(&hand(&[13, 2, 2, 7, 7])));
        assert!(AI.should_discard_pair(&hand(&[13, 2, 2, 7, 7, 9])));
        assert!(AI.should_discard_pair(&hand(&[2, 2])));
        let baseline = Strategy::Random(RandomBaseline::new(0));
        assert!(baseline.should_discard_pair(&hand(&[13, 2, 2])));
    }

    #[test]
    fn nobody_to_draw_from() {
        let knowledge = KnowledgeBase::new();
        let hand = hand(&[13]);
        let view = View {
            seat: 0,
            hand: &hand,
            sizes: &[1, 0, 0],
            knowledge: &knowledge,
        };
        assert_eq!(AI.choose_provider(&view), None);
        assert_eq!(RandomBaseline::new(0).choose_provider(&view), None);
    }
}
