//! Properties of the card crates that hold for any input. Each is a function of
//! an input's bytes that panics where the property fails; `fuzz_targets` runs
//! them under libFuzzer, and the test `replay` on stored and generated inputs.
#![forbid(unsafe_code)]

pub mod cli;
pub mod draw;
pub mod gongzhu;
pub mod guandan;
pub mod hearts;
pub mod oldmaid;
pub mod parse;
pub mod rounds;
pub mod serve;
pub mod words;

/// A property of any input.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The fuzz target's name, and the folder of its inputs.
    pub name: &'static str,
    /// Panics where the property fails.
    pub check: fn(&[u8]),
    /// How many generated inputs the test tries.
    pub generated: u64,
}

/// Every property.
pub const TARGETS: &[Target] = &[
    Target {
        name: "parse",
        check: parse::anything,
        generated: 4000,
    },
    Target {
        name: "guandan_plays",
        check: guandan::plays,
        generated: 1000,
    },
    Target {
        name: "oldmaid_history",
        check: oldmaid::history,
        generated: 300,
    },
    Target {
        name: "gongzhu_solver",
        check: gongzhu::solver,
        generated: 500,
    },
    Target {
        name: "hearts_serve",
        check: serve::lines,
        generated: 300,
    },
    Target {
        name: "cli_input",
        check: cli::input,
        generated: 1000,
    },
    Target {
        name: "hearts_play",
        check: rounds::play,
        generated: 600,
    },
];
