//! The player's exact last tricks against minimax and max^n as they are defined, over
//! every world.

mod common;

use cards_core::{BySeat, Card};
use common::rng;
use hearts_mc::endgame::{Utility, brute};
use hearts_mc::worlds::Worlds;
use hearts_mc::{
    LastTricks, MonteCarlo, MonteCarloConfig, MoonChoice, Pass, Phase, Random, Round, Rules,
    Search, Strategy, View,
};

/// Decisions of random deals with at most three cards in the hand and some worlds.
fn decisions() -> Vec<(View, Vec<BySeat<cards_core::CardSet>>)> {
    let mut found = Vec::new();
    for deal in 0..40 {
        let mut rng = rng(deal);
        let mut round = Round::deal(&Rules::STANDARD, Pass::Hold, &mut rng);
        while let Phase::Playing(seat) = round.phase() {
            let view = round.view(seat);
            if view.hand().len() <= 3 && view.legal().len() > 1 {
                let worlds = Worlds::new(&view.constraints()).unwrap();
                if worlds.count() <= 30 {
                    found.push((view.clone(), worlds.every().collect()));
                }
            }
            round.play(Random.play(&view, &mut rng)).unwrap();
        }
    }
    found
}

/// The mean of the others' scores less the own after a play, over all worlds.
fn mean(view: &View, worlds: &[BySeat<cards_core::CardSet>], card: Card, search: Search) -> f64 {
    let (rules, me) = (view.rules(), view.seat());
    let utility = Utility::AboveMean;
    let sum: i32 = worlds
        .iter()
        .map(|hands| {
            let position = view.position(hands).unwrap();
            let position = position.after(card, rules).unwrap();
            match search {
                Search::Paranoid => {
                    brute::paranoid(&position, rules, MoonChoice::OthersUp, me, utility)
                }
                Search::MaxN => {
                    let scores = brute::max_n(&position, rules, MoonChoice::OthersUp, utility);
                    utility.of(&scores, me)
                }
            }
        })
        .sum();
    -f64::from(sum) / 3.0 / worlds.len() as f64
}

#[test]
fn the_value_of_a_play_is_the_mean_of_its_exact_values() {
    let decisions = decisions();
    assert!(decisions.len() > 60, "{}", decisions.len());
    let mut several = 0;
    for (view, worlds) in &decisions {
        several += usize::from(worlds.len() > 3);
        for search in [Search::Paranoid, Search::MaxN] {
            let player = MonteCarlo::new(MonteCarloConfig {
                gate: 0.0,
                last_tricks: Some(LastTricks {
                    search,
                    ..LastTricks::default()
                }),
                ..MonteCarloConfig::default()
            });
            let advice = player.advise(view, 1).unwrap();
            assert_eq!(advice.worlds, worlds.len());
            let best = (view.legal().iter())
                .map(|card| mean(view, worlds, card, search))
                .fold(f64::MIN, f64::max);
            for play in &advice.plays {
                let exact = mean(view, worlds, play.card, search);
                assert!(
                    (play.value - exact).abs() < 1e-4,
                    "{} in {view:?}",
                    play.card
                );
                if play.card == advice.choice {
                    assert!((best - exact).abs() < 1e-4);
                }
            }
        }
    }
    assert!(several > 20, "{several}");
}

#[test]
fn playouts_decide_where_the_search_would_be_too_much() {
    let (view, worlds) = (decisions().into_iter())
        .find(|(_, worlds)| worlds.len() > 1)
        .unwrap();
    let advise = |last_tricks| {
        let config = MonteCarloConfig {
            last_tricks,
            ..MonteCarloConfig::default()
        };
        MonteCarlo::new(config).advise(&view, 1).unwrap()
    };
    let usual = advise(None);
    let last = LastTricks::default();
    assert_ne!(advise(Some(last)), usual);
    let fewer = LastTricks {
        worlds: worlds.len() - 1,
        ..last
    };
    assert_eq!(advise(Some(fewer)), usual);
    assert_eq!(advise(Some(LastTricks { nodes: 1, ..last })), usual);
    assert_eq!(advise(Some(LastTricks { cards: 0, ..last })), usual);
}
