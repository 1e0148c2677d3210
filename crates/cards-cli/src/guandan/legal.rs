use std::fmt;

use clap::Args;
use guandan_split::{Hand, Level, PlaySet, Rules, expand, leads, plays_after_each, responses};
use serde::{Deserialize, Serialize};

use super::input::the_play;
use super::{HandText, LevelText, Meaning, PlayedCards, Preset};
use crate::{Refusal, Request};

/// `cards guandan legal`.
#[derive(Args, Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LegalRequest {
    /// The hand, such as '♥5 ♥5 ♠10 小王 大王'; up to 40 cards.
    #[arg(long, value_name = "HAND")]
    pub hand: HandText,

    /// The level that is played, 2 to A; its hearts are wild.
    #[arg(long, value_name = "LEVEL")]
    pub level: LevelText,

    /// The rules.
    #[arg(long, value_enum, default_value_t)]
    #[serde(default)]
    pub rules: Preset,

    /// Lists every way to make each play: which cards, and what wild ones stand
    /// for.
    #[arg(long)]
    #[serde(default)]
    pub ways: bool,
}

/// `cards guandan responses`.
#[derive(Args, Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ResponsesRequest {
    /// The hand, such as '♥5 ♥5 ♠10 小王 大王'; up to 40 cards.
    #[arg(long, value_name = "HAND")]
    pub hand: HandText,

    /// The level that is played, 2 to A; its hearts are wild.
    #[arg(long, value_name = "LEVEL")]
    pub level: LevelText,

    /// The cards that must be beaten.
    #[arg(long, value_name = "CARDS")]
    pub to: HandText,

    /// How they are read, if there are several ways: a kind such as
    /// straight-flush, or 'straight 7'.
    #[arg(long, value_name = "PLAY")]
    #[serde(alias = "to_as")]
    pub to_as: Option<String>,

    /// The rules.
    #[arg(long, value_enum, default_value_t)]
    #[serde(default)]
    pub rules: Preset,

    /// Lists every way to make each play: which cards, and what wild ones stand
    /// for.
    #[arg(long)]
    #[serde(default)]
    pub ways: bool,
}

impl Request for LegalRequest {
    type Memory = ();
    type Answer = LegalAnswer;

    fn answer(self, (): &mut ()) -> Result<LegalAnswer, Refusal> {
        let (hand, level, rules) = (self.hand.0, self.level.0, self.rules.rules());
        LegalAnswer::of(hand, level, rules, &leads(hand, level, rules)?, self.ways)
    }
}

impl Request for ResponsesRequest {
    type Memory = ();
    type Answer = LegalAnswer;

    fn answer(self, (): &mut ()) -> Result<LegalAnswer, Refusal> {
        let (hand, level, rules) = (self.hand.0, self.level.0, self.rules.rules());
        let last = the_play(self.to.0, level, rules, self.to_as.as_deref(), "to-as")?;
        let plays = responses(hand, level, rules, last);
        LegalAnswer::of(hand, level, rules, &plays, self.ways)
    }
}

/// The answer of `cards guandan legal` and `responses`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegalAnswer {
    /// The plays by meaning.
    pub plays: Vec<ListedPlay>,
}

/// A play that a hand can make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListedPlay {
    /// What it is.
    #[serde(flatten)]
    pub meaning: Meaning,
    /// How many of its cards are wild.
    pub wild_cards: u8,
    /// The fewest plays for the rest, if it is made in the best way.
    pub plays_left: u32,
    /// Such a way.
    pub best: PlayedCards,
    /// Every way, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ways: Option<Vec<PlayedCards>>,
}

impl LegalAnswer {
    fn of(
        hand: Hand,
        level: Level,
        rules: Rules,
        plays: &PlaySet,
        ways: bool,
    ) -> Result<LegalAnswer, Refusal> {
        let mut listed = Vec::new();
        for after in plays_after_each(hand, level, rules, plays.iter())? {
            let ways = if ways {
                let melds = expand(hand, level, rules, after.play)?;
                Some(melds.map(|meld| PlayedCards::of(&meld)).collect())
            } else {
                None
            };
            listed.push(ListedPlay {
                meaning: Meaning::of(after.play),
                wild_cards: after.play.wilds(),
                plays_left: after.plays_left,
                best: PlayedCards::of(&after.meld),
                ways,
            });
        }
        Ok(LegalAnswer { plays: listed })
    }
}

impl fmt::Display for LegalAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.plays.is_empty() {
            return writeln!(f, "no play");
        }
        writeln!(f, "plays left  play")?;
        for play in &self.plays {
            writeln!(f, "{:>10}  {}", play.plays_left, play.best)?;
            for way in play.ways.iter().flatten() {
                writeln!(f, "{:>14}{way}", "")?;
            }
        }
        Ok(())
    }
}
