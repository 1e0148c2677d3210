//! Four open hands: the value and all root moves, by cards a hand, rules and
//! objective. One iteration solves all the deals of a set.
//!
//! `cargo bench -p gongzhu-solver --bench four`

use cards_core::{BySeat, CardSet, Seat, random};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use gongzhu_solver::Rules;
use gongzhu_solver::four::{Objective, Solver, State};
use rand_pcg::Pcg64Mcg;

const DEALS: u64 = 50;

fn deals(cards: usize) -> Vec<State> {
    (0..DEALS)
        .map(|deal| {
            let mut rng: Pcg64Mcg = random::trial_rng(4, deal);
            let hands: [CardSet; 4] = random::deal(CardSet::FULL, [cards; 4], &mut rng).unwrap();
            let leader = Seat::new(deal as usize % 4).unwrap();
            State::new(BySeat::new(hands), leader).unwrap()
        })
        .collect()
}

fn four(criterion: &mut Criterion) {
    for (rules_name, rules, most) in [
        ("document", Rules::DOCUMENT, 7),
        ("gongzhu", Rules::GONGZHU, 6),
    ] {
        let mut group = criterion.benchmark_group(format!("four/{rules_name}"));
        group.sample_size(10);
        for cards in 5..=most {
            let deals = deals(cards);
            for (name, objective) in [
                ("paranoid", Objective::OwnScore(Seat::FIRST)),
                ("partners", Objective::Partners),
            ] {
                let mut solver = Solver::new(rules.clone());
                group.bench_function(BenchmarkId::new(format!("{name}/value"), cards), |b| {
                    b.iter(|| {
                        for state in &deals {
                            solver.value(state, objective).unwrap();
                        }
                    });
                });
                group.bench_function(BenchmarkId::new(format!("{name}/solve"), cards), |b| {
                    b.iter(|| {
                        for state in &deals {
                            solver.solve(state, objective).unwrap();
                        }
                    });
                });
            }
        }
    }
}

criterion_group!(benches, four);
criterion_main!(benches);
