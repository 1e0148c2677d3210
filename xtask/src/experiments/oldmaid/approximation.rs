//! How far an approximate filter is from the exact one.

use cards_core::Seat;
use cards_core::random::{below, trial_rng};
use oldmaid_infer::{Budget, Filter, Game, Rules};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::report::{Cell, Report, Table};
use crate::statistics::mean;

/// A budget that is too small, and the exact filter's, if it is not the default.
struct Pairing {
    players: usize,
    states: usize,
    lazy_steps: f64,
    exact_states: usize,
    /// It is run in every such trial, from the last of them on.
    every: i64,
}

const fn four(states: usize) -> Pairing {
    Pairing {
        players: 4,
        states,
        lazy_steps: 1e4,
        exact_states: 1 << 21,
        every: 1,
    }
}

const fn more(players: usize, states: usize) -> Pairing {
    Pairing {
        players,
        states,
        lazy_steps: 2e5,
        exact_states: 1 << 18,
        every: 20,
    }
}

/// The default budget beside one of sixteen times the states.
const fn default(players: usize) -> Pairing {
    let budget = Budget::of_players(players);
    Pairing {
        players,
        states: budget.states,
        lazy_steps: budget.lazy_steps,
        exact_states: 16 * budget.states,
        every: 25,
    }
}

const PAIRINGS: [Pairing; 9] = [
    four(64),
    four(256),
    four(1024),
    four(4096),
    more(5, 1024),
    more(5, 8192),
    more(6, 8192),
    default(5),
    default(6),
];

/// Filters with small budgets beside exact ones.
#[derive(Debug)]
pub(crate) struct Approximation;

/// The errors of one game of random players, by budget.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Errors {
    trial: i64,
    /// How many events left the small filter approximate and the other one exact.
    events: Vec<u32>,
    /// How many chances of holdings that are between 0 and 1 were compared, and the
    /// squares of their differences.
    chances: Vec<u32>,
    squares: Vec<f64>,
    /// The largest difference.
    most: Vec<f64>,
}

impl Record for Errors {
    fn trial(&self) -> i64 {
        self.trial
    }
}

impl Errors {
    fn add_game(&mut self, place: usize, pairing: &Pairing, index: i64, seed: u64) {
        let rules = Rules::DOCUMENT.with_players(pairing.players);
        let mut rng: Pcg64Mcg = trial_rng(seed, index as u64);
        let mut game = Game::deal(&rules, &mut rng).expect("legal rules");
        let observer =
            Seat::new(index.rem_euclid(pairing.players as i64) as usize).expect("a seat");
        let hand = game.start_hands()[observer.index()];
        let filter = |budget| {
            Filter::with_budget(&rules, observer, game.start(), &hand, budget).expect("a posterior")
        };
        let budget = Budget::of_players(pairing.players);
        let mut exact = filter(budget.with_states(pairing.exact_states));
        let mut small = filter(
            budget
                .with_states(pairing.states)
                .with_lazy_steps(pairing.lazy_steps),
        );
        while !game.table().is_over() && exact.is_exact() {
            let targets: Vec<Seat> = game.table().targets().collect();
            let from = targets[below(&mut rng, targets.len() as u64) as usize];
            let draw = game
                .draw_random(from, false, &mut rng)
                .expect("a legal draw");
            let draw = draw.seen_by(observer);
            exact.observe(&draw).expect("what happened is possible");
            small.observe(&draw).expect("what happened is possible");
            if small.is_exact() || !exact.is_exact() {
                continue;
            }
            self.events[place] += 1;
            let (true_chances, chances) = (exact.marginals(), small.marginals());
            for seat in Seat::all(pairing.players).filter(|&seat| seat != observer) {
                for kind in rules.kinds().iter() {
                    let p = true_chances.holds(seat, kind);
                    if p > 0.0 && p < 1.0 {
                        let error = (chances.holds(seat, kind) - p).abs();
                        self.chances[place] += 1;
                        self.squares[place] += error * error;
                        self.most[place] = self.most[place].max(error);
                    }
                }
            }
        }
    }
}

impl Experiment for Approximation {
    type Record = Errors;

    fn info(&self) -> Info {
        Info {
            name: "oldmaid/approximation",
            title: "filters beyond their budget beside exact ones",
            source: "no section; the document infers nothing beyond counts",
            trials: Trials::up_to(1000),
            quick: Trials::up_to(19),
            randomness: Randomness::Seeded,
        }
    }

    fn trial(&self, index: i64, seed: u64) -> Errors {
        let mut errors = Errors {
            trial: index,
            events: vec![0; PAIRINGS.len()],
            chances: vec![0; PAIRINGS.len()],
            squares: vec![0.0; PAIRINGS.len()],
            most: vec![0.0; PAIRINGS.len()],
        };
        for (place, pairing) in PAIRINGS.iter().enumerate() {
            if index.rem_euclid(pairing.every) == pairing.every - 1 {
                errors.add_game(place, pairing, index, seed);
            }
        }
        errors
    }

    fn summarise(&self, trials: Trials, records: &[Errors]) -> Report {
        let mut report = Report::new(&Experiment::info(self), trials);
        report.parameter("rules", "a joker, any player drawn from, at random");
        let mut table = Table {
            title: "Chances of holdings, approximate beside exact, after events that leave the one approximate and the other exact",
            columns: vec![
                "players",
                "states",
                "games",
                "events",
                "RMS error",
                "largest in a game, mean",
                "± s.e.",
                "largest",
            ],
            rows: Vec::new(),
        };
        for (place, pairing) in PAIRINGS.iter().enumerate() {
            let games = records.iter().filter(|game| game.events[place] > 0);
            let events: u64 = games
                .clone()
                .map(|game| u64::from(game.events[place]))
                .sum();
            let chances: f64 = games
                .clone()
                .map(|game| f64::from(game.chances[place]))
                .sum();
            let squares: f64 = games.clone().map(|game| game.squares[place]).sum();
            let most = mean(games.clone().map(|game| game.most[place]));
            let worst = games
                .clone()
                .map(|game| game.most[place])
                .fold(0.0, f64::max);
            table.rows.push(vec![
                Cell::count(pairing.players as u32),
                Cell::count(pairing.states as u32),
                Cell::Number(Number::whole(games.count() as u64)),
                Cell::Number(Number::whole(events)),
                Cell::Number(Number::new((squares / chances.max(1.0)).sqrt(), 4)),
                Cell::Number(Number::new(most.mean, 4)),
                Cell::Number(Number::two_digits(most.standard_error.unwrap_or(0.0))),
                Cell::Number(Number::new(worst, 4)),
            ]);
        }
        report.tables.push(table);
        report.note(
            "Five and six players have a budget of 32,768 states by default, which is compared with \
             sixteen times as many, and smaller ones with eight times as many. What comes after an event \
             that is beyond these too is not compared, so that the hardest games are missing.",
        );
        report.note(
            "States beyond the budget are thinned without bias (Fearnhead and Clifford 2003), those of \
             great weight being kept. Once a filter is approximate it stays so.",
        );
        report
    }
}
