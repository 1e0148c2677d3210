//! Each player against exact play: what it loses, by cards a hand.

use cards_core::{Card, CardSet, random};
use gongzhu_solver::published::{self, ExpectedLossAi};
use gongzhu_solver::{
    Effort, ExpectedLoss, Player, Preference, Rules, Solver, State, View, advise,
};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::published_state;
use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::plot::{Axis, Curve, Plot};
use crate::report::{Cell, Figure, Report, Table};
use crate::statistics::{Estimate, mean};

/// The players of the document's game against exact play.
#[derive(Debug)]
pub(crate) struct Accuracy;

const INFO: Info = Info {
    name: "gongzhu/accuracy",
    title: "what heuristics and determinized play lose to exact play, by cards a hand",
    source: "Gongzhu document, section 4: 'quantify the heuristic's error rate'",
    trials: Trials::up_to(1000 * SIZES as u64),
    quick: Trials::up_to(2 * SIZES as u64),
    randomness: Randomness::Seeded,
};

/// Trial by trial the cards a hand go round from the fewest to the most.
const FEWEST: usize = 3;
const MOST: usize = 13;
const SIZES: usize = MOST - FEWEST + 1;

/// The worlds that determinized play solves for each choice: fewer where each
/// takes longer.
const fn worlds(cards_left: usize) -> u64 {
    match cards_left {
        0..=8 => 2000,
        9..=10 => 500,
        _ => 100,
    }
}

/// The players, in the order of the report.
const PLAYERS: [&str; 5] = [
    "random",
    "published",
    "trick alone",
    "corrected",
    "determinized",
];

const RANDOM: usize = 0;
const PUBLISHED: usize = 1;
const CORRECTED: usize = 3;
const DETERMINIZED: usize = 4;

/// One deal, which every player plays in both seats against exact play.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deal {
    trial: i64,
    /// The cards a hand.
    cards: usize,
    /// The value for player 0.
    value: i32,
    random: Games,
    published: Games,
    trick_alone: Games,
    corrected: Games,
    determinized: Games,
    /// The corrected heuristic's choices where it would play another card if safe
    /// ones did not come first.
    decided_by_layers: u32,
}

/// A player's two games of a deal.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Games {
    /// The points lost in both, by all plays together.
    lost: i32,
    /// The plays with several legal cards, and those of them that lost nothing.
    choices: u32,
    optimal: u32,
}

impl Record for Deal {
    fn trial(&self) -> i64 {
        self.trial
    }
}

impl Deal {
    fn games(&self) -> [Games; PLAYERS.len()] {
        [
            self.random,
            self.published,
            self.trick_alone,
            self.corrected,
            self.determinized,
        ]
    }

    /// Points lost a game.
    fn lost(&self, player: usize) -> f64 {
        f64::from(self.games()[player].lost) / 2.0
    }
}

impl Experiment for Accuracy {
    type Record = Deal;

    fn info(&self) -> Info {
        INFO
    }

    fn headline(&self) -> Option<&'static str> {
        Some(WHOLE_HANDS)
    }

    fn trial(&self, index: i64, seed: u64) -> Deal {
        let cards = FEWEST + index.rem_euclid(SIZES as i64) as usize;
        let mut rng: Pcg64Mcg = random::trial_rng(seed, index as u64);
        let hands = random::deal(CardSet::FULL, [cards; 2], &mut rng).expect("two hands of a pack");
        let leader = Player::ALL[random::below(&mut rng, 2) as usize];
        let deal = State::new(hands, leader).expect("disjoint hands of a size");

        let mut contest = Contest {
            solver: Solver::new(Rules::DOCUMENT),
            deal,
        };
        let rules = Rules::DOCUMENT;
        let trick_alone = ExpectedLoss::new(rules.clone()).with_preference(Preference::TrickAlone);
        let corrected = ExpectedLoss::new(rules.clone());
        let expectation = ExpectedLoss::new(rules.clone()).with_preference(Preference::Expectation);
        let mut decided_by_layers = 0;
        Deal {
            trial: index,
            cards,
            value: contest.solver.value(&deal),
            random: contest.games(|_, _, state| random::choose(state.legal(&rules), &mut rng)),
            published: contest.games(|_, published, _| {
                let ai = ExpectedLossAi::new(published.to_move());
                ai.choose(published).map(Card::from)
            }),
            trick_alone: contest.games(|_, _, state| trick_alone.choose(&view(state))),
            corrected: contest.games(|_, _, state| {
                let view = view(state);
                let card = corrected.choose(&view);
                decided_by_layers += u32::from(card != expectation.choose(&view));
                card
            }),
            determinized: {
                let mut rng: Pcg64Mcg = random::trial_rng(!seed, index as u64);
                contest.games(|solver, _, state| {
                    let budget = Effort::Worlds(worlds(state.tricks_left()));
                    let advice = advise(solver, &view(state), budget, &mut rng).ok()?;
                    Some(advice.best().card)
                })
            },
            decided_by_layers,
        }
    }

    fn summarise(&self, trials: Trials, records: &[Deal]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter("rules", "the document's, with the right sign");
        report.parameter("cards a hand", format!("{FEWEST} to {MOST}, in turn"));
        report.parameter(
            "worlds a choice, determinized",
            "2000 up to 8 cards, 500 up to 10, 100 from 11 on",
        );
        let by_size = by_size(records);
        report.figures.extend(margins(&by_size));
        if let Some((MOST, deals)) = by_size.last() {
            let lost = lost(deals, CORRECTED);
            let figure = Figure::estimate(WHOLE_HANDS, "points", lost, 2);
            report.figures.push(figure);
        }
        let layered = records
            .iter()
            .map(|deal| deal.decided_by_layers)
            .sum::<u32>();
        let choices = records
            .iter()
            .map(|deal| deal.corrected.choices)
            .sum::<u32>();
        let share = 100.0 * f64::from(layered) / f64::from(choices.max(1));
        report.figures.push(Figure::exact(
            "choices of the corrected heuristic that its layers decide",
            "%",
            Number::new(share, 2),
        ));
        report.tables.push(lost_table(&by_size));
        report.tables.push(optimal_table(&by_size));
        report.plots.push(lost_plot(&by_size));
        report.notes.extend(NOTES.map(str::to_owned));
        report
    }
}

fn view(state: &State) -> View {
    View::of(state, state.to_play(), &Rules::DOCUMENT)
}

/// A deal and the solver that knows it.
struct Contest {
    solver: Solver,
    deal: State,
}

impl Contest {
    /// Plays the deal twice, the player in either seat, against exact play.
    fn games(
        &mut self,
        mut choose: impl FnMut(&mut Solver, &published::State, &State) -> Option<Card>,
    ) -> Games {
        let mut games = Games::default();
        for seat in Player::ALL {
            let mut state = self.deal;
            let mut published = published_state(&state);
            while !state.is_over() {
                let values = self.solver.play_values(&state);
                let own = |value: i32| state.to_play().sign() * value;
                let best = values.iter().max_by_key(|play| own(play.value));
                let best = *best.expect("a legal card");
                let card = if state.to_play() == seat {
                    let card = choose(&mut self.solver, &published, &state).expect("a card");
                    let chosen = values.iter().find(|play| play.card == card);
                    let lost = own(best.value) - own(chosen.expect("a legal card").value);
                    games.lost += lost;
                    if values.len() > 1 {
                        games.choices += 1;
                        games.optimal += u32::from(lost == 0);
                    }
                    card
                } else {
                    best.card
                };
                state.play(&Rules::DOCUMENT, card).expect("a legal card");
                published.play(card.into()).expect("a legal card");
            }
        }
        games
    }
}

/// The figure of the largest hands.
const WHOLE_HANDS: &str = "lost a deal by the corrected heuristic, 13 cards a hand";
const _: () = assert!(MOST == 13);

/// The deals of each hand size that was dealt.
fn by_size(records: &[Deal]) -> Vec<(usize, Vec<&Deal>)> {
    (FEWEST..=MOST)
        .map(|cards| {
            (
                cards,
                records.iter().filter(|deal| deal.cards == cards).collect(),
            )
        })
        .filter(|(_, deals): &(usize, Vec<_>)| !deals.is_empty())
        .collect()
}

type Sizes<'a> = [(usize, Vec<&'a Deal>)];

/// At how many hand sizes one player loses less than another on the same deals,
/// by more than three standard errors.
fn margins(by_size: &Sizes) -> Vec<Figure> {
    [
        (
            "sizes at which the published heuristic loses more than random cards",
            RANDOM,
            PUBLISHED,
        ),
        (
            "sizes at which the corrected heuristic loses less than the published one",
            CORRECTED,
            PUBLISHED,
        ),
        (
            "sizes at which determinized play loses less than the corrected heuristic",
            DETERMINIZED,
            CORRECTED,
        ),
    ]
    .map(|(name, less, more)| {
        let clear = (by_size.iter())
            .filter(|(_, deals)| {
                let margin = mean(deals.iter().map(|deal| deal.lost(more) - deal.lost(less)));
                margin.mean > 0.0 && !margin.is_about(0.0) && margin.standard_error.is_some()
            })
            .count();
        Figure::exact(name, "sizes", Number::whole(clear as u64))
    })
    .into()
}

fn lost(deals: &[&Deal], player: usize) -> Estimate {
    mean(deals.iter().map(|deal| deal.lost(player)))
}

fn error(estimate: Estimate) -> Cell {
    match estimate.standard_error {
        Some(error) => Cell::Number(Number::two_digits(error)),
        None => Cell::Text("?".to_owned()),
    }
}

fn lost_table(by_size: &Sizes) -> Table {
    let mut columns = vec!["cards a hand", "deals"];
    for player in PLAYERS {
        columns.extend([player, "± s.e."]);
    }
    let rows = by_size.iter().map(|(cards, deals)| {
        let mut row = vec![Cell::count(*cards as u32), Cell::count(deals.len() as u32)];
        for player in 0..PLAYERS.len() {
            let lost = lost(deals, player);
            row.extend([Cell::Number(Number::new(lost.mean, 2)), error(lost)]);
        }
        row
    });
    Table {
        title: "Points lost a deal to exact play",
        columns,
        rows: rows.collect(),
    }
}

fn optimal_table(by_size: &Sizes) -> Table {
    let mut columns = vec!["cards a hand"];
    for player in PLAYERS {
        columns.extend([player, "± s.e."]);
    }
    let rows = by_size.iter().map(|(cards, deals)| {
        let mut row = vec![Cell::count(*cards as u32)];
        for player in 0..PLAYERS.len() {
            let share = optimal(deals, player);
            row.extend([Cell::Number(Number::new(share.mean, 1)), error(share)]);
        }
        row
    });
    Table {
        title: "Choices that keep the exact value (%)",
        columns,
        rows: rows.collect(),
    }
}

/// The share of optimal choices. The choices of a deal are not independent, so
/// the error is that of a ratio of two sums over deals (Cochran, Sampling
/// Techniques, 1977, section 6.3).
fn optimal(deals: &[&Deal], player: usize) -> Estimate {
    let games = deals.iter().map(|deal| deal.games()[player]);
    let choices: u32 = games.clone().map(|games| games.choices).sum();
    let optimal: u32 = games.clone().map(|games| games.optimal).sum();
    let share = 100.0 * f64::from(optimal) / f64::from(choices.max(1));
    let per_deal = f64::from(choices.max(1)) / deals.len() as f64;
    let residuals = mean(games.map(|games| {
        (100.0 * f64::from(games.optimal) - share * f64::from(games.choices)) / per_deal
    }));
    Estimate {
        mean: share,
        standard_error: residuals.standard_error,
    }
}

fn lost_plot(by_size: &Sizes) -> Plot {
    let curves = PLAYERS.iter().enumerate().map(|(player, name)| {
        let mut curve = Curve::new(*name);
        for (cards, deals) in by_size {
            curve.estimate(Number::whole(*cards as u64), lost(deals, player), 2);
        }
        curve
    });
    Plot {
        name: "points-lost",
        title: "Points lost to exact play, by cards a hand",
        x: Axis::linear("hand size", "cards"),
        y: Axis::linear("lost a deal, both seats", "points"),
        diagonal: false,
        curves: curves.collect(),
    }
}

const NOTES: [&str; 5] = [
    "Every player plays every deal twice, once in each seat, against an opponent who sees all \
     cards and plays exactly. A play loses the value before it minus the value after it, for open \
     hands; what a game loses is the sum of these. Even the best play under hidden hands loses \
     points by this measure, since it does not see the cards.",
    "'Published' is the document's heuristic as printed: it seeks penalty cards, and it sees the \
     opponent's hand. 'Trick alone' is what it meant, its faults put right and nothing added; \
     'corrected' adds the outlook of the cards that are kept. Determinized play solves worlds \
     that agree with what has been seen, and takes the card with the best average. The last \
     three see no hidden card.",
    "A choice is a play with several legal cards. Its share of optimal ones has the error of a \
     ratio of sums over deals.",
    "The layers of 3.3 put safe cards first whatever is expected; 'decided by its layers' are the \
     choices that the expectation alone would make otherwise.",
    "'Sizes' counts those where the difference on the same deals exceeds three standard errors.",
];
