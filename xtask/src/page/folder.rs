//! The folder that a report is written into.

use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use super::html::GENERATOR;
use crate::records;

/// The page, which also tells that a folder holds a report.
pub(super) const PAGE: &str = "index.html";

/// Where its figures are.
const FIGURES: &str = "figures";

/// Makes the folder, if there is none, before anything is run.
///
/// # Errors
/// If it cannot be made, or if it holds anything but an earlier report.
pub(super) fn prepare(folder: &Path) -> Result<()> {
    let shown = folder.display();
    match fs::metadata(folder) {
        Ok(found) => ensure!(
            found.is_dir(),
            "'{shown}' is no folder; choose another one with --out"
        ),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            fs::create_dir_all(folder).with_context(|| {
                format!("cannot make the folder '{shown}'; choose another one with --out")
            })?;
        }
        Err(error) => {
            return Err(error).with_context(|| format!("cannot look at '{shown}'"));
        }
    }
    let mut entries = fs::read_dir(folder).with_context(|| {
        format!("cannot read the folder '{shown}'; choose another one with --out")
    })?;
    if entries.next().is_some() && !holds_report(folder) {
        bail!(
            "'{shown}' holds files that are no report of this program; choose an empty or a new folder with --out"
        );
    }
    for place in [folder.to_owned(), folder.join(FIGURES)] {
        let shown = place.display();
        match fs::metadata(&place) {
            Ok(found) => ensure!(
                found.is_dir(),
                "'{shown}' is no folder; choose another one with --out"
            ),
            Err(_) => continue,
        }
        // What cannot be written to is found now, not when everything has been run.
        let written = records::temporary(&place);
        written
            .with_context(|| format!("cannot write to '{shown}'; choose another one with --out"))?;
    }
    Ok(())
}

/// Removes the figures of an earlier report that are none of this one's files.
///
/// # Errors
/// If one cannot be removed.
pub(super) fn remove_others(folder: &Path, names: &[String]) -> Result<()> {
    let figures = folder.join(FIGURES);
    let entries = match fs::read_dir(&figures) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read '{}'", figures.display()));
        }
    };
    for entry in entries {
        let path = entry
            .with_context(|| format!("cannot read '{}'", figures.display()))?
            .path();
        let is_figure = path.extension().is_some_and(|extension| extension == "svg");
        if is_figure && !names.iter().any(|name| folder.join(name) == path) {
            fs::remove_file(&path)
                .with_context(|| format!("cannot remove '{}'", path.display()))?;
        }
    }
    Ok(())
}

/// Whether the folder's page is one of this program.
fn holds_report(folder: &Path) -> bool {
    let mut start = Vec::new();
    let read =
        fs::File::open(folder.join(PAGE)).and_then(|file| file.take(4096).read_to_end(&mut start));
    read.is_ok() && String::from_utf8_lossy(&start).contains(GENERATOR)
}

/// Writes a file of the report. Until it is complete, an earlier one stays.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write(folder: &Path, name: &str, contents: &str) -> Result<()> {
    let path = folder.join(name);
    let parent = path.parent().unwrap_or(folder);
    let write = || -> io::Result<()> {
        fs::create_dir_all(parent)?;
        let mut file = records::temporary(parent)?;
        file.write_all(contents.as_bytes())?;
        file.persist(&path)?;
        Ok(())
    };
    write().with_context(|| format!("cannot write '{}'", path.display()))
}
