use cards_core::{BySeat, CardSet};

use super::Candidate;
use super::MOST_WORLDS;
use super::config::{Budget, Objective};
use super::race::Tally;
use super::sampler::Sampler;
use super::value::Valuation;
use crate::endgame::{Solver, Utility};
use crate::playout::table::Table;
use crate::position::Position;
use crate::rules::PLAYERS;
use crate::view::View;

/// How the last tricks are decided: by exact search of all worlds as if the hands
/// were open, instead of playouts.
///
/// The others then know all cards and so does the player, which they do not; playouts
/// by a policy that looks at its own cards alone are about as good. It is off by
/// default: against greedy players it takes 0.13 ± 0.07 points a deal less
/// (`cargo xtask run hearts/simulations --trials 400`), among players like itself no
/// difference was found.
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
    /// How many plays may be searched in all; within a budget of time, no more than it
    /// has half microseconds. If that is not enough for all worlds, playouts decide.
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

impl Default for LastTricks {
    /// Four cards, each for himself, at most 60 worlds and a million plays, which
    /// takes some milliseconds.
    fn default() -> LastTricks {
        LastTricks {
            cards: 4,
            search: Search::MaxN,
            worlds: 60,
            nodes: 1_000_000,
        }
    }
}

/// So few nodes take less than a part of a microsecond: the rest of the time is left to
/// playouts, where the nodes are not enough.
const NODES_IN_MICROSECOND: u128 = 2;

/// A world and the value of each play in it.
type Solved = (Position, Vec<(u64, f32)>);

impl LastTricks {
    /// The same with no more nodes than take a part of the time.
    pub(super) fn within(mut self, budget: Budget) -> LastTricks {
        if let Budget::Time(time) = budget {
            let nodes = time.as_micros().saturating_mul(NODES_IN_MICROSECOND);
            self.nodes = self.nodes.min(u64::try_from(nodes).unwrap_or(u64::MAX));
        }
        self
    }

    /// Solves all worlds and counts what each candidate comes to in each of them;
    /// points and moons are those of a playout, which `play` plays. Returns how many
    /// worlds there are, or `None` if that would be too much.
    pub(super) fn solve(
        &self,
        view: &View,
        sampler: &Sampler,
        candidates: &[Candidate],
        tallies: &mut [Tally],
        valuation: &Valuation,
        mut play: impl FnMut(&mut Table),
    ) -> Option<usize> {
        // The search knows of points alone.
        if view.hand().len() > self.cards || valuation.objective() == Objective::Match {
            return None;
        }
        // Each world takes a node or more.
        let most = (self.worlds as u64).min(self.nodes).min(MOST_WORLDS);
        let worlds = sampler.every(most)?;
        let positions = worlds.iter().map(|world| {
            let hands = BySeat::<_, PLAYERS>::from_fn(|seat| {
                CardSet::from_bits_truncate(world.hands[seat.index()])
            });
            match view.position(&hands) {
                Ok(position) => position,
                Err(error) => unreachable!("a world of the view: {error}"),
            }
        });
        let solved = self.values(view, positions)?;
        let rules = view.rules();
        for (position, values) in &solved {
            let table = Table::new(position, rules);
            for (candidate, tally) in candidates.iter().zip(&mut *tallies) {
                let value = values.iter().find(|(bit, _)| *bit == candidate.bit);
                let Some(&(_, value)) = value else {
                    unreachable!("a candidate is legal in every world");
                };
                let mut table = table;
                table.play(candidate.bit, rules);
                play(&mut table);
                tally.add(&table, valuation);
                tally.correct(value);
            }
        }
        Some(solved.len())
    }

    /// The mean of the others' scores less the own after each play, in each world; or
    /// nothing, if the nodes run out.
    fn values(
        &self,
        view: &View,
        positions: impl Iterator<Item = Position>,
    ) -> Option<Vec<Solved>> {
        let me = view.seat();
        let mut solver = Solver::new(*view.rules()).with_budget(Some(self.nodes));
        // Three times what the own score is above the others' mean.
        let utility = Utility::AboveMean;
        let value = |above: i32| -above as f32 / 3.0;
        match self.search {
            Search::Paranoid => {
                let solved = solver.solve_worlds(positions, me, utility).ok()?;
                let each = solved.worlds.into_iter().map(|world| {
                    let plays = world.solution.plays.into_iter();
                    let plays = plays.map(|(card, above)| (1 << card.bit(), value(above)));
                    (world.position, plays.collect())
                });
                (solved.unsolved == 0).then(|| each.collect())
            }
            Search::MaxN => {
                let solved = solver.solve_worlds_max_n(positions, utility).ok()?;
                let each = solved.worlds.into_iter().map(|world| {
                    let plays = world.solution.plays.into_iter();
                    let plays = plays
                        .map(|(card, scores)| (1 << card.bit(), value(utility.of(&scores, me))));
                    (world.position, plays.collect())
                });
                (solved.unsolved == 0).then(|| each.collect())
            }
        }
    }
}
