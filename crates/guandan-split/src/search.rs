//! The search over the sequences of a hand. What is left of a hand without them
//! is closed by [`crate::closing`].

use crate::closing::{Goal, Groups, Jokers, close};
use crate::planes::Planes;
use crate::sequence::{ACE_BIT, Candidates, EACH_LANE, Sequence, covered, starts};
use crate::{Hand, Level};

/// The ranks of a hand: all that the fewest plays depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cards {
    pub(crate) planes: Planes,
    /// The first copies and the second copies, a lane a suit; only looked at
    /// for straight flushes.
    pub(crate) suits: Suits,
    pub(crate) wilds: u32,
}

impl Cards {
    /// Those of a hand.
    pub(crate) const fn of(hand: Hand, level: Level) -> Cards {
        let suits = hand.suits(level);
        Cards {
            planes: Planes::from_suits(suits.first, suits.second),
            suits,
            wilds: hand.wilds(level) as u32,
        }
    }

    /// Without the straight flush at a bit of [`Suits::flushes`].
    pub(crate) const fn without_flush(self, bit: u32) -> Cards {
        let lane = Sequence::at(bit % 16).lane();
        let ranks = self.suits.first >> (bit / 16 * 16) & lane;
        Cards {
            planes: self.planes.take(ranks, 1),
            suits: self.suits.take(ranks << (bit / 16 * 16)),
            wilds: self.wilds - (5 - ranks.count_ones()),
        }
    }

    /// Without the sequence at a bit of [`Candidates`]; suits are no longer
    /// looked at then.
    pub(crate) const fn without_sequence(self, bit: u32) -> Cards {
        let planes = self.planes.take_sequence(bit);
        let run = Sequence::at(bit).run;
        let taken = self.planes.total() - planes.total();
        Cards {
            planes,
            suits: self.suits,
            wilds: self.wilds - (run.length() * run.copies() - taken),
        }
    }
}

/// The sequence that takes the same cards as the one at a bit, with its wild
/// cards at the top instead of the bottom: the highest of those that the search
/// takes for one. `lane` has the ranks of which there are cards.
pub(crate) const fn raised(mut bit: u32, lane: u64) -> u32 {
    let last = Sequence::at(bit).run.last_start();
    // The low ace is the ace.
    let places = lane | (lane >> ACE_BIT & 1);
    loop {
        let Sequence { run, start } = Sequence::at(bit);
        let next = start + run.length();
        if start == last || places >> start & 1 == 1 || places >> next & 1 == 1 {
            return bit;
        }
        bit += 1;
    }
}

/// The cards by suit, a sixteen-bit lane each as in [`cards_core::CardSet`]:
/// those of which there is one, and those of which there are two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Suits {
    pub(crate) first: u64,
    pub(crate) second: u64,
}

impl Suits {
    /// Straight flushes for which at most `wilds` cards are missing: bit
    /// 16 · suit + start.
    pub(crate) fn flushes(self, wilds: u32, starts: u64) -> Candidates {
        let cards = self.first | (self.first >> ACE_BIT & EACH_LANE);
        let add = |a: u64, b: u64, c: u64| (a ^ b ^ c, (a & b) | (c & (a ^ b)));
        // Bits 14 and 15 of a lane are empty, so a window that runs beyond the
        // ace lacks these cards, and its start is none.
        let starts = (starts & 0xFFFF) * EACH_LANE;
        if wilds == 0 {
            let two = cards & cards >> 1;
            return Candidates([two & two >> 2 & cards >> 4 & starts, 0, 0]);
        }
        let (sum, carry) = add(cards, cards >> 1, cards >> 2);
        let (sum, carried) = add(sum, cards >> 3, cards >> 4);
        let none = sum & carry & carried;
        let one = !sum & carry & carried;
        let two = if wilds == 1 {
            0
        } else {
            sum & (carry ^ carried)
        };
        Candidates([none & starts, one & starts, two & starts])
    }

    pub(crate) const fn take(self, cards: u64) -> Suits {
        Suits {
            first: (self.first & !cards) | (self.second & cards),
            second: self.second & !cards,
        }
    }
}

/// How many sequences a split has at most.
pub(crate) const LONGEST: usize = 24;

/// The sequences of a split: straight flushes first, then the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    bits: [u8; LONGEST],
    flushes: u8,
    len: u8,
}

impl Path {
    const EMPTY: Path = Path {
        bits: [0; LONGEST],
        flushes: 0,
        len: 0,
    };

    pub(crate) fn flushes(&self) -> impl Iterator<Item = u32> + '_ {
        let flushes = &self.bits[..usize::from(self.flushes)];
        flushes.iter().map(|&bit| u32::from(bit))
    }

    pub(crate) fn sequences(&self) -> impl Iterator<Item = u32> + '_ {
        let others = &self.bits[usize::from(self.flushes)..usize::from(self.len)];
        others.iter().map(|&bit| u32::from(bit))
    }

    fn push(&mut self, bit: u32) {
        self.bits[usize::from(self.len)] = bit as u8;
        self.len += 1;
    }
}

/// A search for the least cost.
#[derive(Debug)]
pub(crate) struct Search<G> {
    jokers: Groups,
    /// The starts of sequences that the rules allow.
    starts: u64,
    path: Path,
    best: i32,
    best_path: Path,
    goal: core::marker::PhantomData<G>,
}

impl<G: Goal> Search<G> {
    /// The least cost of a hand, and the sequences of a split that has it.
    pub(crate) fn run(cards: Cards, jokers: Jokers, ace_low: bool) -> (i32, Path) {
        let mut search = Search::<G> {
            jokers: jokers.groups,
            starts: starts(ace_low),
            path: Path::EMPTY,
            best: i32::MAX,
            best_path: Path::EMPTY,
            goal: core::marker::PhantomData,
        };
        let cost = G::fixed(jokers);
        if G::FLUSH.is_some() {
            search.flushes(cards, cost, 0);
        } else {
            search.sequences(cards.planes, cards.wilds, cost, 0);
        }
        (search.best, search.best_path)
    }

    /// Chooses straight flushes, from a bit on, then the other sequences.
    fn flushes(&mut self, cards: Cards, cost: i32, from: u32) {
        self.sequences(cards.planes, cards.wilds, cost, 0);
        let Some(flush) = G::FLUSH else { return };
        let candidates = cards.suits.flushes(cards.wilds, self.starts);
        let mut left = candidates.any() >> from << from;
        if left == 0 {
            return;
        }
        let mut lanes = 0;
        for suit in 0..4 {
            lanes |= left >> (16 * suit) & 0xFFFF;
        }
        let others = cards.planes.candidates(cards.wilds, self.starts).any();
        let out = Groups::of(cards.planes.without_ranks(covered(lanes | others)));
        let wilds = cards.wilds as i32 * G::WILD;
        let bombs = (cards.planes.total() / 4) as i32;
        let least = cost + flush + G::cost(out.plus(self.jokers)) - wilds - G::worth(bombs);
        if least >= self.best {
            return;
        }
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            self.path.push(bit);
            self.path.flushes += 1;
            self.flushes(cards.without_flush(bit), cost + flush, bit);
            self.path.len -= 1;
            self.path.flushes -= 1;
        }
    }

    fn sequences(&mut self, planes: Planes, wilds: u32, cost: i32, from: u32) {
        if wilds == 0 {
            self.natural(planes, cost, from);
        } else {
            self.helped(planes, wilds, cost, from);
        }
    }

    /// The cost of what is left without a wild card.
    #[inline(always)]
    fn rest(&self, planes: Planes) -> i32 {
        G::cost(Groups::of(planes).plus(self.jokers))
    }

    fn improve(&mut self, cost: i32) {
        self.best = cost;
        self.best_path = self.path;
    }

    /// Chooses sequences from a bit on, no wild card being left.
    fn natural(&mut self, planes: Planes, cost: i32, from: u32) {
        let closed = cost + self.rest(planes);
        if closed < self.best {
            self.improve(closed);
        }
        let mut left = planes.sequences(self.starts) >> from << from;
        if left == 0 {
            return;
        }
        // Ranks that no sequence reaches cost what they cost now.
        let out = self.rest(planes.without_ranks(covered(left))) - G::worth(6);
        let next = cost + G::SEQUENCE;
        if next + out >= self.best {
            return;
        }
        let deeper = next + G::SEQUENCE + out < self.best;
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let rest = planes.take_sequence(bit);
            self.path.push(bit);
            if deeper {
                self.natural(rest, next, bit);
            } else {
                let closed = next + self.rest(rest);
                if closed < self.best {
                    self.improve(closed);
                }
            }
            self.path.len -= 1;
        }
    }

    /// Closes what is left with wild cards, whatever sequences it may hold.
    fn close(&mut self, planes: Planes, wilds: u32, cost: i32) {
        let rest = self.rest(planes);
        let least = rest - wilds as i32 * G::WILD;
        if cost + least < self.best {
            let rest = match wilds {
                0 => rest,
                _ => close::<G>(Groups::of(planes), self.jokers, wilds, least).0,
            };
            if cost + rest < self.best {
                self.improve(cost + rest);
            }
        }
    }

    /// Chooses sequences from a bit on, with one or two wild cards left.
    fn helped(&mut self, planes: Planes, wilds: u32, cost: i32, from: u32) {
        self.close(planes, wilds, cost);
        let candidates = planes.candidates(wilds, self.starts);
        let later = !0 << from;
        if candidates.any() & later == 0 {
            return;
        }
        let (mut left, mut deeper) = (0, false);
        let mut reached = 0;
        let next = cost + G::SEQUENCE;
        for used in 0..=wilds {
            reached |= candidates.0[used as usize] & later;
            // With `used` more wild cards in sequences, these reach no others.
            let saved = (wilds - used) as i32 * G::WILD;
            let out = self.rest(planes.without_ranks(covered(reached))) - saved - G::worth(6);
            if next + out < self.best {
                left = reached;
            }
            deeper |= next + G::SEQUENCE + out < self.best;
        }
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let rest = planes.take_sequence(bit);
            let wilds = wilds - candidates.lacking(bit);
            self.path.push(bit);
            if deeper {
                self.sequences(rest, wilds, next, bit);
            } else {
                self.close(rest, wilds, next);
            }
            self.path.len -= 1;
        }
    }
}
