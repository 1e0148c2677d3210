//! The command line as its users see it: lists, formats, and errors.

mod common;

use std::fs;
use std::process::Stdio;

use common::{failure, stderr, stdout, text, xtask};

#[test]
fn the_list_names_every_experiment() {
    let list = stdout(&["list"]);
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&["list", "--format", "json"])).unwrap();
    let infos = xtask::experiments::infos();
    assert_eq!(list.lines().count(), infos.len() + 1);
    assert_eq!(json.as_array().unwrap().len(), infos.len());
    for (info, (line, entry)) in infos
        .iter()
        .zip(list.lines().skip(1).zip(json.as_array().unwrap()))
    {
        assert!(line.split_whitespace().next() == Some(info.name), "{line}");
        assert_eq!(entry["name"], info.name);
        assert_eq!(entry["trials"]["count"], info.trials.count);
    }
    assert!(stdout(&["list", "--format", "markdown"]).contains("| gongzhu/published "));
}

/// Text and Markdown are in the language asked for, and JSON in English.
#[test]
fn lists_and_reports_are_in_a_language() {
    for format in ["text", "markdown"] {
        let list = stdout(&["list", "--format", format, "--lang", "zh"]);
        assert!(list.contains("试验次数") && list.contains("四个座位都是原文玩家"));
        for info in xtask::experiments::infos() {
            assert!(list.contains(info.name) && !list.contains(info.title));
        }
    }
    assert_eq!(stdout(&["list", "--lang", "en"]), stdout(&["list"]));
    for line in [&["list"][..], &["run", "gongzhu/published", "--quick"]] {
        let json = [line, &["--format", "json"]].concat();
        let chinese = [&json[..], &["--lang", "zh"]].concat();
        assert_eq!(stdout(&chinese), stdout(&json));
    }
    let line = ["run", "gongzhu/published", "--trials", "2", "--lang", "zh"];
    let output = xtask(&line).args(["--seed", "5"]).output().unwrap();
    assert!(stderr(&output).contains("--seed 对它不起作用"));
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .contains("种子：0 至 1，每次试验一个")
    );
}

#[test]
fn names_select_experiments_in_their_order_and_once() {
    let titles = |names: &[&str]| -> Vec<String> {
        let mut line = vec!["run"];
        line.extend(names);
        line.extend(["--trials", "1", "--format", "json"]);
        let reports: serde_json::Value = serde_json::from_str(&stdout(&line)).unwrap();
        let names = reports.as_array().unwrap().iter();
        names
            .map(|report| report["experiment"].as_str().unwrap().to_owned())
            .collect()
    };
    let all: Vec<_> = xtask::experiments::infos()
        .iter()
        .map(|info| info.name)
        .collect();
    assert_eq!(titles(&["all"]), all);
    assert_eq!(
        titles(&["oldmaid"]),
        [
            "oldmaid/published",
            "oldmaid/published-all-ai",
            "oldmaid/published-all-random",
            "oldmaid/audit",
            "oldmaid/seats",
            "oldmaid/calibration",
            "oldmaid/policies",
            "oldmaid/exact",
            "oldmaid/approximation"
        ]
    );
    let mixed = ["hearts/published", "gongzhu", "gongzhu/published", "hearts"];
    let once = [
        "hearts/published",
        "gongzhu/published",
        "gongzhu/published-4-cards",
        "gongzhu/audit",
        "gongzhu/accuracy",
        "gongzhu/scaling",
        "hearts/audit",
        "hearts/random-play",
        "hearts/tournament",
        "hearts/simulations",
        "hearts/moon",
        "hearts/opponents",
        "hearts/throughput",
    ];
    assert_eq!(titles(&mixed), once);
}

#[test]
fn every_experiment_runs_on_other_trials() {
    for first in ["-3", "1000", "1099511627776"] {
        let reports = stdout(&["run", "all", "--first-trial", first, "--trials", "2"]);
        assert!(
            reports.contains(&format!("seeds: {first} to ")),
            "{reports}"
        );
    }
    for name in xtask::experiments::infos().iter().map(|info| info.name) {
        let report = stdout(&["run", name, "--trials", "2"]);
        let of_seeds = name != "guandan/published" && report.contains("published figures agree");
        assert!(
            !of_seeds,
            "{name} compares other trials than the document's: {report}"
        );
    }
    // One trial has no standard error.
    let one = stdout(&["run", "gongzhu/published", "--trials", "1"]);
    assert!(
        one.contains("other trials") && !one.contains("NaN"),
        "{one}"
    );
}

#[test]
fn wrong_command_lines_are_refused_with_the_remedy() {
    for (line, cause) in [
        (&["run", "gongzhu/publishd"][..], "'gongzhu/published'"),
        (&["run", "poker"], "'poker'"),
        (&["run"], "<EXPERIMENT>"),
        (
            &["run", "all", "--trials", "0"],
            "'--trials <N>': it must be at least 1",
        ),
        (
            &["run", "all", "--trials", "-1"],
            "'--trials <N>': it must be",
        ),
        (&["run", "all", "--trials", "many"], "'many'"),
        (&["run", "all", "--threads", "0"], "--threads"),
        (&["run", "all", "--threads", "1000000"], "1..=1024"),
        (&["run", "all", "--records", "-d"], "'-d'"),
        (&["run", "all", "--seed", "-1"], "-1"),
        (
            &["run", "all", "--format", "xml"],
            "[possible values: text, json, markdown]",
        ),
        (&["run", "all", "--lang", "fr"], "[possible values: en, zh]"),
        (&["run", "all", "--resume"], "--records"),
        (
            &["run", "all", "--first-trial", "9223372036854775807"],
            "goes past the last index",
        ),
        (
            &["run", "all", "--trials", "18446744073709551615"],
            "goes past the last index",
        ),
        (&["walk"], "'walk'"),
        (&["run", "all", "--quikc"], "'--quick'"),
        (&[], "no command was given"),
    ] {
        let error = failure(line, 2);
        assert!(
            error.starts_with("error: ") && error.contains(cause),
            "{line:?}: {error}"
        );
        assert!(error.contains("--help"), "{line:?}: {error}");
        // What clap proposes for a value with a hyphen does not work here.
        assert!(!error.contains("as a value"), "{line:?}: {error}");
    }
}

/// Each error points to the help of its own command.
#[test]
fn errors_name_the_help_to_read() {
    for (line, help) in [
        (&["run", "poker"][..], "see 'cargo xtask run --help'"),
        (
            &["list", "--format", "xml"],
            "see 'cargo xtask list --help'",
        ),
        (&["readme", "--chek"], "see 'cargo xtask readme --help'"),
        (
            &["completions", "csh"],
            "see 'cargo xtask completions --help'",
        ),
        (&["walk"], "see 'cargo xtask --help'"),
    ] {
        let error = failure(line, 2);
        assert!(error.ends_with(help), "{line:?}: {error}");
    }
}

/// Names of files may hold anything, and a message is one line all the same.
#[cfg(unix)]
#[test]
fn names_with_control_characters_are_escaped() {
    let line = [
        "run",
        "gongzhu",
        "--trials",
        "1",
        "--records",
        "/proc/a\nb\u{1b}[31m",
    ];
    let error = failure(&line, 1);
    assert!(error.contains("/proc/a\\nb\\u{1b}[31m"), "{error}");
}

/// There may be nobody to tell of an error; the status tells it still.
#[test]
fn a_full_standard_error_is_no_panic() {
    let full = std::path::Path::new("/dev/full");
    if !full.exists() {
        return;
    }
    for (line, status) in [
        (&["run", "poker"][..], 2),
        (&["run", "hearts", "--records", "/proc/x"], 1),
        (&["run", "hearts", "--trials", "1", "--seed", "5"], 0),
    ] {
        let disk = fs::OpenOptions::new().write(true).open(full).unwrap();
        let output = xtask(line).stderr(disk).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{line:?}");
    }
}

#[test]
fn help_and_version_are_no_errors() {
    assert!(stdout(&["--help"]).contains("Commands:"));
    assert!(stdout(&["run", "--help"]).contains("--records <DIR>"));
    assert!(stdout(&["--version"]).contains(env!("CARGO_PKG_VERSION")));
    assert!(stdout(&["completions", "bash"]).contains("--first-trial"));
}

#[test]
fn a_folder_that_cannot_be_written_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "not a folder").unwrap();
    for path in [
        &file,
        &file.join("below"),
        std::path::Path::new("/proc/none/records"),
    ] {
        let error = failure(&["run", "gongzhu/published", "--records", text(path)], 1);
        assert!(
            error.contains(text(path)) && error.contains("that you may write to"),
            "{error}"
        );
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "not a folder");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// `--seed` is not for experiments that are bound to the document's seeds, and
/// says so instead of doing nothing.
#[test]
fn a_seed_without_effect_is_noted() {
    let output = xtask(&["run", "gongzhu/published", "--trials", "2", "--seed", "5"])
        .output()
        .unwrap();
    assert!(output.status.success());
    assert!(stderr(&output).contains("--seed has no effect"));
    let unseeded = stdout(&["run", "gongzhu/published", "--trials", "2"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), unseeded);
}

#[test]
fn a_full_disk_is_a_failure() {
    let full = std::path::Path::new("/dev/full");
    if !full.exists() {
        return;
    }
    for line in [&["list"][..], &["run", "gongzhu/published"], &["--help"]] {
        let disk = fs::OpenOptions::new().write(true).open(full).unwrap();
        let output = xtask(line).stdout(disk).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{line:?}");
        let error = stderr(&output);
        assert!(
            error.starts_with("error: cannot write to the standard output"),
            "{error}"
        );
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

/// As `cargo xtask run all | head -1` does.
#[test]
fn a_reader_that_leaves_is_no_failure() {
    let mut child = xtask(&["run", "hearts", "--quick"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
}
