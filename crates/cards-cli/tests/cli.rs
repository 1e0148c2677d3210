//! The command line as its users see it: help, errors and exit statuses.

mod common;

use std::fs;
use std::path::Path;
use std::process::Stdio;

use clap::CommandFactory;
use common::{cards, failure, stderr, stdout};

const SOLVE: [&str; 8] = [
    "gongzhu", "solve", "--hand0", "♠Q3", "--hand1", "♠AK", "--leader", "0",
];

fn solve(more: &[&'static str]) -> Vec<&'static str> {
    [&SOLVE[..], more].concat()
}

#[test]
fn help_and_version_are_no_errors() {
    assert!(stdout(&["--help"]).contains("gongzhu"));
    assert!(stdout(&["gongzhu", "--help"]).contains("solve"));
    assert!(stdout(&["gongzhu", "solve", "--help"]).contains("--hand0 <HAND>"));
    assert!(stdout(&["--version"]).contains(env!("CARGO_PKG_VERSION")));
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(stdout(&["completions", shell]).contains("hand0"), "{shell}");
    }
}

/// Every command of every game that answers requests, by its words.
fn commands() -> Vec<(Vec<String>, clap::Command)> {
    let cli = cards_cli::cli::Cli::command();
    let games = cli
        .get_subcommands()
        .filter(|game| game.get_name() != "completions");
    games
        .flat_map(|game| {
            // A server has lines of its own.
            let requests = game
                .get_subcommands()
                .filter(|command| command.get_name() != "serve");
            requests.map(|command| {
                let words = [game.get_name(), command.get_name()].map(str::to_owned);
                (words.to_vec(), command.clone())
            })
        })
        .collect()
}

#[test]
fn every_command_has_both_formats_and_a_batch() {
    assert!(!commands().is_empty());
    for (words, command) in commands() {
        let options: Vec<_> = command
            .get_arguments()
            .filter_map(|o| o.get_long())
            .collect();
        assert!(
            options.contains(&"format") && options.contains(&"batch"),
            "{words:?}"
        );
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        // The empty batch has an empty answer.
        let output = cards(&[&words[..], &["--batch"]].concat())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(
            output.status.success() && output.stdout.is_empty(),
            "{words:?}"
        );
    }
}

/// The long options' names are the fields of a batch, without exception.
#[test]
fn options_and_fields_have_the_same_names() {
    for (words, command) in commands() {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let line = [&words[..], &["--batch"]].concat();
        let names: Vec<_> = (command
            .get_arguments()
            .filter_map(|option| option.get_long()))
        .filter(|name| !["format", "batch", "help"].contains(name))
        .collect();
        // No field takes an object without known fields.
        let input: String = names
            .iter()
            .map(|name| format!("{{\"{name}\":{{\"?\":0}}}}\n"))
            .collect();
        for (name, answer) in names.iter().zip(common::batch(&line, input)) {
            let error = answer["error"].as_str().unwrap();
            assert!(
                !error.contains(&format!("unknown field `{name}`")),
                "{words:?}: {error}"
            );
        }
        let unknown = common::batch(&line, "{\"no-such-field\": 1}");
        let error = unknown[0]["error"].as_str().unwrap();
        assert!(error.contains("unknown field `no-such-field`"), "{error}");
        for name in names {
            assert!(
                error.contains(&format!("`{name}`")),
                "{words:?}: {name}: {error}"
            );
        }
    }
}

#[test]
fn wrong_command_lines_are_refused_with_the_remedy() {
    for (line, cause, help) in [
        (vec![], "no command was given", "'cards --help'"),
        (
            vec!["gongzhu"],
            "no command was given",
            "'cards gongzhu --help'",
        ),
        (vec!["poker"], "'poker'", "'cards --help'"),
        (
            vec!["gongzhu", "slove"],
            "'solve'",
            "'cards gongzhu --help'",
        ),
        (
            vec!["gongzhu", "solve", "--hand0", "♠Q"],
            "--hand1 <HAND> --leader <PLAYER>",
            "'cards gongzhu solve --help'",
        ),
        (
            vec!["gongzhu", "solve", "--hand0", "♠X"],
            "expected a rank",
            "'cards gongzhu solve --help'",
        ),
        (
            solve(&["--leader", "2"]),
            "",
            "'cards gongzhu solve --help'",
        ),
        (
            solve(&["--hand2", "♠2"]),
            "'--hand2'",
            "'cards gongzhu solve --help'",
        ),
        (
            solve(&["--rules", "bridge"]),
            "[possible values: document, document-ace-high, with-sheep, gongzhu]",
            "'cards gongzhu solve --help'",
        ),
        (
            solve(&["--format", "xml"]),
            "[possible values: text, json]",
            "--help'",
        ),
        (
            solve(&["--batch"]),
            "cannot be used with '--batch'",
            "--help'",
        ),
        (
            vec!["completions", "csh"],
            "'csh'",
            "'cards completions --help'",
        ),
    ] {
        let error = failure(&line, 2);
        assert!(
            error.starts_with("error: ") && error.contains(cause),
            "{line:?}: {error}"
        );
        assert!(error.ends_with(help), "{line:?}: {error}");
        assert!(!error.contains("as a value"), "{line:?}: {error}");
    }
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    let with = |hand0: &'static str, hand1: &'static str, more: &[&'static str]| {
        let mut line = vec![
            "gongzhu", "solve", "--leader", "0", "--hand0", hand0, "--hand1", hand1,
        ];
        line.extend(more);
        failure(&line, 2)
    };
    for (error, message) in [
        (
            with("♠Q3", "♠2", &[]),
            "error: hands of 2 and 1 cards; they must be of equal size",
        ),
        (with("♠Q3", "♠Q2", &[]), "error: ♠Q is in two places"),
        (
            with("♠Q", "♠2", &["--taken0", "♠2"]),
            "error: ♠2 is in two places",
        ),
        (
            with("♠Q", "♠2", &["--led", "♠3"]),
            "error: hands of 1 and 1 cards; player 0, who has led ♠3, must hold one card less than \
             the other",
        ),
        (
            with("♠Q", "♠2", &["--exposed", "♠3"]),
            "error: ♠3 cannot be exposed; only ♠Q, ♦J, ♥A and the transformer can",
        ),
        (
            with("♠Q", "♠2", &["--pig-turning", "never"]),
            "error: the pig never turns under these rules; leave out pig-turning",
        ),
    ] {
        assert_eq!(error, message);
    }
    let error = failure(&["gongzhu", "solve", "--batch", "--format", "text"], 2);
    assert_eq!(
        error,
        "error: a batch is answered in JSON; leave out --format text"
    );
}

/// What was asked may hold anything, and a message is one line all the same.
#[test]
fn control_characters_are_escaped() {
    for text in ["\u{1b}[31m", "a\nb", "♠\u{7}"] {
        let error = failure(&["gongzhu", "solve", "--hand0", text], 2);
        assert!(!error.contains(char::is_control), "{error:?}");
    }
}

#[test]
fn full_disks_and_missing_readers() {
    let full = Path::new("/dev/full");
    if full.exists() {
        for line in [solve(&[]), solve(&["--format", "json"]), vec!["--help"]] {
            let disk = fs::OpenOptions::new().write(true).open(full).unwrap();
            let output = cards(&line).stdout(disk).output().unwrap();
            assert_eq!(output.status.code(), Some(1), "{line:?}");
            let error = stderr(&output);
            assert!(
                error.starts_with("error: cannot write to the standard output"),
                "{error}"
            );
            assert_eq!(error.lines().count(), 1, "{error}");
        }
        let disk = fs::OpenOptions::new().write(true).open(full).unwrap();
        let output = cards(&["poker"]).stderr(disk).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
    }
    let mut child = cards(&["completions", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
}
