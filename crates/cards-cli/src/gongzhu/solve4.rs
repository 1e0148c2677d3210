use std::fmt;

use cards_core::{BySeat, Card, CardSet, Seat};
use clap::{Args, ValueEnum};
use gongzhu_solver::four::{self, Bounds, Objective, Solver, State, Trick};
use serde::{Deserialize, Serialize};

use super::rules::rules;
use super::{PigTurning, Preset, signed};
use crate::{CardList, Refusal, Request, SuitList};

/// `cards gongzhu solve4`.
#[derive(Args, Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Solve4Request {
    /// What seat 0 holds.
    #[arg(long, value_name = "HAND")]
    pub hand0: CardSet,

    /// What seat 1 holds.
    #[arg(long, value_name = "HAND")]
    pub hand1: CardSet,

    /// What seat 2 holds.
    #[arg(long, value_name = "HAND")]
    pub hand2: CardSet,

    /// What seat 3 holds.
    #[arg(long, value_name = "HAND")]
    pub hand3: CardSet,

    /// Who leads, or has led: 0 to 3.
    #[arg(long, value_name = "SEAT", value_parser = seat)]
    pub leader: Seat,

    /// The cards of the trick so far, in order, no more in the hands.
    #[arg(long, value_name = "CARDS")]
    pub trick: Option<CardList>,

    /// Who plays against whom, and for what.
    #[arg(long, value_enum, default_value_t)]
    #[serde(default)]
    pub objective: Goal,

    /// The seat that plays against the three others [default: whose turn it is].
    #[arg(long, value_name = "SEAT", value_parser = seat)]
    pub seat: Option<Seat>,

    /// What seat 0 has taken before.
    #[arg(long, value_name = "HAND")]
    pub taken0: Option<CardSet>,

    /// What seat 1 has taken before.
    #[arg(long, value_name = "HAND")]
    pub taken1: Option<CardSet>,

    /// What seat 2 has taken before.
    #[arg(long, value_name = "HAND")]
    pub taken2: Option<CardSet>,

    /// What seat 3 has taken before.
    #[arg(long, value_name = "HAND")]
    pub taken3: Option<CardSet>,

    /// The suits that were led before, such as ♠♥; they matter to exposed cards.
    #[arg(long, value_name = "SUITS")]
    #[serde(alias = "suits_led")]
    pub suits_led: Option<SuitList>,

    /// The rules.
    #[arg(long, value_enum, default_value_t = Preset::Gongzhu)]
    #[serde(default = "gongzhu")]
    pub rules: Preset,

    /// The cards that are exposed: ♠Q, ♦J, ♥A, ♣T.
    #[arg(long, value_name = "CARDS")]
    pub exposed: Option<CardSet>,

    /// When ♠Q counts for its taker [default: with-all-hearts].
    #[arg(long, value_enum, value_name = "WHEN")]
    #[serde(alias = "pig_turning")]
    pub pig_turning: Option<PigTurning>,

    /// How many plays to search; then the values are bounds [default: 20000000, a
    /// second or so].
    #[arg(long, value_name = "PLAYS")]
    pub budget: Option<u64>,
}

fn gongzhu() -> Preset {
    Preset::Gongzhu
}

/// How many plays are searched unless the request says otherwise.
const BUDGET: u64 = 20_000_000;

fn seat(text: &str) -> Result<Seat, String> {
    let index = text
        .trim()
        .parse()
        .ok()
        .filter(|&index| index < four::PLAYERS);
    index
        .and_then(Seat::new)
        .ok_or_else(|| "it must be 0 to 3".to_owned())
}

/// Who plays against whom, and for what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// One seat against the three others: its own score.
    #[default]
    OwnScore,
    /// One seat against the three others: three times its score minus the sum of
    /// theirs.
    Lead,
    /// Seats 0 and 2 against 1 and 3: the sum of the scores of the former minus
    /// that of the latter.
    Partners,
}

impl Request for Solve4Request {
    /// The table of the solver is what takes time to make.
    type Memory = Option<Solver>;
    type Answer = Solve4Answer;

    fn answer(self, memory: &mut Option<Solver>) -> Result<Solve4Answer, Refusal> {
        let exposed = self.exposed.unwrap_or_default();
        let rules = rules(self.rules, exposed, self.pig_turning)?;
        let hands = BySeat::new([self.hand0, self.hand1, self.hand2, self.hand3]);
        let taken = [self.taken0, self.taken1, self.taken2, self.taken3];
        let trick = self.trick.unwrap_or_default().0;
        let taken = BySeat::new(taken.map(Option::unwrap_or_default));
        State::with_trick(hands, self.leader, &trick)?.with_taken(taken)?;
        let mut before = hands;
        for (seat, &card) in self.leader.turns(four::PLAYERS).zip(&trick) {
            before[seat].insert(card);
        }
        let mut state = State::with_trick(before, self.leader, &[])?
            .with_taken(taken)?
            .with_suits_led(self.suits_led.unwrap_or_default().0);
        // Somebody may not have followed suit, or played an exposed card too early.
        for &card in &trick {
            state.play(&rules, card)?;
        }
        let seat = self.seat.unwrap_or(state.to_play());
        let objective = match self.objective {
            Goal::OwnScore => Objective::OwnScore(seat),
            Goal::Lead => Objective::Lead(seat),
            Goal::Partners if self.seat.is_some() => {
                let message = "two play against two; leave out seat";
                return Err(Refusal::Input(message.to_owned()));
            }
            Goal::Partners => Objective::Partners,
        };
        let kept = memory.take().filter(|solver| *solver.rules() == rules);
        let solver = kept.unwrap_or_else(|| Solver::new(rules.clone()));
        let mut solver = solver.with_budget(self.budget.unwrap_or(BUDGET))?;
        let solution = solver.solve(&state, objective)?;
        *memory = Some(solver);

        let mut tricks = Vec::new();
        let mut end = state;
        for &card in &solution.line {
            // Every card of the line is legal.
            tricks.extend(end.play(&rules, card)?.trick);
        }
        Ok(Solve4Answer {
            value: solution.value.exact(),
            lower: solution.value.lower,
            upper: solution.value.upper,
            root: (solution.plays.iter())
                .map(|play| BoundedPlay {
                    card: play.card,
                    value: play.value.exact(),
                    lower: play.value.lower,
                    upper: play.value.upper,
                })
                .collect(),
            line: solution.line,
            nodes: solution.nodes,
            to_play: state.to_play(),
            objective,
            tricks,
            scores: (end.is_over()).then(|| end.scores(&rules).map(|score| score.total)),
        })
    }
}

/// The answer of `cards gongzhu solve4`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Solve4Answer {
    /// The objective's value when both sides play their best, what was taken before
    /// included; null if the budget left it open.
    pub value: Option<i32>,
    /// The value is proven to be at least this.
    pub lower: i32,
    /// The value is proven to be at most this.
    pub upper: i32,
    /// Every legal play, in the order clubs, diamonds, hearts, spades, each suit
    /// from the two to the ace.
    pub root: Vec<BoundedPlay>,
    /// A best play of both sides, as far as the budget lasted.
    pub line: Vec<Card>,
    /// The plays that were searched.
    pub nodes: u64,
    #[serde(skip)]
    to_play: Seat,
    #[serde(skip)]
    objective: Objective,
    #[serde(skip)]
    tricks: Vec<Trick>,
    /// At the end of the line, if it is that of the game.
    #[serde(skip)]
    scores: Option<BySeat<i32>>,
}

/// A play, and the value of the game that goes on with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoundedPlay {
    /// The card.
    pub card: Card,
    /// The objective's value; null if the budget left it open.
    pub value: Option<i32>,
    /// The value is proven to be at least this.
    pub lower: i32,
    /// The value is proven to be at most this.
    pub upper: i32,
}

fn bounds(lower: i32, upper: i32) -> String {
    match (Bounds { lower, upper }).exact() {
        Some(value) => signed(value),
        None => format!("{} to {}", signed(lower), signed(upper)),
    }
}

impl fmt::Display for Solve4Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "value {}: ", bounds(self.lower, self.upper))?;
        match self.objective {
            Objective::OwnScore(seat) => writeln!(f, "the score of seat {seat} against the others"),
            Objective::Lead(seat) => writeln!(
                f,
                "three times the score of seat {seat} minus the sum of the others'"
            ),
            _ => writeln!(f, "the scores of seats 0 and 2 minus those of 1 and 3"),
        }?;
        if !self.root.is_empty() {
            writeln!(f, "\nplays of seat {}", self.to_play)?;
        }
        let maximises = self.objective.maximises(self.to_play);
        for play in &self.root {
            let best = self.value.is_some() && play.value == self.value;
            let best = if best { "  best" } else { "" };
            writeln!(
                f,
                "  {} {:>6}{best}",
                play.card,
                bounds(play.lower, play.upper)
            )?;
        }
        if self.value.is_none() {
            let side = if maximises { "more" } else { "less" };
            writeln!(
                f,
                "\nthe budget ended after {} plays; {side} is better for seat {}",
                self.nodes, self.to_play
            )?;
        }
        if !self.tricks.is_empty() {
            writeln!(f, "\nbest play")?;
        }
        for (number, trick) in self.tricks.iter().enumerate() {
            let cards: Vec<String> = trick.cards.iter().map(ToString::to_string).collect();
            writeln!(
                f,
                "{:>4}  seat {} leads {}: seat {} takes it",
                number + 1,
                trick.leader,
                cards.join(" "),
                trick.winner
            )?;
        }
        if let Some(scores) = self.scores {
            let scores: Vec<String> = (scores.iter())
                .map(|(seat, score)| format!("seat {seat} {score}"))
                .collect();
            writeln!(f, "\nscores: {}", scores.join(", "))?;
        }
        Ok(())
    }
}
