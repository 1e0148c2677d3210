use rand_pcg::Pcg64Mcg;

use super::config::PlayoutPolicy;
use super::shoot::shoot;
use crate::playout::greedy::Quick;
use crate::playout::table::Table;
use crate::playout::{Choose, Uniform, run, run_uniform};
use crate::policy::learned::{Learned, Weights};
use crate::rules::Rules;

/// The players of a playout: all by one policy, but some may be shooting the moon.
pub(crate) struct Players<'a> {
    policy: PlayoutPolicy,
    /// The seats that shoot while the moon is open to them, a bit each.
    shooters: u8,
    noise: &'a mut Pcg64Mcg,
    weights: &'a Weights,
}

impl<'a> Players<'a> {
    pub(crate) fn new(
        policy: PlayoutPolicy,
        shooter: Option<usize>,
        noise: &'a mut Pcg64Mcg,
    ) -> Players<'a> {
        Players {
            policy,
            shooters: shooter.map_or(0, |seat| 1 << seat),
            noise,
            weights: &Learned::included().play,
        }
    }

    /// With other weights of the learned policy than those of the crate.
    pub(crate) const fn with_weights(mut self, weights: &'a Weights) -> Players<'a> {
        self.weights = weights;
        self
    }

    /// The same with more who shoot.
    pub(crate) const fn with_shooters(mut self, seats: u8) -> Self {
        self.shooters |= seats;
        self
    }

    /// Plays a table to its end.
    pub(crate) fn run(&mut self, table: &mut Table, rules: &Rules) {
        match self.policy {
            _ if self.shooters != 0 => run(table, rules, self),
            PlayoutPolicy::Learned => run(table, rules, &mut self.weights),
            PlayoutPolicy::Quick => run(table, rules, &mut Quick),
            PlayoutPolicy::Uniform => run_uniform(table, rules, self.noise),
        }
    }
}

impl Choose for Players<'_> {
    #[inline]
    fn choose(&mut self, table: &Table, legal: u64) -> u64 {
        if self.shooters >> table.turn & 1 == 1 && is_moon_open(table, table.turn) {
            return shoot(table, legal);
        }
        match self.policy {
            PlayoutPolicy::Learned => (&mut self.weights).choose(table, legal),
            PlayoutPolicy::Quick => Quick.choose(table, legal),
            PlayoutPolicy::Uniform => Uniform::new(&mut *self.noise).choose(table, legal),
        }
    }
}

/// Whether none of the others has taken a card that a moon needs.
pub(crate) fn is_moon_open(table: &Table, seat: usize) -> bool {
    let others = (1..4).fold(0, |all, step| all | table.taken[(seat + step) & 3]);
    others & table.moon == 0
}
