//! What an app stores is read back as it was, and nothing that cannot be is read.

mod common;

use std::time::Duration;

use cards_core::{BySeat, Seat};
use common::{pass_at_random, play_at_random, play_rules, skewed_round};
use hearts_mc::{
    Budget, Jack, Match, MonteCarloConfig, Moon, MoonChoice, Pass, Phase, PlayoutPolicy, Random,
    Round, Rules, Strategy, View,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// What is read back from what is written.
fn back<T: Serialize + DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

fn error<T: DeserializeOwned + std::fmt::Debug>(value: Value) -> String {
    serde_json::from_value::<T>(value).unwrap_err().to_string()
}

#[test]
fn rules_are_text_and_may_be_read_from_an_object() {
    for (name, preset) in Rules::PRESETS {
        assert_eq!(back(&preset), preset);
        assert_eq!(
            serde_json::from_value::<Rules>(json!(name)).unwrap(),
            preset
        );
    }
    for rules in play_rules() {
        assert_eq!(back(&rules), rules);
    }
    let rules = Rules {
        moon: Moon::Choice,
        jack: Jack::Shooter,
        no_trick_bonus: -5,
        limit: 50,
        ..Rules::OMNIBUS
    };
    let object = json!({"preset": "omnibus", "moon": "choice", "jack": "shooter",
        "no_trick_bonus": -5, "limit": 50});
    assert_eq!(serde_json::from_value::<Rules>(object).unwrap(), rules);
    assert_eq!(
        serde_json::to_value(rules).unwrap(),
        json!("standard moon=choice jack=shooter no-trick-bonus=-5 limit=50")
    );
    for (value, cause) in [
        (json!("bridge"), "'bridge' are no rules; there are document"),
        (json!("standard moon=up"), "moon is 'up'; it must be one of"),
        (json!({"moon": "up"}), "moon is 'up'"),
        (json!({"preset": "x"}), "'x' are no rules"),
        (json!({"color": "red"}), "'color' is no option of the rules"),
        (
            json!({"limit": 0}),
            "limit is '0'; it must be a number from 1",
        ),
        (json!({"limit": [1]}), "limit must be a name or a number"),
        (
            json!({"no-trick-bonus": 0, "no_trick_bonus": 0}),
            "no-trick-bonus is given twice",
        ),
        (json!(7), "expected rules such as"),
    ] {
        let error = error::<Rules>(value);
        assert!(error.contains(cause), "{error}");
    }
}

#[test]
fn options_and_directions_are_names() {
    for pass in Pass::ALL {
        assert_eq!(serde_json::to_value(pass).unwrap(), json!(pass.name()));
        assert_eq!(back(&pass), pass);
    }
    for &(name, choice) in MoonChoice::NAMES {
        assert_eq!(serde_json::to_value(choice).unwrap(), json!(name));
        assert_eq!(back(&choice), choice);
    }
    assert_eq!(back(&Moon::Choice), Moon::Choice);
    let error = error::<Moon>(json!("up"));
    assert!(
        error.contains("\"up\", expected one of others-up, shooter-down"),
        "{error}"
    );
}

#[test]
fn settings_are_fields_with_defaults() {
    let default = MonteCarloConfig::default();
    assert_eq!(back(&default), default);
    let config = MonteCarloConfig {
        budget: Budget::Time(Duration::from_micros(1500)),
        policy: PlayoutPolicy::Uniform,
        gate: 0.5,
        elimination: f64::INFINITY,
        threads: 3,
        ..default
    };
    assert_eq!(back(&config), config);
    let read = |value| serde_json::from_value::<MonteCarloConfig>(value).unwrap();
    assert_eq!(read(json!({})), default);
    let some = json!({"budget": {"playouts": 500}, "gate": 2, "elimination": "inf"});
    let read = read(some);
    assert_eq!((read.budget, read.gate), (Budget::Playouts(500), 2.0));
    for (value, cause) in [
        (json!({"gate": -1}), "gate is -1; it must be 0 or more"),
        (json!({"moon_share": -0.5}), "moon_share is -0.5"),
        (json!({"elimination": "NaN"}), "a number, or \"inf\""),
        (json!({"threads": 0}), "threads is 0; it must be 1 or more"),
        (json!({"gates": 1}), "unknown field `gates`"),
        (json!({"budget": {"games": 1}}), "unknown variant `games`"),
        (json!({"policy": "best"}), "unknown variant `best`"),
    ] {
        let error = error::<MonteCarloConfig>(value);
        assert!(error.contains(cause), "{error}");
    }
}

/// A round with all that it knows.
fn same(a: &Round, b: &Round) {
    assert_eq!((a.rules(), a.direction()), (b.rules(), b.direction()));
    assert_eq!((a.totals(), a.dealt()), (b.totals(), b.dealt()));
    assert_eq!((a.plays(), a.phase()), (b.plays(), b.phase()));
    assert_eq!(a.position(), b.position());
    for seat in Seat::all(4) {
        assert_eq!(a.passed(seat), b.passed(seat));
    }
}

#[test]
fn rounds_and_views_are_read_back_at_every_stage() {
    for (trial, rules) in (0..).zip(play_rules().into_iter().step_by(2)) {
        let (round, mut random) = skewed_round(&rules, 700 + trial);
        let mut round = round.with_totals(BySeat::new([-3, 99, 0, i32::MAX]));
        loop {
            same(&back(&round), &round);
            for seat in Seat::all(4) {
                assert_eq!(back(&round.view(seat)), round.view(seat));
            }
            match round.phase() {
                Phase::Passing(seat) => {
                    let cards = Random.pass(&round.view(seat), &mut random);
                    round.pass(seat, cards).unwrap();
                }
                Phase::Playing(_) => play_at_random(&mut round, 5, &mut random),
                Phase::Over => break,
            }
        }
        // The copy goes on as the original does.
        let mut copy = back(&round);
        assert_eq!(copy.undo(), round.undo());
        same(&copy, &round);
    }
}

#[test]
fn a_record_that_cannot_be_is_refused_and_names_what_is_wrong() {
    let (mut round, mut random) = skewed_round(&Rules::STANDARD, 3);
    assert_ne!(round.direction(), Pass::Hold);
    pass_at_random(&mut round, &mut random);
    play_at_random(&mut round, 52, &mut random);
    let record = serde_json::to_value(&round).unwrap();
    let changed = |field: &str, value: Value| {
        let mut record = record.clone();
        record[field] = value;
        error::<Round>(record)
    };
    let hand = record["dealt"][0].clone();
    let twice = json!([hand, hand, record["dealt"][2], record["dealt"][3]]);
    let short = json!([
        "♠Q",
        record["dealt"][1],
        record["dealt"][2],
        record["dealt"][3]
    ]);
    let first = record["plays"][0].clone();
    for (error, cause) in [
        (changed("color", json!(1)), "unknown field `color`"),
        (changed("dealt", twice), "of seat 1 is in two places"),
        (
            changed("dealt", short),
            "dealt: the hand of seat 0 has 1 cards",
        ),
        (
            changed("dealt", json!([hand])),
            "expected 4 values, one a seat",
        ),
        (changed("dealt", json!([hand, "x", "", ""])), "expected"),
        (
            changed("passes", json!(["♠Q", null, null, null])),
            "passes: the pass of seat 0: ",
        ),
        (
            changed("passes", json!([null, null, null, null])),
            "plays: play 1: seat 0 may not",
        ),
        (
            changed("direction", json!("hold")),
            "passes: the pass of seat 0: there is nothing",
        ),
        (changed("direction", json!("up")), "unknown variant `up`"),
        (
            changed("plays", json!([first, first])),
            "plays: play 2: seat",
        ),
        (changed("rules", json!("standard moon=up")), "moon is 'up'"),
    ] {
        assert!(error.contains(cause), "{error} / {cause}");
    }
    let mut plays = record["plays"].as_array().unwrap().clone();
    plays.push(first);
    let error = changed("plays", Value::Array(plays));
    assert!(error.contains("plays: play 53: "), "{error}");
    let missing = error_of_missing(&record, "dealt");
    assert!(missing.contains("missing field `dealt`"), "{missing}");
}

fn error_of_missing(record: &Value, field: &str) -> String {
    let mut record = record.clone();
    record.as_object_mut().unwrap().remove(field);
    error::<Round>(record)
}

#[test]
fn a_view_that_contradicts_itself_is_refused() {
    let view = json!({"rules": "standard", "seat": 0, "direction": "left",
        "dealt": "♠KQ2 ♥A97 ♦K86 ♣J743", "gave": "♠KQ ♥A", "received": "♦5 ♣QT",
        "leader": 2, "plays": ["♣2", "♦A"]});
    let read: View = serde_json::from_value(view.clone()).unwrap();
    assert_eq!(read.turn(), Some(Seat::FIRST));
    assert_eq!(back(&read), read);
    let changed = |field: &str, value: Value| {
        let mut view = view.clone();
        view[field] = value;
        error::<View>(view)
    };
    for (error, cause) in [
        (changed("seat", json!(5)), "there is no seat 5"),
        (changed("seat", json!(9)), "expected a seat, 0 to 7"),
        (
            changed("dealt", json!("♠Q")),
            "the hand has 1 cards instead of 13",
        ),
        (
            changed("gave", json!("♠A ♥A2")),
            "received: the pass: ♥2 is not in its hand",
        ),
        (changed("gave", Value::Null), "missing field `gave`"),
        (
            changed("received", json!("♠2 ♥K ♥Q")),
            "received: ♠2 is received although",
        ),
        (
            changed("received", Value::Null),
            "leader: the cards have not been exchanged",
        ),
        (
            changed("leader", json!(0)),
            "leader: seat 0 cannot be the first to lead",
        ),
        (changed("leader", Value::Null), "missing field `leader`"),
        (
            changed("plays", json!(["♣2", "♠K"])),
            "plays: play 2, ♠K by seat 3: that player",
        ),
        (
            changed("plays", json!(["♣2", "♣2"])),
            "it has been played before",
        ),
        (changed("card", json!(0)), "unknown field `card`"),
    ] {
        assert!(error.contains(cause), "{error} / {cause}");
    }
}

#[test]
fn matches_are_read_back_and_end_when_they_are_over() {
    let mut game = Match::new(&Rules::OMNIBUS);
    for scores in [[-10, 5, 21, 0], [26, 26, 0, 26], [25, 1, 0, -10]] {
        game.add(BySeat::new(scores)).unwrap();
        assert_eq!(back(&game), game);
    }
    let record = json!({"rules": "standard limit=20",
        "scores": [[26, 0, 0, 0], [0, 26, 0, 0]]});
    let error = error::<Match>(record);
    assert!(
        error.contains("scores: deal 2: the match is over"),
        "{error}"
    );
}
