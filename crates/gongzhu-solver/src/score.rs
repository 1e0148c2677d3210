//! Scoring what a player took.

use core::fmt;

use cards_core::{Card, CardSet, Suit};

use crate::{PigTurning, Rules};

/// A player's score for a deal, and what it is made of.
///
/// `total` is (`hearts` + `pig` + `sheep` + `others`) · `factor` +
/// `transformer`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Score {
    /// The hearts: the sum of their values, or the value of all thirteen.
    pub hearts: i32,
    /// ♠Q, turned if the rules say so.
    pub pig: i32,
    /// ♦J.
    pub sheep: i32,
    /// All other cards with a value, the transformer apart.
    pub others: i32,
    /// What the above is multiplied by: 1 without the transformer.
    pub factor: i32,
    /// The transformer's own part, which is not multiplied: its value as a card,
    /// and what it scores alone.
    pub transformer: i32,
    /// The score.
    pub total: i32,
}

impl Rules {
    /// The score of one player's pile, which may hold any cards.
    ///
    /// ```
    /// use gongzhu_solver::Rules;
    ///
    /// let score = Rules::GONGZHU.score("♣T ♠Q ♦4".parse()?);
    /// assert_eq!((score.pig, score.factor, score.total), (-100, 2, -200));
    /// # Ok::<(), cards_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn score(&self, pile: CardSet) -> Score {
        let mut score = Score {
            factor: 1,
            ..Score::default()
        };
        let transformer =
            (self.transformer()).filter(|transformer| pile.contains(transformer.card));
        let multiplied = match transformer {
            Some(transformer) => pile.without(transformer.card),
            None => pile,
        };
        for card in multiplied {
            *match (card.suit(), card) {
                (Suit::Hearts, _) => &mut score.hearts,
                (_, Rules::PIG) => &mut score.pig,
                (_, Rules::SHEEP) => &mut score.sheep,
                _ => &mut score.others,
            } += self.doubled_value_of(card);
        }
        if let Some(all_hearts) = self.all_hearts()
            && CardSet::of_suit(Suit::Hearts).is_subset(pile)
        {
            score.hearts = all_hearts.value * self.times(Rules::HEART_ACE);
            let turned = match all_hearts.pig {
                PigTurning::Never => false,
                PigTurning::WithAllHearts => true,
                PigTurning::WithAllScoringCards => self.scoring_cards().is_subset(pile),
            };
            if turned {
                score.pig = score.pig.abs();
            }
        }
        if let Some(transformer) = transformer {
            score.transformer = self.value_of(transformer.card);
            if (multiplied & self.scoring_cards()).is_empty() {
                score.transformer += transformer.alone * self.times(transformer.card);
            } else {
                score.factor =
                    i32::from(transformer.factor).pow(self.times(transformer.card) as u32);
            }
        }
        score.total = (score.hearts + score.pig + score.sheep + score.others) * score.factor
            + score.transformer;
        score
    }

    /// 2 for an exposed card, else 1.
    fn times(&self, card: Card) -> i32 {
        1 + i32::from(self.exposed().contains(card))
    }

    /// The scores of a finished deal, from what each of two to five players
    /// took.
    ///
    /// ```
    /// use gongzhu_solver::Rules;
    ///
    /// let piles = ["♥AKQJT98765432 ♠Q", "♦J", "♣T", "♠2"].map(|pile| pile.parse().unwrap());
    /// let totals: Vec<i32> = Rules::GONGZHU
    ///     .score_deal(&piles)?
    ///     .iter()
    ///     .map(|score| score.total)
    ///     .collect();
    /// assert_eq!(totals, [300, 100, 50, 0]);
    /// # Ok::<(), gongzhu_solver::DealError>(())
    /// ```
    ///
    /// # Errors
    /// If there are not two to five piles, or two of them share a card, or none
    /// holds one of the scoring cards. Other cards may be missing, since five
    /// players leave some out.
    pub fn score_deal(&self, piles: &[CardSet]) -> Result<Vec<Score>, DealError> {
        if !(2..=5).contains(&piles.len()) {
            return Err(DealError::Players {
                players: piles.len(),
            });
        }
        let mut seen = CardSet::EMPTY;
        for &pile in piles {
            if let Some(card) = (pile & seen).first() {
                return Err(DealError::Twice { card });
            }
            seen |= pile;
        }
        if let Some(card) = (self.scoring_cards() - seen).first() {
            return Err(DealError::Missing { card });
        }
        Ok(piles.iter().map(|&pile| self.score(pile)).collect())
    }
}

/// Piles that no finished deal leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DealError {
    /// A number of players other than 2 to 5.
    Players {
        /// The number.
        players: usize,
    },
    /// A card in two piles.
    Twice {
        /// The card.
        card: Card,
    },
    /// A scoring card in no pile.
    Missing {
        /// The card.
        card: Card,
    },
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealError::Players { players } => write!(f, "{players} players; it must be 2 to 5"),
            DealError::Twice { card } => write!(f, "two players took {card}"),
            DealError::Missing { card } => write!(f, "nobody took {card}"),
        }
    }
}

impl core::error::Error for DealError {}

#[cfg(test)]
mod tests {
    use super::*;

    const HEARTS: &str = "♥AKQJT98765432";

    fn total(rules: &Rules, pile: &str) -> i32 {
        rules.score(pile.parse().unwrap()).total
    }

    fn exposed(cards: &str) -> Rules {
        Rules::GONGZHU.with_exposed(cards.parse().unwrap()).unwrap()
    }

    #[test]
    fn the_cases_of_the_rule_pages() {
        let hearts = |rest: &str| format!("{HEARTS} {rest}");
        for (pile, score) in [
            ("", 0),
            ("♥432", 0),
            ("♥5", -10),
            ("♥AKQJT987652", -200),
            ("♠Q", -100),
            ("♦J", 100),
            ("♣T", 50),
            ("♣T ♥3", 0),
            ("♣T ♠Q", -200),
            ("♣T ♦J", 200),
            ("♣T ♥A", -100),
            ("♣T ♦J ♠Q", 0),
            (&hearts(""), 200),
            (&hearts("♠Q"), 300),
            (&hearts("♦J"), 300),
            (&hearts("♠Q ♦J"), 400),
            (&hearts("♠Q ♦J ♣T"), 800),
            (&hearts("♣T"), 400),
        ] {
            assert_eq!(total(&Rules::GONGZHU, pile), score, "{pile}");
        }
    }

    #[test]
    fn exposed_cards_double_their_effect() {
        for (cards, pile, score) in [
            ("♠Q", "♠Q", -200),
            ("♠Q ♣T", "♠Q ♣T", -800),
            ("♣T", "♣T", 100),
            ("♣T", "♣T ♥3", 0),
            ("♦J", "♦J", 200),
            ("♥A", "♥A5", -120),
            ("♥A", HEARTS, 400),
            (
                "♥A ♠Q ♦J ♣T",
                "♥AKQJT98765432 ♠Q ♦J ♣T",
                (400 + 200 + 200) * 4,
            ),
        ] {
            assert_eq!(total(&exposed(cards), pile), score, "{cards}: {pile}");
        }
    }

    #[test]
    fn when_the_pig_turns_is_an_option() {
        let pile = "♥AKQJT98765432 ♠Q ♦J";
        let all = "♥AKQJT98765432 ♠Q ♦J ♣T";
        let rules = |pig| Rules::GONGZHU.with_pig_turning(pig);
        assert_eq!(total(&rules(PigTurning::Never), pile), 200);
        assert_eq!(total(&rules(PigTurning::WithAllHearts), pile), 400);
        assert_eq!(total(&rules(PigTurning::WithAllScoringCards), pile), 200);
        assert_eq!(total(&rules(PigTurning::WithAllScoringCards), all), 800);
    }

    #[test]
    fn the_documents_scores_are_sums() {
        let all = CardSet::FULL;
        assert_eq!(Rules::DOCUMENT.score(all).total, -26);
        assert_eq!(Rules::WITH_SHEEP.score(all).total, -16);
        assert_eq!(total(&Rules::DOCUMENT, "♠Q ♥A2 ♣T ♦J"), -15);
    }

    #[test]
    fn a_transformer_with_a_value_does_not_double_itself() {
        let rules = Rules::GONGZHU.with_value(Rules::TRANSFORMER, 7).unwrap();
        assert_eq!(total(&rules, "♣T"), 57);
        assert_eq!(total(&rules, "♣T ♠Q"), -193);
    }

    #[test]
    fn piles_are_checked() {
        let error = |piles: &[&str]| {
            let piles: Vec<CardSet> = piles.iter().map(|pile| pile.parse().unwrap()).collect();
            Rules::GONGZHU.score_deal(&piles).unwrap_err().to_string()
        };
        assert_eq!(error(&[HEARTS]), "1 players; it must be 2 to 5");
        assert_eq!(
            error(&["", "", "", "", "", ""]),
            "6 players; it must be 2 to 5"
        );
        assert_eq!(error(&["♠Q ♦J", "♠Q"]), "two players took ♠Q");
        assert_eq!(error(&[HEARTS, "♦J ♣T"]), "nobody took ♠Q");
    }

    #[test]
    fn five_players_leave_cards_out() {
        let piles = [HEARTS, "♠Q", "♦J", "♣T", ""].map(|pile| pile.parse().unwrap());
        let totals: Vec<i32> = (Rules::GONGZHU.score_deal(&piles).unwrap().iter())
            .map(|score| score.total)
            .collect();
        assert_eq!(totals, [200, -100, 100, 50, 0]);
    }
}
