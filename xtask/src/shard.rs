//! A run in parts: contiguous slices of its trials, each run by a process of its
//! own, on any machine, and what is written of a part so that it is told from
//! the parts of other runs.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use crate::experiment::{Info, Randomness, Trials};
use crate::records;

/// The program's version, with a digest of the sources that results depend on.
pub const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "+sources.",
    env!("XTASK_SOURCES")
);

/// One of the parts of a run, counted from 1.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// The `number`-th of `of` parts; `None` unless 1 ≤ number ≤ of.
    #[must_use]
    pub const fn new(number: u64, of: u64) -> Option<Shard> {
        if number >= 1 && number <= of {
            Some(Shard { number, of })
        } else {
            None
        }
    }

    /// Which part it is, from 1.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.number
    }

    /// Of how many.
    #[must_use]
    pub const fn of(self) -> u64 {
        self.of
    }

    /// Its trials. Those of all parts follow each other and are all of the run's;
    /// their numbers differ by one at most. None if there are fewer trials than parts.
    #[must_use]
    pub const fn slice(self, whole: Trials) -> Option<Trials> {
        if whole.count < self.of {
            return None;
        }
        let from = self.boundary(self.number - 1, whole.count);
        let to = self.boundary(self.number, whole.count);
        Some(Trials {
            first: whole.index(from),
            count: to - from,
        })
    }

    const fn boundary(self, part: u64, count: u64) -> u64 {
        // As 128 bits, in which the product always fits.
        (part as u128 * count as u128 / self.of as u128) as u64
    }

    /// The name of its record file: `GAME-EXPERIMENT.K-of-N.jsonl`.
    #[must_use]
    pub fn record_file(self, info: &Info) -> String {
        let name = info.record_file();
        let stem = name.strip_suffix(".jsonl").unwrap_or(&name);
        format!("{stem}.{}-of-{}.jsonl", self.number, self.of)
    }

    /// The name of what is written beside it: `GAME-EXPERIMENT.K-of-N.json`.
    #[must_use]
    pub fn manifest_file(self, info: &Info) -> String {
        let name = self.record_file(info);
        name.strip_suffix('l').unwrap_or(&name).to_owned()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let refused = || "it must be K/N, the K-th of N parts, with K from 1 to N".to_owned();
        let part = |text: &str| {
            let plain = text.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| text.parse().ok()).flatten()
        };
        let (number, of) = text.split_once('/').ok_or_else(refused)?;
        let (Some(number), Some(of)) = (part(number), part(of)) else {
            return Err(refused());
        };
        Shard::new(number, of).ok_or_else(refused)
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Shard, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

/// What a part says of itself, in a file beside its records.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The experiment's name.
    pub experiment: String,
    /// The program's: [`VERSION`].
    pub version: String,
    /// The run's seed; null where the trials' indices are the seeds.
    pub seed: Option<u64>,
    /// The first trial of the whole run.
    pub first_trial: i64,
    /// The trials of the whole run.
    pub trials: u64,
    /// Which part it is, `K/N`.
    pub shard: Shard,
}

impl Manifest {
    /// That of a part of a run of this program.
    #[must_use]
    pub fn new(info: &Info, whole: Trials, seed: u64, shard: Shard) -> Manifest {
        Manifest {
            experiment: info.name.to_owned(),
            version: VERSION.to_owned(),
            seed: (info.randomness == Randomness::Seeded).then_some(seed),
            first_trial: whole.first,
            trials: whole.count,
            shard,
        }
    }

    /// Reads one.
    ///
    /// # Errors
    /// If the file cannot be read or is no manifest.
    pub fn read(path: &Path) -> Result<Manifest> {
        let shown = path.display();
        let unreadable = || format!("cannot read '{shown}'");
        let metadata = fs::metadata(path).with_context(unreadable)?;
        ensure!(metadata.is_file(), "'{shown}' is no regular file");
        let text = fs::read(path).with_context(unreadable)?;
        serde_json::from_slice(&text)
            .with_context(|| format!("'{shown}' does not describe a shard of an experiment"))
    }

    /// Checks that a part which was begun with `self` goes on as `now`.
    ///
    /// # Errors
    /// If it was begun as another one.
    pub fn check_goes_on_as(&self, now: &Manifest) -> Result<()> {
        ensure!(
            self == now,
            "it was begun as another run ({}); finish it with the options and the version that it was begun with, or choose another --records folder",
            self.difference(now)
        );
        Ok(())
    }

    /// In what two parts differ, other than in their number.
    #[must_use]
    pub fn difference(&self, other: &Manifest) -> String {
        let seed = |seed: Option<u64>| seed.map_or("none".to_owned(), |seed| seed.to_string());
        let pairs = [
            (
                "experiment",
                self.experiment.clone(),
                other.experiment.clone(),
            ),
            ("version", self.version.clone(), other.version.clone()),
            ("seed", seed(self.seed), seed(other.seed)),
            (
                "first trial",
                self.first_trial.to_string(),
                other.first_trial.to_string(),
            ),
            ("trials", self.trials.to_string(), other.trials.to_string()),
            (
                "shards",
                self.shard.of.to_string(),
                other.shard.of.to_string(),
            ),
        ];
        let differing = pairs.iter().filter(|(_, one, other)| one != other);
        let parts: Vec<_> = differing
            .map(|(what, one, other)| format!("{what} {one}, not {other}"))
            .collect();
        parts.join("; ")
    }

    /// The trials of the whole run.
    #[must_use]
    pub const fn whole(&self) -> Trials {
        Trials {
            first: self.first_trial,
            count: self.trials,
        }
    }

    /// Writes it to a file, at once or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        let advice = || {
            format!(
                "cannot write '{}'; choose a --records folder that you may write to",
                path.display()
            )
        };
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        write_whole(folder, path, &text).with_context(advice)
    }
}

fn write_whole(folder: &Path, path: &Path, text: &[u8]) -> io::Result<()> {
    let mut file = records::temporary(folder)?;
    file.write_all(text)?;
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(io::Error::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_the_whole() {
        for count in 1..60 {
            for of in 1..=count {
                let whole = Trials { first: -7, count };
                let mut next = whole.first;
                for number in 1..=of {
                    let slice = Shard::new(number, of).unwrap().slice(whole).unwrap();
                    assert_eq!(slice.first, next);
                    assert!(slice.count == count / of || slice.count == count / of + 1);
                    next = slice.index(slice.count);
                }
                assert_eq!(next, whole.index(count));
            }
        }
        let most = Trials {
            first: i64::MIN,
            count: u64::MAX,
        };
        let last = Shard::new(u64::MAX, u64::MAX).unwrap();
        assert_eq!(
            last.slice(most),
            Some(Trials {
                first: i64::MAX - 1,
                count: 1
            })
        );
        assert_eq!(Shard::new(1, 3).unwrap().slice(Trials::up_to(2)), None);
    }

    #[test]
    fn parts_are_read_and_written() {
        for text in ["1/1", "3/8", "18446744073709551615/18446744073709551615"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "/",
            "3",
            "0/8",
            "9/8",
            "0/0",
            "-1/8",
            "+1/8",
            "1/8/1",
            "1 / 8",
            "a/8",
            "1/",
            "18446744073709551616/1",
        ] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_differs_is_named() {
        let shard = |number| Shard::new(number, 8).unwrap();
        let one = Manifest {
            experiment: "hearts/audit".to_owned(),
            version: VERSION.to_owned(),
            seed: Some(3),
            first_trial: 0,
            trials: 100,
            shard: shard(1),
        };
        let other = Manifest {
            seed: Some(4),
            trials: 90,
            shard: shard(2),
            ..one.clone()
        };
        assert_eq!(one.difference(&other), "seed 3, not 4; trials 100, not 90");
        assert!(one.check_goes_on_as(&one).is_ok() && one.check_goes_on_as(&other).is_err());
    }
}
