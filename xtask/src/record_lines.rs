//! The lines of record files: how they are written, read back, and checked.

use std::io::{self, BufRead, Read};

use anyhow::{Context, Result, anyhow, ensure};

use crate::experiment::{Experiment, Record, Trials};

/// No record is longer, in bytes.
const LONGEST: u64 = 16 << 20;

/// How many recorded trials are run again at most: the first, the last, and
/// some between. Record files carry no name, so this is how another experiment,
/// another seed or another version of the program is told.
pub const CHECKED: usize = 8;

/// A record's line, with its end.
///
/// # Errors
/// None in practice: records are plain numbers, texts and lists.
pub fn line_of<R: Record>(record: &R) -> Result<Vec<u8>> {
    let mut line = serde_json::to_vec(record)?;
    line.push(b'\n');
    Ok(line)
}

/// The whole lines of a file and the bytes that they take; a torn line may follow.
///
/// # Errors
/// If it cannot be read.
pub fn count(mut reader: impl BufRead) -> io::Result<(u64, u64)> {
    let (mut lines, mut whole, mut read) = (0, 0, 0);
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok((lines, whole));
        }
        if let Some(last) = buffer.iter().rposition(|&byte| byte == b'\n') {
            lines += buffer.iter().filter(|&&byte| byte == b'\n').count() as u64;
            whole = read + last as u64 + 1;
        }
        let length = buffer.len();
        read += length as u64;
        reader.consume(length);
    }
}

/// Reads the first lines of a file, as the records of the first trials, and hands
/// them to `take`, each with its line. Every line must be written as this program
/// writes it, so that a resumed file equals one that was never interrupted.
///
/// # Errors
/// If a line is not the record that is due, or if `take` fails.
pub fn read<R: Record>(
    reader: &mut impl BufRead,
    trials: Trials,
    lines: u64,
    mut take: impl FnMut(R, &[u8]) -> Result<()>,
) -> Result<()> {
    let mut line = Vec::new();
    for place in 0..lines {
        let number = place + 1;
        line.clear();
        let _ = reader.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
        let text = line
            .strip_suffix(b"\n")
            .with_context(|| format!("line {number} is longer than any record"))?;
        let record: R = serde_json::from_slice(text)
            .map_err(|error| anyhow!("line {number} is no record of it: {}", reason(&error)))?;
        let expected = trials.index(place);
        ensure!(
            record.trial() == expected,
            "line {number} is trial {}, where trial {expected} is due",
            record.trial()
        );
        ensure!(
            line_of(&record)? == line,
            "line {number} is not written as a record of it is (white space, order, or the end of the line)"
        );
        take(record, &line)?;
    }
    Ok(())
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

/// The lines that are checked by running their trials again.
#[derive(Debug)]
pub struct Sample {
    places: Vec<u64>,
    seen: u64,
    lines: Vec<(i64, Vec<u8>)>,
}

impl Sample {
    /// At most [`CHECKED`] of so many lines.
    #[must_use]
    pub fn of(lines: u64) -> Sample {
        Sample {
            places: spread(lines).collect(),
            seen: 0,
            lines: Vec::new(),
        }
    }

    /// Keeps the next line if it is one of them.
    pub fn look_at(&mut self, trial: i64, line: &[u8]) {
        if self.places.get(self.lines.len()) == Some(&self.seen) {
            self.lines.push((trial, line.to_vec()));
        }
        self.seen += 1;
    }

    /// Runs their trials again.
    ///
    /// # Errors
    /// If one of them comes out differently.
    pub fn check<E: Experiment>(&self, experiment: &E, seed: u64) -> Result<()> {
        for (trial, line) in &self.lines {
            ensure!(
                line_of(&experiment.trial(*trial, seed))? == *line,
                "trial {trial} comes out differently now, so it is of another experiment, seed or version"
            );
        }
        Ok(())
    }
}

/// [`CHECKED`] places of a list, its ends among them, evenly spread; all places
/// of a short list.
fn spread(len: u64) -> impl Iterator<Item = u64> {
    let count = len.min(CHECKED as u64);
    (0..count).map(move |k| match count {
        1 => 0,
        // As 128 bits, in which the product always fits.
        _ => (u128::from(k) * u128::from(len - 1) / u128::from(count - 1)) as u64,
    })
}

/// Checks that what follows the last line end is a torn record, which a run was
/// writing when it was killed: the beginning of the line that is due, or of some
/// other JSON object. A machine that lost power may leave zeros behind it.
///
/// # Errors
/// If it is anything else.
pub fn check_tail<E: Experiment>(
    experiment: &E,
    seed: u64,
    trials: Trials,
    kept: u64,
    reader: &mut impl BufRead,
) -> Result<()> {
    let mut tail = Vec::new();
    let _ = reader.by_ref().take(LONGEST + 1).read_to_end(&mut tail)?;
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
        assert_eq!(spread(u64::MAX).last(), Some(u64::MAX - 1));
    }

    #[test]
    fn whole_lines_are_counted() {
        for (text, counted) in [
            ("", (0, 0)),
            ("{", (0, 0)),
            ("a\n", (1, 2)),
            ("a\nbc", (1, 2)),
            ("a\n\nbc\n", (3, 6)),
        ] {
            // However the file is read.
            for buffer in 1..5 {
                let reader = io::BufReader::with_capacity(buffer, text.as_bytes());
                assert_eq!(count(reader).unwrap(), counted, "{text:?}");
            }
        }
    }
}
