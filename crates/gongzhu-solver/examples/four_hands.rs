//! How long four open hands take: mean, median and worst time of random deals, by
//! cards a hand, and the plays searched.
//!
//! `cargo run --release -p gongzhu-solver --example four_hands -- 7 200`
//! solves 200 deals of 7 cards a hand. Behind it `document` or `gongzhu` are the
//! rules, and the bytes of the table may follow.

#![allow(clippy::print_stdout)]

use std::time::Instant;

use cards_core::{BySeat, CardSet, Seat, random};
use gongzhu_solver::Rules;
use gongzhu_solver::four::{Objective, Solver, State};
use rand_pcg::Pcg64Mcg;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, default: u64| -> Result<u64, std::num::ParseIntError> {
        arguments
            .get(place)
            .map_or(Ok(default), |text| text.parse())
    };
    let cards = usize::try_from(number(0, 7)?)?.clamp(1, 13);
    let deals = number(1, 100)?.max(1);
    let rules = match arguments.get(2).map(String::as_str) {
        Some("gongzhu") => Rules::GONGZHU,
        _ => Rules::DOCUMENT,
    };
    let memory = usize::try_from(number(3, Solver::MEMORY as u64)?)?;
    println!("{deals} random deals of {cards} cards a hand");
    println!(
        "{:24} {:>9} {:>9} {:>9} {:>9}  plays",
        "", "mean µs", "median", "p99", "worst"
    );
    for (name, objective) in [
        ("own score", Objective::OwnScore(Seat::FIRST)),
        ("lead", Objective::Lead(Seat::FIRST)),
        ("partners", Objective::Partners),
    ] {
        for all_plays in [false, true] {
            let mut solver = Solver::new(rules.clone()).with_memory(memory)?;
            let mut times = Vec::new();
            let mut plays = 0;
            for deal in 0..deals {
                let mut rng: Pcg64Mcg = random::trial_rng(4, deal);
                let hands: [CardSet; 4] = random::deal(CardSet::FULL, [cards; 4], &mut rng)?;
                let leader = Seat::new(deal as usize % 4).unwrap_or_default();
                let state = State::new(BySeat::new(hands), leader)?;
                let start = Instant::now();
                if all_plays {
                    plays += solver.solve(&state, objective)?.nodes;
                } else {
                    solver.value(&state, objective)?;
                }
                times.push(start.elapsed().as_secs_f64() * 1e6);
            }
            times.sort_by(f64::total_cmp);
            let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
            println!(
                "{:24} {:9.0} {:9.0} {:9.0} {:9.0}  {}",
                format!("{name}, {}", if all_plays { "every play" } else { "value" }),
                times.iter().sum::<f64>() / times.len() as f64,
                at(0.5),
                at(0.99),
                at(1.0),
                if all_plays {
                    (plays / deals).to_string()
                } else {
                    String::new()
                }
            );
        }
    }
    Ok(())
}
