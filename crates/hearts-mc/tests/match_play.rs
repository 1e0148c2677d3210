//! Whole matches.

mod common;

use cards_core::BySeat;
use cards_core::random::below;
use common::{pass_at_random, play_at_random, rng, seat, skewed_round};
use hearts_mc::{
    Budget, Match, MatchError, MonteCarlo, MonteCarloConfig, Moon, MoonChoice, Objective, Pass,
    Passing, Phase, Random, Round, Rules, Strategy, play_match, win_chances,
};

fn random_match(rules: &Rules, trial: u64) -> Match {
    let mut players = [Random; 4];
    let [a, b, c, d] = &mut players;
    play_match(rules, &mut BySeat::new([a, b, c, d]), &mut rng(trial)).unwrap()
}

#[test]
fn a_match_ends_when_a_player_reaches_the_limit() {
    for (trial, limit) in (0..).zip([100, 50, 26, 1, 0, -5]) {
        for (_, rules) in Rules::PRESETS {
            let rules = Rules { limit, ..rules };
            let game = random_match(&rules, trial);
            assert!(game.is_over());
            let mut again = Match::new(&rules);
            for &scores in game.scores() {
                assert!(!again.is_over());
                assert_eq!(
                    again.direction(),
                    rules.passing.direction(again.deal_number())
                );
                again.add(scores).unwrap();
            }
            assert_eq!(again, game);
            assert_eq!(again.add(BySeat::new([0; 4])), Err(MatchError::Over));
            assert_eq!(again, game);
        }
    }
}

#[test]
fn a_match_that_never_ends_is_cut_off() {
    let rules = Rules {
        no_trick_bonus: -1000,
        limit: 10_000,
        ..Rules::STANDARD
    };
    let mut players = [Random; 4];
    let [a, b, c, d] = &mut players;
    let game = play_match(&rules, &mut BySeat::new([a, b, c, d]), &mut rng(1)).unwrap();
    assert_eq!(game.deal_number(), Match::MAX_DEALS);
    assert!(!game.is_over());
}

#[test]
fn places_with_ties() {
    let standings = |totals: [i32; 4]| {
        let mut game = Match::new(&Rules::STANDARD);
        game.add(BySeat::new(totals)).unwrap();
        let seats = game.standings().map(|standing| standing.seat.index());
        for standing in game.standings() {
            assert_eq!(standing.place, game.places()[standing.seat]);
            assert_eq!(standing.total, totals[standing.seat.index()]);
        }
        (game.places().into_array(), seats)
    };
    assert_eq!(standings([5, 3, 9, 9]), ([2, 1, 3, 3], [1, 0, 2, 3]));
    assert_eq!(standings([0, 26, 0, 0]), ([1, 4, 1, 1], [0, 2, 3, 1]));
    assert_eq!(standings([9, -5, 9, 9]), ([2, 1, 2, 2], [1, 0, 2, 3]));
    assert_eq!(standings([7; 4]), ([1; 4], [0, 1, 2, 3]));
}

#[test]
fn rounds_are_recorded_in_their_order() {
    let mut game = Match::new(&Rules::STANDARD);
    let mut random = rng(7);
    let mut sum = 0;
    for direction in [
        Pass::Left,
        Pass::Right,
        Pass::Across,
        Pass::Hold,
        Pass::Left,
    ] {
        assert_eq!(game.direction(), direction);
        let mut round = game.deal(&mut random);
        assert_eq!(
            (round.direction(), *round.totals()),
            (direction, *game.totals())
        );
        assert_eq!(round.view(seat(2)).totals(), game.totals());
        pass_at_random(&mut round, &mut random);
        play_at_random(&mut round, 51, &mut random);
        let before = game.clone();
        assert_eq!(
            game.record(&round, MoonChoice::OthersUp),
            Err(MatchError::Unfinished)
        );
        play_at_random(&mut round, 1, &mut random);
        let mut other = Match::new(&Rules::OMNIBUS);
        assert_eq!(
            other.record(&round, MoonChoice::OthersUp),
            Err(MatchError::OtherRules)
        );
        assert_eq!(game, before);
        let scores = game.record(&round, MoonChoice::OthersUp).unwrap();
        sum += scores.into_array().iter().sum::<i32>();
        assert_eq!(game.totals().into_array().iter().sum::<i32>(), sum);
        let again = game.record(&round, MoonChoice::OthersUp);
        let expected = game.direction();
        assert_eq!(
            again,
            Err(MatchError::Direction {
                round: direction,
                expected
            })
        );
    }
}

/// A player who takes all tricks it can, and so shoots the moon with all aces.
#[test]
fn the_shooter_s_choice_counts() {
    struct High(MoonChoice);
    impl Strategy for High {
        fn pass(
            &mut self,
            view: &hearts_mc::View,
            _: &mut dyn rand_core::Rng,
        ) -> cards_core::CardSet {
            view.hand().iter().take(3).collect()
        }
        fn play(&mut self, view: &hearts_mc::View, _: &mut dyn rand_core::Rng) -> cards_core::Card {
            view.legal().iter().max_by_key(|card| card.rank()).unwrap()
        }
        fn moon_choice(&mut self, _: &hearts_mc::View) -> MoonChoice {
            self.0
        }
    }
    let rules = Rules {
        moon: Moon::Choice,
        passing: Passing::Never,
        ..Rules::STANDARD
    };
    let hands = ["♠AKQ ♥AKQJ ♦AKQ ♣AK2", "", "", ""].map(|hand| hand.parse().unwrap());
    let mut hands = BySeat::new(hands);
    let mut rest = cards_core::CardSet::FULL - hands[seat(0)];
    for other in [1, 2, 3] {
        hands[seat(other)] = rest.iter().take(13).collect();
        rest -= hands[seat(other)];
    }
    for (choice, expected) in [
        (MoonChoice::OthersUp, [0, 26, 26, 26]),
        (MoonChoice::ShooterDown, [-26, 0, 0, 0]),
    ] {
        let mut round = Round::new(&rules, Pass::Hold, hands).unwrap();
        let mut players = [0; 4].map(|_| High(choice));
        let [a, b, c, d] = &mut players;
        let mut table: BySeat<&mut dyn Strategy> = BySeat::new([a, b, c, d]);
        let scores = hearts_mc::play_round(&mut round, &mut table, &mut rng(0)).unwrap();
        assert_eq!(round.phase(), Phase::Over);
        assert_eq!(scores.into_array(), expected);
    }
}

#[test]
fn by_default_the_shooter_avoids_to_end_a_match_that_it_loses() {
    let choice = |totals: [i32; 4]| {
        let rules = Rules {
            moon: Moon::Choice,
            ..Rules::STANDARD
        };
        let round = Round::deal(&rules, Pass::Hold, &mut rng(1)).with_totals(BySeat::new(totals));
        Random.moon_choice(&round.view(seat(0)))
    };
    assert_eq!(choice([10, 20, 30, 40]), MoonChoice::OthersUp);
    // It ends, and the shooter wins.
    assert_eq!(choice([10, 20, 30, 80]), MoonChoice::OthersUp);
    // It ends with the shooter behind seat 1.
    assert_eq!(choice([90, 20, 30, 80]), MoonChoice::ShooterDown);
    // It does not end.
    assert_eq!(choice([90, 20, 30, 40]), MoonChoice::OthersUp);
    assert_eq!(choice([i32::MAX; 4]), MoonChoice::ShooterDown);
}

#[test]
fn chances_to_win_are_shares_and_fall_with_the_own_score() {
    let chances = |scores, rules: &Rules| win_chances(&BySeat::new(scores), rules).into_array();
    let mut random = rng(6);
    for _ in 0..2000 {
        let limit = 1 + below(&mut random, 200) as i32;
        let rules = Rules {
            limit,
            ..Rules::STANDARD
        };
        let scores = [(); 4].map(|()| below(&mut random, 250) as i32 - 30);
        let all = chances(scores, &rules);
        assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let least = scores.iter().min().unwrap();
        for (score, chance) in scores.iter().zip(all) {
            assert!((0.0..=1.0).contains(&chance));
            assert!(score != least || chance >= 0.25);
        }
        if scores.iter().all(|&score| score < limit - 1) {
            let mut behind = scores;
            behind[2] += 1;
            assert!(chances(behind, &rules)[2] < all[2] + 1e-12);
        }
    }
    let over = |scores| chances(scores, &Rules::STANDARD);
    assert_eq!(over([100, 99, 98, 99]), [0.0, 0.0, 1.0, 0.0]);
    assert_eq!(
        over([99, 120, 99, 99]),
        [1.0 / 3.0, 0.0, 1.0 / 3.0, 1.0 / 3.0]
    );
    assert_eq!(over([i32::MIN, i32::MAX, 0, 0]), [1.0, 0.0, 0.0, 0.0]);
}

/// A player who wants to win the match.
fn for_the_match() -> MonteCarlo {
    MonteCarlo::new(MonteCarloConfig {
        budget: Budget::Playouts(400),
        objective: Objective::Match,
        ..MonteCarloConfig::default()
    })
}

#[test]
fn near_the_limit_values_are_chances_to_win() {
    for (totals, objective) in [
        ([0, 47, 20, 0], Objective::Points),
        ([0, 48, 20, 0], Objective::Match),
        ([90, 99, 95, 80], Objective::Match),
    ] {
        let mut round =
            Round::deal(&Rules::STANDARD, Pass::Left, &mut rng(8)).with_totals(BySeat::new(totals));
        let advice = for_the_match()
            .advise_pass(&round.view(seat(0)), 1)
            .unwrap();
        assert_eq!(advice.objective, objective);
        let chance = |value| (0.0..=1.0).contains(&value);
        if objective == Objective::Match {
            assert!(advice.passes.iter().all(|pass| chance(pass.value)));
        }
        pass_at_random(&mut round, &mut rng(9));
        while let Phase::Playing(turn) = round.phase() {
            let advice = for_the_match().advise(&round.view(turn), 1).unwrap();
            assert_eq!(advice.objective, objective);
            if objective == Objective::Match {
                assert!(advice.plays.iter().all(|play| chance(play.value)));
            }
            play_at_random(&mut round, 5, &mut rng(10));
        }
    }
    let usual = MonteCarlo::default();
    let round = Round::deal(&Rules::STANDARD, Pass::Left, &mut rng(8))
        .with_totals(BySeat::new([90, 99, 95, 80]));
    let advice = MonteCarlo::new(MonteCarloConfig {
        objective: Objective::Points,
        ..*usual.config()
    })
    .advise_pass(&round.view(seat(0)), 1);
    assert_eq!(advice.unwrap().objective, Objective::Points);
}

#[test]
fn what_a_moon_is_made_of_follows_from_the_match() {
    let rules = Rules {
        moon: Moon::Choice,
        ..Rules::STANDARD
    };
    let mut tried = 0;
    for trial in 0..4000 {
        let mut random = rng(20_000 + trial);
        let (mut round, _) = skewed_round(&rules, trial);
        pass_at_random(&mut round, &mut random);
        play_at_random(&mut round, 52, &mut random);
        let Some(shooter) = (0..4).map(seat).find(|&seat| round.points()[seat] == 26) else {
            continue;
        };
        for (others, own, choice) in [
            // It wins at once by the others' rise, and not otherwise.
            ([80, 80, 80], 20, MoonChoice::OthersUp),
            // It would end the match behind the one who has nothing.
            ([80, 80, 0], 50, MoonChoice::ShooterDown),
        ] {
            let mut totals = BySeat::new([own; 4]);
            for (step, total) in (1..4).zip(others) {
                totals[shooter.plus(step, 4)] = total;
            }
            let over = round.clone().with_totals(totals);
            assert_eq!(for_the_match().moon_choice(&over.view(shooter)), choice);
        }
        tried += 1;
        if tried == 3 {
            return;
        }
    }
    panic!("{tried} moons");
}
