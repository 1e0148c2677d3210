//! `cards`: see `cards --help`.

use std::io::{self, Write};
use std::process::ExitCode;

use cards_cli::cli::{self, CliError};
use cards_cli::{Refusal, one_line};

/// Exit statuses: 2 for a request that makes no sense, 1 for anything else that
/// fails.
fn main() -> ExitCode {
    let mut output = io::stdout().lock();
    let result = match cli::parse(std::env::args_os()) {
        Ok(cli) => cli.command.run(io::stdin().lock(), &mut output),
        Err(CliError::Shown(text)) => output
            .write_all(text.as_bytes())
            .and_then(|()| output.flush())
            .map_err(|error| {
                let error = anyhow::Error::new(error);
                Refusal::Failure(error.context("cannot write to the standard output"))
            }),
        Err(CliError::Usage(message)) => {
            say(&message);
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Refusal::Input(message)) => {
            say(&format!("error: {message}"));
            ExitCode::from(2)
        }
        Err(Refusal::Failure(error)) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(Refusal::Failure(error)) => {
            say(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Writes a line to the standard error; without one there is nobody to tell.
fn say(message: &str) {
    let _ = writeln!(io::stderr(), "{}", one_line(message));
}

/// A reader that has seen enough, such as `head`, is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
