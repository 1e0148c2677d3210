//! Whatever the public functions are given: an error that names it, or an answer,
//! never a panic, an overflow or an endless search.

mod common;

use std::time::Duration;

use cards_core::random::below;
use cards_core::{BySeat, CardSet, Seat};
use common::{cards, hands, pass_at_random, play_at_random, play_rules, rng, skewed_round};
use hearts_mc::arena::{Arena, Comparison};
use hearts_mc::endgame::{SolveError, Solver, Utility, brute};
use hearts_mc::worlds::{Constraints, NoWorld, Worlds};
use hearts_mc::{
    AdviceError, Budget, ConfigError, Greedy, Jack, LastTricks, Match, MonteCarlo,
    MonteCarloConfig, Moon, MoonChoice, OpponentModel, Pass, PassFault, Phase, PlayoutPolicy,
    Position, PositionError, Random, Round, Rules, Schedule, Strategy, View, ViewError, play_match,
    play_round, random_playout,
};

/// A seat that a table of eight has.
fn fifth() -> Seat {
    Seat::new(4).unwrap()
}

#[test]
fn a_seat_beyond_the_four_is_an_error() {
    let (mut round, mut random) = skewed_round(&Rules::STANDARD, 3);
    let error = round.pass(fifth(), cards("♠A")).unwrap_err();
    assert_eq!(error.fault, PassFault::NoSuchSeat);
    assert_eq!(
        error.to_string(),
        "the pass of seat 4: there is no such seat"
    );
    let hand = cards("♠KQ2 ♥A97 ♦K86 ♣J743");
    let start = |seat| View::start(&Rules::STANDARD, seat, Pass::Hold, hand);
    assert_eq!(start(fifth()), Err(ViewError::NoSuchSeat(fifth())));
    let mut view = start(Seat::FIRST).unwrap();
    assert_eq!(view.begin(fifth()), Err(ViewError::NoSuchSeat(fifth())));
    let four = hands(["♣2", "♣3", "♣4", "♣5"]);
    assert_eq!(
        Position::later(four, fifth(), BySeat::default()),
        Err(PositionError::NoSuchSeat(fifth()))
    );
    pass_at_random(&mut round, &mut random);
    play_at_random(&mut round, 40, &mut random);
    let position = round.position().unwrap();
    let mut solver = Solver::new(Rules::STANDARD);
    let wrong = SolveError::NoSuchSeat(fifth());
    let utility = Utility::OwnScore;
    assert_eq!(solver.value(position, fifth(), utility), Err(wrong));
    assert_eq!(solver.paranoid(position, fifth(), utility), Err(wrong));
    assert_eq!(
        solver.solve_worlds([*position], fifth(), utility),
        Err(wrong)
    );
}

#[test]
fn a_table_of_no_size_is_an_error() {
    for bits in [0, 31, u32::MAX] {
        let error = Solver::new(Rules::STANDARD)
            .with_table_bits(bits)
            .unwrap_err();
        assert_eq!(error, SolveError::TableBits(bits));
        assert!(error.to_string().contains(&format!("2^{bits} ")));
    }
}

#[test]
fn sizes_that_cannot_be_are_an_error() {
    for sizes in [[0, 1, 1, 1], [0; 4], [usize::MAX; 4], [usize::MAX, 0, 0, 3]] {
        let constraints = Constraints::new(cards("♠AQ"), BySeat::new(sizes));
        let error = Worlds::new(&constraints).unwrap_err();
        assert!(matches!(error, NoWorld::Sizes { cards: 2, .. }), "{error}");
    }
    // All cards, all seats: the most that there can be.
    let constraints = Constraints::new(CardSet::FULL, BySeat::new([13; 4]));
    let worlds = Worlds::new(&constraints).unwrap();
    assert_eq!(worlds.count(), 53_644_737_765_488_792_839_237_440_000);
}

#[test]
fn advice_out_of_turn_is_an_error() {
    let player = MonteCarlo::default();
    let (mut round, mut random) = skewed_round(&Rules::STANDARD, 3);
    assert_ne!(round.direction(), Pass::Hold);
    let passing = round.view(Seat::FIRST);
    let error = player.advise(&passing, 1).unwrap_err();
    assert_eq!(error, AdviceError::NotOnTurn(Seat::FIRST));
    assert_eq!(error.to_string(), "seat 0 is not to play");
    pass_at_random(&mut round, &mut random);
    while round.phase() != Phase::Over {
        for seat in Seat::all(4) {
            let view = round.view(seat);
            let error = AdviceError::NotPassing(seat);
            assert_eq!(player.advise_pass(&view, 1), Err(error));
            if round.phase() != Phase::Playing(seat) {
                assert_eq!(player.advise(&view, 1), Err(AdviceError::NotOnTurn(seat)));
            }
        }
        play_at_random(&mut round, 1, &mut random);
    }
    let over = round.view(Seat::FIRST);
    assert!(player.advise(&over, 1).is_err());
    // No endless search for a third card either.
    assert!(Random.pass(&over, &mut random).is_empty());
}

#[test]
fn settings_that_make_no_sense_are_an_error_and_play_all_the_same() {
    let default = MonteCarloConfig {
        budget: Budget::Playouts(50),
        ..MonteCarloConfig::default()
    };
    let threshold = |field, value| ConfigError::Threshold { field, value };
    for (config, error) in [
        (
            MonteCarloConfig {
                gate: -1.0,
                ..default
            },
            threshold("gate", -1.0),
        ),
        (
            MonteCarloConfig {
                elimination: f64::NEG_INFINITY,
                ..default
            },
            threshold("elimination", f64::NEG_INFINITY),
        ),
        (
            MonteCarloConfig {
                moon_share: -0.1,
                ..default
            },
            threshold("moon_share", -0.1),
        ),
        (
            MonteCarloConfig {
                moon_doubt: f64::INFINITY,
                ..default
            },
            ConfigError::Chance {
                field: "moon_doubt",
                value: f64::INFINITY,
            },
        ),
        (
            MonteCarloConfig {
                opponents: Some(OpponentModel {
                    aggressive: 7.0,
                    ..OpponentModel::default()
                }),
                ..default
            },
            ConfigError::Chance {
                field: "aggressive",
                value: 7.0,
            },
        ),
        (
            MonteCarloConfig {
                opponents: Some(OpponentModel {
                    worlds: usize::MAX,
                    ..OpponentModel::default()
                }),
                ..default
            },
            ConfigError::Worlds(usize::MAX),
        ),
        (
            MonteCarloConfig {
                threads: 0,
                ..default
            },
            ConfigError::NoThreads,
        ),
    ] {
        assert_eq!(config.check(), Err(error));
        let round = Round::deal(&Rules::STANDARD, Pass::Left, &mut rng(1));
        let advice = MonteCarlo::new(config).advise_pass(&round.view(Seat::FIRST), 1);
        assert_eq!(advice, Err(AdviceError::Config(error)));
        play(config);
    }
    let nan = MonteCarloConfig {
        gate: f64::NAN,
        ..default
    };
    assert!(
        nan.check()
            .unwrap_err()
            .to_string()
            .starts_with("gate is NaN")
    );
    for config in [
        nan,
        MonteCarloConfig {
            elimination: f64::NAN,
            ..default
        },
        MonteCarloConfig {
            moon_share: f64::NAN,
            ..default
        },
        MonteCarloConfig {
            threads: usize::MAX,
            ..default
        },
        MonteCarloConfig {
            budget: Budget::Playouts(0),
            ..default
        },
        MonteCarloConfig {
            budget: Budget::Time(Duration::ZERO),
            ..default
        },
        MonteCarloConfig {
            last_tricks: Some(LastTricks {
                cards: 13,
                worlds: usize::MAX,
                nodes: 1000,
                ..LastTricks::default()
            }),
            ..default
        },
        MonteCarloConfig {
            policy: PlayoutPolicy::Uniform,
            schedule: Some(Schedule {
                greedy_above: 3,
                playouts: 1,
                late_below: 2,
                late_playouts: u64::MAX / 2,
            }),
            ..default
        },
    ] {
        play(config);
    }
    for policy in [
        PlayoutPolicy::Uniform,
        PlayoutPolicy::Quick,
        PlayoutPolicy::Learned,
    ] {
        for budget in [Budget::Playouts(0), Budget::Time(Duration::ZERO)] {
            let player = MonteCarlo::new(MonteCarloConfig {
                policy,
                budget,
                ..default
            });
            let round = Round::deal(&Rules::STANDARD, Pass::Left, &mut rng(1));
            let advice = player.advise_pass(&round.view(Seat::FIRST), 1).unwrap();
            let worlds: Vec<usize> = advice.passes.iter().map(|pass| pass.worlds).collect();
            assert!(worlds.contains(&1), "{worlds:?} within {budget:?}");
        }
    }
}

/// Plays a deal with a player of these settings.
fn play(config: MonteCarloConfig) {
    let mut random = rng(2);
    let mut round = Round::deal(&Rules::STANDARD, Pass::Across, &mut random);
    let mut player = MonteCarlo::new(config);
    let (mut b, mut c, mut d) = (Greedy, Random, Random);
    let mut table: BySeat<&mut dyn Strategy> = BySeat::new([&mut player, &mut b, &mut c, &mut d]);
    play_round(&mut round, &mut table, &mut random).unwrap();
}

#[test]
fn scores_beyond_reason_do_not_overflow() {
    for bonus in [i32::MIN, i32::MAX] {
        for limit in [i32::MIN, 0, i32::MAX] {
            for moon in [Moon::Choice, Moon::ShooterDown, Moon::None] {
                let rules = Rules {
                    no_trick_bonus: bonus,
                    limit,
                    moon,
                    jack: Jack::Shooter,
                    ..Rules::STANDARD
                };
                let mut random = rng(5);
                for total in [i32::MIN, i32::MAX] {
                    let mut round = Round::deal(&rules, Pass::Left, &mut random)
                        .with_totals(BySeat::new([total, 0, i32::MAX, i32::MIN]));
                    let config = MonteCarloConfig {
                        budget: Budget::Playouts(40),
                        ..MonteCarloConfig::default()
                    };
                    let mut player = MonteCarlo::new(config);
                    let (mut b, mut c, mut d) = (player.clone(), Greedy, Random);
                    let mut table: BySeat<&mut dyn Strategy> =
                        BySeat::new([&mut player, &mut b, &mut c, &mut d]);
                    play_round(&mut round, &mut table, &mut random).unwrap();
                    for seat in Seat::all(4) {
                        Greedy.moon_choice(&round.view(seat));
                        MonteCarlo::default().moon_choice(&round.view(seat));
                    }
                }
                let greedy = || Box::new(Greedy) as Box<dyn Strategy>;
                let other = || Box::new(Random) as Box<dyn Strategy>;
                let deals = Arena::new(&rules, 1).deals(&greedy, &other, 0..2).unwrap();
                assert!(Comparison::of(&deals).both.mean.is_finite());
            }
        }
    }
    let mut game = Match::new(&Rules {
        limit: i32::MAX,
        ..Rules::STANDARD
    });
    for _ in 0..3 {
        game.add(BySeat::new([i32::MIN, 0, 0, 0])).unwrap();
    }
    assert_eq!(game.totals()[Seat::FIRST], i32::MIN);
    let never = Rules {
        limit: i32::MAX,
        moon: Moon::ShooterDown,
        ..Rules::STANDARD
    };
    let (mut a, mut b, mut c, mut d) = (Greedy, Greedy, Greedy, Random);
    let mut table: BySeat<&mut dyn Strategy> = BySeat::new([&mut a, &mut b, &mut c, &mut d]);
    let game = play_match(&never, &mut table, &mut rng(4)).unwrap();
    assert_eq!(game.deal_number(), Match::MAX_DEALS);
}

#[test]
fn a_position_is_played_to_its_end_under_rules_that_it_is_not_of() {
    let all = play_rules();
    let mut random = rng(77);
    for trial in 0..400 {
        let mut any = || all[below(&mut random, all.len() as u64) as usize];
        let (rules, other) = (any(), any());
        let mut hands = BySeat::<CardSet>::default();
        let (round, mut random) = skewed_round(&rules, 3000 + trial);
        let tricks = 1 + trial as usize % 4;
        for (seat, hand) in round.dealt().iter() {
            hands[seat] = hand.iter().take(tricks).collect();
        }
        let mut position = Position::new(hands, &rules).unwrap();
        let taken = random_playout(&position, &other, &mut random);
        assert_eq!(
            taken.iter().map(|(_, cards)| cards.len()).sum::<usize>() % 4,
            0
        );
        let mut solver = Solver::new(other);
        while let Some(turn) = position.turn() {
            let utility = Utility::AboveMean;
            let value = brute::paranoid(&position, &other, MoonChoice::OthersUp, turn, utility);
            assert_eq!(solver.value(&position, turn, utility), Ok(value));
            let legal = position.legal(&other);
            position = position.after(legal.first().unwrap(), &other).unwrap();
        }
    }
}
