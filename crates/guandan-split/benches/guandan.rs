//! Speed of the splitter, the legal plays and the inference, beside that of the
//! document's splitter.
#![allow(missing_docs)]

use std::hint::black_box;

use cards_core::{Deck, Rank, random};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use guandan_split::{
    Belief, Hand, Kind, Level, Objective, Play, RankCounts, Rules, beats, best_split, classify,
    expand, legal_plays, min_cost, min_plays, plays_after, published, responses, top_k,
};
use rand_pcg::Pcg64Mcg;

const HANDS: u64 = 1024;

fn hands() -> Vec<(Hand, Level)> {
    let dealt = |trial| {
        let mut rng: Pcg64Mcg = random::trial_rng(0, trial);
        let mut deck = Deck::double();
        deck.shuffle(&mut rng);
        let cards: Vec<_> = deck.deal(27);
        let level = Level::all()
            .nth((trial % 13) as usize)
            .expect("thirteen levels");
        (Hand::from_cards(cards).expect("two packs"), level)
    };
    (0..HANDS).map(dealt).collect()
}

/// Times a function a hand.
fn each(
    c: &mut Criterion,
    name: &str,
    hands: &[(Hand, Level)],
    work: impl Fn(Hand, Level) -> usize,
) {
    let mut group = c.benchmark_group("hand of 27");
    group.throughput(Throughput::Elements(hands.len() as u64));
    group.sample_size(20);
    group.bench_function(name, |b| {
        b.iter(|| {
            hands
                .iter()
                .map(|&(hand, level)| work(black_box(hand), level))
                .sum::<usize>()
        });
    });
    group.finish();
}

fn splits(c: &mut Criterion) {
    let (all, rules) = (hands(), Rules::default());
    each(c, "min_plays", &all, |hand, level| {
        min_plays(hand, level, rules).map_or(0, |plays| plays as usize)
    });
    for wilds in 0..=2 {
        let some: Vec<_> = all
            .iter()
            .copied()
            .filter(|(hand, level)| hand.wilds(*level) == wilds)
            .collect();
        each(
            c,
            &format!("min_plays, {wilds} wild cards"),
            &some,
            |hand, level| min_plays(hand, level, rules).map_or(0, |plays| plays as usize),
        );
    }
    for (name, objective) in [
        ("fewest plays", Objective::FewestPlays),
        ("bombs free", Objective::BombsFree),
        ("plays, then bombs", Objective::PlaysThenBombs),
    ] {
        each(c, &format!("min_cost, {name}"), &all, |hand, level| {
            min_cost(hand, level, rules, objective).map_or(0, |cost| cost as usize)
        });
        each(c, &format!("best_split, {name}"), &all, |hand, level| {
            best_split(hand, level, rules, objective).map_or(0, |split| split.plays())
        });
    }
    each(c, "top_k, 10", &all[..64], |hand, level| {
        top_k(hand, level, rules, Objective::FewestPlays, 10, 0).map_or(0, |splits| splits.len())
    });
    each(c, "plays_after", &all[..64], |hand, level| {
        plays_after(hand, level, rules).map_or(0, |plays| plays.len())
    });
}

fn document(c: &mut Criterion) {
    let dealt: Vec<_> = (0..32)
        .filter_map(|seed| published::deal(seed, 27).ok())
        .collect();
    let mut group = c.benchmark_group("count-only, 27 cards");
    group.throughput(Throughput::Elements(dealt.len() as u64));
    group.sample_size(10);
    group.bench_function("the document's splitter", |b| {
        b.iter(|| {
            dealt
                .iter()
                .map(|&hand| published::Splitter::new().min_plays(hand, 0))
                .sum::<u32>()
        });
    });
    group.bench_function("RankCounts::min_plays", |b| {
        b.iter(|| {
            let plays = dealt.iter().map(|hand| {
                let counts = RankCounts::new(black_box(hand.counts()), 0, [0; 2]);
                counts.map_or(0, |counts| counts.min_plays(Rules::DOCUMENT))
            });
            plays.sum::<u32>()
        });
    });
    group.finish();
}

fn plays(c: &mut Criterion) {
    let (all, rules) = (hands(), Rules::default());
    let pair = Play::new(Kind::Pair, Rank::Nine.into(), 2, 0).expect("a pair");
    each(c, "legal_plays", &all, |hand, level| {
        legal_plays(hand, level, rules).len()
    });
    each(c, "responses", &all, |hand, level| {
        responses(hand, level, rules, pair).len()
    });
    each(c, "expand all", &all[..64], |hand, level| {
        let plays = legal_plays(hand, level, rules);
        let ways = plays
            .iter()
            .filter_map(|play| expand(hand, level, rules, play).ok());
        ways.map(Iterator::count).sum()
    });
    let level = Level::new(Rank::Nine);
    let some: Vec<Play> = legal_plays(all[0].0, level, rules).iter().collect();
    let mut group = c.benchmark_group("plays");
    group.throughput(Throughput::Elements((some.len() * some.len()) as u64));
    group.bench_function("beats", |b| {
        b.iter(|| {
            let pairs = some.iter().flat_map(|a| some.iter().map(move |b| (*a, *b)));
            pairs
                .filter(|&(a, b)| beats(black_box(a), b, level))
                .count()
        });
    });
    group.finish();
    let cards: Hand = "S7 H7 S8 D8 H9 H9".parse().expect("cards");
    c.bench_function("classify six cards", |b| {
        b.iter(|| classify(black_box(cards), level));
    });
}

fn beliefs(c: &mut Criterion) {
    let (hand, level) = hands()[0];
    let belief = Belief::at_deal(hand, level).expect("27 cards");
    let mut group = c.benchmark_group("belief");
    group.sample_size(10);
    group.bench_function("at least two of a rank", |b| {
        b.iter(|| belief.at_least(0, black_box(Rank::Nine.into()), 2));
    });
    group.bench_function("any bomb of a rank", |b| {
        b.iter(|| belief.any_bomb_of_a_rank(0));
    });
    group.bench_function("any bomb", |b| {
        b.iter(|| belief.any_bomb(0));
    });
    group.finish();
}

criterion_group!(benches, splits, document, plays, beliefs);
criterion_main!(benches);
