use cards_core::random::{deal, shuffle, trial_rng};
use cards_core::{CardSet, Seat};
use rand_pcg::Pcg64Mcg;

use super::learned::Learned;
use super::passing::{Holding, PASS_WEIGHTS, PassWeights, ranked};
use crate::monte_carlo::PlayoutPolicy;
use crate::monte_carlo::chance::Doubt;
use crate::monte_carlo::passing::Exchange;
use crate::monte_carlo::race::Tally;
use crate::monte_carlo::value::Valuation;
use crate::rules::{Pass, Rules};
use crate::worlds::{Constraints, Worlds};

/// One pass that was tried and its value.
type Tried = (CardSet, f32);

/// Hands with passes that were tried, and what they were worth in playouts.
#[derive(Clone, Debug, Default)]
pub struct PassSamples {
    hands: Vec<(CardSet, Pass)>,
    /// By hand: the passes of a player who means to take few points, and of one
    /// who means to shoot the moon.
    usual: Vec<Vec<Tried>>,
    shoot: Vec<Vec<Tried>>,
}

impl PassSamples {
    /// How many hands there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.hands.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hands.is_empty()
    }

    /// Adds the hands of another collection.
    pub fn append(&mut self, mut other: PassSamples) {
        self.hands.append(&mut other.hands);
        self.usual.append(&mut other.usual);
        self.shoot.append(&mut other.shoot);
    }

    fn tried(&self, shoot: bool) -> &[Vec<Tried>] {
        if shoot { &self.shoot } else { &self.usual }
    }
}

/// The best passes by the weights and as many at random.
fn candidates(
    hand: CardSet,
    direction: Pass,
    weights: &PassWeights,
    best: usize,
    rng: &mut Pcg64Mcg,
) -> Vec<CardSet> {
    let mut all = ranked(hand, direction, weights, usize::MAX);
    let mut rest = all.split_off(best);
    shuffle(&mut rest, rng);
    all.extend(rest.into_iter().take(best));
    all
}

/// Tries passes of random hands in so many worlds each, where the others pass by
/// the weights and all play by the policy.
#[must_use]
pub fn generate_passes(
    learned: &Learned,
    policy: PlayoutPolicy,
    seed: u64,
    hands: core::ops::Range<u64>,
    worlds: usize,
) -> PassSamples {
    let passes = &learned.passes;
    let rules = Rules::STANDARD;
    let mut samples = PassSamples::default();
    for index in hands {
        let mut rng: Pcg64Mcg = trial_rng(seed, index);
        let direction = Pass::ALL[(index % 3) as usize];
        let Ok([hand]) = deal(CardSet::FULL, [13], &mut rng) else {
            unreachable!("a pack has thirteen cards for a hand");
        };
        let seat = Seat::FIRST;
        let mut sizes = cards_core::BySeat::from_fn(|_| 13);
        sizes[seat] = 0;
        let hidden = match Worlds::new(&Constraints::new(CardSet::FULL - hand, sizes)) {
            Ok(hidden) => hidden,
            Err(error) => unreachable!("any deal fits: {error}"),
        };
        let valuation = Valuation::of_points(&rules, seat);
        let exchange = Exchange {
            rules: &rules,
            seat,
            hand,
            direction,
            policy,
            learned,
        };
        let usual = candidates(hand, direction, &passes.usual, 12, &mut rng);
        let shoot = candidates(hand, direction, &passes.shoot, 4, &mut rng);
        let tried: Vec<(CardSet, bool)> = (usual.iter().map(|&cards| (cards, false)))
            .chain(shoot.iter().map(|&cards| (cards, true)))
            .collect();
        let mut tallies = vec![Tally::new(Doubt::NONE); tried.len()];
        for _ in 0..worlds {
            let dealt = exchange.deal(&hidden, &mut rng);
            for (&(cards, shoots), tally) in tried.iter().zip(&mut tallies) {
                let table = exchange.play(&dealt, cards, shoots);
                tally.add(&table, &valuation);
            }
        }
        let values = (tried.iter().zip(&tallies))
            .map(|(&(cards, shoots), tally)| (shoots, (cards, tally.mean() as f32)));
        let (shots, others): (Vec<_>, Vec<_>) = values.partition(|&(shoots, _)| shoots);
        samples.hands.push((hand, direction));
        samples
            .usual
            .push(others.into_iter().map(|(_, tried)| tried).collect());
        samples
            .shoot
            .push(shots.into_iter().map(|(_, tried)| tried).collect());
    }
    samples
}

/// Fits both kinds of weights so that a player who chooses among the tried passes
/// by the softmax of the sums of scores loses least. Returns them, the usual ones
/// first.
#[must_use]
pub fn fit_passes(samples: &PassSamples, start: &Learned, passes: usize, seed: u64) -> Vec<f32> {
    let start = start.passes.clone();
    let mut list = Vec::with_capacity(2 * PASS_WEIGHTS);
    for (shoot, mut weights) in [(false, start.usual), (true, start.shoot)] {
        descend(samples, shoot, &mut weights, passes, seed);
        list.extend_from_slice(&weights[..]);
    }
    list
}

/// Stochastic gradient descent by Adam, as for the play.
fn descend(
    samples: &PassSamples,
    shoot: bool,
    weights: &mut PassWeights,
    passes: usize,
    seed: u64,
) {
    let mut adam = super::training::Adam::new(PASS_WEIGHTS);
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut rng: Pcg64Mcg = trial_rng(seed, 0);
    let batch = 256;
    let steps = passes * order.len().div_ceil(batch);
    for _ in 0..passes {
        shuffle(&mut order, &mut rng);
        for chunk in order.chunks(batch) {
            for &index in chunk {
                let (hand, direction) = samples.hands[index];
                let holding = Holding::new(hand, direction);
                let tried = &samples.tried(shoot)[index];
                let chances = softmax(&holding, tried, weights);
                let mean: f32 = chances.iter().zip(tried).map(|(c, t)| c * t.1).sum();
                for (chance, (cards, value)) in chances.iter().zip(tried) {
                    let slope = chance * (mean - value);
                    for card in *cards {
                        for place in holding.places(card) {
                            adam.gradient[place as usize] += slope;
                        }
                    }
                }
            }
            adam.step(weights, 0.01, chunk.len(), steps);
        }
    }
}

fn softmax(holding: &Holding, tried: &[Tried], weights: &PassWeights) -> Vec<f32> {
    let sums: Vec<f32> = tried
        .iter()
        .map(|(cards, _)| cards.iter().map(|card| holding.score(card, weights)).sum())
        .collect();
    let top = sums.iter().copied().fold(f32::MIN, f32::max);
    let chances: Vec<f32> = sums.iter().map(|sum| (sum - top).exp()).collect();
    let total: f32 = chances.iter().sum();
    chances.into_iter().map(|chance| chance / total).collect()
}

/// How much less than the best of the tried passes the one of the greatest sum is
/// worth, on average: for the usual weights and for those that shoot. Since the
/// values are noisy, no weights reach 0.
#[must_use]
pub fn pass_regret(samples: &PassSamples, learned: &Learned) -> [f64; 2] {
    let passes = &learned.passes;
    [(false, &passes.usual), (true, &passes.shoot)].map(|(shoot, weights)| {
        let mut sum = 0.0;
        for (&(hand, direction), tried) in samples.hands.iter().zip(samples.tried(shoot)) {
            let holding = Holding::new(hand, direction);
            let chances = softmax(&holding, tried, weights);
            let best = tried.iter().map(|t| t.1).fold(f32::MIN, f32::max);
            let choice = (chances.iter().zip(tried))
                .max_by(|a, b| a.0.total_cmp(b.0))
                .map_or(best, |(_, tried)| tried.1);
            sum += f64::from(best - choice);
        }
        sum / samples.len().max(1) as f64
    })
}
