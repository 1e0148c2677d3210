//! Minimax and max^n as they are defined, play by play: what the solver is checked
//! against. Each takes time proportional to the number of ways in which the deal can
//! go on, some thousands at 3 tricks and a million at 5.

use cards_core::{BySeat, Seat};

use super::Utility;
use crate::{MoonChoice, Position, Rules};

/// What [`Solver::value`](super::Solver::value) returns.
///
/// ```
/// use cards_core::{BySeat, Seat};
/// use hearts_mc::endgame::{Solver, Utility, brute};
/// use hearts_mc::{MoonChoice, Position, Rules};
///
/// let hands = ["♠K2 ♥2", "♠Q3 ♥K", "♠45 ♥A", "♠67 ♣4"].map(|hand| hand.parse().unwrap());
/// let position = Position::later(BySeat::new(hands), Seat::FIRST, BySeat::default())?;
/// let utility = Utility::OwnScore;
/// let value = brute::paranoid(
///     &position,
///     &Rules::STANDARD,
///     MoonChoice::OthersUp,
///     Seat::FIRST,
///     utility,
/// );
/// let mut solver = Solver::new(Rules::STANDARD);
/// assert_eq!(solver.value(&position, Seat::FIRST, utility)?, value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If the player is none of the four, as indexing by it would.
#[must_use]
pub fn paranoid(
    position: &Position,
    rules: &Rules,
    choice: MoonChoice,
    player: Seat,
    utility: Utility,
) -> i32 {
    let Some(turn) = position.turn() else {
        return utility.of(&position.scores(rules, choice), player);
    };
    let values = position.legal(rules).into_iter().map(|card| {
        let next = position.after_legal(card);
        paranoid(&next, rules, choice, player, utility)
    });
    let value = if turn == player {
        values.min()
    } else {
        values.max()
    };
    match value {
        Some(value) => value,
        None => unreachable!("a player on turn has a legal play"),
    }
}

/// The scores that [`Solver::max_n`](super::Solver::max_n) returns: of the plays that
/// are best for a player, he makes the first.
#[must_use]
pub fn max_n(
    position: &Position,
    rules: &Rules,
    choice: MoonChoice,
    utility: Utility,
) -> BySeat<i32> {
    let Some(turn) = position.turn() else {
        return position.scores(rules, choice);
    };
    let scores = position.legal(rules).into_iter().map(|card| {
        let next = position.after_legal(card);
        max_n(&next, rules, choice, utility)
    });
    // Of equal ones the first is returned.
    match scores.min_by_key(|scores| utility.of(scores, turn)) {
        Some(scores) => scores,
        None => unreachable!("a player on turn has a legal play"),
    }
}
