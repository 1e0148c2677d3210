//! Writing cards as text.

use core::fmt;

use crate::{CardSet, Rank, RankSet, Suit};

/// How cards are written. In serde, `ascii`, `symbols` or `chinese`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Notation {
    /// Letters alone: `SQ`, and hands as `S:AQ4 H:KT5 D: C:2`.
    Ascii,
    /// Suit symbols: `♠Q`, and hands as `♠AQ4 ♥KT5 ♦- ♣2`. What `Display` uses.
    #[default]
    Symbols,
    /// Chinese suit names: `黑桃Q`, and hands as `黑桃AQ4 红桃K105 方块- 梅花2`. The
    /// ten is `10`.
    Chinese,
}

/// Writes with the width and the alignment that a format string asks for, as in
/// `{card:>4}`, counted in characters.
pub(crate) fn padded(
    f: &mut fmt::Formatter<'_>,
    write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result,
) -> fmt::Result {
    if f.width().is_none() && f.precision().is_none() {
        return write(f);
    }
    let mut buffer = Buffer {
        bytes: [0; Buffer::LONGEST],
        len: 0,
    };
    write(&mut buffer)?;
    f.pad(core::str::from_utf8(&buffer.bytes[..buffer.len]).map_err(|_| fmt::Error)?)
}

/// Room for the longest text that is padded, a whole pack in Chinese.
struct Buffer {
    bytes: [u8; Buffer::LONGEST],
    len: usize,
}

impl Buffer {
    const LONGEST: usize = 96;
}

impl fmt::Write for Buffer {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len + text.len();
        let room = self.bytes.get_mut(self.len..end).ok_or(fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

pub(crate) fn write_suit(f: &mut dyn fmt::Write, suit: Suit, notation: Notation) -> fmt::Result {
    match notation {
        Notation::Ascii => f.write_char(suit.char()),
        Notation::Symbols => f.write_char(suit.symbol()),
        Notation::Chinese => f.write_str(suit.chinese()),
    }
}

pub(crate) fn write_rank(f: &mut dyn fmt::Write, rank: Rank, notation: Notation) -> fmt::Result {
    match (notation, rank) {
        (Notation::Chinese, Rank::Ten) => f.write_str("10"),
        _ => f.write_char(rank.char()),
    }
}

pub(crate) fn write_ranks(
    f: &mut dyn fmt::Write,
    ranks: RankSet,
    notation: Notation,
) -> fmt::Result {
    if ranks.is_empty() && notation != Notation::Ascii {
        return f.write_char('-');
    }
    ranks
        .iter()
        .rev()
        .try_for_each(|rank| write_rank(f, rank, notation))
}

/// Writes the suits from spades down to clubs, each with its ranks from the ace
/// down.
pub(crate) fn write_set(f: &mut dyn fmt::Write, cards: CardSet, notation: Notation) -> fmt::Result {
    for suit in Suit::ALL.into_iter().rev() {
        if suit != Suit::Spades {
            f.write_char(' ')?;
        }
        write_suit(f, suit, notation)?;
        if notation == Notation::Ascii {
            f.write_char(':')?;
        }
        write_ranks(f, cards.suit(suit), notation)?;
    }
    Ok(())
}
