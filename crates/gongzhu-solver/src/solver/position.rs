//! Positions of additive rules by relative ranks: the canonical form in which
//! the search works, and whose key the tables use.

use cards_core::{Card, CardSet, Suit};

use crate::{Rules, State};

/// The lowest bit of each lane.
pub(super) const ONES: u64 = 0x0001_0001_0001_0001;

/// The bits of a lane.
const LANE: u64 = 0xffff;

/// The most cards of a lane.
pub(super) const LANES_MAX: usize = 13;

/// The largest number of marked suits.
pub(super) const MARKS: usize = 2;

/// How the suits of a game lie in the lanes of a [`Position`], and what their
/// cards are worth.
///
/// It exists for additive rules without exposed cards in which all cards of a
/// suit have one value but for at most one, the marked card, in at most two
/// suits. A marked card lies in the last lanes, so that lanes 0 and 1 never have
/// one when there is at most one mark.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The suit of each lane.
    pub(super) suits: [Suit; 4],
    /// The value of every card of a lane but its marked one.
    pub(super) values: [i32; 4],
    /// The marked card of lane 3 and lane 2, and its value.
    pub(super) marked: [Option<(Card, i32)>; MARKS],
    /// The bits of the marked cards among the lanes of their suits' cards.
    marked_bits: [u64; MARKS],
    /// Whether lanes 0 and 1 have the same value and no mark, so that swapping
    /// them changes nothing.
    pub(super) symmetric: bool,
    pub(super) rules: Rules,
}

impl Layout {
    /// The most cards a hand at which cashing sure winners is known to lose
    /// nothing: see `examples/verify_pruning.rs`.
    pub(super) fn sure_winners(&self) -> usize {
        let marked = self.marked.map(|marked| marked.map(|(_, value)| value));
        let of_the_document = self.values == [0, 0, -1, 0] && marked == [Some(-13), None];
        if of_the_document { 10 } else { 0 }
    }

    /// The layout of these rules, or `None` if they have none.
    pub(super) fn new(rules: &Rules) -> Option<Layout> {
        let values = CardSet::FULL.iter().map(|card| rules.value_of(card).abs());
        // Every difference, and one more, must fit in 16 bits.
        if !rules.is_additive() || !rules.exposed().is_empty() || values.sum::<i32>() > 30_000 {
            return None;
        }
        let mut plain = Vec::new();
        let mut marked = Vec::new();
        for suit in Suit::ALL {
            let cards = CardSet::of_suit(suit);
            let value = |card| rules.value_of(card);
            // The common value is that of two of any three cards.
            let mut first = cards.iter().map(value);
            let (a, b, c) = (first.next()?, first.next()?, first.next()?);
            let common = if b == c { b } else { a };
            let mut odd = cards.iter().filter(|&card| value(card) != common);
            match (odd.next(), odd.next()) {
                (None, _) => plain.push((suit, common)),
                (Some(card), None) => marked.push((suit, common, card, value(card))),
                _ => return None,
            }
        }
        if marked.len() > MARKS {
            return None;
        }
        // Two plain suits of the same value come first.
        if let Some((a, b)) = (0..plain.len())
            .flat_map(|b| (0..b).map(move |a| (a, b)))
            .find(|&(a, b)| plain[a].1 == plain[b].1)
        {
            plain.swap(0, a);
            plain.swap(1, b);
        }
        let symmetric = plain.len() >= 2 && plain[0].1 == plain[1].1;
        let mut layout = Layout {
            suits: Suit::ALL,
            values: [0; 4],
            marked: [None; MARKS],
            marked_bits: [0; MARKS],
            symmetric,
            rules: rules.clone(),
        };
        for (lane, &(suit, value)) in plain.iter().enumerate() {
            (layout.suits[lane], layout.values[lane]) = (suit, value);
        }
        for (place, &(suit, common, card, value)) in marked.iter().rev().enumerate() {
            (layout.suits[3 - place], layout.values[3 - place]) = (suit, common);
            layout.marked[place] = Some((card, value));
            layout.marked_bits[place] = CardSet::of(card).lanes(rules.order());
        }
        Some(layout)
    }
}

/// A position at the start of a trick, by relative ranks, as the player who
/// leads sees it.
///
/// Each lane holds the cards of a suit that are still in play, lowest first, a
/// bit each, without gaps: `all` has a bit for every card, `own` for those of
/// the leader. A mark is the bit of a marked card that is still in play, in lane
/// 3 or 2, or 0; it lies lowest among the adjacent cards of its owner, as their
/// order means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position<const M: usize> {
    pub(super) own: u64,
    pub(super) all: u64,
    pub(super) marks: [u64; M],
}

/// Takes a bit out of a word, and moves those above it in its lane down.
#[inline]
fn close(word: u64, bit: u64, lane: u64) -> u64 {
    let above = lane & !(bit | (bit - 1));
    (word & !(above | bit)) | ((word & above) >> 1)
}

/// The lane that a bit lies in.
#[inline]
pub(super) fn lane_of(bit: u64) -> usize {
    (bit.trailing_zeros() >> 4) as usize
}

impl<const M: usize> Position<M> {
    /// The position of a state without a trick begun.
    pub(super) fn of(state: &State, layout: &Layout) -> Position<M> {
        let leader = state.leader();
        let order = layout.rules.order();
        let [mine, theirs] =
            [leader, leader.opponent()].map(|player| state.hand(player).lanes(order));
        let mut position = Position {
            own: 0,
            all: 0,
            marks: [0; M],
        };
        for (lane, &suit) in layout.suits.iter().enumerate() {
            let shift = 16 * suit.index();
            let own = mine >> shift & LANE;
            let mut left = own | (theirs >> shift & LANE);
            let mut bit = 1 << (16 * lane);
            while left != 0 {
                let card = left & left.wrapping_neg();
                left ^= card;
                position.all |= bit;
                position.own |= if own & card != 0 { bit } else { 0 };
                bit <<= 1;
            }
        }
        for (place, mark) in position.marks.iter_mut().enumerate() {
            let shift = 16 * layout.suits[3 - place].index();
            let marked = layout.marked_bits[place];
            let in_play = (mine | theirs) & (LANE << shift);
            if in_play & marked != 0 {
                let below = (in_play & (marked - 1)).count_ones();
                *mark = 1 << (16 * (3 - place) as u32 + below);
            }
        }
        position.canonical(layout.symmetric)
    }

    /// The opponent's cards.
    #[inline]
    pub(super) fn others(&self) -> u64 {
        self.all & !self.own
    }

    /// The same position in canonical form.
    #[inline]
    pub(super) fn canonical(mut self, symmetric: bool) -> Self {
        for mark in &mut self.marks {
            if *mark != 0 {
                let owner = if self.own & *mark != 0 {
                    self.own
                } else {
                    self.all & !self.own
                };
                // The highest place below that the owner does not hold: at least
                // the unused top bit of the lane below.
                let below = !owner & (*mark - 1);
                *mark = 2 << below.ilog2();
            }
        }
        if symmetric {
            let sentinels = self.all + ONES;
            let lanes = self.own | sentinels;
            if (lanes & LANE) > ((lanes >> 16) & LANE) {
                self.own = swapped(self.own);
                self.all = swapped(self.all);
            }
        }
        self
    }

    /// A key that no other position has, and 0 for none: the lanes with a bit
    /// above each, which tells its length, and the places of the marks in the
    /// two top bits of each lane.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let mut key = self.own | (self.all + ONES);
        // A marked card is at most the 13th of its lane, so 3 to 15 zeros lie
        // above it there; without one the number is a multiple of 16.
        let place = u64::from(self.marks[0].leading_zeros()) & 15;
        key |= (place & 3) << 14 | (place >> 2) << 30;
        if M > 1 {
            let place = u64::from((self.marks[1] << 16).leading_zeros()) & 15;
            key |= (place & 3) << 46 | (place >> 2) << 62;
        }
        key
    }

    /// The position of a key.
    #[cfg(any(test, feature = "tuning"))]
    pub(super) fn from_key(key: u64) -> Self {
        let (mut own, mut all) = (0, 0);
        for lane in 0..4 {
            let bits = (key >> (16 * lane)) & 0x3fff;
            let sentinel = 1 << bits.ilog2();
            own |= (bits ^ sentinel) << (16 * lane);
            all |= (sentinel - 1) << (16 * lane);
        }
        let mark = |place: usize| {
            let (low, high) = if place == 0 { (14, 30) } else { (46, 62) };
            match (key >> low & 3) | (key >> high & 3) << 2 {
                0 => 0,
                zeros => (1 << 63) >> zeros >> (16 * place),
            }
        };
        Position {
            own,
            all,
            marks: std::array::from_fn(mark),
        }
    }

    /// A representative of each class of equal cards among some of one player's
    /// cards, `cards`, which must be whole lanes of that player's hand.
    #[inline]
    pub(super) fn classes(&self, cards: u64) -> u64 {
        let mut classes = cards & !(cards << 1);
        for mark in self.marks {
            if cards & mark != 0 {
                classes |= cards & (mark << 1);
            }
        }
        classes
    }

    /// The cards that may be played to a lead.
    #[inline]
    pub(super) fn follow(&self, led: u64) -> u64 {
        let others = self.others();
        let suit = others & (LANE << (16 * lane_of(led)));
        if suit == 0 { others } else { suit }
    }

    /// The position after a trick, as its winner sees it. `takes` says that the
    /// second player wins.
    #[inline]
    pub(super) fn after(&self, led: u64, reply: u64, takes: bool, symmetric: bool) -> Self {
        let (led_lane, reply_lane) = (16 * lane_of(led), 16 * lane_of(reply));
        let (led_mask, reply_mask) = (LANE << led_lane, LANE << reply_lane);
        // The higher bit goes first, so that the lower one is still in its place.
        let ((first, first_mask), (second, second_mask)) = if led > reply {
            ((led, led_mask), (reply, reply_mask))
        } else {
            ((reply, reply_mask), (led, led_mask))
        };
        let own = close(close(self.own, first, first_mask), second, second_mask);
        let all = close(close(self.all, first, first_mask), second, second_mask);
        let marks = self
            .marks
            .map(|mark| close(close(mark, first, first_mask), second, second_mask));
        Position {
            own: if takes { all & !own } else { own },
            all,
            marks,
        }
        .canonical(symmetric)
    }
}

/// A word with lanes 0 and 1 swapped.
#[inline]
fn swapped(word: u64) -> u64 {
    (word & 0xffff_ffff_0000_0000) | ((word & LANE) << 16) | ((word >> 16) & LANE)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::endgame::each_canonical;
    use super::*;

    #[test]
    fn a_key_tells_a_position() {
        let mut keys = HashSet::new();
        for n in 1..=4 {
            each_canonical::<1>(n, true, |position| {
                let key = position.key();
                assert!(key != 0 && keys.insert(key), "{position:?}");
                assert_eq!(Position::from_key(key), *position);
            });
        }
        let mut keys = HashSet::new();
        for n in 1..=3 {
            each_canonical::<2>(n, false, |position| {
                let key = position.key();
                assert!(key != 0 && keys.insert(key), "{position:?}");
                assert_eq!(Position::from_key(key), *position);
            });
        }
        assert!(keys.len() > 5_000, "{}", keys.len());
    }

    #[test]
    fn marked_cards_lie_in_the_last_lanes() {
        let layout = Layout::new(&Rules::WITH_SHEEP).unwrap();
        assert_eq!(layout.suits[2..], [Suit::Diamonds, Suit::Spades]);
        assert!(!layout.symmetric);
        let layout = Layout::new(&Rules::DOCUMENT).unwrap();
        assert_eq!(layout.suits[3], Suit::Spades);
        assert!(layout.symmetric);
        assert!(Layout::new(&Rules::GONGZHU).is_none());
    }

    #[test]
    fn positions_of_equal_ranks_are_one() {
        let layout = Layout::new(&Rules::DOCUMENT).unwrap();
        let position = |hands: [&str; 2]| {
            let hands = hands.map(|hand| hand.parse().unwrap());
            Position::<1>::of(&State::new(hands, crate::Player::Zero).unwrap(), &layout)
        };
        let one = position(["♠Q4 ♣7 ♦A", "♠5 ♦KT6"]);
        // Other ranks, ♣ and ♦ swapped, and the pig among equal spades.
        assert_eq!(one, position(["♠Q3 ♦2 ♣3", "♠9 ♣984"]));
        assert_eq!(position(["♠QJ", "♠5 ♦6"]), position(["♠QK", "♠5 ♣6"]));
        assert_ne!(position(["♠QJ", "♠5 ♦6"]), position(["♠Q4", "♠5 ♦6"]));
    }
}
