//! Each player for himself: max^n.

use super::account::{Account, weigh};
use super::deal::{Deal, Node, Numbers};
use super::paranoid::key;
use super::solver::Exhausted;
use super::table::Table;
use crate::PLAYERS;

/// The scores of the four.
pub(super) type Scores = [i16; PLAYERS];

/// The search of one deal.
#[derive(Debug)]
pub(super) struct MaxN<'a> {
    pub(super) deal: &'a Deal,
    /// What the scores still change by.
    pub(super) table: &'a mut Table<Scores>,
    /// By player, what each seat's score counts for him.
    pub(super) weights: [[i32; PLAYERS]; PLAYERS],
    pub(super) nodes: u64,
    /// How many nodes there may be.
    pub(super) limit: u64,
}

impl MaxN<'_> {
    /// The final scores.
    pub(super) fn scores(&mut self, node: &Node, account: &Account) -> Result<Scores, Exhausted> {
        if node.played == 0 {
            self.at_trick(node, account)
        } else if node.played < 4 {
            self.moves(node, account)
        } else {
            let mut node = *node;
            let mut account = *account;
            account.take(self.deal, node.winner, node.trick);
            node.close(self.deal);
            self.at_trick(&node, &account)
        }
    }

    /// At the start of a trick.
    fn at_trick(&mut self, node: &Node, account: &Account) -> Result<Scores, Exhausted> {
        let deal = self.deal;
        let left = node.left();
        if left == 0 || account.is_settled(deal, left) {
            return Ok(account.finish(deal));
        }
        let hand = node.hand();
        let is_last = hand & (hand - 1) == 0;
        if is_last {
            return self.moves(node, account);
        }
        let key = key(deal.facts(left).id, deal, node, account, left);
        if let Some(changes) = self.table.get(key) {
            return Ok(core::array::from_fn(|seat| {
                account.scores[seat] + changes[seat]
            }));
        }
        let scores = self.moves(node, account)?;
        let changes = core::array::from_fn(|seat| scores[seat] - account.scores[seat]);
        self.table.put(key, hand.count_ones() as u8, changes);
        Ok(scores)
    }

    pub(super) fn count(&mut self) -> Result<(), Exhausted> {
        if self.nodes == self.limit {
            return Err(Exhausted { nodes: self.nodes });
        }
        self.nodes += 1;
        Ok(())
    }

    /// Of the moves in the order of the cards, the first that is best for the player.
    fn moves(&mut self, node: &Node, account: &Account) -> Result<Scores, Exhausted> {
        let deal = self.deal;
        let weights = self.weights[usize::from(node.turn)];
        let moves = node.moves(deal);
        let is_choice = moves & (moves - 1) != 0;
        // No move can be better than the least that the player can have in the end.
        let least = if is_choice {
            let left = node.left() | node.trick;
            account.bounds(deal, &weights, left).0
        } else {
            i32::MIN
        };
        let mut best: Option<(i32, Scores)> = None;
        for card in Numbers(moves) {
            self.count()?;
            let scores = self.scores(&node.after(deal, card), account)?;
            let value = weigh(&scores, &weights);
            if best.is_none_or(|(least, _)| value < least) {
                best = Some((value, scores));
            }
            if value <= least {
                break;
            }
        }
        match best {
            Some((_, scores)) => Ok(scores),
            None => unreachable!("a player on turn has a card"),
        }
    }
}
