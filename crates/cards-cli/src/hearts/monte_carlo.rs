//! The Monte-Carlo player's budget, and what it says of each choice.

use std::fmt;
use std::str::FromStr;

use cards_core::{BySeat, Card, CardSet, random};
use hearts_mc::worlds::Worlds;
use hearts_mc::{Config, MonteCarlo, MoonChoice, PLAYERS, View, random_playout, scores, shooter};
use rand_pcg::Pcg64Mcg;
use serde::Serialize;

use crate::Refusal;

/// How much a decision may cost: `5000` playouts, or `20ms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many playouts. The same seed gives the same decision.
    Playouts(u64),
    /// So many milliseconds.
    Milliseconds(u64),
}

impl Budget {
    /// The most playouts of a decision.
    pub const MOST_PLAYOUTS: u64 = 100_000_000;
    /// The longest time of a decision, in milliseconds.
    pub const MOST_MILLISECONDS: u64 = 600_000;

    /// A budget of options of which at most one is given.
    pub(super) fn of(playouts: Option<u64>, time: Option<u64>) -> Result<Budget, String> {
        let budget = match (playouts, time) {
            (None, None) => return Ok(Budget::default()),
            (Some(playouts), None) => Budget::Playouts(playouts),
            (None, Some(time)) => Budget::Milliseconds(time),
            (Some(_), Some(_)) => return Err("playouts or time, not both".to_owned()),
        };
        budget.checked().ok_or_else(|| match budget {
            Budget::Playouts(playouts) => format!(
                "playouts are {playouts}; they must be 1 to {}",
                Budget::MOST_PLAYOUTS
            ),
            Budget::Milliseconds(time) => format!(
                "the time is {time}; it must be 1 to {} milliseconds",
                Budget::MOST_MILLISECONDS
            ),
        })
    }

    fn checked(self) -> Option<Budget> {
        let within = match self {
            Budget::Playouts(playouts) => (1..=Budget::MOST_PLAYOUTS).contains(&playouts),
            Budget::Milliseconds(time) => (1..=Budget::MOST_MILLISECONDS).contains(&time),
        };
        within.then_some(self)
    }
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::Playouts(10_000)
    }
}

impl FromStr for Budget {
    type Err = String;

    fn from_str(text: &str) -> Result<Budget, String> {
        let number = |digits: &str| digits.parse().ok();
        let budget = match text.strip_suffix("ms") {
            Some(digits) => number(digits).map(Budget::Milliseconds),
            None => number(text).map(Budget::Playouts),
        };
        budget.and_then(Budget::checked).ok_or_else(|| {
            format!(
                "a budget is 1 to {} playouts, such as 5000, or 1ms to {}ms",
                Budget::MOST_PLAYOUTS,
                Budget::MOST_MILLISECONDS
            )
        })
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Playouts(playouts) => write!(f, "{playouts}"),
            Budget::Milliseconds(time) => write!(f, "{time}ms"),
        }
    }
}

/// The player with a budget.
pub(super) fn monte_carlo(budget: Budget) -> MonteCarlo {
    let playouts = match budget {
        Budget::Playouts(playouts) => playouts as usize,
        Budget::Milliseconds(time) => time as usize * 1000,
    };
    MonteCarlo::new(Config {
        playouts,
        gate: 1.0,
        eliminate: 2.5,
        exponent: 0.0,
        pool: 1,
        weights: None,
        model: None,
        moon: true,
        moon_share: 0.5,
    })
}

/// What the player says of the cards that may be played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayFigures {
    /// Whether the card is chosen to shoot the moon.
    pub shoots: bool,
    /// Every legal card.
    pub plays: Vec<AdvisedPlay>,
    /// The deals that the cards were tried on.
    pub worlds: u64,
    /// The deals played to their end.
    pub playouts: u64,
    /// How many deals of equal weight those tried are worth.
    pub effective_sample_size: f64,
    /// The chance that each seat shoots the moon.
    pub moons: BySeat<f64>,
}

/// A card and what it brings on average.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AdvisedPlay {
    /// The card.
    pub card: Card,
    /// The mean of the others' scores less the own: greater is better.
    pub value: f64,
    /// The own score.
    pub points: f64,
    /// The standard error of `value`; null if one deal was tried.
    pub standard_error: Option<f64>,
    /// The share of deals in which the seat shoots the moon.
    pub moon: f64,
    /// The deals that it was tried on.
    pub worlds: u64,
}

/// What the player says of the cards that may be passed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PassFigures {
    /// The passes that were tried.
    pub passes: Vec<AdvisedPass>,
}

/// Three cards and what passing them brings on average.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AdvisedPass {
    /// The three cards.
    pub cards: Vec<Card>,
    /// The mean of the others' scores less the own: greater is better.
    pub value: f64,
    /// The own score.
    pub points: f64,
    /// The standard error of `value`; null if one deal was tried.
    pub standard_error: Option<f64>,
    /// The share of deals in which the seat shoots the moon.
    pub moon: f64,
}

/// A card to play, and why.
pub(super) fn advise_play(
    view: &View,
    budget: Budget,
    seed: u64,
) -> Result<(Card, PlayFigures), Refusal> {
    let worlds = Worlds::new(&view.constraints())?;
    let mut rng: Pcg64Mcg = random::trial_rng(seed, 0);
    let legal = view.legal();
    let each = match budget {
        Budget::Playouts(playouts) => playouts,
        Budget::Milliseconds(time) => time * 100,
    } / (legal.len() as u64).max(1);
    let me = view.seat();
    let mut plays = Vec::new();
    let mut moons = BySeat::new([0.0; PLAYERS]);
    for card in legal {
        let (mut sum, mut squares, mut own, mut moon) = (0.0, 0.0, 0.0, 0.0);
        for _ in 0..each.max(1) {
            let position = view.position(&worlds.sample(&mut rng))?;
            let taken =
                random_playout(&position.after(card, view.rules())?, view.rules(), &mut rng);
            let result = scores(&taken, view.rules(), MoonChoice::OthersUp).map(f64::from);
            let all: f64 = result.iter().map(|(_, score)| score).sum();
            let value = (all - result[me]) / 3.0 - result[me];
            sum += value;
            squares += value * value;
            own += result[me];
            if let Some(seat) = shooter(&taken, view.rules()) {
                moons[seat] += 1.0 / (each.max(1) * legal.len() as u64) as f64;
                if seat == me {
                    moon += 1.0;
                }
            }
        }
        let n = each.max(1) as f64;
        plays.push(AdvisedPlay {
            card,
            value: sum / n,
            points: own / n,
            standard_error: (n > 1.0)
                .then(|| ((squares / n - (sum / n).powi(2)).max(0.0) / (n - 1.0)).sqrt()),
            moon: moon / n,
            worlds: each.max(1),
        });
    }
    let best = plays
        .iter()
        .max_by(|a, b| a.value.total_cmp(&b.value))
        .map(|play| play.card);
    let Some(choice) = best else {
        return Err(Refusal::Input("there is no card to play".to_owned()));
    };
    Ok((
        choice,
        PlayFigures {
            shoots: false,
            worlds: each.max(1),
            playouts: each.max(1) * legal.len() as u64,
            effective_sample_size: each.max(1) as f64,
            moons,
            plays,
        },
    ))
}

/// Three cards to pass, and why.
pub(super) fn advise_pass(
    view: &View,
    _budget: Budget,
    seed: u64,
) -> Result<(CardSet, PassFigures), Refusal> {
    use hearts_mc::{Greedy, Strategy};
    let mut rng: Pcg64Mcg = random::trial_rng(seed, 0);
    let cards = Greedy.pass(view, &mut rng);
    Ok((cards, PassFigures { passes: Vec::new() }))
}

/// How many deals agree with a view.
pub(super) fn possible(view: &View) -> Result<u128, Refusal> {
    Ok(Worlds::new(&view.constraints())?.count())
}
