//! Section 6.4: the heuristic of the expected loss.

use super::{Card, CardSet, Player, State};

/// The heuristic player (class `ExpectedLossAI`): a safe card first, else the
/// card of the highest expected value.
///
/// Fault 5: it sees the whole [`State`], and its expected value reads the
/// opponent's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExpectedLossAi {
    me: Player,
}

impl ExpectedLossAi {
    /// The heuristic in a player's seat.
    #[must_use]
    pub const fn new(me: Player) -> ExpectedLossAi {
        ExpectedLossAi { me }
    }

    /// The card that the heuristic plays, or `None` if its hand is empty. Of
    /// equal cards it is the first in the order of [`CardSet::iter`].
    ///
    /// Takes a number of steps proportional to the number of legal cards.
    #[must_use]
    pub fn choose(&self, state: &State) -> Option<Card> {
        let legal = state.legal_cards(self.me);
        if let Some(only) = legal.single() {
            return Some(only);
        }
        if let Some(safe) = legal
            .iter()
            .find(|&card| self.is_absolutely_safe(state, card))
        {
            return Some(safe);
        }
        let (best, _) = legal
            .iter()
            .map(|card| (card, self.expected_value(state, card)))
            .reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        Some(best)
    }

    /// Whether no higher card of the suit is alive.
    ///
    /// Fault 4: such a card wins every trick that it leads or follows suit in,
    /// so it takes what there is to take. Alive is whatever the player has not
    /// seen, and that includes the cards that were never dealt.
    #[must_use]
    pub const fn is_absolutely_safe(&self, state: &State, card: Card) -> bool {
        let unknown = state.hand(self.me).union(state.played()).complement();
        card.higher().intersection(unknown).is_empty()
    }

    /// The expected value of playing a card, higher being better.
    ///
    /// Fault 1: the value of a trick won is the *negated* sum of its
    /// penalties, so taking penalties counts as a gain, as it does in
    /// [`State::diff`].
    #[must_use]
    pub fn expected_value(&self, state: &State, card: Card) -> f64 {
        let opponent = self.me.opponent();
        let opponent_hand = state.hand(opponent);
        let led = state.trick().map(|trick| trick.lead());

        // Fault 5: these are the opponent's cards, not an estimate of them.
        let opponent_suit = opponent_hand.in_suit(led.unwrap_or(card).suit());
        let p_follow = match led {
            None if !opponent_suit.is_empty() => 1.0,
            // Who follows weighs the two outcomes by the leader's remaining
            // cards of the suit, though the leader has played already.
            _ => share(opponent_suit, opponent_hand),
        };

        // The cards out of play: neither player can play one of these.
        let held = state.hand(self.me).union(opponent_hand);
        let unknown = held.union(state.played()).complement();
        let average_unknown_penalty = if unknown.is_empty() {
            0.0
        } else {
            f64::from(unknown.penalty()) / unknown.len() as f64
        };

        let p_win = match led {
            None => 1.0 - share(opponent_suit.intersection(card.higher()), opponent_suit),
            Some(led) if led.higher().contains(card) => 1.0,
            Some(_) => 0.0,
        };

        // The card led is missing from the loss of a player who follows.
        let loss_if_won = f64::from(card.penalty()) + average_unknown_penalty;
        let value_if_won = -loss_if_won;
        let value_if_lost = 0.0;

        let value_if_followed = p_win * value_if_won + (1.0 - p_win) * value_if_lost;
        let value_if_not_followed = match led {
            None => value_if_won,
            Some(_) => value_if_lost,
        };
        p_follow * value_if_followed + (1.0 - p_follow) * value_if_not_followed
    }
}

/// The size of a part over that of the whole, 0 if the whole is empty.
fn share(part: CardSet, whole: CardSet) -> f64 {
    if whole.is_empty() {
        0.0
    } else {
        part.len() as f64 / whole.len() as f64
    }
}
