//! Compares the solver with plain minimax on random positions: the value and
//! every play's value, under the presets and random rules, with either player to
//! lead, tricks half played and cards taken before.
//!
//! ```text
//! cargo run --release -p gongzhu-solver --example verify_exactness -- [POSITIONS [OF_6_CARDS]]
//! ```
//!
//! Without numbers 100,000 positions of 1 to 5 cards a hand and 5,000 of 6: some
//! ten minutes on two cores.
#![allow(clippy::print_stdout, clippy::print_stderr)]

#[path = "../tests/random_positions/mod.rs"]
mod random_positions;

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use cards_core::random::{below, trial_rng};
use gongzhu_solver::reference::minimax_plays;
use gongzhu_solver::{Config, Endgames, Solver};
use rand_pcg::Pcg64Mcg;
use random_positions::{random_rules, random_state};

fn main() {
    let number = |place: usize, default: u64| match std::env::args().nth(place) {
        None => default,
        Some(text) => text.parse().unwrap_or_else(|_| {
            eprintln!("{text} is no number of positions");
            std::process::exit(2);
        }),
    };
    let (small, of_6) = (number(1, 100_000), number(2, 5_000));
    let next = AtomicU64::new(0);
    let wrong = AtomicU64::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let trial = next.fetch_add(1, Ordering::Relaxed);
                    if trial >= small + of_6 {
                        break;
                    }
                    if !agrees(trial, trial >= small) {
                        wrong.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner();
    println!("{small} positions of 1 to 5 cards, {of_6} of 6: {wrong} wrong");
    if wrong > 0 {
        std::process::exit(1);
    }
}

fn agrees(trial: u64, of_6: bool) -> bool {
    let mut random: Pcg64Mcg = trial_rng(66, trial);
    let rules = random_rules(&mut random);
    let n = if of_6 {
        6
    } else {
        1 + below(&mut random, 5) as usize
    };
    let state = random_state(&rules, n, &mut random);
    let endgames = Endgames::UpTo(below(&mut random, 4) as usize);
    let mut solver = Solver::with_config(rules, Config::default().with_endgames(endgames));
    let plays: Vec<_> = (solver.play_values(&state).iter())
        .map(|play| (play.card, play.value))
        .collect();
    let expected = minimax_plays(solver.rules(), &state);
    if plays != expected {
        eprintln!(
            "trial {trial}: {plays:?} instead of {expected:?} in {state:?} under {:?}",
            solver.rules()
        );
    }
    plays == expected
}
