use core::fmt;

use cards_core::{BySeat, Seat};
use rand_core::Rng;

use crate::round::Round;
use crate::rules::{MoonChoice, PLAYERS, Pass, Rules};
use crate::strategy::{Strategy, StrategyError, play_round};

/// A match: deals until a player reaches [`Rules::limit`]. The lowest total wins.
///
/// ```
/// use cards_core::BySeat;
/// use hearts_mc::{Match, Pass, Rules};
///
/// let mut game = Match::new(&Rules::STANDARD);
/// game.add(BySeat::new([26, 26, 0, 26]))?;
/// assert_eq!(game.direction(), Pass::Right);
/// for _ in 0..3 {
///     game.add(BySeat::new([25, 0, 1, 0]))?;
/// }
/// assert!(game.is_over());
/// assert_eq!(game.totals().into_array(), [101, 26, 3, 26]);
/// assert_eq!(game.places().into_array(), [4, 2, 1, 2]);
/// # Ok::<(), hearts_mc::MatchError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    rules: Rules,
    totals: BySeat<i32>,
    scores: Vec<BySeat<i32>>,
}

impl Match {
    /// After so many deals [`play_match`] ends a match in any case. It takes
    /// rules of one's own to get there: under the presets the totals rise.
    pub const MAX_DEALS: usize = 1000;

    /// A match before its first deal.
    #[must_use]
    pub fn new(rules: &Rules) -> Match {
        Match {
            rules: *rules,
            totals: BySeat::new([0; PLAYERS]),
            scores: Vec::new(),
        }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The sum of each seat's scores so far.
    #[must_use]
    pub const fn totals(&self) -> &BySeat<i32> {
        &self.totals
    }

    /// The scores of each deal so far.
    #[must_use]
    pub fn scores(&self) -> &[BySeat<i32>] {
        &self.scores
    }

    /// The number of the next deal, counted from 0.
    #[must_use]
    pub fn deal_number(&self) -> usize {
        self.scores.len()
    }

    /// The direction in which the next deal passes.
    #[must_use]
    pub fn direction(&self) -> Pass {
        self.rules.passing.direction(self.deal_number())
    }

    /// Deals the next round.
    pub fn deal<R: Rng + ?Sized>(&self, rng: &mut R) -> Round {
        Round::deal(&self.rules, self.direction(), rng).with_totals(self.totals)
    }

    /// Whether a player has reached the limit. No match is over before its first
    /// deal.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let reached = |&total: &i32| total >= self.rules.limit;
        !self.scores.is_empty() && self.totals.as_array().iter().any(reached)
    }

    /// Adds the scores of a finished round, and returns them. `choice` is the
    /// shooter's, where the rules leave it to him.
    ///
    /// # Errors
    /// If the match is over, the round is not, or it has other rules or another
    /// direction of passing than this deal of the match.
    pub fn record(&mut self, round: &Round, choice: MoonChoice) -> Result<BySeat<i32>, MatchError> {
        if *round.rules() != self.rules {
            return Err(MatchError::OtherRules);
        }
        if round.direction() != self.direction() {
            return Err(MatchError::Direction {
                round: round.direction(),
                expected: self.direction(),
            });
        }
        let scores = round.scores(choice).ok_or(MatchError::Unfinished)?;
        self.add(scores)?;
        Ok(scores)
    }

    /// Adds the scores of a deal, as they stand on a score sheet.
    ///
    /// # Errors
    /// If the match is over.
    pub fn add(&mut self, scores: BySeat<i32>) -> Result<(), MatchError> {
        if self.is_over() {
            return Err(MatchError::Over);
        }
        for (seat, total) in self.totals.iter_mut() {
            *total = total.saturating_add(scores[seat]);
        }
        self.scores.push(scores);
        Ok(())
    }

    /// Each seat's place, 1 for the lowest total. Equal totals share the better
    /// place.
    #[must_use]
    pub fn places(&self) -> BySeat<usize> {
        self.totals.map(|own| {
            let lower = |&&total: &&i32| total < own;
            1 + self.totals.as_array().iter().filter(lower).count()
        })
    }

    /// The seats in the order of their places, with place and total; of equal
    /// totals the lower seat first.
    #[must_use]
    pub fn standings(&self) -> [Standing; PLAYERS] {
        let places = self.places();
        let mut standings = BySeat::<Standing>::from_fn(|seat| Standing {
            place: places[seat],
            seat,
            total: self.totals[seat],
        })
        .into_array();
        standings.sort_by_key(|standing| standing.place);
        standings
    }
}

/// How a seat stands in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place, from 1. Equal totals share the better place.
    pub place: usize,
    /// The seat.
    pub seat: Seat,
    /// The sum of its scores.
    pub total: i32,
}

/// Plays a match to its end with one strategy a seat, or to
/// [`Match::MAX_DEALS`].
///
/// # Errors
/// If a strategy passes or plays what it may not.
pub fn play_match(
    rules: &Rules,
    players: &mut BySeat<&mut dyn Strategy>,
    rng: &mut dyn Rng,
) -> Result<Match, StrategyError> {
    let mut game = Match::new(rules);
    while !game.is_over() && game.deal_number() < Match::MAX_DEALS {
        let mut round = game.deal(rng);
        let scores = play_round(&mut round, players, rng)?;
        if let Err(error) = game.add(scores) {
            unreachable!("the match goes on: {error}");
        }
    }
    Ok(game)
}

/// A deal that does not belong to a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MatchError {
    /// A player has reached the limit.
    Over,
    /// The round has not been played to its end.
    Unfinished,
    /// The round has other rules than the match.
    OtherRules,
    /// The round passes in another direction than this deal of the match.
    Direction {
        /// The round's direction.
        round: Pass,
        /// The match's.
        expected: Pass,
    },
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::Over => f.write_str("the match is over"),
            MatchError::Unfinished => f.write_str("the round is not over"),
            MatchError::OtherRules => f.write_str("the round has other rules than the match"),
            MatchError::Direction { round, expected } => write!(
                f,
                "the round passes {}, this deal of the match {}",
                round.name(),
                expected.name()
            ),
        }
    }
}

impl core::error::Error for MatchError {}
