//! Plots as drawings, for pages and for telephones.

use anyhow::Result;
use maud::{PreEscaped, html};

use super::canvas::{Canvas, Legend, MARGIN, Shape, Side, lines_of};
use super::scale::Range;
use super::{colours, dots, lines};
use crate::language::Language;
use crate::plot::{Axis, Plot, Point, Scale};

/// What an interval of 95 % is on either side, in standard errors.
pub(super) const INTERVAL: f64 = 1.96;

/// A drawing of a plot as an SVG document of its own.
///
/// # Errors
/// None in practice: the drawing is made in memory.
pub(super) fn svg(plot: &Plot, shape: Shape, id: &str, language: Language) -> Result<String> {
    let drawn = drawn(plot, shape, language)?;
    let width = shape.width();
    let (body, height) = (drawn.body, drawn.height);
    let title_id = format!("{id}-title");
    let desc_id = format!("{id}-desc");
    let markup = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height)
            viewBox=(format!("0 0 {width} {height}")) role="img"
            aria-labelledby=(format!("{title_id} {desc_id}")) {
            title id=(title_id) { (language.text(plot.title)) }
            desc id=(desc_id) { (description(plot, language)) }
            style { (PreEscaped(colours::style_sheet())) }
            (PreEscaped(body))
        }
    };
    Ok(markup.into_string() + "\n")
}

/// What plotters drew, without its outermost element, and how high it is.
struct Drawn {
    body: String,
    height: i32,
}

fn drawn(plot: &Plot, shape: Shape, language: Language) -> Result<Drawn> {
    let title = lines_of(
        &language.text(plot.title),
        shape,
        shape.width() - 2 * MARGIN,
        true,
    );
    let names = plot
        .curves
        .iter()
        .map(|curve| language.text(&curve.name).into_owned());
    let legend = Legend::new(names, shape);
    let named = plot.x.scale == Scale::Names;
    // Title, legend and the label of the vertical axis stand above the field.
    let title_y = MARGIN + shape.line() / 2;
    let legend_y = title_y + title.len() as i32 * shape.line() + 6;
    let field = legend_y + legend.rows * shape.line() + 4;
    let mut svg = String::new();
    let height = if named {
        let field = dots::Field::new(plot, shape, language, field);
        let height = field.height();
        let canvas = Canvas::new(&mut svg, shape, height)?;
        canvas.lines(&title, (MARGIN, title_y), Side::Left, true)?;
        canvas.legend(&legend, legend_y, false)?;
        field.draw(&canvas)?;
        canvas.finish()?;
        height
    } else {
        let field = lines::Field::new(plot, shape, language, field);
        let height = field.height();
        let canvas = Canvas::new(&mut svg, shape, height)?;
        canvas.lines(&title, (MARGIN, title_y), Side::Left, true)?;
        canvas.legend(&legend, legend_y, true)?;
        field.draw(&canvas)?;
        canvas.finish()?;
        height
    };
    let inner = svg.split_once('>').map_or("", |(_, rest)| rest);
    let inner = inner
        .rsplit_once("</svg>")
        .map_or(inner, |(inner, _)| inner);
    let body = colours::with_classes(inner.trim());
    Ok(Drawn { body, height })
}

/// An axis's label with its unit.
pub(super) fn label(axis: &Axis, language: Language) -> String {
    language.with_unit(axis.label, axis.unit)
}

/// The range of what was measured, error bars included.
pub(super) fn range_of_values(plot: &Plot, zero: bool) -> Range {
    let points = plot.curves.iter().flat_map(|curve| &curve.points);
    let intervals = intervals(plot);
    let values = points.flat_map(|point| {
        let (low, high) = intervals(point);
        [low, point.y.rounded(), high]
    });
    Range::of(plot.y.scale, values, zero)
}

/// The ends of a point's interval. Where nothing measured is below 0 they are not
/// either, nor are those of shares above 1 or 100 %.
pub(super) fn intervals(plot: &Plot) -> impl Fn(&Point) -> (f64, f64) {
    let points = plot.curves.iter().flat_map(|curve| &curve.points);
    let values = points.map(|point| point.y.rounded());
    let positive = values.clone().all(|value| value >= 0.0);
    let shares = positive && plot.y.unit == "%" && values.clone().all(|value| value <= 100.0);
    let least = if positive { 0.0 } else { f64::NEG_INFINITY };
    let most = match (plot.diagonal, shares) {
        (true, _) => lines::whole(plot),
        (false, true) => 100.0,
        (false, false) => f64::INFINITY,
    };
    move |point| {
        let error = point.standard_error;
        let half = error.map_or(0.0, |error| INTERVAL * error.rounded());
        let value = point.y.rounded();
        ((value - half).max(least), (value + half).min(most))
    }
}

pub(super) fn has_errors(plot: &Plot) -> bool {
    let mut points = plot.curves.iter().flat_map(|curve| &curve.points);
    points.any(|point| point.standard_error.is_some())
}

/// The plot in words, for who cannot see it: each curve with its ends.
fn description(plot: &Plot, language: Language) -> String {
    let axes = format!(
        "{}: {}.",
        label(&plot.x, language),
        label(&plot.y, language)
    );
    let curves = plot.curves.iter().filter_map(|curve| {
        let (first, last) = (curve.points.first()?, curve.points.last()?);
        let name = language.text(&curve.name);
        let at = |point: &Point| {
            let x = language.text(&point.x.to_string()).into_owned();
            format!("{} ({x})", point.y)
        };
        Some(format!(" {name}: {} – {}.", at(first), at(last)))
    });
    axes + &curves.collect::<String>()
}
