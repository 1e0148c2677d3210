//! What each fault of the document costs.

use cards_core::random::trial_rng;
use cards_core::{BySeat, Seat};
use hearts_mc::published::{HeartsGame, play_deal};
use hearts_mc::{FirstTrick, Opening, Rules};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::program::{Discards, Program, Rollouts, Sight, score};
use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::report::{Cell, Figure, Report, Table};
use crate::statistics::{Estimate, mean};

/// The document's faults, each put right on its own.
#[derive(Debug)]
pub(crate) struct Audit;

const INFO: Info = Info {
    name: "hearts/audit",
    title: "what each fault of the document costs",
    source: "Hearts document, its complete program",
    trials: Trials::up_to(3000),
    quick: Trials::up_to(25),
    randomness: Randomness::Seeded,
};

const PRINTED: Program = Program::PRINTED;
const HONEST: Program = Program {
    sight: Sight::Honest,
    ..PRINTED
};

const GREEDY: Program = Program {
    simulates: false,
    ..PRINTED
};

/// A player and rules to be compared with others of the list.
struct Variant {
    /// What is put right.
    name: &'static str,
    program: Program,
    rules: Rules,
    /// The variant that it is compared with.
    base: usize,
}

const fn variant(name: &'static str, program: Program, base: usize) -> Variant {
    Variant {
        name,
        program,
        rules: Rules::DOCUMENT,
        base,
    }
}

const fn with_rules(name: &'static str, rules: Rules) -> Variant {
    Variant {
        name,
        program: PRINTED,
        rules,
        base: 0,
    }
}

const VARIANTS: [Variant; 14] = [
    variant("the program as printed", PRINTED, 0),
    variant(
        "it discards the card of most risk",
        Program {
            discards: Discards::Most,
            ..PRINTED
        },
        0,
    ),
    with_rules(
        "the holder of ♣2 leads it",
        Rules {
            opening: Opening::TwoOfClubs,
            ..Rules::DOCUMENT
        },
    ),
    with_rules(
        "no points on the first trick",
        Rules {
            first_trick: FirstTrick::NoPoints,
            ..Rules::DOCUMENT
        },
    ),
    variant("it does not see the other hands", HONEST, 0),
    variant(
        "it tries all its cards",
        Program {
            candidates: 13,
            ..PRINTED
        },
        0,
    ),
    variant(
        "its rollouts play greedily",
        Program {
            rollouts: Rollouts::Greedy(Discards::Least),
            ..PRINTED
        },
        0,
    ),
    variant(
        "its rollouts play greedily, and discard most risk",
        Program {
            rollouts: Rollouts::Greedy(Discards::Most),
            ..PRINTED
        },
        0,
    ),
    variant(
        "honest: it discards the card of most risk",
        Program {
            discards: Discards::Most,
            ..HONEST
        },
        4,
    ),
    variant(
        "honest: it tries all its cards",
        Program {
            candidates: 13,
            ..HONEST
        },
        4,
    ),
    variant(
        "honest: its rollouts play greedily",
        Program {
            rollouts: Rollouts::Greedy(Discards::Least),
            ..HONEST
        },
        4,
    ),
    variant(
        "honest: all of these, rollouts discard most risk",
        Program {
            discards: Discards::Most,
            candidates: 13,
            rollouts: Rollouts::Greedy(Discards::Most),
            ..HONEST
        },
        4,
    ),
    variant("it does not simulate", GREEDY, 0),
    variant(
        "greedy: it discards the card of most risk",
        Program {
            discards: Discards::Most,
            ..GREEDY
        },
        12,
    ),
];

/// One deal of the document's program.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deal {
    trial: i64,
    /// What the program's seats took and what it made of it.
    points: [u8; 4],
    final_scores: [u8; 4],
    /// By variant: the score of its player, summed over the four hands of the deal.
    scores: Vec<i32>,
}

impl Record for Deal {
    fn trial(&self) -> i64 {
        self.trial
    }
}

impl Deal {
    /// The seat that shot the moon.
    fn shooter(&self) -> Option<usize> {
        self.points.iter().position(|&points| points == 26)
    }

    /// The scores with the moon counted right.
    fn right_scores(&self) -> [u8; 4] {
        let Some(shooter) = self.shooter() else {
            return self.points;
        };
        core::array::from_fn(|seat| if seat == shooter { 0 } else { 26 })
    }

    /// What a variant scores more than its base, a deal.
    fn change(&self, place: usize) -> f64 {
        f64::from(self.scores[place] - self.scores[VARIANTS[place].base]) / 4.0
    }
}

impl Experiment for Audit {
    type Record = Deal;

    fn info(&self) -> Info {
        INFO
    }

    fn headline(&self) -> Option<&'static str> {
        Some("right moon: change of the final score, seat 0")
    }

    fn trial(&self, index: i64, seed: u64) -> Deal {
        let outcome = play_deal(index);
        let dealt = HeartsGame::new(index);
        let scores = VARIANTS.iter().map(|variant| {
            let tables = Seat::all(4).map(|turn| {
                // Seat 0 has each hand once; the others move up with it.
                let hands = BySeat::from_fn(|seat| dealt.state().hand(seat.plus(turn.index(), 4)));
                // The same random numbers for every variant.
                let table = (index as u64)
                    .wrapping_mul(4)
                    .wrapping_add(turn.index() as u64);
                let mut rng: Pcg64Mcg = trial_rng(seed, table);
                score(variant.program, &variant.rules, hands, &mut rng)
            });
            tables.sum()
        });
        Deal {
            trial: index,
            points: outcome.points.into_array(),
            final_scores: outcome.final_scores.into_array(),
            scores: scores.collect(),
        }
    }

    fn summarise(&self, trials: Trials, records: &[Deal]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter("tables", "seat 0 plays each of the four hands of a deal");
        report.parameter("rules", "document, but where the table says otherwise");

        let moons: Vec<_> = records
            .iter()
            .filter(|deal| deal.shooter().is_some())
            .collect();
        let printed = (moons.iter()).filter(|deal| deal.final_scores == [26, 26, 26, 0]);
        let wrong = (moons.iter()).filter(|deal| deal.final_scores != deal.right_scores());
        let printed = printed.count();
        report.figures.extend([
            Figure::exact(
                "deals of the program with all points on one seat",
                "",
                Number::whole(moons.len() as u64),
            ),
            Figure::exact(
                "of the deals with all points on one seat, corrected to 26, 26, 26, 0",
                "",
                Number::whole(printed as u64),
            )
            .beside_claim("all, whoever shoots", printed == moons.len()),
            Figure::exact(
                "of these, corrected wrongly",
                "",
                Number::whole(wrong.count() as u64),
            ),
        ]);
        for seat in Seat::all(4) {
            let change = records.iter().map(|deal| {
                let right = deal.right_scores()[seat.index()];
                f64::from(right) - f64::from(deal.final_scores[seat.index()])
            });
            report.figures.push(Figure::estimate(
                format!("right moon: change of the final score, seat {seat}"),
                "points",
                mean(change),
                2,
            ));
        }
        let own = |place: usize| {
            mean(
                records
                    .iter()
                    .map(|deal| f64::from(deal.scores[place]) / 4.0),
            )
        };
        let mut rows = Vec::new();
        for (place, variant) in VARIANTS.iter().enumerate() {
            let [score, _] = cells(own(place));
            let mut row = vec![Cell::Text(variant.name.to_owned()), score];
            if place == variant.base {
                row.extend(["–", "–", "–"].map(|dash| Cell::Text(dash.to_owned())));
            } else {
                let change = mean(records.iter().map(|deal| deal.change(place)));
                row.extend(cells(change));
                row.push(Cell::Text(verdict(change).to_owned()));
            }
            rows.push(row);
        }
        report.tables.push(Table {
            title: "Score a deal of seat 0 among three greedy players, and its change",
            columns: vec!["put right", "score", "change", "s.e.", "so it"],
            rows,
        });
        report.notes = NOTES.map(str::to_owned).to_vec();
        report
    }
}

fn cells(estimate: Estimate) -> [Cell; 2] {
    let error = match estimate.standard_error {
        Some(error) => Cell::Number(Number::two_digits(error)),
        None => Cell::Text("unknown".to_owned()),
    };
    [Cell::Number(Number::new(estimate.mean, 2)), error]
}

/// What three standard errors tell.
fn verdict(change: Estimate) -> &'static str {
    if change.standard_error.is_none() || change.is_about(0.0) {
        "may do nothing"
    } else if change.mean < 0.0 {
        "gains"
    } else {
        "loses"
    }
}

const NOTES: [&str; 6] = [
    "The deals are those of the document's seeds. Seat 0, which the program's AI takes, plays each \
     of the four hands once, against three of the program's greedy seats, and the changes are \
     paired deal by deal; a moon is counted right. Negative changes are fewer points for seat 0.",
    "A change of the rules changes the game for all four, so its line is no fault of the player: \
     it shows how much of the AI's advantage hangs on leading first, and on a first trick to which \
     points may go.",
    "'It does not see the other hands' deals the unseen cards at random for each rollout, all \
     deals that agree with what has been seen being equally likely. What that costs is what the \
     printed program gains by cheating. The lines that begin with 'honest' are compared with it, \
     and the last with the greedy seat that does not simulate.",
    "Rollouts by the greedy layer give each world one end instead of a sample, so with the real \
     hands all 100 are the same game.",
    "Rollouts that discard as the text wants misjudge three players who discard as the program \
     does: they help a player that does not see the hands, and hurt one that does. Such players \
     keep their points on the first trick, too, so that forbidding them there changes next to \
     nothing.",
    "The estimate of the moon's chance is never asked for in the program, and so cannot cost \
     anything; passing it does not know.",
];
