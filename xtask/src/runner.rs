//! Running an experiment's trials on several threads, with the same result for
//! any number of them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use rayon::ThreadPool;

use crate::experiment::{Experiment, Info, Trials};
use crate::records::{self, Found, RecordFile};
use crate::report::Report;

/// How experiments are run.
#[derive(Debug)]
pub struct Settings {
    /// Whether to run the quick form.
    pub quick: bool,
    /// How many trials, instead of the experiment's own number.
    pub count: Option<u64>,
    /// The first trial's index, instead of the experiment's own.
    pub first: Option<i64>,
    /// The seed of experiments that have one.
    pub seed: u64,
    /// The threads that run trials.
    pub pool: ThreadPool,
    /// The folder for record files.
    pub records: Option<PathBuf>,
    /// Whether to keep the trials that record files hold already.
    pub resume: bool,
    /// Whether reports may hold times of this machine.
    pub times: bool,
}

/// An experiment that is ready to run: its earlier records are found and fit.
pub trait Prepared: Send {
    /// Opens its record file, if it is to write one.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn open(&mut self) -> Result<()>;

    /// Gives up before it has run: an empty record file is removed again.
    fn abandon(self: Box<Self>);

    /// Runs it.
    ///
    /// # Errors
    /// If records cannot be written; the trials that were written are kept.
    fn run(self: Box<Self>, settings: &Settings) -> Result<Report>;
}

/// Opens the record files of all runs. If one cannot be written, no run has left
/// anything behind.
///
/// # Errors
/// As [`Prepared::open`].
pub fn open_all<'a>(mut runs: Vec<Box<dyn Prepared + 'a>>) -> Result<Vec<Box<dyn Prepared + 'a>>> {
    match runs.iter_mut().try_for_each(|run| run.open()) {
        Ok(()) => Ok(runs),
        Err(error) => {
            runs.into_iter().for_each(|run| run.abandon());
            Err(error)
        }
    }
}

/// An experiment whose record type is its own matter.
pub trait AnyExperiment: Send + Sync {
    /// What is known without running it.
    fn info(&self) -> Info;

    /// Gets ready without changing anything on the disk.
    ///
    /// # Errors
    /// If there are records already that do not fit this run.
    fn prepare<'a>(&'a self, settings: &Settings) -> Result<Box<dyn Prepared + 'a>>;
}

impl<E: Experiment> AnyExperiment for E {
    fn info(&self) -> Info {
        Experiment::info(self)
    }

    fn prepare<'a>(&'a self, settings: &Settings) -> Result<Box<dyn Prepared + 'a>> {
        let info = Experiment::info(self);
        let trials = info.trials_of(settings.quick, settings.first, settings.count);
        let found = match &settings.records {
            Some(folder) => {
                let (seed, resume) = (settings.seed, settings.resume);
                Some(records::find(self, trials, seed, folder, resume)?)
            }
            None => None,
        };
        Ok(Box::new(Run {
            experiment: self,
            trials,
            found,
            records: Vec::new(),
            file: None,
        }))
    }
}

struct Run<'a, E: Experiment> {
    experiment: &'a E,
    trials: Trials,
    found: Option<Found<E::Record>>,
    records: Vec<E::Record>,
    file: Option<RecordFile>,
}

impl<E: Experiment> Prepared for Run<'_, E> {
    fn open(&mut self) -> Result<()> {
        if let Some(found) = self.found.take() {
            let (records, file) = found.open()?;
            (self.records, self.file) = (records, Some(file));
        }
        Ok(())
    }

    fn abandon(self: Box<Self>) {
        if let Some(file) = self.file {
            file.discard();
        }
    }

    fn run(mut self: Box<Self>, settings: &Settings) -> Result<Report> {
        self.open()?;
        let progress = progress_bar(self.experiment.info().name, self.trials.count, "trials");
        progress.set_position(self.records.len() as u64);
        run_trials(
            self.experiment,
            self.trials,
            settings,
            &mut self.records,
            self.file,
            &progress,
        )?;
        progress.finish_and_clear();
        if let Some(line) = self.experiment.aside() {
            crate::say(&line);
        }
        let mut report = self.experiment.summarise(self.trials, &self.records);
        if settings.times {
            self.experiment.times(self.trials, &mut report);
        }
        Ok(report)
    }
}

/// Runs the trials that `records` lacks, and adds them to it and to the file in
/// trial order.
fn run_trials<E: Experiment>(
    experiment: &E,
    trials: Trials,
    settings: &Settings,
    records: &mut Vec<E::Record>,
    mut file: Option<RecordFile>,
    progress: &ProgressBar,
) -> Result<()> {
    let next = AtomicU64::new(records.len() as u64);
    let (sender, receiver) = mpsc::channel();
    settings.pool.in_place_scope(|scope| {
        // Dropped on the way out, also after an error: then no trial is begun any more.
        let receiver = receiver;
        for _ in 0..settings.pool.current_num_threads() {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move |_| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    if place >= trials.count {
                        return;
                    }
                    let record = experiment.trial(trials.index(place), settings.seed);
                    if sender.send((place, record)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);

        // Trials end out of order; each waits here until all before it have come.
        let mut early = BTreeMap::new();
        while let Ok(first) = receiver.recv() {
            for (place, record) in std::iter::once(first).chain(receiver.try_iter()) {
                early.insert(place, record);
            }
            while let Some(record) = early.remove(&(records.len() as u64)) {
                if let Some(file) = &mut file {
                    file.append(&record)?;
                }
                records.push(record);
            }
            if let Some(file) = &mut file {
                file.flush()?;
            }
            progress.set_position((records.len() + early.len()) as u64);
        }
        Ok(())
    })
}

/// A bar on the standard error, hidden unless that is a terminal, for so many of
/// something.
pub(crate) fn progress_bar(name: impl Into<String>, length: u64, what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(&format!(
        "{{prefix}} {{wide_bar}} {{human_pos}}/{{human_len}} {what}, {{rate}}, {{eta}} left"
    ));
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        // A bar that cannot be drawn is no reason to stop.
        let _ = write!(out, "{:.0}/s", state.per_sec());
    };
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.set_style(style.with_key("rate", rate));
    bar.set_prefix(name.into());
    bar
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use rayon::ThreadPoolBuilder;
    use serde::{Deserialize, Serialize};

    use super::*;
    use crate::experiment::{Randomness, Record};

    /// Records what it was asked for, and counts how often each trial is run.
    #[derive(Default)]
    struct Echo {
        asked: Mutex<BTreeMap<i64, u32>>,
    }

    #[derive(Debug, Deserialize, PartialEq, Serialize)]
    struct Asked {
        index: i64,
        seed: u64,
    }

    impl Record for Asked {
        fn trial(&self) -> i64 {
            self.index
        }
    }

    impl Experiment for Echo {
        type Record = Asked;

        fn info(&self) -> Info {
            Info {
                name: "test/echo",
                title: "what a trial is asked for",
                source: "no document",
                trials: Trials::up_to(1000),
                quick: Trials { first: 5, count: 3 },
                randomness: Randomness::Seeded,
            }
        }

        fn trial(&self, index: i64, seed: u64) -> Asked {
            *self.asked.lock().unwrap().entry(index).or_default() += 1;
            // Later trials end earlier, as far as the threads allow.
            std::thread::sleep(std::time::Duration::from_micros(
                60 - (index.unsigned_abs() % 60),
            ));
            Asked { index, seed }
        }

        fn summarise(&self, trials: Trials, records: &[Asked]) -> Report {
            let indices: Vec<_> = records.iter().map(|record| record.index).collect();
            let expected: Vec<_> = (0..trials.count).map(|place| trials.index(place)).collect();
            assert_eq!(indices, expected);
            assert!(records.iter().all(|record| record.seed == 77));
            Report::new(&Experiment::info(self), trials)
        }
    }

    fn settings(threads: usize) -> Settings {
        Settings {
            quick: false,
            count: None,
            first: None,
            seed: 77,
            pool: ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap(),
            records: None,
            resume: false,
            times: false,
        }
    }

    #[test]
    fn trials_get_their_index_and_the_seed_and_come_in_order() {
        for threads in [1, 2, 5] {
            for (quick, first, count) in [
                (false, None, None),
                (true, None, None),
                (false, Some(-7), Some(20)),
                (false, Some(i64::MAX), Some(1)),
            ] {
                let settings = Settings {
                    quick,
                    count,
                    first,
                    ..settings(threads)
                };
                let echo = Echo::default();
                let report = echo.prepare(&settings).unwrap().run(&settings).unwrap();
                let trials = Experiment::info(&echo).trials_of(quick, first, count);
                assert_eq!(report.parameters[0].value, trials.count.to_string());
            }
        }
    }

    #[test]
    fn recorded_trials_are_not_run_again() {
        let folder = tempfile::tempdir().unwrap();
        let settings = |count, resume| Settings {
            count: Some(count),
            records: Some(folder.path().to_owned()),
            resume,
            ..settings(2)
        };
        let first = settings(200, false);
        let _ = Echo::default()
            .prepare(&first)
            .unwrap()
            .run(&first)
            .unwrap();
        let second = settings(300, true);
        let echo = Echo::default();
        let _ = echo.prepare(&second).unwrap().run(&second).unwrap();
        let asked = echo.asked.into_inner().unwrap();
        let kept = asked.keys().filter(|&&index| index < 200).count();
        assert_eq!(kept, records::CHECKED);
        assert!((200..300).all(|index| asked[&index] == 1), "{asked:?}");
    }

    /// Two runs that write the same file stand for any file that appears between
    /// looking and opening.
    #[test]
    fn nothing_is_left_behind_if_one_file_cannot_be_opened() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings {
            records: Some(folder.path().to_owned()),
            ..settings(1)
        };
        let echo = Echo::default();
        let run = || echo.prepare(&settings).unwrap();
        let error = open_all(vec![run(), run()]).err().unwrap();
        assert!(
            error.to_string().contains("another run has just created"),
            "{error}"
        );
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        // A file that was there before stays, with what it holds.
        let kept = folder.path().join(Experiment::info(&echo).record_file());
        std::fs::write(&kept, "").unwrap();
        let resumed = Settings {
            resume: true,
            ..settings
        };
        let run = echo.prepare(&resumed).unwrap();
        open_all(vec![run]).unwrap().pop().unwrap().abandon();
        assert!(kept.exists());
    }

    /// A record that cannot be written ends the run at once.
    #[test]
    fn no_trial_is_begun_after_a_failure() {
        let folder = tempfile::tempdir().unwrap();
        let trials = 100_000;
        let settings = Settings {
            count: Some(trials),
            records: Some(folder.path().to_owned()),
            ..settings(2)
        };
        let echo = Echo::default();
        let found = records::find(
            &echo,
            Trials::up_to(trials),
            settings.seed,
            folder.path(),
            false,
        );
        let (_, mut file) = found.unwrap().open().unwrap();
        file.fail_from_now_on();
        let error = run_trials(
            &echo,
            Trials::up_to(trials),
            &settings,
            &mut Vec::new(),
            Some(file),
            &ProgressBar::hidden(),
        )
        .unwrap_err();
        assert!(error.to_string().contains("with --resume"), "{error}");
        let begun = echo.asked.into_inner().unwrap().len() as u64;
        assert!(begun < trials / 2, "{begun} trials were begun");
    }
}
