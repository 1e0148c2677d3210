//! Shuffling, dealing and seeding with any generator of the `rand` family.
//!
//! What these functions return for a given generator is part of the interface:
//! it does not change within a major version, on any machine. (`rand`'s own
//! shuffle makes no such promise across its versions.)

use core::fmt;

use rand_core::{Rng, SeedableRng};

use crate::{Card, CardSet};

/// A uniform number from 0 up to, not including, `bound`, without bias: the
/// multiply-and-reject method of Lemire, "Fast random integer generation in an
/// interval", ACM TOMACS 29 (2019).
///
/// # Panics
/// If `bound` is 0.
pub fn below<R: Rng + ?Sized>(rng: &mut R, bound: u64) -> u64 {
    assert!(bound > 0, "there is no number below 0");
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(bound);
        let low = product as u64;
        // Only the lowest 2^64 mod bound values of each residue are rejected.
        if low >= bound || low >= bound.wrapping_neg() % bound {
            return (product >> 64) as u64;
        }
    }
}

/// Puts a slice into a uniformly random order: the Fisher-Yates shuffle, from
/// the last element down (Durstenfeld, CACM 7 (1964), algorithm 235).
///
/// ```
/// use cards_core::{Deck, random};
/// use rand_pcg::Pcg64;
///
/// let mut rng: Pcg64 = random::trial_rng(2026, 0);
/// let mut deck = Deck::standard();
/// deck.shuffle(&mut rng);
/// assert_eq!(deck.remaining().len(), 52);
/// ```
pub fn shuffle<T, R: Rng + ?Sized>(list: &mut [T], rng: &mut R) {
    for last in (1..list.len()).rev() {
        let other = below(rng, last as u64 + 1) as usize;
        list.swap(last, other);
    }
}

/// A uniformly random card of a set, or `None` of the empty set.
pub fn choose<R: Rng + ?Sized>(cards: CardSet, rng: &mut R) -> Option<Card> {
    if cards.is_empty() {
        return None;
    }
    cards.nth(below(rng, cards.len() as u64) as usize)
}

/// Deals cards to hands of the given sizes, every way being equally likely;
/// what is left over stays undealt.
///
/// ```
/// use cards_core::{CardSet, random};
/// use rand_pcg::Pcg64;
///
/// let own: CardSet = "♠AQ4 ♥KT5 ♣2".parse()?;
/// let mut rng: Pcg64 = random::trial_rng(2026, 0);
/// let [left, right] = random::deal(own.complement(), [7, 7], &mut rng)?;
/// assert!(left.len() == 7 && left.is_disjoint(right) && left.is_disjoint(own));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
/// If the hands take more cards than there are.
pub fn deal<R: Rng + ?Sized, const N: usize>(
    cards: CardSet,
    sizes: [usize; N],
    rng: &mut R,
) -> Result<[CardSet; N], TooFewCards> {
    let wanted = sizes
        .iter()
        .fold(0_usize, |sum, &size| sum.saturating_add(size));
    if wanted > cards.len() {
        return Err(TooFewCards {
            cards: cards.len(),
            wanted,
        });
    }
    let mut left = cards;
    Ok(sizes.map(|size| {
        let mut hand = CardSet::EMPTY;
        while hand.len() < size {
            // There are as many left as the sizes still take, so one is chosen.
            hand.extend(choose(left - hand, rng));
        }
        left -= hand;
        hand
    }))
}

/// Hands take more cards than there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TooFewCards {
    /// How many cards there are.
    pub cards: usize,
    /// How many the hands take.
    pub wanted: usize,
}

impl fmt::Display for TooFewCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooFewCards { cards, wanted } = self;
        write!(f, "the hands take {wanted} cards, but there are {cards}")
    }
}

impl core::error::Error for TooFewCards {}

/// The generator of one trial of an experiment.
///
/// Its state depends on every bit of the seed and of the trial's index, so that
/// trials are independent of each other and of the order, the thread and the
/// machine that runs them.
#[must_use]
pub fn trial_rng<R: SeedableRng>(seed: u64, trial: u64) -> R {
    let mut state = mix(mix(seed).wrapping_add(trial));
    let mut bytes = R::Seed::default();
    for chunk in bytes.as_mut().chunks_mut(8) {
        state = state.wrapping_add(GOLDEN_GAMMA);
        let word = mix(state).to_le_bytes();
        chunk.copy_from_slice(&word[..chunk.len()]);
    }
    R::from_seed(bytes)
}

const GOLDEN_GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// One step of `SplitMix64` (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014): every bit of the input
/// reaches every bit of the output.
const fn mix(state: u64) -> u64 {
    let z = state.wrapping_add(GOLDEN_GAMMA);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
