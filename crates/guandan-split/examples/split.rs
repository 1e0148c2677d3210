//! Splits a hand of Guandan into the fewest plays, lists what beats a play of the
//! table, and says how likely it is that an opponent can beat that in turn.
//! `cargo run --release -p guandan-split --example split`.

use std::error::Error;
use std::io::{self, Write};

use guandan_split::{
    Belief, Hand, Level, Objective, Rules, best_split, classify, min_plays, plays_after_each,
    responses,
};

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let rules = Rules::default();
    let level: Level = "5".parse()?; // the hearts of the five are wild
    let hand: Hand = "♠3 ♦3 ♣3 ♥5 ♠6 ♠7 ♠8 ♠9 ♦9 ♥9 ♠T ♥T ♣J ♦J ♥J ♠Q ♠K ♣K ♦K ♥K ♣A ♦A \
                      ♦7 ♣8 ♥6 小王 大王"
        .parse()?;
    writeln!(
        out,
        "{hand}\n{} plays at level {level}:",
        min_plays(hand, level, rules)?
    )?;
    let split = best_split(hand, level, rules, Objective::PlaysThenBombs)?;
    for meld in split.melds() {
        let roles: Vec<String> = meld
            .reading()
            .roles()
            .map(|role| role.to_string())
            .collect();
        let wild = if roles.is_empty() {
            String::new()
        } else {
            format!(" (♥5 is {})", roles.join(" "))
        };
        writeln!(out, "  {}: {}{wild}", meld.play(), meld.cards())?;
    }

    // Somebody has played a pair of tens.
    let table: Hand = "♣T ♦T".parse()?;
    let pair = classify(table, level)?.first().ok_or("no play")?.play();
    writeln!(out, "what beats {table}, and how many plays are left then:")?;
    let answers = responses(hand, level, rules, pair);
    for after in plays_after_each(hand, level, rules, answers.iter())? {
        let cards = after.meld.cards();
        writeln!(out, "  {}: {cards}, then {}", after.play, after.plays_left)?;
    }

    // Of all deals of the 81 cards that this hand does not see, none is likelier.
    let belief = Belief::at_deal(hand, level)?;
    let bomb = split
        .melds()
        .iter()
        .find(|meld| meld.play().is_bomb())
        .ok_or("no bomb")?;
    let beaten = belief.bomb_of_a_rank_beating(0, bomb.play())?;
    writeln!(
        out,
        "the next player beats the {} with a bomb of a rank with chance {:.4}",
        bomb.play(),
        beaten.to_f64()
    )?;
    Ok(())
}
