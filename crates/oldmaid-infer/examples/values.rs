//! Exact losses by seat and expected draws, all players choosing at random, and the
//! loss of one who sees all hands and chooses best.
//!
//! ```sh
//! cargo run --release -p oldmaid-infer --example values -- PLAYERS [any|previous]
//! ```

#![allow(clippy::print_stdout)]

use std::env;
use std::error::Error;
use std::time::Instant;

use oldmaid_infer::exact::{OpenGame, Skill};
use oldmaid_infer::{DrawFrom, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let players: usize = arguments.next().map_or(Ok(3), |text| text.parse())?;
    let draw_from = match arguments.next().as_deref() {
        None | Some("any") => DrawFrom::Any,
        Some("previous") => DrawFrom::Previous,
        Some(other) => return Err(format!("'{other}' is neither any nor previous").into()),
    };
    let rules = Rules {
        draw_from,
        ..Rules::DOCUMENT.with_players(players)
    };
    let game = OpenGame::new(&rules)?;
    println!("{players} players, {} states", game.states());
    let clock = Instant::now();
    let random = game.losses(Skill::RANDOM, 1e-13);
    println!("solved in {:.2?}", clock.elapsed());
    println!("loss by seat    {:.5?}", random.from_deal());
    let clock = Instant::now();
    let draws = game.draws(1e-12).from_deal();
    println!("expected draws  {:.5} ({:.2?})", draws[0], clock.elapsed());
    let best = game.losses(Skill::BEST, 1e-13).from_deal();
    let mean = best.iter().sum::<f64>() / best.len() as f64;
    println!("best reply      {best:.5?}, mean {mean:.5}");
    Ok(())
}
