//! How many hands hold no bomb: dynamic programming over the ranks.
//!
//! Of w wild cards in a hand, a rank makes a bomb with the others if it has
//! 4 − w cards, and a suit makes a straight flush if a window of five places has
//! 5 − w. So for each w the hands without bombs are those that keep within a
//! limit a rank and avoid windows that are that full. A suit is read rank by
//! rank by a small automaton that remembers the last four places; its states
//! that no later card can tell apart are one.

use cards_core::{Card, Joker, Rank, Suit};

use crate::belief::ways;
use crate::sequence::rank_at;
use crate::{Face, Hand, Kind, Level, Play, beats};

/// Which bombs a hand must not hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    level: Level,
    play: Option<Play>,
    /// The starts of the straights of one suit that are such bombs.
    windows: u16,
    joker_bomb: bool,
}

impl Limits {
    /// The bombs that beat a play, or all; straight flushes only if `flushes`.
    pub(crate) fn new(level: Level, play: Option<Play>, flushes: bool) -> Limits {
        let counts = |bomb: Play| play.is_none_or(|play| beats(bomb, play, level));
        let mut windows = 0;
        for start in 0..=9_u32 {
            let top = Face::Rank(rank_at(start + 4));
            if flushes && counts(Play::of(Kind::StraightFlush, top, 5, 0)) {
                windows |= 1 << start;
            }
        }
        Limits {
            level,
            play,
            windows,
            joker_bomb: counts(Play::of(Kind::JokerBomb, Joker::Big.into(), 4, 0)),
        }
    }

    /// How many cards of a rank that are not wild a hand may hold beside so many
    /// wild cards.
    fn most(&self, rank: Rank, wilds: u32) -> u32 {
        let allowed = |cards: u32| {
            let size = cards + wilds;
            let bomb = Play::of(Kind::Bomb, rank.into(), size as u8, wilds as u8);
            size < 4 || self.play.is_some_and(|play| !beats(bomb, play, self.level))
        };
        (0..=8)
            .take_while(|&cards| allowed(cards))
            .last()
            .unwrap_or(0)
    }
}

/// The ways to draw `drawn` of the hidden cards so that with the known ones
/// they hold none of the bombs.
pub(crate) fn hands_without_bombs(limits: &Limits, known: Hand, hidden: Hand, drawn: u32) -> u128 {
    let wild = limits.level.wild_card().into();
    let hidden_wilds = u32::from(hidden.count(wild));
    let mut hands = 0;
    for drawn_wilds in 0..=hidden_wilds.min(drawn) {
        let wilds = drawn_wilds + u32::from(known.count(wild));
        let naturals = naturals(limits, known, hidden, wilds, drawn);
        let jokers = jokers(limits, known, hidden);
        for (joker_count, &joker_ways) in jokers.iter().enumerate() {
            let Some(rest) = (drawn - drawn_wilds).checked_sub(joker_count as u32) else {
                continue;
            };
            hands += ways(hidden_wilds, drawn_wilds) * joker_ways * naturals[rest as usize];
        }
    }
    hands
}

/// The ways to draw so many jokers without all four being in the hand.
fn jokers(limits: &Limits, known: Hand, hidden: Hand) -> [u128; 5] {
    let sum = |hand: Hand| u32::from(hand.jokers()[0] + hand.jokers()[1]);
    core::array::from_fn(|drawn| {
        let drawn = drawn as u32;
        if limits.joker_bomb && sum(known) + drawn == 4 {
            return 0;
        }
        ways(sum(hidden), drawn)
    })
}

/// One suit's automaton: for each place 1 (the two) to 13 (the ace), what a
/// state becomes without a card there and with one, if that is allowed.
struct Automaton {
    /// By place, then by state.
    steps: Vec<Vec<[Option<u8>; 2]>>,
    /// How many states there are before each place.
    states: Vec<usize>,
}

/// Before reduction a state is the last four places, the latest in bit 0, and
/// in bit 4 whether an ace would complete A2345.
const RAW_STATES: usize = 32;

impl Automaton {
    /// `full` cards of a dangerous window are too many.
    fn new(windows: u16, full: u32) -> Automaton {
        let step = |place: u32, state: usize, card: usize| -> Option<usize> {
            let last = (state & 15) << 1 | card;
            let dangerous = |start: u32| windows >> start & 1 == 1;
            // The window of five places that ends here.
            if place >= 5 && dangerous(place - 4) && (last as u32).count_ones() >= full {
                return None;
            }
            let mut ace_completes = state >> 4 & 1;
            if place == 4 && dangerous(0) {
                let low = (last as u32 & 15).count_ones();
                if low >= full {
                    return None;
                }
                ace_completes = usize::from(low + 1 >= full);
            }
            if place == 13 && card == 1 && ace_completes == 1 {
                return None;
            }
            Some(last & 15 | ace_completes << 4)
        };
        // From the last place back: states are one if they lead to the same.
        let mut classes = vec![0_u8; RAW_STATES];
        let mut steps = Vec::new();
        let mut counts = vec![1];
        for place in (1..=13).rev() {
            let mut kinds: Vec<[Option<u8>; 2]> = Vec::new();
            let class = |state: usize, kinds: &mut Vec<[Option<u8>; 2]>| {
                let next = [0, 1].map(|card| step(place, state, card).map(|next| classes[next]));
                let position = kinds.iter().position(|&kind| kind == next);
                position.unwrap_or_else(|| {
                    kinds.push(next);
                    kinds.len() - 1
                }) as u8
            };
            // The empty beginning is state 0 of the first place.
            let earlier = (0..RAW_STATES)
                .map(|state| class(state, &mut kinds))
                .collect();
            counts.push(kinds.len());
            steps.push(kinds);
            classes = earlier;
        }
        steps.reverse();
        counts.reverse();
        Automaton {
            steps,
            states: counts,
        }
    }
}

/// By number of cards drawn, the ways to draw cards that are neither wild nor
/// jokers.
fn naturals(limits: &Limits, known: Hand, hidden: Hand, wilds: u32, drawn: u32) -> Vec<u128> {
    let automaton = Automaton::new(limits.windows, 5 - wilds);
    let width = drawn as usize + 1;
    let wild = limits.level.wild_card();
    // The states of the four suits, as a number.
    let index = |states: [usize; 4], count: usize| {
        states
            .into_iter()
            .fold(0, |index, state| index * count + state)
    };
    let mut table = vec![vec![0_u128; width]];
    table[0][0] = 1;
    for place in 1..=13_u32 {
        let rank = rank_at(place);
        let steps = &automaton.steps[place as usize - 1];
        let (before, after) = (
            automaton.states[place as usize - 1],
            automaton.states[place as usize],
        );
        let choices = choices(limits, known, hidden, wilds, rank, wild);
        let mut next = vec![Vec::new(); after.pow(4)];
        for (state, polynomial) in table.iter().enumerate() {
            if polynomial.is_empty() {
                continue;
            }
            let divisors = [before.pow(3), before.pow(2), before, 1];
            let states = divisors.map(|divisor| state / divisor % before);
            for choice in &choices {
                let held = |suit: usize| usize::from(choice.suits >> suit & 1 == 1);
                let stepped: [Option<u8>; 4] =
                    core::array::from_fn(|suit| steps[states[suit]][held(suit)]);
                let [Some(a), Some(b), Some(c), Some(d)] = stepped else {
                    continue;
                };
                let to = index([a, b, c, d].map(usize::from), after);
                let sums: &mut Vec<u128> = &mut next[to];
                if sums.is_empty() {
                    sums.resize(width, 0);
                }
                for (extra, &ways) in choice
                    .ways
                    .iter()
                    .enumerate()
                    .filter(|(_, ways)| **ways > 0)
                {
                    for (sum, value) in sums.iter_mut().skip(extra).zip(polynomial) {
                        *sum += value * u128::from(ways);
                    }
                }
            }
        }
        table = next;
    }
    table
        .into_iter()
        .next()
        .filter(|sums| !sums.is_empty())
        .unwrap_or_else(|| vec![0; width])
}

/// The ways to hold cards of a rank in some suits.
struct Choice {
    /// A bit for each suit.
    suits: u8,
    /// By number of cards drawn.
    ways: [u64; 9],
}

fn choices(
    limits: &Limits,
    known: Hand,
    hidden: Hand,
    wilds: u32,
    rank: Rank,
    wild: Card,
) -> Vec<Choice> {
    let most = limits.most(rank, wilds);
    let cards = Suit::ALL.map(|suit| {
        let card = Card::new(suit, rank);
        let counted = |hand: Hand| {
            if card == wild {
                0
            } else {
                u32::from(hand.count(card.into()))
            }
        };
        (counted(known), counted(hidden))
    });
    let known: u32 = cards.iter().map(|(known, _)| known).sum();
    let mut choices: Vec<Choice> = Vec::new();
    for drawn in 0..81_u32 {
        let drawn = [drawn % 3, drawn / 3 % 3, drawn / 9 % 3, drawn / 27];
        let possible = drawn
            .iter()
            .zip(&cards)
            .all(|(&drawn, &(_, hidden))| drawn <= hidden);
        let total: u32 = drawn.iter().sum();
        if !possible || known + total > most {
            continue;
        }
        let held = |suit: usize| cards[suit].0 + drawn[suit] > 0;
        let suits = (0..4).fold(0, |suits, suit| suits | u8::from(held(suit)) << suit);
        let product = drawn
            .iter()
            .zip(&cards)
            .map(|(&drawn, &(_, hidden))| ways(hidden, drawn) as u64);
        let product: u64 = product.product();
        let choice = match choices.iter_mut().find(|choice| choice.suits == suits) {
            Some(choice) => choice,
            None => {
                choices.push(Choice {
                    suits,
                    ways: [0; 9],
                });
                choices.last_mut().expect("just pushed")
            }
        };
        choice.ways[total as usize] += product;
    }
    choices
}
