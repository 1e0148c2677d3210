//! The languages of reports. Experiments are written in English; another
//! language is a catalogue that has a text for each English one.

mod catalogue;

use std::borrow::Cow;
use std::sync::LazyLock;

use clap::ValueEnum;

use self::catalogue::Catalogue;

/// The language of labels and texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Chinese, in simplified characters.
    Zh,
}

/// The Chinese texts, by what they are of: a name and what the file holds.
const ZH: [(&str, &str); 5] = [
    ("common.txt", include_str!("language/zh/common.txt")),
    ("gongzhu.txt", include_str!("language/zh/gongzhu.txt")),
    ("oldmaid.txt", include_str!("language/zh/oldmaid.txt")),
    ("hearts.txt", include_str!("language/zh/hearts.txt")),
    ("guandan.txt", include_str!("language/zh/guandan.txt")),
];

/// A test sees to it that nothing of the files is refused.
static CHINESE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::read(&ZH).0);

impl Language {
    /// What an English text is in this language; the text itself where nobody has
    /// translated it.
    #[must_use]
    pub fn text(self, english: &str) -> Cow<'_, str> {
        match self {
            Language::En => Cow::Borrowed(english),
            Language::Zh => CHINESE.text(english),
        }
    }

    /// Whether the text is the same in this language or has been translated.
    #[must_use]
    pub fn knows(self, english: &str) -> bool {
        match self {
            Language::En => true,
            Language::Zh => CHINESE.knows(english),
        }
    }

    /// A name and what it stands for, both in English, as `trials: 200`.
    #[must_use]
    pub fn labelled(self, name: &str, value: &str) -> String {
        let (name, value) = (self.text(name), self.text(value));
        match self {
            Language::En => format!("{name}: {value}"),
            Language::Zh => format!("{name}：{value}"),
        }
    }

    /// A name and its unit, both in English, as `mean difference (points)`; a plain
    /// number has an empty unit.
    #[must_use]
    pub fn with_unit(self, name: &str, unit: &str) -> String {
        let name = self.text(name);
        match self {
            _ if unit.is_empty() => name.into_owned(),
            Language::En => format!("{name} ({unit})"),
            Language::Zh => format!("{name}（{}）", self.text(unit)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn the_catalogue_is_well_formed() {
        let (_, refused) = Catalogue::read(&ZH);
        assert!(refused.is_empty(), "{}", refused.join("\n"));
    }

    /// An entry for what no experiment says any more is found: the parts of its
    /// English text between its holes stand in the sources or in the snapshots of
    /// quick reports.
    #[test]
    fn the_catalogue_holds_nothing_that_is_not_said() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut said = String::new();
        for (below, ending) in [("src", "rs"), ("tests/snapshots", "snap")] {
            read_all(&folder.join(below), ending, &mut said);
        }
        let (catalogue, _) = Catalogue::read(&ZH);
        let stale: Vec<_> = catalogue
            .said()
            .filter(|part| !said.contains(part))
            .collect();
        assert!(stale.is_empty(), "{}", stale.join("\n"));
    }

    /// The texts of a folder's files, in which a Rust string that goes on in the
    /// next line is one line. Chinese snapshots would say anything that is English
    /// still, so they are left out.
    fn read_all(folder: &Path, ending: &str, texts: &mut String) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                read_all(&path, ending, texts);
            } else if name.ends_with(ending) && !name.starts_with("snapshots__chinese") {
                let text = fs::read_to_string(&path).unwrap();
                for (place, piece) in text.split("\\\n").enumerate() {
                    texts.push_str(if place == 0 {
                        piece
                    } else {
                        piece.trim_start()
                    });
                }
                texts.push('\n');
            }
        }
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
}
