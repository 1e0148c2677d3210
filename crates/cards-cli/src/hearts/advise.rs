use std::fmt;

use cards_core::{Card, CardSet, Seat};
use clap::Args;
use serde::{Deserialize, Serialize};

use super::input::{Plays, SeatIndex, Totals};
use super::monte_carlo::{Adviser, Budget, Objective, PassFigures, PlayFigures, Threads, possible};
use super::rules::{Direction, Rules};
use super::view::{Hand, Known};
use crate::{Refusal, Request};

/// `cards hearts advise`.
#[derive(Args, Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AdviseRequest {
    /// What the seat holds now; before the play the hand as dealt.
    #[arg(long, value_name = "HAND")]
    #[serde(default, deserialize_with = "super::input::cards")]
    pub hand: Option<CardSet>,

    /// What the seat was dealt, instead of what it holds now.
    #[arg(long, value_name = "HAND")]
    #[serde(default, deserialize_with = "super::input::cards")]
    pub dealt: Option<CardSet>,

    /// The seat, 0 to 3; the next one plays after it [default: 0].
    #[arg(long, value_name = "SEAT", allow_negative_numbers = true)]
    pub seat: Option<SeatIndex>,

    /// To whom the deal passes [default: hold].
    #[arg(long, value_enum)]
    pub direction: Option<Direction>,

    /// The three cards that the seat passed; none before it has.
    #[arg(long, value_name = "CARDS")]
    #[serde(default, deserialize_with = "super::input::cards")]
    pub gave: Option<CardSet>,

    /// The three cards that it received.
    #[arg(long, value_name = "CARDS")]
    #[serde(default, deserialize_with = "super::input::cards")]
    pub received: Option<CardSet>,

    /// Who led the first trick [default: the one that makes it the seat's turn
    /// now].
    #[arg(long, value_name = "SEAT", allow_negative_numbers = true)]
    pub leader: Option<SeatIndex>,

    /// The cards played so far by all, in order, such as '♣2 ♣5 ♣K ♣A ♦3', or
    /// tricks, with the seat that leads or without: '2: ♣2 ♣5 ♣K ♣A / 1: ♦3'.
    #[arg(long, value_name = "CARDS")]
    pub played: Option<Plays>,

    /// The four scores of the match before this deal, such as '12 30 0 45'
    /// [default: 0 each].
    #[arg(long, value_name = "SCORES", allow_hyphen_values = true)]
    pub totals: Option<Totals>,

    /// The seat played its last card to shoot the moon, as `shoots` of the advice
    /// said: it goes on unless something else is clearly better.
    #[arg(long)]
    #[serde(default)]
    pub shooting: bool,

    /// The rules: document, standard, microsoft, omnibus or open-spiel, and
    /// options, as in 'omnibus moon=choice limit=50': opening, first-trick,
    /// hearts-lead, forced-queen, moon, jack, no-trick-bonus, limit.
    #[arg(long, default_value_t)]
    #[serde(default)]
    pub rules: Rules,

    /// How many deals to play out [default: 10000].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub playouts: Option<u64>,

    /// How long to think instead, in milliseconds.
    #[arg(
        long,
        value_name = "MS",
        allow_negative_numbers = true,
        conflicts_with = "playouts"
    )]
    pub time: Option<u64>,

    /// What the values are: points, or near the end of the match the chance to win
    /// it [default: points].
    #[arg(long, value_enum)]
    pub objective: Option<Objective>,

    /// On how many threads to think, 1 to 256. It does not change the answer to
    /// so many playouts.
    #[arg(long, value_name = "N", default_value_t)]
    #[serde(default)]
    pub threads: Threads,

    /// The seed of all chances [default: 0].
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: Option<u64>,
}

impl Request for AdviseRequest {
    type Memory = ();
    type Answer = AdviseAnswer;

    fn answer(self, (): &mut ()) -> Result<AdviseAnswer, Refusal> {
        let hand = match (self.hand, self.dealt) {
            (Some(hand), None) => Hand::Now(hand),
            (None, Some(hand)) => Hand::Dealt(hand),
            (None, None) => return Err(Refusal::Input("hand or dealt is needed".to_owned())),
            (Some(_), Some(_)) => return Err(Refusal::Input("hand or dealt, not both".to_owned())),
        };
        let budget = Budget::of(self.playouts, self.time).map_err(Refusal::Input)?;
        let seed = self.seed.unwrap_or(0);
        let known = Known {
            rules: self.rules.0,
            seat: self.seat.map_or(Seat::FIRST, |seat| seat.0),
            direction: self.direction.unwrap_or(Direction::Hold).into(),
            hand,
            gave: self.gave,
            received: self.received,
            leader: self.leader.map(|leader| leader.0),
            plays: self.played.unwrap_or_default(),
            totals: self.totals.map_or_else(Default::default, |totals| totals.0),
        };
        let view = known.view()?;
        let possible = possible(&view)?;
        let seat = view.seat().index();
        let adviser = Adviser::new(budget, self.threads, self.objective);
        let advice = if view.must_pass() {
            let (choice, figures) = adviser.pass(&view, seed)?;
            let choice = choice.iter().collect();
            Advice::Pass { choice, figures }
        } else {
            let (choice, figures) = adviser.play(&view, self.shooting, seed)?;
            Advice::Play { choice, figures }
        };
        Ok(AdviseAnswer {
            seat,
            advice,
            possible,
            known,
        })
    }
}

/// The answer of `cards hearts advise`.
#[derive(Clone, Debug, Serialize)]
pub struct AdviseAnswer {
    /// Who is advised.
    pub seat: usize,
    /// What to do.
    #[serde(flatten)]
    advice: Advice,
    /// How many deals agree with what is known.
    pub possible: u128,
    #[serde(skip)]
    known: Known,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "phase", rename_all = "kebab-case")]
enum Advice {
    Pass {
        choice: Vec<Card>,
        #[serde(flatten)]
        figures: PassFigures,
    },
    Play {
        choice: Card,
        #[serde(flatten)]
        figures: PlayFigures,
    },
}

impl fmt::Display for AdviseAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seat = self.seat;
        match &self.advice {
            Advice::Pass { choice, figures } => {
                let receiver = self.known.direction.receiver(self.known.seat);
                let cards = listed(choice);
                write!(f, "seat {seat} passes {cards} to seat {receiver}")?;
                if figures.shoots {
                    write!(f, ", to shoot the moon")?;
                }
                writeln!(f)?;
                writeln!(f, "{} deals are possible", self.possible)?;
                if figures.passes.is_empty() {
                    return Ok(());
                }
                value_is(figures.objective, f)?;
                writeln!(f, "\ncards           value  ± error  points    moon")?;
                for pass in &figures.passes {
                    writeln!(
                        f,
                        "{:<12}  {:>7}  {:>7}  {:>6.2}  {:>4.1} %{}",
                        listed(&pass.cards),
                        value(figures.objective, pass.value),
                        error(figures.objective, pass.standard_error),
                        pass.points,
                        100.0 * pass.moon,
                        if pass.shoots { "  to shoot" } else { "" }
                    )?;
                }
                Ok(())
            }
            Advice::Play { choice, figures } => {
                write!(f, "seat {seat} plays {choice}")?;
                if figures.shoots {
                    write!(f, ", shooting the moon")?;
                }
                writeln!(f)?;
                writeln!(
                    f,
                    "{} playouts of {} of {} possible deals",
                    figures.playouts, figures.worlds, self.possible
                )?;
                value_is(figures.objective, f)?;
                writeln!(f, "\ncard    value  ± error  points    moon  deals")?;
                for play in &figures.plays {
                    writeln!(
                        f,
                        "{:<4}  {:>7}  {:>7}  {:>6.2}  {:>4.1} %  {:>5}",
                        play.card.to_string(),
                        value(figures.objective, play.value),
                        error(figures.objective, play.standard_error),
                        play.points,
                        100.0 * play.moon,
                        play.worlds
                    )?;
                }
                write!(f, "\nchance to shoot the moon:")?;
                for (seat, chance) in figures.moons.iter() {
                    let mark = if seat.index() == 0 { "" } else { "," };
                    write!(f, "{mark} seat {seat} {:.1} %", 100.0 * chance)?;
                }
                writeln!(f)
            }
        }
    }
}

/// Cards, each with its suit.
pub(super) fn listed(cards: &[Card]) -> String {
    let cards: Vec<_> = cards.iter().map(ToString::to_string).collect();
    cards.join(" ")
}

/// Says what the values are, if they are not what they usually are.
fn value_is(objective: Objective, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match objective {
        Objective::Points => Ok(()),
        Objective::Match => writeln!(f, "the value is the chance to win the match, in %"),
    }
}

fn value(objective: Objective, value: f64) -> String {
    match objective {
        Objective::Points => format!("{value:+.2}"),
        Objective::Match => format!("{:.2}", 100.0 * value),
    }
}

fn error(objective: Objective, error: Option<f64>) -> String {
    let scale = match objective {
        Objective::Points => 1.0,
        Objective::Match => 100.0,
    };
    error.map_or_else(|| "?".to_owned(), |error| format!("{:.2}", scale * error))
}
