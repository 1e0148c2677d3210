//! The direct form of the posterior: every joint state with its weight.
//!
//! Kinds that no event has told apart are exchangeable, so a class of them is
//! stored as the number of its members that each set of players holds. A kind
//! that an event singles out becomes a class of its own. The state is one key of
//! bit fields; an event moves a member of a class from one set to another, which
//! adds a constant to the key.

use cards_core::rand_core::Rng;

use crate::holders::{Holders, Step, code_bits, place, sets};
use crate::sampling::{thin, unit};
use crate::{Kind, KindSet};

/// A word that holds a joint state.
pub(crate) trait Key: Copy + Eq + Ord + core::fmt::Debug {
    const BITS: u32;
    const ZERO: Self;
    /// `value` at a bit.
    fn at(value: u64, shift: u32) -> Self;
    /// The lowest bits from a bit on.
    fn low(self, shift: u32) -> u64;
    fn plus(self, delta: Self) -> Self;
    fn minus(self, delta: Self) -> Self;
    fn hash(self) -> u64;
}

/// An odd number near 2⁶⁴ / φ; its product spreads the bits upwards (Knuth, The
/// Art of Computer Programming 3, section 6.4).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

impl Key for u64 {
    const BITS: u32 = 64;
    const ZERO: u64 = 0;

    fn at(value: u64, shift: u32) -> u64 {
        value << shift
    }

    fn low(self, shift: u32) -> u64 {
        self >> shift
    }

    fn plus(self, delta: u64) -> u64 {
        self.wrapping_add(delta)
    }

    fn minus(self, delta: u64) -> u64 {
        self.wrapping_sub(delta)
    }

    fn hash(self) -> u64 {
        let mixed = self.wrapping_mul(GOLDEN);
        mixed ^ mixed >> 32
    }
}

impl Key for u128 {
    const BITS: u32 = 128;
    const ZERO: u128 = 0;

    fn at(value: u64, shift: u32) -> u128 {
        u128::from(value) << shift
    }

    fn low(self, shift: u32) -> u64 {
        (self >> shift) as u64
    }

    fn plus(self, delta: u128) -> u128 {
        self.wrapping_add(delta)
    }

    fn minus(self, delta: u128) -> u128 {
        self.wrapping_sub(delta)
    }

    fn hash(self) -> u64 {
        let (low, high) = (self as u64, (self >> 64) as u64);
        (low.wrapping_mul(GOLDEN) ^ high.rotate_left(29).wrapping_mul(0xD6E8_FEB8_6659_FD93)).hash()
    }
}

/// Kinds that no event has told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    pub(crate) kinds: KindSet,
    /// How many others hold a card of each.
    pub(crate) holders: u8,
    /// Where its field begins.
    shift: u32,
    /// The bits of the number of members with one set; 0 for a class of one kind
    /// that stores the place of its set instead.
    bits: u32,
}

impl Class {
    /// How many kinds there are.
    pub(crate) const fn len(&self) -> u64 {
        self.kinds.len() as u64
    }

    const fn width(&self, others: usize) -> u32 {
        if self.bits == 0 {
            code_bits(others)
        } else {
            self.bits * sets(others, self.holders as usize).len() as u32
        }
    }

    const fn mask(&self, others: usize) -> u64 {
        let bits = if self.bits == 0 {
            code_bits(others)
        } else {
            self.bits
        };
        (1 << bits) - 1
    }

    /// Where the number of members with the set at a place stands, or its code.
    const fn shift_of(&self, place: usize) -> u32 {
        self.shift + self.bits * place as u32
    }

    /// What one member with the set at a place adds to the key.
    fn one<K: Key>(&self, place: usize) -> K {
        if self.bits == 0 {
            K::at(place as u64, self.shift)
        } else {
            K::at(1, self.shift_of(place))
        }
    }

    /// How many members have the set at a place.
    fn count<K: Key>(&self, key: K, place: usize, others: usize) -> u64 {
        let value = key.low(self.shift_of(place)) & self.mask(others);
        if self.bits == 0 {
            u64::from(value == place as u64)
        } else {
            value
        }
    }
}

/// A member of a class moving from one set to another.
#[derive(Clone, Copy, Debug)]
struct Move<K> {
    shift: u32,
    mask: u64,
    /// The code of the set, if the class stores one; otherwise beyond the mask.
    code: u64,
    delta: K,
}

/// Where each key stands in a list.
#[derive(Clone, Debug, Default)]
struct Index {
    /// The stamp of the list, and the place in it.
    slots: Vec<(u32, u32)>,
    stamp: u32,
    mask: usize,
}

impl Index {
    /// Forgets all keys and makes room for about `expected`.
    fn clear(&mut self, expected: usize) {
        let slots = (expected * 2).next_power_of_two().max(64);
        if slots > self.slots.len() || self.stamp == u32::MAX {
            self.slots = vec![(0, 0); slots.max(self.slots.len())];
            self.stamp = 0;
        }
        self.mask = slots - 1;
        self.stamp += 1;
    }

    fn add<K: Key>(&mut self, keys: &mut Vec<K>, weights: &mut Vec<f64>, key: K, weight: f64) {
        let mut slot = key.hash() as usize & self.mask;
        loop {
            let (stamp, place) = self.slots[slot];
            if stamp != self.stamp {
                self.slots[slot] = (self.stamp, keys.len() as u32);
                keys.push(key);
                weights.push(weight);
                if keys.len() * 2 > self.mask {
                    self.grow(keys);
                }
                return;
            }
            if keys[place as usize] == key {
                weights[place as usize] += weight;
                return;
            }
            slot = (slot + 1) & self.mask;
        }
    }

    fn grow<K: Key>(&mut self, keys: &[K]) {
        self.clear(keys.len() * 2);
        for (place, key) in keys.iter().enumerate() {
            let mut slot = key.hash() as usize & self.mask;
            while self.slots[slot].0 == self.stamp {
                slot = (slot + 1) & self.mask;
            }
            self.slots[slot] = (self.stamp, place as u32);
        }
    }
}

/// Every joint state with its weight. An event is first proposed, which leaves the
/// states as they are, and then committed.
#[derive(Clone, Debug)]
pub(crate) struct Support<K> {
    others: usize,
    classes: Vec<Class>,
    keys: Vec<K>,
    weights: Vec<f64>,
    total: f64,
    next_classes: Vec<Class>,
    next_keys: Vec<K>,
    next_weights: Vec<f64>,
    next_total: f64,
    index: Index,
}

impl<K: Key> Support<K> {
    /// No states yet, for classes of kinds and the number of their holders. Those
    /// that nobody holds are left out.
    pub(crate) fn new(others: usize, classes: &[(KindSet, u8)]) -> Support<K> {
        let mut support = Support {
            others,
            classes: Vec::new(),
            keys: Vec::new(),
            weights: Vec::new(),
            total: 0.0,
            next_classes: Vec::new(),
            next_keys: Vec::new(),
            next_weights: Vec::new(),
            next_total: 0.0,
            index: Index::default(),
        };
        support.classes = lay_out(others, K::BITS, classes.iter().copied());
        support.index.clear(0);
        support
    }

    /// Adds weight to the state in which the kinds have these sets.
    pub(crate) fn add(&mut self, holders: impl IntoIterator<Item = (Kind, Holders)>, weight: f64) {
        let mut key = K::ZERO;
        for (kind, set) in holders {
            if let Some(class) = self.classes.iter().find(|class| class.kinds.contains(kind)) {
                key = key.plus(class.one(place(set)));
            }
        }
        self.index
            .add(&mut self.keys, &mut self.weights, key, weight);
        self.total += weight;
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) const fn others(&self) -> usize {
        self.others
    }

    /// Tells every kind apart and multiplies the weight of each state; returns the
    /// logarithm of the total weight relative to what it was. That is -∞ if all
    /// likelihoods are 0, and `None` if the weights are too far apart for a total.
    pub(crate) fn reweigh(
        &mut self,
        mut likelihood: impl FnMut(&[(Kind, Holders)]) -> f64,
    ) -> Option<f64> {
        let kinds = self.classes.iter();
        let singles: Vec<(KindSet, u8)> = kinds
            .flat_map(|class| {
                class
                    .kinds
                    .iter()
                    .map(|kind| (KindSet::of(kind), class.holders))
            })
            .collect();
        self.relay(lay_out(self.others, K::BITS, singles.into_iter()));
        let mut holders = Vec::with_capacity(self.classes.len());
        let mut likelihoods = Vec::with_capacity(self.keys.len());
        for key in &self.keys {
            holders.clear();
            for class in &self.classes {
                let all = sets(self.others, usize::from(class.holders));
                let code = (key.low(class.shift) & class.mask(self.others)) as usize;
                holders.extend(class.kinds.iter().map(|kind| (kind, all[code])));
            }
            likelihoods.push(likelihood(&holders));
        }
        // Only ratios matter to the states, and the likelihoods may have any size.
        let most = likelihoods.iter().copied().fold(0.0, f64::max);
        if most == 0.0 {
            return Some(f64::NEG_INFINITY);
        }
        let before = self.total;
        for (weight, likelihood) in self.weights.iter_mut().zip(likelihoods) {
            *weight = *weight / before * (likelihood / most);
        }
        let total = sum(&self.weights);
        if !total.is_normal() {
            return None;
        }
        for weight in &mut self.weights {
            *weight /= total;
        }
        self.total = sum(&self.weights);
        Some(total.ln() + most.ln())
    }

    pub(crate) fn classes(&self) -> &[Class] {
        &self.classes
    }

    pub(crate) fn total(&self) -> f64 {
        self.total
    }

    /// Every state with its weight.
    pub(crate) fn states(&self) -> impl Iterator<Item = (K, f64)> {
        self.keys.iter().copied().zip(self.weights.iter().copied())
    }

    /// Adds to each place of `sums` the weighted number of members of a class with
    /// the set there.
    pub(crate) fn add_counts(&self, class: &Class, sums: &mut [f64]) {
        let mask = class.mask(self.others);
        let blocks = self.keys.chunks(BLOCK).zip(self.weights.chunks(BLOCK));
        for (keys, weights) in blocks {
            let states = keys.iter().zip(weights);
            if class.bits == 0 {
                let mut parts = [0.0; 1 << 4];
                for (key, weight) in states {
                    parts[(key.low(class.shift) & mask) as usize & 15] += weight;
                }
                for (sum, part) in sums.iter_mut().zip(parts) {
                    *sum += part;
                }
            } else {
                for (at, sum) in sums.iter_mut().enumerate() {
                    let shift = class.shift_of(at);
                    let states = states.clone();
                    let parts = states.map(|(key, weight)| weight * (key.low(shift) & mask) as f64);
                    *sum += parts.sum::<f64>();
                }
            }
        }
    }

    /// How many members of a class have the set at a place.
    pub(crate) fn count(&self, key: K, class: &Class, place: usize) -> u64 {
        class.count(key, place, self.others)
    }

    /// A card moves from one other player to another and nobody sees which; it
    /// pairs with nothing. Returns the number of cards that can, averaged over the
    /// states.
    pub(crate) fn propose_hidden(&mut self, by: usize, from: usize) -> f64 {
        let (by, from) = (1 << by, 1 << from);
        let others = self.others;
        let mut moves: Vec<Move<K>> = Vec::with_capacity(32);
        for class in &self.classes {
            for (at, &set) in sets(others, usize::from(class.holders)).iter().enumerate() {
                if set & from != 0 && set & by == 0 {
                    let to = place(set & !from | by);
                    moves.push(Move {
                        shift: class.shift_of(at),
                        mask: class.mask(others),
                        code: if class.bits == 0 { at as u64 } else { u64::MAX },
                        delta: class.one::<K>(to).minus(class.one(at)),
                    });
                }
            }
        }
        self.next_keys.clear();
        self.next_weights.clear();
        self.next_classes.clone_from(&self.classes);
        self.index.clear(self.keys.len() * 2);
        for (&key, &weight) in self.keys.iter().zip(&self.weights) {
            for step in &moves {
                let value = key.low(step.shift) & step.mask;
                let count = if step.code == u64::MAX {
                    value
                } else {
                    u64::from(value == step.code)
                };
                if count == 0 {
                    continue;
                }
                let weight = weight * count as f64;
                let key = key.plus(step.delta);
                self.index
                    .add(&mut self.next_keys, &mut self.next_weights, key, weight);
            }
        }
        self.next_total = sum(&self.next_weights);
        self.next_total / self.total
    }

    /// An event names a kind. Returns its probability, leaving aside which card
    /// of the hand is drawn.
    pub(crate) fn propose_step(&mut self, kind: Kind, step: Step) -> f64 {
        let old = self
            .classes
            .iter()
            .position(|class| class.kinds.contains(kind));
        let holders = old.map_or(0, |at| self.classes[at].holders);
        let now = step.change(holders);
        let target = self.make_room(kind, now);
        // Making room may have moved the fields.
        let old = self
            .classes
            .iter()
            .position(|class| class.kinds.contains(kind));
        let others = self.others;
        self.next_keys.clear();
        self.next_weights.clear();
        self.next_classes.clone_from(&self.classes);
        match old {
            Some(at) if self.classes[at].len() == 1 => {
                self.next_classes.swap_remove(at);
            }
            Some(at) => self.next_classes[at].kinds = self.classes[at].kinds.without(kind),
            None => {}
        }
        self.next_classes.extend(target);
        let code = |set: Holders| target.map_or(K::ZERO, |class| class.one(place(set)));

        let Some(class) = old.map(|at| self.classes[at]) else {
            let delta = step.after(0).map(code);
            if let Some(delta) = delta {
                self.next_keys
                    .extend(self.keys.iter().map(|key| key.plus(delta)));
                self.next_weights.extend_from_slice(&self.weights);
            }
            self.next_total = if delta.is_some() { self.total } else { 0.0 };
            return self.next_total / self.total;
        };
        let share = 1.0 / class.len() as f64;
        let all = sets(others, usize::from(holders)).iter().enumerate();
        let moves: Vec<Move<K>> = all
            .filter_map(|(at, &set)| {
                Some(Move {
                    shift: class.shift_of(at),
                    mask: class.mask(others),
                    code: if class.bits == 0 { at as u64 } else { u64::MAX },
                    delta: code(step.after(set)?).minus(class.one(at)),
                })
            })
            .collect();
        for (&key, &weight) in self.keys.iter().zip(&self.weights) {
            for step in &moves {
                let value = key.low(step.shift) & step.mask;
                let weight = if step.code != u64::MAX {
                    if value != step.code {
                        continue;
                    }
                    weight
                } else {
                    if value == 0 {
                        continue;
                    }
                    weight * (value as f64 * share)
                };
                // Different states stay different: the new set tells the old one.
                self.next_keys.push(key.plus(step.delta));
                self.next_weights.push(weight);
            }
        }
        self.next_total = sum(&self.next_weights);
        self.next_total / self.total
    }

    /// Goes on with the proposed states.
    pub(crate) fn commit(&mut self) {
        core::mem::swap(&mut self.keys, &mut self.next_keys);
        core::mem::swap(&mut self.weights, &mut self.next_weights);
        core::mem::swap(&mut self.classes, &mut self.next_classes);
        self.total = self.next_total;
        // Weights shrink from event to event; they are kept away from underflow.
        if self.total < 1e-30 {
            let scale = 1.0 / self.total;
            for weight in &mut self.weights {
                *weight *= scale;
            }
            self.total = sum(&self.weights);
        }
    }

    /// Thins the states to about `count`.
    pub(crate) fn thin<R: Rng + ?Sized>(&mut self, count: usize, rng: &mut R) {
        thin(&mut self.weights, count, rng);
        let mut kept = 0;
        for at in 0..self.keys.len() {
            if self.weights[at] > 0.0 {
                self.keys[kept] = self.keys[at];
                self.weights[kept] = self.weights[at];
                kept += 1;
            }
        }
        self.keys.truncate(kept);
        self.weights.truncate(kept);
        self.total = sum(&self.weights);
    }

    /// Whether an event that names a kind leaves the layout of the states as it is.
    pub(crate) fn has_room(&self, kind: Kind, step: Step) -> bool {
        let own = self.classes.iter().find(|class| class.kinds.contains(kind));
        step.change(own.map_or(0, |class| class.holders)) == 0
            || own.is_some_and(|class| class.bits == 0)
            || self.free_field().is_some()
    }

    /// A class for a kind that an event singles out, in a free field or, if it is
    /// alone already, in its own. `None` if nobody holds it afterwards.
    fn make_room(&mut self, kind: Kind, holders: u8) -> Option<Class> {
        if holders == 0 {
            return None;
        }
        let class = |shift| Class {
            kinds: KindSet::of(kind),
            holders,
            shift,
            bits: 0,
        };
        let alone = |class: &&Class| class.bits == 0 && class.kinds.contains(kind);
        if let Some(own) = self.classes.iter().find(alone) {
            return Some(class(own.shift));
        }
        if let Some(shift) = self.free_field() {
            return Some(class(shift));
        }
        let kinds: Vec<_> = self
            .classes
            .iter()
            .map(|class| (class.kinds, class.holders))
            .collect();
        self.relay(lay_out(
            self.others,
            K::BITS - code_bits(self.others),
            kinds.into_iter(),
        ));
        let alone = |class: &&Class| class.bits == 0 && class.kinds.contains(kind);
        if let Some(own) = self.classes.iter().find(alone) {
            return Some(class(own.shift));
        }
        self.free_field().map(class)
    }

    /// Where the bits of a code are free.
    fn free_field(&self) -> Option<u32> {
        let used = self.classes.iter().fold(0_u128, |used, class| {
            let width = class.width(self.others);
            used | (!0_u128 >> (128 - width)) << class.shift
        });
        let bits = code_bits(self.others);
        let field = !0_u128 >> (128 - bits);
        (0..=K::BITS - bits).find(|&shift| used & field << shift == 0)
    }

    /// Writes every state in another layout, in which classes may be split.
    fn relay(&mut self, layout: Vec<Class>) {
        let others = self.others;
        let (keys, weights) = (
            core::mem::take(&mut self.keys),
            core::mem::take(&mut self.weights),
        );
        let classes = core::mem::replace(&mut self.classes, layout);
        self.index.clear(keys.len());
        for (key, weight) in keys.into_iter().zip(weights) {
            let mut states = vec![(K::ZERO, weight)];
            for old in &classes {
                let all = sets(others, usize::from(old.holders));
                let counts: Vec<u64> = (0..all.len())
                    .map(|at| old.count(key, at, others))
                    .collect();
                let parts: Vec<Class> = self
                    .classes
                    .iter()
                    .filter(|class| !class.kinds.intersection(old.kinds).is_empty())
                    .copied()
                    .collect();
                states = states
                    .iter()
                    .flat_map(|&state| spread(state, &counts, &parts))
                    .collect();
            }
            for (key, weight) in states {
                self.index
                    .add(&mut self.keys, &mut self.weights, key, weight);
            }
        }
        self.total = sum(&self.weights);
    }

    /// One set for each kind, drawn from the posterior.
    pub(crate) fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Vec<(Kind, Holders)> {
        let mut left = unit(rng) * self.total;
        let mut chosen = None;
        for (key, weight) in self.states() {
            chosen = Some(key);
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
        let Some(key) = chosen else { return Vec::new() };
        let mut holders = Vec::new();
        for class in &self.classes {
            let mut pool: Vec<Holders> = Vec::new();
            for (at, &set) in sets(self.others, usize::from(class.holders))
                .iter()
                .enumerate()
            {
                pool.extend((0..self.count(key, class, at)).map(|_| set));
            }
            cards_core::random::shuffle(&mut pool, rng);
            holders.extend(class.kinds.iter().zip(pool));
        }
        holders
    }
}

/// How many weights are added up before they go into the total.
const BLOCK: usize = 256;

/// The sum in blocks, so that rounding errors of hundreds of thousands of weights
/// stay far below 10⁻¹².
fn sum(weights: &[f64]) -> f64 {
    weights
        .chunks(BLOCK)
        .map(|block| block.iter().sum::<f64>())
        .sum()
}

/// Gives a state of the old class, known by its counts, to the parts that the
/// class has become: itself, or each kind alone in every order.
fn spread<K: Key>(state: (K, f64), counts: &[u64], parts: &[Class]) -> Vec<(K, f64)> {
    let Some((part, rest)) = parts.split_first() else {
        return vec![state];
    };
    if rest.is_empty() {
        let key = counts
            .iter()
            .enumerate()
            .fold(state.0, |mut key, (at, &count)| {
                for _ in 0..count {
                    key = key.plus(part.one(at));
                }
                key
            });
        return vec![(key, state.1)];
    }
    // The parts are single kinds: the first has each set by its share.
    let members: u64 = counts.iter().sum();
    let mut states = Vec::new();
    for (at, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let mut left = counts.to_vec();
        left[at] -= 1;
        let share = count as f64 / members as f64;
        let state = (state.0.plus(part.one(at)), state.1 * share);
        states.extend(spread(state, &left, rest));
    }
    states
}

/// Fields for classes of kinds; where they do not all fit, the widest classes are
/// split into single kinds, which always do: 27 kinds of 4 bits.
fn lay_out(others: usize, bits: u32, classes: impl Iterator<Item = (KindSet, u8)>) -> Vec<Class> {
    let mut layout: Vec<Class> = classes
        .filter(|(kinds, holders)| !kinds.is_empty() && *holders > 0)
        .map(|(kinds, holders)| Class {
            kinds,
            holders,
            shift: 0,
            bits: if kinds.len() == 1 {
                0
            } else {
                kinds.len().ilog2() + 1
            },
        })
        .collect();
    while layout.iter().map(|class| class.width(others)).sum::<u32>() > bits {
        let saving = |class: &Class| {
            i64::from(class.width(others)) - i64::from(code_bits(others)) * class.len() as i64
        };
        let Some(at) = (0..layout.len())
            .filter(|&at| layout[at].bits > 0)
            .max_by_key(|&at| saving(&layout[at]))
        else {
            break;
        };
        let class = layout.remove(at);
        layout.extend(class.kinds.iter().map(|kind| Class {
            kinds: KindSet::of(kind),
            bits: 0,
            ..class
        }));
    }
    let mut shift = 0;
    for class in &mut layout {
        class.shift = shift;
        shift += class.width(others);
    }
    layout
}
