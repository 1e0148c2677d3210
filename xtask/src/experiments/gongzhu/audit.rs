//! The faults of the document's program, each with its figure.

use cards_core::counting::Hypergeometric;
use cards_core::{Card, CardSet, RankOrder, Suit, random};
use gongzhu_solver::published::{self, ExpectedLossAi, compare, random_endgame};
use gongzhu_solver::{Player, Rules, Solver, State, View};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::report::{Cell, Figure, Report, Table};
use crate::statistics::{mean, percentage};

/// The document's 200 endgames, looked at again.
#[derive(Debug)]
pub(crate) struct Audit;

const INFO: Info = Info {
    name: "gongzhu/audit",
    title: "each fault of the document's program: what it printed or claims, and what is so",
    source: "Gongzhu document, sections 3, 4 and 6",
    trials: Trials::up_to(200),
    quick: Trials::up_to(200),
    randomness: Randomness::Document,
};

const CARDS: usize = 6;

/// How often the hidden cards are dealt anew at each choice.
const REDEALS: u32 = 16;

/// One endgame. Values and differences are the program's 'player 1's penalties
/// minus player 0's' unless they are said to be right.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Audited {
    seed: i64,
    published_exact_diff: i32,
    /// The minimax value of the program's objective.
    exact_diff: i32,
    /// The minimax value of player 0's score minus player 1's.
    right_exact_diff: i32,
    /// The heuristic against itself.
    heuristic_diff: i32,
    right_heuristic_diff: i32,
    /// Whether first cards are among the optimal ones.
    heuristic_first_optimal: bool,
    heuristic_first_right_optimal: bool,
    published_exact_first_optimal: bool,
    /// The heuristic's choices in that game: plays with several legal cards.
    safe_choices: Outcomes,
    other_choices: Outcomes,
    /// Legal cards at its choices that the opponent has no higher card for, and
    /// those of them that count as absolutely safe.
    unbeatable: u32,
    unbeatable_called_safe: u32,
    /// Choices that another deal of the hidden cards changes, and how many deals
    /// change one.
    changed_choices: u32,
    changing_redeals: u32,
}

/// What became of some choices.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Outcomes {
    made: u32,
    /// Those whose trick the chooser took, and those who took penalties in it.
    took_trick: u32,
    took_penalties: u32,
}

impl Record for Audited {
    fn trial(&self) -> i64 {
        self.seed
    }
}

/// The document's game with its sign: who takes penalty cards leads.
fn reversed() -> Rules {
    let mut rules = Rules::plain(RankOrder::AceLow);
    for card in CardSet::FULL {
        let value = -Rules::DOCUMENT.value_of(card);
        rules = rules.with_value(card, value).expect("a small value");
    }
    rules
}

fn state_of(deal: &published::State) -> State {
    let hands = Player::ALL.map(|player| deal.hand(player).into());
    State::new(hands, deal.next_leader()).expect("hands of a deal")
}

fn core_card(bit: u8) -> Card {
    published::Card::from_bit_index(bit)
        .expect("a card of the pack")
        .into()
}

impl Experiment for Audit {
    type Record = Audited;

    fn info(&self) -> Info {
        INFO
    }

    fn headline(&self) -> Option<&'static str> {
        Some("1 and 2: mean value, player 0's score minus player 1's")
    }

    fn trial(&self, index: i64, _seed: u64) -> Audited {
        let deal = random_endgame(CARDS, index).expect("a legal number of cards");
        let found = compare(&deal).expect("hands that hold cards");
        let state = state_of(&deal);
        let heuristic_first = core_card(found.heuristic_first);
        let published_first = core_card(found.exact_first);
        let mut of_program = Solver::new(reversed());
        let mut right = Solver::new(Rules::DOCUMENT);
        let optimal = of_program.best_plays(&state);
        let mut audited = Audited {
            seed: index,
            published_exact_diff: found.exact_diff,
            exact_diff: of_program.value(&state),
            right_exact_diff: right.value(&state),
            heuristic_diff: found.heuristic_diff,
            right_heuristic_diff: 0,
            heuristic_first_optimal: optimal.contains(heuristic_first),
            heuristic_first_right_optimal: right.best_plays(&state).contains(heuristic_first),
            published_exact_first_optimal: optimal.contains(published_first),
            safe_choices: Outcomes::default(),
            other_choices: Outcomes::default(),
            unbeatable: 0,
            unbeatable_called_safe: 0,
            changed_choices: 0,
            changing_redeals: 0,
        };
        let line: Vec<Card> = found.heuristic_line.into_iter().map(core_card).collect();
        follow_game(&deal, &line, &mut audited);
        audited
    }

    fn summarise(&self, trials: Trials, records: &[Audited]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter("cards a hand", CARDS);
        report.parameter("deals of the hidden cards a choice", REDEALS);
        let comparable = trials == INFO.trials;
        values(&mut report, records, comparable);
        first_cards(&mut report, records, comparable);
        safety(&mut report, records);
        information(&mut report, records);
        report.tables.push(counts(records));
        report.tables.push(chance_to_hold());
        report.notes.extend(NOTES.map(str::to_owned));
        report
    }
}

/// Goes through the heuristic's game against itself, choice by choice.
fn follow_game(deal: &published::State, line: &[Card], audited: &mut Audited) {
    let rules = Rules::DOCUMENT;
    let mut rng: Pcg64Mcg = random::trial_rng(0, audited.seed as u64);
    let mut published = *deal;
    let mut state = state_of(deal);
    // Whether the card led was a choice, and a safe one.
    let mut led = None;
    for (place, &card) in line.iter().enumerate() {
        let player = published.to_move();
        let ai = ExpectedLossAi::new(player);
        let legal = published.legal_cards(player);
        let is_choice = legal.len() > 1;
        let kind = is_choice.then(|| ai.is_absolutely_safe(&published, card.into()));
        if is_choice {
            let opponent = published.hand(player.opponent());
            for card in legal {
                if card.higher().intersection(opponent).is_empty() {
                    audited.unbeatable += 1;
                    let safe = ai.is_absolutely_safe(&published, card);
                    audited.unbeatable_called_safe += u32::from(safe);
                }
            }
            let view = View::of(&state, state.to_play(), &rules);
            let changing = (0..REDEALS)
                .filter(|_| {
                    let world = view.sample(&mut rng);
                    choice_in(deal, &line[..place], &world) != Some(card)
                })
                .count() as u32;
            audited.changing_redeals += changing;
            audited.changed_choices += u32::from(changing > 0);
        }
        published.play(card.into()).expect("a legal card");
        let played = state.play(&rules, card).expect("a legal card");
        match played.trick {
            None => led = kind,
            Some(trick) => {
                let penalties = trick.cards.iter().any(|&card| rules.value_of(card) < 0);
                for (kind, player) in [(led, played.player.opponent()), (kind, played.player)] {
                    let Some(safe) = kind else { continue };
                    let outcomes = if safe {
                        &mut audited.safe_choices
                    } else {
                        &mut audited.other_choices
                    };
                    let took = trick.winner == player;
                    outcomes.made += 1;
                    outcomes.took_trick += u32::from(took);
                    outcomes.took_penalties += u32::from(took && penalties);
                }
            }
        }
    }
    audited.right_heuristic_diff = state.difference(&rules);
}

/// What the heuristic chooses after these plays if the opponent of the player
/// whose turn it is holds what it does in `world`.
fn choice_in(deal: &published::State, line: &[Card], world: &State) -> Option<Card> {
    let other = world.to_play().opponent();
    let dealt = CardSet::from(deal.hand(Player::ALL[other.index()]));
    let played: CardSet = line
        .iter()
        .copied()
        .filter(|&card| dealt.contains(card))
        .collect();
    let mut hands = Player::ALL.map(|player| deal.hand(player));
    hands[other.index()] = (world.hand(other) | played).into();
    let mut state = published::State::new(hands, deal.next_leader()).expect("disjoint hands");
    for &card in line {
        state
            .play(card.into())
            .expect("no play shows what is not so");
    }
    ExpectedLossAi::new(state.to_move())
        .choose(&state)
        .map(Card::from)
}

/// Faults 1 and 2.
fn values(report: &mut Report, records: &[Audited], comparable: bool) {
    let decided = records.iter().filter(|deal| deal.heuristic_diff != 0);
    let right = percentage(
        decided.map(|deal| deal.heuristic_diff.signum() == deal.right_heuristic_diff.signum()),
    );
    report.figures.push(
        Figure::estimate(
            "1: the difference names who has the better score",
            "%",
            right,
            1,
        )
        .beside_claim("positive: player 0 leads", right.mean == 100.0),
    );
    let wrong = records
        .iter()
        .filter(|deal| deal.published_exact_diff != deal.exact_diff);
    let wrong = wrong.count();
    report.figures.push(
        Figure::exact(
            "2: 'exact' values that are wrong",
            "deals",
            Number::whole(wrong as u64),
        )
        .beside_claim("exact, without approximation", wrong == 0),
    );
    for (name, value) in [
        (
            "2: mean value, the program's sign",
            mean(records.iter().map(|deal| f64::from(deal.exact_diff))),
        ),
        (
            "1 and 2: mean value, player 0's score minus player 1's",
            mean(records.iter().map(|deal| f64::from(deal.right_exact_diff))),
        ),
    ] {
        let figure = Figure::estimate(name, "points", value, 2);
        report.figures.push(figure.beside(-0.48, comparable));
    }
}

/// Fault 3.
fn first_cards(report: &mut Report, records: &[Audited], comparable: bool) {
    let of_program = percentage(records.iter().map(|deal| deal.heuristic_first_optimal));
    let right = percentage(
        records
            .iter()
            .map(|deal| deal.heuristic_first_right_optimal),
    );
    for (name, share) in [
        (
            "3: the heuristic's first card is optimal, the program's sign",
            of_program,
        ),
        (
            "3: the heuristic's first card is optimal, the right sign",
            right,
        ),
    ] {
        let figure = Figure::estimate(name, "%", share, 1);
        report.figures.push(figure.beside(20.0, comparable));
    }
    let solver = percentage(
        records
            .iter()
            .map(|deal| deal.published_exact_first_optimal),
    );
    report.figures.push(
        Figure::estimate(
            "2: the 'exact' solver's first card is optimal",
            "%",
            solver,
            1,
        )
        .beside_claim("the best card", solver.mean == 100.0),
    );
}

/// Fault 4.
fn safety(report: &mut Report, records: &[Audited]) {
    let share =
        |part: u32, whole: u32| Number::new(100.0 * f64::from(part) / f64::from(whole.max(1)), 1);
    let [safe, other] = outcomes(records);
    report.figures.push(
        Figure::exact(
            "4: 'absolutely safe' choices that take penalties",
            "%",
            share(safe.took_penalties, safe.made),
        )
        .beside_claim("a certain zero loss", safe.took_penalties == 0),
    );
    report.figures.push(Figure::exact(
        "4: all other choices that take penalties",
        "%",
        share(other.took_penalties, other.made),
    ));
    let sum = |of: fn(&Audited) -> u32| records.iter().map(of).sum::<u32>();
    let unbeatable = sum(|deal| deal.unbeatable);
    let called = sum(|deal| deal.unbeatable_called_safe);
    report.figures.push(
        Figure::exact(
            "4: cards without a higher one in play that are called so",
            "%",
            share(called, unbeatable),
        )
        .beside_claim("no higher card alive", called == unbeatable),
    );
}

/// Fault 5.
fn information(report: &mut Report, records: &[Audited]) {
    let [safe, other] = outcomes(records);
    let choices = safe.made + other.made;
    let changed: u32 = records.iter().map(|deal| deal.changed_choices).sum();
    let changing: u32 = records.iter().map(|deal| deal.changing_redeals).sum();
    let percent = |part: f64| Number::new(100.0 * part / f64::from(choices.max(1)), 1);
    report.figures.push(
        Figure::exact(
            "5: choices that another deal of the hidden cards changes",
            "%",
            percent(f64::from(changed)),
        )
        .beside_claim("from public information", changed == 0),
    );
    report.figures.push(Figure::exact(
        "5: deals of the hidden cards that change a choice",
        "%",
        percent(f64::from(changing) / f64::from(REDEALS)),
    ));
}

/// Those of safe choices and of others, in all games.
fn outcomes(records: &[Audited]) -> [Outcomes; 2] {
    let sum = |of: fn(&Audited) -> Outcomes| {
        records
            .iter()
            .map(of)
            .fold(Outcomes::default(), |sum, next| Outcomes {
                made: sum.made + next.made,
                took_trick: sum.took_trick + next.took_trick,
                took_penalties: sum.took_penalties + next.took_penalties,
            })
    };
    [
        sum(|deal| deal.safe_choices),
        sum(|deal| deal.other_choices),
    ]
}

fn counts(records: &[Audited]) -> Table {
    let deals = records.len() as u32;
    let count = |of: fn(&Audited) -> bool| records.iter().filter(|deal| of(deal)).count() as u32;
    let [safe, other] = outcomes(records);
    let changed = records.iter().map(|deal| deal.changed_choices).sum();
    let rows = [
        (
            "'exact' values that are wrong",
            count(|deal| deal.published_exact_diff != deal.exact_diff),
            deals,
        ),
        (
            "heuristic's first card optimal, the program's sign",
            count(|deal| deal.heuristic_first_optimal),
            deals,
        ),
        (
            "heuristic's first card optimal, the right sign",
            count(|deal| deal.heuristic_first_right_optimal),
            deals,
        ),
        (
            "'exact' solver's first card optimal",
            count(|deal| deal.published_exact_first_optimal),
            deals,
        ),
        (
            "'absolutely safe' choices that take the trick",
            safe.took_trick,
            safe.made,
        ),
        (
            "'absolutely safe' choices that take penalties",
            safe.took_penalties,
            safe.made,
        ),
        (
            "other choices that take the trick",
            other.took_trick,
            other.made,
        ),
        (
            "other choices that take penalties",
            other.took_penalties,
            other.made,
        ),
        (
            "choices that the hidden cards change",
            changed,
            safe.made + other.made,
        ),
    ];
    Table {
        title: "Counts",
        columns: vec!["what", "count", "of"],
        rows: rows
            .into_iter()
            .map(|(what, part, whole)| {
                vec![
                    Cell::Text(what.to_owned()),
                    Cell::count(part),
                    Cell::count(whole),
                ]
            })
            .collect(),
    }
}

/// Fault 5: the formula of 3.2 beside the hypergeometric probability.
fn chance_to_hold() -> Table {
    let order = RankOrder::AceLow;
    let nine = Card::new(Suit::Spades, cards_core::Rank::Nine);
    let suit = CardSet::of_suit(Suit::Spades).without(nine);
    let higher = suit
        .iter()
        .filter(|card| order.is_higher(card.rank(), nine.rank()))
        .count() as u32;
    let rows = [1, 2, 3, 4, 6, 8, 10, 13].map(|cards: u32| {
        let formula = 1.0 - (f64::from(higher) / suit.len() as f64).powi(cards as i32);
        let unseen = 52 - cards;
        let held = Hypergeometric::new(unseen, higher, cards).expect("a hand of the unseen cards");
        vec![
            Cell::count(cards),
            Cell::Number(Number::new(100.0 * formula, 1)),
            Cell::Number(Number::new(100.0 * held.exactly(0).to_f64(), 1)),
        ]
    });
    Table {
        title: "Chance that the opponent holds no spade above the nine, no other spade being in the own hand",
        columns: vec!["cards a hand", "formula of 3.2 (%)", "hypergeometric (%)"],
        rows: rows.into(),
    }
}

const NOTES: [&str; 6] = [
    "Fault 1: a difference above zero means that player 0 has taken more penalties. In no game of \
     the heuristic against itself does it name the player with the better score.",
    "Fault 2: the table keeps bounds as values, and its key leaves out the penalties taken. True \
     values are those of the exact solver, for the program's own objective and for the right one; \
     that solver is checked against plain minimax.",
    "Fault 3: of the equally good first cards each program takes the first that it finds, so the \
     20.0 % of equal first cards say how ties are broken.",
    "Fault 4: a card that no higher one can beat is the one that takes the trick. The choices are \
     those of the heuristic's games against itself where several cards are legal. Undealt cards \
     count as alive, so that few of the cards that nobody in play can beat are called so.",
    "Fault 5: at each choice the cards that the player cannot see are dealt anew, in agreement \
     with the voids that have been shown, and the heuristic is asked again. A heuristic that \
     keeps to public information never changes its choice.",
    "The formula of 3.2 rises with the opponent's hand, where the chance falls.",
];
