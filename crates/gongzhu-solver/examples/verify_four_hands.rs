//! The solver of four hands against plain minimax on many random games, under all
//! presets and random rules, for all objectives.
//!
//! `cargo run --release -p gongzhu-solver --example verify_four_hands`
//! takes some minutes; a number behind it is the share of them in percent.
#![allow(clippy::print_stdout)]

#[path = "../tests/four_hands/mod.rs"]
#[allow(dead_code)]
mod four_hands;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let percent: u64 = std::env::args()
        .nth(1)
        .map_or(Ok(100), |text| text.parse())?;
    for (cards, games) in [(1, 20_000), (2, 50_000), (3, 50_000), (4, 5_000)] {
        let games = games * percent / 100;
        // Other games than the tests check.
        four_hands::check_random(cards, 1_000_000..1_000_000 + games);
        println!("{cards} cards a hand: {games} games, no mismatch");
    }
    for (cards, games) in [(3, 20_000), (4, 3_000), (5, 100)] {
        let games = games * percent / 100;
        four_hands::check_dense(cards, 1_000_000..1_000_000 + games);
        println!("{cards} cards a hand, most scoring cards in play: {games} games, no mismatch");
    }
    Ok(())
}
