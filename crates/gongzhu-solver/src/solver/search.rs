//! The search of additive rules: zero-width windows, a transposition table, and
//! the table of small positions.

use smallvec::SmallVec;

use super::endgame::EndgameTable;
use super::order::{self, Context, Order};
use super::position::{Layout, ONES, Position, lane_of};
use super::table::Table;
use super::watch::{Watch, close_in};
use super::worth::{Worth, each};

/// Tables of additive rules: a position's key is one word, and values are small.
type Bounds = Table<u64, i16>;

/// What a search needs and keeps.
#[derive(Debug)]
pub(super) struct Search<const M: usize> {
    pub(super) worth: Worth<M>,
    pub(super) order: Order,
    pub(super) table: Bounds,
    pub(super) endgames: EndgameTable<M>,
    pub(super) watch: Watch,
    /// The most cards a hand at which sure winners are cashed.
    pub(super) cash: usize,
}

/// A reply that has to be searched.
#[derive(Clone, Copy)]
struct Reply<const M: usize> {
    next: Position<M>,
    key: u64,
    bit: u64,
    gain: i32,
    takes: bool,
    score: i32,
}

/// Moves with their scores, each in one word so that they sort as numbers.
pub(super) type Ranked = SmallVec<[u32; 16]>;

/// A score and the number of a bit in a word, higher scores first.
#[inline]
pub(super) fn ranked(score: i32, bit: u64) -> u32 {
    ((score + (1 << 20)) as u32) << 6 | bit.trailing_zeros()
}

/// Brings the largest of the elements from `place` on to `place`.
#[inline]
pub(super) fn bring_best<T>(list: &mut [T], place: usize, score: impl Fn(&T) -> i32) {
    let mut best = place;
    for other in place + 1..list.len() {
        if score(&list[other]) > score(&list[best]) {
            best = other;
        }
    }
    list.swap(place, best);
}

/// The bit of a set with the highest score.
#[inline]
pub(super) fn best_of(set: u64, score: impl Fn(u64) -> i32) -> u64 {
    let (mut best, mut most) = (0, i32::MIN);
    each(set, |bit| {
        let score = score(bit);
        if score > most {
            (best, most) = (bit, score);
        }
        true
    });
    best
}

impl<const M: usize> Search<M> {
    pub(super) fn new(layout: &Layout, endgames: EndgameTable<M>) -> Search<M> {
        Search {
            worth: Worth::new(layout),
            order: Order::new(layout),
            table: Table::new(),
            endgames,
            watch: Watch::new(),
            cash: layout.sure_winners(),
        }
    }

    /// Bounds of the value of a position of `n` cards a hand, which are equal
    /// unless the search had to stop.
    pub(super) fn value(
        &mut self,
        position: &Position<M>,
        n: usize,
        guess: Option<i32>,
    ) -> (i32, i32) {
        if n <= self.endgames.cards() {
            let value = self.endgames.get(position, n);
            return (value, value);
        }
        let stake = self.worth.at_stake(position);
        let guess = guess.unwrap_or_else(|| self.guess(position, n));
        // Every value has the parity of what is at stake.
        let guess = guess + ((guess ^ stake) & 1);
        close_in(-stake, stake, guess, |threshold| {
            let value = self.search(position, n, threshold);
            (!self.watch.is_stopped()).then_some(value)
        })
    }

    /// Bounds of the value of a position that are known without a search.
    pub(super) fn known(&self, position: &Position<M>, n: usize) -> (i32, i32) {
        if n <= self.endgames.cards() {
            let value = self.endgames.get(position, n);
            return (value, value);
        }
        let stake = self.worth.at_stake(position);
        match self.table.get(position.key()) {
            Some(known) => (known.lower.max(-stake), known.upper.min(stake)),
            None => (-stake, stake),
        }
    }

    /// What the leader gains if both players play the moves that look best: a
    /// guess of the value.
    fn guess(&self, position: &Position<M>, n: usize) -> i32 {
        let (mut position, mut sum, mut sign) = (*position, 0, 1);
        for _ in self.endgames.cards()..n {
            let stake = self.worth.at_stake(&position);
            let context = self.context(&position, 0, stake);
            let led = best_of(position.classes(position.own), |bit| context.lead(bit));
            let reply = best_of(position.classes(position.follow(led)), |bit| {
                context.reply(&context.led(led), bit)
            });
            let gain = self.worth.of(&position, led) + self.worth.of(&position, reply);
            let takes = reply > led && lane_of(reply) == lane_of(led);
            position = position.after(led, reply, takes, self.worth.symmetric);
            if takes {
                sign = -sign;
            }
            sum += sign * gain;
        }
        sum + sign * self.endgames.get(&position, self.endgames.cards())
    }

    /// A bound of the value of a position: a lower bound if it is at least
    /// `threshold`, else an upper one.
    pub(super) fn search(&mut self, position: &Position<M>, n: usize, threshold: i32) -> i32 {
        let stake = self.worth.at_stake(position);
        if threshold > stake {
            return stake;
        }
        if threshold <= -stake {
            return -stake;
        }
        let key = position.key();
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

        let sure = if n <= self.cash {
            sure_winner(position)
        } else {
            0
        };
        let leads = if sure != 0 {
            sure
        } else {
            position.classes(position.own)
        };
        let context = self.context(position, threshold, stake);
        let mut moves = Ranked::new();
        if leads & (leads - 1) == 0 {
            moves.push(ranked(0, leads));
        } else {
            each(leads, |bit| {
                let hinted = i32::from(bit.trailing_zeros() == hint) << 18;
                moves.push(ranked(hinted + context.lead(bit), bit));
                true
            });
        }

        let mut best = i32::MIN;
        let mut best_lead = 0;
        let in_table = n - 1 <= self.endgames.cards();
        for place in 0..moves.len() {
            bring_best(&mut moves, place, |&entry| entry as i32);
            let lead = moves[place] & 63;
            let value = if in_table {
                self.lead_from_table(position, n, 1 << lead, threshold)
            } else {
                self.lead(position, n, 1 << lead, threshold, &context)
            };
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

    /// What the scores of moves look at.
    #[inline]
    pub(super) fn context(&self, position: &Position<M>, threshold: i32, stake: i32) -> Context {
        let mut marks = [0; 3];
        marks[..M].copy_from_slice(&position.marks);
        let level = order::level(threshold, -stake, stake);
        self.order
            .context(position.own, position.others(), marks, level)
    }

    /// A bound of the value of a lead whose every outcome is in the table of
    /// small positions.
    #[inline]
    fn lead_from_table(&self, position: &Position<M>, n: usize, led: u64, threshold: i32) -> i32 {
        let led_value = self.worth.of(position, led);
        let mut worst = i32::MAX;
        each(position.classes(position.follow(led)), |reply| {
            let gain = led_value + self.worth.of(position, reply);
            let takes = reply > led && lane_of(reply) == lane_of(led);
            let next = position.after(led, reply, takes, self.worth.symmetric);
            let value = gain + self.endgames.get(&next, n - 1);
            worst = worst.min(if takes { -value } else { value });
            worst >= threshold
        });
        worst
    }

    /// A bound of the value of a lead: what is known of its outcomes first, then
    /// those that have to be searched.
    pub(super) fn lead(
        &mut self,
        position: &Position<M>,
        n: usize,
        led: u64,
        threshold: i32,
        context: &Context,
    ) -> i32 {
        let led_value = self.worth.of(position, led);
        let mut open: SmallVec<[Reply<M>; 14]> = SmallVec::new();
        // The look-ups of all replies are begun before the first is needed, so
        // that a table larger than the caches is waited for once.
        let mut begun = 0;
        each(position.classes(position.follow(led)), |reply| {
            let takes = reply > led && lane_of(reply) == lane_of(led);
            let next = position.after(led, reply, takes, self.worth.symmetric);
            let key = next.key();
            begun ^= self.table.begin(key);
            open.push(Reply {
                next,
                key,
                bit: reply,
                gain: led_value + self.worth.of(position, reply),
                takes,
                score: 0,
            });
            true
        });
        core::hint::black_box(begun);
        let led_card = context.led(led);
        let mut worst = i32::MAX;
        let mut kept = 0;
        for place in 0..open.len() {
            let mut reply = open[place];
            if let Some(known) = self.table.get(reply.key) {
                let low = reply.gain + known.lower;
                let high = reply.gain + known.upper;
                let (low, high) = if reply.takes {
                    (-high, -low)
                } else {
                    (low, high)
                };
                if high < threshold {
                    return high;
                }
                if low >= threshold {
                    worst = worst.min(low);
                    continue;
                }
            }
            reply.score = context.reply(&led_card, reply.bit);
            open[kept] = reply;
            kept += 1;
        }
        open.truncate(kept);
        for place in 0..open.len() {
            bring_best(&mut open, place, |reply| reply.score);
            let Reply {
                next, gain, takes, ..
            } = open[place];
            let value = if takes {
                -gain - self.search(&next, n - 1, 1 - gain - threshold)
            } else {
                gain + self.search(&next, n - 1, threshold - gain)
            };
            worst = worst.min(value);
            if worst < threshold || self.watch.is_stopped() {
                break;
            }
        }
        worst
    }
}

/// A card of a suit in which the leader's cards beat all of the opponent's,
/// who has some; or 0. A marked card only if there is no other.
#[inline]
pub(super) fn sure_winner<const M: usize>(position: &Position<M>) -> u64 {
    let sentinels = position.all + ONES;
    for lane in 0..4 {
        let own = (position.own >> (16 * lane)) as u16;
        let low = own & own.wrapping_neg();
        if own & 1 == 0 && own != 0 && own + low == (sentinels >> (16 * lane)) as u16 {
            let bit = u64::from(low) << (16 * lane);
            let next = (u64::from(own) << (16 * lane)) & (bit << 1);
            return if next != 0 && position.marks.contains(&bit) {
                next
            } else {
                bit
            };
        }
    }
    0
}
