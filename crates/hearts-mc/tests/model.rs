//! The model of the others' passes and plays: it knows more of the hidden cards than
//! equally likely deals do, and its chances are chances.

mod common;

use common::rng;
use hearts_mc::worlds::{Model, ModelError, Worlds};
use hearts_mc::{
    Budget, MonteCarlo, MonteCarloConfig, Pass, Phase, Round, Rules, Strategy, View, WorldError,
};

/// A deal between Monte-Carlo players up to a play, as one seat sees it, with the true
/// hands.
fn position(deal: u64, plays: usize) -> (View, cards_core::BySeat<cards_core::CardSet>) {
    let mut rng = rng(deal);
    let mut round = Round::deal(&Rules::STANDARD, Pass::ALL[deal as usize % 4], &mut rng);
    let config = MonteCarloConfig {
        budget: Budget::Playouts(60),
        ..MonteCarloConfig::default()
    };
    let mut player = MonteCarlo::new(config);
    let mut played = 0;
    loop {
        match round.phase() {
            Phase::Passing(seat) => {
                let cards = player.pass(&round.view(seat), &mut rng);
                round.pass(seat, cards).unwrap();
            }
            Phase::Playing(seat) if played == plays => {
                let position = round.position().unwrap();
                let hands = cards_core::BySeat::from_fn(|other| {
                    if other == seat {
                        cards_core::CardSet::EMPTY
                    } else {
                        position.hand(other)
                    }
                });
                return (round.view(seat), hands);
            }
            Phase::Playing(seat) => {
                let card = player.play(&round.view(seat), &mut rng);
                round.play(card).unwrap();
                played += 1;
            }
            Phase::Over => unreachable!(),
        }
    }
}

#[test]
fn the_true_deal_is_likelier_than_one_at_random() {
    let model = Model::default();
    let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0);
    for deal in 0..80 {
        let (view, truth) = position(deal, 20 + deal as usize % 8);
        let mut rng = rng(1000 + deal);
        let weighted = model.weigh(&view, 100, &mut rng).unwrap();
        assert!(weighted.effective_sample_size() < 100.0);
        let own = model.weight(&view, &truth).unwrap();
        let below = (weighted.worlds().iter())
            .filter(|world| model.weight(&view, world).unwrap() < own)
            .count();
        let share = below as f64 / 100.0;
        sum += share;
        squares += share * share;
        count += 1.0;
    }
    let mean: f64 = sum / count;
    let error = ((squares / count - mean * mean) / count).sqrt();
    // Of equally likely deals it would be a half.
    assert!(mean - 5.0 * error > 0.5, "{mean} +- {error}");
}

#[test]
fn a_model_that_says_nothing_leaves_all_deals_alike() {
    let nothing = Model {
        noise: 1.0,
        ..Model::default()
    };
    let flat = Model {
        play_sharpness: 0.0,
        pass_sharpness: 0.0,
        noise: 0.0,
    };
    let (view, _) = position(3, 6);
    assert!(view.received().is_none());
    let mut rng = rng(7);
    let worlds = Worlds::new(&view.constraints()).unwrap();
    for _ in 0..50 {
        let world = worlds.sample(&mut rng);
        // As many legal cards as there are, whatever else the hand holds.
        let weight = nothing.weight(&view, &world).unwrap();
        assert!(weight > 0.0 && (1.0 / weight).fract().min(1.0 - (1.0 / weight).fract()) < 1e-6);
        assert!(flat.weight(&view, &world).unwrap() > 0.0);
    }
}

#[test]
fn what_cannot_be_weighed_is_an_error() {
    let (view, truth) = position(1, 9);
    let mut wrong = truth;
    let card = view.hand().first().unwrap();
    wrong[view.seat().next(4)].insert(card);
    assert!(matches!(
        Model::default().weight(&view, &wrong),
        Err(WorldError::Card { .. } | WorldError::HandSize { .. })
    ));
    let start = View::start(
        &Rules::STANDARD,
        cards_core::Seat::FIRST,
        Pass::Left,
        "♠AQ4 ♥KT52 ♦J98 ♣A62".parse().unwrap(),
    );
    assert_eq!(
        Model::default()
            .weigh(&start.unwrap(), 10, &mut rng(0))
            .unwrap_err(),
        ModelError::View(WorldError::NotPlaying)
    );
    let senseless = Model {
        noise: f64::NAN,
        ..Model::default()
    };
    assert!(matches!(
        senseless.weigh(&view, 10, &mut rng(0)),
        Err(ModelError::Weights(_))
    ));
}
