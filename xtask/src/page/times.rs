//! How long solvers of Gongzhu take on the machine at hand.

use std::time::{Duration, Instant};

use cards_core::{CardSet, random};
use gongzhu_solver::published::{ExactSolver, State as PublishedState};
use gongzhu_solver::reference::{Textbook, minimax};
use gongzhu_solver::{Player, Rules, Solver, State};
use rand_pcg::Pcg64Mcg;

use crate::number::Number;
use crate::plot::{Axis, Curve, Plot};

/// Solvers are given more cards until a deal would take them longer than this.
const LONGEST: f64 = 600.0;

/// What is over sooner is done again until so much time has gone.
const SHORTEST: Duration = Duration::from_millis(1);

/// The deals of a size.
const DEALS: u64 = 5;

/// The cards a hand.
const FEWEST: usize = 2;
const MOST: usize = 13;

/// How long a solver takes for a deal.
type Solve = fn(&State) -> Duration;

const SOLVERS: [(&str, Solve); 4] = [
    ("plain minimax", |deal| {
        time(|| {
            let _ = minimax(&Rules::DOCUMENT, deal);
        })
    }),
    ("textbook solver with a map", |deal| {
        time(|| {
            let _ = Textbook::new().value(&Rules::DOCUMENT, deal);
        })
    }),
    ("the document's solver", |deal| {
        let hands = Player::ALL.map(|player| deal.hand(player).into());
        let deal = PublishedState::new(hands, deal.leader()).expect("disjoint hands of a size");
        time(|| {
            let _ = ExactSolver::new().solve(&deal);
        })
    }),
    // Its table is made once and kept, as its users do; the deal is new to it.
    ("exact solver", |deal| {
        let mut solver = Solver::new(Rules::DOCUMENT);
        let _ = solver.solve(&deal_of(MOST, u64::MAX, 0));
        let start = Instant::now();
        let _ = solver.solve(deal);
        start.elapsed()
    }),
];

/// The median time of a deal by cards a hand, of each solver up to the size at
/// which it gets slow. One thread measures, after all experiments.
pub(super) fn plot(seed: u64) -> Plot {
    let curves = SOLVERS.map(|(name, solve)| {
        let mut curve = Curve::new(name);
        let mut before = 1.0;
        for cards in FEWEST..=MOST {
            let milliseconds = 1000.0 * median(cards, seed, solve).as_secs_f64();
            curve.exact(Number::whole(cards as u64), three_digits(milliseconds));
            // As many times longer as this size took longer than the one before.
            if cards > FEWEST + 1 && milliseconds * milliseconds / before > LONGEST {
                break;
            }
            before = milliseconds;
        }
        curve
    });
    Plot {
        name: "times",
        title: "Time to solve a deal on this machine, by cards a hand",
        x: Axis::linear("hand size", "cards"),
        y: Axis::log("time a deal, median of 5 deals", "ms"),
        diagonal: false,
        curves: curves.into(),
    }
}

fn median(cards: usize, seed: u64, solve: Solve) -> Duration {
    let deals = (0..DEALS).map(|place| deal_of(cards, seed, place));
    let mut times: Vec<Duration> = deals.map(|deal| solve(&deal)).collect();
    times.sort();
    times[times.len() / 2]
}

/// A random deal of two hands.
fn deal_of(cards: usize, seed: u64, place: u64) -> State {
    let mut rng: Pcg64Mcg = random::trial_rng(seed, place);
    let hands = random::deal(CardSet::FULL, [cards; 2], &mut rng).expect("two hands of a pack");
    let leader = Player::ALL[random::below(&mut rng, 2) as usize];
    State::new(hands, leader).expect("disjoint hands of a size")
}

/// The time of a call, of many calls if one is short.
fn time(mut call: impl FnMut()) -> Duration {
    let start = Instant::now();
    let mut calls = 0;
    loop {
        call();
        calls += 1;
        let gone = start.elapsed();
        if gone >= SHORTEST {
            return gone / calls;
        }
    }
}

/// A time to three digits.
fn three_digits(milliseconds: f64) -> Number {
    let digits = 2.0 - milliseconds.max(1e-6).log10().floor();
    Number::new(milliseconds, digits.clamp(0.0, 9.0) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        for (value, shown) in [(0.012_345, "0.0123"), (1.2345, "1.23"), (1234.5, "1235")] {
            assert_eq!(three_digits(value).to_string(), shown);
        }
    }
}
