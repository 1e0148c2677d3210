use std::fmt;

use clap::{Args, ValueEnum};
use guandan_split::{Objective, Split, best_split, min_plays, top_k};
use serde::{Deserialize, Serialize};

use super::{HandText, LevelText, PlayedCards, Preset};
use crate::{Refusal, Request};

/// `cards guandan split`.
#[derive(Args, Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SplitRequest {
    /// The hand, such as '♥5 ♥5 ♠10 小王 大王'; up to 40 cards.
    #[arg(long, value_name = "HAND")]
    pub hand: HandText,

    /// The level that is played, 2 to A; its hearts are wild.
    #[arg(long, value_name = "LEVEL")]
    pub level: LevelText,

    /// What to split by.
    #[arg(long, value_enum, default_value_t)]
    #[serde(default)]
    pub objective: ObjectiveName,

    /// How many different splits to list, the best first; at most 1000.
    #[arg(long, value_name = "K")]
    pub top: Option<u16>,

    /// By how much a split of that list may cost more than the best [default: 1].
    #[arg(long, value_name = "N")]
    pub slack: Option<u16>,

    /// The rules.
    #[arg(long, value_enum, default_value_t)]
    #[serde(default)]
    pub rules: Preset,
}

/// What a hand can be split by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum ObjectiveName {
    /// As few plays as possible.
    #[default]
    Plays,
    /// As few plays as possible that are no bombs.
    BombsFree,
    /// As few plays as possible, and of such splits one with the most bombs.
    PlaysThenBombs,
}

/// The longest list of splits: the time of one grows faster than its length.
const MAX_TOP: u16 = 1000;

impl Request for SplitRequest {
    type Memory = ();
    type Answer = SplitAnswer;

    fn answer(self, (): &mut ()) -> Result<SplitAnswer, Refusal> {
        let (hand, level, rules) = (self.hand.0, self.level.0, self.rules.rules());
        let objective = match self.objective {
            ObjectiveName::Plays => Objective::FewestPlays,
            ObjectiveName::BombsFree => Objective::BombsFree,
            ObjectiveName::PlaysThenBombs => Objective::PlaysThenBombs,
        };
        let best = WholeSplit::of(&best_split(hand, level, rules, objective)?);
        let top = match (self.top, self.slack) {
            (None, Some(_)) => {
                let message = "slack is for the list that top asks for; give top as well";
                return Err(Refusal::Input(message.to_owned()));
            }
            (None, None) => None,
            (Some(count), _) if count > MAX_TOP => {
                let message = format!("a list of {count} splits; at most {MAX_TOP} are allowed");
                return Err(Refusal::Input(message));
            }
            (Some(count), slack) => {
                let slack = slack.unwrap_or(1).into();
                let splits = top_k(hand, level, rules, objective, count.into(), slack)?;
                Some(splits.iter().map(WholeSplit::of).collect())
            }
        };
        Ok(SplitAnswer {
            min_plays: min_plays(hand, level, rules)?,
            cost: best.cost,
            bombs: best.bombs,
            split: best.split,
            top,
        })
    }
}

/// The answer of `cards guandan split`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SplitAnswer {
    /// The fewest plays that use up the hand, whatever the objective.
    pub min_plays: u32,
    /// The cost of the split by the objective: its plays; for `bombs-free` those
    /// that are no bombs.
    pub cost: i64,
    /// The bombs of the split.
    pub bombs: usize,
    /// The plays of the split.
    pub split: Vec<PlayedCards>,
    /// The splits that `top` asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<Vec<WholeSplit>>,
}

/// One of several splits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WholeSplit {
    /// Its cost by the objective.
    pub cost: i64,
    /// Its bombs.
    pub bombs: usize,
    /// Its plays.
    pub split: Vec<PlayedCards>,
}

impl WholeSplit {
    fn of(split: &Split) -> WholeSplit {
        WholeSplit {
            cost: split.cost(),
            bombs: split.bombs(),
            split: split.melds().iter().map(PlayedCards::of).collect(),
        }
    }
}

impl fmt::Display for SplitAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "fewest plays: {}", self.min_plays)?;
        writeln!(
            f,
            "this split: {} plays, {} bombs, cost {}",
            self.split.len(),
            self.bombs,
            self.cost
        )?;
        for play in &self.split {
            writeln!(f, "  {play}")?;
        }
        for (number, split) in self.top.iter().flatten().enumerate() {
            let (plays, bombs, cost) = (split.split.len(), split.bombs, split.cost);
            writeln!(
                f,
                "\n{}. {plays} plays, {bombs} bombs, cost {cost}",
                number + 1
            )?;
            for play in &split.split {
                writeln!(f, "  {play}")?;
            }
        }
        Ok(())
    }
}
