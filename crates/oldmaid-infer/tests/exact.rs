//! Solved games against value iteration on whole hands, written from the rules.

use std::collections::BTreeMap;

use cards_core::Seat;
use oldmaid_infer::brute::Deals;
use oldmaid_infer::exact::two_players::{
    chance_with_joker, chance_without_joker, draws_without_joker,
};
use oldmaid_infer::exact::{OpenGame, OpenGameError, Skill};
use oldmaid_infer::{DrawFrom, Hand, KindSet, OddCard, Pairing, Rules};

type Position = (Vec<Vec<u8>>, usize);

/// How the players choose.
#[derive(Clone, Copy)]
struct Habits {
    /// How often seat 0 chooses best, and while it holds the odd kind.
    skill: f64,
    holding_odd: f64,
    /// How often the others choose the hand that is likeliest to give a pair.
    keenness: f64,
}

/// Every position that can come, hand by hand, with the value of each.
struct Reference {
    rules: Rules,
    habits: Habits,
    values: BTreeMap<Position, f64>,
}

impl Reference {
    fn targets(&self, (hands, turn): &Position) -> Vec<usize> {
        let players = hands.len();
        let steps: Vec<usize> = match self.rules.draw_from {
            DrawFrom::Previous => (1..players).rev().collect(),
            DrawFrom::Any | DrawFrom::Next => (1..players).collect(),
        };
        let all = steps.into_iter().map(|step| (turn + step) % players);
        let holding: Vec<usize> = all.filter(|&seat| !hands[seat].is_empty()).collect();
        match self.rules.draw_from {
            DrawFrom::Any => holding,
            DrawFrom::Previous | DrawFrom::Next => holding.into_iter().take(1).collect(),
        }
    }

    fn after((hands, turn): &Position, from: usize, card: usize) -> Position {
        let mut hands = hands.clone();
        let drawn = hands[from].remove(card);
        match hands[*turn].iter().position(|&other| other == drawn) {
            Some(mate) => {
                hands[*turn].remove(mate);
            }
            None => {
                hands[*turn].push(drawn);
                hands[*turn].sort_unstable();
            }
        }
        let players = hands.len();
        let next = (1..=players).map(|step| (turn + step) % players);
        let next = next.into_iter().find(|&seat| !hands[seat].is_empty());
        (hands, next.unwrap())
    }

    fn value(&self, position: &Position, draws: bool) -> f64 {
        let (hands, turn) = position;
        let targets = self.targets(position);
        if targets.is_empty() {
            return f64::from(u8::from(!draws && *turn == 0));
        }
        let of = |from: &usize| -> f64 {
            let size = hands[*from].len();
            let values =
                (0..size).map(|card| self.values[&Reference::after(position, *from, card)]);
            values.sum::<f64>() / size as f64
        };
        let values: Vec<f64> = targets.iter().map(of).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let value = if *turn == 0 {
            let odd = self.rules.odd_kinds().nth(0).unwrap();
            let skill = if hands[0].contains(&(odd.index() as u8)) {
                self.habits.holding_odd
            } else {
                self.habits.skill
            };
            let best = values.iter().copied().fold(f64::INFINITY, f64::min);
            skill * best + (1.0 - skill) * mean
        } else {
            let pairs = |from: &usize| {
                let cards = hands[*from].iter();
                cards.filter(|card| hands[*turn].contains(card)).count()
            };
            // Shares of pairs compared crosswise, without rounding.
            let likeliest = |from: &usize| {
                targets.iter().all(|other| {
                    pairs(from) * hands[*other].len() >= pairs(other) * hands[*from].len()
                })
            };
            let best: Vec<f64> = targets
                .iter()
                .zip(&values)
                .filter(|(from, _)| likeliest(from))
                .map(|(_, value)| *value)
                .collect();
            let keen = best.iter().sum::<f64>() / best.len() as f64;
            self.habits.keenness * keen + (1.0 - self.habits.keenness) * mean
        };
        value + f64::from(u8::from(draws))
    }

    fn solve(rules: &Rules, starts: &[Position], habits: Habits, draws: bool) -> Reference {
        let mut reference = Reference {
            rules: *rules,
            habits,
            values: BTreeMap::new(),
        };
        let mut open: Vec<Position> = starts.to_vec();
        while let Some(position) = open.pop() {
            if reference.values.insert(position.clone(), 0.0).is_none() {
                for from in reference.targets(&position) {
                    for card in 0..position.0[from].len() {
                        open.push(Reference::after(&position, from, card));
                    }
                }
            }
        }
        let positions: Vec<Position> = reference.values.keys().cloned().collect();
        loop {
            let mut change: f64 = 0.0;
            for position in &positions {
                let value = reference.value(position, draws);
                let old = reference.values.insert(position.clone(), value).unwrap();
                change = change.max((value - old).abs());
            }
            if change < 1e-14 {
                return reference;
            }
        }
    }
}

fn cards(hand: &Hand) -> Vec<u8> {
    hand.kinds().iter().map(|kind| kind.index() as u8).collect()
}

#[test]
fn solved_games_have_the_values_of_whole_hands() {
    for (players, ranks, suits) in [
        (2, "AKQ", 2),
        (3, "AKQ", 2),
        (3, "AQ", 4),
        (4, "KQ", 2),
        (4, "Q", 4),
    ] {
        for odd_card in [OddCard::Joker, OddCard::Removed("QC".parse().unwrap())] {
            for draw_from in [DrawFrom::Any, DrawFrom::Previous, DrawFrom::Next] {
                let rules = Rules {
                    odd_card,
                    draw_from,
                    ranks: ranks.parse().unwrap(),
                    suits,
                    ..Rules::DOCUMENT.with_players(players)
                };
                let game = OpenGame::new(&rules).unwrap();
                let deals = Deals::new(&rules).unwrap();
                let starts: Vec<(Position, f64)> = deals
                    .after_discards()
                    .map(|(hands, chance)| {
                        let hands: Vec<Vec<u8>> = hands.iter().map(cards).collect();
                        let first = hands.iter().position(|hand| !hand.is_empty()).unwrap();
                        ((hands, first), chance)
                    })
                    .collect();
                let positions: Vec<Position> = starts
                    .iter()
                    .map(|(position, _)| position.clone())
                    .collect();
                let all = [
                    (0.0, 0.0, 0.0, false),
                    (1.0, 1.0, 0.0, false),
                    (0.3, 0.3, 0.0, false),
                    (0.5, 1.0, 0.4, false),
                    (0.0, 0.0, 0.0, true),
                    (0.0, 0.0, 1.0, true),
                ];
                for (skill, holding_odd, keenness, draws) in all {
                    let habits = Habits {
                        skill,
                        holding_odd,
                        keenness,
                    };
                    let reference = Reference::solve(&rules, &positions, habits, draws);
                    let game = game.clone().with_keen_others(keenness);
                    let solved = if draws {
                        game.draws(1e-15)
                    } else {
                        game.losses(Skill::mixed(skill).holding_odd(holding_odd), 1e-15)
                    };
                    for ((hands, turn), value) in &reference.values {
                        let hands: Vec<KindSet> = hands
                            .iter()
                            .map(|hand| {
                                hand.iter()
                                    .filter_map(|&kind| {
                                        oldmaid_infer::Kind::from_index(kind.into())
                                    })
                                    .collect()
                            })
                            .collect();
                        let ours = solved.at(&hands, Seat::new(*turn).unwrap()).unwrap();
                        assert!(
                            (ours - value).abs() < 1e-11,
                            "{ours} {value} {hands:?} {turn} {rules:?}"
                        );
                    }
                    let mean: f64 = starts
                        .iter()
                        .map(|(start, chance)| chance * reference.values[start])
                        .sum();
                    let from_deal = solved.from_deal();
                    assert!((from_deal[0] - mean).abs() < 1e-11, "{from_deal:?} {mean}");
                    if (skill, keenness, draws) == (0.0, 0.0, false) {
                        assert!((from_deal.iter().sum::<f64>() - 1.0).abs() < 1e-11);
                    }
                }
            }
        }
    }
}

#[test]
fn two_players_have_the_closed_form() {
    let rules = Rules::DOCUMENT.with_players(2);
    let game = OpenGame::new(&rules).unwrap();
    let losses = game.losses(Skill::RANDOM, 1e-15);
    let draws = game.draws(1e-14);
    let ranks: Vec<_> = rules
        .kinds()
        .iter()
        .filter(|kind| !kind.is_joker())
        .collect();
    for m in 0..=13 {
        let common: KindSet = ranks.iter().copied().take(m).collect();
        let with = common.with(oldmaid_infer::Kind::JOKER);
        let [first, second] = [0, 1].map(|seat| Seat::new(seat).unwrap());
        // Seat 0 holds the joker, and each seat in turn is to move.
        let m = m as u32;
        if m > 0 {
            let moves = losses.at(&[with, common], first).unwrap();
            assert!((1.0 - moves - chance_with_joker(m)).abs() < 1e-12);
            let waits = losses.at(&[with, common], second).unwrap();
            assert!((waits - chance_without_joker(m)).abs() < 1e-12);
            let length = draws.at(&[with, common], second).unwrap();
            assert!((length - draws_without_joker(m)).abs() < 1e-10);
        }
    }
    let from_deal = losses.from_deal();
    assert!((from_deal[0] - 0.50604).abs() < 5e-6, "{from_deal:?}");
    assert!((draws.from_deal()[0] - 8.0816).abs() < 5e-5);
}

#[test]
fn three_players_have_the_known_values() {
    for (draw_from, known, known_draws) in [
        (DrawFrom::Any, [0.34215, 0.33444, 0.32341], 19.81),
        (DrawFrom::Previous, [0.34244, 0.34175, 0.31581], 18.05),
    ] {
        let rules = Rules {
            draw_from,
            ..Rules::DOCUMENT.with_players(3)
        };
        let game = OpenGame::new(&rules).unwrap();
        assert_eq!(game.states(), 5040);
        let solved = game.losses(Skill::RANDOM, 1e-14).from_deal();
        for (ours, known) in solved.iter().zip(known) {
            assert!((ours - known).abs() <= 5.1e-6, "{solved:?}");
        }
        let draws = game.draws(1e-12).from_deal();
        assert!(
            draws
                .iter()
                .all(|draws| (draws - known_draws).abs() < 0.005),
            "{draws:?}"
        );
    }
}

#[test]
fn what_is_not_solved_is_named() {
    let error = |rules: Rules| OpenGame::new(&rules).unwrap_err();
    assert_eq!(
        error(Rules::DOCUMENT.with_players(5)),
        OpenGameError::Players { players: 5 }
    );
    assert_eq!(error(Rules::JIJI_NUKI), OpenGameError::UnknownOddKind);
    let coloured = Rules {
        matching: oldmaid_infer::Matching::RankAndColour,
        ..Rules::DOCUMENT
    };
    assert_eq!(error(coloured), OpenGameError::Kinds { kinds: 26 });
    let optional = Rules {
        pairing: Pairing::Optional,
        ..Rules::DOCUMENT
    };
    assert_eq!(error(optional).to_string(), "pairs may be kept");
    let game = OpenGame::new(&Rules::DOCUMENT.with_players(3)).unwrap();
    let values = game.losses(Skill::RANDOM, 1e-6);
    assert_eq!(values.at(&[KindSet::EMPTY; 3], Seat::FIRST), None);
    assert_eq!(values.at(&[KindSet::EMPTY; 2], Seat::FIRST), None);
}
