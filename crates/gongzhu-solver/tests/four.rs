//! The solver of four hands against plain minimax, its budget, and bad input.

mod four_hands;

use cards_core::{BySeat, CardSet, Seat, random};
use four_hands::{check_dense, check_random, exact, minimax, random_game};
use gongzhu_solver::Rules;
use gongzhu_solver::four::{Objective, Solver, SolverError, State, StateError};
use rand_pcg::Pcg64Mcg;

fn hands(hands: [&str; 4]) -> BySeat<CardSet> {
    BySeat::new(hands.map(|hand| hand.parse().unwrap()))
}

#[test]
fn one_and_two_cards_a_hand() {
    check_random(1, 0..3_000);
    check_random(2, 0..3_000);
}

#[test]
fn three_cards_a_hand() {
    check_random(3, 0..2_000);
}

#[test]
fn four_cards_a_hand() {
    check_random(4, 0..20);
}

#[test]
fn many_scoring_cards_in_play() {
    check_dense(3, 0..600);
    check_dense(4, 0..150);
}

/// What a budget leaves open is between the bounds, and the more it is the less is
/// open.
#[test]
fn a_budget_leaves_proven_bounds() {
    let mut open = [0; 3];
    for trial in 10_000..10_300 {
        let (rules, state, objective) = random_game(3, trial);
        let value = minimax(&rules, objective, &state);
        for (budget, open) in [4, 40, 400].into_iter().zip(&mut open) {
            let mut solver = Solver::new(rules.clone()).with_budget(budget).unwrap();
            let solution = solver.solve(&state, objective).unwrap();
            let contains = |bounds: gongzhu_solver::four::Bounds, value: i32| {
                bounds.lower <= value && value <= bounds.upper
            };
            assert!(contains(solution.value, value), "{trial}: {solution:?}");
            assert!(contains(solver.value(&state, objective).unwrap(), value));
            for play in &solution.plays {
                let mut next = state;
                next.play(&rules, play.card).unwrap();
                let value = minimax(&rules, objective, &next);
                assert!(contains(play.value, value), "{trial}: {solution:?}");
            }
            // As far as the line goes, it keeps the value.
            let mut next = state;
            for &card in &solution.line {
                next.play(&rules, card).unwrap();
            }
            if !solution.line.is_empty() {
                assert_eq!(minimax(&rules, objective, &next), value, "{trial}");
            }
            *open += u32::from(solution.value.exact().is_none());
        }
    }
    assert!(
        open[0] > open[1] && open[1] > open[2] && open[2] > 0,
        "{open:?}"
    );
}

/// The size of the table changes the time only, beyond the reach of minimax too.
#[test]
fn any_table_gives_the_same_values() {
    for (cards, rules) in [
        (7, Rules::DOCUMENT),
        (6, Rules::WITH_SHEEP),
        (5, Rules::GONGZHU),
    ] {
        for deal in 0..10 {
            let mut rng: Pcg64Mcg = random::trial_rng(44, deal);
            let hands: [CardSet; 4] = random::deal(CardSet::FULL, [cards; 4], &mut rng).unwrap();
            let state = State::new(BySeat::new(hands), Seat::FIRST).unwrap();
            for objective in [Objective::OwnScore(Seat::FIRST), Objective::Partners] {
                let values: Vec<_> = [128, 1 << 14, 1 << 22]
                    .into_iter()
                    .map(|bytes| {
                        let mut solver = Solver::new(rules.clone()).with_memory(bytes).unwrap();
                        let solution = solver.solve(&state, objective).unwrap();
                        assert_eq!(solver.value(&state, objective).unwrap(), solution.value);
                        assert!(solution.value.exact().is_some());
                        (solution.value, solution.plays)
                    })
                    .collect();
                assert!(
                    values.iter().all(|other| *other == values[0]),
                    "{deal}: {values:?}"
                );
            }
        }
    }
}

/// Under an additive rule, what one seat gains the others lose.
#[test]
fn the_lead_follows_from_the_own_score_if_scores_add_up() {
    for trial in 0..200 {
        let (_, state, _) = random_game(3, trial);
        let mut solver = Solver::new(Rules::DOCUMENT);
        for seat in Seat::all(4) {
            let mut value = |objective| {
                let value = solver.value(&state, objective).unwrap();
                value.exact().unwrap()
            };
            let all: i32 = {
                let mut end = state;
                while let Some(card) = end.legal(&Rules::DOCUMENT).first() {
                    end.play(&Rules::DOCUMENT, card).unwrap();
                }
                end.scores(&Rules::DOCUMENT)
                    .into_array()
                    .iter()
                    .map(|score| score.total)
                    .sum()
            };
            let own = value(Objective::OwnScore(seat));
            assert_eq!(value(Objective::Lead(seat)), 4 * own - all, "{trial}");
        }
    }
}

#[test]
fn impossible_games_are_named() {
    let leader = Seat::FIRST;
    let error = |of: [&str; 4], played: &[&str]| {
        let played: Vec<_> = played.iter().map(|card| card.parse().unwrap()).collect();
        State::with_trick(hands(of), leader, &played)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(error(["♠Q", "♠2", "♠Q", "♠3"], &[]), "♠Q is in two places");
    assert_eq!(
        error(["♠Q", "♠2 4", "♠A", "♠3"], &[]),
        "hands of 1, 2, 1 and 1 cards; they must be of equal size"
    );
    assert_eq!(
        error(["♠Q", "♠2", "♠A", "♠3"], &["♥2"]),
        "hands of 1, 1, 1 and 1 cards; the 1 from seat 0 on, who have played to the trick, must \
         hold one card less than the others"
    );
    assert_eq!(
        error(["", "♠2", "♠A 4", "♠3 5"], &["♠Q", "♥2"]),
        "hands of 0, 1, 2 and 2 cards; the 2 from seat 0 on, who have played to the trick, must \
         hold one card less than the others"
    );
    assert_eq!(
        error(["♦2", "♠2", "♠A 4", "♠3 5"], &["♠Q", "♥2"]),
        "seat 1 played ♥2 although it holds ♠, the suit led"
    );
    assert_eq!(
        error(["", "", "", ""], &["♠2", "♠3", "♠4", "♠5"]),
        "4 cards in a trick under way; it must be 0 to 3"
    );
    let seat = Seat::new(4).unwrap();
    assert_eq!(
        State::new(hands([""; 4]), seat),
        Err(StateError::Seat { seat })
    );
    let state = State::new(hands(["♠Q", "♠2", "♠A", "♠3"]), leader).unwrap();
    let taken = state.with_taken(hands(["♥2", "", "♥2", ""]));
    assert_eq!(taken.unwrap_err().to_string(), "♥2 is in two places");
    assert!(state.with_taken(hands(["♠3", "", "", ""])).is_err());
}

#[test]
fn an_illegal_play_changes_nothing() {
    let rules = Rules::GONGZHU.with_exposed("♠Q".parse().unwrap()).unwrap();
    let played = ["♠2".parse().unwrap()];
    let hands = hands(["♥2", "♠Q3", "♠A4", "♠K5"]);
    let mut state = State::with_trick(hands, Seat::FIRST, &played).unwrap();
    let before = state;
    for (card, message) in [
        ("♥2", "seat 1 does not hold ♥2"),
        (
            "♠Q",
            "seat 1 holds other cards of the suit, so the exposed ♠Q may not be played the first \
             time the suit is led",
        ),
    ] {
        let error = state.play(&rules, card.parse().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert_eq!(state, before);
    }
    state.play(&rules, "♠3".parse().unwrap()).unwrap();
    assert_eq!(state.to_play(), Seat::new(2).unwrap());
}

#[test]
fn what_a_solver_cannot_do_is_an_error() {
    let error = Solver::new(Rules::DOCUMENT).with_budget(0).unwrap_err();
    assert_eq!(error, SolverError::Budget);
    assert_eq!(
        error.to_string(),
        "a budget of 0 plays; it must be at least 1"
    );
    let error = Solver::new(Rules::DOCUMENT).with_memory(63).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a table of 63 bytes; it must have at least 64"
    );
    let state = State::new(hands(["♠Q", "♠2", "♠A", "♠3"]), Seat::FIRST).unwrap();
    let seat = Seat::new(5).unwrap();
    let mut solver = Solver::new(Rules::DOCUMENT);
    for objective in [Objective::OwnScore(seat), Objective::Lead(seat)] {
        assert_eq!(
            solver.value(&state, objective),
            Err(SolverError::Seat { seat })
        );
        let error = solver.solve(&state, objective).unwrap_err();
        assert_eq!(error.to_string(), "seat 5; it must be 0 to 3");
    }
}

/// The whole pack: a budget ends it, and what it says is bounds.
#[test]
fn thirteen_cards_a_hand_within_a_budget() {
    for rules in [Rules::DOCUMENT, Rules::GONGZHU] {
        let mut rng: Pcg64Mcg = random::trial_rng(13, 0);
        let hands: [CardSet; 4] = random::deal(CardSet::FULL, [13; 4], &mut rng).unwrap();
        let state = State::new(BySeat::new(hands), Seat::FIRST).unwrap();
        let mut solver = Solver::new(rules).with_budget(20_000).unwrap();
        let solution = solver.solve(&state, Objective::Partners).unwrap();
        assert!(solution.value.lower <= solution.value.upper);
        assert!(solution.nodes <= 20_000);
        assert_eq!(solution.plays.len(), 13);
    }
}

#[test]
fn a_game_that_is_over() {
    let state = State::new(hands([""; 4]), Seat::FIRST).unwrap();
    let state = state.with_taken(hands(["♠Q", "♣T", "", "♥2"])).unwrap();
    let solution = Solver::new(Rules::GONGZHU)
        .solve(&state, Objective::Partners)
        .unwrap();
    assert_eq!(solution.value, exact(-150));
    assert!(solution.plays.is_empty() && solution.line.is_empty());
}
