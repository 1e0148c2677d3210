//! How much faster a decision is on several threads: the same decisions on 1, 2, …
//! threads in turn, and the ratio of the times. Needs the feature `parallel`.
//!
//! ```text
//! cargo run --release -p hearts-mc --features parallel --example threads -- 2 1500 50000
//! ```
//!
//! The arguments are the most threads and the budgets in playouts.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use cards_core::random::trial_rng;
use hearts_mc::{
    Budget, Greedy, MonteCarlo, MonteCarloConfig, Pass, Phase, Round, Rules, Strategy,
};
use rand_pcg::Pcg64Mcg;

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| {
        let number = argument.parse::<u64>();
        number.expect("the most threads, then budgets in playouts")
    });
    let most = arguments.next().unwrap_or(2) as usize;
    let budgets: Vec<u64> = arguments.collect();
    let budgets = if budgets.is_empty() {
        vec![1500, 50_000]
    } else {
        budgets
    };
    // A view of each trick of some deals, with a choice.
    let mut views = Vec::new();
    for deal in 0..6 {
        let mut rng: Pcg64Mcg = trial_rng(2026, deal);
        let mut round = Round::deal(&Rules::STANDARD, Pass::Hold, &mut rng);
        while let Phase::Playing(seat) = round.phase() {
            let view = round.view(seat);
            if view.legal().len() > 1 && round.plays().len() % 4 == deal as usize % 4 {
                views.push(view.clone());
            }
            round
                .play(Greedy.play(&view, &mut rng))
                .expect("a legal play");
        }
    }
    println!("playouts  threads  ms a decision  times as fast as one");
    for playouts in budgets {
        let repeats = (2_000_000 / (playouts * views.len() as u64)).max(1);
        let mut seconds = vec![0.0; most];
        for repeat in 0..repeats {
            for (seed, view) in (0..).zip(&views) {
                // In turn, so that whatever else runs slows all of them.
                for threads in 1..=most {
                    let player = MonteCarlo::new(MonteCarloConfig {
                        budget: Budget::Playouts(playouts),
                        threads,
                        ..MonteCarloConfig::default()
                    });
                    let start = Instant::now();
                    let advice = player.advise(view, seed + repeat);
                    seconds[threads - 1] += start.elapsed().as_secs_f64();
                    assert!(advice.is_ok());
                }
            }
        }
        let decisions = (repeats * views.len() as u64) as f64;
        for (threads, time) in (1..).zip(&seconds) {
            println!(
                "{playouts:>8}  {threads:>7}  {:>13.3}  {:>20.2}",
                1000.0 * time / decisions,
                seconds[0] / time
            );
        }
    }
}
