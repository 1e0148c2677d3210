//! Verifies, position by position, that cashing sure winners loses nothing: in
//! every position of up to so many cards a hand (10 unless told) under the
//! document's values, leading a card of a suit in which the leader's cards beat
//! all of the opponent's, who has some, is a best lead.
//!
//! ```text
//! cargo run --release -p gongzhu-solver --features tuning --example verify_pruning -- 10
//! ```
//!
//! The solver uses the rule up to 10 cards a hand and under these values only.
//! Positions are taken by relative ranks, of which ace high and ace low are two
//! readings. 10 cards take 230 MB and about a minute; 8 a few seconds.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use gongzhu_solver::tuning::verify_sure_winners;

fn main() {
    let cards = std::env::args().nth(1).map_or(Ok(10), |text| text.parse());
    let Ok(cards @ 1..=10) = cards else {
        eprintln!("usage: verify_pruning [CARDS], 1 to 10");
        std::process::exit(2);
    };
    println!("cards     positions  with a sure winner  wrong");
    let holds = verify_sure_winners(cards, |found| {
        let (positions, applied) = (found.positions, found.applied);
        println!(
            "{:5} {positions:13} {applied:19} {:6}",
            found.cards, found.wrong
        );
    });
    if !holds {
        println!("the rule does not hold");
        std::process::exit(1);
    }
}
