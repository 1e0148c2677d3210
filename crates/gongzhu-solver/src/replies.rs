use cards_core::counting::binomial;
use cards_core::{Card, CardSet, trick};

use crate::{Rules, View};

/// What the trick in question may bring to the player of a view, over all hands
/// that the opponent may have. Gains are changes of 'own score minus the
/// opponent's', by what has been taken so far.
///
/// Counts are hands of the opponent, [`Replies::hands`] in all, so that
/// probabilities and expectations are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The hands from which the opponent follows suit.
    pub(crate) follows: u128,
    /// The hands against which the player takes the trick.
    pub(crate) wins: u128,
    /// The sum of the gain over all hands.
    pub(crate) gain: i128,
    /// The least gain of any legal reply of any hand.
    pub(crate) worst: i32,
    /// The greatest gain of any legal reply of any hand.
    pub(crate) best: i32,
}

/// The opponent's hand as a player may know it, and how it replies.
///
/// The opponent is taken to reply with what is best for it in this trick: it
/// gives the player the least gain, and of equal cards it sheds the highest. The
/// cards that it may hold then have one order of preference, and its reply is
/// the first of them that it does hold. If `b` cards come before one and it
/// holds `h` of `U` unseen ones, the hands that lack those number C(U − b, h):
/// the hypergeometric probability of holding none of `b`. Cards that it is known
/// to hold end the list.
pub(crate) struct Replies<'a> {
    rules: &'a Rules,
    view: &'a View,
    possible: CardSet,
    /// How many of the possible cards the opponent holds.
    open: usize,
    /// `lacking[b]`: the hands that lack `b` certain possible cards.
    lacking: Vec<u128>,
    is_additive: bool,
    difference: i32,
}

impl<'a> Replies<'a> {
    pub(crate) fn new(rules: &'a Rules, view: &'a View) -> Replies<'a> {
        let possible = view.possible();
        let open = view.opponent_cards() - view.opponent_holds().len();
        let mut replies = Replies {
            rules,
            view,
            possible,
            open,
            lacking: lacking(possible.len(), open),
            is_additive: rules.is_additive(),
            difference: 0,
        };
        replies.difference = replies.difference_with(CardSet::EMPTY, true);
        replies
    }

    /// How many hands the opponent may have; never 0.
    pub(crate) fn hands(&self) -> u128 {
        self.lacking[0]
    }

    /// The outcome of leading a card.
    pub(crate) fn lead(&self, lead: Card) -> Outcome {
        let suit = lead.suit();
        let holds = self.view.opponent_holds();
        let may_be_void = !holds.has_suit(suit) && self.lacking_all(self.possible.in_suit(suit));
        let mut outcome = Outcome {
            follows: 0,
            wins: 0,
            gain: 0,
            worst: i32::MAX,
            best: i32::MIN,
        };
        let mut before = 0;
        let mut is_certain = false;
        for (card, gain) in self.in_order_of_preference(lead) {
            let follows = card.suit() == suit;
            if !(follows || may_be_void) {
                break;
            }
            outcome.worst = outcome.worst.min(gain);
            outcome.best = outcome.best.max(gain);
            if is_certain {
                continue;
            }
            let hands = if holds.contains(card) {
                is_certain = true;
                self.lacking[before]
            } else {
                before += 1;
                self.lacking[before - 1] - self.lacking[before]
            };
            outcome.gain += i128::from(gain) * hands as i128;
            if follows {
                outcome.follows += hands;
            }
            if !trick::beats(card, lead, self.rules.order()) {
                outcome.wins += hands;
            }
        }
        outcome
    }

    /// The outcome of answering the opponent's lead.
    pub(crate) fn follow(&self, led: Card, card: Card) -> Outcome {
        let hands = self.hands();
        let takes = trick::beats(card, led, self.rules.order());
        let gain = self.gain(led, card, takes);
        Outcome {
            follows: hands,
            wins: if takes { hands } else { 0 },
            gain: i128::from(gain) * hands as i128,
            worst: gain,
            best: gain,
        }
    }

    /// The expected gain if the opponent leads one of its cards at random and
    /// this one must answer, as a numerator over [`Replies::answer_scale`]. A
    /// lead of another suit counts as no gain.
    pub(crate) fn answer(&self, card: Card) -> i128 {
        let gains = |leads: CardSet| -> i128 {
            (leads.in_suit(card.suit()).iter())
                .map(|led| {
                    let takes = trick::beats(card, led, self.rules.order());
                    i128::from(self.gain(led, card, takes))
                })
                .sum()
        };
        let possible = self.possible.len().max(1) as i128;
        possible * gains(self.view.opponent_holds()) + self.open as i128 * gains(self.possible)
    }

    /// The denominator of [`Replies::answer`]: possible cards times the cards
    /// that the opponent holds, at least 1.
    pub(crate) fn answer_scale(&self) -> i128 {
        (self.possible.len().max(1) * self.view.opponent_cards().max(1)) as i128
    }

    /// The cards that may answer a lead, those that the opponent would rather
    /// play first, each with the player's gain. Cards that follow suit come
    /// before all others, and an exposed card that may not be played yet comes
    /// last of its suit.
    fn in_order_of_preference(&self, lead: Card) -> Vec<(Card, i32)> {
        let order = self.rules.order();
        let mut replies: Vec<(Card, i32)> = (self.view.opponent_holds() | self.held())
            .iter()
            .map(|card| {
                let takes = !trick::beats(card, lead, order);
                (card, self.gain(lead, card, takes))
            })
            .collect();
        replies.sort_by_key(|&(card, gain)| {
            let follows = card.suit() == lead.suit();
            let waits =
                follows && self.rules.exposed().contains(card) && !self.view.was_led(card.suit());
            let height = order.place(card.rank());
            (!follows, waits, gain, usize::MAX - height, card.index())
        });
        replies
    }

    /// The possible cards, or none if the opponent holds known cards only.
    fn held(&self) -> CardSet {
        if self.open == 0 {
            CardSet::EMPTY
        } else {
            self.possible
        }
    }

    /// Whether the opponent may lack all of these possible cards.
    fn lacking_all(&self, cards: CardSet) -> bool {
        self.lacking[cards.len()] > 0
    }

    /// The player's gain from a trick.
    fn gain(&self, led: Card, card: Card, takes: bool) -> i32 {
        if self.is_additive {
            let value = self.rules.doubled_value_of(led) + self.rules.doubled_value_of(card);
            if takes { value } else { -value }
        } else {
            let cards = CardSet::from_cards(&[led, card]);
            self.difference_with(cards, takes) - self.difference
        }
    }

    /// The player's score minus the opponent's once these cards are taken.
    fn difference_with(&self, cards: CardSet, takes: bool) -> i32 {
        let player = self.view.player();
        let mut piles = [player, player.opponent()].map(|player| self.view.taken(player));
        piles[usize::from(!takes)] |= cards;
        let [own, other] = piles.map(|pile| self.rules.score(pile).total);
        own - other
    }
}

/// C(`cards` − b, `held`) for b from 0 to `cards`.
fn lacking(cards: usize, held: usize) -> Vec<u128> {
    let Some(mut hands) = binomial(cards as u32, held as u32) else {
        unreachable!("a pack has fewer hands than a u128 counts");
    };
    (0..=cards)
        .map(|lacked| {
            let count = hands;
            // C(n − 1, h) = C(n, h) · (n − h) / n.
            let left = cards - lacked;
            hands = hands * left.saturating_sub(held) as u128 / left.max(1) as u128;
            count
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_that_lack_cards_are_binomials() {
        for cards in 0..=52 {
            for held in 0..=cards {
                let counts = lacking(cards, held);
                for (lacked, count) in counts.into_iter().enumerate() {
                    let left = (cards - lacked) as u32;
                    assert_eq!(Some(count), binomial(left, held as u32));
                }
            }
        }
    }
}
