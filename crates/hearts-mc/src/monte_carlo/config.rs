use core::fmt;
use std::time::Duration;

/// How much a decision may cost.
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
    /// What the player wants.
    pub objective: Objective,
    /// On how many threads of the current pool of `rayon` a decision is made, 1 or
    /// more. Within a budget of playouts it does not change the decision. Without the
    /// feature `parallel` it is made on one.
    pub threads: usize,
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
        ];
        let mut place = 0;
        while place < thresholds.len() {
            let (field, value) = thresholds[place];
            if value.is_nan() || value < 0.0 {
                return Err(ConfigError::Threshold { field, value });
            }
            place += 1;
        }
        if self.threads == 0 {
            return Err(ConfigError::NoThreads);
        }
        Ok(())
    }
}

impl Default for MonteCarloConfig {
    /// 1500 learned playouts, about a millisecond.
    fn default() -> MonteCarloConfig {
        MonteCarloConfig {
            budget: Budget::Playouts(1500),
            policy: PlayoutPolicy::Learned,
            gate: 1.0,
            elimination: 2.5,
            moon_share: 0.5,
            objective: Objective::Points,
            threads: 1,
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
    /// [`MonteCarloConfig::threads`] is 0.
    NoThreads,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Threshold { field, value } => {
                write!(f, "{field} is {value}; it must be 0 or more")
            }
            ConfigError::NoThreads => f.write_str("threads is 0; it must be 1 or more"),
        }
    }
}

impl core::error::Error for ConfigError {}
