use core::fmt;
use std::time::Duration;

use super::last_tricks::LastTricks;
use super::opponents::OpponentModel;
use super::schedule::Schedule;

/// How much a decision may cost. It costs less where one candidate is soon clearly
/// the best: see [`MonteCarloConfig::elimination`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Budget {
    /// So many playouts, at least one a candidate. The same seed gives the same
    /// decision.
    Playouts(u64),
    /// So much time, and at least one playout a candidate. How many playouts that is
    /// depends on the machine.
    Time(Duration),
}

/// How the players of a playout choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum PlayoutPolicy {
    /// Uniformly at random, as in the document.
    Uniform,
    /// By a few fixed rules: lead low, duck, give the dangerous cards away.
    Quick,
    /// By the weights that were learned from the Monte-Carlo player's own
    /// decisions.
    Learned,
}

/// What a player wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Objective {
    /// Few points in the deal: the value of a result is the mean of the others' scores
    /// less the own.
    Points,
    /// To win the match: once a player is within 52 points of the limit, two of the
    /// worst deals, the value of a result is the chance to win the match after it
    /// ([`win_chances`](crate::win_chances)); before, it is as for
    /// [`Objective::Points`]. What to make of a moon is decided by the same chance.
    ///
    /// It is not the default, since no gain was found: in 130 duplicate matches to 52,
    /// half the difference in wins was −0.009 ± 0.012, and the place of one such player
    /// among three for points was 2.73 ± 0.05 where 2.5 is equal (`cargo run --release -p
    /// hearts-mc --features parallel --example matches -- 52 130 120 2027`).
    Match,
}

/// The settings of a [`MonteCarlo`](crate::MonteCarlo) player.
///
/// With the feature `serde`, fields that are left out have their defaults, and
/// settings that [`MonteCarloConfig::check`] refuses are not read.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(remote = "Self", default, deny_unknown_fields)
)]
pub struct MonteCarloConfig {
    /// What a decision may cost.
    pub budget: Budget,
    /// How many times the playouts of a play a pass may cost, which is one
    /// decision a deal and the most important one. A budget of time is the same
    /// for both.
    pub pass_multiple: u64,
    /// How playouts are played.
    pub policy: PlayoutPolicy,
    /// By how many standard errors another candidate must be better on the same
    /// worlds than the playout policy's own choice to be taken instead of it. If it
    /// is infinite, none is.
    #[cfg_attr(feature = "serde", serde(with = "crate::record::number"))]
    pub gate: f64,
    /// By how many standard errors a candidate must be behind the best to be
    /// given up early. If it is infinite, none is.
    #[cfg_attr(feature = "serde", serde(with = "crate::record::number"))]
    pub elimination: f64,
    /// The share of worlds in which shooting the moon must succeed before it is
    /// tried. Above 1 it never is.
    #[cfg_attr(feature = "serde", serde(with = "crate::record::number"))]
    pub moon_share: f64,
    /// How much the worlds are weighed by the cards that were received: the giver
    /// is taken to choose among all passes with chances in proportion to the
    /// exponential of so many times their learned scores. At 0 all worlds are
    /// equally likely.
    #[cfg_attr(feature = "serde", serde(with = "crate::record::number"))]
    pub pass_sharpness: f64,
    /// How much the own moons of the playouts are doubted: with 0 they count as they
    /// come; with 1 as many of them are taken to fail as the calibration of
    /// [`Advice::moon_chances`](crate::Advice) says, which is right among players
    /// like this one, who stop more moons than the players of a playout do; between
    /// them, in proportion. Against players who stop nobody 0 is best.
    #[cfg_attr(feature = "serde", serde(with = "crate::record::number"))]
    pub moon_doubt: f64,
    /// What a decision costs by the number of cards in the hand, instead of
    /// `budget`.
    pub schedule: Option<Schedule>,
    /// Whose moons count in the value of a playout.
    pub moons: CountedMoons,
    /// What the others' plays tell about whether they shoot the moon; if `None`,
    /// the others of a playout all follow its policy.
    pub opponents: Option<OpponentModel>,
    /// How the last tricks are decided exactly; if `None`, by playouts as the others.
    pub last_tricks: Option<LastTricks>,
    /// What the player wants.
    pub objective: Objective,
    /// On how many threads of the current pool of `rayon` a decision is made, 1 or
    /// more. Within a budget of playouts it does not change the decision. Without the
    /// feature `parallel` it is made on one.
    pub threads: usize,
}

/// Whose moons count in the value of a playout. A moon that does not is all the
/// points on one player and none on the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum CountedMoons {
    /// Everybody's, as the rules have it.
    All,
    /// The own ones: the player does not mind when another takes everything.
    Own,
    /// Nobody's: as in the document's simulator, points are points.
    None,
}

impl MonteCarloConfig {
    /// Whether the settings make sense. A player of others does not panic either: it
    /// takes NaN for a threshold that is never reached, and no threads for one.
    ///
    /// # Errors
    /// If a threshold is negative or NaN, or there are no threads.
    pub const fn check(&self) -> Result<(), ConfigError> {
        let thresholds = [
            ("gate", self.gate),
            ("elimination", self.elimination),
            ("moon_share", self.moon_share),
            ("pass_sharpness", self.pass_sharpness),
            ("moon_doubt", self.moon_doubt),
        ];
        let mut place = 0;
        while place < thresholds.len() {
            let (field, value) = thresholds[place];
            if value.is_nan() || value < 0.0 {
                return Err(ConfigError::Threshold { field, value });
            }
            place += 1;
        }
        if self.moon_doubt > 1.0 {
            return Err(ConfigError::Chance {
                field: "moon_doubt",
                value: self.moon_doubt,
            });
        }
        if let Some(model) = &self.opponents
            && let Err(error) = model.check()
        {
            return Err(error);
        }
        if self.threads == 0 {
            return Err(ConfigError::NoThreads);
        }
        Ok(())
    }
}

impl Default for MonteCarloConfig {
    /// 1500 learned playouts: about a millisecond a play on average, three or four at
    /// the beginning of a deal, and some fifteen for a pass.
    fn default() -> MonteCarloConfig {
        MonteCarloConfig {
            budget: Budget::Playouts(1500),
            pass_multiple: 4,
            policy: PlayoutPolicy::Learned,
            gate: 1.0,
            elimination: 2.5,
            moon_share: 0.5,
            pass_sharpness: 0.0,
            moon_doubt: 0.0,
            schedule: None,
            moons: CountedMoons::All,
            opponents: None,
            last_tricks: None,
            objective: Objective::Points,
            threads: 1,
        }
    }
}

impl MonteCarloConfig {
    /// The document's player as it was meant, on deals that agree with what its
    /// seat has seen: [`Schedule::DOCUMENT`], random playouts, the candidate of
    /// the best mean, and the moon when more than 0.6 of the worlds succeed (its
    /// second extension). Its program sees all hands and tries five candidates at
    /// most: [`PublishedPlayer::Simulating`](crate::PublishedPlayer) has that
    /// without the sight.
    #[must_use]
    pub fn document() -> MonteCarloConfig {
        MonteCarloConfig {
            policy: PlayoutPolicy::Uniform,
            gate: 0.0,
            moon_share: 0.6,
            schedule: Some(Schedule::DOCUMENT),
            ..MonteCarloConfig::default()
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for MonteCarloConfig {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        MonteCarloConfig::serialize(self, serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for MonteCarloConfig {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let config = MonteCarloConfig::deserialize(deserializer)?;
        config.check().map_err(serde::de::Error::custom)?;
        Ok(config)
    }
}

/// Settings that make no sense.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ConfigError {
    /// A threshold that is negative or NaN.
    Threshold {
        /// The field.
        field: &'static str,
        /// What it is set to.
        value: f64,
    },
    /// A chance or a share that is not from 0 to 1.
    Chance {
        /// The field.
        field: &'static str,
        /// What it is set to.
        value: f64,
    },
    /// [`OpponentModel::worlds`] is 0 or more than [`OpponentModel::MOST_WORLDS`].
    Worlds(usize),
    /// [`MonteCarloConfig::threads`] is 0.
    NoThreads,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Threshold { field, value } => {
                write!(f, "{field} is {value}; it must be 0 or more")
            }
            ConfigError::Chance { field, value } => {
                write!(f, "{field} is {value}; it must be 0 to 1")
            }
            ConfigError::Worlds(worlds) => write!(
                f,
                "an opponent model of {worlds} worlds; it must have 1 to {}",
                OpponentModel::MOST_WORLDS
            ),
            ConfigError::NoThreads => f.write_str("threads is 0; it must be 1 or more"),
        }
    }
}

impl core::error::Error for ConfigError {}
