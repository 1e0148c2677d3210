use core::fmt;

use cards_core::{Card, CardSet, Rank, RankOrder, Suit};

/// What the cards of a game are worth, and how they rank.
///
/// A `Rules` value is a rank order, a value for each card, and the three things
/// that make Gongzhu more than a sum: the transformer, the bonus for all hearts,
/// and exposed cards. Start from a preset, or from [`Rules::plain`], and change
/// what differs:
///
/// ```
/// use cards_core::{CardSet, Suit};
/// use gongzhu_solver::Rules;
///
/// let jack: cards_core::Card = "♠J".parse()?;
/// let rules = Rules::DOCUMENT.with_value(jack, 5)?;
/// assert!(rules.is_additive());
/// assert_eq!(rules.score("♠QJ ♥2".parse()?).total, -13 + 5 - 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    order: RankOrder,
    values: [i32; 52],
    transformer: Option<Transformer>,
    all_hearts: Option<AllHearts>,
    exposed: CardSet,
}

/// A card that multiplies the rest of what its taker took; ♣10 in Gongzhu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transformer {
    /// The card.
    pub card: Card,
    /// What the rest of its taker's score is multiplied by: 2 in Gongzhu. 1 to
    /// [`Rules::MAX_FACTOR`]. Squared if the card is exposed.
    pub factor: u8,
    /// What it scores if its taker took no other scoring card: +50 in Gongzhu.
    /// Doubled if the card is exposed.
    pub alone: i32,
}

/// What taking all thirteen hearts does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AllHearts {
    /// What the hearts score together instead of the sum of their values: +200
    /// in Gongzhu. Doubled if ♥A is exposed.
    pub value: i32,
    /// When ♠Q turns from a loss to a gain of the same size.
    pub pig: PigTurning,
}

/// When the pig (♠Q) counts for its taker instead of against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PigTurning {
    /// Never.
    Never,
    /// When its taker also took all thirteen hearts.
    WithAllHearts,
    /// When its taker took every scoring card: in Gongzhu the thirteen hearts,
    /// ♠Q, ♦J and ♣10.
    WithAllScoringCards,
}

impl Rules {
    /// The pig, ♠Q.
    pub const PIG: Card = Card::new(Suit::Spades, Rank::Queen);

    /// The sheep, ♦J.
    pub const SHEEP: Card = Card::new(Suit::Diamonds, Rank::Jack);

    /// The card that Gongzhu calls transformer, ♣10.
    pub const TRANSFORMER: Card = Card::new(Suit::Clubs, Rank::Ten);

    /// The ace of hearts, which can be exposed for all hearts.
    pub const HEART_ACE: Card = Card::new(Suit::Hearts, Rank::Ace);

    /// The largest value, either sign, that a card, the transformer alone, or
    /// all hearts can have. It keeps every score far inside an `i32`.
    pub const MAX_VALUE: i32 = 10_000;

    /// The largest factor of a transformer.
    pub const MAX_FACTOR: u8 = 8;

    /// The document's own: ♠Q −13, each heart −1, the ace the lowest card.
    ///
    /// Source: document, section 2 for the values, 6.1 for the ace.
    pub const DOCUMENT: Rules = Rules::plain(RankOrder::AceLow)
        .value_of_suit(Suit::Hearts, -1)
        .value(Rules::PIG, -13);

    /// [`Rules::DOCUMENT`] with the ace the highest card, as Gongzhu and Hearts
    /// have it.
    pub const DOCUMENT_ACE_HIGH: Rules = Rules::DOCUMENT.with_order(RankOrder::AceHigh);

    /// [`Rules::DOCUMENT`] with the sheep, ♦J +10.
    ///
    /// Source: document, section 1.
    pub const WITH_SHEEP: Rules = Rules::DOCUMENT.value(Rules::SHEEP, 10);

    /// Gongzhu as it is played: the ace high; ♠Q −100, ♦J +100; ♥A −50, ♥K −40,
    /// ♥Q −30, ♥J −20, ♥10 to ♥5 −10 each, ♥4 to ♥2 nothing, all thirteen +200
    /// and then the pig +100; ♣10 doubles the rest, or is +50 alone. No card is
    /// exposed: see [`Rules::with_exposed`].
    ///
    /// Source: the rules of Gongzhu on pagat.com, with which the Chinese rule
    /// pages agree but for when the pig turns: see [`Rules::with_pig_turning`].
    pub const GONGZHU: Rules = {
        let mut rules = Rules::plain(RankOrder::AceHigh)
            .value(Rules::PIG, -100)
            .value(Rules::SHEEP, 100);
        let hearts = [0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50];
        let mut rank = 0;
        while rank < 13 {
            if let Some(of_rank) = Rank::from_index(rank) {
                rules = rules.value(Card::new(Suit::Hearts, of_rank), hearts[rank]);
            }
            rank += 1;
        }
        rules.transformer = Some(Transformer {
            card: Rules::TRANSFORMER,
            factor: 2,
            alone: 50,
        });
        rules.all_hearts = Some(AllHearts {
            value: 200,
            pig: PigTurning::WithAllHearts,
        });
        rules
    };

    /// Rules under which no card scores.
    #[must_use]
    pub const fn plain(order: RankOrder) -> Rules {
        Rules {
            order,
            values: [0; 52],
            transformer: None,
            all_hearts: None,
            exposed: CardSet::EMPTY,
        }
    }

    const fn value(mut self, card: Card, value: i32) -> Rules {
        self.values[card.index()] = value;
        self
    }

    const fn value_of_suit(mut self, suit: Suit, value: i32) -> Rules {
        let mut rank = 0;
        while let Some(of_rank) = Rank::from_index(rank) {
            self = self.value(Card::new(suit, of_rank), value);
            rank += 1;
        }
        self
    }

    /// The same rules with another rank order.
    #[must_use]
    pub const fn with_order(mut self, order: RankOrder) -> Rules {
        self.order = order;
        self
    }

    /// The same rules with another value for a card.
    ///
    /// # Errors
    /// If the value is beyond [`Rules::MAX_VALUE`] either way.
    pub const fn with_value(self, card: Card, value: i32) -> Result<Rules, RulesError> {
        if value.unsigned_abs() > Rules::MAX_VALUE as u32 {
            return Err(RulesError::ValueTooLarge { value });
        }
        Ok(self.value(card, value))
    }

    /// The same rules with another transformer, or none.
    ///
    /// # Errors
    /// If the factor is not 1 to [`Rules::MAX_FACTOR`], or the value alone is
    /// beyond [`Rules::MAX_VALUE`] either way, or a card is exposed that then
    /// has no effect.
    pub fn with_transformer(
        mut self,
        transformer: Option<Transformer>,
    ) -> Result<Rules, RulesError> {
        if let Some(Transformer { factor, alone, .. }) = transformer {
            if !(1..=Rules::MAX_FACTOR).contains(&factor) {
                return Err(RulesError::Factor { factor });
            }
            if alone.unsigned_abs() > Rules::MAX_VALUE as u32 {
                return Err(RulesError::ValueTooLarge { value: alone });
            }
        }
        self.transformer = transformer;
        let exposed = self.exposed;
        self.with_exposed(exposed)
    }

    /// The same rules with another effect of all hearts, or none.
    ///
    /// # Errors
    /// If the value is beyond [`Rules::MAX_VALUE`] either way.
    pub const fn with_all_hearts(
        mut self,
        all_hearts: Option<AllHearts>,
    ) -> Result<Rules, RulesError> {
        if let Some(AllHearts { value, .. }) = all_hearts
            && value.unsigned_abs() > Rules::MAX_VALUE as u32
        {
            return Err(RulesError::ValueTooLarge { value });
        }
        self.all_hearts = all_hearts;
        Ok(self)
    }

    /// The same rules with the pig turning at another time. Without an effect
    /// of all hearts nothing changes.
    #[must_use]
    pub const fn with_pig_turning(mut self, pig: PigTurning) -> Rules {
        if let Some(AllHearts { value, .. }) = self.all_hearts {
            self.all_hearts = Some(AllHearts { value, pig });
        }
        self
    }

    /// The same rules with these cards exposed, and no others.
    ///
    /// An exposed card has its effect doubled: ♠Q and ♦J count twice, ♥A makes
    /// all hearts count twice, the transformer's factor is squared and its value
    /// alone doubled. And it may not be played in the first trick in which its
    /// suit is led, unless it is its owner's only card of the suit.
    ///
    /// # Errors
    /// If a card is none of ♠Q, ♦J, ♥A and the transformer.
    pub fn with_exposed(mut self, exposed: CardSet) -> Result<Rules, RulesError> {
        match (exposed - self.exposable()).first() {
            Some(card) => Err(RulesError::NotExposable { card }),
            None => {
                self.exposed = exposed;
                Ok(self)
            }
        }
    }

    fn exposable(&self) -> CardSet {
        let mut cards = CardSet::from_cards(&[Rules::PIG, Rules::SHEEP, Rules::HEART_ACE]);
        cards.extend(self.transformer.map(|transformer| transformer.card));
        cards
    }

    /// How ranks compare.
    #[must_use]
    pub const fn order(&self) -> RankOrder {
        self.order
    }

    /// The value of a card before any doubling.
    #[must_use]
    pub const fn value_of(&self, card: Card) -> i32 {
        self.values[card.index()]
    }

    /// The value of a card by itself, doubled if it is exposed, or if it is a
    /// heart and ♥A is.
    #[must_use]
    pub const fn doubled_value_of(&self, card: Card) -> i32 {
        let doubling = match card.suit() {
            Suit::Hearts => Rules::HEART_ACE,
            _ => card,
        };
        // An exposed transformer has its effect doubled, not its own value.
        let doubled = self.exposed.contains(doubling) && !self.is_transformer(card);
        self.values[card.index()] * (1 + doubled as i32)
    }

    const fn is_transformer(&self, card: Card) -> bool {
        match self.transformer {
            Some(transformer) => transformer.card.index() == card.index(),
            None => false,
        }
    }

    /// The transformer, if there is one.
    #[must_use]
    pub const fn transformer(&self) -> Option<Transformer> {
        self.transformer
    }

    /// The effect of all hearts, if there is one.
    #[must_use]
    pub const fn all_hearts(&self) -> Option<AllHearts> {
        self.all_hearts
    }

    /// The exposed cards.
    #[must_use]
    pub const fn exposed(&self) -> CardSet {
        self.exposed
    }

    /// The cards that score or change a score: those with a value, the
    /// transformer, and every heart if all hearts have an effect.
    #[must_use]
    pub fn scoring_cards(&self) -> CardSet {
        let mut cards: CardSet = (CardSet::FULL.iter())
            .filter(|&card| self.value_of(card) != 0)
            .collect();
        cards.extend(self.transformer.map(|transformer| transformer.card));
        if self.all_hearts.is_some() {
            cards |= CardSet::of_suit(Suit::Hearts);
        }
        cards
    }

    /// The cards that are equal to no other, even of the same value.
    pub(crate) fn distinct_cards(&self) -> CardSet {
        let mut cards = self.exposed;
        cards.extend(self.transformer.map(|transformer| transformer.card));
        if self.all_hearts.is_some() {
            cards.insert(Rules::PIG);
        }
        cards
    }

    /// Whether a score is the sum of the values of the cards taken, so that what
    /// was taken before cannot change what is best now.
    #[must_use]
    pub const fn is_additive(&self) -> bool {
        self.transformer.is_none() && self.all_hearts.is_none()
    }
}

/// Rules that cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RulesError {
    /// A value beyond [`Rules::MAX_VALUE`] either way.
    ValueTooLarge {
        /// The value.
        value: i32,
    },
    /// A factor that is not 1 to [`Rules::MAX_FACTOR`].
    Factor {
        /// The factor.
        factor: u8,
    },
    /// A card that cannot be exposed.
    NotExposable {
        /// The card.
        card: Card,
    },
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesError::ValueTooLarge { value } => write!(
                f,
                "a value of {value}; it must be -{max} to {max}",
                max = Rules::MAX_VALUE
            ),
            RulesError::Factor { factor } => write!(
                f,
                "a factor of {factor}; it must be 1 to {}",
                Rules::MAX_FACTOR
            ),
            RulesError::NotExposable { card } => write!(
                f,
                "{card} cannot be exposed; only ♠Q, ♦J, ♥A and the transformer can"
            ),
        }
    }
}

impl core::error::Error for RulesError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(text: &str) -> Card {
        text.parse().unwrap()
    }

    #[test]
    fn presets_hold_what_their_sources_say() {
        let sum = |rules: &Rules| -> i32 { CardSet::FULL.iter().map(|c| rules.value_of(c)).sum() };
        assert_eq!(sum(&Rules::DOCUMENT), -26);
        assert_eq!(sum(&Rules::DOCUMENT_ACE_HIGH), -26);
        assert_eq!(sum(&Rules::WITH_SHEEP), -16);
        assert_eq!(sum(&Rules::GONGZHU), -200);
        assert_eq!(Rules::DOCUMENT.order(), RankOrder::AceLow);
        assert_eq!(Rules::WITH_SHEEP.order(), RankOrder::AceLow);
        assert_eq!(Rules::DOCUMENT_ACE_HIGH.order(), RankOrder::AceHigh);
        assert_eq!(Rules::GONGZHU.order(), RankOrder::AceHigh);
        assert_eq!(Rules::GONGZHU.scoring_cards().len(), 16);
        assert_eq!(Rules::DOCUMENT.scoring_cards().len(), 14);
        assert!(Rules::WITH_SHEEP.is_additive() && !Rules::GONGZHU.is_additive());
    }

    #[test]
    fn values_factors_and_exposures_are_checked() {
        let document = Rules::DOCUMENT;
        let error = document.clone().with_value(card("♣2"), 10_001);
        assert_eq!(
            error.unwrap_err().to_string(),
            "a value of 10001; it must be -10000 to 10000"
        );
        assert!(document.clone().with_value(card("♣2"), i32::MIN).is_err());
        assert!(document.clone().with_value(card("♣2"), -10_000).is_ok());

        let transformer = |factor, alone| {
            let card = card("♣T");
            let transformer = Some(Transformer {
                card,
                factor,
                alone,
            });
            document.clone().with_transformer(transformer)
        };
        assert!(transformer(8, 10_000).is_ok());
        assert_eq!(
            transformer(9, 0).unwrap_err().to_string(),
            "a factor of 9; it must be 1 to 8"
        );
        assert!(transformer(0, 0).is_err() && transformer(2, -10_001).is_err());

        let exposed = document.clone().with_exposed("♠Q ♣T".parse().unwrap());
        assert_eq!(
            exposed.unwrap_err().to_string(),
            "♣T cannot be exposed; only ♠Q, ♦J, ♥A and the transformer can"
        );
        let all = Rules::GONGZHU.with_exposed("♠Q ♦J ♥A ♣T".parse().unwrap());
        // The exposed transformer would be left without an effect.
        assert!(all.unwrap().with_transformer(None).is_err());
        let bonus = AllHearts {
            value: 10_001,
            pig: PigTurning::Never,
        };
        assert!(document.with_all_hearts(Some(bonus)).is_err());
    }

    #[test]
    fn exposure_doubles_single_cards_and_the_ace_all_hearts() {
        let rules = Rules::GONGZHU
            .with_exposed("♠Q ♥A".parse().unwrap())
            .unwrap();
        for (text, value) in [("♠Q", -200), ("♦J", 100), ("♥A", -100), ("♥5", -20)] {
            assert_eq!(rules.doubled_value_of(card(text)), value, "{text}");
        }
    }
}
