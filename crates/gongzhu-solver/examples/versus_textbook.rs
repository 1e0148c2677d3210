//! The solver against the textbook solver and the document's own program, on the same
//! deals in the same run: medians in microseconds, a Markdown table. The times are this
//! machine's.
//!
//! `cargo run --release -p gongzhu-solver --example versus_textbook`
//!
//! All play the document's game. Each deal is solved by all three in turn, the solver
//! warm, the others from empty tables, as they keep nothing from deal to deal. The
//! document's program stores bounds as values, so that some of its answers are wrong.
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use gongzhu_solver::published::{ExactSolver, random_endgame};
use gongzhu_solver::reference::Textbook;
use gongzhu_solver::{Config, Endgames, Player, Rules, Solver, State};

/// The microseconds of one call.
fn time<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64() * 1e6
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // With the table of positions of up to 7 cards a hand, and by search alone.
    let with = |cards| Config::default().with_endgames(Endgames::UpTo(cards));
    let mut solver = Solver::with_config(Rules::DOCUMENT, with(7));
    let mut search = Solver::with_config(Rules::DOCUMENT, with(0));
    println!(
        "| cards a hand | deals | `Solver` | by search alone | textbook | document's program |"
    );
    println!("|--:|--:|--:|--:|--:|--:|");
    for (cards, deals) in [(4, 401), (6, 201), (8, 41)] {
        let mut times = [const { Vec::new() }; 4];
        for seed in 0..deals {
            let theirs = random_endgame(cards, seed)?;
            let hands = Player::ALL.map(|player| theirs.hand(player).into());
            let state = State::new(hands, theirs.next_leader())?;
            times[0].push(time(|| solver.value(&state)));
            times[1].push(time(|| search.value(&state)));
            times[2].push(time(|| Textbook::new().value(&Rules::DOCUMENT, &state)));
            times[3].push(time(|| ExactSolver::new().solve(&theirs)));
        }
        let [own, search, textbook, published] = times.map(median);
        let times = |other: f64| format!("{other:.1} ({:.0}×)", other / own);
        println!(
            "| {cards} | {deals} | {own:.2} | {} | {} | {} |",
            times(search),
            times(textbook),
            times(published)
        );
    }
    Ok(())
}
