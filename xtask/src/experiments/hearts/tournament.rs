//! Players against each other: duplicate deals, and whole matches.

use hearts_mc::Rules;
use hearts_mc::arena::{Arena, Factory};
use serde::{Deserialize, Serialize};

use super::players::{Player, difference, duel};
use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::plot::{Axis, Curve, Plot};
use crate::report::{Cell, Figure, Report, Table};
use crate::statistics::{Estimate, mean};

/// Every player against every other.
#[derive(Debug)]
pub(crate) struct Tournament;

const INFO: Info = Info {
    name: "hearts/tournament",
    title: "players against each other, one against three, on the same deals in every seat",
    source: "Hearts document, strategies compared",
    trials: Trials::up_to(1000),
    quick: Trials::up_to(20),
    randomness: Randomness::Seeded,
};

/// Two players, the better one first, and how often they meet.
#[derive(Clone, Copy, Debug)]
struct Pair {
    a: Player,
    b: Player,
    /// They play a deal in every such trial, from the `every − 1`-th on.
    every: i64,
    /// They play a match in every such trial, likewise.
    matches: i64,
}

const fn pair(a: Player, b: Player, every: i64, matches: i64) -> Pair {
    Pair {
        a,
        b,
        every,
        matches,
    }
}

/// The players from the weakest up: where each meets the one before it, it must
/// be better. A new player joins here and in [`Player`].
const PAIRS: [Pair; 8] = [
    pair(Player::PublishedGreedy, Player::Random, 1, 5),
    pair(Player::Published, Player::Random, 5, 100),
    pair(Player::Greedy, Player::Random, 1, 5),
    pair(Player::Published, Player::PublishedGreedy, 5, 100),
    pair(Player::Greedy, Player::PublishedGreedy, 1, 5),
    pair(Player::Greedy, Player::Published, 5, 100),
    pair(MONTE_CARLO, Player::Random, 2, 500),
    pair(MONTE_CARLO, Player::Greedy, 5, 500),
];

/// The Monte-Carlo player of the table.
const MONTE_CARLO: Player = Player::MonteCarlo(1500);

/// The rules of the deals and matches.
const RULES: Rules = Rules::STANDARD;

/// One trial: a deal of each pair that plays it, and the matches.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Trial {
    trial: i64,
    /// By pair: the scores of the four seatings of A alone, A's and the others'
    /// together, then of B alone; null if the pair does not play this trial.
    deals: Vec<Option<[[i32; 2]; 2]>>,
    /// By pair: the share of wins and the mean place, of A alone and of B alone.
    matches: Vec<Option<[[f64; 2]; 2]>>,
}

impl Record for Trial {
    fn trial(&self) -> i64 {
        self.trial
    }
}

/// Whether something that happens in every such trial happens in this one.
const fn plays(index: i64, every: i64) -> bool {
    index.rem_euclid(every) == every - 1
}

impl Experiment for Tournament {
    type Record = Trial;

    fn info(&self) -> Info {
        INFO
    }

    fn headline(&self) -> Option<&'static str> {
        Some("Monte Carlo less greedy, corrected")
    }

    fn trial(&self, index: i64, seed: u64) -> Trial {
        let arena = Arena::new(&RULES, seed);
        let number = index as u64;
        let deals = PAIRS
            .map(|pair| plays(index, pair.every).then(|| duel(&arena, pair.a, pair.b, number)));
        let matches = PAIRS.map(|pair| {
            plays(index, pair.matches).then(|| {
                let a: &Factory<'_> = &|| pair.a.make();
                let b: &Factory<'_> = &|| pair.b.make();
                let games = arena.whole_match(a, b, number);
                let games = games.expect("the players keep to the rules");
                [
                    [games.wins_of_a_alone(), games.place_of_a_alone()],
                    [games.wins_of_b_alone(), games.place_of_b_alone()],
                ]
            })
        });
        Trial {
            trial: index,
            deals: deals.to_vec(),
            matches: matches.to_vec(),
        }
    }

    fn summarise(&self, trials: Trials, records: &[Trial]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter("rules", "standard: passing left, right, across, hold");
        report.parameter("seatings of a deal", 8);

        let mut deals = Table {
            title: "Points a deal: one against three, the same deals in every seat",
            columns: DEALS.to_vec(),
            rows: Vec::new(),
        };
        let mut matches = Table {
            title: "Matches to 100: one against three, the same deals in every seat",
            columns: MATCHES.to_vec(),
            rows: Vec::new(),
        };
        let mut points = Curve::new("points of the first less those of the second");
        let mut wins = ["A alone among three of B", "B alone among three of A"].map(Curve::new);
        for (place, pair) in PAIRS.iter().enumerate() {
            let played: Vec<_> = records
                .iter()
                .filter_map(|trial| trial.deals[place])
                .collect();
            if !played.is_empty() {
                deals.rows.push(deal_row(pair, &played));
                let both = mean(played.iter().map(|deal| both(*deal)));
                points.estimate(format!("{} less {}", pair.a.name(), pair.b.name()), both, 2);
                report.figures.push(Figure::estimate(
                    format!("{} less {}", pair.a.name(), pair.b.name()),
                    "points",
                    both,
                    2,
                ));
            }
            let played: Vec<_> = (records.iter())
                .filter_map(|trial| trial.matches[place])
                .collect();
            if !played.is_empty() {
                matches.rows.push(match_row(pair, &played));
                for (curve, which) in wins.iter_mut().zip(0..) {
                    let share = mean(played.iter().map(|game| 100.0 * game[which][0]));
                    let name = format!("A {}, B {}", pair.a.name(), pair.b.name());
                    curve.estimate(name, share, 1);
                }
            }
        }
        report.tables = vec![deals, matches];
        report.plots.push(Plot {
            name: "points",
            title: "Tournament: points of one player less another's",
            x: Axis::names("players"),
            y: Axis::linear("a deal, first less second", "points"),
            diagonal: false,
            curves: vec![points],
        });
        if wins.iter().all(|curve| !curve.points.is_empty()) {
            report.plots.push(Plot {
                name: "matches",
                title: "Tournament: matches to 100 won by one among three",
                x: Axis::names("players"),
                y: Axis::linear("matches won; of equal players 25", "%"),
                diagonal: false,
                curves: wins.into(),
            });
        }
        report.tables.retain(|table| !table.rows.is_empty());
        report.notes = NOTES.map(str::to_owned).to_vec();
        report
    }
}

const DEALS: [&str; 10] = [
    "A", "B", "deals", "A alone", "s.e.", "B alone", "s.e.", "A less B", "s.e.", "in s.e.",
];
const MATCHES: [&str; 8] = [
    "A",
    "B",
    "matches",
    "A alone wins",
    "s.e.",
    "its place",
    "B alone wins",
    "its place",
];

/// A less B: the mean of A alone against three of B and of three of A against B.
fn both([one_a, one_b]: [[i32; 2]; 2]) -> f64 {
    (difference(one_a) - difference(one_b)) / 2.0
}

fn cells(estimate: Estimate) -> [Cell; 2] {
    let error = match estimate.standard_error {
        Some(error) => Cell::Number(Number::two_digits(error)),
        None => Cell::Text("unknown".to_owned()),
    };
    [Cell::Number(Number::new(estimate.mean, 2)), error]
}

fn deal_row(pair: &Pair, played: &[[[i32; 2]; 2]]) -> Vec<Cell> {
    let own = |which: usize| {
        mean(
            played
                .iter()
                .map(move |deal| f64::from(deal[which][0]) / 4.0),
        )
    };
    let mut row = vec![
        Cell::Text(pair.a.name().to_owned()),
        Cell::Text(pair.b.name().to_owned()),
        Cell::Number(Number::whole(played.len() as u64)),
    ];
    row.extend(cells(own(0)));
    row.extend(cells(own(1)));
    let both = mean(played.iter().map(|deal| both(*deal)));
    row.extend(cells(both));
    row.push(match both.standard_error {
        Some(error) if error > 0.0 => Cell::Number(Number::new(both.mean / error, 1)),
        _ => Cell::Text("unknown".to_owned()),
    });
    row
}

fn match_row(pair: &Pair, played: &[[[f64; 2]; 2]]) -> Vec<Cell> {
    let value = |which: usize, what: usize| mean(played.iter().map(move |game| game[which][what]));
    let [wins, error] = cells(value(0, 0));
    let single = |which, what| Cell::Number(Number::new(value(which, what).mean, 2));
    vec![
        Cell::Text(pair.a.name().to_owned()),
        Cell::Text(pair.b.name().to_owned()),
        Cell::Number(Number::whole(played.len() as u64)),
        wins,
        error,
        single(0, 1),
        single(1, 0),
        single(1, 1),
    ]
}

const NOTES: [&str; 5] = [
    "A deal is played eight times: by A in each seat against three of B, and by B in each seat \
     against three of A. 'A alone' and 'B alone' are that player's own points, moons counted. 'A \
     less B' is the points of A less those of B at the same tables, the mean of both; the deal is \
     the unit of its standard error.",
    "Of equal players each would take 6.5 points a deal and somewhat more for moons, win a quarter \
     of the matches, and come 2.5th.",
    "'published' is the document's program with honest eyes: where its simulator copies the real \
     hands, the unseen cards are dealt at random for each rollout. It passes the cards of the \
     greatest risk by its own table, since the document does not pass.",
    "'greedy, corrected' plays no rollouts: it weighs the cost of a card now against the danger of \
     keeping it, from what its seat has seen.",
    "'Monte Carlo' plays 1500 playouts of the learned policy a play, and four times as many a \
     pass, on deals that agree with what its seat has seen.",
];
