//! `cargo xtask`: see `cargo xtask --help`.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use xtask::cli::{self, CliError, Command};
use xtask::{experiments, public_api, readme, render, say, train};

/// Exit statuses: 2 for a wrong command line, 1 for anything else that fails.
fn main() -> ExitCode {
    let result = match cli::parse(std::env::args_os()) {
        Ok(cli) => execute(cli.command),
        Err(CliError::Shown(text)) => print(&text),
        Err(CliError::Usage(message)) => {
            say(&message);
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn execute(command: Command) -> Result<()> {
    match command {
        Command::List { format } => print(&render::list(&experiments::infos(), format)?),
        Command::Run(args) => xtask::run(&args, &mut |text| print(text)),
        Command::Readme { check } => readme::update(check),
        Command::Train(args) => train::train(&args),
        Command::PublicApi { check } => public_api::update(check),
        Command::Completions { shell } => print(&String::from_utf8_lossy(&cli::completions(shell))),
    }
}

fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .context("cannot write to the standard output")
}

/// A reader that has seen enough, such as `head`, is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
