//! The document's deals: its simulating player in seat 0, greedy ones in the
//! other seats.

use std::collections::HashMap;
use std::sync::LazyLock;

use cards_core::{BySeat, Card, CardSet, Notation, Rank, Seat};
use hearts_mc::published::{SIMULATIONS, play_deal};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::report::{Figure, Report};
use crate::statistics::mean;

/// The document's program, completed.
#[derive(Debug)]
pub(crate) struct Published;

const INFO: Info = Info {
    name: "hearts/published",
    title: "the document's simulating player against three greedy ones",
    source: "Hearts document, its complete program",
    trials: Trials::up_to(200),
    quick: Trials::up_to(200),
    randomness: Randomness::Document,
};

/// What the completed program gives for seeds 0 to 199.
const MEAN_POINTS: [f64; 4] = [4.07, 6.73, 7.51, 7.69];
const MEAN_FINAL_SCORES: [f64; 4] = [5.76, 8.42, 8.55, 6.91];
const MOONS: f64 = 14.0;

/// One deal: the points taken, how often the program reports a moon, the scores
/// after its correction, and the cards in the order of play.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deal {
    seed: i64,
    points: BySeat<u8>,
    moon_messages: u32,
    final_scores: BySeat<u8>,
    played: SmallVec<[Printed; 64]>,
}

impl Record for Deal {
    fn trial(&self) -> i64 {
        self.seed
    }
}

/// A card as the document's program prints it: rank, then suit, the ten as `10`.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
struct Printed(Card);

impl From<Printed> for String {
    fn from(Printed(card): Printed) -> String {
        let rank = match card.rank() {
            Rank::Ten => Notation::Chinese,
            _ => Notation::Symbols,
        };
        format!("{}{}", card.rank().display(rank), card.suit())
    }
}

impl TryFrom<String> for Printed {
    type Error = String;

    fn try_from(text: String) -> Result<Printed, String> {
        static CARDS: LazyLock<HashMap<String, Printed>> = LazyLock::new(|| {
            let cards = CardSet::FULL.into_iter().map(Printed);
            cards.map(|card| (card.into(), card)).collect()
        });
        let card = CARDS.get(&text).copied();
        card.ok_or_else(|| format!("'{text}' is no card"))
    }
}

impl Experiment for Published {
    type Record = Deal;

    fn info(&self) -> Info {
        INFO
    }

    fn headline(&self) -> Option<&'static str> {
        Some("mean points, seat 0, simulating")
    }

    fn trial(&self, index: i64, _seed: u64) -> Deal {
        let outcome = play_deal(index);
        Deal {
            seed: index,
            points: outcome.points,
            moon_messages: outcome.moon_messages,
            final_scores: outcome.final_scores,
            played: outcome.played.into_iter().map(Printed).collect(),
        }
    }

    fn summarise(&self, trials: Trials, records: &[Deal]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter("simulations a candidate", SIMULATIONS);
        let comparable = trials == INFO.trials;
        let by_seat = |what: &str, printed: [f64; 4], points: fn(&Deal) -> &BySeat<u8>| {
            Seat::all(4)
                .zip(printed)
                .map(|(seat, printed)| {
                    let player = if seat == Seat::FIRST {
                        "simulating"
                    } else {
                        "greedy"
                    };
                    let points = records.iter().map(|deal| f64::from(points(deal)[seat]));
                    Figure::estimate(
                        format!("{what}, seat {seat}, {player}"),
                        "points",
                        mean(points),
                        2,
                    )
                    .beside(printed, comparable)
                })
                .collect::<Vec<_>>()
        };
        report.figures = by_seat("mean points", MEAN_POINTS, |deal| &deal.points);
        report
            .figures
            .extend(by_seat("mean final score", MEAN_FINAL_SCORES, |deal| {
                &deal.final_scores
            }));

        let moons: Vec<_> = records
            .iter()
            .filter(|deal| deal.moon_messages > 0)
            .collect();
        let wrong = moons
            .iter()
            .filter(|deal| deal.final_scores.as_array() == &[26, 26, 26, 0]);
        let moon_count = Number::whole(moons.len() as u64);
        report.figures.extend([
            Figure::exact("deals with all 26 points on one seat", "", moon_count)
                .beside(MOONS, comparable),
            Figure::exact(
                "of these, deals with final scores 26, 26, 26, 0",
                "",
                Number::whole(wrong.count() as u64),
            )
            .beside(MOONS, comparable),
        ]);

        report.notes = NOTES.map(str::to_owned).to_vec();
        report
    }
}

const NOTES: [&str; 7] = [
    "The moon correction runs through the seats in order and sees the 26s that it has just \
     written: whoever shoots, the final scores are 26, 26, 26, 0. The means after it say nothing \
     about the players.",
    "A greedy player who cannot follow discards the card of least risk, though the text says the \
     greatest. ♠Q, of risk 100, goes only from a hand that holds nothing else: the greedy seats \
     discard it at none of their 190 chances in the 200 deals (cargo test -p hearts-mc queen).",
    "Seat 0 leads the first trick whoever holds ♣2, points may fall on that trick, there is no \
     passing, and the 'four rounds of tricks' of the introduction are thirteen.",
    "The simulator copies the real hands of all four players, so seat 0 sees every card: it \
     cheats, and its lead over the greedy seats says nothing of Monte Carlo. Unseen cards must be \
     dealt at random, consistent with what is known.",
    "Only the first five legal cards are evaluated, the players in the simulations play at random, \
     the estimate of the moon's chance is never used, and the schedule of the last section (50 to \
     100 simulations from ten cards on, 200 or all lines below five) is not followed: it is always \
     100.",
    "The document prints no statistics, and its program does not compile, its simulator being a \
     stub. The published figures are those of the program completed in the most literal way and \
     run on seeds 0 to 199: the policy methods inside their class, the missing accessor, \
     visibility, a copy that copies every field, and both generators seeded with the deal's seed.",
    "The one figure of the text, 13 ms a play, depends on the machine and is not compared.",
];
