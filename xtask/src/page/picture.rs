//! A picture of the report: its drawings, and its data as a table.

use anyhow::Result;

use super::canvas::Shape;
use super::chart::{self, has_errors};
use super::content::{Entry, Grid};
use crate::language::Language;
use crate::plot::{Curve, Plot, Position, Scale};
use crate::report::Report;

/// A plot with its name and what is said of it.
#[derive(Debug)]
pub(super) struct Picture {
    /// Its name, of its files too: `gongzhu-scaling-nodes`.
    pub(super) id: String,
    pub(super) title: String,
    /// What the reader must know to read it.
    pub(super) caption: String,
    pub(super) data: Grid,
    plot: Plot,
    language: Language,
}

impl Picture {
    /// The pictures of a report, in its order.
    pub(super) fn of_report(report: &Report, language: Language) -> Vec<Picture> {
        let experiment = report.experiment.replace('/', "-");
        let plots = report.plots.iter().filter(|plot| drawable(plot));
        plots
            .map(|plot| {
                let id = format!("{experiment}-{}", plot.name);
                let source = format!("`{}`", report.experiment);
                Picture::new(id, plot.clone(), &source, language)
            })
            .collect()
    }

    /// A picture; `source` says where its data come from.
    pub(super) fn new(id: String, plot: Plot, source: &str, language: Language) -> Picture {
        let mut caption = vec![language.labelled("Source", source) + full_stop(language)];
        if has_errors(&plot) {
            caption.push(language.text(BARS).into_owned());
        }
        if plot.diagonal {
            caption.push(language.text(DIAGONAL).into_owned());
        }
        let points = plot.curves.iter().flat_map(|curve| &curve.points);
        if plot.y.scale == Scale::Log && points.clone().any(|point| point.y.rounded() <= 0.0) {
            caption.push(language.text(ZERO).into_owned());
        }
        let separator = if language == Language::En { " " } else { "" };
        Picture {
            id,
            title: language.text(plot.title).into_owned(),
            caption: caption.join(separator),
            data: data(&plot, language),
            plot,
            language,
        }
    }

    /// The drawing of a shape, a document of its own.
    ///
    /// # Errors
    /// None in practice, see [`chart::svg`].
    pub(super) fn svg(&self, shape: Shape) -> Result<String> {
        let suffix = match shape {
            Shape::Wide => "wide",
            Shape::Narrow => "narrow",
        };
        let id = format!("{}-{suffix}", self.id);
        chart::svg(&self.plot, shape, &id, self.language)
    }

    /// The file of the drawing, below the report's folder.
    pub(super) fn file(&self) -> String {
        format!("figures/{}.svg", self.id)
    }
}

const BARS: &str = "Bars are intervals of 95 %.";
const DIAGONAL: &str =
    "On the dashed line what is said with a chance comes true as often; below it less often.";
const ZERO: &str = "What is 0 has no place on this axis.";

const fn full_stop(language: Language) -> &'static str {
    match language {
        Language::En => ".",
        Language::Zh => "。",
    }
}

fn drawable(plot: &Plot) -> bool {
    plot.curves.iter().any(|curve| !curve.points.is_empty())
}

/// The plot's data: a row a place where all curves share their places, otherwise
/// a row a point.
fn data(plot: &Plot, language: Language) -> Grid {
    let x = chart::label(&plot.x, language);
    let y = chart::label(&plot.y, language);
    let error = language.text("± s.e.").into_owned();
    let errors = has_errors(plot);
    let places = |curve: &Curve| -> Vec<Position> {
        curve.points.iter().map(|point| point.x.clone()).collect()
    };
    let longest = plot
        .curves
        .iter()
        .map(places)
        .max_by_key(Vec::len)
        .unwrap_or_default();
    let shared = plot.curves.iter().all(|curve| {
        let mut all = longest.iter();
        curve
            .points
            .iter()
            .all(|point| all.any(|place| *place == point.x))
    });
    let place = |position: &Position| match position {
        Position::Number(number) => Entry::Number(number.to_string()),
        Position::Name(name) => Entry::Text(language.text(name).into_owned()),
    };
    if !shared {
        let rows = plot.curves.iter().flat_map(|curve| {
            curve.points.iter().map(|point| {
                let mut row = vec![
                    Entry::Text(language.text(&curve.name).into_owned()),
                    place(&point.x),
                    Entry::Number(point.y.to_string()),
                ];
                row.extend(errors.then(|| {
                    let error = point.standard_error;
                    error.map_or(Entry::Text("–".to_owned()), |error| {
                        Entry::Number(error.to_string())
                    })
                }));
                row
            })
        });
        let mut columns = vec![language.text("curve").into_owned(), x, y];
        columns.extend(errors.then_some(error));
        return Grid {
            title: String::new(),
            columns,
            stacked: false,
            rows: rows.collect(),
        };
    }
    let mut columns = vec![x];
    let with_errors = |curve: &Curve| {
        curve
            .points
            .iter()
            .any(|point| point.standard_error.is_some())
    };
    for curve in &plot.curves {
        columns.push(language.text(&curve.name).into_owned());
        columns.extend(with_errors(curve).then(|| error.clone()));
    }
    let rows = longest.iter().map(|position| {
        let mut row = vec![place(position)];
        for curve in &plot.curves {
            let point = curve.points.iter().find(|point| point.x == *position);
            let none = || Entry::Text("–".to_owned());
            row.push(point.map_or_else(none, |point| Entry::Number(point.y.to_string())));
            if with_errors(curve) {
                let error = point.and_then(|point| point.standard_error);
                row.push(error.map_or_else(none, |error| Entry::Number(error.to_string())));
            }
        }
        row
    });
    Grid {
        title: y,
        columns,
        stacked: false,
        rows: rows.collect(),
    }
}
