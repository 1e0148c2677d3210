use std::fmt::Display;
use std::io::{self, Write};

use clap::ValueEnum;
use serde::Serialize;

/// How an answer is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// One line of JSON, as in a batch.
    Json,
}

/// Writes an answer and flushes.
pub(crate) fn write(
    answer: &(impl Serialize + Display),
    format: Format,
    output: &mut impl Write,
) -> io::Result<()> {
    match format {
        Format::Text => output.write_all(answer.to_string().as_bytes())?,
        Format::Json => write_json(answer, output)?,
    }
    output.flush()
}

/// Writes one line of JSON.
pub(crate) fn write_json(answer: &impl Serialize, output: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *output, answer)?;
    output.write_all(b"\n")
}

/// The text with its control characters escaped, which may come from what was
/// asked.
#[must_use]
pub fn one_line(text: &str) -> String {
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
