//! Which cards a hand would rather be without: a score a card, the sum of entries
//! of tables that were fitted to values of passes found by playouts.

use cards_core::{Card, CardSet, Suit};

use crate::playout::table::COUNT;
use crate::rules::{PASSED, Pass};

const RANKS: usize = 13;
/// Clubs and diamonds, hearts, spades.
const KINDS: usize = 3;
/// Numbers of cards, up to seven and more.
const SIZES: usize = 8;

/// The tables' sizes: by kind of suit and rank together with the length of the
/// suit, the guards of the queen of spades, the direction, the aces and kings of
/// the hand, and its hearts; and by kind, length and own lower cards.
const LENGTHS: [usize; TABLES] = [
    KINDS * RANKS * SIZES,
    KINDS * SIZES * SIZES,
    KINDS * RANKS * GUARDS,
    KINDS * RANKS * DIRECTIONS,
    KINDS * RANKS * SIZES,
    KINDS * RANKS * SIZES,
];
const TABLES: usize = 6;
/// Whether the queen of spades is held, and with how many lower spades, up to 4.
const GUARDS: usize = 10;
/// To the left, to the right, across.
const DIRECTIONS: usize = 3;

/// Where each table begins.
const STARTS: [usize; TABLES] = {
    let mut starts = [0; TABLES];
    let mut table = 1;
    while table < TABLES {
        starts[table] = starts[table - 1] + LENGTHS[table - 1];
        table += 1;
    }
    starts
};

/// How many weights there are.
pub(crate) const PASS_WEIGHTS: usize = STARTS[TABLES - 1] + LENGTHS[TABLES - 1];

/// The weights of one purpose.
pub(crate) type PassWeights = [f32; PASS_WEIGHTS];

/// A hand with what the scores of all its cards have in common.
pub(crate) struct Holding {
    hand: u64,
    direction: usize,
    guards: usize,
    powers: usize,
    hearts: usize,
}

const fn lane(hand: u64, suit: usize) -> usize {
    (hand >> (16 * suit + 1)) as usize & 0x1FFF
}

const SPADES: usize = Suit::Spades as usize;
const HEARTS: usize = Suit::Hearts as usize;
/// The place of the queen in a lane.
const QUEEN: usize = 10;

impl Holding {
    pub(crate) fn new(hand: CardSet, direction: Pass) -> Holding {
        let bits = hand.bits();
        let spades = lane(bits, SPADES);
        let below = COUNT[spades & ((1 << QUEEN) - 1)].min(4) as usize;
        let powers = (0..4)
            .map(|suit| COUNT[lane(bits, suit) & 0x1800])
            .sum::<u8>();
        Holding {
            hand: bits,
            direction: match direction {
                Pass::Left => 0,
                Pass::Right => 1,
                Pass::Across | Pass::Hold => 2,
            },
            guards: (spades >> QUEEN & 1) * 5 + below,
            powers: powers.min(7) as usize,
            hearts: COUNT[lane(bits, HEARTS)].min(7) as usize,
        }
    }

    /// The places of a card's weights.
    pub(crate) fn places(&self, card: Card) -> [u16; TABLES] {
        let bit = card.bit() as usize;
        let (suit, rank) = (bit / 16, bit % 16 - 1);
        let kind = [0, 0, 1, 2][suit];
        let own = lane(self.hand, suit);
        let length = COUNT[own].min(7) as usize;
        let lower = COUNT[own & ((1 << rank) - 1)].min(7) as usize;
        let ranked = kind * RANKS + rank;
        let within = [
            ranked * SIZES + length,
            (kind * SIZES + length) * SIZES + lower,
            ranked * GUARDS + self.guards,
            ranked * DIRECTIONS + self.direction,
            ranked * SIZES + self.powers,
            ranked * SIZES + self.hearts,
        ];
        core::array::from_fn(|table| (STARTS[table] + within[table]) as u16)
    }

    pub(crate) fn score(&self, card: Card, weights: &PassWeights) -> f32 {
        let places = self.places(card);
        places.iter().map(|&place| weights[place as usize]).sum()
    }
}

/// Weights of passes by a player who means to take few points, and by one who
/// means to shoot the moon.
#[derive(Clone, Debug)]
pub(crate) struct Passes {
    pub(crate) usual: Box<PassWeights>,
    pub(crate) shoot: Box<PassWeights>,
}

impl Passes {
    /// The weights of a list, the usual ones first, or `None` if it has the wrong
    /// length.
    pub(crate) fn from_list(list: &[f32]) -> Option<Passes> {
        let (usual, shoot) = list.split_at_checked(PASS_WEIGHTS)?;
        let weights = |list: &[f32]| -> Option<Box<PassWeights>> {
            let mut weights = Box::new([0.0; PASS_WEIGHTS]);
            (list.len() == PASS_WEIGHTS).then(|| weights.copy_from_slice(list))?;
            Some(weights)
        };
        Some(Passes {
            usual: weights(usual)?,
            shoot: weights(shoot)?,
        })
    }
}

/// The three cards of the greatest scores.
pub(crate) fn choose(hand: CardSet, direction: Pass, weights: &PassWeights) -> CardSet {
    let holding = Holding::new(hand, direction);
    let mut top: [(f32, u64); PASSED] = [(f32::MIN, 0); PASSED];
    for card in hand {
        let mut entry = (holding.score(card, weights), 1 << card.bit());
        for place in &mut top {
            if entry.0 > place.0 {
                core::mem::swap(&mut entry, place);
            }
        }
    }
    CardSet::from_bits_truncate(top.iter().fold(0, |all, (_, bit)| all | bit))
}

/// Passes of a hand in falling order of the sum of their scores, at most so many.
pub(crate) fn ranked(
    hand: CardSet,
    direction: Pass,
    weights: &PassWeights,
    most: usize,
) -> Vec<CardSet> {
    let holding = Holding::new(hand, direction);
    let scores: Vec<(Card, f32)> = hand
        .iter()
        .map(|card| (card, holding.score(card, weights)))
        .collect();
    let mut passes: Vec<(f32, CardSet)> = Vec::with_capacity(286);
    for (place, &(first, one)) in scores.iter().enumerate() {
        for (next, &(second, two)) in scores.iter().enumerate().skip(place + 1) {
            for &(third, three) in &scores[next + 1..] {
                let cards = CardSet::from_cards(&[first, second, third]);
                passes.push((one + two + three, cards));
            }
        }
    }
    passes.sort_by(|a, b| b.0.total_cmp(&a.0));
    passes.truncate(most);
    passes.into_iter().map(|(_, cards)| cards).collect()
}

/// The chance that a hand passes these three cards, if it chooses three with
/// chances in proportion to the exponential of the sum of their scores.
pub(crate) fn likelihood(
    hand: CardSet,
    passed: CardSet,
    direction: Pass,
    weights: &PassWeights,
    sharpness: f32,
) -> f32 {
    let holding = Holding::new(hand, direction);
    let score = |card: Card| sharpness * holding.score(card, weights);
    let top = hand.iter().map(score).fold(f32::MIN, f32::max);
    // The elementary symmetric sums of the cards' factors.
    let (mut sums, mut product) = ([1.0_f32, 0.0, 0.0, 0.0], 1.0);
    for card in hand {
        let factor = exponential(score(card) - top);
        for size in (1..4).rev() {
            sums[size] += factor * sums[size - 1];
        }
        if passed.contains(card) {
            product *= factor;
        }
    }
    product / sums[PASSED]
}

/// About e to the power of x, by additions and multiplications alone: the same on
/// every machine, which the library's function is not.
pub(crate) fn exponential(x: f32) -> f32 {
    let mut power = 1.0 + x.clamp(-30.0, 30.0) / 4096.0;
    for _ in 0..12 {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::learned::Learned;

    #[test]
    fn the_likelihoods_of_all_passes_sum_to_one_and_the_choice_has_the_greatest() {
        let hand: CardSet = "♠AQ4 ♥KT52 ♦J98 ♣A62".parse().unwrap();
        for direction in [Pass::Left, Pass::Right, Pass::Across] {
            let weights = &Learned::included().passes.usual;
            let all = ranked(hand, direction, weights, usize::MAX);
            assert_eq!(all.len(), 286);
            assert_eq!(all[0], choose(hand, direction, weights));
            let chances: Vec<f32> = all
                .iter()
                .map(|&cards| likelihood(hand, cards, direction, weights, 0.5))
                .collect();
            assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            for pair in chances.windows(2) {
                assert!(pair[0] >= pair[1] * 0.9, "{pair:?}");
            }
        }
    }

    #[test]
    fn the_exponential_is_near_the_right_one() {
        for tenth in -100..=100 {
            let x = tenth as f32 / 10.0;
            let ratio = exponential(x) / x.exp();
            assert!((ratio - 1.0).abs() < 0.03, "{x}: {ratio}");
        }
        assert!(exponential(f32::MIN) > 0.0 && exponential(f32::MAX).is_finite());
    }

    #[test]
    fn no_two_tables_share_a_place() {
        let hand: CardSet = "♠AKQJT98765432".parse().unwrap();
        let holding = Holding::new(hand, Pass::Across);
        for card in hand {
            let places = holding.places(card);
            for (table, &place) in places.iter().enumerate() {
                let range = STARTS[table]..STARTS[table] + LENGTHS[table];
                assert!(range.contains(&(place as usize)), "{card} {table}");
            }
        }
    }
}
