//! Reports as text, Markdown and JSON.

use std::fmt::Write as _;

use clap::ValueEnum;
use comfy_table::{CellAlignment, ContentArrangement, TableStyle, presets};
use textwrap::WordSeparator;
use textwrap::core::{Word, display_width};
use unicode_linebreak::linebreaks;

use crate::experiment::Info;
use crate::language::Language;
use crate::number::Number;
use crate::report::{Cell, Precision, Published, Report, Table, Verdict};

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
pub fn text(report: &Report, language: Language) -> String {
    let heading = language.labelled(report.experiment, report.title);
    let line = "=".repeat(display_width(&heading));
    let mut out = format!("{heading}\n{line}\n\n");
    let source = language.labelled("source", report.source);
    let _ = writeln!(out, "{}", textwrap::fill(&source, running(language)));
    for parameter in &report.parameters {
        let parameter = language.labelled(parameter.name, &parameter.value);
        let _ = writeln!(out, "{parameter}");
    }
    if !report.figures.is_empty() {
        let figures = grid(
            &figures(report, language),
            presets::UTF8_FULL_CONDENSED,
            language,
        );
        let _ = write!(out, "\n{figures}\n");
    }
    for table in &report.tables {
        let title = language.text(table.title);
        let table = grid(table, presets::UTF8_FULL_CONDENSED, language);
        let _ = write!(out, "\n{title}\n{table}\n");
    }
    if let Some(summary) = summary(report) {
        let _ = write!(out, "\n{}\n", language.text(&summary));
    }
    if !report.notes.is_empty() {
        let _ = writeln!(out, "\n{}", language.text("What to make of it"));
        let options = running(language)
            .initial_indent("- ")
            .subsequent_indent("  ");
        for note in &report.notes {
            let note = language.text(note);
            let _ = writeln!(out, "{}", textwrap::fill(&note, &options));
        }
    }
    out
}

/// How running text is filled. Chinese has no spaces: a line of it may end behind
/// nearly every character, but not before a full stop or behind a bracket.
fn running(language: Language) -> textwrap::Options<'static> {
    textwrap::Options::new(WIDTH).word_separator(match language {
        Language::En => WordSeparator::AsciiSpace,
        Language::Zh => WordSeparator::Custom(unbroken),
    })
}

/// What Unicode allows no line to end in.
fn unbroken(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let mut start = 0;
    Box::new(linebreaks(line).map(move |(end, _)| {
        let word = Word::from(&line[start..end]);
        start = end;
        word
    }))
}

/// A report as Markdown.
#[must_use]
pub fn markdown(report: &Report, language: Language) -> String {
    let heading = language.labelled(report.experiment, report.title);
    let mut out = format!("## {heading}\n\n");
    let source = language.labelled("source", report.source);
    let _ = writeln!(out, "- {source}");
    for parameter in &report.parameters {
        let parameter = language.labelled(parameter.name, &parameter.value);
        let _ = writeln!(out, "- {parameter}");
    }
    if !report.figures.is_empty() {
        let figures = grid(
            &figures(report, language),
            presets::ASCII_MARKDOWN,
            language,
        );
        let _ = write!(out, "\n{figures}\n");
    }
    for table in &report.tables {
        let title = language.text(table.title);
        let table = grid(table, presets::ASCII_MARKDOWN, language);
        let _ = write!(out, "\n### {title}\n\n{table}\n");
    }
    if let Some(summary) = summary(report) {
        let _ = write!(out, "\n{}\n", language.text(&summary));
    }
    if !report.notes.is_empty() {
        let _ = write!(out, "\n### {}\n\n", language.text("What to make of it"));
        for note in &report.notes {
            let _ = writeln!(out, "- {}", language.text(note));
        }
    }
    out
}

/// Reports as one JSON array, in English, whose names programs look for.
///
/// # Errors
/// None in practice: a number that is not finite is null.
pub fn json(reports: &[Report]) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(reports)? + "\n")
}

/// The experiments, a line each; JSON is in English.
///
/// # Errors
/// None in practice; as [`json`].
pub fn list(infos: &[Info], format: Format, language: Language) -> serde_json::Result<String> {
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
    Ok(grid(&table, style, language) + "\n")
}

/// How many of the published figures were met, and how many claims hold; in
/// English, as all that is not yet rendered.
#[must_use]
pub fn summary(report: &Report) -> Option<String> {
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

/// The figures as a table, whose names are in the language already.
fn figures(report: &Report, language: Language) -> Table {
    let cell = |text: String| Cell::Text(text);
    let rows = report.figures.iter().map(|figure| {
        vec![
            cell(language.with_unit(&figure.name, figure.unit)),
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

/// A text as it stands in a cell of a Markdown table.
#[must_use]
pub fn in_markdown(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Draws a table; numbers stand to the right. The width depends on nothing but
/// the contents.
fn grid(table: &Table, style: TableStyle, language: Language) -> String {
    let markdown = style == presets::ASCII_MARKDOWN;
    let columns = table.columns.iter().map(|column| language.text(column));
    let mut grid = comfy_table::Table::new();
    grid.load_style(style)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(columns);
    for row in &table.rows {
        grid.add_row(row.iter().map(|cell| {
            let text = cell.to_string();
            let text = language.text(&text);
            let drawn = comfy_table::Cell::new(match markdown {
                true => in_markdown(&text).into(),
                false => text,
            });
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

    /// Chinese lines are filled, to a width of two columns a character, and none
    /// begins with what closes a sentence.
    #[test]
    fn chinese_is_filled_to_the_width() {
        let text = "手牌越多，点数“老鬼”留在那里的概率越高（100 %）。".repeat(20);
        let filled = textwrap::fill(&text, running(Language::Zh));
        let lines: Vec<_> = filled.lines().collect();
        let (last, full) = lines.split_last().unwrap();
        assert!(full.len() > 5 && !last.is_empty());
        for line in full {
            let width = display_width(line);
            assert!((WIDTH - 8..=WIDTH).contains(&width), "{width}: {line}");
            assert!(!line.starts_with(['，', '。', '”', '）']), "{line}");
        }
        assert_eq!(filled.replace(['\n', ' '], ""), text.replace(' ', ""));
    }

    /// A character of two columns is padded as two.
    #[test]
    fn chinese_cells_stand_below_each_other() {
        let table = Table {
            title: "no title",
            columns: vec!["figure", "points"],
            rows: vec![
                vec![Cell::Text("数据".to_owned()), Cell::count(1_u32)],
                vec![Cell::Text("x".to_owned()), Cell::count(1_000_000_u32)],
            ],
        };
        let drawn = grid(&table, presets::UTF8_FULL_CONDENSED, Language::Zh);
        assert!(drawn.contains("指标 ┆ 分"), "{drawn}");
        let widths: Vec<_> = drawn.lines().map(display_width).collect();
        assert!(widths.iter().all(|width| *width == widths[0]), "{drawn}");
    }

    /// A bar in a cell would end it in Markdown, and nowhere else.
    #[test]
    fn bars_are_escaped_in_markdown_alone() {
        let table = Table {
            title: "P(A | B)",
            columns: vec!["event"],
            rows: vec![vec![Cell::Text("A | B".to_owned())]],
        };
        assert!(grid(&table, presets::ASCII_MARKDOWN, Language::En).contains("| A \\| B |"));
        assert!(grid(&table, presets::UTF8_FULL_CONDENSED, Language::En).contains("│ A | B │"));
    }
}
