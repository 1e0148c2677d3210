//! The public interface of each crate as a list of lines, kept in
//! `xtask/public-api`, so that every change of it is seen in a diff.
//!
//! rustdoc writes what a crate exports as JSON, a format that is not stable yet:
//! the pinned toolchain is asked for it by `RUSTC_BOOTSTRAP`, and the package
//! `public-api` of the version that reads this toolchain's format makes lines of it.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::say;

/// Traits of the compiler that no user of stable Rust can name.
const UNNAMEABLE: [&str; 3] = ["Freeze", "StructuralPartialEq", "UnsafeUnpin"];

/// Where the traits live that are implemented in one way only, so that the line
/// of the implementation says it all.
const PLAIN_TRAITS: [&str; 4] = ["clone", "cmp", "fmt", "hash"];

/// Writes the lists, or checks that they are up to date.
///
/// # Errors
/// If cargo fails, if rustdoc's format is not the one that `public-api` reads, if
/// a file cannot be read or written, or if a check finds a list that differs.
pub fn update(check: bool) -> Result<()> {
    let metadata = Metadata::of_the_workspace()?;
    let crates: Vec<_> = metadata.published_libraries().collect();
    let target = metadata.target_directory.join("public-api");
    write_json(&crates, &target)?;
    let folder = root().join("xtask/public-api");
    let mut differing = Vec::new();
    for package in &crates {
        let new = package.interface(&target)?;
        let path = folder.join(package.file_name());
        let old = match fs::read_to_string(&path) {
            Ok(old) => old,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", path.display()));
            }
        };
        if old == new {
            continue;
        }
        say(&format!("the public interface of {} changed", package.name));
        for line in difference(&old, &new) {
            say(&line);
        }
        if check {
            differing.push(package.name.as_str());
        } else {
            fs::create_dir_all(&folder)
                .and_then(|()| fs::write(&path, new))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    for stray in strays(&folder, &crates)? {
        if check {
            bail!("{} belongs to no published library", stray.display());
        }
        fs::remove_file(&stray).with_context(|| format!("cannot remove {}", stray.display()))?;
    }
    ensure!(
        differing.is_empty(),
        "the public interface of {} is not what xtask/public-api says; \
         if that is meant, run 'cargo xtask public-api' (see CONTRIBUTING.md)",
        differing.join(", ")
    );
    Ok(())
}

/// What `cargo metadata` says, of which few things matter here.
#[derive(Debug, Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    target_directory: PathBuf,
}

#[derive(Debug, Deserialize)]
struct Package {
    name: String,
    features: BTreeMap<String, Vec<String>>,
    targets: Vec<Target>,
    /// The registries that it may be published in, or all.
    publish: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

impl Metadata {
    fn of_the_workspace() -> Result<Self> {
        let output = cargo()
            .args(["metadata", "--locked", "--no-deps", "--format-version=1"])
            .stderr(Stdio::inherit())
            .output()
            .context("cannot run cargo")?;
        ensure!(output.status.success(), "cargo metadata failed");
        serde_json::from_slice(&output.stdout).context("cannot read what cargo metadata wrote")
    }

    /// The libraries. That of a program is none: its interface is its command line.
    fn published_libraries(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| {
            package.publish.as_ref().is_none_or(|to| !to.is_empty())
                && package.library().is_some()
                && package.target("bin").is_none()
        })
    }
}

impl Package {
    /// The name of its library as code spells it.
    fn library(&self) -> Option<String> {
        Some(self.target("lib")?.name.replace('-', "_"))
    }

    fn target(&self, kind: &str) -> Option<&Target> {
        let is_it = |target: &&Target| target.kind.iter().any(|its| its == kind);
        self.targets.iter().find(is_it)
    }

    fn file_name(&self) -> String {
        format!("{}.txt", self.name)
    }

    /// Its features and public items, a line each.
    fn interface(&self, target: &Path) -> Result<String> {
        let name = self.library().unwrap_or_default();
        let path = target.join("doc").join(format!("{name}.json"));
        let api = public_api::Builder::from_rustdoc_json(&path)
            .omit_blanket_impls(true)
            .build()
            .with_context(|| {
                format!(
                    "cannot read {}; the package public-api must be of the version that \
                     reads the format of this toolchain's rustdoc",
                    path.display()
                )
            })?;
        let mut text = String::new();
        for (feature, others) in &self.features {
            text += &format!("feature {feature} = [{}]\n", others.join(", "));
        }
        for line in telling(api.items().map(ToString::to_string)) {
            text += &line;
            text.push('\n');
        }
        Ok(text)
    }
}

/// Has rustdoc describe the libraries in `target`/doc, with all features and as
/// docs.rs does.
fn write_json(crates: &[&Package], target: &Path) -> Result<()> {
    let status = cargo()
        .args(["doc", "--quiet", "--locked", "--no-deps", "--lib"])
        .args(["--all-features", "--target-dir"])
        .arg(target)
        .args(
            crates
                .iter()
                .flat_map(|package| ["--package", &package.name]),
        )
        .env("RUSTC_BOOTSTRAP", "1")
        .env(
            "RUSTDOCFLAGS",
            "-Z unstable-options --output-format json --cfg docsrs",
        )
        .status()
        .context("cannot run cargo")?;
    ensure!(status.success(), "cargo doc failed");
    Ok(())
}

/// The cargo that runs this, in the workspace.
fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Files of crates that are no more.
fn strays(folder: &Path, crates: &[&Package]) -> Result<Vec<PathBuf>> {
    let wanted: BTreeSet<_> = crates.iter().map(|package| package.file_name()).collect();
    let mut strays = Vec::new();
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()));
    for entry in entries? {
        let entry = entry?;
        if !entry
            .file_name()
            .to_str()
            .is_some_and(|name| wanted.contains(name))
        {
            strays.push(entry.path());
        }
    }
    strays.sort();
    Ok(strays)
}

/// The lines without those that follow from others or that nobody can rely on.
fn telling(lines: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    // What the functions start with that a plain implementation has.
    let mut implied = None;
    lines.filter(move |line| {
        if !line.starts_with("impl") {
            return !implied
                .as_ref()
                .is_some_and(|start| line.starts_with(start));
        }
        let implements = |path: &str| line.contains(&format!(" core::{path}"));
        let plain = PLAIN_TRAITS
            .iter()
            .any(|home| implements(&format!("{home}::")));
        implied = line
            .split_once(" for ")
            .filter(|_| plain)
            .map(|(_, of)| of.split(" where ").next().unwrap_or(of))
            .map(|of| format!("pub fn {of}::"));
        !UNNAMEABLE
            .iter()
            .any(|name| implements(&format!("marker::{name} for ")))
    })
}

/// The lines that went, then those that came, each with its mark.
fn difference(old: &str, new: &str) -> Vec<String> {
    let lines = |text| -> BTreeSet<_> { str::lines(text).collect() };
    let (before, after) = (lines(old), lines(new));
    let gone = old.lines().filter(|line| !after.contains(line));
    let added = new.lines().filter(|line| !before.contains(line));
    gone.map(|line| format!("- {line}"))
        .chain(added.map(|line| format!("+ {line}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_names_what_went_and_what_came() {
        let old = "pub fn a()\npub fn b()\n";
        let new = "pub fn a(u8)\npub fn b()\npub fn c()\n";
        assert_eq!(
            difference(old, new),
            ["- pub fn a()", "+ pub fn a(u8)", "+ pub fn c()"]
        );
        assert!(difference(old, old).is_empty());
    }

    #[test]
    fn only_what_tells_something_is_listed() {
        let lines = [
            "pub struct a::B<T>",
            "impl<T> a::B<T>",
            "pub fn a::B<T>::clone_all(&self)",
            "impl<T: core::clone::Clone> core::clone::Clone for a::B<T>",
            "pub fn a::B<T>::clone(&self) -> a::B<T>",
            "impl<T> core::marker::Freeze for a::B<T> where T: core::marker::Freeze",
            "impl<T> core::marker::Send for a::B<T> where T: core::marker::Send",
            "impl<T> core::iter::traits::iterator::Iterator for a::B<T>",
            "pub type a::B<T>::Item = T",
            "pub fn a::B<T>::next(&mut self) -> core::option::Option<T>",
            "impl<T> core::fmt::Debug for a::B<T> where T: core::fmt::Debug",
            "pub fn a::B<T>::fmt(&self, &mut core::fmt::Formatter<'_>) -> core::fmt::Result",
            "pub fn a::fmt(core::marker::Freeze)",
        ];
        let kept: Vec<_> = telling(lines.iter().map(ToString::to_string)).collect();
        let left_out = [4, 5, 11];
        let expected: Vec<_> = (0..lines.len())
            .filter(|index| !left_out.contains(index))
            .map(|index| lines[index])
            .collect();
        assert_eq!(kept, expected);
    }

    #[test]
    fn libraries_that_are_published_are_found() {
        let metadata: Metadata = serde_json::from_str(
            r#"{"target_directory": "t", "packages": [
                {"name": "a-b", "features": {}, "publish": null,
                 "targets": [{"name": "x", "kind": ["bench"]}, {"name": "a-b", "kind": ["lib"]}]},
                {"name": "program", "features": {}, "publish": null,
                 "targets": [{"name": "program", "kind": ["lib"]}, {"name": "p", "kind": ["bin"]}]},
                {"name": "kept", "features": {}, "publish": [],
                 "targets": [{"name": "kept", "kind": ["lib"]}]}]}"#,
        )
        .unwrap();
        let found: Vec<_> = metadata.published_libraries().collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].library().unwrap(), "a_b");
        assert_eq!(found[0].file_name(), "a-b.txt");
    }
}
