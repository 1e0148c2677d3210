//! Hands for the tests.
#![allow(dead_code, missing_docs)]

use cards_core::{AnyCard, Deck, random};
use guandan_split::{Hand, Level, Rules};
use rand_pcg::Pcg64Mcg;

pub(crate) fn hand(text: &str) -> Hand {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn level(text: &str) -> Level {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn rng(seed: u64, trial: u64) -> Pcg64Mcg {
    random::trial_rng(seed, trial)
}

/// The level of a trial: all in turn.
pub(crate) fn level_of(trial: u64) -> Level {
    Level::all().nth((trial % 13) as usize).unwrap()
}

/// A random hand of some cards of both packs.
pub(crate) fn deal(seed: u64, trial: u64, cards: usize) -> Hand {
    let mut deck = Deck::double();
    deck.shuffle(&mut rng(seed, trial));
    let cards: Vec<AnyCard> = deck.deal(cards);
    Hand::from_cards(cards).unwrap()
}

/// A random hand of 6 to 12 cards that makes many plays: few ranks, often few
/// suits, and as many wild cards as one likes to have.
pub(crate) fn rich_hand(seed: u64, trial: u64) -> Hand {
    let mut rng = rng(seed, trial);
    let level = level_of(trial);
    let span = [13, 6, 4, 3][(trial % 4) as usize];
    let lowest = random::below(&mut rng, 13);
    let suits = if trial % 8 < 4 { 4 } else { 2 };
    let jokers = trial.is_multiple_of(3);
    let mut cards: Vec<AnyCard> = Deck::double().remaining().to_vec();
    cards.retain(|card| match card {
        AnyCard::Card(card) => {
            let place = (card.rank().index() as u64 + 13 - lowest) % 13;
            place < span && card.suit().index() < suits && *card != level.wild_card()
        }
        AnyCard::Joker(_) => jokers,
    });
    random::shuffle(&mut cards, &mut rng);
    let wilds = random::below(&mut rng, 3) as usize;
    let size = 6 + random::below(&mut rng, 7) as usize;
    let wild_cards = std::iter::repeat_n(AnyCard::Card(level.wild_card()), wilds);
    Hand::from_cards(wild_cards.chain(cards.into_iter().take(size - wilds))).unwrap()
}

/// The rules with each switch on and off.
pub(crate) fn all_rules() -> [Rules; 3] {
    let mut without_joker_pair = Rules::default();
    without_joker_pair.joker_pair_in_full_house = false;
    [Rules::default(), without_joker_pair, Rules::DOCUMENT]
}
