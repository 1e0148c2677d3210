//! Open values by the seat that is drawn from, for players to look up.

use super::open_game::{OpenGame, Skill};
use super::solve::targets;
use super::space::{Counts, MAX_PLAYERS};
use crate::{KindSet, Rules};

/// The loss of seat 0 by the seat that it draws from, from each state in which it is
/// to move.
#[derive(Debug)]
pub(crate) struct OpenTable {
    game: OpenGame,
    /// By state, whose turn it is left aside; then by the steps to the seat, less 1.
    losses: Vec<ByTarget>,
    skill: Skill,
    /// The same by state and turn, for the deal.
    table: Vec<f64>,
}

/// Something for each seat that seat 0 may draw from: entry i is the (i + 1)-th.
pub(crate) type ByTarget = [f64; MAX_PLAYERS - 1];

impl OpenTable {
    pub(crate) fn new(game: OpenGame, skill: Skill, tolerance: f64) -> OpenTable {
        let values = game.losses(skill, tolerance);
        let space = &game.space;
        let mut losses = vec![ByTarget::default(); space.plane()];
        for counts in space.all_counts() {
            for &odd in &space.odd {
                let sizes = space.sizes(&counts, odd);
                if sizes[0] == 0 {
                    continue;
                }
                let found = &mut losses[space.index(&counts, odd)];
                for from in targets(&sizes, space.players, 0, game.rules.draw_from) {
                    found[from - 1] = values.after_draw(&counts, odd, 0, from);
                }
            }
        }
        let table = values.into_table();
        OpenTable {
            losses,
            skill,
            table,
            game,
        }
    }

    /// Whether games by these rules have the same states and draws.
    pub(crate) fn fits(&self, rules: &Rules) -> bool {
        self.game.rules == *rules
    }

    /// Adds kinds that a set of players holds; nothing for no players.
    pub(crate) fn add(&self, counts: &mut Counts, set: u8, kinds: u8) {
        if set.count_ones().is_multiple_of(2) && set != 0 {
            counts[self.game.space.place(set)] += kinds;
        }
    }

    /// Takes one of them out again.
    pub(crate) fn remove(&self, counts: &mut Counts, set: u8) {
        if set.count_ones().is_multiple_of(2) && set != 0 {
            counts[self.game.space.place(set)] -= 1;
        }
    }

    pub(crate) fn state_of(&self, hands: &[KindSet]) -> Option<(Counts, u8)> {
        self.game.state_of(hands)
    }

    /// The loss of seat 0 by the seat that it draws from; 0 for those that it may not.
    pub(crate) fn by_target(&self, counts: &Counts, odd: u8) -> &ByTarget {
        &self.losses[self.game.space.index(counts, odd)]
    }

    pub(crate) const fn players(&self) -> usize {
        self.game.space.players
    }

    /// The seats that seat 0 may draw from.
    pub(crate) fn targets(&self, counts: &Counts, odd: u8) -> impl Iterator<Item = usize> {
        let space = &self.game.space;
        let sizes = space.sizes(counts, odd);
        targets(&sizes, space.players, 0, self.game.rules.draw_from)
    }

    /// The loss of seat 0 by its place in the order of the first turns.
    pub(crate) fn losses_at_deal(&self) -> Vec<f64> {
        self.game.at_deal(&self.table)
    }

    /// How often seat 0 makes the best choice in a state.
    pub(crate) fn chance_of_best(&self, odd: u8) -> f64 {
        self.skill.chances[usize::from(odd & 1)]
    }
}
