//! Players against each other.

use std::sync::OnceLock;

use cards_core::random::trial_rng;
use oldmaid_infer::exact::Skill;
use oldmaid_infer::policy::{
    DocumentFormula, DocumentPlayer, LargestHand, LookAhead, Myopic, OpenValues, Policy,
    RandomTarget, Rollouts, SmallestHand, StaticPosterior,
};
use oldmaid_infer::{Game, Rules};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::seats::rotated;
use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::report::{Cell, Figure, Report, Table};
use crate::statistics::{Estimate, percentage};

/// A player of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Player {
    Random,
    Largest,
    Smallest,
    Formula,
    Document,
    Static,
    Myopic(f64),
    LookAhead(f64),
    Rollouts(usize),
}

use Player::{Document, Formula, Largest, Random, Smallest, Static};

impl Player {
    fn policy(self) -> Box<dyn Policy> {
        match self {
            Random => Box::new(RandomTarget),
            Largest => Box::new(LargestHand),
            Smallest => Box::new(SmallestHand),
            Formula => Box::new(DocumentFormula),
            Document => Box::new(DocumentPlayer::new(8.0)),
            Static => Box::new(StaticPosterior::new(0.0)),
            Player::Myopic(lambda) => Box::new(Myopic::new(lambda)),
            Player::LookAhead(skill) => Box::new(LookAhead::new(values(skill))),
            Player::Rollouts(games) => Box::new(Rollouts::new(games)),
        }
    }

    fn name(self) -> String {
        match self {
            Random => "random".to_owned(),
            Largest => "largest hand".to_owned(),
            Smallest => "smallest hand".to_owned(),
            Formula => "document's formula, best target".to_owned(),
            Document => "document's player, as published".to_owned(),
            Static => "static posterior, λ = 0".to_owned(),
            Player::Myopic(lambda) => format!("myopic, λ = {lambda}"),
            Player::LookAhead(skill) => format!("look-ahead, open hands with skill {skill}"),
            Player::Rollouts(games) => format!("rollouts, {games} games a target"),
        }
    }
}

/// The tables of the look-ahead players, solved once a run.
fn values(skill: f64) -> &'static OpenValues {
    static RANDOM: OnceLock<OpenValues> = OnceLock::new();
    static MIXED: OnceLock<OpenValues> = OnceLock::new();
    static BEST: OnceLock<OpenValues> = OnceLock::new();
    let cell = if skill <= 0.0 {
        &RANDOM
    } else if skill >= 1.0 {
        &BEST
    } else {
        &MIXED
    };
    cell.get_or_init(|| {
        OpenValues::new(&Rules::DOCUMENT, Skill::mixed(skill)).expect("solvable rules")
    })
}

const BEST: Player = Player::LookAhead(0.5);

/// A table: the tested player, the others, and in which trials it is played.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// In the seats after each other, before rotation.
    players: [Player; 4],
    /// Which of them are counted together.
    counted: [bool; 4],
    /// It is played in every such trial, from the `at`-th on.
    every: i64,
    at: i64,
}

const fn one(player: Player, every: i64) -> Row {
    Row {
        players: [player, Random, Random, Random],
        counted: [true, false, false, false],
        every,
        // Those that are played rarely come last, and their tables with them.
        at: every - 1,
    }
}

const fn reversed(player: Player, every: i64) -> Row {
    Row {
        players: [Random, player, player, player],
        counted: [true, false, false, false],
        every,
        // Those that are played rarely come last, and their tables with them.
        at: every - 1,
    }
}

const fn facing(a: Player, b: Player) -> Row {
    Row {
        players: [a, b, a, b],
        counted: [true, false, true, false],
        every: 10,
        at: 9,
    }
}

const ONE: [Row; 17] = [
    one(Random, 1),
    one(Largest, 1),
    one(Smallest, 1),
    one(Formula, 1),
    one(Document, 1),
    one(Static, 10),
    one(Player::Myopic(0.0), 1),
    one(Player::Myopic(0.25), 10),
    one(Player::Myopic(0.5), 10),
    one(Player::Myopic(1.0), 10),
    one(Player::Myopic(2.0), 10),
    one(Player::Myopic(4.0), 10),
    one(Player::Myopic(8.0), 10),
    one(Player::LookAhead(0.0), 10),
    one(BEST, 1),
    one(Player::LookAhead(1.0), 10),
    one(Player::Rollouts(64), 20),
];

const REVERSED: [Row; 4] = [
    reversed(Largest, 1),
    reversed(Formula, 1),
    reversed(Player::Myopic(0.0), 2),
    reversed(BEST, 1),
];

const FACING: [Row; 6] = [
    facing(Largest, Document),
    facing(Player::Myopic(0.0), Largest),
    facing(Player::Myopic(0.0), Formula),
    facing(BEST, Largest),
    facing(BEST, Player::Myopic(0.0)),
    facing(BEST, Formula),
];

fn rows() -> impl Iterator<Item = &'static Row> {
    ONE.iter().chain(&REVERSED).chain(&FACING)
}

/// Four players at a table, seats rotated.
#[derive(Debug)]
pub(crate) struct Policies;

/// One deal, played at every table.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tables {
    trial: i64,
    /// By table: 1 if a counted player loses, 0 if another one does, −1 if the
    /// table does not play this trial.
    lost: Vec<i8>,
}

impl Record for Tables {
    fn trial(&self) -> i64 {
        self.trial
    }
}

impl Row {
    fn lost(&self, index: i64, seed: u64) -> i8 {
        if index.rem_euclid(self.every) != self.at {
            return -1;
        }
        // Every table has the same deal. Seats rotate by the trials that it plays.
        let mut rng: Pcg64Mcg = trial_rng(seed, index as u64);
        let mut game = Game::deal(&Rules::DOCUMENT, &mut rng).expect("legal rules");
        let turn = index.div_euclid(self.every).rem_euclid(4) as u64;
        let mut at_seat = [0; 4];
        for place in 0..4 {
            at_seat[rotated(place, turn, 4).index()] = place;
        }
        let mut policies = at_seat.map(|place| self.players[place].policy());
        let mut seats = policies
            .each_mut()
            .map(|policy| &mut **policy as &mut dyn Policy);
        let outcome = game.play(&mut seats, &mut rng).expect("legal choices");
        let loser = outcome.loser.expect("the game ends");
        i8::from(self.counted[at_seat[loser.index()]])
    }
}

impl Experiment for Policies {
    type Record = Tables;

    fn info(&self) -> Info {
        Info {
            name: "oldmaid/policies",
            title: "players against random ones and against each other",
            source: "Old Maid document, sections 3 and 5.6",
            trials: Trials::up_to(100_000),
            quick: Trials::up_to(60),
            randomness: Randomness::Seeded,
        }
    }

    fn trial(&self, index: i64, seed: u64) -> Tables {
        Tables {
            trial: index,
            lost: rows().map(|row| row.lost(index, seed)).collect(),
        }
    }

    fn summarise(&self, trials: Trials, records: &[Tables]) -> Report {
        let info = Experiment::info(self);
        let mut report = Report::new(&info, trials);
        report.parameter(
            "rules",
            "four players, a joker, any player drawn from, seats rotated",
        );
        let share = |table: usize| -> (usize, Estimate) {
            let played = records
                .iter()
                .map(|record| record.lost[table])
                .filter(|lost| *lost >= 0);
            (
                played.clone().count(),
                percentage(played.map(|lost| lost == 1)),
            )
        };
        let cells = |table: usize| -> [Cell; 3] {
            let (games, lost) = share(table);
            let interval = lost.standard_error.map_or(0.0, |error| 1.96 * error);
            [
                Cell::Number(Number::whole(games as u64)),
                Cell::Number(Number::new(lost.mean, 2)),
                Cell::Number(Number::two_digits(interval)),
            ]
        };
        let tested = |place: usize, row: &Row| {
            let mut line = vec![Cell::Text(row.players[place].name())];
            line.extend(cells(
                rows()
                    .position(|other| std::ptr::eq(other, row))
                    .unwrap_or(0),
            ));
            line
        };
        report.tables.push(Table {
            title: "One player against three random ones",
            columns: vec!["player", "games", "it loses (%)", "± 95 %"],
            rows: ONE.iter().map(|row| tested(0, row)).collect(),
        });
        report.tables.push(Table {
            title: "One random player against three of a kind",
            columns: vec!["the three", "games", "the random one loses (%)", "± 95 %"],
            rows: REVERSED.iter().map(|row| tested(1, row)).collect(),
        });
        let facing = FACING.iter().enumerate().map(|(place, row)| {
            let mut line = vec![
                Cell::Text(row.players[0].name()),
                Cell::Text(row.players[1].name()),
            ];
            line.extend(cells(ONE.len() + REVERSED.len() + place));
            line
        });
        report.tables.push(Table {
            title: "Two against two, in turn",
            columns: vec![
                "two of",
                "two of",
                "games",
                "one of the former loses (%)",
                "± 95 %",
            ],
            rows: facing.collect(),
        });
        // What is said of 100,000 games is compared with no fewer.
        if trials.count >= info.trials.count {
            let figure = |name: &str, row: usize| Figure::estimate(name, "%", share(row).1, 2);
            let place = |player: Player| {
                ONE.iter()
                    .position(|row| row.players[0] == player)
                    .unwrap_or(0)
            };
            let loses = |player| share(place(player)).1.mean;
            let best = reversed_place(BEST);
            report.figures.extend([
                figure("the best player loses", place(BEST))
                    .beside_claim("at most 15.3", loses(BEST) <= 15.3),
                figure("myopic loses", place(Player::Myopic(0.0))).beside_claim(
                    "about 17.1",
                    (loses(Player::Myopic(0.0)) - 17.1).abs() < 0.5,
                ),
                figure("largest hand loses", place(Largest))
                    .beside_claim("about 20.8", (loses(Largest) - 20.8).abs() < 0.5),
                figure("random loses", place(Random))
                    .beside_claim("25.0", share(place(Random)).1.is_about(25.0)),
                figure("the document's formula loses", place(Formula))
                    .beside_claim("about 31.3", (loses(Formula) - 31.3).abs() < 0.5),
                figure("a random player among three of the best loses", best)
                    .beside_claim("at least 35", share(best).1.mean >= 35.0),
            ]);
        }
        report.note(
            "The document's formula is the negative control: its chance of a pair is the best for the \
             smallest hand, so that drawing by it loses more often than drawing at random.",
        );
        report.note(
            "The look-ahead player values every hidden state as an open game in which it chooses best \
             with the skill's chance and at random otherwise. How much skill is assumed makes little \
             difference.",
        );
        report
    }
}

fn reversed_place(player: Player) -> usize {
    let place = REVERSED.iter().position(|row| row.players[1] == player);
    ONE.len() + place.unwrap_or(0)
}
