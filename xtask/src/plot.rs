//! Data to plot: what a reader would rather look at than read. Drawing is
//! [`crate::page`]'s matter.

use std::fmt;

use serde::Serialize;

use crate::number::Number;
use crate::statistics::Estimate;

/// Curves over a common axis, or estimates side by side.
#[derive(Clone, Debug, Serialize)]
pub struct Plot {
    /// Its name within the experiment, of lower-case letters and hyphens.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// What the points are given for: a quantity, or things with a name each.
    pub x: Axis,
    /// What was measured.
    pub y: Axis,
    /// Whether a point where x equals y is one that is just right.
    pub diagonal: bool,
    /// The curves; their order is that of the legend.
    pub curves: Vec<Curve>,
}

/// An axis.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Axis {
    /// What it measures.
    pub label: &'static str,
    /// Its unit; empty for a plain number.
    pub unit: &'static str,
    /// How values are laid out on it.
    pub scale: Scale,
}

/// How values are laid out on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// Equal differences are equally long.
    Linear,
    /// Equal ratios are equally long.
    Log,
    /// Names, one after the other. Only an x axis has them.
    Names,
}

impl Axis {
    /// An axis of equal differences.
    #[must_use]
    pub const fn linear(label: &'static str, unit: &'static str) -> Axis {
        let scale = Scale::Linear;
        Axis { label, unit, scale }
    }

    /// An axis of equal ratios.
    #[must_use]
    pub const fn log(label: &'static str, unit: &'static str) -> Axis {
        let scale = Scale::Log;
        Axis { label, unit, scale }
    }

    /// Things with a name each.
    #[must_use]
    pub const fn names(label: &'static str) -> Axis {
        let (unit, scale) = ("", Scale::Names);
        Axis { label, unit, scale }
    }
}

/// A curve, or one estimate a name.
#[derive(Clone, Debug, Serialize)]
pub struct Curve {
    /// What the legend calls it.
    pub name: String,
    /// The points, from left to right.
    pub points: Vec<Point>,
}

impl Curve {
    /// A curve without points yet.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Curve {
        let (name, points) = (name.into(), Vec::new());
        Curve { name, points }
    }

    /// Adds an estimate, to `decimals` places.
    pub fn estimate(&mut self, x: impl Into<Position>, estimate: Estimate, decimals: u8) {
        self.points.push(Point {
            x: x.into(),
            y: Number::new(estimate.mean, decimals),
            standard_error: estimate.standard_error.map(Number::two_digits),
        });
    }

    /// Adds a number that is known without error.
    pub fn exact(&mut self, x: impl Into<Position>, y: Number) {
        self.points.push(Point {
            x: x.into(),
            y,
            standard_error: None,
        });
    }
}

/// A point of a curve.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    /// Where it stands.
    pub x: Position,
    /// What was measured there.
    pub y: Number,
    /// The standard error of `y`, where there is one.
    pub standard_error: Option<Number>,
}

/// Where a point stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Position {
    /// On an axis of numbers.
    Number(Number),
    /// At a name.
    Name(String),
}

impl From<Number> for Position {
    fn from(number: Number) -> Position {
        Position::Number(number)
    }
}

impl From<&str> for Position {
    fn from(name: &str) -> Position {
        Position::Name(name.to_owned())
    }
}

impl From<String> for Position {
    fn from(name: String) -> Position {
        Position::Name(name)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Number(number) => number.fmt(f),
            Position::Name(name) => name.fmt(f),
        }
    }
}
