//! Each fault of the document's program as a row: what it prints, what is true.

use cards_core::counting::Hypergeometric;
use cards_core::{Rank, random};
use guandan_split::published::{Splitter, WildSplitter, deal, plays};
use guandan_split::{Belief, Hand, Level, RankCounts, Rules, min_plays};
use serde::{Deserialize, Serialize};

use super::{generator, hand, level};
use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::report::{Cell, Figure, Report, Table};
use crate::statistics::{mean, percentage};

/// The audit.
#[derive(Debug)]
pub(crate) struct Audit;

const INFO: Info = Info {
    name: "guandan/audit",
    title: "what each fault of the document's program changes",
    source: "Guandan document, all sections",
    trials: Trials::up_to(1000),
    quick: Trials::up_to(20),
    randomness: Randomness::Seeded,
};

/// The cards of the hands that the wild variant solves, wild ones aside.
const WILD_HAND: usize = 11;

/// What a trial found.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Trial {
    trial: i64,
    /// The fewest plays of 27 of the 104 cards: the document's splitter, and with
    /// low aces.
    printed: u32,
    ace_low: u32,
    /// A whole hand with jokers and wild cards: the fewest plays, and what the
    /// document's splitter says of its ranks, wild cards being cards of the
    /// level, jokers left out.
    whole: u32,
    whole_by_ranks: u32,
    /// A small hand with 0, 1 and 2 wild cards: the document's variant, and
    /// exactly.
    wild_printed: [u32; 3],
    wild_exact: [u32; 3],
    /// P(an opponent has four of the rank of which I hold the fewest), and
    /// P(an opponent has any bomb), for the whole hand.
    same_rank: f64,
    any_bomb: f64,
}

impl Record for Trial {
    fn trial(&self) -> i64 {
        self.trial
    }
}

impl Experiment for Audit {
    type Record = Trial;

    fn info(&self) -> Info {
        INFO
    }

    fn headline(&self) -> Option<&'static str> {
        Some("2. mean fewest plays, whole hands")
    }

    fn trial(&self, index: i64, seed: u64) -> Trial {
        let mut rng = generator(seed, index);
        // A seed of the document's own generator.
        let own_seed = random::below(&mut rng, 1 << 40) as i64;
        let dealt = deal(own_seed, 27).expect("fewer cards than two packs have");
        let counts = |counts, wilds| RankCounts::new(counts, wilds, [0; 2]).expect("few cards");
        let level = level(&mut rng);
        let whole = hand(27, &mut rng);
        let small = deal(own_seed, WILD_HAND).expect("fewer cards than two packs have");
        let mut variant = WildSplitter::new();
        let ranks = Rank::ALL.map(|rank| whole.count_rank(rank));
        Trial {
            trial: index,
            printed: Splitter::new().min_plays(dealt, 0),
            ace_low: counts(dealt.counts(), 0).min_plays(Rules::default()),
            whole: min_plays(whole, level, Rules::default()).expect("27 cards"),
            whole_by_ranks: counts(ranks, 0).min_plays(Rules::DOCUMENT),
            wild_printed: [0, 1, 2]
                .map(|wilds| variant.min_plays(small, wilds).expect("two at most")),
            wild_exact: [0, 1, 2]
                .map(|wilds| counts(small.counts(), wilds).min_plays(Rules::DOCUMENT)),
            same_rank: same_rank(whole),
            any_bomb: any_bomb(whole, level),
        }
    }

    fn summarise(&self, trials: Trials, records: &[Trial]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter(
            "cards a hand",
            format!("27; {WILD_HAND} and the wild ones where the wild variant is run"),
        );
        let mean_of = |value: &dyn Fn(&Trial) -> f64| {
            mean(records.iter().map(value).collect::<Vec<_>>().into_iter())
        };
        let share = |holds: &dyn Fn(&Trial) -> bool| {
            percentage(records.iter().map(holds).collect::<Vec<_>>().into_iter())
        };
        let plays_of = |name: &str, value: &dyn Fn(&Trial) -> f64| {
            Figure::estimate(name, "", mean_of(value), 3)
        };
        let share_of = |name: &str, holds: &dyn Fn(&Trial) -> bool| {
            Figure::estimate(name, "%", share(holds), 1)
        };
        report.figures = vec![
            Figure::exact(
                "1. plays in the generator",
                "",
                Number::whole(plays().len() as u64),
            )
            .beside_claim("about 200", false),
            Figure::exact(
                "1. plays with low aces as well",
                "",
                Number::whole(plays().len() as u64 + 3),
            ),
            share_of("1. hands that low aces save a play", &|one| {
                one.ace_low < one.printed
            }),
            plays_of("2. mean fewest plays, whole hands", &|one| {
                f64::from(one.whole)
            }),
            plays_of(
                "2. the same by ranks alone, wild cards as cards of the level, without jokers",
                &|one| f64::from(one.whole_by_ranks),
            ),
            share_of(
                "2. whole hands for which ranks alone give another number",
                &|one| one.whole != one.whole_by_ranks,
            ),
            share_of(
                "2. small hands, 1 wild card: counts that are too low",
                &|one| one.wild_printed[1] < one.wild_exact[1],
            ),
            share_of(
                "2. small hands, 2 wild cards: counts that are too low",
                &|one| one.wild_printed[2] < one.wild_exact[2],
            ),
            share_of("2. small hands: counts that differ otherwise", &|one| {
                one.wild_printed[0] != one.wild_exact[0]
                    || (1..3).any(|wilds| one.wild_printed[wilds] > one.wild_exact[wilds])
            }),
            Figure::estimate(
                "4. P(an opponent has four of the rank I hold fewest of)",
                "",
                mean_of(&|one| one.same_rank),
                4,
            ),
            Figure::estimate(
                "4. P(an opponent has any bomb)",
                "",
                mean_of(&|one| one.any_bomb),
                4,
            ),
            share_of(
                "4. hands for which the program's limit of 0.35 forbids a bomb",
                &|one| one.same_rank >= 0.35,
            )
            .beside_claim("the chance decides", false),
        ];
        report.tables = vec![left_over(), late()];
        report.notes = NOTES.map(str::to_owned).to_vec();
        report
    }
}

/// The chance that the document reckons with, for the rank that I hold the
/// fewest cards of: its largest.
fn same_rank(own: Hand) -> f64 {
    let mine = Rank::ALL
        .into_iter()
        .map(|rank| u32::from(own.count_rank(rank)))
        .min()
        .unwrap_or(0);
    let theirs = Hypergeometric::new(81, 8 - mine, 27).expect("eight of 81 cards");
    theirs.at_least(4).to_f64()
}

/// The chance that one opponent has a bomb of any kind, rounded to what is
/// stored.
fn any_bomb(own: Hand, level: Level) -> f64 {
    let belief = Belief::at_deal(own, level).expect("27 cards");
    let chance = belief.any_bomb(0).expect("player 0").to_f64();
    Number::new(chance, 6).rounded()
}

/// P(an opponent holds two or more of a rank of which I hold none), by how many
/// cards are left and how many of the rank.
fn late() -> Table {
    let row = |(held, of_rank): (u32, u32)| {
        let opponent = Hypergeometric::new(3 * held, of_rank, held).expect("fewer of a rank");
        vec![
            Cell::count(held),
            Cell::count(3 * held),
            Cell::count(of_rank),
            Cell::Number(Number::new(0.8190, 4)),
            Cell::Number(Number::new(opponent.at_least(2).to_f64(), 4)),
            Cell::Text(opponent.at_least(2).to_string()),
        ]
    };
    let rows = [
        (27, 8),
        (20, 8),
        (20, 6),
        (15, 6),
        (15, 4),
        (10, 8),
        (10, 4),
        (5, 4),
        (5, 2),
    ];
    Table {
        title: "5. P(an opponent holds 2 or more | I hold none), three equal hands left",
        columns: vec![
            "cards in the hand",
            "unseen cards",
            "of the rank",
            "published",
            "true",
            "exactly",
        ],
        rows: rows.into_iter().map(row).collect(),
    }
}

/// The smallest hands for which wild cards that are left over matter: what the
/// variant says, and what is true.
fn left_over() -> Table {
    let shape = |counts: &[u8]| {
        let mut all = [0; Rank::COUNT];
        all[1..=counts.len()].copy_from_slice(counts);
        all
    };
    let hands: [(&str, [u8; Rank::COUNT], u8); 4] = [
        ("nothing but a wild card", shape(&[]), 1),
        ("3 4 5 6 7 and a wild card", shape(&[1, 1, 1, 1, 1]), 1),
        ("3 3 4 4 5 5 and a wild card", shape(&[2, 2, 2]), 1),
        ("3 3 3 4 4 4 and two wild cards", shape(&[3, 3]), 2),
    ];
    let row = |(name, counts, wilds): (&str, [u8; Rank::COUNT], u8)| {
        let hand = guandan_split::published::Hand::new(counts).expect("few cards");
        let printed = WildSplitter::new().min_plays(hand, wilds);
        let exact = RankCounts::new(counts, wilds, [0; 2]).expect("few cards");
        vec![
            Cell::Text(name.to_owned()),
            Cell::count(printed.expect("two at most")),
            Cell::count(exact.min_plays(Rules::DOCUMENT)),
        ]
    };
    Table {
        title: "2. Wild cards that are left over",
        columns: vec!["hand", "published", "true"],
        rows: hands.into_iter().map(row).collect(),
    }
}

const NOTES: [&str; 5] = [
    "1. The generator has 292 plays. A2345, AA2233 and AAA222 are legal, and the lowest of their \
     kinds; with them there are 295.",
    "2. The plain splitter ignores its wild cards, and jokers, so that it is wrong for most whole \
     hands. In the wild variant wild cards that are left over cost nothing. That shows where nothing \
     is left for them to join, as in the first table; in a hand of some size they nearly always \
     join a group for free.",
    "3. 'Even 7, concentrated 5' is looked at in guandan/pruning and guandan/published.",
    "4. The decision asks for opposing bombs of the same rank. Their chance never reaches its limit, \
     while some bomb is nearly certain: each opponent has one in more than nine of ten deals.",
    "5. The opponent always holds 27 of 81 cards, with eight of the rank unseen if I hold none. What \
     has been played changes the chance both ways; guandan/inference measures what that costs.",
];
