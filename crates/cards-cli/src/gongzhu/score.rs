use std::fmt;

use cards_core::CardSet;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::rules::rules;
use super::{PigTurning, Preset};
use crate::{Refusal, Request};

/// `cards gongzhu score`.
#[derive(Args, Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ScoreRequest {
    /// What each of two to five players took, player 0 first; cards that do not
    /// score may be left out.
    #[arg(long, required = true, num_args = 1.., value_name = "HAND")]
    pub piles: Vec<CardSet>,

    /// The rules.
    #[arg(long, value_enum, default_value_t = Preset::Gongzhu)]
    #[serde(default = "gongzhu")]
    pub rules: Preset,

    /// The cards that were exposed: ♠Q, ♦J, ♥A, ♣T.
    #[arg(long, value_name = "CARDS")]
    pub exposed: Option<CardSet>,

    /// When ♠Q counts for its taker [default: with-all-hearts].
    #[arg(long, value_enum, value_name = "WHEN")]
    #[serde(alias = "pig_turning")]
    pub pig_turning: Option<PigTurning>,
}

fn gongzhu() -> Preset {
    Preset::Gongzhu
}

impl Request for ScoreRequest {
    type Memory = ();
    type Answer = ScoreAnswer;

    fn answer(self, (): &mut ()) -> Result<ScoreAnswer, Refusal> {
        let rules = rules(
            self.rules,
            self.exposed.unwrap_or_default(),
            self.pig_turning,
        )?;
        let scores = rules.score_deal(&self.piles)?;
        let scores = scores.into_iter().map(|score| PileScore {
            total: score.total,
            hearts: score.hearts,
            pig: score.pig,
            sheep: score.sheep,
            others: score.others,
            factor: score.factor,
            transformer: score.transformer,
        });
        Ok(ScoreAnswer {
            scores: scores.collect(),
        })
    }
}

/// The answer of `cards gongzhu score`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ScoreAnswer {
    /// One a player.
    pub scores: Vec<PileScore>,
}

/// A player's score: `total` is (`hearts` + `pig` + `sheep` + `others`) ·
/// `factor` + `transformer`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PileScore {
    /// The score.
    pub total: i32,
    /// The hearts.
    pub hearts: i32,
    /// ♠Q.
    pub pig: i32,
    /// ♦J.
    pub sheep: i32,
    /// All other cards.
    pub others: i32,
    /// What ♣10 multiplies them by.
    pub factor: i32,
    /// What ♣10 scores itself.
    pub transformer: i32,
}

impl fmt::Display for ScoreAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "player  total")?;
        for (player, score) in self.scores.iter().enumerate() {
            write!(f, "{player:>6}  {:>5}", score.total)?;
            let parts = [
                ("hearts", score.hearts),
                ("♠Q", score.pig),
                ("♦J", score.sheep),
                ("other cards", score.others),
            ];
            let parts: Vec<String> = (parts.iter())
                .filter(|(_, part)| *part != 0)
                .map(|(name, part)| format!("{name} {part}"))
                .collect();
            let mut sum = parts.join(", ");
            if score.factor != 1 && !sum.is_empty() {
                sum = format!("({sum}) × {}", score.factor);
            }
            if score.transformer != 0 {
                let joint = if sum.is_empty() { "" } else { ", " };
                sum = format!("{sum}{joint}♣T {}", score.transformer);
            }
            if sum.is_empty() {
                writeln!(f)?;
            } else {
                writeln!(f, "  = {sum}")?;
            }
        }
        Ok(())
    }
}
