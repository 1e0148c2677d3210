//! Record files: one JSON object a trial, one trial a line, in trial order.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::experiment::{Experiment, Record, Trials};

/// A record file that a run appends to.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    writer: BufWriter<File>,
}

/// What a run finds on the disk before it starts.
#[derive(Debug)]
pub struct Found<R> {
    path: PathBuf,
    /// The records that the file holds already, in trial order.
    pub records: Vec<R>,
    /// How many bytes these take; a torn line may follow.
    bytes: u64,
    /// The file, locked against other runs, if there is one.
    file: Option<File>,
}

/// Looks for an earlier run's file without changing anything.
///
/// # Errors
/// If there is a file although the run does not resume, or if the file is not
/// the beginning of this very run: of another experiment, of other trials, of a
/// program that computed other results, or damaged anywhere but at its end.
pub fn find<E: Experiment>(
    experiment: &E,
    trials: Trials,
    seed: u64,
    folder: &Path,
    resume: bool,
) -> Result<Found<E::Record>> {
    let path = folder.join(experiment.info().record_file());
    let shown = path.display();
    let nothing = |path| Found {
        path,
        records: Vec::new(),
        bytes: 0,
        file: None,
    };
    if let Ok(metadata) = fs::metadata(&path) {
        ensure!(
            metadata.is_file(),
            "'{shown}' is no regular file; remove it or choose another --records folder"
        );
    }
    let mut file = match OpenOptions::new().read(true).append(true).open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(nothing(path)),
        Err(error) => {
            return Err(error).with_context(|| {
                format!("cannot open '{shown}' to add records; choose a --records folder that you may write to")
            });
        }
    };
    ensure!(
        resume,
        "'{shown}' exists already; add --resume to keep its trials and run the rest, or choose another --records folder"
    );
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            bail!(
                "another run is writing '{shown}'; wait for it, or choose another --records folder"
            )
        }
        Err(TryLockError::Error(error)) => {
            return Err(error).with_context(|| format!("cannot lock '{shown}'"));
        }
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)
        .with_context(|| format!("cannot read '{shown}'"))?;
    let (records, bytes) = parse::<E::Record>(&bytes, trials)
        .and_then(|(records, bytes)| {
            check_again(experiment, seed, &records)?;
            Ok((records, bytes))
        })
        .with_context(|| {
            format!(
                "'{shown}' does not hold the first trials of this run of {}; remove it or choose another --records folder",
                experiment.info().name
            )
        })?;
    Ok(Found {
        path,
        records,
        bytes,
        file: Some(file),
    })
}

/// The records of the whole lines, and how many bytes these take. What follows
/// the last line end was being written when a run was killed, and is dropped.
fn parse<R: Record>(bytes: &[u8], trials: Trials) -> Result<(Vec<R>, u64)> {
    let whole = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1);
    let mut records = Vec::new();
    for (place, line) in bytes[..whole]
        .split_inclusive(|&byte| byte == b'\n')
        .enumerate()
    {
        let number = place + 1;
        let record: R = serde_json::from_slice(line).map_err(|error| {
            anyhow::anyhow!("line {number} is no record of it: {}", in_line(&error))
        })?;
        ensure!(
            (place as u64) < trials.count,
            "it holds more than the {} trials asked for",
            trials.count
        );
        let expected = trials.index(place as u64);
        ensure!(
            record.trial() == expected,
            "line {number} is trial {}, where trial {expected} is due",
            record.trial()
        );
        records.push(record);
    }
    Ok((records, whole as u64))
}

/// A JSON error without its line, which is always 1 here.
fn in_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.replace(&place, &format!(" (column {})", error.column()))
}

/// Runs the first and the last recorded trial again: record files carry no
/// name, so this is how another experiment, another seed or another version of
/// the program is told.
fn check_again<E: Experiment>(experiment: &E, seed: u64, records: &[E::Record]) -> Result<()> {
    let last = records.len().saturating_sub(1);
    for (place, record) in records.iter().enumerate() {
        if place != 0 && place != last {
            continue;
        }
        let trial = record.trial();
        let again = experiment.trial(trial, seed);
        ensure!(
            serde_json::to_string(&again)? == serde_json::to_string(record)?,
            "trial {trial} comes out differently now, so it is of another experiment, seed or version"
        );
    }
    Ok(())
}

impl<R> Found<R> {
    /// Opens the file to write, creating the folder and the file as needed and
    /// cutting a torn line off.
    ///
    /// # Errors
    /// If the folder or the file cannot be written.
    pub fn open(self) -> Result<(Vec<R>, RecordFile)> {
        let Found {
            path,
            records,
            bytes,
            file,
        } = self;
        let advice = || {
            format!(
                "cannot write records to '{}'; choose a --records folder that you may write to",
                path.display()
            )
        };
        let file = match file {
            Some(mut file) => {
                file.set_len(bytes).with_context(advice)?;
                file.seek(SeekFrom::End(0)).with_context(advice)?;
                file
            }
            None => {
                let mut options = OpenOptions::new();
                let file = options.append(true).create_new(true).open(&path);
                let file = file.with_context(advice)?;
                file.try_lock().with_context(advice)?;
                file
            }
        };
        let writer = BufWriter::new(file);
        Ok((records, RecordFile { path, writer }))
    }
}

/// Creates a folder for records.
///
/// # Errors
/// If it cannot be created.
pub fn create_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| {
        format!(
            "cannot create the records folder '{}'; choose a folder that you may write to",
            folder.display()
        )
    })
}

impl RecordFile {
    /// Adds a record. It is on its way to the disk once [`RecordFile::flush`]
    /// returns.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append<R: Record>(&mut self, record: &R) -> Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        self.writer.write_all(&line).with_context(|| self.failure())
    }

    /// Hands all that has been added to the operating system.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn flush(&mut self) -> Result<()> {
        self.writer.flush().with_context(|| self.failure())
    }

    fn failure(&self) -> String {
        format!(
            "cannot write '{}'; make room or mend it, then run the same command with --resume",
            self.path.display()
        )
    }
}
