//! Playouts a second of a whole deal by each policy, one core: the median of eleven
//! runs, from one fixed deal and from a new deal each time.
//!
//! `cargo run --release -p hearts-mc --example rates [uniform|quick|learned] [PLAYOUTS]`
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use cards_core::random::trial_rng;
use hearts_mc::{Pass, PlayoutPolicy, Position, Round, Rules, policy_playout};
use rand_pcg::Pcg64Mcg;

const RULES: Rules = Rules::STANDARD;

fn deal(trial: u64) -> Position {
    let mut rng: Pcg64Mcg = trial_rng(2026, trial);
    let round = Round::deal(&RULES, Pass::Hold, &mut rng);
    *round.position().expect("nobody passes")
}

/// Playouts in a microsecond.
fn rate(policy: PlayoutPolicy, deals: &[Position], playouts: usize) -> f64 {
    let mut rng: Pcg64Mcg = trial_rng(2026, 0);
    let mut rates: Vec<f64> = (0..11)
        .map(|_| {
            let start = Instant::now();
            for position in deals.iter().cycle().take(playouts) {
                black_box(policy_playout(
                    black_box(position),
                    &RULES,
                    policy,
                    &mut rng,
                ));
            }
            playouts as f64 / start.elapsed().as_secs_f64() / 1e6
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let only = arguments.next();
    let playouts = arguments
        .next()
        .map_or(100_000, |text| text.parse().expect("a number"));
    let deals: Vec<Position> = (0..1000).map(deal).collect();
    println!("million playouts a second   fixed deal   any deal");
    for (name, policy) in [
        ("uniform", PlayoutPolicy::Uniform),
        ("quick", PlayoutPolicy::Quick),
        ("learned", PlayoutPolicy::Learned),
    ] {
        if only.as_ref().is_none_or(|only| only == name) {
            let [fixed, any] = [&deals[..1], &deals[..]].map(|deals| rate(policy, deals, playouts));
            println!("{name:<27} {fixed:>10.3} {any:>10.3}");
        }
    }
}
