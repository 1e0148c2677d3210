//! Shooting the moon: what the playouts' chances are worth, when to try it, and what
//! it costs not to mind the others' moons.

use cards_core::Seat;
use cards_core::random::trial_rng;
use hearts_mc::arena::Arena;
use hearts_mc::{
    Budget, CountedMoons, MonteCarlo, MonteCarloConfig, Phase, Rules, Strategy, shooter,
};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use serde::{Deserialize, Serialize};

use super::seated::{Scores, Who, cells, conceded, relative, seated, shot};
use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::plot::{Axis, Curve, Plot};
use crate::report::{Cell, Figure, Report, Table};
use crate::statistics::{Estimate, mean, percentage};

/// Chances of a moon against what happened, and settings against each other.
#[derive(Debug)]
pub(crate) struct Moon;

const INFO: Info = Info {
    name: "hearts/moon",
    title: "the chance of shooting the moon, said and seen; when to try it, and stopping others",
    source: "Hearts document, extensions: when to shoot the moon",
    trials: Trials::up_to(500),
    quick: Trials::up_to(8),
    randomness: Randomness::Seeded,
};

/// Playouts a decision.
const PLAYOUTS: u64 = 300;

fn usual() -> MonteCarloConfig {
    MonteCarloConfig {
        budget: Budget::Playouts(PLAYOUTS),
        ..MonteCarloConfig::default()
    }
}

/// The settings that are tried in place of the default.
fn variants() -> Vec<(String, MonteCarloConfig)> {
    let mut variants: Vec<(String, MonteCarloConfig)> = Vec::new();
    for moon_share in [0.3, 0.4, 0.5, 0.6, 0.7, 0.8] {
        let config = MonteCarloConfig {
            moon_share,
            moon_doubt: 0.0,
            ..usual()
        };
        variants.push((
            format!("playouts believed, shoots from {moon_share} on"),
            config,
        ));
    }
    let never = MonteCarloConfig {
        moon_share: 2.0,
        ..usual()
    };
    variants.push(("never shoots on purpose".to_owned(), never));
    for moon_doubt in [0.0, 0.5, 1.0] {
        let config = MonteCarloConfig {
            moon_doubt,
            ..usual()
        };
        variants.push((
            format!("doubts its playouts' moons by {moon_doubt}"),
            config,
        ));
    }
    for (moons, name) in [
        (CountedMoons::Own, "does not mind others' moons"),
        (CountedMoons::None, "counts points, no moons"),
    ] {
        variants.push((name.to_owned(), MonteCarloConfig { moons, ..usual() }));
    }
    variants
}

/// The others.
fn tables() -> [(&'static str, [Who; 3]); 3] {
    let usual = Who::MonteCarlo(usual());
    [
        ("three Monte Carlo", [usual; 3]),
        ("three greedy", [Who::Greedy; 3]),
        (
            "one aggressive, two Monte Carlo",
            [Who::Aggressive, usual, usual],
        ),
    ]
}

/// Where the bins of chances begin.
const BINS: [f64; 9] = [0.0, 0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95];

/// Whose moon, and how the chance is found.
const CHANCES: [(&str, &str); 4] = [
    ("own", "share of the playouts"),
    ("own", "calibrated"),
    ("another's", "share of the playouts"),
    ("another's", "calibrated"),
];

/// One deal.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Trial {
    trial: i64,
    /// In a deal of four default players, by kind of chance: Σ (chance − outcome)²,
    /// and by bin how many, Σ chance, how many came true.
    brier: [f64; CHANCES.len()],
    count: [[u32; BINS.len()]; CHANCES.len()],
    sum: [[f64; BINS.len()]; CHANCES.len()],
    came: [[u32; BINS.len()]; CHANCES.len()],
    /// By table, then the default and each variant: the scores.
    scores: Vec<Vec<Scores>>,
}

impl Record for Trial {
    fn trial(&self) -> i64 {
        self.trial
    }
}

/// A chance that was said.
struct Said {
    seat: Seat,
    kind: usize,
    chance: f64,
}

impl Trial {
    fn new(trial: i64) -> Trial {
        Trial {
            trial,
            brier: [0.0; CHANCES.len()],
            count: [[0; BINS.len()]; CHANCES.len()],
            sum: [[0.0; BINS.len()]; CHANCES.len()],
            came: [[0; BINS.len()]; CHANCES.len()],
            scores: Vec::new(),
        }
    }

    fn judge(&mut self, said: &Said, happened: bool) {
        let outcome = f64::from(u8::from(happened));
        let bin = BINS
            .iter()
            .rposition(|&from| said.chance >= from)
            .unwrap_or(0);
        self.brier[said.kind] += (said.chance - outcome).powi(2);
        self.count[said.kind][bin] += 1;
        self.sum[said.kind][bin] += said.chance;
        self.came[said.kind][bin] += u32::from(happened);
    }

    /// How many chances of a kind there were.
    fn chances(&self, kind: usize) -> f64 {
        f64::from(self.count[kind].iter().sum::<u32>())
    }

    fn true_ones(&self, kind: usize) -> f64 {
        f64::from(self.came[kind].iter().sum::<u32>())
    }

    /// Plays a deal with four default players and judges what they say at each
    /// decision of those to whom the moon is open.
    fn play(&mut self, arena: &Arena, deal: u64, seed: u64) {
        let mut rng: Pcg64Mcg = trial_rng(seed, deal);
        let mut round = arena.round(deal);
        let mut players = [(); 4].map(|()| MonteCarlo::new(usual()));
        let mut said = Vec::new();
        loop {
            match round.phase() {
                Phase::Over => break,
                Phase::Passing(seat) => {
                    let cards = players[seat.index()].pass(&round.view(seat), &mut rng);
                    round.pass(seat, cards).expect("a legal pass");
                }
                Phase::Playing(seat) => {
                    let view = round.view(seat);
                    let advice = players[seat.index()]
                        .play_advised(&view, rng.next_u64())
                        .expect("the seat is to play");
                    let points = view.points();
                    let is_open =
                        |one: Seat| Seat::all(4).all(|other| other == one || points[other] == 0);
                    if advice.playouts > 0 {
                        for one in Seat::all(4).filter(|&one| is_open(one)) {
                            let kind = if one == seat { 0 } else { 2 };
                            let chances = [advice.moons[one], advice.moon_chances[one]];
                            said.extend((kind..).zip(chances).map(|(kind, chance)| Said {
                                seat: one,
                                kind,
                                chance,
                            }));
                        }
                    }
                    round.play(advice.choice).expect("a legal play");
                }
            }
        }
        let end = round.view(Seat::FIRST);
        let taken = cards_core::BySeat::from_fn(|seat| end.taken(seat));
        let shooter = shooter(&taken, round.rules());
        for said in &said {
            self.judge(said, shooter == Some(said.seat));
        }
        for sums in self.sum.iter_mut() {
            for sum in sums {
                *sum = Number::new(*sum, 6).rounded();
            }
        }
        for brier in &mut self.brier {
            *brier = Number::new(*brier, 6).rounded();
        }
    }
}

impl Experiment for Moon {
    type Record = Trial;

    fn info(&self) -> Info {
        INFO
    }

    fn headline(&self) -> Option<&'static str> {
        Some("Brier score, own moon, calibrated")
    }

    fn trial(&self, index: i64, seed: u64) -> Trial {
        let arena = Arena::new(&Rules::STANDARD, seed);
        let deal = index as u64;
        let mut trial = Trial::new(index);
        trial.play(&arena, deal, seed ^ CALIBRATION);
        let seat = Seat::new(index.div_euclid(4).rem_euclid(4) as usize).expect("one of four");
        for (_, others) in tables() {
            let mut configs = vec![usual()];
            configs.extend(variants().into_iter().map(|(_, config)| config));
            let scores = (configs.into_iter())
                .map(|config| seated(&arena, seat, Who::MonteCarlo(config), others, deal));
            trial.scores.push(scores.collect());
        }
        trial
    }

    fn summarise(&self, trials: Trials, records: &[Trial]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter("rules", "standard: passing left, right, across, hold");
        report.parameter("playouts a decision", PLAYOUTS);
        let default = usual();
        report.parameter("default: shoots from a share of", default.moon_share);
        report.parameter("default: doubt of its playouts' moons", default.moon_doubt);
        scores_of_chances(&mut report, records);
        reliability(&mut report, records);
        for (place, (name, _)) in tables().iter().enumerate() {
            let title = match place {
                0 => "One player with other settings among three default ones",
                1 => "The same among three greedy players",
                _ => "The same with an aggressive player and two default ones",
            };
            report.tables.push(settings(title, name, records, place));
        }
        report.notes = NOTES.map(str::to_owned).to_vec();
        report
    }
}

/// A ratio of sums over deals, and its standard error: what differs between deals is
/// independent, what is said within one is not.
fn ratio(
    records: &[Trial],
    part: impl Fn(&Trial) -> f64,
    whole: impl Fn(&Trial) -> f64,
) -> Estimate {
    let sum: f64 = records.iter().map(&whole).sum();
    if sum == 0.0 {
        return mean(std::iter::empty());
    }
    let value = records.iter().map(&part).sum::<f64>() / sum;
    let residuals = records
        .iter()
        .map(|deal| (part(deal) - value * whole(deal)).powi(2));
    let count = records.len() as f64;
    let error = residuals.sum::<f64>().sqrt() / sum * (count / (count - 1.0)).sqrt();
    Estimate {
        mean: value,
        standard_error: (records.len() > 1).then_some(error),
    }
}

fn number(estimate: Estimate, decimals: u8) -> [Cell; 2] {
    let [_, error] = cells(estimate);
    [Cell::Number(Number::new(estimate.mean, decimals)), error]
}

fn scores_of_chances(report: &mut Report, records: &[Trial]) {
    let mut table = Table {
        title: "Chances of a moon that is still open: squared error, lower is better",
        columns: vec![
            "whose",
            "chance",
            "said",
            "Brier",
            "s.e.",
            "of the rate seen",
            "s.e.",
            "less it",
            "s.e.",
        ],
        rows: Vec::new(),
    };
    for (kind, (whose, how)) in CHANCES.iter().enumerate() {
        let all = |one: &Trial| one.chances(kind);
        let brier = ratio(records, |one| one.brier[kind], all);
        let rate = ratio(records, |one| one.true_ones(kind), all).mean;
        // Σ (rate − outcome)².
        let base = |one: &Trial| {
            let came = one.true_ones(kind);
            came * (1.0 - rate).powi(2) + (one.chances(kind) - came) * rate * rate
        };
        let of_rate = ratio(records, base, all);
        let gain = ratio(records, |one| one.brier[kind] - base(one), all);
        let said: f64 = records.iter().map(all).sum();
        let mut row = vec![
            Cell::Text((*whose).to_owned()),
            Cell::Text((*how).to_owned()),
            Cell::Number(Number::new(said, 0)),
        ];
        row.extend(number(brier, 4));
        row.extend(number(of_rate, 4));
        row.extend(number(gain, 4));
        table.rows.push(row);
        report.figures.push(Figure::estimate(
            format!("Brier score, {whose} moon, {how}"),
            "",
            brier,
            4,
        ));
    }
    report.tables.push(table);
}

fn reliability(report: &mut Report, records: &[Trial]) {
    let mut table = Table {
        title: "Reliability: where a chance in this range is said, how often the moon is shot (%)",
        columns: vec![
            "whose",
            "chance",
            "from",
            "said",
            "deals",
            "mean",
            "came true",
            "s.e.",
        ],
        rows: Vec::new(),
    };
    let mut curves = Vec::new();
    for (kind, (whose, how)) in CHANCES.iter().enumerate() {
        let mut curve = Curve::new(match kind {
            0 => "own moon, share of the playouts",
            1 => "own moon, calibrated",
            2 => "another's moon, share of the playouts",
            _ => "another's moon, calibrated",
        });
        for (bin, from) in BINS.iter().enumerate() {
            let count = |one: &Trial| f64::from(one.count[kind][bin]);
            let said: f64 = records.iter().map(count).sum();
            if said == 0.0 {
                continue;
            }
            let chance = ratio(records, |one| 100.0 * one.sum[kind][bin], count);
            let came = ratio(records, |one| 100.0 * f64::from(one.came[kind][bin]), count);
            let deals = records
                .iter()
                .filter(|one| one.count[kind][bin] > 0)
                .count();
            let mut row = vec![
                Cell::Text((*whose).to_owned()),
                Cell::Text((*how).to_owned()),
                Cell::Number(Number::new(100.0 * from, 0)),
                Cell::Number(Number::new(said, 0)),
                Cell::count(deals as u32),
                Cell::Number(Number::new(chance.mean, 1)),
            ];
            row.extend(number(came, 1));
            table.rows.push(row);
            curve.estimate(Number::new(chance.mean, 1), came, 1);
        }
        curves.push(curve);
    }
    report.plots.push(Plot {
        name: "reliability",
        title: "Reliability: the chance of a moon that is said, and how often it is shot",
        x: Axis::linear("chance said, mean of a bin", "%"),
        y: Axis::linear("moons shot", "%"),
        diagonal: true,
        curves,
    });
    report.tables.push(table);
}

/// What each setting changes at a table.
fn settings(title: &'static str, name: &str, records: &[Trial], place: usize) -> Table {
    let mut table = Table {
        title,
        columns: vec![
            "player",
            "points less the others'",
            "s.e.",
            "change",
            "s.e.",
            "own moons (%)",
            "s.e.",
            "others' (%)",
            "s.e.",
        ],
        rows: Vec::new(),
    };
    let names = std::iter::once(format!("default, others: {name}"));
    let names = names.chain(variants().into_iter().map(|(name, _)| name));
    for (line, name) in names.enumerate() {
        let scores = || records.iter().map(move |one| &one.scores[place]);
        let mut row = vec![Cell::Text(name)];
        row.extend(cells(mean(scores().map(|all| relative(all[line])))));
        row.extend(if line == 0 {
            [(); 2].map(|()| Cell::Text("–".to_owned()))
        } else {
            cells(mean(
                scores().map(|all| relative(all[line]) - relative(all[0])),
            ))
        });
        row.extend(number(percentage(scores().map(|all| shot(all[line]))), 1));
        row.extend(number(
            percentage(scores().map(|all| conceded(all[line]))),
            1,
        ));
        table.rows.push(row);
    }
    table
}

/// Sets the random numbers of the judged deals apart.
const CALIBRATION: u64 = 0x6d6f_6f6e;

const NOTES: [&str; 5] = [
    "A chance is said at every decision with more than one candidate, for each seat to whom the \
     moon is open, of the card chosen. The share of its playouts in which the seat shoots is \
     naive: the players of a playout see no moon coming but by who has the points so far. The \
     calibrated chance is a logistic curve of that share, by whose moon it is and by stage of the \
     deal, fitted on other deals of such players (`cargo run --release -p hearts-mc --example \
     fit_moon`). It holds among players like these, not among those who stop nobody.",
    "'of the rate seen' is the Brier score of one who always says how often it comes true, seen \
     in these very deals. The deal is the unit of every standard error.",
    "A setting is tried by one player in the same seat, with the same cards and the same random \
     numbers as the default: 'change' is what it adds to the points less those of the others, \
     negative if it is better.",
    "The document would shoot above a chance of 0.6. The line 'shoots from' a share on is that \
     rule for the share of the playouts. Doubting, the player needs no threshold: it values a \
     card by the calibrated chance, and shoots where that is best.",
    "One who does not mind others' moons takes their 26 points for a loss of theirs; 'others'' is \
     how often one of them shoots.",
];
