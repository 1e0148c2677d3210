//! The report that people read: `cargo xtask report` writes a page with pictures,
//! the pictures as files, and the same as Markdown.

mod canvas;
mod chart;
mod colours;
mod content;
mod documents;
mod dots;
mod folder;
mod html;
mod inline;
mod lines;
mod markdown;
mod picture;
mod scale;
mod times;
mod words;

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use self::canvas::Shape;
use self::content::Block;
use self::picture::Picture;
use crate::cli::ReportArgs;
use crate::interrupt::Interrupt;
use crate::language::Language;
use crate::report::Report;
use crate::runner::{self, Outcome, Settings};
use crate::{Interrupted, experiments, pool};

/// Runs experiments, or takes their records, and writes the report; says which
/// page it wrote.
///
/// # Errors
/// If the folder holds anything but an earlier report, if record files do not fit
/// the run, if something cannot be written, or if it is interrupted
/// ([`Interrupted`]).
pub fn write(args: &ReportArgs, interrupt: &Interrupt) -> Result<PathBuf> {
    if let Some(records) = &args.records {
        let same = |one: &Path, other: &Path| match (one.canonicalize(), other.canonicalize()) {
            (Ok(one), Ok(other)) => one == other,
            _ => one == other,
        };
        ensure!(
            !same(&args.out, records),
            "--out and --records are the same folder; choose another one for one of them"
        );
    }
    folder::prepare(&args.out)?;
    let reports = reports(args, interrupt)?;
    let measured = !args.no_times
        && reports
            .iter()
            .any(|report| report.experiment == "gongzhu/scaling");
    let language = args.language;
    let times = measured.then(|| {
        let plot = times::plot(args.seed.unwrap_or(0));
        Picture::new("gongzhu-times".to_owned(), plot, TIMED, language)
    });
    let files = rendered(&reports, times, args.quick, language)?;
    for (name, contents) in &files {
        folder::write(&args.out, name, contents)?;
    }
    let names: Vec<_> = files.into_iter().map(|(name, _)| name).collect();
    folder::remove_others(&args.out, &names)?;
    Ok(args.out.join(folder::PAGE))
}

/// The files of a report without times: their names below its folder, and what they
/// hold.
///
/// # Errors
/// None in practice: everything is made in memory.
pub fn files(reports: &[Report], quick: bool, language: Language) -> Result<Vec<(String, String)>> {
    rendered(reports, None, quick, language)
}

/// Where the times come from, in the caption of their picture.
const TIMED: &str = "this run, one thread of the machine that made the report";

/// The page comes first: it is whole without the other files, and by it the folder
/// is known to hold a report.
fn rendered(
    reports: &[Report],
    times: Option<Picture>,
    quick: bool,
    language: Language,
) -> Result<Vec<(String, String)>> {
    let blocks = content::content(reports, times, quick, language);
    let mut files = vec![(folder::PAGE.to_owned(), html::page(&blocks, language)?)];
    for block in &blocks {
        if let Block::Picture(picture) = block {
            files.push((picture.file(), picture.svg(Shape::Wide)?));
        }
    }
    files.push(("report.md".to_owned(), markdown::page(&blocks)));
    Ok(files)
}

/// The reports of the experiments asked for, in the order of the documents.
fn reports(args: &ReportArgs, interrupt: &Interrupt) -> Result<Vec<Report>> {
    let settings = Settings {
        quick: args.quick,
        seed: args.seed.unwrap_or(0),
        records: args.records.clone(),
        resume: true,
        times: !args.no_times,
        interrupt: interrupt.clone(),
        ..Settings::new(pool(args.threads)?)
    };
    let asked: Vec<&str> = experiments::selected(&args.experiments)
        .iter()
        .map(|experiment| experiment.info().name)
        .collect();
    let ordered: Vec<_> = experiments::all()
        .iter()
        .copied()
        .filter(|experiment| asked.contains(&experiment.info().name))
        .collect();
    let opened = runner::open(ordered.iter().copied(), &settings)?;
    let mut reports = Vec::new();
    let mut interrupted = None;
    for (run, experiment) in opened.into_iter().zip(ordered) {
        if interrupted.is_some() {
            run.abandon();
            continue;
        }
        match run.run(&settings)? {
            Outcome::Interrupted { done, of, .. } => {
                let name = experiment.info().name;
                interrupted = Some(Interrupted::after(name, done, of, &kept(args)));
            }
            outcome => reports.push(outcome.into_report()?),
        }
    }
    match interrupted {
        Some(interrupted) => Err(interrupted.into()),
        None => Ok(reports),
    }
}

/// Where the trials of an interrupted report are, and how to go on.
fn kept(args: &ReportArgs) -> String {
    match &args.records {
        Some(folder) => format!(
            "which are in '{}'; run the same command to go on",
            folder.display()
        ),
        None => "and no report is written; with --records DIR the trials are kept".to_owned(),
    }
}
