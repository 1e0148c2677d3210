//! A deal of Hearts: the Monte-Carlo player in seat 0 against three greedy ones, its
//! pass, its reckoning at the first trick with a choice, and the tricks.
//! `cargo run --release -p hearts-mc --example game`; a number behind it, after `--`, is
//! another deal.

use std::error::Error;
use std::io::{self, Write};

use cards_core::Seat;
use cards_core::random::trial_rng;
use hearts_mc::{
    Budget, Greedy, MonteCarlo, MonteCarloConfig, Pass, Phase, Round, Rules, Strategy,
};
use rand_pcg::Pcg64Mcg;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    match std::env::args().nth(1) {
        Some(number) => play(&mut out, number.parse()?),
        None => run(&mut out),
    }
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    play(out, 4)
}

fn play(out: &mut impl Write, deal: u64) -> Result<(), Box<dyn Error>> {
    let mut rng: Pcg64Mcg = trial_rng(2026, deal);
    let mut round = Round::deal(&Rules::STANDARD, Pass::Left, &mut rng);
    let mut strong = MonteCarlo::new(MonteCarloConfig {
        budget: Budget::Playouts(1000), // the same seed gives the same play
        ..MonteCarloConfig::default()
    });
    let me = Seat::FIRST;
    writeln!(out, "seat {me} holds {}", round.hand(me))?;
    let mut has_advised = false;
    let mut trick: Vec<String> = Vec::new();
    loop {
        match round.phase() {
            Phase::Passing(seat) => {
                let view = round.view(seat);
                let cards = if seat == me {
                    strong.pass(&view, &mut rng)
                } else {
                    Greedy.pass(&view, &mut rng)
                };
                if seat == me {
                    writeln!(out, "it passes {cards} to the left")?;
                }
                round.pass(seat, cards)?;
            }
            Phase::Playing(seat) => {
                let view = round.view(seat);
                let card = if seat == me {
                    let advice = strong.play_advised(&view, round.plays().len() as u64)?;
                    if !has_advised && advice.plays.len() > 1 {
                        has_advised = true;
                        let before = trick.join(" ");
                        writeln!(out, "after {before}, over {} deals:", advice.worlds)?;
                        for play in &advice.plays {
                            writeln!(out, "  {} comes to {:.2} points", play.card, play.points)?;
                        }
                        writeln!(out, "it plays {}", advice.choice)?;
                    }
                    advice.choice
                } else {
                    Greedy.play(&view, &mut rng)
                };
                round.play(card)?;
                if trick.is_empty() {
                    trick.push(format!("seat {seat} leads"));
                }
                trick.push(card.to_string());
                if trick.len() == 5 {
                    writeln!(out, "{}", trick.join(" "))?;
                    trick.clear();
                }
            }
            Phase::Over => break,
        }
    }
    let points = round.points().into_array().map(|points| points.to_string());
    writeln!(out, "points of seats 0 to 3: {}", points.join(", "))?;
    Ok(())
}
