//! One step ahead, then as if all hands were open.

use std::sync::Arc;

use cards_core::Seat;
use cards_core::rand_core::Rng;

use super::belief::Following;
use super::{Policy, best_target};
use crate::component::{Component, with_support};
use crate::exact::{OpenCounts, OpenTable};
use crate::exact::{OpenGame, OpenGameError, Skill};
use crate::holders::sets;
use crate::support::{Class, Key, Support};
use crate::{Filter, KindSet, Rules, View};

/// The loss of seat 0 from every open state, for [`LookAhead`] and [`OpenHands`].
/// Clones share one table.
#[derive(Clone, Debug)]
pub struct OpenValues {
    table: Arc<OpenTable>,
}

impl OpenValues {
    /// The values if seat 0 chooses with a skill and all others at random, to about
    /// 10⁻⁴. With four players that takes about a second and 10 MB.
    ///
    /// # Errors
    /// If such games are not solved; see [`OpenGame`].
    pub fn new(rules: &Rules, skill: Skill) -> Result<OpenValues, OpenGameError> {
        let game = OpenGame::new(rules)?;
        Ok(OpenValues {
            table: Arc::new(OpenTable::new(game, skill, TOLERANCE)),
        })
    }
}

impl OpenValues {
    /// The chance that the observer of a filter loses, by the seat that he draws from
    /// next, as if it were his turn: what [`LookAhead`] chooses by. `None` if the
    /// table is of other rules or the hidden states cannot be listed.
    #[must_use]
    pub fn losses(&self, filter: &Filter) -> Option<Vec<(Seat, f64)>> {
        if !self.table.fits(filter.table().rules()) || filter.table().size(filter.observer()) == 0 {
            return None;
        }
        let mut listed = filter.clone();
        if !listed.make_direct() {
            return None;
        }
        Some(losses(&listed, &self.table, &mut Vec::new()))
    }
}

/// How far values may be from their limits; games last some dozens of draws, and
/// choices differ by more.
const TOLERANCE: f64 = 1e-5;

/// Draws from the seat with the least expected loss, where every hidden state is
/// valued as the open game from the next turn on: the Q-MDP approximation (Littman,
/// Cassandra and Kaelbling, 'Learning policies for partially observable
/// environments', ICML 1995). The open game is played with the skill of the table,
/// which tells how much of what is hidden the player is expected to see later.
#[derive(Clone, Debug)]
pub struct LookAhead {
    values: OpenValues,
    following: Following,
    states: Vec<OpenState>,
}

impl LookAhead {
    /// A player with a table of the rules that it plays by.
    #[must_use]
    pub fn new(values: &OpenValues) -> LookAhead {
        LookAhead {
            values: values.clone(),
            following: Following::default(),
            states: Vec::new(),
        }
    }
}

impl Policy for LookAhead {
    fn begin(&mut self, _view: &View<'_>) {
        self.following.begin();
    }

    fn choose(&mut self, view: &View<'_>, rng: &mut dyn Rng) -> Seat {
        let mut targets = view.table().targets();
        if let (Some(only), None) = (targets.next(), targets.next()) {
            return only;
        }
        let table = &self.values.table;
        let fits = table.fits(view.rules());
        let Some(filter) = self.following.update(view).filter(|_| fits) else {
            return best_target(view, rng, |_| 0.0);
        };
        let losses = losses(filter, table, &mut self.states);
        best_target(view, rng, |target| {
            let found = losses.iter().find(|(seat, _)| *seat == target);
            -found.map_or(0.0, |(_, loss)| *loss)
        })
    }
}

/// The observer's expected loss by the seat that he draws from.
fn losses(filter: &Filter, table: &OpenTable, states: &mut Vec<OpenState>) -> Vec<(Seat, f64)> {
    open_states(filter, table, states);
    let players = filter.table().rules().players;
    let observer = filter.observer();
    let loss = |target: Seat| {
        let from = (target.index() + players - observer.index()) % players;
        let parts = states.iter();
        parts
            .map(|(_, counts, odd, weight)| weight * table.loss_after(counts, *odd, from))
            .sum()
    };
    let targets = filter.table().targets_of(observer);
    targets.map(|target| (target, loss(target))).collect()
}

/// The number of an open state, the state, and its weight.
type OpenState = (u32, OpenCounts, u8, f64);

/// Every open state of a posterior with its weight, the observer as seat 0.
fn open_states(filter: &Filter, table: &OpenTable, states: &mut Vec<OpenState>) {
    states.clear();
    for (component, chance) in filter.weighted() {
        with_support!(&component.belief,
            support => add_states(filter.hand(), component, support, chance, table, states),
            _pending => {}
        );
    }
    // The same state comes from kinds that events have told apart.
    states.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.3.total_cmp(&b.3)));
    states.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.3 += next.3;
        }
        same
    });
}

fn add_states<K: Key>(
    hand: KindSet,
    component: &Component,
    support: &Support<K>,
    chance: f64,
    table: &OpenTable,
    states: &mut Vec<OpenState>,
) {
    let odd = component.odd;
    let own_odd = u8::from(hand.contains(odd));
    let scale = chance / support.total();
    let of_odd: Option<&Class> = support
        .classes()
        .iter()
        .find(|class| class.kinds.contains(odd));
    for (key, weight) in support.states() {
        let mut counts = OpenCounts::default();
        for class in support.classes() {
            // An even kind is in the own hand if an odd number of others hold it.
            let own = class.holders % 2;
            for (at, &set) in sets(support.others(), usize::from(class.holders))
                .iter()
                .enumerate()
            {
                let count = support.count(key, class, at);
                if count > 0 {
                    table.add(&mut counts, set << 1 | own, count as u8);
                }
            }
        }
        let Some(class) = of_odd else {
            let index = table.index(&counts, own_odd);
            states.push((index, counts, own_odd, weight * scale));
            continue;
        };
        // The odd kind is any member of its class.
        let own = class.holders % 2;
        for (at, &set) in sets(support.others(), usize::from(class.holders))
            .iter()
            .enumerate()
        {
            let count = support.count(key, class, at);
            if count > 0 {
                let mut counts = counts;
                table.remove(&mut counts, set << 1 | own);
                let odd = set << 1 | own_odd;
                let share = count as f64 / class.len() as f64;
                states.push((
                    table.index(&counts, odd),
                    counts,
                    odd,
                    weight * scale * share,
                ));
            }
        }
    }
}

/// Sees all hands and draws from the seat with the least loss, the others playing
/// at random: the best reply. It is handed the hands before each choice and is no
/// honest player.
#[derive(Clone, Debug)]
pub struct OpenHands {
    values: OpenValues,
    /// The hands by seat.
    pub hands: Vec<KindSet>,
}

impl OpenHands {
    /// A player with a table of the rules that it plays by.
    #[must_use]
    pub fn new(values: &OpenValues) -> OpenHands {
        OpenHands {
            values: values.clone(),
            hands: Vec::new(),
        }
    }
}

impl Policy for OpenHands {
    fn choose(&mut self, view: &View<'_>, rng: &mut dyn Rng) -> Seat {
        let players = view.rules().players;
        let table = &self.values.table;
        let own = view.seat().index();
        let turned: Vec<KindSet> = (0..self.hands.len())
            .map(|place| self.hands[(own + place) % self.hands.len()])
            .collect();
        let state = (turned.len() == players && table.fits(view.rules()))
            .then(|| table.state_of(&turned))
            .flatten();
        best_target(view, rng, |target| {
            let from = (target.index() + players - own) % players;
            state
                .as_ref()
                .map_or(0.0, |(counts, odd)| -table.loss_after(counts, *odd, from))
        })
    }
}
