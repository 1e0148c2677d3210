//! The report as Markdown, with its pictures as files beside it.

use std::fmt::Write as _;

use super::content::{Block, Entry, Grid};
use super::inline::{Stretch, stretches};

/// The whole report.
pub(super) fn page(blocks: &[Block]) -> String {
    let mut out = String::new();
    write(&mut out, blocks);
    out
}

fn write(out: &mut String, blocks: &[Block]) {
    for block in blocks {
        if !out.is_empty() {
            out.push('\n');
        }
        // Writing into a string does not fail.
        let _ = match block {
            Block::Heading { level, id, text } => {
                let marks = "#".repeat((*level).into());
                writeln!(out, "<a id=\"{id}\"></a>\n\n{marks} {}", inline(text))
            }
            Block::Paragraph(text) => writeln!(out, "{}", line(text)),
            Block::List(items) => items
                .iter()
                .try_for_each(|item| writeln!(out, "- {}", line(item))),
            Block::Contents(links) => links.iter().try_for_each(|(id, text)| {
                let indent = if id.contains('-') { "  " } else { "" };
                writeln!(out, "{indent}- [{}](#{id})", inline(text))
            }),
            Block::Grid(table) => {
                grid(out, table);
                Ok(())
            }
            Block::Picture(picture) => {
                let _ = write!(
                    out,
                    "<a id=\"{}\"></a>\n\n![{}]({})\n\n{}\n\n",
                    picture.id,
                    inline(&picture.title),
                    picture.file(),
                    line(&picture.caption)
                );
                grid(out, &picture.data);
                Ok(())
            }
            Block::Folded { summary, blocks } => {
                let _ = writeln!(out, "<details>\n<summary>{}</summary>\n", html(summary));
                let mut inner = String::new();
                write(&mut inner, blocks);
                writeln!(out, "{inner}\n</details>")
            }
        };
    }
}

fn grid(out: &mut String, table: &Grid) {
    if !table.title.is_empty() {
        let _ = writeln!(out, "**{}**\n", inline(&table.title));
    }
    let columns = || 0..table.columns.len();
    let names: Vec<String> = table.columns.iter().map(|column| inline(column)).collect();
    let _ = writeln!(out, "| {} |", names.join(" | "));
    let number = |column: &usize| {
        let mut cells = table.rows.iter().filter_map(|row| row.get(*column));
        cells.any(|cell| matches!(cell, Entry::Number(_)))
    };
    let rule = columns().map(|column| if number(&column) { "--:" } else { "---" });
    let _ = writeln!(out, "|{}|", rule.collect::<Vec<_>>().join("|"));
    for row in &table.rows {
        let cells: Vec<String> = row.iter().map(entry).collect();
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
}

fn entry(entry: &Entry) -> String {
    match entry {
        Entry::Text(text) | Entry::Verdict(_, text) => inline(text),
        Entry::Code(name) => format!("`{name}`"),
        Entry::Number(number) => number.clone(),
        Entry::Link(id, text) => format!("[{}](#{id})", inline(text)),
        Entry::Interval { error, .. } => {
            error.map_or("–".to_owned(), |error| format!("± {error}"))
        }
    }
}

/// A text within a line, its signs without their meaning in Markdown.
fn inline(text: &str) -> String {
    let shown = stretches(text).into_iter().map(|stretch| match stretch {
        Stretch::Words(words) => escaped(words),
        // A bar ends a cell even in code.
        Stretch::Code(code) => format!("`{}`", code.replace('|', "\\|")),
    });
    shown.collect()
}

fn escaped(words: &str) -> String {
    let mut out = String::new();
    for c in words.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '\\' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '`' | '$' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}

/// A text that begins a line, where more signs have a meaning.
fn line(text: &str) -> String {
    let text = inline(text);
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    if text.starts_with(['#', '+', '-', '=']) {
        format!("\\{text}")
    } else if digits > 0 && text[digits..].starts_with(['.', ')']) {
        format!("{}\\{}", &text[..digits], &text[digits..])
    } else {
        text
    }
}

/// A text in an HTML element, which Markdown leaves as it is.
fn html(text: &str) -> String {
    let shown = stretches(text).into_iter().map(|stretch| match stretch {
        Stretch::Words(words) => maud::html! { (words) },
        Stretch::Code(code) => maud::html! { code { (code) } },
    });
    shown.map(maud::Markup::into_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_lose_their_meaning() {
        assert_eq!(inline("P(A | B) < a_b * c"), "P(A \\| B) \\< a\\_b \\* c");
        assert_eq!(inline("run `a_b | c`"), "run `a_b \\| c`");
        assert_eq!(line("1. plays"), "1\\. plays");
        assert_eq!(line("- a"), "\\- a");
        assert_eq!(line("12 plays"), "12 plays");
        assert_eq!(html("`a` < b"), "<code>a</code> &lt; b");
    }
}
