//! The document's 2000 games: its expected-value players against a random one,
//! and against themselves.

use oldmaid_infer::published::{Game, Seats};
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
    /// The losses of seats 0 to 3, in percent and in games, for its own seeds.
    rates: [f64; PLAYERS],
    losses: [f64; PLAYERS],
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
    rates: [12.45, 15.60, 27.20, 44.75],
    losses: [249.0, 312.0, 544.0, 895.0],
};

/// The control that the document leaves out: its player in all four seats.
pub(crate) static ALL_AI: Published = Published {
    info: Info {
        name: "oldmaid/published-all-ai",
        title: "the document's player in all four seats",
        source: "Old Maid document, section 5.6; its program with `mixed` false",
        ..LAST_RANDOM.info
    },
    seats: Seats::AllAi,
    rates: [9.70, 25.95, 18.10, 46.25],
    losses: [194.0, 519.0, 362.0, 925.0],
};

/// One game. `loser` and `joker_holder` are seats; the loser is −1 if no hand
/// holds a card at the end.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    seed: i64,
    sizes_after_initial_discards: Vec<usize>,
    loser: i64,
    draws: u32,
    sizes_at_end: Vec<usize>,
    joker_holder: i64,
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

    fn trial(&self, index: i64, _seed: u64) -> Play {
        let game = Game::new(PLAYERS, index, self.seats).expect("a legal number of players");
        let outcome = game.play();
        let seat = |seat: Option<usize>| seat.map_or(-1, |seat| seat as i64);
        Play {
            seed: index,
            sizes_after_initial_discards: outcome.sizes_after_initial_discards,
            loser: seat(outcome.loser),
            draws: outcome.draws,
            sizes_at_end: outcome.sizes_at_end,
            joker_holder: seat(outcome.joker_holder),
        }
    }

    fn summarise(&self, trials: Trials, records: &[Play]) -> Report {
        let mut report = Report::new(&self.info, trials);
        report.parameter("players", PLAYERS);
        report.parameter("λ, the weight of the joker", 8);
        let comparable = trials == self.info.trials;
        for (seat, rate) in self.rates.into_iter().enumerate() {
            let lost = percentage(records.iter().map(|game| game.loser == seat as i64));
            let player = match self.seats {
                Seats::LastRandom if seat == PLAYERS - 1 => "random",
                _ => "AI",
            };
            report.figures.push(
                Figure::estimate(format!("seat {seat} loses, {player}"), "%", lost, 2)
                    .beside(rate, comparable),
            );
        }
        for (seat, losses) in self.losses.into_iter().enumerate() {
            let lost = records
                .iter()
                .filter(|game| game.loser == seat as i64)
                .count();
            report.figures.push(
                Figure::exact(
                    format!("games lost by seat {seat}"),
                    "",
                    Number::whole(lost as u64),
                )
                .beside(losses, comparable),
            );
        }
        let draws = records.iter().map(|game| f64::from(game.draws));
        let longest = records.iter().map(|game| game.draws).max().unwrap_or(0);
        report.figures.extend([
            Figure::estimate("mean draws a game", "", mean(draws), 1),
            Figure::exact("most draws in a game", "", Number::whole(longest.into()))
                .beside_claim("at most 53", longest <= 53),
        ]);

        match self.seats {
            Seats::LastRandom => report.note(
                "The table does not show that the players in seats 0 to 2 are better: with the \
                 same player in all four seats (oldmaid/published-all-ai) seat 3 loses as often. \
                 Ties between hand sizes go to the lowest seat, so the seat decides.",
            ),
            _ => report.note(
                "All four play alike, and yet seat 3 loses about as often as the random player \
                 does there in oldmaid/published: ties between hand sizes go to the lowest seat, \
                 so the published advantage is one of the seat.",
            ),
        }
        report.note(
            "The rank scoring never matters: a target's score is proportional to its hand size \
             whatever rank is sought (3.2), so the first of the largest hands is drawn from.",
        );
        report.note(
            "k/H (2.2) is the chance of a hit only against a single opponent; with several it can \
             exceed 1, and the program clips it. The prior is k over all unknown cards, and the \
             posterior given the public history is different again.",
        );
        report.note(
            "'Holding the joker, keep cards as cover' (3.3) is backwards: the holder wants it \
             drawn, and a smaller hand makes that likelier. Pairing is compulsory in the rules \
             anyway.",
        );
        report.note(
            "'About H/2 turns until the joker is drawn' (2.3) and 'the number of turns is bounded \
             by 53' (6) do not hold; there is no bound.",
        );
        report
    }
}
