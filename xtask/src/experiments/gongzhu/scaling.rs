//! How the work of solving grows with the cards a hand.

use cards_core::counting::binomial;
use cards_core::{CardSet, random};
use gongzhu_solver::published::ExactSolver;
use gongzhu_solver::reference::Textbook;
use gongzhu_solver::{Player, Rules, Solver, State};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::published_state;
use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::plot::{Axis, Curve, Plot};
use crate::report::{Cell, Figure, Report, Table};
use crate::statistics::{Estimate, mean};

/// Solvers on random deals of the document's game.
#[derive(Debug)]
pub(crate) struct Scaling;

const INFO: Info = Info {
    name: "gongzhu/scaling",
    title: "nodes and different states of four solvers, by cards a hand",
    source: "Gongzhu document, section 7",
    trials: Trials::up_to(100 * SIZES as u64),
    quick: Trials::up_to(3 * SIZES as u64),
    randomness: Randomness::Seeded,
};

/// Trial by trial the cards a hand go round from the fewest to the most.
const FEWEST: usize = 2;
const MOST: usize = 13;
const SIZES: usize = MOST - FEWEST + 1;

/// The most cards a hand that the slow solvers are given.
const MOST_TREE: usize = 5;
const MOST_TEXTBOOK: usize = 8;
const MOST_PUBLISHED: usize = 10;

/// The nodes that one deal takes.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Solved {
    trial: i64,
    /// The cards a hand.
    cards: usize,
    /// The nodes of the whole game tree, its leaves included.
    tree: Option<u64>,
    /// The different states that are reached, finished ones left out.
    states: Option<u64>,
    /// The nodes of the document's solver.
    published: Option<u64>,
    /// The nodes of the exact solver with an empty table.
    solver: u64,
}

impl Record for Solved {
    fn trial(&self) -> i64 {
        self.trial
    }
}

impl Experiment for Scaling {
    type Record = Solved;

    fn info(&self) -> Info {
        INFO
    }

    fn headline(&self) -> Option<&'static str> {
        Some("the exact solver, 13 cards a hand, mean nodes")
    }

    fn trial(&self, index: i64, seed: u64) -> Solved {
        let cards = FEWEST + index.rem_euclid(SIZES as i64) as usize;
        let mut rng: Pcg64Mcg = random::trial_rng(seed, index as u64);
        let hands = random::deal(CardSet::FULL, [cards; 2], &mut rng).expect("two hands of a pack");
        let leader = Player::ALL[random::below(&mut rng, 2) as usize];
        let deal = State::new(hands, leader).expect("disjoint hands of a size");
        let rules = Rules::DOCUMENT;
        Solved {
            trial: index,
            cards,
            tree: (cards <= MOST_TREE).then(|| tree(&rules, &deal)),
            states: (cards <= MOST_TEXTBOOK).then(|| {
                let mut textbook = Textbook::new();
                let _ = textbook.value(&rules, &deal);
                textbook.states() as u64
            }),
            published: (cards <= MOST_PUBLISHED).then(|| {
                let mut solver = ExactSolver::new();
                let _ = solver.solve(&published_state(&deal));
                solver.nodes()
            }),
            solver: Solver::new(rules).solve(&deal).nodes,
        }
    }

    fn summarise(&self, trials: Trials, records: &[Solved]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter("rules", "the document's");
        report.parameter("cards a hand", format!("{FEWEST} to {MOST}, in turn"));
        if let Some((_, states)) = of_size(records, 6, |deal| deal.states) {
            report.figures.push(
                Figure::exact(
                    "different states of 6 cards a hand, most",
                    "",
                    Number::whole(states),
                )
                .beside_claim("at most about 60 000", states <= 60_000),
            );
        }
        if let Some((mean, _)) = of_size(records, MOST, |deal| Some(deal.solver)) {
            let name = format!("the exact solver, {MOST} cards a hand, mean nodes");
            report.figures.push(Figure::estimate(name, "", mean, 0));
        }
        report.tables.push(table(records));
        report.plots.push(plot(records));
        report.notes.extend(NOTES.map(str::to_owned));
        report
    }
}

/// The nodes of the game tree below a state, it and its leaves included.
fn tree(rules: &Rules, state: &State) -> u64 {
    let below = state.legal(rules).iter().map(|card| {
        let mut next = *state;
        next.play(rules, card).expect("a legal card");
        tree(rules, &next)
    });
    1 + below.sum::<u64>()
}

/// The document's bound, C(2n, n) · 2^n.
fn documents_bound(cards: usize) -> f64 {
    hands_in_play(cards) * 2_f64.powi(cards as i32)
}

/// The states that hands of `cards` can reach at most; see the notes.
fn closer_bound(cards: usize) -> f64 {
    hands_in_play(cards) * (cards + 2) as f64 - 2.0
}

fn hands_in_play(cards: usize) -> f64 {
    let count = binomial(2 * cards as u32, cards as u32).expect("a small number of cards");
    count as f64
}

/// What a deal took, if that was counted.
type Count = fn(&Solved) -> Option<u64>;

/// What is counted.
const COUNTED: [(&str, Count); 4] = [
    ("game tree", |deal| deal.tree),
    ("different states", |deal| deal.states),
    ("the document's solver", |deal| deal.published),
    ("exact solver", |deal| Some(deal.solver)),
];

/// The mean over the deals of a size, and the most; `None` if not counted.
fn of_size(records: &[Solved], cards: usize, count: Count) -> Option<(Estimate, u64)> {
    let deals = records.iter().filter(|deal| deal.cards == cards);
    let counts = deals.filter_map(count);
    let most = counts.clone().max()?;
    Some((mean(counts.map(|count| count as f64)), most))
}

fn table(records: &[Solved]) -> Table {
    let mut columns = vec!["cards a hand", "C(2n,n)·2^n", "(n+2)·C(2n,n)−2"];
    for (name, _) in COUNTED {
        columns.extend([name, "most"]);
    }
    let rows = (FEWEST..=MOST).map(|cards| {
        let mut row = vec![Cell::count(cards as u32)];
        row.extend(
            [documents_bound(cards), closer_bound(cards)]
                .map(|bound| Cell::Number(Number::new(bound, 0))),
        );
        for (_, count) in COUNTED {
            row.extend(match of_size(records, cards, count) {
                Some((mean, most)) => {
                    [Number::new(mean.mean, 1), Number::whole(most)].map(Cell::Number)
                }
                None => [(); 2].map(|()| Cell::Text("–".to_owned())),
            });
        }
        row
    });
    Table {
        title: "Nodes and states a deal: mean, and most",
        columns,
        rows: rows.collect(),
    }
}

fn plot(records: &[Solved]) -> Plot {
    let counted = COUNTED.map(|(name, count)| {
        let mut curve = Curve::new(name);
        for cards in FEWEST..=MOST {
            if let Some((mean, _)) = of_size(records, cards, count) {
                curve.estimate(Number::whole(cards as u64), mean, 1);
            }
        }
        curve
    });
    let bound = |name: &str, bound: fn(usize) -> f64| {
        let mut curve = Curve::new(name);
        for cards in FEWEST..=MOST {
            let bound = Number::new(bound(cards), 0);
            curve.exact(Number::whole(cards as u64), bound);
        }
        curve
    };
    let bounds = [
        bound("the document's bound, C(2n,n)·2^n", documents_bound),
        bound("closer bound, (n+2)·C(2n,n)−2", closer_bound),
    ];
    Plot {
        name: "nodes",
        title: "Nodes and states of a deal, by cards a hand",
        x: Axis::linear("hand size", "cards"),
        y: Axis::log("nodes or states a deal, mean", ""),
        diagonal: false,
        curves: counted.into_iter().chain(bounds).collect(),
    }
}

const NOTES: [&str; 3] = [
    "The document bounds the states by C(2n, n)·2^n. Closer: before a trick both hold k of their n \
     cards, which is C(n, 0)² + … + C(n, n)² = C(2n, n) pairs of hands with either player to lead; \
     and half-way through a trick one of the k cards of the leader is on the table, which adds \
     n·C(2n, n). Less the two finished states that is (n + 2)·C(2n, n) − 2.",
    "Different states are counted by a textbook solver without pruning: a map of exact values over \
     hands, leader and card led. The game tree is what a solver without a map would visit. Both, and \
     the document's solver, stop at the sizes where they grow out of hand.",
    "The nodes of the exact solver are those of all root moves scored, from an empty table, on a \
     new solver for each deal.",
];
