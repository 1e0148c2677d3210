//! How good the chances are that formulas and posteriors give.

use cards_core::Seat;
use cards_core::random::{below, trial_rng};
use oldmaid_infer::policy::DocumentFormula;
use oldmaid_infer::{Filter, Game, Kind, Marginals, Rules, View};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::plot::{Axis, Curve, Plot};
use crate::report::{Cell, Figure, Report, Table};
use crate::statistics::{Estimate, mean};

const METHODS: [&str; 6] = [
    "draw: k / H, clipped",
    "draw: k / all hidden",
    "draw: static posterior",
    "draw: filter",
    "holds: static posterior",
    "holds: filter",
];
const FILTERS: [usize; 2] = [3, 5];

/// How many of the methods speak of the card drawn; they come first.
const DRAWS: usize = 4;

const BINS: usize = 10;

/// The chances are kept this far from 0 and 1 in log scores, which would be
/// infinite for the document's formula.
const CLIP: f64 = 1e-3;

/// Before each of an observer's turns in a game between random players: for each
/// other player and each kind in the own hand, the chance that a card drawn from him
/// is of that kind, and the chance that he holds it.
#[derive(Debug)]
pub(crate) struct Calibration;

/// The sums of one game, by method.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sums {
    trial: i64,
    /// How many chances there were, and how many own turns.
    chances: u32,
    turns: u32,
    /// Σ (chance − outcome)², and Σ −ln of the chance of the outcome.
    brier: [f64; 6],
    log: [f64; 6],
    /// By bin of the chance: how many, their sum, Σ chance (1 − chance), and how many
    /// came true.
    count: [[u32; BINS]; 6],
    sum: [[f64; BINS]; 6],
    variance: [[f64; BINS]; 6],
    held: [[u32; BINS]; 6],
    /// The true chance of a pair from the target that is best by the method; at the
    /// end, from a random one and from the best one.
    pairs: [f64; 6],
    /// Where k / H gives a chance of 1 for a pair: how often, and the true chances.
    certain: u32,
    certain_pairs: f64,
}

impl Record for Sums {
    fn trial(&self) -> i64 {
        self.trial
    }
}

impl Sums {
    const fn new(trial: i64) -> Sums {
        Sums {
            trial,
            chances: 0,
            turns: 0,
            brier: [0.0; 6],
            log: [0.0; 6],
            count: [[0; BINS]; 6],
            sum: [[0.0; BINS]; 6],
            variance: [[0.0; BINS]; 6],
            held: [[0; BINS]; 6],
            pairs: [0.0; 6],
            certain: 0,
            certain_pairs: 0.0,
        }
    }

    fn add(&mut self, method: usize, chance: f64, holds: bool) {
        let outcome = f64::from(u8::from(holds));
        self.brier[method] += (chance - outcome).powi(2);
        let clipped = chance.clamp(CLIP, 1.0 - CLIP);
        self.log[method] -= if holds {
            clipped.ln()
        } else {
            (1.0 - clipped).ln()
        };
        let bin = ((chance * BINS as f64) as usize).min(BINS - 1);
        self.count[method][bin] += 1;
        self.sum[method][bin] += chance;
        self.variance[method][bin] += chance * (1.0 - chance);
        self.held[method][bin] += u32::from(holds);
    }

    /// Judges the chances of one own turn against the hands.
    fn add_turn(&mut self, view: &View<'_>, game: &Game, filter: &Marginals, rng: &mut Pcg64Mcg) {
        let targets: Vec<Seat> = view.table().targets().collect();
        let kinds = view.hand().kinds();
        let fixed = Filter::as_if_dealt(view).expect("a posterior").marginals();
        let all: usize = targets.iter().map(|&seat| view.table().size(seat)).sum();
        let chance = |method: usize, seat: Seat, kind: Kind| -> f64 {
            match method {
                0 => DocumentFormula::chance(view, seat, kind),
                // How many cards of a kind are hidden is certain.
                1 => (filter.outside(kind).round() / all as f64).min(1.0),
                2 => fixed.draws(seat, kind),
                3 => filter.draws(seat, kind),
                4 => fixed.holds(seat, kind),
                _ => filter.holds(seat, kind),
            }
        };
        let truly = |seat: Seat, kind: Kind| game.hands()[seat.index()].count(kind) > 0;
        let pairs = |seat: Seat| {
            let held = kinds.iter().filter(|&kind| truly(seat, kind)).count();
            held as f64 / view.table().size(seat) as f64
        };
        self.turns += 1;
        for &seat in &targets {
            // One card of each hand stands for the draw.
            let place = below(rng, view.table().size(seat) as u64) as usize;
            let drawn = game.hands()[seat.index()].nth(place);
            for kind in kinds.iter().filter(|kind| !kind.is_joker()) {
                self.chances += 1;
                for method in 0..METHODS.len() {
                    let came = if method < 4 {
                        drawn == Some(kind)
                    } else {
                        truly(seat, kind)
                    };
                    self.add(method, chance(method, seat, kind), came);
                }
            }
            let formula = |kind| DocumentFormula::chance(view, seat, kind);
            let predicted: f64 = kinds.iter().map(formula).sum();
            if predicted >= 1.0 {
                self.certain += 1;
                self.certain_pairs += pairs(seat);
            }
        }
        for method in 0..4 {
            // Of equals the average.
            let scores = targets.iter().map(|&seat| -> f64 {
                let kinds = kinds.iter().filter(|kind| !kind.is_joker());
                kinds.map(|kind| chance(method, seat, kind)).sum()
            });
            let scores: Vec<f64> = scores.collect();
            let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let near = targets
                .iter()
                .zip(&scores)
                .filter(|(_, score)| **score >= best - 1e-9);
            let chances: Vec<f64> = near.map(|(&seat, _)| pairs(seat)).collect();
            self.pairs[method] += chances.iter().sum::<f64>() / chances.len() as f64;
        }
        let chances: Vec<f64> = targets.iter().map(|&seat| pairs(seat)).collect();
        self.pairs[4] += chances.iter().sum::<f64>() / chances.len() as f64;
        self.pairs[5] += chances.iter().copied().fold(0.0, f64::max);
    }
}

impl Experiment for Calibration {
    type Record = Sums;

    fn info(&self) -> Info {
        Info {
            name: "oldmaid/calibration",
            title: "chances that a player holds one's own rank, by the document's formula and by posteriors",
            source: "Old Maid document, sections 2.1, 2.2 and 3.2",
            trials: Trials::up_to(20_000),
            quick: Trials::up_to(200),
            randomness: Randomness::Seeded,
        }
    }

    fn headline(&self) -> Option<&'static str> {
        Some("a pair comes, drawing by the filter")
    }

    fn trial(&self, index: i64, seed: u64) -> Sums {
        let mut rng: Pcg64Mcg = trial_rng(seed, index as u64);
        let mut game = Game::deal(&Rules::DOCUMENT, &mut rng).expect("legal rules");
        let observer = Seat::new(index.rem_euclid(4) as usize).expect("a seat");
        let mut filter = Filter::at_start(&game, observer).expect("a posterior");
        let mut sums = Sums::new(index);
        while !game.table().is_over() {
            if game.table().turn() == observer {
                sums.add_turn(&game.view(observer), &game, &filter.marginals(), &mut rng);
            }
            let targets: Vec<Seat> = game.table().targets().collect();
            let from = targets[below(&mut rng, targets.len() as u64) as usize];
            let draw = game
                .draw_random(from, false, &mut rng)
                .expect("a legal draw");
            filter
                .observe(&draw.seen_by(observer))
                .expect("what happened is possible");
        }
        sums
    }

    fn summarise(&self, trials: Trials, records: &[Sums]) -> Report {
        let info = Experiment::info(self);
        let mut report = Report::new(&info, trials);
        report.parameter(
            "rules",
            "four players, a joker, any player drawn from, at random",
        );
        report.parameter("clip of log scores", CLIP);
        // What differs between games is independent; chances within one are not.
        let ratio = |part: &dyn Fn(&Sums) -> f64, whole: &dyn Fn(&Sums) -> f64| -> Estimate {
            let sum: f64 = records.iter().map(whole).sum();
            if sum == 0.0 {
                return mean(std::iter::empty());
            }
            let value = records.iter().map(part).sum::<f64>() / sum;
            let residuals = records
                .iter()
                .map(|game| (part(game) - value * whole(game)).powi(2));
            let count = records.len() as f64;
            let error = residuals.sum::<f64>().sqrt() / sum * (count / (count - 1.0)).sqrt();
            Estimate {
                mean: value,
                standard_error: (records.len() > 1).then_some(error),
            }
        };
        let chances = |game: &Sums| f64::from(game.chances);
        let mut scores = Table {
            title: "'A card drawn from this player is my rank', 'he holds my rank': scores, lower is better",
            columns: vec![
                "method",
                "Brier",
                "± s.e.",
                "log",
                "± s.e.",
                "calibration error",
            ],
            rows: Vec::new(),
        };
        let mut bins = Table {
            title: "Reliability: where the method says p, how often it comes true; z in standard errors",
            columns: vec![
                "method",
                "p from",
                "chances",
                "mean p",
                "came true",
                "± s.e.",
                "z",
            ],
            rows: Vec::new(),
        };
        let mut worst = 0.0_f64;
        let mut curves = Vec::new();
        for (method, name) in METHODS.iter().enumerate() {
            let brier = ratio(&|game| game.brier[method], &chances);
            let log = ratio(&|game| game.log[method], &chances);
            let mut gap = 0.0;
            let mut curve = Curve::new(*name);
            for bin in 0..BINS {
                let count = |game: &Sums| f64::from(game.count[method][bin]);
                let held = |game: &Sums| f64::from(game.held[method][bin]);
                let number: f64 = records.iter().map(count).sum();
                if number == 0.0 {
                    continue;
                }
                let p = records
                    .iter()
                    .map(|game| game.sum[method][bin])
                    .sum::<f64>()
                    / number;
                let off = |game: &Sums| held(game) - game.sum[method][bin];
                let difference = ratio(&off, &count);
                let true_rate = p + difference.mean;
                gap += difference.mean.abs() * number;
                // Between games, and no less than if the chances were right and
                // independent: where hardly anything can differ, games seem more alike
                // than they are.
                let variance: f64 = records.iter().map(|game| game.variance[method][bin]).sum();
                let independent = variance.sqrt() / number;
                let error = difference.standard_error.unwrap_or(0.0).max(independent);
                // A bin in which all games are alike has no error to measure by.
                let z = (error > 1e-9).then(|| difference.mean / error);
                if FILTERS.contains(&method) {
                    let wrong = difference.mean.abs() > 1e-9;
                    let z = z.unwrap_or(if wrong { f64::INFINITY } else { 0.0 });
                    worst = worst.max(z.abs());
                }
                let rate = Estimate {
                    mean: true_rate,
                    standard_error: Some(error),
                };
                curve.estimate(Number::new(p, 3), rate, 3);
                bins.rows.push(vec![
                    Cell::Text((*name).to_owned()),
                    Cell::Number(Number::new(bin as f64 / BINS as f64, 1)),
                    Cell::Number(Number::new(number, 0)),
                    Cell::Number(Number::new(p, 3)),
                    Cell::Number(Number::new(true_rate, 3)),
                    Cell::Number(Number::two_digits(if z.is_some() { error } else { 0.0 })),
                    z.map_or(Cell::Text("–".to_owned()), |z| {
                        Cell::Number(Number::new(z, 1))
                    }),
                ]);
            }
            curves.push(curve);
            let all: f64 = records.iter().map(chances).sum();
            scores.rows.push(vec![
                Cell::Text((*name).to_owned()),
                Cell::Number(Number::new(brier.mean, 4)),
                Cell::Number(Number::two_digits(brier.standard_error.unwrap_or(0.0))),
                Cell::Number(Number::new(log.mean, 4)),
                Cell::Number(Number::two_digits(log.standard_error.unwrap_or(0.0))),
                Cell::Number(Number::new(if all > 0.0 { gap / all } else { 0.0 }, 4)),
            ]);
        }
        report.tables.extend([scores, bins]);
        let holds = curves.split_off(DRAWS);
        report.plots.extend([
            reliability(
                "draws",
                "Reliability: the card drawn from a player is of my rank",
                curves,
            ),
            reliability("holds", "Reliability: a player holds my rank", holds),
        ]);
        let turns = |game: &Sums| f64::from(game.turns);
        let drawn = [
            "k / H",
            "k / all hidden",
            "the static posterior",
            "the filter",
        ];
        for (method, name) in drawn.iter().enumerate() {
            let pairs = ratio(&|game| 100.0 * game.pairs[method], &turns);
            report.figures.push(Figure::estimate(
                format!("a pair comes, drawing by {name}"),
                "%",
                pairs,
                1,
            ));
        }
        for (place, name) in [(4, "at random"), (5, "by one who sees all hands")] {
            let pairs = ratio(&|game| 100.0 * game.pairs[place], &turns);
            report.figures.push(Figure::estimate(
                format!("a pair comes, drawing {name}"),
                "%",
                pairs,
                1,
            ));
        }
        let certain = ratio(&|game| 100.0 * game.certain_pairs, &|game| {
            f64::from(game.certain)
        });
        report.figures.push(
            Figure::estimate("a pair comes where k / H makes it certain", "%", certain, 1)
                .beside_claim("exact (2.2): 100", certain.mean > 99.9),
        );
        report.figures.push(Figure::exact(
            "filter, largest distance of a bin from the truth in standard errors",
            "",
            Number::new(worst, 1),
        ));
        report.note(
            "k / H is the chance of a hit only if nobody else can hold the k cards. It is high for \
             small hands whoever holds the cards, so that drawing by it does worse than at random.",
        );
        report.note(
            "The static posterior takes all pairs so far for discards of the deal; the filter knows \
             who drew from whom. Both are calibrated, and the filter tells more.",
        );
        report
    }
}

fn reliability(name: &'static str, title: &'static str, curves: Vec<Curve>) -> Plot {
    Plot {
        name,
        title,
        x: Axis::linear("chance said, mean of a bin", ""),
        y: Axis::linear("share that came true", ""),
        diagonal: true,
        curves,
    }
}
