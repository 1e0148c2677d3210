//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, value_parser};
use clap_complete::Shell;

use crate::experiments;
use crate::language::Language;
use crate::render::Format;
use crate::shard::Shard;
use crate::train::TrainArgs;

/// How many threads a run may have.
pub const MAX_THREADS: u16 = 1024;

/// Runs the experiments that print each document's statistics beside the
/// measured ones.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Lists the experiments.
    List {
        /// How to write the list.
        #[arg(long, value_enum, default_value_t)]
        format: Format,

        /// The language of text and Markdown; JSON is in English.
        #[arg(long = "lang", value_name = "LANGUAGE", value_enum, default_value_t)]
        language: Language,
    },
    /// Runs experiments and prints their reports.
    Run(RunArgs),
    /// Runs experiments and writes one page with pictures, beside what is published.
    Report(ReportArgs),
    /// Puts the parts of runs together and prints the reports of the whole.
    Merge(MergeArgs),
    /// Writes the table of results into README.md and README.zh-CN.md.
    Readme {
        /// Changes nothing; fails if the table is not up to date.
        #[arg(long)]
        check: bool,
    },
    /// Trains the weights of the Hearts player by self-play.
    Train(TrainArgs),
    /// Writes the public interface of each crate into xtask/public-api.
    PublicApi {
        /// Changes nothing; fails if an interface is not what its file says.
        #[arg(long)]
        check: bool,
    },
    /// Prints a completion script for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
}

/// What to run, and how.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// Experiments, games, or `all`.
    #[arg(required = true, value_name = "EXPERIMENT", value_parser = selections())]
    pub experiments: Vec<String>,

    /// Runs the short form, which takes seconds. The published experiments are
    /// short enough to be run whole.
    #[arg(long)]
    pub quick: bool,

    /// How many trials to run [default: each experiment's own number].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_least_one)]
    pub trials: Option<u64>,

    /// The index of the first trial, which is the first seed of a published
    /// experiment [default: the document's own].
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub first_trial: Option<i64>,

    /// The seed of the experiments that are not bound to a document's seeds
    /// [default: 0].
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: Option<u64>,

    /// How many trials run at once; the results do not depend on it [default:
    /// the number of cores].
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = value_parser!(u16).range(1..=i64::from(MAX_THREADS)))]
    pub threads: Option<u16>,

    /// How to write the reports.
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,

    /// The language of text and Markdown. JSON is in English, and so are error
    /// messages and how far a run is.
    #[arg(long = "lang", value_name = "LANGUAGE", value_enum, default_value_t)]
    pub language: Language,

    /// Writes one JSON object a trial into DIR/GAME-EXPERIMENT.jsonl.
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,

    /// Keeps the trials that the record files hold already and runs the rest.
    #[arg(long, requires = "records")]
    pub resume: bool,

    /// Runs the K-th of N parts of the trials, contiguous ones, and prints no report:
    /// `merge` does, when all parts are there.
    #[arg(
        long,
        value_name = "K/N",
        allow_negative_numbers = true,
        requires = "records"
    )]
    pub shard: Option<Shard>,

    /// Runs until the standard error of the experiment's headline figure, which
    /// xtask/README.md names, is at most X; --trials is then the most trials. A part of a run
    /// does not see the others' trials: give it to `merge` instead.
    #[arg(long, value_name = "X", allow_negative_numbers = true, conflicts_with = "shard", value_parser = standard_error)]
    pub until_se: Option<f64>,
}

/// What to put together, and how.
#[derive(Args, Debug)]
pub struct MergeArgs {
    /// The folders that hold the parts: the --records of `run --shard K/N`.
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,

    /// Writes the records of the whole into DIR/GAME-EXPERIMENT.jsonl.
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,

    /// Leaves out the trials after which `run --until-se X` would have ended.
    #[arg(long, value_name = "X", allow_negative_numbers = true, value_parser = standard_error)]
    pub until_se: Option<f64>,

    /// How to write the reports.
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,

    /// The language of text and Markdown, as for `run`.
    #[arg(long = "lang", value_name = "LANGUAGE", value_enum, default_value_t)]
    pub language: Language,
}

fn standard_error(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(error) if error > 0.0 && f64::is_finite(error) => Ok(error),
        _ => Err("it must be a number above 0".to_owned()),
    }
}

/// What to report, and where to.
#[derive(Args, Debug)]
pub struct ReportArgs {
    /// Experiments, games, or `all`.
    #[arg(default_value = "all", value_name = "EXPERIMENT", value_parser = selections())]
    pub experiments: Vec<String>,

    /// The folder to write into: a new or empty one, or one with an earlier report.
    #[arg(long, value_name = "DIR", default_value = "report")]
    pub out: PathBuf,

    /// Runs the short form, less than a minute on two cores. The published
    /// experiments are short enough to be run whole.
    #[arg(long)]
    pub quick: bool,

    /// Takes the trials that record files in DIR hold already, and writes there
    /// what is run.
    #[arg(long, value_name = "DIR")]
    pub records: Option<PathBuf>,

    /// Leaves out times of this machine; what remains is the same on any.
    #[arg(long)]
    pub no_times: bool,

    /// The language of the report.
    #[arg(long = "lang", value_name = "LANGUAGE", value_enum, default_value_t)]
    pub language: Language,

    /// How many trials run at once; the results do not depend on it [default:
    /// the number of cores].
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = value_parser!(u16).range(1..=i64::from(MAX_THREADS)))]
    pub threads: Option<u16>,

    /// The seed of the experiments that are not bound to a document's seeds
    /// [default: 0].
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: Option<u64>,
}

fn at_least_one(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) => Err("it must be at least 1".to_owned()),
        Ok(count) => Ok(count),
        Err(error) => Err(format!("it must be a whole number of at least 1: {error}")),
    }
}

/// `all`, each game, and each experiment.
fn selections() -> PossibleValuesParser {
    let mut names = vec!["all"];
    for experiment in experiments::all() {
        let info = experiment.info();
        if names
            .last()
            .is_none_or(|last| !last.starts_with(info.game()))
        {
            names.push(info.game());
        }
        names.push(info.name);
    }
    PossibleValuesParser::new(names)
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
    let refuse = |error| into_cli_error(&error, arguments.get(1));
    let cli = Cli::try_parse_from(&arguments).map_err(refuse)?;
    if let Command::Run(args) = &cli.command {
        check(args)
            .map_err(|message| refuse(Cli::command().error(ErrorKind::ValueValidation, message)))?;
    }
    Ok(cli)
}

/// Checks what clap cannot: that every trial has an index, that there are as many
/// trials as parts, and that there is a figure to stop by.
fn check(args: &RunArgs) -> Result<(), String> {
    for experiment in experiments::selected(&args.experiments) {
        let info = experiment.info();
        let trials = info.trials_of(args.quick, args.first_trial, args.trials);
        let counted = args.until_se.is_none() || args.trials.is_some();
        if counted && !trials.fit() {
            return Err(format!(
                "--first-trial {} with {} trials goes past the last index, {}; ask for fewer trials or an earlier first one",
                trials.first,
                trials.count,
                i64::MAX
            ));
        }
        if let Some(shard) = args.shard
            && shard.slice(trials).is_none()
        {
            return Err(format!(
                "{} has {} trials here, fewer than the parts of --shard {shard}; ask for fewer parts or more --trials",
                info.name, trials.count
            ));
        }
        if args.until_se.is_some() && experiment.headline().is_none() {
            return Err(format!(
                "{} has no headline figure with a standard error, so --until-se does not apply to it",
                info.name
            ));
        }
    }
    Ok(())
}

/// Folds clap's message, its tips included, into one line that ends with where
/// to read more.
fn into_cli_error(error: &clap::Error, subcommand: Option<&OsString>) -> CliError {
    let text = error.render().to_string();
    if !error.use_stderr() {
        return CliError::Shown(text);
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return CliError::Usage("error: no command was given; see 'cargo xtask --help'".to_owned());
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
    let subcommand = subcommand.and_then(|name| {
        Cli::command()
            .find_subcommand(name)
            .map(|found| found.get_name().to_owned())
    });
    let help = match subcommand {
        Some(name) => format!("cargo xtask {name} --help"),
        None => "cargo xtask --help".to_owned(),
    };
    CliError::Usage(format!("{message}; see '{help}'"))
}

/// The completion script of a shell.
#[must_use]
pub fn completions(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "xtask", &mut script);
    script
}
