//! Determinized play, against every hand solved by plain minimax.

mod positions;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use cards_core::{CardSet, Suit, random};
use gongzhu_solver::{AdviceError, Effort, Player, Rules, Solver, State, View, advise, reference};

fn set(text: &str) -> CardSet {
    text.parse().unwrap()
}

/// Few unseen cards: all hands are solved, once each, and the average is exact.
#[test]
fn all_worlds_are_averaged() {
    for case in 0..60 {
        let mut rng = positions::rng(41, case);
        let rules = positions::rules(&mut rng);
        let view = loop {
            let view = positions::small_view(&rules, &mut rng);
            if view.hand().len() <= 4 {
                break view;
            }
        };
        let worlds = positions::worlds(&view);
        assert_eq!(view.worlds(), worlds.len() as u64);
        let mut solver = Solver::new(rules.clone());
        let advice = advise(&mut solver, &view, Effort::Worlds(300), &mut rng).unwrap();
        assert!(advice.is_exhaustive && advice.worlds == view.worlds());

        let sign = view.player().sign();
        let values: Vec<Vec<i32>> = (worlds.iter())
            .map(|world| {
                let plays = reference::minimax_plays(&rules, world);
                plays.iter().map(|&(_, value)| sign * value).collect()
            })
            .collect();
        let legal: Vec<_> = view.legal(&rules).iter().collect();
        assert_eq!(advice.plays.len(), legal.len());
        for (place, play) in advice.plays.iter().enumerate() {
            let sum: i32 = values.iter().map(|values| values[place]).sum();
            let best = (values.iter())
                .filter(|values| values.iter().max() == Some(&values[place]))
                .count();
            let count = worlds.len() as f64;
            assert_eq!(play.card, legal[place]);
            assert_eq!(play.mean, f64::from(sum) / count, "case {case}");
            assert_eq!(play.best, best as f64 / count, "case {case}");
            assert_eq!(play.standard_error, Some(0.0));
        }
        let greatest = advice
            .plays
            .iter()
            .map(|play| play.mean)
            .fold(f64::MIN, f64::max);
        assert_eq!(advice.best().mean, greatest);
        assert!((0..worlds.len()).all(|world| values[world].len() == legal.len()));
    }
}

#[test]
fn every_world_is_listed_once() {
    for case in 0..200 {
        let mut rng = positions::rng(42, case);
        let rules = positions::rules(&mut rng);
        let view = positions::small_view(&rules, &mut rng);
        let hands = |worlds: Vec<State>| -> Vec<u64> {
            let hand = |world: &State| world.hand(view.player().opponent()).bits();
            worlds.iter().map(hand).collect()
        };
        let listed = hands(view.every_world().collect());
        let unique: BTreeSet<u64> = listed.iter().copied().collect();
        let expected: BTreeSet<u64> = hands(positions::worlds(&view)).into_iter().collect();
        assert_eq!(unique, expected, "case {case}");
        assert_eq!(listed.len(), unique.len(), "case {case}");
    }
}

/// With the whole pack dealt nothing is hidden, and a hand of 26 is no overflow.
#[test]
fn the_whole_pack_is_one_world() {
    let mut rng = positions::rng(43, 0);
    let [hand] = random::deal(CardSet::FULL, [26], &mut rng).unwrap();
    let view = View::new(Player::Zero, hand, 26, None).unwrap();
    let worlds: Vec<State> = view.every_world().collect();
    assert_eq!(worlds, [view.sample(&mut rng)]);
    assert_eq!(worlds[0].hand(Player::One), hand.complement());
}

/// Each of the ten possible hands comes up as often as the others.
#[test]
fn worlds_are_drawn_uniformly_from_what_is_possible() {
    let view = View::new(Player::One, set("♣2345"), 4, None).unwrap();
    let unseen = set("♠Q ♥A2 ♦J34 ♣K");
    let out = view.unseen() - unseen;
    let view = view.with_out_of_play(out).unwrap();
    let view = view.with_opponent_holding(set("♣K")).unwrap();
    let view = view.with_opponent_voids([Suit::Spades]).unwrap();
    assert_eq!(view.worlds(), 10);
    let mut rng = positions::rng(44, 0);
    let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
    for _ in 0..20_000 {
        let hand = view.sample(&mut rng).hand(Player::Zero);
        assert!(hand.contains("♣K".parse().unwrap()) && !hand.has_suit(Suit::Spades));
        *counts.entry(hand.bits()).or_default() += 1;
    }
    assert_eq!(counts.len(), 10);
    let chi_square: f64 = (counts.values())
        .map(|&count| (f64::from(count) - 2000.0).powi(2) / 2000.0)
        .sum();
    // The 99.9 % point of nine degrees of freedom.
    assert!(chi_square < 27.9, "{chi_square}");
}

fn hidden() -> View {
    View::new(Player::Zero, set("♠K2 ♥K ♦4"), 4, None).unwrap()
}

/// The mean is that of the worlds that the generator gives, and so is its error.
#[test]
fn a_sample_is_reproduced_from_its_generator() {
    let view = hidden();
    let rules = Rules::DOCUMENT;
    let run = |solver: &mut Solver| {
        let mut rng = positions::rng(45, 0);
        advise(solver, &view, Effort::Worlds(40), &mut rng).unwrap()
    };
    let mut solver = Solver::new(rules.clone());
    let advice = run(&mut solver);
    assert!(!advice.is_exhaustive && advice.worlds == 40);
    assert_eq!(advice, run(&mut solver), "a warm table changes nothing");

    let mut rng = positions::rng(45, 0);
    let worlds: Vec<State> = (0..40).map(|_| view.sample(&mut rng)).collect();
    for play in &advice.plays {
        let values: Vec<f64> = (worlds.iter())
            .map(|world| {
                let mut next = *world;
                next.play(&rules, play.card).unwrap();
                f64::from(Solver::new(rules.clone()).value(&next))
            })
            .collect();
        let mean = values.iter().sum::<f64>() / 40.0;
        let variance = values
            .iter()
            .map(|value| (value - mean).powi(2))
            .sum::<f64>()
            / 39.0;
        assert!((play.mean - mean).abs() < 1e-12);
        assert!((play.standard_error.unwrap() - (variance / 40.0).sqrt()).abs() < 1e-12);
    }
}

/// Values are those of the player whose view it is.
#[test]
fn both_players_see_their_own_score() {
    for player in Player::ALL {
        let led = Some("♠Q".parse().unwrap());
        let view = View::new(player, set("♠K2"), 1, led).unwrap();
        let mut solver = Solver::new(Rules::DOCUMENT);
        let mut rng = positions::rng(46, 0);
        let advice = advise(&mut solver, &view, Effort::Worlds(1000), &mut rng).unwrap();
        assert!(advice.is_exhaustive);
        assert_eq!(advice.best().card, "♠2".parse().unwrap());
        assert!(advice.best().mean > 12.0 && advice.plays[1].mean < -12.0);
    }
}

#[test]
fn a_time_budget_solves_at_least_one_world() {
    let mut solver = Solver::new(Rules::DOCUMENT);
    let mut rng = positions::rng(47, 0);
    let short = Effort::Time(Duration::from_nanos(1));
    let advice = advise(&mut solver, &hidden(), short, &mut rng).unwrap();
    assert_eq!((advice.worlds, advice.is_exhaustive), (1, false));
    assert!(
        advice
            .plays
            .iter()
            .all(|play| play.standard_error.is_none())
    );
    // 47 hands of one card: all are solved, and none twice.
    let view = View::new(Player::Zero, set("♠K2"), 1, Some("♠Q".parse().unwrap())).unwrap();
    let long = Effort::Time(Duration::from_secs(600));
    let advice = advise(&mut solver, &view, long, &mut rng).unwrap();
    assert_eq!((advice.worlds, advice.is_exhaustive), (49, true));
}

#[test]
fn a_budget_of_zero_and_the_opponents_turn_are_errors() {
    let mut solver = Solver::new(Rules::DOCUMENT);
    let mut rng = positions::rng(48, 0);
    for budget in [Effort::Worlds(0), Effort::Time(Duration::ZERO)] {
        let error = advise(&mut solver, &hidden(), budget, &mut rng).unwrap_err();
        assert_eq!(error, AdviceError::NoBudget);
        assert_eq!(
            error.to_string(),
            "a budget of zero; it must allow one world or some time"
        );
    }
    let state = State::new([set("♠K2"), set("♠Q3")], Player::One).unwrap();
    let waiting = View::of(&state, Player::Zero, &Rules::DOCUMENT);
    let error = advise(&mut solver, &waiting, Effort::Worlds(1), &mut rng).unwrap_err();
    assert_eq!(
        error.to_string(),
        "it is not this player's turn to play a card"
    );
}
