//! Curves over an axis of numbers.

use anyhow::Result;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordf64;
use plotters::element::PathElement;

use super::canvas::{Canvas, Drawn, MARGIN, Shape, Side, curve_colour, lines_of, room};
use super::chart::{has_errors, intervals, label, range_of_values};
use super::colours::{AXIS, GRID};
use super::scale::{Range, Tick};
use crate::language::Language;
use crate::plot::{Plot, Point, Position, Scale};

/// How far curves that share their places stand apart, in pixels.
const APART: f64 = 2.5;

/// The field of curves with its axes, laid out.
pub(super) struct Field<'a> {
    plot: &'a Plot,
    shape: Shape,
    x: Range,
    y: Range,
    x_ticks: Vec<Tick>,
    y_ticks: Vec<Tick>,
    x_label: Vec<String>,
    y_label: Vec<String>,
    /// The top of everything, and the field's edges.
    top: i32,
    left: i32,
    right: i32,
    upper: i32,
    lower: i32,
}

impl<'a> Field<'a> {
    pub(super) fn new(plot: &'a Plot, shape: Shape, language: Language, top: i32) -> Field<'a> {
        let (x, y) = if plot.diagonal {
            let shares = Range::shares(whole(plot));
            (shares.wider(0.03), shares.wider(0.03))
        } else {
            let places = plot.curves.iter().flat_map(|curve| &curve.points);
            let places = places.filter_map(|point| number(&point.x));
            let x = Range::of(plot.x.scale, places, false);
            (x, range_of_values(plot, true))
        };
        let field_height = match shape {
            Shape::Wide if plot.diagonal => 400,
            Shape::Wide => 320,
            Shape::Narrow => 280,
        };
        let y_ticks = y.ticks(6);
        let widest = y_ticks.iter().map(|tick| room(&tick.label, shape)).max();
        let left = MARGIN + widest.unwrap_or(0) + 8;
        let right = shape.width() - MARGIN - 14;
        let across = shape.width() - 2 * MARGIN;
        let y_label = lines_of(&label(&plot.y, language), shape, across, false);
        let upper = top + y_label.len() as i32 * shape.line() + 8;
        let mut field = Field {
            plot,
            shape,
            x,
            y,
            x_ticks: Vec::new(),
            y_ticks,
            x_label: lines_of(&label(&plot.x, language), shape, right - left, false),
            y_label,
            top,
            left,
            right,
            upper,
            lower: upper + field_height,
        };
        field.x_ticks = field.ticks_across();
        field
    }

    /// What is written below the field: the curves' own places where these are few
    /// and the axis has ratios.
    fn ticks_across(&self) -> Vec<Tick> {
        let count = match self.shape {
            Shape::Wide => 12,
            Shape::Narrow => 7,
        };
        if self.plot.x.scale != Scale::Log {
            return self.x.ticks(if self.plot.diagonal { 6 } else { count });
        }
        let points = self.plot.curves.iter().flat_map(|curve| &curve.points);
        let mut places: Vec<f64> = points.filter_map(|point| number(&point.x)).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        // All of them, or every second, or every third.
        for every in 1..=3 {
            let some: Vec<f64> = places.iter().copied().step_by(every).collect();
            let ticks = self.x.ticks_at(&some);
            if ticks.windows(2).all(|pair| self.fit(pair)) {
                return ticks;
            }
        }
        self.x.ticks(count)
    }

    /// Whether the labels of two ticks stand clear of each other.
    fn fit(&self, pair: &[Tick]) -> bool {
        let [left, right] = [&pair[0], &pair[1]].map(|tick| self.pixel_x(tick.at));
        let room = room(&pair[0].label, self.shape) + room(&pair[1].label, self.shape);
        right - left > room / 2 + 6
    }

    /// The lower end of the drawing.
    pub(super) fn height(&self) -> i32 {
        let label = self.x_label.len() as i32 * self.shape.line();
        self.lower + 6 + self.shape.line() + label + MARGIN
    }

    fn pixel_x(&self, place: f64) -> i32 {
        let (from, to) = self.x.ends();
        let part = (place - from) / (to - from);
        self.left + (part * f64::from(self.right - self.left)).round() as i32
    }

    /// The field's coordinates for plotters.
    fn coordinates(&self) -> Cartesian2d<RangedCoordf64, RangedCoordf64> {
        let ((x0, x1), (y0, y1)) = (self.x.ends(), self.y.ends());
        Cartesian2d::new(
            x0..x1,
            y0..y1,
            (self.left..self.right, self.lower..self.upper),
        )
    }

    pub(super) fn draw(&self, canvas: &Canvas<'_>) -> Result<()> {
        let field = canvas.area().clone().apply_coord_spec(self.coordinates());
        let pixel = |x: f64, y: f64| field.map_coordinate(&(x, y));
        let ((x0, x1), (y0, y1)) = (self.x.ends(), self.y.ends());

        let label_y = self.top + self.shape.line() / 2;
        canvas.lines(&self.y_label, (MARGIN, label_y), Side::Left, false)?;
        for tick in &self.y_ticks {
            let (left, y) = pixel(x0, tick.at);
            canvas.path(vec![(left, y), pixel(x1, tick.at)], &GRID, 1)?;
            canvas.text(&tick.label, (left - 6, y), Side::Right, false)?;
        }
        for tick in &self.x_ticks {
            let (x, lower) = pixel(tick.at, y0);
            canvas.path(vec![(x, lower), (x, lower + 5)], &AXIS, 1)?;
            let y = lower + 6 + self.shape.line() / 2;
            canvas.text(&tick.label, (x, y), Side::Center, false)?;
        }
        let middle = (self.left + self.right) / 2;
        let below = self.lower + 6 + self.shape.line() * 3 / 2;
        canvas.lines(&self.x_label, (middle, below), Side::Center, false)?;
        canvas.path(vec![pixel(x0, y0), pixel(x1, y0)], &AXIS, 1)?;
        if let Some(zero) = self
            .y
            .place(0.0)
            .filter(|_| self.plot.y.scale == Scale::Linear)
        {
            canvas.path(vec![pixel(x0, zero), pixel(x1, zero)], &AXIS, 1)?;
        }
        if self.plot.diagonal {
            canvas.dashed(
                pixel(x0.max(y0), x0.max(y0)),
                pixel(x1.min(y1), x1.min(y1)),
                &AXIS,
            )?;
        }

        let places: Vec<Vec<Placed>> = (0..self.plot.curves.len())
            .map(|curve| self.placed(curve))
            .collect();
        // Bars lie below the lines, and lines below the markers.
        for (curve, points) in places.iter().enumerate() {
            for point in points.iter().filter(|point| point.low < point.high) {
                let (from, to) = (pixel(point.x, point.low), pixel(point.x, point.high));
                canvas.bar(from, to, curve_colour(curve))?;
            }
        }
        for (curve, points) in places.iter().enumerate() {
            let style = plotters::style::Color::stroke_width(&curve_colour(curve).light(), 2);
            let points: Vec<_> = points.iter().map(|point| (point.x, point.y)).collect();
            if points.len() > 1 {
                field.draw(&PathElement::new(points, style))?;
            }
        }
        for (curve, points) in places.iter().enumerate() {
            points
                .iter()
                .try_for_each(|point| -> Drawn { canvas.marker(curve, pixel(point.x, point.y)) })?;
        }
        Ok(())
    }

    /// The points of a curve that have a place in the field.
    fn placed(&self, curve: usize) -> Vec<Placed> {
        let (from, to) = self.x.ends();
        let curves = self.plot.curves.len() as f64;
        let apart = if has_errors(self.plot) && !self.plot.diagonal {
            let pixels = APART * (curve as f64 - (curves - 1.0) / 2.0);
            pixels * (to - from) / f64::from(self.right - self.left)
        } else {
            0.0
        };
        let intervals = intervals(self.plot);
        let place = |point: &Point| {
            let (low, high) = intervals(point);
            let y = point.y.rounded();
            if self.plot.y.scale == Scale::Log && y <= 0.0 {
                return None;
            }
            Some(Placed {
                x: self.x.place(number(&point.x)?)? + apart,
                y: self.y.clamped(y),
                low: self.y.clamped(low),
                high: self.y.clamped(high),
            })
        };
        let points = &self.plot.curves[curve].points;
        points.iter().filter_map(place).collect()
    }
}

/// A point and its interval in the units of the axes.
struct Placed {
    x: f64,
    y: f64,
    low: f64,
    high: f64,
}

/// Whether shares are parts of 1 or of 100.
pub(super) fn whole(plot: &Plot) -> f64 {
    let points = plot.curves.iter().flat_map(|curve| &curve.points);
    let values = points.flat_map(|point| [number(&point.x).unwrap_or(0.0), point.y.rounded()]);
    if values.fold(0.0, f64::max) > 1.0 || plot.y.unit == "%" {
        100.0
    } else {
        1.0
    }
}

fn number(position: &Position) -> Option<f64> {
    match position {
        Position::Number(number) => Some(number.rounded()),
        Position::Name(_) => None,
    }
}
