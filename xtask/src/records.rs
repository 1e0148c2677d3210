//! Record files: one JSON object a trial, one trial a line, in trial order.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use tempfile::NamedTempFile;

use crate::experiment::{Experiment, Record, Trials};
use crate::record_lines::{self, Sample, line_of};

/// A record file that a run appends to.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    writer: BufWriter<File>,
    created: bool,
}

/// What a run finds on the disk before it starts.
#[derive(Debug)]
pub struct Found<R> {
    path: PathBuf,
    /// The records that the file holds already, in trial order; none if they are
    /// not to be kept in memory.
    pub records: Vec<R>,
    /// How many the file holds already.
    pub held: u64,
    /// How many bytes these take; a torn line may follow.
    bytes: u64,
    /// The file, locked against other runs, if there is one.
    file: Option<File>,
}

/// Looks for an earlier run's file without changing anything. The records that it
/// holds are handed over if `keep`.
///
/// # Errors
/// If there is a file although the run does not resume, or if the file is not
/// the beginning of this very run: of another experiment, of other trials, of a
/// program that computes other results, or damaged anywhere but at its end.
/// (Of the results only a few are computed again, see [`record_lines::CHECKED`].)
pub fn find<E: Experiment>(
    experiment: &E,
    trials: Trials,
    seed: u64,
    path: PathBuf,
    resume: bool,
    keep: bool,
) -> Result<Found<E::Record>> {
    let shown = path.display();
    // Only a name that does not exist at all is free: a link that leads nowhere
    // is not.
    if let Err(error) = fs::symlink_metadata(&path)
        && error.kind() == io::ErrorKind::NotFound
    {
        return Ok(Found {
            path,
            records: Vec::new(),
            held: 0,
            bytes: 0,
            file: None,
        });
    }
    let mut file = open_regular(&path)?;
    ensure!(
        resume,
        "'{shown}' exists already; add --resume to keep its trials and run the rest, or choose another --records folder"
    );
    lock(&file, &path)?;
    let unreadable = || format!("cannot read '{shown}'; choose another --records folder");
    let (held, bytes) = record_lines::count(BufReader::new(&file)).with_context(unreadable)?;
    file.rewind().with_context(unreadable)?;
    let asked = trials.count;
    ensure!(
        held <= asked,
        "'{shown}' holds {held} lines, more than the {asked} trials asked for; ask for {held} trials or more, or choose another --records folder"
    );
    let mut records = Vec::new();
    let mut reader = BufReader::new(&file);
    let mut sample = Sample::of(held);
    let take = |record: E::Record, line: &[u8]| {
        sample.look_at(record.trial(), line);
        if keep {
            records.push(record);
        }
        Ok(())
    };
    record_lines::read(&mut reader, trials, held, take)
        .and_then(|()| sample.check(experiment, seed))
        .and_then(|()| record_lines::check_tail(experiment, seed, trials, held, &mut reader))
        .with_context(|| {
            format!(
                "'{shown}' does not hold the first trials of this run of {}; remove it or choose another --records folder",
                experiment.info().name
            )
        })?;
    Ok(Found {
        path,
        records,
        held,
        bytes,
        file: Some(file),
    })
}

/// Opens an existing file to add to it.
fn open_regular(path: &Path) -> Result<File> {
    let shown = path.display();
    let advice = || {
        format!("cannot add records to '{shown}'; choose a --records folder that you may write to")
    };
    let metadata = fs::metadata(path).with_context(advice)?;
    ensure!(
        metadata.is_file(),
        "'{shown}' is no regular file; remove it or choose another --records folder"
    );
    let options = OpenOptions::new().read(true).append(true).open(path);
    options.with_context(advice)
}

/// Keeps other runs away from a file for as long as it is open. A shared disk of a
/// cluster that has no locks leaves that to whoever starts the runs.
fn lock(file: &File, path: &Path) -> Result<()> {
    let shown = path.display();
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => bail!(
            "another run is writing '{shown}'; wait for it, or choose another --records folder"
        ),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(error)
            .with_context(|| format!("cannot lock '{shown}'; choose another --records folder")),
    }
}

impl<R> Found<R> {
    /// Opens the file to write, creating it as needed and cutting a torn line
    /// off. The folder must exist.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn open(self) -> Result<(Vec<R>, RecordFile)> {
        let Found {
            path,
            records,
            bytes,
            file,
            held: _,
        } = self;
        let shown = path.display();
        let advice = || {
            format!(
                "cannot write records to '{shown}'; choose a --records folder that you may write to"
            )
        };
        let created = file.is_none();
        let file = match file {
            Some(mut file) => {
                file.set_len(bytes).with_context(advice)?;
                file.seek(SeekFrom::End(0)).with_context(advice)?;
                file
            }
            None => match OpenOptions::new().append(true).create_new(true).open(&path) {
                Ok(file) => {
                    lock(&file, &path)?;
                    file
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => bail!(
                    "another run has just created '{shown}'; wait for it, or choose another --records folder"
                ),
                Err(error) => return Err(error).with_context(advice),
            },
        };
        let writer = BufWriter::new(file);
        Ok((
            records,
            RecordFile {
                path,
                writer,
                created,
            },
        ))
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

/// A file that gets its name in this folder when it is whole, with the rights of any
/// new file. A process that is killed before leaves it as `.tmp…`.
pub(crate) fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

impl RecordFile {
    /// Adds a record. It is on its way to the disk once [`RecordFile::flush`]
    /// returns.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append<R: Record>(&mut self, record: &R) -> Result<()> {
        let line = line_of(record)?;
        self.writer.write_all(&line).with_context(|| self.failure())
    }

    /// Hands all that has been added to the operating system.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn flush(&mut self) -> Result<()> {
        self.writer.flush().with_context(|| self.failure())
    }

    /// Removes the file again if this run has created it and not written to it;
    /// says whether it has.
    #[must_use]
    pub fn discard(self) -> bool {
        if self.created {
            // What remains is an empty file, which a resumed run takes up.
            let _ = fs::remove_file(&self.path);
        }
        self.created
    }

    /// Makes every later write fail, as on a full disk.
    #[cfg(test)]
    pub(crate) fn fail_from_now_on(&mut self) {
        let read_only = File::open(&self.path).unwrap();
        self.writer = BufWriter::new(read_only);
    }

    fn failure(&self) -> String {
        format!(
            "cannot write '{}'; make room or mend it, then run the same command with --resume",
            self.path.display()
        )
    }
}
