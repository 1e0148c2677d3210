//! One deal as the search sees it: its cards numbered from 0, suit by suit and
//! within a suit upwards, so that a set of them is a few bits a suit.

use cards_core::{BySeat, Card, CardSet, Seat, Suit};

use super::account::{Piles, Scored};
use super::history::History;
use super::{Bounds, Objective, PLAYERS, State};
use crate::{PigTurning, Rules};

/// A deal, an objective, and everything about them that does not change in play.
#[derive(Debug)]
pub(crate) struct Deal {
    cards: Vec<Card>,
    suits: [SuitPart; 4],
    /// The suit of a card, 0 to 3.
    suit_of: [u8; 52],
    scored: [Scored; 52],
    /// The cards that are worth the same as a card and are no different otherwise.
    alike: [u64; 52],
    pub(crate) exposed: u64,
    pub(crate) hearts: u64,
    pub(crate) scoring_cards: u64,
    pub(crate) transformer: u64,
    pub(crate) scoring: Scoring,
    pub(crate) weights: [i32; PLAYERS],
    pub(crate) maximises: [bool; PLAYERS],
    /// What a point of the value counts in the order of moves.
    pub(crate) promise_of_a_point: i64,
}

/// What the rules say about piles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scoring {
    pub(crate) hearts_turn: bool,
    /// What all hearts score together then, and what they do without it.
    pub(crate) hearts_turned: i32,
    pub(crate) hearts_sum: i32,
    /// The values of all cards of the pack without their signs.
    pack_sum: i32,
    pub(crate) pig_turning: PigTurning,
    pub(crate) pig: i32,
    /// The number of scoring cards in the pack.
    pub(crate) cards: u8,
    pub(crate) has_transformer: bool,
    pub(crate) factor: i32,
    pub(crate) transformer: i32,
    pub(crate) alone: i32,
}

/// The cards of one suit, and what follows from which of them are left.
#[derive(Debug, Default)]
struct SuitPart {
    first: u32,
    all: u64,
    /// For each set of cards left, a number: the same for two sets if and only if
    /// they have the same owners and kinds of cards from below. At most 13 bits.
    ids: Vec<u16>,
    /// For each set of cards left and each of [`Deal::FACTORS`], what the cards can
    /// add to the value by being summed up.
    gains: Vec<Gains>,
}

/// The least and the most that cards can add to the value.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gains {
    pub(crate) least: i32,
    pub(crate) most: i32,
}

impl Deal {
    /// The cases of who has the transformer, whose factor counts for all else that
    /// its owner takes: nobody, or seat 0 to 3.
    const FACTORS: usize = 1 + PLAYERS;

    pub(crate) fn new(rules: &Rules, objective: Objective, state: &State) -> Deal {
        let weights = objective.weights().into_array();
        let hands = BySeat::<CardSet>::from_fn(|seat| state.hand(seat));
        let trick: CardSet = state.trick().collect();
        let in_play = hands.into_array().into_iter().fold(trick, CardSet::union);
        let cards: Vec<Card> = in_play.iter_in(rules.order()).collect();

        let scoring_cards = rules.scoring_cards();
        let transformer = rules.transformer().map(|transformer| transformer.card);
        let scored = |card: Card| scored(rules, scoring_cards, card);
        let mut deal = Deal {
            suits: Default::default(),
            suit_of: [0; 52],
            scored: [Scored::default(); 52],
            alike: [0; 52],
            exposed: 0,
            hearts: 0,
            scoring_cards: 0,
            transformer: 0,
            scoring: Scoring::of(rules, scoring_cards),
            weights,
            promise_of_a_point: 0,
            maximises: BySeat::<bool>::from_fn(|seat| objective.maximises(seat)).into_array(),
            cards,
        };
        for (number, &card) in deal.cards.iter().enumerate() {
            deal.suit_of[number] = card.suit().index() as u8;
            deal.scored[number] = scored(card);
            let bit = 1 << number;
            let add = |set: &mut u64, is: bool| *set |= if is { bit } else { 0 };
            add(&mut deal.exposed, rules.exposed().contains(card));
            add(&mut deal.hearts, card.suit() == Suit::Hearts);
            add(&mut deal.scoring_cards, scoring_cards.contains(card));
            add(&mut deal.transformer, transformer == Some(card));
        }
        for number in 0..deal.cards.len() {
            deal.alike[number] = deal.kind_of(number);
        }
        let most = |values: &mut dyn Iterator<Item = i32>| values.map(i32::abs).max().unwrap_or(0);
        let most = i64::from(most(&mut deal.scored.iter().map(|scored| scored.value)))
            * i64::from(most(&mut weights.into_iter()));
        deal.promise_of_a_point = Deal::PROMISE_OF_MOST / most.max(1);
        let owner = |card: Card| {
            let seat = hands.iter().find(|(_, hand)| hand.contains(card));
            seat.map_or(0, |(seat, _)| seat.index() as u8)
        };
        let mut first = 0;
        for suit in Suit::ALL {
            let count = in_play.suit(suit).len() as u32;
            deal.suits[suit.index()] = deal.suit_part(first, count, owner);
            first += count;
        }
        deal
    }

    /// The cards of the same suit, value and exposure, and no others.
    fn kind_of(&self, number: usize) -> u64 {
        let is_alike = |&other: &usize| {
            self.suit_of[other] == self.suit_of[number]
                && self.scored[other] == self.scored[number]
                // An exposed card is played by rules of its own.
                && (other == number || (self.exposed >> other | self.exposed >> number) & 1 == 0)
        };
        (0..self.cards.len())
            .filter(is_alike)
            .fold(0, |set, other| set | 1 << other)
    }

    /// What the most valuable card counts in the order of moves. Found by trial:
    /// at 7 cards a hand twice as much takes 2 to 3 % more plays, and so much that
    /// nothing else counts 5 to 12 %.
    const PROMISE_OF_MOST: i64 = History::ONE / 2;

    /// How many of [`Deal::FACTORS`] there can be.
    fn factors(&self) -> usize {
        if self.scoring.has_transformer {
            Deal::FACTORS
        } else {
            1
        }
    }

    /// What a card may add to the value when it is summed up.
    fn gains_of(&self, number: usize, case: usize) -> Gains {
        let scored = self.scored[number];
        if scored.is_transformer && self.scoring.has_transformer {
            return Gains::default();
        }
        let gains = [0, 1, 2, 3].map(|seat| {
            let factor = if case == 1 + seat {
                self.scoring.factor
            } else {
                1
            };
            self.weights[seat] * scored.value * factor
        });
        Gains {
            least: gains.into_iter().fold(i32::MAX, i32::min),
            most: gains.into_iter().fold(i32::MIN, i32::max),
        }
    }

    fn suit_part(&self, first: u32, count: u32, owner: impl Fn(Card) -> u8) -> SuitPart {
        // The sequences of (owner, kind) from below are the paths of a tree whose
        // nodes are numbered as they appear.
        let mut steps: Vec<(u8, u64)> = Vec::new();
        let step_of: Vec<usize> = (first..first + count)
            .map(|number| {
                let number = number as usize;
                let step = (owner(self.cards[number]), self.alike[number]);
                steps
                    .iter()
                    .position(|&known| known == step)
                    .unwrap_or_else(|| {
                        steps.push(step);
                        steps.len() - 1
                    })
            })
            .collect();
        const UNKNOWN: u16 = u16::MAX;
        let mut children = vec![UNKNOWN; steps.len()];
        let mut nodes: u16 = 1;
        let factors = self.factors();
        let mut ids = vec![0; 1 << count];
        let mut gains = vec![Gains::default(); factors << count];
        for set in 1_usize..1 << count {
            let highest = set.ilog2();
            let below = set & !(1 << highest);
            let child = usize::from(ids[below]) * steps.len() + step_of[highest as usize];
            if children[child] == UNKNOWN {
                children[child] = nodes;
                nodes += 1;
                children.resize(children.len() + steps.len(), UNKNOWN);
            }
            ids[set] = children[child];
            for case in 0..factors {
                let of_card = self.gains_of((first + highest) as usize, case);
                let below = gains[below * factors + case];
                gains[set * factors + case] = Gains {
                    least: below.least + of_card.least,
                    most: below.most + of_card.most,
                };
            }
        }
        SuitPart {
            first,
            all: ((1 << count) - 1) << first,
            ids,
            gains,
        }
    }

    /// The number of a card of the deal.
    pub(crate) fn number(&self, card: Card) -> Option<u8> {
        let number = self.cards.iter().position(|&other| other == card)?;
        Some(number as u8)
    }

    pub(crate) fn card(&self, number: u8) -> Card {
        self.cards[usize::from(number)]
    }

    /// The cards of a set that are in the deal.
    pub(crate) fn set(&self, cards: CardSet) -> u64 {
        (self.cards.iter().enumerate())
            .filter(|(_, card)| cards.contains(**card))
            .fold(0, |set, (number, _)| set | 1 << number)
    }

    /// What has been taken before the search begins.
    pub(crate) fn piles(rules: &Rules, state: &State) -> Piles {
        let mut piles = Piles::default();
        let scoring = rules.scoring_cards();
        for seat in Seat::all(PLAYERS) {
            for card in state.taken(seat) {
                piles.add(seat.index(), scored(rules, scoring, card));
            }
        }
        piles
    }

    #[inline]
    pub(crate) fn value(&self, number: u8) -> i32 {
        self.scored[usize::from(number)].value
    }

    pub(crate) fn scored(&self, number: u8) -> Scored {
        self.scored[usize::from(number)]
    }

    #[inline]
    pub(crate) fn suit_of(&self, number: u8) -> u8 {
        self.suit_of[usize::from(number)]
    }

    /// All cards that are in hand or on the table at the beginning.
    pub(crate) fn all(&self) -> u64 {
        self.suits.iter().fold(0, |all, suit| all | suit.all)
    }

    /// The cards of a suit.
    #[inline]
    pub(crate) fn suit(&self, suit: u8) -> u64 {
        self.suits[usize::from(suit)].all
    }

    /// The cards that are like this one but for their rank.
    #[inline]
    pub(crate) fn alike(&self, number: u8) -> u64 {
        self.alike[usize::from(number)]
    }

    /// Bounds of the value, whatever is taken by whom.
    pub(crate) fn all_values(&self) -> Bounds {
        let Scoring {
            hearts_turned,
            pack_sum,
            pig,
            factor,
            transformer,
            alone,
            ..
        } = self.scoring;
        let sum = i64::from(pack_sum + hearts_turned.abs() + 2 * pig.abs());
        let score = sum * i64::from(factor) + i64::from(transformer.abs() + alone.abs());
        let weights: i64 = self
            .weights
            .iter()
            .map(|weight| i64::from(weight.abs()))
            .sum();
        let most = i32::try_from(score * weights).unwrap_or(i32::MAX);
        Bounds {
            lower: -most,
            upper: most,
        }
    }

    /// A number for the cards left, the same for the same owners and kinds in every
    /// suit's order; 52 bits.
    #[inline]
    pub(crate) fn id(&self, left: u64) -> u64 {
        self.suits.iter().fold(0, |id, suit| {
            id << 13 | u64::from(suit.ids[((left & suit.all) >> suit.first) as usize])
        })
    }

    /// What the cards left can add to the value by being summed up, if this seat
    /// has the transformer, or nobody.
    #[inline]
    pub(crate) fn gains(&self, left: u64, transformer: Option<usize>) -> Gains {
        let factors = self.factors();
        let case = transformer.map_or(0, |seat| 1 + seat);
        self.suits.iter().fold(Gains::default(), |sum, suit| {
            let set = ((left & suit.all) >> suit.first) as usize;
            let of_suit = suit.gains[set * factors + case];
            Gains {
                least: sum.least + of_suit.least,
                most: sum.most + of_suit.most,
            }
        })
    }
}

fn scored(rules: &Rules, scoring_cards: CardSet, card: Card) -> Scored {
    let is_transformer = (rules.transformer()).is_some_and(|transformer| transformer.card == card);
    Scored {
        value: rules.doubled_value_of(card),
        is_heart: card.suit() == Suit::Hearts,
        is_scoring: scoring_cards.contains(card),
        is_transformer,
        is_pig: card == Rules::PIG,
    }
}

impl Scoring {
    fn of(rules: &Rules, scoring_cards: CardSet) -> Scoring {
        let times = |card: Card| 1 + i32::from(rules.exposed().contains(card));
        let transformer = rules.transformer();
        let hearts = CardSet::of_suit(Suit::Hearts).into_iter();
        let all_hearts = rules.all_hearts();
        Scoring {
            hearts_turn: all_hearts.is_some(),
            hearts_turned: all_hearts.map_or(0, |all| all.value * times(Rules::HEART_ACE)),
            hearts_sum: hearts
                .filter(|&card| transformer.is_none_or(|transformer| transformer.card != card))
                .map(|card| rules.doubled_value_of(card))
                .sum(),
            pack_sum: (CardSet::FULL.iter())
                .map(|card| rules.doubled_value_of(card).abs())
                .sum(),
            pig_turning: all_hearts.map_or(PigTurning::Never, |all| all.pig),
            pig: rules.doubled_value_of(Rules::PIG),
            cards: scoring_cards.len() as u8,
            has_transformer: transformer.is_some(),
            factor: transformer.map_or(1, |t| i32::from(t.factor).pow(times(t.card) as u32)),
            transformer: transformer.map_or(0, |t| rules.value_of(t.card)),
            alone: transformer.map_or(0, |t| t.alone * times(t.card)),
        }
    }
}
