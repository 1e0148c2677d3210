//! Training: the same weights for any number of threads, in the form of the data
//! files of `hearts-mc`.

use std::fs;
use std::path::Path;
use std::process::Command;

const SMALL: [&str; 12] = [
    "--rounds",
    "1",
    "--deals",
    "60",
    "--playouts",
    "40",
    "--hands",
    "120",
    "--worlds",
    "3",
    "--compared",
    "3",
];

fn train(folder: &Path, options: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("train")
        .arg("--out")
        .arg(folder)
        .args(SMALL)
        .args(options)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    said
}

#[test]
fn training_does_not_depend_on_the_number_of_threads_but_on_the_seed() {
    let folder = tempfile::tempdir().unwrap();
    let [one, three, other] = ["one", "three", "other"].map(|name| folder.path().join(name));
    let said = train(&one, &["--threads", "1"]);
    assert_eq!(said, train(&three, &["--threads", "3"]));
    assert!(said.contains("round 0: 120 hands"), "{said}");
    train(&other, &["--threads", "2", "--seed", "2"]);
    // What is there is not mixed with what comes.
    if one.join("play.weights").exists() {
        let again = Command::new(env!("CARGO_BIN_EXE_xtask"))
            .args(["train", "--out"])
            .arg(&one)
            .args(SMALL)
            .output()
            .unwrap();
        assert_eq!(again.status.code(), Some(1));
        let said = String::from_utf8(again.stderr).unwrap();
        assert!(said.contains("exists already"), "{said}");
    }
    for (name, numbers) in [("play", 15 * 12 * 64), ("pass", 3270)] {
        let read =
            |from: &Path| fs::read_to_string(from.join(format!("round-0-{name}.weights"))).unwrap();
        let text = read(&one);
        assert_eq!(text, read(&three));
        assert_ne!(text, read(&other));
        assert!(
            text.contains("# cargo xtask train --out DIR --rounds 1 --deals 60 --playouts 40"),
            "{text}"
        );
        let count = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .flat_map(str::split_whitespace)
            .map(|number| number.parse::<i32>().unwrap())
            .filter(|&number| number != 0)
            .count();
        assert!(count > 300 && count <= numbers, "{count} of {numbers}");
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["train", "--out"])
        .arg(file.path().join("weights"))
        .args(SMALL)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("cannot create") && said.contains("weights"),
        "{said}"
    );
}
