//! What the lowest-rank rule saves, for the hands that the document names.

use cards_core::Rank;
use guandan_split::published::{self, SAMPLE_HAND, Splitter, deal};
use guandan_split::{RankCounts, Rules};
use serde::{Deserialize, Serialize};

use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::plot::{Axis, Curve, Plot};
use crate::report::{Cell, Figure, Report, Table};
use crate::statistics::{Estimate, mean};

/// The lowest-rank rule.
#[derive(Debug)]
pub(crate) struct Pruning;

const INFO: Info = Info {
    name: "guandan/pruning",
    title: "states of the document's splitter with and without its lowest-rank rule",
    source: "Guandan document, sections 1, 6 and 7",
    trials: Trials::up_to(2000),
    quick: Trials::up_to(200),
    randomness: Randomness::Document,
};

/// One dealt hand of 27 cards: its counts, the fewest plays, the states with the
/// rule, those without it, and how uneven it is.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DealtHand {
    seed: i64,
    counts: [u8; Rank::COUNT],
    min_plays: u32,
    states: u64,
    states_without: u64,
}

impl Record for DealtHand {
    fn trial(&self) -> i64 {
        self.seed
    }
}

/// The states that the splitter stores, and the fewest plays.
fn with_rule(hand: published::Hand) -> (u64, u32) {
    let mut splitter = Splitter::new();
    let plays = splitter.min_plays(hand, 0);
    (splitter.memo_states() as u64, plays)
}

/// Without the rule any card may be played alone first, so every part of the
/// hand but the empty one becomes a state.
fn without_rule(counts: [u8; Rank::COUNT]) -> u64 {
    counts
        .iter()
        .map(|&count| u64::from(count) + 1)
        .product::<u64>()
        - 1
}

/// The ranks of which a hand has cards.
fn ranks(counts: &[u8]) -> u32 {
    counts.iter().filter(|&&count| count > 0).count() as u32
}

impl Experiment for Pruning {
    type Record = DealtHand;

    fn info(&self) -> Info {
        INFO
    }

    fn headline(&self) -> Option<&'static str> {
        Some("mean states with the rule")
    }

    fn trial(&self, index: i64, _seed: u64) -> DealtHand {
        let hand = deal(index, 27).expect("fewer cards than two packs have");
        let (states, min_plays) = with_rule(hand);
        DealtHand {
            seed: index,
            counts: hand.counts(),
            min_plays,
            states,
            states_without: without_rule(hand.counts()),
        }
    }

    fn summarise(&self, trials: Trials, records: &[DealtHand]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter("cards a hand", 27);
        let states = mean(records.iter().map(|one| one.states as f64));
        let without = mean(records.iter().map(|one| one.states_without as f64));
        let most = records.iter().map(|one| one.states).max().unwrap_or(0);
        report.figures = vec![
            Figure::estimate("mean states with the rule", "", states, 0)
                .beside_claim("several thousand", states.mean >= 2000.0),
            Figure::exact("most states with the rule", "", Number::whole(most))
                .beside_claim("several thousand", most >= 2000),
            Figure::estimate("mean states without the rule", "", without, 0),
            Figure::exact(
                "times fewer with the rule, by the means",
                "",
                Number::new(without.mean / states.mean, 0),
            ),
        ];
        report.tables = vec![shapes(), spread(records)];
        report.plots.push(plot(states, without));
        report.notes = NOTES.map(str::to_owned).to_vec();
        report
    }
}

/// The hands that the document names, and some beside them.
fn named() -> [(&'static str, [u8; Rank::COUNT]); 8] {
    let shape = |counts: &[u8]| {
        let mut all = [0; Rank::COUNT];
        all[..counts.len()].copy_from_slice(counts);
        all
    };
    [
        ("the sample hand", SAMPLE_HAND.counts()),
        (
            "even: a triple and twelve pairs",
            shape(&[3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]),
        ),
        (
            "even, ones and threes in turn",
            shape(&[3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]),
        ),
        (
            "even, ones, twos and threes in turn",
            shape(&[1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 3]),
        ),
        ("nine triples", shape(&[3; 9])),
        (
            "concentrated: six fours and a triple",
            shape(&[4, 4, 4, 4, 4, 4, 3]),
        ),
        ("seven fours (28 cards)", shape(&[4; 7])),
        ("three eights and a triple", shape(&[8, 8, 8, 3])),
    ]
}

fn shapes() -> Table {
    let row = |(name, counts): (&str, [u8; Rank::COUNT])| {
        let hand = published::Hand::new(counts).expect("28 cards at most");
        let (states, plays) = with_rule(hand);
        let full = RankCounts::new(counts, 0, [0; 2]).expect("28 cards at most");
        vec![
            Cell::Text(name.to_owned()),
            Cell::count(plays),
            Cell::count(full.min_plays(Rules::default())),
            Cell::Number(Number::whole(states)),
            Cell::Number(Number::whole(without_rule(counts))),
            Cell::Number(Number::new(without_rule(counts) as f64 / states as f64, 0)),
        ]
    };
    Table {
        title: "The shapes that the document names",
        columns: vec![
            "hand",
            "fewest plays",
            "aces low too",
            "states",
            "without the rule",
            "times",
        ],
        rows: named().into_iter().map(row).collect(),
    }
}

fn plot(states: Estimate, without: Estimate) -> Plot {
    let mut curves = ["with the lowest-rank rule", "without it"].map(Curve::new);
    for (curve, mean) in curves.iter_mut().zip([states, without]) {
        curve.estimate("dealt hands, mean", mean, 0);
    }
    for (name, counts) in named() {
        let hand = published::Hand::new(counts).expect("28 cards at most");
        let both = [with_rule(hand).0, without_rule(counts)];
        for (curve, states) in curves.iter_mut().zip(both) {
            curve.exact(name, Number::whole(states));
        }
    }
    Plot {
        name: "states",
        title: "States of the document's splitter, with and without its rule",
        x: Axis::names("hand"),
        y: Axis::log("states", ""),
        diagonal: false,
        curves: curves.into(),
    }
}

/// Plays and states by the number of ranks: fewer ranks are a more concentrated
/// hand.
fn spread(records: &[DealtHand]) -> Table {
    let row = |ranks_held: u32| {
        let some = records
            .iter()
            .filter(move |one| ranks(&one.counts) == ranks_held);
        let plays = mean(some.clone().map(|one| f64::from(one.min_plays)));
        let states = mean(some.clone().map(|one| one.states as f64));
        vec![
            Cell::count(ranks_held),
            Cell::count(some.count() as u32),
            Cell::Number(Number::new(plays.mean, 2)),
            Cell::Number(Number::new(states.mean, 0)),
        ]
    };
    let held = |counts: &DealtHand| ranks(&counts.counts);
    let fewest = records.iter().map(held).min().unwrap_or(0);
    let most = records.iter().map(held).max().unwrap_or(0);
    Table {
        title: "Dealt hands by the number of ranks they hold",
        columns: vec!["ranks", "hands", "mean fewest plays", "mean states"],
        rows: (fewest..=most).map(row).collect(),
    }
}

const NOTES: [&str; 4] = [
    "The rule does what the document says of it, by three orders of magnitude; but it leaves some \
     hundreds of states for a dealt hand, not 'several thousand' (7), and 27! was never the size of \
     the problem: without it the states are the parts of the hand, the product of all counts plus one.",
    "'Even hands need 7 plays, concentrated ones 5' (1) fails: the most even hand of 27 cards, a \
     triple and twelve pairs, needs 5, as does the concentrated one.",
    "'Even hands are fast, concentrated ones slow' (6) holds for the shapes in the first table, where \
     triples are the slowest and eights are not slow at all.",
    "'Seven ranks of four cards each' (6) are 28 cards. Times depend on the machine and are printed by \
     the crate's example timings.",
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use guandan_split::published::{Hand, plays};

    use super::*;

    /// Every state that is met if any play may come first.
    fn all_states(hand: Hand, seen: &mut HashSet<Hand>) {
        if hand.is_empty() || !seen.insert(hand) {
            return;
        }
        for play in plays() {
            if let Some(rest) = play.subtract(hand) {
                all_states(rest, seen);
            }
        }
    }

    #[test]
    fn without_the_rule_every_part_is_a_state() {
        for seed in 0..10 {
            let hand = deal(seed, 10).unwrap();
            let mut seen = HashSet::new();
            all_states(hand, &mut seen);
            assert_eq!(seen.len() as u64, without_rule(hand.counts()), "{hand:?}");
        }
    }
}
