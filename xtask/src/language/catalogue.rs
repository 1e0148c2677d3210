//! Catalogues of translations, keyed by the English text.
//!
//! A file holds entries of two lines, the English text and below it the
//! translation. Empty lines and lines that begin with `#` stand between entries.
//! `{1}`, `{2}` … are holes: in the English text each stands for one character or
//! more that was formatted in, `{#1}` for a number alone, and the translation says
//! by `{1}` where what was found goes, translated in turn if there is an entry for
//! it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// English texts and their translations.
#[derive(Debug, Default)]
pub(super) struct Catalogue {
    /// Those without holes.
    plain: HashMap<&'static str, &'static str>,
    /// Those with holes, the one with the most other characters first.
    templates: Vec<Template>,
}

/// An English text with holes, and its translation.
#[derive(Debug)]
struct Template {
    english: &'static str,
    /// What stands before the first hole, between them, and behind the last one.
    literals: Vec<&'static str>,
    /// Which holes stand for a number.
    numbers: Vec<bool>,
    translation: Vec<Piece>,
}

/// A part of a translation.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Piece {
    Literal(&'static str),
    /// What was found in this hole, counted from 0.
    Hole(usize),
    /// A hole that stands for a number.
    Number(usize),
}

impl Catalogue {
    /// Reads files, given by name and contents, and says what is wrong with the
    /// entries that it leaves out.
    pub(super) fn read(files: &[(&str, &'static str)]) -> (Catalogue, Vec<String>) {
        let mut catalogue = Catalogue::default();
        let mut refused = Vec::new();
        for (file, contents) in files {
            let mut lines = (1..).zip(contents.lines());
            while let Some((number, english)) = lines.next() {
                if english.is_empty() || english.starts_with('#') {
                    continue;
                }
                let translation = lines.next().map_or("", |(_, line)| line);
                if let Err(fault) = catalogue.add(english, translation) {
                    refused.push(format!("{file}, line {number}: {fault}: {english}"));
                }
            }
        }
        // Of templates that fit a text, the one that says most of it is meant.
        catalogue.templates.sort_by_key(|template| {
            let said: usize = template.literals.iter().map(|part| part.len()).sum();
            (usize::MAX - said, template.english)
        });
        (catalogue, refused)
    }

    fn add(&mut self, english: &'static str, translation: &'static str) -> Result<(), String> {
        for text in [english, translation] {
            if text.trim() != text {
                return Err("there are spaces at an end".to_owned());
            }
        }
        if translation.is_empty() || translation.starts_with('#') {
            return Err("it has no translation below it".to_owned());
        }
        let pieces = pieces(english)?;
        if pieces
            .iter()
            .all(|piece| matches!(piece, Piece::Literal(_)))
        {
            self::pieces(translation).and_then(|pieces| holes(&pieces, 0))?;
            return match self.plain.entry(english) {
                Entry::Occupied(_) => Err("it stands here a second time".to_owned()),
                Entry::Vacant(entry) => {
                    entry.insert(translation);
                    Ok(())
                }
            };
        }
        let template = Template::new(english, &pieces, translation)?;
        if self
            .templates
            .iter()
            .any(|other| other.literals == template.literals)
        {
            return Err("it stands here a second time".to_owned());
        }
        self.templates.push(template);
        Ok(())
    }

    /// The translation of a text, or the text itself.
    pub(super) fn text<'a>(&self, english: &'a str) -> Cow<'a, str> {
        self.translation(english).unwrap_or(Cow::Borrowed(english))
    }

    /// Whether there is a translation of a text, or no word in it: a formula and the
    /// name of a card are the same in every language.
    pub(super) fn knows(&self, english: &str) -> bool {
        let letters = |pair: &[u8]| pair.iter().all(u8::is_ascii_alphabetic);
        let words = english.as_bytes().windows(2).any(letters);
        !words || self.translation(english).is_some()
    }

    /// The English texts without holes.
    #[cfg(test)]
    pub(super) fn whole(&self) -> impl Iterator<Item = &'static str> {
        self.plain.keys().copied()
    }

    /// The parts of the others, between their holes.
    #[cfg(test)]
    pub(super) fn parts(&self) -> impl Iterator<Item = &'static str> {
        let templates = self.templates.iter();
        templates.flat_map(|template| template.literals.iter().copied())
    }

    fn translation(&self, english: &str) -> Option<Cow<'static, str>> {
        if !english.contains(char::is_alphabetic) {
            return None;
        }
        // An indented name in a table.
        if let Some(rest) = english.strip_prefix(' ') {
            return Some(Cow::Owned(format!(" {}", self.translation(rest)?)));
        }
        if let Some(translation) = self.plain.get(english) {
            return Some(Cow::Borrowed(translation));
        }
        let (template, found) = self
            .templates
            .iter()
            .find_map(|template| Some((template, template.find(english)?)))?;
        // What was found is shorter than the text, so this comes to an end.
        let whole = template.translation.iter().map(|piece| match *piece {
            Piece::Literal(text) => Cow::Borrowed(text),
            Piece::Hole(hole) | Piece::Number(hole) => self.text(found[hole]),
        });
        Some(Cow::Owned(whole.collect()))
    }
}

impl Template {
    fn new(
        english: &'static str,
        pieces: &[Piece],
        translation: &'static str,
    ) -> Result<Template, String> {
        let mut literals = vec![""];
        let mut numbers = Vec::new();
        let mut behind_hole = false;
        for piece in pieces {
            let hole = match *piece {
                Piece::Literal(text) => {
                    *literals.last_mut().unwrap_or(&mut "") = text;
                    behind_hole = false;
                    continue;
                }
                Piece::Hole(hole) | Piece::Number(hole) => hole,
            };
            if behind_hole {
                return Err("two holes touch".to_owned());
            }
            if hole != numbers.len() {
                return Err("its holes are not {1}, {2} … in order".to_owned());
            }
            literals.push("");
            numbers.push(matches!(piece, Piece::Number(_)));
            behind_hole = true;
        }
        if literals.iter().all(|part| part.trim().is_empty()) {
            return Err("it fits every text".to_owned());
        }
        let translation = self::pieces(translation)?;
        holes(&translation, numbers.len())?;
        Ok(Template {
            english,
            literals,
            numbers,
            translation,
        })
    }

    /// What stands in the holes if the text is this one: each hole is as short as
    /// it can be, from left to right, which finds a way wherever there is one, and
    /// never goes back.
    fn find<'a>(&self, text: &'a str) -> Option<Vec<&'a str>> {
        let (first, others) = self.literals.split_first()?;
        let (last, middle) = others.split_last()?;
        let mut rest = text.strip_prefix(first)?.strip_suffix(last)?;
        let mut found = Vec::with_capacity(others.len());
        for literal in middle {
            let least = rest.chars().next()?.len_utf8();
            let length = least + rest[least..].find(literal)?;
            found.push(&rest[..length]);
            rest = &rest[length + literal.len()..];
        }
        found.push(rest);
        let mut holes = self.numbers.iter().zip(&found);
        holes
            .all(|(number, piece)| !piece.is_empty() && (!number || is_number(piece)))
            .then_some(found)
    }
}

/// Whether a text is one number.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '−']).unwrap_or(text);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| matches!(c, '0'..='9' | '.' | ','))
}

/// Takes a text apart at its holes.
fn pieces(text: &'static str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((before, from)) = rest.split_once('{') {
        let (number, after) = from.split_once('}').ok_or("a hole is not closed")?;
        let hole = match number.as_bytes() {
            [digit @ b'1'..=b'9'] => Piece::Hole(usize::from(digit - b'1')),
            [b'#', digit @ b'1'..=b'9'] => Piece::Number(usize::from(digit - b'1')),
            _ => return Err(format!("'{{{number}}}' is no hole of {{1}} to {{9}}")),
        };
        if !before.is_empty() {
            pieces.push(Piece::Literal(before));
        }
        pieces.push(hole);
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Literal(rest));
    }
    Ok(pieces)
}

/// Checks that a translation has the holes of the English text, each once or more.
fn holes(translation: &[Piece], count: usize) -> Result<(), String> {
    if translation
        .iter()
        .any(|piece| matches!(piece, Piece::Number(_)))
    {
        return Err("the translation has {#…}, where {…} is enough".to_owned());
    }
    let has = |hole| translation.contains(&Piece::Hole(hole));
    if let Some(missing) = (0..count).find(|&hole| !has(hole)) {
        return Err(format!("the translation lacks {{{}}}", missing + 1));
    }
    match (count..9).find(|&hole| has(hole)) {
        Some(other) => Err(format!("the translation has {{{}}} besides", other + 1)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(contents: &'static str) -> (Catalogue, Vec<String>) {
        Catalogue::read(&[("test.txt", contents)])
    }

    #[test]
    fn holes_are_filled_in_the_order_of_the_translation() {
        let (catalogue, refused) = read(
            "# a comment\n\npoints\nPUNKTE\n\n{1} of {2}\n{2}: {1}\n\
             {1} of {2} hold\n{2} / {1} halten\nmean {1}\nMITTEL {1}, {1}\n\
             {#1} to {#2}\n{1} bis {2}\n",
        );
        assert_eq!(refused, [""; 0]);
        for (english, translation) in [
            ("points", "PUNKTE"),
            ("3 of 4", "4: 3"),
            ("3 of 4 hold", "4 / 3 halten"),
            ("3 of points", "PUNKTE: 3"),
            ("mean points", "MITTEL PUNKTE, PUNKTE"),
            ("mean 1 of 2", "MITTEL 2: 1, 2: 1"),
            // A hole is as short as it can be, and never empty.
            ("1 of 2 of 3", "3: 2: 1"),
            ("3 of ", "3 of "),
            ("mean ", "mean "),
            ("-3 to 4.5", "-3 bis 4.5"),
            ("none to 4", "none to 4"),
            ("none", "none"),
            // What is indented stays so.
            ("  3 of 4", "  4: 3"),
            ("1.5", "1.5"),
        ] {
            assert_eq!(catalogue.text(english), translation, "{english}");
        }
        assert!(catalogue.knows("mean 3") && catalogue.knows("3.5 %"));
        assert!(catalogue.knows("♣Q") && catalogue.knows("C(2n, n)"));
        assert!(!catalogue.knows("none") && !catalogue.knows("mean "));
    }

    /// Many holes and a text that almost fits: one pass finds out.
    #[test]
    fn a_text_that_does_not_fit_is_found_out_quickly() {
        let (catalogue, refused) =
            read("{1}a{2}a{3}a{4}a{5}a{6}a{7}a{8}a{9}b\n{1}{2}{3}{4}{5}{6}{7}{8}{9}\n");
        assert_eq!(refused, [""; 0]);
        let text = "a".repeat(20_000);
        assert_eq!(catalogue.text(&text), text);
    }

    #[test]
    fn malformed_entries_are_refused_by_line_and_fault() {
        for (contents, fault) in [
            ("\none\n", "line 2: it has no translation below it: one"),
            ("one\n\n", "no translation"),
            ("one\n# two\n", "no translation"),
            (
                "one\neins\none\nein\n",
                "line 3: it stands here a second time",
            ),
            ("a {1}\nb {1}\na {1}\nc {1}\n", "a second time"),
            ("one {1}\neins\n", "the translation lacks {1}"),
            ("one\neins {1}\n", "the translation has {1} besides"),
            ("one {2}\neins {2}\n", "not {1}, {2} … in order"),
            ("{1}{2}\n{1}{2}\n", "two holes touch"),
            ("{1} {2}\n{1} {2}\n", "fits every text"),
            ("one {#1}\neins {#1}\n", "{…} is enough"),
            ("one {x}\neins {x}\n", "'{x}' is no hole"),
            ("one {1\neins {1}\n", "not closed"),
            ("one \neins\n", "spaces at an end"),
        ] {
            let (_, refused) = read(contents);
            assert_eq!(refused.len(), 1, "{contents}: {refused:?}");
            assert!(refused[0].contains(fault), "{contents}: {refused:?}");
        }
    }
}
