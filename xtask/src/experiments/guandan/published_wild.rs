//! The document's splitter with wild cards, on hands of 13 cards.

use cards_core::Rank;
use guandan_split::published::{WildSplitter, deal};
use serde::{Deserialize, Serialize};

use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::report::{Figure, Report};
use crate::statistics::mean;

/// The wild variant, built from the printed loop and helpers.
#[derive(Debug)]
pub(crate) struct PublishedWild;

const INFO: Info = Info {
    name: "guandan/published-wild",
    title: "the document's splitter with 0, 1 and 2 wild cards",
    source: "Guandan document, section 2",
    trials: Trials::up_to(40),
    quick: Trials::up_to(40),
    randomness: Randomness::Document,
};

/// The cards of a hand, wild ones aside. A whole hand of 27 takes the variant
/// tens of seconds.
const HAND_CARDS: usize = 13;

/// One dealt hand: the number of cards of each rank from the two up to the ace,
/// and the fewest plays with 0, 1 and 2 wild cards.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DealtHand {
    seed: i64,
    counts: [u8; Rank::COUNT],
    min_plays_wild: [u32; 3],
}

impl Record for DealtHand {
    fn trial(&self) -> i64 {
        self.seed
    }
}

impl Experiment for PublishedWild {
    type Record = DealtHand;

    fn info(&self) -> Info {
        INFO
    }

    fn headline(&self) -> Option<&'static str> {
        Some("mean fewest plays, no wild card")
    }

    fn trial(&self, index: i64, _seed: u64) -> DealtHand {
        let hand = deal(index, HAND_CARDS).expect("fewer cards than two packs have");
        let mut splitter = WildSplitter::new();
        DealtHand {
            seed: index,
            counts: hand.counts(),
            min_plays_wild: [0, 1, 2].map(|wilds| {
                let plays = splitter.min_plays(hand, wilds);
                plays.expect("two wild cards at most")
            }),
        }
    }

    fn summarise(&self, trials: Trials, records: &[DealtHand]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter("cards a hand, wild ones aside", HAND_CARDS);
        report.figures = ["no wild card", "1 wild card", "2 wild cards"]
            .into_iter()
            .enumerate()
            .map(|(wilds, name)| {
                let plays = records
                    .iter()
                    .map(|hand| f64::from(hand.min_plays_wild[wilds]));
                Figure::estimate(format!("mean fewest plays, {name}"), "", mean(plays), 3)
            })
            .collect();
        report.note("The document prints no figure for this variant.");
        report.note(
            "Wild cards that are left at the end cost nothing, though they must be played too, so a \
             count can be too low where a wild card is left over.",
        );
        report.note(
            "The lowest-rank rule, which section 1 calls the heart of the method, is dropped as \
             soon as there is a wild card, and the number of states explodes: a hand of 27 cards \
             took the document's program about 20 seconds, so the hands here have 13.",
        );
        report
    }
}
