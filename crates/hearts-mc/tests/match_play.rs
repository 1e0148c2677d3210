//! Whole matches.

mod common;

use cards_core::BySeat;
use common::{pass_at_random, play_at_random, rng, seat};
use hearts_mc::{
    Match, MatchError, Moon, MoonChoice, Pass, Passing, Phase, Random, Round, Rules, Strategy,
    play_match,
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
