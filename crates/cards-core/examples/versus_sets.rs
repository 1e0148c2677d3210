//! [`CardSet`] against the sets that one would write without it, on the same hands
//! in the same run: medians of 101 rounds, a Markdown table. The times are this
//! machine's.
//!
//! `cargo run --release -p cards-core --features rand --example versus_sets`
#![allow(clippy::print_stdout)]

use std::collections::{BTreeSet, HashSet};
use std::hint::black_box;
use std::time::Instant;

use cards_core::random::{deal, trial_rng};
use cards_core::{Card, CardSet, RankOrder, Suit, trick};
use rand_pcg::Pcg64;

const HANDS: usize = 256;
const ROUNDS: usize = 101;

/// The same hands in four forms.
struct Hands {
    bits: Vec<CardSet>,
    listed: Vec<Vec<Card>>,
    hashed: Vec<HashSet<Card>>,
    tree: Vec<BTreeSet<u8>>,
}

fn number(card: Card) -> u8 {
    card.index() as u8
}

fn of_suit(number: u8, suit: Suit) -> bool {
    usize::from(number) / 13 == suit.index()
}

/// The median of the rounds of each way to do a job, in nanoseconds a hand. The
/// ways take turns, so that all of them have the same machine.
fn medians(ways: [&dyn Fn() -> usize; 4]) -> [f64; 4] {
    let results = ways.map(|way| way());
    assert!(
        results.iter().all(|&result| result == results[0]),
        "{results:?}"
    );
    let mut times = [const { Vec::new() }; 4];
    for _ in 0..ROUNDS {
        for (times, way) in times.iter_mut().zip(ways) {
            let start = Instant::now();
            black_box(way());
            times.push(start.elapsed().as_nanos() as f64 / HANDS as f64);
        }
    }
    times.map(|mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 2]
    })
}

fn main() {
    let mut rng: Pcg64 = trial_rng(0, 0);
    let bits: Vec<CardSet> = (0..HANDS)
        .map(|_| {
            let [hand] = deal(CardSet::FULL, [13], &mut rng).expect("13 of 52 cards");
            hand
        })
        .collect();
    let hands = Hands {
        listed: bits.iter().map(|hand| hand.iter().collect()).collect(),
        hashed: bits.iter().map(|hand| hand.iter().collect()).collect(),
        tree: bits
            .iter()
            .map(|hand| hand.iter().map(number).collect())
            .collect(),
        bits,
    };
    let pack: Vec<Card> = CardSet::FULL.iter().collect();

    println!(
        "| a hand of 13 cards, ns | `CardSet` | `Vec<Card>` | `HashSet<Card>` | `BTreeSet<u8>` |"
    );
    println!("|---|--:|--:|--:|--:|");
    let row = |name: &str, medians: [f64; 4]| {
        let [own, others @ ..] = medians;
        let others = others.map(|time| format!("{time:.1} ({:.0}×)", time / own));
        println!("| {name} | {own:.2} | {} |", others.join(" | "));
    };

    // The cards that may follow a lead of hearts.
    let count = |follow: usize, hand: usize| if follow == 0 { hand } else { follow };
    row(
        "cards that may follow a lead",
        medians([
            &|| {
                (hands.bits.iter())
                    .map(|&hand| trick::follow(black_box(hand), Suit::Hearts).len())
                    .sum()
            },
            &|| {
                let hands = hands.listed.iter().map(black_box);
                hands
                    .map(|hand| {
                        let follow = hand.iter().filter(|card| card.suit() == Suit::Hearts);
                        count(follow.count(), hand.len())
                    })
                    .sum()
            },
            &|| {
                let hands = hands.hashed.iter().map(black_box);
                hands
                    .map(|hand| {
                        let follow = hand.iter().filter(|card| card.suit() == Suit::Hearts);
                        count(follow.count(), hand.len())
                    })
                    .sum()
            },
            &|| {
                let hands = hands.tree.iter().map(black_box);
                hands
                    .map(|hand| {
                        let follow = hand.iter().filter(|&&card| of_suit(card, Suit::Hearts));
                        count(follow.count(), hand.len())
                    })
                    .sum()
            },
        ]),
    );
    row(
        "the cards not in it, as a new set",
        medians([
            &|| {
                (hands.bits.iter())
                    .map(|&hand| black_box(hand).complement().len())
                    .sum()
            },
            &|| {
                let hands = hands.listed.iter().map(black_box);
                hands
                    .map(|hand| {
                        let out = pack.iter().filter(|card| !hand.contains(card));
                        out.copied().collect::<Vec<Card>>().len()
                    })
                    .sum()
            },
            &|| {
                let hands = hands.hashed.iter().map(black_box);
                hands
                    .map(|hand| {
                        let out = pack.iter().filter(|card| !hand.contains(card));
                        out.copied().collect::<HashSet<Card>>().len()
                    })
                    .sum()
            },
            &|| {
                let hands = hands.tree.iter().map(black_box);
                hands
                    .map(|hand| {
                        let out = (0..52).filter(|card| !hand.contains(card));
                        out.collect::<BTreeSet<u8>>().len()
                    })
                    .sum()
            },
        ]),
    );
    row(
        "the lowest spade",
        medians([
            &|| {
                let lowest = hands.bits.iter().map(|&hand| black_box(hand));
                lowest
                    .map(|hand| {
                        hand.lowest(Suit::Spades, RankOrder::AceHigh)
                            .map_or(52, Card::index)
                    })
                    .sum()
            },
            &|| {
                let hands = hands.listed.iter().map(black_box);
                hands
                    .map(|hand| {
                        let mut spades = hand.iter().filter(|card| card.suit() == Suit::Spades);
                        spades.next().map_or(52, |card| card.index())
                    })
                    .sum()
            },
            &|| {
                let hands = hands.hashed.iter().map(black_box);
                hands
                    .map(|hand| {
                        let spades = hand.iter().filter(|card| card.suit() == Suit::Spades);
                        spades.map(|card| card.index()).min().unwrap_or(52)
                    })
                    .sum()
            },
            &|| {
                let hands = hands.tree.iter().map(black_box);
                hands
                    .map(|hand| {
                        hand.range(39..)
                            .next()
                            .map_or(52, |&card| usize::from(card))
                    })
                    .sum()
            },
        ]),
    );
    row(
        "its cards one after the other",
        medians([
            &|| {
                (hands.bits.iter())
                    .map(|&hand| black_box(hand).iter().map(Card::index).sum::<usize>())
                    .sum()
            },
            &|| {
                (hands.listed.iter())
                    .map(|hand| {
                        black_box(hand)
                            .iter()
                            .map(|card| card.index())
                            .sum::<usize>()
                    })
                    .sum()
            },
            &|| {
                (hands.hashed.iter())
                    .map(|hand| {
                        black_box(hand)
                            .iter()
                            .map(|card| card.index())
                            .sum::<usize>()
                    })
                    .sum()
            },
            &|| {
                (hands.tree.iter())
                    .map(|hand| {
                        black_box(hand)
                            .iter()
                            .map(|&card| usize::from(card))
                            .sum::<usize>()
                    })
                    .sum()
            },
        ]),
    );
}
