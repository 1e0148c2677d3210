//! The exact posterior of the hidden hands, event by event.

use cards_core::Seat;
use cards_core::rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;

use crate::component::{Belief, Component, Effect};
use crate::holders::{MAX_OTHERS, Others, Step};
use crate::pending::Pending;
use crate::{
    Draw, EventError, Game, Hand, Kind, KindSet, Marginals, OddCard, Pairing, Problem, Rules,
    Start, StartError, Table, View,
};

/// How much a [`Filter`] may store and compute before it approximates.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Budget {
    /// The most joint states, all hypotheses of the odd kind together. Beyond it
    /// states are thinned at random without bias, and the filter is approximate: see
    /// [`Filter`]. A hypothesis keeps at least one state, so that there may be as many
    /// as hypotheses even where this is less, or 0.
    pub states: usize,
    /// The most multiplications of one pass of the lazy form before it gives way
    /// to the list of states.
    pub lazy_steps: f64,
    /// Whether kinds that no event has told apart are stored together. Without
    /// it the answers are the same and the states more; it is there for tests.
    pub lumped: bool,
    /// Whether states are stored in words of 128 bits where 64 would do; for tests.
    pub wide: bool,
    /// Whether states are listed as soon as that is cheaper than the lazy form, or
    /// only once that is beyond `lazy_steps`; for tests.
    pub eager: bool,
}

impl Budget {
    /// The budget of a number of players. Up to four it is more than any of 10,000
    /// games takes, so that filters stay exact; from five on it keeps events well
    /// below a second.
    #[must_use]
    pub const fn of_players(players: usize) -> Budget {
        Budget {
            states: if players <= 4 { 1 << 21 } else { 1 << 15 },
            lazy_steps: 2e7,
            lumped: true,
            wide: false,
            eager: true,
        }
    }

    /// The budget with another number of states.
    #[must_use]
    pub const fn with_states(self, states: usize) -> Budget {
        Budget { states, ..self }
    }

    /// The budget with another number of multiplications of the lazy form.
    #[must_use]
    pub const fn with_lazy_steps(self, lazy_steps: f64) -> Budget {
        Budget { lazy_steps, ..self }
    }

    /// Keeps every kind apart.
    #[must_use]
    pub const fn unlumped(self) -> Budget {
        Budget {
            lumped: false,
            ..self
        }
    }

    /// Stores states in wide words.
    #[must_use]
    pub const fn wide(self) -> Budget {
        Budget { wide: true, ..self }
    }

    /// Stays with the lazy form for as long as it is affordable.
    #[must_use]
    pub const fn lazy(self) -> Budget {
        Budget {
            eager: false,
            ..self
        }
    }
}

/// The posterior of the hidden hands given all that one seat has seen.
///
/// It starts with the posterior at the deal and is fed one draw after the other.
/// A hidden draw takes each card of the hand with the same chance; that a player
/// chose this seat to draw from is taken to tell nothing about hidden cards. The
/// answers are exact unless [`Filter::is_exact`] says otherwise.
///
/// An approximate filter may give chance 0 to a card that is held, since the states
/// with it may all have been thinned. If something happens that no stored state
/// allows, it begins again from the chances of each kind. It still knows which
/// players cannot hold a card of a kind by what was seen of that kind, but forgets
/// what follows only from several kinds or from the sizes of hands together, and so
/// may accept a draw that an exact filter refuses.
///
/// ```
/// use oldmaid_infer::{Draw, Filter, Hand, Kind, Rules, Start};
/// use cards_core::Seat;
///
/// // ♠Q, 5 and 7 stay; there are two cards of each rank, and ♣Q is out.
/// let rules = Rules {
///     ranks: "Q75".parse()?,
///     suits: 2,
///     players: 3,
///     ..Rules::STANDARD
/// };
/// let kind = |text: &str| text.parse::<Kind>().unwrap();
/// let start = Start {
///     sizes: vec![1, 2, 2],
///     discards: vec![Default::default(); 3],
///     first: Seat::FIRST,
/// };
/// let own: Hand = [kind("5")].into_iter().collect();
/// let mut filter = Filter::new(&rules, Seat::FIRST, &start, &own)?;
/// let [one, two] = [1, 2].map(|index| Seat::new(index).unwrap());
/// assert!((filter.marginals().holds(one, kind("Q")) - 0.5).abs() < 1e-12);
///
/// // Seat 0 draws the queen from seat 2: there it was, and 5 and 7 are known.
/// filter.observe(&Draw::seen(Seat::FIRST, two, kind("Q")))?;
/// assert_eq!(filter.marginals().holds(one, kind("5")), 1.0);
/// assert_eq!(filter.marginals().holds(one, kind("7")), 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Cost
/// An event or a query takes time proportional to the number of joint states: some
/// hundreds with four players on the full pack, up to the [`Budget`] with five and
/// six.
///
/// # Method
/// After its pairs are out a hand has at most one card of a kind, so a joint state
/// is, for each kind, the set of other players who hold it. At the deal a set
/// weighs the product of 1 / (2 d + 1) over its players, where d pairs of the kind
/// are what the player has discarded: of c dealt cards of a kind there are
/// 1 / c! times as many deals.
#[derive(Clone, Debug)]
pub struct Filter {
    pub(crate) table: Table,
    pub(crate) others: Others,
    observer: Seat,
    pub(crate) hand: KindSet,
    pub(crate) components: Vec<Component>,
    budget: Budget,
    rng: Pcg64Mcg,
}

impl Filter {
    /// The posterior at the start, for a seat that holds `hand` once its pairs are
    /// out.
    ///
    /// # Errors
    /// If the rules or the start cannot be, if the hand does not fit them, or if
    /// pairs may be kept.
    pub fn new(
        rules: &Rules,
        observer: Seat,
        start: &Start,
        hand: &Hand,
    ) -> Result<Filter, StartError> {
        Filter::with_budget(
            rules,
            observer,
            start,
            hand,
            Budget::of_players(rules.players),
        )
    }

    /// As [`Filter::new`], with a budget.
    ///
    /// # Errors
    /// As [`Filter::new`].
    pub fn with_budget(
        rules: &Rules,
        observer: Seat,
        start: &Start,
        hand: &Hand,
        budget: Budget,
    ) -> Result<Filter, StartError> {
        let table = Table::new(rules, start)?;
        if rules.pairing == Pairing::Optional {
            return Err(StartError::OptionalPairing);
        }
        let players = rules.players;
        if observer.index() >= players {
            return Err(StartError::NoSuchSeat {
                seat: observer,
                players,
            });
        }
        check_hand(&table, observer, hand)?;
        let others = Others::new(observer, players);
        let log_deal = log_of_deals(rules, start, observer, hand);

        let mut components = Vec::new();
        for odd in rules.odd_kinds().iter() {
            let Some(holders) = holders_of(&table, hand, odd, others.len()) else {
                continue;
            };
            let mut kinds = Vec::new();
            for kind in rules.kinds().iter() {
                let mut weights = [0.0; MAX_OTHERS];
                for (weight, seat) in weights.iter_mut().zip(others.seats()) {
                    let pairs = start.discards[seat.index()].pairs(kind);
                    *weight = 1.0 / f64::from(2 * pairs + 1);
                }
                kinds.push((kind, holders[kind.index()], weights));
            }
            let sizes = sizes_of(&table, others);
            if let Some(pending) = Pending::new(others.len(), sizes, &kinds, budget.lumped) {
                let log = log_deal + log_of_pack(rules, odd);
                components.push(Component::new(odd, log, others.len(), holders, pending));
            }
        }
        if components.is_empty() {
            return Err(StartError::Impossible);
        }
        let mut filter = Filter {
            table,
            others,
            observer,
            hand: hand.kinds(),
            components,
            budget,
            rng: Pcg64Mcg::from_seed([0x5E; 16]),
        };
        if budget.eager {
            let (share, sizes) = (filter.share(), sizes_of(&filter.table, others));
            for component in &mut filter.components {
                if component.direct_is_cheaper(&sizes, others.len()) {
                    component.make_direct(&sizes, others.len(), share.states, &share);
                }
            }
        }
        Ok(filter)
    }

    /// The posterior for what a seat of a game knows.
    ///
    /// # Errors
    /// If pairs may be kept under the game's rules.
    pub fn of_view(view: &View<'_>) -> Result<Filter, StartError> {
        let mut filter = Filter::new(view.rules(), view.seat(), view.start(), view.start_hand())?;
        for draw in view.events() {
            // What a game shows has happened, so it is possible.
            if filter.observe(&draw).is_err() {
                return Err(StartError::Impossible);
            }
        }
        Ok(filter)
    }

    /// The static posterior of what a seat of a game knows: all pairs so far are
    /// taken to have been discarded at the deal, and who drew from whom is
    /// forgotten. It is exact before the first draw and worse than the filter
    /// afterwards.
    ///
    /// # Errors
    /// If pairs may be kept under the game's rules.
    pub fn as_if_dealt(view: &View<'_>) -> Result<Filter, StartError> {
        let mut start = view.start().clone();
        for draw in view.events() {
            for kind in draw.discarded.iter() {
                start.discards[draw.by.index()].add(kind);
            }
        }
        start.sizes = view.table().sizes().collect();
        Filter::new(view.rules(), view.seat(), &start, view.hand())
    }

    /// The posterior at the start of a game, for a seat.
    ///
    /// # Errors
    /// If pairs may be kept under the game's rules.
    pub fn at_start(game: &Game, seat: Seat) -> Result<Filter, StartError> {
        let hand = game
            .start_hands()
            .get(seat.index())
            .copied()
            .unwrap_or_default();
        Filter::new(game.table().rules(), seat, game.start(), &hand)
    }

    /// The seat that observes.
    #[must_use]
    pub const fn observer(&self) -> Seat {
        self.observer
    }

    /// The observer's hand.
    #[must_use]
    pub const fn hand(&self) -> KindSet {
        self.hand
    }

    /// Sizes, discards and turn.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Whether nothing has been left out. Once approximate, a filter stays so.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.components.iter().all(|component| component.exact)
    }

    /// How many joint states are stored; 0 for as long as the lazy form is used.
    #[must_use]
    pub fn states(&self) -> usize {
        self.components.iter().map(Component::states).sum()
    }

    /// The natural logarithm of the probability of all that was seen: the own
    /// hand, the pairs of the deal, and every draw, but not the choice of whom to
    /// draw from. If the odd kind is unknown, it is averaged over.
    #[must_use]
    pub fn log_evidence(&self) -> f64 {
        let most = self
            .components
            .iter()
            .map(|component| component.log_weight)
            .fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = self
            .components
            .iter()
            .map(|component| (component.log_weight - most).exp())
            .sum();
        most + sum.ln()
    }

    /// The chance that a kind is the odd one.
    #[must_use]
    pub fn odd_kind(&self, kind: Kind) -> f64 {
        let evidence = self.log_evidence();
        let own = self
            .components
            .iter()
            .filter(|component| component.odd == kind);
        own.map(|component| (component.log_weight - evidence).exp())
            .sum()
    }

    /// Takes a draw into account, as the observer sees it: the card must be given
    /// if the observer drew it or gave it, or if it was paired.
    ///
    /// # Errors
    /// If the draw cannot have happened; the filter is then as it was.
    pub fn observe(&mut self, draw: &Draw) -> Result<(), EventError> {
        let event = self.table.draws() + 1;
        let refuse = |problem| EventError { event, problem };
        let draw = self.table.check(draw).map_err(refuse)?;
        let (effect, problem) = self.effect(&draw).map_err(refuse)?;
        let hand = self.hand_after(&draw);

        let (others, share) = (self.others.len(), self.share());
        let sizes = sizes_of(&self.table, self.others);
        let mut possible = false;
        let rng = self.rng.clone();
        for component in &mut self.components {
            possible |= component.propose(effect, &sizes, others, &share, &mut self.rng);
        }
        if !possible {
            self.components.iter_mut().for_each(Component::withdraw);
            self.rng = rng;
            return Err(refuse(problem));
        }
        let size = self.table.size(draw.from) as f64;
        self.table.apply(&draw);
        self.hand = hand;
        self.components.retain(Component::survives);
        let sizes = sizes_of(&self.table, self.others);
        let share = self.share();
        for component in &mut self.components {
            component.log_weight -= size.ln();
            component.commit(effect, &sizes, others, &share, &mut self.rng);
        }
        Ok(())
    }

    /// What a draw does to the hidden cards, and what is wrong with it if it turns
    /// out to be impossible.
    fn effect(&self, draw: &Draw) -> Result<(Effect, Problem), Problem> {
        let Draw {
            by,
            from,
            card,
            discarded,
        } = *draw;
        let paired = !discarded.is_empty();
        let observer = self.observer;
        if let (Some(kind), true) = (card, paired) {
            self.check_seen(kind, by, from)?;
        }
        match (self.others.place(by), self.others.place(from)) {
            (None, Some(giver)) => {
                let kind = card.ok_or(Problem::CardUnknown { seat: observer })?;
                match (self.hand.contains(kind), paired) {
                    (true, false) => {
                        return Err(Problem::MustPair {
                            by,
                            kind: Some(kind),
                        });
                    }
                    (false, true) => return Err(Problem::CannotPair { by, kind }),
                    _ => {}
                }
                let giver = 1 << giver;
                let step = Step {
                    needs: giver,
                    lacks: 0,
                    removes: giver,
                    adds: 0,
                };
                Ok((
                    Effect::Named { kind, step },
                    Problem::CannotHold { from, kind },
                ))
            }
            (Some(taker), None) => {
                let kind = card.ok_or(Problem::CardUnknown { seat: observer })?;
                if !self.hand.contains(kind) {
                    return Err(Problem::CannotHold { from, kind });
                }
                let taker = 1 << taker;
                if paired {
                    let step = Step {
                        needs: taker,
                        lacks: 0,
                        removes: taker,
                        adds: 0,
                    };
                    Ok((
                        Effect::Named { kind, step },
                        Problem::CannotPair { by, kind },
                    ))
                } else {
                    let step = Step {
                        needs: 0,
                        lacks: taker,
                        removes: 0,
                        adds: taker,
                    };
                    Ok((
                        Effect::Named { kind, step },
                        Problem::MustPair {
                            by,
                            kind: Some(kind),
                        },
                    ))
                }
            }
            (Some(taker), Some(giver)) => match (card, paired) {
                (Some(kind), true) => {
                    let both = 1 << taker | 1 << giver;
                    let step = Step {
                        needs: both,
                        lacks: 0,
                        removes: both,
                        adds: 0,
                    };
                    Ok((
                        Effect::Named { kind, step },
                        Problem::CannotPair { by, kind },
                    ))
                }
                (Some(kind), false) => Err(Problem::CardUnseen {
                    seat: observer,
                    kind,
                }),
                (None, _) => {
                    let effect = Effect::Hidden {
                        by: taker,
                        from: giver,
                    };
                    Ok((effect, Problem::MustPair { by, kind: None }))
                }
            },
            // The table has refused a draw from the own hand.
            (None, None) => Err(Problem::OwnHand { by }),
        }
    }

    /// Checks that a pair does not bring the cards of its kind beyond the pack.
    fn check_seen(&self, kind: Kind, by: Seat, from: Seat) -> Result<(), Problem> {
        let copies = self.table.rules().copies(kind);
        let mut seen = 2 * (self.table.discards().pairs(kind) + 1);
        if by != self.observer && from != self.observer {
            seen += u8::from(self.hand.contains(kind));
        }
        if seen > copies {
            return Err(Problem::TooMany { kind, copies });
        }
        Ok(())
    }

    fn hand_after(&self, draw: &Draw) -> KindSet {
        match draw.card {
            Some(card) if draw.from == self.observer => self.hand.without(card),
            Some(card) if draw.by == self.observer && draw.discarded.is_empty() => {
                self.hand.with(card)
            }
            Some(card) if draw.by == self.observer => self.hand.without(card),
            _ => self.hand,
        }
    }

    /// Each hypothesis's part of the budget.
    fn share(&self) -> Budget {
        let hypotheses = self.components.len().max(1);
        Budget {
            states: (self.budget.states / hypotheses).max(1),
            lazy_steps: self.budget.lazy_steps / hypotheses as f64,
            ..self.budget
        }
    }

    /// Lists the joint states even where the lazy form would do; says whether they
    /// are within the budget.
    pub(crate) fn make_direct(&mut self) -> bool {
        let (share, sizes) = (self.share(), sizes_of(&self.table, self.others));
        let others = self.others.len();
        let mut all = true;
        for component in &mut self.components {
            all &= component.make_direct(&sizes, others, share.states, &share);
        }
        all
    }

    /// The chances of every holding.
    ///
    /// Takes time proportional to the number of joint states.
    #[must_use]
    pub fn marginals(&self) -> Marginals {
        Marginals::of(self)
    }

    /// Each hypothesis with its chance.
    pub(crate) fn weighted(&self) -> impl Iterator<Item = (&Component, f64)> {
        let evidence = self.log_evidence();
        let chance = move |component: &Component| (component.log_weight - evidence).exp();
        self.components
            .iter()
            .map(move |component| (component, chance(component)))
    }

    /// Whether any hypothesis is still in the lazy form.
    #[must_use]
    pub fn is_lazy(&self) -> bool {
        self.components
            .iter()
            .any(|component| matches!(component.belief, Belief::Lazy(_)))
    }
}

/// How many cards each of the others holds.
pub(crate) fn sizes_of(table: &Table, others: Others) -> [u8; MAX_OTHERS] {
    let mut sizes = [0; MAX_OTHERS];
    for (size, seat) in sizes.iter_mut().zip(others.seats()) {
        *size = table.size(seat) as u8;
    }
    sizes
}

/// How many others hold a card of each kind, or `None` if that cannot be.
fn holders_of(table: &Table, hand: &Hand, odd: Kind, others: usize) -> Option<[u8; Kind::COUNT]> {
    let mut holders = [0; Kind::COUNT];
    for kind in table.rules().kinds().iter() {
        let gone = 2 * table.discards().pairs(kind) + hand.count(kind);
        let left = table.rules().dealt_copies(kind, odd).checked_sub(gone)?;
        if usize::from(left) > others {
            return None;
        }
        holders[kind.index()] = left;
    }
    Some(holders)
}

fn check_hand(table: &Table, observer: Seat, hand: &Hand) -> Result<(), StartError> {
    if hand.len() != table.size(observer) {
        return Err(StartError::OwnSize {
            hand: hand.len(),
            size: table.size(observer),
        });
    }
    if let Some(kind) = hand.pairs().nth(0) {
        return Err(StartError::KeptPair {
            seat: observer,
            kind,
        });
    }
    for kind in hand.kinds().iter() {
        let copies = table.rules().copies(kind);
        if copies == 0 {
            return Err(StartError::NoSuchKind {
                seat: observer,
                kind,
            });
        }
        if 2 * table.discards().pairs(kind) + 1 > copies {
            return Err(StartError::TooMany {
                seat: observer,
                kind,
                copies,
            });
        }
    }
    Ok(())
}

/// ln n!
fn log_factorial(n: usize) -> f64 {
    (2..=n).map(|factor| (factor as f64).ln()).sum()
}

/// The logarithm of what all hypotheses share: the hands' orders over those of the
/// pack, and 1 / c! for every known number of dealt cards.
fn log_of_deals(rules: &Rules, start: &Start, observer: Seat, hand: &Hand) -> f64 {
    let mut log = -log_factorial(rules.cards());
    for seat in rules.seats() {
        let discards = &start.discards[seat.index()];
        log += log_factorial(start.sizes[seat.index()] + 2 * discards.total());
        for kind in rules.kinds().iter() {
            let own = if seat == observer {
                hand.count(kind)
            } else {
                0
            };
            log -= log_factorial(usize::from(2 * discards.pairs(kind) + own));
        }
    }
    log
}

/// The logarithm of the chance that a kind is the odd one, and of the orders of the
/// pack's equal cards if it is.
fn log_of_pack(rules: &Rules, odd: Kind) -> f64 {
    let orders = rules
        .kinds()
        .iter()
        .map(|kind| log_factorial(rules.dealt_copies(kind, odd).into()));
    let prior = match rules.odd_card {
        OddCard::Joker | OddCard::Removed(_) => 1.0,
        OddCard::Unknown => f64::from(rules.copies(odd)) / (rules.cards() + 1) as f64,
    };
    orders.sum::<f64>() + prior.ln()
}
