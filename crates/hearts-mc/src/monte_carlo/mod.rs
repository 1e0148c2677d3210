//! The Monte-Carlo player: consistent worlds, playouts with the same worlds for
//! every candidate, racing, and an incumbent that only a clear gain replaces.

pub(crate) mod chance;
mod config;
mod last_tricks;
mod opponents;
pub(crate) mod passing;
pub(crate) mod players;
pub(crate) mod race;
mod sampler;
mod schedule;
mod shoot;
pub(crate) mod value;

use core::fmt;
use std::sync::Arc;
use std::time::Instant;

use cards_core::{BySeat, Card, CardSet, Seat};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

pub use config::{Budget, ConfigError, CountedMoons, MonteCarloConfig, Objective, PlayoutPolicy};
pub use last_tricks::{LastTricks, Search};
pub use opponents::OpponentModel;
pub use schedule::{Effort, Schedule};

use crate::greedy::Greedy;
use crate::playout::Choose;
use crate::playout::table::{Table, card, lane_of, moon};
use crate::policy::{Learned, features};
use crate::rules::{MoonChoice, PLAYERS};
use crate::score::scores;
use crate::strategy::{Strategy, usual_moon_choice};
use crate::view::View;
use crate::win_chance::better_moon;
use chance::{Doubt, calibrated};
use players::{Players, is_moon_open};
use race::{Limits, Tally, best_but, is_clearly_better, race};
use sampler::Sampler;
pub(crate) use sampler::seen;
pub(crate) use shoot::{least_wanted, shoot};
use value::Valuation;

/// A player who tries each candidate on deals that agree with its view, played
/// to their end by a cheap policy ("perfect information Monte Carlo": Ginsberg,
/// "GIB: imperfect information in a computationally challenging game", JAIR 14
/// (2001)).
///
/// Cards between which nobody else holds one are one candidate. One more
/// candidate is to shoot the moon, as long as nobody else has a point. The choice
/// of the playout policy stands unless another candidate is better by
/// [`MonteCarloConfig::gate`]. A decision costs its budget at most: it ends once one
/// candidate is left. Within a playout budget it depends on the view and the seed
/// alone.
#[derive(Clone, Debug)]
pub struct MonteCarlo {
    config: MonteCarloConfig,
    /// Whether the last choice of this deal was to shoot the moon.
    shooting: bool,
    /// Other weights than those of the crate.
    learned: Option<Arc<Learned>>,
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
    /// How many worlds were drawn; 0 if nothing was to be found out, or if the
    /// greedy player decides by the schedule: then all figures are 0.
    pub worlds: usize,
    /// How many playouts were played.
    pub playouts: u64,
    /// The share of the chosen candidate's playouts in which each seat shoots the
    /// moon.
    pub moons: BySeat<f64>,
    /// On how many worlds the chosen candidate was tried.
    pub tried: usize,
    /// The chance that each seat shoots the moon among players like this one: the
    /// share of `moons`, calibrated on deals of such players. 0 where the moon is
    /// closed to the seat or nothing was played out, 1 where it has every point.
    pub moon_chances: BySeat<f64>,
}

/// What the playouts say of one card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayFigures {
    /// The card.
    pub card: Card,
    /// The mean of the others' scores less the own, or the chance to win the match
    /// ([`Objective`]), on average, with the own moons doubted as the settings say;
    /// greater is better. If shooting the moon with this card is better, it is that.
    pub value: f64,
    /// The own score, on average, likewise.
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
    /// Whether they are passed to shoot the moon.
    pub shoots: bool,
    /// What the values are: [`Objective::Match`] if they are chances to win the match.
    pub objective: Objective,
    /// The candidates; none if the greedy player decides.
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
    /// Whether they are passed to shoot the moon: one pass may stand twice.
    pub shoots: bool,
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

/// No more worlds than these are listed; so many take some hundred megabytes.
const MOST_WORLDS: u64 = 1_000_000;

/// One candidate: a card and the ones like it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// The lowest of them.
    pub(crate) bit: u64,
    pub(crate) shoots: bool,
    #[cfg(feature = "training")]
    pub(crate) active: features::Active,
}

/// A world, the others who shoot the moon in it, a bit each, and the chances that
/// all candidates meet in it.
struct World {
    table: Table,
    shooters: u8,
    noise: Pcg64Mcg,
}

/// What a decision may cost, and the worlds that it is to go through in turn, if it
/// does not draw them.
struct Plan {
    limits: Limits,
    every: Option<Vec<Table>>,
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
            learned: None,
        }
    }

    /// The player with other weights of the learned policy and of the passes than
    /// those of the crate.
    #[must_use]
    pub fn with_learned(mut self, learned: Arc<Learned>) -> MonteCarlo {
        self.learned = Some(learned);
        self
    }

    fn learned(&self) -> &Learned {
        self.learned
            .as_deref()
            .unwrap_or_else(|| Learned::included())
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

    /// The limits of a decision among so many candidates with so many cards in the
    /// hand.
    fn limits(&self, start: Instant, cards: usize, candidates: usize) -> Limits {
        let each = match self.effort(cards) {
            None | Some(Effort::Greedy) => {
                return Limits {
                    budget: self.config.budget,
                    elimination: self.config.elimination,
                    start,
                    threads: self.config.threads,
                    alone: false,
                };
            }
            Some(Effort::Playouts(each) | Effort::EveryWorld(each)) => each,
        };
        Limits {
            budget: Budget::Playouts(each.saturating_mul(candidates as u64)),
            elimination: f64::INFINITY,
            start,
            threads: self.config.threads,
            alone: false,
        }
    }

    fn effort(&self, cards: usize) -> Option<Effort> {
        Some(self.config.schedule?.effort(cards))
    }

    /// Whether the schedule leaves a decision with so many cards to the greedy
    /// player.
    fn is_greedy(&self, cards: usize) -> bool {
        self.effort(cards) == Some(Effort::Greedy)
    }

    fn plan(&self, start: Instant, sampler: &Sampler, cards: usize, candidates: usize) -> Plan {
        let mut plan = Plan {
            limits: self.limits(start, cards, candidates),
            every: None,
        };
        if let Some(Effort::EveryWorld(each)) = self.effort(cards)
            && let Some(worlds) = sampler.every(each.min(MOST_WORLDS))
        {
            let count = worlds.len() as u64;
            let chance =
                self.config.policy == PlayoutPolicy::Uniform || self.config.opponents.is_some();
            let rounds = if chance { each.div_ceil(count) } else { 1 };
            plan.limits.budget = Budget::Playouts(
                rounds
                    .saturating_mul(count)
                    .saturating_mul(candidates as u64),
            );
            plan.every = Some(worlds);
        }
        plan
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
        Ok(if self.is_greedy(view.hand().len()) {
            self.greedy_advice(view)
        } else {
            self.report(view, &self.decide(view, seed, true))
        })
    }

    /// Chooses as [`Strategy::play`] does, with what the playouts say of it: unlike
    /// [`MonteCarlo::advise`] it goes on with a moon that it has begun to shoot.
    ///
    /// # Errors
    /// As [`MonteCarlo::advise`].
    pub fn play_advised(&mut self, view: &View, seed: u64) -> Result<Advice, AdviceError> {
        self.begin(view);
        let advice = self.advise(view, seed)?;
        if view.legal().single().is_none() {
            self.note(advice.shoots);
        }
        Ok(advice)
    }

    /// What the schedule's greedy player chooses, without figures.
    fn greedy_advice(&self, view: &View) -> Advice {
        let figures = |card| PlayFigures {
            card,
            value: 0.0,
            points: 0.0,
            standard_error: None,
            moon: 0.0,
            worlds: 0,
        };
        Advice {
            choice: greedy(view),
            shoots: false,
            objective: Objective::Points,
            plays: view.legal().iter().map(figures).collect(),
            worlds: 0,
            playouts: 0,
            moons: BySeat::new([0.0; PLAYERS]),
            tried: 0,
            moon_chances: BySeat::new([0.0; PLAYERS]),
        }
    }

    fn report(&self, view: &View, decision: &Decision) -> Advice {
        let legal = view.legal();
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
                .find(|tally| tally.value() > tallies[plain].value())
                .unwrap_or(&tallies[plain]);
            PlayFigures {
                card,
                value: tally.value(),
                points: tally.mean_points(),
                standard_error: tally.standard_error(),
                moon: tally.moon(me),
                worlds: tally.values.len(),
            }
        });
        let chosen = &candidates[decision.choice];
        let tally = &tallies[decision.choice];
        Advice {
            choice: card(chosen.bit),
            shoots: decision.shoots(),
            objective: decision.objective,
            plays: plays.collect(),
            worlds: decision.worlds,
            playouts: decision.playouts,
            moons: BySeat::<_, PLAYERS>::from_fn(|seat| tally.moon(seat.index())),
            tried: tally.values.len(),
            moon_chances: moon_chances(view, tally, decision.playouts),
        }
    }

    /// A decision; one without a choice is played out too if it is asked for
    /// `figures`.
    pub(crate) fn decide(&self, view: &View, seed: u64, figures: bool) -> Decision {
        let start = Instant::now();
        let (rules, me) = (view.rules(), view.seat().index());
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut noise = Pcg64Mcg::seed_from_u64(rng.next_u64());
        let valuation = self.valuation(view);
        let sampler = Sampler::new(view, self.config.pass_sharpness);
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
        let weights = &self.learned().play;
        let usual = Players::new(self.config.policy, None, &mut noise)
            .with_weights(weights)
            .choose(&first, legal);
        let mut incumbent = class_of(&candidates, usual);
        // Doubt is a matter of points.
        let doubt = match valuation.objective() {
            Objective::Points => Doubt::new(me, view.hand().len(), self.config.moon_doubt),
            Objective::Match => Doubt::new(me, view.hand().len(), 0.0),
        };
        let mut tallies = vec![Tally::new(Doubt::NONE); candidates.len()];
        if let Some(last) = &self.config.last_tricks
            && let Some(worlds) = last.within(self.config.budget).solve(
                view,
                &sampler,
                &candidates,
                &mut tallies,
                &valuation,
                |table| {
                    Players::new(self.config.policy, None, &mut noise)
                        .with_weights(weights)
                        .run(table, rules);
                },
            )
        {
            let playouts = (worlds * candidates.len()) as u64;
            return Decision {
                choice: self.choose(&tallies, incumbent, &[]),
                candidates,
                tallies,
                worlds,
                playouts,
                goes_on: false,
                objective: valuation.objective(),
            };
        }
        let is_open = self.config.moon_share <= 1.0 && is_moon_open(&first, me);
        let goes_on = self.shooting && is_open && candidates.len() == 1;
        if is_open && candidates.len() > 1 {
            if self.shooting {
                incumbent = candidates.len();
            }
            let mut shot = candidates[0];
            (shot.bit, shot.shoots) = (shoot(&first, legal), true);
            candidates.push(shot);
        }
        let mut plan = self.plan(start, &sampler, view.hand().len(), candidates.len());
        plan.limits.alone = figures && candidates.len() == 1;
        let mut every = plan.every.iter().flatten().cycle();
        let opponents = self.config.opponents;
        // Apart from the rest, so that the worlds are the same without them.
        let mut temper = Pcg64Mcg::seed_from_u64(!seed);
        let tempers = opponents
            .map(|model| model.chances(view, &sampler, self.config.policy, temper.next_u64()));
        tallies = vec![Tally::new(doubt); candidates.len()];
        let (worlds, playouts) = race(
            &mut tallies,
            &plan.limits,
            |count, drawn: &mut Vec<World>| {
                drawn.extend((0..count).map(|_| World {
                    table: match every.next() {
                        Some(table) => *table,
                        None => sampler.draw(&mut rng),
                    },
                    shooters: tempers.map_or(0, |chances| draw_shooters(&chances, &mut temper)),
                    noise: Pcg64Mcg::seed_from_u64(noise.next_u64()),
                }));
            },
            |index, world, tally| {
                let candidate = &candidates[index];
                let shooter = candidate.shoots.then_some(me);
                let mut table = world.table;
                let mut noise = world.noise.clone();
                table.play(candidate.bit, rules);
                Players::new(self.config.policy, shooter, &mut noise)
                    .with_shooters(world.shooters)
                    .with_weights(weights)
                    .run(&mut table, rules);
                tally.add(&table, &valuation);
            },
        );
        let unlikely = self.unlikely_shots(&tallies, |index| candidates[index].shoots, me);
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

    /// The candidates that shoot the moon in too few worlds.
    fn unlikely_shots(
        &self,
        tallies: &[Tally],
        shoots: impl Fn(usize) -> bool,
        me: usize,
    ) -> Vec<usize> {
        (0..tallies.len())
            .filter(|&index| shoots(index) && tallies[index].moon(me) < self.config.moon_share)
            .collect()
    }

    /// The best candidate that may be chosen, if it is clearly better than the
    /// incumbent; otherwise the incumbent.
    fn choose(&self, tallies: &[Tally], incumbent: usize, barred: &[usize]) -> usize {
        let leader = best_but(tallies, |index| {
            barred.contains(&index) || tallies[index].values.is_empty()
        });
        if is_clearly_better(&tallies[leader], &tallies[incumbent], self.config.gate) {
            leader
        } else {
            incumbent
        }
    }

    fn valuation(&self, view: &View) -> Valuation {
        Valuation::new(view, self.config.objective, self.config.moons)
    }

    /// Forgets the deal before, unless a pass has done so.
    fn begin(&mut self, view: &View) {
        if view.is_first_trick() && view.gave().is_none() {
            self.note(false);
        }
    }

    /// Notes whether the player's last choice was to shoot the moon.
    pub(crate) const fn note(&mut self, shooting: bool) {
        self.shooting = shooting;
    }
}

/// The calibrated chance of each seat's moon, after these playouts.
fn moon_chances(view: &View, tally: &Tally, playouts: u64) -> BySeat<f64> {
    let needed = moon(view.rules());
    let taken = BySeat::<_, PLAYERS>::from_fn(|seat| view.taken(seat).bits() & needed);
    let all = taken.as_array().iter().fold(0, |all, cards| all | cards);
    let chances: BySeat<f64> = BySeat::from_fn(|seat| {
        let (own, worlds) = (seat == view.seat(), tally.values.len());
        if taken[seat] == needed {
            1.0
        } else if playouts == 0 || taken[seat] != all {
            0.0
        } else {
            calibrated(own, view.hand().len(), tally.moons[seat.index()], worlds)
        }
    });
    // Each is calibrated on its own; together they are no more than 1.
    let sum: f64 = chances.as_array().iter().sum();
    chances.map(|chance| chance / sum.max(1.0))
}

/// The card that the greedy player chooses.
fn greedy(view: &View) -> Card {
    // It draws no random numbers.
    Greedy.play(view, &mut Pcg64Mcg::seed_from_u64(0))
}

/// The others who shoot the moon in a world.
fn draw_shooters(chances: &BySeat<f64>, rng: &mut Pcg64Mcg) -> u8 {
    let unit = 1.0 / (1_u64 << 53) as f64;
    chances.iter().fold(0, |seats, (seat, &chance)| {
        let shoots = chance > 0.0 && ((rng.next_u64() >> 11) as f64) * unit < chance;
        seats | u8::from(shoots) << seat.index()
    })
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
        let advice = self.weigh_passes(view, rng.next_u64());
        self.note(advice.shoots);
        advice.choice
    }

    fn play(&mut self, view: &View, rng: &mut dyn Rng) -> Card {
        self.begin(view);
        if let Some(only) = view.legal().single() {
            return only;
        }
        if self.is_greedy(view.hand().len()) {
            return greedy(view);
        }
        let decision = self.decide(view, rng.next_u64(), false);
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
