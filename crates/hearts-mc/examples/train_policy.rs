//! Expert iteration: one round of the fit of the playout policy. Plays deals with
//! the Monte-Carlo player in all seats, fits weights to its decisions and prints
//! them as the data file has them.
//!
//! `cargo run --release -p hearts-mc --features training --example train_policy
//! -- DEALS PLAYOUTS PASSES SEED > play.weights`

#![allow(clippy::print_stdout)]

use hearts_mc::policy::{Loss, fit, generate, regret};
use hearts_mc::{Budget, MonteCarlo, MonteCarloConfig};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().ok());
    let mut next = |usual: u64| numbers.next().flatten().unwrap_or(usual);
    let (deals, playouts, passes, seed) = (next(2000), next(500), next(12), next(1));
    let player = || {
        MonteCarlo::new(MonteCarloConfig {
            budget: Budget::Playouts(playouts),
            gate: 0.0,
            elimination: f64::INFINITY,
            moon_share: 0.3,
            ..MonteCarloConfig::default()
        })
    };
    let samples = generate(player, seed, 0..deals, 12);
    let test = generate(player, seed + 1, 0..deals / 10 + 1, 12);
    let (weights, loss) = fit(&samples, &[], Loss::Regret, passes as usize, 0.01, seed);
    println!("# Weights of the playout policy, in 1/1024: 15 contexts of 8 tables of 64");
    println!("# entries, a table a line. Made by: cargo run --release -p hearts-mc");
    println!("# --features training --example train_policy {deals} {playouts} {passes} {seed}");
    println!(
        "# {} decisions; loss {loss:.3}; regret {:.3}, on other deals {:.3}",
        samples.len(),
        regret(&samples, &weights),
        regret(&test, &weights)
    );
    for table in weights.chunks(64) {
        let numbers = table
            .iter()
            .map(|weight| (weight * 1024.0).round().to_string());
        println!("{}", numbers.collect::<Vec<_>>().join(" "));
    }
}
