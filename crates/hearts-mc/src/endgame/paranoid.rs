//! One player against the three others: alpha-beta on null windows.

use super::account::{Account, weigh};
use super::deal::{Deal, Node, Numbers};
use super::history::History;
use super::solver::Exhausted;
use super::table::Table;
use crate::PLAYERS;
use crate::rules::JACK_BONUS;

/// Bounds of the change of the value until the end, and a play to try first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    lower: i16,
    upper: i16,
    best: u8,
}

impl Default for Known {
    fn default() -> Self {
        Known {
            lower: i16::MIN,
            upper: i16::MAX,
            best: NO_CARD,
        }
    }
}

const NO_CARD: u8 = u8::MAX;

/// The search of one deal.
#[derive(Debug)]
pub(super) struct Paranoid<'a> {
    pub(super) deal: &'a Deal,
    pub(super) table: &'a mut Table<Known>,
    pub(super) history: &'a mut History,
    /// The one who makes the value small.
    pub(super) player: u8,
    pub(super) weights: [i32; PLAYERS],
    pub(super) nodes: u64,
    /// How many nodes there may be.
    pub(super) limit: u64,
}

impl Paranoid<'_> {
    /// The value of a position: null windows from a guess to where the bounds point
    /// (MTD(f); Plaat et al., "Best-first fixed-depth minimax algorithms", Artificial
    /// Intelligence 87 (1996)).
    pub(super) fn value(
        &mut self,
        node: &Node,
        account: &Account,
        guess: i32,
    ) -> Result<i32, Exhausted> {
        let left = node.left() | node.trick;
        let (mut lower, mut upper) = account.bounds(self.deal, &self.weights, left);
        let mut next = guess.clamp(lower, upper);
        while lower < upper {
            // Whether the value is `next` or more.
            next = next.max(lower + 1);
            let value = self.test(node, account, next - 1)?;
            if value >= next {
                lower = value;
                next = value + 1;
            } else {
                upper = value;
                next = value;
            }
        }
        Ok(lower)
    }

    /// Whether the value is above `alpha`, by a bound of it: a result above is a
    /// lower bound, any other an upper bound.
    fn test(&mut self, node: &Node, account: &Account, alpha: i32) -> Result<i32, Exhausted> {
        if node.played == 0 {
            self.at_trick(node, account, alpha)
        } else if node.played < 4 {
            Ok(self.moves(node, account, alpha, NO_CARD)?.0)
        } else {
            let mut node = *node;
            let mut account = *account;
            account.take(self.deal, node.winner, node.trick);
            node.close(self.deal);
            self.at_trick(&node, &account, alpha)
        }
    }

    /// At the start of a trick.
    fn at_trick(&mut self, node: &Node, account: &Account, alpha: i32) -> Result<i32, Exhausted> {
        let deal = self.deal;
        let left = node.left();
        if left == 0 || account.is_settled(deal, left) {
            return Ok(weigh(&account.finish(deal), &self.weights));
        }
        let hand = node.hand();
        if hand & (hand - 1) == 0 {
            return self.last_trick(node, account);
        }
        let facts = deal.facts(left);
        let (lower, mut upper) = account.bounds(deal, &self.weights, left);
        if account.is_additive() && !node.is_first_trick() {
            let is_leader = node.turn == self.player;
            if is_leader && facts.wins_all() {
                return Ok(self.value_if_taken(account, self.player, left));
            }
            if facts.can_lose_all(is_leader.then(|| node.suits_to_lead(deal))) {
                upper = self.value_if_taken(account, (self.player + 1) & 3, left);
            }
        }
        if lower > alpha || lower == upper {
            return Ok(lower);
        }
        if upper <= alpha {
            return Ok(upper);
        }
        let key = key(facts.id, deal, node, account, left);
        let offset = weigh(&account.scores, &self.weights);
        let mut known = self.table.get(key).unwrap_or_default();
        // A bound on the far side of the window is the value of a position.
        if i32::from(known.lower) + offset > alpha && known.lower != i16::MIN {
            return Ok(i32::from(known.lower) + offset);
        }
        if i32::from(known.upper) + offset <= alpha && known.upper != i16::MAX {
            return Ok(i32::from(known.upper) + offset);
        }
        let (value, best) = self.moves(node, account, alpha, known.best)?;
        let bound = (value - offset) as i16;
        if value > alpha {
            known.lower = known.lower.max(bound);
        } else {
            known.upper = known.upper.min(bound);
        }
        known.best = best;
        self.table.put(key, hand.count_ones() as u8, known);
        Ok(value)
    }

    /// The value if one seat takes all that is left, under an additive account.
    fn value_if_taken(&self, account: &Account, taker: u8, left: u64) -> i32 {
        let mut account = *account;
        account.take(self.deal, taker, left);
        weigh(&account.scores, &self.weights)
    }

    fn last_trick(&mut self, node: &Node, account: &Account) -> Result<i32, Exhausted> {
        self.count(4)?;
        let mut node = *node;
        for _ in 0..4 {
            node = node.after(self.deal, node.hand().trailing_zeros() as u8);
        }
        let mut account = *account;
        account.take(self.deal, node.winner, node.trick);
        Ok(weigh(&account.finish(self.deal), &self.weights))
    }

    pub(super) fn count(&mut self, nodes: u64) -> Result<(), Exhausted> {
        if nodes > self.limit - self.nodes {
            return Err(Exhausted { nodes: self.nodes });
        }
        self.nodes += nodes;
        Ok(())
    }

    /// Searches the moves; also returns the one that decided.
    fn moves(
        &mut self,
        node: &Node,
        account: &Account,
        alpha: i32,
        hint: u8,
    ) -> Result<(i32, u8), Exhausted> {
        let deal = self.deal;
        let minimises = node.turn == self.player;
        let moves = node.moves(deal);
        let is_choice = moves & (moves - 1) != 0;
        let mut list = MoveList::default();
        for card in Numbers(moves) {
            let promise = if !is_choice {
                0
            } else if card == hint {
                i64::MAX
            } else {
                self.promise(node, card, minimises)
            };
            list.insert(card, promise);
        }
        let mut result = (0, NO_CARD);
        for place in 0..list.len {
            let card = list.cards[place];
            self.count(1)?;
            let value = self.test(&node.after(deal, card), account, alpha)?;
            let better = if minimises {
                value < result.0
            } else {
                value > result.0
            };
            if result.1 == NO_CARD || better {
                result = (value, card);
            }
            let good = (value > alpha) != minimises;
            if is_choice {
                let weight = node.hand().count_ones().pow(2);
                self.history.add(node.turn, node.led(), card, weight, good);
            }
            if good {
                break;
            }
        }
        Ok(result)
    }

    /// How early a move is tried: the trick as it would stand, how many cards of others
    /// the card could still beat, and the share of times that it was good before.
    fn promise(&self, node: &Node, card: u8, minimises: bool) -> i64 {
        let deal = self.deal;
        let wins = node.wins(deal, card);
        let winner = if wins { node.turn } else { node.winner };
        let trick = node.trick | 1 << card;
        let mut points = i64::from(deal.points(trick));
        if trick & deal.jack != 0 {
            points -= i64::from(JACK_BONUS);
        }
        let gain = points * i64::from(self.weights[usize::from(winner)]);
        let suit = deal.suit_of(card);
        let others = node.left() & !node.hand() & deal.suit(suit);
        let beaten = i64::from((others & ((1 << card) - 1)).count_ones());
        let of_a_card = if node.played == 0 {
            if minimises {
                PROMISE.lead
            } else {
                PROMISE.lead_against
            }
        } else if !wins && suit != node.led() {
            PROMISE.discard
        } else {
            0
        };
        (if minimises { -gain } else { gain }) * PROMISE.point
            + beaten * of_a_card
            + self.history.share(node.turn, node.led(), card)
    }
}

/// What counts how much in the order of moves, beside [`History::ONE`]. Found by
/// trial: without all but the points and the history, 7 tricks take 16 % more plays.
struct Promise {
    /// A point in the trick.
    point: i64,
    /// A card that could be beaten, if this one is led by the player or by another, or
    /// discarded by anybody.
    lead: i64,
    lead_against: i64,
    discard: i64,
}

const PROMISE: Promise = Promise {
    point: History::ONE / 16,
    lead: History::ONE / 16,
    lead_against: History::ONE / 32,
    discard: History::ONE / 8,
};

/// A number for the start of a trick, different for different ones of a deal.
#[inline]
pub(super) fn key(id: u64, deal: &Deal, node: &Node, account: &Account, left: u64) -> u64 {
    let broken = node.broken || left & deal.hearts == 0;
    id << 12 | account.context() << 3 | u64::from(node.turn) << 1 | u64::from(broken)
}

/// Moves, the most promising first.
#[derive(Debug, Default)]
struct MoveList {
    cards: [u8; 13],
    promises: [i64; 13],
    len: usize,
}

impl MoveList {
    fn insert(&mut self, card: u8, promise: i64) {
        let mut place = self.len;
        while place > 0 && self.promises[place - 1] < promise {
            self.promises[place] = self.promises[place - 1];
            self.cards[place] = self.cards[place - 1];
            place -= 1;
        }
        self.promises[place] = promise;
        self.cards[place] = card;
        self.len += 1;
    }
}
