use cards_core::random::{below, shuffle, trial_rng};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

use super::features::{Active, ENTRIES, TABLES, WEIGHTS};
use super::learned::{Learned, Weights};
use crate::monte_carlo::{MonteCarlo, class_of};
use crate::playout::table::card;
use crate::round::{Phase, Round};
use crate::rules::{Passing, Rules};
use crate::strategy::Strategy;

/// One candidate: where its weights are, and its value.
type Choice = (Active, f32);

/// Decisions of a player, each with its candidates and what it chose.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    options: Vec<Choice>,
    /// Where each decision's candidates end, and the index of the choice.
    ends: Vec<(u32, u8)>,
}

impl Samples {
    /// How many decisions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds the decisions of another collection.
    pub fn append(&mut self, other: &Samples) {
        let shift = self.options.len() as u32;
        self.options.extend_from_slice(&other.options);
        self.ends.extend(
            other
                .ends
                .iter()
                .map(|&(end, choice)| (end + shift, choice)),
        );
    }

    fn decision(&self, index: usize) -> (&[Choice], usize) {
        let start = if index == 0 {
            0
        } else {
            self.ends[index - 1].0
        };
        let (end, choice) = self.ends[index];
        (&self.options[start as usize..end as usize], choice as usize)
    }
}

/// Plays deals with the player in all four seats and notes its decisions. In one
/// decision of `explore` a random candidate is played instead of the choice.
pub fn generate(
    player: impl Fn() -> MonteCarlo,
    seed: u64,
    deals: core::ops::Range<u64>,
    explore: u64,
) -> Samples {
    let rules = Rules::STANDARD;
    let mut samples = Samples::default();
    for deal in deals {
        let mut rng: Pcg64Mcg = trial_rng(seed, deal);
        let direction = Passing::Rotating.direction(deal as usize);
        let mut round = Round::deal(&rules, direction, &mut rng);
        let mut players: Vec<MonteCarlo> = (0..4).map(|_| player()).collect();
        loop {
            match round.phase() {
                Phase::Over => break,
                Phase::Passing(seat) => {
                    let cards = players[seat.index()].pass(&round.view(seat), &mut rng);
                    advance(round.pass(seat, cards));
                }
                Phase::Playing(seat) => {
                    let view = round.view(seat);
                    let legal = view.legal();
                    if let Some(only) = legal.single() {
                        advance(round.play(only));
                        continue;
                    }
                    let player = &mut players[seat.index()];
                    let decision = player.decide(&view, rng.next_u64(), false);
                    let (candidates, tallies) = (&decision.candidates, &decision.tallies);
                    let chosen = candidates[decision.choice];
                    let plain = candidates.iter().filter(|c| !c.shoots).count();
                    let mut bit = chosen.bit;
                    if plain > 1 {
                        for (index, candidate) in candidates[..plain].iter().enumerate() {
                            // To shoot with a card is one way to play it.
                            let value = (candidates[plain..].iter().zip(&tallies[plain..]))
                                .filter(|(shot, _)| class_of(candidates, shot.bit) == index)
                                .map(|(_, tally)| tally.mean())
                                .fold(tallies[index].mean(), f64::max);
                            samples.options.push((candidate.active, value as f32));
                        }
                        let choice = class_of(candidates, chosen.bit);
                        samples
                            .ends
                            .push((samples.options.len() as u32, choice as u8));
                        player.note(chosen.shoots);
                        if below(&mut rng, explore) == 0 {
                            bit = candidates[below(&mut rng, plain as u64) as usize].bit;
                        }
                    }
                    advance(round.play(card(bit)));
                }
            }
        }
    }
    samples
}

fn advance<E: core::fmt::Display>(result: Result<(), E>) {
    if let Err(error) = result {
        unreachable!("a legal choice: {error}");
    }
}

/// What a fit minimises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The expected loss of value of a player who chooses by the softmax.
    Regret,
    /// The negative log likelihood of the choices.
    Likelihood,
}

/// Fits weights by stochastic gradient descent (Adam: Kingma and Ba, ICLR 2015).
/// Returns them and the mean loss of the last pass over the samples.
#[must_use]
pub fn fit(
    samples: &Samples,
    start: &Learned,
    loss: Loss,
    passes: usize,
    rate: f32,
    seed: u64,
) -> (Vec<f32>, f64) {
    let mut weights = start.play.clone();
    let mut adam = Adam::new(WEIGHTS);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut rng: Pcg64Mcg = trial_rng(seed, 0);
    let batch = 512;
    let mut last = 0.0;
    let total = passes * order.len().div_ceil(batch);
    for _ in 0..passes {
        shuffle(&mut order, &mut rng);
        let mut sum = 0.0_f64;
        for chunk in order.chunks(batch) {
            for &index in chunk {
                let (options, choice) = samples.decision(index);
                let gradient = &mut adam.gradient;
                sum += f64::from(add_gradient(&weights, options, choice, loss, gradient));
            }
            let list = weights.0.as_flattened_mut().as_flattened_mut();
            adam.step(list, rate, chunk.len(), total);
        }
        last = sum / samples.len() as f64;
    }
    (weights.list().to_vec(), last)
}

/// Stochastic gradient descent by Adam (Kingma and Ba, ICLR 2015), with a rate
/// that falls to 0.
pub(super) struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    /// The sum of the slopes since the last step.
    pub(super) gradient: Vec<f32>,
    taken: i32,
}

impl Adam {
    pub(super) fn new(weights: usize) -> Adam {
        Adam {
            first: vec![0.0; weights],
            second: vec![0.0; weights],
            gradient: vec![0.0; weights],
            taken: 0,
        }
    }

    /// One step, of so many in all, by the mean slope of so many samples.
    pub(super) fn step(&mut self, list: &mut [f32], rate: f32, samples: usize, steps: usize) {
        self.taken += 1;
        let scale = 1.0 / samples as f32;
        let rate = rate * (1.0 - self.taken as f32 / (steps as f32 + 1.0));
        let one = 1.0 - 0.9_f32.powi(self.taken);
        let two = 1.0 - 0.999_f32.powi(self.taken);
        for (place, weight) in list.iter_mut().enumerate() {
            let slope = self.gradient[place] * scale;
            self.gradient[place] = 0.0;
            let (first, second) = (&mut self.first[place], &mut self.second[place]);
            *first += 0.1 * (slope - *first);
            *second += 0.001 * (slope * slope - *second);
            *weight -= rate * (*first / one) / ((*second / two).sqrt() + 1e-8);
        }
    }
}

impl Active {
    /// Adds to the gradient of each weight of a card.
    fn add(&self, slope: f32, gradient: &mut [f32]) {
        let context = self.context as usize * TABLES * ENTRIES;
        for (table, &entry) in self.entries.iter().enumerate() {
            gradient[context + table * ENTRIES + entry as usize] += slope;
        }
    }
}

fn add_gradient(
    weights: &Weights,
    options: &[Choice],
    choice: usize,
    loss: Loss,
    gradient: &mut [f32],
) -> f32 {
    let mut chances = [0.0_f32; 16];
    let chances = &mut chances[..options.len()];
    let mut top = f32::MIN;
    for (chance, (active, _)) in chances.iter_mut().zip(options) {
        *chance = weights.score(active);
        top = top.max(*chance);
    }
    let mut sum = 0.0;
    for chance in chances.iter_mut() {
        *chance = (*chance - top).exp();
        sum += *chance;
    }
    for chance in chances.iter_mut() {
        *chance /= sum;
    }
    match loss {
        Loss::Regret => {
            let best = options
                .iter()
                .map(|option| option.1)
                .fold(f32::MIN, f32::max);
            let mean: f32 = (chances.iter().zip(options)).map(|(c, o)| c * o.1).sum();
            for (chance, (active, value)) in chances.iter().zip(options) {
                let slope = chance * (mean - value);
                active.add(slope, gradient);
            }
            best - mean
        }
        Loss::Likelihood => {
            for (index, (chance, (active, _))) in chances.iter().zip(options).enumerate() {
                let slope = chance - f32::from(u8::from(index == choice));
                active.add(slope, gradient);
            }
            -chances[choice].max(1e-12).ln()
        }
    }
}

/// The mean regret of the policy that always plays the best score.
#[must_use]
pub fn regret(samples: &Samples, learned: &Learned) -> f64 {
    let weights = &learned.play;
    let mut sum = 0.0;
    for index in 0..samples.len() {
        let (options, _) = samples.decision(index);
        let best = options
            .iter()
            .map(|option| option.1)
            .fold(f32::MIN, f32::max);
        let mut choice = (f32::MIN, 0.0);
        for (active, value) in options {
            let score = weights.score(active);
            if score > choice.0 {
                choice = (score, *value);
            }
        }
        sum += f64::from(best - choice.1);
    }
    sum / samples.len() as f64
}
