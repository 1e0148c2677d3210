//! How long the solver takes by cards a hand, on random deals: mean, median,
//! 99th percentile and maximum of the time for a value, the mean number of nodes,
//! and the mean time for the values of all plays. The textbook solver beside it
//! where it is not too slow.
//!
//! ```text
//! cargo run --release -p gongzhu-solver --example solve_times [document|gongzhu] [CARDS [DEALS]]
//! ```
//!
//! One solver is kept for all deals of a size, with the table of positions of up
//! to 7 cards a hand (additive rules only), and made warm by a few other deals.
//! Deals are the same in every run; times are the machine's.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::time::Instant;

use cards_core::CardSet;
use cards_core::random::{below, deal, trial_rng};
use gongzhu_solver::reference::Textbook;
use gongzhu_solver::{Config, Endgames, Player, Rules, Solver, State};
use rand_pcg::Pcg64Mcg;

/// A random deal of so many cards a hand.
fn random_deal(n: usize, trial: u64) -> State {
    let mut random: Pcg64Mcg = trial_rng(n as u64, trial);
    let leader = Player::ALL[below(&mut random, 2) as usize];
    let hands = deal(CardSet::FULL, [n, n], &mut random).expect("at most 26 cards a hand");
    State::new(hands, leader).expect("hands of different cards")
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rules = match args.first().map_or("document", String::as_str) {
        "document" => Rules::DOCUMENT,
        "gongzhu" => Rules::GONGZHU,
        other => {
            eprintln!("{other} are no rules here; document or gongzhu");
            std::process::exit(2);
        }
    };
    let number = |place: usize| args.get(place).map(|text| text.parse::<usize>());
    let (only, deals) = match (number(1).transpose(), number(2).transpose()) {
        (Ok(cards @ (None | Some(1..=26))), Ok(deals)) => (cards, deals),
        _ => {
            eprintln!("the cards a hand are 1 to 26, the deals a number");
            std::process::exit(2);
        }
    };
    let sizes = match only {
        Some(cards) => vec![cards],
        None => vec![6, 8, 10, 13, 16, 20],
    };
    println!("cards deals      mean    median       p99       max   nodes all plays  textbook");
    for n in sizes {
        let usual = match n {
            ..=10 => 2000,
            11..=14 => 1000,
            15..=18 => 200,
            19..=22 => 50,
            _ => 10,
        };
        measure(&rules, n, deals.unwrap_or(usual).max(1));
    }
    println!("times in microseconds");
}

fn measure(rules: &Rules, n: usize, deals: usize) {
    let config = Config::default().with_endgames(Endgames::UpTo(7));
    let mut solver = Solver::with_config(rules.clone(), config);
    for trial in 0..(20_000 / (n * n * n)) as u64 {
        solver.value(&random_deal(n, 1_000_000 + trial));
    }
    let states: Vec<State> = (0..deals as u64)
        .map(|trial| random_deal(n, trial))
        .collect();
    let nodes = solver.nodes();
    let mut times: Vec<f64> = Vec::new();
    let mut sum = 0;
    for state in &states {
        let start = Instant::now();
        sum += solver.value(state);
        times.push(start.elapsed().as_secs_f64() * 1e6);
    }
    let nodes = (solver.nodes() - nodes) / deals as u64;
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    times.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| times[((deals - 1) as f64 * share) as usize];

    let few = &states[..deals.div_ceil(4)];
    let start = Instant::now();
    for state in few {
        solver.play_values(state);
    }
    let plays = start.elapsed().as_secs_f64() * 1e6 / few.len() as f64;

    let textbook = if n <= 10 {
        let few = &states[..deals.min(if n <= 8 { 20 } else { 3 })];
        let start = Instant::now();
        let textbook: i32 = few
            .iter()
            .map(|state| Textbook::new().value(rules, state))
            .sum();
        let time = start.elapsed().as_secs_f64() * 1e6 / few.len() as f64;
        let solved: i32 = few.iter().map(|state| solver.value(state)).sum();
        assert_eq!(textbook, solved, "the two solvers agree");
        format!("{time:9.1}")
    } else {
        format!("{:>9}", "-")
    };
    println!(
        "{n:5} {deals:5} {mean:9.2} {:9.2} {:9.2} {:9.2} {nodes:7} {plays:9.2} {textbook}",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    std::hint::black_box(sum);
}
