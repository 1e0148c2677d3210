//! Speed of the set operations that solvers spend their time in.
#![allow(missing_docs)]

use std::hint::black_box;

use cards_core::{CardSet, Deck, RankOrder, Suit, random, trick};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand_pcg::Pcg64;

const HANDS: usize = 1024;

/// Random hands of 13 cards.
fn hands() -> Vec<CardSet> {
    let mut rng: Pcg64 = random::trial_rng(0, 0);
    (0..HANDS)
        .map(|_| {
            let mut deck = Deck::standard();
            deck.shuffle(&mut rng);
            deck.deal(13)
        })
        .collect()
}

fn sets(c: &mut Criterion) {
    let hands = hands();
    let mut group = c.benchmark_group("set");
    group.throughput(Throughput::Elements(HANDS as u64));
    let mut each = |name: &str, work: &dyn Fn(CardSet) -> usize| {
        group.bench_function(name, |b| {
            b.iter(|| {
                hands
                    .iter()
                    .map(|&hand| work(black_box(hand)))
                    .sum::<usize>()
            });
        });
    };
    each("len", &|hand| hand.len());
    each("iterate", &|hand| {
        hand.iter().map(|card| card.bit() as usize).sum()
    });
    each("iterate ace-low", &|hand| {
        hand.iter_in(RankOrder::AceLow)
            .map(|card| card.bit() as usize)
            .sum()
    });
    each("suit lengths", &|hand| {
        Suit::ALL
            .into_iter()
            .map(|suit| hand.suit(suit).len().pow(2))
            .sum()
    });
    each("ranks", &|hand| hand.ranks().len());
    each("follow", &|hand| trick::follow(hand, Suit::Hearts).len());
    each("highest ace-low", &|hand| {
        let spades = hand.suit(Suit::Spades);
        spades
            .highest(RankOrder::AceLow)
            .map_or(0, |rank| rank.index())
    });
    each("nth", &|hand| hand.nth(6).map_or(0, |card| card.index()));
    each("complement, difference, union", &|hand| {
        ((hand.complement() - CardSet::of_suit(Suit::Clubs)) | hand).len()
    });
    each("subsets of a suit", &|hand| {
        hand.in_suit(Suit::Hearts).subsets().count()
    });
    group.finish();
}

fn text(c: &mut Criterion) {
    let hands = hands();
    let texts: Vec<String> = hands.iter().map(CardSet::to_string).collect();
    let mut group = c.benchmark_group("text");
    group.throughput(Throughput::Elements(HANDS as u64));
    group.bench_function("parse a hand", |b| {
        b.iter(|| {
            let read = texts.iter().map(|text| black_box(text).parse::<CardSet>());
            read.map(|hand| hand.map_or(0, CardSet::len)).sum::<usize>()
        });
    });
    group.bench_function("print a hand", |b| {
        b.iter(|| {
            hands
                .iter()
                .map(|hand| black_box(hand).to_string().len())
                .sum::<usize>()
        });
    });
    group.finish();
}

fn shuffles(c: &mut Criterion) {
    let mut rng: Pcg64 = random::trial_rng(0, 0);
    c.bench_function("shuffle and deal 52 cards", |b| {
        b.iter(|| {
            let mut deck = Deck::standard();
            deck.shuffle(&mut rng);
            deck.deal_all::<CardSet, 4>()
        });
    });
}

criterion_group!(benches, sets, text, shuffles);
criterion_main!(benches);
