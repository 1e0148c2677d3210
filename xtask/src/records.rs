//! Record files: one JSON object a trial, one trial a line, in trial order.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};

use crate::experiment::{Experiment, Record, Trials};

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
/// program that computes other results, or damaged anywhere but at its end.
/// (Of the results only a few are computed again, see [`CHECKED`].)
pub fn find<E: Experiment>(
    experiment: &E,
    trials: Trials,
    seed: u64,
    folder: &Path,
    resume: bool,
) -> Result<Found<E::Record>> {
    let path = folder.join(experiment.info().record_file());
    let shown = path.display();
    // Only a name that does not exist at all is free: a link that leads nowhere
    // is not.
    if let Err(error) = fs::symlink_metadata(&path)
        && error.kind() == io::ErrorKind::NotFound
    {
        return Ok(Found {
            path,
            records: Vec::new(),
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
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)
        .with_context(|| format!("cannot read '{shown}'; choose another --records folder"))?;
    let whole = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1);
    let (lines, tail) = bytes.split_at(whole);
    let asked = trials.count;
    let held = lines.iter().filter(|&&byte| byte == b'\n').count() as u64;
    ensure!(
        held <= asked,
        "'{shown}' holds {held} lines, more than the {asked} trials asked for; ask for --trials {held} or more, or choose another --records folder"
    );
    let records = parse(lines, trials)
        .and_then(|records| {
            check_again(experiment, seed, &records)?;
            check_tail(experiment, seed, trials, records.len() as u64, tail)?;
            Ok(records)
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
        bytes: whole as u64,
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

/// Keeps other runs away from a file for as long as it is open.
fn lock(file: &File, path: &Path) -> Result<()> {
    let shown = path.display();
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => bail!(
            "another run is writing '{shown}'; wait for it, or choose another --records folder"
        ),
        Err(TryLockError::Error(error)) => Err(error)
            .with_context(|| format!("cannot lock '{shown}'; choose another --records folder")),
    }
}

/// The records of whole lines, each of which must be written as this program
/// writes it, so that a resumed file equals one that was never interrupted.
fn parse<R: Record>(lines: &[u8], trials: Trials) -> Result<Vec<R>> {
    let mut records = Vec::new();
    for (place, line) in lines.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let number = place + 1;
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let record: R = serde_json::from_slice(text)
            .map_err(|error| anyhow!("line {number} is no record of it: {}", reason(&error)))?;
        let expected = trials.index(place as u64);
        ensure!(
            record.trial() == expected,
            "line {number} is trial {}, where trial {expected} is due",
            record.trial()
        );
        ensure!(
            line_of(&record)? == line,
            "line {number} is not written as a record of it is (white space, order, or the end of the line)"
        );
        records.push(record);
    }
    Ok(records)
}

/// A record's line, with its end.
fn line_of<R: Record>(record: &R) -> Result<Vec<u8>> {
    let mut line = serde_json::to_vec(record)?;
    line.push(b'\n');
    Ok(line)
}

/// What a JSON error says, short, and with the place within the line.
fn reason(error: &serde_json::Error) -> String {
    const LONGEST: usize = 200;
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = text.strip_suffix(&place).unwrap_or(&text);
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short} (column {})", error.column())
}

/// How many recorded trials are run again at most: the first, the last, and
/// some between. Record files carry no name, so this is how another experiment,
/// another seed or another version of the program is told.
pub const CHECKED: usize = 8;

fn check_again<E: Experiment>(experiment: &E, seed: u64, records: &[E::Record]) -> Result<()> {
    for place in spread(records.len()) {
        let trial = records[place].trial();
        ensure!(
            line_of(&experiment.trial(trial, seed))? == line_of(&records[place])?,
            "trial {trial} comes out differently now, so it is of another experiment, seed or version"
        );
    }
    Ok(())
}

/// [`CHECKED`] places of a list, its ends among them, evenly spread; all places
/// of a short list.
fn spread(len: usize) -> impl Iterator<Item = usize> {
    let count = len.min(CHECKED);
    (0..count).map(move |k| match count {
        1 => 0,
        // As 128 bits, in which the product always fits.
        _ => (k as u128 * (len - 1) as u128 / (count - 1) as u128) as usize,
    })
}

/// Checks that what follows the last line end is a torn record, which a run was
/// writing when it was killed: the beginning of the line that is due, or of some
/// other JSON object. A machine that lost power may leave zeros behind it.
fn check_tail<E: Experiment>(
    experiment: &E,
    seed: u64,
    trials: Trials,
    kept: u64,
    tail: &[u8],
) -> Result<()> {
    let zeros = tail.iter().rev().take_while(|&&byte| byte == 0).count();
    let torn = &tail[..tail.len() - zeros];
    if torn.is_empty() || is_cut_off(torn) {
        return Ok(());
    }
    let is_due = kept < trials.count && {
        let due = line_of(&experiment.trial(trials.index(kept), seed))?;
        due.starts_with(torn)
    };
    ensure!(
        is_due,
        "what stands behind its {kept} whole lines is no torn record of it"
    );
    Ok(())
}

/// Whether a text begins a JSON object and does not end it.
fn is_cut_off(text: &[u8]) -> bool {
    let read = serde_json::from_slice::<serde_json::Value>(text);
    text.starts_with(b"{") && read.is_err_and(|error| error.is_eof())
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

    /// Removes the file again if this run has created it and not written to it.
    pub fn discard(self) {
        if self.created {
            // What remains is an empty file, which a resumed run takes up.
            let _ = fs::remove_file(&self.path);
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_that_are_cut_off() {
        let record =
            br#"{"seed":-12,"counts":[1,2],"evaluate":0.5900,"name":"\u2660Q","bomb":true}"#;
        for end in 1..record.len() {
            assert!(is_cut_off(&record[..end]), "cut at byte {end}");
        }
        for text in [
            "",
            "my notes",
            "[{",
            "{\"seed\":1}",
            "{seed",
            "{\"seed\":1}{",
        ] {
            assert!(!is_cut_off(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn the_places_that_are_checked() {
        let places = |len| spread(len).collect::<Vec<_>>();
        assert!(places(0).is_empty());
        assert_eq!(places(1), [0]);
        assert_eq!(places(3), [0, 1, 2]);
        assert_eq!(places(8), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(places(2000), [0, 285, 571, 856, 1142, 1427, 1713, 1999]);
    }
}
