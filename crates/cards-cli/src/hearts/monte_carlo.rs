//! The Monte-Carlo player's budget, and what it says of each choice.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use cards_core::{BySeat, Card, CardSet, random};
use clap::ValueEnum;
use hearts_mc::worlds::Worlds;
use hearts_mc::{AdviceError, MonteCarlo, MonteCarloConfig, View};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use crate::Refusal;

/// How much a decision may cost: `5000` playouts, or `20ms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many playouts. The same seed gives the same decision.
    Playouts(u64),
    /// So many milliseconds.
    Milliseconds(u64),
}

impl Budget {
    /// The most playouts of a decision.
    pub const MOST_PLAYOUTS: u64 = 100_000_000;
    /// The longest time of a decision, in milliseconds.
    pub const MOST_MILLISECONDS: u64 = 600_000;

    /// A budget of options of which at most one is given.
    pub(super) fn of(playouts: Option<u64>, time: Option<u64>) -> Result<Budget, String> {
        let budget = match (playouts, time) {
            (None, None) => return Ok(Budget::default()),
            (Some(playouts), None) => Budget::Playouts(playouts),
            (None, Some(time)) => Budget::Milliseconds(time),
            (Some(_), Some(_)) => return Err("playouts or time, not both".to_owned()),
        };
        budget.checked().ok_or_else(|| match budget {
            Budget::Playouts(playouts) => format!(
                "playouts are {playouts}; they must be 1 to {}",
                Budget::MOST_PLAYOUTS
            ),
            Budget::Milliseconds(time) => format!(
                "the time is {time}; it must be 1 to {} milliseconds",
                Budget::MOST_MILLISECONDS
            ),
        })
    }

    fn checked(self) -> Option<Budget> {
        let within = match self {
            Budget::Playouts(playouts) => (1..=Budget::MOST_PLAYOUTS).contains(&playouts),
            Budget::Milliseconds(time) => (1..=Budget::MOST_MILLISECONDS).contains(&time),
        };
        within.then_some(self)
    }
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::Playouts(10_000)
    }
}

impl FromStr for Budget {
    type Err = String;

    fn from_str(text: &str) -> Result<Budget, String> {
        let number = |digits: &str| digits.parse().ok();
        let budget = match text.strip_suffix("ms") {
            Some(digits) => number(digits).map(Budget::Milliseconds),
            None => number(text).map(Budget::Playouts),
        };
        budget.and_then(Budget::checked).ok_or_else(|| {
            format!(
                "a budget is 1 to {} playouts, such as 5000, or 1ms to {}ms",
                Budget::MOST_PLAYOUTS,
                Budget::MOST_MILLISECONDS
            )
        })
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Playouts(playouts) => write!(f, "{playouts}"),
            Budget::Milliseconds(time) => write!(f, "{time}ms"),
        }
    }
}

/// What a player's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// The mean of the others' scores less the own.
    Points,
    /// Near the end of the match the chance to win it.
    Match,
}

impl From<Objective> for hearts_mc::Objective {
    fn from(objective: Objective) -> hearts_mc::Objective {
        match objective {
            Objective::Points => hearts_mc::Objective::Points,
            Objective::Match => hearts_mc::Objective::Match,
        }
    }
}

impl From<hearts_mc::Objective> for Objective {
    fn from(objective: hearts_mc::Objective) -> Objective {
        match objective {
            hearts_mc::Objective::Points => Objective::Points,
            hearts_mc::Objective::Match => Objective::Match,
        }
    }
}

/// How many threads a decision may be made on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u64")]
pub struct Threads(pub(super) usize);

impl Threads {
    /// The most threads.
    pub const MOST: u64 = 256;
}

impl Default for Threads {
    fn default() -> Threads {
        Threads(1)
    }
}

impl TryFrom<u64> for Threads {
    type Error = String;

    fn try_from(threads: u64) -> Result<Threads, String> {
        match usize::try_from(threads) {
            Ok(number) if (1..=Threads::MOST).contains(&threads) => Ok(Threads(number)),
            _ => {
                let most = Threads::MOST;
                Err(format!("threads are {threads}; they must be 1 to {most}"))
            }
        }
    }
}

impl FromStr for Threads {
    type Err = String;

    fn from_str(text: &str) -> Result<Threads, String> {
        let number = text.parse::<u64>();
        let most = Threads::MOST;
        number.map_or_else(
            |_| Err(format!("threads must be a number from 1 to {most}")),
            Threads::try_from,
        )
    }
}

impl fmt::Display for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The player with a budget.
pub(super) fn monte_carlo(budget: Budget) -> MonteCarlo {
    MonteCarlo::new(MonteCarloConfig {
        budget: match budget {
            Budget::Playouts(playouts) => hearts_mc::Budget::Playouts(playouts),
            Budget::Milliseconds(time) => hearts_mc::Budget::Time(Duration::from_millis(time)),
        },
        // The budget is said of any decision.
        pass_multiple: 1,
        ..MonteCarloConfig::default()
    })
}

/// What the player says of the cards that may be played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayFigures {
    /// Whether the card is chosen to shoot the moon.
    pub shoots: bool,
    /// What the values are: chances to win the match, or points.
    pub objective: Objective,
    /// Every legal card.
    pub plays: Vec<AdvisedPlay>,
    /// The deals that the cards were tried on.
    pub worlds: u64,
    /// The deals played to their end.
    pub playouts: u64,
    /// The chance that each seat shoots the moon: the share of the playouts, calibrated
    /// on deals between such players.
    pub moons: BySeat<f64>,
}

/// A card and what it brings on average.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AdvisedPlay {
    /// The card.
    pub card: Card,
    /// The mean of the others' scores less the own, or the chance to win the match:
    /// greater is better.
    pub value: f64,
    /// The own score.
    pub points: f64,
    /// The standard error of `value`; null if one deal was tried.
    pub standard_error: Option<f64>,
    /// The share of deals in which the seat shoots the moon.
    pub moon: f64,
    /// The deals that it was tried on.
    pub worlds: u64,
}

/// What the player says of the cards that may be passed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PassFigures {
    /// Whether the cards are chosen to shoot the moon.
    pub shoots: bool,
    /// What the values are: chances to win the match, or points.
    pub objective: Objective,
    /// The passes that were tried.
    pub passes: Vec<AdvisedPass>,
}

/// Three cards and what passing them brings on average.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AdvisedPass {
    /// The three cards.
    pub cards: Vec<Card>,
    /// Whether they are passed to shoot the moon: the same cards may stand twice.
    pub shoots: bool,
    /// The mean of the others' scores less the own, or the chance to win the match:
    /// greater is better.
    pub value: f64,
    /// The own score.
    pub points: f64,
    /// The standard error of `value`; null if one deal was tried.
    pub standard_error: Option<f64>,
    /// The share of deals in which the seat shoots the moon.
    pub moon: f64,
}

/// The player, and the figures that go with its choices. Everything that the
/// program takes from the library's player is in this file.
#[derive(Debug)]
pub(super) struct Adviser {
    pub(super) player: MonteCarlo,
}

impl Adviser {
    pub(super) fn new(budget: Budget, threads: Threads, objective: Option<Objective>) -> Adviser {
        let config = *monte_carlo(budget).config();
        Adviser {
            player: MonteCarlo::new(MonteCarloConfig {
                threads: threads.0,
                objective: objective.map_or(config.objective, Into::into),
                ..config
            }),
        }
    }

    /// A card to play, and why, for a seat whose last card was played to shoot the moon
    /// or not.
    pub(super) fn play(
        &self,
        view: &View,
        shooting: bool,
        seed: u64,
    ) -> Result<(Card, PlayFigures), AdviceError> {
        let player = self.player.clone().with_shooting(shooting);
        let advice = player.advise(view, decision_seed(seed))?;
        let plays = advice.plays.iter().map(|play| AdvisedPlay {
            card: play.card,
            value: play.value,
            points: play.points,
            standard_error: play.standard_error,
            moon: play.moon,
            worlds: play.worlds as u64,
        });
        let figures = PlayFigures {
            shoots: advice.shoots,
            objective: advice.objective.into(),
            plays: plays.collect(),
            worlds: advice.worlds as u64,
            playouts: advice.playouts,
            moons: advice.moon_chances,
        };
        Ok((advice.choice, figures))
    }

    /// Three cards to pass, and why.
    pub(super) fn pass(
        &self,
        view: &View,
        seed: u64,
    ) -> Result<(CardSet, PassFigures), AdviceError> {
        let advice = self.player.advise_pass(view, decision_seed(seed))?;
        let passes = advice.passes.iter().map(|pass| AdvisedPass {
            cards: pass.cards.iter().collect(),
            shoots: pass.shoots,
            value: pass.value,
            points: pass.points,
            standard_error: pass.standard_error,
            moon: pass.moon,
        });
        let figures = PassFigures {
            shoots: advice.shoots,
            objective: advice.objective.into(),
            passes: passes.collect(),
        };
        Ok((advice.choice, figures))
    }
}

/// The seed of a decision that a strategy would draw itself.
fn decision_seed(seed: u64) -> u64 {
    random::trial_rng::<Pcg64Mcg>(seed, 0).next_u64()
}

/// How many deals agree with a view.
pub(super) fn possible(view: &View) -> Result<u128, Refusal> {
    Ok(Worlds::new(&view.constraints())?.count())
}
