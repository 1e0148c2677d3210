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
    for deal in 0..80 {
        let mut rng = rng(deal);
        let rules = [Rules::STANDARD, Rules::OMNIBUS][deal as usize % 2];
        let mut round = Round::deal(&rules, Pass::Hold, &mut rng);
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
    assert!(decisions.len() > 120, "{}", decisions.len());
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

/// The jack of diamonds is worth ten points, its neighbours nothing: the last to play
/// throws the queen away.
#[test]
fn a_jack_with_a_value_is_like_no_other_card() {
    let history = "♣2 ♣J ♣A ♣7 ♣8 ♣4 ♣Q ♣5 ♦6 ♦4 ♦5 ♦8 ♠9 ♠3 ♠A ♠2 ♠J ♥5 ♠T ♠7 ♥Q ♥T ♥3 ♥J \
                   ♠4 ♦T ♠8 ♠K ♣6 ♣T ♣9 ♥2 ♥8 ♥A ♥7 ♥4 ♦3 ♦A ♦K";
    let plays: Vec<Card> = history.split_whitespace().map(common::card).collect();
    for (rules, choice) in [(Rules::OMNIBUS, "♦Q"), (Rules::STANDARD, "♦J")] {
        let mut view = view_of(&rules, "♠5 ♥K ♦QJ", &plays);
        let mut rng = rng(1);
        assert_eq!(
            MonteCarlo::default().play(&view, &mut rng).to_string(),
            choice
        );
        let exact = MonteCarlo::new(MonteCarloConfig {
            last_tricks: Some(LastTricks {
                worlds: 1000,
                ..LastTricks::default()
            }),
            ..MonteCarloConfig::default()
        });
        let advice = exact.advise(&view, 1).unwrap();
        let value = |card| {
            advice
                .plays
                .iter()
                .find(|play| play.card == common::card(card))
        };
        let lost = value("♦Q").unwrap().value - value("♦J").unwrap().value;
        assert_eq!(lost > 5.0, rules == Rules::OMNIBUS, "{lost}");
        view.observe(common::card(choice)).unwrap();
    }
}

/// The view of seat 1 that holds these cards now, after these plays.
fn view_of(rules: &Rules, hand: &str, plays: &[Card]) -> View {
    let me = common::seat(1);
    // Who led each trick follows from the cards; the first leader is found by trying.
    (0..4)
        .find_map(|leader| {
            let mut turn = common::seat(leader);
            let mut own = common::cards(hand);
            let mut best = (plays[0], turn);
            for (place, &card) in plays.iter().enumerate() {
                if place % 4 == 0 {
                    if place > 0 {
                        turn = best.1;
                    }
                    best = (card, turn);
                } else if card.suit() == best.0.suit() && card.rank() > best.0.rank() {
                    best = (card, turn);
                }
                if turn == me {
                    own.insert(card);
                }
                turn = turn.next(4);
            }
            if own.len() != 13 || turn != me {
                return None;
            }
            let mut view = View::start(rules, me, Pass::Hold, own).unwrap();
            view.begin(common::seat(leader)).ok()?;
            plays
                .iter()
                .try_for_each(|&card| view.observe(card))
                .ok()
                .map(|()| view)
        })
        .unwrap()
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
