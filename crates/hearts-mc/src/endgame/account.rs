//! What has been taken, and what it scores, kept up to date from trick to trick.

use cards_core::{BySeat, Seat};

use super::deal::{Deal, NOBODY};
use crate::rules::{JACK, JACK_BONUS, POINTS, points};
use crate::{Jack, Moon, PLAYERS, Position};

/// In place of a seat: none any more.
const IMPOSSIBLE: u8 = 5;

/// What the search knows of the cards taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Account {
    /// The scores if nobody shoots the moon and no more is taken.
    pub(super) scores: [i16; PLAYERS],
    /// Who may still shoot the moon: a seat that has all points so far, [`NOBODY`]
    /// in particular, or nobody any more.
    moon: u8,
    /// Who has the jack of diamonds, where it counts, or [`NOBODY`].
    jack: u8,
    /// Where taking no trick has a bonus: who has taken one, a bit each.
    tricks: u8,
}

impl Account {
    pub(super) fn new(deal: &Deal, position: &Position) -> Account {
        let rules = &deal.rules;
        let taken = position.taken;
        let counts = rules.jack != Jack::Plain;
        let jack = Seat::all(PLAYERS).find(|&seat| counts && taken[seat].contains(JACK));
        let scores = BySeat::<i32>::from_fn(|seat| {
            let bonus = if taken[seat].is_empty() {
                rules.no_trick_bonus
            } else {
                0
            };
            let jack = if jack == Some(seat) { JACK_BONUS } else { 0 };
            points(taken[seat]) + bonus - jack
        });
        let mut account = Account {
            scores: scores.into_array().map(|score| score as i16),
            moon: NOBODY,
            jack: jack.map_or(NOBODY, |seat| seat.index() as u8),
            tricks: Seat::all(PLAYERS)
                .filter(|&seat| rules.no_trick_bonus == 0 || !taken[seat].is_empty())
                .fold(0, |tricks, seat| tricks | 1 << seat.index()),
        };
        let mut in_all = i32::from(deal.points(u64::MAX));
        for (seat, &cards) in taken.iter() {
            in_all += points(cards);
            if points(cards) > 0 {
                account.has_points(seat.index() as u8);
            }
        }
        let lacks_jack = rules.jack == Jack::NeededForMoon && jack.is_none() && deal.jack == 0;
        if in_all != POINTS || rules.moon == Moon::None || lacks_jack {
            account.moon = IMPOSSIBLE;
        }
        account.needs_jack(deal);
        account
    }

    fn has_points(&mut self, seat: u8) {
        if self.moon == NOBODY {
            self.moon = seat;
        } else if self.moon != seat {
            self.moon = IMPOSSIBLE;
        }
    }

    fn needs_jack(&mut self, deal: &Deal) {
        let needs_it = deal.rules.jack == Jack::NeededForMoon && self.moon < NOBODY;
        if needs_it && self.jack != NOBODY && self.jack != self.moon {
            self.moon = IMPOSSIBLE;
        }
    }

    /// After a seat has taken these cards.
    #[inline]
    pub(super) fn take(&mut self, deal: &Deal, winner: u8, cards: u64) {
        let place = usize::from(winner);
        if cards & deal.scoring != 0 {
            let points = deal.points(cards);
            self.scores[place] += points;
            if points > 0 {
                self.has_points(winner);
            }
            if cards & deal.jack != 0 {
                self.scores[place] -= JACK_BONUS as i16;
                self.jack = winner;
            }
            self.needs_jack(deal);
        }
        if self.tricks != 15 && self.tricks >> winner & 1 == 0 {
            self.scores[place] -= deal.rules.no_trick_bonus as i16;
            self.tricks |= 1 << winner;
        }
    }

    /// Whether nothing of what is left changes a score.
    #[inline]
    pub(super) fn is_settled(&self, deal: &Deal, left: u64) -> bool {
        left & deal.scoring == 0 && (self.tricks == 15 || self.moon < NOBODY)
    }

    /// The final scores, once all is settled or taken.
    #[inline]
    pub(super) fn finish(&self, deal: &Deal) -> [i16; PLAYERS] {
        if self.moon < NOBODY {
            deal.moon(self.moon, self.jack)
        } else {
            self.scores
        }
    }

    /// Whether each card's points simply go to its taker.
    #[inline]
    pub(super) fn is_additive(&self) -> bool {
        self.moon == IMPOSSIBLE && self.tricks == 15
    }

    /// All that the change of the scores until the end depends on besides the cards
    /// left; 9 bits.
    #[inline]
    pub(super) fn context(&self) -> u64 {
        let jack = if self.moon == IMPOSSIBLE {
            0
        } else {
            self.jack
        };
        u64::from(self.tricks) << 5 | u64::from(self.moon * 5 + jack)
    }

    /// The least and the most that a sum of the scores with these weights can be in
    /// the end.
    pub(super) fn bounds(&self, deal: &Deal, weights: &[i32; PLAYERS], left: u64) -> (i32, i32) {
        let points = i32::from(deal.points(left));
        let jack = if left & deal.jack != 0 { JACK_BONUS } else { 0 };
        let least = weights.iter().fold(i32::MAX, |a, &b| a.min(b));
        let most = weights.iter().fold(i32::MIN, |a, &b| a.max(b));
        let now = weigh(&self.scores, weights);
        let mut lower = now + points * least - jack * most;
        let mut upper = now + points * most - jack * least;
        if self.tricks != 15 {
            for (seat, weight) in weights.iter().enumerate() {
                if self.tricks >> seat & 1 == 0 {
                    let lost = -weight * deal.rules.no_trick_bonus;
                    lower += lost.min(0);
                    upper += lost.max(0);
                }
            }
        }
        if self.moon != IMPOSSIBLE {
            let shooters = if self.moon == NOBODY {
                0..4
            } else {
                self.moon..self.moon + 1
            };
            for shooter in shooters {
                for jack in 0..=NOBODY {
                    let value = weigh(&deal.moon(shooter, jack), weights);
                    lower = lower.min(value);
                    upper = upper.max(value);
                }
            }
        }
        (lower, upper)
    }
}

/// A sum of scores with weights.
#[inline]
pub(super) fn weigh(scores: &[i16; PLAYERS], weights: &[i32; PLAYERS]) -> i32 {
    (0..PLAYERS)
        .map(|seat| i32::from(scores[seat]) * weights[seat])
        .sum()
}
