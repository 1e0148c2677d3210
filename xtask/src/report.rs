//! What an experiment found: figures beside the published ones, tables, plots,
//! and what to make of them. Rendering is [`crate::render`]'s matter.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::experiment::{Info, Trials};
use crate::number::Number;
use crate::plot::Plot;
use crate::statistics::Estimate;

/// The result of one experiment.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The experiment's name, such as `gongzhu/published`.
    pub experiment: &'static str,
    /// What it shows, in a line.
    pub title: &'static str,
    /// The document's section that it reproduces.
    pub source: &'static str,
    /// What it was run with, in order.
    pub parameters: Vec<Parameter>,
    /// Figures, each beside the published one where there is one.
    pub figures: Vec<Figure>,
    /// Tables.
    pub tables: Vec<Table>,
    /// Data to plot.
    pub plots: Vec<Plot>,
    /// What to make of it, one thought each.
    pub notes: Vec<String>,
}

impl Report {
    /// A report without figures yet.
    #[must_use]
    pub fn new(info: &Info, trials: Trials) -> Report {
        let mut report = Report {
            experiment: info.name,
            title: info.title,
            source: info.source,
            parameters: Vec::new(),
            figures: Vec::new(),
            tables: Vec::new(),
            plots: Vec::new(),
            notes: Vec::new(),
        };
        report.parameter("trials", trials.count);
        report.parameter(
            "seeds",
            format!("{} to {}, one a trial", trials.first, trials.last()),
        );
        report
    }

    /// Adds a parameter.
    pub fn parameter(&mut self, name: &'static str, value: impl ToString) {
        self.parameters.push(Parameter {
            name,
            value: value.to_string(),
        });
    }

    /// Adds a thought to 'what to make of it'.
    pub fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }

    /// Every verdict of the report, those of its tables included.
    pub fn verdicts(&self) -> impl Iterator<Item = Verdict> {
        let figures = self.figures.iter().filter_map(|figure| figure.verdict);
        figures.chain(self.tables.iter().flat_map(Table::verdicts))
    }
}

/// A name and a value.
#[derive(Clone, Debug, Serialize)]
pub struct Parameter {
    /// What it is.
    pub name: &'static str,
    /// Its value.
    pub value: String,
}

/// One measured figure.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// What was measured.
    pub name: String,
    /// Its unit; empty for a plain number.
    pub unit: &'static str,
    /// What the document or its program printed.
    pub published: Option<Published>,
    /// What was measured.
    pub measured: Number,
    /// How precisely.
    pub precision: Precision,
    /// Whether the two agree; `None` if there is nothing to compare.
    pub verdict: Option<Verdict>,
}

/// A published figure.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Published {
    /// A number, to the places that were printed.
    Number(Number),
    /// A claim in words, which the measured figure confirms or does not.
    Claim(&'static str),
}

/// How precisely a figure is known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Precision {
    /// Without error: a count, or an exact computation.
    Exact,
    /// With this standard error.
    StandardError(Number),
    /// Too few trials to tell.
    Unknown,
}

/// What a measured figure says of the published one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The same to every printed place.
    Agrees,
    /// Not the same.
    Differs,
    /// A claim in words, and the measured number bears it out.
    Holds,
    /// A claim in words, and the measured number contradicts it.
    Fails,
    /// Other trials than the document's were run, so nothing follows.
    OtherTrials,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Agrees => "agrees",
            Verdict::Differs => "differs",
            Verdict::Holds => "holds",
            Verdict::Fails => "does not hold",
            Verdict::OtherTrials => "other trials",
        })
    }
}

/// Compares a measured number with the one that a document printed, to the
/// printed places.
#[must_use]
pub fn compare(published: Number, measured: Number) -> Verdict {
    if published.to_string() == measured.to_string() {
        Verdict::Agrees
    } else {
        Verdict::Differs
    }
}

impl Figure {
    /// A number known without error.
    #[must_use]
    pub fn exact(name: impl Into<String>, unit: &'static str, measured: Number) -> Figure {
        Figure {
            name: name.into(),
            unit,
            published: None,
            measured,
            precision: Precision::Exact,
            verdict: None,
        }
    }

    /// An estimate, to `decimals` places.
    #[must_use]
    pub fn estimate(
        name: impl Into<String>,
        unit: &'static str,
        estimate: Estimate,
        decimals: u8,
    ) -> Figure {
        Figure {
            precision: match estimate.standard_error {
                Some(error) => Precision::StandardError(Number::two_digits(error)),
                None => Precision::Unknown,
            },
            ..Figure::exact(name, unit, Number::new(estimate.mean, decimals))
        }
    }

    /// Puts the published number beside the measured one. They are compared if
    /// `comparable`, that is if the document's own trials were run.
    #[must_use]
    pub fn beside(mut self, published: f64, comparable: bool) -> Figure {
        let published = Number::new(published, self.measured.decimals());
        self.verdict = Some(if comparable {
            compare(published, self.measured)
        } else {
            Verdict::OtherTrials
        });
        self.published = Some(Published::Number(published));
        self
    }

    /// Puts a published claim in words beside the measured number.
    #[must_use]
    pub fn beside_claim(mut self, claim: &'static str, holds: bool) -> Figure {
        self.published = Some(Published::Claim(claim));
        self.verdict = Some(if holds {
            Verdict::Holds
        } else {
            Verdict::Fails
        });
        self
    }
}

/// A table.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// What it shows.
    pub title: &'static str,
    /// The names of the columns.
    pub columns: Vec<&'static str>,
    /// The rows, a cell a column.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// The verdicts of its rows.
    pub fn verdicts(&self) -> impl Iterator<Item = Verdict> {
        self.rows.iter().flatten().filter_map(|cell| match cell {
            Cell::Verdict(verdict) => Some(*verdict),
            Cell::Text(_) | Cell::Number(_) => None,
        })
    }
}

/// One entry of a table.
#[derive(Clone, Debug)]
pub enum Cell {
    /// A word or a name.
    Text(String),
    /// A number.
    Number(Number),
    /// Whether the row's measured number is the published one.
    Verdict(Verdict),
}

impl Cell {
    /// A whole number.
    #[must_use]
    pub fn count(count: impl Into<u32>) -> Cell {
        Cell::Number(Number::new(f64::from(count.into()), 0))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Text(text) => text.fmt(f),
            Cell::Number(number) => number.fmt(f),
            Cell::Verdict(verdict) => verdict.fmt(f),
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Text(text) => text.serialize(serializer),
            Cell::Number(number) => number.serialize(serializer),
            Cell::Verdict(verdict) => verdict.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(value: f64) -> Figure {
        Figure::exact("figure", "", Number::new(value, 2))
    }

    #[test]
    fn numbers_agree_to_the_printed_places() {
        assert_eq!(
            measured(0.4349).beside(0.43, true).verdict,
            Some(Verdict::Agrees)
        );
        assert_eq!(
            measured(0.4351).beside(0.43, true).verdict,
            Some(Verdict::Differs)
        );
        assert_eq!(
            measured(-0.43).beside(0.43, true).verdict,
            Some(Verdict::Differs)
        );
        assert_eq!(
            measured(0.43).beside(0.43, false).verdict,
            Some(Verdict::OtherTrials)
        );
    }

    #[test]
    fn claims_hold_or_fail() {
        assert_eq!(
            measured(1.0).beside_claim("one", true).verdict,
            Some(Verdict::Holds)
        );
        assert_eq!(
            measured(2.0).beside_claim("one", false).verdict,
            Some(Verdict::Fails)
        );
        assert_eq!(measured(1.0).verdict, None);
    }
}
