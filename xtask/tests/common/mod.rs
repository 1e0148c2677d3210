//! Running the program as its users do.

use std::path::Path;
use std::process::{Command, Output};

/// `cargo xtask` with some arguments.
pub(crate) fn xtask(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(arguments);
    command
}

/// What it prints; it must succeed.
pub(crate) fn stdout(arguments: &[&str]) -> String {
    let output = xtask(arguments).output().unwrap();
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        stderr(&output)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// What an output says on the standard error.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Fails with a status, one line on the standard error, and nothing on the
/// standard output; returns the line.
pub(crate) fn failure(arguments: &[&str], status: i32) -> String {
    let output = xtask(arguments).output().unwrap();
    let error = stderr(&output);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    error.trim_end().to_owned()
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
