//! Record files: what the documents' programs print, the same for any number of
//! threads, and resumed after any interruption.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::{failure, stdout, text, xtask};
use tempfile::{TempDir, tempdir};
use xtask::experiment::Info;

fn file(folder: &Path, info: &Info) -> PathBuf {
    folder.join(info.record_file())
}

fn records(folder: &Path, info: &Info) -> String {
    fs::read_to_string(file(folder, info)).unwrap()
}

fn info(name: &str) -> Info {
    let mut infos = xtask::experiments::infos().into_iter();
    infos.find(|info| info.name == name).unwrap()
}

/// Each record file is, byte for byte, what the document's own program gave.
#[test]
fn the_documents_programs_write_the_same_records() {
    let folder = tempdir().unwrap();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    for (name, data, trials) in [
        (
            "gongzhu/published",
            "gongzhu-solver/tests/data/gongzhu.jsonl",
            200,
        ),
        (
            "gongzhu/published-4-cards",
            "gongzhu-solver/tests/data/gongzhu-n4.jsonl",
            200,
        ),
        (
            "oldmaid/published",
            "oldmaid-infer/tests/data/oldmaid.jsonl",
            2000,
        ),
        (
            "oldmaid/published-all-ai",
            "oldmaid-infer/tests/data/oldmaid-all-ai.jsonl",
            2000,
        ),
        ("hearts/published", "hearts-mc/tests/data/hearts.jsonl", 200),
        (
            "guandan/published",
            "guandan-split/tests/data/guandan.jsonl",
            200,
        ),
        (
            "guandan/published-wild",
            "guandan-split/tests/data/guandan-wild.jsonl",
            40,
        ),
    ] {
        let expected = fs::read_to_string(crates.join(data)).unwrap();
        assert_eq!(expected.lines().count(), trials, "{data}");
        let _ = stdout(&["run", name, "--records", text(folder.path())]);
        let written = records(folder.path(), &info(name));
        for (written, expected) in written.lines().zip(expected.lines()) {
            assert_eq!(written, expected, "{name}");
        }
        assert_eq!(written, expected, "{name}");
    }
}

/// An uninterrupted run: its report and its records.
fn whole(name: &str, trials: &str) -> (String, String) {
    let folder = tempdir().unwrap();
    let report = stdout(&[
        "run",
        name,
        "--trials",
        trials,
        "--records",
        text(folder.path()),
    ]);
    (report, records(folder.path(), &info(name)))
}

/// How many whole lines a file has; none if there is no file.
fn lines(path: &Path) -> usize {
    let count = |bytes: Vec<u8>| bytes.into_iter().filter(|&byte| byte == b'\n').count();
    fs::read(path).map_or(0, count)
}

fn wait_until(condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing happens");
        sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_killed_run_is_resumed() {
    let (name, trials) = ("hearts/published", "600");
    let (report, expected) = whole(name, trials);
    let folder = tempdir().unwrap();
    let line = [
        "run",
        name,
        "--trials",
        trials,
        "--records",
        text(folder.path()),
    ];
    let path = file(folder.path(), &info(name));

    let mut child = xtask(&line)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    wait_until(|| lines(&path) >= 20);
    // SIGKILL, which no program can catch.
    child.kill().unwrap();
    let _ = child.wait().unwrap();
    let kept = fs::read_to_string(&path).unwrap();
    assert!(
        kept.lines().count() < 600,
        "it was killed too late to show anything"
    );
    assert!(
        expected.starts_with(&kept),
        "what a killed run wrote is a beginning"
    );

    let resumed = stdout(&[&line[..], &["--resume"]].concat());
    assert_eq!(resumed, report);
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
    // A complete file has nothing left to run, and gives the same report.
    assert_eq!(stdout(&[&line[..], &["--resume"]].concat()), report);
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
}

/// The command line of a run that records, and resumes what it finds.
fn resuming<'a>(name: &'a str, trials: &'a str, folder: &'a TempDir) -> [&'a str; 7] {
    let folder = text(folder.path());
    [
        "run",
        name,
        "--trials",
        trials,
        "--records",
        folder,
        "--resume",
    ]
}

/// Resumes a run of three trials from a file with these contents; it must end
/// with the report and the file of an uninterrupted run.
fn assert_resumed(name: &str, (report, expected): &(String, String), contents: &[u8]) {
    let (folder, path) = left_behind(name, contents);
    let left = String::from_utf8_lossy(contents);
    assert_eq!(&stdout(&resuming(name, "3", &folder)), report, "{left}");
    assert_eq!(&fs::read_to_string(&path).unwrap(), expected, "{left}");
}

/// A folder whose record file of an experiment has these contents.
fn left_behind(name: &str, contents: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempdir().unwrap();
    let path = file(folder.path(), &info(name));
    fs::write(&path, contents).unwrap();
    (folder, path)
}

/// A file cut at any byte of its last two lines, or empty, is resumed.
#[test]
fn a_torn_line_is_dropped() {
    let name = "guandan/published-wild";
    let whole = whole(name, "3");
    let expected = whole.1.as_bytes();
    let second = whole.1.find('\n').unwrap() + 1;
    for end in std::iter::once(0).chain(second - 2..=expected.len()) {
        assert_resumed(name, &whole, &expected[..end]);
    }
}

#[test]
fn files_that_are_not_of_this_run_are_refused_and_left_alone() {
    let name = "oldmaid/published";
    let (_, own) = whole(name, "4");
    let (_, other_players) = whole("oldmaid/published-all-ai", "4");
    let (_, other_game) = whole("gongzhu/published", "4");
    let lines: Vec<_> = own.split_inclusive('\n').collect();
    let wrong_draws = lines[2].replace("\"draws\":", "\"draws\":1");
    for (contents, cause) in [
        (other_players, "trial 0 comes out differently now"),
        (
            other_game,
            "line 1 is no record of it: unknown field `hand0`",
        ),
        (
            lines[1..].concat(),
            "line 1 is trial 1, where trial 0 is due",
        ),
        (
            [lines[0], lines[2]].concat(),
            "line 2 is trial 2, where trial 1 is due",
        ),
        (
            [lines[0], lines[0]].concat(),
            "line 2 is trial 0, where trial 1 is due",
        ),
        (
            [lines[0], "\n", lines[1]].concat(),
            "line 2 is no record of it",
        ),
        (
            [lines[0], "{\"seed\":1}\n"].concat(),
            "line 2 is no record of it: missing field",
        ),
        (
            own.replace('\n', "\r\n"),
            "line 1 is not written as a record of it is",
        ),
        (
            own.replace(',', ", "),
            "line 1 is not written as a record of it is",
        ),
        (
            own.replace("\"seed\"", "\"s\\u0065ed\""),
            "line 1 is not written as a record of it is",
        ),
        (
            [lines[0], lines[1], "my precious notes"].concat(),
            "what stands behind its 2 whole lines is no torn record",
        ),
        (
            format!("{own}{}", lines[0].trim_end()),
            "what stands behind its 4 whole lines is no torn record",
        ),
        (
            "[{\"seed\":0}]".to_owned(),
            "what stands behind its 0 whole lines is no torn record",
        ),
        (
            [lines[0], lines[1], &wrong_draws].concat(),
            "trial 2 comes out differently now",
        ),
        (
            own.replace("\"draws\"", "\"Draws\""),
            "line 1 is no record of it",
        ),
        (
            format!("{own}{}", lines[3].replace("\"seed\":3", "\"seed\":4")),
            "holds 5 lines, more than the 4 trials asked for",
        ),
    ] {
        let (folder, path) = left_behind(name, contents.as_bytes());
        let error = failure(&resuming(name, "4", &folder), 1);
        assert!(error.contains(cause), "{error}");
        assert!(
            error.contains(text(&path)) && error.contains("choose another --records folder"),
            "{error}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), contents, "{cause}");
    }
}

/// The two experiments record the same fields, and the games of seeds 83 and 110
/// are the same in both, down to the last card.
#[test]
fn another_experiment_is_told_by_the_trials_between() {
    let seeds = ["--first-trial", "83", "--trials", "28"];
    let folder = tempdir().unwrap();
    let records = ["--records", text(folder.path())];
    let _ = stdout(&[&["run", "oldmaid/published-all-ai"], &seeds[..], &records].concat());
    let other = file(folder.path(), &info("oldmaid/published-all-ai"));
    fs::rename(other, file(folder.path(), &info("oldmaid/published"))).unwrap();
    let line = [
        &["run", "oldmaid/published"],
        &seeds[..],
        &records,
        &["--resume"],
    ]
    .concat();
    let error = failure(&line, 1);
    assert!(error.contains("comes out differently now"), "{error}");
}

/// A line that was torn while another run wrote it, for more trials or with
/// other white space, is dropped too.
#[test]
fn a_torn_line_of_any_record_is_dropped() {
    let name = "guandan/published-wild";
    let whole = whole(name, "3");
    let expected = &whole.1;
    let second = expected.find('\n').unwrap() + 1;
    for (kept, tail) in [
        (second, "{\"seed\": 7, \"cou"),
        (second, "{"),
        (expected.len(), "{\"seed\":3,\"counts\":[1,"),
    ] {
        let torn = format!("{}{tail}", &expected[..kept]);
        assert_resumed(name, &whole, torn.as_bytes());
    }
}

/// A machine that loses power may leave zeros in place of what was written last.
#[test]
fn zeros_behind_the_last_line_are_dropped() {
    let name = "guandan/published-wild";
    let whole = whole(name, "3");
    let expected = whole.1.as_bytes();
    let second = whole.1.find('\n').unwrap() + 1;
    for kept in [0, second, second + 7] {
        let torn = [&expected[..kept], &[0; 100]].concat();
        assert_resumed(name, &whole, &torn);
    }
}

#[test]
fn finished_records_are_not_overwritten() {
    let name = "guandan/published-wild";
    let (_, expected) = whole(name, "2");
    let (folder, path) = left_behind(name, expected.as_bytes());
    let line = [
        "run",
        "all",
        "--trials",
        "2",
        "--records",
        text(folder.path()),
    ];
    let error = failure(&line, 1);
    assert!(error.contains("exists already; add --resume"), "{error}");
    assert_eq!(fs::read_to_string(path).unwrap(), expected);
    // The file of the last experiment stops the others before they start.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// A link that leads nowhere is no free name, and stops the other experiments
/// before they start.
#[cfg(unix)]
#[test]
fn a_dangling_link_is_refused() {
    use std::os::unix::fs::symlink;
    let folder = tempdir().unwrap();
    let last = file(folder.path(), &info("guandan/published-wild"));
    symlink(folder.path().join("nowhere"), &last).unwrap();
    let error = failure(&["run", "all", "--records", text(folder.path())], 1);
    assert!(error.contains("cannot add records to"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Records are worth writing even if nobody reads the reports.
#[test]
fn a_reader_that_leaves_costs_no_records() {
    let folder = tempdir().unwrap();
    let line = [
        "run",
        "all",
        "--trials",
        "3",
        "--records",
        text(folder.path()),
    ];
    let mut child = xtask(&line)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
    for info in xtask::experiments::infos() {
        assert_eq!(
            records(folder.path(), &info).lines().count(),
            3,
            "{}",
            info.name
        );
    }
}

#[test]
fn two_runs_do_not_write_one_file() {
    let name = "guandan/published-wild";
    let folder = tempdir().unwrap();
    let path = file(folder.path(), &info(name));
    let line = resuming(name, "100000", &folder);
    let mut first = xtask(&line)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    wait_until(|| lines(&path) > 0);
    // Each record is written when its trial has ended, not when a buffer is full.
    let early = fs::read(&path).unwrap();
    let second = failure(&line, 1);
    first.kill().unwrap();
    let _ = first.wait().unwrap();
    assert!(second.contains("another run is writing"), "{second}");
    assert!(
        early.len() < 8000,
        "the first records come late: {}",
        early.len()
    );
    assert!(fs::read(&path).unwrap().starts_with(&early));
}

/// A file that may not grow fails the run, and what it holds is resumed.
#[test]
fn a_disk_that_runs_full_loses_nothing() {
    let (report, expected) = whole("hearts/published", "40");
    let folder = tempdir().unwrap();
    let path = file(folder.path(), &info("hearts/published"));
    let line = resuming("hearts/published", "40", &folder);
    // Eight blocks of 512 bytes (or 1024, as the shell counts).
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\""])
        .arg(env!("CARGO_BIN_EXE_xtask"))
        .args(line)
        .args(["--format", "json"])
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(output.stdout.is_empty(), "half a report");
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(
        error.contains("run the same command with --resume"),
        "{error}"
    );
    let kept = fs::read_to_string(&path).unwrap();
    assert!(!kept.is_empty() && kept.len() < expected.len() && expected.starts_with(&kept));
    assert_eq!(stdout(&line), report);
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
}

#[test]
fn what_is_no_file_is_refused() {
    let name = "guandan/published-wild";
    for resume in [&[][..], &["--resume"]] {
        let folder = tempdir().unwrap();
        let path = file(folder.path(), &info(name));
        fs::create_dir(&path).unwrap();
        let line = ["run", name, "--records", text(folder.path())];
        let error = failure(&[&line[..], resume].concat(), 1);
        assert!(error.contains("is no regular file"), "{error}");
    }
}

/// Reading from a pipe would wait for ever.
#[cfg(unix)]
#[test]
fn a_pipe_is_refused() {
    let name = "guandan/published-wild";
    let folder = tempdir().unwrap();
    let path = file(folder.path(), &info(name));
    assert!(
        Command::new("mkfifo")
            .arg(&path)
            .status()
            .unwrap()
            .success()
    );
    let line = ["run", name, "--records", text(folder.path()), "--resume"];
    let error = failure(&line, 1);
    assert!(error.contains("is no regular file"), "{error}");
}
