//! Choices made by the bytes of an input, so that a fuzzer steers them.

use arbitrary::Unstructured;
use cards_core::{Card, CardSet};

/// The bytes of an input, each choice using up a few; the lowest choice once
/// there are none left.
#[derive(Debug)]
pub struct Draw<'a>(Unstructured<'a>);

impl<'a> Draw<'a> {
    /// All bytes of an input.
    #[must_use]
    pub fn new(data: &'a [u8]) -> Draw<'a> {
        Draw(Unstructured::new(data))
    }

    /// A number below a bound, 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        match bound {
            0 | 1 => 0,
            _ => self.0.int_in_range(0..=bound - 1).unwrap_or(0),
        }
    }

    /// Yes or no.
    pub fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    /// Yes once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 1
    }

    /// The usual number, but the other one once in so many times.
    pub fn usually(&mut self, usual: usize, other: usize, times: usize) -> usize {
        if self.once_in(times) { other } else { usual }
    }

    /// Any 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.arbitrary().unwrap_or(0)
    }

    /// One of some values.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    /// One of some cards, `None` if there are none.
    pub fn card(&mut self, cards: CardSet) -> Option<Card> {
        cards.nth(self.below(cards.len()))
    }

    /// Takes up to so many cards out of a set.
    pub fn cards(&mut self, count: usize, from: &mut CardSet) -> CardSet {
        let mut taken = CardSet::EMPTY;
        for _ in 0..count {
            let Some(card) = self.card(*from) else { break };
            from.remove(card);
            taken.insert(card);
        }
        taken
    }

    /// Whether all bytes are used up.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.0.is_empty()
    }

    /// The bytes that are left.
    #[must_use]
    pub fn rest(self) -> &'a [u8] {
        self.0.take_rest()
    }
}
