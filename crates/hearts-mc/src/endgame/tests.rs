use cards_core::random::{below, choose, deal, trial_rng};
use cards_core::{BySeat, CardSet, Seat};
use rand_pcg::Pcg64Mcg;

use super::*;
use crate::{ForcedQueen, HeartsLead, Jack, Moon, MoonChoice, PLAYERS, Position, Rules};

/// A deal played at random until this many tricks are left, and up to three cards
/// more.
fn random_play(rules: &Rules, tricks: usize, rng: &mut Pcg64Mcg) -> Position {
    let hands: [CardSet; 4] = deal(CardSet::FULL, [13; 4], rng).unwrap();
    let mut position = Position::new(BySeat::new(hands), rules).unwrap();
    let mut more = below(rng, 4);
    while position.tricks_left() > tricks || (position.trick_len() > 0 && more > 0) || more > 0 {
        if position.tricks_left() <= tricks {
            more -= 1;
        }
        let card = choose(position.legal(rules), rng).unwrap();
        position = position.after(card, rules).unwrap();
    }
    position
}

/// One player has taken most of what is gone, or all of it; some cards may be neither
/// taken nor left.
fn composed(rules: &Rules, tricks: usize, rng: &mut Pcg64Mcg) -> Position {
    // Cards that score are left rather than others.
    let mut hands = [CardSet::EMPTY; 4];
    let mut pool = CardSet::FULL;
    for hand in &mut hands {
        while hand.len() < tricks {
            let from = if below(rng, 3) == 0 {
                pool & "♥23456789TJQKA ♠QKA ♦JQ".parse().unwrap()
            } else {
                pool
            };
            if let Some(card) = choose(from, rng) {
                hand.insert(card);
                pool.remove(card);
            }
        }
    }
    let shooter = below(rng, 4) as usize;
    let share = 1 + below(rng, 40);
    let mut taken = [CardSet::EMPTY; 4];
    for card in pool {
        let seat = if below(rng, share) == 0 {
            below(rng, 6) as usize
        } else {
            shooter
        };
        if let Some(taken) = taken.get_mut(seat) {
            taken.insert(card);
        }
    }
    let leader = Seat::new(below(rng, 4) as usize).unwrap();
    let mut position = Position::later(BySeat::new(hands), leader, BySeat::new(taken)).unwrap();
    for _ in 0..below(rng, 4) {
        let card = choose(position.legal(rules), rng).unwrap();
        position = position.after(card, rules).unwrap();
    }
    position
}

fn random_rules(rng: &mut Pcg64Mcg) -> Rules {
    let mut pick = |count: u64| below(rng, count) as usize;
    Rules {
        hearts_lead: [
            HeartsLead::Always,
            HeartsLead::AfterHeart,
            HeartsLead::AfterHeartOrQueen,
        ][pick(3)],
        forced_queen: [ForcedQueen::Led, ForcedQueen::HeartInstead][pick(2)],
        moon: [Moon::OthersUp, Moon::ShooterDown, Moon::Choice, Moon::None][pick(4)],
        jack: [
            Jack::Plain,
            Jack::Taker,
            Jack::Shooter,
            Jack::NobodyOnMoon,
            Jack::NeededForMoon,
        ][pick(5)],
        no_trick_bonus: [0, 0, -5, 3][pick(4)],
        ..Rules::PRESETS[pick(5)].1
    }
}

/// The value, each play's value and the best play, paranoid and max^n, against the
/// definitions.
fn check(position: &Position, rules: Rules, choice: MoonChoice, player: Seat, utility: Utility) {
    let mut solver = Solver::new(rules).with_moon_choice(choice);
    let by_definition =
        |position: &Position| brute::paranoid(position, &rules, choice, player, utility);
    let context = format!("{position:?} {rules:?} {choice:?} {player} {utility:?}");
    let value = by_definition(position);
    assert_eq!(
        solver.value(position, player, utility),
        Ok(value),
        "{context}"
    );
    let solution = solver.paranoid(position, player, utility).unwrap();
    assert_eq!(solution.value, value, "{context}");
    let plays: Vec<_> = position
        .legal(&rules)
        .iter()
        .map(|card| (card, by_definition(&position.after_legal(card))))
        .collect();
    assert_eq!(solution.plays, plays, "{context}");
    let best = plays.iter().find(|(_, after)| *after == value);
    assert_eq!(solution.best, best.map(|(card, _)| *card), "{context}");

    let solution = solver.max_n(position, utility).unwrap();
    let by_definition = |position: &Position| brute::max_n(position, &rules, choice, utility);
    assert_eq!(solution.scores, by_definition(position), "{context}");
    let plays: Vec<_> = position
        .legal(&rules)
        .iter()
        .map(|card| (card, by_definition(&position.after_legal(card))))
        .collect();
    assert_eq!(solution.plays, plays, "{context}");
}

#[test]
fn every_value_is_that_of_the_definition() {
    for trial in 0..600 {
        let mut rng: Pcg64Mcg = trial_rng(21, trial);
        let rng = &mut rng;
        let rules = random_rules(rng);
        let tricks = 1 + below(rng, 4) as usize;
        let position = if below(rng, 3) == 0 {
            random_play(&rules, tricks, rng)
        } else {
            composed(&rules, tricks, rng)
        };
        let player = Seat::new(below(rng, PLAYERS as u64) as usize).unwrap();
        let utility = [Utility::OwnScore, Utility::AboveMean][below(rng, 2) as usize];
        let choice = [MoonChoice::OthersUp, MoonChoice::ShooterDown][below(rng, 2) as usize];
        check(&position, rules, choice, player, utility);
    }
}

/// Deals of few cards have a first trick too.
#[test]
fn first_tricks_have_rules_of_their_own() {
    for trial in 0..200 {
        let mut rng: Pcg64Mcg = trial_rng(22, trial);
        let rng = &mut rng;
        let rules = random_rules(rng);
        let pool: CardSet = "♣23456 ♥23456 ♠QKA ♦J2A".parse().unwrap();
        let tricks = 1 + below(rng, 4) as usize;
        let hands: [CardSet; 4] = deal(pool, [tricks; 4], rng).unwrap();
        let Ok(position) = Position::new(BySeat::new(hands), &rules) else {
            continue;
        };
        check(
            &position,
            rules,
            MoonChoice::OthersUp,
            Seat::FIRST,
            Utility::OwnScore,
        );
    }
}
