use core::fmt;
use core::time::Duration;
use std::time::Instant;

use cards_core::{Card, random};
use rand_core::Rng;

use crate::{RootPlay, Solver, State, View};

/// How much [`advise`] may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effort {
    /// So many worlds; at least 1. The result depends on the generator alone.
    Worlds(u64),
    /// So much time; more than none. The clock is read after each world, so that
    /// one world is always solved, and the last may run over.
    Time(Duration),
}

/// What the legal cards of a player bring on average over what the opponent may
/// hold.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Advice {
    /// The legal cards, in the order of
    /// [`CardSet::iter`](cards_core::CardSet::iter).
    pub plays: Vec<AdvisedPlay>,
    /// The worlds that were solved.
    pub worlds: u64,
    /// Whether they are all that there are, each once: then nothing is estimated.
    pub is_exhaustive: bool,
}

/// What one card brings.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct AdvisedPlay {
    /// The card.
    pub card: Card,
    /// The mean of the player's final score minus the opponent's, if this card
    /// is played and then both play their best with open hands.
    pub mean: f64,
    /// The standard error of the mean: 0 if all worlds were solved, `None` if one
    /// of several was.
    pub standard_error: Option<f64>,
    /// The share of worlds in which no card is better, 0 to 1.
    pub best: f64,
    sum: i128,
}

impl Advice {
    /// The card with the greatest mean, the first of equals.
    #[must_use]
    pub fn best(&self) -> &AdvisedPlay {
        let plays = self.plays.iter();
        match plays.reduce(|best, next| if next.sum > best.sum { next } else { best }) {
            Some(best) => best,
            None => unreachable!("there is a legal card"),
        }
    }
}

/// Determinized exact play for hidden hands: solves worlds that the player may
/// be in, hands open, and averages the value of every legal card.
///
/// If there are no more possible worlds than the budget allows, all are solved,
/// each once. Else they are drawn with [`View::sample`], independently. (With a
/// time budget a few thousand worlds or fewer are solved in random order, each
/// once, as far as time goes.) The worlds are solved under the solver's rules.
///
/// The average takes for granted that both players will see all cards from the
/// next play on. So it never plays to learn or to hide something, and does not
/// fear that it will have to choose without knowing ('strategy fusion', Frank
/// and Basin, Artificial Intelligence 100 (1998)).
///
/// ```
/// use gongzhu_solver::{Effort, Player, Rules, Solver, View, advise};
/// use rand_pcg::Pcg64Mcg;
///
/// let view = View::new(Player::Zero, "♠K2 ♥3".parse()?, 2, Some("♠Q".parse()?))?;
/// let mut solver = Solver::new(Rules::DOCUMENT);
/// let mut rng: Pcg64Mcg = cards_core::random::trial_rng(2026, 0);
/// let advice = advise(&mut solver, &view, Effort::Worlds(50), &mut rng)?;
/// assert_eq!(advice.best().card, "♠2".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If it is not the player's turn, or the budget is zero.
pub fn advise<R: Rng + ?Sized>(
    solver: &mut Solver,
    view: &View,
    budget: Effort,
    rng: &mut R,
) -> Result<Advice, AdviceError> {
    if !view.is_to_play() {
        return Err(AdviceError::NotToPlay);
    }
    let possible = view.worlds();
    let mut tally = Tally::new(solver, view);
    let mut solve = |world: State| tally.add(&solver.play_values(&world));
    let without_repeats = match budget {
        Effort::Worlds(0) | Effort::Time(Duration::ZERO) => return Err(AdviceError::NoBudget),
        Effort::Worlds(worlds) if possible <= worlds => {
            view.every_world().for_each(solve);
            true
        }
        Effort::Worlds(worlds) => {
            (0..worlds).for_each(|_| solve(view.sample(rng)));
            false
        }
        Effort::Time(time) => {
            let start = Instant::now();
            let listed = possible <= LISTED;
            if listed {
                let mut worlds: Vec<State> = view.every_world().collect();
                random::shuffle(&mut worlds, rng);
                for world in worlds {
                    solve(world);
                    if start.elapsed() >= time {
                        break;
                    }
                }
            } else {
                loop {
                    solve(view.sample(rng));
                    if start.elapsed() >= time {
                        break;
                    }
                }
            }
            listed
        }
    };
    Ok(tally.advice(without_repeats.then_some(possible)))
}

/// The most worlds that a time budget lists and shuffles.
const LISTED: u64 = 4096;

/// Sums over worlds, in integers, so that their order does not matter.
struct Tally {
    /// Turns 'player 0's minus player 1's' into 'own minus the opponent's'.
    sign: i32,
    worlds: u64,
    cards: Vec<Sums>,
}

struct Sums {
    card: Card,
    sum: i128,
    squares: i128,
    best: u64,
}

impl Tally {
    fn new(solver: &Solver, view: &View) -> Tally {
        let legal = view.legal(solver.rules());
        Tally {
            sign: view.player().sign(),
            worlds: 0,
            cards: (legal.iter())
                .map(|card| Sums {
                    card,
                    sum: 0,
                    squares: 0,
                    best: 0,
                })
                .collect(),
        }
    }

    /// Adds a world, whose plays are in the same order.
    fn add(&mut self, plays: &[RootPlay]) {
        let own = |play: &RootPlay| i128::from(self.sign * play.value);
        let best = plays.iter().map(own).max();
        self.worlds += 1;
        for (sums, play) in self.cards.iter_mut().zip(plays) {
            debug_assert_eq!(sums.card, play.card);
            let value = own(play);
            sums.sum += value;
            sums.squares += value * value;
            sums.best += u64::from(Some(value) == best);
        }
    }

    /// The result; `of` is the number of worlds that there are, if none was
    /// solved twice.
    fn advice(self, of: Option<u64>) -> Advice {
        let worlds = self.worlds as f64;
        // Drawn without repeats, a sample errs the less the more it holds.
        let left = of.map_or(1.0, |of| 1.0 - worlds / of as f64);
        let is_exhaustive = of == Some(self.worlds);
        let plays = self.cards.iter().map(|sums| {
            let mean = sums.sum as f64 / worlds;
            // n · Σx² − (Σx)² is exact: n² times the variance.
            let spread = i128::from(self.worlds) * sums.squares - sums.sum * sums.sum;
            let variance = spread as f64 / (worlds * (worlds - 1.0));
            AdvisedPlay {
                card: sums.card,
                mean,
                standard_error: if is_exhaustive {
                    Some(0.0)
                } else {
                    (self.worlds > 1).then(|| (variance / worlds * left).sqrt())
                },
                best: sums.best as f64 / worlds,
                sum: sums.sum,
            }
        });
        Advice {
            plays: plays.collect(),
            worlds: self.worlds,
            is_exhaustive,
        }
    }
}

/// Why there is no advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AdviceError {
    /// It is the opponent's turn, or all cards have been played.
    NotToPlay,
    /// The budget is no world or no time.
    NoBudget,
}

impl fmt::Display for AdviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AdviceError::NotToPlay => "it is not this player's turn to play a card",
            AdviceError::NoBudget => "a budget of zero; it must allow one world or some time",
        })
    }
}

impl core::error::Error for AdviceError {}
