//! Points against the number of simulations.

use hearts_mc::arena::Arena;
use hearts_mc::{Budget, LastTricks, MonteCarloConfig, PlayoutPolicy, Rules, Schedule, Search};
use serde::{Deserialize, Serialize};

use super::seated::{Scores, Who, by_deal, cells, place, relative, seated};
use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::plot::{Axis, Curve, Plot};
use crate::report::{Cell, Figure, Report, Table};
use crate::statistics::{Estimate, mean};

/// The Monte-Carlo player with more and more playouts against greedy ones.
#[derive(Debug)]
pub(crate) struct Simulations;

const INFO: Info = Info {
    name: "hearts/simulations",
    title: "points a deal against the number of simulations, and the document's schedule",
    source: "Hearts document, complexity analysis",
    trials: Trials::up_to(1000),
    quick: Trials::up_to(8),
    randomness: Randomness::Seeded,
};

/// Playouts a decision.
const BUDGETS: [u64; 8] = [25, 50, 100, 200, 400, 800, 1600, 3200];

/// Up to this many the greedy player plays alone among three as well.
const MOST_BACK: u64 = 800;

/// What exact last tricks are tried with.
const EXACT_WITH: Budget = Budget::Playouts(MOST_BACK);

const POLICIES: [(PlayoutPolicy, &str); 2] = [
    (PlayoutPolicy::Learned, "learned"),
    (PlayoutPolicy::Uniform, "random"),
];

/// One line of the report.
struct Line {
    name: String,
    config: MonteCarloConfig,
    /// The line of half as many playouts.
    smaller: Option<usize>,
    back: bool,
}

fn lines() -> Vec<Line> {
    let mut lines = Vec::new();
    for (policy, name) in POLICIES {
        for (place, playouts) in BUDGETS.into_iter().enumerate() {
            lines.push(Line {
                name: format!("{name}, {playouts} a decision"),
                config: MonteCarloConfig {
                    budget: Budget::Playouts(playouts),
                    policy,
                    ..MonteCarloConfig::default()
                },
                smaller: (place > 0).then(|| lines.len() - 1),
                back: playouts <= MOST_BACK,
            });
        }
    }
    let same = lines
        .iter()
        .position(|line| line.config.budget == EXACT_WITH);
    for (search, name) in [
        (Search::MaxN, "each for himself"),
        (Search::Paranoid, "all against one"),
    ] {
        lines.push(Line {
            name: format!("learned, {MOST_BACK}, last tricks exact, {name}"),
            config: MonteCarloConfig {
                budget: EXACT_WITH,
                last_tricks: Some(LastTricks {
                    search,
                    ..LastTricks::default()
                }),
                ..MonteCarloConfig::default()
            },
            smaller: same,
            back: true,
        });
    }
    let scheduled = |name: &str, config| Line {
        name: name.to_owned(),
        config,
        smaller: None,
        back: true,
    };
    lines.push(scheduled(
        "learned, the document's schedule",
        MonteCarloConfig {
            schedule: Some(Schedule::DOCUMENT),
            ..MonteCarloConfig::default()
        },
    ));
    lines.push(scheduled(
        "random, the document's schedule and choice",
        MonteCarloConfig::document(),
    ));
    lines
}

/// A deal with the tested player in one seat.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Trial {
    trial: i64,
    /// By line: the player's score among three greedy ones, and theirs together.
    alone: Vec<Scores>,
    /// By line: a greedy player's score among three of the players, and theirs
    /// together; null if they do not play that.
    back: Vec<Option<Scores>>,
}

impl Record for Trial {
    fn trial(&self) -> i64 {
        self.trial
    }
}

impl Experiment for Simulations {
    type Record = Trial;

    fn info(&self) -> Info {
        INFO
    }

    fn headline(&self) -> Option<&'static str> {
        Some("learned playouts, 400 instead of 100 a decision")
    }

    fn trial(&self, index: i64, seed: u64) -> Trial {
        let arena = Arena::new(&Rules::STANDARD, seed);
        let (seat, deal) = place(index);
        let (mut alone, mut back) = (Vec::new(), Vec::new());
        for line in lines() {
            let player = Who::MonteCarlo(line.config);
            alone.push(seated(&arena, seat, player, [Who::Greedy; 3], deal));
            back.push(
                line.back
                    .then(|| seated(&arena, seat, Who::Greedy, [player; 3], deal)),
            );
        }
        Trial {
            trial: index,
            alone,
            back,
        }
    }

    fn summarise(&self, trials: Trials, records: &[Trial]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter("rules", "standard: passing left, right, across, hold");
        report.parameter("opponents", "greedy, corrected");
        let lines = lines();
        let alone = |line: usize| {
            let figures = records
                .iter()
                .map(|one| (one.trial, Some(relative(one.alone[line]))));
            by_deal(figures)
        };
        let back = |line: usize| {
            let figure = |one: &Trial| one.back[line].map(|scores| -relative(scores));
            by_deal(records.iter().map(|one| (one.trial, figure(one))))
        };
        report.parameter("deals, each in four seats", alone(0).len());
        let mut table = Table {
            title: "Points a deal less than greedy players, and the change from half as many playouts",
            columns: COLUMNS.to_vec(),
            rows: Vec::new(),
        };
        for (place, line) in lines.iter().enumerate() {
            let mut row = vec![Cell::Text(line.name.clone())];
            for values in [alone(place), back(place)] {
                row.extend(optional(&values));
            }
            for (own, smaller) in [
                (alone(place), line.smaller.map(alone)),
                (back(place), line.smaller.map(back)),
            ] {
                let changes: Vec<f64> = (own.iter().zip(smaller.unwrap_or_default()))
                    .map(|(own, smaller)| own - smaller)
                    .collect();
                row.extend(optional(&changes));
            }
            table.rows.push(row);
        }
        let mut points = [const { Vec::new() }; 2];
        for (policy, (_, name)) in POLICIES.iter().enumerate() {
            let first = policy * BUDGETS.len();
            for (curves, values) in [(0, &alone as &dyn Fn(usize) -> Vec<f64>), (1, &back)] {
                let mut curve = Curve::new(format!("{}, {name} playouts", TABLES[curves]));
                for (place, &playouts) in BUDGETS.iter().enumerate() {
                    let values = values(first + place);
                    if !values.is_empty() {
                        curve.estimate(Number::whole(playouts), mean(values.into_iter()), 2);
                    }
                }
                points[curves].push(curve);
            }
            for (many, few) in [(2, 0), (4, 2), (7, 4)] {
                let differences: Vec<f64> = (alone(first + many).iter())
                    .zip(alone(first + few))
                    .map(|(many, few)| many - few)
                    .collect();
                report.figures.push(Figure::estimate(
                    format!(
                        "{name} playouts, {} instead of {} a decision",
                        BUDGETS[many], BUDGETS[few]
                    ),
                    "points",
                    mean(differences.into_iter()),
                    2,
                ));
            }
        }
        report.plots.push(Plot {
            name: "points",
            title: "Points by number of simulations, against greedy players",
            x: Axis::log("simulations a decision", "playouts"),
            y: Axis::linear("a deal, less those of the greedy players", "points"),
            diagonal: false,
            curves: points.into_iter().flatten().collect(),
        });
        report.tables.push(table);
        report.notes = NOTES.map(str::to_owned).to_vec();
        report
    }
}

/// Who of the Monte-Carlo players and the greedy ones is alone.
const TABLES: [&str; 2] = ["one among three greedy ones", "three with a greedy one"];

const COLUMNS: [&str; 9] = [
    "playouts",
    "alone",
    "s.e.",
    "three",
    "s.e.",
    "alone: change",
    "s.e.",
    "three: change",
    "s.e.",
];

/// The mean and its standard error, or two strokes for nothing.
fn optional(values: &[f64]) -> [Cell; 2] {
    if values.is_empty() {
        return [(); 2].map(|()| Cell::Text("–".to_owned()));
    }
    let estimate: Estimate = mean(values.iter().copied());
    cells(estimate)
}

const NOTES: [&str; 5] = [
    "'alone' is one player among three greedy ones: its points less the mean of theirs, negative \
     if it takes less. 'three' is the other way round: the mean of three players less the points \
     of a greedy one among them. Each deal is played in all four seats; the deal is the unit of \
     the standard errors.",
    "'change' is the difference to the line before it, half as many playouts, on the same deals: \
     where it is no longer clearly negative, more simulations do not pay against these opponents.",
    "A budget is that of a decision, shared by its candidates, of which the worse are given up \
     early; a pass has four times as many.",
    "With exact last tricks all worlds are searched as if the hands were open, with at most four \
     cards in the hand and sixty worlds; the change is that to as many playouts without it.",
    "The document's schedule is greedy with more than ten cards in the hand, in passing too, then \
     100 playouts of each candidate, and with fewer than five cards every world where there are at \
     most 200, otherwise 200 playouts of each. Its choice is the best mean, where the player of \
     the other lines leaves its playout policy's choice only for a clear gain.",
];
