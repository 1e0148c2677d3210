//! Every claim of the document that does not hold, with the figure that shows it.

use cards_core::random::trial_rng;
use oldmaid_infer::policy::{
    DocumentFormula, KeepingPairs, LargestHand, Myopic, Policy, RandomTarget, SmallestHand,
};
use oldmaid_infer::published;
use oldmaid_infer::{DrawFrom, Game, Hand, Kind, Pairing, Rules, View};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::seats::rotated;
use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::plot::{Axis, Curve, Plot};
use crate::report::{Cell, Figure, Report, Table};
use crate::statistics::{Estimate, mean, percentage};

const LAMBDAS: [f64; 9] = [0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 12.0, 16.0];

/// λ is swept in every such trial.
const SWEPT: i64 = 5;

/// How many trials tell differences of some percent.
const ENOUGH: u64 = 20_000;

/// Whom three players draw from while the fourth keeps its pairs or not.
#[derive(Clone, Copy, Debug)]
enum Habit {
    Random,
    Smallest,
    Largest,
    Neighbour,
}

const HABITS: [(Habit, &str); 4] = [
    (Habit::Random, "at random"),
    (Habit::Smallest, "from the smallest hand"),
    (Habit::Largest, "from the largest hand"),
    (Habit::Neighbour, "from the previous player"),
];

/// The document's claims, one after the other.
#[derive(Debug)]
pub(crate) struct Audit;

/// What one trial adds to each figure.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Evidence {
    trial: i64,
    /// The loser in the document's program with its player in all seats.
    published_loser: i8,
    /// Its draws, and how many of them are from the first of the largest hands.
    ai_draws: u32,
    from_largest: u32,
    /// Where the formula makes a pair certain for a player about to draw: how
    /// often, and the true chances.
    certain: u32,
    certain_pairs: f64,
    /// For each habit: whether the tested seat loses with and without keeping pairs.
    keeping: Vec<[bool; 2]>,
    /// Every stay of the joker that ended: draws from that hand until it was taken,
    /// over the size of the hand when it came.
    stays: u32,
    stay_per_card: f64,
    stay_turns_per_card: f64,
    /// Draws of a game between random players.
    draws: u32,
    /// Whether a myopic player loses, by λ; empty if λ is not swept.
    lambda_loses: Vec<bool>,
}

impl Record for Evidence {
    fn trial(&self) -> i64 {
        self.trial
    }
}

impl Evidence {
    fn of_published(&mut self) {
        let game =
            published::Game::new(4, self.trial, published::Seats::AllAi).expect("four players");
        let mut draws = (0, 0);
        let outcome = game.play_observed(|draw| {
            draws.0 += 1;
            draws.1 += u32::from(draw.view.first_largest_hand() == Some(draw.provider));
        });
        (self.ai_draws, self.from_largest) = draws;
        self.published_loser = outcome.loser.map_or(-1, |seat| seat as i8);
    }

    /// A game between random players: its length, the joker's stays, and what the
    /// formula promises.
    fn of_random_game(&mut self, rng: &mut Pcg64Mcg) {
        let mut game = Game::deal(&Rules::DOCUMENT, rng).expect("legal rules");
        let holder_of = |game: &Game| {
            let holds = |hand: &Hand| hand.count(Kind::JOKER) > 0;
            game.hands().iter().position(holds).unwrap_or(0)
        };
        let mut holder = holder_of(&game);
        let mut came_to = game.hands()[holder].len();
        let (mut draws_from, mut turns) = (0_u32, 0_u32);
        while !game.table().is_over() {
            let seat = game.table().turn();
            let view = game.view(seat);
            self.add_certain(&view, &game);
            let from = RandomTarget.choose(&view, rng);
            turns += u32::from(seat.index() == holder);
            draws_from += u32::from(from.index() == holder);
            game.draw_random(from, false, rng).expect("a legal draw");
            let now = holder_of(&game);
            if now != holder {
                self.stays += 1;
                self.stay_per_card += f64::from(draws_from) / came_to as f64;
                self.stay_turns_per_card += f64::from(turns) / came_to as f64;
                (holder, came_to, draws_from, turns) = (now, game.hands()[now].len(), 0, 0);
            }
        }
        self.draws = game.table().draws();
    }

    fn add_certain(&mut self, view: &View<'_>, game: &Game) {
        for target in view.table().targets() {
            let kinds = view.hand().kinds();
            let chances = kinds
                .iter()
                .map(|kind| DocumentFormula::chance(view, target, kind));
            if chances.sum::<f64>() >= 1.0 {
                let hand = &game.hands()[target.index()];
                let held = kinds.iter().filter(|&kind| hand.count(kind) > 0).count();
                self.certain += 1;
                self.certain_pairs += held as f64 / hand.len() as f64;
            }
        }
    }
}

/// Whether a seat that keeps its pairs with the joker, or does not, loses.
fn keeping_loses(habit: Habit, keeps: bool, index: i64, seed: u64) -> bool {
    let rules = Rules {
        pairing: Pairing::Optional,
        draw_from: match habit {
            Habit::Neighbour => DrawFrom::Previous,
            Habit::Random | Habit::Smallest | Habit::Largest => DrawFrom::Any,
        },
        ..Rules::DOCUMENT
    };
    let policy = || -> Box<dyn Policy> {
        match habit {
            Habit::Random | Habit::Neighbour => Box::new(RandomTarget),
            Habit::Smallest => Box::new(SmallestHand),
            Habit::Largest => Box::new(LargestHand),
        }
    };
    // Both games have the same deal.
    let mut rng: Pcg64Mcg = trial_rng(seed, index as u64);
    let mut game = Game::deal(&rules, &mut rng).expect("legal rules");
    let seat = rotated(0, index.rem_euclid(4) as u64, 4);
    let mut others = [policy(), policy(), policy(), policy()];
    // The tested seat draws at random, whatever the others do.
    let most = if keeps { 5 } else { 0 };
    others[seat.index()] = Box::new(KeepingPairs {
        policy: RandomTarget,
        most,
    });
    let mut seats = others
        .each_mut()
        .map(|policy| &mut **policy as &mut dyn Policy);
    let outcome = game.play(&mut seats, &mut rng).expect("legal choices");
    outcome.loser == Some(seat)
}

fn myopic_loses(lambda: f64, index: i64, seed: u64) -> bool {
    let mut rng: Pcg64Mcg = trial_rng(seed, index as u64);
    let mut game = Game::deal(&Rules::DOCUMENT, &mut rng).expect("legal rules");
    let seat = rotated(0, index.div_euclid(SWEPT).rem_euclid(4) as u64, 4);
    let mut tested = Myopic::new(lambda);
    let mut random = [RandomTarget; 3];
    let [a, b, c] = &mut random;
    let mut seats: Vec<&mut dyn Policy> = vec![a, b, c];
    seats.insert(seat.index(), &mut tested);
    let outcome = game.play(&mut seats, &mut rng).expect("legal choices");
    outcome.loser == Some(seat)
}

impl Experiment for Audit {
    type Record = Evidence;

    fn info(&self) -> Info {
        Info {
            name: "oldmaid/audit",
            title: "the document's claims, each beside what is measured",
            source: "Old Maid document, sections 2.2, 2.3, 3.1, 3.2, 3.3, 5.6 and 6",
            trials: Trials::up_to(100_000),
            quick: Trials::up_to(400),
            randomness: Randomness::Seeded,
        }
    }

    fn headline(&self) -> Option<&'static str> {
        Some("published table, AI in all four seats: seat 3 loses")
    }

    fn trial(&self, index: i64, seed: u64) -> Evidence {
        let mut evidence = Evidence {
            trial: index,
            published_loser: -1,
            ai_draws: 0,
            from_largest: 0,
            certain: 0,
            certain_pairs: 0.0,
            keeping: Vec::new(),
            stays: 0,
            stay_per_card: 0.0,
            stay_turns_per_card: 0.0,
            draws: 0,
            lambda_loses: Vec::new(),
        };
        evidence.of_published();
        evidence.of_random_game(&mut trial_rng(seed, index as u64));
        evidence.keeping = HABITS
            .iter()
            .map(|&(habit, _)| [true, false].map(|keeps| keeping_loses(habit, keeps, index, seed)))
            .collect();
        if index.rem_euclid(SWEPT) == 0 {
            let loses = LAMBDAS
                .iter()
                .map(|&lambda| myopic_loses(lambda, index, seed));
            evidence.lambda_loses = loses.collect();
        }
        evidence
    }

    fn summarise(&self, trials: Trials, records: &[Evidence]) -> Report {
        let mut report = Report::new(&Experiment::info(self), trials);
        report.parameter("players", 4);

        let seat = |seat: i8| {
            percentage(
                records
                    .iter()
                    .map(move |record| record.published_loser == seat),
            )
        };
        let worst = seat(3);
        report.figures.push(
            Figure::estimate(
                "published table, AI in all four seats: seat 3 loses",
                "%",
                worst,
                2,
            )
            .beside_claim(
                "the loss of 44.75 is the random player's (5.6)",
                worst.mean < 35.0,
            ),
        );
        let draws: u64 = records
            .iter()
            .map(|record| u64::from(record.ai_draws))
            .sum();
        let largest: u64 = records
            .iter()
            .map(|record| u64::from(record.from_largest))
            .sum();
        let share = 100.0 * largest as f64 / draws.max(1) as f64;
        report.figures.push(
            Figure::exact(
                "draws of the AI from the first of the largest hands",
                "%",
                Number::new(share, 2),
            )
            .beside_claim("the target rank decides (3.2)", share < 99.0),
        );
        let certain = ratio(
            records,
            |record| 100.0 * record.certain_pairs,
            |record| f64::from(record.certain),
        );
        report.figures.push(
            Figure::estimate("a pair comes where k / H makes it certain", "%", certain, 1)
                .beside_claim("k / H is exact (2.2)", certain.mean > 99.0),
        );
        let turns = ratio(
            records,
            |record| record.stay_turns_per_card,
            |record| f64::from(record.stays),
        );
        report.figures.push(
            Figure::estimate(
                "turns of the joker's holder until it is drawn, over H",
                "",
                turns,
                3,
            )
            .beside_claim("about 1/2 (2.3)", (turns.mean - 0.5).abs() < 0.05),
        );
        let stay = ratio(
            records,
            |record| record.stay_per_card,
            |record| f64::from(record.stays),
        );
        report.figures.push(Figure::estimate(
            "draws from the joker's hand until it is drawn, over H",
            "",
            stay,
            3,
        ));
        let longest = records.iter().map(|record| record.draws).max().unwrap_or(0);
        report.figures.push(
            Figure::exact(
                "most draws in a game of random players",
                "",
                Number::whole(longest.into()),
            )
            .beside_claim("O(D), D = 53 (6)", longest <= 53),
        );
        let beyond = percentage(records.iter().map(|record| record.draws > 53));
        report.figures.push(Figure::estimate(
            "games of more than 53 draws",
            "%",
            beyond,
            2,
        ));

        let mut keeping = Table {
            title: "Keeping pairs with the joker in hands of up to 5, the tested seat drawing at random",
            columns: vec![
                "the others draw",
                "loses, pairs out (%)",
                "loses, pairs kept (%)",
                "difference",
                "± s.e.",
            ],
            rows: Vec::new(),
        };
        let mut harm = 0;
        for (place, (_, name)) in HABITS.iter().enumerate() {
            let loses = |which: usize| {
                percentage(
                    records
                        .iter()
                        .map(move |record| record.keeping[place][which]),
                )
            };
            let number = |loses: bool| if loses { 100.0 } else { 0.0 };
            let difference =
                mean(records.iter().map(|record| {
                    number(record.keeping[place][0]) - number(record.keeping[place][1])
                }));
            harm += u32::from(difference.mean > 0.0);
            keeping.rows.push(vec![
                Cell::Text((*name).to_owned()),
                Cell::Number(Number::new(loses(1).mean, 2)),
                Cell::Number(Number::new(loses(0).mean, 2)),
                Cell::Number(Number::new(difference.mean, 2)),
                Cell::Number(Number::two_digits(difference.standard_error.unwrap_or(0.0))),
            ]);
        }
        report.tables.push(keeping);
        let figure = Figure::exact(
            "habits of the others against which keeping pairs does harm, of 4",
            "",
            Number::whole(harm.into()),
        );
        // Verdicts on differences of some percent take thousands of games.
        let many = trials.count >= ENOUGH;
        report.figures.push(if many {
            figure.beside_claim("keep cards as cover (3.3)", harm == 0)
        } else {
            figure
        });

        let swept: Vec<&Evidence> = records
            .iter()
            .filter(|record| !record.lambda_loses.is_empty())
            .collect();
        let mut lambdas = Table {
            title: "A myopic player on the exact posterior against three random ones, by λ",
            columns: vec!["λ", "games", "it loses (%)", "± s.e."],
            rows: Vec::new(),
        };
        let mut curve = Curve::new("a myopic player");
        let loses =
            |place: usize| percentage(swept.iter().map(move |record| record.lambda_loses[place]));
        for (place, &lambda) in LAMBDAS.iter().enumerate() {
            let lost = loses(place);
            lambdas.rows.push(vec![
                Cell::Number(Number::new(lambda, 2)),
                Cell::Number(Number::whole(swept.len() as u64)),
                Cell::Number(Number::new(lost.mean, 2)),
                Cell::Number(Number::two_digits(lost.standard_error.unwrap_or(0.0))),
            ]);
            curve.estimate(Number::new(lambda, 2), lost, 2);
        }
        report.tables.push(lambdas);
        report.plots.push(Plot {
            name: "lambda",
            title: "Loss of a myopic player among three random ones, by λ",
            x: Axis::linear("λ, weight of the joker's risk", ""),
            y: Axis::linear("games lost", "%"),
            diagonal: false,
            curves: vec![curve],
        });
        let eight = LAMBDAS
            .iter()
            .position(|&lambda| lambda == 8.0)
            .unwrap_or(0);
        let more = mean(swept.iter().map(|record| {
            let number = |loses: bool| if loses { 100.0 } else { 0.0 };
            number(record.lambda_loses[eight]) - number(record.lambda_loses[0])
        }));
        let figure = Figure::estimate("loss with λ = 8 more than with λ = 0", "%", more, 2);
        report.figures.push(if many {
            figure.beside_claim("λ must be well above 2 (2.3)", more.mean < 0.0)
        } else {
            figure
        });
        report.note(
            "The published table is of seats, not of strategies: with the same player everywhere seat 3 \
             loses as often, since ties between hand sizes go to the lowest seat.",
        );
        report.note(
            "The joker leaves a hand of H cards with chance 1/H at each draw from it, so that it takes \
             about H such draws, fewer as the hand gets smaller; nothing makes it H/2 turns.",
        );
        report.note(
            "Who keeps pairs while he holds the joker makes it less likely to be drawn, while he wants to \
             be rid of it. It helps only against players who draw from the largest hand.",
        );
        report
    }
}

/// Σ part / Σ whole, with the standard error of independent trials.
fn ratio(
    records: &[Evidence],
    part: impl Fn(&Evidence) -> f64,
    whole: impl Fn(&Evidence) -> f64,
) -> Estimate {
    let sum: f64 = records.iter().map(&whole).sum();
    if sum == 0.0 {
        return mean(std::iter::empty());
    }
    let value = records.iter().map(&part).sum::<f64>() / sum;
    let count = records.len() as f64;
    let residuals: f64 = records
        .iter()
        .map(|record| (part(record) - value * whole(record)).powi(2))
        .sum();
    Estimate {
        mean: value,
        standard_error: (records.len() > 1)
            .then(|| residuals.sqrt() / sum * (count / (count - 1.0)).sqrt()),
    }
}
