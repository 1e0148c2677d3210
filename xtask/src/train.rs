//! Expert iteration for Hearts: fits the weights of the playout policy and of the
//! passes to decisions of the Monte-Carlo player that uses the last ones, and
//! again, while it helps (Anthony, Tian and Barber, "Thinking fast and slow with
//! deep learning and tree search", NIPS 2017).

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use hearts_mc::arena::{Arena, Comparison, Factory};
use hearts_mc::policy::{
    Learned, Loss, PassSamples, Samples, fit, fit_passes, generate, generate_passes, pass_regret,
    regret,
};
use hearts_mc::{Budget, MonteCarlo, MonteCarloConfig, PlayoutPolicy, Rules, Strategy};
use rayon::prelude::*;

use crate::progress;
use crate::say;

/// How the weights are trained. The same options give the same weights, for any
/// number of threads.
#[derive(Args, Clone, Debug)]
pub struct TrainArgs {
    /// The folder for the weights of each round.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// How many rounds at most; the first starts from nothing.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub rounds: u64,

    /// Deals of self-play a round.
    #[arg(long, default_value_t = 12_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub deals: u64,

    /// Playouts of a decision in self-play.
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub playouts: u64,

    /// Hands a round of which passes are tried.
    #[arg(long, default_value_t = 12_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub hands: u64,

    /// Worlds in which each pass is tried.
    #[arg(long, default_value_t = 32, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub worlds: u64,

    /// Duplicate deals by which a round is compared with the one before; the
    /// training ends where it does not help.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub compared: u64,

    /// The seed.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// The threads.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=512))]
    pub threads: Option<u16>,
}

/// How many rounds' samples a fit uses: the values of older ones are those of
/// weaker players.
const KEPT: usize = 2;

/// Deals or hands that are worked on together.
const CHUNK: u64 = 50;

/// The weights of the last round that helped.
const FILES: [&str; 2] = ["play.weights", "pass.weights"];

/// Passes of a fit over all samples.
const PASSES: usize = 12;

/// Trains, and writes the weights of each round that helped as `play.weights` and
/// `pass.weights`.
///
/// # Errors
/// If a file cannot be written. What earlier rounds have written stays.
pub fn train(args: &TrainArgs) -> Result<()> {
    let pool = crate::pool(args.threads)?;
    fs::create_dir_all(&args.out)
        .with_context(|| format!("cannot create {}", args.out.display()))?;
    for name in FILES {
        let path = args.out.join(name);
        if path.exists() {
            bail!("{} exists already: choose another folder", path.display());
        }
    }
    pool.install(|| rounds(args))
}

fn rounds(args: &TrainArgs) -> Result<()> {
    let mut learned = weights(&[], &[])?;
    let mut policy = PlayoutPolicy::Quick;
    let mut kept_passes: Vec<PassSamples> = Vec::new();
    let mut kept_plays: Vec<Samples> = Vec::new();
    for round in 0..args.rounds {
        let seed = args.seed.wrapping_add(round << 32);
        let chunks = |count: u64| -> Vec<_> {
            (0..count)
                .step_by(CHUNK as usize)
                .map(|from| from..count.min(from + CHUNK))
                .collect()
        };

        let bar = progress::bar(format!("round {round}, passes"), Some(args.hands), "hands");
        let parts: Vec<PassSamples> = (chunks(args.hands).into_par_iter())
            .map(|hands| {
                let length = hands.end - hands.start;
                let worlds = args.worlds as usize;
                let part = generate_passes(&learned, policy, seed, hands, worlds);
                bar.inc(length);
                part
            })
            .collect();
        bar.finish_and_clear();
        let mut fresh = PassSamples::default();
        parts.into_iter().for_each(|part| fresh.append(part));
        let before = pass_regret(&fresh, &learned);
        keep(&mut kept_passes, fresh);
        let mut all = PassSamples::default();
        kept_passes.iter().for_each(|kept| all.append(kept.clone()));
        let passes = fit_passes(&all, &learned, PASSES, seed);
        // The same play with the new passes.
        let current = weights(learned.play(), &passes)?;
        let after = pass_regret(&all, &current);
        say(&format!(
            "round {round}: {} hands; regret of a pass {:.3} before the fit, {:.3} after it, to \
             shoot {:.3} and {:.3}",
            all.len(),
            before[0],
            after[0],
            before[1],
            after[1]
        ));

        let bar = progress::bar(format!("round {round}, plays"), Some(args.deals), "deals");
        let parts: Vec<Samples> = (chunks(args.deals).into_par_iter())
            .map(|deals| {
                let length = deals.end - deals.start;
                let player = || {
                    let config = MonteCarloConfig {
                        budget: Budget::Playouts(args.playouts),
                        pass_multiple: 1,
                        policy,
                        gate: 0.0,
                        elimination: f64::INFINITY,
                        ..MonteCarloConfig::default()
                    };
                    MonteCarlo::new(config).with_learned(Arc::clone(&current))
                };
                let part = generate(player, seed, deals, 12);
                bar.inc(length);
                part
            })
            .collect();
        bar.finish_and_clear();
        let mut fresh = Samples::default();
        parts.iter().for_each(|part| fresh.append(part));
        let before = regret(&fresh, &learned);
        keep(&mut kept_plays, fresh);
        let mut all = Samples::default();
        kept_plays.iter().for_each(|kept| all.append(kept));
        let (play, _) = fit(
            &all,
            weights(&[], &passes)?.as_ref(),
            Loss::Regret,
            PASSES,
            0.01,
            seed,
        );
        let next = weights(&play, &passes)?;
        say(&format!(
            "round {round}: {} decisions; regret of a play {before:.3} before the fit, {:.3} after it",
            all.len(),
            regret(&all, &next)
        ));

        let last = (policy, Arc::clone(&learned));
        (policy, learned) = (PlayoutPolicy::Learned, next);
        write(args, round, &learned)?;
        let gain = compare(args, (policy, &learned), (last.0, &last.1), round)?;
        say(&format!(
            "round {round}: {:+.3} points a deal (standard error {:.3}) less the round before, {} playouts",
            gain.both.mean,
            gain.both.standard_error.unwrap_or(f64::NAN),
            args.playouts
        ));
        if gain.both.mean >= 0.0 {
            say(&format!(
                "round {round} does not help: {}",
                if round == 0 {
                    "there are no weights"
                } else {
                    "the weights of the round before stand"
                }
            ));
            return Ok(());
        }
        for name in FILES {
            let from = args.out.join(format!("round-{round}-{name}"));
            let to = args.out.join(name);
            fs::copy(&from, &to).with_context(|| format!("cannot write {}", to.display()))?;
        }
    }
    Ok(())
}

fn keep<T>(kept: &mut Vec<T>, fresh: T) {
    kept.push(fresh);
    if kept.len() > KEPT {
        kept.remove(0);
    }
}

fn weights(play: &[f32], passes: &[f32]) -> Result<Arc<Learned>> {
    let learned = Learned::from_lists(play, passes);
    Ok(Arc::new(
        learned.ok_or_else(|| anyhow!("wrong numbers of weights"))?,
    ))
}

/// New weights against old ones, on the same deals in every seat.
fn compare(
    args: &TrainArgs,
    new: (PlayoutPolicy, &Arc<Learned>),
    old: (PlayoutPolicy, &Arc<Learned>),
    round: u64,
) -> Result<Comparison> {
    let player = |(policy, learned): (PlayoutPolicy, &Arc<Learned>)| -> Box<dyn Strategy> {
        let config = MonteCarloConfig {
            budget: Budget::Playouts(args.playouts),
            pass_multiple: 1,
            policy,
            ..MonteCarloConfig::default()
        };
        Box::new(MonteCarlo::new(config).with_learned(Arc::clone(learned)))
    };
    let a: &Factory<'_> = &|| player(new);
    let b: &Factory<'_> = &|| player(old);
    let arena = Arena::new(&Rules::STANDARD, args.seed ^ 0x00C0_3A4E);
    let bar = progress::bar(
        format!("round {round}, compared"),
        Some(args.compared),
        "deals",
    );
    let deals = (0..args.compared).into_par_iter().map(|index| {
        let deal = arena.deal(a, b, index);
        bar.inc(1);
        deal
    });
    let deals = deals.collect::<Result<Vec<_>, _>>()?;
    bar.finish_and_clear();
    Ok(Comparison::of(&deals))
}

/// Writes the weights of a round.
fn write(args: &TrainArgs, round: u64, learned: &Learned) -> Result<()> {
    let command = format!(
        "# cargo xtask train --out DIR --rounds {} --deals {} --playouts {} --hands {} --worlds {}\n\
         # --compared {} --seed {}: round {round}. In 1/1024.\n",
        args.rounds, args.deals, args.playouts, args.hands, args.worlds, args.compared, args.seed
    );
    let play = "# Weights of the playout policy: 15 contexts of 12 tables of 64 entries, a\n\
                # table a line. Made by\n";
    let passes = "# Weights of the cards of a pass, usual ones and then those of a hand that\n\
                  # shoots the moon: tables of src/policy/passing.rs. Made by\n";
    for (name, head, list, width) in [
        ("play.weights", play, learned.play(), 64),
        ("pass.weights", passes, &learned.passes()[..], 13),
    ] {
        let mut text = format!("{head}{command}");
        for row in list.chunks(width) {
            for (place, weight) in row.iter().enumerate() {
                let separator = if place == 0 { "" } else { " " };
                write!(text, "{separator}{}", (weight * 1024.0).round())?;
            }
            text.push('\n');
        }
        let path = args.out.join(format!("round-{round}-{name}"));
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
