//! `cards gongzhu`.

mod advise;
mod replay;
mod rules;
mod score;
mod solve;
mod solve4;

use std::io::{Read, Write};

use clap::Subcommand;
use gongzhu_solver::{Player, Rules, Solver};
use serde::Deserialize;

use crate::{Invocation, Refusal};

pub use advise::{AdviseAnswer, AdviseRequest, AdvisedCard};
pub use rules::{PigTurning, Preset};
pub use score::{PileScore, ScoreAnswer, ScoreRequest};
pub use solve::{PlayValue, SolveAnswer, SolveRequest};
pub use solve4::{BoundedPlay, Goal, Solve4Answer, Solve4Request};

/// A question about Gongzhu.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solves a position with both hands open: its value, that of every play, and
    /// how it goes on.
    Solve(Box<Invocation<SolveRequest>>),
    /// Solves a position of four open hands, one against three or two against two.
    Solve4(Box<Invocation<Solve4Request>>),
    /// Advises one player, who does not see the other hand: what each card brings on
    /// average.
    Advise(Box<Invocation<AdviseRequest>>),
    /// Scores a finished deal of two to five players.
    Score(Invocation<ScoreRequest>),
}

impl Command {
    /// Runs the command; only a batch reads from `input`.
    ///
    /// # Errors
    /// If there is no answer, or it cannot be written.
    pub fn run(self, input: impl Read, output: &mut impl Write) -> Result<(), Refusal> {
        match self {
            Command::Solve(invocation) => invocation.run(input, output),
            Command::Solve4(invocation) => invocation.run(input, output),
            Command::Advise(invocation) => invocation.run(input, output),
            Command::Score(invocation) => invocation.run(input, output),
        }
    }
}

/// A player, as `0` or `1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u64")]
pub struct PlayerIndex(pub Player);

impl TryFrom<u64> for PlayerIndex {
    type Error = String;

    fn try_from(index: u64) -> Result<PlayerIndex, String> {
        let player = usize::try_from(index).ok().and_then(Player::from_index);
        player
            .map(PlayerIndex)
            .ok_or_else(|| format!("player {index}; it must be 0 or 1"))
    }
}

impl std::str::FromStr for PlayerIndex {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerIndex, String> {
        match text.trim() {
            "0" => Ok(PlayerIndex(Player::Zero)),
            "1" => Ok(PlayerIndex(Player::One)),
            _ => Err("it must be 0 or 1".to_owned()),
        }
    }
}

/// A solver for each of the last few rules that were asked for, so that a batch
/// solves with a warm table.
#[derive(Debug, Default)]
pub struct Solvers {
    /// The last used one last.
    solvers: Vec<Solver>,
}

impl Solvers {
    /// How many solvers are kept. Each may take some megabytes.
    const MOST: usize = 4;

    /// The solver for these rules, and these rules.
    pub fn of(&mut self, rules: &Rules) -> &mut Solver {
        let solvers = &mut self.solvers;
        match solvers.iter().position(|solver| solver.rules() == rules) {
            Some(place) => solvers[place..].rotate_left(1),
            None => {
                if solvers.len() == Solvers::MOST {
                    solvers.remove(0);
                }
                solvers.push(Solver::new(rules.clone()));
            }
        }
        let last = solvers.len() - 1;
        &mut solvers[last]
    }
}

/// 13 as `+13`, so that a gain is seen to be one.
fn signed(score: i32) -> String {
    if score > 0 {
        format!("+{score}")
    } else {
        score.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_used_solvers_are_kept() {
        let all: Vec<Rules> = (1..=6)
            .map(|value| Rules::DOCUMENT.with_value(Rules::SHEEP, value).unwrap())
            .collect();
        let mut solvers = Solvers::default();
        let values = |solvers: &Solvers| -> Vec<i32> {
            let rules = solvers.solvers.iter().map(Solver::rules);
            rules.map(|rules| rules.value_of(Rules::SHEEP)).collect()
        };
        for rules in &all[..4] {
            assert_eq!(solvers.of(rules).rules(), rules);
        }
        assert_eq!(solvers.of(&all[1]).rules(), &all[1]);
        assert_eq!(values(&solvers), [1, 3, 4, 2]);
        assert_eq!(solvers.of(&all[5]).rules(), &all[5]);
        assert_eq!(values(&solvers), [3, 4, 2, 6]);
    }
}
