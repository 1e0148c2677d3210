//! Requests from a stream: a JSON object a line in, one a line out, in order.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::output::write_json;
use crate::{Refusal, Request};

/// How many bytes a line may have, its end aside.
pub const MAX_LINE: usize = 1 << 20;

const BUFFER: usize = 1 << 16;

/// How long an answer may wait for others to be written with it, if more
/// requests are there already.
const PATIENCE: Duration = Duration::from_millis(50);

/// What a line is answered with that cannot be answered.
#[derive(Serialize)]
struct BadLine {
    /// Counted from 1.
    line: u64,
    error: String,
}

/// Answers every line of `input`, with what the requests share kept from line to
/// line. Takes memory for one line and one answer, however many there are.
///
/// Whoever writes a line and waits gets its answer; answers to many lines at once
/// are written together.
///
/// # Errors
/// If reading or writing fails. A bad line is answered like any other, by its
/// number and what is wrong.
pub fn run<R: Request>(input: impl Read, output: &mut impl Write) -> Result<()> {
    let mut reader = BufReader::with_capacity(BUFFER, input);
    let mut writer = BufWriter::with_capacity(BUFFER, output);
    let mut memory = R::Memory::default();
    let mut line = Vec::new();
    let mut number = 0;
    let mut flushed = Instant::now();
    loop {
        let read = read_line(&mut reader, &mut line).context(READ)?;
        if read == ReadLine::End {
            return writer.flush().context(WRITE);
        }
        number += 1;
        let answer = match read {
            ReadLine::TooLong => Err(too_long()),
            _ => object(&line, number == 1)
                .and_then(parse::<R>)
                .and_then(|request| request.answer(&mut memory).map_err(Refusal::into_message)),
        };
        match answer {
            Ok(answer) => write_json(&answer, &mut writer),
            Err(error) => write_json(
                &BadLine {
                    line: number,
                    error,
                },
                &mut writer,
            ),
        }
        .context(WRITE)?;
        // The next read may wait for somebody who waits for this answer.
        let waits = !reader.buffer().contains(&b'\n');
        if waits || flushed.elapsed() > PATIENCE {
            writer.flush().context(WRITE)?;
            flushed = Instant::now();
        }
    }
}

pub(crate) const READ: &str = "cannot read the standard input";
pub(crate) const WRITE: &str = "cannot write to the standard output";

/// What a line of more than [`MAX_LINE`] bytes is answered with.
pub(crate) fn too_long() -> String {
    format!("the line has more than {MAX_LINE} bytes")
}

/// What a line turns out to be.
#[derive(PartialEq, Eq)]
pub(crate) enum ReadLine {
    Line,
    /// It has more than [`MAX_LINE`] bytes.
    TooLong,
    /// There is no line any more.
    End,
}

/// Reads up to the end of a line, which it takes without keeping; the last line
/// may lack it.
pub(crate) fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<ReadLine> {
    line.clear();
    let mut too_long = false;
    let mut begun = false;
    loop {
        let bytes = match reader.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        if line.len() + part.len() > MAX_LINE {
            too_long = true;
        }
        if !too_long {
            line.extend_from_slice(part);
        }
        let ended = end.is_some() || bytes.is_empty();
        begun |= !bytes.is_empty();
        let taken = part.len() + usize::from(end.is_some());
        reader.consume(taken);
        if ended {
            return Ok(match (begun, too_long) {
                (false, _) => ReadLine::End,
                (true, true) => ReadLine::TooLong,
                (true, false) => ReadLine::Line,
            });
        }
    }
}

/// A line as the text of a JSON object, as far as its first character shows.
pub(crate) fn object(line: &[u8], is_first: bool) -> Result<&str, String> {
    let text = std::str::from_utf8(line).map_err(|error| {
        format!(
            "the line is not UTF-8 from byte {} on",
            error.valid_up_to() + 1
        )
    })?;
    // Some editors begin a file with a byte order mark.
    let text = match text.strip_prefix('\u{FEFF}') {
        Some(rest) if is_first => rest,
        _ => text,
    };
    // Serde would take an array for a struct as well.
    if !text.trim_start().starts_with('{') {
        return Err(if text.trim().is_empty() {
            "the line is empty; it must be a JSON object".to_owned()
        } else {
            "the line must be a JSON object".to_owned()
        });
    }
    Ok(text)
}

/// Reads a line that is a JSON object.
pub(crate) fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        // The line that it names is always its own first one.
        match message.split_once(" at line 1 column ") {
            Some((message, column)) => format!("{message} at column {column}"),
            None => message,
        }
    })
}
