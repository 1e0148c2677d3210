//! The players that the experiments let play.

use cards_core::{BySeat, Seat};
use hearts_mc::arena::{Arena, Factory};
use hearts_mc::{Budget, Greedy, MonteCarlo, MonteCarloConfig, PublishedPlayer, Random, Strategy};

/// A player of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Player {
    /// Uniformly among what is legal.
    Random,
    /// The document's greedy layer.
    PublishedGreedy,
    /// The document's simulating player, without its sight of the others' cards.
    Published,
    /// The greedy layer put right.
    Greedy,
    /// The Monte-Carlo player with so many playouts a decision.
    MonteCarlo(u64),
}

impl Player {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Player::Random => "random",
            Player::PublishedGreedy => "published, greedy",
            Player::Published => "published, simulating",
            Player::Greedy => "greedy, corrected",
            Player::MonteCarlo(_) => "Monte Carlo",
        }
    }

    /// A new one.
    pub(super) fn make(self) -> Box<dyn Strategy> {
        match self {
            Player::Random => Box::new(Random),
            Player::PublishedGreedy => Box::new(PublishedPlayer::Greedy),
            Player::Published => Box::new(PublishedPlayer::Simulating),
            Player::Greedy => Box::new(Greedy),
            Player::MonteCarlo(playouts) => Box::new(MonteCarlo::new(MonteCarloConfig {
                budget: Budget::Playouts(playouts),
                ..MonteCarloConfig::default()
            })),
        }
    }
}

/// The scores of one of A among three of B, summed over the four seats, in one
/// deal: `[A, the three of B together]`.
pub(super) type Table = [i32; 2];

/// Sums the tables in which one player sits in the seat of the table's number.
pub(super) fn sums(tables: &[BySeat<i32>; 4]) -> Table {
    let own: i32 = (tables.iter().zip(Seat::all(4)))
        .map(|(scores, seat)| scores[seat])
        .sum();
    let all: i32 = tables.iter().flat_map(|scores| scores.as_array()).sum();
    [own, all - own]
}

/// The score of the one less the mean of the others, a deal.
pub(super) fn difference([own, others]: Table) -> f64 {
    f64::from(own) / 4.0 - f64::from(others) / 12.0
}

/// A deal of two players in all eight seatings: one of A, then one of B.
pub(super) fn duel(arena: &Arena, a: Player, b: Player, index: u64) -> [Table; 2] {
    let a: &Factory<'_> = &|| a.make();
    let b: &Factory<'_> = &|| b.make();
    let deal = arena
        .deal(a, b, index)
        .expect("the players keep to the rules");
    [sums(&deal.one_a), sums(&deal.one_b)]
}
