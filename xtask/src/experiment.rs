//! What an experiment is: a deterministic record a trial, and a report from
//! the records. Parallel runs, record files and resuming follow from that shape.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::report::Report;

/// What is known of an experiment without running it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Info {
    /// Its name, `GAME/EXPERIMENT`.
    pub name: &'static str,
    /// What it shows, in a line.
    pub title: &'static str,
    /// The document's section that it reproduces.
    pub source: &'static str,
    /// The trials of a full run.
    pub trials: Trials,
    /// The trials of a `--quick` run.
    pub quick: Trials,
    /// Where the trials' random numbers come from.
    pub randomness: Randomness,
}

impl Info {
    /// The game's part of the name.
    #[must_use]
    pub fn game(&self) -> &'static str {
        self.name
            .split_once('/')
            .map_or(self.name, |(game, _)| game)
    }

    /// The trials of a run that may ask for other ones than the experiment's own.
    #[must_use]
    pub fn trials_of(&self, quick: bool, first: Option<i64>, count: Option<u64>) -> Trials {
        let own = if quick { self.quick } else { self.trials };
        Trials {
            first: first.unwrap_or(own.first),
            count: count.unwrap_or(own.count),
        }
    }

    /// The name of its record file: `GAME-EXPERIMENT.jsonl`.
    #[must_use]
    pub fn record_file(&self) -> String {
        format!("{}.jsonl", self.name.replace('/', "-"))
    }
}

/// Where an experiment's random numbers come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Randomness {
    /// The trial's index is the seed of the document's own generator; `--seed`
    /// has no effect.
    Document,
    /// The generator of a trial is seeded from `--seed` and the trial's index.
    Seeded,
}

/// A run of consecutive trials. Indices may be negative, since a published
/// experiment's index is a Java `long`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Trials {
    /// The first index.
    pub first: i64,
    /// How many; at least 1.
    pub count: u64,
}

impl Trials {
    /// `count` trials from index 0 on.
    #[must_use]
    pub const fn up_to(count: u64) -> Trials {
        Trials { first: 0, count }
    }

    /// The index at a place of the run, counted from 0.
    #[must_use]
    pub const fn index(self, place: u64) -> i64 {
        self.first.wrapping_add_unsigned(place)
    }

    /// The last index.
    #[must_use]
    pub const fn last(self) -> i64 {
        self.index(self.count - 1)
    }

    /// Whether there is an index for every trial.
    #[must_use]
    pub const fn fit(self) -> bool {
        self.first.checked_add_unsigned(self.count - 1).is_some()
    }
}

impl fmt::Display for Trials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.first, self.last())
    }
}

/// The outcome of one trial: a line of a record file.
pub trait Record: Serialize + DeserializeOwned + Send + Sync {
    /// The trial's index.
    fn trial(&self) -> i64;
}

/// An experiment.
pub trait Experiment: Send + Sync {
    /// The outcome of one trial.
    type Record: Record;

    /// What is known without running it.
    fn info(&self) -> Info;

    /// Runs one trial. The result depends on the index and the seed alone.
    fn trial(&self, index: i64, seed: u64) -> Self::Record;

    /// The report on the records of these trials, in trial order.
    fn summarise(&self, trials: Trials, records: &[Self::Record]) -> Report;

    /// The name of the figure of its report that matters most and has a standard
    /// error, which `--until-se` looks at; `None` if there is none.
    fn headline(&self) -> Option<&'static str> {
        None
    }

    /// Adds to the report on these trials what only this machine can tell, such as
    /// times.
    fn times(&self, _trials: Trials, _report: &mut Report) {}

    /// What else was noticed in this process and differs from run to run, such as
    /// times: a line for the standard error after the run.
    fn aside(&self) -> Option<String> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trial_has_an_index_or_the_run_does_not_fit() {
        let trials = |first, count| Trials { first, count };
        assert!(trials(i64::MAX, 1).fit() && !trials(i64::MAX, 2).fit());
        assert!(trials(i64::MIN, u64::MAX).fit() && !trials(i64::MIN + 2, u64::MAX).fit());
        assert_eq!(trials(i64::MIN, u64::MAX).last(), i64::MAX - 1);
        assert_eq!(trials(-3, 4).to_string(), "-3 to 0");
    }
}
