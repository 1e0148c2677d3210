//! What the report says, in blocks that HTML and Markdown both have.

use super::documents::{DOCUMENTS, Document};
use super::picture::Picture;
use crate::language::Language;
use crate::number::Number;
use crate::report::{Cell, Figure, Precision, Published, Report, Table, Verdict};

/// A part of the report.
#[derive(Debug)]
pub(super) enum Block {
    /// A heading, with a name to link to.
    Heading {
        level: u8,
        id: String,
        text: String,
    },
    Paragraph(String),
    List(Vec<String>),
    /// The table of contents: what to link to, and its text.
    Contents(Vec<(String, String)>),
    Grid(Grid),
    Picture(Box<Picture>),
    /// What is shown only to who asks for it, and on paper.
    Folded {
        summary: String,
        blocks: Vec<Block>,
    },
}

/// A table.
#[derive(Debug)]
pub(super) struct Grid {
    /// What it shows; empty where a heading says so.
    pub(super) title: String,
    pub(super) columns: Vec<String>,
    /// Whether each row is a small list of its own on a telephone. Other tables
    /// are moved sideways there.
    pub(super) stacked: bool,
    pub(super) rows: Vec<Vec<Entry>>,
}

/// An entry of a table.
#[derive(Debug)]
pub(super) enum Entry {
    Text(String),
    /// A name of an experiment.
    Code(String),
    Number(String),
    Verdict(Verdict, String),
    /// A part of the page and its text.
    Link(String, String),
    /// What was measured and its standard error, and the published number.
    Interval {
        measured: Number,
        error: Option<Number>,
        published: Number,
    },
}

/// The whole report, with the picture of this machine's times if it was made.
pub(super) fn content(
    reports: &[Report],
    times: Option<Picture>,
    quick: bool,
    language: Language,
) -> Vec<Block> {
    let text = |english: &str| language.text(english).into_owned();
    let mut times = times;
    let described: Vec<(Document, Vec<&Report>)> = DOCUMENTS
        .iter()
        .map(|document| (*document, of_game(reports, document.game)))
        .filter(|(_, reports)| !reports.is_empty())
        .collect();
    let mut blocks = vec![
        heading(1, "top", text(TITLE)),
        Block::Paragraph(text(INTRODUCTION)),
        Block::Paragraph(text(if quick { QUICK } else { FULL })),
        heading(2, "summary", text("Summary")),
        Block::Grid(summary(&described, language)),
        Block::List(READING.map(text).to_vec()),
        heading(2, "contents", text("Contents")),
    ];
    let links = described.iter().flat_map(|(document, reports)| {
        let game = document.game;
        let named = [(game.to_owned(), text(document.title))];
        let parts = parts(reports).map(move |(id, title)| (format!("{game}-{id}"), text(title)));
        named.into_iter().chain(parts)
    });
    blocks.push(Block::Contents(links.collect()));
    for (document, reports) in &described {
        blocks.extend(section(document, reports, &mut times, language));
    }
    blocks
}

const TITLE: &str = "Four card-game programs: published and measured";

const INTRODUCTION: &str = "Four articles describe programs that play card games and print figures of what they do. \
     Here each published figure and claim stands beside what was measured by running the same program \
     again, bit for bit, with the faults that explain the difference and with players that do better.";

const QUICK: &str = "This is the short form, with fewer trials of all but the published experiments: its intervals \
     are wide. Without `--quick` the report has the whole of every experiment.";

const FULL: &str = "This is the whole of every experiment, unless its parameters say otherwise.";

const READING: [&str; 4] = [
    "'Agrees' and 'differs' compare a measured number with a printed one to all the places that were \
     printed. 'Holds' and 'does not hold' are said of claims in words.",
    "That a figure agrees means that the program does print it, not that it shows what the article \
     says of it; the audits tell what it shows.",
    "'± s.e.' is the standard error of independent trials. Bars in pictures are intervals of 95 %, \
     1.96 standard errors to either side.",
    "Every number is the same on any machine and for any number of threads, unless it is said to be a \
     time of this machine.",
];

fn heading(level: u8, id: impl Into<String>, text: String) -> Block {
    let id = id.into();
    Block::Heading { level, id, text }
}

fn of_game<'a>(reports: &'a [Report], game: &str) -> Vec<&'a Report> {
    let own = |report: &&Report| {
        let name = report.experiment.split_once('/');
        name.is_some_and(|(first, _)| first == game)
    };
    reports.iter().filter(own).collect()
}

fn is_published(report: &Report) -> bool {
    report.experiment.contains("/published")
}

fn is_audit(report: &Report) -> bool {
    report.experiment.ends_with("/audit")
}

/// The parts of a document's section: what to link to, and its heading.
fn parts(reports: &[&Report]) -> impl Iterator<Item = (&'static str, &'static str)> {
    let audit = reports.iter().any(|report| is_audit(report));
    let beside = reports
        .iter()
        .any(|report| !is_audit(report) && compared(report));
    let pictures = reports.iter().any(|report| !report.plots.is_empty());
    [
        (beside, "published", "Published and measured"),
        (audit, "audit", "The audit"),
        (pictures, "pictures", "Pictures"),
        (true, "notes", "What to make of it"),
        (true, "experiments", "All experiments"),
    ]
    .into_iter()
    .filter(|part| part.0)
    .map(|(_, id, title)| (id, title))
}

/// Whether anything published stands beside what a report measured.
fn compared(report: &Report) -> bool {
    report.verdicts().next().is_some()
}

/// A row a document.
fn summary(described: &[(Document, Vec<&Report>)], language: Language) -> Grid {
    let text = |english: &str| language.text(english).into_owned();
    let share = |reports: &[&Report], yes: Verdict, no: Verdict, published: Option<bool>| {
        let reports = reports
            .iter()
            .filter(|report| published.is_none_or(|wanted| wanted == is_published(report)));
        let verdicts: Vec<Verdict> = reports.flat_map(|report| report.verdicts()).collect();
        let count = |wanted| {
            verdicts
                .iter()
                .filter(|verdict| **verdict == wanted)
                .count()
        };
        let (yes, all) = (count(yes), count(yes) + count(no));
        if all == 0 {
            Entry::Text("–".to_owned())
        } else {
            Entry::Text(text(&format!("{yes} of {all}")))
        }
    };
    let row = |(document, reports): &(Document, Vec<&Report>)| {
        let finding = document.finding(reports);
        vec![
            Entry::Link(document.game.to_owned(), text(document.title)),
            share(reports, Verdict::Agrees, Verdict::Differs, Some(true)),
            share(reports, Verdict::Agrees, Verdict::Differs, Some(false)),
            share(reports, Verdict::Holds, Verdict::Fails, None),
            Entry::Text(finding.map_or("–".to_owned(), |finding| text(&finding))),
        ]
    };
    let columns = [
        "document",
        "figures printed again",
        "figures that agree once faults are put right",
        "claims that hold",
        "main finding",
    ];
    Grid {
        title: String::new(),
        columns: columns.map(text).to_vec(),
        stacked: true,
        rows: described.iter().map(row).collect(),
    }
}

fn section(
    document: &Document,
    reports: &[&Report],
    times: &mut Option<Picture>,
    language: Language,
) -> Vec<Block> {
    let text = |english: &str| language.text(english).into_owned();
    let game = document.game;
    let mut blocks = vec![
        heading(2, game, text(document.title)),
        Block::Paragraph(text(document.about)),
    ];
    if let Some(finding) = document.finding(reports) {
        blocks.push(Block::Paragraph(text(&finding)));
    }
    for (id, title) in parts(reports) {
        blocks.push(heading(3, format!("{game}-{id}"), text(title)));
        match id {
            "published" => {
                let others: Vec<&Report> = reports
                    .iter()
                    .copied()
                    .filter(|report| !is_audit(report))
                    .collect();
                blocks.push(Block::Grid(beside(&others, language)));
            }
            "audit" => {
                for report in reports.iter().filter(|report| is_audit(report)) {
                    blocks.push(named(report, language));
                    blocks.push(Block::Grid(figures(report, language)));
                    let tables = report.tables.iter();
                    blocks.extend(tables.map(|table| Block::Grid(grid(table, language))));
                }
            }
            "pictures" => {
                for report in reports {
                    let pictures = Picture::of_report(report, language);
                    blocks.extend(pictures.into_iter().map(picture));
                    if report.experiment.ends_with("/scaling") {
                        blocks.extend(times.take().map(picture));
                    }
                }
            }
            "notes" => {
                for report in reports.iter().filter(|report| !report.notes.is_empty()) {
                    blocks.push(named(report, language));
                    blocks.push(Block::List(
                        report.notes.iter().map(|note| text(note)).collect(),
                    ));
                }
            }
            _ => blocks.extend(reports.iter().map(|report| folded(report, language))),
        }
    }
    blocks
}

fn picture(picture: Picture) -> Block {
    Block::Picture(Box::new(picture))
}

/// An experiment's name and what it shows.
fn named(report: &Report, language: Language) -> Block {
    let name = format!("`{}`", report.experiment);
    Block::Paragraph(language.labelled(&name, report.title))
}

/// Everything that an experiment measured.
fn folded(report: &Report, language: Language) -> Block {
    let source = language.labelled("source", report.source);
    let parameters = report.parameters.iter();
    let parameters = parameters.map(|one| language.labelled(one.name, &one.value));
    let mut blocks = vec![Block::List(
        [source].into_iter().chain(parameters).collect(),
    )];
    if !report.figures.is_empty() {
        blocks.push(Block::Grid(figures(report, language)));
    }
    let tables = report.tables.iter();
    blocks.extend(tables.map(|table| Block::Grid(grid(table, language))));
    Block::Folded {
        summary: language.labelled(&format!("`{}`", report.experiment), report.title),
        blocks,
    }
}

/// Every figure that has a published one, and every table with verdicts in a row.
fn beside(reports: &[&Report], language: Language) -> Grid {
    let text = |english: &str| language.text(english).into_owned();
    let mut rows = Vec::new();
    for report in reports {
        let compared = report
            .figures
            .iter()
            .filter(|figure| figure.published.is_some());
        for figure in compared {
            let mut row = vec![Entry::Code(report.experiment.to_owned())];
            row.extend(figure_row(figure, language));
            rows.push(row);
        }
        for table in &report.tables {
            let verdicts: Vec<Verdict> = table.verdicts().collect();
            let all = verdicts.len();
            if all == 0 {
                continue;
            }
            let agreeing = verdicts
                .iter()
                .filter(|one| **one == Verdict::Agrees)
                .count();
            let verdict = if agreeing == all {
                Verdict::Agrees
            } else {
                Verdict::Differs
            };
            let entries = text(&format!("{all} entries"));
            rows.push(vec![
                Entry::Code(report.experiment.to_owned()),
                Entry::Text(text(table.title)),
                Entry::Text(entries.clone()),
                Entry::Text(entries),
                Entry::Text(text("exact")),
                Entry::Verdict(verdict, text(&format!("{agreeing} of {all} agree"))),
            ]);
        }
    }
    let columns = [
        "experiment",
        "figure",
        "published",
        "measured",
        "± s.e.",
        "verdict",
    ];
    Grid {
        title: String::new(),
        columns: columns.map(text).to_vec(),
        stacked: true,
        rows,
    }
}

/// All figures of a report.
fn figures(report: &Report, language: Language) -> Grid {
    let columns = ["figure", "published", "measured", "± s.e.", "verdict"];
    let figures = report.figures.iter();
    Grid {
        title: String::new(),
        columns: columns
            .map(|column| language.text(column).into_owned())
            .to_vec(),
        stacked: true,
        rows: figures.map(|figure| figure_row(figure, language)).collect(),
    }
}

fn figure_row(figure: &Figure, language: Language) -> Vec<Entry> {
    let text = |english: &str| language.text(english).into_owned();
    let none = || Entry::Text("–".to_owned());
    let error = match figure.precision {
        Precision::StandardError(error) => Some(error),
        Precision::Exact | Precision::Unknown => None,
    };
    vec![
        Entry::Text(language.with_unit(&figure.name, figure.unit)),
        match &figure.published {
            Some(Published::Number(number)) => Entry::Number(number.to_string()),
            Some(Published::Claim(claim)) => Entry::Text(text(claim)),
            None => none(),
        },
        Entry::Number(figure.measured.to_string()),
        match (&figure.published, figure.precision) {
            (Some(Published::Number(published)), Precision::StandardError(_)) => Entry::Interval {
                measured: figure.measured,
                error,
                published: *published,
            },
            (_, Precision::StandardError(error)) => Entry::Text(format!("± {error}")),
            (_, Precision::Exact) => Entry::Text(text("exact")),
            (_, Precision::Unknown) => none(),
        },
        figure.verdict.map_or_else(none, |verdict| {
            Entry::Verdict(verdict, text(&verdict.to_string()))
        }),
    ]
}

/// A table of a report.
fn grid(table: &Table, language: Language) -> Grid {
    let text = |english: &str| language.text(english).into_owned();
    let entry = |cell: &Cell| match cell {
        Cell::Text(words) => Entry::Text(text(words)),
        Cell::Number(number) => Entry::Number(number.to_string()),
        Cell::Verdict(verdict) => Entry::Verdict(*verdict, text(&verdict.to_string())),
    };
    let rows = table.rows.iter();
    Grid {
        title: text(table.title),
        columns: table.columns.iter().map(|column| text(column)).collect(),
        stacked: false,
        rows: rows.map(|row| row.iter().map(entry).collect()).collect(),
    }
}
