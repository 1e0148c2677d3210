//! Two slow solvers that the exact solver is checked against and measured by.
//!
//! Both play through [`State`] alone and share no code with
//! the solver: what they return follows from the rules of play
//! and [`Rules::score`], card by card.

use std::collections::HashMap;

use cards_core::{Card, CardSet};

use crate::{Player, Rules, State};

/// The value of a state by plain minimax, without a table and without pruning:
/// player 0's final score minus player 1's when both play their best.
///
/// Takes time in the order of the number of different games: seconds for 6 cards
/// a hand, hours for 8.
#[must_use]
pub fn minimax(rules: &Rules, state: &State) -> i32 {
    let values = plays(rules, state).map(|(_, next)| minimax(rules, &next));
    match state.to_play() {
        Player::Zero => values.max(),
        Player::One => values.min(),
    }
    .unwrap_or_else(|| state.difference(rules))
}

/// The [`minimax`] value of each legal play, in the order of
/// [`CardSet::iter`].
#[must_use]
pub fn minimax_plays(rules: &Rules, state: &State) -> Vec<(Card, i32)> {
    plays(rules, state)
        .map(|(card, next)| (card, minimax(rules, &next)))
        .collect()
}

fn plays(rules: &Rules, state: &State) -> impl Iterator<Item = (Card, State)> {
    state.legal(rules).iter().map(|card| {
        let mut next = *state;
        match next.play(rules, card) {
            Ok(_) => (card, next),
            Err(error) => unreachable!("a legal play: {error}"),
        }
    })
}

/// The textbook solver: depth first over copies of the state, with a hash map of
/// exact values, and no pruning. It is the measure of the fast solver's speed.
///
/// Its key is what is to come under an additive rule: the hands, the leader and
/// the card led. Under [`Rules`] that are not additive it is also what was taken.
#[derive(Debug, Default)]
pub struct Textbook {
    values: HashMap<Key, i32>,
    nodes: u64,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Key {
    hands: [CardSet; 2],
    leader: Player,
    led: Option<Card>,
    taken: [CardSet; 2],
    suits_led: [bool; 4],
}

impl Textbook {
    /// A solver with an empty map.
    #[must_use]
    pub fn new() -> Textbook {
        Textbook::default()
    }

    /// The states that were expanded so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The different states whose value is known.
    #[must_use]
    pub fn states(&self) -> usize {
        self.values.len()
    }

    /// The value of a state: player 0's final score minus player 1's. The map is
    /// kept for later states, which must be of the same rules.
    pub fn value(&mut self, rules: &Rules, state: &State) -> i32 {
        state.difference(rules) + self.gain(rules, state)
    }

    /// What the difference will still change by.
    fn gain(&mut self, rules: &Rules, state: &State) -> i32 {
        if state.is_over() {
            return 0;
        }
        let taken = if rules.is_additive() {
            [CardSet::EMPTY; 2]
        } else {
            Player::ALL.map(|player| state.taken(player))
        };
        let key = Key {
            hands: Player::ALL.map(|player| state.hand(player)),
            leader: state.leader(),
            led: state.led(),
            taken,
            suits_led: cards_core::Suit::ALL.map(|suit| state.was_led(suit)),
        };
        if let Some(&value) = self.values.get(&key) {
            return value;
        }
        self.nodes += 1;
        let now = state.difference(rules);
        let mut best = None;
        for (_, next) in plays(rules, state) {
            let value = next.difference(rules) - now + self.gain(rules, &next);
            best = Some(match (state.to_play(), best) {
                (_, None) => value,
                (Player::Zero, Some(best)) => value.max(best),
                (Player::One, Some(best)) => value.min(best),
            });
        }
        let value = best.unwrap_or(0);
        self.values.insert(key, value);
        value
    }
}
