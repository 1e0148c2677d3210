//! Alpha-beta on null windows.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use ahash::AHasher;

use super::account::{Account, Context};
use super::deal::Deal;
use super::history::History;
use super::table::{Entry, Key, Table};
use super::{Bounds, PLAYERS};

/// The budget has run out; nothing follows for the position searched.
#[derive(Debug)]
pub(crate) struct Exhausted;

/// A position within a deal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position {
    pub(crate) hands: [u64; PLAYERS],
    pub(crate) leader: u8,
    /// The cards of the trick, of which the first `played` are there.
    pub(crate) trick: [u8; PLAYERS],
    pub(crate) played: u8,
    /// The card that is winning, and whose it is.
    pub(crate) best: u8,
    pub(crate) winner: u8,
    /// The suits that were led in earlier tricks, a bit each.
    pub(crate) suits_led: u8,
}

impl Position {
    #[inline]
    pub(crate) fn turn(&self) -> usize {
        usize::from((self.leader + self.played) & 3)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.hands[self.turn()] == 0
    }

    fn in_hands(&self) -> u64 {
        self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3]
    }

    /// A number for the start of a trick, different for different ones of a deal.
    #[inline]
    fn id(&self, deal: &Deal, left: u64) -> u64 {
        deal.id(left) << 6
            | u64::from(self.leader) << 4
            | u64::from(suits_of_exposed(deal, left) & self.suits_led)
    }

    /// The cards that may be played.
    pub(crate) fn legal(&self, deal: &Deal) -> u64 {
        let hand = self.hands[self.turn()];
        if self.played == 0 {
            return self.free(deal, hand, hand, 0b1111);
        }
        let led = deal.suit_of(self.trick[0]);
        let of_suit = hand & deal.suit(led);
        if of_suit == 0 {
            hand
        } else {
            self.free(deal, of_suit, hand, 1 << led)
        }
    }

    /// Without the exposed cards that must wait, of these suits.
    #[inline]
    fn free(&self, deal: &Deal, cards: u64, hand: u64, suits: u8) -> u64 {
        let mut exposed = cards & deal.exposed;
        let mut free = cards;
        while exposed != 0 {
            let card = exposed.trailing_zeros() as u8;
            exposed &= exposed - 1;
            let suit = deal.suit_of(card);
            let waits = suits & !self.suits_led & (1 << suit) != 0;
            if waits && hand & deal.suit(suit) & !deal.exposed != 0 {
                free &= !(1 << card);
            }
        }
        free
    }

    /// One of each run of equal cards that may be played: of two cards of a kind
    /// in one hand with nobody else's between, in hand or on the table, the lower.
    pub(crate) fn moves(&self, deal: &Deal) -> u64 {
        let mut legal = self.legal(deal);
        if legal & (legal.wrapping_sub(1)) == 0 {
            return legal;
        }
        let others = self.others();
        let mut moves = 0;
        while legal != 0 {
            let card = legal.trailing_zeros() as u8;
            legal &= legal - 1;
            if moves & equals_below(deal, others, card) == 0 {
                moves |= 1 << card;
            }
        }
        moves
    }

    /// Which of the moves stands for a legal card.
    pub(crate) fn equal_of(&self, deal: &Deal, moves: u64, card: u8) -> Option<u8> {
        let equals = equals_below(deal, self.others(), card) | 1 << card;
        (moves & equals).checked_ilog2().map(|number| number as u8)
    }

    /// The cards in other hands and on the table.
    #[inline]
    fn others(&self) -> u64 {
        let mut others = self.in_hands() & !self.hands[self.turn()];
        for &card in &self.trick[..usize::from(self.played)] {
            others |= 1 << card;
        }
        others
    }

    /// After a card; the fourth one completes the trick.
    #[inline]
    pub(crate) fn after<A: Account>(&self, deal: &Deal, account: A, card: u8) -> (Position, A) {
        let mut next = *self;
        let mut account = account;
        let seat = self.turn();
        next.hands[seat] &= !(1 << card);
        next.trick[usize::from(self.played)] = card;
        let wins =
            self.played == 0 || (card > self.best && deal.suit_of(card) == deal.suit_of(self.best));
        if wins {
            next.best = card;
            next.winner = seat as u8;
        }
        if self.played < 3 {
            next.played += 1;
        } else {
            account.take(deal, usize::from(next.winner), next.trick);
            next.suits_led |= 1 << deal.suit_of(next.trick[0]);
            next.leader = next.winner;
            next.played = 0;
        }
        (next, account)
    }
}

/// The cards of a kind below a card, down to the next one that others have.
#[inline]
fn equals_below(deal: &Deal, others: u64, card: u8) -> u64 {
    let below = (1_u64 << card) - 1;
    let above = match (others & below).checked_ilog2() {
        Some(other) => !((2_u64 << other) - 1),
        None => u64::MAX,
    };
    deal.alike(card) & below & above
}

/// The search of one deal.
#[derive(Debug)]
pub(crate) struct Search<'a> {
    pub(crate) deal: &'a Deal,
    pub(crate) table: &'a mut Table,
    pub(crate) contexts: &'a mut Contexts,
    pub(crate) history: History,
    pub(crate) nodes: u64,
    /// How many nodes there may be.
    pub(crate) limit: u64,
}

impl Search<'_> {
    /// Whether the value is above `alpha`, by a bound of it: a result above is a
    /// lower bound, any other an upper bound.
    pub(crate) fn test<A: Account>(
        &mut self,
        position: &Position,
        account: A,
        alpha: i32,
    ) -> Result<i32, Exhausted> {
        if position.played == 0 {
            self.at_trick(position, account, alpha)
        } else {
            Ok(self.moves(position, account, alpha, Entry::NONE)?.0)
        }
    }

    /// At the start of a trick.
    fn at_trick<A: Account>(
        &mut self,
        position: &Position,
        account: A,
        alpha: i32,
    ) -> Result<i32, Exhausted> {
        match self.look_up(position, account, alpha)? {
            LookUp::Known(value) => Ok(value),
            LookUp::Open(open) => self.search_trick(position, account, alpha, &open),
        }
    }

    /// What is known of the start of a trick without a search.
    fn look_up<A: Account>(
        &mut self,
        position: &Position,
        account: A,
        alpha: i32,
    ) -> Result<LookUp, Exhausted> {
        let deal = self.deal;
        let left = position.in_hands();
        if left & deal.scoring_cards == 0 {
            return Ok(LookUp::Known(account.value(deal)));
        }
        let hand = position.hands[usize::from(position.leader)];
        if hand & (hand - 1) == 0 {
            return self.last_trick(position, account).map(LookUp::Known);
        }
        let Bounds { lower, upper } = account.bounds(deal, left);
        if lower > alpha || lower == upper {
            return Ok(LookUp::Known(lower));
        }
        if upper <= alpha {
            return Ok(LookUp::Known(upper));
        }
        let key = Key {
            cards: position.id(deal, left),
            context: if A::ADDITIVE {
                0
            } else {
                self.contexts.id(account.context(deal, left), self.table)
            },
        };
        let mut open = Open {
            key,
            offset: i64::from(account.value(deal)),
            epoch: self.contexts.epoch,
            hint: Entry::NONE,
        };
        if let Some(entry) = self.table.get(key) {
            let alpha = i64::from(alpha) - open.offset;
            // A bound on the far side of the window is the value of a position.
            if entry.lower > alpha {
                return Ok(LookUp::Known((entry.lower + open.offset) as i32));
            }
            if entry.upper <= alpha {
                return Ok(LookUp::Known((entry.upper + open.offset) as i32));
            }
            open.hint = entry.best;
        }
        Ok(LookUp::Open(open))
    }

    fn search_trick<A: Account>(
        &mut self,
        position: &Position,
        account: A,
        alpha: i32,
        open: &Open,
    ) -> Result<i32, Exhausted> {
        let (value, best) = self.moves(position, account, alpha, open.hint)?;
        let bound = i64::from(value) - open.offset;
        let (lower, upper) = if value > alpha {
            (bound, i64::MAX)
        } else {
            (i64::MIN, bound)
        };
        // The number of the context may stand for another one by now.
        if self.contexts.epoch == open.epoch {
            let hand = position.hands[usize::from(position.leader)];
            let tricks = hand.count_ones() as u8;
            self.table.add(open.key, tricks, lower, upper, best);
        }
        Ok(value)
    }

    fn last_trick<A: Account>(
        &mut self,
        position: &Position,
        account: A,
    ) -> Result<i32, Exhausted> {
        self.count(4)?;
        let deal = self.deal;
        let mut account = account;
        let leader = usize::from(position.leader);
        let card_of = |seat: usize| position.hands[seat & 3].trailing_zeros() as u8;
        let cards = [0, 1, 2, 3].map(card_of);
        let mut winner = leader;
        for turn in 1..PLAYERS {
            let seat = (leader + turn) & 3;
            if cards[seat] > cards[winner]
                && deal.suit_of(cards[seat]) == deal.suit_of(cards[winner])
            {
                winner = seat;
            }
        }
        account.take(deal, winner, cards);
        Ok(account.value(deal))
    }

    fn count(&mut self, nodes: u64) -> Result<(), Exhausted> {
        if nodes > self.limit - self.nodes {
            return Err(Exhausted);
        }
        self.nodes += nodes;
        Ok(())
    }

    /// Searches the moves; also returns the one that decided.
    fn moves<A: Account>(
        &mut self,
        position: &Position,
        account: A,
        alpha: i32,
        hint: u8,
    ) -> Result<(i32, u8), Exhausted> {
        let deal = self.deal;
        let seat = position.turn();
        let maximises = deal.maximises[seat];
        let mut list = MoveList::default();
        let mut moves = position.moves(deal);
        let is_choice = moves & (moves - 1) != 0;
        while moves != 0 {
            let card = moves.trailing_zeros() as u8;
            moves &= moves - 1;
            let promise = if !is_choice {
                0
            } else if card == hint {
                i64::MAX
            } else {
                self.promise(position, seat, card)
            };
            list.insert(card, promise);
        }
        let mut result = (0, Entry::NONE);
        for place in 0..list.len {
            let card = list.cards[place];
            self.count(1)?;
            let (next, account) = position.after(deal, account, card);
            let value = if next.played == 0 {
                self.at_trick(&next, account, alpha)?
            } else {
                self.moves(&next, account, alpha, Entry::NONE)?.0
            };
            let better = if maximises {
                value > result.0
            } else {
                value < result.0
            };
            if result.1 == Entry::NONE || better {
                result = (value, card);
            }
            let good = (value > alpha) == maximises;
            if is_choice {
                let weight = position.hands[seat].count_ones().pow(2);
                let led = led(position, deal);
                self.history.add(seat, led, card, weight, good);
            }
            if good {
                break;
            }
        }
        Ok(result)
    }

    /// How early a move is tried: the trick as it would stand, and the share of
    /// times that it was good before.
    fn promise(&self, position: &Position, seat: usize, card: u8) -> i64 {
        let deal = self.deal;
        let history = self.history.share(seat, led(position, deal), card);
        let sign = if deal.maximises[seat] { 1 } else { -1 };
        let wins = position.played == 0
            || (card > position.best && deal.suit_of(card) == deal.suit_of(position.best));
        let winner = if wins {
            seat
        } else {
            usize::from(position.winner)
        };
        let mut sum = deal.value(card);
        for &other in &position.trick[..usize::from(position.played)] {
            sum += deal.value(other);
        }
        let gain = i64::from(sign * deal.weights[winner]) * i64::from(sum);
        gain * deal.promise_of_a_point + history
    }
}

/// The suits of the exposed cards left, to which it matters what was led.
#[inline]
fn suits_of_exposed(deal: &Deal, left: u64) -> u8 {
    let mut suits = 0;
    let mut exposed = left & deal.exposed;
    while exposed != 0 {
        suits |= 1 << deal.suit_of(exposed.trailing_zeros() as u8);
        exposed &= exposed - 1;
    }
    suits
}

/// The suit led, if any, for the history.
fn led(position: &Position, deal: &Deal) -> u8 {
    match position.played {
        0 => History::LEAD,
        _ => deal.suit_of(position.trick[0]),
    }
}

/// The start of a trick, looked up.
enum LookUp {
    /// Its value, or a bound that tells enough.
    Known(i32),
    Open(Open),
}

/// The start of a trick that must be searched.
struct Open {
    key: Key,
    /// What the bounds in the table are relative to.
    offset: i64,
    epoch: u64,
    hint: u8,
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

/// Numbers for what matters of the cards taken, the same for the same.
#[derive(Debug, Default)]
pub(crate) struct Contexts {
    numbers: HashMap<Context, u32, BuildHasherDefault<AHasher>>,
    /// How often the numbers began anew.
    epoch: u64,
}

impl Contexts {
    /// Numbers from here on stand for contexts with sums, which have 20 bits.
    const FIRST: u32 = 1 << 20;

    /// How many sums are known at once; some 50 MB.
    const MOST: usize = 1 << 20;

    fn id(&mut self, context: Context, table: &mut Table) -> u32 {
        if context.sums == [0; PLAYERS] {
            return context.flags;
        }
        if self.numbers.len() >= Contexts::MOST {
            // The numbers begin anew, so what they were used for must go.
            self.clear();
            table.clear();
        }
        let next = Contexts::FIRST + self.numbers.len() as u32;
        *self.numbers.entry(context).or_insert(next)
    }

    pub(crate) fn clear(&mut self) {
        self.numbers.clear();
        self.epoch += 1;
    }
}

#[cfg(test)]
mod tests {
    use cards_core::{BySeat, Seat, Suit};

    use super::*;
    use crate::Rules;
    use crate::four::{Objective, State};

    /// An exposed card is like no other, and where its suit was led it is free.
    #[test]
    fn exposed_cards_are_a_kind_of_their_own() {
        let hands = ["♥AK ♠2", "♥3 ♠34", "♥4 ♠56", "♥5 ♠78"];
        let hands = BySeat::new(hands.map(|hand| hand.parse().unwrap()));
        let state = State::new(hands, Seat::FIRST).unwrap();
        let objective = Objective::Partners;
        let hidden = Rules::DOCUMENT_ACE_HIGH;
        let open = hidden.clone().with_exposed("♥A".parse().unwrap()).unwrap();
        let free = state.with_suits_led([Suit::Hearts]);
        for (rules, state, moves) in [
            (&hidden, state, "♠2 ♥K"),
            (&open, state, "♠2 ♥K"),
            (&open, free, "♠2 ♥KA"),
        ] {
            let deal = Deal::new(rules, objective, &state);
            let position = Position::of(&state, &deal);
            assert_eq!(position.moves(&deal), deal.set(moves.parse().unwrap()));
        }

        let keys = [state, free].map(|state| {
            let deal = Deal::new(&open, objective, &state);
            let position = Position::of(&state, &deal);
            let left = deal.all();
            let without_ace = left & !deal.exposed;
            [left, without_ace].map(|left| position.id(&deal, left))
        });
        assert_ne!(keys[0][0], keys[1][0]);
        assert_eq!(keys[0][1], keys[1][1]);
    }
}
