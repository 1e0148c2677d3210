//! Estimates side by side, each with its interval: a row a name.

use anyhow::Result;

use super::canvas::{Canvas, MARGIN, Shape, Side, curve_colour, lines_of, room};
use super::chart::{has_errors, intervals, label, range_of_values};
use super::colours::{AXIS, GRID};
use super::scale::{Range, Tick};
use crate::language::Language;
use crate::plot::{Plot, Scale};

/// How far the estimates of a row stand apart, in pixels.
const APART: i32 = 9;

/// The field of estimates with its axes, laid out.
pub(super) struct Field<'a> {
    plot: &'a Plot,
    shape: Shape,
    values: Range,
    ticks: Vec<Tick>,
    label: Vec<String>,
    header: Vec<String>,
    rows: Vec<Row>,
    /// Whether the names stand beside the field, or each above its row.
    beside: bool,
    /// The top of everything, and the field's edges.
    top: i32,
    left: i32,
    right: i32,
    upper: i32,
    lower: i32,
}

/// A name and where its estimates stand.
struct Row {
    name: String,
    lines: Vec<String>,
    upper: i32,
    middle: i32,
}

impl<'a> Field<'a> {
    pub(super) fn new(plot: &'a Plot, shape: Shape, language: Language, top: i32) -> Field<'a> {
        let names = names(plot);
        let shown: Vec<String> = names
            .iter()
            .map(|name| language.text(name).into_owned())
            .collect();
        let values = range_of_values(plot, false).wider(0.02);
        let across = shape.width() - 2 * MARGIN;
        let widest = shown
            .iter()
            .map(|name| room(name, shape))
            .max()
            .unwrap_or(0);
        // Beside the field where that leaves enough of it, otherwise above each row.
        let beside = widest <= across * 45 / 100;
        let ticks = values.ticks(if shape == Shape::Wide { 8 } else { 4 });
        let first = ticks.first().map_or(0, |tick| room(&tick.label, shape) / 2);
        let last = ticks.last().map_or(0, |tick| room(&tick.label, shape) / 2);
        let left = MARGIN + if beside { widest + 12 } else { first };
        let right = shape.width() - MARGIN - last;
        let header = lines_of(&label(&plot.x, language), shape, across, false);
        let upper = top + header.len() as i32 * shape.line() + 4;
        let estimates = APART * (plot.curves.len() as i32 - 1) + 20;
        let mut y = upper;
        let rows = names.into_iter().zip(shown).map(|(name, shown)| {
            let lines = if beside {
                vec![shown]
            } else {
                lines_of(&shown, shape, across, false)
            };
            let above = if beside {
                0
            } else {
                lines.len() as i32 * shape.line()
            };
            let height = above + estimates.max(if beside { shape.line() + 4 } else { 0 });
            let (upper, middle) = (y, y + above + (height - above) / 2);
            y += height;
            Row {
                name,
                lines,
                upper,
                middle,
            }
        });
        let rows: Vec<_> = rows.collect();
        Field {
            plot,
            shape,
            values,
            ticks,
            label: lines_of(&label(&plot.y, language), shape, right - left, false),
            header,
            rows,
            beside,
            top,
            left,
            right,
            upper,
            lower: y,
        }
    }

    /// The lower end of the drawing.
    pub(super) fn height(&self) -> i32 {
        let label = self.label.len() as i32 * self.shape.line();
        self.lower + 6 + self.shape.line() + label + MARGIN
    }

    fn pixel(&self, place: f64) -> i32 {
        let (from, to) = self.values.ends();
        let part = (place - from) / (to - from);
        self.left + (part * f64::from(self.right - self.left)).round() as i32
    }

    pub(super) fn draw(&self, canvas: &Canvas<'_>) -> Result<()> {
        let header_y = self.top + self.shape.line() / 2;
        canvas.lines(&self.header, (MARGIN, header_y), Side::Left, false)?;
        let zero = self.plot.y.scale == Scale::Linear;
        for tick in &self.ticks {
            let x = self.pixel(tick.at);
            let colour = if zero && tick.at == 0.0 { &AXIS } else { &GRID };
            canvas.path(vec![(x, self.upper), (x, self.lower)], colour, 1)?;
            let y = self.lower + 6 + self.shape.line() / 2;
            canvas.text(&tick.label, (x, y), Side::Center, false)?;
        }
        canvas.path(
            vec![(self.left, self.lower), (self.right, self.lower)],
            &AXIS,
            1,
        )?;
        let below = self.lower + 6 + self.shape.line() * 3 / 2;
        let middle = (self.left + self.right) / 2;
        canvas.lines(&self.label, (middle, below), Side::Center, false)?;
        for row in &self.rows {
            canvas.path(vec![(MARGIN, row.upper), (self.right, row.upper)], &GRID, 1)?;
            let y = if self.beside {
                row.middle
            } else {
                // The lines of the field do not go through the name.
                let lower = row.upper + 1 + row.lines.len() as i32 * self.shape.line();
                canvas.clear((MARGIN, row.upper + 1), (self.right, lower))?;
                row.upper + self.shape.line() / 2 + 2
            };
            canvas.lines(&row.lines, (MARGIN, y), Side::Left, false)?;
        }
        for row in &self.rows {
            self.estimates(canvas, row)?;
        }
        Ok(())
    }

    fn estimates(&self, canvas: &Canvas<'_>, row: &Row) -> Result<()> {
        let curves = self.plot.curves.len() as i32;
        let intervals = intervals(self.plot);
        for (place, curve) in self.plot.curves.iter().enumerate() {
            let y = row.middle + (2 * place as i32 - (curves - 1)) * APART / 2;
            let points = curve.points.iter();
            for point in points.filter(|point| point.x.to_string() == row.name) {
                let Some(at) = self.values.place(point.y.rounded()) else {
                    continue;
                };
                if has_errors(self.plot) && point.standard_error.is_some() {
                    let (low, high) = intervals(point);
                    let ends = [low, high].map(|end| self.pixel(self.values.clamped(end)));
                    if ends[0] < ends[1] {
                        canvas.bar((ends[0], y), (ends[1], y), curve_colour(place))?;
                    }
                }
                canvas.marker(place, (self.pixel(at), y))?;
            }
        }
        Ok(())
    }
}

/// The names of all curves, each once, in their order.
fn names(plot: &Plot) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for point in plot.curves.iter().flat_map(|curve| &curve.points) {
        let name = point.x.to_string();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
