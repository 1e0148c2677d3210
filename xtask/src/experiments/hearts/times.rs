//! The times of `hearts/throughput`. They are the machine's, taken by the clock on
//! one thread after all trials are done.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cards_core::random::trial_rng;
use hearts_mc::endgame::{Solver, Utility};
use hearts_mc::worlds::Worlds;
use hearts_mc::{Budget, MonteCarlo, MonteCarloConfig, Position, View, policy_playout};
use rand_pcg::Pcg64Mcg;

use super::throughput::{DECISIONS, ENDGAMES, POLICIES, RULES, position, view};
use crate::number::Number;
use crate::report::{Cell, Figure, Report, Table};

/// Adds what was measured.
pub(super) fn add(report: &mut Report) {
    let tables = [
        playouts(report),
        worlds(),
        endgames(report),
        decisions(),
        budgets(report),
    ];
    report.tables.extend(tables);
    report.note(
        "Rates are medians of eleven runs; other programs on the machine lower them. The figures \
         beside are those of the design's prototype and of its goals, on another day of a machine \
         like it.",
    );
    report.note(
        "A decision that went over its time by more than a twentieth is made twice again: what \
         another program took is not taken again, what the player itself takes is.",
    );
}

fn generator(trial: u64) -> Pcg64Mcg {
    trial_rng(2026, trial)
}

fn cell(value: f64, decimals: u8) -> Cell {
    Cell::Number(Number::new(value, decimals))
}

/// The value below which a share of the sorted values is.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let last = sorted.len() - 1;
    sorted[(last as f64 * share).ceil() as usize]
}

fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    values
}

/// How often a second, in millions, `count` calls are made: the median of eleven.
fn rate(count: usize, mut call: impl FnMut(usize)) -> f64 {
    let rates = (0..11).map(|_| {
        let start = Instant::now();
        (0..count).for_each(&mut call);
        count as f64 / start.elapsed().as_secs_f64() / 1e6
    });
    quantile(&sorted(rates.collect()), 0.5)
}

fn playouts(report: &mut Report) -> Table {
    let deals: Vec<Position> = (0..1000)
        .map(|trial| position(13, &mut generator(trial)))
        .collect();
    let mut rng = generator(0);
    let mut rows = Vec::new();
    for (name, policy) in POLICIES {
        let mut of = |deals: &[Position]| {
            rate(50_000, |call| {
                let position = black_box(&deals[call % deals.len()]);
                black_box(policy_playout(position, &RULES, policy, &mut rng));
            })
        };
        let (fixed, any) = (of(&deals[..1]), of(&deals));
        let figure = |prototype, least| {
            let name = format!("{name} playouts of a whole fixed deal, one core");
            Figure::exact(name, "million a second", Number::new(fixed, 2))
                .beside_claim(prototype, fixed >= least)
        };
        match name {
            "uniform" => report.figures.push(figure("1.74, a prototype", 1.74)),
            "quick" => report
                .figures
                .push(figure("1.26, a prototype's policy", 1.26)),
            _ => {}
        }
        rows.push(vec![
            Cell::Text(name.to_owned()),
            cell(fixed, 2),
            cell(any, 2),
        ]);
    }
    Table {
        title: "Playouts of a whole deal, million a second, one core",
        columns: vec!["policy", "of one deal", "each of another deal"],
        rows,
    }
}

fn worlds() -> Table {
    let rows = DECISIONS.map(|(name, cards)| {
        let views = (0..50).map(|trial| view(cards, &mut generator(trial)).constraints());
        let constraints: Vec<_> = views.collect();
        let built: Vec<Worlds> = constraints
            .iter()
            .map(|constraints| Worlds::new(constraints).expect("the real deal fits"))
            .collect();
        let building = rate(500, |call| {
            let _ = black_box(Worlds::new(&constraints[call % constraints.len()]));
        });
        let mut rng = generator(0);
        let drawing = rate(50_000, |call| {
            black_box(built[call * built.len() / 50_000].sample(&mut rng));
        });
        vec![
            Cell::Text(name.to_owned()),
            cell(1.0 / building, 1),
            cell(drawing, 2),
        ]
    });
    Table {
        title: "Worlds, one core",
        columns: vec![
            "view",
            "building the table, microseconds",
            "worlds, million a second",
        ],
        rows: rows.into(),
    }
}

fn endgames(report: &mut Report) -> Table {
    let rows = ENDGAMES.map(|tricks| {
        let positions = (0..400).map(|trial| position(tricks, &mut generator(trial)));
        let positions: Vec<Position> = positions.collect();
        let mut solver = Solver::new(RULES);
        let mut time = |solve: &dyn Fn(&mut Solver, &Position)| {
            let times = positions.iter().map(|position| {
                let start = Instant::now();
                solve(&mut solver, position);
                start.elapsed().as_secs_f64() * 1e6
            });
            sorted(times.collect())
        };
        let value = time(&|solver, position| {
            let player = position.turn().expect("cards are left");
            black_box(solver.value(position, player, Utility::OwnScore)).expect("no budget");
        });
        let plays = time(&|solver, position| {
            let player = position.turn().expect("cards are left");
            black_box(solver.paranoid(position, player, Utility::OwnScore)).expect("no budget");
        });
        let max_n = time(&|solver, position| {
            black_box(solver.max_n(position, Utility::OwnScore)).expect("no budget");
        });
        let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len() as f64;
        let claim = match tricks {
            4 => Some(("0.05 ms, a prototype", 50.0)),
            5 => Some(("0.54 ms, a prototype", 540.0)),
            6 => Some(("8.4 ms, a prototype", 8400.0)),
            _ => None,
        };
        if let Some((claim, most)) = claim {
            let name = format!("paranoid value with {tricks} tricks left, mean");
            report.figures.push(
                Figure::exact(name, "microseconds", Number::new(mean(&value), 0))
                    .beside_claim(claim, mean(&value) <= most),
            );
        }
        let mut row = vec![Cell::count(tricks as u32), cell(mean(&value), 0)];
        row.extend(
            [
                mean(&plays),
                quantile(&plays, 0.5),
                quantile(&plays, 1.0),
                mean(&max_n),
            ]
            .map(|time| cell(time, 0)),
        );
        row
    });
    Table {
        title: "Endgames, microseconds, one core",
        columns: vec![
            "tricks left",
            "paranoid value, mean",
            "of every play, mean",
            "median",
            "most",
            "max^n, mean",
        ],
        rows: rows.into(),
    }
}

/// Makes a decision and returns how long it took, in seconds.
fn decide(player: &MonteCarlo, view: &View, seed: u64) -> f64 {
    let start = Instant::now();
    if view.must_pass() {
        let _ = black_box(player.advise_pass(view, seed));
    } else {
        let _ = black_box(player.advise(view, seed));
    }
    start.elapsed().as_secs_f64()
}

fn decisions() -> Table {
    let player = MonteCarlo::default();
    let rows = DECISIONS.map(|(name, cards)| {
        let times = (0..200).map(|trial| {
            let view = view(cards, &mut generator(trial));
            decide(&player, &view, trial) * 1e3
        });
        let times = sorted(times.collect());
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let mut row = vec![Cell::Text(name.to_owned())];
        row.extend([mean, quantile(&times, 0.5), quantile(&times, 1.0)].map(|time| cell(time, 2)));
        row
    });
    Table {
        title: "Decisions of the Monte-Carlo player at its default budget, milliseconds, one core",
        columns: vec!["decision", "mean", "median", "most"],
        rows: rows.into(),
    }
}

/// The budgets in milliseconds, and how many decisions are made within each.
const BUDGETS: [(u64, u64); 4] = [(1, 1000), (2, 1000), (10, 400), (50, 200)];

fn budgets(report: &mut Report) -> Table {
    let mut worst: f64 = 0.0;
    let rows = BUDGETS.map(|(milliseconds, count)| {
        let time = Duration::from_millis(milliseconds);
        let player = MonteCarlo::new(MonteCarloConfig {
            budget: Budget::Time(time),
            ..MonteCarloConfig::default()
        });
        let over = |took: f64| (took / time.as_secs_f64() - 1.0) * 100.0;
        let (mut first, mut least) = (Vec::new(), Vec::new());
        for trial in 0..count {
            // A pass in four decisions, and plays from thirteen cards to two.
            let cards = (trial % 4 != 0).then_some(13 - (trial / 4) as usize % 12);
            let view = view(cards, &mut generator(trial));
            let mut took = decide(&player, &view, trial);
            first.push(over(took));
            for _ in 0..2 {
                if over(took) > 5.0 {
                    took = took.min(decide(&player, &view, trial));
                }
            }
            least.push(over(took));
        }
        let (first, least) = (sorted(first), sorted(least));
        worst = worst.max(quantile(&least, 1.0));
        let mut row = vec![Cell::count(milliseconds as u32), Cell::count(count as u32)];
        row.extend(
            [
                quantile(&first, 0.5),
                quantile(&first, 0.999),
                quantile(&first, 1.0),
                quantile(&least, 1.0),
            ]
            .map(|over| cell(over, 1)),
        );
        row
    });
    report.figures.push(
        Figure::exact("a decision over its time, most", "%", Number::new(worst, 1))
            .beside_claim("at most a tenth", worst <= 10.0),
    );
    Table {
        title: "Decisions within a time: how much they take more, in percent of it",
        columns: vec![
            "time, ms",
            "decisions",
            "median",
            "99.9 %",
            "most",
            "most, of the least of three",
        ],
        rows: rows.into(),
    }
}
