//! Texts with code in them: what stands between backticks.

/// A stretch of a text.
#[derive(Debug, PartialEq)]
pub(super) enum Stretch<'a> {
    Words(&'a str),
    Code(&'a str),
}

/// The stretches of a text. A backtick without its fellow is a character like any.
pub(super) fn stretches(text: &str) -> Vec<Stretch<'_>> {
    let mut stretches = Vec::new();
    let mut rest = text;
    while let Some((words, after)) = rest.split_once('`') {
        let Some((code, after)) = after.split_once('`') else {
            break;
        };
        if !words.is_empty() {
            stretches.push(Stretch::Words(words));
        }
        stretches.push(Stretch::Code(code));
        rest = after;
    }
    if !rest.is_empty() {
        stretches.push(Stretch::Words(rest));
    }
    stretches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_stands_between_backticks() {
        use Stretch::{Code, Words};
        assert_eq!(stretches("a `b` c"), [Words("a "), Code("b"), Words(" c")]);
        assert_eq!(stretches("`b`"), [Code("b")]);
        assert_eq!(stretches("a ` b"), [Words("a ` b")]);
        assert_eq!(stretches(""), []);
    }
}
