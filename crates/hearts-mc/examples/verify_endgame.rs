//! Checks the exact endgames against minimax and max^n as they are defined: late
//! positions of every kind, under random rules; the first that is wrong stops it.
//!
//! `cargo run --release -p hearts-mc --example verify_endgame -- 4 0 100000` takes the
//! positions 0 to 99,999 of 1 to 4 tricks.

#[path = "../tests/endgame/positions.rs"]
mod positions;

use std::time::Instant;

use positions::Case;

fn main() {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .map(|text| text.parse().expect("a number"))
        .collect();
    let &[tricks, first, count] = numbers.as_slice() else {
        println!("arguments: the most tricks, the first position, how many");
        return;
    };
    let start = Instant::now();
    let mut by_tricks = [0_u64; 14];
    let mut of_moons = 0;
    for trial in first..first + count {
        let case = Case::new(25, trial, tricks);
        case.check();
        by_tricks[case.position.tricks_left()] += 1;
        of_moons += u64::from(case.may_end_in_a_moon());
    }
    println!("{count} positions, 0 wrong, {of_moons} of them with a moon in reach");
    for (tricks, count) in by_tricks
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
    {
        println!("  {count:>8} of {tricks} tricks");
    }
    println!("  {:.1} s", start.elapsed().as_secs_f64());
}
