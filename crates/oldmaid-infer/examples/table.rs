//! Follows a game of Old Maid from one seat: what the exact posterior says of the
//! others' hands, and whom to draw from.
//! `cargo run --release -p oldmaid-infer --example table`.

use std::error::Error;
use std::io::{self, Write};

use cards_core::Seat;
use cards_core::random::trial_rng;
use oldmaid_infer::policy::{Myopic, Policy, RandomTarget};
use oldmaid_infer::{Filter, Game, Rules};
use rand_pcg::Pcg64Mcg;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    // Four players, a joker, any other hand may be drawn from. Who is left with the
    // joker loses.
    let mut rng: Pcg64Mcg = trial_rng(2026, 3);
    let mut game = Game::deal(&Rules::DOCUMENT, &mut rng)?;
    let me = Seat::FIRST;
    let mut filter = Filter::at_start(&game, me)?;
    let mut adviser = Myopic::new(0.25); // a pair counts 1, the joker −0.25
    let sizes: Vec<String> = game.table().sizes().map(|size| size.to_string()).collect();
    writeln!(
        out,
        "hands of {} cards once the pairs are out",
        sizes.join(", ")
    )?;

    while !game.table().is_over() {
        let by = game.table().turn();
        let from = if by == me {
            let from = adviser.choose(&game.view(me), &mut rng);
            writeln!(
                out,
                "draw {}, I hold {}",
                game.table().draws() + 1,
                filter.hand()
            )?;
            let chances = filter.marginals();
            for seat in game.table().targets() {
                writeln!(
                    out,
                    "  seat {seat}, {:2} cards: a pair {:5.1} %, the joker {:5.1} %{}",
                    game.table().size(seat),
                    100.0 * chances.pairs(seat),
                    100.0 * chances.draws_odd(seat),
                    if seat == from { "  <- best" } else { "" },
                )?;
            }
            from
        } else {
            RandomTarget.choose(&game.view(by), &mut rng)
        };
        let seen = game.draw_random(from, false, &mut rng)?.seen_by(me);
        filter.observe(&seen)?;
        if by == me
            && let Some(card) = seen.card
        {
            let pair = if seen.discarded.is_empty() {
                "no pair"
            } else {
                "a pair"
            };
            writeln!(out, "  drew {card} from seat {from}: {pair}")?;
        }
    }
    let outcome = game.outcome();
    if let Some(loser) = outcome.loser {
        writeln!(
            out,
            "seat {loser} is left with the joker after {} draws",
            outcome.draws
        )?;
    }
    Ok(())
}
