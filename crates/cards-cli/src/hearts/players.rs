//! Players by name.

use std::fmt;
use std::str::FromStr;

use hearts_mc::{Greedy, PublishedPlayer, Random, Strategy};
use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize, Serializer};

use super::monte_carlo::{Budget, monte_carlo};
use crate::input::PlayerName;

/// A player: `random`, `published`, `published-greedy`, `greedy` or `monte-carlo`;
/// the last one with its budget behind a colon, as in `monte-carlo:5000` or
/// `monte-carlo:20ms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Any legal card.
    Random,
    /// The document's program's seat 0.
    Published,
    /// The document's program's other seats.
    PublishedGreedy,
    /// The document's greedy player, put right.
    Greedy,
    /// The Monte-Carlo player.
    MonteCarlo(Budget),
}

impl Player {
    /// A player at the table.
    pub(super) fn strategy(self) -> Box<dyn Strategy> {
        match self {
            Player::Random => Box::new(Random),
            Player::Published => Box::new(PublishedPlayer::Simulating),
            Player::PublishedGreedy => Box::new(PublishedPlayer::Greedy),
            Player::Greedy => Box::new(Greedy),
            Player::MonteCarlo(budget) => Box::new(monte_carlo(budget)),
        }
    }
}

impl Default for Player {
    fn default() -> Player {
        Player::MonteCarlo(Budget::default())
    }
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Player, String> {
        let (name, budget) = match text.split_once(':') {
            Some((name, budget)) => (name, Some(budget)),
            None => (text, None),
        };
        let shown = text.escape_debug();
        let player = match name {
            "random" => Player::Random,
            "published" => Player::Published,
            "published-greedy" => Player::PublishedGreedy,
            "greedy" => Player::Greedy,
            "monte-carlo" => {
                let budget = budget.map_or(Ok(Budget::default()), str::parse);
                return budget
                    .map(Player::MonteCarlo)
                    .map_err(|error| format!("'{shown}': {error}"));
            }
            _ => {
                return Err(format!(
                    "'{shown}' is no player; there are random, published, published-greedy, greedy and monte-carlo"
                ));
            }
        };
        match budget {
            None => Ok(player),
            Some(_) => Err(format!("'{shown}': this player has no budget")),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Random => f.write_str("random"),
            Player::Published => f.write_str("published"),
            Player::PublishedGreedy => f.write_str("published-greedy"),
            Player::Greedy => f.write_str("greedy"),
            Player::MonteCarlo(budget) => write!(f, "monte-carlo:{budget}"),
        }
    }
}

impl Serialize for Player {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Player {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

impl PlayerName for Player {
    const EXPECTED: &'static str =
        "players such as \"monte-carlo greedy greedy random\", or a list of players";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_as_they_are_shown() {
        for name in [
            "random",
            "published",
            "published-greedy",
            "greedy",
            "monte-carlo:5000",
            "monte-carlo:20ms",
        ] {
            assert_eq!(name.parse::<Player>().unwrap().to_string(), name);
        }
        assert_eq!("monte-carlo".parse(), Ok(Player::default()));
        for (name, cause) in [
            ("", "'' is no player"),
            ("Random", "'Random' is no player"),
            ("greedy:5", "'greedy:5': this player has no budget"),
            ("monte-carlo:", "'monte-carlo:': a budget is"),
            ("monte-carlo:0", "a budget is"),
            ("monte-carlo:-5", "a budget is"),
            ("monte-carlo:0ms", "a budget is"),
            ("monte-carlo:5s", "a budget is"),
            ("monte-carlo:99999999999999999999", "a budget is"),
        ] {
            let error = name.parse::<Player>().unwrap_err();
            assert!(error.contains(cause), "{error}");
        }
    }
}
