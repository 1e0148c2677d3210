//! The table of results in README.md and in its Chinese translation.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use rayon::ThreadPoolBuilder;

use crate::experiments;
use crate::language::Language;
use crate::render::in_markdown;
use crate::report::{Published, Report, Verdict};
use crate::runner::{AnyExperiment, Settings};

const BEGIN: &str = "<!-- results: written by `cargo xtask readme` -->\n";
const END: &str = "<!-- end of results -->\n";

/// The files with a table, and its language.
const FILES: [(&str, Language); 2] = [
    ("README.md", Language::En),
    ("README.zh-CN.md", Language::Zh),
];

/// Writes the table of results into the files, or checks that it is up to date.
///
/// # Errors
/// If a file cannot be read or written, if it has no place for the table, or if a
/// check finds an old one.
pub fn update(check: bool) -> Result<()> {
    let reports = reports()?;
    for (file, language) in FILES {
        let old = read(file)?;
        let new = with_table(&old, &table(&reports, language))
            .with_context(|| format!("{file} has no place for the table of results"))?;
        if check {
            ensure!(
                old == new,
                "the table of results in {file} is not what the experiments print; \
                 find out which is right, then run 'cargo xtask readme'"
            );
        } else if old != new {
            fs::write(path(file), new).with_context(|| format!("cannot write {file}"))?;
        }
    }
    Ok(())
}

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file)
}

fn read(file: &str) -> Result<String> {
    fs::read_to_string(path(file)).with_context(|| format!("cannot read {file}"))
}

/// The quick reports of every experiment.
///
/// # Errors
/// If no threads can be started.
pub fn reports() -> Result<Vec<Report>> {
    let settings = Settings {
        quick: true,
        ..Settings::new(ThreadPoolBuilder::new().build()?)
    };
    let report = |experiment: &&dyn AnyExperiment| {
        let outcome = experiment.prepare(&settings)?.run(&settings)?;
        outcome.into_report()
    };
    experiments::all().iter().map(report).collect()
}

/// Every figure that has a published counterpart.
fn table(reports: &[Report], language: Language) -> String {
    let columns = ["experiment", "figure", "published", "measured", "verdict"];
    let columns = columns.map(|column| language.text(column)).join(" | ");
    let mut out = format!("| {columns} |\n|---|---|--:|--:|---|\n");
    for report in reports {
        let name = report.experiment;
        for figure in &report.figures {
            let (Some(published), Some(verdict)) = (&figure.published, figure.verdict) else {
                continue;
            };
            let published = match published {
                Published::Number(number) => number.to_string(),
                Published::Claim(claim) => language.text(claim).into_owned(),
            };
            let verdict = verdict.to_string();
            let (measured, verdict) = (figure.measured, language.text(&verdict));
            let figure = in_markdown(&language.with_unit(&figure.name, figure.unit));
            let _ = writeln!(
                out,
                "| `{name}` | {figure} | {published} | {measured} | {verdict} |"
            );
        }
        for table in &report.tables {
            let verdicts: Vec<_> = table.verdicts().collect();
            if !verdicts.is_empty() {
                let agreeing = verdicts
                    .iter()
                    .filter(|verdict| **verdict == Verdict::Agrees);
                let title = in_markdown(&language.text(table.title));
                let entries = format!("{} entries", verdicts.len());
                let agreeing = format!("{} agree", agreeing.count());
                let (entries, agreeing) = (language.text(&entries), language.text(&agreeing));
                let _ = writeln!(
                    out,
                    "| `{name}` | {title} | {entries} | {entries} | {agreeing} |"
                );
            }
        }
    }
    out
}

fn with_table(readme: &str, table: &str) -> Option<String> {
    let (before, rest) = readme.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{table}\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures in the files are what the experiments print.
    #[test]
    fn the_tables_are_up_to_date() {
        update(true).unwrap();
    }

    /// The Chinese file is the whole of the English one: the same headings in number
    /// and rank, the same code but for comments and language, and the same links.
    #[test]
    fn the_translation_keeps_up_with_the_original() {
        let [english, chinese] = FILES.map(|(file, _)| skeleton(&read(file).unwrap()));
        assert_eq!(english, chinese);
    }

    /// What a translation has in common with its original.
    fn skeleton(readme: &str) -> Vec<String> {
        let mut parts = Vec::new();
        let mut code = None;
        for line in readme.lines() {
            if let Some(language) = line.strip_prefix("```") {
                code = code.is_none().then_some(language);
            }
            match code {
                Some("sh") => {
                    let command = line.split('#').next().unwrap_or("");
                    parts.push(command.replace(" --lang zh", "").trim_end().to_owned());
                }
                Some(_) => parts.push(line.to_owned()),
                None if line.starts_with('#') => {
                    let rank = line.chars().take_while(|&c| c == '#').count();
                    parts.push("#".repeat(rank));
                }
                None => {
                    let links = line.split("](").skip(1);
                    let links = links.filter_map(|link| link.split_once(')'));
                    let other = |link: &&str| !link.starts_with("README");
                    parts.extend(links.map(|(link, _)| link).filter(other).map(str::to_owned));
                }
            }
        }
        parts
    }

    #[test]
    fn the_table_is_put_between_its_marks() {
        let readme = format!("a\n{BEGIN}old\n{END}b\n");
        let new = with_table(&readme, "new\n").unwrap();
        assert_eq!(new, format!("a\n{BEGIN}\nnew\n\n{END}b\n"));
        assert_eq!(with_table(&new, "new\n").unwrap(), new);
        assert_eq!(with_table("a\n", "new\n"), None);
    }
}
