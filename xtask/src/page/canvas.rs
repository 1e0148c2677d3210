//! What every drawing is made of: its size, texts, markers and legend, by plotters,
//! in pixels of the drawing.

use std::io;

use anyhow::Result;
use plotters::coord::Shift;
use plotters::element::{Circle, PathElement, Polygon, Rectangle, Text};
use plotters::prelude::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontStyle, FontTransform, IntoFont, ShapeStyle, TextStyle};

use super::colours::{self, Colour};
use super::words;

/// What a drawing is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A page or a screen.
    Wide,
    /// A telephone, on which a wide one would be too small to read.
    Narrow,
}

impl Shape {
    pub(super) const fn width(self) -> i32 {
        match self {
            Shape::Wide => 760,
            Shape::Narrow => 360,
        }
    }

    /// The size of its texts.
    pub(super) const fn font(self) -> i32 {
        match self {
            Shape::Wide => 14,
            Shape::Narrow => 13,
        }
    }

    pub(super) const fn line(self) -> i32 {
        self.font() * 3 / 2
    }
}

/// The room that stays free at the edges.
pub(super) const MARGIN: i32 = 10;

/// How far a marker reaches from its middle.
const REACH: i32 = 4;

/// A text is put to the left, in the middle or to the right of a place.
pub(super) type Side = HPos;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(super) type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

/// A drawing that is under way.
pub(super) struct Canvas<'a> {
    area: Area<'a>,
    shape: Shape,
}

impl<'a> Canvas<'a> {
    /// An empty one, of the width of its shape.
    pub(super) fn new(svg: &'a mut String, shape: Shape, height: i32) -> Result<Canvas<'a>> {
        let size = (shape.width() as u32, height.unsigned_abs());
        let area = SVGBackend::with_string(svg, size).into_drawing_area();
        area.fill(&colours::GROUND.light())?;
        Ok(Canvas { area, shape })
    }

    pub(super) const fn area(&self) -> &Area<'a> {
        &self.area
    }

    /// A text whose lines' middle is at `y`.
    pub(super) fn text(&self, text: &str, (x, y): (i32, i32), side: Side, bold: bool) -> Drawn {
        let style = if bold {
            FontStyle::Bold
        } else {
            FontStyle::Normal
        };
        // The backend makes a font smaller by this factor.
        let size = f64::from(self.shape.font()) * 1.24;
        let font = ("sans-serif", size, style).into_font();
        let ink = colours::TEXT.light();
        let style = TextStyle::from(font.transform(FontTransform::None))
            .color(&ink)
            .pos(Pos::new(side, VPos::Center));
        self.area.draw(&Text::new(text.to_owned(), (x, y), style))
    }

    /// Lines of text below each other, the first with its middle at `y`.
    pub(super) fn lines(
        &self,
        lines: &[String],
        (x, y): (i32, i32),
        side: Side,
        bold: bool,
    ) -> Drawn {
        lines.iter().zip(0..).try_for_each(|(line, place)| {
            self.text(line, (x, y + place * self.shape.line()), side, bold)
        })
    }

    pub(super) fn path(&self, points: Vec<(i32, i32)>, colour: &Colour, width: u32) -> Drawn {
        let style = colour.light().stroke_width(width);
        self.area.draw(&PathElement::new(points, style))
    }

    /// Empties a rectangle.
    pub(super) fn clear(&self, from: (i32, i32), to: (i32, i32)) -> Drawn {
        let ground = ShapeStyle::from(&colours::GROUND.light()).filled();
        self.area.draw(&Rectangle::new([from, to], ground))
    }

    /// A dashed line.
    pub(super) fn dashed(&self, from: (i32, i32), to: (i32, i32), colour: &Colour) -> Drawn {
        let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        let dashes = (dx.hypot(dy) / 10.0).round().max(1.0);
        let at = |part: f64| {
            let part = (part / dashes).min(1.0);
            (
                from.0 + (part * dx).round() as i32,
                from.1 + (part * dy).round() as i32,
            )
        };
        (0..dashes as u32).try_for_each(|dash| {
            let dash = f64::from(dash);
            self.path(vec![at(dash), at(dash + 0.5)], colour, 1)
        })
    }

    /// An error bar with its ends, upright or lying.
    pub(super) fn bar(&self, from: (i32, i32), to: (i32, i32), colour: &Colour) -> Drawn {
        self.path(vec![from, to], colour, 1)?;
        let across = if from.0 == to.0 { (3, 0) } else { (0, 3) };
        [from, to].into_iter().try_for_each(|(x, y)| {
            let ends = vec![(x - across.0, y - across.1), (x + across.0, y + across.1)];
            self.path(ends, colour, 1)
        })
    }

    /// The marker of a curve: shapes differ as well as colours.
    pub(super) fn marker(&self, curve: usize, (x, y): (i32, i32)) -> Drawn {
        let colour = curve_colour(curve).light();
        let filled = ShapeStyle::from(&colour).filled();
        let at = |points: &[(i32, i32)]| -> Vec<(i32, i32)> {
            points.iter().map(|(dx, dy)| (x + dx, y + dy)).collect()
        };
        const R: i32 = REACH;
        match curve % 6 {
            0 => self.area.draw(&Circle::new((x, y), R, filled)),
            1 => {
                let corners = [(x - R + 1, y - R + 1), (x + R - 1, y + R - 1)];
                self.area.draw(&Rectangle::new(corners, filled))
            }
            2 => {
                let corners = at(&[(0, -R - 1), (R + 1, R - 1), (-R - 1, R - 1)]);
                self.area.draw(&Polygon::new(corners, filled))
            }
            3 => {
                let corners = at(&[(0, -R - 1), (R + 1, 0), (0, R + 1), (-R - 1, 0)]);
                self.area.draw(&Polygon::new(corners, filled))
            }
            4 => [[(-R, -R), (R, R)], [(-R, R), (R, -R)]]
                .iter()
                .try_for_each(|stroke| {
                    let style = colour.stroke_width(2);
                    self.area.draw(&PathElement::new(at(stroke), style))
                }),
            _ => {
                let ground = ShapeStyle::from(&colours::GROUND.light()).filled();
                self.area.draw(&Circle::new((x, y), R, ground))?;
                self.area
                    .draw(&Circle::new((x, y), R, colour.stroke_width(2)))
            }
        }
    }

    /// Names of curves with their lines and markers, the first row's middle at `y`.
    pub(super) fn legend(&self, legend: &Legend, y: i32, with_lines: bool) -> Drawn {
        for (curve, (name, x, row)) in legend.entries.iter().enumerate() {
            let y = y + row * self.shape.line();
            let middle = x + SWATCH / 2;
            if with_lines {
                let ends = vec![(*x, y), (x + SWATCH, y)];
                self.path(ends, curve_colour(curve), 2)?;
            }
            self.marker(curve, (middle, y))?;
            self.text(name, (x + SWATCH + 6, y), Side::Left, false)?;
        }
        Ok(())
    }

    /// Ends the drawing.
    pub(super) fn finish(self) -> Drawn {
        self.area.present()
    }
}

pub(super) const fn curve_colour(curve: usize) -> &'static Colour {
    &colours::CURVES[curve % colours::CURVES.len()]
}

/// The width of a line in the legend.
const SWATCH: i32 = 26;

/// Where the names of the curves stand: name, left end, row.
pub(super) struct Legend {
    entries: Vec<(String, i32, i32)>,
    pub(super) rows: i32,
}

impl Legend {
    /// As many names a row as there is room for.
    pub(super) fn new(names: impl Iterator<Item = String>, shape: Shape) -> Legend {
        let (mut x, mut row) = (MARGIN, 0);
        let mut entries = Vec::new();
        for name in names {
            let width = SWATCH + 6 + room(&name, shape);
            if x > MARGIN && x + width > shape.width() - MARGIN {
                (x, row) = (MARGIN, row + 1);
            }
            entries.push((name, x, row));
            x += width + 16;
        }
        Legend {
            entries,
            rows: row + 1,
        }
    }
}

/// The pixels that a text takes.
pub(super) fn room(text: &str, shape: Shape) -> i32 {
    words::width(text, f64::from(shape.font())).ceil() as i32
}

/// The lines of a text in so many pixels; a bold face is wider.
pub(super) fn lines_of(text: &str, shape: Shape, width: i32, bold: bool) -> Vec<String> {
    let size = f64::from(shape.font()) * if bold { 1.1 } else { 1.0 };
    words::wrap(text, size, f64::from(width))
}
