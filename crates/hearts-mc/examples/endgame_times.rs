//! How long the exact solver takes for the last tricks of deals that were played at
//! random until then, by tricks left.
//!
//! `cargo run --release -p hearts-mc --example endgame_times -- 6 1000` solves 1000
//! positions each of 3 to 6 tricks, at the start of a trick; `STANDARD` rules.

use std::time::Instant;

use cards_core::random::{choose, deal, trial_rng};
use cards_core::{BySeat, CardSet};
use hearts_mc::endgame::{Solver, Utility};
use hearts_mc::{Position, Rules};
use rand_pcg::Pcg64Mcg;

const RULES: Rules = Rules::STANDARD;

fn position(tricks: usize, trial: u64) -> Position {
    let mut rng: Pcg64Mcg = trial_rng(tricks as u64, trial);
    let hands: [CardSet; 4] = deal(CardSet::FULL, [13; 4], &mut rng).expect("52 cards");
    let mut position = Position::new(BySeat::new(hands), &RULES).expect("equal hands");
    while position.tricks_left() > tricks || position.trick_len() > 0 {
        let card = choose(position.legal(&RULES), &mut rng).expect("cards are left");
        position = position.after(card, &RULES).expect("a legal card");
    }
    position
}

/// What one position took: microseconds and plays.
type Cost = (f64, u64);

fn report(name: &str, mut costs: Vec<Cost>) {
    costs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let count = costs.len();
    let mean = costs.iter().map(|cost| cost.0).sum::<f64>() / count as f64;
    let nodes = costs.iter().map(|cost| cost.1).sum::<u64>() / count as u64;
    let at = |share: usize| costs[(count - 1) * share / 100].0;
    println!(
        "  {name:<22} {mean:>9.1} {:>9.1} {:>9.1} {:>9.1} {nodes:>10}",
        at(50),
        at(99),
        at(100)
    );
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| {
        arguments
            .next()
            .map_or(default, |text| text.parse().expect("a number"))
    };
    let most = number(6);
    let count = number(1000);
    let mut solver = Solver::new(RULES);
    println!("  microseconds                mean    median      99 %      most      plays");
    for tricks in 3..=most as usize {
        println!("{tricks} tricks left");
        let positions: Vec<Position> = (0..count).map(|trial| position(tricks, trial)).collect();
        let mut time = |name, solve: &mut dyn FnMut(&mut Solver, &Position) -> u64| {
            let costs = positions.iter().map(|position| {
                let start = Instant::now();
                let nodes = solve(&mut solver, position);
                (start.elapsed().as_secs_f64() * 1e6, nodes)
            });
            report(name, costs.collect());
        };
        time("paranoid, value", &mut |solver, position| {
            let player = position.turn().expect("cards are left");
            solver
                .value(position, player, Utility::OwnScore)
                .expect("no budget");
            0
        });
        for (name, utility) in [
            ("paranoid, own score", Utility::OwnScore),
            ("paranoid, above mean", Utility::AboveMean),
        ] {
            time(name, &mut |solver, position| {
                let player = position.turn().expect("cards are left");
                solver
                    .paranoid(position, player, utility)
                    .expect("no budget")
                    .nodes
            });
        }
        if tricks <= 6 {
            time("max^n, own score", &mut |solver, position| {
                solver
                    .max_n(position, Utility::OwnScore)
                    .expect("no budget")
                    .nodes
            });
        }
    }
}
