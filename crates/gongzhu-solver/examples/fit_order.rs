//! Fits the weights of the solver's move ordering to positions from its own
//! searches, and writes them to a file, from which the solver reads them when it
//! is built.
//!
//! ```text
//! cargo run --release -p gongzhu-solver --features tuning --example fit_order -- \
//!     crates/gongzhu-solver/src/solver/order.weights
//! ```
//!
//! Searches are ordered by the weights that are built in, so that each file is
//! fitted to the searches of the one before; another turn gained no more. The
//! weights change how long a search takes, never what it finds.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use gongzhu_solver::tuning::{Plan, Samples, fit, sample_additive, sample_any};
use gongzhu_solver::{PigTurning, Rules};

/// The deals that are sampled are those of this seed.
const SEED: u64 = 1_000_000;

fn main() {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: fit_order FILE");
        std::process::exit(2);
    };
    let plan = |cards, deals, per_size| Plan {
        cards,
        deals,
        per_size,
    };
    let large = [plan(26, 24, 150), plan(20, 150, 60)];
    let middle = [plan(16, 500, 40), plan(13, 2000, 20), plan(10, 2000, 10)];
    let mut additive = Samples::default();
    for (rules, plans) in [
        (Rules::DOCUMENT, &large[..]),
        (Rules::DOCUMENT, &middle[..]),
        (Rules::DOCUMENT_ACE_HIGH, &middle[1..]),
        (Rules::WITH_SHEEP, &middle[1..]),
    ] {
        additive.extend(sample_additive(&rules, SEED, plans));
        println!("{:?} additive samples", additive.len());
    }
    let any_plans = [plan(16, 60, 40), plan(13, 3000, 40), plan(10, 3000, 20)];
    let mut any = sample_any(&Rules::GONGZHU, SEED, &any_plans);
    let turned = Rules::GONGZHU.with_pig_turning(PigTurning::Never);
    any.extend(sample_any(&turned, SEED + 100, &any_plans[2..]));
    println!("{:?} samples of any rules", any.len());
    let weights = fit(&additive, &any, |line| println!("{line}"));
    if let Err(error) = std::fs::write(&path, weights) {
        eprintln!("{}: {error}", path.display());
        std::process::exit(1);
    }
}
