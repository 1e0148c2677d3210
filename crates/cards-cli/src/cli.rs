//! The command line.

use std::ffi::OsString;
use std::io::{Read, Write};

use anyhow::Context;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use crate::{Refusal, gongzhu, guandan, hearts, oldmaid};

/// Answers questions about positions of card games, exactly where that is
/// possible.
///
/// Cards are written as ♠Q, SQ, QS or 黑桃Q, hands as '♠AQ4 ♥KT5 ♣2' or
/// 'S:AQ4 H:KT5 D: C:2'.
#[derive(Debug, Parser)]
#[command(name = "cards", version)]
pub struct Cli {
    /// A game, or completions.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Gongzhu (拱猪): two and four hands, open and hidden, and scoring.
    Gongzhu {
        /// The question.
        #[command(subcommand)]
        command: gongzhu::Command,
    },
    /// Guandan (掼蛋): splitting a hand, legal plays, and what others may hold.
    Guandan {
        /// The question.
        #[command(subcommand)]
        command: guandan::Command,
    },
    /// Hearts (红心大战): what to pass and to play, deals between players, and a
    /// player for other programs.
    Hearts {
        /// The question.
        #[command(subcommand)]
        command: hearts::Command,
    },
    /// Old Maid (抽乌龟): what the other players hold, and games between players.
    Oldmaid {
        /// The question.
        #[command(subcommand)]
        command: oldmaid::Command,
    },
    /// Prints a completion script for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
}

impl Command {
    /// Runs the command; only a batch reads from `input`.
    ///
    /// # Errors
    /// If there is no answer, or it cannot be written.
    pub fn run(self, input: impl Read, output: &mut impl Write) -> Result<(), Refusal> {
        match self {
            Command::Gongzhu { command } => command.run(input, output),
            Command::Guandan { command } => command.run(input, output),
            Command::Hearts { command } => command.run(input, output),
            Command::Oldmaid { command } => command.run(input, output),
            Command::Completions { shell } => {
                let mut script = Vec::new();
                clap_complete::generate(shell, &mut Cli::command(), "cards", &mut script);
                output
                    .write_all(&script)
                    .and_then(|()| output.flush())
                    .context("cannot write to the standard output")
                    .map_err(Refusal::Failure)
            }
        }
    }
}

/// Why no command line was understood.
#[derive(Debug)]
pub enum CliError {
    /// Help or the version was asked for: text for the standard output.
    Shown(String),
    /// A wrong command line: one line for the standard error.
    Usage(String),
}

/// Reads a command line, the program's name first.
///
/// # Errors
/// If it is not understood, or if it asks for help.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, CliError> {
    let arguments: Vec<_> = arguments.into_iter().collect();
    Cli::try_parse_from(&arguments).map_err(|error| into_cli_error(&error, &arguments))
}

/// Folds clap's message, its tips included, into one line that ends with where
/// to read more.
fn into_cli_error(error: &clap::Error, arguments: &[OsString]) -> CliError {
    let text = error.render().to_string();
    if !error.use_stderr() {
        return CliError::Shown(text);
    }
    let help = help_of(arguments);
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return CliError::Usage(format!("error: no command was given; see '{help}'"));
    }
    let more = |line: &&str| !line.starts_with("Usage:") && !line.starts_with("For more");
    let words: Vec<_> = text
        .lines()
        .map(str::trim)
        .take_while(more)
        // No option takes a value from behind a `--`, though clap proposes it.
        .filter(|line| !line.is_empty() && !line.starts_with("tip: to pass"))
        .collect();
    let message = words.join(" ").replace(" tip: ", "; ");
    CliError::Usage(format!("{message}; see '{help}'"))
}

/// How to ask for help on the command that the arguments begin with.
fn help_of(arguments: &[OsString]) -> String {
    let mut command = &Cli::command();
    let mut words = vec!["cards"];
    for argument in arguments.iter().skip(1) {
        match command.find_subcommand(argument) {
            Some(found) => command = found,
            None => break,
        }
        words.push(command.get_name());
    }
    format!("{} --help", words.join(" "))
}
