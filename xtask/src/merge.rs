//! Putting the parts of a run together: the records and the report are those of
//! one run of the whole.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use tempfile::NamedTempFile;

use crate::experiment::{Experiment, Info, Record, Trials};
use crate::record_lines::{self, Sample};
use crate::records;
use crate::report::Report;
use crate::shard::{Manifest, Shard, VERSION};
use crate::stopping;

/// What is made of the parts.
#[derive(Debug, Default)]
pub struct Settings {
    /// The folder for the record files of the whole.
    pub records: Option<PathBuf>,
    /// The standard error of the headline figure after which trials are left out.
    pub until: Option<f64>,
}

/// The parts of one experiment's run, of which none is missing.
#[derive(Debug)]
pub struct Parts {
    /// What the first says of itself; the others say the same.
    manifest: Manifest,
    /// The record files, in the order of the trials.
    files: Vec<(Shard, PathBuf)>,
}

impl Parts {
    /// The experiment's name.
    #[must_use]
    pub fn experiment(&self) -> &str {
        &self.manifest.experiment
    }

    /// The seed that the trials were run with.
    fn seed(&self) -> u64 {
        self.manifest.seed.unwrap_or(0)
    }
}

/// Finds the parts in some folders and checks that they are all of one run of this
/// program each, by experiment.
///
/// # Errors
/// If a folder cannot be read or holds none, if a part is missing or there twice,
/// or if parts are of different runs or of another version of the program.
pub fn find(folders: &[PathBuf]) -> Result<Vec<Parts>> {
    let mut found: BTreeMap<String, Vec<(Manifest, PathBuf)>> = BTreeMap::new();
    for folder in folders {
        for (manifest, path) in manifests(folder)? {
            let parts = found.entry(manifest.experiment.clone()).or_default();
            parts.push((manifest, path));
        }
    }
    found.into_values().map(together).collect()
}

/// What the parts in a folder say of themselves, each with its record file.
fn manifests(folder: &Path) -> Result<Vec<(Manifest, PathBuf)>> {
    let shown = folder.display();
    let unreadable = || format!("cannot read the folder '{shown}'");
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(".json") && name.contains("-of-") {
            let manifest = Manifest::read(&path)?;
            found.push((manifest, path.with_extension("jsonl")));
        }
    }
    ensure!(
        !found.is_empty(),
        "'{shown}' holds no part of a run; they are written by 'run --shard K/N --records {shown}'"
    );
    Ok(found)
}

/// The parts of one experiment, in order.
fn together(mut parts: Vec<(Manifest, PathBuf)>) -> Result<Parts> {
    parts.sort_by(|(one, path), (other, later)| (one.shard, path).cmp(&(other.shard, later)));
    let (first, first_path) = &parts[0];
    let name = &first.experiment;
    for (manifest, path) in &parts {
        let difference = first.difference(manifest);
        ensure!(
            difference.is_empty(),
            "'{}' and '{}' are parts of different runs of {name}: {difference}",
            first_path.display(),
            path.display()
        );
    }
    ensure!(
        first.version == VERSION,
        "the parts of {name} were run by version {}, and this is {VERSION}; merge them with the program that ran them",
        first.version
    );
    for pair in parts.windows(2) {
        let [(one, path), (other, later)] = pair else {
            continue;
        };
        ensure!(
            one.shard != other.shard,
            "part {} of {name} is there twice, as '{}' and as '{}'",
            one.shard,
            path.display(),
            later.display()
        );
    }
    let there = parts.iter().map(|(manifest, _)| manifest.shard.number());
    let of = first.shard.of();
    if let Some(missing) = missing(there, of) {
        bail!(
            "{name} has {of} parts, of which {} can be found: {missing} missing",
            parts.len()
        );
    }
    let manifest = first.clone();
    let files = parts.into_iter();
    Ok(Parts {
        manifest,
        files: files
            .map(|(manifest, path)| (manifest.shard, path))
            .collect(),
    })
}

/// Names what lacks of 1 to `of`, given the others in order; at most a few of them.
fn missing(there: impl Iterator<Item = u64>, of: u64) -> Option<String> {
    const MOST: usize = 8;
    let mut gaps = Vec::new();
    let mut next = 1;
    for number in there.chain([of.saturating_add(1)]) {
        match number.saturating_sub(next) {
            0 => {}
            1 => gaps.push(next.to_string()),
            _ => gaps.push(format!("{next} to {}", number - 1)),
        }
        next = number.saturating_add(1);
    }
    let more = gaps.len() > MOST;
    gaps.truncate(MOST);
    let verb = if gaps.len() == 1 && !gaps[0].contains("to") {
        "is"
    } else {
        "are"
    };
    let list = gaps.join(", ");
    let more = if more { " and more" } else { "" };
    (!gaps.is_empty()).then(|| format!("{list}{more} {verb}"))
}

/// A run that has been put together, and its record file, which has no name yet.
#[derive(Debug)]
pub struct Merged {
    report: Report,
    out: Option<Out>,
}

impl Merged {
    /// Gives the record file its name, if there is to be one.
    ///
    /// # Errors
    /// If there is such a file by now, or if it cannot be written.
    pub fn finish(self) -> Result<Report> {
        if let Some(out) = self.out {
            out.finish()?;
        }
        Ok(self.report)
    }
}

/// Reads the records of all parts and writes them to one file, if there is to be
/// one; the report on them is that of a run of the whole.
pub(crate) fn merge<E: Experiment>(
    experiment: &E,
    parts: &Parts,
    settings: &Settings,
) -> Result<Merged> {
    let info = experiment.info();
    let whole = parts.manifest.whole();
    let mut out = match &settings.records {
        Some(folder) => Some(Out::create(folder, &info)?),
        None => None,
    };
    let mut kept = Vec::new();
    let mut sample = Sample::of(whole.count);
    for (shard, path) in &parts.files {
        let slice = shard
            .slice(whole)
            .with_context(|| format!("there are fewer trials than parts: {whole}, {shard}"))?;
        let take = |record: E::Record, line: &[u8]| {
            sample.look_at(record.trial(), line);
            kept.push(record);
            Ok(())
        };
        read_part(path, &info, *shard, slice, take)?;
    }
    sample
        .check(experiment, parts.seed())
        .with_context(|| format!("the parts are not of this program's {}", info.name))?;
    // As a run of the whole with this rule, and with these trials as the most.
    let mut trials = whole;
    if let Some(target) = settings.until {
        let end = stopping::end(experiment, whole.first, &kept, target);
        trials.count = end.unwrap_or(whole.count);
        kept.truncate(trials.count as usize);
        if let Some(note) = stopping::shortfall(experiment, trials, &kept, target) {
            crate::say(&note);
        }
    }
    if let Some(out) = &mut out {
        for record in &kept {
            out.append(record)?;
        }
    }
    let most = settings.until.map(|_| whole.count);
    let report = stopping::report(experiment, trials, &kept, settings.until, most);
    Ok(Merged { report, out })
}

/// Reads a part's records, of which none may lack.
fn read_part<R: Record>(
    path: &Path,
    info: &Info,
    shard: Shard,
    slice: Trials,
    take: impl FnMut(R, &[u8]) -> Result<()>,
) -> Result<()> {
    let shown = path.display();
    let metadata = fs::metadata(path).with_context(|| format!("cannot read '{shown}'"))?;
    ensure!(metadata.is_file(), "'{shown}' is no regular file");
    let file = File::open(path).with_context(|| format!("cannot read '{shown}'"))?;
    match file.try_lock_shared() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            bail!("a run is still writing '{shown}'; wait for it")
        }
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
        Err(TryLockError::Error(error)) => {
            return Err(error).with_context(|| format!("cannot lock '{shown}'"));
        }
    }
    let (held, bytes) = record_lines::count(BufReader::new(&file))
        .with_context(|| format!("cannot read '{shown}'"))?;
    let length = file.metadata().map_or(bytes, |metadata| metadata.len());
    ensure!(
        held >= slice.count && (held > slice.count || length == bytes),
        "'{shown}' holds {held} of the {} trials of part {shard} of {}; run it again with --resume",
        slice.count,
        info.name
    );
    ensure!(
        held == slice.count,
        "'{shown}' holds {held} lines, more than the {} trials of part {shard} of {}",
        slice.count,
        info.name
    );
    let file = File::open(path).with_context(|| format!("cannot read '{shown}'"))?;
    record_lines::read(&mut BufReader::new(file.take(bytes)), slice, held, take)
        .with_context(|| format!("'{shown}' does not hold part {shard} of {}", info.name))
}

/// The record file of the whole, which appears under its name when it is complete.
#[derive(Debug)]
struct Out {
    path: PathBuf,
    writer: BufWriter<NamedTempFile>,
}

impl Out {
    fn create(folder: &Path, info: &Info) -> Result<Out> {
        let path = folder.join(info.record_file());
        let shown = path.display();
        ensure!(
            fs::symlink_metadata(&path).is_err(),
            "'{shown}' exists already; choose another --records folder"
        );
        records::create_folder(folder)?;
        let file = records::temporary(folder).with_context(|| format!("cannot write '{shown}'"))?;
        Ok(Out {
            writer: BufWriter::new(file),
            path,
        })
    }

    fn append<R: Record>(&mut self, record: &R) -> Result<()> {
        let line = record_lines::line_of(record)?;
        let written = self.writer.write_all(&line);
        written.with_context(|| format!("cannot write '{}'", self.path.display()))
    }

    fn finish(self) -> Result<()> {
        let shown = self.path.display();
        let failure = || format!("cannot write '{shown}'");
        let file = self.writer.into_inner().map_err(|error| error.into_error());
        let file = file.with_context(failure)?;
        file.persist_noclobber(&self.path)
            .map_err(|error| error.error)
            .with_context(failure)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_parts_are_named() {
        let missing = |there: &[u64], of| missing(there.iter().copied(), of);
        assert_eq!(missing(&[1, 2, 3], 3), None);
        assert_eq!(missing(&[1, 3], 3).unwrap(), "2 is");
        assert_eq!(missing(&[3], 3).unwrap(), "1 to 2 are");
        assert_eq!(missing(&[2, 4, 5], 9).unwrap(), "1, 3, 6 to 9 are");
        let even: Vec<_> = (1..=20).map(|k| 2 * k).collect();
        assert_eq!(
            missing(&even, 40).unwrap(),
            "1, 3, 5, 7, 9, 11, 13, 15 and more are"
        );
    }
}
