//! What the tests of the rules and of the views share: cards from text, rule
//! variants, and deals with more rare hands than a shuffle gives.

// Each test crate uses some of it.
#![allow(dead_code)]

use cards_core::random::{below, choose, shuffle, trial_rng};
use cards_core::{BySeat, Card, CardSet, Seat};
use hearts_mc::{
    FirstTrick, ForcedQueen, HeartsLead, Opening, PENALTIES, Pass, Phase, Random, Round, Rules,
    Strategy, TWO_OF_CLUBS,
};
use rand_pcg::Pcg64Mcg;

pub(crate) fn card(text: &str) -> Card {
    text.parse().unwrap()
}

pub(crate) fn cards(text: &str) -> CardSet {
    text.parse().unwrap()
}

pub(crate) fn hands(text: [&str; 4]) -> BySeat<CardSet> {
    BySeat::new(text.map(cards))
}

pub(crate) fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

pub(crate) fn rng(trial: u64) -> Pcg64Mcg {
    trial_rng(0x48_45_41_52_54_53, trial)
}

/// Every combination of the options that bear on which cards may be played.
pub(crate) fn play_rules() -> Vec<Rules> {
    let mut all = Vec::new();
    for opening in [Opening::TwoOfClubs, Opening::AnyClub, Opening::FirstSeat] {
        for first_trick in [
            FirstTrick::Anything,
            FirstTrick::NoPoints,
            FirstTrick::NoPointsHeartFirst,
            FirstTrick::NoPointsQueenFirst,
        ] {
            for hearts_lead in [
                HeartsLead::Always,
                HeartsLead::AfterHeart,
                HeartsLead::AfterHeartOrQueen,
            ] {
                for forced_queen in [ForcedQueen::Led, ForcedQueen::HeartInstead] {
                    all.push(Rules {
                        opening,
                        first_trick,
                        hearts_lead,
                        forced_queen,
                        ..Rules::STANDARD
                    });
                }
            }
        }
    }
    all
}

/// A deal of the whole pack. Two in three give one player a hand of nearly
/// nothing but penalty cards, to which the rare rules apply.
pub(crate) fn skewed_deal(rng: &mut Pcg64Mcg) -> BySeat<CardSet> {
    let mut pack: Vec<Card> = CardSet::FULL.iter().collect();
    shuffle(&mut pack, rng);
    let kind = below(rng, 3);
    if kind > 0 {
        let plain = below(rng, 3) as usize;
        let mut first: Vec<Card> = PENALTIES.iter().collect();
        shuffle(&mut first, rng);
        first.truncate(13 - plain);
        // Any lead of such a hand, then the two of clubs.
        if kind == 2 && plain > 0 {
            first.push(TWO_OF_CLUBS);
        }
        pack.sort_by_key(|card| !first.contains(card));
    }
    let turn = below(rng, 4) as usize;
    BySeat::from_fn(|seat| {
        let hand = seat.plus(turn, 4).index();
        pack[hand * 13..(hand + 1) * 13].iter().copied().collect()
    })
}

/// Passes at random where the round still passes.
pub(crate) fn pass_at_random(round: &mut Round, rng: &mut Pcg64Mcg) {
    while let Phase::Passing(seat) = round.phase() {
        let chosen = Random.pass(&round.view(seat), rng);
        round.pass(seat, chosen).unwrap();
    }
}

/// Plays so many cards at random, or to the end.
pub(crate) fn play_at_random(round: &mut Round, plays: usize, rng: &mut Pcg64Mcg) {
    for _ in 0..plays {
        let Phase::Playing(seat) = round.phase() else {
            break;
        };
        let chosen = Random.play(&round.view(seat), rng);
        round.play(chosen).unwrap();
    }
}

/// A round of a direction that follows from the trial.
pub(crate) fn skewed_round(rules: &Rules, trial: u64) -> (Round, Pcg64Mcg) {
    let mut rng = rng(trial);
    let direction = Pass::ALL[below(&mut rng, 4) as usize];
    let round = Round::new(rules, direction, skewed_deal(&mut rng)).unwrap();
    (round, rng)
}

/// Another deal that looks the same to a seat: cards of the other hands change
/// places two by two, within what the view allows, and the whole round is played
/// over. Every play is legal again, or the view would allow too much. `None` if
/// nothing changes.
pub(crate) fn disguised(round: &Round, seat: Seat, rng: &mut Pcg64Mcg) -> Option<Round> {
    let view = round.view(seat);
    let mut dealt = *round.dealt();
    let mut passed = BySeat::from_fn(|seat| round.passed(seat).unwrap_or_default());
    let others: Vec<Seat> = Seat::all(4).filter(|&other| other != seat).collect();
    let mut now = BySeat::from_fn(|seat| round.hand(seat));
    for _ in 0..20 {
        let [left, right] = [0, 1].map(|_| others[below(rng, 3) as usize]);
        let swappable = |from: Seat, to: Seat, now: &BySeat<CardSet>| {
            (now[from] - view.known(from)) & view.may_hold(to)
        };
        let give = choose(swappable(left, right, &now), rng);
        let take = choose(swappable(right, left, &now), rng);
        let (Some(give), Some(take)) = (give, take) else {
            continue;
        };
        if left == right {
            continue;
        }
        for hands in [&mut dealt, &mut passed, &mut now] {
            for (_, hand) in hands.iter_mut() {
                let (had_give, had_take) = (hand.contains(give), hand.contains(take));
                if had_give != had_take {
                    *hand = hand.symmetric_difference(CardSet::of(give).with(take));
                }
            }
        }
    }
    if dealt == *round.dealt() {
        return None;
    }
    let mut other = Round::new(round.rules(), round.direction(), dealt).unwrap();
    while let Phase::Passing(seat) = other.phase() {
        other.pass(seat, passed[seat]).unwrap();
    }
    for &(_, card) in round.plays() {
        other.play(card).unwrap();
    }
    Some(other)
}
