use cards_core::{BySeat, Card, CardSet};

use crate::position::Position;
use crate::rules::{HEARTS, Jack, PENALTIES, Rules};

/// The thirteen cards of the suit in the lowest lane of a [`CardSet`].
const LANE: u64 = CardSet::of_suit(cards_core::Suit::Clubs).bits();
/// The hearts.
pub(crate) const HEART_BITS: u64 = HEARTS.bits();
/// The hearts and the queen of spades.
pub(crate) const PENALTY_BITS: u64 = PENALTIES.bits();
/// The queen of spades.
pub(crate) const QUEEN_BIT: u64 = PENALTY_BITS ^ HEART_BITS;

/// A position as bare words, for playouts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    pub(crate) hands: [u64; 4],
    pub(crate) taken: [u64; 4],
    pub(crate) trick: u64,
    /// The lane of the suit led; 0 before the lead.
    pub(crate) led: u64,
    /// The card that is winning the trick; 0 before the lead.
    pub(crate) best: u64,
    pub(crate) winner: usize,
    pub(crate) turn: usize,
    /// How many cards the trick in progress has.
    pub(crate) len: usize,
    pub(crate) first: bool,
    pub(crate) broken: bool,
    /// The lanes of the suits in which each seat has shown to be void.
    pub(crate) voids: [u64; 4],
    /// The seat that has taken points, 4 if none has and 5 if several have.
    pub(crate) taker: u8,
    /// The points of the only taker.
    pub(crate) points: u8,
    /// The tricks that are not finished.
    pub(crate) left: u8,
    /// The cards that no card beside them in rank is like: the queen of spades, and
    /// the jack of diamonds where it has a value.
    pub(crate) apart: u64,
    /// The cards that make a moon.
    pub(crate) moon: u64,
}

/// The jack of diamonds.
const JACK_BIT: u64 = 1 << crate::rules::JACK.bit();

/// The cards that no card beside them in rank is like.
pub(crate) const fn apart(rules: &Rules) -> u64 {
    match rules.jack {
        Jack::Plain => QUEEN_BIT,
        _ => QUEEN_BIT | JACK_BIT,
    }
}

/// The cards that make a moon.
pub(crate) const fn moon(rules: &Rules) -> u64 {
    match rules.jack {
        Jack::NeededForMoon => PENALTY_BITS | JACK_BIT,
        _ => PENALTY_BITS,
    }
}

/// The number of cards of each set of ranks, by the lane's bits 1 to 13.
pub(crate) static COUNT: [u8; 8192] = counts();

const fn counts() -> [u8; 8192] {
    let mut counts = [0; 8192];
    let mut ranks = 1;
    while ranks < 8192 {
        counts[ranks] = counts[ranks >> 1] + (ranks & 1) as u8;
        ranks += 1;
    }
    counts
}

impl Table {
    pub(crate) fn new(position: &Position, rules: &Rules) -> Table {
        let bits = |cards: &BySeat<CardSet>| cards.into_array().map(CardSet::bits);
        Table {
            hands: bits(&position.hands),
            taken: bits(&position.taken),
            trick: position.trick.bits(),
            led: position.led.map_or(0, |suit| CardSet::of_suit(suit).bits()),
            best: position.led.map_or(0, |_| 1 << position.best.bit()),
            winner: position.winner.index(),
            turn: position.turn.index(),
            len: position.trick_len as usize,
            first: position.first_trick,
            broken: position.is_broken(rules),
            voids: [0; 4],
            taker: 4,
            points: 0,
            left: position.tricks_left() as u8,
            apart: apart(rules),
            moon: moon(rules),
        }
        .counted()
    }

    /// The table with its takers counted from what has been taken.
    pub(crate) fn counted(mut self) -> Table {
        for seat in 0..4 {
            self.count(seat, self.taken[seat]);
        }
        self
    }

    /// Counts the points of newly taken cards.
    #[inline]
    fn count(&mut self, seat: usize, cards: u64) {
        if cards & PENALTY_BITS == 0 {
            return;
        }
        let hearts = COUNT[((cards & HEART_BITS) >> 33) as usize & 0x1FFF];
        self.points += hearts + if cards & QUEEN_BIT != 0 { 13 } else { 0 };
        self.taker = if self.taker == 4 || self.taker as usize == seat {
            seat as u8
        } else {
            5
        };
    }

    /// Whether every card has been played.
    pub(crate) const fn is_over(&self) -> bool {
        self.hands[self.turn & 3] == 0
    }

    /// The cards that the player to move may play.
    #[inline]
    pub(crate) fn legal(&self, rules: &Rules) -> u64 {
        let hand = self.hands[self.turn];
        let follow = hand & self.led;
        if follow != 0 {
            return follow;
        }
        if self.led != 0 {
            if !self.first {
                return hand;
            }
            return rules.discards(cards(hand), true).bits();
        }
        if self.first {
            return rules.opening_leads(cards(hand)).bits();
        }
        if self.broken || hand & HEART_BITS == 0 {
            return hand;
        }
        rules.leads(cards(hand), false).bits()
    }

    /// Plays a card, one legal bit.
    #[inline]
    pub(crate) fn play(&mut self, bit: u64, rules: &Rules) {
        if self.len == 0 {
            self.lead(bit);
        } else {
            self.follow(bit);
        }
        if self.len == 4 {
            self.finish_trick(rules);
        }
    }

    /// The cards that may be led to a trick after the first.
    #[inline]
    pub(crate) fn leads(&self, rules: &Rules) -> u64 {
        let hand = self.hands[self.turn & 3];
        if self.broken || hand & HEART_BITS == 0 {
            return hand;
        }
        rules.leads(cards(hand), false).bits()
    }

    /// The cards that may be played to a lead after the first trick.
    #[inline]
    pub(crate) const fn follows(&self) -> u64 {
        let hand = self.hands[self.turn & 3];
        let follow = hand & self.led;
        if follow == 0 { hand } else { follow }
    }

    #[inline]
    pub(crate) const fn lead(&mut self, bit: u64) {
        self.hands[self.turn & 3] ^= bit;
        self.trick = bit;
        self.led = lane_of(bit);
        self.best = bit;
        self.winner = self.turn;
        self.turn = (self.turn + 1) & 3;
        self.len = 1;
    }

    #[inline]
    pub(crate) const fn follow(&mut self, bit: u64) {
        let suited = bit & self.led;
        self.hands[self.turn & 3] ^= bit;
        self.trick |= bit;
        self.voids[self.turn & 3] |= if suited == 0 { self.led } else { 0 };
        self.winner = if suited > self.best {
            self.turn
        } else {
            self.winner
        };
        self.best = if suited > self.best {
            suited
        } else {
            self.best
        };
        self.turn = (self.turn + 1) & 3;
        self.len += 1;
    }

    #[inline]
    pub(crate) fn finish_trick(&mut self, rules: &Rules) {
        self.taken[self.winner & 3] |= self.trick;
        self.count(self.winner, self.trick);
        self.left -= 1;
        self.broken |= self.trick & rules.breakers().bits() != 0;
        self.turn = self.winner;
        (self.trick, self.led, self.best, self.len) = (0, 0, 0, 0);
        self.first = false;
    }

    /// All cards still in hands.
    #[inline]
    pub(crate) const fn in_hands(&self) -> u64 {
        self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3]
    }

    /// What each seat has taken.
    pub(crate) fn taken(&self) -> BySeat<CardSet> {
        BySeat::new(self.taken.map(cards))
    }
}

/// The lane of a card's suit.
#[inline]
pub(crate) const fn lane_of(bit: u64) -> u64 {
    LANE << (bit.trailing_zeros() & 48)
}

/// The set of these bits, all of them cards' bits.
#[inline]
pub(crate) const fn cards(bits: u64) -> CardSet {
    CardSet::from_bits_truncate(bits)
}

/// The card of one bit.
pub(crate) fn card(bit: u64) -> Card {
    match Card::from_bit(bit.trailing_zeros()) {
        Some(card) => card,
        None => unreachable!("the bit of a card"),
    }
}

/// The lowest set bit.
#[inline]
pub(crate) const fn lowest_bit(bits: u64) -> u64 {
    bits & bits.wrapping_neg()
}

/// The highest set bit.
#[inline]
pub(crate) const fn highest_bit(bits: u64) -> u64 {
    1 << (63 - bits.leading_zeros())
}

const LOWEST_LANE: u64 = 0xFFFF;
const EACH_LANE: u64 = 0x0001_0001_0001_0001;

/// A card of the lowest rank, in the lowest suit that has it.
#[inline]
pub(crate) const fn lowest_rank(bits: u64) -> u64 {
    let ranks = (bits | bits >> 16 | bits >> 32 | bits >> 48) & LOWEST_LANE;
    let cards = bits & ((lowest_bit(ranks)) * EACH_LANE);
    lowest_bit(cards)
}

/// A card of the highest rank, in the highest suit that has it.
#[inline]
pub(crate) const fn highest_rank(bits: u64) -> u64 {
    let ranks = (bits | bits >> 16 | bits >> 32 | bits >> 48) & LOWEST_LANE;
    highest_bit(bits & (highest_bit(ranks) * EACH_LANE))
}
