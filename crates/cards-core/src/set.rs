use core::fmt;
use core::iter::FusedIterator;

use crate::bit_set::impl_bit_set;
use crate::notation::{Notation, padded, write_set};
use crate::{BySuit, Card, Rank, RankOrder, RankSet, Suit};

/// A set of cards of the 52-card pack, one bit a card.
///
/// All operations but iteration take a few instructions.
///
/// # Layout
/// Each suit has a lane of 16 bits: clubs 0–15, diamonds 16–31, hearts 32–47,
/// spades 48–63. Within its lane a card's bit is its rank's index + 1: the two
/// bit 1, the ace bit 13, as in [`RankSet`]. Bits 0, 14 and 15 of a lane are
/// never set; bit 0 is where [`CardSet::lanes`] puts the aces of a game in
/// which the ace is low. The layout is part of the interface.
///
/// ```
/// use cards_core::{CardSet, Suit};
///
/// let hand: CardSet = "♠AQ4 ♥KT5 ♣2".parse()?;
/// assert_eq!(hand.len(), 7);
/// assert_eq!(hand.suit(Suit::Hearts).to_string(), "KT5");
/// assert_eq!(hand.to_string(), "♠AQ4 ♥KT5 ♦- ♣2");
/// # Ok::<(), cards_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

/// One bit in each suit's lane.
const LANES: u64 = 0x0001_0001_0001_0001;

const _: () = {
    assert!(CardSet::FULL.len() == 52);
    assert!(CardSet::of(Card::new(Suit::Clubs, Rank::Two)).bits() == 1 << 1);
    assert!(CardSet::of(Card::new(Suit::Diamonds, Rank::Two)).bits() == 1 << 17);
    assert!(CardSet::of(Card::new(Suit::Hearts, Rank::Ace)).bits() == 1 << 45);
    assert!(CardSet::of(Card::new(Suit::Spades, Rank::Ace)).bits() == 1 << 61);
    // Every card is its index's bit, so that `from_suit` is one shift.
    let mut index = 0;
    while let Some(card) = Card::from_index(index) {
        assert!(CardSet::FULL.contains(card));
        assert!(card.index() == index);
        let lane = RankSet::of(card.rank()).bits() as u64;
        assert!(CardSet::of(card).bits() == lane << (16 * card.suit().index()));
        index += 1;
    }
    assert!(index == 52);
};

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);

    /// The 52 cards.
    pub const FULL: CardSet = CardSet(RankSet::FULL.bits() as u64 * LANES);

    /// The set of one card.
    #[must_use]
    pub const fn of(card: Card) -> CardSet {
        CardSet(1 << card.bit())
    }

    /// All the cards of a suit.
    #[must_use]
    pub const fn of_suit(suit: Suit) -> CardSet {
        CardSet::from_suit(suit, RankSet::FULL)
    }

    /// The four cards of a rank.
    #[must_use]
    pub const fn of_rank(rank: Rank) -> CardSet {
        CardSet(RankSet::of(rank).bits() as u64 * LANES)
    }

    /// Some ranks of one suit.
    #[must_use]
    pub const fn from_suit(suit: Suit, ranks: RankSet) -> CardSet {
        CardSet((ranks.bits() as u64) << (16 * suit as u32))
    }

    /// The set of some cards, each counted once; `collect` does the same with an
    /// iterator.
    #[must_use]
    pub const fn from_cards(cards: &[Card]) -> CardSet {
        let mut set = CardSet::EMPTY;
        let mut place = 0;
        while place < cards.len() {
            set = set.with(cards[place]);
            place += 1;
        }
        set
    }

    /// The set with these bits, or `None` if a bit stands for no card.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Option<CardSet> {
        if bits & !CardSet::FULL.0 == 0 {
            Some(CardSet(bits))
        } else {
            None
        }
    }

    /// The set with these bits; bits that stand for no card are dropped.
    #[must_use]
    pub const fn from_bits_truncate(bits: u64) -> CardSet {
        CardSet(bits & CardSet::FULL.0)
    }

    /// The bits, laid out as the type's documentation says.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The bits with the aces where an order wants them: bit 13 of each lane
    /// ace-high, bit 0 ace-low. Within a lane a higher bit is then a higher
    /// card, and neighbouring ranks are neighbouring bits.
    #[must_use]
    pub const fn lanes(self, order: RankOrder) -> u64 {
        match order {
            RankOrder::AceHigh => self.0,
            RankOrder::AceLow => {
                let aces = CardSet::of_rank(Rank::Ace).0;
                (self.0 & !aces) | ((self.0 & aces) >> 13)
            }
        }
    }

    /// The set whose [`CardSet::lanes`] in an order these are, or `None` if a
    /// bit stands for no card in that order.
    #[must_use]
    pub const fn from_lanes(lanes: u64, order: RankOrder) -> Option<CardSet> {
        match order {
            RankOrder::AceHigh => CardSet::from_bits(lanes),
            RankOrder::AceLow => {
                let aces = CardSet::of_rank(Rank::Ace).0;
                if lanes & aces != 0 {
                    return None;
                }
                CardSet::from_bits((lanes & !LANES) | ((lanes & LANES) << 13))
            }
        }
    }

    /// The ranks that the set holds in a suit.
    #[must_use]
    pub const fn suit(self, suit: Suit) -> RankSet {
        RankSet::from_bits_truncate((self.0 >> (16 * suit as u32)) as u16)
    }

    /// The cards of the set that belong to a suit.
    #[must_use]
    pub const fn in_suit(self, suit: Suit) -> CardSet {
        CardSet(self.0 & CardSet::of_suit(suit).0)
    }

    /// How many cards of each suit the set holds, 0 to 13.
    #[must_use]
    pub const fn suit_lengths(self) -> BySuit<usize> {
        BySuit::new([
            self.suit(Suit::Clubs).len(),
            self.suit(Suit::Diamonds).len(),
            self.suit(Suit::Hearts).len(),
            self.suit(Suit::Spades).len(),
        ])
    }

    /// The highest card that the set holds of a suit, in an order.
    #[must_use]
    pub const fn highest(self, suit: Suit, order: RankOrder) -> Option<Card> {
        match self.suit(suit).highest(order) {
            Some(rank) => Some(Card::new(suit, rank)),
            None => None,
        }
    }

    /// The lowest card that the set holds of a suit, in an order.
    #[must_use]
    pub const fn lowest(self, suit: Suit, order: RankOrder) -> Option<Card> {
        match self.suit(suit).lowest(order) {
            Some(rank) => Some(Card::new(suit, rank)),
            None => None,
        }
    }

    /// The ranks of which the set holds at least one card.
    #[must_use]
    pub const fn ranks(self) -> RankSet {
        let pairs = self.0 | (self.0 >> 32);
        RankSet::from_bits_truncate((pairs | (pairs >> 16)) as u16)
    }

    /// Whether the set holds a card of a suit.
    #[must_use]
    pub const fn has_suit(self, suit: Suit) -> bool {
        self.0 & CardSet::of_suit(suit).0 != 0
    }

    /// The first card in iteration order.
    #[must_use]
    pub const fn first(self) -> Option<Card> {
        Card::from_bit(self.0.trailing_zeros())
    }

    /// The last card in iteration order.
    #[must_use]
    pub const fn last(self) -> Option<Card> {
        match self.0.checked_ilog2() {
            Some(bit) => Card::from_bit(bit),
            None => None,
        }
    }

    /// The card of a set of exactly one.
    #[must_use]
    pub const fn single(self) -> Option<Card> {
        if self.0.is_power_of_two() {
            self.first()
        } else {
            None
        }
    }

    /// The card at a position of the iteration order, in time proportional to
    /// the position. A uniform position gives a uniform card.
    #[must_use]
    pub const fn nth(self, position: usize) -> Option<Card> {
        let mut rest = self.0;
        let mut skipped = 0;
        while skipped < position && rest != 0 {
            rest &= rest - 1;
            skipped += 1;
        }
        CardSet(rest).first()
    }

    /// Takes out the first card in iteration order.
    pub const fn pop_first(&mut self) -> Option<Card> {
        let first = self.first();
        if first.is_some() {
            self.0 &= self.0 - 1;
        }
        first
    }

    /// The cards: clubs, diamonds, hearts, spades, each from the two up to the ace.
    #[must_use]
    pub const fn iter(self) -> CardIter {
        CardIter(self)
    }

    /// The cards, clubs first, each suit from its lowest card up in an order.
    #[must_use]
    pub const fn iter_in(self, order: RankOrder) -> CardIterIn {
        CardIterIn {
            lanes: self.lanes(order),
        }
    }

    /// All subsets, 2^len of them, from the empty set up to the set itself, in
    /// rising order of their bits (the carry-rippler).
    #[must_use]
    pub const fn subsets(self) -> Subsets {
        Subsets {
            set: self,
            next: Some(CardSet::EMPTY),
        }
    }

    /// The set written in a notation; `to_string()` uses [`Notation::Symbols`].
    #[must_use]
    pub const fn display(self, notation: Notation) -> CardSetDisplay {
        CardSetDisplay {
            cards: self,
            notation,
        }
    }
}

/// The cards of a [`CardSet`]: clubs, diamonds, hearts, spades, each from the
/// two up to the ace.
#[derive(Clone, Debug)]
pub struct CardIter(CardSet);

impl Iterator for CardIter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        self.0.pop_first()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for CardIter {
    fn next_back(&mut self) -> Option<Card> {
        let card = self.0.last()?;
        self.0.remove(card);
        Some(card)
    }
}

impl ExactSizeIterator for CardIter {}
impl FusedIterator for CardIter {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardIter;

    fn into_iter(self) -> CardIter {
        self.iter()
    }
}

/// The cards of a [`CardSet`] in an order, as [`CardSet::iter_in`] returns them.
#[derive(Clone, Debug)]
pub struct CardIterIn {
    lanes: u64,
}

/// The card at a bit of a set's lanes, in either order: bit 0 of a lane is an ace.
const fn card_at(bit: u32) -> Option<Card> {
    Card::from_bit(if bit.is_multiple_of(16) {
        bit + 13
    } else {
        bit
    })
}

impl Iterator for CardIterIn {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let bit = self.lanes.trailing_zeros();
        if bit == u64::BITS {
            return None;
        }
        self.lanes &= self.lanes - 1;
        card_at(bit)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.lanes.count_ones() as usize;
        (len, Some(len))
    }
}

impl DoubleEndedIterator for CardIterIn {
    fn next_back(&mut self) -> Option<Card> {
        let bit = self.lanes.checked_ilog2()?;
        self.lanes ^= 1 << bit;
        card_at(bit)
    }
}

impl ExactSizeIterator for CardIterIn {}
impl FusedIterator for CardIterIn {}

/// The subsets of a [`CardSet`], as [`CardSet::subsets`] returns them.
#[derive(Clone, Debug)]
pub struct Subsets {
    set: CardSet,
    next: Option<CardSet>,
}

impl Iterator for Subsets {
    type Item = CardSet;

    fn next(&mut self) -> Option<CardSet> {
        let subset = self.next?;
        // Subtracting the set adds one to the bits that it selects.
        let following = CardSet(subset.0.wrapping_sub(self.set.0) & self.set.0);
        self.next = (!following.is_empty()).then_some(following);
        Some(subset)
    }
}

impl FusedIterator for Subsets {}

impl_bit_set!(CardSet, Card, "card", 52);

/// A card set in one [`Notation`], as [`CardSet::display`] returns it.
#[derive(Clone, Copy, Debug)]
pub struct CardSetDisplay {
    cards: CardSet,
    notation: Notation,
}

impl fmt::Display for CardSetDisplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        padded(f, |f| write_set(f, self.cards, self.notation))
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.display(Notation::Symbols).fmt(f)
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CardSet({self})")
    }
}
