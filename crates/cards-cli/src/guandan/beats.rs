use std::fmt;

use clap::Args;
use guandan_split::{Play, beats};
use serde::{Deserialize, Serialize};

use super::input::{readings, the_play};
use super::{HandText, LevelText, Meaning, Preset};
use crate::{Refusal, Request};

/// `cards guandan beats`.
#[derive(Args, Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BeatsRequest {
    /// The cards that are to beat the others; of several readings one that does
    /// counts.
    #[arg(long, value_name = "CARDS")]
    pub play: HandText,

    /// The cards that are to be beaten.
    #[arg(long, value_name = "CARDS")]
    pub other: HandText,

    /// The level that is played, 2 to A; its hearts are wild.
    #[arg(long, value_name = "LEVEL")]
    pub level: LevelText,

    /// How the first cards are read: a kind such as straight-flush, or
    /// 'straight 7'.
    #[arg(long, value_name = "PLAY")]
    #[serde(alias = "play_as")]
    pub play_as: Option<String>,

    /// How the others are read, if there are several ways.
    #[arg(long, value_name = "PLAY")]
    #[serde(alias = "other_as")]
    pub other_as: Option<String>,

    /// The rules.
    #[arg(long, value_enum, default_value_t)]
    #[serde(default)]
    pub rules: Preset,
}

impl Request for BeatsRequest {
    type Memory = ();
    type Answer = BeatsAnswer;

    fn answer(self, (): &mut ()) -> Result<BeatsAnswer, Refusal> {
        let (level, rules) = (self.level.0, self.rules.rules());
        let other = the_play(
            self.other.0,
            level,
            rules,
            self.other_as.as_deref(),
            "other-as",
        )?;
        let all = readings(self.play.0, level, rules, self.play_as.as_deref())?;
        let winning = all.iter().find(|one| beats(one.play(), other, level));
        let play = winning.unwrap_or(&all[0]).play();
        Ok(BeatsAnswer {
            beats: winning.is_some(),
            play: Meaning::of(play),
            other: Meaning::of(other),
            plays: [play, other],
        })
    }
}

/// The answer of `cards guandan beats`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BeatsAnswer {
    /// Whether the first cards beat the others.
    pub beats: bool,
    /// What the first cards are; of several readings one that beats the others,
    /// if any does.
    pub play: Meaning,
    /// What the others are.
    pub other: Meaning,
    #[serde(skip)]
    plays: [Play; 2],
}

impl fmt::Display for BeatsAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [play, other] = self.plays;
        let verb = if self.beats { "beats" } else { "does not beat" };
        writeln!(f, "{play} {verb} {other}")
    }
}
