//! Shuffling and seeding: the promised values, and uniformity.
#![cfg(feature = "rand")]

use std::collections::HashMap;

use cards_core::{BySeat, CardSet, Deck, Seat, random};
use rand_core::Rng;
use rand_pcg::{Pcg32, Pcg64};

/// These values are a promise: a change breaks every seeded experiment. They
/// were computed by a second implementation, from the papers.
#[test]
fn value_stability() {
    let mut rng: Pcg64 = random::trial_rng(2026, 7);
    assert_eq!([0; 3].map(|_| rng.next_u64()), VALUES_64);
    let mut rng: Pcg32 = random::trial_rng(2026, 7);
    assert_eq!([0; 3].map(|_| rng.next_u32()), VALUES_32);
    let mut rng: Pcg64 = random::trial_rng(2026, 7);
    assert_eq!([0; 10].map(|_| random::below(&mut rng, 52)), BELOW);
    let mut rng: Pcg64 = random::trial_rng(0, 0);
    let mut list: [u8; 13] = std::array::from_fn(|i| i as u8);
    random::shuffle(&mut list, &mut rng);
    assert_eq!(list, SHUFFLED);
    let mut deck = Deck::standard();
    deck.shuffle(&mut rng);
    let hands: BySeat<CardSet> = deck.deal_all();
    assert_eq!(hands[Seat::FIRST].to_string(), HAND);
    let mut rng: Pcg64 = random::trial_rng(5, 0);
    let dealt = random::deal(CardSet::FULL, [5, 5], &mut rng).unwrap();
    assert_eq!(dealt.map(|hand| hand.to_string()), DEALT);
}

const VALUES_64: [u64; 3] = [
    6_788_148_972_009_058_153,
    14_848_287_435_272_124_234,
    12_596_522_045_895_619_321,
];
const VALUES_32: [u32; 3] = [1_090_386_906, 1_454_943_120, 416_164_753];
const BELOW: [u64; 10] = [19, 41, 35, 14, 34, 21, 35, 19, 20, 22];
const SHUFFLED: [u8; 13] = [2, 4, 9, 3, 8, 12, 1, 7, 6, 11, 5, 10, 0];
const DEALT: [&str; 2] = ["♠Q ♥- ♦J63 ♣9", "♠7 ♥K7 ♦9 ♣8"];
const HAND: &str = "♠QJ9 ♥T8 ♦K6 ♣KQ9763";

#[test]
fn neighbouring_trials_and_seeds_share_nothing() {
    let mut seen = std::collections::HashSet::new();
    for seed in 0..100 {
        for trial in 0..100 {
            assert!(seen.insert(random::trial_rng::<Pcg64>(seed, trial).next_u64()));
        }
    }
}

/// The chi-square of 24 cells has 23 degrees of freedom; P(> 60) < 4e-5, and
/// the seed is fixed.
#[test]
fn all_orders_are_equally_likely() {
    let mut rng: Pcg64 = random::trial_rng(1, 1);
    let mut counts: HashMap<[u8; 4], f64> = HashMap::new();
    let trials = 240_000;
    for _ in 0..trials {
        let mut list = [0, 1, 2, 3];
        random::shuffle(&mut list, &mut rng);
        *counts.entry(list).or_default() += 1.0;
    }
    assert_eq!(counts.len(), 24);
    let expected = f64::from(trials) / 24.0;
    let chi_square: f64 = counts
        .values()
        .map(|c| (c - expected).powi(2) / expected)
        .sum();
    assert!(chi_square < 60.0, "{chi_square}");
}

#[test]
fn deals_are_disjoint_and_of_the_sizes_asked_for() {
    let mut rng: Pcg64 = random::trial_rng(3, 3);
    let cards: CardSet = "♠AKQJT ♥AKQJ ♦2".parse().unwrap();
    for sizes in [[0, 0, 0], [10, 0, 0], [3, 3, 4], [1, 2, 3]] {
        let hands = random::deal(cards, sizes, &mut rng).unwrap();
        let mut seen = CardSet::EMPTY;
        for (hand, size) in hands.into_iter().zip(sizes) {
            assert!(hand.len() == size && hand.is_subset(cards) && hand.is_disjoint(seen));
            seen |= hand;
        }
    }
    let error = random::deal(cards, [5, 6], &mut rng).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the hands take 11 cards, but there are 10"
    );
    assert!(random::deal(cards, [usize::MAX, 2], &mut rng).is_err());
    assert_eq!(random::choose(CardSet::EMPTY, &mut rng), None);
}

/// Cards that have been dealt stay out of a shuffle.
#[test]
fn only_the_undealt_cards_are_shuffled() {
    let mut rng: Pcg64 = random::trial_rng(6, 6);
    let mut deck = Deck::standard();
    let dealt: CardSet = deck.deal(20);
    for _ in 0..10 {
        deck.shuffle(&mut rng);
        let rest = CardSet::from_cards(deck.remaining());
        assert_eq!(rest, dealt.complement());
    }
}

/// Each of the 60 ways to deal 5 cards as 2, 1, 1 and one left: 59 degrees of
/// freedom, P(chi-square > 120) < 1e-5, and the seed is fixed.
#[test]
fn all_deals_are_equally_likely() {
    let mut rng: Pcg64 = random::trial_rng(4, 4);
    let cards: CardSet = "♠AKQJT".parse().unwrap();
    let mut counts: HashMap<[CardSet; 3], f64> = HashMap::new();
    let trials = 120_000;
    for _ in 0..trials {
        let hands = random::deal(cards, [2, 1, 1], &mut rng).unwrap();
        *counts.entry(hands).or_default() += 1.0;
    }
    assert_eq!(counts.len(), 60);
    let expected = f64::from(trials) / 60.0;
    let chi_square: f64 = counts
        .values()
        .map(|c| (c - expected).powi(2) / expected)
        .sum();
    assert!(chi_square < 120.0, "{chi_square}");
}

/// With three quarters of the range as the bound, a quarter of the draws must be
/// rejected: without that, every third number would come twice as often.
#[test]
fn large_bounds_have_no_bias() {
    let mut rng: Pcg64 = random::trial_rng(2, 2);
    let bound = 3 << 62;
    let mut residues = [0_u32; 3];
    for _ in 0..90_000 {
        residues[(random::below(&mut rng, bound) % 3) as usize] += 1;
    }
    // The standard error of a count is 141.
    for count in residues {
        assert!(count.abs_diff(30_000) < 700, "{residues:?}");
    }
}

#[test]
#[should_panic(expected = "there is no number below 0")]
fn a_bound_of_zero_panics() {
    let _ = random::below(&mut random::trial_rng::<Pcg64>(0, 0), 0);
}
