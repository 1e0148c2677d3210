//! Expert iteration for passing: prints weights as the data file has them.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use hearts_mc::policy::{PassSamples, fit_passes, generate_passes, pass_regret, sharpness};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().ok());
    let mut next = |usual: u64| numbers.next().flatten().unwrap_or(usual);
    let (hands, worlds, rounds, seed) = (next(20_000), next(64), next(3), next(1));
    let mut weights: Vec<f32> = Vec::new();
    let mut all = PassSamples::default();
    for round in 0..rounds {
        let samples = generate_passes(&weights, seed + round, 0..hands, worlds as usize);
        all.append(samples);
        weights = fit_passes(&all, &weights, 12, seed);
        let test = generate_passes(&weights, seed + 1000 + round, 0..hands / 10, worlds as usize);
        eprintln!(
            "round {round}: regret {:?}, on others {:?}, sharpness {}",
            pass_regret(&all, &weights),
            pass_regret(&test, &weights),
            sharpness(&test, &weights)
        );
    }
    for line in weights.chunks(13) {
        let numbers = line.iter().map(|weight| (weight * 1024.0).round().to_string());
        println!("{}", numbers.collect::<Vec<_>>().join(" "));
    }
}
