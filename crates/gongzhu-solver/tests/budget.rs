//! Searches that may not finish, and tables that may not grow.

use std::time::Duration;

use cards_core::CardSet;
use cards_core::random::{deal, trial_rng};
use gongzhu_solver::{Bounds, Budget, BudgetError, Config, Endgames, Player, Rules, Solver, State};
use rand_pcg::Pcg64Mcg;

fn random_deal(n: usize, trial: u64) -> State {
    let mut random: Pcg64Mcg = trial_rng(5, trial);
    let hands = deal(CardSet::FULL, [n, n], &mut random).unwrap();
    State::new(hands, Player::ALL[(trial % 2) as usize]).unwrap()
}

fn nodes(nodes: u64) -> Budget {
    Budget {
        nodes: Some(nodes),
        time: None,
    }
}

/// A solver whose searches are long, for want of a table of small positions.
fn slow(rules: Rules) -> Solver {
    Solver::with_config(rules, Config::default().with_endgames(Endgames::UpTo(0)))
}

#[test]
fn a_budget_of_nothing_is_an_error() {
    let mut solver = Solver::new(Rules::DOCUMENT);
    let state = random_deal(3, 0);
    let error = solver.bounds(&state, nodes(0)).unwrap_err();
    assert_eq!(error, BudgetError::NoNodes);
    assert_eq!(
        error.to_string(),
        "a budget of 0 nodes; it must be at least 1"
    );
    let no_time = Budget {
        time: Some(Duration::ZERO),
        ..Budget::default()
    };
    assert_eq!(solver.bounds(&state, no_time), Err(BudgetError::NoTime));
}

#[test]
fn bounds_hold_at_every_budget_and_meet_at_last() {
    let mut cut = 0;
    for rules in [Rules::DOCUMENT, Rules::WITH_SHEEP, Rules::GONGZHU] {
        for trial in 0..12 {
            let mut state = random_deal(8, trial);
            if trial % 3 == 0 {
                let card = state.legal(&rules).first().unwrap();
                state.play(&rules, card).unwrap();
            }
            let value = Solver::new(rules.clone()).value(&state);
            for budget in [1, 2, 5, 20, 100] {
                let bounds = slow(rules.clone()).bounds(&state, nodes(budget)).unwrap();
                let Bounds { lower, upper, .. } = bounds;
                assert!(
                    lower <= value && value <= upper,
                    "{trial}: {bounds:?}, {value}"
                );
                assert!(bounds.nodes <= budget);
                cut += u32::from(bounds.value().is_none());
            }
            let all = slow(rules.clone())
                .bounds(&state, Budget::default())
                .unwrap();
            assert_eq!(all.value(), Some(value));
        }
    }
    assert!(cut > 100, "{cut}");
}

#[test]
fn a_search_that_was_stopped_leaves_a_solver_that_is_right() {
    for (rules, n) in [(Rules::DOCUMENT, 10), (Rules::GONGZHU, 8)] {
        let mut solver = slow(rules.clone());
        for trial in 0..20 {
            let state = random_deal(n, trial);
            let mut spent = 0;
            // The table keeps what was proven, so small budgets get there too.
            let bounds = loop {
                let bounds = solver.bounds(&state, nodes(50)).unwrap();
                spent += bounds.nodes;
                if bounds.value().is_some() || spent > 100_000 {
                    break bounds;
                }
            };
            let expected = Solver::new(rules.clone()).value(&state);
            assert_eq!(solver.value(&state), expected);
            assert_eq!(bounds.value(), Some(expected));
        }
    }
}

#[test]
fn time_stops_a_search_too() {
    for rules in [Rules::DOCUMENT, Rules::GONGZHU] {
        let mut solver = Solver::new(rules);
        let state = random_deal(26, 0);
        let budget = Budget {
            nodes: None,
            time: Some(Duration::from_millis(20)),
        };
        let bounds = solver.bounds(&state, budget).unwrap();
        assert_eq!(bounds.value(), None);
        assert!(bounds.nodes > 0 && bounds.lower < bounds.upper);
        // No time was spent on large tables.
        assert!(solver.memory() < 8 << 20, "{}", solver.memory());
    }
}

#[test]
fn nothing_is_left_to_search_in_a_finished_game() {
    let mut solver = Solver::new(Rules::GONGZHU);
    let taken = ["♠Q ♣T".parse().unwrap(), "♦J".parse().unwrap()];
    let state = State::new([CardSet::EMPTY; 2], Player::Zero).unwrap();
    let state = state.with_taken(taken).unwrap();
    let solution = solver.solve(&state);
    assert_eq!(solution.value, -300);
    assert!(solution.plays.is_empty() && solution.line.is_empty());
    assert!(solver.best_plays(&state).is_empty());
    let bounds = solver.bounds(&state, nodes(1)).unwrap();
    assert_eq!(bounds.value(), Some(-300));
}

#[test]
fn tables_stay_within_the_memory() {
    for rules in [Rules::DOCUMENT, Rules::WITH_SHEEP, Rules::GONGZHU] {
        for bytes in [0, 100 << 10, 1 << 20, 3 << 20] {
            let config = Config::default().with_memory(bytes);
            let mut solver = Solver::with_config(rules.clone(), config);
            for n in [3, 9, 11, 12] {
                let state = random_deal(n, 1);
                let value = solver.value(&state);
                assert_eq!(value, Solver::new(rules.clone()).value(&state));
                let most = bytes.max(64 << 10);
                assert!(solver.memory() <= most, "{} of {bytes}", solver.memory());
            }
        }
    }
}
