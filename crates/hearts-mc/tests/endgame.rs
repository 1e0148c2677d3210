//! The exact endgames against minimax and max^n as they are defined.

#[path = "endgame/positions.rs"]
mod positions;

use cards_core::random::{below, deal, trial_rng};
use cards_core::{BySeat, CardSet, Seat};
use hearts_mc::endgame::Utility::{AboveMean, OwnScore};
use hearts_mc::endgame::{SolveError, Solver, brute};
use hearts_mc::{Jack, Moon, MoonChoice, PLAYERS, Position, Rules};
use positions::{Case, random_rules};
use rand_pcg::Pcg64Mcg;

#[test]
fn every_value_is_that_of_the_definition() {
    let mut of_moons = 0;
    for trial in 0..600 {
        let case = Case::new(21, trial, 4);
        case.check();
        of_moons += u32::from(case.may_end_in_a_moon());
    }
    assert!(of_moons > 60, "{of_moons}");
}

/// Deals of few cards have a first trick too.
#[test]
fn first_tricks_have_rules_of_their_own() {
    let mut restricted = 0;
    for trial in 0..300 {
        let mut rng: Pcg64Mcg = trial_rng(22, trial);
        let rules = random_rules(&mut rng);
        let pool: CardSet = "♣23456 ♥23456 ♠QKA ♦J2A".parse().unwrap();
        let tricks = 1 + below(&mut rng, 4) as usize;
        let hands: [CardSet; 4] = deal(pool, [tricks; 4], &mut rng).unwrap();
        let position = Position::new(BySeat::new(hands), &rules).unwrap();
        let turn = position.turn().unwrap();
        restricted += u32::from(position.legal(&rules) != position.hand(turn));
        let case = Case {
            position,
            rules,
            choice: MoonChoice::OthersUp,
            player: Seat::FIRST,
            utility: OwnScore,
        };
        case.check();
    }
    assert!(restricted > 100, "{restricted}");
}

/// Two tricks are left, and seat 0 has all points but the queen and the last heart.
fn nearly_a_moon(hands: [&str; 4]) -> Position {
    let hands = hands.map(|hand| hand.parse().unwrap());
    let mut taken = BySeat::new([CardSet::EMPTY; 4]);
    taken[Seat::FIRST] = "♥3456789TJQKA".parse().unwrap();
    Position::later(BySeat::new(hands), Seat::FIRST, taken).unwrap()
}

#[test]
fn a_moon_counts_as_the_rules_say() {
    let position = nearly_a_moon(["♠AK", "♠Q3", "♠4 ♥2", "♠67"]);
    let shooter = Seat::FIRST;
    let other = Seat::new(2).unwrap();
    let value = |rules, choice, player, utility| {
        let mut solver = Solver::new(rules).with_moon_choice(choice);
        solver.value(&position, player, utility).unwrap()
    };
    let [up, down] = [MoonChoice::OthersUp, MoonChoice::ShooterDown];
    let standard = Rules::STANDARD;
    let choice = Rules {
        moon: Moon::Choice,
        ..standard
    };
    let none = Rules {
        moon: Moon::None,
        ..standard
    };
    let own = OwnScore;
    assert_eq!(value(standard, up, shooter, own), 0);
    assert_eq!(value(standard, up, shooter, AboveMean), -78);
    assert_eq!(value(standard, up, other, own), 26);
    assert_eq!(value(choice, up, shooter, own), 0);
    assert_eq!(value(choice, down, shooter, own), -26);
    assert_eq!(value(none, up, shooter, own), 26);

    let mut solver = Solver::new(standard);
    let scores = solver.max_n(&position, own).unwrap().scores;
    assert_eq!(scores.into_array(), [0, 26, 26, 26]);
}

/// Where it looks as if the leader could duck all that is left, but it cannot.
#[test]
fn ducking_takes_a_suit_that_may_be_led_and_low_cards_for_later() {
    for (hands, value) in [
        // Hearts are not broken, so that the club must be led and takes three of them.
        (["♣2 ♥2", "♥34", "♥56", "♥78"], 3),
        // If ♣2 loses to ♣6, ♣4 must take ♣3; and the other way round.
        (["♣24", "♣36", "♥AK", "♥QJ"], 2),
        // With ♣3 for ♣4 it need not.
        (["♣23", "♣46", "♥AK", "♥QJ"], 0),
    ] {
        let hands = BySeat::new(hands.map(|hand| hand.parse().unwrap()));
        let case = Case {
            position: Position::later(hands, Seat::FIRST, BySeat::default()).unwrap(),
            rules: Rules::STANDARD,
            choice: MoonChoice::OthersUp,
            player: Seat::FIRST,
            utility: OwnScore,
        };
        case.check();
        let mut solver = Solver::new(case.rules);
        assert_eq!(
            solver.value(&case.position, Seat::FIRST, OwnScore),
            Ok(value)
        );
    }
}

/// All points go to one seat, but the jack that its moon needs is not in the game; the
/// others have tricks or a bonus for having none.
#[test]
fn a_moon_that_needs_a_missing_jack_is_none() {
    let hands = ["♠AK", "♠Q3", "♠4 ♥2", "♠67"].map(|hand| hand.parse().unwrap());
    let mut taken = BySeat::new([CardSet::EMPTY; 4]);
    taken[Seat::FIRST] = "♥3456789TJQKA".parse().unwrap();
    taken[Seat::new(2).unwrap()] = "♣2345".parse().unwrap();
    let position = Position::later(BySeat::new(hands), Seat::FIRST, taken).unwrap();
    let case = Case {
        position,
        rules: Rules {
            jack: Jack::NeededForMoon,
            no_trick_bonus: -5,
            ..Rules::STANDARD
        },
        choice: MoonChoice::OthersUp,
        player: Seat::FIRST,
        utility: AboveMean,
    };
    case.check();
    let mut solver = Solver::new(case.rules);
    let scores = solver.max_n(&position, AboveMean).unwrap().scores;
    assert_eq!(scores.into_array(), [26, -5, 0, -5]);
}

/// The same cards are left and seat 3 may shoot the moon, but another one has the jack.
#[test]
fn the_holder_of_the_jack_matters_while_a_moon_is_possible() {
    let hands = ["♥K ♦A8 ♣Q", "♠K ♥3 ♦2 ♣7", "♠J86 ♥9", "♦JT ♣J6"];
    let hands = hands.map(|hand| hand.parse().unwrap());
    let mut taken = BySeat::new([CardSet::EMPTY; 4]);
    taken[Seat::new(3).unwrap()] = "♠AQT97432 ♥AQJT876542 ♦KQ976543 ♣AT985432".parse().unwrap();
    let leader = Seat::new(1).unwrap();
    let position = Position::later(BySeat::new(hands), leader, taken).unwrap();
    for jack in [
        Jack::Taker,
        Jack::Shooter,
        Jack::NobodyOnMoon,
        Jack::NeededForMoon,
    ] {
        for moon in [Moon::OthersUp, Moon::ShooterDown] {
            for (player, utility) in
                Seat::all(PLAYERS).zip([OwnScore, AboveMean].into_iter().cycle())
            {
                let case = Case {
                    position,
                    rules: Rules {
                        jack,
                        moon,
                        ..Rules::STANDARD
                    },
                    choice: MoonChoice::OthersUp,
                    player,
                    utility,
                };
                case.check();
            }
        }
    }
}

#[test]
fn a_budget_that_runs_out_gives_no_value() {
    for trial in 0..40 {
        let case = Case::new(23, trial, 4);
        let Case {
            position,
            rules,
            player,
            utility,
            ..
        } = case;
        let mut solver = Solver::new(rules);
        let paranoid = solver.paranoid(&position, player, utility).unwrap();
        let max_n = solver.max_n(&position, utility).unwrap();
        for (nodes, enough) in [
            (paranoid.nodes, true),
            (paranoid.nodes - 1, false),
            (0, false),
        ] {
            let mut solver = Solver::new(rules).with_budget(Some(nodes));
            match solver.paranoid(&position, player, utility) {
                Ok(solution) => assert!(enough && solution == paranoid),
                Err(SolveError::Exhausted { nodes: searched }) => {
                    assert!(!enough && searched <= nodes);
                }
                Err(error) => panic!("{error}"),
            }
        }
        for (nodes, enough) in [(max_n.nodes, true), (max_n.nodes - 1, false), (0, false)] {
            let mut solver = Solver::new(rules).with_budget(Some(nodes));
            match solver.max_n(&position, utility) {
                Ok(solution) => assert!(enough && solution == max_n),
                Err(error) => {
                    assert!(!enough);
                    assert_eq!(error, SolveError::Exhausted { nodes });
                    assert_eq!(
                        error.to_string(),
                        format!("the budget ran out after {nodes} plays")
                    );
                }
            }
        }
    }
}

/// From the first card on a budget ends the search, not patience.
#[test]
fn whole_deals_exhaust_any_budget() {
    let mut rng: Pcg64Mcg = trial_rng(26, 0);
    let hands: [CardSet; 4] = deal(CardSet::FULL, [13; 4], &mut rng).unwrap();
    for (_, rules) in Rules::PRESETS {
        let position = Position::new(BySeat::new(hands), &rules).unwrap();
        let mut solver = Solver::new(rules).with_budget(Some(20_000));
        for utility in [OwnScore, AboveMean] {
            let paranoid = solver.paranoid(&position, Seat::FIRST, utility);
            assert!(matches!(paranoid, Err(SolveError::Exhausted { .. })));
            let max_n = solver.max_n(&position, utility);
            assert!(matches!(max_n, Err(SolveError::Exhausted { .. })));
        }
    }
}

/// Nothing is carried over from one position, player or utility to the next.
#[test]
fn calls_do_not_depend_on_earlier_ones() {
    let mut used = Solver::new(Rules::OMNIBUS).with_table_bits(4).unwrap();
    for trial in 0..400 {
        let mut case = Case::new(24, trial, 4);
        case.rules = Rules::OMNIBUS;
        let Case {
            position,
            player,
            utility,
            ..
        } = case;
        let mut fresh = Solver::new(Rules::OMNIBUS).with_table_bits(4).unwrap();
        assert_eq!(
            used.paranoid(&position, player, utility),
            fresh.paranoid(&position, player, utility)
        );
        assert_eq!(
            used.max_n(&position, utility),
            fresh.max_n(&position, utility)
        );
    }
}

#[test]
fn a_deal_that_is_over_has_its_scores() {
    let mut position = nearly_a_moon(["♠AK", "♠Q3", "♠4 ♥2", "♠67"]);
    let rules = Rules::STANDARD;
    while let Some(card) = position.legal(&rules).last() {
        position = position.after(card, &rules).unwrap();
    }
    let mut solver = Solver::new(rules);
    let paranoid = solver.paranoid(&position, Seat::FIRST, AboveMean).unwrap();
    assert_eq!(
        (paranoid.value, paranoid.best, paranoid.nodes),
        (-78, None, 0)
    );
    let max_n = solver.max_n(&position, OwnScore).unwrap();
    assert_eq!(max_n.scores.into_array(), [0, 26, 26, 26]);
    assert!(paranoid.plays.is_empty() && max_n.plays.is_empty() && max_n.best.is_none());
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let position = nearly_a_moon(["♠AK", "♠Q3", "♠4 ♥2", "♠67"]);
    let mut solver = Solver::new(Rules::STANDARD);
    let nobody = Seat::new(PLAYERS).unwrap();
    let error = solver.value(&position, nobody, OwnScore).unwrap_err();
    assert_eq!(error.to_string(), "there is no seat 4");
    for bonus in [i32::MIN, -1001, 1001] {
        let mut solver = Solver::new(Rules {
            no_trick_bonus: bonus,
            ..Rules::STANDARD
        });
        let error = solver.max_n(&position, OwnScore).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("a bonus of {bonus} for taking no trick; it must be within 1000 of 0")
        );
    }
}

/// The worlds of a late position, each solved once.
#[test]
fn equal_worlds_are_solved_once() {
    let rules = Rules::STANDARD;
    let first = nearly_a_moon(["♠AK", "♠Q3", "♠4 ♥2", "♠67"]);
    let second = nearly_a_moon(["♠AK", "♠43", "♠Q ♥2", "♠67"]);
    let third = nearly_a_moon(["♠AK", "♠Q3", "♠67", "♠4 ♥2"]);
    let worlds = [first, second, first, third, second, first];
    let mut solver = Solver::new(rules);
    let utility = OwnScore;
    let solved = solver.solve_worlds(worlds, Seat::FIRST, utility).unwrap();
    let times: Vec<_> = solved
        .worlds
        .iter()
        .map(|world| (world.position, world.times))
        .collect();
    assert_eq!(times, [(first, 3), (second, 2), (third, 1)]);
    assert_eq!(solved.unsolved, 0);
    let alone: Vec<_> = [first, second, third]
        .iter()
        .map(|world| solver.paranoid(world, Seat::FIRST, utility).unwrap())
        .collect();
    for (world, alone) in solved.worlds.iter().zip(&alone) {
        assert_eq!(&world.solution, alone);
    }
    let of = |world: usize, play: usize| f64::from(alone[world].plays[play].1);
    let means = solved.mean_values();
    assert_eq!(means.len(), 2);
    for (play, (card, mean)) in means.into_iter().enumerate() {
        assert_eq!(card, alone[0].plays[play].0);
        let expected = (3.0 * of(0, play) + 2.0 * of(1, play) + of(2, play)) / 6.0;
        assert!((mean - expected).abs() < 1e-12);
    }

    // A budget for the first world only.
    let nodes = alone[0].nodes;
    let mut tight = Solver::new(rules).with_budget(Some(nodes));
    let solved = tight.solve_worlds(worlds, Seat::FIRST, utility).unwrap();
    assert_eq!(
        (solved.worlds.len(), solved.unsolved, solved.nodes),
        (1, 3, nodes)
    );

    let solved = solver.solve_worlds_max_n(worlds, utility).unwrap();
    assert_eq!(solved.worlds.len(), 3);
    let (card, scores) = solved.mean_scores()[0];
    assert_eq!(card, alone[0].plays[0].0);
    let sum: f64 = scores.into_array().into_iter().sum();
    assert!(sum >= 26.0, "{sum}");
    assert_eq!(
        brute::max_n(&first, &rules, MoonChoice::OthersUp, utility).into_array(),
        [0, 26, 26, 26]
    );
}
