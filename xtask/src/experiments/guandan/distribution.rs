//! The fewest plays over random hands.

use cards_core::{Rank, random};
use guandan_split::{Objective, RankCounts, Rules, best_split};
use serde::{Deserialize, Serialize};

use super::{agrees, generator, hand, level};
use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::plot::{Axis, Curve, Plot};
use crate::report::{Cell, Figure, Report, Table};
use crate::statistics::{Estimate, mean, percentage};

/// The distribution.
#[derive(Debug)]
pub(crate) struct Distribution;

const INFO: Info = Info {
    name: "guandan/distribution",
    title: "the fewest plays of random hands, full rules beside the document's count-only game",
    source: "Guandan document, sections 1 and 2",
    trials: Trials::up_to(400_000),
    quick: Trials::up_to(4000),
    randomness: Randomness::Seeded,
};

/// A hand of 27 cards.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Dealt {
    trial: i64,
    wilds: u8,
    /// The fewest plays, and the most bombs among such splits.
    min_plays: u32,
    bombs: u32,
    /// The fewest plays if a pair of jokers may not go into a full house.
    without_joker_pair: u32,
    /// Those of another hand: 27 of the 104 cards without jokers, counted only,
    /// without and with low aces.
    count_only: u32,
    count_only_ace_low: u32,
}

impl Record for Dealt {
    fn trial(&self) -> i64 {
        self.trial
    }
}

/// The shares of 5 to 12 plays in an earlier measurement over 100,000 hands, in
/// percent.
const SHARES: [f64; 8] = [3.18, 20.99, 31.76, 23.10, 16.14, 4.34, 0.47, 0.02];

impl Experiment for Distribution {
    type Record = Dealt;

    fn info(&self) -> Info {
        INFO
    }

    fn headline(&self) -> Option<&'static str> {
        Some("mean fewest plays, all hands")
    }

    fn trial(&self, index: i64, seed: u64) -> Dealt {
        let mut rng = generator(seed, index);
        let level = level(&mut rng);
        let hand = hand(27, &mut rng);
        let split =
            best_split(hand, level, Rules::default(), Objective::PlaysThenBombs).expect("27 cards");
        let mut strict = Rules::default();
        strict.joker_pair_in_full_house = false;
        let counts = RankCounts::of(hand, level).expect("27 cards");
        let mut ranks: Vec<Rank> = Rank::ALL.into_iter().flat_map(|rank| [rank; 8]).collect();
        random::shuffle(&mut ranks, &mut rng);
        let mut dealt = [0; Rank::COUNT];
        for rank in &ranks[..27] {
            dealt[rank.index()] += 1;
        }
        let count_only = RankCounts::new(dealt, 0, [0; 2]).expect("eight cards of a rank at most");
        Dealt {
            trial: index,
            wilds: hand.wilds(level),
            min_plays: split.plays() as u32,
            bombs: split.bombs() as u32,
            without_joker_pair: counts.min_plays(strict),
            count_only: count_only.min_plays(Rules::DOCUMENT),
            count_only_ace_low: count_only.min_plays(Rules::default()),
        }
    }

    fn summarise(&self, trials: Trials, records: &[Dealt]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter("cards a hand", 27);
        let of = |value: fn(&Dealt) -> u32| mean(records.iter().map(|one| f64::from(value(one))));
        let figure = |name: &str, estimate: Estimate| Figure::estimate(name, "", estimate, 3);
        let wilds = |wilds: u8| {
            mean(
                records
                    .iter()
                    .filter(move |one| one.wilds == wilds)
                    .map(|one| f64::from(one.min_plays)),
            )
        };
        let measured = [
            ("all hands", of(|one| one.min_plays), "7.430", 0.001),
            ("without a wild card", wilds(0), "7.92", 0.01),
            ("with 1 wild card", wilds(1), "6.88", 0.01),
            ("with 2 wild cards", wilds(2), "6.26", 0.01),
            (
                "count-only, 27 of the 104 cards",
                of(|one| one.count_only),
                "7.19",
                0.01,
            ),
        ];
        for (name, estimate, _, _) in measured {
            report
                .figures
                .push(figure(&format!("mean fewest plays, {name}"), estimate));
        }
        report.figures.extend([
            figure(
                "the same, if a pair of jokers may not go into a full house",
                of(|one| one.without_joker_pair),
            ),
            figure(
                "count-only, aces low as well",
                of(|one| one.count_only_ace_low),
            ),
            figure(
                "mean bombs of a split with the fewest plays",
                of(|one| one.bombs),
            ),
        ]);
        let share = |plays: u32, wilds: Option<u8>| {
            let some = records
                .iter()
                .filter(move |one| wilds.is_none_or(|wilds| one.wilds == wilds));
            percentage(some.map(move |one| one.min_plays == plays))
        };
        let cell = |estimate: Estimate| Cell::Number(Number::new(estimate.mean, 2));
        let row = |plays: u32| {
            let all = share(plays, None);
            let printed = plays
                .checked_sub(5)
                .and_then(|place| SHARES.get(place as usize));
            let printed = printed.map_or("-".to_owned(), |share| format!("{share:.2}"));
            let count_only = percentage(records.iter().map(|one| one.count_only == plays));
            let error = all.standard_error.map_or("?".to_owned(), |error| {
                Number::two_digits(error).to_string()
            });
            vec![
                Cell::count(plays),
                Cell::Text(printed),
                cell(all),
                Cell::Text(error),
                cell(share(plays, Some(0))),
                cell(share(plays, Some(1))),
                cell(share(plays, Some(2))),
                cell(count_only),
            ]
        };
        let most = records
            .iter()
            .map(|one| one.min_plays.max(one.count_only))
            .max()
            .unwrap_or(0);
        let fewest = records
            .iter()
            .map(|one| one.min_plays.min(one.count_only))
            .min()
            .unwrap_or(0);
        let before = |(name, estimate, printed, rounding): (&str, Estimate, &str, f64)| {
            let value: f64 = printed.parse().expect("a number");
            let verdict = if agrees(estimate, value, rounding) {
                "yes"
            } else {
                "no"
            };
            vec![
                Cell::Text(name.to_owned()),
                Cell::Text(printed.to_owned()),
                Cell::Number(Number::new(estimate.mean, 3)),
                Cell::Text(verdict.to_owned()),
            ]
        };
        let means = Table {
            title: "Mean fewest plays beside an earlier measurement",
            columns: vec!["hands", "before", "now", "within 3 standard errors"],
            rows: measured.into_iter().map(before).collect(),
        };
        report.tables = vec![
            means,
            Table {
                title: "Shares of hands by fewest plays (%)",
                columns: vec![
                    "plays",
                    "before",
                    "now",
                    "± error",
                    "no wild card",
                    "1",
                    "2",
                    "count-only",
                ],
                rows: (fewest..=most).map(row).collect(),
            },
        ];
        let count_only = |plays: u32| percentage(records.iter().map(|one| one.count_only == plays));
        let kinds: [(&str, &dyn Fn(u32) -> Estimate); 5] = [
            ("full rules, all hands", &|plays| share(plays, None)),
            ("no wild card", &|plays| share(plays, Some(0))),
            ("1 wild card", &|plays| share(plays, Some(1))),
            ("2 wild cards", &|plays| share(plays, Some(2))),
            ("count-only, no jokers", &count_only),
        ];
        let curves = kinds.map(|(name, share)| {
            let mut curve = Curve::new(name);
            for plays in fewest..=most {
                curve.estimate(Number::whole(plays.into()), share(plays), 2);
            }
            curve
        });
        report.plots.push(Plot {
            name: "fewest-plays",
            title: "Fewest plays of random hands of 27 cards",
            x: Axis::linear("fewest plays of a hand", "plays"),
            y: Axis::linear("share of the hands", "%"),
            diagonal: false,
            curves: curves.into(),
        });
        report.notes = NOTES.map(str::to_owned).to_vec();
        report
    }
}

const NOTES: [&str; 2] = [
    "The document gives no distribution; the columns 'before' are those of an earlier program of ours \
     over 100,000 hands, with a sampling error of their own.",
    "'Even hands need 7 plays, concentrated ones 5' (1): 7 is the usual number, and 5 is not rare, \
     whatever the hand looks like; see guandan/pruning.",
];
