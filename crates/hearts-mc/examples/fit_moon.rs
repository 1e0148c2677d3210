//! Fits the curves by which a share of playouts that end in a moon becomes a chance,
//! to deals of the Monte-Carlo player against itself, and prints the data file.
//!
//! `cargo run --release -p hearts-mc --example fit_moon -- DEALS PLAYOUTS DOUBT SEED
//! > moon.calibration`

#![allow(clippy::print_stdout, clippy::print_stderr)]

use cards_core::random::trial_rng;
use cards_core::{BySeat, Seat};
use hearts_mc::{
    Budget, MonteCarlo, MonteCarloConfig, Passing, Phase, Round, Rules, Strategy, shooter,
};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

/// The log odds of a share, and whether the moon was shot.
type Sample = (f64, bool);

/// Of the own seat and of another, each early, in the middle and late.
const CURVES: usize = 6;

/// What was said in one deal and what came of it, by curve.
fn deal(player: MonteCarloConfig, seed: u64, number: u64) -> [Vec<Sample>; CURVES] {
    let mut rng: Pcg64Mcg = trial_rng(seed, number);
    let direction = Passing::Rotating.direction((number % 4) as usize);
    let mut round = Round::deal(&Rules::STANDARD, direction, &mut rng);
    let mut players = [(); 4].map(|()| MonteCarlo::new(player));
    let mut said: Vec<(usize, Seat, f64)> = Vec::new();
    loop {
        match round.phase() {
            Phase::Over => break,
            Phase::Passing(seat) => {
                let cards = players[seat.index()].pass(&round.view(seat), &mut rng);
                round.pass(seat, cards).expect("a legal pass");
            }
            Phase::Playing(seat) => {
                let view = round.view(seat);
                let advice = players[seat.index()]
                    .play_advised(&view, rng.next_u64())
                    .expect("the seat is to play");
                let stage = match view.hand().len() {
                    10.. => 0,
                    6..=9 => 1,
                    _ => 2,
                };
                for one in Seat::all(4) {
                    // The others have no chance that is to be found out.
                    let chance = advice.moon_chances[one];
                    if advice.playouts > 0 && chance > 0.0 && chance < 1.0 {
                        let count = advice.tried as f64;
                        let shot = (advice.moons[one] * count).round();
                        let odds = (shot + 0.5) / (count - shot + 0.5);
                        let curve = stage + if one == seat { 0 } else { CURVES / 2 };
                        said.push((curve, one, odds.ln()));
                    }
                }
                round.play(advice.choice).expect("a legal play");
            }
        }
    }
    let end = round.view(Seat::FIRST);
    let taken = BySeat::from_fn(|seat| end.taken(seat));
    let shooter = shooter(&taken, round.rules());
    let mut samples = [const { Vec::new() }; CURVES];
    for (curve, seat, odds) in said {
        samples[curve].push((odds, shooter == Some(seat)));
    }
    samples
}

fn chance([intercept, slope]: [f64; 2], odds: f64) -> f64 {
    1.0 / (1.0 + (-(intercept + slope * odds)).exp())
}

/// The negative log likelihood.
fn loss(samples: &[Sample], curve: [f64; 2]) -> f64 {
    let surprise = |&(odds, shot): &Sample| {
        let p = chance(curve, odds).clamp(1e-12, 1.0 - 1e-12);
        -(if shot { p } else { 1.0 - p }).ln()
    };
    samples.iter().map(surprise).sum()
}

/// Logistic regression by Newton's method, with halved steps where a whole one goes
/// too far.
fn fit(samples: &[Sample]) -> [f64; 2] {
    let mut curve = [0.0; 2];
    for _ in 0..25 {
        let (mut gradient, mut hessian) = ([0.0; 2], [1e-6, 0.0, 1e-6]);
        for &(odds, shot) in samples {
            let p = chance(curve, odds);
            let off = f64::from(u8::from(shot)) - p;
            gradient[0] += off;
            gradient[1] += off * odds;
            let weight = p * (1.0 - p);
            hessian[0] += weight;
            hessian[1] += weight * odds;
            hessian[2] += weight * odds * odds;
        }
        let [a, b, c] = hessian;
        let determinant = a * c - b * b;
        let step = [
            (c * gradient[0] - b * gradient[1]) / determinant,
            (a * gradient[1] - b * gradient[0]) / determinant,
        ];
        let before = loss(samples, curve);
        let after = |size: f64| [curve[0] + size * step[0], curve[1] + size * step[1]];
        let mut size = 1.0;
        while size > 1e-6 && loss(samples, after(size)) > before {
            size /= 2.0;
        }
        curve = after(size);
    }
    curve
}

/// The mean squared error.
fn brier(samples: &[Sample], chance: impl Fn(f64) -> f64) -> f64 {
    let errors = samples
        .iter()
        .map(|&(odds, shot)| (chance(odds) - f64::from(u8::from(shot))).powi(2));
    errors.sum::<f64>() / samples.len().max(1) as f64
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: u64| -> u64 {
        let given = arguments.get(place).and_then(|text| text.parse().ok());
        given.unwrap_or(usual)
    };
    let (deals, playouts, seed) = (number(0, 6000), number(1, 300), number(3, 1));
    let moon_doubt = arguments.get(2).and_then(|text| text.parse().ok());
    let usual = MonteCarloConfig::default();
    let player = MonteCarloConfig {
        budget: Budget::Playouts(playouts),
        moon_doubt: moon_doubt.unwrap_or(usual.moon_doubt),
        ..usual
    };
    let mut train = [const { Vec::new() }; CURVES];
    let mut test = [const { Vec::new() }; CURVES];
    for place in 0..deals {
        // Every fifth deal is kept for the test.
        let into = if place % 5 == 4 {
            &mut test
        } else {
            &mut train
        };
        for (all, samples) in into.iter_mut().zip(deal(player, seed, place)) {
            all.extend(samples);
        }
    }
    println!("# Log odds of a moon from the log odds of its share of the playouts: intercept and");
    println!("# slope, of the own moon with 10 cards and more, 6 to 9, fewer; then of another's.");
    println!("# Made by: cargo run --release -p hearts-mc --example fit_moon --");
    println!("# {deals} {playouts} {} {seed}", player.moon_doubt);
    for (train, test) in train.iter().zip(&test) {
        let curve = fit(train);
        println!("{:.3} {:.3}", curve[0], curve[1]);
        let rate = train.iter().filter(|sample| sample.1).count() as f64 / train.len() as f64;
        eprintln!(
            "{} samples; Brier score on {} others: share {:.4}, rate {:.4}, curve {:.4}",
            train.len(),
            test.len(),
            brier(test, |odds| chance([0.0, 1.0], odds)),
            brier(test, |_| rate),
            brier(test, |odds| chance(curve, odds))
        );
    }
}
