//! Playouts of a whole deal, and of its second half, by each policy. One iteration
//! plays the next of a hundred deals; `fixed deal` always the same one.
//!
//! `cargo bench -p hearts-mc --bench playouts`

use std::hint::black_box;

use cards_core::random::{choose, trial_rng};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hearts_mc::{Pass, PlayoutPolicy, Position, Round, Rules, policy_playout};
use rand_pcg::Pcg64Mcg;

const RULES: Rules = Rules::STANDARD;

const POLICIES: [(&str, PlayoutPolicy); 3] = [
    ("uniform", PlayoutPolicy::Uniform),
    ("quick", PlayoutPolicy::Quick),
    ("learned", PlayoutPolicy::Learned),
];

/// A deal with so many tricks left, after random plays.
fn position(tricks: usize, trial: u64) -> Position {
    let mut rng: Pcg64Mcg = trial_rng(6, trial);
    let round = Round::deal(&RULES, Pass::Hold, &mut rng);
    let mut position = *round.position().unwrap();
    while position.tricks_left() > tricks || position.trick_len() > 0 {
        let card = choose(position.legal(&RULES), &mut rng).unwrap();
        position = position.after(card, &RULES).unwrap();
    }
    position
}

fn playouts(criterion: &mut Criterion) {
    for (name, tricks, deals) in [
        ("fixed deal", 13, 1),
        ("13 tricks", 13, 100),
        ("6 tricks", 6, 100),
    ] {
        let mut group = criterion.benchmark_group(format!("playouts/{name}"));
        group.throughput(Throughput::Elements(1));
        group.warm_up_time(std::time::Duration::from_millis(500));
        group.measurement_time(std::time::Duration::from_secs(2));
        let positions: Vec<Position> = (0..deals).map(|trial| position(tricks, trial)).collect();
        for (policy_name, policy) in POLICIES {
            let mut rng: Pcg64Mcg = trial_rng(6, 0);
            let mut next = positions.iter().cycle();
            group.bench_function(BenchmarkId::from_parameter(policy_name), |b| {
                b.iter(|| {
                    let position = black_box(next.next().unwrap());
                    policy_playout(position, &RULES, policy, &mut rng)
                });
            });
        }
    }
}

criterion_group!(benches, playouts);
criterion_main!(benches);
