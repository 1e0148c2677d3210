//! Rules as text: a preset, and what departs from it.

use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use hearts_mc::{Pass, Rules as Engine, RulesError};
use serde::{Deserialize, Serialize};

/// Rules: a preset's name and options that depart from it, as in
/// `omnibus jack=shooter moon=choice`. In JSON also an object,
/// `{"preset": "omnibus", "jack": "shooter"}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Rules(pub Engine);

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Rules, RulesError> {
        text.parse().map(Rules)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// To whom three cards are passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// To the next player.
    Left,
    /// To the player before.
    Right,
    /// To the player across the table.
    Across,
    /// To nobody.
    Hold,
}

impl From<Direction> for Pass {
    fn from(direction: Direction) -> Pass {
        match direction {
            Direction::Left => Pass::Left,
            Direction::Right => Pass::Right,
            Direction::Across => Pass::Across,
            Direction::Hold => Pass::Hold,
        }
    }
}

impl From<Pass> for Direction {
    fn from(pass: Pass) -> Direction {
        match pass {
            Pass::Left => Direction::Left,
            Pass::Right => Direction::Right,
            Pass::Across => Direction::Across,
            Pass::Hold => Direction::Hold,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_they_are_shown() {
        for (name, preset) in Engine::PRESETS {
            assert_eq!(name.parse(), Ok(Rules(preset)));
            let shown = Rules(preset).to_string();
            assert_eq!(shown.parse(), Ok(Rules(preset)), "{shown}");
        }
        let text = "omnibus, moon=choice limit=50".parse::<Rules>();
        let object = r#"{"limit": 50, "preset": "omnibus", "moon": "choice"}"#;
        assert_eq!(text, Ok(serde_json::from_str(object).unwrap()));
        assert_eq!(
            "hearts-lead=always".parse(),
            Ok(serde_json::from_str::<Rules>(r#"{"hearts_lead": "always"}"#).unwrap())
        );
    }

    #[test]
    fn wrong_rules_are_refused() {
        for (text, cause) in [
            ("", "'' are no rules; there are document, standard,"),
            ("bridge", "'bridge' are no rules"),
            ("standard omnibus", "'omnibus': an option such as"),
            ("moon=up", "moon is 'up'; it must be one of others-up,"),
            ("colour=red", "'colour' is no option of the rules"),
            ("limit=0", "it must be a number from 1 to 100000"),
            ("no-trick-bonus=5", "a number from -100000 to 0"),
            ("limit=50 limit=60", "limit is given twice"),
        ] {
            let error = text.parse::<Rules>().unwrap_err().to_string();
            assert!(error.contains(cause), "{error}");
        }
        for (json, cause) in [
            ("7", "expected rules such as"),
            (r#"{"moon": []}"#, "moon must be a name or a number"),
            (r#"{"colour": 1}"#, "'colour' is no option of the rules"),
            (r#"{"limit": 1, "limit": 1}"#, "limit is given twice"),
            (
                r#"{"preset": "standard", "preset": "standard"}"#,
                "preset is given twice",
            ),
        ] {
            let error = serde_json::from_str::<Rules>(json).unwrap_err();
            assert!(error.to_string().contains(cause), "{error}");
        }
    }
}
