//! Reads a hand, in any notation, and writes it in all of them:
//! `cargo run --example hand -- '♠AQ4 ♥KT5 ♣2'`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

use cards_core::{CardSet, Notation};

fn main() -> ExitCode {
    let text = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        eprintln!("usage: hand CARDS, such as '♠AQ4 ♥KT5 ♣2' or 'S:AQ4 H:KT5 D: C:2'");
        return ExitCode::from(2);
    }
    match text.parse::<CardSet>() {
        Ok(hand) => {
            println!("{} cards", hand.len());
            for notation in [Notation::Symbols, Notation::Ascii, Notation::Chinese] {
                println!("{}", hand.display(notation));
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: this is no hand: {error}");
            ExitCode::FAILURE
        }
    }
}
