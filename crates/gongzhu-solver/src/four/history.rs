//! Which moves were good before.

use super::PLAYERS;

/// How often each card was good, by seat and by the suit led.
#[derive(Debug)]
pub(crate) struct History(Vec<Record>);

#[derive(Clone, Copy, Debug, Default)]
struct Record {
    good: u32,
    tried: u32,
}

impl History {
    /// What a share of 1 is.
    pub(crate) const ONE: i64 = 1 << 16;

    /// In place of a suit: a lead.
    pub(crate) const LEAD: u8 = 4;

    /// Beyond this, older times count half. A share is reckoned in 32 bits, which
    /// is faster, so that it must be below 2^15.
    const MOST: u32 = 1 << 14;

    pub(crate) fn new() -> History {
        History(vec![Record::default(); PLAYERS * 5 * 52])
    }

    fn place(seat: usize, led: u8, card: u8) -> usize {
        (seat * 5 + usize::from(led)) * 52 + usize::from(card)
    }

    /// Adds a time that counts `weight`.
    pub(crate) fn add(&mut self, seat: usize, led: u8, card: u8, weight: u32, is_good: bool) {
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
    pub(crate) fn share(&self, seat: usize, led: u8, card: u8) -> i64 {
        let Record { good, tried } = self.0[History::place(seat, led, card)];
        i64::from((good + 2) * History::ONE as u32 / (tried + 4))
    }
}
