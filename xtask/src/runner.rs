//! Running an experiment's trials on several threads, with the same result for
//! any number of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use rayon::ThreadPool;

use crate::experiment::{Experiment, Info, Trials};
use crate::interrupt::Interrupt;
use crate::language::Language;
use crate::merge::{self, Merged, Parts};
use crate::progress::Progress;
use crate::records::{self, Found, RecordFile};
use crate::report::Report;
use crate::shard::{Manifest, Shard};
use crate::stopping;

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
    /// The part of the trials to run; needs a folder for record files.
    pub shard: Option<Shard>,
    /// The standard error of the headline figure at which to end; `count` is then
    /// the most trials, and without it there is no end to them.
    pub until: Option<f64>,
    /// Whether reports may hold times of this machine.
    pub times: bool,
    /// What ends the run early.
    pub interrupt: Interrupt,
    /// The language of what is said beside the report.
    pub language: Language,
}

impl Settings {
    /// The usual settings: the whole of the experiment's own trials, without records.
    #[must_use]
    pub fn new(pool: ThreadPool) -> Settings {
        Settings {
            quick: false,
            count: None,
            first: None,
            seed: 0,
            pool,
            records: None,
            resume: false,
            shard: None,
            until: None,
            times: true,
            interrupt: Interrupt::default(),
            language: Language::default(),
        }
    }

    /// The trials of a run, before it is cut into parts.
    #[must_use]
    pub fn trials(&self, info: &Info) -> Trials {
        match (self.until, self.count) {
            (Some(_), None) => {
                let own = info.trials_of(self.quick, self.first, None);
                let count = i64::MAX.abs_diff(own.first).saturating_add(1);
                Trials { count, ..own }
            }
            _ => info.trials_of(self.quick, self.first, self.count),
        }
    }
}

/// How a run ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// All its trials were run.
    Report(Report),
    /// All trials of its part were run: those of these indices.
    Shard(Trials),
    /// It was asked to end.
    Interrupted {
        /// The trials that it has run, from the first one on.
        done: u64,
        /// The trials that it was to run, where that is known.
        of: Option<u64>,
        /// The report on those that it has run; none of a part of a run, nor
        /// where none has ended.
        report: Option<Report>,
    },
}

impl Outcome {
    /// The report of a whole run.
    ///
    /// # Errors
    /// If it is not the outcome of one.
    pub fn into_report(self) -> Result<Report> {
        match self {
            Outcome::Report(report) => Ok(report),
            Outcome::Shard(_) => bail!("a part of a run has no report"),
            Outcome::Interrupted { .. } => bail!("interrupted"),
        }
    }
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
    fn run(self: Box<Self>, settings: &Settings) -> Result<Outcome>;
}

/// Gets experiments ready to run: all record files are looked at, and then opened,
/// before anything is run.
///
/// # Errors
/// If there are records already that do not fit, or if files cannot be written; then
/// nothing is left behind but the folder.
pub fn open<'a>(
    experiments: impl IntoIterator<Item = &'a dyn AnyExperiment>,
    settings: &Settings,
) -> Result<Vec<Box<dyn Prepared + 'a>>> {
    let prepared = experiments
        .into_iter()
        .map(|experiment| experiment.prepare(settings))
        .collect::<Result<Vec<_>>>()?;
    if let Some(folder) = &settings.records {
        records::create_folder(folder)?;
    }
    open_all(prepared)
}

/// Opens the record files of all runs. If one cannot be written, no run has left
/// anything behind.
///
/// # Errors
/// As [`Prepared::open`].
fn open_all<'a>(mut runs: Vec<Box<dyn Prepared + 'a>>) -> Result<Vec<Box<dyn Prepared + 'a>>> {
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

    /// The figure whose standard error `--until-se` looks at.
    fn headline(&self) -> Option<&'static str>;

    /// Gets ready without changing anything on the disk.
    ///
    /// # Errors
    /// If there are records already that do not fit this run.
    fn prepare<'a>(&'a self, settings: &Settings) -> Result<Box<dyn Prepared + 'a>>;

    /// Puts the parts of a run together.
    ///
    /// # Errors
    /// If they are not the whole of one run of this program.
    fn merge(&self, parts: &Parts, settings: &merge::Settings) -> Result<Merged>;
}

impl<E: Experiment> AnyExperiment for E {
    fn info(&self) -> Info {
        Experiment::info(self)
    }

    fn headline(&self) -> Option<&'static str> {
        Experiment::headline(self)
    }

    fn prepare<'a>(&'a self, settings: &Settings) -> Result<Box<dyn Prepared + 'a>> {
        let info = Experiment::info(self);
        let whole = settings.trials(&info);
        let mut run = Run {
            experiment: self,
            trials: whole,
            manifest: None,
            found: None,
            done: 0,
            records: Vec::new(),
            file: None,
        };
        let name = match settings.shard {
            Some(shard) => {
                run.trials = shard.slice(whole).with_context(|| {
                    format!(
                        "{} has {} trials here, fewer than the {} parts of --shard {shard}",
                        info.name,
                        whole.count,
                        shard.of()
                    )
                })?;
                let manifest = Manifest::new(&info, whole, settings.seed, shard);
                let folder = settings.records.as_deref();
                let folder = folder.context("a part of a run needs a folder for its records")?;
                run.manifest = Some((folder.join(shard.manifest_file(&info)), manifest));
                shard.record_file(&info)
            }
            None => info.record_file(),
        };
        if let Some(folder) = &settings.records {
            let path = folder.join(name);
            if let Some((at, manifest)) = &run.manifest {
                check_manifest(at, manifest, &path)?;
            }
            let (seed, resume, keep) = (settings.seed, settings.resume, run.manifest.is_none());
            let found = records::find(self, run.trials, seed, path.clone(), resume, keep)?;
            if let Some(target) = settings.until {
                check_not_past_the_end(self, run.trials, &found, target, &path)?;
            }
            run.found = Some(found);
        }
        Ok(Box::new(run))
    }

    fn merge(&self, parts: &Parts, settings: &merge::Settings) -> Result<Merged> {
        merge::merge(self, parts, settings)
    }
}

/// Checks that records of a part, if there are any, were begun as what goes on now.
fn check_manifest(at: &Path, manifest: &Manifest, records: &Path) -> Result<()> {
    if !records.exists() {
        return Ok(());
    }
    let shown = records.display();
    Manifest::read(at)
        .and_then(|begun| begun.check_goes_on_as(manifest))
        .with_context(|| format!("'{shown}' cannot be resumed"))
}

/// Checks that a file does not hold more trials than a run with this rule has.
fn check_not_past_the_end<E: Experiment>(
    experiment: &E,
    trials: Trials,
    found: &Found<E::Record>,
    target: f64,
    path: &Path,
) -> Result<()> {
    let end = stopping::end(experiment, trials.first, &found.records, target);
    ensure!(
        end.is_none_or(|end| end == found.held),
        "'{}' holds {} trials, more than the {} after which --until-se {target} ends; ask for a smaller standard error, or choose another --records folder",
        path.display(),
        found.held,
        end.unwrap_or(0)
    );
    Ok(())
}

struct Run<'a, E: Experiment> {
    experiment: &'a E,
    /// Those of the part, if it is one.
    trials: Trials,
    /// What says which part it is, and where that is written.
    manifest: Option<(PathBuf, Manifest)>,
    found: Option<Found<E::Record>>,
    /// The trials that have been run.
    done: u64,
    /// Their records; none of a part, whose report nobody asks for.
    records: Vec<E::Record>,
    file: Option<RecordFile>,
}

impl<E: Experiment> Prepared for Run<'_, E> {
    fn open(&mut self) -> Result<()> {
        if let Some(found) = self.found.take() {
            if let Some((path, manifest)) = &self.manifest {
                manifest.write(path)?;
            }
            self.done = found.held;
            let (records, file) = found.open()?;
            (self.records, self.file) = (records, Some(file));
        }
        Ok(())
    }

    fn abandon(self: Box<Self>) {
        if let Some(file) = self.file
            && file.discard()
            && let Some((path, _)) = &self.manifest
        {
            // What remains says nothing wrong: it is written again before any records.
            let _ = std::fs::remove_file(path);
        }
    }

    fn run(mut self: Box<Self>, settings: &Settings) -> Result<Outcome> {
        self.open()?;
        let info = Experiment::info(self.experiment);
        let known = settings.until.is_none().then_some(self.trials.count);
        let mut progress = Progress::new(info.name, self.done, known, "trials");
        let ended = self.run_trials(settings, &mut progress)?;
        progress.finish();
        if let Some(line) = self.experiment.aside() {
            crate::say(&settings.language.text(&line));
        }
        if let (Ended::Complete, Some(target)) = (&ended, settings.until) {
            let (trials, records) = (self.done_trials(), &self.records);
            if let Some(note) = stopping::shortfall(self.experiment, trials, records, target) {
                crate::say(&note);
            }
        }
        Ok(match ended {
            Ended::Interrupted => Outcome::Interrupted {
                done: self.done,
                of: known,
                // It has not ended by the rule, so it does not say so.
                report: (!self.records.is_empty()).then(|| self.report(settings, None)),
            },
            _ if self.manifest.is_some() => Outcome::Shard(self.trials),
            Ended::Complete => Outcome::Report(self.report(settings, settings.until)),
        })
    }
}

/// Why no more trials are run.
enum Ended {
    /// There are no more, or the figure is known well enough.
    Complete,
    /// The run was asked to end.
    Interrupted,
}

impl<E: Experiment> Run<'_, E> {
    fn done_trials(&self) -> Trials {
        Trials {
            count: self.done,
            ..self.trials
        }
    }

    fn report(&self, settings: &Settings, until: Option<f64>) -> Report {
        let trials = self.done_trials();
        let most = settings.count;
        let mut report = stopping::report(self.experiment, trials, &self.records, until, most);
        if settings.times {
            self.experiment.times(trials, &mut report);
        }
        report
    }

    /// Runs the trials that are not done, and adds their records to the others and
    /// to the file in trial order.
    fn run_trials(&mut self, settings: &Settings, progress: &mut Progress) -> Result<Ended> {
        /// How long the signal that ends a run may go unnoticed.
        const PATIENCE: Duration = Duration::from_millis(100);
        let (experiment, trials, keep) = (self.experiment, self.trials, self.manifest.is_none());
        let mut rule = settings
            .until
            .map(|target| stopping::Rule::new(experiment, trials.first, target));
        if let Some(rule) = &mut rule
            && rule.ends(&self.records, progress)
        {
            return Ok(Ended::Complete);
        }
        let next = AtomicU64::new(self.done);
        let (sender, receiver) = mpsc::channel();
        settings.pool.in_place_scope(|scope| {
            // Dropped on the way out, also after an error: then no trial is begun any more.
            let receiver = receiver;
            for _ in 0..settings.pool.current_num_threads() {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move |_| {
                    while !settings.interrupt.is_asked() {
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
            loop {
                let first = match receiver.recv_timeout(PATIENCE) {
                    Ok(first) => Some(first),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                early.extend(first.into_iter().chain(receiver.try_iter()));
                while let Some(record) = early.remove(&self.done) {
                    if let Some(file) = &mut self.file {
                        file.append(&record)?;
                    }
                    self.done += 1;
                    if keep {
                        self.records.push(record);
                    }
                    if let Some(rule) = &mut rule
                        && rule.ends(&self.records, progress)
                    {
                        if let Some(file) = &mut self.file {
                            file.flush()?;
                        }
                        return Ok(Ended::Complete);
                    }
                }
                if let Some(file) = &mut self.file {
                    file.flush()?;
                }
                progress.set_done(self.done + early.len() as u64);
                if settings.interrupt.is_asked() {
                    progress.end_after_running();
                }
            }
            Ok(if self.done < trials.count {
                Ended::Interrupted
            } else {
                Ended::Complete
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use rayon::ThreadPoolBuilder;
    use serde::{Deserialize, Serialize};

    use super::*;
    use crate::experiment::{Randomness, Record};
    use crate::record_lines;
    use crate::report::Figure;
    use crate::statistics;

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
            std::thread::sleep(Duration::from_micros(60 - (index.unsigned_abs() % 60)));
            Asked { index, seed }
        }

        fn summarise(&self, trials: Trials, records: &[Asked]) -> Report {
            let indices: Vec<_> = records.iter().map(|record| record.index).collect();
            let expected: Vec<_> = (0..trials.count).map(|place| trials.index(place)).collect();
            assert_eq!(indices, expected);
            assert!(records.iter().all(|record| record.seed == 77));
            let mut report = Report::new(&Experiment::info(self), trials);
            let values = records.iter().map(|record| (record.index % 10) as f64);
            let mean = Figure::estimate("the mean", "", statistics::mean(values), 3);
            report.figures.push(mean);
            report
        }

        fn headline(&self) -> Option<&'static str> {
            Some("the mean")
        }
    }

    fn settings(threads: usize) -> Settings {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        Settings {
            seed: 77,
            ..Settings::new(pool.unwrap())
        }
    }

    fn report(echo: &Echo, settings: &Settings) -> Report {
        let outcome = echo.prepare(settings).unwrap().run(settings).unwrap();
        outcome.into_report().unwrap()
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
                let report = report(&echo, &settings);
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
        assert_eq!(kept, record_lines::CHECKED);
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
        let path = folder.path().join("echo.jsonl");
        let trials = Trials::up_to(trials);
        let found = records::find(&echo, trials, settings.seed, path, false, true);
        let (records, mut file) = found.unwrap().open().unwrap();
        file.fail_from_now_on();
        let mut run = Run {
            experiment: &echo,
            trials,
            manifest: None,
            found: None,
            done: 0,
            records,
            file: Some(file),
        };
        let mut progress = Progress::new("test/echo", 0, None, "trials");
        let error = run.run_trials(&settings, &mut progress).err().unwrap();
        assert!(error.to_string().contains("with --resume"), "{error}");
        let begun = echo.asked.into_inner().unwrap().len() as u64;
        assert!(begun < trials.count / 2, "{begun} trials were begun");
    }

    /// What a run with this rule has in its file, and its report.
    fn until(
        target: f64,
        count: Option<u64>,
        threads: usize,
        old: Option<&str>,
    ) -> (String, String) {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings {
            until: Some(target),
            count,
            records: Some(folder.path().to_owned()),
            resume: old.is_some(),
            ..settings(threads)
        };
        let echo = Echo::default();
        let path = folder.path().join(Experiment::info(&echo).record_file());
        if let Some(old) = old {
            std::fs::write(&path, old).unwrap();
        }
        let report = report(&echo, &settings);
        (
            std::fs::read_to_string(path).unwrap(),
            crate::render::text(&report, Language::En),
        )
    }

    /// The standard deviation of the digits 0 to 9 is 2.87, so that the mean of about
    /// 2.87² / 0.2² = 206 of them is known to 0.2.
    #[test]
    fn a_run_ends_when_its_headline_figure_is_known() {
        let (one, text) = until(0.2, None, 1, None);
        let count = one.lines().count() as u64;
        assert!((190..=235).contains(&count), "{count}");
        assert!(stopping::checkpoints().any(|checkpoint| checkpoint == count));
        assert!(text.contains(&format!("trials: {count}\n")), "{text}");
        assert!(
            text.contains("until: the standard error of 'the mean' is at most 0.2\n"),
            "{text}"
        );
        // For any number of threads, and resumed from any number of trials.
        for threads in [2, 7] {
            assert_eq!(until(0.2, None, threads, None), (one.clone(), text.clone()));
        }
        let lines: Vec<_> = one.split_inclusive('\n').collect();
        for kept in [0, 63, 64, 65, 150, lines.len()] {
            let old = lines[..kept].concat();
            assert_eq!(
                until(0.2, None, 2, Some(&old)),
                (one.clone(), text.clone()),
                "{kept}"
            );
        }
        // Another target goes on from there, or says that there are too many.
        let (more, _) = until(0.1, None, 2, Some(&one));
        assert!(more.starts_with(&one) && more.len() > one.len());
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("test-echo.jsonl"), &more).unwrap();
        let settings = Settings {
            until: Some(0.2),
            records: Some(folder.path().to_owned()),
            resume: true,
            ..settings(2)
        };
        let error = Echo::default()
            .prepare(&settings)
            .err()
            .unwrap()
            .to_string();
        assert!(
            error.contains(&format!(
                "more than the {count} after which --until-se 0.2 ends"
            )),
            "{error}"
        );
    }

    #[test]
    fn the_most_trials_end_a_run_too() {
        let (records, text) = until(0.2, Some(100), 2, None);
        assert_eq!(records.lines().count(), 100);
        assert!(
            text.contains("is at most 0.2, or after 100 trials\n"),
            "{text}"
        );
        let (fewer, _) = until(100.0, Some(100), 2, None);
        assert_eq!(fewer.lines().count() as u64, stopping::FEWEST);
    }

    /// Whoever asks a run to end gets a beginning of it, and the rest on resuming.
    #[test]
    fn an_interrupted_run_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let run = |resume, interrupt: &Interrupt| {
            let settings = Settings {
                count: Some(20_000),
                records: Some(folder.path().to_owned()),
                resume,
                interrupt: interrupt.clone(),
                ..settings(3)
            };
            let echo = Echo::default();
            let outcome = echo.prepare(&settings).unwrap().run(&settings).unwrap();
            (outcome, echo.asked.into_inner().unwrap().len() as u64)
        };
        let interrupt = Interrupt::default();
        let (outcome, asked) = std::thread::scope(|scope| {
            let run = scope.spawn(|| run(false, &interrupt));
            std::thread::sleep(Duration::from_millis(100));
            interrupt.ask();
            run.join().unwrap()
        });
        let Outcome::Interrupted { done, of, report } = outcome else {
            panic!("it was too fast to be interrupted: {outcome:?}");
        };
        assert_eq!(
            (done, of),
            (asked, Some(20_000)),
            "every trial that was begun is kept"
        );
        assert_eq!(report.unwrap().parameters[0].value, done.to_string());
        let kept = std::fs::read_to_string(folder.path().join("test-echo.jsonl")).unwrap();
        assert_eq!(kept.lines().count() as u64, done);
        let (outcome, _) = run(true, &Interrupt::default());
        assert_eq!(outcome.into_report().unwrap().parameters[0].value, "20000");
        let whole = std::fs::read_to_string(folder.path().join("test-echo.jsonl")).unwrap();
        assert!(whole.starts_with(&kept) && whole.lines().count() == 20_000);
    }
}
