//! The experiments that print each document's statistics beside the measured
//! ones, and the runner that they share.
//!
//! An experiment is a deterministic record a trial and a report from the
//! records ([`experiment::Experiment`]); running in parallel, writing record
//! files, and resuming follow from that shape.
#![forbid(unsafe_code)]

pub mod cli;
pub mod experiment;
pub mod experiments;
pub mod interrupt;
pub mod language;
pub mod merge;
pub mod number;
pub mod page;
pub mod plot;
pub mod progress;
pub mod public_api;
pub mod readme;
pub mod record_lines;
pub mod records;
pub mod render;
pub mod report;
pub mod runner;
pub mod shard;
pub mod statistics;
pub mod stopping;
pub mod train;

use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use anyhow::{Result, anyhow, bail};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::cli::{MAX_THREADS, MergeArgs, RunArgs};
use crate::experiment::Randomness;
use crate::interrupt::Interrupt;
use crate::language::Language;
use crate::render::Format;
use crate::report::Report;
use crate::runner::{Outcome, Settings};

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct ReadmeExamples;

#[cfg(doctest)]
#[doc = include_str!("../../README.zh-CN.md")]
struct ChineseReadmeExamples;

/// Runs experiments and hands their reports to `print`: each as soon as it is
/// there, but JSON all at once, so that a failure leaves no half of an array.
///
/// # Errors
/// If record files do not fit the run, if something cannot be written, or if it is
/// interrupted ([`Interrupted`]).
pub fn run(
    args: &RunArgs,
    interrupt: &Interrupt,
    print: &mut dyn FnMut(&str) -> Result<()>,
) -> Result<()> {
    let settings = settings(args, interrupt)?;
    let selected = experiments::selected(&args.experiments);
    for experiment in &selected {
        let info = experiment.info();
        if args.seed.is_some() && info.randomness == Randomness::Document {
            let note = format!(
                "note: {} takes its seeds from the trials' indices; --seed has no effect on it, --first-trial has",
                info.name
            );
            say(&args.language.text(&note));
        }
    }
    let opened = runner::open(selected.iter().copied(), &settings)?;
    let mut printer = Printer::new(args.format, args.language, print);
    let mut interrupted = None;
    for (run, experiment) in opened.into_iter().zip(&selected) {
        let name = experiment.info().name;
        // Records are worth writing even if nobody reads the reports any more.
        let unread = printer.failed() && settings.records.is_none();
        if unread || interrupted.is_some() {
            run.abandon();
            continue;
        }
        match run.run(&settings)? {
            Outcome::Report(report) => printer.print(report),
            Outcome::Shard(trials) => {
                let done = format!("{name}: trials {trials} are run and recorded");
                say(&args.language.text(&done));
            }
            Outcome::Interrupted { done, of, report } => {
                // Trials that are recorded are reported when they are resumed.
                let report = report.filter(|_| settings.records.is_none());
                interrupted = Some(Interrupted::new(name, done, of, args, report.is_some()));
                report.into_iter().for_each(|report| printer.print(report));
            }
        }
    }
    let printed = printer.finish();
    match interrupted {
        // Also where nobody reads the reports: who waits for the end learns of it.
        Some(interrupted) => Err(interrupted.into()),
        None => printed,
    }
}

/// Puts the parts of runs together and hands the reports to `print`.
///
/// # Errors
/// If the parts are not those of whole runs of this program, or if something
/// cannot be read or written.
pub fn merge(args: &MergeArgs, print: &mut dyn FnMut(&str) -> Result<()>) -> Result<()> {
    let parts = merge::find(&args.folders)?;
    let settings = merge::Settings {
        records: args.records.clone(),
        until: args.until_se,
    };
    let known: Vec<_> = experiments::all()
        .iter()
        .map(|one| one.info().name)
        .collect();
    if let Some(other) = parts
        .iter()
        .find(|parts| !known.contains(&parts.experiment()))
    {
        bail!("this program has no experiment '{}'", other.experiment());
    }
    // All are put together before any of them is printed or gets its file.
    let mut merged = Vec::new();
    for experiment in experiments::all() {
        let name = experiment.info().name;
        let Some(parts) = parts.iter().find(|parts| parts.experiment() == name) else {
            continue;
        };
        if settings.until.is_some() && experiment.headline().is_none() {
            say(&format!(
                "note: {name} has no headline figure with a standard error; all its trials are kept"
            ));
        }
        merged.push(experiment.merge(parts, &settings)?);
    }
    let mut printer = Printer::new(args.format, args.language, print);
    for merged in merged {
        printer.print(merged.finish()?);
    }
    printer.finish()
}

/// Prints reports as they come.
struct Printer<'a> {
    format: Format,
    language: Language,
    print: &'a mut dyn FnMut(&str) -> Result<()>,
    reports: Vec<Report>,
    printed: Result<()>,
}

impl<'a> Printer<'a> {
    fn new(
        format: Format,
        language: Language,
        print: &'a mut dyn FnMut(&str) -> Result<()>,
    ) -> Printer<'a> {
        Printer {
            format,
            language,
            print,
            reports: Vec::new(),
            printed: Ok(()),
        }
    }

    /// Whether nobody reads any more.
    fn failed(&self) -> bool {
        self.printed.is_err()
    }

    fn print(&mut self, report: Report) {
        let separator = if self.reports.is_empty() { "" } else { "\n" };
        let text = match self.format {
            Format::Text => format!("{separator}{}", render::text(&report, self.language)),
            Format::Markdown => format!("{separator}{}", render::markdown(&report, self.language)),
            Format::Json => String::new(),
        };
        if self.printed.is_ok() {
            self.printed = (self.print)(&text);
        }
        self.reports.push(report);
    }

    fn finish(self) -> Result<()> {
        self.printed?;
        if self.format == Format::Json && !self.reports.is_empty() {
            (self.print)(&render::json(&self.reports)?)?;
        }
        Ok(())
    }
}

/// A run was asked to end before it was done.
#[derive(Debug)]
pub struct Interrupted(String);

impl Interrupted {
    /// After so many trials of an experiment, of so many if that is known; `kept` says
    /// where they are and how to go on.
    fn after(name: &str, done: u64, of: Option<u64>, kept: &str) -> Interrupted {
        let of = of.map_or(String::new(), |of| format!(" of {of}"));
        Interrupted(format!(
            "interrupted after {done}{of} trials of {name}, {kept}"
        ))
    }

    fn new(name: &str, done: u64, of: Option<u64>, args: &RunArgs, reported: bool) -> Interrupted {
        let kept = match &args.records {
            Some(folder) => format!(
                "which are in '{}'; run the same command {}to go on",
                folder.display(),
                if args.resume { "" } else { "with --resume " }
            ),
            None if reported => {
                "which the report is of; with --records DIR a run can be resumed".to_owned()
            }
            None => "and nothing is lost: none had ended".to_owned(),
        };
        Interrupted::after(name, done, of, &kept)
    }
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Interrupted {}

/// Writes a line to the standard error; without one there is nobody to tell.
pub fn say(message: &str) {
    let _ = writeln!(io::stderr(), "{}", one_line(message));
}

/// The text with its control characters escaped, those of names of files and of
/// damaged files among them.
fn one_line(text: &str) -> String {
    let mut line = String::new();
    for c in text.chars() {
        if c.is_control() {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line
}

/// A pool of so many threads, or of one a core.
fn pool(threads: Option<u16>) -> Result<ThreadPool> {
    let cores = || {
        available_parallelism()
            .map_or(1, NonZeroUsize::get)
            .min(MAX_THREADS.into())
    };
    let threads = threads.map_or_else(cores, usize::from);
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| {
            anyhow!("cannot start {threads} threads ({error}); ask for fewer with --threads")
        })
}

fn settings(args: &RunArgs, interrupt: &Interrupt) -> Result<Settings> {
    Ok(Settings {
        quick: args.quick,
        count: args.trials,
        first: args.first_trial,
        seed: args.seed.unwrap_or(0),
        records: args.records.clone(),
        resume: args.resume,
        shard: args.shard,
        until: args.until_se,
        interrupt: interrupt.clone(),
        language: args.language,
        ..Settings::new(pool(args.threads)?)
    })
}
