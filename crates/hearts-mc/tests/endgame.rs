//! The exact endgames against minimax and max^n as they are defined.

#[path = "endgame/positions.rs"]
mod positions;

use cards_core::random::{below, deal, trial_rng};
use cards_core::{BySeat, CardSet, Seat};
use hearts_mc::endgame::{SolveError, Solver, Utility, brute};
use hearts_mc::{MoonChoice, PLAYERS, Position, Rules};
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
            utility: Utility::OwnScore,
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
        moon: hearts_mc::Moon::Choice,
        ..standard
    };
    let none = Rules {
        moon: hearts_mc::Moon::None,
        ..standard
    };
    let own = Utility::OwnScore;
    assert_eq!(value(standard, up, shooter, own), 0);
    assert_eq!(value(standard, up, shooter, Utility::AboveMean), -78);
    assert_eq!(value(standard, up, other, own), 26);
    assert_eq!(value(choice, up, shooter, own), 0);
    assert_eq!(value(choice, down, shooter, own), -26);
    assert_eq!(value(none, up, shooter, own), 26);

    let mut solver = Solver::new(standard);
    let scores = solver.max_n(&position, own).unwrap().scores;
    assert_eq!(scores.into_array(), [0, 26, 26, 26]);
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

/// Nothing is carried over from one position, player or utility to the next.
#[test]
fn calls_do_not_depend_on_earlier_ones() {
    let mut used = Solver::new(Rules::OMNIBUS).with_table_bits(4);
    for trial in 0..400 {
        let mut case = Case::new(24, trial, 4);
        case.rules = Rules::OMNIBUS;
        let Case {
            position,
            player,
            utility,
            ..
        } = case;
        let mut fresh = Solver::new(Rules::OMNIBUS).with_table_bits(4);
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
    let paranoid = solver
        .paranoid(&position, Seat::FIRST, Utility::AboveMean)
        .unwrap();
    assert_eq!(
        (paranoid.value, paranoid.best, paranoid.nodes),
        (-78, None, 0)
    );
    let max_n = solver.max_n(&position, Utility::OwnScore).unwrap();
    assert_eq!(max_n.scores.into_array(), [0, 26, 26, 26]);
    assert!(paranoid.plays.is_empty() && max_n.plays.is_empty() && max_n.best.is_none());
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let position = nearly_a_moon(["♠AK", "♠Q3", "♠4 ♥2", "♠67"]);
    let mut solver = Solver::new(Rules::STANDARD);
    let nobody = Seat::new(PLAYERS).unwrap();
    let error = solver
        .value(&position, nobody, Utility::OwnScore)
        .unwrap_err();
    assert_eq!(error.to_string(), "there is no seat 4");
    for bonus in [i32::MIN, -1001, 1001] {
        let mut solver = Solver::new(Rules {
            no_trick_bonus: bonus,
            ..Rules::STANDARD
        });
        let error = solver.max_n(&position, Utility::OwnScore).unwrap_err();
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
    let utility = Utility::OwnScore;
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
