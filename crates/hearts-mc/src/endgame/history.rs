//! Which moves were good before.

use crate::PLAYERS;

/// How often each card was good, by seat and by the suit led.
#[derive(Debug)]
pub(super) struct History(Vec<Record>);

#[derive(Clone, Copy, Debug, Default)]
struct Record {
    good: u32,
    tried: u32,
}

impl History {
    /// What a share of 1 is.
    pub(super) const ONE: i64 = 1 << 16;

    /// Beyond this, older times count half. A share is reckoned in 32 bits, so that
    /// it must be below 2^15.
    const MOST: u32 = 1 << 14;

    pub(super) fn new() -> History {
        History(vec![Record::default(); PLAYERS * 5 * 52])
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.fill(Record::default());
    }

    #[inline]
    fn place(seat: u8, led: u8, card: u8) -> usize {
        (usize::from(seat) * 5 + usize::from(led)) * 52 + usize::from(card)
    }

    /// Adds a time that counts `weight`.
    #[inline]
    pub(super) fn add(&mut self, seat: u8, led: u8, card: u8, weight: u32, is_good: bool) {
        let record = &mut self.0[History::place(seat, led, card)];
        record.tried += weight;
        if is_good {
            record.good += weight;
        }
        if record.tried > History::MOST {
            record.tried /= 2;
            record.good /= 2;
        }
    }

    /// The share of times that a card was good, a half if it was never tried.
    #[inline]
    pub(super) fn share(&self, seat: u8, led: u8, card: u8) -> i64 {
        let Record { good, tried } = self.0[History::place(seat, led, card)];
        i64::from((good + 2) * History::ONE as u32 / (tried + 4))
    }
}
