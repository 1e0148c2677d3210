use core::fmt;

use crate::AnyCard;
use crate::text::is_separator;

/// Why a text is no card, rank, suit, joker or set of them.
///
/// Positions count characters from 1. The message names what was read, where,
/// and what was expected:
///
/// ```
/// use cards_core::Card;
///
/// let error = "♠1".parse::<Card>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "expected a rank (A K Q J T 9 8 7 6 5 4 3 2, or 10 for T) at character 2, found '1'",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseError {
    /// Something else stands where a token is due.
    Unexpected {
        /// What is due there.
        expected: Expected,
        /// What stands there; `None` at the end of the text.
        found: Option<Excerpt>,
        /// Where, counted in characters from 1.
        position: usize,
    },
    /// A set holds each card once, and this one stands in the text again.
    Repeated {
        /// The card.
        card: AnyCard,
        /// Where it stands again, counted in characters from 1.
        position: usize,
    },
}

/// What a parser expected to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// A suit alone.
    Suit,
    /// A rank alone.
    Rank,
    /// A rank that a set of ranks does not hold yet.
    OtherRank,
    /// A joker.
    Joker,
    /// A card of the 52, no joker.
    Card,
    /// A card or a joker.
    AnyCard,
    /// The end of the text.
    End,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Suit => "a suit (♠ ♥ ♦ ♣, S H D C or 黑桃 红桃 方块 梅花)",
            Expected::Rank => "a rank (A K Q J T 9 8 7 6 5 4 3 2, or 10 for T)",
            Expected::OtherRank => "a rank that has not been named yet",
            Expected::Joker => "a joker (小王 or SB, 大王 or HR)",
            Expected::Card => "a card such as ♠Q, SQ, QS or 黑桃Q",
            Expected::AnyCard => "a card such as ♠Q, SQ, QS or 黑桃Q, or a joker (小王, 大王)",
            Expected::End => "nothing more",
        })
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Unexpected {
                expected,
                found,
                position,
            } => {
                write!(f, "expected {expected} at character {position}, found ")?;
                match found {
                    Some(excerpt) => write!(f, "'{excerpt}'"),
                    None => f.write_str("the end of the text"),
                }
            }
            ParseError::Repeated { card, position } => {
                write!(
                    f,
                    "{card} stands in the text again at character {position}; a set holds each card once"
                )
            }
        }
    }
}

impl core::error::Error for ParseError {}

/// The first characters of a text that could not be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Excerpt {
    chars: [char; Excerpt::LONGEST],
    len: u8,
    cut: bool,
}

impl Excerpt {
    const LONGEST: usize = 8;

    /// The word at the start of a text: up to the next white space or comma,
    /// cut where it gets long. `None` for an empty text.
    pub(crate) fn of(text: &str) -> Option<Excerpt> {
        let first = text.chars().next()?;
        let mut excerpt = Excerpt {
            chars: [first; Excerpt::LONGEST],
            len: 1,
            cut: false,
        };
        for c in text.chars().skip(1) {
            if is_separator(c) {
                break;
            }
            if usize::from(excerpt.len) == Excerpt::LONGEST {
                excerpt.cut = true;
                break;
            }
            excerpt.chars[usize::from(excerpt.len)] = c;
            excerpt.len += 1;
        }
        Some(excerpt)
    }
}

/// Characters that would break the line or turn its direction are escaped.
impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in &self.chars[..usize::from(self.len)] {
            if c.is_control() || matches!(c, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}') {
                write!(f, "{}", c.escape_default())?;
            } else {
                write!(f, "{c}")?;
            }
        }
        f.write_str(if self.cut { "…" } else { "" })
    }
}

impl fmt::Debug for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Excerpt({self})")
    }
}
