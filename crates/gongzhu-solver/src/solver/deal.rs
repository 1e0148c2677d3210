//! A deal as the general search sees it: what never changes while it is played.

use ahash::AHashMap;
use cards_core::{Card, CardSet, Suit};

use super::order::Order;
use super::piles::{Part, Scoring, kind};
use crate::{Player, Rules, State};

/// What is worth knowing of the cards of a suit that are still in play, by the
/// set of those.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Left {
    /// Sets with the same number cannot be told apart by play or scoring.
    pub(super) number: u16,
    /// By player: one card of each class of equal cards.
    pub(super) classes: [u16; 2],
    /// The sums of the positive and of the negative values.
    pub(super) gains: i32,
    pub(super) losses: i32,
}

/// The cards of a deal, a bit each: those of a suit in one lane of 16, lowest
/// first, without gaps at the start.
#[derive(Debug)]
pub(super) struct Deal<'a> {
    pub(super) scoring: &'a Scoring,
    pub(super) order: &'a Order,
    /// The cards that player 0 was dealt.
    pub(super) owned: u64,
    pub(super) parts: Box<[Part; 64]>,
    pub(super) exposed: u64,
    pub(super) scorers: u64,
    pub(super) marks: [u64; 3],
    /// How large each card's value is, 0 to 8, 4 for nothing.
    pub(super) sizes: Box<[u8; 64]>,
    /// The cards by lane.
    cards: [Vec<Card>; 4],
    left: Vec<Left>,
    starts: [u32; 4],
}

/// The lane of hearts.
pub(super) const HEARTS: u64 = 0xffff << (16 * Suit::Hearts as usize);

impl<'a> Deal<'a> {
    pub(super) fn new(
        rules: &Rules,
        scoring: &'a Scoring,
        order: &'a Order,
        state: &State,
    ) -> Self {
        let hands = Player::ALL.map(|player| state.hand(player));
        let led = state.led().map_or(CardSet::EMPTY, CardSet::of);
        let mut deal = Deal {
            scoring,
            order,
            owned: 0,
            parts: Box::new([Part::default(); 64]),
            exposed: 0,
            scorers: 0,
            marks: [0; 3],
            sizes: Box::new([4; 64]),
            cards: Default::default(),
            left: Vec::new(),
            starts: [0; 4],
        };
        let marked = order.marked();
        let largest = (CardSet::FULL.iter())
            .map(|card| scoring.part(card).value.unsigned_abs())
            .max()
            .unwrap_or(0);
        for (lane, suit) in Suit::ALL.into_iter().enumerate() {
            let in_play = hands[0] | hands[1] | led;
            for (place, card) in in_play.in_suit(suit).iter_in(rules.order()).enumerate() {
                let number = 16 * lane + place;
                let part = scoring.part(card);
                deal.parts[number] = part;
                if part.value != 0 {
                    let size = (part.value.unsigned_abs() * 16 / largest)
                        .max(1)
                        .ilog2()
                        .min(3) as u8;
                    deal.sizes[number] = if part.value < 0 { 3 - size } else { 5 + size };
                }
                if hands[0].contains(card) || (led.contains(card) && state.leader() == Player::Zero)
                {
                    deal.owned |= 1 << number;
                }
                if part.kind & kind::EXPOSED != 0 {
                    deal.exposed |= 1 << number;
                }
                if part.kind & (kind::SCORING | kind::TRANSFORMER) != 0 {
                    deal.scorers |= 1 << number;
                }
                for (mark, marked) in deal.marks.iter_mut().zip(marked) {
                    if marked == Some(card) {
                        *mark = 1 << number;
                    }
                }
                deal.cards[lane].push(card);
            }
            deal.starts[lane] = deal.left.len() as u32;
            deal.list_suit(lane);
        }
        deal
    }

    /// Lists what is worth knowing of each set of a suit's cards.
    fn list_suit(&mut self, lane: usize) {
        let count = self.cards[lane].len();
        let parts = &self.parts[16 * lane..16 * lane + count];
        let owned = (self.owned >> (16 * lane)) as u16;
        // Equal cards have the same value and do the same.
        let mut sorts: Vec<(i32, u8)> = Vec::new();
        let sort_of: Vec<u8> = (parts.iter())
            .map(|part| {
                let sort = (part.value, part.kind & kind::DISTINCT);
                let known = sorts.iter().position(|&other| other == sort);
                known.unwrap_or_else(|| {
                    sorts.push(sort);
                    sorts.len() - 1
                }) as u8
            })
            .collect();
        let mut numbers: AHashMap<u128, u16> = AHashMap::new();
        for set in 0..1_u16 << count {
            let mut left = Left::default();
            // Five bits a card: its owner and its sort, sorted within a run of
            // one owner's cards, whose order means nothing.
            let mut pattern = 1_u128;
            let mut run = [0_u8; 13];
            let mut length = 0;
            let mut run_owner = 0;
            for place in 0..=count {
                let ends = place == count;
                if !ends && set & 1 << place == 0 {
                    continue;
                }
                let owner = if ends { 2 } else { 1 - (owned >> place & 1) };
                if owner != run_owner || ends {
                    run[..length].sort_unstable();
                    for sort in &run[..length] {
                        pattern = pattern << 5 | u128::from(run_owner as u8 * 16 + sort);
                    }
                    length = 0;
                    run_owner = owner;
                }
                if ends {
                    break;
                }
                if !run[..length].contains(&sort_of[place]) {
                    left.classes[usize::from(owner)] |= 1 << place;
                }
                run[length] = sort_of[place];
                length += 1;
                let value = parts[place].value;
                left.gains += value.max(0);
                left.losses += value.min(0);
            }
            let next = numbers.len() as u16;
            left.number = *numbers.entry(pattern).or_insert(next);
            self.left.push(left);
        }
    }

    /// What is worth knowing of the cards of a lane that are left.
    #[inline]
    pub(super) fn left(&self, cards: u64, lane: usize) -> &Left {
        let set = (cards >> (16 * lane)) as u16;
        &self.left[self.starts[lane] as usize + usize::from(set)]
    }

    /// The cards that are in play in a state.
    pub(super) fn bits(&self, cards: CardSet) -> u64 {
        let mut bits = 0;
        for (lane, suit_cards) in self.cards.iter().enumerate() {
            for (place, &card) in suit_cards.iter().enumerate() {
                bits |= u64::from(cards.contains(card)) << (16 * lane + place);
            }
        }
        bits
    }
}
