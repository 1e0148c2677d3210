//! What the solver's move ordering was fitted with, and what its pruning was
//! verified with: for the programs in `examples/`, which rerun both.
//!
//! Nothing here is part of the stable interface.

use cards_core::CardSet;
use cards_core::random::{below, deal, trial_rng};
use rand_pcg::Pcg64Mcg;

use super::deal::Deal;
use super::endgame::{EndgameTable, each_canonical};
use super::engine::Additive;
use super::general::{General, Node};
use super::order::{GENERAL_LEADS, GENERAL_REPLIES, LEADS, Order, REPLIES};
use super::piles::Scoring;
use super::position::{Layout, Position, lane_of};
use super::search::{Search, sure_winner};
use super::worth::each;
use super::{Config, Endgames};
use crate::{Player, Rules, State};

/// The moves at a node: the places of the weights that their scores add up, and
/// whether they reach the threshold.
pub(super) type Sample = Vec<(Vec<u16>, bool)>;

/// Samples of leads and of replies.
#[derive(Debug, Default)]
pub struct Samples {
    leads: Vec<Sample>,
    replies: Vec<Sample>,
}

impl Samples {
    /// How many nodes there are: leads, replies.
    #[must_use]
    pub fn len(&self) -> (usize, usize) {
        (self.leads.len(), self.replies.len())
    }

    /// Whether there is nothing to fit to.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.leads.is_empty() || self.replies.is_empty()
    }

    /// Adds other samples to these.
    pub fn extend(&mut self, others: Samples) {
        self.leads.extend(others.leads);
        self.replies.extend(others.replies);
    }

    /// Keeps a node at which there is something to choose.
    fn keep(list: &mut Vec<Sample>, moves: Sample) {
        if moves.iter().any(|m| m.1) && moves.iter().any(|m| !m.1) {
            list.push(moves);
        }
    }

    pub(super) fn keep_leads(&mut self, moves: Sample) {
        Samples::keep(&mut self.leads, moves);
    }

    pub(super) fn keep_replies(&mut self, moves: Sample) {
        Samples::keep(&mut self.replies, moves);
    }
}

/// The random deal of a trial: `n` cards a hand, any leader.
///
/// # Panics
/// If `n` is more than 26.
#[must_use]
pub fn random_deal(seed: u64, trial: u64, n: usize) -> State {
    let mut random: Pcg64Mcg = trial_rng(seed, trial);
    let leader = Player::ALL[below(&mut random, 2) as usize];
    deal(CardSet::FULL, [n, n], &mut random)
        .ok()
        .and_then(|hands| State::new(hands, leader).ok())
        .unwrap_or_else(|| unreachable!("at most 26 cards a hand"))
}

/// How deals are sampled.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Cards a hand.
    pub cards: usize,
    /// How many deals.
    pub deals: u64,
    /// How many positions of each size a deal gives, at most.
    pub per_size: usize,
}

/// The most nodes that one position may take to be sampled.
const NODES_A_SAMPLE: u64 = 50_000;

/// Samples from searches under additive rules.
///
/// # Panics
/// If the rules are not additive, or have more than one marked card a suit.
#[must_use]
pub fn sample_additive(rules: &Rules, seed: u64, plans: &[Plan]) -> Samples {
    match Layout::new(rules) {
        Some(layout) if layout.marked[1].is_none() => sample_with::<1>(layout, seed, plans),
        Some(layout) => sample_with::<2>(layout, seed, plans),
        None => panic!("rules that the search of additive rules cannot play"),
    }
}

fn sample_with<const M: usize>(layout: Layout, seed: u64, plans: &[Plan]) -> Samples {
    let config = Config::default().with_endgames(Endgames::UpTo(if M == 1 { 6 } else { 5 }));
    let mut additive = Additive::<M>::new(layout, &config);
    let mut samples = Samples::default();
    for plan in plans {
        for trial in 0..plan.deals {
            let state = random_deal(seed + plan.cards as u64, trial, plan.cards);
            additive.begin(plan.cards, &config, None);
            let position = Position::of(&state, &additive.layout);
            additive.search.value(&position, plan.cards, None);
            additive.search.sample_table(plan.per_size, &mut samples);
        }
    }
    samples
}

impl<const M: usize> Search<M> {
    /// Samples the positions that the last search left in the table, some of
    /// each size.
    fn sample_table(&mut self, per_size: usize, samples: &mut Samples) {
        let mut current: Vec<_> = self.table.current().collect();
        // A scattered but fixed order.
        current.sort_unstable_by_key(|(key, _, n)| {
            (*n, key.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32))
        });
        for sizes in current.chunk_by(|a, b| a.2 == b.2) {
            for (key, known, n) in sizes.iter().take(per_size) {
                let position = Position::from_key(*key);
                // The two windows that the search asked about.
                if known.lower > i16::MIN.into() {
                    self.sample(&position, *n, known.lower, samples);
                }
                if known.upper < i16::MAX.into() {
                    self.sample(&position, *n, known.upper + 1, samples);
                }
            }
        }
    }

    fn sample(&mut self, position: &Position<M>, n: usize, threshold: i32, samples: &mut Samples) {
        self.watch.limit(Some(NODES_A_SAMPLE), None);
        let stake = self.worth.at_stake(position);
        let context = self.context(position, threshold, stake);
        let mut leads = Vec::new();
        let mut all_replies = Vec::new();
        each(position.classes(position.own), |led| {
            let reaches = self.lead(position, n, led, threshold, &context) >= threshold;
            leads.push((context.lead_features(led).to_vec(), reaches));
            if !reaches {
                let mut replies = Vec::new();
                each(position.classes(position.follow(led)), |reply| {
                    let gain = self.worth.of(position, led) + self.worth.of(position, reply);
                    let takes = reply > led && lane_of(reply) == lane_of(led);
                    let next = position.after(led, reply, takes, self.worth.symmetric);
                    let value = if takes {
                        -gain - self.value_at(&next, n - 1, 1 - gain - threshold)
                    } else {
                        gain + self.value_at(&next, n - 1, threshold - gain)
                    };
                    let features = context.reply_features(&context.led(led), reply);
                    replies.push((features.to_vec(), value < threshold));
                    true
                });
                all_replies.push(replies);
            }
            !self.watch.is_stopped()
        });
        if !self.watch.is_stopped() {
            samples.keep_leads(leads);
            for replies in all_replies {
                samples.keep_replies(replies);
            }
        }
        self.watch.limit(None, None);
    }

    /// A bound as [`Search::search`] returns it, from the table of small positions
    /// if it is there.
    fn value_at(&mut self, position: &Position<M>, n: usize, threshold: i32) -> i32 {
        if n <= self.endgames.cards() {
            self.endgames.get(position, n)
        } else {
            self.search(position, n, threshold)
        }
    }
}

/// Samples from searches under any rules, met on random ways through them.
#[must_use]
pub fn sample_any(rules: &Rules, seed: u64, plans: &[Plan]) -> Samples {
    let scoring = Scoring::new(rules);
    let order = Order::of_rules(rules);
    let mut general = General::new();
    let mut samples = Samples::default();
    for plan in plans {
        for trial in 0..plan.deals {
            let state = random_deal(seed + plan.cards as u64, trial, plan.cards);
            let deal = Deal::new(rules, &scoring, &order, &state);
            general.start(super::any::bytes(plan.cards), &state);
            let root = Node::of(&deal, rules, &state);
            general.value(&deal, &root, plan.cards, None);
            let mut random: Pcg64Mcg = trial_rng(seed ^ 0x5a5a, trial);
            for _ in 0..plan.per_size {
                general.sample_way(&deal, root, plan.cards, &mut random, &mut samples);
            }
        }
    }
    samples
}

/// The weights of the move ordering, fitted to samples under additive rules and
/// to samples under any, as the bytes of the file that the solver reads.
/// `report` is called with a line about each fit.
pub fn fit(additive: &Samples, any: &Samples, mut report: impl FnMut(String)) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, samples, size) in [
        ("leads, additive rules", &additive.leads, LEADS),
        ("replies, additive rules", &additive.replies, REPLIES),
        ("leads, any rules", &any.leads, GENERAL_LEADS),
        ("replies, any rules", &any.replies, GENERAL_REPLIES),
    ] {
        let weights = fit_logit(samples, size);
        let held_back: Vec<_> = samples.iter().step_by(10).collect();
        let hits = (held_back.iter())
            .filter(|moves| {
                let score = |features: &[u16]| -> f64 {
                    features.iter().map(|&place| weights[place as usize]).sum()
                };
                (moves.iter())
                    .max_by(|a, b| score(&a.0).total_cmp(&score(&b.0)))
                    .is_some_and(|best| best.1)
            })
            .count();
        report(format!(
            "{name}: {} nodes; the move tried first is right at {:.1} % of those held back",
            samples.len(),
            100.0 * hits as f64 / held_back.len() as f64
        ));
        bytes.extend(weights.iter().map(|weight| {
            let scaled = (weight * 8.0).round().clamp(-127.0, 127.0);
            (scaled as i8) as u8
        }));
    }
    bytes
}

/// Fits a conditional logit: the chance that a move is tried first goes with the
/// exponential of the sum of its weights, and moves that reach the threshold are
/// made as likely as can be. Every tenth sample is held back.
fn fit_logit(samples: &[Sample], size: usize) -> Vec<f64> {
    const PASSES: usize = 10;
    const RATE: f64 = 0.1;
    const SHRINKING: f64 = 1e-5;
    let mut weights = vec![0.0_f64; size];
    // The sum of squared slopes, which slows down what was moved before.
    let mut squares = vec![1e-3_f64; size];
    for _ in 0..PASSES {
        for (_, moves) in (samples.iter().enumerate()).filter(|(place, _)| place % 10 != 0) {
            let scores: Vec<f64> = (moves.iter())
                .map(|(features, _)| features.iter().map(|&place| weights[place as usize]).sum())
                .collect();
            let most = scores.iter().copied().fold(f64::MIN, f64::max);
            let chances: Vec<f64> = scores.iter().map(|score| (score - most).exp()).collect();
            let all: f64 = chances.iter().sum();
            let right: f64 = (chances.iter().zip(moves))
                .filter(|(_, (_, reaches))| *reaches)
                .map(|(chance, _)| chance)
                .sum();
            for (chance, (features, reaches)) in chances.iter().zip(moves) {
                let slope = if *reaches { chance / right } else { 0.0 } - chance / all;
                for &place in features {
                    let place = place as usize;
                    let slope = slope - SHRINKING * weights[place];
                    squares[place] += slope * slope;
                    weights[place] += RATE * slope / squares[place].sqrt();
                }
            }
        }
    }
    weights
}

/// What was found of a pruning rule in all positions of one size.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verified {
    /// Cards a hand.
    pub cards: usize,
    /// All positions, by relative ranks.
    pub positions: u64,
    /// Those in which the rule says something.
    pub applied: u64,
    /// Those of them in which following it loses something.
    pub wrong: u64,
}

/// Verifies in every position of up to `cards` cards a hand, 1 to 10, under the
/// values of the document, that cashing a sure winner is a best lead. `report` is
/// called after each size.
pub fn verify_sure_winners(cards: usize, mut report: impl FnMut(&Verified)) -> bool {
    let Some(layout) = Layout::new(&Rules::DOCUMENT) else {
        unreachable!("the document's rules are additive");
    };
    let mut table = EndgameTable::<1>::new(&layout);
    let mut holds = true;
    for n in 1..=cards.min(10) {
        let mut found = Verified {
            cards: n,
            positions: 0,
            applied: 0,
            wrong: 0,
        };
        each_canonical::<1>(n, layout.symmetric, |position| {
            found.positions += 1;
            let winner = sure_winner(position);
            if winner != 0 {
                found.applied += 1;
                let cashed = table.value_of_lead(position, n, winner, i32::MIN);
                let mut better = false;
                each(position.classes(position.own) & !winner, |lead| {
                    better = table.value_of_lead(position, n, lead, cashed) > cashed;
                    !better
                });
                found.wrong += u64::from(better);
            }
        });
        report(&found);
        holds &= found.wrong == 0;
        if n < cards {
            table.grow();
        }
    }
    holds
}
