//! The deals that a player who sees some of the cards must reckon with: how many
//! there are, one of them at random, all of them.
//!
//! [`Constraints`] say which cards are unseen, how many of them each seat holds,
//! which it may hold and which it is known to hold. Everything that a player knows
//! for certain in Hearts has this form: a suit that somebody did not follow, a card
//! that was passed on, hearts that a leader cannot have had. [`Worlds`] counts the
//! deals that agree with them, and draws one, each being exactly equally likely.
//!
//! ```
//! use cards_core::{BySeat, CardSet, Seat, Suit};
//! use hearts_mc::worlds::{Constraints, Worlds};
//! use rand_pcg::Pcg64Mcg;
//!
//! let hand: CardSet = "♠AQ4 ♥KT5 ♦9 ♣2".parse()?;
//! let gone = CardSet::of_suit(Suit::Diamonds).without("♦9".parse()?) | "♣3456789T".parse()?;
//! let west = Seat::new(1).unwrap();
//! let constraints = Constraints::new(!(hand | gone), BySeat::new([0, 8, 8, 8]))
//!     .with_void(west, Suit::Hearts);
//!
//! let worlds = Worlds::new(&constraints)?;
//! // Its 8 of 14 black cards, then 8 of the 16 others to the next.
//! assert_eq!(worlds.count(), 3003 * 12_870);
//! let mut rng: Pcg64Mcg = cards_core::random::trial_rng(2026, 0);
//! let deal = worlds.sample(&mut rng);
//! assert!(deal[west].len() == 8 && !deal[west].has_suit(Suit::Hearts));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod constraints;
mod every;
mod model;
mod splits;
mod table;
#[cfg(test)]
mod tests;
mod weighted;

pub use constraints::{Constraints, NoWorld};
pub use every::EveryWorld;
pub use model::{Model, ModelError};
pub use table::Worlds;
pub use weighted::{WeightError, Weighted};

/// How many seats a table has.
const SEATS: usize = 4;

/// How many sets of seats there are.
const SEAT_SETS: usize = 1 << SEATS;

/// The number of these seats' cards together.
fn sum_over(seats: usize, counts: &[usize; SEATS]) -> usize {
    (0..SEATS)
        .filter(|seat| seats >> seat & 1 == 1)
        .map(|seat| counts[seat])
        .sum()
}
