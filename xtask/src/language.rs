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
const ZH: [(&str, &str); 6] = [
    ("common.txt", include_str!("language/zh/common.txt")),
    ("gongzhu.txt", include_str!("language/zh/gongzhu.txt")),
    ("oldmaid.txt", include_str!("language/zh/oldmaid.txt")),
    ("hearts.txt", include_str!("language/zh/hearts.txt")),
    ("guandan.txt", include_str!("language/zh/guandan.txt")),
    ("page.txt", include_str!("language/zh/page.txt")),
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
mod tests;
