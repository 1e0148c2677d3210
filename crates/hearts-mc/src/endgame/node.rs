//! A position of the search.

use cards_core::CardSet;

use super::deal::Deal;
use crate::{PLAYERS, Position};

/// A position within a deal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) hands: [u64; PLAYERS],
    /// The cards on the table.
    pub(super) trick: u64,
    /// The card that is winning, if there are any.
    best: u8,
    pub(super) winner: u8,
    pub(super) turn: u8,
    pub(super) played: u8,
    led: u8,
    /// Hearts may be led by any hand.
    pub(super) broken: bool,
    first_trick: bool,
}

impl Node {
    pub(super) fn new(deal: &Deal, position: &Position) -> Node {
        Node {
            hands: position.hands.into_array().map(|hand| deal.set(hand)),
            trick: deal.set(position.trick),
            best: deal.number(position.best).unwrap_or(0),
            winner: position.winner.index() as u8,
            turn: position.turn.index() as u8,
            played: position.trick_len,
            led: position.led.map_or(0, |suit| suit.index() as u8),
            broken: position.is_broken(&deal.rules) || deal.rules.breakers() == CardSet::FULL,
            first_trick: position.first_trick,
        }
    }

    #[inline]
    pub(super) fn left(&self) -> u64 {
        self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3]
    }

    #[inline]
    pub(super) fn hand(&self) -> u64 {
        self.hands[usize::from(self.turn)]
    }

    /// A suit that was led, or 4 for a lead.
    #[inline]
    pub(super) fn led(&self) -> u8 {
        if self.played == 0 { 4 } else { self.led }
    }

    /// Whether a card would be winning the trick.
    #[inline]
    pub(super) fn wins(&self, deal: &Deal, card: u8) -> bool {
        self.played == 0 || (card > self.best && deal.suit_of(card) == self.led)
    }

    /// The suits that the one to lead may lead at least, a bit each; those that it does
    /// not hold may be among them. None on the first trick, which has rules of its own.
    #[inline]
    pub(super) fn suits_to_lead(&self, deal: &Deal) -> u8 {
        if self.first_trick {
            0
        } else if self.broken || self.hand() & !deal.hearts == 0 {
            0b1111
        } else {
            0b1011
        }
    }

    #[inline]
    pub(super) fn is_first_trick(&self) -> bool {
        self.first_trick
    }

    /// The cards that may be played.
    #[inline]
    fn legal(&self, deal: &Deal) -> u64 {
        let hand = self.hand();
        if self.first_trick {
            return self.legal_at_first(deal);
        }
        if self.played == 0 {
            let others = hand & !deal.hearts;
            let is_free =
                self.broken || others == 0 || (deal.queen_is_free && others & !deal.queen == 0);
            return if is_free { hand } else { others };
        }
        let follow = hand & deal.suit(self.led);
        if follow == 0 { hand } else { follow }
    }

    fn legal_at_first(&self, deal: &Deal) -> u64 {
        let hand = deal.cards(self.hand());
        let follow = self.hand() & deal.suit(self.led);
        if self.played == 0 {
            deal.set(deal.rules.opening_leads(hand)) & self.hand()
        } else if follow != 0 {
            follow
        } else {
            deal.set(deal.rules.discards(hand, true))
        }
    }

    /// One of each run of equal cards that may be played: of cards of a kind in one
    /// hand with nobody else's between, in hand or on the table, the lowest.
    #[inline]
    pub(super) fn moves(&self, deal: &Deal) -> u64 {
        let legal = self.legal(deal);
        if legal & legal.wrapping_sub(1) == 0 {
            return legal;
        }
        let single = deal.queen | deal.jack;
        let barriers = self.others() | single;
        let mut moves = legal;
        let mut rest = legal;
        let mut below = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        while rest != 0 {
            let card = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let pair = 1_u64 << card | 1 << below;
            let between = (1_u64 << card) - (2 << below);
            if barriers & between == 0
                && pair & single == 0
                && deal.suit_of(card) == deal.suit_of(below)
            {
                moves ^= 1 << card;
            }
            below = card;
        }
        moves
    }

    /// Which of the moves stands for a legal card.
    pub(super) fn equal_of(&self, moves: u64, card: u8) -> u8 {
        (moves & ((2 << card) - 1)).ilog2() as u8
    }

    /// The cards in other hands and on the table.
    #[inline]
    fn others(&self) -> u64 {
        (self.left() & !self.hand()) | self.trick
    }

    /// After a card. If it is the fourth of the trick, the trick is still to be
    /// [`closed`](Node::close).
    #[inline]
    pub(super) fn after(&self, deal: &Deal, card: u8) -> Node {
        let mut next = *self;
        next.hands[usize::from(self.turn)] ^= 1 << card;
        if self.wins(deal, card) {
            next.best = card;
            next.winner = self.turn;
        }
        if self.played == 0 {
            next.led = deal.suit_of(card);
        }
        next.trick |= 1 << card;
        next.played += 1;
        next.turn = (self.turn + 1) & 3;
        next
    }

    /// Clears the table; the winner leads.
    #[inline]
    pub(super) fn close(&mut self, deal: &Deal) {
        self.broken |= self.trick & deal.breakers != 0;
        self.turn = self.winner;
        self.trick = 0;
        self.played = 0;
        self.first_trick = false;
    }
}
