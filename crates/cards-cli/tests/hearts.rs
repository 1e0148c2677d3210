//! `cards hearts advise` and `cards hearts deal`, field by field and as text.

mod common;

use cards_core::random::{below, trial_rng};
use cards_core::{BySeat, Card, CardSet, Seat};
use common::{batch, failure, stdout};
use hearts_mc::{MoonChoice, Pass, Phase, Random, Round, Rules, Strategy};
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};

const DEAL: [&str; 6] = [
    "hearts",
    "deal",
    "--players",
    "greedy published random published-greedy",
    "--seed",
    "3",
];

/// Seat 0 after the exchange, before it plays to the first trick.
const ADVISE: [&str; 15] = [
    "hearts",
    "advise",
    "--hand",
    "♠2 ♥97 ♦K865 ♣QTJ743",
    "--direction",
    "left",
    "--gave",
    "♠KQ ♥A",
    "--received",
    "♦5 ♣QT",
    "--played",
    "♣2 ♦A",
    "--playouts",
    "600",
    "--seed=1",
];

fn answer(arguments: &[&str]) -> Value {
    let text = stdout(&[arguments, &["--format", "json"]].concat());
    assert_eq!(text.lines().count(), 1);
    serde_json::from_str(&text).unwrap()
}

fn cards(list: &Value) -> Vec<Card> {
    let list = list.as_array().unwrap().iter();
    list.map(|card| card.as_str().unwrap().parse().unwrap())
        .collect()
}

fn seat(index: &Value) -> Seat {
    Seat::new(index.as_u64().unwrap() as usize).unwrap()
}

#[test]
fn deal() {
    insta::assert_snapshot!("deal_text", stdout(&DEAL));
    let answer = serde_json::to_string_pretty(&answer(&DEAL)).unwrap();
    insta::assert_snapshot!("deal_json", answer);
}

/// What a deal says is what the rules make of its passes and plays.
#[test]
fn deals_are_played_by_the_rules() {
    let mut moons = 0;
    for (name, rules) in Rules::PRESETS {
        for direction in Pass::ALL {
            // A seed of which one player shoots the moon is among them.
            for seed in ["0", "1", "2"] {
                let answer = answer(&[
                    "hearts",
                    "deal",
                    "--players",
                    "greedy random random published-greedy",
                    "--rules",
                    name,
                    "--direction",
                    direction.name(),
                    "--totals",
                    "90 0 -20 5",
                    "--seed",
                    seed,
                ]);
                let hands = answer["hands"].as_array().unwrap();
                let hands = BySeat::from_fn(|seat| -> CardSet {
                    hands[seat.index()].as_str().unwrap().parse().unwrap()
                });
                let mut round = Round::new(&rules, direction, hands).unwrap();
                while let Phase::Passing(seat) = round.phase() {
                    let passed = cards(&answer["passed"][seat.index()]);
                    round.pass(seat, passed.into_iter().collect()).unwrap();
                }
                for trick in answer["tricks"].as_array().unwrap() {
                    assert_eq!(round.phase(), Phase::Playing(seat(&trick["leader"])));
                    let before: i32 = round.points().into_array().iter().sum();
                    for card in cards(&trick["cards"]) {
                        round.play(card).unwrap();
                    }
                    let after: i32 = round.points().into_array().iter().sum();
                    assert_eq!(trick["points"], after - before);
                    if let Phase::Playing(winner) = round.phase() {
                        assert_eq!(winner, seat(&trick["winner"]));
                    }
                }
                assert_eq!(round.phase(), Phase::Over);
                assert_eq!(answer["points"], json!(round.points().into_array()));
                let scores = round.scores(MoonChoice::OthersUp).unwrap().into_array();
                assert_eq!(answer["scores"], json!(scores));
                let totals = [90 + scores[0], scores[1], scores[2] - 20, scores[3] + 5];
                assert_eq!(answer["totals"], json!(totals));
                moons += usize::from(!answer["moon"].is_null());
            }
        }
    }
    assert!(moons < 10);
}

/// Hands that are given are dealt, and the rest is as it falls.
#[test]
fn hands_may_be_given() {
    let spades = "♠AKQJT98765432";
    let line = [&DEAL[..], &["--direction", "hold", "--hand2", spades]].concat();
    let answer = answer(&line);
    let spades: CardSet = spades.parse().unwrap();
    assert_eq!(answer["hands"][2], spades.to_string());
    let all = answer["hands"].as_array().unwrap().iter();
    let all = all.fold(CardSet::EMPTY, |all, hand| {
        all | hand.as_str().unwrap().parse().unwrap()
    });
    assert_eq!(all, CardSet::FULL);
    assert_eq!(answer["passed"], json!([null, null, null, null]));
    for (more, error) in [
        (["--hand1", "♠2"], "error: hand1 has 1 cards instead of 13"),
        (["--hand1", "♥AKQJT9876543 ♠2"], "error: ♠2 is in two hands"),
        (
            ["--players", "random random random"],
            "error: 3 players; they must be four",
        ),
    ] {
        let line: Vec<&str> = match more[0] {
            "--players" => [&DEAL[..2], &more[..]].concat(),
            _ => [&line[..], &more[..]].concat(),
        };
        assert_eq!(failure(&line, 2), error);
    }
}

/// Seat 3 is dealt all clubs, and nobody can follow.
#[test]
fn a_moon_is_named_and_scored() {
    let line = |rules: &'static str| {
        vec![
            "hearts",
            "deal",
            "--players",
            "greedy greedy greedy greedy",
            "--direction",
            "hold",
            "--hand0",
            "♥AKQJT98765432",
            "--hand1",
            "♠AKQJT98765432",
            "--hand2",
            "♦AKQJT98765432",
            "--rules",
            rules,
        ]
    };
    let standard = answer(&line("standard"));
    assert_eq!(standard["moon"], 3);
    assert_eq!(standard["points"], json!([0, 0, 0, 26]));
    assert_eq!(standard["scores"], json!([26, 26, 26, 0]));
    let down = answer(&line("standard moon=shooter-down"));
    assert_eq!(down["rules"], "standard moon=shooter-down");
    assert_eq!(down["scores"], json!([0, 0, 0, -26]));
    assert!(stdout(&line("standard")).contains("\nseat 3 shoots the moon\n"));
}

#[test]
fn plays_are_advised() {
    let advice = answer(&ADVISE);
    assert_eq!(
        (&advice["seat"], &advice["phase"]),
        (&json!(0), &json!("play"))
    );
    let plays = advice["plays"].as_array().unwrap();
    let legal: Vec<_> = plays
        .iter()
        .map(|play| play["card"].as_str().unwrap())
        .collect();
    assert_eq!(legal, ["♣3", "♣4", "♣7", "♣T", "♣J", "♣Q"]);
    assert!(legal.contains(&advice["choice"].as_str().unwrap()));
    for play in plays {
        assert!(play["value"].as_f64().unwrap().abs() <= 26.0);
        assert!((0.0..=26.0).contains(&play["points"].as_f64().unwrap()));
        assert!(play["standard_error"].as_f64().unwrap() > 0.0);
        assert!((0.0..=1.0).contains(&play["moon"].as_f64().unwrap()));
        assert!(play["worlds"].as_u64().unwrap() > 0);
    }
    assert!((1..=600).contains(&advice["playouts"].as_u64().unwrap()));
    assert!(advice["worlds"].as_u64().unwrap() > 0);
    let moons = advice["moons"].as_array().unwrap();
    let sum: f64 = moons.iter().map(|moon| moon.as_f64().unwrap()).sum();
    assert!(moons.len() == 4 && (0.0..=1.0).contains(&sum));
    assert!(advice["shoots"].is_boolean());
    // 37 unseen cards, of which seat 1 surely holds three; seat 3 has no club. So
    // its twelve cards come from the 28 that are not clubs, and seat 1 has ten of
    // the other 22.
    assert_eq!(advice["possible"], 30_421_755_u64 * 646_646);
    let text = stdout(&ADVISE);
    let first = format!("seat 0 plays {}", advice["choice"].as_str().unwrap());
    assert!(text.starts_with(&first), "{text}");
    for play in legal {
        assert!(text.contains(&format!("\n{play}  ")), "{text}");
    }
    assert_eq!(text, stdout(&ADVISE));
}

/// The library's default is an option like others.
#[test]
fn near_the_end_of_a_match_the_value_may_be_the_chance_to_win_it() {
    let line = |totals: &'static str| {
        [&ADVISE[..], &["--totals", totals, "--objective", "match"]].concat()
    };
    let near = answer(&line("60 90 70 65"));
    assert_eq!(near["objective"], "match");
    for play in near["plays"].as_array().unwrap() {
        assert!((0.0..=1.0).contains(&play["value"].as_f64().unwrap()));
    }
    let text = stdout(&line("60 90 70 65"));
    assert!(text.contains("\nthe value is the chance to win the match, in %\n"));
    let far = answer(&line("20 0 25 12"));
    assert_eq!(far["objective"], "points");
    assert_eq!(far["plays"], answer(&ADVISE)["plays"]);
    let pass = [
        "hearts",
        "advise",
        "--hand",
        "♠KQ2 ♥A97 ♦K86 ♣J743",
        "--direction",
        "left",
        "--playouts",
        "600",
        "--totals",
        "60 90 70 65",
        "--objective",
        "match",
    ];
    assert_eq!(answer(&pass)["objective"], "match");
    assert!(stdout(&pass).contains("the chance to win the match"));
}

#[test]
fn the_number_of_threads_does_not_change_the_advice() {
    for threads in ["2", "3", "256"] {
        assert_eq!(
            answer(&[&ADVISE[..], &["--threads", threads]].concat()),
            answer(&ADVISE)
        );
    }
}

/// A seat that is shooting the moon goes on, if nothing else is clearly better.
#[test]
fn a_moon_that_was_begun_is_gone_on_with() {
    let line = [
        "hearts",
        "advise",
        "--hand",
        "♠AKQT9 ♥AK ♦A ♣KQJ9",
        "--leader",
        "1",
        "--played",
        "1: ♣2 ♣3 ♣4 ♣A",
        "--playouts",
        "2000",
        "--shooting",
    ];
    let advice = answer(&line);
    assert_eq!(advice["shoots"], true);
    assert!(advice["moons"][0].as_f64().unwrap() > 0.9);
    assert!(stdout(&line).contains(", shooting the moon"));
    let request = json!({"hand": line[3], "leader": 1, "played": line[7],
        "playouts": 2000, "shooting": true});
    let answers = batch(&["hearts", "advise", "--batch"], request.to_string());
    assert_eq!(answers, [advice]);
}

#[test]
fn passes_are_advised() {
    let hand: CardSet = "♠KQ2 ♥A97 ♦K86 ♣J743".parse().unwrap();
    for direction in ["left", "right", "across"] {
        let line = [
            "hearts",
            "advise",
            "--hand",
            "♠KQ2 ♥A97 ♦K86 ♣J743",
            "--direction",
            direction,
            "--playouts",
            "600",
        ];
        let advice = answer(&line);
        assert_eq!(advice["phase"], "pass");
        let choice: CardSet = cards(&advice["choice"]).into_iter().collect();
        assert!(choice.len() == 3 && choice.is_subset(hand));
        for pass in advice["passes"].as_array().unwrap() {
            let pass: CardSet = cards(&pass["cards"]).into_iter().collect();
            assert!(pass.len() == 3 && pass.is_subset(hand));
        }
        // 39! / 13!³.
        assert_eq!(advice["possible"], 84_478_098_072_866_400_u64);
        let text = stdout(&line);
        assert!(text.starts_with("seat 0 passes "), "{text}");
    }
}

/// However the same view is written, the answer is the same.
#[test]
fn views_are_read_in_every_way() {
    let expected = answer(&ADVISE);
    let with = |changes: &[(&'static str, Option<&'static str>)]| {
        let mut line = ADVISE.to_vec();
        for &(option, value) in changes {
            if let Some(place) = line.iter().position(|word| *word == option) {
                line.drain(place..place + 2);
            }
            if let Some(value) = value {
                line.extend([option, value]);
            }
        }
        line
    };
    for changes in [
        vec![("--leader", Some("2"))],
        vec![("--seat", Some("0"))],
        vec![("--played", Some("2: C2 DA"))],
        vec![("--played", Some("2: ♣2 ♦A /"))],
        vec![("--rules", Some("microsoft"))],
        vec![("--totals", Some("0 0 0 0"))],
        vec![("--hand", None), ("--dealt", Some("♠KQ2 ♥A97 ♦K86 ♣J743"))],
    ] {
        assert_eq!(answer(&with(&changes)), expected, "{changes:?}");
    }
    let mut request = json!({
        "hand": "♠2 ♥97 ♦K865 ♣QTJ743", "direction": "left", "gave": "♠KQ ♥A",
        "received": "♦5 ♣QT", "played": "♣2 ♦A", "playouts": 600, "seed": 1,
    });
    let mut requests = request.to_string() + "\n";
    for (field, value) in [
        ("played", json!(["♣2", "♦A"])),
        ("played", json!([["♣2", "♦A"]])),
        ("played", json!(["2: ♣2 ♦A"])),
        ("leader", json!(2)),
        ("totals", json!([0, 0, 0, 0])),
        ("rules", json!({"preset": "standard", "limit": 100})),
    ] {
        request[field] = value;
        requests += &(request.to_string() + "\n");
    }
    let answers = batch(&["hearts", "advise", "--batch"], requests);
    assert_eq!(answers.len(), 7);
    for answer in answers {
        assert_eq!(answer, expected);
    }
}

/// The seats' names do not matter, and who leads follows from whose turn it is.
#[test]
fn leaders_follow_from_the_turn() {
    let tricks = "♣2 ♣K ♣A ♣5 / ♦3 ♦4 ♦K ♦2 / ♠4";
    // Seat 1 leads the two of clubs; 3 takes the trick, leads, and 1 takes the
    // second and leads; it is for seat 2 to play.
    let line = |more: &[&'static str]| {
        let line = [
            "hearts",
            "advise",
            "--seat",
            "2",
            "--hand",
            "♠AK3 ♥764 ♦QJ ♣963",
            "--playouts=40",
        ];
        [&line[..], more].concat()
    };
    let given = answer(&line(&["--played", tricks, "--leader", "1"]));
    assert_eq!(given["plays"].as_array().unwrap().len(), 3);
    for plays in [
        "♣2 ♣K ♣A ♣5 ♦3 ♦4 ♦K ♦2 ♠4",
        "1: ♣2 ♣K ♣A ♣5 / 3: ♦3 ♦4 ♦K ♦2 / 1: ♠4",
    ] {
        assert_eq!(answer(&line(&["--played", plays])), given);
    }
    for (more, error) in [
        (
            ["--played", tricks, "--leader", "0"],
            "error: it is the turn of seat 1, not of seat 2, after the cards played",
        ),
        (
            ["--played", "1: ♣2 ♣K ♣A ♣5 / 0: ♦3", "--leader", "1"],
            "error: trick 2 is led by seat 3, not by seat 0",
        ),
        (
            ["--played", "1: ♣2 ♣K ♣A ♣5 / 3: ♦3", "--leader", "0"],
            "error: trick 1 is led by seat 1, but the leader is seat 0",
        ),
    ] {
        assert_eq!(failure(&line(&more), 2), error);
    }
}

/// A view that contradicts itself is one line that names the event.
#[test]
fn contradictions_are_named() {
    let hold = |hand: &'static str, more: &[&'static str]| {
        let line = [&["hearts", "advise", "--hand", hand][..], more].concat();
        failure(&line, 2)
    };
    let hand = "♠KQ2 ♥A97 ♦K86 ♣J743";
    for (more, error) in [
        (
            &["--played", "♣2 ♣5 ♣2"][..],
            "error: play 3, ♣2: it has been played before, as play 1",
        ),
        (
            &["--played", "♣2 ♣5 ♣J"],
            "error: play 3, ♣J by seat 3: that player cannot hold it",
        ),
        (
            &["--played", "♣2 ♣J", "--leader", "3"],
            "error: play 2, ♣J by seat 0: it is still in the hand",
        ),
        (
            &["--played", "♣2 ♣T ♣5", "--leader", "3"],
            "error: the hand has 13 cards instead of 12",
        ),
        (
            &["--played", "♣9 ♣5 ♣6"],
            "error: play 1, ♣9 by seat 1: the rules forbid it",
        ),
        (
            &[],
            "error: it is not the turn of seat 0, which does not hold ♣2; what has been played?",
        ),
        (
            &["--leader", "0"],
            "error: seat 0 cannot be the first to lead",
        ),
        (
            &["--leader", "2"],
            "error: it is the turn of seat 2, not of seat 0, after the cards played",
        ),
        (
            &["--gave", "♠J ♥A ♥K"],
            "error: nobody passes on a hold; gave and received need a direction",
        ),
        (
            &["--direction", "left", "--received", "♠KQ ♥A"],
            "error: cards were received, but which ones did the seat give?",
        ),
        (
            &["--direction", "left", "--gave", "♠J ♥K ♥Q"],
            "error: the cards that the seat has received are not known yet",
        ),
        (
            &["--direction", "left", "--played", "♣2 ♣5 ♣6"],
            "error: the deal passes, so gave and received are needed once the play has begun",
        ),
        (
            &[
                "--direction",
                "left",
                "--gave",
                "♠Q ♥AK",
                "--received",
                "♠K2 ♥7",
                "--leader",
                "0",
            ],
            "error: ♥A was passed, but the seat has it",
        ),
        (
            &[
                "--direction",
                "left",
                "--gave",
                "♠J ♥JK",
                "--received",
                "♠KA ♥7",
                "--leader",
                "0",
            ],
            "error: ♠A was received, but is neither in the hand nor among the seat's plays",
        ),
        (
            &[
                "--direction",
                "left",
                "--gave",
                "♠J ♥J",
                "--received",
                "♠K ♥7",
                "--leader",
                "1",
            ],
            "error: the pass: 2 different cards instead of three",
        ),
        (
            &[
                "--direction",
                "left",
                "--gave",
                "♠J ♥JQ",
                "--received",
                "♠K ♥7",
                "--leader",
                "1",
            ],
            "error: the hand has 14 cards instead of 13",
        ),
        (
            &["--dealt", "♠KQ2 ♥A97 ♦K86 ♣J743"],
            "error: hand or dealt, not both",
        ),
        (
            &["--direction", "left", "--playouts", "0"],
            "error: playouts are 0; they must be 1 to 100000000",
        ),
        (
            &["--direction", "left", "--time", "600001"],
            "error: the time is 600001; it must be 1 to 600000 milliseconds",
        ),
    ] {
        assert_eq!(hold(hand, more), error);
    }
    assert_eq!(
        hold("♠KQ2 ♥A97 ♦K86 ♣J74", &["--direction", "left"]),
        "error: the hand has 12 cards instead of 13"
    );
    assert_eq!(
        failure(&["hearts", "advise"], 2),
        "error: hand or dealt is needed"
    );
    // A player who was out of diamonds plays one.
    assert_eq!(
        hold(
            "♠KQ2 ♥A97 ♦K6 ♣J74",
            &["--played", "♣2 ♣5 ♣6 ♣3 / ♦2 ♦8 ♦Q ♥6 / ♦A ♦3 ♦J"]
        ),
        "error: play 10, ♦3 by seat 2: that player cannot hold it"
    );
}

/// No deal fits: three players, two of whom are out of a suit of which the third
/// cannot hold all cards.
#[test]
fn impossible_deals_are_errors_at_once() {
    let answers = batch(
        &["hearts", "advise", "--batch"],
        concat!(
            r#"{"hand": "♥AKQJT9876543", "direction": "hold", "rules": "first-trick=anything", "played": "♣2 ♦2 ♦3"}"#,
            "\n",
            // Twelve clubs and the three cards passed to seat 1 do not fit in its hand.
            r#"{"hand": "♥AKQJT98765 ♠432", "direction": "left", "gave": "♥432", "received": "♠432", "played": ["♣2", "♦2", "♦3"]}"#,
            "\n",
            r#"{"hand": "♥A", "colour": "red"}"#,
            "\n",
            r#"{"hand": "♥A", "seat": 4}"#,
            "\n",
        ),
    );
    let errors = [
        "the hand has 12 cards instead of 13",
        "after play 3 no deal fits what has been seen",
        "unknown field `colour`",
        "seat 4; it must be 0 to 3",
    ];
    for (answer, error) in answers.iter().zip(errors) {
        let found = answer["error"].as_str().unwrap();
        assert!(found.starts_with(error), "{found}");
    }
}

/// At every point of random deals under random rules the seat to play is advised on
/// the cards that it may play, however its view is written.
#[test]
fn any_view_is_advised() {
    let mut rng: Pcg64Mcg = trial_rng(2026, 3);
    let (mut requests, mut expected) = (String::new(), Vec::new());
    for index in 0..24 {
        let rules = common::random_rules(&mut rng);
        let engine: cards_cli::hearts::Rules = rules.parse().unwrap();
        let mut round = Round::deal(&engine.0, Pass::ALL[index % 4], &mut rng);
        while let Phase::Passing(seat) | Phase::Playing(seat) = round.phase() {
            let view = round.view(seat);
            let mut request = json!({
                "seat": seat.index(), "direction": round.direction().name(),
                "rules": rules, "playouts": 8, "totals": [0, 50, 99, -30],
            });
            let passes = matches!(round.phase(), Phase::Passing(_));
            if passes || below(&mut rng, 2) == 0 {
                request["hand"] = json!(view.hand().to_string());
            } else {
                request["dealt"] = json!(round.dealt()[seat].to_string());
            }
            if let (Some(gave), Some(received)) = (view.gave(), view.received()) {
                request["gave"] = json!(gave.to_string());
                request["received"] = json!(received.to_string());
            }
            let plays = view.plays();
            if !plays.is_empty() {
                let tricks = plays.chunks(4).map(|trick| {
                    let cards: Vec<_> = trick.iter().map(|(_, card)| card.to_string()).collect();
                    format!("{}: {}", trick[0].0, cards.join(" "))
                });
                request["played"] = match below(&mut rng, 2) {
                    0 => tricks.collect::<Vec<_>>().join(" / ").into(),
                    _ => plays.iter().map(|(_, card)| card.to_string()).collect(),
                };
            }
            if !passes && below(&mut rng, 2) == 0 {
                let leader = plays.first().map_or(seat, |play| play.0);
                request["leader"] = json!(leader.index());
            }
            requests += &(request.to_string() + "\n");
            expected.push((request, view.hand(), view.legal()));
            if let Phase::Passing(_) = round.phase() {
                let cards = Random.pass(&view, &mut rng);
                round.pass(seat, cards).unwrap();
            } else {
                round.play(Random.play(&view, &mut rng)).unwrap();
            }
        }
    }
    let answers = batch(&["hearts", "advise", "--batch"], requests);
    assert_eq!(answers.len(), expected.len());
    for (answer, (request, hand, legal)) in answers.iter().zip(expected) {
        assert!(answer["error"].is_null(), "{request}: {answer}");
        if answer["phase"] == "pass" {
            let choice: CardSet = cards(&answer["choice"]).into_iter().collect();
            assert!(choice.len() == 3 && choice.is_subset(hand), "{request}");
            continue;
        }
        let plays = answer["plays"].as_array().unwrap().iter();
        let plays: CardSet = plays
            .map(|play| -> Card { play["card"].as_str().unwrap().parse().unwrap() })
            .collect();
        assert_eq!(plays, legal, "{request}");
        let choice: Card = answer["choice"].as_str().unwrap().parse().unwrap();
        assert!(legal.contains(choice), "{request}");
        assert!(answer["possible"].as_u64().unwrap() > 0, "{request}");
    }
}
