//! The document's sample hand, its tables, and its splitter on dealt hands.

use cards_core::Rank;
use cards_core::counting::{Hypergeometric, Ratio};
use guandan_split::published::{
    GuandanError, Hand, HandEvaluator, HyperGeometric, SAMPLE_HAND, Splitter, deal, plays,
};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::plot::{Axis, Curve, Plot};
use crate::report::{Cell, Figure, Report, Table, compare};
use crate::statistics::{mean, percentage};

/// The document's program.
#[derive(Debug)]
pub(crate) struct Published;

const INFO: Info = Info {
    name: "guandan/published",
    title: "the document's splitter, hand rating and probability tables",
    source: "Guandan document, sections 1, 3, 4 and 5",
    trials: Trials::up_to(200),
    quick: Trials::up_to(200),
    randomness: Randomness::Document,
};

/// The cards of a hand.
const HAND_CARDS: usize = 27;

/// How many cards of a rank there are in two packs.
const COPIES: u32 = 8;

/// One dealt hand: the number of cards of each rank from the two up to the ace,
/// the fewest plays, the rating, and for each rank whether to bomb with it.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DealtHand {
    seed: i64,
    counts: [u8; Rank::COUNT],
    min_plays: u32,
    #[serde(serialize_with = "four_places")]
    evaluate: f64,
    should_bomb: [bool; Rank::COUNT],
}

/// Writes a number with four places, trailing zeros included.
fn four_places<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    let text = Number::new(*value, 4).to_string();
    let raw = RawValue::from_string(text).map_err(serde::ser::Error::custom)?;
    raw.serialize(serializer)
}

impl Record for DealtHand {
    fn trial(&self) -> i64 {
        self.seed
    }
}

impl Experiment for Published {
    type Record = DealtHand;

    fn info(&self) -> Info {
        INFO
    }

    fn headline(&self) -> Option<&'static str> {
        Some("mean fewest plays over the dealt hands")
    }

    fn trial(&self, index: i64, _seed: u64) -> DealtHand {
        let hand = deal(index, HAND_CARDS).expect("fewer cards than two packs have");
        let mut evaluator = evaluator();
        let rating = Number::new(evaluator.evaluate(hand), 4).rounded();
        let mut should_bomb = |rank| {
            let decision = evaluator.should_bomb(hand, rank, hand.count(rank));
            decision.expect("a hand holds at most eight cards of a rank")
        };
        DealtHand {
            seed: index,
            counts: hand.counts(),
            min_plays: Splitter::new().min_plays(hand, 0),
            evaluate: rating,
            should_bomb: Rank::ALL.map(&mut should_bomb),
        }
    }

    fn summarise(&self, trials: Trials, records: &[DealtHand]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter("cards a hand", HAND_CARDS);
        report.figures = figures();
        report.figures.extend([
            Figure::estimate(
                "mean fewest plays over the dealt hands",
                "",
                mean(records.iter().map(|hand| f64::from(hand.min_plays))),
                2,
            ),
            Figure::estimate(
                "mean rating of the dealt hands",
                "",
                mean(records.iter().map(|hand| hand.evaluate)),
                3,
            ),
            Figure::estimate(
                "dealt hands that would bomb with some rank",
                "%",
                percentage(records.iter().map(|hand| hand.should_bomb.contains(&true))),
                1,
            ),
        ]);
        let hyper = hyper();
        report.tables = vec![
            two_or_more_table(&hyper),
            none_table(&hyper),
            sample_hand_table(&hyper),
        ];
        report.plots.push(plot(&hyper));
        report.notes = NOTES.map(str::to_owned).to_vec();
        report
    }
}

/// The figures that the program prints, and the claims of the text.
fn figures() -> Vec<Figure> {
    let count = |name: &str, count: u64| Figure::exact(name, "", Number::whole(count));
    let rating = evaluator().evaluate(SAMPLE_HAND);
    let generated = plays().len() as u64;
    let mut figures = vec![
        count("cards of the sample hand", SAMPLE_HAND.total().into()).beside(27.0, true),
        count("fewest plays of the sample hand", fewest(SAMPLE_HAND).0).beside(7.0, true),
        Figure::exact("rating of the sample hand", "", Number::new(rating, 3)).beside(0.790, true),
        count("plays in the generator", generated).beside(292.0, true),
        count("plays in the generator, by section 1", generated)
            .beside_claim("about 200", generated.abs_diff(200) <= 20),
    ];
    let even = shape(&[3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
    let heavy = shape(&[4, 4, 4, 4, 4, 4, 3]);
    let triples = shape(&[3; 9]);
    for (name, hand, printed) in [
        ("memo states, sample hand", SAMPLE_HAND, 444.0),
        ("memo states, six fours and a triple", heavy, 1533.0),
        ("memo states, nine triples", triples, 1957.0),
        ("memo states, twelve pairs and a triple", even, 310.0),
    ] {
        figures.push(count(name, fewest(hand).1).beside(printed, true));
    }
    for (name, hand, claim, claimed) in [
        (
            "fewest plays, an even hand (twelve pairs and a triple)",
            even,
            "7",
            7,
        ),
        (
            "fewest plays, a concentrated one (six fours and a triple)",
            heavy,
            "5",
            5,
        ),
    ] {
        let plays = fewest(hand).0;
        figures.push(count(name, plays).beside_claim(claim, plays == claimed));
    }
    figures
}

/// The fewest plays of a hand, and the states that the splitter stores for it.
fn fewest(hand: Hand) -> (u64, u64) {
    let mut splitter = Splitter::new();
    let plays = splitter.min_plays(hand, 0);
    (plays.into(), splitter.memo_states() as u64)
}

/// A hand of these numbers of cards, from the two up.
fn shape(counts: &[u8]) -> Hand {
    let mut all = [0; Rank::COUNT];
    all[..counts.len()].copy_from_slice(counts);
    Hand::new(all).expect("at most eight cards of a rank")
}

/// A probability for each number of cards that I hold of a rank.
type Probability = fn(&HyperGeometric, u32) -> f64;

const TWO_OR_MORE: Probability = |hyper, mine| legal(hyper.at_least(mine, COPIES, 2));
const NONE: Probability = |hyper, mine| legal(hyper.prob(mine, COPIES, 0));

fn legal(probability: Result<f64, GuandanError>) -> f64 {
    probability.expect("a hand holds at most eight cards of a rank")
}

/// The model as the document's program builds it.
fn hyper() -> HyperGeometric {
    HyperGeometric::new(110).expect("a legal size")
}

/// The rating and the bomb decision as the document's program builds them.
fn evaluator() -> HandEvaluator {
    HandEvaluator::new(Splitter::new(), hyper())
}

fn plot(hyper: &HyperGeometric) -> Plot {
    let curve = |(name, probability): (&str, Probability)| {
        let mut curve = Curve::new(name);
        for mine in 0..=COPIES {
            let value = Number::new(probability(hyper, mine), 4);
            curve.exact(Number::whole(mine.into()), value);
        }
        curve
    };
    Plot {
        name: "opponent",
        title: "What one opponent holds of a rank, by what I hold",
        x: Axis::linear("k, cards of the rank in my hand", "cards"),
        y: Axis::linear("probability", ""),
        diagonal: false,
        curves: [("2 or more", TWO_OR_MORE), ("none", NONE)]
            .map(curve)
            .into(),
    }
}

/// A printed table beside the program's floats and the exact fractions.
fn table(
    hyper: &HyperGeometric,
    title: &'static str,
    printed: [f64; 9],
    probability: Probability,
    exact: fn(Hypergeometric) -> Ratio,
) -> Table {
    let row = |(mine, printed): (u32, f64)| {
        let measured = Number::new(probability(hyper, mine), 4);
        let printed = Number::new(printed, 4);
        let hand = Hypergeometric::new(81, COPIES - mine, 27).expect("8 of 81 cards at most");
        vec![
            Cell::count(mine),
            Cell::Number(printed),
            Cell::Number(measured),
            Cell::Text(exact(hand).to_string()),
            Cell::Text(hand.mean().to_string()),
            Cell::Verdict(compare(printed, measured)),
        ]
    };
    Table {
        title,
        columns: vec![
            "k",
            "published",
            "measured",
            "exactly",
            "expected cards",
            "verdict",
        ],
        rows: (0..).zip(printed).map(row).collect(),
    }
}

fn two_or_more_table(hyper: &HyperGeometric) -> Table {
    table(
        hyper,
        "P(one opponent holds 2 or more of a rank | I hold k)",
        [
            0.8190, 0.7485, 0.6573, 0.5433, 0.4074, 0.2564, 0.1083, 0.0, 0.0,
        ],
        TWO_OR_MORE,
        |hand| hand.at_least(2),
    )
}

fn none_table(hyper: &HyperGeometric) -> Table {
    table(
        hyper,
        "P(one opponent holds none of a rank | I hold k)",
        [
            0.0323, 0.0509, 0.0796, 0.1234, 0.1901, 0.2907, 0.4417, 0.6667, 1.0,
        ],
        NONE,
        |hand| hand.exactly(0),
    )
}

/// The lines that the program prints for its sample hand.
fn sample_hand_table(hyper: &HyperGeometric) -> Table {
    let printed = [
        0.6573, 0.8190, 0.6573, 0.6573, 0.5433, 0.6573, 0.6573, 0.5433, 0.7485, 0.5433, 0.6573,
        0.4074, 0.7485,
    ];
    let row = |(rank, printed): (Rank, f64)| {
        let mine = u32::from(SAMPLE_HAND.count(rank));
        let measured = Number::new(TWO_OR_MORE(hyper, mine), 4);
        let printed = Number::new(printed, 4);
        vec![
            Cell::Text(rank.to_string()),
            Cell::count(mine),
            Cell::Number(printed),
            Cell::Number(measured),
            Cell::Verdict(compare(printed, measured)),
        ]
    };
    Table {
        title: "The sample hand: P(one opponent holds 2 or more)",
        columns: vec!["rank", "mine", "published", "measured", "verdict"],
        rows: Rank::ALL.into_iter().zip(printed).map(row).collect(),
    }
}

const NOTES: [&str; 7] = [
    "The generator has 292 plays, not 'about 200' (1). Ace-low sequences are announced and missing: \
     A2345, AA2233 and AAA222 would make 295.",
    "The splitter takes a number of wild cards and ignores it (1); see guandan/published-wild for \
     the variant of section 2.",
    "'Even hands need 7 plays, concentrated ones 5' (1) depends on the hand: twelve pairs and a \
     triple, as even as 27 cards can be, need 5 as well. 'Seven ranks of four cards each' (6) are \
     28 cards, not 27.",
    "The bomb decision (4) looks for opposing bombs of the same rank alone. Jokers, straight \
     flushes, the joker bomb, bombs of nine and ten and the level card are missing, and the two \
     counts as a big card. Its probability never decides: an opponent has four of the rank with a \
     chance of 0.25 at most, and the limit is 0.35.",
    "In the tables an opponent always holds 27 of 81 unseen cards, also late in the game, when both \
     numbers have fallen.",
    "'One of the three others has one: always 1.0' (3) fails for k = 8, when no card is left.",
    "The program prints the plays, the rating and the table of the sample hand; the tables by k are \
     those of section 3, and the plays of the generator and the memo states were counted in the \
     program.",
];
