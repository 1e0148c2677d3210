//! The report as one HTML page that needs nothing else. Every element is closed, so
//! that it is well-formed XML as well.

use anyhow::Result;
use maud::{Markup, PreEscaped, html};

use super::canvas::Shape;
use super::chart::INTERVAL;
use super::colours;
use super::content::{Block, Entry, Grid};
use super::inline::{Stretch, stretches};
use super::picture::Picture;
use super::scale;
use crate::language::Language;
use crate::number::Number;
use crate::report::Verdict;

/// By this a folder is known to hold a report; see [`super::folder`].
pub(super) const GENERATOR: &str = "<meta name=\"generator\" content=\"cargo xtask report\"/>";

/// The whole page.
///
/// # Errors
/// None in practice: the drawings are made in memory.
pub(super) fn page(blocks: &[Block], language: Language) -> Result<String> {
    let title = blocks.iter().find_map(|block| match block {
        Block::Heading { level: 1, text, .. } => Some(text.as_str()),
        _ => None,
    });
    let lang = match language {
        Language::En => "en",
        Language::Zh => "zh-Hans",
    };
    let body = all(blocks, language)?;
    let markup = html! {
        html lang=(lang) {
            head {
                (PreEscaped("<meta charset=\"utf-8\"/>"))
                (PreEscaped("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>"))
                (PreEscaped("<meta name=\"color-scheme\" content=\"light dark\"/>"))
                (PreEscaped(GENERATOR))
                title { (title.unwrap_or_default()) }
                style { (PreEscaped(style_sheet())) }
            }
            body { main { (body) } }
        }
    };
    Ok(format!("<!DOCTYPE html>\n{}\n", markup.into_string()))
}

fn all(blocks: &[Block], language: Language) -> Result<Markup> {
    let blocks: Result<Vec<Markup>> = blocks.iter().map(|one| block(one, language)).collect();
    let blocks = blocks?;
    Ok(html! { @for block in blocks { (block) "\n" } })
}

fn block(block: &Block, language: Language) -> Result<Markup> {
    Ok(match block {
        Block::Heading { level, id, text } => match level {
            1 => html! { h1 id=(id) { (inline(text)) } },
            2 => html! { h2 id=(id) { (inline(text)) } },
            _ => html! { h3 id=(id) { (inline(text)) } },
        },
        Block::Paragraph(text) => html! { p { (inline(text)) } },
        Block::List(items) => html! { ul { @for item in items { li { (inline(item)) } } } },
        Block::Contents(links) => contents(links),
        Block::Grid(table) => grid(table),
        Block::Picture(shown) => picture(shown, language)?,
        Block::Folded { summary, blocks } => {
            let inner = all(blocks, language)?;
            html! { details { summary { (inline(summary)) } (inner) } }
        }
    })
}

/// A text, escaped, with its code.
fn inline(text: &str) -> Markup {
    html! {
        @for stretch in stretches(text) {
            @match stretch {
                Stretch::Words(words) => (words),
                Stretch::Code(code) => code { (code) },
            }
        }
    }
}

/// Links in two levels: a name with a hyphen is a part of the one before.
fn contents(links: &[(String, String)]) -> Markup {
    let part = |id: &str| id.contains('-');
    let groups = links.chunk_by(|_, next| part(&next.0));
    html! {
        nav { ul {
            @for group in groups {
                li {
                    @for (place, (id, text)) in group.iter().enumerate() {
                        @if place == 0 {
                            a href=(format!("#{id}")) { (inline(text)) }
                        }
                    }
                    @if group.len() > 1 {
                        ul { @for (id, text) in &group[1..] {
                            li { a href=(format!("#{id}")) { (inline(text)) } }
                        } }
                    }
                }
            }
        } }
    }
}

fn grid(table: &Grid) -> Markup {
    html! {
        div class="scroll" tabindex="0" role="group" aria-label=(name(table)) {
            table class=[table.stacked.then_some("stacked")] {
                @if !table.title.is_empty() { caption { (inline(&table.title)) } }
                thead { tr {
                    @for (place, column) in table.columns.iter().enumerate() {
                        th scope="col" class=(if is_numbers(table, place) { "number" } else { "words" }) {
                            (inline(column))
                        }
                    }
                } }
                tbody { @for row in &table.rows { tr {
                    @for (cell, column) in row.iter().zip(&table.columns) {
                        (entry(cell, table.stacked.then_some(column.as_str())))
                    }
                } } }
            }
        }
    }
}

/// What a table is called for who does not see it.
fn name(table: &Grid) -> &str {
    if table.title.is_empty() {
        table.columns.first().map_or("", String::as_str)
    } else {
        &table.title
    }
}

/// Whether a column has numbers and nothing else but strokes for none.
fn is_numbers(table: &Grid, place: usize) -> bool {
    let cells = || table.rows.iter().filter_map(|row| row.get(place));
    let number = |cell: &Entry| match cell {
        Entry::Number(_) => true,
        Entry::Text(text) => text == "–",
        _ => false,
    };
    cells().all(number) && cells().any(|cell| matches!(cell, Entry::Number(_)))
}

/// An entry, with its column's name where it stands alone on a telephone.
fn entry(cell: &Entry, column: Option<&str>) -> Markup {
    let (class, shown) = match cell {
        Entry::Text(text) if text == "–" => ("none", html! { (text) }),
        Entry::Text(text) => ("words", inline(text)),
        Entry::Code(name) => ("words", html! { code { (name) } }),
        Entry::Number(number) => ("number", html! { (scale::minus(number)) }),
        Entry::Link(id, text) => (
            "words",
            html! { a href=(format!("#{id}")) { (inline(text)) } },
        ),
        Entry::Verdict(verdict, text) => {
            let (class, sign) = match verdict {
                Verdict::Agrees | Verdict::Holds => ("verdict yes", "✓"),
                Verdict::Differs | Verdict::Fails => ("verdict no", "✗"),
                Verdict::OtherTrials => ("verdict none", "○"),
            };
            let sign = html! { span aria-hidden="true" { (sign) } };
            (class, html! { (sign) " " (inline(text)) })
        }
        Entry::Interval {
            measured,
            error,
            published,
        } => {
            let bar = error.map(|error| bar(*measured, error, *published));
            let error = error.map_or("–".to_owned(), |error| format!("± {error}"));
            (
                "error",
                html! { (error) @if let Some(bar) = bar { " " (bar) } },
            )
        }
    };
    // One element, so that the name and the entry are two columns.
    html! { td class=(class) data-column=[column] { div { (shown) } } }
}

/// The interval of what was measured, and a stroke where the published number is.
fn bar(measured: Number, error: Number, published: Number) -> Markup {
    const WIDTH: f64 = 96.0;
    let (value, printed) = (measured.rounded(), published.rounded());
    let half = INTERVAL * error.rounded();
    let (from, to) = ((value - half).min(printed), (value + half).max(printed));
    if to - from <= 0.0 {
        return html! {};
    }
    let at = |place: f64| format!("{:.1}", 5.0 + (WIDTH - 10.0) * (place - from) / (to - from));
    let (low, high) = (at(value - half), at(value + half));
    let (dot, stroke) = (at(value), at(printed));
    html! {
        svg class="interval" viewBox=(format!("0 0 {WIDTH} 14")) width=(WIDTH) height="14" aria-hidden="true" {
            line class="measured" x1=(low) x2=(high) y1="7" y2="7" {}
            circle class="measured" cx=(dot) cy="7" r="3" {}
            line class="printed" x1=(stroke) x2=(stroke) y1="1" y2="13" {}
        }
    }
}

fn picture(picture: &Picture, language: Language) -> Result<Markup> {
    let [wide, narrow] = [Shape::Wide, Shape::Narrow].map(|shape| picture.svg(shape));
    let [wide, narrow] = [without_style(&wide?), without_style(&narrow?)];
    let data = grid(&picture.data);
    Ok(html! {
        figure id=(picture.id) {
            div class="wide" { (PreEscaped(wide)) }
            div class="narrow" { (PreEscaped(narrow)) }
            figcaption { (inline(&picture.caption)) }
            details {
                summary { (language.text("Data")) }
                (data)
            }
        }
    })
}

/// A drawing without its style sheet, which the page has.
fn without_style(svg: &str) -> String {
    svg.replace(&format!("<style>{}</style>", colours::style_sheet()), "")
}

fn style_sheet() -> String {
    format!(
        ":root{{{}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{}}}}}\n{}\n{}",
        colours::properties(false),
        colours::properties(true),
        colours::style_sheet(),
        include_str!("page.css")
    )
}
