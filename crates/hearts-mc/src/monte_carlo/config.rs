use std::time::Duration;

use super::opponents::OpponentModel;
use super::schedule::Schedule;

/// How much a decision may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many playouts, at least one a candidate. The same seed gives the same
    /// decision.
    Playouts(u64),
    /// So much time. How many playouts that is depends on the machine.
    Time(Duration),
}

/// How the players of a playout choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayoutPolicy {
    /// Uniformly at random, as in the document.
    Uniform,
    /// By a few fixed rules: lead low, duck, give the dangerous cards away.
    Quick,
    /// By the weights that were learned from the Monte-Carlo player's own
    /// decisions.
    Learned,
}

/// The settings of a [`MonteCarlo`](crate::MonteCarlo) player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MonteCarloConfig {
    /// What a decision may cost.
    pub budget: Budget,
    /// How many times the playouts of a play a pass may cost, which is one
    /// decision a deal and the most important one. A budget of time is the same
    /// for both.
    pub pass_multiple: u64,
    /// How playouts are played.
    pub policy: PlayoutPolicy,
    /// By how many standard errors another candidate must be better on the same
    /// worlds than the playout policy's own choice to be taken instead of it.
    pub gate: f64,
    /// By how many standard errors a candidate must be behind the best to be
    /// given up early.
    pub elimination: f64,
    /// The share of worlds in which shooting the moon must succeed before it is
    /// tried. Above 1 it never is.
    pub moon_share: f64,
    /// How much the worlds are weighed by the cards that were received: the giver
    /// is taken to choose among all passes with chances in proportion to the
    /// exponential of so many times their learned scores. At 0 all worlds are
    /// equally likely.
    pub pass_sharpness: f64,
    /// What a decision costs by the number of cards in the hand, instead of
    /// `budget`.
    pub schedule: Option<Schedule>,
    /// Whose moons count in the value of a playout.
    pub moons: CountedMoons,
    /// What the others' plays tell about whether they shoot the moon; if `None`,
    /// the others of a playout all follow its policy.
    pub opponents: Option<OpponentModel>,
}

/// Whose moons count in the value of a playout. A moon that does not is all the
/// points on one player and none on the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedMoons {
    /// Everybody's, as the rules have it.
    All,
    /// The own ones: the player does not mind when another takes everything.
    Own,
    /// Nobody's: as in the document's simulator, points are points.
    None,
}

impl Default for MonteCarloConfig {
    /// 1500 learned playouts, about a millisecond.
    fn default() -> MonteCarloConfig {
        MonteCarloConfig {
            budget: Budget::Playouts(1500),
            pass_multiple: 8,
            policy: PlayoutPolicy::Learned,
            gate: 1.0,
            elimination: 2.5,
            moon_share: 0.5,
            pass_sharpness: 0.0,
            schedule: None,
            moons: CountedMoons::All,
            opponents: None,
        }
    }
}

impl MonteCarloConfig {
    /// The document's player as it was meant, on deals that agree with what its
    /// seat has seen: [`Schedule::DOCUMENT`], random playouts, the candidate of
    /// the best mean, and the moon when more than 0.6 of the worlds succeed (its
    /// second extension). Its program sees all hands and tries five candidates at
    /// most: [`PublishedPlayer::Simulating`](crate::PublishedPlayer) has that
    /// without the sight.
    #[must_use]
    pub fn document() -> MonteCarloConfig {
        MonteCarloConfig {
            policy: PlayoutPolicy::Uniform,
            gate: 0.0,
            moon_share: 0.6,
            schedule: Some(Schedule::DOCUMENT),
            ..MonteCarloConfig::default()
        }
    }
}
