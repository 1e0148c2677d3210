//! The document's 2000 games: its expected-value players against a random one,
//! and against themselves.

use oldmaid_infer::published::{DEFAULT_LAMBDA, Game, Seats};
use serde::{Deserialize, Serialize};

use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::report::{Figure, Report};
use crate::statistics::{mean, percentage};

const PLAYERS: usize = 4;

/// The document's experiment with one choice of players.
#[derive(Debug)]
pub(crate) struct Published {
    info: Info,
    seats: Seats,
    /// The games lost by seats 0 to 3 for its own seeds, if they are known from
    /// the document's program.
    losses: Option<[u32; PLAYERS]>,
}

/// As printed: a random player in seat 3.
pub(crate) static LAST_RANDOM: Published = Published {
    info: Info {
        name: "oldmaid/published",
        title: "three of the document's players and a random one in seat 3",
        source: "Old Maid document, section 5.6",
        trials: Trials::up_to(2000),
        quick: Trials::up_to(2000),
        randomness: Randomness::Document,
    },
    seats: Seats::LastRandom,
    losses: Some([249, 312, 544, 895]),
};

/// The control that the document leaves out: its player in all four seats.
pub(crate) static ALL_AI: Published = Published {
    info: Info {
        name: "oldmaid/published-all-ai",
        title: "the document's player in all four seats",
        source: "Old Maid document, section 5.6; not printed, but its program with `mixed` false",
        ..LAST_RANDOM.info
    },
    seats: Seats::AllAi,
    losses: Some([194, 519, 362, 925]),
};

/// What the document compares its table with, but never plays.
pub(crate) static ALL_RANDOM: Published = Published {
    info: Info {
        name: "oldmaid/published-all-random",
        title: "the document's random player in all four seats",
        source: "Old Maid document, section 5.6; its program prints the expected 25.00 % alone",
        ..LAST_RANDOM.info
    },
    seats: Seats::AllRandom,
    losses: None,
};

/// One game. `loser` and `joker_holder` are seats; the loser is −1 if no hand
/// holds a card at the end.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    seed: i64,
    sizes_after_initial_discards: [u8; PLAYERS],
    loser: i8,
    draws: u32,
    sizes_at_end: [u8; PLAYERS],
    joker_holder: i8,
}

impl Record for Play {
    fn trial(&self) -> i64 {
        self.seed
    }
}

impl Experiment for Published {
    type Record = Play;

    fn info(&self) -> Info {
        self.info
    }

    fn headline(&self) -> Option<&'static str> {
        Some(match self.seats {
            Seats::AllAi => "seat 3 loses, AI",
            Seats::LastRandom | Seats::AllRandom => "seat 3 loses, random",
        })
    }

    fn trial(&self, index: i64, _seed: u64) -> Play {
        let game = Game::new(PLAYERS, index, self.seats).expect("a legal number of players");
        let outcome = game.play();
        let seat = |seat: Option<usize>| seat.map_or(-1, |seat| seat as i8);
        let sizes = |sizes: Vec<usize>| std::array::from_fn(|seat| sizes[seat] as u8);
        Play {
            seed: index,
            sizes_after_initial_discards: sizes(outcome.sizes_after_initial_discards),
            loser: seat(outcome.loser),
            draws: outcome.draws,
            sizes_at_end: sizes(outcome.sizes_at_end),
            joker_holder: seat(outcome.joker_holder),
        }
    }

    fn summarise(&self, trials: Trials, records: &[Play]) -> Report {
        let mut report = Report::new(&self.info, trials);
        report.parameter("players", PLAYERS);
        if self.seats != Seats::AllRandom {
            report.parameter("λ, the weight of the joker", DEFAULT_LAMBDA);
        }
        let comparable = trials == self.info.trials;
        for seat in 0..PLAYERS {
            let lost = percentage(records.iter().map(|game| game.loser == seat as i8));
            let name = format!("seat {seat} loses, {}", self.player(seat));
            let figure = Figure::estimate(name, "%", lost, 2);
            report.figures.push(match self.losses {
                Some(losses) => {
                    let published = f64::from(losses[seat]) * 100.0 / self.info.trials.count as f64;
                    figure.beside(published, comparable)
                }
                None => {
                    let near = lost.is_about(25.0) || (lost.mean - 25.0).abs() < 1.0;
                    figure.beside_claim("about 25.00", near)
                }
            });
        }
        for seat in 0..PLAYERS {
            let lost = records
                .iter()
                .filter(|game| game.loser == seat as i8)
                .count();
            let lost = Number::whole(lost as u64);
            let figure = Figure::exact(format!("games lost by seat {seat}"), "", lost);
            report.figures.push(match self.losses {
                Some(losses) => figure.beside(losses[seat].into(), comparable),
                None => figure,
            });
        }
        let draws = records.iter().map(|game| f64::from(game.draws));
        let longest = records.iter().map(|game| game.draws).max().unwrap_or(0);
        report.figures.extend([
            Figure::estimate("mean draws a game", "", mean(draws), 1),
            Figure::exact("most draws in a game", "", Number::whole(longest.into()))
                .beside_claim("O(D), D = 53", longest <= 53),
        ]);

        report.notes = self.notes().iter().map(|&note| note.to_owned()).collect();
        report
    }
}

impl Published {
    /// Who plays a seat.
    const fn player(&self, seat: usize) -> &'static str {
        match self.seats {
            Seats::AllRandom => "random",
            Seats::LastRandom if seat == PLAYERS - 1 => "random",
            Seats::LastRandom | Seats::AllAi => "AI",
        }
    }

    const fn notes(&self) -> &'static [&'static str] {
        match self.seats {
            Seats::LastRandom => &LAST_RANDOM_NOTES,
            Seats::AllAi => &ALL_AI_NOTES,
            Seats::AllRandom => &ALL_RANDOM_NOTES,
        }
    }
}

const LAST_RANDOM_NOTES: [&str; 5] = [
    "The table does not show that the players in seats 0 to 2 are better: with the same player in \
     all four seats (oldmaid/published-all-ai) seat 3 loses as often. Ties between hand sizes go \
     to the lowest seat, so the seat decides.",
    "The rank scoring never matters: a target's score is proportional to its hand size whatever \
     rank is sought (3.2), so in all 2000 games every draw of an AI is from the first of the \
     largest hands (cargo test -p oldmaid-infer fault_2).",
    "k/H (2.2) is the chance of a hit only against a single opponent; with several it can exceed \
     1. The program passes the cards of all opponents together as H, which gives the prior; the \
     posterior given the public history is different again.",
    "'Holding the joker, keep cards as cover' (3.3) is backwards: the holder wants it drawn, and a \
     smaller hand makes that likelier. Pairing is compulsory in the rules anyway.",
    "The number of turns is not bounded by the 53 cards (6), nor by any other number. A draw from \
     the joker's hand of H cards takes it with chance 1/H, so it takes H such draws on average as \
     long as H stays, not H/2 (2.3).",
];

const ALL_AI_NOTES: [&str; 2] = [
    "All four play alike, and yet seat 3 loses about as often as the random player does there in \
     oldmaid/published: ties between hand sizes go to the lowest seat, so the published advantage \
     is one of the seat.",
    "The faults are those that oldmaid/published names.",
];

const ALL_RANDOM_NOTES: [&str; 1] = [
    "Without ties that go to the lowest seat the four seats lose about equally often: the uneven \
     table of oldmaid/published-all-ai comes from the document's player, not from the order of \
     turns.",
];
