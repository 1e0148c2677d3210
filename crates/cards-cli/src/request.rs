use std::fmt::Display;
use std::io::{Read, Write};

use anyhow::Context;
use clap::parser::ArgMatches;
use clap::{Args, FromArgMatches};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::batch;
use crate::output::{self, Format};

/// What one command is asked.
///
/// Its fields are the command's long options, and under the same names the fields
/// of the JSON object that stands for them in a batch: derive
/// `serde::Deserialize` with `rename_all = "kebab-case"`, so that the names agree,
/// and `deny_unknown_fields`.
pub trait Request: Args + DeserializeOwned {
    /// What is worth keeping from one request to the next, such as a solver. It
    /// must be bounded, since a batch may be endless.
    type Memory: Default;

    /// The answer. What it serialises to is a stable interface; what it displays
    /// is for people.
    type Answer: Serialize + Display;

    /// Answers the request.
    ///
    /// # Errors
    /// If it cannot be answered.
    fn answer(self, memory: &mut Self::Memory) -> Result<Self::Answer, Refusal>;
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Refusal {
    /// What was asked makes no sense: exit status 2.
    Input(String),
    /// Something else failed: exit status 1.
    Failure(anyhow::Error),
}

impl Refusal {
    /// What an answer says that is none.
    pub(crate) fn into_message(self) -> String {
        match self {
            Refusal::Input(message) => message,
            Refusal::Failure(error) => format!("{error:#}"),
        }
    }
}

/// The errors of the libraries are about what was asked.
impl<E: std::error::Error> From<E> for Refusal {
    fn from(error: E) -> Refusal {
        Refusal::Input(error.to_string())
    }
}

/// A command as it was called: one request from its options, or a batch.
#[derive(Debug)]
pub struct Invocation<R> {
    shared: SharedOptions,
    /// None for a batch.
    request: Option<R>,
}

/// What every command has.
#[derive(Args, Debug)]
struct SharedOptions {
    /// How to write the answer [default: text].
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// Reads requests from the standard input instead of the options, a JSON
    /// object a line with the long options' names as fields, and writes a line
    /// of JSON for each, in order. A bad line is answered by {"line": …, "error": …}.
    #[arg(long)]
    batch: bool,
}

impl<R: Request> Invocation<R> {
    /// Answers the request, or those that `input` holds.
    ///
    /// # Errors
    /// If the request cannot be answered, or if reading or writing fails. In a
    /// batch a request without an answer is no error: its line says why.
    pub fn run(self, input: impl Read, output: &mut impl Write) -> Result<(), Refusal> {
        let format = self.shared.format;
        let Some(request) = self.request else {
            if format == Some(Format::Text) {
                let message = "a batch is answered in JSON; leave out --format text";
                return Err(Refusal::Input(message.to_owned()));
            }
            return batch::run::<R>(input, output).map_err(Refusal::Failure);
        };
        let answer = request.answer(&mut R::Memory::default())?;
        output::write(&answer, format.unwrap_or_default(), output)
            .context("cannot write to the standard output")
            .map_err(Refusal::Failure)
    }
}

impl<R: Args> Args for Invocation<R> {
    /// The request's options, none of them with `--batch`.
    fn augment_args(command: clap::Command) -> clap::Command {
        let command = R::augment_args(command);
        let ids: Vec<_> = command
            .get_arguments()
            .map(|option| option.get_id().clone())
            .collect();
        let command = command.mut_args(|option| {
            if option.is_required_set() {
                option.required(false).required_unless_present("batch")
            } else {
                option
            }
        });
        SharedOptions::augment_args(command)
            .mut_arg("batch", |option| option.conflicts_with_all(ids))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl<R: FromArgMatches> FromArgMatches for Invocation<R> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let shared = SharedOptions::from_arg_matches(matches)?;
        let request = if shared.batch {
            None
        } else {
            Some(R::from_arg_matches(matches)?)
        };
        Ok(Invocation { shared, request })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
