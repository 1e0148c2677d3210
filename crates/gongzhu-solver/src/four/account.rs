//! What has been taken, and what it scores, kept up to date from trick to trick.

use super::deal::{Deal, Scoring};
use super::{Bounds, PLAYERS};
use crate::PigTurning;

/// What the search knows of the cards taken.
pub(crate) trait Account: Copy {
    /// Whether [`Account::value`] changes by the same whatever was taken before,
    /// so that bounds of the rest follow from the cards left alone.
    const ADDITIVE: bool;

    /// After a seat has taken these cards.
    fn take(&mut self, deal: &Deal, winner: usize, cards: [u8; PLAYERS]);

    /// The objective, if the game ended here.
    fn value(&self, deal: &Deal) -> i32;

    /// The least and the most that the objective can be in the end, as far as that
    /// follows from which cards are left.
    fn bounds(&self, deal: &Deal, left: u64) -> Bounds;

    /// All that the change of [`Account::value`] until the end depends on besides
    /// the cards left. `left` are those cards.
    fn context(&self, deal: &Deal, left: u64) -> Context;
}

/// What matters of the cards taken; equal contexts, with the same cards left, have
/// the same future.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Context {
    /// While the transformer is to come, what it would multiply; else zeros.
    pub(crate) sums: [i32; PLAYERS],
    /// Everything else; at most 20 bits.
    pub(crate) flags: u32,
}

/// Under additive rules: the value itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sum(pub(crate) i32);

impl Account for Sum {
    const ADDITIVE: bool = true;

    #[inline]
    fn take(&mut self, deal: &Deal, winner: usize, cards: [u8; PLAYERS]) {
        let sum: i32 = cards.iter().map(|&card| deal.value(card)).sum();
        self.0 += sum * deal.weights[winner];
    }

    fn value(&self, _: &Deal) -> i32 {
        self.0
    }

    fn bounds(&self, deal: &Deal, left: u64) -> Bounds {
        let gains = deal.gains(left, None);
        Bounds {
            lower: self.0 + gains.least,
            upper: self.0 + gains.most,
        }
    }

    fn context(&self, _: &Deal, _: u64) -> Context {
        Context::default()
    }
}

/// Under any rules: each seat's pile, as far as scores depend on it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Piles([Pile; PLAYERS]);

#[derive(Clone, Copy, Debug, Default)]
struct Pile {
    /// The values of all cards but the transformer.
    sum: i32,
    hearts: u8,
    /// The scoring cards, the transformer included.
    scoring: u8,
    has_transformer: bool,
    /// Unless the pig is the transformer.
    has_pig: bool,
}

impl Pile {
    fn score(self, scoring: &Scoring) -> i32 {
        let mut sum = self.sum;
        if scoring.hearts_turn && self.hearts == 13 {
            sum += scoring.hearts_turned - scoring.hearts_sum;
            let pig_turns = match scoring.pig_turning {
                PigTurning::Never => false,
                PigTurning::WithAllHearts => true,
                PigTurning::WithAllScoringCards => self.scoring == scoring.cards,
            };
            if pig_turns && self.has_pig {
                sum += scoring.pig.abs() - scoring.pig;
            }
        }
        match (self.has_transformer, self.scoring) {
            (false, _) => sum,
            (true, 1) => sum + scoring.transformer + scoring.alone,
            (true, _) => sum * scoring.factor + scoring.transformer,
        }
    }
}

/// In place of a seat: none yet.
const NOBODY: u32 = 4;

/// In place of a seat: none any more.
const IMPOSSIBLE: u32 = 5;

impl Piles {
    /// The seat that may still have all cards that `count` counts, `all` in the
    /// pack, of which these are left.
    fn owner(&self, count: fn(&Pile) -> u8, left: u64, all: u8) -> u32 {
        let left = left.count_ones() as u8;
        if left == all {
            return NOBODY;
        }
        let seat = self.0.iter().position(|pile| count(pile) + left == all);
        seat.map_or(IMPOSSIBLE, |seat| seat as u32)
    }

    /// A seat's pile with one card more.
    pub(crate) fn add(&mut self, seat: usize, scored: Scored) {
        let pile = &mut self.0[seat];
        if scored.is_transformer {
            pile.has_transformer = true;
        } else {
            pile.sum += scored.value;
            pile.has_pig |= scored.is_pig;
        }
        pile.hearts += u8::from(scored.is_heart);
        pile.scoring += u8::from(scored.is_scoring);
    }
}

/// A card, as far as its taker's score depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scored {
    pub(crate) value: i32,
    pub(crate) is_heart: bool,
    pub(crate) is_scoring: bool,
    pub(crate) is_transformer: bool,
    pub(crate) is_pig: bool,
}

impl Account for Piles {
    const ADDITIVE: bool = false;

    fn take(&mut self, deal: &Deal, winner: usize, cards: [u8; PLAYERS]) {
        for card in cards {
            self.add(winner, deal.scored(card));
        }
    }

    fn value(&self, deal: &Deal) -> i32 {
        self.0
            .iter()
            .zip(deal.weights)
            .map(|(pile, weight)| weight * pile.score(&deal.scoring))
            .sum()
    }

    /// The cards left add to the sums at most what they are worth to the seat that
    /// gains most by them, times the factor if it has the transformer. While that
    /// is to come, it goes to one of the four, whose sum it multiplies as well.
    fn bounds(&self, deal: &Deal, left: u64) -> Bounds {
        let scoring = &deal.scoring;
        if scoring.hearts_turn
            && self.owner(|pile| pile.hearts, left & deal.hearts, 13) != IMPOSSIBLE
        {
            return deal.all_values();
        }
        let now = self.value(deal);
        let is_to_come = left & deal.transformer != 0;
        let mut bounds: Option<Bounds> = None;
        for (seat, pile) in self.0.iter().enumerate() {
            if !is_to_come && !pile.has_transformer {
                continue;
            }
            let (certain, possible) = if is_to_come {
                let multiplied = pile.sum * (scoring.factor - 1);
                let alone = if pile.scoring == 0 { scoring.alone } else { 0 };
                (multiplied + scoring.transformer, alone)
            } else {
                (0, if pile.scoring == 1 { -scoring.alone } else { 0 })
            };
            let weight = deal.weights[seat];
            let gains = deal.gains(left, Some(seat));
            let known = now.saturating_add(weight * certain);
            let possible = weight * possible;
            let case = Bounds {
                lower: known
                    .saturating_add(gains.least)
                    .saturating_add(possible.min(0)),
                upper: known
                    .saturating_add(gains.most)
                    .saturating_add(possible.max(0)),
            };
            bounds = Some(bounds.map_or(case, |bounds| Bounds {
                lower: bounds.lower.min(case.lower),
                upper: bounds.upper.max(case.upper),
            }));
        }
        bounds.unwrap_or_else(|| {
            let gains = deal.gains(left, None);
            Bounds {
                lower: now.saturating_add(gains.least),
                upper: now.saturating_add(gains.most),
            }
        })
    }

    /// The change of a pile's score until the end is what is added to its sum,
    /// times the factor once the transformer is in it. Beyond that it depends
    /// - while the transformer is to come, on each sum and on whether it is alone;
    /// - once it is taken, on whether it is alone in its taker's pile;
    /// - while one seat may still have all hearts, on which one, and whether that
    ///   has the pig; the hearts' sum taken follows from the hearts left;
    /// - if the pig turns with all scoring cards only, on who may have them.
    fn context(&self, deal: &Deal, left: u64) -> Context {
        let scoring = &deal.scoring;
        let mut context = Context::default();
        let place = |has: fn(&Pile) -> bool| self.0.iter().position(has).map(|seat| seat as u32);

        let hearts = if scoring.hearts_turn {
            self.owner(|pile| pile.hearts, left & deal.hearts, 13)
        } else {
            IMPOSSIBLE
        };
        // A pig that another seat has cannot turn any more.
        let pig = place(|pile| pile.has_pig)
            .filter(|&seat| hearts == seat || hearts == NOBODY)
            .unwrap_or(NOBODY);
        let all = if hearts != IMPOSSIBLE && scoring.pig_turning == PigTurning::WithAllScoringCards
        {
            self.owner(
                |pile| pile.scoring,
                left & deal.scoring_cards,
                scoring.cards,
            )
        } else {
            IMPOSSIBLE
        };
        let mut alone = 0;
        let transformer = if left & deal.transformer != 0 {
            for (seat, pile) in self.0.iter().enumerate() {
                context.sums[seat] = pile.sum;
                alone |= u32::from(pile.scoring == 0) << seat;
            }
            NOBODY
        } else if let Some(seat) = place(|pile| pile.has_transformer) {
            alone = u32::from(self.0[seat as usize].scoring == 1);
            seat
        } else {
            IMPOSSIBLE
        };
        context.flags = hearts | pig << 3 | all << 6 | transformer << 9 | alone << 12;
        context
    }
}

#[cfg(test)]
mod tests {
    use cards_core::{BySeat, Card, CardSet, Seat, random};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::Rules;
    use crate::four::{Objective, State};

    /// What each seat has of the pack: 4 for cards that are left.
    type Owners = [u8; 52];

    fn piles(deal: &Deal, owners: &Owners) -> Piles {
        let mut piles = Piles::default();
        for (number, &seat) in owners.iter().enumerate() {
            if seat < 4 {
                piles.add(seat.into(), deal.scored(number as u8));
            }
        }
        piles
    }

    fn value_by_rules(rules: &Rules, deal: &Deal, owners: &Owners) -> i32 {
        let mut sets = [CardSet::EMPTY; 5];
        for (number, &seat) in owners.iter().enumerate() {
            sets[usize::from(seat)].insert(deal.card(number as u8));
        }
        (sets[..4].iter().zip(deal.weights))
            .map(|(&set, weight)| weight * rules.score(set).total)
            .sum()
    }

    /// Equal contexts have equal futures, and the bounds hold, whatever becomes of
    /// the cards that are left.
    #[test]
    fn contexts_tell_all_that_matters() {
        let below = |rng: &mut Pcg64Mcg, bound: u64| random::below(rng, bound) as usize;
        let mut equal = 0;
        for deal in 0..150 {
            let mut rng: Pcg64Mcg = random::trial_rng(7, deal);
            let rng = &mut rng;
            let turning = [
                PigTurning::Never,
                PigTurning::WithAllHearts,
                PigTurning::WithAllScoringCards,
            ];
            let exposed: CardSet = ["", "♠Q ♣T", "♥A"][below(rng, 3)].parse().unwrap();
            let rules = Rules::GONGZHU
                .with_pig_turning(turning[below(rng, 3)])
                .with_exposed(exposed)
                .unwrap();
            let hands: [CardSet; 4] = random::deal(CardSet::FULL, [13; 4], rng).unwrap();
            let state = State::new(BySeat::new(hands), Seat::FIRST).unwrap();
            let seat = Seat::new(below(rng, 4)).unwrap();
            let objective = [Objective::Lead(seat), Objective::Partners][below(rng, 2)];
            let deal = Deal::new(&rules, objective, &state);

            for trial in 0..200 {
                // A few cards are left, scoring ones rather than others; one seat has
                // most of the rest.
                let taker = below(rng, 4) as u8;
                let other = below(rng, 4) as u8;
                let share = 1 + below(rng, 12) as u64;
                let random_owner = |rng: &mut Pcg64Mcg, card: Card| {
                    let often = if rules.scoring_cards().contains(card) {
                        3
                    } else {
                        12
                    };
                    if below(rng, often) == 0 {
                        4
                    } else if below(rng, share) == 0 {
                        other
                    } else {
                        taker
                    }
                };
                let first: Owners =
                    core::array::from_fn(|number| random_owner(rng, deal.card(number as u8)));
                // The same cards left, some of the others elsewhere.
                let mut second = first;
                for _ in 0..1 + below(rng, 3) {
                    let number = below(rng, 52);
                    let scores = deal.scored(number as u8).is_scoring;
                    if second[number] < 4 && (scores || below(rng, 8) == 0) {
                        second[number] = below(rng, 4) as u8;
                    }
                }
                let left = (0..52)
                    .filter(|&number| first[number] == 4)
                    .fold(0, |set, n| set | 1 << n);
                let now = [first, second].map(|owners| piles(&deal, &owners));
                let values = now.map(|piles| piles.value(&deal));
                assert_eq!(values[0], value_by_rules(&rules, &deal, &first), "{trial}");
                let [context, other_context] = now.map(|piles| piles.context(&deal, left));
                let is_equal = context == other_context;
                equal += u32::from(is_equal && first != second);
                let bounds = now[0].bounds(&deal, left);
                for _ in 0..8 {
                    let mut ends = [first, second];
                    let all = below(rng, 6);
                    for number in 0..52 {
                        // Often one seat takes all.
                        let owner = if all < 4 { all } else { below(rng, 4) };
                        for end in &mut ends {
                            if end[number] == 4 {
                                end[number] = owner as u8;
                            }
                        }
                    }
                    let ends = ends.map(|owners| value_by_rules(&rules, &deal, &owners));
                    assert!(
                        bounds.lower <= ends[0] && ends[0] <= bounds.upper,
                        "{trial}: {bounds:?}"
                    );
                    if is_equal {
                        assert_eq!(
                            ends[0] - values[0],
                            ends[1] - values[1],
                            "{trial}: {context:?}"
                        );
                    }
                }
            }
        }
        assert!(equal > 2_000, "{equal}");
    }
}
