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
pub mod number;
pub mod public_api;
pub mod readme;
pub mod records;
pub mod render;
pub mod report;
pub mod runner;
pub mod statistics;
pub mod train;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use anyhow::{Result, anyhow};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::cli::{MAX_THREADS, RunArgs};
use crate::experiment::Randomness;
use crate::render::Format;
use crate::runner::Settings;

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct ReadmeExamples;

/// Runs experiments and hands their reports to `print`: each as soon as it is
/// there, but JSON all at once, so that a failure leaves no half of an array.
///
/// # Errors
/// If record files do not fit the run, or if something cannot be written.
pub fn run(args: &RunArgs, print: &mut dyn FnMut(&str) -> Result<()>) -> Result<()> {
    let settings = settings(args)?;
    let selected = experiments::selected(&args.experiments);
    for experiment in &selected {
        let info = experiment.info();
        if args.seed.is_some() && info.randomness == Randomness::Document {
            say(&format!(
                "note: {} takes its seeds from the trials' indices; --seed has no effect on it, --first-trial has",
                info.name
            ));
        }
    }
    // All record files are looked at, and then opened, before anything is run.
    let prepared = selected
        .iter()
        .map(|experiment| experiment.prepare(&settings))
        .collect::<Result<Vec<_>>>()?;
    if let Some(folder) = &settings.records {
        records::create_folder(folder)?;
    }
    let opened = runner::open_all(prepared)?;
    let mut reports = Vec::new();
    let mut printed = Ok(());
    for run in opened {
        // Records are worth writing even if nobody reads the reports any more.
        if printed.is_err() && settings.records.is_none() {
            break;
        }
        let report = run.run(&settings)?;
        let separator = if reports.is_empty() { "" } else { "\n" };
        let text = match args.format {
            Format::Text => format!("{separator}{}", render::text(&report)),
            Format::Markdown => format!("{separator}{}", render::markdown(&report)),
            Format::Json => String::new(),
        };
        printed = printed.and_then(|()| print(&text));
        reports.push(report);
    }
    printed?;
    if args.format == Format::Json {
        print(&render::json(&reports)?)?;
    }
    Ok(())
}

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

fn settings(args: &RunArgs) -> Result<Settings> {
    Ok(Settings {
        quick: args.quick,
        count: args.trials,
        first: args.first_trial,
        seed: args.seed.unwrap_or(0),
        pool: pool(args.threads)?,
        records: args.records.clone(),
        resume: args.resume,
    })
}
