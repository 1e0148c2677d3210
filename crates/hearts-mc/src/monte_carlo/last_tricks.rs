use cards_core::{BySeat, CardSet};

use super::Candidate;
use super::race::Tally;
use super::sampler::Sampler;
use crate::endgame::{Solver, Utility};
use crate::rules::PLAYERS;
use crate::view::View;

/// How the last tricks are decided: by exact search of worlds as if the hands were
/// open, instead of playouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct LastTricks {
    /// With so many cards in the hand or fewer; 0 is never.
    pub cards: usize,
    /// What the others are taken to want.
    pub search: Search,
    /// All worlds are searched, if there are no more than so many; otherwise playouts
    /// decide.
    pub worlds: usize,
    /// How many plays may be searched in all. If that is not enough for all worlds,
    /// playouts decide.
    pub nodes: u64,
}

/// What the others are taken to want.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Search {
    /// The harm of the player to move: see [`Solver::paranoid`].
    Paranoid,
    /// Each his own good: see [`Solver::max_n`].
    MaxN,
}

impl LastTricks {
    /// Solves worlds and counts what each candidate comes to in each of them.
    /// Returns how many worlds were counted, or `None` if too few could be.
    pub(super) fn solve(
        &self,
        view: &View,
        sampler: &Sampler,
        candidates: &[Candidate],
        tallies: &mut [Tally],
    ) -> Option<usize> {
        let worlds = sampler.every(self.worlds as u64)?;
        let wanted = worlds.len();
        let positions = worlds.into_iter().map(|world| {
            let hands = BySeat::<_, PLAYERS>::from_fn(|seat| {
                CardSet::from_bits_truncate(world.hands[seat.index()])
            });
            match view.position(&hands) {
                Ok(position) => position,
                Err(error) => unreachable!("a world of the view: {error}"),
            }
        });
        let rules = view.rules();
        let mut solver = Solver::new(*rules).with_budget(Some(self.nodes));
        let me = view.seat();
        let values: Vec<(usize, Vec<(u64, f32)>)> = match self.search {
            Search::Paranoid => {
                let solved = solver
                    .solve_worlds(positions, me, Utility::AboveMean)
                    .ok()?;
                let each = solved.worlds.into_iter().map(|world| {
                    let plays = world.solution.plays.into_iter();
                    // Three times what the own score is above the others' mean.
                    let values = plays.map(|(card, value)| (1 << card.bit(), -value as f32 / 3.0));
                    (world.times, values.collect())
                });
                each.collect()
            }
            Search::MaxN => {
                let solved = solver
                    .solve_worlds_max_n(positions, Utility::AboveMean)
                    .ok()?;
                let each = solved.worlds.into_iter().map(|world| {
                    let plays = world.solution.plays.into_iter();
                    let values = plays.map(|(card, scores)| {
                        let value = Utility::AboveMean.of(&scores, me);
                        (1 << card.bit(), -value as f32 / 3.0)
                    });
                    (world.times, values.collect())
                });
                each.collect()
            }
        };
        let counted: usize = values.iter().map(|(times, _)| times).sum();
        if counted < wanted {
            return None;
        }
        for (times, values) in values {
            for (index, candidate) in candidates.iter().enumerate() {
                let value = values.iter().find(|(bit, _)| *bit == candidate.bit);
                let Some(&(_, value)) = value else { continue };
                for _ in 0..times {
                    tallies[index].count(value);
                }
            }
        }
        Some(counted)
    }
}
