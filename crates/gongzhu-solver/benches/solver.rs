//! The solver by cards a hand: a value, and all plays, of random deals under the
//! document's rules and under Gongzhu's; beside it the textbook solver.
//!
//! The numbers are of a fixed list of deals a size, solved again and again by a
//! warm solver whose transposition table is made to forget by other deals between.

use std::hint::black_box;

use cards_core::CardSet;
use cards_core::random::{below, deal, trial_rng};
use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use gongzhu_solver::reference::Textbook;
use gongzhu_solver::{Config, Endgames, Player, Rules, Solver, State};
use rand_pcg::Pcg64Mcg;

fn random_deal(n: usize, trial: u64) -> State {
    let mut random: Pcg64Mcg = trial_rng(n as u64, trial);
    let leader = Player::ALL[below(&mut random, 2) as usize];
    let hands = deal(CardSet::FULL, [n, n], &mut random).expect("at most 26 cards a hand");
    State::new(hands, leader).expect("hands of different cards")
}

/// Deals without end, each a new one.
fn deals(n: usize) -> impl FnMut() -> State {
    let mut trial = 0;
    move || {
        trial += 1;
        random_deal(n, trial)
    }
}

fn solver(criterion: &mut Criterion) {
    for (name, rules, sizes) in [
        ("document", Rules::DOCUMENT, &[6, 8, 10, 13, 16, 20][..]),
        ("gongzhu", Rules::GONGZHU, &[6, 8, 10, 13][..]),
    ] {
        let config = Config::default().with_endgames(Endgames::UpTo(7));
        let mut solver = Solver::with_config(rules, config);
        let mut group = criterion.benchmark_group(format!("{name}/value"));
        group.sample_size(20);
        for &n in sizes {
            group.bench_with_input(BenchmarkId::from_parameter(n), &n, |bencher, &n| {
                bencher.iter_batched(
                    deals(n),
                    |state| black_box(solver.value(&state)),
                    BatchSize::SmallInput,
                );
            });
        }
        group.finish();
        let mut group = criterion.benchmark_group(format!("{name}/all plays"));
        group.sample_size(20);
        for &n in &sizes[..4] {
            group.bench_with_input(BenchmarkId::from_parameter(n), &n, |bencher, &n| {
                bencher.iter_batched(
                    deals(n),
                    |state| black_box(solver.play_values(&state)),
                    BatchSize::SmallInput,
                );
            });
        }
        group.finish();
    }
}

fn textbook(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("document/textbook");
    group.sample_size(10);
    for n in [4, 6] {
        group.bench_with_input(BenchmarkId::from_parameter(n), &n, |bencher, &n| {
            bencher.iter_batched(
                deals(n),
                |state| black_box(Textbook::new().value(&Rules::DOCUMENT, &state)),
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, solver, textbook);
criterion_main!(benches);
