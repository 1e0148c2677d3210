//! Hand ratings against who goes out first.

use cards_core::{BySeat, Rank};
use guandan_split::policy::{BombRule, play_out};
use guandan_split::published::{self, HandEvaluator};
use guandan_split::{Hand, Round, Rules, evaluate, promotion};
use serde::{Deserialize, Serialize};

use super::{generator, hands, level, seat};
use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::report::{Cell, Figure, Report, Table};
use crate::statistics::{mean, percentage};

/// The ratings.
#[derive(Debug)]
pub(crate) struct Ratings;

const INFO: Info = Info {
    name: "guandan/evaluation",
    title: "hand ratings against who goes out first in deals played out",
    source: "Guandan document, section 4",
    trials: Trials::up_to(20_000),
    quick: Trials::up_to(300),
    randomness: Randomness::Seeded,
};

/// One hand of a deal.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rated {
    trial: i64,
    plays: u32,
    bombs: u32,
    controls: u32,
    /// The estimated chance to go out first, and the document's rating.
    first: f64,
    document: f64,
    /// The hand's place, 1 to 4, and the levels its side won or lost.
    place: u32,
    levels: i32,
}

impl Record for Rated {
    fn trial(&self) -> i64 {
        self.trial
    }
}

/// The document's rating, which knows ranks alone; jokers are left out.
fn by_the_document(hand: Hand) -> f64 {
    let counts = Rank::ALL.map(|rank| hand.count_rank(rank));
    let hand = published::Hand::new(counts).expect("27 cards at most");
    Number::new(HandEvaluator::default().evaluate(hand), 4).rounded()
}

impl Experiment for Ratings {
    type Record = Rated;

    fn info(&self) -> Info {
        INFO
    }

    fn headline(&self) -> Option<&'static str> {
        Some("Brier score of the estimate")
    }

    fn trial(&self, index: i64, seed: u64) -> Rated {
        let mut rng = generator(seed, index);
        let (level, hands, leader) = (level(&mut rng), hands(&mut rng), seat(&mut rng));
        let own = seat(&mut rng);
        let value = evaluate(hands[own], level, Rules::default()).expect("27 cards");
        let round = Round::new(hands, level, Rules::default(), leader).expect("a whole deal");
        let order = play_out(round, &BySeat::new([BombRule::Weighed; 4])).expect("27 cards");
        let place = order
            .iter()
            .position(|&seat| seat == own)
            .expect("four seats");
        let steps = i32::from(promotion(&order).expect("four seats"));
        let won = order[0].index() % 2 == own.index() % 2;
        Rated {
            trial: index,
            plays: value.plays,
            bombs: value.bombs,
            controls: value.controls,
            first: Number::new(value.first, 6).rounded(),
            document: by_the_document(hands[own]),
            place: place as u32 + 1,
            levels: if won { steps } else { -steps },
        }
    }

    fn summarise(&self, trials: Trials, records: &[Rated]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter("players", "those of guandan/bombing, bombs weighed");
        let goes_first = |one: &Rated| f64::from(u8::from(one.place == 1));
        let gap = mean(
            records
                .iter()
                .map(|one| 100.0 * (one.first - goes_first(one))),
        );
        let brier = |of: fn(&Rated) -> f64| {
            mean(
                records
                    .iter()
                    .map(move |one| (of(one) - f64::from(u8::from(one.place == 1))).powi(2)),
            )
        };
        let ranks =
            |of: fn(&Rated) -> f64| Figure::exact("", "", Number::new(correlation(records, of), 3));
        let named = |name: &str, figure: Figure| Figure {
            name: name.to_owned(),
            ..figure
        };
        report.figures = vec![
            Figure::estimate("chance to go out first: said minus seen", "%", gap, 2),
            Figure::estimate("Brier score of the estimate", "", brier(|one| one.first), 4),
            Figure::estimate(
                "Brier score of 'one in four' for every hand",
                "",
                brier(|_| 0.25),
                4,
            ),
            Figure::estimate(
                "Brier score of the document's rating as a chance",
                "",
                brier(|one| one.document),
                4,
            ),
            named(
                "correlation with the levels won: the estimate",
                ranks(|one| one.first),
            ),
            named("the same: the document's rating", ranks(|one| one.document)),
            named(
                "the same: fewest plays alone, negative",
                ranks(|one| -f64::from(one.plays)),
            ),
        ];
        let row = |tenth: u32| {
            let inside = |one: &&Rated| ((one.first * 10.0) as u32).min(9) == tenth;
            let some: Vec<&Rated> = records.iter().filter(inside).collect();
            let said = mean(some.iter().map(|one| 100.0 * one.first));
            let seen = percentage(some.iter().map(|one| one.place == 1));
            let error = seen.standard_error.map_or("?".to_owned(), |error| {
                Number::two_digits(error).to_string()
            });
            (!some.is_empty()).then(|| {
                vec![
                    Cell::Text(format!("{} to {}", 10 * tenth, 10 * tenth + 10)),
                    Cell::count(some.len() as u32),
                    Cell::Number(Number::new(said.mean, 1)),
                    Cell::Number(Number::new(seen.mean, 1)),
                    Cell::Text(error),
                ]
            })
        };
        report.tables = vec![Table {
            title: "Going out first, by what was said (%)",
            columns: vec!["said", "hands", "mean said", "seen", "± error"],
            rows: (0..10).filter_map(row).collect(),
        }];
        report.note(
            "The document calls its rating an estimate of the chance to win. It looks at no opponent, \
             counts the two as a big card, and knows neither jokers nor the level; most hands get more \
             than 0.5, while one player of four goes out first.",
        );
        report.note(
            "The estimate is a logistic function of the fewest plays, the bombs and the level's cards \
             with the jokers, fitted on other deals. A hand's own strength decides only a part: the \
             partner's and the opponents' cards do the rest.",
        );
        report
    }
}

/// The linear correlation of a rating with the levels won; 0 if either does not
/// vary.
fn correlation(records: &[Rated], of: fn(&Rated) -> f64) -> f64 {
    let x = mean(records.iter().map(of)).mean;
    let y = mean(records.iter().map(|one| f64::from(one.levels))).mean;
    let sums = records.iter().fold([0.0; 3], |[xy, xx, yy], one| {
        let (dx, dy) = (of(one) - x, f64::from(one.levels) - y);
        [xy + dx * dy, xx + dx * dx, yy + dy * dy]
    });
    let scale = (sums[1] * sums[2]).sqrt();
    if scale == 0.0 { 0.0 } else { sums[0] / scale }
}
