use std::str::FromStr;

use cards_core::Card;
use clap::ValueEnum;
use oldmaid_infer::{DrawFrom, Matching, OddCard, Rules};
use serde::Deserialize;

/// Rules by the name of their source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// A joker added; any player may be drawn from.
    #[default]
    Document,
    /// ♣Q out; the previous player is drawn from.
    Standard,
    /// A card out unseen; the previous player is drawn from.
    JijiNuki,
}

/// Whom a player draws from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Draws {
    /// Any other player.
    Any,
    /// The nearest before him who holds cards.
    Previous,
    /// The nearest after him who holds cards.
    Next,
}

/// What makes a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairs {
    /// Two cards of a rank.
    Rank,
    /// Two cards of a rank and a colour.
    RankAndColour,
}

/// The odd card: `joker`, `unknown`, or the card that is out, such as ♣Q.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Odd(pub OddCard);

impl FromStr for Odd {
    type Err = String;

    fn from_str(text: &str) -> Result<Odd, String> {
        match text.trim() {
            "joker" => Ok(Odd(OddCard::Joker)),
            "unknown" => Ok(Odd(OddCard::Unknown)),
            card => card
                .parse::<Card>()
                .map(|card| Odd(OddCard::Removed(card)))
                .map_err(|error| {
                    format!(
                        "it must be joker, unknown, or the card that is out, such as ♣Q: {error}"
                    )
                }),
        }
    }
}

impl TryFrom<String> for Odd {
    type Error = String;

    fn try_from(text: String) -> Result<Odd, String> {
        text.parse()
    }
}

/// The rules of a preset with what is asked for otherwise.
pub(super) fn rules(
    preset: Preset,
    players: usize,
    draws: Option<Draws>,
    odd: Option<Odd>,
    pairs: Option<Pairs>,
) -> Rules {
    let preset = match preset {
        Preset::Document => Rules::DOCUMENT,
        Preset::Standard => Rules::STANDARD,
        Preset::JijiNuki => Rules::JIJI_NUKI,
    };
    Rules {
        players,
        draw_from: match draws {
            None => preset.draw_from,
            Some(Draws::Any) => DrawFrom::Any,
            Some(Draws::Previous) => DrawFrom::Previous,
            Some(Draws::Next) => DrawFrom::Next,
        },
        odd_card: odd.map_or(preset.odd_card, |odd| odd.0),
        matching: match pairs {
            None => preset.matching,
            Some(Pairs::Rank) => Matching::Rank,
            Some(Pairs::RankAndColour) => Matching::RankAndColour,
        },
        ..preset
    }
}
