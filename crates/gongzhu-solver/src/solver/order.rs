//! In which order moves are tried: a linear score of a few looked-up weights.
//!
//! The weights were fitted to positions from the search itself (see
//! `examples/fit_order.rs`): a conditional logit of which moves reach the
//! threshold. They decide how fast a value is found, never which.

use cards_core::{Card, CardSet, Suit};

use super::position::{Layout, lane_of};
use super::weights::{ADDITIVE, GENERAL, Weights};
use crate::Rules;

/// What the score of a move looks at, as places in a table of weights.
pub(super) type Features = [u16; 4];

/// The same where values differ.
pub(super) type GeneralFeatures = [u16; 6];

/// The roles that a card can have, by its suit's values and the marked card.
const ROLES: usize = 18;

const LENGTHS: usize = ROLES * 8 * 7 * 7;
const OWN_PLACES: usize = ROLES * 7 * 7 * 2;
const VOIDS: usize = ROLES * 3 * 2 * 5;
const LEVELS: usize = ROLES * 4 * 8;
/// The number of weights of leads.
pub(super) const LEADS: usize = LENGTHS + OWN_PLACES + VOIDS + LEVELS;

const REPLY_LENGTHS: usize = 3 * ROLES * 8 * 7 * 7;
const REPLY_OWN_PLACES: usize = 3 * ROLES * 7 * 7;
const REPLY_LEADS: usize = 3 * ROLES * ROLES * 3;
const REPLY_LEVELS: usize = 3 * ROLES * 8;
/// The number of states of piles.
pub(super) const PILES: usize = 16;
const LEAD_VALUES: usize = 9 * 4;
const REPLY_VALUES: usize = 3 * 9 * 9;
pub(super) const GENERAL_LEADS: usize = LEADS + LEAD_VALUES + ROLES * PILES;
pub(super) const GENERAL_REPLIES: usize = REPLIES + REPLY_VALUES + 3 * ROLES * PILES;
/// The number of weights of replies.
pub(super) const REPLIES: usize = REPLY_LENGTHS + REPLY_OWN_PLACES + REPLY_LEADS + REPLY_LEVELS;

/// How many bits a lane has, by its 13 bits.
static COUNTS: [u8; 8192] = {
    let mut counts = [0; 8192];
    let mut lane = 0;
    while lane < 8192 {
        counts[lane] = (lane as u32).count_ones() as u8;
        lane += 1;
    }
    counts
};

#[inline]
fn count(lane: u16) -> usize {
    COUNTS[lane as usize & 8191].into()
}

/// What a lane's cards mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lane {
    /// No card of it is worth avoiding.
    Harmless,
    /// Every card of it costs something.
    Costly,
    /// One card of it costs much, like ♠Q; its mark's place.
    Pig(usize),
    /// One card of it is wanted, like ♦J; its mark's place.
    Sheep(usize),
    /// One card of it multiplies, ♣10 in Gongzhu; its mark's place.
    Transformer(usize),
}

/// What lanes mean under some rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    lanes: [Lane; 4],
    marked: [Option<Card>; 3],
    weights: &'static Weights,
}

/// A player's cards and the other's in one lane, as a move of the player sees
/// them.
struct Place {
    length: usize,
    own_below: usize,
    own_above: usize,
    other_below: usize,
    other_above: usize,
}

impl Place {
    #[inline]
    fn new(own: u64, other: u64, bit: u64) -> Place {
        let shift = 16 * lane_of(bit);
        let (own, other) = ((own >> shift) as u16, (other >> shift) as u16);
        let below = ((bit >> shift) as u16).wrapping_sub(1);
        let length = count(own);
        let own_below = count(own & below);
        let other_below = count(other & below);
        Place {
            length: length.min(7),
            own_below: own_below.min(6),
            own_above: (length - own_below - 1).min(6),
            other_below: other_below.min(6),
            other_above: (count(other) - other_below).min(6),
        }
    }

    /// What a lead does: 0 wins, 1 loses, 2 depends on the reply, 3 the other is
    /// void.
    #[inline]
    const fn wins(&self) -> usize {
        match (self.other_below, self.other_above) {
            (0, 0) => 3,
            (_, 0) => 0,
            (0, _) => 1,
            _ => 2,
        }
    }

    #[inline]
    fn lengths(&self, role: usize) -> usize {
        ((role * 8 + self.length) * 7 + self.other_below) * 7 + self.other_above
    }
}

/// What all moves at a node have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    weights: &'static Weights,
    lanes: [Lane; 4],
    own: u64,
    others: u64,
    marks: [u64; 3],
    /// 0: no pig in play; 1: the leader holds it; 2: the follower does.
    pig: usize,
    /// The suits that the follower is out of.
    voids: usize,
    /// How far the threshold lies between loss and gain of all, 0 to 7.
    level: usize,
}

impl Order {
    pub(super) fn new(layout: &Layout) -> Order {
        let mut lanes = layout.values.map(|value| match value {
            0.. => Lane::Harmless,
            _ => Lane::Costly,
        });
        for (place, marked) in layout.marked.iter().enumerate() {
            if let Some((_, value)) = marked {
                lanes[3 - place] = match value {
                    0.. => Lane::Sheep(place),
                    _ => Lane::Pig(place),
                };
            }
        }
        Order {
            lanes,
            marked: [None; 3],
            weights: &ADDITIVE,
        }
    }

    /// What lanes in the order of suits mean: a suit with one card of value is
    /// like spades or diamonds, one with more like hearts or harmless.
    pub(super) fn of_rules(rules: &Rules) -> Order {
        let mut order = Order {
            lanes: [Lane::Harmless; 4],
            marked: [None; 3],
            weights: &GENERAL,
        };
        for suit in Suit::ALL {
            let values = CardSet::of_suit(suit).iter();
            let mut valued = values.filter(|&card| rules.value_of(card) != 0);
            let sum: i32 = valued.clone().map(|card| rules.value_of(card)).sum();
            let (first, second) = (valued.next(), valued.next());
            let free = order.marked.iter().position(Option::is_none);
            let transformer = rules.transformer().map(|transformer| transformer.card);
            order.lanes[suit.index()] = match (first, second, free) {
                (None, _, Some(place)) if transformer.is_some_and(|card| card.suit() == suit) => {
                    order.marked[place] = transformer;
                    Lane::Transformer(place)
                }
                (Some(card), None, Some(place)) => {
                    order.marked[place] = Some(card);
                    if sum < 0 {
                        Lane::Pig(place)
                    } else {
                        Lane::Sheep(place)
                    }
                }
                _ if sum < 0 => Lane::Costly,
                _ => Lane::Harmless,
            };
        }
        order
    }

    /// The marked cards.
    pub(super) const fn marked(&self) -> [Option<Card>; 3] {
        self.marked
    }

    #[inline]
    pub(super) fn context(&self, own: u64, others: u64, marks: [u64; 3], level: i32) -> Context {
        let pig = (self.lanes.iter())
            .find_map(|lane| match lane {
                Lane::Pig(place) => Some(marks[*place]),
                _ => None,
            })
            .unwrap_or(0);
        Context {
            weights: self.weights,
            lanes: self.lanes,
            own,
            others,
            marks,
            pig: usize::from(own & pig != 0) + 2 * usize::from(others & pig != 0),
            voids: (0..4)
                .filter(|lane| (others >> (16 * lane)) as u16 == 0)
                .count(),
            level: level.clamp(0, 7) as usize,
        }
    }
}

/// How far a threshold lies between two bounds of a value, 0 to 7.
#[inline]
pub(super) fn level(threshold: i32, lower: i32, upper: i32) -> i32 {
    let width = i64::from(upper) - i64::from(lower) + 1;
    ((i64::from(threshold) - i64::from(lower)) * 8 / width) as i32
}

impl Context {
    /// The role of a card of the leader's (`own`) or the follower's.
    #[inline]
    fn role(&self, bit: u64, own: u64) -> usize {
        let (mark, none, first) = match self.lanes[lane_of(bit)] {
            Lane::Harmless => return 0,
            Lane::Costly => return 1,
            Lane::Pig(place) => (self.marks[place], 2, 3),
            Lane::Sheep(place) => (self.marks[place], 0, 8),
            Lane::Transformer(place) => (self.marks[place], 0, 13),
        };
        if mark == 0 {
            none
        } else if own & mark != 0 {
            first + usize::from(bit < mark) + 2 * usize::from(bit > mark)
        } else {
            first + 3 + usize::from(bit > mark)
        }
    }

    #[inline]
    pub(super) fn lead_features(&self, bit: u64) -> Features {
        let role = self.role(bit, self.own);
        self.lead_places(role, &Place::new(self.own, self.others, bit))
    }

    #[inline]
    fn lead_places(&self, role: usize, place: &Place) -> Features {
        let own_places = ((role * 7 + place.own_below) * 7 + place.own_above) * 2
            + usize::from(place.wins() == 3);
        let voids = ((role * 3 + self.pig) * 2 + usize::from(place.wins() == 3)) * 5 + self.voids;
        let levels = (role * 4 + place.wins()) * 8 + self.level;
        [
            place.lengths(role) as u16,
            (LENGTHS + own_places) as u16,
            (LENGTHS + OWN_PLACES + voids) as u16,
            (LENGTHS + OWN_PLACES + VOIDS + levels) as u16,
        ]
    }

    /// What the score of a lead looks at where values differ: `value` is the size
    /// of the card's, `piles` the outlook.
    #[inline]
    pub(super) fn general_lead_features(
        &self,
        bit: u64,
        value: usize,
        piles: usize,
    ) -> GeneralFeatures {
        let role = self.role(bit, self.own);
        let place = Place::new(self.own, self.others, bit);
        let [a, b, c, d] = self.lead_places(role, &place);
        let values = LEADS + value * 4 + place.wins();
        let outlooks = LEADS + LEAD_VALUES + role * PILES + piles;
        [a, b, c, d, values as u16, outlooks as u16]
    }

    /// What is the same for all replies to a lead.
    #[inline]
    pub(super) fn led(&self, bit: u64) -> Led {
        Led {
            bit,
            role: self.role(bit, self.own),
        }
    }

    #[inline]
    pub(super) fn reply_features(&self, led: &Led, bit: u64) -> Features {
        self.reply_places(
            led,
            bit,
            led.kind(bit) * ROLES + self.role(bit, self.others),
        )
    }

    #[inline]
    fn reply_places(&self, led: &Led, bit: u64, role: usize) -> Features {
        let place = Place::new(self.others, self.own, bit);
        let own_places = (role * 7 + place.own_below) * 7 + place.own_above;
        let leads = (role * ROLES + led.role) * 3 + self.pig;
        let levels = role * 8 + self.level;
        [
            place.lengths(role) as u16,
            (REPLY_LENGTHS + own_places) as u16,
            (REPLY_LENGTHS + REPLY_OWN_PLACES + leads) as u16,
            (REPLY_LENGTHS + REPLY_OWN_PLACES + REPLY_LEADS + levels) as u16,
        ]
    }

    /// What the score of a reply looks at where values differ.
    #[inline]
    pub(super) fn general_reply_features(
        &self,
        led: &Led,
        bit: u64,
        values: [usize; 2],
        piles: usize,
    ) -> GeneralFeatures {
        let kind = led.kind(bit);
        let role = kind * ROLES + self.role(bit, self.others);
        let [a, b, c, d] = self.reply_places(led, bit, role);
        let values = REPLIES + (kind * 9 + values[0]) * 9 + values[1];
        let outlooks = REPLIES + REPLY_VALUES + role * PILES + piles;
        [a, b, c, d, values as u16, outlooks as u16]
    }

    /// How good a lead looks.
    #[inline]
    pub(super) fn lead(&self, bit: u64) -> i32 {
        sum(self.weights.leads, &self.lead_features(bit))
    }

    /// How good a reply looks to who follows.
    #[inline]
    pub(super) fn reply(&self, led: &Led, bit: u64) -> i32 {
        sum(self.weights.replies, &self.reply_features(led, bit))
    }

    /// How good a lead looks where values differ.
    #[inline]
    pub(super) fn general_lead(&self, bit: u64, value: usize, piles: usize) -> i32 {
        sum(
            self.weights.leads,
            &self.general_lead_features(bit, value, piles),
        )
    }

    /// How good a reply looks where values differ.
    #[inline]
    pub(super) fn general_reply(
        &self,
        led: &Led,
        bit: u64,
        values: [usize; 2],
        piles: usize,
    ) -> i32 {
        sum(
            self.weights.replies,
            &self.general_reply_features(led, bit, values, piles),
        )
    }
}

/// A card led, for the scores of the replies to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Led {
    bit: u64,
    role: usize,
}

impl Led {
    /// 0: follows and loses; 1: follows and wins; 2: a discard.
    #[inline]
    fn kind(&self, reply: u64) -> usize {
        if lane_of(self.bit) == lane_of(reply) {
            usize::from(reply > self.bit)
        } else {
            2
        }
    }
}

#[inline]
fn sum<const N: usize>(weights: &[i8], places: &[u16; N]) -> i32 {
    places
        .iter()
        .map(|&place| i32::from(weights[place as usize]))
        .sum()
}
