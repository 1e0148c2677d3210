use std::collections::BTreeMap;

use cards_core::random::{deal, trial_rng};
use cards_core::{BySeat, Card, CardSet, Seat};
use rand_pcg::Pcg64Mcg;

use super::table::{Table, card};
use super::{random_playout, shuffled};
use crate::position::Position;
use crate::rules::{
    FirstTrick, ForcedQueen, HeartsLead, Jack, Opening, PENALTIES, Rules, TWO_OF_CLUBS, points,
};

/// Rules that differ in all that playouts look at.
fn variants() -> Vec<Rules> {
    let mut all = vec![Rules::STANDARD, Rules::DOCUMENT, Rules::OMNIBUS];
    for first_trick in [
        FirstTrick::Anything,
        FirstTrick::NoPointsHeartFirst,
        FirstTrick::NoPointsQueenFirst,
    ] {
        for hearts_lead in [
            HeartsLead::Always,
            HeartsLead::AfterHeart,
            HeartsLead::AfterHeartOrQueen,
        ] {
            all.push(Rules {
                first_trick,
                hearts_lead,
                opening: Opening::AnyClub,
                forced_queen: ForcedQueen::HeartInstead,
                ..Rules::STANDARD
            });
        }
    }
    all
}

fn hands(cards: usize, rng: &mut Pcg64Mcg) -> BySeat<CardSet> {
    BySeat::new(deal(CardSet::FULL, [cards; 4], rng).unwrap())
}

/// A position somewhere in a deal, after random plays.
fn somewhere(rules: &Rules, cards: usize, plays: usize, rng: &mut Pcg64Mcg) -> Position {
    let mut position = Position::new(hands(cards, rng), rules).unwrap();
    for _ in 0..plays {
        let card = cards_core::random::choose(position.legal(rules), rng).unwrap();
        position = position.after(card, rules).unwrap();
    }
    position
}

/// A playout with the cards in the order of play.
fn recorded(
    position: &Position,
    rules: &Rules,
    rng: &mut Pcg64Mcg,
) -> (Vec<(usize, Card)>, BySeat<CardSet>) {
    let mut played = Vec::new();
    let mut table = Table::new(position, rules);
    shuffled::run(&mut table, rules, rng, |seat, bit| {
        played.push((seat, card(bit)));
    });
    (played, table.taken())
}

#[test]
fn random_playouts_play_by_the_rules() {
    let mut rng: Pcg64Mcg = trial_rng(6, 1);
    for rules in variants() {
        for trial in 0..600 {
            let start = somewhere(&rules, 13, trial % 52, &mut rng);
            let (played, taken) = recorded(&start, &rules, &mut rng);
            let mut position = start;
            for (seat, card) in played {
                assert_eq!(position.turn().map(Seat::index), Some(seat));
                position = position.after(card, &rules).unwrap();
            }
            assert_eq!(taken, position.taken);
            assert_eq!(position.trick_len(), 0);
            let settled = rules.settles() && PENALTIES.is_subset(position.played());
            assert!(position.is_over() || settled);
            let sum: i32 = taken.iter().map(|(_, &cards)| points(cards)).sum();
            assert_eq!(sum, 26);
        }
    }
}

/// The chance of each way of play, if every legal card is as likely as another.
fn chances(
    position: &Position,
    rules: &Rules,
    played: &mut Vec<Card>,
    chance: f64,
    all: &mut BTreeMap<Vec<u32>, f64>,
) {
    let left = PENALTIES.difference(position.played());
    let hidden = position
        .hands
        .iter()
        .all(|(_, &hand)| hand.is_disjoint(left));
    if position.is_over() || rules.settles() && hidden && position.trick_len() == 0 {
        all.insert(played.iter().map(|card| card.bit()).collect(), chance);
        return;
    }
    let legal = position.legal(rules);
    for card in legal {
        played.push(card);
        let after = position.after(card, rules).unwrap();
        chances(&after, rules, played, chance / legal.len() as f64, all);
        played.pop();
    }
}

#[test]
fn random_playouts_take_each_way_as_often_as_equally_likely_cards_do() {
    const PLAYOUTS: u32 = 20_000;
    let mut rng: Pcg64Mcg = trial_rng(6, 2);
    let (mut statistic, mut freedom, mut ways) = (0.0, 0, 0);
    for (place, rules) in variants().iter().cycle().take(240).enumerate() {
        let start = loop {
            // At the first trick of short hands, and in the middle of others.
            let held = hands(3, &mut rng);
            let first = held.iter().any(|(_, hand)| hand.contains(TWO_OF_CLUBS));
            if place % 2 == 0 && !first {
                continue;
            }
            let mut start = Position::new(held, rules).unwrap();
            for _ in 0..place / 2 % 5 {
                let card = cards_core::random::choose(start.legal(rules), &mut rng).unwrap();
                start = start.after(card, rules).unwrap();
            }
            break start;
        };
        let mut expected = BTreeMap::new();
        chances(&start, rules, &mut Vec::new(), 1.0, &mut expected);
        let mut counts: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        for _ in 0..PLAYOUTS {
            let (played, _) = recorded(&start, rules, &mut rng);
            let way = played.iter().map(|(_, card)| card.bit()).collect();
            *counts.entry(way).or_default() += 1;
        }
        assert!(counts.keys().all(|way| expected.contains_key(way)));
        for (way, chance) in &expected {
            let mean = chance * f64::from(PLAYOUTS);
            let count = f64::from(counts.get(way).copied().unwrap_or(0));
            statistic += (count - mean).powi(2) / mean;
        }
        ways += expected.len();
        freedom += expected.len() - 1;
    }
    // Off its mean by more than five standard deviations less than once in a million.
    let freedom = freedom as f64;
    assert!(ways > 8000, "{ways}");
    assert!(
        (statistic - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(),
        "{statistic} with {freedom} degrees of freedom"
    );
}

#[test]
fn a_deal_that_is_over_stays_as_it_is() {
    let rules = Rules::STANDARD;
    let mut rng: Pcg64Mcg = trial_rng(6, 3);
    let over = somewhere(&rules, 13, 52, &mut rng);
    assert_eq!(random_playout(&over, &rules, &mut rng), over.taken);
    let jack = Rules {
        jack: Jack::Taker,
        ..rules
    };
    let taken = random_playout(&somewhere(&jack, 13, 0, &mut rng), &jack, &mut rng);
    let all = taken
        .iter()
        .fold(CardSet::EMPTY, |all, (_, &cards)| all | cards);
    assert_eq!(all, CardSet::FULL);
}
