//! One step ahead, then as if all hands were open.

use std::sync::Arc;

use cards_core::Seat;
use cards_core::rand_core::Rng;

use super::belief::Following;
use super::{Policy, best_target};
use crate::component::{Component, with_support};
use crate::exact::{ByTarget, OpenCounts, OpenTable};
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
    /// 10⁻⁴. With four players that takes about a second and 17 MB.
    ///
    /// # Errors
    /// If such games are not solved; see [`OpenGame`].
    pub fn new(rules: &Rules, skill: Skill) -> Result<OpenValues, OpenGameError> {
        Ok(OpenValues::of_game(OpenGame::new(rules)?, skill))
    }

    /// The values of a game in which the others may be keen on pairs.
    #[must_use]
    pub fn of_game(game: OpenGame, skill: Skill) -> OpenValues {
        OpenValues {
            table: Arc::new(OpenTable::new(game, skill, TOLERANCE)),
        }
    }

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
        Some(losses(&listed, &self.table))
    }

    /// The chance that a seat loses, by the seat that it draws from next, if all
    /// hands are as given, by seat, and it is to move. `None` if that is no position
    /// of the table's game, or if there is nobody to draw from.
    #[must_use]
    pub fn open_losses(&self, hands: &[KindSet], seat: Seat) -> Option<Vec<(Seat, f64)>> {
        Some(self.open_position(hands, seat)?.0)
    }

    /// The chance that a seat loses if all hands are as given, by seat, and it is to
    /// move and chooses with the skill of the table. `None` as for
    /// [`OpenValues::open_losses`].
    ///
    /// Against players who choose at random, the sum over a player's choices of what
    /// its choice loses more than this has the same mean as its share of lost games
    /// less that [at the deal](OpenValues::losses_at_deal), whoever the player is. It
    /// varies much less, since the luck of every draw is left out.
    #[must_use]
    pub fn open_loss(&self, hands: &[KindSet], seat: Seat) -> Option<f64> {
        let (losses, odd) = self.open_position(hands, seat)?;
        let best = losses.iter().map(|(_, loss)| *loss);
        let best = best.fold(f64::INFINITY, f64::min);
        let mean = losses.iter().map(|(_, loss)| loss).sum::<f64>() / losses.len() as f64;
        let chance = self.table.chance_of_best(odd);
        Some(chance * best + (1.0 - chance) * mean)
    }

    /// The chance that the player loses who moves first, second, and so on, before the
    /// deal. With four players on the full pack it adds up 310,080 states.
    #[must_use]
    pub fn losses_at_deal(&self) -> Vec<f64> {
        self.table.losses_at_deal()
    }

    /// The losses by target, and who holds the odd kind, seen from the seat.
    fn open_position(&self, hands: &[KindSet], seat: Seat) -> Option<(Vec<(Seat, f64)>, u8)> {
        let (players, own) = (hands.len(), seat.index());
        if players != self.table.players() || hands.get(own)?.is_empty() {
            return None;
        }
        let turned: Vec<KindSet> = (0..players)
            .map(|place| hands[(own + place) % players])
            .collect();
        let (counts, odd) = self.table.state_of(&turned)?;
        let losses = self.table.by_target(&counts, odd);
        let targets = self.table.targets(&counts, odd);
        let losses: Vec<(Seat, f64)> = targets
            .map(|from| (seat.plus(from, players), losses[from - 1]))
            .collect();
        (!losses.is_empty()).then_some((losses, odd))
    }
}

/// How far values may be from their limits; games last some dozens of draws, and
/// choices differ by more.
const TOLERANCE: f64 = 1e-5;

/// Draws from the seat with the least expected loss, where every hidden state is
/// valued as the open game from the next turn on: the Q-MDP approximation (Littman,
/// Cassandra and Kaelbling, 'Learning policies for partially observable
/// environments', ICML 1995). The open game is played with the skill of the table,
/// which tells how much of what is hidden the player is expected to see later; a good
/// one is [`Skill::HIDDEN`].
///
/// Against three random players it loses 15.2 % of games (`cargo xtask run
/// oldmaid/policies`), where one who sees all hands loses 8.9 %. What was tried to get
/// closer and did not lose measurably less, at standard errors of 0.03 to 0.1 %: other
/// skills; adding to each loss a multiple of the chance of a pair or of the joker;
/// values fitted to what later choices give away, by linear regression on twenty
/// features of the posterior; and sampling, for close choices, the posteriors of the
/// next two own turns.
///
/// Others who seek pairs are better met with a table of a game in which they do
/// ([`OpenGame::with_keen_others`], with a chance of 0.5): a random player among three of
/// that kind loses 35.3 % and among three of this 34.9 %, but against three random
/// players it loses 15.9 %.
#[derive(Clone, Debug)]
pub struct LookAhead {
    values: OpenValues,
    following: Following,
}

impl LookAhead {
    /// A player with a table of the rules that it plays by.
    #[must_use]
    pub fn new(values: &OpenValues) -> LookAhead {
        LookAhead {
            values: values.clone(),
            following: Following::default(),
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
        let losses = losses(filter, table);
        best_target(view, rng, |target| {
            let found = losses.iter().find(|(seat, _)| *seat == target);
            -found.map_or(0.0, |(_, loss)| *loss)
        })
    }
}

/// The observer's expected loss by the seat that he draws from.
fn losses(filter: &Filter, table: &OpenTable) -> Vec<(Seat, f64)> {
    let mut losses = ByTarget::default();
    for (component, chance) in filter.weighted() {
        with_support!(&component.belief,
            support => each_open_state(filter.hand(), component, support, table, |counts, odd, weight| {
                let values = table.by_target(counts, odd);
                for (loss, value) in losses.iter_mut().zip(values) {
                    *loss += chance * weight * value;
                }
            }),
            _pending => {}
        );
    }
    let players = filter.table().rules().players;
    let observer = filter.observer();
    let steps = |target: Seat| (target.index() + players - observer.index()) % players;
    let targets = filter.table().targets_of(observer);
    targets
        .map(|target| (target, losses[steps(target) - 1]))
        .collect()
}

/// Every open state of a hypothesis with its chance, the observer as seat 0. The same
/// state comes more than once where events have told kinds apart.
fn each_open_state<K: Key>(
    hand: KindSet,
    component: &Component,
    support: &Support<K>,
    table: &OpenTable,
    mut found: impl FnMut(&OpenCounts, u8, f64),
) {
    let odd = component.odd;
    let own_odd = u8::from(hand.contains(odd));
    let scale = 1.0 / support.total();
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
            found(&counts, own_odd, weight * scale);
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
                let share = count as f64 / class.len() as f64;
                found(&counts, set << 1 | own_odd, weight * scale * share);
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
        let fits = self.values.table.fits(view.rules());
        let losses = fits
            .then(|| self.values.open_losses(&self.hands, view.seat()))
            .flatten();
        best_target(view, rng, |target| {
            let mut losses = losses.iter().flatten();
            let found = losses.find(|(seat, _)| *seat == target);
            -found.map_or(0.0, |(_, loss)| *loss)
        })
    }
}
