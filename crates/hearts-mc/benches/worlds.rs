//! Worlds: building the table, and sampling a deal, by the cards that each of three
//! opponents holds and the suits in which one of them is void.
//!
//! `cargo bench -p hearts-mc --bench worlds`

use std::hint::black_box;
use std::time::Duration;

use cards_core::{BySeat, CardSet, Seat, Suit, random};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hearts_mc::worlds::{Constraints, Worlds};
use rand_pcg::Pcg64Mcg;

/// As many unseen cards as three hands of this size take, with some voids.
fn constraints(cards: usize, voids: usize) -> Constraints {
    let mut rng: Pcg64Mcg = random::trial_rng(6, 0);
    let [unseen] = random::deal(CardSet::FULL, [3 * cards], &mut rng).unwrap();
    let shown = [
        (1, Suit::Clubs),
        (2, Suit::Diamonds),
        (3, Suit::Clubs),
        (1, Suit::Spades),
    ];
    shown[..voids].iter().fold(
        Constraints::new(unseen, BySeat::new([0, cards, cards, cards])),
        |constraints, &(seat, suit)| constraints.with_void(Seat::new(seat).unwrap(), suit),
    )
}

fn worlds(criterion: &mut Criterion) {
    for cards in [13, 8, 4] {
        let mut group = criterion.benchmark_group(format!("worlds/{cards} cards"));
        for voids in 0..=4 {
            let constraints = constraints(cards, voids);
            let Ok(worlds) = Worlds::new(&constraints) else {
                continue;
            };
            group.throughput(Throughput::Elements(1));
            group.warm_up_time(Duration::from_millis(200));
            group.measurement_time(Duration::from_secs(1));
            group.bench_function(BenchmarkId::new("new", voids), |b| {
                b.iter(|| Worlds::new(black_box(&constraints)));
            });
            group.bench_function(BenchmarkId::new("sample", voids), |b| {
                let mut rng: Pcg64Mcg = random::trial_rng(6, 1);
                b.iter(|| black_box(&worlds).sample(&mut rng));
            });
        }
    }
}

criterion_group!(benches, worlds);
criterion_main!(benches);
