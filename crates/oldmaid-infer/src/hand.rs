//! A hand: how many cards of each kind.

use core::fmt;

use crate::{Kind, KindSet};

/// How many cards of each kind a player holds, up to 7 of one.
///
/// ```
/// use oldmaid_infer::{Hand, Kind};
///
/// let five: Kind = "5".parse()?;
/// let mut hand = Hand::from_iter([five, five, five]);
/// assert_eq!(hand.pairs().to_string(), "5");
/// hand.discard(hand.pairs());
/// assert_eq!((hand.len(), hand.count(five)), (1, 1));
/// # Ok::<(), oldmaid_infer::ParseKindError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hand {
    /// Bit k of plane i is bit i of the number of cards of kind k.
    planes: [u64; 3],
}

impl Hand {
    /// No cards.
    pub const EMPTY: Hand = Hand { planes: [0; 3] };

    /// One card of each kind of a set.
    #[must_use]
    pub const fn of(kinds: KindSet) -> Hand {
        Hand {
            planes: [kinds.bits(), 0, 0],
        }
    }

    /// How many cards there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        let [ones, twos, fours] = self.planes;
        (ones.count_ones() + 2 * twos.count_ones() + 4 * fours.count_ones()) as usize
    }

    /// Whether there is no card.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.planes[0] | self.planes[1] | self.planes[2] == 0
    }

    /// How many cards there are of a kind.
    #[must_use]
    pub const fn count(&self, kind: Kind) -> u8 {
        let [ones, twos, fours] = self.planes;
        let (one, two, four) = (
            (ones >> kind.index() & 1) as u8,
            (twos >> kind.index() & 1) as u8,
            (fours >> kind.index() & 1) as u8,
        );
        one + 2 * two + 4 * four
    }

    /// The kinds that are there.
    #[must_use]
    pub const fn kinds(&self) -> KindSet {
        KindSet::from_bits(self.planes[0] | self.planes[1] | self.planes[2])
    }

    /// The kinds of which there are two cards or more. The joker is alone of its
    /// kind and is never among them.
    #[must_use]
    pub const fn pairs(&self) -> KindSet {
        KindSet::from_bits(self.planes[1] | self.planes[2])
    }

    /// The card at a place, counted from 0 with the kinds in their order.
    #[must_use]
    pub fn nth(&self, place: usize) -> Option<Kind> {
        if self.pairs().is_empty() {
            return self.kinds().nth(place);
        }
        let mut left = place;
        self.kinds().iter().find(|&kind| {
            let count = usize::from(self.count(kind));
            let here = left < count;
            left = left.wrapping_sub(count);
            here
        })
    }

    /// Adds a card.
    ///
    /// # Panics
    /// If there are 7 of the kind already.
    pub fn add(&mut self, kind: Kind) {
        let mut carry = KindSet::of(kind).bits();
        for plane in &mut self.planes {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
        assert_eq!(carry, 0, "a hand holds up to 7 cards of a kind");
    }

    /// Takes a card out; says whether it was there.
    pub fn remove(&mut self, kind: Kind) -> bool {
        if self.count(kind) == 0 {
            return false;
        }
        let mut borrow = KindSet::of(kind).bits();
        for plane in &mut self.planes {
            (*plane, borrow) = (*plane ^ borrow, !*plane & borrow);
        }
        true
    }

    /// Takes a pair of each of these kinds out, of those that have one.
    pub fn discard(&mut self, kinds: KindSet) {
        for kind in kinds.intersection(self.pairs()).iter() {
            self.remove(kind);
            self.remove(kind);
        }
    }

    /// Takes all pairs out and tells how many of each kind.
    pub(crate) fn discard_all(&mut self) -> Discards {
        let mut discards = Discards::default();
        for kind in self.pairs().iter() {
            discards.0[kind.index()] = self.count(kind) / 2;
        }
        self.planes = [self.planes[0], 0, 0];
        discards
    }
}

impl FromIterator<Kind> for Hand {
    fn from_iter<I: IntoIterator<Item = Kind>>(cards: I) -> Hand {
        let mut hand = Hand::EMPTY;
        for card in cards {
            hand.add(card);
        }
        hand
    }
}

/// The cards with spaces between; `-` for none.
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        let mut first = true;
        for kind in self.kinds().iter() {
            for _ in 0..self.count(kind) {
                if !first {
                    f.write_str(" ")?;
                }
                first = false;
                kind.fmt(f)?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand({self})")
    }
}

/// How many pairs of each kind a player has discarded.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Discards(pub(crate) [u8; Kind::COUNT]);

impl Default for Discards {
    fn default() -> Discards {
        Discards([0; Kind::COUNT])
    }
}

impl Discards {
    /// How many pairs of a kind.
    #[must_use]
    pub const fn pairs(&self, kind: Kind) -> u8 {
        self.0[kind.index()]
    }

    /// How many pairs in all.
    #[must_use]
    pub fn total(&self) -> usize {
        self.0.iter().copied().map(usize::from).sum()
    }

    /// Adds a pair.
    pub fn add(&mut self, kind: Kind) {
        let pairs = &mut self.0[kind.index()];
        *pairs = pairs.saturating_add(1);
    }

    /// The kinds of which there are pairs, each with their number.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, u8)> {
        let counts = self.0.iter().enumerate().filter(|(_, pairs)| **pairs > 0);
        counts.filter_map(|(index, &pairs)| Some((Kind::from_index(index)?, pairs)))
    }
}

/// One kind a pair.
impl FromIterator<Kind> for Discards {
    fn from_iter<I: IntoIterator<Item = Kind>>(pairs: I) -> Discards {
        let mut discards = Discards::default();
        for kind in pairs {
            discards.add(kind);
        }
        discards
    }
}

impl fmt::Debug for Discards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Kind {
        text.parse().unwrap()
    }

    fn hand(text: &str) -> Hand {
        text.split_whitespace().map(kind).collect()
    }

    #[test]
    fn cards_are_counted_in_and_out() {
        let mut hand = hand("5 5 Q 5 joker 5 5");
        assert_eq!(hand.len(), 7);
        assert_eq!(hand.count(kind("5")), 5);
        let cards: Vec<_> = (0..8).map(|place| hand.nth(place)).collect();
        let five = Some(kind("5"));
        assert_eq!(
            cards,
            [
                five,
                five,
                five,
                five,
                five,
                Some(kind("Q")),
                Some(Kind::JOKER),
                None
            ]
        );
        assert!(hand.remove(kind("5")) && hand.remove(kind("Q")) && !hand.remove(kind("Q")));
        assert_eq!(hand.to_string(), "5 5 5 5 joker");
        let discards = hand.discard_all();
        assert_eq!(discards.pairs(kind("5")), 2);
        assert_eq!(hand.to_string(), "joker");
    }

    #[test]
    fn three_of_a_kind_lose_one_pair_and_keep_one_card() {
        let mut hand = hand("5 5 5");
        assert_eq!(hand.discard_all().total(), 1);
        assert_eq!(hand, Hand::of(KindSet::of(kind("5"))));
    }
}
