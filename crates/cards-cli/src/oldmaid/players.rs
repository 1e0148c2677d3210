//! Players by name.

use std::fmt;
use std::str::FromStr;

use oldmaid_infer::Rules;
use oldmaid_infer::exact::{OpenGame, OpenGameError, Skill};
use oldmaid_infer::policy::{
    DocumentFormula, DocumentPlayer, LargestHand, LookAhead, Myopic, OpenValues, Policy,
    RandomTarget, Rollouts, SmallestHand, StaticPosterior,
};
use serde::de::Deserializer;
use serde::{Deserialize, Serialize, Serializer};

use crate::Refusal;
use crate::input::PlayerName;

/// A player: `random`, `largest`, `smallest`, `formula`, `document`, `static`, `myopic`,
/// `look-ahead`, `rollouts` or `keen`; those from `static` to `rollouts` may have a
/// number behind a colon, as in `myopic:0.5`: λ, λ, the skill, the games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Player {
    /// Any seat.
    Random,
    /// The largest hand.
    Largest,
    /// The smallest hand.
    Smallest,
    /// The document's k / H.
    Formula,
    /// The document's player.
    Document,
    /// The static posterior, with λ.
    Static(f64),
    /// The exact posterior, with λ.
    Myopic(f64),
    /// One step ahead, then open hands with a skill; without one, with that of a player
    /// who does not see the hands.
    LookAhead(Option<f64>),
    /// The same without a number, for others who half the time draw where a pair is
    /// likeliest.
    Keen,
    /// This many games played to the end.
    Rollouts(usize),
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Player, String> {
        let (name, number) = match text.split_once(':') {
            Some((name, number)) => (name, Some(number)),
            None => (text, None),
        };
        let shown = text.escape_default();
        let real = |default: f64| match number.map(str::parse::<f64>) {
            None => Ok(default),
            Some(Ok(number)) if number.is_finite() && number >= 0.0 => Ok(number),
            Some(_) => Err(format!(
                "'{shown}': behind the colon a number of at least 0 is due"
            )),
        };
        let player = match name {
            "static" => return real(0.25).map(Player::Static),
            "myopic" => return real(0.25).map(Player::Myopic),
            "look-ahead" => {
                let skill = number.map(|_| real(0.0)).transpose();
                return skill.map(Player::LookAhead);
            }
            "rollouts" => {
                let games = number.map_or(Ok(ROLLOUTS), str::parse);
                return match games {
                    Ok(games @ 1..=1_000_000) => Ok(Player::Rollouts(games)),
                    _ => Err(format!(
                        "'{shown}': behind the colon 1 to 1000000 games are due"
                    )),
                };
            }
            "random" => Player::Random,
            "largest" => Player::Largest,
            "smallest" => Player::Smallest,
            "formula" => Player::Formula,
            "document" => Player::Document,
            "keen" => Player::Keen,
            _ => {
                return Err(format!(
                    "'{shown}' is no player; there are random, largest, smallest, formula, document, static, myopic, look-ahead, rollouts and keen"
                ));
            }
        };
        match number {
            None => Ok(player),
            Some(_) => Err(format!("'{shown}': this player has no number")),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Random => f.write_str("random"),
            Player::Largest => f.write_str("largest"),
            Player::Smallest => f.write_str("smallest"),
            Player::Formula => f.write_str("formula"),
            Player::Document => f.write_str("document"),
            Player::Static(lambda) => write!(f, "static:{lambda}"),
            Player::Myopic(lambda) => write!(f, "myopic:{lambda}"),
            Player::LookAhead(None) => f.write_str("look-ahead"),
            Player::LookAhead(Some(skill)) => write!(f, "look-ahead:{skill}"),
            Player::Keen => f.write_str("keen"),
            Player::Rollouts(games) => write!(f, "rollouts:{games}"),
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
            .map_err(serde::de::Error::custom)
    }
}

/// How many games the rollouts player plays for each seat, if nothing is said; a move
/// takes some milliseconds.
pub(super) const ROLLOUTS: usize = 4000;

/// What the look-ahead players take the open game to be: their own skill, and how keen
/// on pairs the others are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Assumed {
    skill: Skill,
    keenness: f64,
}

impl Player {
    /// What a look-ahead player assumes; `None` for other players.
    pub(super) fn assumed(self) -> Option<Assumed> {
        let (skill, keenness) = match self {
            Player::LookAhead(skill) => (skill.map_or(Skill::HIDDEN, Skill::mixed), 0.0),
            Player::Keen => (Skill::HIDDEN, 0.5),
            _ => return None,
        };
        Some(Assumed { skill, keenness })
    }
}

impl PlayerName for Player {
    const EXPECTED: &'static str = "players such as \"myopic random random\", or a list of players";
}

/// The tables of the last rules and skills that were asked for; each takes up to some
/// 10 MB.
#[derive(Debug, Default)]
pub struct OpenValuesMemory {
    /// The last used one last.
    tables: Vec<(Rules, Assumed, OpenValues)>,
}

impl OpenValuesMemory {
    /// How many tables are kept.
    const MOST: usize = 4;

    pub(super) fn of(
        &mut self,
        rules: &Rules,
        assumed: Assumed,
    ) -> Result<OpenValues, OpenGameError> {
        let known =
            |(other, level, _): &(Rules, Assumed, OpenValues)| other == rules && *level == assumed;
        match self.tables.iter().position(known) {
            Some(place) => self.tables[place..].rotate_left(1),
            None => {
                let game = OpenGame::new(rules)?.with_keen_others(assumed.keenness);
                let values = OpenValues::of_game(game, assumed.skill);
                if self.tables.len() == OpenValuesMemory::MOST {
                    self.tables.remove(0);
                }
                self.tables.push((*rules, assumed, values));
            }
        }
        let last = self.tables.len() - 1;
        Ok(self.tables[last].2.clone())
    }

    /// The policy of a player under these rules.
    pub(super) fn policy(
        &mut self,
        player: Player,
        rules: &Rules,
    ) -> Result<Box<dyn Policy>, Refusal> {
        if let Some(assumed) = player.assumed() {
            let values = self
                .of(rules, assumed)
                .map_err(|error| no_look_ahead(&error))?;
            return Ok(Box::new(LookAhead::new(&values)));
        }
        Ok(match player {
            Player::Largest => Box::new(LargestHand),
            Player::Smallest => Box::new(SmallestHand),
            Player::Formula => Box::new(DocumentFormula),
            Player::Document => Box::new(DocumentPlayer::new(8.0)),
            Player::Static(lambda) => Box::new(StaticPosterior::new(lambda)),
            Player::Myopic(lambda) => Box::new(Myopic::new(lambda)),
            Player::Rollouts(games) => Box::new(Rollouts::new(games)),
            Player::Random | Player::LookAhead(_) | Player::Keen => Box::new(RandomTarget),
        })
    }
}

pub(super) fn no_look_ahead(error: &OpenGameError) -> Refusal {
    Refusal::Input(format!(
        "look-ahead does not play by these rules ({error}); try rollouts or myopic"
    ))
}
