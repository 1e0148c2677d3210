//! Start, events, queries and whole games of the filter, by players.
//!
//! ```sh
//! cargo bench -p oldmaid-infer --bench filter
//! ```

use std::hint::black_box;

use cards_core::Seat;
use cards_core::random::{below, trial_rng};
use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use oldmaid_infer::{Draw, Filter, Game, OddCard, Rules};
use rand_pcg::Pcg64Mcg;

/// A game of random players as seat 0 sees it.
fn recorded(rules: &Rules, trial: u64) -> (Game, Vec<Draw>) {
    let mut rng: Pcg64Mcg = trial_rng(1, trial);
    let start = Game::deal(rules, &mut rng).expect("legal rules");
    let mut game = start.clone();
    while !game.table().is_over() {
        let targets: Vec<Seat> = game.table().targets().collect();
        let from = targets[below(&mut rng, targets.len() as u64) as usize];
        game.draw_random(from, false, &mut rng)
            .expect("a legal draw");
    }
    let seen = game.history().iter().map(|draw| draw.seen_by(Seat::FIRST));
    (start, seen.collect())
}

fn whole_game(start: &Game, draws: &[Draw]) -> f64 {
    let mut filter = Filter::at_start(start, Seat::FIRST).expect("a posterior");
    for draw in draws {
        filter.observe(draw).expect("what happened is possible");
    }
    filter.log_evidence()
}

fn benches(criterion: &mut Criterion) {
    for (name, rules, games) in [
        ("2 players", Rules::DOCUMENT.with_players(2), 64),
        ("3 players", Rules::DOCUMENT.with_players(3), 64),
        ("4 players", Rules::DOCUMENT, 64),
        (
            "4 players, card unknown",
            Rules {
                odd_card: OddCard::Unknown,
                ..Rules::DOCUMENT
            },
            16,
        ),
        ("5 players", Rules::DOCUMENT.with_players(5), 4),
        ("6 players", Rules::DOCUMENT.with_players(6), 1),
    ] {
        let games: Vec<_> = (0..games).map(|trial| recorded(&rules, trial)).collect();
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        group.bench_function(BenchmarkId::new("start", games.len()), |bencher| {
            bencher.iter(|| {
                for (start, _) in &games {
                    black_box(Filter::at_start(start, Seat::FIRST).expect("a posterior"));
                }
            });
        });
        group.bench_function(BenchmarkId::new("whole games", games.len()), |bencher| {
            bencher.iter(|| {
                games
                    .iter()
                    .map(|(start, draws)| whole_game(start, draws))
                    .sum::<f64>()
            });
        });
        // The middle of the first game.
        let (start, draws) = &games[0];
        let middle = draws.len() / 2;
        let mut filter = Filter::at_start(start, Seat::FIRST).expect("a posterior");
        for draw in &draws[..middle] {
            filter.observe(draw).expect("what happened is possible");
        }
        group.bench_function("event in the middle", |bencher| {
            bencher.iter_batched_ref(
                || filter.clone(),
                |filter| {
                    filter
                        .observe(&draws[middle])
                        .expect("what happened is possible");
                },
                BatchSize::SmallInput,
            );
        });
        group.bench_function("query in the middle", |bencher| {
            bencher.iter(|| black_box(filter.marginals()));
        });
        group.finish();
    }
}

criterion_group!(all, benches);
criterion_main!(all);
