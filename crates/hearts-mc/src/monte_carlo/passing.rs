use std::time::Instant;

use cards_core::{BySeat, CardSet, Seat};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::chance::Doubt;
use super::config::PlayoutPolicy;
use super::players::Players;
use super::race::{Tally, race};
use super::{AdviceError, Budget, MonteCarlo, Objective, PassAdvice, PassFigures};
use crate::greedy::Greedy;
use crate::playout::table::Table;
use crate::policy::Learned;
use crate::policy::passing::{choose, ranked};
use crate::position::Position;
use crate::rules::{PLAYERS, Pass, Rules};
use crate::strategy::Strategy;
use crate::view::View;
use crate::worlds::Worlds;

/// How many passes are tried, and how many more to shoot the moon.
const TRIED: usize = 20;
const SHOTS: usize = 4;

/// What the playouts of passes have in common.
pub(crate) struct Exchange<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) seat: Seat,
    pub(crate) hand: CardSet,
    pub(crate) direction: Pass,
    pub(crate) policy: PlayoutPolicy,
    pub(crate) learned: &'a Learned,
}

/// The hands before the exchange.
pub(crate) struct Dealt {
    hands: BySeat<CardSet, PLAYERS>,
    /// What the others pass.
    gave: BySeat<CardSet, PLAYERS>,
    /// The chances that all candidates meet.
    noise: Pcg64Mcg,
}

impl Exchange<'_> {
    /// A deal of the others' cards, and what they pass.
    pub(crate) fn deal<R: Rng>(&self, worlds: &Worlds, rng: &mut R) -> Dealt {
        let mut hands = worlds.sample(rng);
        hands[self.seat] = self.hand;
        let mut gave = BySeat::default();
        for seat in Seat::all(PLAYERS).filter(|&seat| seat != self.seat) {
            gave[seat] = choose(hands[seat], self.direction, &self.learned.passes.usual);
        }
        let noise = Pcg64Mcg::seed_from_u64(rng.next_u64());
        Dealt { hands, gave, noise }
    }

    /// The end of a deal in which the seat passes these cards.
    pub(crate) fn play(&self, dealt: &Dealt, cards: CardSet, shoots: bool) -> Table {
        let (hands, mut gave, mut noise) = (dealt.hands, dealt.gave, dealt.noise.clone());
        gave[self.seat] = cards;
        let held =
            BySeat::from_fn(|seat| (hands[seat] - gave[seat]) | gave[self.direction.giver(seat)]);
        let position = match Position::new(held, self.rules) {
            Ok(position) => position,
            Err(error) => unreachable!("passed hands: {error}"),
        };
        let mut table = Table::new(&position, self.rules);
        let shooter = shoots.then_some(self.seat.index());
        Players::new(self.policy, shooter, &mut noise)
            .with_weights(&self.learned.play)
            .run(&mut table, self.rules);
        table
    }
}

impl MonteCarlo {
    /// What the playouts say of passes, and which to choose. The candidates are
    /// the passes that learned weights rank highest, some of them to shoot the
    /// moon; the others are taken to pass by the same weights.
    ///
    /// # Errors
    /// If the view's seat is not to pass, or
    /// [`MonteCarloConfig::check`](super::MonteCarloConfig::check) refuses the
    /// settings.
    pub fn advise_pass(&self, view: &View, seed: u64) -> Result<PassAdvice, AdviceError> {
        self.config.check().map_err(AdviceError::Config)?;
        if !view.must_pass() {
            return Err(AdviceError::NotPassing(view.seat()));
        }
        Ok(self.weigh_passes(view, seed))
    }

    /// [`MonteCarlo::advise_pass`] for a seat that is to pass.
    pub(super) fn weigh_passes(&self, view: &View, seed: u64) -> PassAdvice {
        let (hand, direction) = (view.hand(), view.direction());
        if self.is_greedy(hand.len()) {
            return PassAdvice {
                choice: Greedy.pass(view, &mut Pcg64Mcg::seed_from_u64(seed)),
                shoots: false,
                objective: Objective::Points,
                passes: Vec::new(),
                worlds: 0,
                playouts: 0,
            };
        }
        let learned = self.learned();
        let tried = ranked(hand, direction, &learned.passes.usual, TRIED);
        let mut candidates: Vec<(CardSet, bool)> =
            tried.into_iter().map(|cards| (cards, false)).collect();
        if self.config.moon_share <= 1.0 {
            let shots = ranked(hand, direction, &learned.passes.shoot, SHOTS);
            candidates.extend(shots.into_iter().map(|cards| (cards, true)));
        }
        let worlds = match Worlds::new(&view.constraints()) {
            Ok(worlds) => worlds,
            Err(error) => unreachable!("a hand that no deal fits: {error}"),
        };
        let exchange = Exchange {
            rules: view.rules(),
            seat: view.seat(),
            hand,
            direction,
            policy: self.config.policy,
            learned,
        };
        let me = view.seat().index();
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let valuation = self.valuation(view);
        let mut tallies = vec![Tally::new(Doubt::NONE); candidates.len()];
        let mut limits = self.limits(Instant::now(), hand.len(), candidates.len());
        if let Budget::Playouts(playouts) = &mut limits.budget
            && self.config.schedule.is_none()
        {
            *playouts = playouts.saturating_mul(self.config.pass_multiple);
        }
        let (worlds, playouts) = race(
            &mut tallies,
            &limits,
            |count, drawn: &mut Vec<Dealt>| {
                drawn.extend((0..count).map(|_| exchange.deal(&worlds, &mut rng)));
            },
            |index, dealt, tally| {
                let (cards, shoots) = candidates[index];
                let table = exchange.play(dealt, cards, shoots);
                tally.add(&table, &valuation);
            },
        );
        let unlikely = self.unlikely_shots(&tallies, |index| candidates[index].1, me);
        let choice = self.choose(&tallies, 0, &unlikely);
        PassAdvice {
            choice: candidates[choice].0,
            shoots: candidates[choice].1,
            objective: valuation.objective(),
            passes: (candidates.iter().zip(&tallies))
                .map(|(&(cards, shoots), tally)| PassFigures {
                    cards,
                    shoots,
                    value: tally.mean(),
                    points: tally.mean_points(),
                    standard_error: tally.standard_error(),
                    moon: tally.moon(me),
                    worlds: tally.values.len(),
                })
                .collect(),
            worlds,
            playouts,
        }
    }
}
