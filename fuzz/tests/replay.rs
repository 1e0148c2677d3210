//! Every property on its stored inputs, seeds and past finds, and on some
//! thousands of generated ones, the same in every run. `CARD_FUZZ=100` tries a
//! hundred times as many: a fuzzer for those who have no nightly toolchain.

use std::env;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use card_fuzz::{TARGETS, Target};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The inputs in a folder with their names, in order.
fn stored(folder: &str, target: &Target) -> Vec<(String, Vec<u8>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let Ok(entries) = fs::read_dir(path.join(target.name)) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| (path.display().to_string(), fs::read(&path).unwrap()))
        .collect()
}

/// A new input: random bytes, or a stored input with a few bytes changed.
fn generate(seed: u64, stored: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut below = |bound: usize| (rng.next_u64() % bound.max(1) as u64) as usize;
    if stored.is_empty() || below(4) > 0 {
        let len = [16, 64, 256, 1024][below(4)];
        return (0..below(len)).map(|_| below(256) as u8).collect();
    }
    let mut bytes = stored[below(stored.len())].1.clone();
    for _ in 0..=below(4) {
        let place = below(bytes.len());
        match below(4) {
            0 => bytes.truncate(place),
            1 => bytes.insert(place, below(256) as u8),
            _ if bytes.is_empty() => {}
            2 => {
                bytes.remove(place);
            }
            _ => bytes[place] = below(256) as u8,
        }
    }
    bytes
}

/// Runs a property and says which input it fails on.
fn check(target: &Target, name: &str, input: &[u8]) {
    let result = panic::catch_unwind(AssertUnwindSafe(|| (target.check)(input)));
    assert!(
        result.is_ok(),
        "{} fails on {name}, these bytes: {}",
        target.name,
        input
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
    );
}

/// How many times as many inputs as usual are generated.
fn times() -> u64 {
    match env::var("CARD_FUZZ") {
        Ok(times) => times.parse().expect("CARD_FUZZ is a number"),
        Err(_) => 1,
    }
}

fn replay(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.unwrap_or_else(|| panic!("no target {name}"));
    let mut inputs = stored("seeds", target);
    inputs.extend(stored("regressions", target));
    for (name, input) in &inputs {
        check(target, name, input);
    }
    for seed in 0..target.generated * times() {
        check(target, &format!("seed {seed}"), &generate(seed, &inputs));
    }
}

macro_rules! replays {
    ($($name:ident),* $(,)?) => {
        $(
            #[test]
            fn $name() {
                replay(stringify!($name));
            }
        )*

        #[test]
        fn every_target_is_replayed() {
            let tested = [$(stringify!($name)),*];
            let targets: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            assert_eq!(targets, tested);
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz_targets");
            for target in targets {
                assert!(folder.join(format!("{target}.rs")).exists(), "{target}");
            }
        }
    };
}

replays! {
    parse,
    guandan_plays,
    oldmaid_history,
    gongzhu_solver,
    hearts_serve,
    cli_input,
    hearts_play,
}
