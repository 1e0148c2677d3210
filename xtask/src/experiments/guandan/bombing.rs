//! Rules for bombing against each other, by playing deals out.

use cards_core::{BySeat, Seat};
use guandan_split::policy::{BombRule, choose};
use guandan_split::{Hand, Level, Round, Rules, SEATS, promotion};
use serde::{Deserialize, Serialize};

use super::{generator, hands, level, seat};
use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::report::{Cell, Figure, Report, Table};
use crate::statistics::{Estimate, mean, percentage};

/// The bomb decision.
#[derive(Debug)]
pub(crate) struct Bombing;

const INFO: Info = Info {
    name: "guandan/bombing",
    title: "when to bomb: the document's rule against others, in deals played out",
    source: "Guandan document, section 4",
    trials: Trials::up_to(6000),
    quick: Trials::up_to(50),
    randomness: Randomness::Seeded,
};

/// Who plays whom.
const MATCHES: [(BombRule, BombRule); 5] = [
    (BombRule::Weighed, BombRule::Document),
    (BombRule::Always, BombRule::Document),
    (BombRule::Never, BombRule::Document),
    (BombRule::Weighed, BombRule::Always),
    (BombRule::Weighed, BombRule::Never),
];

/// One deal, played twice in every match, the sides changing seats.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deal {
    trial: i64,
    /// The levels that the first rule's side won, less those it lost, in both
    /// games of each match.
    levels: [i32; MATCHES.len()],
    /// The games in which that side had the first player out.
    first: [u32; MATCHES.len()],
    /// The bombs that each side threw in both games of each match.
    bombs: [[u32; 2]; MATCHES.len()],
}

impl Record for Deal {
    fn trial(&self) -> i64 {
        self.trial
    }
}

/// The levels that the side of seats 0 and 2 wins, and the bombs of both sides.
fn game(
    hands: BySeat<Hand, SEATS>,
    level: Level,
    leader: Seat,
    rules: [BombRule; 2],
) -> (i32, [u32; 2]) {
    let mut round = Round::new(hands, level, Rules::default(), leader).expect("a whole deal");
    let mut bombs = [0; 2];
    while !round.is_over() {
        let side = round.turn().index() % 2;
        let meld = choose(&round.view(), rules[side]).expect("27 cards at most");
        bombs[side] += u32::from(meld.is_some_and(|meld| meld.play().is_bomb()));
        round.act(meld).expect("a legal turn");
    }
    let order = round.order();
    let steps = i32::from(promotion(&order).expect("four seats"));
    (
        if order[0].index().is_multiple_of(2) {
            steps
        } else {
            -steps
        },
        bombs,
    )
}

impl Experiment for Bombing {
    type Record = Deal;

    fn info(&self) -> Info {
        INFO
    }

    fn headline(&self) -> Option<&'static str> {
        Some("weighed against the document's: levels a deal")
    }

    fn trial(&self, index: i64, seed: u64) -> Deal {
        let mut rng = generator(seed, index);
        let (level, hands, leader) = (level(&mut rng), hands(&mut rng), seat(&mut rng));
        let mut deal = Deal {
            trial: index,
            levels: [0; MATCHES.len()],
            first: [0; MATCHES.len()],
            bombs: [[0; 2]; MATCHES.len()],
        };
        for (place, (rule, other)) in MATCHES.into_iter().enumerate() {
            for swapped in [false, true] {
                let rules = if swapped {
                    [other, rule]
                } else {
                    [rule, other]
                };
                let (levels, bombs) = game(hands, level, leader, rules);
                let (sign, own) = if swapped { (-1, 1) } else { (1, 0) };
                deal.levels[place] += sign * levels;
                deal.first[place] += u32::from(sign * levels > 0);
                deal.bombs[place][0] += bombs[own];
                deal.bombs[place][1] += bombs[1 - own];
            }
        }
        deal
    }

    fn summarise(&self, trials: Trials, records: &[Deal]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter("games a deal and match", 2);
        let name = |rule: BombRule| match rule {
            BombRule::Weighed => "weighed",
            BombRule::Document => "the document's",
            BombRule::Always => "always",
            BombRule::Never => "never, but to go out",
        };
        let levels = |place: usize| {
            mean(
                records
                    .iter()
                    .map(move |one| f64::from(one.levels[place]) / 2.0),
            )
        };
        for (place, (rule, other)) in MATCHES.into_iter().enumerate() {
            let title = format!("{} against {}: levels a deal", name(rule), name(other));
            report
                .figures
                .push(Figure::estimate(title, "", levels(place), 3));
        }
        let row = |place: usize| {
            let (rule, other) = MATCHES[place];
            let first = percentage(
                records
                    .iter()
                    .flat_map(move |one| (0..2).map(move |game| game < one.first[place])),
            );
            let bombs = |side: usize| {
                mean(
                    records
                        .iter()
                        .map(move |one| f64::from(one.bombs[place][side]) / 2.0),
                )
            };
            let cell =
                |estimate: Estimate, places| Cell::Number(Number::new(estimate.mean, places));
            vec![
                Cell::Text(name(rule).to_owned()),
                Cell::Text(name(other).to_owned()),
                cell(levels(place), 3),
                cell(first, 1),
                cell(bombs(0), 2),
                cell(bombs(1), 2),
            ]
        };
        report.tables = vec![Table {
            title: "Rules against each other",
            columns: vec![
                "rule",
                "against",
                "levels a deal",
                "first out (%)",
                "bombs thrown",
                "by the other",
            ],
            rows: (0..MATCHES.len()).map(row).collect(),
        }];
        report.notes = NOTES.map(str::to_owned).to_vec();
        report
    }
}

const NOTES: [&str; 3] = [
    "Both sides play alike but for when they bomb: they lead the lowest play of a best split, follow \
     as long as that does not break it, and leave the partner's plays alone. The sides change seats \
     in every deal, so that its luck cancels out.",
    "A level is what the first player out brings: 3 with the partner second, 2 third, 1 last.",
    "The document's rule (4) bombs only if the rest takes four plays or fewer; that no opponent has \
     four of the same rank with a chance of 0.65 is always so. Jokers and straight flushes are not in \
     its plays, so it keeps these bombs.",
];
