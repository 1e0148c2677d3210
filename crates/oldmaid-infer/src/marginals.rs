//! What a filter answers: who holds what, and with what chance.

use cards_core::Seat;
use cards_core::rand_core::Rng;

use crate::component::{Component, with_support};
use crate::holders::{Holders, MAX_OTHERS, place, sets};
use crate::sampling::unit;
use crate::support::{Key, Support};
use crate::table::MAX_PLAYERS;
use crate::{Filter, Hand, Kind, KindSet};

/// The chances of every holding at one moment, as [`Filter::marginals`] returns
/// them.
#[derive(Clone, Debug, PartialEq)]
pub struct Marginals {
    players: usize,
    observer: Seat,
    hand: KindSet,
    sizes: [u8; MAX_PLAYERS],
    holds: [[f64; Kind::COUNT]; MAX_PLAYERS],
    holds_odd: [f64; MAX_PLAYERS],
}

impl Marginals {
    pub(crate) fn of(filter: &Filter) -> Marginals {
        let table = filter.table();
        let players = table.rules().players;
        let observer = filter.observer();
        let mut marginals = Marginals {
            players,
            observer,
            hand: filter.hand(),
            sizes: [0; MAX_PLAYERS],
            holds: [[0.0; Kind::COUNT]; MAX_PLAYERS],
            holds_odd: [0.0; MAX_PLAYERS],
        };
        for (size, now) in marginals.sizes.iter_mut().zip(table.sizes()) {
            *size = now as u8;
        }
        for kind in filter.hand().iter() {
            marginals.holds[observer.index()][kind.index()] = 1.0;
        }
        for (component, chance) in filter.weighted() {
            if filter.hand().contains(component.odd) {
                marginals.holds_odd[observer.index()] += chance;
            }
            component.sets(filter.others.len(), |kind, set, weight| {
                for other in (0..filter.others.len()).filter(|other| set >> other & 1 == 1) {
                    let seat = filter.others.seat(other).index();
                    marginals.holds[seat][kind.index()] += chance * weight;
                    if kind == component.odd {
                        marginals.holds_odd[seat] += chance * weight;
                    }
                }
            });
        }
        // Sums of rounded weights may go beyond 1 by some units of the last place.
        let held = marginals.holds.as_flattened_mut().iter_mut();
        for chance in held.chain(&mut marginals.holds_odd) {
            if *chance > 1.0 {
                *chance = 1.0;
            }
        }
        marginals
    }

    /// The chance that a seat holds a card of a kind; 0 for a seat that the table
    /// does not have.
    #[must_use]
    pub fn holds(&self, seat: Seat, kind: Kind) -> f64 {
        self.holds
            .get(seat.index())
            .map_or(0.0, |row| row[kind.index()])
    }

    /// The chance that the next card drawn from a seat is of a kind; 0 if the seat
    /// has no cards.
    #[must_use]
    pub fn draws(&self, seat: Seat, kind: Kind) -> f64 {
        match self.size(seat) {
            0 => 0.0,
            size => self.holds(seat, kind) / size as f64,
        }
    }

    /// The chance that a seat holds a card of the odd kind: with a joker added, the
    /// joker.
    #[must_use]
    pub fn holds_odd(&self, seat: Seat) -> f64 {
        self.holds_odd.get(seat.index()).copied().unwrap_or(0.0)
    }

    /// The chance that a card drawn from a seat is of the odd kind.
    #[must_use]
    pub fn draws_odd(&self, seat: Seat) -> f64 {
        match self.size(seat) {
            0 => 0.0,
            size => self.holds_odd(seat) / size as f64,
        }
    }

    /// The chance that a card drawn from a seat pairs with the observer's hand; 0
    /// for the observer's own seat.
    #[must_use]
    pub fn pairs(&self, seat: Seat) -> f64 {
        if seat == self.observer {
            return 0.0;
        }
        self.hand.iter().map(|kind| self.draws(seat, kind)).sum()
    }

    /// The expected number of cards of a kind that the others hold.
    #[must_use]
    pub fn outside(&self, kind: Kind) -> f64 {
        let seats = Seat::all(self.players).filter(|&seat| seat != self.observer);
        seats.map(|seat| self.holds(seat, kind)).sum()
    }

    fn size(&self, seat: Seat) -> usize {
        self.sizes.get(seat.index()).copied().map_or(0, usize::from)
    }
}

/// Hands of all seats, by seat.
pub type Hands = Vec<KindSet>;

impl Filter {
    /// The chance that every one of these seats holds a card of the kind beside it.
    /// Of no conditions it is 1.
    ///
    /// Takes time proportional to the number of joint states, and to the number of
    /// players to the power of conditions on kinds that nothing has told apart.
    #[must_use]
    pub fn joint(&self, conditions: &[(Seat, Kind)]) -> f64 {
        let mut needs = [0 as Holders; Kind::COUNT];
        for &(seat, kind) in conditions {
            if seat.index() >= self.table().rules().players {
                return 0.0;
            }
            match self.others.place(seat) {
                Some(other) => needs[kind.index()] |= 1 << other,
                None if self.hand().contains(kind) => {}
                None => return 0.0,
            }
        }
        self.weighted()
            .map(|(component, chance)| chance * joint_in(component, &needs))
            .sum()
    }

    /// The entropy of the hidden hands in bits, or `None` if the joint states
    /// cannot be listed within the budget.
    ///
    /// Of an exact filter it is right to about 10⁻¹¹ bits: so far do filters that lump
    /// kinds and that do not agree on the full pack. Of an
    /// [approximate](Filter::is_exact) one it is that of the states that are stored.
    ///
    /// Takes time proportional to the number of joint states.
    #[must_use]
    pub fn entropy(&self) -> Option<f64> {
        let mut listed = self.clone();
        if !listed.make_direct() {
            return None;
        }
        // Hypotheses with the same cards outside do not exist: each has another
        // odd kind, so their states differ.
        let parts = listed.weighted().map(|(component, chance)| {
            let own = with_support!(&component.belief,
                support => entropy_of(support, listed.others.len()),
                _pending => 0.0
            );
            chance * (own - chance.max(f64::MIN_POSITIVE).log2())
        });
        Some(parts.sum())
    }

    /// The most likely hands of all seats with their chances, the likeliest first;
    /// at most `count` of them. `None` if the joint states cannot be listed within
    /// the budget.
    #[must_use]
    pub fn most_likely(&self, count: usize) -> Option<Vec<(Hands, f64)>> {
        let mut listed = self.clone();
        if !listed.make_direct() {
            return None;
        }
        let mut best: Vec<(Hands, f64)> = Vec::new();
        for (component, chance) in listed.weighted() {
            with_support!(&component.belief,
                support => {
                    for (sets, weight) in likeliest(support, listed.others.len(), count) {
                        best.push((listed.hands_of(&sets), weight * chance));
                    }
                },
                _pending => {}
            );
        }
        // Equal chances keep an order of their own, that of the hands.
        best.sort_by(|a, b| {
            let bits = |hands: &Hands| hands.iter().map(|hand| hand.bits()).collect::<Vec<_>>();
            b.1.total_cmp(&a.1)
                .then_with(|| bits(&a.0).cmp(&bits(&b.0)))
        });
        best.truncate(count);
        Some(best)
    }

    /// Hands of all seats, drawn from the posterior.
    pub fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Hands {
        self.hands_of(&self.sample_sets(rng).1)
    }

    /// An odd kind and a set of holders for each kind, drawn from the posterior.
    pub(crate) fn sample_sets<R: Rng + ?Sized>(&self, rng: &mut R) -> (Kind, Vec<(Kind, Holders)>) {
        let mut left = unit(rng);
        let mut chosen = &self.components[0];
        for (component, chance) in self.weighted() {
            chosen = component;
            left -= chance;
            if left < 0.0 {
                break;
            }
        }
        let sets = with_support!(&chosen.belief,
            support => support.sample(rng),
            pending => {
                let kinds = pending.tracks().iter().map(|track| track.kind);
                kinds.zip(pending.sample(rng)).collect()
            }
        );
        (chosen.odd, sets)
    }

    fn hands_of(&self, sets: &[(Kind, Holders)]) -> Hands {
        let mut hands = vec![KindSet::EMPTY; self.table().rules().players];
        hands[self.observer().index()] = self.hand();
        for &(kind, set) in sets {
            for other in (0..self.others.len()).filter(|other| set >> other & 1 == 1) {
                let hand = &mut hands[self.others.seat(other).index()];
                *hand = hand.with(kind);
            }
        }
        hands
    }

    /// Weighs every joint state by how likely something that was seen besides the
    /// draws is in it, such as a player's choice of whom to draw from. `likelihood`
    /// gets the hands of all seats.
    ///
    /// Every kind is told apart for it, so that the states become more. Weights of any
    /// size will do; one that is some 10³⁰⁸ times less than the largest under its odd
    /// kind counts as 0.
    ///
    /// # Errors
    /// If the joint states cannot be listed within the budget, if all of them get
    /// weight 0 or one of them a weight that is not a finite number of at least 0, or
    /// if so little is left of the posterior that it is no normal number. The filter
    /// then answers as before.
    pub fn reweigh(
        &mut self,
        mut likelihood: impl FnMut(&[Hand]) -> f64,
    ) -> Result<(), ReweighError> {
        let mut next = self.clone();
        if !next.make_direct() {
            return Err(ReweighError::TooManyStates);
        }
        let players = next.table().rules().players;
        let (others, observer, hand) = (next.others, next.observer(), next.hand());
        let (mut wrong, mut vanished) = (None, false);
        for component in &mut next.components {
            let log = with_support!(&mut component.belief,
                support => support.reweigh(|sets| {
                    let mut hands = vec![Hand::EMPTY; players];
                    hands[observer.index()] = Hand::of(hand);
                    for &(kind, set) in sets {
                        for other in (0..others.len()).filter(|other| set >> other & 1 == 1) {
                            hands[others.seat(other).index()].add(kind);
                        }
                    }
                    let weight = likelihood(&hands);
                    if !weight.is_finite() || weight < 0.0 {
                        wrong = Some(weight);
                    }
                    weight
                }),
                _pending => Some(0.0)
            );
            vanished |= log.is_none();
            component.log_weight += log.unwrap_or(f64::NEG_INFINITY);
        }
        if let Some(weight) = wrong {
            return Err(ReweighError::Weight { weight });
        }
        if vanished {
            return Err(ReweighError::Vanished);
        }
        next.components
            .retain(|component| component.log_weight > f64::NEG_INFINITY);
        if next.components.is_empty() {
            return Err(ReweighError::NothingLeft);
        }
        *self = next;
        Ok(())
    }
}

/// Why joint states were not weighed anew.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ReweighError {
    /// The joint states cannot be listed within the budget.
    TooManyStates,
    /// A weight is not a finite number of at least 0.
    Weight {
        /// The weight.
        weight: f64,
    },
    /// Every state got weight 0.
    NothingLeft,
    /// The states that were likely got weights so much less than the others that what
    /// is left is no normal number.
    Vanished,
}

impl core::fmt::Display for ReweighError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            ReweighError::TooManyStates => {
                f.write_str("the joint states cannot be listed within the budget")
            }
            ReweighError::Weight { weight } => {
                write!(
                    f,
                    "the weight {weight} is not a finite number of at least 0"
                )
            }
            ReweighError::NothingLeft => f.write_str("every joint state got weight 0"),
            ReweighError::Vanished => f.write_str(
                "the weights are too far apart: nothing is left of the likely joint states",
            ),
        }
    }
}

impl core::error::Error for ReweighError {}

/// The chance, under one hypothesis, that each kind's set has all of its needs.
fn joint_in(component: &Component, needs: &[Holders; Kind::COUNT]) -> f64 {
    let needed = |kind: Kind| needs[kind.index()];
    let held = |index: usize| needs[index] == 0 || component.holders[index] > 0;
    if !(0..Kind::COUNT).all(held) {
        return 0.0;
    }
    with_support!(&component.belief,
        support => {
            let mut sum = 0.0;
            for (key, weight) in support.states() {
                let mut chance = weight;
                for class in support.classes() {
                    let wanted: Vec<Holders> = class.kinds.iter().map(needed).filter(|set| *set != 0).collect();
                    if wanted.is_empty() {
                        continue;
                    }
                    let all = sets(support.others(), usize::from(class.holders));
                    let mut counts: Vec<u64> = (0..all.len()).map(|at| support.count(key, class, at)).collect();
                    chance *= without_replacement(&wanted, all, &mut counts, class.len());
                }
                sum += chance;
            }
            sum / support.total()
        },
        pending => {
            let fits = |kind: Kind, set: Holders| set & needed(kind) == needed(kind);
            pending.sets(|track, set| fits(track.kind, set), |_, _, _| {}) / pending.total()
        }
    )
}

/// The chance that different members of a class have these sets at least.
fn without_replacement(
    wanted: &[Holders],
    all: &[Holders],
    counts: &mut [u64],
    members: u64,
) -> f64 {
    let Some((&first, rest)) = wanted.split_first() else {
        return 1.0;
    };
    let mut chance = 0.0;
    for (at, _) in all
        .iter()
        .enumerate()
        .filter(|(_, set)| *set & first == first)
    {
        if counts[at] > 0 {
            let share = counts[at] as f64 / members as f64;
            counts[at] -= 1;
            chance += share * without_replacement(rest, all, counts, members - 1);
            counts[at] += 1;
        }
    }
    chance
}

/// In how many orders a state's sets may stand on the kinds.
fn arrangements<K: Key>(support: &Support<K>, key: K, others: usize) -> f64 {
    let mut ways = 1.0;
    for class in support.classes() {
        let mut members = 0_u32;
        for at in 0..sets(others, usize::from(class.holders)).len() {
            for run in 1..=support.count(key, class, at) {
                members += 1;
                ways *= f64::from(members) / run as f64;
            }
        }
    }
    ways
}

/// In bits.
fn entropy_of<K: Key>(support: &Support<K>, others: usize) -> f64 {
    let total = support.total();
    let parts = support
        .states()
        .filter(|(_, weight)| *weight > 0.0)
        .map(|(key, weight)| {
            let chance = weight / total;
            chance * (arrangements(support, key, others).log2() - chance.log2())
        });
    parts.sum::<f64>().max(0.0)
}

/// The likeliest sets of all kinds, at most `count`.
fn likeliest<K: Key>(
    support: &Support<K>,
    others: usize,
    count: usize,
) -> Vec<(Vec<(Kind, Holders)>, f64)> {
    let chance =
        |(key, weight): (K, f64)| weight / (support.total() * arrangements(support, key, others));
    let mut states: Vec<(K, f64)> = support
        .states()
        .map(|state| (state.0, chance(state)))
        .collect();
    states.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut found = Vec::new();
    for (key, chance) in states {
        if found.len() >= count {
            break;
        }
        let mut partial: Vec<Vec<(Kind, Holders)>> = vec![Vec::new()];
        for class in support.classes() {
            let all = sets(others, usize::from(class.holders));
            let counts: Vec<u64> = (0..all.len())
                .map(|at| support.count(key, class, at))
                .collect();
            let kinds: Vec<Kind> = class.kinds.iter().collect();
            let mut longer = Vec::new();
            for sets_so_far in partial {
                if longer.len() < count {
                    arrange(
                        &kinds,
                        all,
                        &mut counts.clone(),
                        sets_so_far,
                        count,
                        &mut longer,
                    );
                }
            }
            partial = longer;
        }
        found.extend(partial.into_iter().map(|sets| (sets, chance)));
    }
    found
}

/// Every order of a class's sets on its kinds, until there are `limit`.
fn arrange(
    kinds: &[Kind],
    all: &[Holders],
    counts: &mut [u64],
    done: Vec<(Kind, Holders)>,
    limit: usize,
    found: &mut Vec<Vec<(Kind, Holders)>>,
) {
    if found.len() >= limit {
        return;
    }
    let Some((&kind, rest)) = kinds.split_first() else {
        found.push(done);
        return;
    };
    for &set in all {
        if counts[place(set)] > 0 {
            counts[place(set)] -= 1;
            let mut done = done.clone();
            done.push((kind, set));
            arrange(rest, all, counts, done, limit, found);
            counts[place(set)] += 1;
        }
    }
}

const _: () = assert!(MAX_OTHERS + 1 == MAX_PLAYERS);
