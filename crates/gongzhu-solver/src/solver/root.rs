//! The plays of a state, valued by searches of what follows them.

use cards_core::{Card, CardSet, Suit};
use smallvec::SmallVec;

use super::RootPlay;
use super::engine::Engine;
use super::watch::close_in;
use crate::{Player, Rules, State};

/// The widest bounds of a difference of scores.
const WIDEST: i32 = 1 << 30;

/// The outcome of a trick.
#[derive(Clone, Copy)]
struct Outcome<P> {
    place: P,
    /// Who leads there.
    leader: Player,
    /// Player 0's score minus player 1's as it stands there.
    difference: i32,
    n: usize,
}

/// A play at the root and what can follow it, up to the end of the trick.
struct Branch<P> {
    /// Cards of equal effect.
    cards: CardSet,
    outcomes: SmallVec<[Outcome<P>; 13]>,
}

/// The legal plays of a state, those of equal effect together: cards of one
/// suit, of the same value and role, that no card of the opponent lies between.
fn groups(rules: &Rules, state: &State) -> SmallVec<[CardSet; 13]> {
    let legal = state.legal(rules);
    let player = state.to_play();
    let led = state.led().map_or(CardSet::EMPTY, CardSet::of);
    let others = state.hand(player.opponent()) | led;
    let distinct = rules.distinct_cards();
    let mut groups: SmallVec<[CardSet; 13]> = SmallVec::new();
    for suit in Suit::ALL {
        let first = groups.len();
        let mut start = first;
        for card in (legal | others).in_suit(suit).iter_in(rules.order()) {
            if others.contains(card) {
                start = groups.len();
                continue;
            }
            let like = |group: &&mut CardSet| {
                group.first().is_some_and(|other| {
                    rules.doubled_value_of(other) == rules.doubled_value_of(card)
                        && !distinct.contains(other)
                        && !distinct.contains(card)
                })
            };
            match groups[start..].iter_mut().find(like) {
                Some(group) => group.extend([card]),
                None => groups.push(CardSet::of(card)),
            }
        }
    }
    groups
}

/// The branches of a state that is not over.
fn branches<E: Engine>(engine: &E, rules: &Rules, state: &State) -> Vec<Branch<E::Place>> {
    let outcome = |after: &State| Outcome {
        place: engine.place(after),
        leader: after.leader(),
        difference: after.difference(rules),
        n: after.tricks_left(),
    };
    (groups(rules, state).into_iter())
        .map(|cards| {
            let played = with(rules, state, cards);
            let outcomes = match played.led() {
                None => SmallVec::from_iter([outcome(&played)]),
                Some(_) => (groups(rules, &played).into_iter())
                    .map(|replies| outcome(&with(rules, &played, replies)))
                    .collect(),
            };
            Branch { cards, outcomes }
        })
        .collect()
}

/// The state after the first of some legal cards.
fn with(rules: &Rules, state: &State, cards: CardSet) -> State {
    let mut next = *state;
    let played = cards.first().map(|card| next.play(rules, card));
    debug_assert!(matches!(played, Some(Ok(_))), "a legal card");
    next
}

/// Whether player 0's final difference from an outcome is at least `threshold`,
/// as [`Engine::test`] says it.
fn test<E: Engine>(engine: &mut E, outcome: &Outcome<E::Place>, threshold: i32) -> Option<i32> {
    let Outcome {
        place,
        leader,
        difference,
        n,
    } = outcome;
    Some(match leader {
        Player::Zero => difference + engine.test(place, *n, threshold - difference)?,
        Player::One => difference - engine.test(place, *n, difference - threshold + 1)?,
    })
}

/// The same without a search.
fn known<E: Engine>(engine: &E, outcome: &Outcome<E::Place>) -> (i32, i32) {
    let (lower, upper) = engine.known(&outcome.place, outcome.n);
    match outcome.leader {
        Player::Zero => (outcome.difference + lower, outcome.difference + upper),
        Player::One => (outcome.difference - upper, outcome.difference - lower),
    }
}

/// Whether the best of some outcomes for `chooser` is at least `threshold`.
fn test_best<E: Engine>(
    engine: &mut E,
    chooser: Player,
    outcomes: &[Outcome<E::Place>],
    threshold: i32,
) -> Option<i32> {
    let mut best: Option<i32> = None;
    for outcome in outcomes {
        let value = test(engine, outcome, threshold)?;
        let decided = (value >= threshold) == (chooser == Player::Zero);
        best = Some(match (best, chooser) {
            (None, _) => value,
            (Some(best), Player::Zero) => best.max(value),
            (Some(best), Player::One) => best.min(value),
        });
        if decided {
            return Some(value);
        }
    }
    best
}

/// Player 0's final difference at the end of a state's best play, as bounds that
/// are equal unless the search had to stop.
pub(super) fn value<E: Engine>(engine: &mut E, rules: &Rules, state: &State) -> (i32, i32) {
    let difference = state.difference(rules);
    if state.is_over() {
        return (difference, difference);
    }
    if state.led().is_none() {
        let place = engine.place(state);
        let (lower, upper) = engine.value(&place, state.tricks_left(), None);
        return match state.leader() {
            Player::Zero => (difference + lower, difference + upper),
            Player::One => (difference - upper, difference - lower),
        };
    }
    let outcomes: Vec<_> = (branches(engine, rules, state).into_iter())
        .flat_map(|branch| branch.outcomes)
        .collect();
    close_in(-WIDEST, WIDEST, difference, |threshold| {
        test_best(engine, state.to_play(), &outcomes, threshold)
    })
}

/// The value of each legal play of a state, near which `guess` lies.
pub(super) fn play_values<E: Engine>(
    engine: &mut E,
    rules: &Rules,
    state: &State,
    guess: i32,
) -> Vec<RootPlay> {
    let replier = state.to_play().opponent();
    let mut plays = Vec::new();
    for branch in branches(engine, rules, state) {
        let (value, _) = close_in(-WIDEST, WIDEST, guess, |threshold| {
            test_best(engine, replier, &branch.outcomes, threshold)
        });
        plays.extend(branch.cards.iter().map(|card| RootPlay { card, value }));
    }
    plays.sort_unstable_by_key(|play| play.card.index());
    plays
}

/// A game from a state on in which every play keeps its value, which is given.
pub(super) fn line<E: Engine>(
    engine: &mut E,
    rules: &Rules,
    state: &State,
    value: i32,
) -> Vec<Card> {
    let mut state = *state;
    let mut line = Vec::new();
    while !state.is_over() {
        let player = state.to_play();
        let branches = branches(engine, rules, &state);
        // The searches before have mostly left in the table what is needed.
        let keeps_it = (branches.iter())
            .find(|branch| {
                branch.outcomes.iter().all(|outcome| {
                    let (lower, upper) = known(engine, outcome);
                    match player {
                        Player::Zero => lower >= value,
                        Player::One => upper <= value,
                    }
                })
            })
            .or_else(|| {
                branches.iter().find(|branch| {
                    let replier = player.opponent();
                    let reaches = |threshold: i32, engine: &mut E| {
                        test_best(engine, replier, &branch.outcomes, threshold)
                            .is_some_and(|bound| bound >= threshold)
                    };
                    match player {
                        Player::Zero => reaches(value, engine),
                        Player::One => !reaches(value + 1, engine),
                    }
                })
            });
        let Some(card) = keeps_it.and_then(|branch| branch.cards.first()) else {
            unreachable!("some play keeps the value of a state");
        };
        line.push(card);
        state = with(rules, &state, CardSet::of(card));
    }
    line
}
