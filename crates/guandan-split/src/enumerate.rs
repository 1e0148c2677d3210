//! Every split of a hand whose cost is small enough, for any weights: the same
//! choice of sequences as in [`crate::search`], then every way to part each
//! rank's cards.
//!
//! A full house saves what a triple and a pair cost beside it. If the saving is
//! shared out between them, λ to the triple and 1 − λ to the pair, groups cost
//! at least the sum over the ranks, whatever λ between 0 and 1. The largest of
//! these sums for three λ is the bound that cuts the search.

use std::collections::BTreeSet;

use cards_core::Rank;
use smallvec::SmallVec;

use crate::parts::{JokerParts, Parts, SHARES, Shared, all_parts, cheapest, joker_parts, sum};
use crate::plan::{Piece, Place, Plan, SMALL_JOKERS, WILDS_ALONE};
use crate::planes::Planes;
use crate::search::Cards;
use crate::sequence::{covered, starts};
use crate::{Hand, Kind, Level, Meld, Objective, Rules, Split};

/// A split that is cheap enough.
struct Found {
    sum: i64,
    melds: SmallVec<[Meld; 12]>,
}

pub(crate) struct Enumerator {
    hand: Hand,
    level: Level,
    objective: Objective,
    count: usize,
    /// The largest sum that is of interest.
    limit: i64,
    starts: u64,
    joker_pairs: bool,
    runs: [i64; 3],
    flush: i64,
    saving: i64,
    parts: Vec<Vec<Parts>>,
    jokers: Vec<JokerParts>,
    /// The least shared cost of cards of one rank, and of any part of them.
    least: [Shared; 11],
    least_of_any: [Shared; 11],
    least_of_jokers: Shared,
    /// By how much a wild card may lower the shared cost.
    helps: Shared,
    plan: Plan,
    found: Vec<Found>,
    known: BTreeSet<Vec<u16>>,
}

/// What the parts chosen so far come to.
#[derive(Clone, Copy)]
struct Chosen {
    /// Of the sequences.
    base: i64,
    /// Of the parts.
    cost: i64,
    shared: Shared,
    triples: u8,
    pairs: u8,
    /// The most triples and pairs of one rank.
    of_one: u8,
}

impl Enumerator {
    pub(crate) fn new(
        hand: Hand,
        level: Level,
        rules: Rules,
        objective: Objective,
        count: usize,
    ) -> Enumerator {
        let weights = objective.weights();
        let weight = |kind: Kind| i64::from(weights.of(kind, 0));
        let saving = weight(Kind::Triple) + weight(Kind::Pair) - weight(Kind::FullHouse);
        let parts: Vec<Vec<Parts>> = (0..=10)
            .map(|cards| all_parts(cards, &weights, saving))
            .collect();
        let least: [Shared; 11] =
            core::array::from_fn(|cards| cheapest(parts[cards].iter().map(|parts| parts.shared)));
        let least_of_any = core::array::from_fn(|cards| cheapest(least[..=cards].iter().copied()));
        let helps = core::array::from_fn(|share| {
            let gains = (0..10).map(|cards| least[cards][share] - least[cards + 1][share]);
            gains.fold(0, i64::max)
        });
        let jokers = joker_parts(hand.jokers(), &weights, saving, rules);
        Enumerator {
            hand,
            level,
            objective,
            count,
            limit: i64::MAX,
            starts: starts(rules.ace_low_sequences),
            joker_pairs: rules.joker_pair_in_full_house,
            runs: [Kind::Straight, Kind::Tube, Kind::Plate].map(weight),
            flush: weight(Kind::StraightFlush),
            saving,
            least_of_jokers: cheapest(jokers.iter().map(|parts| parts.shared)),
            parts,
            jokers,
            least,
            least_of_any,
            helps,
            plan: Plan::default(),
            found: Vec::new(),
            known: BTreeSet::new(),
        }
    }

    /// The cheapest splits, in order; with a slack, those within it.
    pub(crate) fn run(mut self, slack: Option<u32>) -> Vec<Split> {
        let cards = Cards::of(self.hand, self.level);
        if let Some(slack) = slack {
            let all = core::mem::replace(&mut self.count, 1);
            self.flushes(cards, 0, 0);
            let least = self.found.pop().map_or(0, |found| found.sum);
            self.known.clear();
            self.count = all;
            let slack = i64::from(slack);
            self.limit = match self.objective {
                Objective::PlaysThenBombs => {
                    (self.objective.cost(least) + slack) * i64::from(Objective::PLAY)
                }
                _ => least.saturating_add(slack),
            };
        }
        self.flushes(cards, 0, 0);
        let objective = self.objective;
        let split = |found: Found| Split::new(found.melds, objective.cost(found.sum));
        self.found.into_iter().map(split).collect()
    }

    /// The largest sum at which another split is of interest.
    fn enough(&self) -> i64 {
        match self.found.last() {
            Some(last) if self.found.len() == self.count => last.sum - 1,
            _ => self.limit,
        }
    }

    /// Whether the cost so far and a shared cost of the rest are too much.
    fn too_much(&self, cost: i64, shared: Shared, wilds: u32) -> bool {
        let rest = (0..SHARES).map(|share| shared[share] - i64::from(wilds) * self.helps[share]);
        let rest = rest.fold(i64::MIN, i64::max);
        i128::from(cost) * 2 + i128::from(rest) > i128::from(self.enough()) * 2
    }

    /// Whether another sequence, that takes cards of some ranks alone, cannot
    /// lead to a split that is cheap enough.
    fn hopeless(&self, cards: Cards, cost: i64, reached: u64) -> bool {
        let counts = cards.planes.counts();
        let mut rest = self.least_of_jokers;
        for rank in Rank::ALL {
            let cards = usize::from(counts[rank.index()]);
            let reached = reached >> (rank.index() + 1) & 1 == 1;
            let least = if reached {
                &self.least_of_any
            } else {
                &self.least
            };
            rest = sum(rest, least[cards]);
        }
        let cheapest = self.runs.into_iter().fold(self.flush, i64::min);
        let most = i64::from((cards.planes.total() + cards.wilds) / 5);
        let sequences = if cheapest >= 0 {
            cheapest
        } else {
            cheapest * most
        };
        self.too_much(cost + sequences, rest, cards.wilds)
    }

    fn flushes(&mut self, cards: Cards, cost: i64, from: u32) {
        self.sequences(cards, cost, 0);
        // Where a straight flush costs what a straight does it is one of these.
        if self.flush == self.runs[0] {
            return;
        }
        let candidates = cards.suits.flushes(cards.wilds, self.starts);
        let mut left = candidates.any() >> from << from;
        let lanes = (0..4).fold(0, |lanes, suit| lanes | (left >> (16 * suit) & 0xFFFF));
        let others = cards.planes.all_candidates(cards.wilds, self.starts).any();
        if left == 0 || self.hopeless(cards, cost, covered(lanes | others)) {
            return;
        }
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            self.plan.flushes.push(bit as u8);
            self.flushes(cards.without_flush(bit), cost + self.flush, bit);
            self.plan.flushes.pop();
        }
    }

    fn sequences(&mut self, cards: Cards, cost: i64, from: u32) {
        self.groups(cards.planes, cards.wilds, cost);
        let candidates = cards.planes.all_candidates(cards.wilds, self.starts);
        let mut left = candidates.any() >> from << from;
        if left == 0 || self.hopeless(cards, cost, covered(left)) {
            return;
        }
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            self.plan.sequences.push(bit as u8);
            let cost = cost + self.runs[bit as usize / 16];
            self.sequences(cards.without_sequence(bit), cost, bit);
            self.plan.sequences.pop();
        }
    }

    /// Parts what no sequence takes, rank by rank.
    fn groups(&mut self, planes: Planes, wilds: u32, cost: i64) {
        let counts = planes.counts();
        // What the ranks from each on cost at least, jokers included.
        let mut rest = [self.least_of_jokers; Rank::COUNT + 1];
        for rank in (0..Rank::COUNT).rev() {
            rest[rank] = sum(rest[rank + 1], self.least[usize::from(counts[rank])]);
        }
        let chosen = Chosen {
            base: cost,
            cost: 0,
            shared: [0; SHARES],
            triples: 0,
            pairs: 0,
            of_one: 0,
        };
        self.part(0, &counts, &rest, wilds, chosen);
    }

    fn part(
        &mut self,
        place: usize,
        counts: &[u8; Rank::COUNT],
        rest: &[Shared; Rank::COUNT + 1],
        wilds: u32,
        chosen: Chosen,
    ) {
        let left = rest[place.min(Rank::COUNT)];
        if self.too_much(chosen.base, sum(chosen.shared, left), wilds) {
            return;
        }
        match place {
            0..Rank::COUNT => {
                let cards = counts[place];
                let helped = if cards == 0 { 0 } else { wilds };
                for used in 0..=helped {
                    let size = usize::from(cards) + used as usize;
                    for index in 0..self.parts[size].len() {
                        if used > 0 && self.parts[size][index].sizes.len() > usize::from(cards) {
                            continue;
                        }
                        let before = self.plan.pieces.len();
                        let next = self.choose(place as Place, size, index, used as u8, chosen);
                        self.part(place + 1, counts, rest, wilds - used, next);
                        self.plan.pieces.truncate(before);
                    }
                }
            }
            Rank::COUNT => {
                let size = wilds as usize;
                for index in 0..self.parts[size].len() {
                    let before = self.plan.pieces.len();
                    let next = self.choose(WILDS_ALONE, size, index, size as u8, chosen);
                    self.part(place + 1, counts, rest, 0, next);
                    self.plan.pieces.truncate(before);
                }
            }
            _ => {
                for index in 0..self.jokers.len() {
                    let before = self.plan.pieces.len();
                    let parts = &self.jokers[index];
                    self.plan.pieces.extend(parts.pieces.iter().copied());
                    let next = Chosen {
                        cost: chosen.cost + parts.cost,
                        pairs: chosen.pairs + parts.pairs,
                        ..chosen
                    };
                    self.finish(next);
                    self.plan.pieces.truncate(before);
                }
            }
        }
    }

    fn choose(
        &mut self,
        place: Place,
        size: usize,
        index: usize,
        wilds: u8,
        chosen: Chosen,
    ) -> Chosen {
        let parts = &self.parts[size][index];
        let mut left = wilds;
        for &size in &parts.sizes {
            // Each part has a card that is not wild, but for wild cards alone.
            let most = if place == WILDS_ALONE { size } else { size - 1 };
            let wilds = left.min(most);
            left -= wilds;
            self.plan.pieces.push(Piece { place, size, wilds });
        }
        Chosen {
            base: chosen.base,
            cost: chosen.cost + parts.cost,
            shared: sum(chosen.shared, parts.shared),
            triples: chosen.triples + parts.triples,
            pairs: chosen.pairs + parts.pairs,
            of_one: chosen.of_one.max(parts.triples + parts.pairs),
        }
    }

    /// Chooses which triples take which pairs along.
    fn finish(&mut self, chosen: Chosen) {
        let Chosen {
            triples,
            pairs,
            of_one,
            ..
        } = chosen;
        let most = triples.min(pairs).min(triples + pairs - of_one);
        for step in 0..=most {
            let houses = if self.saving > 0 { most - step } else { step };
            let sum = chosen.base + chosen.cost - self.saving * i64::from(houses);
            if sum > self.enough() {
                return;
            }
            let of_size = |size| {
                let pieces = self.plan.pieces.iter().zip(0_u8..);
                let alike = pieces.filter(|(piece, _)| {
                    piece.size == size && (piece.place < SMALL_JOKERS || self.joker_pairs)
                });
                alike
                    .map(|(_, index)| index)
                    .collect::<SmallVec<[u8; 12]>>()
            };
            let (triples, pairs) = (of_size(3), of_size(2));
            self.choose_houses(sum, houses, &triples, &pairs, SmallVec::new());
        }
    }

    fn choose_houses(
        &mut self,
        sum: i64,
        houses: u8,
        triples: &[u8],
        pairs: &[u8],
        chosen: SmallVec<[u8; 8]>,
    ) {
        if chosen.len() == usize::from(houses) {
            self.choose_pairs(sum, &chosen, pairs, SmallVec::new());
            return;
        }
        for (place, &triple) in triples.iter().enumerate() {
            if sum > self.enough() {
                return;
            }
            let mut chosen = chosen.clone();
            chosen.push(triple);
            self.choose_houses(sum, houses, &triples[place + 1..], pairs, chosen);
        }
    }

    fn choose_pairs(&mut self, sum: i64, triples: &[u8], pairs: &[u8], chosen: SmallVec<[u8; 8]>) {
        if chosen.len() == triples.len() {
            if let Some(houses) = self.matched(triples, &chosen) {
                self.accept(sum, houses);
            }
            return;
        }
        for (place, &pair) in pairs.iter().enumerate() {
            if sum > self.enough() {
                return;
            }
            let mut chosen = chosen.clone();
            chosen.push(pair);
            self.choose_pairs(sum, triples, &pairs[place + 1..], chosen);
        }
    }

    /// Triples and pairs in full houses, none of a triple and a pair of a rank.
    fn matched(&self, triples: &[u8], pairs: &[u8]) -> Option<SmallVec<[(u8, u8); 8]>> {
        let Some((&triple, triples)) = triples.split_first() else {
            return Some(SmallVec::new());
        };
        let place = |piece: u8| self.plan.pieces[usize::from(piece)].place;
        for (index, &pair) in pairs.iter().enumerate() {
            if place(pair) == place(triple) {
                continue;
            }
            let mut others: SmallVec<[u8; 8]> = pairs.into();
            others.remove(index);
            if let Some(mut houses) = self.matched(triples, &others) {
                houses.push((triple, pair));
                return Some(houses);
            }
        }
        None
    }

    fn accept(&mut self, sum: i64, houses: SmallVec<[(u8, u8); 8]>) {
        let mut plan = self.plan.clone();
        plan.houses = houses;
        if sum > self.enough() {
            return;
        }
        let melds = if self.flush == self.runs[0] {
            Some(plan.melds(self.hand, self.level))
        } else {
            plan.mixed_melds(self.hand, self.level)
        };
        let Some(melds) = melds else { return };
        if !self.known.insert(key(&melds)) {
            return;
        }
        let place = self.found.partition_point(|found| found.sum <= sum);
        self.found.insert(place, Found { sum, melds });
        self.found.truncate(self.count);
    }
}

/// The plays by kind, face and size, in order.
fn key(melds: &[Meld]) -> Vec<u16> {
    let id = |meld: &Meld| {
        let play = meld.play();
        (play.kind() as u16) << 8 | (play.face().index() as u16) << 4 | u16::from(play.size())
    };
    let mut key: Vec<u16> = melds.iter().map(id).collect();
    key.sort_unstable();
    key
}
