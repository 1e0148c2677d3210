//! Random play: its moons and its points.

use cards_core::random::trial_rng;
use hearts_mc::{Pass, Round, Rules, points, random_playout};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::report::{Figure, Report};
use crate::statistics::{Estimate, mean};

/// Deals that everybody plays uniformly at random.
#[derive(Debug)]
pub(crate) struct RandomPlay;

const INFO: Info = Info {
    name: "hearts/random-play",
    title: "deals that all four play at random: moons, and the points of a deal",
    source: "Hearts document, shooting the moon",
    trials: Trials::up_to(1000),
    quick: Trials::up_to(20),
    randomness: Randomness::Seeded,
};

/// Deals a trial.
const DEALS: u32 = 1000;

/// The share of moons in percent that the design gives, and how far 'about' goes.
const MOONS: f64 = 1.05;
const ABOUT: f64 = 0.05;

/// So many deals.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deals {
    trial: i64,
    /// In how many of them one player took all points.
    moons: u32,
    /// The points that each seat took in all of them.
    points: [i32; 4],
}

impl Record for Deals {
    fn trial(&self) -> i64 {
        self.trial
    }
}

impl Experiment for RandomPlay {
    type Record = Deals;

    fn info(&self) -> Info {
        INFO
    }

    fn headline(&self) -> Option<&'static str> {
        Some("deals in which one player takes all 26 points")
    }

    fn trial(&self, index: i64, seed: u64) -> Deals {
        let mut rng: Pcg64Mcg = trial_rng(seed, index as u64);
        let rules = Rules::STANDARD;
        let mut deals = Deals {
            trial: index,
            moons: 0,
            points: [0; 4],
        };
        for _ in 0..DEALS {
            let round = Round::deal(&rules, Pass::Hold, &mut rng);
            let position = round.position().expect("nobody passes");
            let taken = random_playout(position, &rules, &mut rng).map(points);
            deals.moons += u32::from(taken.as_array().contains(&26));
            for (sum, points) in deals.points.iter_mut().zip(taken.into_array()) {
                *sum += points;
            }
        }
        deals
    }

    fn summarise(&self, trials: Trials, records: &[Deals]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter("deals a trial", DEALS);
        report.parameter("rules", "standard, without passing");
        let deals = f64::from(DEALS);
        let moons = mean(records.iter().map(|trial| f64::from(trial.moons) / deals));
        let share = Estimate {
            mean: moons.mean * 100.0,
            standard_error: moons.standard_error.map(|error| error * 100.0),
        };
        report.figures.push(
            Figure::estimate(
                "deals in which one player takes all 26 points",
                "%",
                share,
                3,
            )
            .beside_claim(
                "about 1.05 %",
                share.is_about(MOONS) || (share.mean - MOONS).abs() < ABOUT,
            ),
        );
        let all: i64 = records
            .iter()
            .flat_map(|trial| trial.points)
            .map(i64::from)
            .sum();
        let expected = 26 * i64::from(DEALS) * records.len() as i64;
        report.figures.push(
            Figure::exact(
                "points of all seats together, of 26 a deal",
                "",
                Number::whole(all.unsigned_abs()),
            )
            .beside_claim("26 a deal", all == expected),
        );
        for seat in 0..4 {
            let points = records
                .iter()
                .map(|trial| f64::from(trial.points[seat]) / deals);
            report.figures.push(Figure::estimate(
                format!("points a deal, seat {seat}"),
                "points",
                mean(points),
                3,
            ));
        }
        report.note(
            "Random players are no measure of how often people shoot; they show that a player who \
             never thinks of the moon meets one in about a hundred deals.",
        );
        report
    }
}
