//! Playouts: a deal with open hands played to its end by a simple policy, a
//! million times a second.

pub(crate) mod greedy;
pub(crate) mod select;
mod shuffled;
pub(crate) mod table;
#[cfg(test)]
mod tests;

use cards_core::{BySeat, CardSet};
use rand_core::Rng;

use crate::monte_carlo::PlayoutPolicy;
use crate::policy::Learned;
use crate::position::Position;
use crate::rules::Rules;
use greedy::Quick;
use select::select;
use table::{PENALTY_BITS, Table};

/// How the players of a playout choose: one bit out of the legal ones.
pub(crate) trait Choose {
    /// Whether a choice among one card is made too, because finding out that
    /// there is only one costs more.
    const ASKED_WHEN_FORCED: bool = false;

    fn choose(&mut self, table: &Table, legal: u64) -> u64;
}

/// Plays a table to its end, or to where the scores are settled.
#[inline]
pub(crate) fn run<C: Choose>(table: &mut Table, rules: &Rules, chooser: &mut C) {
    // The trick in progress and the first one have rules of their own.
    while !table.is_over() && (table.first || table.len > 0) {
        let legal = table.legal(rules);
        let bit = pick(table, legal, chooser);
        table.play(bit, rules);
    }
    // With the last penalty card gone only a jack or a player without a trick
    // can still change the scores.
    let settles = rules.settles();
    while !(table.is_over() || settles && table.in_hands() & PENALTY_BITS == 0) {
        let legal = table.leads(rules);
        let bit = pick(table, legal, chooser);
        table.lead(bit);
        for _ in 0..3 {
            let legal = table.follows();
            let bit = pick(table, legal, chooser);
            table.follow(bit);
        }
        table.finish_trick(rules);
    }
}

#[inline]
fn pick<C: Choose>(table: &Table, legal: u64, chooser: &mut C) -> u64 {
    if !C::ASKED_WHEN_FORCED && legal & (legal - 1) == 0 {
        legal
    } else {
        chooser.choose(table, legal)
    }
}

/// Plays a table to its end, or to where the scores are settled, with players who
/// choose uniformly among the legal cards (to within 2⁻²⁸). Of the table it keeps up
/// what has been taken, and nothing else.
pub(crate) fn run_uniform<R: Rng + ?Sized>(table: &mut Table, rules: &Rules, rng: &mut R) {
    shuffled::run(table, rules, rng, |_, _| ());
}

/// Players who choose uniformly among the legal cards (to within 2⁻²⁸).
pub(crate) struct Uniform<'a, R: ?Sized> {
    rng: &'a mut R,
}

impl<'a, R: Rng + ?Sized> Uniform<'a, R> {
    pub(crate) fn new(rng: &'a mut R) -> Self {
        Uniform { rng }
    }
}

impl<R: Rng + ?Sized> Choose for Uniform<'_, R> {
    const ASKED_WHEN_FORCED: bool = true;

    #[inline]
    fn choose(&mut self, _: &Table, legal: u64) -> u64 {
        select(legal, self.rng.next_u32())
    }
}

/// Plays a position to its end, or until the scores are settled, with uniformly
/// random legal plays (to within 2⁻²⁸) and returns the cards that each seat took.
/// With the last penalty card taken the scores are settled, unless the rules have a
/// jack or a bonus for a player without a trick.
///
/// ```
/// use cards_core::random::trial_rng;
/// use hearts_mc::{Pass, Round, Rules, points, random_playout};
/// use rand_pcg::Pcg64Mcg;
///
/// let mut rng: Pcg64Mcg = trial_rng(2026, 0);
/// let round = Round::deal(&Rules::STANDARD, Pass::Hold, &mut rng);
/// let taken = random_playout(round.position().unwrap(), &Rules::STANDARD, &mut rng);
/// assert_eq!(taken.iter().map(|(_, &cards)| points(cards)).sum::<i32>(), 26);
/// ```
pub fn random_playout<R: Rng + ?Sized>(
    position: &Position,
    rules: &Rules,
    rng: &mut R,
) -> BySeat<CardSet> {
    let mut table = Table::new(position, rules);
    run_uniform(&mut table, rules, rng);
    table.taken()
}

/// As [`random_playout`], with players who choose by a policy. Only
/// [`PlayoutPolicy::Uniform`] uses the generator.
///
/// Suits that players have shown to be void in before are not part of a position;
/// the learned policy, which looks at them, sees those of the playout alone.
///
/// ```
/// use cards_core::random::trial_rng;
/// use hearts_mc::{Pass, PlayoutPolicy, Round, Rules, points, policy_playout};
/// use rand_pcg::Pcg64Mcg;
///
/// let mut rng: Pcg64Mcg = trial_rng(2026, 0);
/// let round = Round::deal(&Rules::STANDARD, Pass::Hold, &mut rng);
/// let start = round.position().unwrap();
/// let taken = policy_playout(start, &Rules::STANDARD, PlayoutPolicy::Quick, &mut rng);
/// assert_eq!(taken.iter().map(|(_, &cards)| points(cards)).sum::<i32>(), 26);
/// ```
pub fn policy_playout<R: Rng + ?Sized>(
    position: &Position,
    rules: &Rules,
    policy: PlayoutPolicy,
    rng: &mut R,
) -> BySeat<CardSet> {
    let mut table = Table::new(position, rules);
    match policy {
        PlayoutPolicy::Uniform => run_uniform(&mut table, rules, rng),
        PlayoutPolicy::Quick => run(&mut table, rules, &mut Quick),
        PlayoutPolicy::Learned => run(&mut table, rules, &mut &Learned::included().play),
    }
    table.taken()
}
