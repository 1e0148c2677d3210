use std::fmt;

use cards_core::{Card, CardSet};
use clap::Args;
use gongzhu_solver::{Budget, Player, State, Trick};
use serde::{Deserialize, Serialize};

use super::rules::rules;
use super::{PigTurning, PlayerIndex, Preset, Solvers, signed};
use crate::{Refusal, Request, SuitList};

/// `cards gongzhu solve`.
#[derive(Args, Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SolveRequest {
    /// What player 0 holds.
    #[arg(long, value_name = "HAND")]
    pub hand0: CardSet,

    /// What player 1 holds.
    #[arg(long, value_name = "HAND")]
    pub hand1: CardSet,

    /// Who leads, or has led: 0 or 1.
    #[arg(long, value_name = "PLAYER", allow_negative_numbers = true)]
    pub leader: PlayerIndex,

    /// The card that the leader has just led, no more in the hand.
    #[arg(long, value_name = "CARD")]
    pub led: Option<Card>,

    /// What player 0 has taken before.
    #[arg(long, value_name = "HAND")]
    pub taken0: Option<CardSet>,

    /// What player 1 has taken before.
    #[arg(long, value_name = "HAND")]
    pub taken1: Option<CardSet>,

    /// The suits that were led before, such as ♠♥; they matter to exposed cards.
    #[arg(long, value_name = "SUITS")]
    #[serde(alias = "suits_led")]
    pub suits_led: Option<SuitList>,

    /// The rules.
    #[arg(long, value_enum, default_value_t)]
    #[serde(default)]
    pub rules: Preset,

    /// The cards that are exposed: ♠Q, ♦J, ♥A, ♣T.
    #[arg(long, value_name = "CARDS")]
    pub exposed: Option<CardSet>,

    /// When ♠Q counts for its taker [default: with-all-hearts].
    #[arg(long, value_enum, value_name = "WHEN")]
    #[serde(alias = "pig_turning")]
    pub pig_turning: Option<PigTurning>,

    /// How many positions to search for the value; if they are not enough, only
    /// bounds of it are answered [default: any number].
    #[arg(long, value_name = "NODES", allow_negative_numbers = true)]
    pub budget: Option<u64>,
}

impl Request for SolveRequest {
    type Memory = Solvers;
    type Answer = SolveAnswer;

    fn answer(self, solvers: &mut Solvers) -> Result<SolveAnswer, Refusal> {
        let rules = rules(
            self.rules,
            self.exposed.unwrap_or_default(),
            self.pig_turning,
        )?;
        let hands = [self.hand0, self.hand1];
        let taken = [self.taken0, self.taken1].map(Option::unwrap_or_default);
        let suits_led = self.suits_led.unwrap_or_default().0;
        let leader = self.leader.0;
        let state = match self.led {
            None => State::new(hands, leader)?
                .with_taken(taken)?
                .with_suits_led(suits_led),
            Some(led) => {
                State::with_led(hands, leader, led)?;
                let mut before = hands;
                before[leader.index()].insert(led);
                let mut state = State::new(before, leader)?
                    .with_taken(taken)?
                    .with_suits_led(suits_led);
                // An exposed card may have been led too early.
                state.play(&rules, led)?;
                state
            }
        };
        let solver = solvers.of(&rules);
        if let Some(nodes) = self.budget {
            let budget = Budget {
                nodes: Some(nodes),
                time: None,
            };
            let bounds = solver.bounds(&state, budget)?;
            if bounds.value().is_none() {
                return Ok(SolveAnswer {
                    value: None,
                    lower: Some(bounds.lower),
                    upper: Some(bounds.upper),
                    root: Vec::new(),
                    line: Vec::new(),
                    nodes: bounds.nodes,
                    to_play: state.to_play(),
                    tricks: Vec::new(),
                    scores: [0; 2],
                });
            }
        }
        let solution = solver.solve(&state);

        let mut tricks = Vec::new();
        let mut end = state;
        for &card in &solution.line {
            let leader = end.leader();
            // Every card of the line is legal.
            if let Some(trick) = end.play(&rules, card)?.trick {
                tricks.push(PlayedTrick {
                    leader,
                    trick,
                    difference: end.difference(&rules),
                });
            }
        }
        Ok(SolveAnswer {
            value: Some(solution.value),
            lower: None,
            upper: None,
            root: (solution.plays.iter())
                .map(|play| PlayValue {
                    card: play.card,
                    value: play.value,
                })
                .collect(),
            line: solution.line,
            nodes: solution.nodes,
            to_play: state.to_play(),
            tricks,
            scores: Player::ALL.map(|player| rules.score(end.taken(player)).total),
        })
    }
}

/// The answer of `cards gongzhu solve`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SolveAnswer {
    /// Player 0's final score minus player 1's when both play their best, what was
    /// taken before included; none if the budget was not enough.
    pub value: Option<i32>,
    /// Then it is at least this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<i32>,
    /// And at most this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<i32>,
    /// Every legal play, in the order clubs, diamonds, hearts, spades, each suit
    /// from the two to the ace.
    pub root: Vec<PlayValue>,
    /// A best play of both to the end.
    pub line: Vec<Card>,
    /// The positions that were searched; fewer if earlier lines of a batch helped.
    pub nodes: u64,
    #[serde(skip)]
    to_play: Player,
    #[serde(skip)]
    tricks: Vec<PlayedTrick>,
    #[serde(skip)]
    scores: [i32; 2],
}

/// A play, and the value of the game that goes on with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayValue {
    /// The card.
    pub card: Card,
    /// Player 0's final score minus player 1's.
    pub value: i32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct PlayedTrick {
    leader: Player,
    trick: Trick,
    /// Player 0's score minus player 1's after it.
    difference: i32,
}

impl fmt::Display for SolveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SolveAnswer { scores, .. } = self;
        let Some(value) = &self.value else {
            let [lower, upper] = [self.lower, self.upper].map(Option::unwrap_or_default);
            let (lower, upper) = (signed(lower), signed(upper));
            return writeln!(
                f,
                "value {lower} to {upper}: the budget was not enough for more"
            );
        };
        write!(f, "value {}: ", signed(*value))?;
        let (more, less) = if scores[0] > scores[1] {
            (0, 1)
        } else {
            (1, 0)
        };
        if *value == 0 {
            writeln!(f, "both end with {}", scores[0])?;
        } else {
            writeln!(
                f,
                "player {more} ends with {}, player {less} with {}",
                scores[more], scores[less]
            )?;
        }
        if !self.root.is_empty() {
            writeln!(f, "\nplays of {}", self.to_play)?;
        }
        for PlayValue { card, value } in &self.root {
            let best = if Some(*value) == self.value {
                "  best"
            } else {
                ""
            };
            writeln!(f, "  {card} {:>6}{best}", signed(*value))?;
        }
        if !self.tricks.is_empty() {
            writeln!(f, "\nbest play")?;
        }
        for (number, played) in self.tricks.iter().enumerate() {
            let PlayedTrick {
                leader,
                trick,
                difference,
            } = played;
            writeln!(
                f,
                "{:>4}  {leader} {}, {} {}: {} takes it {:>6}",
                number + 1,
                trick.cards[0],
                leader.opponent(),
                trick.cards[1],
                trick.winner,
                signed(*difference)
            )?;
        }
        Ok(())
    }
}
