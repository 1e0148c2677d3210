//! Sections 6.1 and 6.2: a card by its bit index, a set of cards by its mask.

use core::fmt;
use core::iter::FusedIterator;

use cards_core::{RankOrder, Suit};

/// A card, as the document numbers them: 13 · suit + rank − 1, with the suits
/// ♣ ♦ ♥ ♠ = 0 to 3 and the ranks ace = 1 to king = 13.
///
/// Converts from and into [`cards_core::Card`]. `Ord` is the document's: by
/// suit, then by rank with the ace low.
///
/// ```
/// use gongzhu_solver::published::Card;
///
/// let pig = Card::from_bit_index(50).unwrap();
/// assert_eq!(pig, Card::PIG);
/// assert_eq!(cards_core::Card::from(pig).to_string(), "♠Q");
/// assert_eq!(pig.penalty(), -13);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

const RANKS: u8 = 13;

impl Card {
    /// ♠Q, the pig (猪).
    pub const PIG: Card = Card(3 * RANKS + 11);

    /// How many cards there are.
    pub const COUNT: usize = 52;

    /// The card of a bit index, or `None` from 52 on.
    #[must_use]
    pub const fn from_bit_index(index: u8) -> Option<Card> {
        if (index as usize) < Card::COUNT {
            Some(Card(index))
        } else {
            None
        }
    }

    /// The bit index, 0 to 51.
    #[must_use]
    pub const fn bit_index(self) -> u8 {
        self.0
    }

    /// The mask of the card alone.
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The suit.
    #[must_use]
    pub const fn suit(self) -> Suit {
        match self.0 / RANKS {
            0 => Suit::Clubs,
            1 => Suit::Diamonds,
            2 => Suit::Hearts,
            _ => Suit::Spades,
        }
    }

    /// What the card scores for the player who takes it: −13 for ♠Q, −1 for a
    /// heart, else 0.
    #[must_use]
    pub const fn penalty(self) -> i32 {
        CardSet::of(self).penalty()
    }

    /// The cards of the same suit that are higher; the king is the highest.
    #[must_use]
    pub const fn higher(self) -> CardSet {
        let not_lower = CardSet(CardSet::FULL.0 & !(self.bit() - 1));
        not_lower.in_suit(self.suit()).without(self)
    }
}

impl From<cards_core::Card> for Card {
    fn from(card: cards_core::Card) -> Card {
        let place = RankOrder::AceLow.place(card.rank());
        Card(RANKS * card.suit() as u8 + place as u8)
    }
}

impl From<Card> for cards_core::Card {
    fn from(card: Card) -> cards_core::Card {
        let Some(rank) = RankOrder::AceLow.rank_at((card.0 % RANKS).into()) else {
            unreachable!("a remainder by 13 is a place");
        };
        cards_core::Card::new(card.suit(), rank)
    }
}

/// As [`cards_core::Card`] writes it: `♠Q`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        cards_core::Card::from(*self).fmt(f)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of cards as a 52-bit mask in which bit [`Card::bit_index`] is the card.
///
/// Converts from and into [`cards_core::CardSet`], whose layout is another.
/// Iteration is from the lowest bit up, which is the document's order of cards.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);

    /// The 52 cards.
    pub const FULL: CardSet = CardSet((1 << Card::COUNT) - 1);

    /// The set of a mask, or `None` if a bit from 52 on is set.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Option<CardSet> {
        if bits & !CardSet::FULL.0 == 0 {
            Some(CardSet(bits))
        } else {
            None
        }
    }

    /// The mask.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one card.
    #[must_use]
    pub const fn of(card: Card) -> CardSet {
        CardSet(card.bit())
    }

    /// The thirteen cards of a suit.
    #[must_use]
    pub const fn of_suit(suit: Suit) -> CardSet {
        CardSet(0x1FFF << (RANKS * suit as u8))
    }

    /// How many cards the set holds, 0 to 52.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set holds no card.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds a card.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & card.bit() != 0
    }

    /// The cards of the set that belong to a suit.
    #[must_use]
    pub const fn in_suit(self, suit: Suit) -> CardSet {
        self.intersection(CardSet::of_suit(suit))
    }

    /// This set and one more card.
    #[must_use]
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | card.bit())
    }

    /// This set but for one card.
    #[must_use]
    pub const fn without(self, card: Card) -> CardSet {
        CardSet(self.0 & !card.bit())
    }

    /// The cards of either set.
    #[must_use]
    pub const fn union(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// The cards of both sets.
    #[must_use]
    pub const fn intersection(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// The cards of the pack that are not in this set.
    #[must_use]
    pub const fn complement(self) -> CardSet {
        CardSet(!self.0 & CardSet::FULL.0)
    }

    /// The sum of the penalties of the cards, −26 to 0.
    #[must_use]
    pub const fn penalty(self) -> i32 {
        let hearts = self.in_suit(Suit::Hearts).len() as i32;
        let pig = self.contains(Card::PIG) as i32;
        -hearts - 13 * pig
    }

    /// The lowest card of the lowest suit.
    #[must_use]
    pub const fn first(self) -> Option<Card> {
        Card::from_bit_index(self.0.trailing_zeros() as u8)
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

    /// The cards, clubs first, each suit from the ace up to the king.
    #[must_use]
    pub const fn iter(self) -> CardIter {
        CardIter(self)
    }
}

impl From<cards_core::CardSet> for CardSet {
    fn from(cards: cards_core::CardSet) -> CardSet {
        cards.iter().map(Card::from).collect()
    }
}

impl From<CardSet> for cards_core::CardSet {
    fn from(cards: CardSet) -> cards_core::CardSet {
        cards.iter().map(cards_core::Card::from).collect()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, CardSet::with)
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardIter;

    fn into_iter(self) -> CardIter {
        self.iter()
    }
}

/// As [`cards_core::CardSet`] writes it: `♠Q3 ♥- ♦- ♣A`.
impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        cards_core::CardSet::from(*self).fmt(f)
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CardSet({self})")
    }
}

/// The cards of a [`CardSet`], from the lowest bit up.
#[derive(Clone, Debug)]
pub struct CardIter(CardSet);

impl Iterator for CardIter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let card = self.0.first()?;
        self.0 = self.0.without(card);
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for CardIter {}
impl FusedIterator for CardIter {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pack_is_in_the_documents_order() {
        let pack: Vec<String> = CardSet::FULL.iter().map(|card| card.to_string()).collect();
        assert_eq!(pack.len(), Card::COUNT);
        assert_eq!(pack[..3], ["♣A", "♣2", "♣3"]);
        assert_eq!(pack[12..15], ["♣K", "♦A", "♦2"]);
        assert_eq!(pack[50..], ["♠Q", "♠K"]);
    }

    #[test]
    fn cards_and_sets_convert_both_ways() {
        for index in 0..=u8::MAX {
            let Some(card) = Card::from_bit_index(index) else {
                assert!(index >= 52);
                continue;
            };
            let core = cards_core::Card::from(card);
            assert_eq!(Card::from(core), card);
            assert_eq!(core.suit(), card.suit());
            let set = CardSet::of(card);
            let core_set = cards_core::CardSet::from(set);
            assert_eq!(core_set.single(), Some(core));
            assert_eq!(CardSet::from(core_set), set);
        }
        assert_eq!(CardSet::from_bits(1 << 52), None);
    }

    #[test]
    fn the_pack_costs_26() {
        let sum: i32 = CardSet::FULL.iter().map(Card::penalty).sum();
        assert_eq!((sum, CardSet::FULL.penalty()), (-26, -26));
    }

    #[test]
    fn the_king_is_higher_than_all_and_the_ace_than_none() {
        for suit in Suit::ALL {
            let cards: Vec<Card> = CardSet::of_suit(suit).iter().collect();
            for (place, card) in cards.iter().enumerate() {
                assert_eq!(card.higher().iter().collect::<Vec<_>>(), cards[place + 1..]);
            }
        }
    }
}
