//! The search of any rules, deal by deal.

use cards_core::{CardSet, Suit};
use smallvec::SmallVec;

use super::deal::{Deal, HEARTS};
use super::order::{self, Context};
use super::piles::Piles;
use super::position::lane_of;
use super::search::{Ranked, best_of, bring_best, ranked};
use super::table::Table;
use super::watch::{Watch, close_in};
use super::worth::each;
use crate::{Player, Rules, State};

/// A position at the start of a trick.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The cards in hands.
    left: u64,
    /// Who leads, 0 or 1.
    leader: usize,
    piles: Piles,
    /// The lanes that have been led, a bit each; those of exposed cards in hands
    /// only.
    led: u8,
}

/// What a search needs and keeps.
#[derive(Debug)]
pub(super) struct General {
    pub(super) table: Table<(u64, u64), i32>,
    pub(super) watch: Watch,
    /// Distinguishes this deal's positions from earlier ones in the table.
    generation: u64,
    /// The cards in play of that deal, by player.
    dealt: Option<[CardSet; 2]>,
}

/// A reply that has to be searched.
#[derive(Clone, Copy)]
struct Reply {
    next: Node,
    gain: i32,
    score: i32,
}

/// Generations that a key can tell apart.
const GENERATIONS: u64 = 128;

impl General {
    pub(super) fn new() -> General {
        General {
            table: Table::new(),
            watch: Watch::new(),
            generation: 0,
            dealt: None,
        }
    }

    /// Makes ready for a state. What was found before is kept if it is of the same
    /// deal: if both players' cards in play are the same.
    pub(super) fn start(&mut self, bytes: usize, state: &State) {
        self.table.start(bytes);
        let mut dealt = Player::ALL.map(|player| state.hand(player));
        if let Some(led) = state.led() {
            dealt[state.leader().index()].insert(led);
        }
        if self.dealt != Some(dealt) {
            self.dealt = Some(dealt);
            self.generation = (self.generation + 1) % GENERATIONS;
            if self.generation == 0 {
                self.table.clear();
            }
        }
    }

    /// Bounds of the value of a node of `n` cards a hand, which are equal unless
    /// the search had to stop.
    pub(super) fn value(
        &mut self,
        deal: &Deal<'_>,
        node: &Node,
        n: usize,
        guess: Option<i32>,
    ) -> (i32, i32) {
        let Facts { lower, upper, .. } = facts(deal, node, self.generation);
        let guess = guess.unwrap_or_else(|| self.guess(deal, node, n));
        close_in(lower, upper, guess, |threshold| {
            let value = self.search(deal, node, n, threshold);
            (!self.watch.is_stopped()).then_some(value)
        })
    }

    /// Bounds of the value of a node that are known without a search.
    pub(super) fn known(&self, deal: &Deal<'_>, node: &Node) -> (i32, i32) {
        let Facts { key, lower, upper } = facts(deal, node, self.generation);
        match self.table.get(key) {
            Some(known) => (known.lower.max(lower), known.upper.min(upper)),
            None => (lower, upper),
        }
    }

    /// What the leader gains if both players play the moves that look best: a
    /// guess of the value.
    fn guess(&self, deal: &Deal<'_>, node: &Node, n: usize) -> i32 {
        let (mut node, mut sum, mut sign) = (*node, 0, 1);
        for n in (1..=n).rev() {
            if n == 1 {
                return sum + sign * last_trick(deal, &node);
            }
            let hand = hand(deal, &node, node.leader);
            let marks = deal.marks.map(|mark| mark & node.left);
            let outlook = node.piles.outlook(node.leader);
            let context = deal.order.context(hand, node.left & !hand, marks, 4);
            let led = best_of(leads(deal, &node), |bit| {
                context.general_lead(bit, size(deal, bit), outlook)
            });
            let led_card = context.led(led);
            let reply = best_of(replies(deal, &node, led), |bit| {
                let sizes = [led, bit].map(|bit| size(deal, bit));
                context.general_reply(&led_card, bit, sizes, outlook)
            });
            let (next, gain) = after(deal, &node, led, reply);
            sum += sign * gain;
            if next.leader != node.leader {
                sign = -sign;
            }
            node = next;
        }
        sum
    }

    /// A bound of the value of a node, as its leader sees it: a lower bound if it
    /// is at least `threshold`, else an upper one.
    pub(super) fn search(&mut self, deal: &Deal<'_>, node: &Node, n: usize, threshold: i32) -> i32 {
        let Facts { key, lower, upper } = facts(deal, node, self.generation);
        if threshold <= lower {
            return lower;
        }
        if threshold > upper {
            return upper;
        }
        match n {
            1 => return last_trick(deal, node),
            2 => return last_two_tricks(deal, node),
            _ => {}
        }
        let mut hint = 64;
        if let Some(known) = self.table.get(key) {
            if known.lower >= threshold {
                return known.lower;
            }
            if known.upper < threshold {
                return known.upper;
            }
            hint = u32::from(known.lead);
        }
        if !self.watch.goes_on() {
            return 0;
        }

        let hand = hand(deal, node, node.leader);
        let marks = deal.marks.map(|mark| mark & node.left);
        let level = order::level(threshold, lower, upper);
        let context = deal.order.context(hand, node.left & !hand, marks, level);
        let outlook = node.piles.outlook(node.leader);
        let mut moves = Ranked::new();
        each(leads(deal, node), |bit| {
            let hinted = i32::from(bit.trailing_zeros() == hint) << 18;
            let score = context.general_lead(bit, size(deal, bit), outlook);
            moves.push(ranked(hinted + score, bit));
            true
        });
        let mut best = i32::MIN;
        let mut best_lead = 0;
        for place in 0..moves.len() {
            bring_best(&mut moves, place, |&entry| entry as i32);
            let lead = moves[place] & 63;
            let value = self.lead(deal, node, n, 1 << lead, threshold, &context);
            if self.watch.is_stopped() {
                return 0;
            }
            if value > best {
                (best, best_lead) = (value, lead);
                if value >= threshold {
                    break;
                }
            }
        }
        self.table.put(key, n, threshold, best, best_lead as u8);
        best
    }

    /// A bound of the value of a lead.
    fn lead(
        &mut self,
        deal: &Deal<'_>,
        node: &Node,
        n: usize,
        led: u64,
        threshold: i32,
        context: &Context,
    ) -> i32 {
        let outlook = node.piles.outlook(node.leader);
        let led_card = context.led(led);
        let mut open: SmallVec<[Reply; 14]> = SmallVec::new();
        let mut worst = i32::MAX;
        each(replies(deal, node, led), |reply| {
            let (next, gain) = after(deal, node, led, reply);
            let Facts { key, lower, upper } = facts(deal, &next, self.generation);
            let known = match n {
                3 => None,
                _ => self.table.get(key),
            };
            let (low, high) = match known {
                Some(known) => (known.lower.max(lower), known.upper.min(upper)),
                None => (lower, upper),
            };
            let (low, high) = if next.leader == node.leader {
                (gain + low, gain + high)
            } else {
                (gain - high, gain - low)
            };
            if high < threshold {
                worst = high;
                return false;
            }
            if low >= threshold {
                worst = worst.min(low);
            } else {
                let sizes = [led, reply].map(|bit| size(deal, bit));
                let score = context.general_reply(&led_card, reply, sizes, outlook);
                open.push(Reply { next, gain, score });
            }
            true
        });
        if worst < threshold {
            return worst;
        }
        for place in 0..open.len() {
            bring_best(&mut open, place, |reply| reply.score);
            let Reply { next, gain, .. } = open[place];
            let value = if next.leader == node.leader {
                gain + self.search(deal, &next, n - 1, threshold - gain)
            } else {
                gain - self.search(deal, &next, n - 1, 1 + gain - threshold)
            };
            worst = worst.min(value);
            if worst < threshold || self.watch.is_stopped() {
                break;
            }
        }
        worst
    }
}

impl Node {
    /// The node of a state of a deal without a trick begun.
    pub(super) fn of(deal: &Deal<'_>, rules: &Rules, state: &State) -> Node {
        let left = deal.bits(state.hand(Player::Zero) | state.hand(Player::One));
        let suits_led = Suit::ALL.into_iter().filter(|&suit| state.was_led(suit));
        let led = suits_led.fold(0, |led, suit| led | 1 << suit.index());
        Node {
            left,
            leader: state.leader().index(),
            piles: Piles::of(rules, deal.scoring, state),
            led: relevant(deal, left, led),
        }
    }
}

#[cfg(feature = "tuning")]
impl General {
    /// Samples the positions of the last search on a random way through it,
    /// mostly by the leads that it thinks best.
    pub(super) fn sample_way(
        &mut self,
        deal: &Deal<'_>,
        root: Node,
        n: usize,
        random: &mut rand_pcg::Pcg64Mcg,
        samples: &mut super::tuning::Samples,
    ) {
        use cards_core::random::below;
        let pick = |set: u64, random: &mut rand_pcg::Pcg64Mcg| {
            let mut skip = below(random, u64::from(set.count_ones()));
            let mut picked = 0;
            each(set, |bit| {
                picked = bit;
                skip = skip.wrapping_sub(1);
                skip != u64::MAX
            });
            picked
        };
        let mut node = root;
        for n in (3..=n).rev() {
            let known = self.table.get(facts(deal, &node, self.generation).key);
            let hinted = known.map_or(0, |known| 1 << known.lead);
            if let Some(known) = known {
                for threshold in [known.lower, known.upper + 1] {
                    if threshold.abs() < i32::MAX / 4 && below(random, 2) == 0 {
                        self.sample(deal, &node, n, threshold, samples);
                    }
                }
            }
            let led = if hinted & hand(deal, &node, node.leader) != 0 && below(random, 3) > 0 {
                hinted
            } else {
                pick(leads(deal, &node), random)
            };
            let reply = pick(replies(deal, &node, led), random);
            node = after(deal, &node, led, reply).0;
        }
    }

    fn sample(
        &mut self,
        deal: &Deal<'_>,
        node: &Node,
        n: usize,
        threshold: i32,
        samples: &mut super::tuning::Samples,
    ) {
        let hand = hand(deal, node, node.leader);
        let marks = deal.marks.map(|mark| mark & node.left);
        let Facts { lower, upper, .. } = facts(deal, node, self.generation);
        let level = order::level(threshold, lower, upper);
        let context = deal.order.context(hand, node.left & !hand, marks, level);
        let outlook = node.piles.outlook(node.leader);
        let mut lead_moves = Vec::new();
        each(leads(deal, node), |led| {
            let reaches = self.lead(deal, node, n, led, threshold, &context) >= threshold;
            let features = context.general_lead_features(led, size(deal, led), outlook);
            lead_moves.push((features.to_vec(), reaches));
            if !reaches {
                let mut reply_moves = Vec::new();
                each(replies(deal, node, led), |reply| {
                    let (next, gain) = after(deal, node, led, reply);
                    let value = if next.leader == node.leader {
                        gain + self.search(deal, &next, n - 1, threshold - gain)
                    } else {
                        gain - self.search(deal, &next, n - 1, 1 + gain - threshold)
                    };
                    let sizes = [led, reply].map(|bit| size(deal, bit));
                    let led = context.led(led);
                    let features = context.general_reply_features(&led, reply, sizes, outlook);
                    reply_moves.push((features.to_vec(), value < threshold));
                    true
                });
                samples.keep_replies(reply_moves);
            }
            true
        });
        samples.keep_leads(lead_moves);
    }
}

/// One card of each class that may be led.
#[inline]
fn leads(deal: &Deal<'_>, node: &Node) -> u64 {
    let hand = hand(deal, node, node.leader);
    without_exposed(deal, node, classes(deal, node, node.leader), hand, None)
}

/// The lanes led that still matter: those of exposed cards in hands.
#[inline]
fn relevant(deal: &Deal<'_>, left: u64, led: u8) -> u8 {
    let exposed = deal.exposed & left;
    if exposed == 0 {
        return 0;
    }
    (0..4)
        .filter(|lane| exposed >> (16 * lane) & 0xffff != 0)
        .fold(0, |lanes, lane| lanes | (led & 1 << lane))
}

#[inline]
fn hand(deal: &Deal<'_>, node: &Node, player: usize) -> u64 {
    if player == 0 {
        node.left & deal.owned
    } else {
        node.left & !deal.owned
    }
}

#[inline]
fn size(deal: &Deal<'_>, bit: u64) -> usize {
    deal.sizes[bit.trailing_zeros() as usize].into()
}

/// One card of each class of a player's equal cards.
#[inline]
fn classes(deal: &Deal<'_>, node: &Node, player: usize) -> u64 {
    (0..4).fold(0, |classes, lane| {
        classes | u64::from(deal.left(node.left, lane).classes[player]) << (16 * lane)
    })
}

/// Some cards without the exposed ones that may not be played yet. `hand` is the
/// player's, and `led` the lane led, if any.
#[inline]
fn without_exposed(deal: &Deal<'_>, node: &Node, cards: u64, hand: u64, led: Option<usize>) -> u64 {
    let mut allowed = cards;
    each(cards & deal.exposed, |bit| {
        let lane = lane_of(bit);
        let suit = 0xffff << (16 * lane);
        let first_time = led.is_none_or(|led| led == lane) && node.led & 1 << lane == 0;
        if first_time && hand & suit & !deal.exposed != 0 {
            allowed &= !bit;
        }
        true
    });
    allowed
}

/// One card of each class that may be played to a lead.
#[inline]
fn replies(deal: &Deal<'_>, node: &Node, led: u64) -> u64 {
    let follower = 1 - node.leader;
    let hand = hand(deal, node, follower);
    let suit = 0xffff << (16 * lane_of(led));
    let follows = hand & suit;
    let allowed = if follows == 0 { hand } else { follows };
    let cards = classes(deal, node, follower) & allowed;
    without_exposed(deal, node, cards, hand, Some(lane_of(led)))
}

/// The node after a trick, and what its leader gained.
#[inline]
fn after(deal: &Deal<'_>, node: &Node, led: u64, reply: u64) -> (Node, i32) {
    let takes = reply > led && lane_of(reply) == lane_of(led);
    let winner = node.leader ^ usize::from(takes);
    let left = node.left & !(led | reply);
    let mut piles = node.piles;
    let parts = [led, reply].map(|bit| deal.parts[bit.trailing_zeros() as usize]);
    piles.take(
        deal.scoring,
        winner,
        parts,
        left & HEARTS != 0,
        left & deal.scorers != 0,
    );
    let gain = piles.difference(deal.scoring) - node.piles.difference(deal.scoring);
    let next = Node {
        left,
        leader: winner,
        piles,
        led: relevant(deal, left, node.led | 1 << lane_of(led)),
    };
    (next, if node.leader == 0 { gain } else { -gain })
}

/// The value of the last trick, in which nobody has a choice.
fn last_trick(deal: &Deal<'_>, node: &Node) -> i32 {
    let led = hand(deal, node, node.leader);
    after(deal, node, led, node.left & !led).1
}

/// The value of the last two tricks.
fn last_two_tricks(deal: &Deal<'_>, node: &Node) -> i32 {
    let mut best = i32::MIN;
    each(leads(deal, node), |led| {
        let mut worst = i32::MAX;
        each(replies(deal, node, led), |reply| {
            let (next, gain) = after(deal, node, led, reply);
            let last = last_trick(deal, &next);
            let same = next.leader == node.leader;
            worst = worst.min(gain + if same { last } else { -last });
            worst > best
        });
        best = best.max(worst);
        true
    });
    best
}

/// What a node's cards in hands tell: its key, and bounds of its value as its
/// leader sees it.
struct Facts {
    /// No other node of this deal has the key unless the values are equal.
    key: (u64, u64),
    lower: i32,
    upper: i32,
}

#[inline]
fn facts(deal: &Deal<'_>, node: &Node, generation: u64) -> Facts {
    let (flags, sums) = node.piles.key();
    let mut sets = flags;
    let (mut gains, mut losses) = (0, 0);
    for lane in 0..4 {
        let left = deal.left(node.left, lane);
        sets = sets << 13 | u64::from(left.number);
        gains += left.gains;
        losses += left.losses;
    }
    let rest = generation << 5 | u64::from(node.led) << 1 | node.leader as u64;
    let (factors, extras) = if node.piles.is_settled() {
        (node.piles.factors(deal.scoring), 0)
    } else {
        ([deal.scoring.factor(); 2], node.piles.extras(deal.scoring))
    };
    let (mine, theirs) = (factors[node.leader], factors[1 - node.leader]);
    Facts {
        key: (sets, rest << 52 | sums),
        lower: mine * losses - theirs * gains - extras,
        upper: mine * gains - theirs * losses + extras,
    }
}
