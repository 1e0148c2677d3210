//! The Monte-Carlo player: determinization, playouts with common random numbers,
//! racing, and an incumbent that only a clear gain replaces.

pub(crate) mod sampler;
mod shoot;

use cards_core::{Card, CardSet};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::playout::greedy::Quick;
use crate::playout::table::{PENALTY_BITS, Table, card};
use crate::playout::{Choose, run};
use crate::policy::features;
use crate::policy::learned::Weights;
use crate::rules::Rules;
use crate::strategy::Strategy;
use crate::view::View;
use sampler::{Sampler, outcome};
use shoot::shoot;

/// Dev config.
#[derive(Clone, Debug)]
pub struct Config {
    /// playouts a decision
    pub playouts: usize,
    /// gate in standard errors
    pub gate: f32,
    /// elimination in standard errors
    pub eliminate: f32,
    /// inference exponent
    pub exponent: f32,
    /// proposals a world
    pub pool: usize,
    /// learned weights for the playouts, or the quick policy
    pub weights: Option<std::sync::Arc<Vec<f32>>>,
    /// model of the others' play
    pub model: Option<std::sync::Arc<Vec<f32>>>,
    /// consider shooting
    pub moon: bool,
    /// how much of the worlds the moon must succeed in
    pub moon_share: f32,
}

/// One candidate of a decision.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) bit: u64,
    pub(crate) shoots: bool,
    pub(crate) values: Vec<f32>,
    pub(crate) moons: u32,
    pub(crate) active: features::Active,
    alive: bool,
}

impl Candidate {
    pub(crate) fn mean(&self) -> f32 {
        self.values.iter().sum::<f32>() / self.values.len() as f32
    }
}

/// The difference of two candidates on the worlds that both were tried on, and
/// its standard error.
fn paired(a: &Candidate, b: &Candidate) -> (f32, f32) {
    let n = a.values.len().min(b.values.len());
    let (mut sum, mut squares) = (0.0_f32, 0.0_f32);
    for (x, y) in a.values[..n].iter().zip(&b.values[..n]) {
        let difference = x - y;
        sum += difference;
        squares += difference * difference;
    }
    let count = n as f32;
    let mean = sum / count;
    let variance = (squares / count - mean * mean).max(0.0) * count / (count - 1.0).max(1.0);
    (mean, (variance / count).sqrt())
}

/// Players of a playout: all by one policy, but one may be shooting the moon.
struct Players<'a> {
    weights: Option<&'a Weights>,
    shooter: usize,
}

impl Choose for Players<'_> {
    #[inline]
    fn choose(&mut self, table: &Table, legal: u64) -> u64 {
        if table.turn == self.shooter {
            let others = (1..4).fold(0, |all, step| all | table.taken[(table.turn + step) & 3]);
            if others & PENALTY_BITS == 0 {
                return shoot(table, legal);
            }
        }
        match self.weights {
            Some(weights) => (&mut &*weights).choose(table, legal),
            None => Quick.choose(table, legal),
        }
    }
}

/// The Monte-Carlo player.
#[derive(Debug)]
pub struct MonteCarlo {
    config: Config,
    weights: Option<Weights>,
    model: Option<Weights>,
    shooting: bool,
}

impl MonteCarlo {
    /// A player.
    #[must_use]
    pub fn new(config: Config) -> MonteCarlo {
        let load = |weights: &Option<std::sync::Arc<Vec<f32>>>| {
            weights
                .as_ref()
                .and_then(|weights| Weights::from_list(weights))
        };
        MonteCarlo {
            weights: load(&config.weights),
            model: load(&config.model),
            config,
            shooting: false,
        }
    }

    /// What the playouts say of each candidate, and the index of the choice.
    pub(crate) fn decide(&self, view: &View, seed: u64) -> (Vec<Candidate>, usize) {
        let config = &self.config;
        let rules = view.rules();
        let me = view.seat().index();
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let sampler = Sampler::new(view, self.model.as_ref(), config.exponent);
        let mut tables: Vec<Table> = Vec::new();
        sampler.draw(1, 1, &mut rng, &mut tables);
        let legal = view.legal().bits();
        let mut candidates: Vec<Candidate> = Vec::new();
        features::visit(&tables[0], legal, |bit, active| {
            candidates.push(Candidate {
                bit,
                shoots: false,
                values: Vec::new(),
                moons: 0,
                active: *active,
                alive: true,
            });
        });
        if candidates.len() == 1 {
            return (candidates, 0);
        }
        let first = Players {
            weights: self.weights.as_ref(),
            shooter: 4,
        }
        .choose(&tables[0], legal);
        let mut incumbent = candidates
            .iter()
            .rposition(|candidate| {
                candidate.bit <= first && candidate.bit & features::lane(first) != 0
            })
            .unwrap_or(0);
        let others = (1..4).fold(0, |all, step| all | tables[0].taken[(me + step) & 3]);
        if config.moon && others & PENALTY_BITS == 0 {
            let bit = shoot(&tables[0], legal);
            if self.shooting {
                incumbent = candidates.len();
            }
            candidates.push(Candidate {
                bit,
                shoots: true,
                values: Vec::new(),
                moons: 0,
                active: candidates[0].active,
                alive: true,
            });
        }
        tables.clear();
        let mut spent = 0;
        let mut done = 0;
        let mut batch = 16;
        loop {
            let alive = candidates
                .iter()
                .filter(|candidate| candidate.alive)
                .count();
            let room = (config.playouts.saturating_sub(spent)) / alive;
            let size = batch.min(room);
            if size == 0 || (alive == 1) {
                break;
            }
            sampler.draw(size, config.pool, &mut rng, &mut tables);
            for candidate in candidates.iter_mut().filter(|candidate| candidate.alive) {
                let mut players = Players {
                    weights: self.weights.as_ref(),
                    shooter: if candidate.shoots { me } else { 4 },
                };
                for world in &tables[done..] {
                    let mut table = *world;
                    table.play(candidate.bit, rules);
                    run(&mut table, rules, &mut players);
                    let (value, moon) = utility(&table, rules, me);
                    candidate.values.push(value);
                    candidate.moons += u32::from(moon);
                }
                spent += size;
            }
            done += size;
            batch = done;
            let leader = best(&candidates);
            for index in 0..candidates.len() {
                if index == leader || !candidates[index].alive {
                    continue;
                }
                let (difference, error) = paired(&candidates[leader], &candidates[index]);
                if difference > config.eliminate * error {
                    candidates[index].alive = false;
                }
            }
        }
        let leader = best(&candidates);
        let choice = if leader == incumbent || candidates[leader].values.is_empty() {
            incumbent
        } else {
            let (difference, error) = paired(&candidates[leader], &candidates[incumbent]);
            let unlikely = candidates[leader].shoots
                && (candidates[leader].moons as f32)
                    < config.moon_share * candidates[leader].values.len() as f32;
            if difference > config.gate * error && !unlikely {
                leader
            } else {
                incumbent
            }
        };
        (candidates, choice)
    }
}

impl MonteCarlo {
    /// Notes whether the player's last choice was to shoot the moon.
    pub(crate) fn note(&mut self, shooting: bool) {
        self.shooting = shooting;
    }
}

/// The candidate with the best mean among those still in the race.
fn best(candidates: &[Candidate]) -> usize {
    let mut best = usize::MAX;
    for (index, candidate) in candidates.iter().enumerate() {
        if candidate.alive
            && !candidate.values.is_empty()
            && (best == usize::MAX || candidate.mean() > candidates[best].mean())
        {
            best = index;
        }
    }
    if best == usize::MAX { 0 } else { best }
}

/// The mean of the others' scores less the own, and whether the player has shot
/// the moon.
fn utility(table: &Table, rules: &Rules, me: usize) -> (f32, bool) {
    let scores = outcome(table, rules);
    let sum: i32 = scores.iter().sum();
    let own = scores[me];
    (
        (sum - own) as f32 / 3.0 - own as f32,
        table.taken[me] & PENALTY_BITS == PENALTY_BITS,
    )
}

impl Strategy for MonteCarlo {
    fn pass(&mut self, view: &View, _rng: &mut dyn Rng) -> CardSet {
        let mut hand = view.hand();
        let mut cards = CardSet::EMPTY;
        while cards.len() < 3 {
            let choice = hand.iter().max_by_key(|&card| danger(hand, card));
            if let Some(card) = choice {
                hand.remove(card);
                cards.insert(card);
            }
        }
        cards
    }

    fn play(&mut self, view: &View, rng: &mut dyn Rng) -> Card {
        let legal = view.legal();
        if view.plays().len() < 4 {
            self.shooting = false;
        }
        if let Some(only) = legal.single() {
            return only;
        }
        let seed = rng.next_u64();
        let (candidates, choice) = self.decide(view, seed);
        self.shooting = candidates[choice].shoots;
        card(candidates[choice].bit)
    }
}

fn danger(hand: CardSet, card: Card) -> u32 {
    use cards_core::{Rank, Suit};
    let rank = card.rank() as u32;
    let length = hand.in_suit(card.suit()).len() as u32;
    match card.suit() {
        Suit::Spades => {
            let guards = hand
                .in_suit(Suit::Spades)
                .iter()
                .filter(|card| card.rank() < Rank::Queen)
                .count();
            if card.rank() >= Rank::Queen && guards < 4 {
                100 - u32::from(card.rank() != Rank::Queen) * 10
            } else {
                rank / 2
            }
        }
        Suit::Hearts => rank + 4,
        _ => rank + if length <= 3 { 8 - 2 * length } else { 0 },
    }
}
