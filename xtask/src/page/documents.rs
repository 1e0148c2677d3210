//! The four documents: what each describes, and what was found of it in a
//! sentence, from what was measured.

use super::scale;
use crate::plot::{Curve, Point};
use crate::report::{Figure, Report};

/// One of the documents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Document {
    /// The game's name in names of experiments.
    pub(super) game: &'static str,
    /// The game's name.
    pub(super) title: &'static str,
    /// What the document describes.
    pub(super) about: &'static str,
    /// What was found, from the reports of its experiments.
    find: fn(&Reports<'_>) -> Option<String>,
}

impl Document {
    /// The main finding in a sentence, if the experiments that it rests on were run.
    pub(super) fn finding(&self, reports: &[&Report]) -> Option<String> {
        (self.find)(&Reports(reports))
    }
}

pub(super) const DOCUMENTS: [Document; 4] = [
    Document {
        game: "gongzhu",
        title: "Gongzhu",
        about: "The article plays the last tricks of Gongzhu, a game in which one avoids penalty \
                cards, between two hands. Its program has a heuristic, which plays the card of the \
                least expected loss, and a solver by alpha-beta search with a table, which it calls \
                exact. It plays both on 200 deals of six cards a hand and compares their results \
                and their first cards.",
        find: gongzhu,
    },
    Document {
        game: "oldmaid",
        title: "Old Maid",
        about: "The article reads Old Maid as a problem of inference: from the pairs that are out \
                it counts the cards that are still hidden, takes k / H for the chance that a card \
                drawn from a hand of H cards is one of k, and chooses whom to draw from by the \
                expected gain, with the joker weighed by λ. Its program plays 2000 games and counts \
                who is left with the joker, seat by seat.",
        find: oldmaid,
    },
    Document {
        game: "hearts",
        title: "Hearts",
        about: "The article builds a player of Hearts in three layers: the rules, a greedy choice \
                by the risk of a card, and simulations that deal and play the rest at random. \
                Its program prints no figures; the experiments run it as printed, measure what each \
                of its faults costs, and let its players meet better ones.",
        find: hearts,
    },
    Document {
        game: "guandan",
        title: "Guandan",
        about: "The article splits a hand of Guandan into the fewest plays by dynamic programming \
                over the number of cards of each rank, works out by hypergeometric chances what the \
                others hold of a rank, and from both rates a hand and decides whether to bomb. \
                It gives tables of chances and the results of one sample hand.",
        find: guandan,
    },
];

/// The reports that a finding looks into.
struct Reports<'a>(&'a [&'a Report]);

impl<'a> Reports<'a> {
    fn report(&self, name: &str) -> Option<&'a Report> {
        let mut reports = self.0.iter();
        reports.find(|report| report.experiment == name).copied()
    }

    fn figure(&self, experiment: &str, name: &str) -> Option<&'a Figure> {
        let mut figures = self.report(experiment)?.figures.iter();
        figures.find(|figure| figure.name == name)
    }

    fn curve(&self, experiment: &str, plot: &str, curve: usize) -> Option<&'a Curve> {
        let mut plots = self.report(experiment)?.plots.iter();
        plots.find(|other| other.name == plot)?.curves.get(curve)
    }
}

fn point<'a>(curve: &'a Curve, name: &str) -> Option<&'a Point> {
    let mut points = curve.points.iter();
    points.find(|point| point.x.to_string() == name)
}

fn gongzhu(reports: &Reports<'_>) -> Option<String> {
    let audit = reports.report("gongzhu/audit")?;
    let deals = &audit
        .parameters
        .iter()
        .find(|parameter| parameter.name == "trials")?
        .value;
    let wrong = reports.figure("gongzhu/audit", "2: 'exact' values that are wrong")?;
    let first = reports.figure(
        "gongzhu/audit",
        "3: the heuristic's first card is optimal, the right sign",
    )?;
    Some(format!(
        "Of {deals} values of the solver that is called exact {} are wrong, and the heuristic's \
         first card is an optimal one in {} % of the deals.",
        wrong.measured, first.measured
    ))
}

fn oldmaid(reports: &Reports<'_>) -> Option<String> {
    let losses = reports.curve("oldmaid/policies", "losses", 1)?;
    let formula = point(losses, "document's formula, best target")?;
    let random = point(losses, "random")?;
    let ahead = point(losses, "look-ahead")?;
    let more = if formula.y.rounded() > random.y.rounded() {
        "more often than"
    } else {
        "no more often than"
    };
    let [formula, random, ahead] = [formula, random, ahead].map(with_error);
    Some(format!(
        "Among three random players, one that draws by k / H loses {more} one that draws at random: \
         {formula} % of the games, and {random} %. One that looks ahead from the exact posterior \
         loses {ahead} %."
    ))
}

fn hearts(reports: &Reports<'_>) -> Option<String> {
    let points = reports.curve("hearts/tournament", "points", 0)?;
    let corrected = point(points, "greedy, corrected less published, simulating");
    let simulating = point(points, "published, simulating less published, greedy");
    let [corrected, simulating] = [corrected?, simulating?].map(with_error);
    Some(format!(
        "Points a deal, less those of the other: {simulating} of the document's player, once it no \
         longer sees the others' cards, against its greedy layer alone; {corrected} of that layer put \
         right, without any simulation, against the document's player. Fewer are better."
    ))
}

/// An estimate and its standard error.
fn with_error(point: &Point) -> String {
    let value = scale::minus(&point.y.to_string());
    let error = point.standard_error;
    error.map_or_else(|| value.clone(), |error| format!("{value} ± {error}"))
}

fn guandan(reports: &Reports<'_>) -> Option<String> {
    let rule = reports.figure("guandan/pruning", "mean states with the rule")?;
    let without = reports.figure("guandan/pruning", "mean states without the rule")?;
    let plays = reports.figure("guandan/distribution", "mean fewest plays, all hands")?;
    Some(format!(
        "The lowest-rank rule leaves {} of {} states of a dealt hand; under the full rules \
         a random hand takes {} plays on average.",
        rule.measured, without.measured, plays.measured
    ))
}
