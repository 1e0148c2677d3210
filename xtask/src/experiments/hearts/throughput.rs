//! How fast playouts, worlds, endgames and decisions are, and what they come to.

use cards_core::random::{choose, trial_rng};
use cards_core::{CardSet, Seat};
use hearts_mc::endgame::{Solver, Utility};
use hearts_mc::worlds::Worlds;
use hearts_mc::{
    Greedy, MonteCarlo, Pass, Phase, PlayoutPolicy, Position, Round, Rules, Strategy, View, points,
    policy_playout,
};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::times;
use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::report::{Cell, Figure, Report, Table};
use crate::statistics::{Estimate, mean};

/// The work of the parts of the Monte-Carlo player.
#[derive(Debug)]
pub(crate) struct Throughput;

const INFO: Info = Info {
    name: "hearts/throughput",
    title: "what playouts, worlds, endgames and decisions come to, and how long they take",
    source: "Hearts document, complexity",
    trials: Trials::up_to(400),
    quick: Trials::up_to(20),
    randomness: Randomness::Seeded,
};

pub(super) const RULES: Rules = Rules::STANDARD;

/// Playouts of each policy a trial.
const PLAYOUTS: u32 = 100;
/// Worlds of each view a trial.
const WORLDS: u32 = 20;
/// The tricks left in the endgames of a trial.
pub(super) const ENDGAMES: [usize; 4] = [3, 4, 5, 6];

pub(super) const POLICIES: [(&str, PlayoutPolicy); 3] = [
    ("uniform", PlayoutPolicy::Uniform),
    ("quick", PlayoutPolicy::Quick),
    ("learned", PlayoutPolicy::Learned),
];

/// The decisions that are looked at: passes, and plays from so many cards.
pub(super) const DECISIONS: [(&str, Option<usize>); 3] = [
    ("pass", None),
    ("play, 12 cards", Some(12)),
    ("play, 6 cards", Some(6)),
];

/// What a deal comes to.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Work {
    trial: i64,
    /// Playouts that do not give 26 points, or give a card to two players.
    wrong_playouts: u32,
    /// The cards taken in all playouts of each policy.
    cards: [u32; 3],
    /// The moons among them.
    moons: [u32; 3],
    /// Worlds that do not fit their view.
    misfits: u32,
    /// The plays that the exact solver tried, by tricks left.
    endgames: [u64; 4],
    /// The playouts and the worlds of a decision.
    decisions: [[u64; 2]; 3],
}

impl Record for Work {
    fn trial(&self) -> i64 {
        self.trial
    }
}

/// A deal without passing, with so many tricks left, after random plays.
pub(super) fn position(tricks: usize, rng: &mut Pcg64Mcg) -> Position {
    let round = Round::deal(&RULES, Pass::Hold, rng);
    let mut position = *round.position().expect("nobody passes");
    while position.tricks_left() > tricks || position.trick_len() > 0 {
        let card = choose(position.legal(&RULES), rng).expect("cards are left");
        position = position.after(card, &RULES).expect("a legal card");
    }
    position
}

/// A view before its pass, or with at most so many cards and a choice among them,
/// of a deal that greedy players play.
pub(super) fn view(cards: Option<usize>, rng: &mut Pcg64Mcg) -> View {
    let mut round = Round::deal(&RULES, Pass::Left, rng);
    loop {
        match round.phase() {
            Phase::Passing(seat) => {
                let view = round.view(seat);
                if cards.is_none() {
                    return view;
                }
                let passed = Greedy.pass(&view, rng);
                round.pass(seat, passed).expect("cards of the hand");
            }
            Phase::Playing(seat) => {
                let view = round.view(seat);
                let held = view.hand().len();
                if cards.is_some_and(|cards| held <= cards) && view.legal().len() > 1 {
                    return view;
                }
                let card = Greedy.play(&view, rng);
                round.play(card).expect("a legal card");
            }
            Phase::Over => round = Round::deal(&RULES, Pass::Left, rng),
        }
    }
}

impl Experiment for Throughput {
    type Record = Work;

    fn info(&self) -> Info {
        INFO
    }

    fn trial(&self, index: i64, seed: u64) -> Work {
        let mut rng: Pcg64Mcg = trial_rng(seed, index as u64);
        let mut work = Work {
            trial: index,
            wrong_playouts: 0,
            cards: [0; 3],
            moons: [0; 3],
            misfits: 0,
            endgames: [0; 4],
            decisions: [[0; 2]; 3],
        };
        for (place, (_, policy)) in POLICIES.iter().enumerate() {
            for _ in 0..PLAYOUTS {
                let start = position(13, &mut rng);
                let taken = policy_playout(&start, &RULES, *policy, &mut rng);
                let cards: usize = taken.iter().map(|(_, cards)| cards.len()).sum();
                let all = taken
                    .iter()
                    .fold(CardSet::EMPTY, |all, (_, &cards)| all | cards);
                let points = taken.map(points).into_array();
                let right = points.iter().sum::<i32>() == 26 && all.len() == cards;
                work.wrong_playouts += u32::from(!right);
                work.cards[place] += cards as u32;
                work.moons[place] += u32::from(points.contains(&26));
            }
        }
        for (place, &tricks) in ENDGAMES.iter().enumerate() {
            let position = position(tricks, &mut rng);
            let player = position.turn().unwrap_or(Seat::FIRST);
            let solved = Solver::new(RULES).paranoid(&position, player, Utility::OwnScore);
            work.endgames[place] = solved.expect("no budget").nodes;
        }
        let player = MonteCarlo::default();
        for (place, &(_, cards)) in DECISIONS.iter().enumerate() {
            let view = view(cards, &mut rng);
            let worlds = Worlds::new(&view.constraints()).expect("the real deal fits");
            for _ in 0..WORLDS {
                let world = worlds.sample(&mut rng);
                let fits = world.iter().all(|(seat, &hand)| {
                    seat == view.seat() || hand.is_subset(view.may_hold(seat))
                });
                let fits = fits && (cards.is_none() || view.position(&world).is_ok());
                work.misfits += u32::from(!fits);
            }
            let seed = index as u64;
            work.decisions[place] = match cards {
                None => {
                    let advice = player.advise_pass(&view, seed).expect("the seat decides");
                    [advice.playouts, advice.worlds as u64]
                }
                Some(_) => {
                    let advice = player.advise(&view, seed).expect("the seat decides");
                    [advice.playouts, advice.worlds as u64]
                }
            };
        }
        work
    }

    fn summarise(&self, trials: Trials, records: &[Work]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter(
            "playouts of each policy a trial, each of another deal",
            PLAYOUTS,
        );
        report.parameter("rules", "standard; endgames and playouts without passing");
        let sum =
            |count: fn(&Work) -> u32| -> u64 { records.iter().map(|r| u64::from(count(r))).sum() };
        let wrong = sum(|work| work.wrong_playouts);
        report.figures.push(
            Figure::exact(
                "playouts without 26 points, or with a card taken twice",
                "",
                Number::whole(wrong),
            )
            .beside_claim("none", wrong == 0),
        );
        let misfits = sum(|work| work.misfits);
        report.figures.push(
            Figure::exact(
                "worlds that do not fit their view",
                "",
                Number::whole(misfits),
            )
            .beside_claim("none", misfits == 0),
        );
        report.tables.push(playouts(records));
        report.tables.push(endgames(records));
        report.tables.push(decisions(records));
        if trials.count < INFO.trials.count {
            report.note(
                "A run of all trials also tells how long all this takes on the machine at hand.",
            );
        }
        report
    }

    /// A shorter run has the same bytes on any machine.
    fn times(&self, trials: Trials, report: &mut Report) {
        if trials.count >= INFO.trials.count {
            times::add(report);
        }
    }
}

fn number(estimate: Estimate, decimals: u8) -> Cell {
    Cell::Number(Number::new(estimate.mean, decimals))
}

fn playouts(records: &[Work]) -> Table {
    let share = |count: u32| f64::from(count) / f64::from(PLAYOUTS);
    let rows = POLICIES.iter().enumerate().map(|(place, (name, _))| {
        let cards = mean(records.iter().map(|work| share(work.cards[place])));
        let moons = mean(records.iter().map(|work| share(work.moons[place]) * 100.0));
        vec![
            Cell::Text((*name).to_owned()),
            number(cards, 2),
            number(moons, 2),
        ]
    });
    Table {
        title: "Playouts of a whole deal, by policy",
        columns: vec!["policy", "cards until the scores are settled", "moons, %"],
        rows: rows.collect(),
    }
}

fn endgames(records: &[Work]) -> Table {
    let rows = ENDGAMES.iter().enumerate().map(|(place, &tricks)| {
        let plays = records.iter().map(|work| work.endgames[place]);
        vec![
            Cell::count(tricks as u32),
            number(mean(plays.clone().map(|plays| plays as f64)), 0),
            Cell::Number(Number::whole(plays.max().unwrap_or(0))),
        ]
    });
    Table {
        title: "Endgames: plays that the exact paranoid search of all root plays tries",
        columns: vec!["tricks left", "mean", "most"],
        rows: rows.collect(),
    }
}

fn decisions(records: &[Work]) -> Table {
    let rows = DECISIONS.iter().enumerate().map(|(place, (name, _))| {
        let of = |part: usize| {
            records
                .iter()
                .map(move |work| work.decisions[place][part] as f64)
        };
        vec![
            Cell::Text((*name).to_owned()),
            number(mean(of(0)), 0),
            number(mean(of(1)), 0),
        ]
    });
    Table {
        title: "Decisions of the Monte-Carlo player at its default budget",
        columns: vec!["decision", "playouts, mean", "worlds, mean"],
        rows: rows.collect(),
    }
}
