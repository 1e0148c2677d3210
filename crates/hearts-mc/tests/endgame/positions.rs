//! Late positions and rules of every kind.

use cards_core::random::{below, choose, deal, trial_rng};
use cards_core::{BySeat, CardSet, Seat};
use hearts_mc::endgame::{Solver, Utility, brute};
use hearts_mc::{
    ForcedQueen, HeartsLead, Jack, Moon, MoonChoice, PENALTIES, PLAYERS, Position, Rules,
};
use rand_pcg::Pcg64Mcg;

/// A deal played at random until this many tricks are left, and up to three cards
/// more.
pub fn random_play(rules: &Rules, tricks: usize, rng: &mut Pcg64Mcg) -> Position {
    let hands: [CardSet; 4] = deal(CardSet::FULL, [13; 4], rng).unwrap();
    let mut position = Position::new(BySeat::new(hands), rules).unwrap();
    let more = below(rng, 4) as usize;
    while position.tricks_left() > tricks || position.trick_len() < more {
        let card = choose(position.legal(rules), rng).unwrap();
        position = position.after(card, rules).unwrap();
    }
    position
}

/// One player has taken most of what is gone, or all of it; some cards may be neither
/// taken nor left.
pub fn composed(rules: &Rules, tricks: usize, rng: &mut Pcg64Mcg) -> Position {
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

pub fn random_rules(rng: &mut Pcg64Mcg) -> Rules {
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

/// What a solver is asked.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub position: Position,
    pub rules: Rules,
    pub choice: MoonChoice,
    pub player: Seat,
    pub utility: Utility,
}

impl Case {
    /// The case of a seed and a trial, of 1 to this many tricks.
    pub fn new(seed: u64, trial: u64, most: u64) -> Case {
        let mut rng: Pcg64Mcg = trial_rng(seed, trial);
        let rng = &mut rng;
        let rules = random_rules(rng);
        let tricks = 1 + below(rng, most) as usize;
        let position = if below(rng, 3) == 0 {
            random_play(&rules, tricks, rng)
        } else {
            composed(&rules, tricks, rng)
        };
        Case {
            position,
            rules,
            choice: [MoonChoice::OthersUp, MoonChoice::ShooterDown][below(rng, 2) as usize],
            player: Seat::new(below(rng, 4) as usize).unwrap(),
            utility: [Utility::OwnScore, Utility::AboveMean][below(rng, 2) as usize],
        }
    }

    /// Whether somebody may still take all 26 points.
    pub fn may_end_in_a_moon(&self) -> bool {
        let position = &self.position;
        let mut left = CardSet::FULL;
        for seat in Seat::all(PLAYERS) {
            left -= position.hand(seat) | position.taken(seat);
        }
        let with_points = position
            .points()
            .into_array()
            .into_iter()
            .filter(|&points| points > 0);
        self.rules.moon != Moon::None
            && (left - position.trick()).is_disjoint(PENALTIES)
            && with_points.count() <= 1
    }

    /// Asserts the value, each play's value and the best play, paranoid and max^n.
    pub fn check(&self) {
        let &Case {
            position,
            rules,
            choice,
            player,
            utility,
        } = self;
        let mut solver = Solver::new(rules).with_moon_choice(choice);
        let next = |card| position.after(card, &rules).unwrap();

        let plays: Vec<_> = position
            .legal(&rules)
            .iter()
            .map(|card| {
                let value = brute::paranoid(&next(card), &rules, choice, player, utility);
                (card, value)
            })
            .collect();
        let values = plays.iter().map(|(_, value)| *value);
        let value = if position.turn() == Some(player) {
            values.min()
        } else {
            values.max()
        };
        let solution = solver.paranoid(&position, player, utility).unwrap();
        assert_eq!(solution.plays, plays, "{self:?}");
        assert_eq!(Some(solution.value), value, "{self:?}");
        let best = plays.iter().find(|(_, after)| Some(*after) == value);
        assert_eq!(solution.best, best.map(|(card, _)| *card), "{self:?}");
        let alone = solver.value(&position, player, utility);
        assert_eq!(alone.ok(), value, "{self:?}");

        let plays: Vec<_> = position
            .legal(&rules)
            .iter()
            .map(|card| (card, brute::max_n(&next(card), &rules, choice, utility)))
            .collect();
        let solution = solver.max_n(&position, utility).unwrap();
        assert_eq!(solution.plays, plays, "{self:?}");
        let turn = position.turn().unwrap();
        // Of equal ones the first is returned.
        let best = plays
            .iter()
            .min_by_key(|(_, scores)| utility.of(scores, turn));
        assert_eq!(solution.best, best.map(|(card, _)| *card), "{self:?}");
        assert_eq!(
            Some(solution.scores),
            best.map(|(_, scores)| *scores),
            "{self:?}"
        );
    }
}
