//! Names the version of the program by the sources that its results depend on,
//! so that shards of two versions are told apart even where no release lies
//! between them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for name in ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml"] {
        files.push(root.join(name));
    }
    for package in packages(&root)? {
        files.push(package.join("Cargo.toml"));
        add_files(&package.join("src"), &mut files)?;
    }
    // No result depends on the language of a report.
    files.retain(|file| !file.starts_with(root.join("xtask/src/language")));
    let mut named = Vec::new();
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        named.push((name_of(&root, &file), fs::read(&file)?));
    }
    // New files are noticed too.
    println!("cargo::rerun-if-changed={}", root.join("crates").display());
    println!("cargo::rerun-if-changed=src");
    named.sort();

    let mut digest = Sha256::new();
    for (name, contents) in named {
        for part in [name.as_bytes(), &contents] {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        }
    }
    let digest: String = digest.finalize()[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    println!("cargo::rustc-env=XTASK_SOURCES={digest}");
    Ok(())
}

/// The folders of the packages whose code the results depend on.
fn packages(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut packages = vec![root.join("xtask")];
    for entry in fs::read_dir(root.join("crates"))? {
        let path = entry?.path();
        // The program `cards` runs no experiment.
        if path.join("Cargo.toml").exists() && !path.ends_with("cards-cli") {
            packages.push(path);
        }
    }
    Ok(packages)
}

fn add_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            add_files(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// A file's name within the workspace, the same on every system.
fn name_of(root: &Path, file: &Path) -> String {
    let parts = file.strip_prefix(root).unwrap_or(file).iter();
    let parts: Vec<_> = parts.map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}
