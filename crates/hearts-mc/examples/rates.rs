//! Playouts a second from a fixed deal, one core.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use cards_core::random::trial_rng;
use hearts_mc::{Pass, Round, Rules, random_playout};
use rand_pcg::Pcg64Mcg;

fn main() {
    let mut rng: Pcg64Mcg = trial_rng(2026, 0);
    let round = Round::deal(&Rules::STANDARD, Pass::Hold, &mut rng);
    let position = *round
        .position()
        .expect("a deal that holds is played at once");
    for _ in 0..6 {
        let start = Instant::now();
        let count = 300_000_i32;
        let mut sum = 0;
        for _ in 0..count {
            sum += random_playout(&position, &Rules::STANDARD, &mut rng)[cards_core::Seat::FIRST]
                .len();
        }
        println!(
            "{:.3} M/s ({sum})",
            f64::from(count) / start.elapsed().as_secs_f64() / 1e6
        );
    }
}
