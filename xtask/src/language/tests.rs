//! The catalogue against what the experiments say.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::*;

#[test]
fn the_catalogue_is_well_formed() {
    let (_, refused) = Catalogue::read(&ZH);
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

/// An entry for what no experiment says any more is found: its English text ends
/// a string of the sources or of the snapshots of quick reports; of one with
/// holes the parts between them stand there somewhere.
#[test]
fn the_catalogue_holds_nothing_that_is_not_said() {
    let mut said = texts("src", "rs");
    said.extend(texts("tests/snapshots", "snap"));
    let said = said.join("\n");
    let (catalogue, _) = Catalogue::read(&ZH);
    let whole = catalogue.whole().map(|text| format!("{text}\""));
    let stale: Vec<_> = whole
        .chain(catalogue.parts().map(str::to_owned))
        .filter(|part| !said.contains(part))
        .collect();
    assert!(stale.is_empty(), "{}", stale.join("\n"));
}

/// Whatever an experiment may say has a Chinese text, on every branch, those of
/// whole runs and of the feature `rival` among them: the tests of quick reports
/// see the rest, such as what names are put together of.
#[test]
fn every_text_in_the_sources_is_translated() {
    // Promises of other crates, were they broken.
    let not_said = ["player 0 is there", "'1' is no card"];
    let mut missing = BTreeSet::new();
    let mut count = 0;
    for source in texts("src/experiments", "rs") {
        for text in sentences(&source) {
            count += 1;
            if !Language::Zh.knows(&text) && !not_said.contains(&text.as_str()) {
                missing.insert(text);
            }
        }
    }
    assert!(count > 500, "{count} texts are too few to be all");
    let missing: Vec<_> = missing.into_iter().collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The strings of a source that hold words, but for what a panic says; a number
/// stands for what is formatted in.
fn sentences(source: &str) -> Vec<String> {
    let code: Vec<_> = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let code = code.join("\n").replace("\\\"", "'").replace("'\"'", "");
    let mut sentences = Vec::new();
    let mut parts = code.split('"');
    while let (Some(before), Some(text)) = (parts.next(), parts.next()) {
        if before.ends_with("expect(") || !text.contains(' ') {
            continue;
        }
        let mut whole = String::new();
        for (place, piece) in text.split('{').enumerate() {
            match piece.split_once('}').filter(|_| place > 0) {
                Some((_, rest)) => whole.extend(["1", rest]),
                None => whole.push_str(piece),
            }
        }
        sentences.push(whole);
    }
    sentences
}

/// The texts of the files of a folder whose names end so; a string of Rust that
/// goes on in the next line is one line. Chinese snapshots would hold anything
/// that is English still, so they are left out.
fn texts(folder: &str, ending: &str) -> Vec<String> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(ending) && !name.starts_with("snapshots__chinese") {
                let text = fs::read_to_string(&path).unwrap();
                let lines: Vec<_> = text.split("\\\n").map(str::trim_start).collect();
                texts.push(lines.concat());
            }
        }
    }
    texts
}

#[test]
fn labels_have_the_punctuation_of_their_language() {
    assert_eq!(Language::En.labelled("trials", "200"), "trials: 200");
    assert_eq!(Language::Zh.labelled("trials", "200"), "试验次数：200");
    assert_eq!(Language::En.with_unit("deals", "%"), "deals (%)");
    assert_eq!(Language::Zh.with_unit("measured", "points"), "实测（分）");
    assert_eq!(Language::Zh.with_unit("measured", ""), "实测");
}

#[test]
fn what_nobody_has_translated_stays_english() {
    let text = "nobody translates this sentence of a test";
    assert_eq!(Language::Zh.text(text), text);
    assert!(!Language::Zh.knows(text) && Language::En.knows(text));
}
