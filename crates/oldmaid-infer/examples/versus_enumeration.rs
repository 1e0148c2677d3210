//! The filter against the enumeration of every deal and every hidden draw, on the same
//! games in the same run: medians of the times of a whole game as one seat sees it, a
//! Markdown table. The times are this machine's.
//!
//! `cargo run --release -p oldmaid-infer --example versus_enumeration`
//!
//! The packs are as small as the enumeration needs. Both answer after every draw with
//! what they then know, and their answers are compared.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use cards_core::random::{below, trial_rng};
use cards_core::{RankSet, Seat};
use oldmaid_infer::brute::{Deals, Enumeration};
use oldmaid_infer::{Draw, Filter, Game, Rules};
use rand_pcg::Pcg64Mcg;

/// A game of random players, as seat 0 sees it.
fn seen(rules: &Rules, trial: u64) -> Result<(Game, Vec<Draw>), Box<dyn std::error::Error>> {
    let mut rng: Pcg64Mcg = trial_rng(9, trial);
    let start = Game::deal(rules, &mut rng)?;
    let mut game = start.clone();
    while !game.table().is_over() {
        let targets: Vec<Seat> = game.table().targets().collect();
        let from = targets[below(&mut rng, targets.len() as u64) as usize];
        game.draw_random(from, false, &mut rng)?;
    }
    let draws = game.history().iter().map(|draw| draw.seen_by(Seat::FIRST));
    Ok((start, draws.collect()))
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "| players, cards | games | the filter, µs a game | enumeration, µs a game | all deals, once, µs |"
    );
    println!("|---|--:|--:|--:|--:|");
    for (players, ranks, suits) in [
        (2, "AKQ", 4),
        (3, "AKQJ", 2),
        (3, "AKQ", 4),
        (4, "AKQJT", 2),
    ] {
        let ranks: RankSet = ranks.parse()?;
        let rules = Rules {
            ranks,
            suits,
            ..Rules::DOCUMENT.with_players(players)
        };
        let clock = Instant::now();
        let deals = Deals::new(&rules)?;
        let listing = clock.elapsed().as_secs_f64() * 1e6;
        let games = 101;
        let (mut filters, mut enumerations) = (Vec::new(), Vec::new());
        for trial in 0..games {
            let (start, draws) = seen(&rules, trial)?;
            let me = Seat::FIRST;
            let joker = rules.odd_kinds().nth(0).ok_or("no odd kind")?;
            let others: Vec<Seat> = Seat::all(players).skip(1).collect();

            let clock = Instant::now();
            let mut filter = Filter::at_start(&start, me)?;
            let mut ours = Vec::new();
            for draw in &draws {
                filter.observe(draw)?;
                let chances = filter.marginals();
                ours.extend(others.iter().map(|&seat| chances.holds(seat, joker)));
            }
            filters.push(clock.elapsed().as_secs_f64() * 1e6);

            let clock = Instant::now();
            let hand = start.start_hands()[0];
            let mut brute = Enumeration::new(&deals, me, start.start(), &hand);
            let mut theirs = Vec::new();
            for draw in &draws {
                brute.observe(draw);
                theirs.extend(others.iter().map(|&seat| brute.joint(&[(seat, joker)])));
            }
            enumerations.push(clock.elapsed().as_secs_f64() * 1e6);
            let same = ours.iter().zip(&theirs).all(|(a, b)| (a - b).abs() < 1e-9);
            assert!(same, "{ours:?} is not {theirs:?}");
        }
        let (ours, theirs) = (median(filters), median(enumerations));
        let cards = rules.cards();
        println!(
            "| {players}, {cards} | {games} | {ours:.1} | {theirs:.0} ({:.0}×) | {listing:.0} |",
            theirs / ours
        );
    }
    Ok(())
}
