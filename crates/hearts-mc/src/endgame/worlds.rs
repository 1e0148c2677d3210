use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use ahash::AHasher;
use cards_core::{BySeat, Card, Seat};

use super::{MaxN, Paranoid, SolveError, Solver, Utility};
use crate::Position;

/// The worlds of a player who does not see the others' hands, each solved as if they
/// were open.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolvedWorlds<S> {
    /// The different worlds in the order in which they first came.
    pub worlds: Vec<SolvedWorld<S>>,
    /// How many of the worlds given were left when the budget ran out.
    pub unsolved: usize,
    /// How many plays were searched.
    pub nodes: u64,
}

/// A world, how often it came, and what it comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolvedWorld<S> {
    /// The world.
    pub position: Position,
    /// How often it was among those given.
    pub times: usize,
    /// What it comes to.
    pub solution: S,
}

impl Solver {
    /// Solves worlds as [`Solver::paranoid`] does, equal ones once: of the last three
    /// tricks there are few different ones.
    ///
    /// The budget is for all of them together. Where it runs out, the worlds so far
    /// are returned and the others counted; worlds that were drawn at random come in
    /// random order, so that those solved are still a sample, if one in which the last
    /// one was not too hard.
    ///
    /// ```
    /// use cards_core::{BySeat, CardSet, Seat, Suit};
    /// use hearts_mc::endgame::{Solver, Utility};
    /// use hearts_mc::worlds::{Constraints, Worlds};
    /// use hearts_mc::{Position, Rules};
    /// use rand_pcg::Pcg64Mcg;
    ///
    /// // Two tricks are left; seat 0 leads ♠K or ♦2 and does not know where ♠Q is.
    /// let hand: CardSet = "♠K ♦2".parse()?;
    /// let unseen: CardSet = "♠Q3 ♣34 ♦K3".parse()?;
    /// let constraints = Constraints::new(unseen, BySeat::new([0, 2, 2, 2]))
    ///     .with_void(Seat::new(1).unwrap(), Suit::Spades);
    /// let worlds = Worlds::new(&constraints)?;
    /// let mut rng: Pcg64Mcg = cards_core::random::trial_rng(2026, 0);
    /// let positions = (0..200).map(|_| {
    ///     let mut hands = worlds.sample(&mut rng);
    ///     hands[Seat::FIRST] = hand;
    ///     Position::later(hands, Seat::FIRST, BySeat::default()).unwrap()
    /// });
    ///
    /// let mut solver = Solver::new(Rules::STANDARD).with_budget(Some(100_000));
    /// let solved = solver.solve_worlds(positions, Seat::FIRST, Utility::OwnScore)?;
    /// assert_eq!(solved.worlds.len() as u128, worlds.count());
    /// let [diamond, spade] = solved.mean_values()[..] else { unreachable!() };
    /// assert!(diamond.1 < spade.1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the seat is none of four or the rules have a bonus beyond
    /// [`Solver::LARGEST_BONUS`].
    pub fn solve_worlds(
        &mut self,
        worlds: impl IntoIterator<Item = Position>,
        player: Seat,
        utility: Utility,
    ) -> Result<SolvedWorlds<Paranoid>, SolveError> {
        let budget = self.budget();
        solve_each(distinct(worlds), budget, |position, limit| {
            let solution = self.paranoid_within(position, player, utility, limit)?;
            Ok((solution.nodes, solution))
        })
    }

    /// As [`Solver::solve_worlds`], by [`Solver::max_n`].
    ///
    /// # Errors
    /// As [`Solver::solve_worlds`].
    pub fn solve_worlds_max_n(
        &mut self,
        worlds: impl IntoIterator<Item = Position>,
        utility: Utility,
    ) -> Result<SolvedWorlds<MaxN>, SolveError> {
        let budget = self.budget();
        solve_each(distinct(worlds), budget, |position, limit| {
            let solution = self.max_n_within(position, utility, limit)?;
            Ok((solution.nodes, solution))
        })
    }
}

impl SolvedWorlds<Paranoid> {
    /// The mean value of each play over the worlds solved in which it is legal, each
    /// counted as often as it came; in the order in which the plays first appear.
    #[must_use]
    pub fn mean_values(&self) -> Vec<(Card, f64)> {
        let mut means = Means::default();
        for world in &self.worlds {
            for &(card, value) in &world.solution.plays {
                means.add(card, world.times, [f64::from(value)]);
            }
        }
        means.of().map(|(card, [value])| (card, value)).collect()
    }
}

impl SolvedWorlds<MaxN> {
    /// The mean scores after each play over the worlds solved in which it is legal,
    /// each counted as often as it came; in the order in which the plays first appear.
    #[must_use]
    pub fn mean_scores(&self) -> Vec<(Card, BySeat<f64>)> {
        let mut means = Means::default();
        for world in &self.worlds {
            for (card, scores) in &world.solution.plays {
                means.add(*card, world.times, scores.map(f64::from).into_array());
            }
        }
        means
            .of()
            .map(|(card, scores)| (card, BySeat::new(scores)))
            .collect()
    }
}

/// The different worlds in the order in which they first come, with how often.
fn distinct(worlds: impl IntoIterator<Item = Position>) -> Vec<(Position, usize)> {
    let mut places: HashMap<Position, usize, BuildHasherDefault<AHasher>> = HashMap::default();
    let mut list: Vec<(Position, usize)> = Vec::new();
    for world in worlds {
        let place = *places.entry(world).or_insert(list.len());
        match list.get_mut(place) {
            Some((_, times)) => *times += 1,
            None => list.push((world, 1)),
        }
    }
    list
}

/// Solves worlds until the budget runs out.
fn solve_each<S>(
    worlds: Vec<(Position, usize)>,
    budget: u64,
    mut solve: impl FnMut(&Position, u64) -> Result<(u64, S), SolveError>,
) -> Result<SolvedWorlds<S>, SolveError> {
    let mut solved = SolvedWorlds {
        worlds: Vec::with_capacity(worlds.len()),
        unsolved: worlds.iter().map(|(_, times)| times).sum(),
        nodes: 0,
    };
    for (position, times) in worlds {
        match solve(&position, budget - solved.nodes) {
            Ok((nodes, solution)) => {
                solved.nodes += nodes;
                solved.unsolved -= times;
                solved.worlds.push(SolvedWorld {
                    position,
                    times,
                    solution,
                });
            }
            Err(SolveError::Exhausted { nodes }) => {
                solved.nodes += nodes;
                break;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(solved)
}

/// Weighted means of some numbers a card.
struct Means<const N: usize>(Vec<(Card, f64, [f64; N])>);

impl<const N: usize> Default for Means<N> {
    fn default() -> Self {
        Means(Vec::new())
    }
}

impl<const N: usize> Means<N> {
    fn add(&mut self, card: Card, times: usize, values: [f64; N]) {
        let times = times as f64;
        let place = self.0.iter().position(|(known, ..)| *known == card);
        let place = place.unwrap_or_else(|| {
            self.0.push((card, 0.0, [0.0; N]));
            self.0.len() - 1
        });
        let (_, weight, sums) = &mut self.0[place];
        *weight += times;
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum += times * value;
        }
    }

    fn of(self) -> impl Iterator<Item = (Card, [f64; N])> {
        let means = self.0.into_iter();
        means.map(|(card, weight, sums)| (card, sums.map(|sum| sum / weight)))
    }
}
