//! The posterior under one hypothesis of the odd kind, in whichever form is the
//! cheaper.

use rand_pcg::Pcg64Mcg;

use crate::filter::Budget;
use crate::holders::{Holders, MAX_OTHERS, Step, WeightedSets, sets};
use crate::pending::Pending;
use crate::possible::Possible;
use crate::support::{Key, Support};
use crate::{Kind, KindSet};

/// A joint distribution of the holders of each kind.
#[derive(Clone, Debug)]
pub(crate) enum Belief {
    /// The deal's weights with open hidden draws.
    Lazy(Box<Pending>),
    /// Every joint state, for up to four players.
    Narrow(Support<u64>),
    /// Every joint state, for five and six players.
    Wide(Support<u128>),
}

/// Calls the same method of either support.
macro_rules! with_support {
    ($belief:expr, $support:ident => $direct:expr, $pending:ident => $lazy:expr) => {
        match $belief {
            $crate::component::Belief::Narrow($support) => $direct,
            $crate::component::Belief::Wide($support) => $direct,
            $crate::component::Belief::Lazy($pending) => $lazy,
        }
    };
}
pub(crate) use with_support;

/// What an event does to the hidden cards.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Effect {
    /// A card moves from one other player to another unseen and pairs with
    /// nothing.
    Hidden { by: usize, from: usize },
    /// It names a kind.
    Named { kind: Kind, step: Step },
}

/// What is to become of a component if the event is accepted.
#[derive(Clone, Debug)]
enum Proposal {
    Nothing,
    Lazy(Box<Pending>),
    Direct,
}

/// The posterior under one hypothesis.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    /// The odd kind.
    pub(crate) odd: Kind,
    /// The logarithm of the probability of the hypothesis and all that was seen.
    pub(crate) log_weight: f64,
    /// How many others hold a card of each kind.
    pub(crate) holders: [u8; Kind::COUNT],
    pub(crate) belief: Belief,
    /// Whether nothing was left out.
    pub(crate) exact: bool,
    possible: Possible,
    proposal: Proposal,
    proposed_log: f64,
    /// What the proposal replaced: the belief, and whether it was exact.
    replaced: Option<(Belief, bool)>,
}

impl Component {
    /// The posterior at the deal.
    pub(crate) fn new(
        odd: Kind,
        log_prior: f64,
        others: usize,
        holders: [u8; Kind::COUNT],
        pending: Pending,
    ) -> Component {
        Component {
            odd,
            log_weight: log_prior + pending.total().ln(),
            holders,
            belief: Belief::Lazy(Box::new(pending)),
            exact: true,
            possible: Possible::at_deal(others, &holders),
            proposal: Proposal::Nothing,
            proposed_log: f64::NEG_INFINITY,
            replaced: None,
        }
    }

    /// Works out the probability of an event, leaving aside which card of the
    /// hand is drawn, and what follows; says whether it is possible. The belief may
    /// be replaced for it, until [`Component::withdraw`].
    pub(crate) fn propose(
        &mut self,
        effect: Effect,
        sizes: &[u8; MAX_OTHERS],
        others: usize,
        budget: &Budget,
        rng: &mut Pcg64Mcg,
    ) -> bool {
        self.proposal = Proposal::Nothing;
        self.proposed_log = f64::NEG_INFINITY;
        self.replaced = None;
        if !self.possible.survives(effect) {
            return false;
        }
        if let Effect::Named { kind, step } = effect {
            let holders = self.holders[kind.index()];
            let after = u32::from(holders) + step.adds.count_ones();
            if step.needs.count_ones() > u32::from(holders) || after > others as u32 {
                return false;
            }
        }
        self.make_affordable(effect, sizes, others, budget, rng);
        if self.try_propose(effect) {
            return true;
        }
        if self.exact {
            return false;
        }
        // What was left out may be what has happened: begin again from the
        // marginals, in which every possible set has a chance.
        match self.restarted(sizes, others) {
            Some(pending) => {
                self.replace(Belief::Lazy(Box::new(pending)));
                self.try_propose(effect)
            }
            None => false,
        }
    }

    /// Takes another belief and keeps what was there before the proposal.
    fn replace(&mut self, belief: Belief) {
        let old = core::mem::replace(&mut self.belief, belief);
        self.replaced.get_or_insert((old, self.exact));
    }

    /// Takes back the last proposal, so that nothing has changed.
    pub(crate) fn withdraw(&mut self) {
        self.proposal = Proposal::Nothing;
        if let Some((belief, exact)) = self.replaced.take() {
            self.belief = belief;
            self.exact = exact;
        }
    }

    fn try_propose(&mut self, effect: Effect) -> bool {
        if let Effect::Named { kind, step } = effect {
            let has_room = with_support!(&self.belief, support => support.has_room(kind, step), _pending => true);
            if !has_room {
                // The proposal lays out the states anew, maybe more of them.
                self.replace(self.belief.clone());
            }
        }
        let probability = with_support!(&mut self.belief,
            support => {
                self.proposal = Proposal::Direct;
                match effect {
                    Effect::Hidden { by, from } => support.propose_hidden(by, from),
                    Effect::Named { kind, step } => support.propose_step(kind, step),
                }
            },
            pending => {
                let next = match effect {
                    Effect::Hidden { by, from } => pending.with_hidden(by, from),
                    Effect::Named { kind, step } => pending.with_step(kind, step),
                };
                match next {
                    Some(next) => {
                        let probability = next.total() / pending.total();
                        self.proposal = Proposal::Lazy(Box::new(next));
                        probability
                    }
                    None => 0.0,
                }
            }
        );
        if probability > 0.0 {
            self.proposed_log = probability.ln();
            true
        } else {
            self.proposal = Proposal::Nothing;
            false
        }
    }

    /// Whether the last proposal is possible.
    pub(crate) fn survives(&self) -> bool {
        !matches!(self.proposal, Proposal::Nothing)
    }

    /// Accepts the last proposal.
    pub(crate) fn commit(
        &mut self,
        effect: Effect,
        sizes: &[u8; MAX_OTHERS],
        others: usize,
        budget: &Budget,
        rng: &mut Pcg64Mcg,
    ) {
        self.replaced = None;
        self.log_weight += self.proposed_log;
        self.possible.follow(effect);
        if let Effect::Named { kind, step } = effect {
            let holders = &mut self.holders[kind.index()];
            *holders = step.change(*holders);
        }
        match core::mem::replace(&mut self.proposal, Proposal::Nothing) {
            Proposal::Nothing => {}
            Proposal::Lazy(pending) => {
                self.belief = Belief::Lazy(pending);
                if budget.eager && self.direct_is_cheaper(sizes, others) {
                    self.make_direct(sizes, others, budget.states, budget);
                }
            }
            Proposal::Direct => {
                let limit = budget.states;
                with_support!(&mut self.belief, support => support.commit(), _pending => {});
                if self.states() > limit {
                    with_support!(&mut self.belief, support => support.thin(limit, rng), _pending => {});
                    self.exact = false;
                }
            }
        }
    }

    /// How many joint states are stored; 0 for the lazy form.
    pub(crate) fn states(&self) -> usize {
        with_support!(&self.belief, support => support.len(), _pending => 0)
    }

    /// Leaves the lazy form if one more hidden draw is beyond the budget.
    fn make_affordable(
        &mut self,
        effect: Effect,
        sizes: &[u8; MAX_OTHERS],
        others: usize,
        budget: &Budget,
        rng: &mut Pcg64Mcg,
    ) {
        let Belief::Lazy(pending) = &self.belief else {
            return;
        };
        let affordable = pending.cost_of_next() <= budget.lazy_steps && pending.draws() < 20;
        if matches!(effect, Effect::Named { .. }) || affordable {
            return;
        }
        // More states than the budget, if they can be listed at all, are thinned;
        // if not, states are drawn.
        let most = budget.states.saturating_mul(LISTED_PER_STATE);
        let Some(belief) = self.listed(sizes, others, most, budget) else {
            let sampled = sampled(pending, others, budget.states, rng);
            self.replace(sampled);
            self.exact = false;
            return;
        };
        self.replace(belief);
        if self.states() > budget.states {
            with_support!(&mut self.belief, support => support.thin(budget.states, rng), _pending => {});
            self.exact = false;
        }
    }

    /// Whether going on with the list of states takes less time than with the lazy
    /// form.
    pub(crate) fn direct_is_cheaper(&self, sizes: &[u8; MAX_OTHERS], others: usize) -> bool {
        match &self.belief {
            Belief::Lazy(pending) => {
                others <= 3 || pending.states_bound(sizes) * STATE_COST <= pending.cost_of_next()
            }
            Belief::Narrow(_) | Belief::Wide(_) => true,
        }
    }

    /// Lists every joint state, if they are not more than a limit.
    pub(crate) fn make_direct(
        &mut self,
        sizes: &[u8; MAX_OTHERS],
        others: usize,
        limit: usize,
        budget: &Budget,
    ) -> bool {
        if !matches!(self.belief, Belief::Lazy(_)) {
            return true;
        }
        match self.listed(sizes, others, limit, budget) {
            Some(belief) => {
                self.belief = belief;
                true
            }
            None => false,
        }
    }

    /// Every joint state of the lazy form, if they are not more than a limit.
    fn listed(
        &self,
        sizes: &[u8; MAX_OTHERS],
        others: usize,
        limit: usize,
        budget: &Budget,
    ) -> Option<Belief> {
        let Belief::Lazy(pending) = &self.belief else {
            return None;
        };
        if pending.states_bound(sizes) > limit as f64 * BOUND_SLACK {
            None
        } else if others <= 3 && !budget.wide {
            direct::<u64>(pending, others, limit).map(Belief::Narrow)
        } else {
            direct::<u128>(pending, others, limit).map(Belief::Wide)
        }
    }

    /// The weight of each set of holders of each kind, all weights together 1 a
    /// kind.
    pub(crate) fn sets(&self, others: usize, mut found: impl FnMut(Kind, Holders, f64)) {
        with_support!(&self.belief,
            support => {
                let mut sums = Vec::with_capacity(32);
                for class in support.classes() {
                    let all = sets(others, usize::from(class.holders));
                    sums.clear();
                    sums.resize(all.len(), 0.0);
                    support.add_counts(class, &mut sums);
                    let scale = 1.0 / (support.total() * class.len() as f64);
                    for kind in class.kinds.iter() {
                        for (&set, sum) in all.iter().zip(&sums) {
                            found(kind, set, sum * scale);
                        }
                    }
                }
            },
            pending => {
                let total = pending.total();
                pending.sets(|_, _| true, |track, set, weight| found(track.kind, set, weight / total));
            }
        );
    }

    /// A product of the marginals, with a little weight for every set that the kind
    /// alone does not exclude.
    fn restarted(&self, sizes: &[u8; MAX_OTHERS], others: usize) -> Option<Pending> {
        let mut kinds: Vec<(Kind, u8, WeightedSets)> = Vec::new();
        for (index, &holders) in self
            .holders
            .iter()
            .enumerate()
            .filter(|(_, holders)| **holders > 0)
        {
            let kind = Kind::from_index(index)?;
            let all = sets(others, usize::from(holders)).iter();
            let possible = all.filter(|&&set| self.possible.allows(kind, set));
            kinds.push((kind, holders, possible.map(|&set| (set, FLOOR)).collect()));
        }
        self.sets(others, |kind, set, weight| {
            let entry = kinds.iter_mut().find(|(other, ..)| *other == kind);
            let weights = entry.into_iter().flat_map(|(.., weights)| weights);
            for (_, sum) in weights.filter(|(other, _)| *other == set) {
                *sum += weight;
            }
        });
        Pending::of_product(others, *sizes, kinds)
    }
}

/// The weight that every possible set keeps when an approximation begins again.
const FLOOR: f64 = 1e-4;

/// What a state costs an event, in multiplications of the lazy form: a dozen moves
/// that each look for a key.
const STATE_COST: f64 = 100.0;

/// How many states may be listed for each state of the budget, before all but
/// these are thinned.
const LISTED_PER_STATE: usize = 4;

/// How far the bound of the number of states may lie above the limit for an
/// enumeration to be tried.
const BOUND_SLACK: f64 = 4.0;

/// A support without states for the kinds of the lazy form.
fn empty<K: Key>(pending: &Pending, others: usize) -> Support<K> {
    let mut classes: Vec<(usize, KindSet, u8)> = Vec::new();
    for track in pending.tracks() {
        match classes.iter_mut().find(|(class, ..)| *class == track.class) {
            Some((_, kinds, _)) => *kinds = kinds.with(track.kind),
            None => classes.push((track.class, KindSet::of(track.kind), track.holders)),
        }
    }
    let classes: Vec<_> = classes
        .into_iter()
        .map(|(_, kinds, holders)| (kinds, holders))
        .collect();
    Support::new(others, &classes)
}

/// Joint states drawn from the lazy form.
fn sampled(pending: &Pending, others: usize, count: usize, rng: &mut Pcg64Mcg) -> Belief {
    let mut support = empty::<u128>(pending, others);
    for _ in 0..count {
        let sets = pending.sample(rng);
        support.add(
            pending.tracks().iter().map(|track| track.kind).zip(sets),
            1.0,
        );
    }
    Belief::Wide(support)
}

/// Every joint state of the lazy form, if they are not more than a limit.
fn direct<K: Key>(pending: &Pending, others: usize, limit: usize) -> Option<Support<K>> {
    let mut support = empty::<K>(pending, others);
    let whole = pending.enumerate(limit, |holders, weight| {
        let kinds = pending.tracks().iter().map(|track| track.kind);
        support.add(kinds.zip(holders.iter().copied()), weight);
    });
    whole.then_some(support)
}
