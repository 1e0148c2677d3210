//! How many cards of each rank, as bit planes: everything that the splitter
//! asks of a hand is a few operations on two words.

use cards_core::Rank;

use crate::sequence::{ACE_BIT, ACE_LOW_STARTS, Candidates, EACH_LANE, RANKS};

/// Sixteen-bit lanes: lane k of `low` has the ranks with at least k + 1 cards,
/// lane k of `high` those with at least k + 5. Within a lane the two is bit 1
/// and the ace bit 13, as in [`cards_core::RankSet`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Planes {
    low: u64,
    high: u64,
}

impl Planes {
    /// The planes of these numbers of cards, from the two up, at most 8 each.
    pub(crate) const fn from_counts(counts: [u8; Rank::COUNT]) -> Planes {
        let mut planes = Planes { low: 0, high: 0 };
        let mut index = 0;
        while index < Rank::COUNT {
            let mut card = 0;
            while card < counts[index] {
                let bit = 1 << (index + 1 + 16 * (card as usize % 4));
                if card < 4 {
                    planes.low |= bit;
                } else {
                    planes.high |= bit;
                }
                card += 1;
            }
            index += 1;
        }
        planes
    }

    /// The planes of eight one-bit counts, each a word of four lanes: the first
    /// copies and the second copies of the cards, by suit.
    pub(crate) const fn from_suits(first: u64, second: u64) -> Planes {
        // A binary count a rank: both copies of a suit, then suits in pairs.
        let (ones, twos) = (first ^ second, first & second);
        let (one_a, one_b) = (ones & PAIR, ones >> 32 & PAIR);
        let (two_a, two_b) = (twos & PAIR, twos >> 32 & PAIR);
        let one = one_a ^ one_b;
        let carry = one_a & one_b;
        let two = two_a ^ two_b ^ carry;
        let four = (two_a & two_b) | (carry & (two_a ^ two_b));
        // One lane each now, of up to four cards: add the two halves.
        let (o1, o2) = (one & LANE, one >> 16);
        let (t1, t2) = (two & LANE, two >> 16);
        let (f1, f2) = (four & LANE, four >> 16);
        let b0 = o1 ^ o2;
        let c0 = o1 & o2;
        let b1 = t1 ^ t2 ^ c0;
        let c1 = (t1 & t2) | (c0 & (t1 ^ t2));
        let b2 = f1 ^ f2 ^ c1;
        let b3 = (f1 & f2) | (c1 & (f1 ^ f2));
        let low = (b0 | b1 | b2 | b3)
            | (b1 | b2 | b3) << 16
            | ((b0 & b1) | b2 | b3) << 32
            | (b2 | b3) << 48;
        let high = ((b2 & (b0 | b1)) | b3)
            | ((b2 & b1) | b3) << 16
            | ((b2 & b1 & b0) | b3) << 32
            | b3 << 48;
        Planes { low, high }
    }

    /// How many cards of a rank.
    pub(crate) const fn count(self, rank: Rank) -> u8 {
        let ranks = EACH_LANE << (rank as u32 + 1);
        ((self.low & ranks).count_ones() + (self.high & ranks).count_ones()) as u8
    }

    pub(crate) fn counts(self) -> [u8; Rank::COUNT] {
        Rank::ALL.map(|rank| self.count(rank))
    }

    /// The ranks with at least `count` cards, 1 to 8, as a lane.
    pub(crate) const fn at_least(self, count: u32) -> u64 {
        if count <= 4 {
            self.low >> (16 * (count - 1)) & LANE
        } else {
            self.high >> (16 * (count - 5)) & LANE
        }
    }

    pub(crate) const fn total(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    pub(crate) const fn low(self) -> u64 {
        self.low
    }

    pub(crate) const fn high(self) -> u64 {
        self.high
    }

    /// Without the ranks of a lane.
    #[inline(always)]
    pub(crate) const fn without_ranks(self, lane: u64) -> Planes {
        let kept = !(lane * EACH_LANE);
        Planes {
            low: self.low & kept,
            high: self.high & kept,
        }
    }

    /// Takes up to `copies` cards, 1 to 4, of each rank of a lane.
    pub(crate) const fn take(self, lane: u64, copies: u32) -> Planes {
        let ranks = lane * EACH_LANE;
        let shift = 16 * copies;
        let (low, high) = if copies == 4 {
            (self.high, 0)
        } else {
            (
                self.low >> shift | self.high << (64 - shift),
                self.high >> shift,
            )
        };
        Planes {
            low: (self.low & !ranks) | (low & ranks),
            high: (self.high & !ranks) | (high & ranks),
        }
    }

    /// Takes the cards of the sequence at a bit of [`Candidates`], as many as
    /// there are of them.
    #[inline(always)]
    pub(crate) const fn take_sequence(self, bit: u32) -> Planes {
        let ranks = RANKS[bit as usize % 64];
        let shift = 16 * (bit / 16 + 1);
        let low = self.low >> shift | self.high << (64 - shift);
        Planes {
            low: (self.low & !ranks) | (low & ranks),
            high: (self.high & !ranks) | (self.high >> shift & ranks),
        }
    }

    /// The sequences that are there without wild cards: lane 0 of
    /// [`Candidates`].
    #[inline(always)]
    pub(crate) const fn sequences(self, starts: u64) -> u64 {
        let planes = self.low | (self.low >> ACE_BIT & EACH_LANE);
        let (g1, g2, g3) = (planes & LANE, planes >> 16 & LANE, planes >> 32 & LANE);
        let straights = g1 & g1 >> 1;
        let straights = straights & straights >> 2 & g1 >> 4;
        let tubes = g2 & g2 >> 1 & g2 >> 2;
        let plates = g3 & g3 >> 1;
        (straights | tubes << 16 | plates << 32) & starts
    }

    /// The sequences for which at most `wilds` cards are missing, but for those
    /// that another one is as good as.
    pub(crate) const fn candidates(self, wilds: u32, starts: u64) -> Candidates {
        if wilds == 0 {
            return Candidates([self.sequences(starts), 0, 0]);
        }
        let all = self.all_candidates(wilds, starts).0;
        let planes = self.low | (self.low >> ACE_BIT & EACH_LANE);
        // A wild card at the top moves to the bottom: a sequence that begins one
        // place lower, and takes the same cards or saves the wild card. So only
        // the lowest start may lack its highest rank. (No plate lacks it.)
        let present = planes & LANE;
        let lowest = if starts & 1 == 1 {
            ACE_LOW_STARTS
        } else {
            ACE_LOW_STARTS << 1
        };
        let topped = present >> 4 | (present >> 2) << 16 | LANE << 32 | lowest;
        Candidates([all[0], all[1] & topped, all[2] & topped])
    }

    /// The sequences for which at most `wilds` cards are missing.
    pub(crate) const fn all_candidates(self, wilds: u32, starts: u64) -> Candidates {
        if wilds == 0 {
            return Candidates([self.sequences(starts), 0, 0]);
        }
        let planes = self.low | (self.low >> ACE_BIT & EACH_LANE);
        let (g1, g2, g3) = (planes & LANE, planes >> 16 & LANE, planes >> 32 & LANE);
        let [mut none, mut one, mut two] = [0; 3];
        // Five single cards: the sum of five bits.
        let (sum, carry) = add(g1, g1 >> 1, g1 >> 2);
        let (sum, carried) = add(sum, g1 >> 3, g1 >> 4);
        none |= sum & carry & carried;
        one |= !sum & carry & carried;
        two |= sum & (carry ^ carried);
        // Three pairs: three bits of each of two planes.
        let (sum, carry) = add(g1, g1 >> 1, g1 >> 2);
        let (sum_2, carry_2) = add(g2, g2 >> 1, g2 >> 2);
        none |= (sum & sum_2 & carry & carry_2 & LANE) << 16;
        one |= ((sum ^ sum_2) & carry & carry_2 & LANE) << 16;
        two |= ((!sum & !sum_2 & carry & carry_2 | sum & sum_2 & (carry ^ carry_2)) & LANE) << 16;
        // Two triples: two bits of each of three planes.
        let (sum, carry) = add(g1, g2, g3);
        let (sum_2, carry_2) = (sum >> 1, carry >> 1);
        none |= (sum & sum_2 & carry & carry_2 & LANE) << 32;
        one |= ((sum ^ sum_2) & carry & carry_2 & LANE) << 32;
        two |= ((!sum & !sum_2 & carry & carry_2 | sum & sum_2 & (carry ^ carry_2)) & LANE) << 32;
        if wilds == 1 {
            two = 0;
        }
        Candidates([none & starts, one & starts, two & starts])
    }
}

/// A full adder on each bit: the sum and the carry.
const fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    (a ^ b ^ c, (a & b) | (c & (a ^ b)))
}

const LANE: u64 = 0xFFFF;
const PAIR: u64 = 0xFFFF_FFFF;

/// How many bits each lane has, 0 to 15, in the same lanes.
#[inline(always)]
pub(crate) const fn lane_counts(lanes: u64) -> u64 {
    let pairs = lanes - (lanes >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    (bytes + (bytes >> 8)) & 0x00FF_00FF_00FF_00FF
}
