use core::cmp::Ordering;
use core::fmt;
use core::iter::FusedIterator;

use crate::bit_set::impl_bit_set;
use crate::notation::{Notation, padded, write_rank, write_ranks};

/// One of the thirteen ranks.
///
/// `Ord` is ace-high, the order that most games use; a game whose ace is low
/// compares by [`RankOrder::AceLow`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// Every rank, from the two up to the ace.
    pub const ALL: [Rank; 13] = [
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];

    /// How many ranks there are.
    pub const COUNT: usize = Rank::ALL.len();

    /// The position in [`Rank::ALL`]: 0 for the two, 12 for the ace.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank at a position of [`Rank::ALL`], or `None` from 13 on.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Rank> {
        if index < Rank::COUNT {
            Some(Rank::ALL[index])
        } else {
            None
        }
    }

    /// The one-letter name: `2` to `9`, `T`, `J`, `Q`, `K`, `A`.
    #[must_use]
    pub const fn char(self) -> char {
        match self {
            Rank::Two => '2',
            Rank::Three => '3',
            Rank::Four => '4',
            Rank::Five => '5',
            Rank::Six => '6',
            Rank::Seven => '7',
            Rank::Eight => '8',
            Rank::Nine => '9',
            Rank::Ten => 'T',
            Rank::Jack => 'J',
            Rank::Queen => 'Q',
            Rank::King => 'K',
            Rank::Ace => 'A',
        }
    }

    /// The rank that a letter (either case) or digit names, or `None`.
    /// The ten in two characters, `10`, is read by the `FromStr` of the rank.
    #[must_use]
    pub const fn from_char(c: char) -> Option<Rank> {
        match c {
            '2' => Some(Rank::Two),
            '3' => Some(Rank::Three),
            '4' => Some(Rank::Four),
            '5' => Some(Rank::Five),
            '6' => Some(Rank::Six),
            '7' => Some(Rank::Seven),
            '8' => Some(Rank::Eight),
            '9' => Some(Rank::Nine),
            'T' | 't' => Some(Rank::Ten),
            'J' | 'j' => Some(Rank::Jack),
            'Q' | 'q' => Some(Rank::Queen),
            'K' | 'k' => Some(Rank::King),
            'A' | 'a' => Some(Rank::Ace),
            _ => None,
        }
    }

    /// The rank written in a notation; `to_string()` uses [`Notation::Symbols`].
    #[must_use]
    pub const fn display(self, notation: Notation) -> RankDisplay {
        RankDisplay {
            rank: self,
            notation,
        }
    }
}

/// A rank in one [`Notation`], as [`Rank::display`] returns it.
#[derive(Clone, Copy, Debug)]
pub struct RankDisplay {
    rank: Rank,
    notation: Notation,
}

impl fmt::Display for RankDisplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        padded(f, |f| write_rank(f, self.rank, self.notation))
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.display(Notation::Symbols).fmt(f)
    }
}

/// How a game ranks its ace. In serde, `ace-high` or `ace-low`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum RankOrder {
    /// 2 < 3 < … < K < A.
    #[default]
    AceHigh,
    /// A < 2 < 3 < … < K.
    AceLow,
}

impl RankOrder {
    /// The place of a rank in this order, 0 for the lowest, 12 for the highest.
    #[must_use]
    pub const fn place(self, rank: Rank) -> usize {
        match self {
            RankOrder::AceHigh => rank.index(),
            RankOrder::AceLow => (rank.index() + 1) % Rank::COUNT,
        }
    }

    /// The rank at a place of this order, or `None` from 13 on.
    #[must_use]
    pub const fn rank_at(self, place: usize) -> Option<Rank> {
        if place >= Rank::COUNT {
            return None;
        }
        match self {
            RankOrder::AceHigh => Rank::from_index(place),
            RankOrder::AceLow => Rank::from_index((place + Rank::COUNT - 1) % Rank::COUNT),
        }
    }

    /// Compares two ranks in this order.
    #[must_use]
    pub fn compare(self, a: Rank, b: Rank) -> Ordering {
        self.place(a).cmp(&self.place(b))
    }

    /// Whether `a` is the higher of two different ranks.
    #[must_use]
    pub const fn is_higher(self, a: Rank, b: Rank) -> bool {
        self.place(a) > self.place(b)
    }
}

/// A set of ranks.
///
/// # Layout
/// Bit `rank.index() + 1` of a `u16` is the rank: the two is bit 1, the ace bit
/// 13. Bit 0 is never set; it is where [`RankSet::lane`] puts the ace of a game
/// in which the ace is low. Bits 14 and 15 are never set. This layout is part
/// of the interface and is one suit's lane of a [`CardSet`](crate::CardSet).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct RankSet(u16);

const ACE_BIT: u32 = Rank::Ace as u32 + 1;

const _: () = {
    assert!(RankSet::of(Rank::Two).bits() == 1 << 1);
    assert!(RankSet::of(Rank::Ace).bits() == 1 << 13);
    assert!(RankSet::FULL.bits() == 0b0011_1111_1111_1110);
};

impl RankSet {
    /// No rank.
    pub const EMPTY: RankSet = RankSet(0);

    /// All thirteen ranks.
    pub const FULL: RankSet = RankSet(0x3FFE);

    /// The set of one rank.
    #[must_use]
    pub const fn of(rank: Rank) -> RankSet {
        RankSet(2 << rank as u32)
    }

    /// The set with these bits, or `None` if a bit stands for no rank.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<RankSet> {
        if bits & !RankSet::FULL.0 == 0 {
            Some(RankSet(bits))
        } else {
            None
        }
    }

    /// The set with these bits; bits that stand for no rank are dropped.
    #[must_use]
    pub const fn from_bits_truncate(bits: u16) -> RankSet {
        RankSet(bits & RankSet::FULL.0)
    }

    /// The bits, laid out as the type's documentation says.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The bits with the ace where an order wants it: bit 13 ace-high, bit 0
    /// ace-low. A higher bit is then a higher rank, and neighbouring ranks are
    /// neighbouring bits.
    #[must_use]
    pub const fn lane(self, order: RankOrder) -> u16 {
        match order {
            RankOrder::AceHigh => self.0,
            RankOrder::AceLow => (self.0 & !(1 << ACE_BIT)) | (self.0 >> ACE_BIT),
        }
    }

    /// The set whose [`RankSet::lane`] in an order this is, or `None` if a bit
    /// stands for no rank in that order.
    #[must_use]
    pub const fn from_lane(lane: u16, order: RankOrder) -> Option<RankSet> {
        match order {
            RankOrder::AceHigh => RankSet::from_bits(lane),
            RankOrder::AceLow if lane & (1 << ACE_BIT) != 0 => None,
            RankOrder::AceLow => RankSet::from_bits((lane & !1) | ((lane & 1) << ACE_BIT)),
        }
    }

    /// The highest rank of the set in an order.
    #[must_use]
    pub const fn highest(self, order: RankOrder) -> Option<Rank> {
        match self.lane(order).checked_ilog2() {
            Some(0) => Some(Rank::Ace),
            Some(bit) => Rank::from_index(bit as usize - 1),
            None => None,
        }
    }

    /// The lowest rank of the set in an order.
    #[must_use]
    pub const fn lowest(self, order: RankOrder) -> Option<Rank> {
        match self.lane(order) {
            0 => None,
            lane if lane & 1 == 1 => Some(Rank::Ace),
            lane => Rank::from_index(lane.trailing_zeros() as usize - 1),
        }
    }

    /// The rank of a set of exactly one.
    #[must_use]
    pub const fn single(self) -> Option<Rank> {
        if self.0.is_power_of_two() {
            self.lowest(RankOrder::AceHigh)
        } else {
            None
        }
    }

    /// Every rank that is higher than one in an order.
    #[must_use]
    pub const fn above(rank: Rank, order: RankOrder) -> RankSet {
        match (order, rank) {
            (RankOrder::AceLow, Rank::Ace) => RankSet::FULL.without(Rank::Ace),
            (RankOrder::AceLow, _) => RankSet::above(rank, RankOrder::AceHigh).without(Rank::Ace),
            (RankOrder::AceHigh, _) => RankSet::from_bits_truncate(!0 << (rank as u32 + 2)),
        }
    }

    /// Every rank that is lower than one in an order.
    #[must_use]
    pub const fn below(rank: Rank, order: RankOrder) -> RankSet {
        RankSet::above(rank, order).with(rank).complement()
    }

    /// The ranks from the two up to the ace.
    #[must_use]
    pub const fn iter(self) -> RankIter {
        self.iter_in(RankOrder::AceHigh)
    }

    /// The ranks from the lowest up in an order.
    #[must_use]
    pub const fn iter_in(self, order: RankOrder) -> RankIter {
        RankIter { ranks: self, order }
    }

    /// The set written in a notation; `to_string()` uses [`Notation::Symbols`].
    #[must_use]
    pub const fn display(self, notation: Notation) -> RankSetDisplay {
        RankSetDisplay {
            ranks: self,
            notation,
        }
    }
}

/// The ranks of a [`RankSet`], from the lowest up.
#[derive(Clone, Debug)]
pub struct RankIter {
    ranks: RankSet,
    order: RankOrder,
}

impl Iterator for RankIter {
    type Item = Rank;

    fn next(&mut self) -> Option<Rank> {
        let rank = self.ranks.lowest(self.order)?;
        self.ranks.remove(rank);
        Some(rank)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.ranks.len(), Some(self.ranks.len()))
    }
}

impl DoubleEndedIterator for RankIter {
    fn next_back(&mut self) -> Option<Rank> {
        let rank = self.ranks.highest(self.order)?;
        self.ranks.remove(rank);
        Some(rank)
    }
}

impl ExactSizeIterator for RankIter {}
impl FusedIterator for RankIter {}

impl IntoIterator for RankSet {
    type Item = Rank;
    type IntoIter = RankIter;

    fn into_iter(self) -> RankIter {
        self.iter()
    }
}

impl_bit_set!(RankSet, Rank, "rank", 13);

impl fmt::Debug for RankSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RankSet({self})")
    }
}

/// A rank set in one [`Notation`], as [`RankSet::display`] returns it.
#[derive(Clone, Copy, Debug)]
pub struct RankSetDisplay {
    ranks: RankSet,
    notation: Notation,
}

impl fmt::Display for RankSetDisplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        padded(f, |f| write_ranks(f, self.ranks, self.notation))
    }
}

/// The ranks from the highest (the ace) down, as in `AQT4`; `-` for none.
impl fmt::Display for RankSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.display(Notation::Symbols).fmt(f)
    }
}
