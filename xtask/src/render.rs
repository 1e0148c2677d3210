//! Reports as text, Markdown and JSON.

use std::fmt::Write as _;

use clap::ValueEnum;
use comfy_table::{CellAlignment, ContentArrangement, TableStyle, presets};

use crate::experiment::Info;
use crate::number::Number;
use crate::report::{Cell, Figure, Precision, Published, Report, Table, Verdict};

/// How reports and lists are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For a terminal.
    #[default]
    Text,
    /// For programs.
    Json,
    /// For a page.
    Markdown,
}

/// The width of running text in a terminal.
const WIDTH: usize = 96;

/// A report as text.
#[must_use]
pub fn text(report: &Report) -> String {
    let heading = format!("{}: {}", report.experiment, report.title);
    let mut out = format!("{heading}\n{}\n\n", "=".repeat(heading.chars().count()));
    let source = format!("source: {}", report.source);
    let _ = writeln!(out, "{}", textwrap::fill(&source, WIDTH));
    for parameter in &report.parameters {
        let _ = writeln!(out, "{}: {}", parameter.name, parameter.value);
    }
    if !report.figures.is_empty() {
        let _ = write!(
            out,
            "\n{}\n",
            grid(&figures(report), presets::UTF8_FULL_CONDENSED)
        );
    }
    for table in &report.tables {
        let _ = write!(
            out,
            "\n{}\n{}\n",
            table.title,
            grid(table, presets::UTF8_FULL_CONDENSED)
        );
    }
    if let Some(summary) = summary(report) {
        let _ = write!(out, "\n{summary}\n");
    }
    if !report.notes.is_empty() {
        out.push_str("\nWhat to make of it\n");
        let options = textwrap::Options::new(WIDTH)
            .initial_indent("- ")
            .subsequent_indent("  ");
        for note in &report.notes {
            let _ = writeln!(out, "{}", textwrap::fill(note, &options));
        }
    }
    out
}

/// A report as Markdown.
#[must_use]
pub fn markdown(report: &Report) -> String {
    let mut out = format!("## {}: {}\n\n", report.experiment, report.title);
    let _ = writeln!(out, "- source: {}", report.source);
    for parameter in &report.parameters {
        let _ = writeln!(out, "- {}: {}", parameter.name, parameter.value);
    }
    if !report.figures.is_empty() {
        let _ = write!(
            out,
            "\n{}\n",
            grid(&figures(report), presets::ASCII_MARKDOWN)
        );
    }
    for table in &report.tables {
        let _ = write!(
            out,
            "\n### {}\n\n{}\n",
            table.title,
            grid(table, presets::ASCII_MARKDOWN)
        );
    }
    if let Some(summary) = summary(report) {
        let _ = write!(out, "\n{summary}\n");
    }
    if !report.notes.is_empty() {
        out.push_str("\n### What to make of it\n\n");
        for note in &report.notes {
            let _ = writeln!(out, "- {note}");
        }
    }
    out
}

/// Reports as one JSON array.
///
/// # Errors
/// None in practice: a number that is not finite is null.
pub fn json(reports: &[Report]) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(reports)? + "\n")
}

/// The experiments, a line each.
///
/// # Errors
/// None in practice; as [`json`].
pub fn list(infos: &[Info], format: Format) -> serde_json::Result<String> {
    if format == Format::Json {
        return Ok(serde_json::to_string_pretty(infos)? + "\n");
    }
    let trials = |count: u64| Cell::Number(Number::whole(count));
    let rows = infos.iter().map(|info| {
        vec![
            Cell::Text(info.name.to_owned()),
            Cell::Text(info.title.to_owned()),
            trials(info.trials.count),
            trials(info.quick.count),
        ]
    });
    let table = Table {
        title: "Experiments",
        columns: vec!["experiment", "what it shows", "trials", "--quick"],
        rows: rows.collect(),
    };
    let style = match format {
        Format::Markdown => presets::ASCII_MARKDOWN,
        _ => presets::NOTHING,
    };
    Ok(grid(&table, style) + "\n")
}

/// How many of the published figures were met, and how many claims hold.
fn summary(report: &Report) -> Option<String> {
    let count = |verdict| report.verdicts().filter(|other| *other == verdict).count();
    let share = |yes, no, says: &str| {
        let (yes, no) = (count(yes), count(no));
        (yes + no > 0).then(|| format!("{yes} of {} {says}", yes + no))
    };
    let parts = [
        share(Verdict::Agrees, Verdict::Differs, "published figures agree"),
        share(Verdict::Holds, Verdict::Fails, "published claims hold"),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join("; ") + ".")
}

/// The figures as a table.
fn figures(report: &Report) -> Table {
    let cell = |text: String| Cell::Text(text);
    let rows = report.figures.iter().map(|figure| {
        vec![
            cell(name_and_unit(figure)),
            match &figure.published {
                Some(Published::Number(number)) => Cell::Number(*number),
                Some(Published::Claim(claim)) => cell((*claim).to_owned()),
                None => cell("–".to_owned()),
            },
            Cell::Number(figure.measured),
            cell(match figure.precision {
                Precision::Exact => "exact".to_owned(),
                Precision::StandardError(error) => format!("± {error}"),
                Precision::Unknown => "–".to_owned(),
            }),
            match figure.verdict {
                Some(verdict) => Cell::Verdict(verdict),
                None => cell("–".to_owned()),
            },
        ]
    });
    Table {
        title: "Figures",
        columns: vec!["figure", "published", "measured", "± s.e.", "verdict"],
        rows: rows.collect(),
    }
}

/// The name of a figure with its unit, such as `mean difference (points)`.
#[must_use]
pub fn name_and_unit(figure: &Figure) -> String {
    if figure.unit.is_empty() {
        figure.name.clone()
    } else {
        format!("{} ({})", figure.name, figure.unit)
    }
}

/// A text as it stands in a cell of a Markdown table.
#[must_use]
pub fn in_markdown(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Draws a table; numbers stand to the right. The width depends on nothing but
/// the contents.
fn grid(table: &Table, style: TableStyle) -> String {
    let markdown = style == presets::ASCII_MARKDOWN;
    let mut grid = comfy_table::Table::new();
    grid.load_style(style)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(table.columns.iter().copied());
    for row in &table.rows {
        grid.add_row(row.iter().map(|cell| {
            let text = cell.to_string();
            let drawn = comfy_table::Cell::new(if markdown { in_markdown(&text) } else { text });
            match cell {
                Cell::Number(_) => drawn.set_alignment(CellAlignment::Right),
                Cell::Text(_) | Cell::Verdict(_) => drawn,
            }
        }));
    }
    // A table without borders is padded all the same, which no reader needs.
    let lines: Vec<_> = grid.lines().map(|line| line.trim().to_owned()).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bar in a cell would end it in Markdown, and nowhere else.
    #[test]
    fn bars_are_escaped_in_markdown_alone() {
        let table = Table {
            title: "P(A | B)",
            columns: vec!["event"],
            rows: vec![vec![Cell::Text("A | B".to_owned())]],
        };
        assert!(grid(&table, presets::ASCII_MARKDOWN).contains("| A \\| B |"));
        assert!(grid(&table, presets::UTF8_FULL_CONDENSED).contains("│ A | B │"));
    }
}
