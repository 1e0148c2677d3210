//! Solves the last tricks of a game of Gongzhu with both hands open, and prints what
//! each play is worth and how best play goes on:
//! `cargo run --release -p gongzhu-solver --example endgame`.

use std::error::Error;
use std::io::{self, Write};

use gongzhu_solver::{Player, Rules, Solver, State};

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    // ♠Q is the pig (−100), ♦J the sheep (+100), ♣T doubles the rest of its taker's score.
    let rules = Rules::GONGZHU;
    let hands = ["♠K5 ♥A4 ♦Q2 ♣J", "♠Q7 ♥K3 ♦J ♣T4"];
    let [hand0, hand1] = [hands[0].parse()?, hands[1].parse()?];
    let taken = ["♥T9".parse()?, "♥65".parse()?];
    let mut state = State::new([hand0, hand1], Player::Zero)?.with_taken(taken)?;
    writeln!(out, "player 0: {hand0}, to lead\nplayer 1: {hand1}")?;

    let mut solver = Solver::new(rules.clone());
    let solution = solver.solve(&state);
    let value = solution.value;
    writeln!(
        out,
        "player 0's score minus player 1's, if both play their best: {value:+}"
    )?;
    for play in &solution.plays {
        let lost = value - play.value;
        let note = if lost == 0 {
            "best".into()
        } else {
            format!("gives {lost} away")
        };
        writeln!(out, "  {} {:+4}  {note}", play.card, play.value)?;
    }

    writeln!(out, "best play of both:")?;
    for trick in solution.line.chunks(2) {
        let leader = state.leader();
        for &card in trick {
            state.play(&rules, card)?;
        }
        let cards = trick.iter().map(ToString::to_string).collect::<Vec<_>>();
        let (cards, winner) = (cards.join(" "), state.leader());
        writeln!(out, "  {leader} leads: {cards}, taken by {winner}")?;
    }
    let [score0, score1] = Player::ALL.map(|player| rules.score(state.taken(player)).total);
    writeln!(out, "scores {score0:+} and {score1:+}")?;
    Ok(())
}
