//! The table of all small positions.

use super::position::{LANES_MAX, Layout, ONES, Position};
use super::worth::{Worth, each};

/// The numbers of the lengths of lanes 0, 1 and 2, four bits each.
const LENGTHS: usize = 1 << 12;

/// The value of every position of up to a number of cards a hand, a byte each.
///
/// A position of n cards a hand is found without a search: its suit lengths have
/// an offset, and there the rank of its owners' word among the words of 2n bits
/// with n ones, then the places of the marks.
#[derive(Debug)]
pub(super) struct EndgameTable<const M: usize> {
    cards: usize,
    worth: Worth<M>,
    /// The rank of a word of 2 · `cards` bits among those with as many ones.
    ranks: Vec<u16>,
    /// By n, and by the lengths of lanes 0, 1 and 2, four bits each.
    offsets: Vec<u32>,
    values: Vec<i8>,
}

impl<const M: usize> EndgameTable<M> {
    /// The most cards a hand that a table can have: C(18, 9) ranks fit in 16 bits.
    pub(super) const MAX_CARDS: usize = 9;

    /// The bytes that a table takes.
    pub(super) fn bytes_of(layout: &Layout, cards: usize) -> usize {
        let mut values = 0;
        for n in 1..=cards {
            compositions(n, layout.symmetric, |lengths| {
                values += words(n) * places::<M>(lengths);
            });
        }
        values + (size_of::<u16>() << (2 * cards)) + (cards + 1) * LENGTHS * size_of::<u32>()
    }

    /// A table of no positions.
    pub(super) fn new(layout: &Layout) -> EndgameTable<M> {
        EndgameTable {
            cards: 0,
            worth: Worth::new(layout),
            ranks: Vec::new(),
            offsets: vec![0; LENGTHS],
            values: Vec::new(),
        }
    }

    /// The bytes that the table takes.
    pub(super) const fn bytes(&self) -> usize {
        self.values.len()
            + self.ranks.len() * size_of::<u16>()
            + self.offsets.len() * size_of::<u32>()
    }

    /// Adds the positions of one more card a hand; says whether it could. It
    /// cannot beyond [`EndgameTable::MAX_CARDS`], nor if a value does not fit in a
    /// byte. Takes time in proportion to the size: some 0.06 s for 6 cards of the
    /// document's rules, 0.3 s for 7.
    pub(super) fn grow(&mut self) -> bool {
        let n = self.cards + 1;
        if n > Self::MAX_CARDS {
            return false;
        }
        self.rank_words(n);
        let (offsets, values) = (self.offsets.len(), self.values.len());
        let fits = self.add(n);
        if !fits {
            self.offsets.truncate(offsets);
            self.values.truncate(values);
            self.cards = n - 1;
        }
        fits
    }

    /// Ranks the words of 2n bits among those with as many ones.
    fn rank_words(&mut self, n: usize) {
        let mut next = [0_u32; 33];
        self.ranks.clear();
        self.ranks.extend((0..1_u32 << (2 * n)).map(|word| {
            let ones = &mut next[word.count_ones() as usize];
            *ones += 1;
            // No word of this table has a rank that does not fit.
            (*ones - 1) as u16
        }));
    }

    /// Adds the positions of `n` cards a hand; says whether all values fit.
    fn add(&mut self, n: usize) -> bool {
        let symmetric = self.worth.symmetric;
        let mut offsets = vec![0; LENGTHS];
        let start = self.values.len();
        let mut size = start;
        compositions(n, symmetric, |lengths| {
            offsets[lengths[0] | lengths[1] << 4 | lengths[2] << 8] = size as u32;
            size += words(n) * places::<M>(lengths);
        });
        let mut values = Vec::with_capacity(size - start);
        let mut fits = true;
        compositions(n, symmetric, |lengths| {
            each_word(n, |word| {
                each_marking::<M>(word, lengths, |position| {
                    let value = match position.canonical(symmetric) == position {
                        true => self.value_of(&position, n),
                        false => 0,
                    };
                    fits &= i8::try_from(value).is_ok();
                    values.push(value as i8);
                });
            });
        });
        self.offsets.append(&mut offsets);
        self.values.append(&mut values);
        self.cards = n;
        fits
    }

    /// The value of a position of `n` cards a hand by plain minimax over the
    /// positions of one card less, which must be in the table.
    fn value_of(&self, position: &Position<M>, n: usize) -> i32 {
        let mut best = i32::MIN;
        each(position.classes(position.own), |led| {
            best = best.max(self.value_of_lead(position, n, led, best));
            true
        });
        best
    }

    /// The value of a lead in such a position, or a bound of it that is at most
    /// `enough`.
    pub(super) fn value_of_lead(
        &self,
        position: &Position<M>,
        n: usize,
        led: u64,
        enough: i32,
    ) -> i32 {
        let mut worst = i32::MAX;
        each(position.classes(position.follow(led)), |reply| {
            worst = worst.min(self.after(position, led, reply, n));
            worst > enough
        });
        worst
    }

    /// The value of a trick and all that follows it.
    #[inline]
    fn after(&self, position: &Position<M>, led: u64, reply: u64, n: usize) -> i32 {
        let gain = self.worth.of(position, led) + self.worth.of(position, reply);
        let takes = reply > led && super::position::lane_of(reply) == super::position::lane_of(led);
        let next = position.after(led, reply, takes, self.worth.symmetric);
        let value = gain + self.get(&next, n - 1);
        if takes { -value } else { value }
    }

    /// The cards a hand up to which positions are in the table.
    #[inline]
    pub(super) const fn cards(&self) -> usize {
        self.cards
    }

    /// The value of a canonical position of `n` cards a hand, 0 to
    /// [`EndgameTable::cards`].
    #[inline]
    pub(super) fn get(&self, position: &Position<M>, n: usize) -> i32 {
        if n == 0 {
            return 0;
        }
        let sentinels = position.all + ONES;
        let length = |lane: u32| ((sentinels >> (16 * lane)) as u16).trailing_zeros();
        let lane = |lane: u32| (position.own >> (16 * lane)) as u32 & 0xffff;
        let (l0, l1, l2) = (length(0), length(1), length(2));
        let word = lane(0) | lane(1) << l0 | lane(2) << (l0 + l1) | lane(3) << (l0 + l1 + l2);
        let offset = self.offsets[n << 12 | (l0 | l1 << 4 | l2 << 8) as usize];
        let l3 = 2 * n as u32 - l0 - l1 - l2;
        let rank = u32::from(self.ranks[word as usize]);
        let mut index = rank * (l3 + 1) + place(position.marks[0], 48, l3);
        if M > 1 {
            index = index * (l2 + 1) + place(position.marks[1], 32, l2);
        }
        i32::from(self.values[(offset + index) as usize])
    }
}

/// The place of a mark in its lane, or the lane's length without one.
#[inline]
fn place(mark: u64, lane: u32, length: u32) -> u32 {
    if mark == 0 {
        length
    } else {
        mark.trailing_zeros() - lane
    }
}

/// How the marks can lie in lanes of these lengths, those that are not canonical
/// included.
fn places<const M: usize>(lengths: [usize; 4]) -> usize {
    (0..M).map(|mark| lengths[3 - mark] + 1).product()
}

/// The words of 2n bits with n ones: C(2n, n).
fn words(n: usize) -> usize {
    (1..=n).fold(1, |count, i| count * (n + i) / i)
}

/// Calls `visit` with the words of 2n bits with n ones, in increasing order.
fn each_word(n: usize, mut visit: impl FnMut(u32)) {
    let mut word: u32 = (1 << n) - 1;
    while word < 1 << (2 * n) {
        visit(word);
        let low = word & word.wrapping_neg();
        let ripple = word + low;
        word = ripple | ((word ^ ripple) >> (low.trailing_zeros() + 2));
    }
}

/// Calls `visit` with the lengths of four lanes of 2n cards in all.
fn compositions(n: usize, symmetric: bool, mut visit: impl FnMut([usize; 4])) {
    let cards = 2 * n;
    let most = cards.min(LANES_MAX);
    for l0 in 0..=most {
        for l1 in (if symmetric { l0 } else { 0 })..=most.min(cards - l0) {
            for l2 in 0..=most.min(cards - l0 - l1) {
                let l3 = cards - l0 - l1 - l2;
                if l3 <= most {
                    visit([l0, l1, l2, l3]);
                }
            }
        }
    }
}

/// Calls `visit` with the position of an owners' word under every marking, in
/// the order of the table.
fn each_marking<const M: usize>(
    word: u32,
    lengths: [usize; 4],
    mut visit: impl FnMut(Position<M>),
) {
    let (mut own, mut all, mut rest) = (0, 0, u64::from(word));
    for (lane, length) in lengths.into_iter().enumerate() {
        let mask = (1_u64 << length) - 1;
        own |= (rest & mask) << (16 * lane);
        all |= mask << (16 * lane);
        rest >>= length;
    }
    let mark = |lane: usize, place: usize| {
        if place == lengths[lane] {
            0
        } else {
            1 << (16 * lane + place)
        }
    };
    for first in 0..=lengths[3] {
        let mut marks = [0; M];
        marks[0] = mark(3, first);
        if M == 1 {
            visit(Position { own, all, marks });
        } else {
            for second in 0..=lengths[2] {
                marks[1] = mark(2, second);
                visit(Position { own, all, marks });
            }
        }
    }
}

/// Calls `visit` with every canonical position of `n` cards a hand.
#[cfg(any(test, feature = "tuning"))]
pub(super) fn each_canonical<const M: usize>(
    n: usize,
    symmetric: bool,
    mut visit: impl FnMut(&Position<M>),
) {
    compositions(n, symmetric, |lengths| {
        each_word(n, |word| {
            each_marking::<M>(word, lengths, |position| {
                if position.canonical(symmetric) == position {
                    visit(&position);
                }
            });
        });
    });
}

#[cfg(test)]
mod tests {
    use super::super::position::Layout;
    use super::super::search::sure_winner;
    use super::*;
    use crate::Rules;

    #[test]
    fn no_table_of_values_that_do_not_fit() {
        let queen = Rules::PIG;
        let table = |value| {
            let rules = Rules::DOCUMENT.with_value(queen, value).unwrap();
            let mut table = EndgameTable::<1>::new(&Layout::new(&rules).unwrap());
            while table.cards() < 3 && table.grow() {}
            table.cards()
        };
        assert_eq!(table(-100), 3);
        assert_eq!(table(-125), 1);
        assert_eq!(table(-129), 0);
    }

    #[test]
    fn the_size_is_known_before() {
        let layout = Layout::new(&Rules::DOCUMENT).unwrap();
        let mut table = EndgameTable::<1>::new(&layout);
        for cards in 1..=4 {
            let bytes = EndgameTable::<1>::bytes_of(&layout, cards);
            assert!(table.grow());
            assert_eq!(table.bytes(), bytes);
        }
    }

    /// As `examples/verify_pruning.rs` does up to 10 cards a hand.
    #[test]
    fn cashing_a_sure_winner_loses_nothing_up_to_5_cards() {
        let layout = Layout::new(&Rules::DOCUMENT).unwrap();
        let mut table = EndgameTable::<1>::new(&layout);
        let mut applied = 0;
        for n in 1..=5 {
            each_canonical(n, layout.symmetric, |position| {
                let winner = sure_winner(position);
                if winner != 0 {
                    applied += 1;
                    let value = table.value_of(position, n);
                    assert_eq!(table.value_of_lead(position, n, winner, i32::MIN), value);
                }
            });
            table.grow();
        }
        assert_eq!(applied, 5 + 78 + 751 + 5717 + 38458);
    }
}
