//! The two searches behind one face, and the plays of a root.

use std::time::Duration;

use super::deal::Deal;
use super::endgame::EndgameTable;
use super::general::{General, Node};
use super::position::{Layout, Position};
use super::search::Search;
use super::{Config, Endgames};
use crate::{Rules, State};

/// A search for positions at the start of a trick.
pub(super) trait Engine {
    /// A position of a deal.
    type Place: Copy;

    /// A state without a trick begun, of the deal that was begun.
    fn place(&self, state: &State) -> Self::Place;

    /// Bounds of what the leader's score minus the other's will change by.
    fn value(&mut self, place: &Self::Place, n: usize, guess: Option<i32>) -> (i32, i32);

    /// Whether that is at least `threshold`: a lower bound if it is, else an
    /// upper one; `None` if the search had to stop.
    fn test(&mut self, place: &Self::Place, n: usize, threshold: i32) -> Option<i32>;

    /// What is known of it without a search.
    fn known(&self, place: &Self::Place, n: usize) -> (i32, i32);
}

/// The search of additive rules, and what belongs to it.
#[derive(Debug)]
pub(super) struct Additive<const M: usize> {
    pub(super) layout: Layout,
    pub(super) search: Search<M>,
    /// The states that were begun.
    begun: u64,
}

impl<const M: usize> Additive<M> {
    pub(super) fn new(layout: Layout, config: &Config) -> Additive<M> {
        let mut additive = Additive {
            search: Search::new(&layout, EndgameTable::new(&layout)),
            layout,
            begun: 0,
        };
        if let Endgames::UpTo(cards) = config.endgames {
            additive.grow(cards, config.memory);
        }
        additive
    }

    /// The bytes that the tables take.
    pub(super) fn bytes(&self) -> usize {
        self.search.table.bytes() + self.search.endgames.bytes()
    }

    /// Tabulates the positions of up to so many cards a hand, as far as an eighth
    /// of the memory allows, or half of it if that many are asked for.
    fn grow(&mut self, cards: usize, memory: usize) {
        while self.search.endgames.cards() < cards
            && EndgameTable::<M>::bytes_of(&self.layout, self.search.endgames.cards() + 1)
                <= memory / 2
            && self.search.endgames.grow()
        {}
    }

    /// What player 0's score minus player 1's will change by, if the table of small
    /// positions has it.
    pub(super) fn tabulated(&self, state: &State) -> Option<i32> {
        let n = state.tricks_left();
        if n > self.search.endgames.cards() || state.led().is_some() {
            return None;
        }
        let value = self.search.endgames.get(&self.place(state), n);
        Some(state.leader().sign() * value)
    }

    /// Makes ready for a state of `n` cards a hand, which may take so much time:
    /// then no time is spent on tables that may not pay.
    pub(super) fn begin(&mut self, n: usize, config: &Config, time: Option<Duration>) {
        let grows = config.endgames == Endgames::Growing && time.is_none();
        if grows && self.search.endgames.cards() < n {
            self.begun += 1;
            let work = self.search.watch.nodes() + 4 * self.begun;
            let by_size = match n {
                ..=13 => 4,
                14..=17 => 5,
                18..=20 => 6,
                _ => 7,
            };
            // A table is built once its cost is not much beside what was
            // searched; that of 7 takes too long to be met by surprise.
            let by_work = match work {
                0..2_000 => 4,
                2_000..20_000 => 5,
                _ => 6,
            };
            self.grow(by_size.max(by_work), config.memory);
        }
        if n > self.search.endgames.cards() {
            let free = config.memory.saturating_sub(self.search.endgames.bytes());
            let bytes = self.search.table.in_time(table_bytes(n), time);
            self.search.table.start(bytes.min(free));
        }
    }
}

impl<const M: usize> Engine for Additive<M> {
    type Place = Position<M>;

    fn place(&self, state: &State) -> Position<M> {
        Position::of(state, &self.layout)
    }

    fn value(&mut self, place: &Position<M>, n: usize, guess: Option<i32>) -> (i32, i32) {
        self.search.value(place, n, guess)
    }

    fn test(&mut self, place: &Position<M>, n: usize, threshold: i32) -> Option<i32> {
        if n <= self.search.endgames.cards() {
            return Some(self.search.endgames.get(place, n));
        }
        let value = self.search.search(place, n, threshold);
        (!self.search.watch.is_stopped()).then_some(value)
    }

    fn known(&self, place: &Position<M>, n: usize) -> (i32, i32) {
        self.search.known(place, n)
    }
}

/// The bytes that a table is worth for a state of `n` cards a hand: more costs
/// more in cache misses than it saves in nodes.
const fn table_bytes(n: usize) -> usize {
    match n {
        ..=10 => 64 << 10,
        11..=13 => 128 << 10,
        14..=15 => 512 << 10,
        16..=19 => 1 << 20,
        20..=21 => 2 << 20,
        22 => 4 << 20,
        23 => 8 << 20,
        24 => 16 << 20,
        _ => 64 << 20,
    }
}

/// The search of any rules, at work on a deal.
#[derive(Debug)]
pub(super) struct AtDeal<'a> {
    pub(super) general: &'a mut General,
    pub(super) deal: Deal<'a>,
    pub(super) rules: &'a Rules,
}

impl Engine for AtDeal<'_> {
    type Place = Node;

    fn place(&self, state: &State) -> Node {
        Node::of(&self.deal, self.rules, state)
    }

    fn value(&mut self, place: &Node, n: usize, guess: Option<i32>) -> (i32, i32) {
        if n == 0 {
            return (0, 0);
        }
        self.general.value(&self.deal, place, n, guess)
    }

    fn test(&mut self, place: &Node, n: usize, threshold: i32) -> Option<i32> {
        if n == 0 {
            return Some(0);
        }
        let value = self.general.search(&self.deal, place, n, threshold);
        (!self.general.watch.is_stopped()).then_some(value)
    }

    fn known(&self, place: &Node, n: usize) -> (i32, i32) {
        if n == 0 {
            return (0, 0);
        }
        self.general.known(&self.deal, place)
    }
}
