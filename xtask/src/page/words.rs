//! How much room text takes. No font is looked at, since the reader's is not
//! known: the widths are those of a wide sans-serif face, so that what fits here
//! fits there.

use unicode_width::UnicodeWidthChar;

/// The width of a text in a font of this size, in the same unit.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(em).sum::<f64>() * size
}

/// The width of a character in ems.
fn em(c: char) -> f64 {
    match c {
        ' ' | '!' | '\'' | ',' | '.' | ':' | ';' | 'i' | 'j' | 'l' | '|' | 'I' => 0.34,
        '(' | ')' | '[' | ']' | '-' | '/' | 'f' | 'r' | 't' => 0.42,
        'm' | 'w' | 'M' | 'W' | '%' | '—' | '…' => 1.0,
        'A'..='Z' | '=' | '+' | '−' | '±' | '<' | '>' => 0.82,
        _ => match c.width() {
            Some(2) => 1.0,
            Some(0) | None => 0.0,
            Some(_) => 0.65,
        },
    }
}

/// The text in lines of no more than this width, if its words allow it.
pub(super) fn wrap(text: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for piece in pieces(text) {
        let longer = format!("{line}{piece}");
        if !line.is_empty() && width(longer.trim_end(), size) > most {
            lines.push(line.trim_end().to_owned());
            line = piece.to_owned();
        } else {
            line = longer;
        }
    }
    lines.push(line.trim_end().to_owned());
    lines
}

/// What a line may be broken between, each with the space after it.
fn pieces(text: &str) -> Vec<&str> {
    let mut start = 0;
    let ends = unicode_linebreak::linebreaks(text).map(|(end, _)| end);
    ends.map(|end| &text[std::mem::replace(&mut start, end)..end])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_an_em() {
        assert_eq!(width("掼蛋", 10.0), 20.0);
        assert!(width("ill", 10.0) < width("mow", 10.0));
        assert_eq!(width("", 10.0), 0.0);
    }

    #[test]
    fn lines_break_between_words_and_between_wide_characters() {
        assert_eq!(wrap("one two three", 10.0, 50.0), ["one two", "three"]);
        assert_eq!(wrap("indivisible", 10.0, 5.0), ["indivisible"]);
        assert_eq!(wrap("红心大战", 10.0, 20.0), ["红心", "大战"]);
        // No line begins with a closing mark or ends with an opening one.
        assert_eq!(wrap("红心，大战", 10.0, 20.0), ["红", "心，", "大战"]);
        assert_eq!(wrap("红心（大）", 10.0, 30.0), ["红心", "（大）"]);
        assert_eq!(wrap("", 10.0, 30.0), [""]);
    }
}
