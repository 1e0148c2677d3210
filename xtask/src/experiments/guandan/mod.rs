use cards_core::{AnyCard, BySeat, Deck, Seat, random};
use guandan_split::{Hand, Level, SEATS};
use rand_pcg::Pcg64Mcg;

use crate::statistics::Estimate;

pub(super) mod audit;
pub(super) mod bombing;
pub(super) mod distribution;
pub(super) mod evaluation;
pub(super) mod exactness;
pub(super) mod inference;
pub(super) mod pruning;
pub(super) mod published;
pub(super) mod published_wild;

/// The generator of a trial.
fn generator(seed: u64, index: i64) -> Pcg64Mcg {
    random::trial_rng(seed, index as u64)
}

/// A random level.
fn level(rng: &mut Pcg64Mcg) -> Level {
    let all = Level::all();
    let place = random::below(rng, all.len() as u64) as usize;
    all.clone().nth(place).expect("a level for each place")
}

/// A random hand of some cards.
fn hand(cards: usize, rng: &mut Pcg64Mcg) -> Hand {
    let mut deck = Deck::double();
    deck.shuffle(rng);
    let cards: Vec<AnyCard> = deck.deal(cards);
    Hand::from_cards(cards).expect("two packs have each card twice")
}

/// Four random hands.
fn hands(rng: &mut Pcg64Mcg) -> BySeat<Hand, SEATS> {
    let mut deck = Deck::double();
    deck.shuffle(rng);
    let hands: BySeat<Vec<AnyCard>, SEATS> = deck.deal_all();
    hands.map(|cards| Hand::from_cards(cards).expect("two packs have each card twice"))
}

/// A random seat.
fn seat(rng: &mut Pcg64Mcg) -> Seat {
    Seat::new(random::below(rng, SEATS as u64) as usize).expect("four seats")
}

/// Whether an estimate agrees with one of another run that was printed to some
/// places and is about as precise: within three standard errors of the
/// difference, and the rounding.
fn agrees(estimate: Estimate, printed: f64, rounding: f64) -> bool {
    let distance = (estimate.mean - printed).abs();
    let error = estimate
        .standard_error
        .map(|error| 3.0 * error * 2.0_f64.sqrt());
    error.is_some_and(|error| distance <= error + rounding / 2.0)
}
