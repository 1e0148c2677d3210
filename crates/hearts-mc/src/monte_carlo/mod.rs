//! The Monte-Carlo player: consistent worlds, playouts with the same worlds for
//! every candidate, racing, and an incumbent that only a clear gain replaces.

mod config;
mod passing;
pub(crate) mod players;
pub(crate) mod race;
mod sampler;
mod shoot;
mod value;

use core::fmt;
use std::time::Instant;

use cards_core::{BySeat, Card, CardSet, Seat};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

pub use config::{Budget, ConfigError, MonteCarloConfig, Objective, PlayoutPolicy};

use crate::playout::table::{Table, card, lane_of};
use crate::playout::{Choose, run};
use crate::policy::features;
use crate::rules::{MoonChoice, PLAYERS};
use crate::score::scores;
use crate::strategy::{Strategy, usual_moon_choice};
use crate::view::View;
use crate::win_chance::better_moon;
use players::{Players, is_moon_open};
use race::{Limits, Tally, best, is_clearly_better, race};
use sampler::Sampler;
use shoot::shoot;
use value::Valuation;

/// A player who tries each candidate on deals that agree with its view, played
/// to their end by a cheap policy ("perfect information Monte Carlo": Ginsberg,
/// "GIB: imperfect information in a computationally challenging game", JAIR 14
/// (2001)).
///
/// Cards between which nobody else holds one are one candidate. One more
/// candidate is to shoot the moon, as long as nobody else has a point. The choice
/// of the playout policy stands unless another candidate is better by
/// [`MonteCarloConfig::gate`]. A decision costs its budget, and within a playout
/// budget it depends on the view and the seed alone.
#[derive(Clone, Debug)]
pub struct MonteCarlo {
    config: MonteCarloConfig,
    /// Whether the last choice of this deal was to shoot the moon.
    shooting: bool,
}

/// What the playouts say of the cards that may be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The card to play.
    pub choice: Card,
    /// Whether it is played to shoot the moon.
    pub shoots: bool,
    /// What the values are: [`Objective::Match`] if they are chances to win the match.
    pub objective: Objective,
    /// Every legal card. A candidate's figures stand at each of its cards.
    pub plays: Vec<PlayFigures>,
    /// How many worlds were drawn.
    pub worlds: usize,
    /// How many playouts were played.
    pub playouts: u64,
    /// The share of the chosen candidate's playouts in which each seat shoots the
    /// moon.
    pub moons: BySeat<f64>,
}

/// What the playouts say of one card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayFigures {
    /// The card.
    pub card: Card,
    /// The mean of the others' scores less the own, or the chance to win the match
    /// ([`Objective`]), on average; greater is better.
    /// If shooting the moon with this card is better, it is that.
    pub value: f64,
    /// The own score, on average.
    pub points: f64,
    /// The standard error of `value`; `None` after less than two playouts.
    pub standard_error: Option<f64>,
    /// The share of playouts in which the seat shoots the moon.
    pub moon: f64,
    /// On how many worlds the card was tried: fewer if it was soon behind.
    pub worlds: usize,
}

/// What the playouts say of passes.
#[derive(Clone, Debug, PartialEq)]
pub struct PassAdvice {
    /// The three cards to pass.
    pub choice: CardSet,
    /// What the values are: [`Objective::Match`] if they are chances to win the match.
    pub objective: Objective,
    /// The candidates.
    pub passes: Vec<PassFigures>,
    /// How many worlds were drawn.
    pub worlds: usize,
    /// How many playouts were played.
    pub playouts: u64,
}

/// What the playouts say of one pass; see [`PlayFigures`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PassFigures {
    /// The three cards.
    pub cards: CardSet,
    /// The mean of the others' scores less the own, or the chance to win the match
    /// ([`Objective`]), on average.
    pub value: f64,
    /// The own score, on average.
    pub points: f64,
    /// The standard error of `value`; `None` after less than two playouts.
    pub standard_error: Option<f64>,
    /// The share of playouts in which the seat shoots the moon.
    pub moon: f64,
    /// On how many worlds the pass was tried.
    pub worlds: usize,
}

/// Why there is no advice.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum AdviceError {
    /// The view's seat is not to play.
    NotOnTurn(Seat),
    /// The view's seat is not to pass.
    NotPassing(Seat),
    /// The player's settings make no sense.
    Config(ConfigError),
}

impl fmt::Display for AdviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdviceError::NotOnTurn(seat) => write!(f, "seat {seat} is not to play"),
            AdviceError::NotPassing(seat) => write!(f, "seat {seat} is not to pass"),
            AdviceError::Config(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for AdviceError {}

/// One candidate: a card and the ones like it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// The lowest of them.
    pub(crate) bit: u64,
    pub(crate) shoots: bool,
    #[cfg(feature = "training")]
    pub(crate) active: features::Active,
}

/// A world, and the chances that all candidates meet in it.
struct World {
    table: Table,
    noise: Pcg64Mcg,
}

/// A decision with everything that was found out.
pub(crate) struct Decision {
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) tallies: Vec<Tally>,
    pub(crate) choice: usize,
    worlds: usize,
    playouts: u64,
    /// There is no choice, and the player was shooting the moon.
    goes_on: bool,
    objective: Objective,
}

impl Decision {
    /// Whether the choice is to shoot the moon.
    pub(crate) fn shoots(&self) -> bool {
        self.goes_on || self.candidates[self.choice].shoots
    }
}

impl MonteCarlo {
    /// A player.
    #[must_use]
    pub const fn new(config: MonteCarloConfig) -> MonteCarlo {
        MonteCarlo {
            config,
            shooting: false,
        }
    }

    /// The settings.
    #[must_use]
    pub const fn config(&self) -> &MonteCarloConfig {
        &self.config
    }

    /// The same player in the midst of a deal, who played its last card to shoot the
    /// moon, as [`Advice::shoots`] said of it, or did not. That goes on unless something
    /// else is clearly better. (As a [`Strategy`] the player remembers it.)
    #[must_use]
    pub const fn with_shooting(mut self, shooting: bool) -> MonteCarlo {
        self.shooting = shooting;
        self
    }

    /// Whether the player's last card was played to shoot the moon.
    #[must_use]
    pub const fn is_shooting(&self) -> bool {
        self.shooting
    }

    fn limits(&self) -> Limits {
        Limits {
            budget: self.config.budget,
            elimination: self.config.elimination,
            start: Instant::now(),
            threads: self.config.threads,
        }
    }

    /// What the playouts say of each legal card, and which to play.
    ///
    /// # Errors
    /// If it is not the turn of the view's seat, or [`MonteCarloConfig::check`]
    /// refuses the settings.
    pub fn advise(&self, view: &View, seed: u64) -> Result<Advice, AdviceError> {
        self.config.check().map_err(AdviceError::Config)?;
        let legal = view.legal();
        if legal.is_empty() {
            return Err(AdviceError::NotOnTurn(view.seat()));
        }
        let decision = self.decide(view, seed);
        let me = view.seat().index();
        let (candidates, tallies) = (&decision.candidates, &decision.tallies);
        let plays = legal.iter().map(|card| {
            let bit = 1 << card.bit();
            let plain = class_of(candidates, bit);
            let tally = (candidates.iter().zip(tallies))
                .filter(|(candidate, _)| {
                    candidate.shoots && class_of(candidates, candidate.bit) == plain
                })
                .map(|(_, tally)| tally)
                .find(|tally| tally.mean() > tallies[plain].mean())
                .unwrap_or(&tallies[plain]);
            PlayFigures {
                card,
                value: tally.mean(),
                points: tally.mean_points(),
                standard_error: tally.standard_error(),
                moon: tally.moon(me),
                worlds: tally.values.len(),
            }
        });
        let chosen = &candidates[decision.choice];
        Ok(Advice {
            choice: card(chosen.bit),
            shoots: decision.shoots(),
            objective: decision.objective,
            plays: plays.collect(),
            worlds: decision.worlds,
            playouts: decision.playouts,
            moons: BySeat::<_, PLAYERS>::from_fn(|seat| {
                tallies[decision.choice].moon(seat.index())
            }),
        })
    }

    pub(crate) fn decide(&self, view: &View, seed: u64) -> Decision {
        let limits = self.limits();
        let (rules, me) = (view.rules(), view.seat().index());
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut noise = Pcg64Mcg::seed_from_u64(rng.next_u64());
        let valuation = Valuation::new(view, self.config.objective);
        let sampler = Sampler::new(view);
        let first = sampler.draw(&mut rng);
        let legal = view.legal().bits();
        let mut candidates = Vec::new();
        features::visit(&first, legal, |bit, _active| {
            candidates.push(Candidate {
                bit,
                shoots: false,
                #[cfg(feature = "training")]
                active: *_active,
            });
        });
        let usual = Players::new(self.config.policy, None, &mut noise).choose(&first, legal);
        let mut incumbent = class_of(&candidates, usual);
        let is_open = self.config.moon_share <= 1.0 && is_moon_open(&first, me);
        let goes_on = self.shooting && is_open && candidates.len() == 1;
        if is_open && candidates.len() > 1 {
            if self.shooting {
                incumbent = candidates.len();
            }
            candidates.push(Candidate {
                bit: shoot(&first, legal),
                shoots: true,
                ..candidates[0]
            });
        }
        let mut tallies = vec![Tally::new(); candidates.len()];
        let (worlds, playouts) = race(
            &mut tallies,
            &limits,
            |count, drawn: &mut Vec<World>| {
                drawn.extend((0..count).map(|_| World {
                    table: sampler.draw(&mut rng),
                    noise: Pcg64Mcg::seed_from_u64(noise.next_u64()),
                }));
            },
            |index, world, tally| {
                let candidate = &candidates[index];
                let shooter = candidate.shoots.then_some(me);
                let mut table = world.table;
                let mut noise = world.noise.clone();
                table.play(candidate.bit, rules);
                let mut players = Players::new(self.config.policy, shooter, &mut noise);
                run(&mut table, rules, &mut players);
                tally.add(&table, &valuation);
            },
        );
        let unlikely: Vec<usize> = (0..candidates.len())
            .filter(|&index| {
                candidates[index].shoots && tallies[index].moon(me) < self.config.moon_share
            })
            .collect();
        Decision {
            choice: self.choose(&tallies, incumbent, &unlikely),
            candidates,
            tallies,
            worlds,
            playouts,
            goes_on,
            objective: valuation.objective(),
        }
    }

    /// The leader of a race, if it may be chosen and is clearly better than the
    /// incumbent; otherwise the incumbent.
    fn choose(&self, tallies: &[Tally], incumbent: usize, barred: &[usize]) -> usize {
        let leader = best(tallies);
        let clear = is_clearly_better(&tallies[leader], &tallies[incumbent], self.config.gate);
        if clear && !barred.contains(&leader) {
            leader
        } else {
            incumbent
        }
    }

    /// Notes whether the player's last choice was to shoot the moon.
    pub(crate) const fn note(&mut self, shooting: bool) {
        self.shooting = shooting;
    }
}

/// The candidate that stands for a card: the highest in its suit that is not
/// above it.
pub(crate) fn class_of(candidates: &[Candidate], bit: u64) -> usize {
    let lane = lane_of(bit);
    candidates
        .iter()
        .rposition(|candidate| {
            !candidate.shoots && candidate.bit & lane != 0 && candidate.bit <= bit
        })
        .unwrap_or(0)
}

impl Default for MonteCarlo {
    fn default() -> MonteCarlo {
        MonteCarlo::new(MonteCarloConfig::default())
    }
}

impl Strategy for MonteCarlo {
    fn pass(&mut self, view: &View, rng: &mut dyn Rng) -> CardSet {
        self.note(false);
        self.weigh_passes(view, rng.next_u64()).choice
    }

    fn play(&mut self, view: &View, rng: &mut dyn Rng) -> Card {
        if view.is_first_trick() {
            self.note(false);
        }
        if let Some(only) = view.legal().single() {
            return only;
        }
        let decision = self.decide(view, rng.next_u64());
        self.note(decision.shoots());
        card(decision.candidates[decision.choice].bit)
    }

    fn moon_choice(&mut self, view: &View) -> MoonChoice {
        if self.config.objective == Objective::Points {
            return usual_moon_choice(view);
        }
        let taken = BySeat::from_fn(|seat| view.taken(seat));
        let (seat, rules) = (view.seat(), view.rules());
        better_moon(seat, view.totals(), rules, |choice| {
            scores(&taken, rules, choice)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_of_the_candidate_at_or_below_it_in_its_suit() {
        let legal = "♠KQJT3 ♥A";
        let bit = |text: &str| -> u64 { 1 << text.parse::<Card>().unwrap().bit() };
        // Nobody else holds a card between the ten and the jack, nor between the
        // queen and the king; the queen stands alone for what she costs.
        let hands = [legal, "♠9 ♥54327", "♠8 ♥6JQK8", "♠A ♦2345 ♣2"];
        let hands = BySeat::new(hands.map(|hand| hand.parse::<CardSet>().unwrap()));
        let hands = hands.map(|hand| hand.iter().take(6).collect());
        let position = crate::Position::later(hands, Seat::FIRST, BySeat::default()).unwrap();
        let table = Table::new(&position, &crate::Rules::STANDARD);
        let mut candidates = Vec::new();
        features::visit(&table, table.hands[0], |bit, _active| {
            candidates.push(Candidate {
                bit,
                shoots: false,
                #[cfg(feature = "training")]
                active: *_active,
            });
        });
        let shown: Vec<String> = candidates.iter().map(|c| card(c.bit).to_string()).collect();
        assert_eq!(shown, ["♥A", "♠3", "♠T", "♠Q", "♠K"]);
        let class = |text: &str| shown[class_of(&candidates, bit(text))].as_str();
        assert_eq!([class("♠J"), class("♠T"), class("♠3")], ["♠T", "♠T", "♠3"]);
        assert_eq!([class("♠K"), class("♠Q"), class("♥A")], ["♠K", "♠Q", "♥A"]);
    }
}
