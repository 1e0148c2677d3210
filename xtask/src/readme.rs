//! The table of results in README.md.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use rayon::ThreadPoolBuilder;

use crate::experiments;
use crate::language::Language;
use crate::render::in_markdown;
use crate::report::{Published, Report, Verdict};
use crate::runner::{AnyExperiment, Settings};

const BEGIN: &str = "<!-- results: written by `cargo xtask readme` -->\n";
const END: &str = "<!-- end of results -->\n";

/// Writes the table of results into README.md, or checks that it is up to date.
///
/// # Errors
/// If the file cannot be read or written, if it has no place for the table, or
/// if a check finds an old one.
pub fn update(check: bool) -> Result<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let old = fs::read_to_string(&path).context("cannot read README.md")?;
    let new = with_table(&old, &table(&reports()?))?;
    if check {
        ensure!(
            old == new,
            "the table of results in README.md is not what the experiments print; \
             find out which is right, then run 'cargo xtask readme'"
        );
    } else if old != new {
        fs::write(&path, new).context("cannot write README.md")?;
    }
    Ok(())
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
fn table(reports: &[Report]) -> String {
    let mut out = String::from(
        "| experiment | figure | published | measured | verdict |\n|---|---|--:|--:|---|\n",
    );
    for report in reports {
        let name = report.experiment;
        for figure in &report.figures {
            let (Some(published), Some(verdict)) = (&figure.published, figure.verdict) else {
                continue;
            };
            let published = match published {
                Published::Number(number) => number.to_string(),
                Published::Claim(claim) => (*claim).to_owned(),
            };
            let (figure, measured) = (
                in_markdown(&Language::En.with_unit(&figure.name, figure.unit)),
                figure.measured,
            );
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
                let title = in_markdown(table.title);
                let (all, agreeing) = (verdicts.len(), agreeing.count());
                let _ = writeln!(
                    out,
                    "| `{name}` | {title} | {all} entries | {all} entries | {agreeing} agree |"
                );
            }
        }
    }
    out
}

fn with_table(readme: &str, table: &str) -> Result<String> {
    let place = "README.md has no place for the table of results";
    let (before, rest) = readme.split_once(BEGIN).context(place)?;
    let (_, after) = rest.split_once(END).context(place)?;
    Ok(format!("{before}{BEGIN}\n{table}\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures in README.md are what the experiments print.
    #[test]
    fn the_table_is_up_to_date() {
        update(true).unwrap();
    }

    #[test]
    fn the_table_is_put_between_its_marks() {
        let readme = format!("a\n{BEGIN}old\n{END}b\n");
        let new = with_table(&readme, "new\n").unwrap();
        assert_eq!(new, format!("a\n{BEGIN}\nnew\n\n{END}b\n"));
        assert_eq!(with_table(&new, "new\n").unwrap(), new);
        assert!(with_table("a\n", "new\n").is_err());
    }
}
