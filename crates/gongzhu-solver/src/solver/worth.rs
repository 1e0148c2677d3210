//! What cards of a position are worth.

use super::position::{Layout, ONES, Position, lane_of};

/// The values of a layout in the form that the search wants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth<const M: usize> {
    lanes: [i32; 4],
    marked: [i32; M],
    pub(super) symmetric: bool,
}

impl<const M: usize> Worth<M> {
    pub(super) fn new(layout: &Layout) -> Worth<M> {
        Worth {
            lanes: layout.values,
            marked: std::array::from_fn(|place| layout.marked[place].map_or(0, |(_, value)| value)),
            symmetric: layout.symmetric,
        }
    }

    /// The value of a card of a position.
    #[inline]
    pub(super) fn of(&self, position: &Position<M>, bit: u64) -> i32 {
        for (mark, value) in position.marks.iter().zip(self.marked) {
            if bit == *mark {
                return value;
            }
        }
        self.lanes[lane_of(bit)]
    }

    /// The sum of the absolute values of all cards in play: no play changes
    /// the difference by more.
    #[inline]
    pub(super) fn at_stake(&self, position: &Position<M>) -> i32 {
        let sentinels = position.all + ONES;
        let mut sum = 0;
        for lane in 0..4 {
            let length = ((sentinels >> (16 * lane)) as u16).trailing_zeros();
            sum += length as i32 * self.lanes[lane].abs();
        }
        for place in 0..M {
            if position.marks[place] != 0 {
                sum += self.marked[place].abs() - self.lanes[3 - place].abs();
            }
        }
        sum
    }
}

/// Calls `visit` with each bit of a word, lowest first, until it returns false.
#[inline]
pub(super) fn each(mut word: u64, mut visit: impl FnMut(u64) -> bool) {
    while word != 0 {
        let bit = word & word.wrapping_neg();
        word ^= bit;
        if !visit(bit) {
            return;
        }
    }
}
