//! `cargo xtask report`: what it writes, parsed as its readers' programs do.

mod common;
mod well_formed;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use common::{failure, stdout, text};
use well_formed::{elements, parse};

/// Writes a report; it must succeed.
fn report(out: &Path, arguments: &[&str]) -> String {
    let mut line = vec!["report", "--quick", "--out", text(out)];
    line.extend(arguments);
    stdout(&line)
}

/// All files below a folder, with what they hold, in order.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for name in ["index.html", "report.md"] {
        found.push((
            name.to_owned(),
            fs::read_to_string(folder.join(name)).unwrap(),
        ));
    }
    for entry in fs::read_dir(folder.join("figures")).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        found.push((name, fs::read_to_string(entry.path()).unwrap()));
    }
    found.sort();
    found
}

#[test]
fn the_bytes_depend_neither_on_threads_nor_on_records() {
    let folder = tempfile::tempdir().unwrap();
    let out = |name: &str| folder.path().join(name);
    let records = out("records");
    let some = [
        "gongzhu/scaling",
        "oldmaid/calibration",
        "guandan/pruning",
        "--no-times",
    ];
    let with = |more: &[&'static str]| [&some[..], more].concat();
    report(&out("one"), &with(&["--threads", "1"]));
    report(&out("two"), &with(&["--threads", "2"]));
    for _ in 0..2 {
        let mut line = some.to_vec();
        line.extend(["--records", text(&records)]);
        report(&out("recorded"), &line);
    }
    let one = files(&out("one"));
    assert!(one == files(&out("two")));
    assert!(one == files(&out("recorded")));
    // Another seed gives other figures.
    report(&out("other"), &with(&["--seed", "1"]));
    assert!(one != files(&out("other")));
}

/// The times are of the machine, and in a picture of their own.
#[test]
fn times_are_shown_unless_they_are_not_wanted() {
    let folder = tempfile::tempdir().unwrap();
    report(folder.path(), &["gongzhu/scaling"]);
    let page = fs::read_to_string(folder.path().join("index.html")).unwrap();
    let parsed = parse(&page);
    let figures = elements(parsed.root_element(), "figure");
    let times = figures
        .iter()
        .find(|figure| figure.attribute("id") == Some("gongzhu-times"));
    let table = elements(*times.unwrap(), "tbody")[0];
    // From 2 to 13 cards a hand.
    assert_eq!(elements(table, "tr").len(), 12);
    assert!(folder.path().join("figures/gongzhu-times.svg").is_file());
}

#[test]
fn a_folder_with_anything_else_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("index.html"), "<html>mine</html>").unwrap();
    let line = [
        "report",
        "--quick",
        "guandan/pruning",
        "--out",
        text(&other),
    ];
    let error = failure(&line, 1);
    assert!(error.contains("holds files that are no report"), "{error}");
    assert!(error.contains("--out"), "{error}");
    assert_eq!(fs::read_dir(&other).unwrap().count(), 1);

    let file = folder.path().join("file");
    fs::write(&file, "mine").unwrap();
    let error = failure(
        &["report", "--quick", "guandan/pruning", "--out", text(&file)],
        1,
    );
    assert!(error.contains("is no folder"), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");

    // What is not of a report stays in its folder.
    let own = folder.path().join("own");
    report(&own, &["guandan/pruning"]);
    fs::write(own.join("notes.txt"), "mine").unwrap();
    report(&own, &["guandan/published"]);
    assert_eq!(fs::read_to_string(own.join("notes.txt")).unwrap(), "mine");
    let page = fs::read_to_string(own.join("index.html")).unwrap();
    assert!(page.contains("guandan/published") && !page.contains("guandan/pruning"));
    let left = fs::read_dir(&own).unwrap();
    let left = left.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let left: BTreeSet<String> = left.collect();
    let expected = ["figures", "index.html", "notes.txt", "report.md"];
    assert!(left.iter().eq(&expected), "{left:?}");
    let figures: Vec<_> = fs::read_dir(own.join("figures")).unwrap().collect();
    let stale = |name: &str| name.contains("pruning");
    assert!(!figures.is_empty());
    assert!(
        !figures
            .iter()
            .any(|figure| stale(&figure.as_ref().unwrap().file_name().to_string_lossy()))
    );
}

/// What cannot be written is found before anything is run.
#[test]
fn folders_that_cannot_hold_a_report_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own");
    let line = ["report", "--quick", "guandan/pruning", "--out", text(&own)];
    let error = failure(&[&line[..], &["--records", text(&own)]].concat(), 1);
    assert!(error.contains("are the same folder"), "{error}");
    assert!(!own.exists());
    report(&own, &["guandan/pruning"]);
    fs::remove_dir_all(own.join("figures")).unwrap();
    fs::write(own.join("figures"), "mine").unwrap();
    let before = fs::read(own.join("report.md")).unwrap();
    let error = failure(&line, 1);
    assert!(error.contains("figures' is no folder"), "{error}");
    assert_eq!(fs::read(own.join("report.md")).unwrap(), before);
}

#[test]
fn wrong_command_lines_name_the_culprit() {
    let error = failure(&["report", "chess"], 2);
    assert!(
        error.contains("chess") && error.contains("cargo xtask report --help"),
        "{error}"
    );
    let error = failure(&["report", "--lang", "fr"], 2);
    assert!(error.contains("fr"), "{error}");
    let error = failure(&["report", "--threads", "0"], 2);
    assert!(error.contains("--threads"), "{error}");
}
