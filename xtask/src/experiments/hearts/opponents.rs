//! Whether it helps to infer from play who is out to shoot the moon.

use cards_core::Seat;
use cards_core::random::trial_rng;
use hearts_mc::arena::Arena;
use hearts_mc::{
    Aggressive, Budget, Greedy, MonteCarloConfig, OpponentModel, Phase, PlayoutPolicy, Rules,
    Strategy,
};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::seated::{Scores, Who, cells, conceded, relative, seated};
use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::report::{Cell, Figure, Report, Table};
use crate::statistics::{mean, percentage};

/// The player with and without opponent models, at several tables.
#[derive(Debug)]
pub(crate) struct Opponents;

const INFO: Info = Info {
    name: "hearts/opponents",
    title: "inferring from play who shoots the moon: how well, and what it is worth",
    source: "Hearts document, extensions: opponent models",
    trials: Trials::up_to(1500),
    quick: Trials::up_to(12),
    randomness: Randomness::Seeded,
};

/// Playouts a decision.
const PLAYOUTS: u64 = 300;

/// A Monte-Carlo player that shoots on a slim chance.
fn daring() -> Who {
    Who::MonteCarlo(MonteCarloConfig {
        budget: Budget::Playouts(PLAYOUTS),
        moon_share: 0.2,
        gate: 0.0,
        moon_doubt: 0.0,
        ..MonteCarloConfig::default()
    })
}

/// The tables: the others, from the player's left.
fn tables() -> [(&'static str, [Who; 3]); 5] {
    let usual = Who::monte_carlo(PLAYOUTS);
    [
        ("three Monte Carlo", [usual; 3]),
        ("three greedy", [Who::Greedy; 3]),
        (
            "one aggressive, two Monte Carlo",
            [Who::Aggressive, usual, usual],
        ),
        (
            "one aggressive, two greedy",
            [Who::Aggressive, Who::Greedy, Who::Greedy],
        ),
        ("one daring, two Monte Carlo", [daring(), usual, usual]),
    ]
}

fn modelling() -> Who {
    Who::MonteCarlo(MonteCarloConfig {
        budget: Budget::Playouts(PLAYOUTS),
        opponents: Some(OpponentModel::default()),
        ..MonteCarloConfig::default()
    })
}

/// After so many tricks the chances are judged.
const TRICKS: [usize; 4] = [1, 2, 4, 6];

/// One deal.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Trial {
    trial: i64,
    /// By table: the scores without and with opponent models.
    scores: Vec<[Scores; 2]>,
    /// After 1, 2, 4 and 6 tricks of a deal with one aggressive and three greedy
    /// players: the chance that the aggressive one shoots, and the mean of the other
    /// two, as one of the greedy ones infers it; null where the moon is closed.
    aggressive: [Option<f64>; TRICKS.len()],
    cautious: [Option<f64>; TRICKS.len()],
}

impl Record for Trial {
    fn trial(&self) -> i64 {
        self.trial
    }
}

/// What a greedy player infers of an aggressive one and of the others.
fn inferred(index: i64, seed: u64) -> [[Option<f64>; TRICKS.len()]; 2] {
    let arena = Arena::new(&Rules::STANDARD, seed);
    let mut rng: Pcg64Mcg = trial_rng(seed, index as u64);
    let mut round = arena.round(index as u64);
    let shooter = Seat::new(index.div_euclid(4).rem_euclid(4) as usize).expect("one of four");
    let observer = shooter.next(4);
    let model = OpponentModel::default();
    let mut chances = [[None; TRICKS.len()]; 2];
    loop {
        match round.phase() {
            Phase::Over => return chances,
            Phase::Passing(seat) => {
                let view = round.view(seat);
                let cards = if seat == shooter {
                    Aggressive.pass(&view, &mut rng)
                } else {
                    Greedy.pass(&view, &mut rng)
                };
                round.pass(seat, cards).expect("a legal pass");
            }
            Phase::Playing(seat) => {
                let view = round.view(seat);
                let tricks = view.plays().len() / 4;
                if seat == observer
                    && let Some(place) = TRICKS.iter().position(|&after| after == tricks)
                {
                    let said = model.infer(&view, PlayoutPolicy::Learned, seed ^ index as u64);
                    let points = view.points();
                    let is_open =
                        |one: Seat| Seat::all(4).all(|other| other == one || points[other] == 0);
                    let others: Vec<f64> = Seat::all(4)
                        .filter(|&one| one != shooter && one != observer && is_open(one))
                        .map(|one| said[one])
                        .collect();
                    chances[0][place] = is_open(shooter).then_some(said[shooter]);
                    chances[1][place] = (!others.is_empty())
                        .then(|| others.iter().sum::<f64>() / others.len() as f64);
                }
                let card = if seat == shooter {
                    Aggressive.play(&view, &mut rng)
                } else {
                    Greedy.play(&view, &mut rng)
                };
                round.play(card).expect("a legal play");
            }
        }
    }
}

impl Experiment for Opponents {
    type Record = Trial;

    fn info(&self) -> Info {
        INFO
    }

    fn headline(&self) -> Option<&'static str> {
        Some("what opponent models change, three Monte Carlo")
    }

    fn trial(&self, index: i64, seed: u64) -> Trial {
        let arena = Arena::new(&Rules::STANDARD, seed);
        let seat = Seat::new(index.div_euclid(4).rem_euclid(4) as usize).expect("one of four");
        let scores = tables().map(|(_, others)| {
            [Who::monte_carlo(PLAYOUTS), modelling()]
                .map(|one| seated(&arena, seat, one, others, index as u64))
        });
        let [aggressive, cautious] = inferred(index, seed)
            .map(|chances| chances.map(|chance| chance.map(|p| Number::new(p, 6).rounded())));
        Trial {
            trial: index,
            scores: scores.to_vec(),
            aggressive,
            cautious,
        }
    }

    fn summarise(&self, trials: Trials, records: &[Trial]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter("rules", "standard: passing left, right, across, hold");
        report.parameter("playouts a decision", PLAYOUTS);
        let mut table = Table {
            title: "One player with opponent models instead of without, same seat, cards and random numbers",
            columns: COLUMNS.to_vec(),
            rows: Vec::new(),
        };
        for (place, (name, _)) in tables().iter().enumerate() {
            let scores = || records.iter().map(move |one| one.scores[place]);
            let without = mean(scores().map(|[without, _]| relative(without)));
            let change = mean(scores().map(|[without, with]| relative(with) - relative(without)));
            let changed = percentage(scores().map(|[without, with]| without != with));
            let moons = |which: usize| percentage(scores().map(|both| conceded(both[which])));
            let mut row = vec![Cell::Text((*name).to_owned())];
            row.extend(cells(without));
            row.extend(cells(change));
            row.push(Cell::Number(Number::new(changed.mean, 1)));
            row.extend([0, 1].map(|which| Cell::Number(Number::new(moons(which).mean, 1))));
            table.rows.push(row);
            report.figures.push(Figure::estimate(
                format!("what opponent models change, {name}"),
                "points",
                change,
                2,
            ));
        }
        let mut said = Table {
            title: "The chance said that a player shoots the moon, while it is open to it",
            columns: vec!["after tricks", "aggressive", "s.e.", "cautious", "s.e."],
            rows: Vec::new(),
        };
        for (place, tricks) in TRICKS.iter().enumerate() {
            let of = |chances: fn(&Trial) -> &[Option<f64>; TRICKS.len()]| {
                let some: Vec<f64> = records
                    .iter()
                    .filter_map(|one| chances(one)[place])
                    .collect();
                mean(some.into_iter())
            };
            let mut row = vec![Cell::count(*tricks as u32)];
            row.extend(cells(of(|one| &one.aggressive)));
            row.extend(cells(of(|one| &one.cautious)));
            said.rows.push(row);
        }
        report.tables = vec![table, said];
        report.notes = NOTES.map(str::to_owned).to_vec();
        report
    }
}

const COLUMNS: [&str; 8] = [
    "the others",
    "without",
    "s.e.",
    "change",
    "s.e.",
    "deals changed (%)",
    "others' moons without (%)",
    "with (%)",
];

const NOTES: [&str; 4] = [
    "'without' is the player's points less the mean of the others'; 'change' is what opponent \
     models add to that, negative if they help. Both games of a deal have the same cards and \
     random numbers, so that only different decisions make a difference; the deal is the unit of \
     the standard errors.",
    "An aggressive player tries to shoot the moon in every deal, whatever it holds, and plays \
     greedily once that is over; a daring one is the Monte-Carlo player that believes a slim share \
     of its playouts.",
    "With opponent models the others of a playout are out to shoot with the chance that their \
     plays give; without them all of them follow the learned policy, which knows who has all \
     points so far and plays against it.",
    "The second table is of deals with one aggressive and three greedy players, as the player \
     after the aggressive one infers it: who is told from whom.",
];
