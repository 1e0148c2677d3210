//! Every player decides from its view alone, keeps to the rules, and repeats
//! itself for a seed.

mod common;

use std::time::{Duration, Instant};

use cards_core::random::{shuffle, trial_rng};
use cards_core::{BySeat, Card, CardSet, Seat};
use hearts_mc::{
    Budget, Greedy, MonteCarlo, MonteCarloConfig, PASSED, Pass, Phase, PlayoutPolicy,
    PublishedPlayer, Random, Round, Rules, Strategy, View, play_round,
};
use rand_pcg::Pcg64Mcg;

fn monte_carlo(policy: PlayoutPolicy, playouts: u64) -> MonteCarlo {
    MonteCarlo::new(MonteCarloConfig {
        budget: Budget::Playouts(playouts),
        policy,
        ..MonteCarloConfig::default()
    })
}

fn players() -> Vec<(&'static str, Box<dyn Strategy>)> {
    vec![
        ("random", Box::new(Random)),
        ("published greedy", Box::new(PublishedPlayer::Greedy)),
        ("published", Box::new(PublishedPlayer::Simulating)),
        ("greedy", Box::new(Greedy)),
        (
            "uniform",
            Box::new(monte_carlo(PlayoutPolicy::Uniform, 100)),
        ),
        ("quick", Box::new(monte_carlo(PlayoutPolicy::Quick, 100))),
        (
            "learned",
            Box::new(monte_carlo(PlayoutPolicy::Learned, 100)),
        ),
    ]
}

/// Rounds at some point of the play or before it.
fn rounds(rules: &Rules, count: u64) -> impl Iterator<Item = Round> {
    let rules = *rules;
    (0..count).map(move |trial| {
        let mut rng: Pcg64Mcg = trial_rng(1, trial);
        let mut round = Round::deal(&rules, Pass::ALL[trial as usize % 4], &mut rng);
        for _ in 0..trial % 52 {
            match round.phase() {
                Phase::Passing(seat) => {
                    let cards = Random.pass(&round.view(seat), &mut rng);
                    round.pass(seat, cards).unwrap();
                }
                Phase::Playing(seat) => {
                    let card = Random.play(&round.view(seat), &mut rng);
                    round.play(card).unwrap();
                }
                Phase::Over => break,
            }
        }
        round
    })
}

#[derive(Debug, PartialEq)]
enum Choice {
    Pass(CardSet),
    Play(Card),
}

fn choose(player: &mut dyn Strategy, view: &View) -> Choice {
    let mut rng: Pcg64Mcg = trial_rng(5, 0);
    if view.must_pass() {
        Choice::Pass(player.pass(view, &mut rng))
    } else {
        Choice::Play(player.play(view, &mut rng))
    }
}

/// Another round that looks the same to a seat that is to pass: all that it has
/// not seen is dealt anew, and those who have passed pass other cards.
fn dealt_anew(round: &Round, seat: Seat, rng: &mut Pcg64Mcg) -> Round {
    let mut hidden: Vec<Card> = (!round.dealt()[seat]).iter().collect();
    shuffle(&mut hidden, rng);
    let mut parts = hidden.chunks(13);
    let hands = BySeat::from_fn(|other| {
        if other == seat {
            round.dealt()[seat]
        } else {
            CardSet::from_cards(parts.next().unwrap())
        }
    });
    let mut other = Round::new(round.rules(), round.direction(), hands)
        .unwrap()
        .with_totals(*round.totals());
    for passer in Seat::all(4).filter(|&passer| round.passed(passer).is_some()) {
        let cards = Random.pass(&other.view(passer), rng);
        other.pass(passer, cards).unwrap();
    }
    other
}

#[test]
fn hidden_cards_do_not_change_a_choice() {
    // By kind of decision and direction.
    let mut passes = [0; 4];
    let mut plays = [0; 4];
    for (number, round) in (0..).zip(rounds(&Rules::STANDARD, 224)) {
        let mut rng: Pcg64Mcg = trial_rng(9, number);
        let direction = Pass::ALL.iter().position(|&pass| pass == round.direction());
        let (seat, other) = match round.phase() {
            Phase::Over => continue,
            Phase::Passing(seat) => {
                passes[direction.unwrap()] += 1;
                (seat, dealt_anew(&round, seat, &mut rng))
            }
            // The hidden hands, as dealt, as passed and as played, by the rules.
            Phase::Playing(seat) => {
                let Some(other) = common::disguised(&round, seat, &mut rng) else {
                    continue;
                };
                plays[direction.unwrap()] += 1;
                (seat, other)
            }
        };
        assert_ne!(other.dealt(), round.dealt());
        for (name, mut player) in players() {
            let choice = choose(&mut *player, &round.view(seat));
            assert_eq!(choice, choose(&mut *player, &other.view(seat)), "{name}");
        }
    }
    assert!(passes[..3].iter().all(|&count| count >= 3), "{passes:?}");
    assert!(plays.iter().all(|&count| count >= 30), "{plays:?}");
}

#[test]
fn players_keep_to_every_rule_and_repeat_themselves() {
    for (_, rules) in Rules::PRESETS {
        for (name, mut player) in players() {
            let mut results = Vec::new();
            for _ in 0..2 {
                let mut rng: Pcg64Mcg = trial_rng(3, 1);
                let mut round = Round::deal(&rules, Pass::Across, &mut rng);
                loop {
                    match round.phase() {
                        Phase::Passing(seat) => {
                            let cards = player.pass(&round.view(seat), &mut rng);
                            assert_eq!(cards.len(), PASSED, "{name}");
                            round.pass(seat, cards).unwrap();
                        }
                        Phase::Playing(seat) => {
                            let card = player.play(&round.view(seat), &mut rng);
                            round.play(card).unwrap();
                        }
                        Phase::Over => break,
                    }
                }
                results.push(round.plays().to_vec());
            }
            assert_eq!(results[0], results[1], "{name}");
        }
    }
}

#[test]
fn advice_names_every_legal_card_and_the_choice_of_the_player() {
    for round in rounds(&Rules::OMNIBUS, 52) {
        let Phase::Playing(seat) = round.phase() else {
            continue;
        };
        let player = monte_carlo(PlayoutPolicy::Learned, 300);
        let view = round.view(seat);
        let advice = player.advise(&view, 7).unwrap();
        let named: CardSet = advice.plays.iter().map(|play| play.card).collect();
        assert_eq!(named, view.legal());
        assert!(view.legal().contains(advice.choice));
        assert_eq!(Ok(&advice), player.advise(&view, 7).as_ref());
        for play in &advice.plays {
            assert!((-26.0..=62.0).contains(&play.value), "{play:?}");
            assert!((0.0..=1.0).contains(&play.moon));
        }
    }
}

#[test]
fn monte_carlo_takes_far_fewer_points_than_random_players() {
    let mut own = 0;
    for deal in 0..24 {
        let mut rng: Pcg64Mcg = trial_rng(11, deal);
        let mut round = Round::deal(&Rules::STANDARD, Pass::Left, &mut rng);
        let mut player = monte_carlo(PlayoutPolicy::Learned, 200);
        let (mut b, mut c, mut d) = (Random, Random, Random);
        let mut seats: BySeat<&mut dyn Strategy> =
            BySeat::new([&mut player, &mut b, &mut c, &mut d]);
        own += play_round(&mut round, &mut seats, &mut rng).unwrap()[Seat::FIRST];
    }
    // Equal players take 6.5 a deal.
    assert!(own < 24 * 4, "{own}");
}

#[test]
fn a_budget_of_time_ends_the_decision() {
    let player = MonteCarlo::new(MonteCarloConfig {
        budget: Budget::Time(Duration::from_millis(5)),
        ..MonteCarloConfig::default()
    });
    let mut rng: Pcg64Mcg = trial_rng(3, 1);
    let round = Round::deal(&Rules::STANDARD, Pass::Left, &mut rng);
    let start = Instant::now();
    let advice = player.advise_pass(&round.view(Seat::FIRST), 1).unwrap();
    assert!(advice.playouts > 0);
    // Generous, since other programs run too: without a limit it would not end.
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn rounds_are_played_by_four_strategies() {
    let mut rng: Pcg64Mcg = trial_rng(3, 2);
    let mut round = Round::deal(&Rules::STANDARD, Pass::Right, &mut rng);
    let (mut a, mut b) = (Greedy, monte_carlo(PlayoutPolicy::Learned, 100));
    let (mut c, mut d) = (Random, PublishedPlayer::Greedy);
    let mut seats: BySeat<&mut dyn Strategy> = BySeat::new([&mut a, &mut b, &mut c, &mut d]);
    let scores = play_round(&mut round, &mut seats, &mut rng).unwrap();
    let sum: i32 = scores.into_array().iter().sum();
    assert!(sum == 26 || sum == 78, "{scores:?}");
}

#[test]
fn the_number_of_threads_changes_no_decision() {
    for (number, round) in (0..).zip(rounds(&Rules::OMNIBUS, 60)) {
        let policy = [
            PlayoutPolicy::Learned,
            PlayoutPolicy::Uniform,
            PlayoutPolicy::Quick,
        ][number as usize % 3];
        let on = |threads| {
            let config = MonteCarloConfig {
                threads,
                ..*monte_carlo(policy, 1200).config()
            };
            MonteCarlo::new(config)
        };
        match round.phase() {
            Phase::Passing(seat) => {
                let view = round.view(seat);
                let one = on(1).advise_pass(&view, number).unwrap();
                for threads in [2, 3] {
                    assert_eq!(on(threads).advise_pass(&view, number).as_ref(), Ok(&one));
                }
            }
            Phase::Playing(seat) => {
                let view = round.view(seat);
                let one = on(1).advise(&view, number).unwrap();
                for threads in [2, 3] {
                    assert_eq!(on(threads).advise(&view, number).as_ref(), Ok(&one));
                }
            }
            Phase::Over => {}
        }
    }
}
