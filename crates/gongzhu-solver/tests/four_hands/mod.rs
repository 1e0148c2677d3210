//! Random games of four hands, and plain minimax, which plays through `State`
//! alone: no pruning, no equal cards, and no table, or one of whole states.

use std::collections::HashMap;

use cards_core::rand_core::Rng;
use cards_core::{BySeat, CardSet, RankOrder, Seat, Suit, random};
use gongzhu_solver::four::{Bounds, Objective, Solver, State};
use gongzhu_solver::{AllHearts, PigTurning, Rules, Transformer};
use rand_pcg::Pcg64Mcg;

pub(crate) fn minimax(rules: &Rules, objective: Objective, state: &State) -> i32 {
    let values = state.legal(rules).iter().map(|card| {
        let mut next = *state;
        next.play(rules, card).unwrap();
        minimax(rules, objective, &next)
    });
    if objective.maximises(state.to_play()) {
        values.max()
    } else {
        values.min()
    }
    .unwrap_or_else(|| state.value(rules, objective))
}

/// As [`minimax`], with the values of all states at the start of a trick.
pub(crate) fn memo_minimax(
    rules: &Rules,
    objective: Objective,
    state: &State,
    memo: &mut HashMap<State, i32>,
) -> i32 {
    let is_trick_start = state.trick().next().is_none();
    if is_trick_start && let Some(&value) = memo.get(state) {
        return value;
    }
    let legal: Vec<_> = state.legal(rules).iter().collect();
    let values = legal.into_iter().map(|card| {
        let mut next = *state;
        next.play(rules, card).unwrap();
        memo_minimax(rules, objective, &next, memo)
    });
    let value = if objective.maximises(state.to_play()) {
        values.max()
    } else {
        values.min()
    }
    .unwrap_or_else(|| state.value(rules, objective));
    if is_trick_start {
        memo.insert(*state, value);
    }
    value
}

/// Gongzhu with most scoring cards in play, so that the same cards are left after
/// many ways of taking the others.
pub(crate) fn dense_game(cards: usize, trial: u64) -> (Rules, State, Objective) {
    let mut rng: Pcg64Mcg = random::trial_rng(40 + cards as u64, trial);
    let rng = &mut rng;
    let mut rules =
        [Rules::GONGZHU, Rules::DOCUMENT, Rules::WITH_SHEEP][[0, 0, 1, 2][below(rng, 4)]].clone();
    let turning = [PigTurning::WithAllHearts, PigTurning::WithAllScoringCards];
    rules = rules.with_pig_turning(turning[below(rng, 2)]);
    let exposable: CardSet = "♠Q ♦J ♥A".parse().unwrap();
    if below(rng, 2) == 0 {
        rules = rules.with_exposed(exposable.with(Rules::SHEEP)).unwrap();
    }
    let scoring = Rules::GONGZHU.scoring_cards();
    // All of them, or the last few hearts, for one who has the others.
    let mut pack = scoring;
    if below(rng, 3) > 0 {
        while pack.suit(Suit::Hearts).len() > 4 {
            pack.remove(random::choose(pack.in_suit(Suit::Hearts), rng).unwrap());
        }
    }
    while pack.len() < 4 * cards + below(rng, 4) {
        pack.insert(random::choose(CardSet::FULL - pack - scoring, rng).unwrap());
    }
    let hands: [CardSet; 4] = random::deal(pack, [cards; 4], rng).unwrap();
    let rest = hands.into_iter().fold(scoring, |rest, hand| rest - hand);
    let mut taken = [CardSet::EMPTY; 4];
    taken[below(rng, 4)] = rest;
    let leader = Seat::new(below(rng, 4)).unwrap();
    let state = State::new(BySeat::new(hands), leader).unwrap();
    let state = state.with_taken(BySeat::new(taken)).unwrap();
    (rules, state, objective(rng))
}

/// Checks dense games by [`memo_minimax`].
pub(crate) fn check_dense(cards: usize, trials: core::ops::Range<u64>) {
    for trial in trials {
        let (rules, state, objective) = dense_game(cards, trial);
        let mut memo = HashMap::new();
        let mut solver = Solver::new(rules.clone());
        let solution = solver.solve(&state, objective).unwrap();
        for play in &solution.plays {
            let mut next = state;
            next.play(&rules, play.card).unwrap();
            let value = memo_minimax(&rules, objective, &next, &mut memo);
            assert_eq!(
                play.value,
                exact(value),
                "{trial}: {} {state:?}\n{objective:?}\n{rules:?}",
                play.card
            );
        }
    }
}

pub(crate) fn below(rng: &mut Pcg64Mcg, bound: u64) -> usize {
    random::below(rng, bound) as usize
}

/// Four hands of some of the pack, a few tricks played at random, and what was
/// taken before spread over the seats, or left out.
pub(crate) fn random_state(rules: &Rules, cards: usize, rng: &mut Pcg64Mcg) -> State {
    // Few ranks or suits make runs and voids likelier.
    let pack: CardSet = match below(rng, 3) {
        0 => CardSet::FULL,
        1 => CardSet::FULL
            .iter()
            .filter(|card| card.rank().index() >= 6)
            .collect(),
        _ => CardSet::of_suit(Suit::Hearts) | CardSet::of_suit(Suit::Spades),
    };
    let pack = if pack.len() < 4 * cards {
        CardSet::FULL
    } else {
        pack
    };
    let hands: [CardSet; 4] = random::deal(pack, [cards; 4], rng).unwrap();
    let leader = Seat::new(below(rng, 4)).unwrap();
    let mut state = State::new(BySeat::new(hands), leader).unwrap();
    let rest = hands
        .into_iter()
        .fold(CardSet::FULL, |rest, hand| rest - hand);
    match below(rng, 4) {
        0 => {}
        1 => {
            let mut taken = [CardSet::EMPTY; 4];
            for card in rest {
                taken[below(rng, 4)].insert(card);
            }
            state = state.with_taken(BySeat::new(taken)).unwrap();
        }
        _ => {
            // One seat has all that scores, so that all hearts are within reach.
            let mut taken = [CardSet::EMPTY; 4];
            taken[below(rng, 4)] = rest & rules.scoring_cards();
            if below(rng, 2) == 0
                && let Some(card) = (rest & rules.scoring_cards()).last()
            {
                taken.iter_mut().for_each(|pile| _ = pile.remove(card));
                taken[below(rng, 4)].insert(card);
            }
            state = state.with_taken(BySeat::new(taken)).unwrap();
        }
    }
    if below(rng, 2) == 0 {
        state = state.with_suits_led(
            Suit::ALL
                .into_iter()
                .filter(|_| rng.next_u32().is_multiple_of(2)),
        );
    }
    // Up to three plays, so that the trick is anywhere.
    for _ in 0..below(rng, 4) {
        let card = random::choose(state.legal(rules), rng);
        state.play(rules, card.unwrap()).unwrap();
    }
    state
}

pub(crate) fn random_rules(rng: &mut Pcg64Mcg) -> Rules {
    let order = [RankOrder::AceLow, RankOrder::AceHigh][below(rng, 2)];
    let value = |rng: &mut Pcg64Mcg| below(rng, 41) as i32 - 20;
    let mut rules = match below(rng, 8) {
        0 => Rules::DOCUMENT,
        1 => Rules::DOCUMENT_ACE_HIGH,
        2 => Rules::WITH_SHEEP,
        3 | 4 => Rules::GONGZHU,
        5 => Rules::GONGZHU.with_order(order),
        _ => Rules::plain(order),
    };
    if rules.scoring_cards().is_empty() {
        for card in CardSet::FULL {
            if below(rng, 3) == 0 {
                rules = rules.with_value(card, value(rng)).unwrap();
            }
        }
        if below(rng, 2) == 0 {
            let card = random::choose(CardSet::FULL, rng).unwrap();
            let transformer = Transformer {
                card,
                factor: 1 + below(rng, 3) as u8,
                alone: value(rng),
            };
            rules = rules.with_transformer(Some(transformer)).unwrap();
        }
        if below(rng, 2) == 0 {
            let all = AllHearts {
                value: 3 * value(rng),
                pig: PigTurning::Never,
            };
            rules = rules.with_all_hearts(Some(all)).unwrap();
        }
    }
    let turning = [
        PigTurning::Never,
        PigTurning::WithAllHearts,
        PigTurning::WithAllScoringCards,
    ];
    rules = rules.with_pig_turning(turning[below(rng, 3)]);
    if below(rng, 3) == 0 {
        let mut exposable: CardSet = "♠Q ♦J ♥A".parse().unwrap();
        exposable.extend(rules.transformer().map(|transformer| transformer.card));
        let exposed = exposable
            .iter()
            .filter(|_| rng.next_u32().is_multiple_of(2))
            .collect();
        rules = rules.with_exposed(exposed).unwrap();
    }
    rules
}

pub(crate) fn objective(rng: &mut Pcg64Mcg) -> Objective {
    let seat = Seat::new(below(rng, 4)).unwrap();
    match below(rng, 3) {
        0 => Objective::OwnScore(seat),
        1 => Objective::Lead(seat),
        _ => Objective::Partners,
    }
}

pub(crate) fn exact(value: i32) -> Bounds {
    Bounds {
        lower: value,
        upper: value,
    }
}

/// Checks the value, every root move's, and that the line keeps the value.
pub(crate) fn check(rules: &Rules, state: &State, objective: Objective, solver: &mut Solver) {
    let value = minimax(rules, objective, state);
    let context = || format!("{state:?}\n{objective:?}\n{rules:?}");
    assert_eq!(
        solver.value(state, objective).unwrap(),
        exact(value),
        "{}",
        context()
    );
    let solution = solver.solve(state, objective).unwrap();
    assert_eq!(solution.value, exact(value), "{}", context());
    let cards: CardSet = solution.plays.iter().map(|play| play.card).collect();
    assert_eq!(cards, state.legal(rules));
    for play in &solution.plays {
        let mut next = *state;
        next.play(rules, play.card).unwrap();
        let value = minimax(rules, objective, &next);
        assert_eq!(play.value, exact(value), "{} {}", play.card, context());
    }
    let mut end = *state;
    for &card in &solution.line {
        end.play(rules, card).unwrap();
    }
    assert!(end.is_over(), "{}", context());
    assert_eq!(end.value(rules, objective), value, "{}", context());
}

/// Checks random games of as many cards a hand, under random rules and for random
/// objectives.
pub(crate) fn check_random(cards: usize, trials: core::ops::Range<u64>) {
    for trial in trials {
        let (rules, state, objective) = random_game(cards, trial);
        // Also a table in which almost nothing finds its place.
        let memory = if trial % 4 == 0 {
            1 << 20
        } else {
            64 << (trial % 6)
        };
        let mut solver = Solver::new(rules.clone()).with_memory(memory).unwrap();
        check(&rules, &state, objective, &mut solver);
    }
}

pub(crate) fn random_game(cards: usize, trial: u64) -> (Rules, State, Objective) {
    let mut rng: Pcg64Mcg = random::trial_rng(4 + cards as u64, trial);
    let rules = random_rules(&mut rng);
    let state = random_state(&rules, cards, &mut rng);
    (rules, state, objective(&mut rng))
}
