//! Runs in parts and what puts them together, runs that end on a signal, and runs
//! that end when a figure is known.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{failure, stdout, text, xtask};
use tempfile::{TempDir, tempdir};
use xtask::experiment::Info;
use xtask::experiments;
use xtask::shard::{Shard, VERSION};

fn info(name: &str) -> Info {
    let mut infos = experiments::infos().into_iter();
    infos.find(|info| info.name == name).unwrap()
}

fn part_of(name: &str, shard: &str) -> String {
    let shard: Shard = shard.parse().unwrap();
    shard.record_file(&info(name))
}

/// Runs a part of an experiment's trials into a folder.
fn run_part(folder: &Path, shard: &str, line: &[&str]) {
    let more = ["--shard", shard, "--records", text(folder)];
    assert_eq!(
        stdout(&[&["run"], line, &more[..]].concat()),
        "",
        "a part has no report"
    );
}

/// Shards, threads, interruptions and resumption in a mixture give the bytes of one
/// run on one thread, for every experiment; and a finished run is reported again from
/// its records.
#[test]
fn any_mixture_gives_the_same_bytes() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (whole, near, far, merged) = (at("whole"), at("near"), at("far"), at("merged"));
    // JSON has all of a report; the other formats show the same.
    let json = ["--format", "json"];
    let trials = ["all", "--trials", "5", "--first-trial", "2"];
    let line = [
        &["run"],
        &trials[..],
        &["--threads", "1", "--records", text(&whole)],
    ]
    .concat();
    let line = [&line[..], &json].concat();
    let report = stdout(&line);
    assert_eq!(stdout(&[&line[..], &["--resume"]].concat()), report);
    run_part(&near, "1/3", &[&trials[..], &["--threads", "2"]].concat());
    run_part(&far, "2/3", &[&trials[..], &["--threads", "1"]].concat());
    run_part(&near, "3/3", &[&trials[..], &["--threads", "3"]].concat());
    // As if two had been killed while they wrote: one in its last record, at another
    // byte for each experiment, and one in its first.
    for (place, info) in experiments::infos().iter().enumerate() {
        for (folder, shard, line) in [(&near, "3/3", 1), (&far, "2/3", 0)] {
            let path = folder.join(part_of(info.name, shard));
            let written = fs::read(&path).unwrap();
            let before: usize = written
                .split_inclusive(|&byte| byte == b'\n')
                .take(line)
                .map(<[u8]>::len)
                .sum();
            let torn = (place * 37 + line) % (written.len() - before);
            fs::write(&path, &written[..before + torn]).unwrap();
        }
    }
    run_part(
        &near,
        "3/3",
        &[&trials[..], &["--threads", "1", "--resume"]].concat(),
    );
    run_part(
        &far,
        "2/3",
        &[&trials[..], &["--threads", "2", "--resume"]].concat(),
    );
    let line = ["merge", text(&near), text(&far), "--records", text(&merged)];
    assert_eq!(stdout(&[&line[..], &json].concat()), report);
    for info in experiments::infos() {
        let read = |folder: &Path| fs::read_to_string(folder.join(info.record_file())).unwrap();
        assert_eq!(read(&merged), read(&whole), "{}", info.name);
    }
}

const CHEAP: &str = "guandan/published-wild";

/// Three parts of nine trials, in one folder.
fn three_parts() -> TempDir {
    let folder = tempdir().unwrap();
    for shard in ["1/3", "2/3", "3/3"] {
        run_part(folder.path(), shard, &[CHEAP, "--trials", "9"]);
    }
    folder
}

/// A record file cut at any byte of its last record is resumed to the byte, and never
/// taken for a whole part.
#[test]
fn a_part_cut_anywhere_is_resumed_and_not_merged() {
    let folder = three_parts();
    let path = folder.path().join(part_of(CHEAP, "2/3"));
    let whole = fs::read(&path).unwrap();
    let last = whole[..whole.len() - 1]
        .iter()
        .rposition(|&byte| byte == b'\n')
        .unwrap()
        + 1;
    for end in last..whole.len() {
        fs::write(&path, &whole[..end]).unwrap();
        let error = failure(&["merge", text(folder.path())], 1);
        assert!(
            error.contains("holds 2 of the 3 trials of part 2/3"),
            "{end}: {error}"
        );
        run_part(folder.path(), "2/3", &[CHEAP, "--trials", "9", "--resume"]);
        assert_eq!(fs::read(&path).unwrap(), whole, "cut at {end}");
    }
}

#[test]
fn parts_that_are_not_a_whole_are_refused() {
    let refused = |change: &dyn Fn(&Path), causes: &[&str]| {
        let folder = three_parts();
        change(folder.path());
        let out = folder.path().join("out");
        let error = failure(&["merge", text(folder.path()), "--records", text(&out)], 1);
        for cause in causes {
            assert!(error.contains(cause), "{error}");
        }
        let left = fs::read_dir(&out).map_or(0, Iterator::count);
        assert_eq!(left, 0, "nothing is half-written: {error}");
    };
    let records = |folder: &Path, shard: &str| folder.join(part_of(CHEAP, shard));
    let manifest = |folder: &Path, shard: &str| records(folder, shard).with_extension("json");
    let rewrite = |path: PathBuf, from: &str, to: &str| {
        let old = fs::read_to_string(&path).unwrap();
        assert!(old.contains(from), "{old}");
        fs::write(path, old.replacen(from, to, 1)).unwrap();
    };
    refused(
        &|at| fs::remove_file(manifest(at, "2/3")).unwrap(),
        &["has 3 parts, of which 2 can be found: 2 is missing"],
    );
    refused(
        &|at| fs::remove_file(records(at, "2/3")).unwrap(),
        &["cannot read", "2-of-3.jsonl"],
    );
    refused(
        &|at| run_part(at, "2/4", &[CHEAP, "--trials", "9"]),
        &["parts of different runs", "shards"],
    );
    refused(
        &|at| {
            fs::remove_file(manifest(at, "3/3")).unwrap();
            fs::remove_file(records(at, "3/3")).unwrap();
            run_part(at, "3/3", &[CHEAP, "--trials", "10"]);
        },
        &["parts of different runs", "trials 9, not 10"],
    );
    refused(
        &|at| rewrite(manifest(at, "1/3"), VERSION, "0.0.1"),
        &["parts of different runs", "version 0.0.1, not"],
    );
    refused(
        &|at| {
            for shard in ["1/3", "2/3", "3/3"] {
                rewrite(manifest(at, shard), VERSION, "0.0.1");
            }
        },
        &[
            "were run by version 0.0.1",
            "merge them with the program that ran them",
        ],
    );
    refused(
        &|at| {
            for shard in ["1/3", "2/3", "3/3"] {
                rewrite(manifest(at, shard), CHEAP, "go/go");
            }
        },
        &["no experiment 'go/go'"],
    );
    refused(
        &|at| rewrite(manifest(at, "1/3"), "{", "["),
        &["does not describe a shard", "1-of-3.json'"],
    );
    refused(
        &|at| rewrite(manifest(at, "1/3"), "1/3", "4/3"),
        &["does not describe a shard", "K/N"],
    );
    refused(
        &|at| {
            let swapped = fs::read(records(at, "1/3")).unwrap();
            fs::write(records(at, "2/3"), swapped).unwrap();
        },
        &[
            "does not hold part 2/3",
            "line 1 is trial 0, where trial 3 is due",
        ],
    );
    refused(
        &|at| rewrite(records(at, "1/3"), "\n", "\r\n"),
        &["line 1 is not written as"],
    );
    refused(
        &|at| {
            rewrite(
                records(at, "1/3"),
                "\"min_plays_wild\":[",
                "\"min_plays_wild\":[1",
            );
        },
        &["comes out differently now"],
    );
    refused(
        &|at| {
            let more = fs::read_to_string(records(at, "1/3")).unwrap();
            fs::write(records(at, "1/3"), more.clone() + &more).unwrap();
        },
        &["holds 6 lines, more than the 3 trials of part 1/3"],
    );
    refused(
        &|at| {
            for shard in ["1/3", "2/3", "3/3"] {
                fs::remove_file(manifest(at, shard)).unwrap();
            }
        },
        &["holds no part of a run"],
    );
}

/// Nothing is written or printed of any experiment if one cannot be put together.
#[test]
fn experiments_are_merged_all_or_none() {
    let folder = tempdir().unwrap();
    let (parts, out) = (folder.path().join("parts"), folder.path().join("out"));
    for shard in ["1/2", "2/2"] {
        run_part(&parts, shard, &["oldmaid/exact", CHEAP, "--trials", "4"]);
    }
    let path = parts.join(part_of(CHEAP, "2/2"));
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() - 5]).unwrap();
    let line = ["merge", text(&parts), "--records", text(&out)];
    let error = failure(&line, 1);
    assert!(
        error.contains("holds 1 of the 2 trials of part 2/2"),
        "{error}"
    );
    assert_eq!(fs::read_dir(&out).unwrap().count(), 0);
    fs::write(&path, &whole).unwrap();
    let _ = stdout(&line);
    assert_eq!(fs::read_dir(&out).unwrap().count(), 2);
}

#[test]
fn a_part_that_is_there_twice_is_refused() {
    let (one, other) = (three_parts(), tempdir().unwrap());
    run_part(other.path(), "2/3", &[CHEAP, "--trials", "9"]);
    let error = failure(&["merge", text(one.path()), text(other.path())], 1);
    assert!(
        error.contains("part 2/3 of guandan/published-wild is there twice"),
        "{error}"
    );
}

#[test]
fn a_part_goes_on_as_it_was_begun() {
    let folder = three_parts();
    let line = |more: &[&'static str]| {
        let usual = [
            "run",
            CHEAP,
            "--shard",
            "2/3",
            "--records",
            text(folder.path()),
        ];
        let line: Vec<_> = usual
            .into_iter()
            .chain(more.iter().copied())
            .map(str::to_owned)
            .collect();
        line
    };
    for (more, cause) in [
        (&["--trials", "9"][..], "exists already; add --resume"),
        (
            &["--trials", "12", "--resume"],
            "begun as another run (trials 9, not 12)",
        ),
        (
            &["--trials", "9", "--first-trial", "1", "--resume"],
            "begun as another run (first trial 0, not 1)",
        ),
    ] {
        let line = line(more);
        let line: Vec<_> = line.iter().map(String::as_str).collect();
        let error = failure(&line, 1);
        assert!(error.contains(cause), "{error}");
    }
    let path = folder.path().join(part_of(CHEAP, "2/3"));
    fs::remove_file(path.with_extension("json")).unwrap();
    let line = line(&["--trials", "9", "--resume"]);
    let line: Vec<_> = line.iter().map(String::as_str).collect();
    let error = failure(&line, 1);
    assert!(error.contains("cannot be resumed: cannot read"), "{error}");
}

/// The seed is of the run where there is one, and has no effect elsewhere.
#[test]
fn parts_of_different_seeds_are_told() {
    let folder = tempdir().unwrap();
    let name = "guandan/exactness";
    run_part(
        folder.path(),
        "1/2",
        &[name, "--trials", "4", "--seed", "7"],
    );
    run_part(
        folder.path(),
        "2/2",
        &[name, "--trials", "4", "--seed", "8"],
    );
    let error = failure(&["merge", text(folder.path())], 1);
    assert!(error.contains("seed 7, not 8"), "{error}");

    let folder = tempdir().unwrap();
    run_part(folder.path(), "1/2", &[CHEAP, "--trials", "4"]);
    let _ = xtask(&[
        "run",
        CHEAP,
        "--trials",
        "4",
        "--seed",
        "8",
        "--shard",
        "2/2",
        "--records",
        text(folder.path()),
    ])
    .output()
    .unwrap();
    let _ = stdout(&["merge", text(folder.path())]);
}

#[test]
fn command_lines_that_make_no_sense() {
    for (line, cause) in [
        (&["run", CHEAP, "--shard", "1/2"][..], "--records"),
        (&["run", CHEAP, "--shard", "3/2", "--records", "d"], "K/N"),
        (
            &["run", CHEAP, "--shard", "1/41", "--records", "d"],
            "40 trials here, fewer than the parts of --shard 1/41",
        ),
        (
            &[
                "run",
                CHEAP,
                "--shard",
                "1/2",
                "--records",
                "d",
                "--until-se",
                "1",
            ],
            "cannot be used with",
        ),
        (&["run", CHEAP, "--until-se", "0"], "a number above 0"),
        (&["run", CHEAP, "--until-se", "nan"], "a number above 0"),
        (&["run", CHEAP, "--until-se", "-1"], "a number above 0"),
        (
            &["run", "guandan/exactness", "--until-se", "1"],
            "no headline figure",
        ),
        (&["merge"], "<DIR>"),
    ] {
        let error = failure(line, 2);
        assert!(error.contains(cause), "{error}");
    }
    let error = failure(&["merge", "no-such-folder"], 1);
    assert!(
        error.contains("cannot read the folder 'no-such-folder'"),
        "{error}"
    );
}

/// Shards do not change after which trial a run ends.
#[test]
fn parts_end_after_the_trial_that_ends_one_run() {
    let name = "oldmaid/published";
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (whole, parts, merged) = (at("whole"), at("parts"), at("merged"));
    let rule = ["--until-se", "2.5"];
    let line = ["run", name, "--trials", "900", "--records", text(&whole)];
    let report = stdout(&[&line[..], &rule].concat());
    assert!(report.contains("until: the standard error of 'seat 3 loses, random' is at most 2.5, or after 900 trials"), "{report}");
    for shard in ["1/2", "2/2"] {
        run_part(&parts, shard, &[name, "--trials", "900"]);
    }
    let line = ["merge", text(&parts), "--records", text(&merged)];
    assert_eq!(stdout(&[&line[..], &rule].concat()), report);
    let read = |folder: &Path| fs::read_to_string(folder.join(info(name).record_file())).unwrap();
    assert_eq!(read(&merged), read(&whole));
    assert!(read(&whole).lines().count() < 900);
}

/// A run that has no more trials says that its figure is not known well enough.
#[test]
fn a_run_that_falls_short_says_so() {
    let line = [
        "run",
        "oldmaid/published",
        "--trials",
        "100",
        "--until-se",
        "0.5",
    ];
    let output = xtask(&line).output().unwrap();
    let error = common::stderr(&output);
    assert!(output.status.success(), "{error}");
    assert!(
        error.contains("after 100 trials the standard error of 'seat 3 loses, random' is 5.0"),
        "{error}"
    );
    assert!(
        error.contains("about 10"),
        "four digits of trials are needed: {error}"
    );
}

/// The figure that `--until-se` looks at is in the report, with its error.
#[test]
fn headline_figures_have_a_standard_error() {
    let mut without = Vec::new();
    for experiment in experiments::all() {
        let name = experiment.info().name;
        let Some(headline) = experiment.headline() else {
            without.push(name);
            continue;
        };
        // Those behind a feature have no snapshot.
        if name.starts_with("hearts/rival") {
            continue;
        }
        let path = format!(
            "tests/snapshots/snapshots__json@{}.snap",
            name.replace('/', "-")
        );
        let snapshot = fs::read_to_string(path).unwrap();
        let json = snapshot.splitn(3, "---\n").nth(2).unwrap();
        let reports: serde_json::Value = serde_json::from_str(json).unwrap();
        let figures = reports[0]["figures"].as_array().unwrap();
        let figure = figures.iter().find(|figure| figure["name"] == headline);
        let figure = figure.unwrap_or_else(|| panic!("{name} has no figure '{headline}'"));
        assert!(
            figure["precision"]["standard_error"].is_number(),
            "{name}: {figure}"
        );
    }
    assert_eq!(
        without,
        [
            "oldmaid/exact",
            "oldmaid/approximation",
            "hearts/throughput",
            "guandan/exactness"
        ]
    );
}

#[cfg(unix)]
mod signals {
    use std::process::{Child, Command, Output, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::common::stderr;

    const SLOW: [&str; 4] = ["run", "hearts/published", "--trials", "3000"];

    fn signal(child: &Child, name: &str) {
        let id = child.id().to_string();
        let sent = Command::new("sh")
            .args(["-c", "kill -s \"$0\" \"$1\"", name, &id])
            .status();
        assert!(sent.unwrap().success());
    }

    fn begin(line: &[&str]) -> Child {
        xtask(line)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Runs until some records are there, and sends a signal.
    fn interrupted(folder: &Path, more: &[&str], name: &str) -> (Output, String) {
        let path = folder.join(info("hearts/published").record_file());
        let child = begin(&[&SLOW[..], &["--records", text(folder)], more].concat());
        let lines = || fs::read_to_string(&path).map_or(0, |records| records.lines().count());
        let (start, before) = (Instant::now(), lines());
        while lines() < before + 5 {
            assert!(start.elapsed() < Duration::from_secs(60), "nothing happens");
            sleep(Duration::from_millis(1));
        }
        signal(&child, name);
        let output = child.wait_with_output().unwrap();
        (output, fs::read_to_string(path).unwrap())
    }

    #[test]
    fn a_signal_ends_a_run_that_is_resumed() {
        let folder = tempdir().unwrap();
        let whole = tempdir().unwrap();
        let report = stdout(&[&SLOW[..], &["--records", text(whole.path())]].concat());
        let path = whole.path().join(info("hearts/published").record_file());
        let whole = fs::read_to_string(path).unwrap();

        let (output, kept) = interrupted(folder.path(), &[], "INT");
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(130), "{error}");
        assert!(
            output.stdout.is_empty(),
            "records are reported when they are complete"
        );
        let done = kept.lines().count();
        assert!(
            kept.ends_with('\n') && whole.starts_with(&kept) && done < 3000,
            "{done}"
        );
        let said = format!("interrupted after {done} of 3000 trials of hearts/published");
        assert!(
            error.contains(&said) && error.contains("run the same command with --resume to go on"),
            "{error}"
        );

        let (output, kept) = interrupted(folder.path(), &["--resume"], "TERM");
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(143), "{error}");
        assert!(error.contains("run the same command to go on"), "{error}");
        assert!(whole.starts_with(&kept) && kept.lines().count() > done);

        let line = [&SLOW[..], &["--records", text(folder.path()), "--resume"]].concat();
        assert_eq!(stdout(&line), report);
    }

    /// Who waits for the end of a run learns of it though nobody reads the report, and
    /// a run that was interrupted does not say that its rule has ended it.
    #[test]
    fn a_signal_is_reported_without_a_reader_too() {
        let folder = tempdir().unwrap();
        let more = ["--records", text(folder.path())];
        let mut child = begin(&[&["run", "oldmaid/published"], &SLOW[1..], &more].concat());
        drop(child.stdout.take());
        let path = folder.path().join(info("hearts/published").record_file());
        let start = Instant::now();
        while fs::metadata(&path).map_or(0, |found| found.len()) == 0 {
            assert!(start.elapsed() < Duration::from_secs(60), "nothing happens");
            sleep(Duration::from_millis(1));
        }
        signal(&child, "INT");
        let output = child.wait_with_output().unwrap();
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(130), "{error}");
        assert!(
            error.contains("trials of hearts/published, which are in"),
            "{error}"
        );

        let child = begin(&["run", "oldmaid/published", "--until-se", "0.000001"]);
        sleep(Duration::from_millis(400));
        signal(&child, "INT");
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let report = String::from_utf8(output.stdout).unwrap();
        assert!(
            report.contains("trials: ") && !report.contains("until:"),
            "{report}"
        );
    }

    /// Without records the report is of the trials that have ended.
    #[test]
    fn a_signal_ends_a_run_without_records_in_a_report() {
        let child = begin(&SLOW);
        sleep(Duration::from_millis(400));
        signal(&child, "INT");
        let output = child.wait_with_output().unwrap();
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(130), "{error}");
        let (_, rest) = error.split_once("interrupted after ").unwrap();
        let (done, rest) = rest.split_once(' ').unwrap();
        assert!(rest.contains("which the report is of"), "{error}");
        let line = ["run", "hearts/published", "--trials", done];
        assert_eq!(String::from_utf8(output.stdout).unwrap(), stdout(&line));
    }
}
