//! `cargo xtask`: see `cargo xtask --help`.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use xtask::cli::{self, CliError, Command};
use xtask::interrupt::Interrupt;
use xtask::{Interrupted, experiments, page, public_api, readme, render, say, train};

/// Exit statuses: 2 for a wrong command line, 130 (143) for a run that SIGINT
/// (SIGTERM) ended, 1 for anything else that fails.
fn main() -> ExitCode {
    let interrupt = Interrupt::default();
    let result = match cli::parse(std::env::args_os()) {
        Ok(cli) => execute(cli.command, &interrupt),
        Err(CliError::Shown(text)) => print(&text),
        Err(CliError::Usage(message)) => {
            say(&message);
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<Interrupted>() => {
            say(&error.to_string());
            ExitCode::from(interrupt.status())
        }
        Err(error) => {
            say(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn execute(command: Command, interrupt: &Interrupt) -> Result<()> {
    match command {
        Command::List { format, language } => {
            print(&render::list(&experiments::infos(), format, language)?)
        }
        Command::Report(args) => {
            interrupt.listen().context("cannot listen to signals")?;
            let page = page::write(&args, interrupt)?;
            print(&format!("{}\n", page.display()))
        }
        Command::Run(args) => {
            interrupt.listen().context("cannot listen to signals")?;
            xtask::run(&args, interrupt, &mut |text| print(text))
        }
        Command::Merge(args) => xtask::merge(&args, &mut |text| print(text)),
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
