use core::fmt;

use crate::notation::Notation;

/// One of the pack's two jokers.
///
/// `Ord` is the order of every game that tells them apart: the small one is
/// lower than the big one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Joker {
    /// The black one, 小王.
    Small,
    /// The coloured one, 大王.
    Big,
}

impl Joker {
    /// Both jokers, the small one first.
    pub const ALL: [Joker; 2] = [Joker::Small, Joker::Big];

    /// The position in [`Joker::ALL`], 0 or 1.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The joker at a position of [`Joker::ALL`], or `None` from 2 on.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Joker> {
        match index {
            0 => Some(Joker::Small),
            1 => Some(Joker::Big),
            _ => None,
        }
    }

    /// The two-letter name: `SB` (the small one, black) or `HR` (the big one,
    /// red), as the Guandan platforms write them. No card's name is one of these.
    #[must_use]
    pub const fn ascii(self) -> &'static str {
        match self {
            Joker::Small => "SB",
            Joker::Big => "HR",
        }
    }

    /// The Chinese name: 小王 or 大王.
    #[must_use]
    pub const fn chinese(self) -> &'static str {
        match self {
            Joker::Small => "小王",
            Joker::Big => "大王",
        }
    }

    /// The joker written in a notation. [`Notation::Symbols`] has no symbol
    /// that fonts show reliably, so it writes the Chinese name, as
    /// `to_string()` does.
    #[must_use]
    pub const fn display(self, notation: Notation) -> JokerDisplay {
        JokerDisplay {
            joker: self,
            notation,
        }
    }
}

/// A joker in one [`Notation`], as [`Joker::display`] returns it.
#[derive(Clone, Copy, Debug)]
pub struct JokerDisplay {
    joker: Joker,
    notation: Notation,
}

impl fmt::Display for JokerDisplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.notation {
            Notation::Ascii => self.joker.ascii(),
            Notation::Symbols | Notation::Chinese => self.joker.chinese(),
        })
    }
}

impl fmt::Display for Joker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.display(Notation::Symbols).fmt(f)
    }
}
