//! The Monte-Carlo player's budget, and what it says of each choice.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use cards_core::{BySeat, Card, CardSet, random};
use hearts_mc::worlds::Worlds;
use hearts_mc::{
    Config, MonteCarlo, MoonChoice, PLAYERS, Strategy, View, random_playout, scores, shooter,
};
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

/// The player, and the figures that go with its choices. Everything that the
/// program takes from the library's player is in this file.
#[derive(Debug)]
pub(super) struct Adviser {
    pub(super) player: MonteCarlo,
    budget: Budget,
}

impl Adviser {
    pub(super) fn new(budget: Budget) -> Adviser {
        Adviser {
            player: monte_carlo(budget),
            budget,
        }
    }

    /// A card to play, and why.
    pub(super) fn play(&mut self, view: &View, seed: u64) -> Result<(Card, PlayFigures), Refusal> {
        let mut rng: Pcg64Mcg = random::trial_rng(seed, 0);
        let choice = self.player.play(view, &mut rng);
        Ok((choice, figures(view, self.budget, &mut rng)?))
    }

    /// Three cards to pass, and why.
    pub(super) fn pass(
        &mut self,
        view: &View,
        seed: u64,
    ) -> Result<(CardSet, PassFigures), Refusal> {
        let mut rng: Pcg64Mcg = random::trial_rng(seed, 0);
        let choice = self.player.pass(view, &mut rng);
        Ok((choice, PassFigures { passes: Vec::new() }))
    }
}

/// Every legal card on the same deals, played to their end.
fn figures(view: &View, budget: Budget, rng: &mut Pcg64Mcg) -> Result<PlayFigures, Refusal> {
    let possible = Worlds::new(&view.constraints())?;
    let (rules, me) = (view.rules(), view.seat());
    let legal: Vec<Card> = view.legal().iter().collect();
    let cards = legal.len().max(1) as u64;
    let start = Instant::now();
    let goes_on = |worlds: u64| match budget {
        Budget::Playouts(playouts) => worlds < playouts / cards,
        Budget::Milliseconds(time) => start.elapsed() < Duration::from_millis(time),
    };
    let mut tallies = vec![Tally::default(); legal.len()];
    let mut moons = BySeat::new([0.0; PLAYERS]);
    let mut worlds = 0;
    while worlds == 0 || goes_on(worlds) {
        let position = view.position(&possible.sample(rng))?;
        for (&card, tally) in legal.iter().zip(&mut tallies) {
            let taken = random_playout(&position.after(card, rules)?, rules, rng);
            let result = scores(&taken, rules, MoonChoice::OthersUp).map(f64::from);
            let all: f64 = result.iter().map(|(_, score)| score).sum();
            let moon = shooter(&taken, rules);
            tally.add(
                (all - result[me]) / 3.0 - result[me],
                result[me],
                moon == Some(me),
            );
            if let Some(seat) = moon {
                moons[seat] += 1.0;
            }
        }
        worlds += 1;
    }
    let playouts = worlds * legal.len() as u64;
    Ok(PlayFigures {
        shoots: false,
        plays: (legal.iter().zip(&tallies))
            .map(|(&card, tally)| tally.play(card, worlds as f64))
            .collect(),
        worlds,
        playouts,
        effective_sample_size: worlds as f64,
        moons: moons.map(|moons| moons / (playouts.max(1)) as f64),
    })
}

/// Sums over the deals that a card was tried on.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    value: f64,
    squares: f64,
    points: f64,
    moons: f64,
}

impl Tally {
    fn add(&mut self, value: f64, points: f64, moon: bool) {
        self.value += value;
        self.squares += value * value;
        self.points += points;
        self.moons += f64::from(u8::from(moon));
    }

    fn play(&self, card: Card, worlds: f64) -> AdvisedPlay {
        let mean = self.value / worlds;
        let variance = (self.squares / worlds - mean * mean).max(0.0);
        AdvisedPlay {
            card,
            value: mean,
            points: self.points / worlds,
            standard_error: (worlds > 1.0).then(|| (variance / (worlds - 1.0)).sqrt()),
            moon: self.moons / worlds,
            worlds: worlds as u64,
        }
    }
}

/// How many deals agree with a view.
pub(super) fn possible(view: &View) -> Result<u128, Refusal> {
    Ok(Worlds::new(&view.constraints())?.count())
}
