//! Comparing two players fairly: duplicate deals, in every seat, one against
//! three and three against one.
//!
//! The same deal is played eight times: by player A in each of the four seats
//! against three of B, and by B in each against three of A. The luck of the cards
//! then cancels out of the difference, and what is left is compared deal by deal:
//! the deal is the unit of every standard error.
//!
//! ```
//! use hearts_mc::arena::{Arena, Comparison};
//! use hearts_mc::{Greedy, Random, Rules, Strategy};
//!
//! let arena = Arena::new(&Rules::STANDARD, 2026);
//! let greedy = || Box::new(Greedy) as Box<dyn Strategy>;
//! let random = || Box::new(Random) as Box<dyn Strategy>;
//! let deals = arena.deals(&greedy, &random, 0..20)?;
//! let comparison = Comparison::of(&deals);
//! // Greedy takes less.
//! assert!(comparison.both.mean < -3.0);
//! # Ok::<(), hearts_mc::StrategyError>(())
//! ```

use core::ops::Range;

use cards_core::random::trial_rng;
use cards_core::{BySeat, Seat};
use rand_pcg::Pcg64Mcg;

use crate::match_play::Match;
use crate::round::Round;
use crate::rules::{PLAYERS, Rules};
use crate::strategy::{Strategy, StrategyError, play_round};

/// What makes a player afresh for each seat of each deal (or match), so that no
/// memory goes from one to another.
pub type Factory<'a> = dyn Fn() -> Box<dyn Strategy> + Sync + 'a;

/// Deals and matches that depend on nothing but the rules, a seed and their
/// number. With the feature `parallel` they are played on all threads of the
/// current pool of `rayon`; the results are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arena {
    rules: Rules,
    seed: u64,
}

/// One deal in eight seatings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuplicateDeal {
    /// The number of the deal.
    pub index: u64,
    /// The scores with A in seat 0, 1, 2 and 3, and B in the other seats.
    pub one_a: [BySeat<i32>; PLAYERS],
    /// The scores with B in seat 0, 1, 2 and 3, and A in the other seats.
    pub one_b: [BySeat<i32>; PLAYERS],
}

/// One match in eight seatings: the same hands are dealt in the deals of the same
/// number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateMatch {
    /// The number of the match.
    pub index: u64,
    /// The matches with A in seat 0, 1, 2 and 3, and B in the other seats.
    pub one_a: [Match; PLAYERS],
    /// The matches with B in seat 0, 1, 2 and 3, and A in the other seats.
    pub one_b: [Match; PLAYERS],
}

impl Arena {
    /// An arena under these rules. The number of a deal decides the direction of
    /// passing, as the number of a deal of a match does: see
    /// [`Passing`](crate::Passing).
    #[must_use]
    pub const fn new(rules: &Rules, seed: u64) -> Arena {
        Arena {
            rules: *rules,
            seed,
        }
    }

    /// A deal, before passing.
    #[must_use]
    pub fn round(&self, index: u64) -> Round {
        let mut rng: Pcg64Mcg = trial_rng(self.seed, index);
        let direction = self.rules.passing.direction((index % 4) as usize);
        Round::deal(&self.rules, direction, &mut rng)
    }

    /// Plays a deal with a player a seat, and returns the scores.
    ///
    /// # Errors
    /// If a player breaks the rules.
    pub fn table(
        &self,
        players: BySeat<&Factory<'_>>,
        index: u64,
    ) -> Result<BySeat<i32>, StrategyError> {
        let mut rng = self.players_rng(index, 8);
        play(players, |table| {
            play_round(&mut self.round(index), table, &mut rng)
        })
    }

    /// Plays a deal in all eight seatings.
    ///
    /// # Errors
    /// If a player breaks the rules.
    pub fn deal(
        &self,
        a: &Factory<'_>,
        b: &Factory<'_>,
        index: u64,
    ) -> Result<DuplicateDeal, StrategyError> {
        let round = self.round(index);
        let [one_a, one_b] = eight(a, b, |seating, players| {
            let mut rng = self.players_rng(index, seating);
            play(players, |table| {
                play_round(&mut round.clone(), table, &mut rng)
            })
        })?;
        Ok(DuplicateDeal {
            index,
            one_a,
            one_b,
        })
    }

    /// Plays deals in all eight seatings each, in the order of their numbers.
    ///
    /// # Errors
    /// The first, if a player breaks the rules.
    pub fn deals(
        &self,
        a: &Factory<'_>,
        b: &Factory<'_>,
        indices: Range<u64>,
    ) -> Result<Vec<DuplicateDeal>, StrategyError> {
        each(indices, |index| self.deal(a, b, index))
    }

    /// Plays a match in all eight seatings.
    ///
    /// # Errors
    /// If a player breaks the rules.
    pub fn whole_match(
        &self,
        a: &Factory<'_>,
        b: &Factory<'_>,
        index: u64,
    ) -> Result<DuplicateMatch, StrategyError> {
        let [one_a, one_b] = eight(a, b, |seating, players| {
            let mut rng = self.players_rng(index, seating);
            play(players, |table| {
                let mut game = Match::new(&self.rules);
                while !game.is_over() && game.deal_number() < Match::MAX_DEALS {
                    let number = game.deal_number() as u64;
                    // The matches' deals are other ones than those of `round`.
                    let seed = self.seed ^ MATCHES;
                    let number = index
                        .wrapping_mul(Match::MAX_DEALS as u64)
                        .wrapping_add(number);
                    let mut cards: Pcg64Mcg = trial_rng(seed, number);
                    let scores = play_round(&mut game.deal(&mut cards), table, &mut rng)?;
                    if let Err(error) = game.add(scores) {
                        unreachable!("the match goes on: {error}");
                    }
                }
                Ok(game)
            })
        })?;
        Ok(DuplicateMatch {
            index,
            one_a,
            one_b,
        })
    }

    /// Plays matches in all eight seatings each, in the order of their numbers.
    ///
    /// # Errors
    /// The first, if a player breaks the rules.
    pub fn matches(
        &self,
        a: &Factory<'_>,
        b: &Factory<'_>,
        indices: Range<u64>,
    ) -> Result<Vec<DuplicateMatch>, StrategyError> {
        each(indices, |index| self.whole_match(a, b, index))
    }

    /// What the players draw from in a seating, of 0 to 8, of a deal or match.
    fn players_rng(&self, index: u64, seating: u64) -> Pcg64Mcg {
        trial_rng(
            self.seed ^ DECISIONS,
            index.wrapping_mul(9).wrapping_add(seating),
        )
    }
}

/// Sets the seeds of the matches' cards and of the players apart from those of
/// the deals.
const MATCHES: u64 = 0x006d_6174_6368_6573;
const DECISIONS: u64 = 0x6465_6369_7369_6f6e;

/// The eight seatings of two players in their order.
fn eight<T>(
    a: &Factory<'_>,
    b: &Factory<'_>,
    mut seated: impl FnMut(u64, BySeat<&Factory<'_>>) -> Result<T, StrategyError>,
) -> Result<[[T; PLAYERS]; 2], StrategyError> {
    let mut results = Vec::with_capacity(2 * PLAYERS);
    for (one, others) in [(a, b), (b, a)] {
        for alone in Seat::all(PLAYERS) {
            let players = BySeat::from_fn(|seat| if seat == alone { one } else { others });
            results.push(seated(results.len() as u64, players)?);
        }
    }
    let mut results = results.into_iter();
    Ok([(); 2].map(|()| {
        [(); PLAYERS].map(|()| match results.next() {
            Some(result) => result,
            None => unreachable!("a result a seating"),
        })
    }))
}

/// Makes the players of a table and lets them play.
fn play<T>(
    players: BySeat<&Factory<'_>>,
    game: impl FnOnce(&mut BySeat<&mut dyn Strategy>) -> T,
) -> T {
    let [mut first, mut second, mut third, mut fourth] =
        players.map(|player| player()).into_array();
    game(&mut BySeat::new([
        &mut *first,
        &mut *second,
        &mut *third,
        &mut *fourth,
    ]))
}

#[cfg(feature = "parallel")]
fn each<T: Send>(
    indices: Range<u64>,
    play: impl Fn(u64) -> Result<T, StrategyError> + Sync + Send,
) -> Result<Vec<T>, StrategyError> {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    let results: Vec<_> = indices.into_par_iter().map(play).collect();
    results.into_iter().collect()
}

#[cfg(not(feature = "parallel"))]
fn each<T>(
    indices: Range<u64>,
    play: impl Fn(u64) -> Result<T, StrategyError>,
) -> Result<Vec<T>, StrategyError> {
    indices.map(play).collect()
}

impl DuplicateDeal {
    /// A's score alone among three of B, less their mean: the mean over the
    /// seats. Negative if A is better.
    #[must_use]
    pub fn a_alone(&self) -> f64 {
        alone(&self.one_a)
    }

    /// The mean of three of A less the score of B alone among them, over the
    /// seats. Negative if A is better.
    #[must_use]
    pub fn b_alone(&self) -> f64 {
        -alone(&self.one_b)
    }

    /// A's mean score alone among three of B.
    #[must_use]
    pub fn score_of_a_alone(&self) -> f64 {
        own(&self.one_a)
    }

    /// B's mean score alone among three of A.
    #[must_use]
    pub fn score_of_b_alone(&self) -> f64 {
        own(&self.one_b)
    }
}

/// The score of the one who sits in the seat of his table's number, less the mean
/// of the others, over four tables.
fn alone(tables: &[BySeat<i32>; PLAYERS]) -> f64 {
    let scores = tables.iter().flat_map(BySeat::as_array);
    let total: f64 = scores.map(|&score| f64::from(score)).sum();
    // own − (total − own) / 3, for the mean of each.
    let own = own(tables);
    own - (total / 4.0 - own) / 3.0
}

fn own(tables: &[BySeat<i32>; PLAYERS]) -> f64 {
    let own: f64 = (tables.iter().zip(Seat::all(PLAYERS)))
        .map(|(table, seat)| f64::from(table[seat]))
        .sum();
    own / 4.0
}

impl DuplicateMatch {
    /// The share of the wins of A alone among three of B, 0 to 1: a shared first
    /// place is shared out. Of equal players it is 0.25.
    #[must_use]
    pub fn wins_of_a_alone(&self) -> f64 {
        mean_of_own(&self.one_a, wins)
    }

    /// The share of the wins of B alone among three of A.
    #[must_use]
    pub fn wins_of_b_alone(&self) -> f64 {
        mean_of_own(&self.one_b, wins)
    }

    /// The mean place of A alone among three of B, 1 to 4; equal totals have the
    /// mean of their places. Of equal players it is 2.5.
    #[must_use]
    pub fn place_of_a_alone(&self) -> f64 {
        mean_of_own(&self.one_a, place)
    }

    /// The mean place of B alone among three of A.
    #[must_use]
    pub fn place_of_b_alone(&self) -> f64 {
        mean_of_own(&self.one_b, place)
    }
}

fn mean_of_own(matches: &[Match; PLAYERS], value: fn(&Match, Seat) -> f64) -> f64 {
    let values = matches.iter().zip(Seat::all(PLAYERS));
    values.map(|(game, seat)| value(game, seat)).sum::<f64>() / 4.0
}

fn wins(game: &Match, seat: Seat) -> f64 {
    let places = game.places();
    let first = places
        .as_array()
        .iter()
        .filter(|&&place| place == 1)
        .count();
    if places[seat] == 1 {
        1.0 / first as f64
    } else {
        0.0
    }
}

fn place(game: &Match, seat: Seat) -> f64 {
    let places = game.places();
    let own = places[seat];
    let equal = places
        .as_array()
        .iter()
        .filter(|&&place| place == own)
        .count();
    own as f64 + (equal - 1) as f64 / 2.0
}

/// A mean with the standard error of independent values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean; 0 of no values.
    pub mean: f64,
    /// Its standard error; `None` of fewer than two values.
    pub standard_error: Option<f64>,
}

impl Estimate {
    /// The mean of some values, which are added in their order.
    #[must_use]
    pub fn of(values: impl IntoIterator<Item = f64>) -> Estimate {
        let values: Vec<f64> = values.into_iter().collect();
        let count = values.len() as f64;
        if values.is_empty() {
            return Estimate {
                mean: 0.0,
                standard_error: None,
            };
        }
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Estimate {
            mean,
            standard_error: (values.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt()),
        }
    }

    /// The mean in standard errors: how clearly it differs from 0. `None` where
    /// the error is unknown.
    #[must_use]
    pub fn significance(self) -> Option<f64> {
        let error = self.standard_error?;
        (self.mean != 0.0).then(|| self.mean / error).or(Some(0.0))
    }
}

/// A against B over some deals. Differences are negative if A is better, in points
/// a deal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// How many deals, each in eight seatings.
    pub deals: usize,
    /// A alone among three of B, less their mean.
    pub a_alone: Estimate,
    /// Three of A less B alone among them.
    pub b_alone: Estimate,
    /// The mean of both.
    pub both: Estimate,
    /// A's score alone among three of B.
    pub score_of_a_alone: Estimate,
    /// B's score alone among three of A.
    pub score_of_b_alone: Estimate,
}

impl Comparison {
    /// What some deals show.
    #[must_use]
    pub fn of(deals: &[DuplicateDeal]) -> Comparison {
        let estimate = |value: fn(&DuplicateDeal) -> f64| Estimate::of(deals.iter().map(value));
        Comparison {
            deals: deals.len(),
            a_alone: estimate(DuplicateDeal::a_alone),
            b_alone: estimate(DuplicateDeal::b_alone),
            both: estimate(|deal| (deal.a_alone() + deal.b_alone()) / 2.0),
            score_of_a_alone: estimate(DuplicateDeal::score_of_a_alone),
            score_of_b_alone: estimate(DuplicateDeal::score_of_b_alone),
        }
    }
}
