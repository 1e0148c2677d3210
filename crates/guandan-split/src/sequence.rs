//! Straights, tubes and plates by number, and sets of them as bits.

use cards_core::Rank;

/// A bit in each sixteen-bit lane of a word.
pub(crate) const EACH_LANE: u64 = 0x0001_0001_0001_0001;

/// Where lanes have the ace; a low ace is looked for at bit 0.
pub(crate) const ACE_BIT: u32 = Rank::Ace as u32 + 1;

/// A kind of sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Run {
    /// Five ranks, one card each.
    Straight,
    /// Three ranks, two cards each.
    Tube,
    /// Two ranks, three cards each.
    Plate,
}

impl Run {
    pub(crate) const ALL: [Run; 3] = [Run::Straight, Run::Tube, Run::Plate];

    /// How many ranks it has.
    pub(crate) const fn length(self) -> u32 {
        match self {
            Run::Straight => 5,
            Run::Tube => 3,
            Run::Plate => 2,
        }
    }

    /// How many cards of each rank.
    pub(crate) const fn copies(self) -> u32 {
        match self {
            Run::Straight => 1,
            Run::Tube => 2,
            Run::Plate => 3,
        }
    }

    /// The highest place at which it may begin; 0 is the low ace.
    pub(crate) const fn last_start(self) -> u32 {
        ACE_BIT + 1 - self.length()
    }
}

/// A sequence: its kind and the place of its lowest card, 0 for a low ace, then
/// 1 for the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sequence {
    pub(crate) run: Run,
    pub(crate) start: u32,
}

impl Sequence {
    /// The sequence at a bit of [`Candidates`].
    pub(crate) const fn at(bit: u32) -> Sequence {
        Sequence {
            run: Run::ALL[(bit / 16) as usize],
            start: bit % 16,
        }
    }

    /// Its ranks, a lane's bits.
    pub(crate) const fn lane(self) -> u64 {
        let window = ((1_u64 << self.run.length()) - 1) << self.start;
        fold_ace(window)
    }

    /// Its ranks from the lowest place up.
    pub(crate) fn ranks(self) -> impl DoubleEndedIterator<Item = Rank> + Clone {
        (self.start..self.start + self.run.length()).map(rank_at)
    }

    /// The rank of its highest card, which names it.
    pub(crate) const fn top(self) -> Rank {
        rank_at(self.start + self.run.length() - 1)
    }
}

/// The rank at a place of a sequence: 0 and 13 are the ace.
pub(crate) const fn rank_at(place: u32) -> Rank {
    match place {
        0 => Rank::Ace,
        _ => Rank::ALL[place as usize - 1],
    }
}

/// Puts the low ace of a window of places where the lanes have the ace.
const fn fold_ace(window: u64) -> u64 {
    (window & !1) | ((window & 1) << ACE_BIT)
}

/// Sequences that need up to two wild cards: bit `start` of lane 0 is a
/// straight, of lane 1 a tube, of lane 2 a plate. One set for each number of
/// wild cards that must fill in.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Candidates(pub(crate) [u64; 3]);

impl Candidates {
    pub(crate) const fn any(self) -> u64 {
        self.0[0] | self.0[1] | self.0[2]
    }

    /// How many wild cards must fill in at a bit of [`Candidates::any`].
    pub(crate) const fn lacking(self, bit: u32) -> u32 {
        if self.0[0] >> bit & 1 == 1 {
            0
        } else if self.0[1] >> bit & 1 == 1 {
            1
        } else {
            2
        }
    }
}

/// The ranks of the sequence at each bit of [`Candidates`], in every lane.
pub(crate) const RANKS: [u64; 64] = {
    let mut ranks = [0; 64];
    let mut bit = 0;
    while bit < 48 {
        if STARTS >> bit & 1 == 1 {
            ranks[bit as usize] = Sequence::at(bit).lane() * EACH_LANE;
        }
        bit += 1;
    }
    ranks
};

/// The starts of sequences that rules allow.
pub(crate) const fn starts(ace_low: bool) -> u64 {
    if ace_low {
        STARTS
    } else {
        STARTS & !ACE_LOW_STARTS
    }
}

/// Every start that a kind of sequence may have, the low ace's among them.
const STARTS: u64 = 0x03FF | 0x0FFF << 16 | 0x1FFF << 32;
/// The starts at the low ace.
pub(crate) const ACE_LOW_STARTS: u64 = 1 | 1 << 16 | 1 << 32;

/// The ranks that some candidate of a set takes a card of, as a lane.
#[inline(always)]
pub(crate) const fn covered(candidates: u64) -> u64 {
    let straights = candidates & 0xFFFF;
    let two = straights | straights << 1;
    let straights = two | two << 2 | straights << 4;
    let tubes = candidates >> 16 & 0xFFFF;
    let tubes = tubes | tubes << 1 | tubes << 2;
    let plates = candidates >> 32 & 0xFFFF;
    let plates = plates | plates << 1;
    fold_ace(straights | tubes | plates)
}
