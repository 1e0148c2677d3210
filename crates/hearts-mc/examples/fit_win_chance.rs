//! Fits the model of `win_chances` to matches of the Monte-Carlo player against
//! itself, and shows how well it is calibrated on other ones.
//!
//! ```text
//! cargo run --release -p hearts-mc --example fit_win_chance -- 600 40 2026
//! ```
//!
//! The arguments are the number of matches, the playouts of a decision and the seed.
//! Odd matches are fitted, even ones are judged by. The chances of the seats are taken
//! in proportion to exp(−b · score), b = a / √(r + c), r the points that the highest
//! score is short of the limit, and a and c are those of the greatest likelihood.
#![allow(clippy::print_stdout)]

use cards_core::BySeat;
use cards_core::random::trial_rng;
use hearts_mc::{
    Budget, Match, MonteCarlo, MonteCarloConfig, Rules, Strategy, play_match, win_chances,
};
use rand_pcg::Pcg64Mcg;

/// The scores before a deal, and each seat's share of the win.
type Sample = (BySeat<i32>, [f64; 4]);

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| {
        let number = argument.parse::<u64>();
        number.expect("matches, playouts and a seed")
    });
    let mut next = |default| arguments.next().unwrap_or(default);
    let (matches, playouts, seed) = (next(600), next(40), next(2026));
    let games = played(matches, playouts, seed);
    let deals: usize = games.iter().map(Match::deal_number).sum();
    println!(
        "{matches} matches, {:.2} deals each",
        deals as f64 / matches as f64
    );
    let samples = |rest| -> Vec<Sample> {
        let games = games.iter().skip(rest).step_by(2);
        games.flat_map(samples_of).collect()
    };
    let (judged, fitted) = (samples(0), samples(1));
    let (a, c) = fit(&fitted);
    println!("a = {a:.3}, c = {c:.1}");
    let equal = |_: &BySeat<i32>| [0.25; 4];
    let library = |scores: &BySeat<i32>| win_chances(scores, &Rules::STANDARD).into_array();
    println!("\nloss in bits a deal, on the other half of the matches");
    println!("equal chances  {:.4}", loss(&judged, equal));
    println!("fitted now     {:.4}", loss(&judged, |s| chances(s, a, c)));
    println!("win_chances    {:.4}", loss(&judged, library));
    println!("\nwin_chances  deals  mean chance  share of wins");
    for tenth in 0..10 {
        let (low, high) = (f64::from(tenth) / 10.0, f64::from(tenth + 1) / 10.0);
        let (mut count, mut chance, mut won) = (0, 0.0, 0.0);
        for (scores, wins) in &judged {
            for (seat, &predicted) in library(scores).iter().enumerate() {
                if (low..high).contains(&predicted) {
                    count += 1;
                    chance += predicted;
                    won += wins[seat];
                }
            }
        }
        if count > 0 {
            let n = f64::from(count);
            println!(
                "{low:.1} to {high:.1}   {count:>5}  {:>11.3}  {:>13.3}",
                chance / n,
                won / n
            );
        }
    }
}

fn played(matches: u64, playouts: u64, seed: u64) -> Vec<Match> {
    let play = |index| {
        let mut rng: Pcg64Mcg = trial_rng(seed, index);
        let player = MonteCarlo::new(MonteCarloConfig {
            budget: Budget::Playouts(playouts),
            ..MonteCarloConfig::default()
        });
        let mut players = [(); 4].map(|()| player.clone());
        let [a, b, c, d] = &mut players;
        let mut table: BySeat<&mut dyn Strategy> = BySeat::new([a, b, c, d]);
        play_match(&Rules::STANDARD, &mut table, &mut rng).expect("players keep to the rules")
    };
    // Each of two threads has every other match.
    let half = |first| {
        (first..matches)
            .step_by(2)
            .map(play)
            .collect::<Vec<Match>>()
    };
    let (even, odd) = std::thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        (half(0), other.join().expect("a thread that ends"))
    });
    let mut odd = odd.into_iter();
    let both = even.into_iter().flat_map(|game| [Some(game), odd.next()]);
    both.flatten().collect()
}

fn samples_of(game: &Match) -> Vec<Sample> {
    let places = game.places().into_array();
    let first = places.iter().filter(|&&place| place == 1).count() as f64;
    let wins = places.map(|place| if place == 1 { 1.0 / first } else { 0.0 });
    let mut totals = BySeat::new([0; 4]);
    let mut samples = Vec::new();
    for scores in game.scores() {
        samples.push((totals, wins));
        totals = BySeat::from_fn(|seat| totals[seat] + scores[seat]);
    }
    samples
}

fn chances(scores: &BySeat<i32>, a: f64, c: f64) -> [f64; 4] {
    let all = scores.into_array();
    let most = all.iter().copied().max().unwrap_or(0);
    let steepness = a / (f64::from(100 - most) + c).sqrt();
    let least = all.iter().copied().min().unwrap_or(0);
    let weights = all.map(|score| (-steepness * f64::from(score - least)).exp());
    let sum: f64 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}

fn loss(samples: &[Sample], model: impl Fn(&BySeat<i32>) -> [f64; 4]) -> f64 {
    let bits = samples.iter().map(|(scores, wins)| {
        let chances = model(scores);
        let each = wins.iter().zip(chances);
        each.map(|(win, chance)| -win * chance.max(1e-9).log2())
            .sum::<f64>()
    });
    bits.sum::<f64>() / samples.len() as f64
}

/// The parameters of the least loss, by a search over ever finer grids.
fn fit(samples: &[Sample]) -> (f64, f64) {
    let mut best = (0.5, 20.0);
    let mut least = f64::INFINITY;
    for step in 0..12 {
        let width = 0.6_f64.powi(step);
        let around = best;
        for i in -4..=4 {
            for j in -4..=4 {
                let a = around.0 * (f64::from(i) * 0.3 * width).exp();
                let c = around.1 * (f64::from(j) * 0.5 * width).exp();
                let loss = loss(samples, |scores| chances(scores, a, c));
                if loss < least {
                    (least, best) = (loss, (a, c));
                }
            }
        }
    }
    best
}
