//! Whole decisions of the Monte-Carlo player at its default budget: a play with
//! twelve and with six cards in hand, and a pass. One iteration decides the next of
//! twenty views, with a seed of its own.
//!
//! `cargo bench -p hearts-mc --bench decisions`

use std::time::Duration;

use cards_core::random::trial_rng;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use hearts_mc::{Greedy, MonteCarlo, Pass, Phase, Round, Rules, Strategy, View};
use rand_pcg::Pcg64Mcg;

const VIEWS: u64 = 20;

/// A view before a pass, or with `cards` in hand and more than one that may be
/// played, after greedy plays.
fn view(cards: Option<usize>, trial: u64) -> View {
    let mut rng: Pcg64Mcg = trial_rng(6, trial);
    let mut round = Round::deal(&Rules::STANDARD, Pass::Left, &mut rng);
    loop {
        match round.phase() {
            Phase::Passing(seat) => {
                let view = round.view(seat);
                if cards.is_none() {
                    return view;
                }
                let cards = Greedy.pass(&view, &mut rng);
                round.pass(seat, cards).unwrap();
            }
            Phase::Playing(seat) => {
                let view = round.view(seat);
                let held = view.hand().len();
                if cards.is_some_and(|cards| held <= cards) && view.legal().len() > 1 {
                    return view;
                }
                let card = Greedy.play(&view, &mut rng);
                round.play(card).unwrap();
            }
            Phase::Over => unreachable!("somebody has a choice before the last trick"),
        }
    }
}

fn decisions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("decisions");
    group.sample_size(20);
    group.warm_up_time(Duration::from_millis(500));
    group.measurement_time(Duration::from_secs(3));
    let player = MonteCarlo::default();
    for (name, cards) in [
        ("play, 12 cards", Some(12)),
        ("play, 6 cards", Some(6)),
        ("pass", None),
    ] {
        let views: Vec<View> = (0..VIEWS).map(|trial| view(cards, trial)).collect();
        let mut next = (0..).zip(views.iter().cycle());
        group.bench_function(BenchmarkId::from_parameter(name), |b| {
            b.iter(|| {
                let (seed, view) = next.next().unwrap();
                match cards {
                    Some(_) => player.advise(view, seed).unwrap().playouts,
                    None => player.advise_pass(view, seed).unwrap().playouts,
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, decisions);
criterion_main!(benches);
