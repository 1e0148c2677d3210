//! What the page of all experiments must have, in either language.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::{Document, Node};
use xtask::language::Language;
use xtask::page;
use xtask::plot::Plot;
use xtask::report::Report;

use crate::well_formed::{elements, parse};

/// Checks the files of the report in a language.
pub(crate) fn check(reports: &[Report], language: Language) {
    let files: BTreeMap<String, String> = page::files(reports, true, language)
        .unwrap()
        .into_iter()
        .collect();
    let page = parse(&files["index.html"]);
    check_self_contained(&page);
    check_links(&page);
    let markdown = &files["report.md"];
    let seen = words(page.root_element());
    let has = |text: &str| {
        let text = language.text(text).replace('`', "");
        assert!(seen.contains(&text), "{text}");
    };
    let figures = elements(page.root_element(), "figure");
    let mut plots = 0;
    for report in reports {
        has(report.title);
        for figure in &report.figures {
            has(&figure.name);
            has(&figure.measured.to_string().replace('-', "−"));
        }
        report.tables.iter().for_each(|table| has(table.title));
        report.notes.iter().for_each(|note| has(note));
        for plot in &report.plots {
            plots += 1;
            let id = format!("{}-{}", report.experiment.replace('/', "-"), plot.name);
            let figure = figures.iter().find(|one| one.attribute("id") == Some(&id));
            let figure = *figure.unwrap_or_else(|| panic!("no figure {id}"));
            let drawings = elements(figure, "svg");
            assert_eq!(drawings.len(), 2, "wide and narrow");
            for drawing in drawings {
                check_drawing(drawing, plot, language);
            }
            let rows = elements(elements(figure, "tbody")[0], "tr").len();
            let points = plot.curves.iter().map(|curve| curve.points.len());
            assert!(rows >= points.max().unwrap(), "{id}: {rows} rows");

            let file = format!("figures/{id}.svg");
            assert!(markdown.contains(&format!("]({file})")), "{file}");
            let drawing = parse(&files[&file]);
            check_drawing(drawing.root_element(), plot, language);
        }
    }
    assert_eq!(plots, figures.len());
    assert!(plots >= 12, "{plots} plots");
    assert_eq!(files.len(), plots + 2);
    if language != Language::En {
        check_translated(page.root_element());
    }
}

/// What a reader sees of an element.
fn words(node: Node<'_, '_>) -> String {
    let texts = node.descendants().filter(Node::is_text);
    texts.filter_map(|text| text.text()).collect()
}

/// The page needs nothing from anywhere else.
fn check_self_contained(page: &Document<'_>) {
    let foreign = ["script", "link", "img", "iframe", "object", "image", "use"];
    for node in page.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(!foreign.contains(&name), "{name}");
        for attribute in node.attributes() {
            let (key, value) = (attribute.name(), attribute.value());
            assert!(!["src", "srcset", "style"].contains(&key), "{key}={value}");
            assert!(!key.starts_with("on"), "{key}={value}");
            if key == "href" {
                assert_eq!(name, "a", "{value}");
            }
        }
        if name == "style" {
            let sheet = words(node);
            assert!(!sheet.contains("url(") && !sheet.contains("@import"));
        }
    }
}

/// Every link leads to a part of the page, and no name is given twice.
fn check_links(page: &Document<'_>) {
    let mut ids = BTreeSet::new();
    for id in page.descendants().filter_map(|node| node.attribute("id")) {
        assert!(ids.insert(id), "twice: {id}");
    }
    let links = elements(page.root_element(), "a");
    assert!(links.len() > 4);
    for link in links {
        let target = link.attribute("href").unwrap().strip_prefix('#').unwrap();
        assert!(ids.contains(target), "{target}");
    }
}

/// A drawing has a name, a description, and the texts of its plot.
fn check_drawing(drawing: Node<'_, '_>, plot: &Plot, language: Language) {
    assert_eq!(drawing.attribute("role"), Some("img"), "{}", plot.title);
    assert_eq!(
        words(elements(drawing, "title")[0]),
        language.text(plot.title)
    );
    let description = words(elements(drawing, "desc")[0]);
    assert!(description.chars().count() > 20, "{description}");
    // Long texts are broken into lines, at spaces or anywhere.
    let close = |text: &str| text.replace([' ', '\n'], "");
    let texts = elements(drawing, "text");
    let texts: String = texts.into_iter().map(|text| close(&words(text))).collect();
    let has = |wanted: &str| assert!(texts.contains(&close(wanted)), "{wanted} in {texts}");
    has(&language.text(plot.title));
    for axis in [&plot.x, &plot.y] {
        has(&language.with_unit(axis.label, axis.unit));
    }
    plot.curves
        .iter()
        .for_each(|curve| has(&language.text(&curve.name)));
}

/// No text is left in English: of words, code aside, only short ones such as AI.
fn check_translated(page: Node<'_, '_>) {
    let foreign = |text: &str| {
        let chinese = text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        let mut words = text.split(|c: char| !c.is_ascii_lowercase());
        !chinese && words.any(|word| word.len() > 3)
    };
    let hidden = ["code", "style"];
    for node in page.descendants().filter(Node::is_text) {
        let parent = node.parent().map_or("", |parent| parent.tag_name().name());
        let text = node.text().unwrap_or_default();
        assert!(hidden.contains(&parent) || !foreign(text), "{text}");
    }
}
