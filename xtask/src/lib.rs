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
pub mod readme;
pub mod records;
pub mod render;
pub mod report;
pub mod runner;
pub mod statistics;

use std::io::{self, Write};

use anyhow::{Context, Result};
use rayon::ThreadPoolBuilder;

use crate::cli::RunArgs;
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
    // All record files are looked at before anything is run or written.
    let prepared = selected
        .iter()
        .map(|experiment| experiment.prepare(&settings))
        .collect::<Result<Vec<_>>>()?;
    if let Some(folder) = &settings.records {
        records::create_folder(folder)?;
    }
    let mut reports = Vec::new();
    for experiment in prepared {
        let report = experiment.run(&settings)?;
        let separator = if reports.is_empty() { "" } else { "\n" };
        match args.format {
            Format::Text => print(&format!("{separator}{}", render::text(&report)))?,
            Format::Markdown => print(&format!("{separator}{}", render::markdown(&report)))?,
            Format::Json => {}
        }
        reports.push(report);
    }
    if args.format == Format::Json {
        print(&render::json(&reports)?)?;
    }
    Ok(())
}

/// Writes a line to the standard error; without one there is nobody to tell.
pub fn say(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}

fn settings(args: &RunArgs) -> Result<Settings> {
    let threads = args.threads.map_or(0, usize::from);
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .context("cannot start the threads; ask for fewer with --threads")?;
    Ok(Settings {
        quick: args.quick,
        count: args.trials,
        first: args.first_trial,
        seed: args.seed.unwrap_or(0),
        pool,
        records: args.records.clone(),
        resume: args.resume,
    })
}
