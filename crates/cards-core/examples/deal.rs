//! Deals the same four hands on every machine, plays a trick, and says what one
//! seat can know of the rest: `cargo run -p cards-core --features rand --example deal`.

use std::error::Error;
use std::io::{self, Write};

use cards_core::counting::Hypergeometric;
use cards_core::random::trial_rng;
use cards_core::{BySeat, Card, CardSet, Deck, RankOrder, Seat, Suit, trick};
use rand_pcg::Pcg64;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut rng: Pcg64 = trial_rng(2026, 0); // seed and number of the deal
    let mut deck = Deck::standard();
    deck.shuffle(&mut rng);
    let hands: BySeat<CardSet> = deck.deal_all();
    for (seat, hand) in hands.iter() {
        writeln!(out, "seat {seat}: {hand}")?;
    }

    // Everybody plays the lowest card that follows the lead.
    let mut played: Vec<Card> = Vec::new();
    for (seat, &hand) in hands.iter() {
        let legal = match played.first() {
            None => hand,
            Some(lead) => trick::follow(hand, lead.suit()),
        };
        let lead = played.first().map_or(Suit::Hearts, |lead| lead.suit());
        let card = legal.lowest(lead, RankOrder::AceHigh).or(legal.first());
        let card = card.ok_or("a hand without cards")?;
        writeln!(out, "seat {seat} may play {legal} and plays {card}")?;
        played.push(card);
    }
    let winner = trick::winner(&played, RankOrder::AceHigh).ok_or("nothing was played")?;
    writeln!(out, "seat {winner} wins the trick")?;

    // Seat 0 sees its own hand and the trick. Where are the other spades?
    let seen = hands[Seat::FIRST] | CardSet::from_cards(&played);
    let unseen = seen.complement();
    let spades = unseen.suit(Suit::Spades);
    writeln!(
        out,
        "seat 0 has not seen ♠{spades} and {} more",
        unseen.len() - spades.len()
    )?;
    let held = Hypergeometric::new(unseen.len() as u32, spades.len() as u32, 12)?;
    let void = held.exactly(0);
    writeln!(
        out,
        "a hand of 12 has {:.2} of the spades on average, and none with chance {void} = {:.4}",
        held.mean().to_f64(),
        void.to_f64(),
    )?;
    Ok(())
}
