//! Endgames: the value and all plays of the exact solver, by tricks left. One iteration
//! solves the next of a hundred deals that were played at random until then.
//!
//! `cargo bench -p hearts-mc --bench endgame`

use std::time::Duration;

use cards_core::random::{choose, deal, trial_rng};
use cards_core::{BySeat, CardSet, Seat};
use criterion::{BenchmarkId, Criterion, SamplingMode, criterion_group, criterion_main};
use hearts_mc::endgame::{Solver, Utility};
use hearts_mc::{Position, Rules};
use rand_pcg::Pcg64Mcg;

const RULES: Rules = Rules::STANDARD;

const POSITIONS: u64 = 100;

fn position(tricks: usize, trial: u64) -> Position {
    let mut rng: Pcg64Mcg = trial_rng(tricks as u64, trial);
    let hands: [CardSet; 4] = deal(CardSet::FULL, [13; 4], &mut rng).unwrap();
    let mut position = Position::new(BySeat::new(hands), &RULES).unwrap();
    while position.tricks_left() > tricks || position.trick_len() > 0 {
        let card = choose(position.legal(&RULES), &mut rng).unwrap();
        position = position.after(card, &RULES).unwrap();
    }
    position
}

fn endgame(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("endgame");
    // The positions differ a hundredfold, so that it takes many to tell the mean.
    group.sampling_mode(SamplingMode::Flat);
    group.sample_size(20);
    group.warm_up_time(Duration::from_millis(200));
    group.measurement_time(Duration::from_millis(1500));
    for tricks in 3..=7 {
        let positions: Vec<Position> = (0..POSITIONS)
            .map(|trial| position(tricks, trial))
            .collect();
        let mut solver = Solver::new(RULES);
        let mut bench = |name: &str, solve: &mut dyn FnMut(&mut Solver, &Position, Seat)| {
            let mut next = positions.iter().cycle();
            group.bench_function(BenchmarkId::new(name, tricks), |b| {
                b.iter(|| {
                    let position = next.next().unwrap();
                    solve(&mut solver, position, position.turn().unwrap());
                });
            });
        };
        bench("paranoid/value", &mut |solver, position, player| {
            solver.value(position, player, Utility::OwnScore).unwrap();
        });
        bench("paranoid/plays", &mut |solver, position, player| {
            solver
                .paranoid(position, player, Utility::OwnScore)
                .unwrap();
        });
        bench("max-n/plays", &mut |solver, position, _| {
            solver.max_n(position, Utility::OwnScore).unwrap();
        });
    }
    group.finish();
}

criterion_group!(benches, endgame);
criterion_main!(benches);
