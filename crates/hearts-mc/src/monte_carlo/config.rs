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
    /// How much the own moons of the playouts are doubted: with 0 they count as they
    /// come; with 1 as many of them are taken to fail as the calibration of
    /// [`Advice::moon_chances`](crate::Advice) says, which is right among players
    /// like this one, who stop more moons than the players of a playout do; between
    /// them, in proportion. Against players who stop nobody 0 is best.
    pub moon_doubt: f64,
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
            policy: PlayoutPolicy::Learned,
            gate: 1.0,
            elimination: 2.5,
            moon_share: 0.5,
            moon_doubt: 0.0,
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
