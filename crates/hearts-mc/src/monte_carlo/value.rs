use cards_core::{BySeat, CardSet, Seat};

use super::config::{CountedMoons, Objective};
use crate::rules::{Moon, MoonChoice, PENALTIES, POINTS, Rules};
use crate::score::{scores, shooter};
use crate::view::View;
use crate::win_chance::{after, better_moon, win_chances};

/// A match is played for its end once the highest score is so close to the limit.
const WITHIN: i64 = 2 * POINTS as i64;

/// What the results of a deal are worth to a seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Valuation {
    rules: Rules,
    me: Seat,
    /// The scores of the match, if it is to be won.
    totals: Option<BySeat<i32>>,
    moons: CountedMoons,
}

impl Valuation {
    pub(crate) fn new(view: &View, objective: Objective, moons: CountedMoons) -> Valuation {
        let totals = *view.totals();
        let most = totals.as_array().iter().copied().max().unwrap_or(0);
        let is_near = i64::from(view.rules().limit) - i64::from(most) <= WITHIN;
        Valuation {
            rules: *view.rules(),
            me: view.seat(),
            totals: (objective == Objective::Match && is_near).then_some(totals),
            moons,
        }
    }

    /// Points alone, as the rules have them.
    #[cfg(feature = "training")]
    pub(crate) const fn of_points(rules: &Rules, me: Seat) -> Valuation {
        Valuation {
            rules: *rules,
            me,
            totals: None,
            moons: CountedMoons::All,
        }
    }

    /// What the values are.
    pub(crate) const fn objective(&self) -> Objective {
        match self.totals {
            Some(_) => Objective::Match,
            None => Objective::Points,
        }
    }

    /// The value of a deal with these cards taken, and the own score.
    pub(crate) fn of(&self, taken: &BySeat<CardSet>) -> (f64, f64) {
        let rules = &self.rules_of(taken);
        let Some(totals) = &self.totals else {
            let scores = scores(taken, rules, MoonChoice::OthersUp);
            let own = f64::from(scores[self.me]);
            let others = scores.into_array().map(f64::from).iter().sum::<f64>() - own;
            return (others / 3.0 - own, own);
        };
        let by = |choice| scores(taken, rules, choice);
        let choice = match shooter(taken, rules) {
            Some(seat) if rules.moon == Moon::Choice => better_moon(seat, totals, rules, by),
            _ => MoonChoice::OthersUp,
        };
        let scores = by(choice);
        let chances = win_chances(&after(totals, &scores), rules);
        (chances[self.me], f64::from(scores[self.me]))
    }

    /// The rules by which a deal is valued, if not everybody's moons count.
    fn rules_of(&self, taken: &BySeat<CardSet>) -> Rules {
        let counts = match self.moons {
            CountedMoons::All => true,
            CountedMoons::Own => PENALTIES.is_subset(taken[self.me]),
            CountedMoons::None => false,
        };
        if counts {
            self.rules
        } else {
            Rules {
                moon: Moon::None,
                ..self.rules
            }
        }
    }
}
