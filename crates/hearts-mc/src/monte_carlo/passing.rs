use cards_core::{BySeat, Card, CardSet, Rank, Suit};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::players::Players;
use super::race::{Tally, race};
use super::value::Valuation;
use super::{AdviceError, MonteCarlo, PassAdvice, PassFigures};
use crate::playout::run;
use crate::playout::table::Table;
use crate::position::Position;
use crate::rules::{PASSED, PLAYERS};
use crate::view::View;
use crate::worlds::Worlds;

/// Of so many of the cards that a hand would rather be without, every three are
/// a candidate.
const POOL: usize = 6;

/// The three cards to pass by a rule of thumb, and the order of the first few.
pub(super) fn ranked(hand: CardSet) -> Vec<Card> {
    let mut left = hand;
    let mut ranked = Vec::with_capacity(POOL);
    while ranked.len() < POOL {
        let Some(card) = left.iter().max_by_key(|&card| danger(left, card)) else {
            break;
        };
        left.remove(card);
        ranked.push(card);
    }
    ranked
}

/// How much a hand would rather be without a card.
fn danger(hand: CardSet, card: Card) -> u32 {
    let rank = card.rank() as u32;
    let suited = hand.in_suit(card.suit());
    match card.suit() {
        Suit::Spades => {
            let below = |card: &Card| card.rank() < Rank::Queen;
            let unguarded = suited.iter().filter(below).count() < 4;
            match card.rank() {
                Rank::Queen if unguarded => 100,
                Rank::King | Rank::Ace if unguarded => 90,
                _ => rank / 2,
            }
        }
        Suit::Hearts => rank + 4,
        // A short suit can be got rid of.
        _ => rank + [0, 6, 4, 2].get(suited.len()).copied().unwrap_or(0),
    }
}

impl MonteCarlo {
    /// What the playouts say of passes, and which to choose. The candidates are
    /// all threes of the six cards that the hand would rather be without; the
    /// others are taken to pass by the same rule of thumb.
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
        let (hand, me) = (view.hand(), view.seat());
        let (rules, direction) = (view.rules(), view.direction());
        let pool = ranked(hand);
        let mut passes: Vec<CardSet> = Vec::new();
        for (place, &first) in pool.iter().enumerate() {
            for (next, &second) in pool.iter().enumerate().skip(place + 1) {
                for &third in &pool[next + 1..] {
                    passes.push(CardSet::from_cards(&[first, second, third]));
                }
            }
        }
        let worlds = match Worlds::new(&view.constraints()) {
            Ok(worlds) => worlds,
            Err(error) => unreachable!("a hand that no deal fits: {error}"),
        };
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut noise = Pcg64Mcg::seed_from_u64(rng.next_u64());
        let valuation = Valuation::new(view, self.config.objective);
        let mut tallies = vec![Tally::new(); passes.len()];
        let (worlds, playouts) = race(
            &mut tallies,
            &self.limits(),
            |count, drawn: &mut Vec<_>| {
                for _ in 0..count {
                    let mut hands = worlds.sample(&mut rng);
                    hands[me] = hand;
                    let others =
                        hands.map(|hand| CardSet::from_iter(ranked(hand).into_iter().take(PASSED)));
                    let noise = Pcg64Mcg::seed_from_u64(noise.next_u64());
                    drawn.push((hands, others, noise));
                }
            },
            |index, (hands, others, noise), tally| {
                let mut noise = noise.clone();
                let mut players = Players::new(self.config.policy, None, &mut noise);
                let mut gave: BySeat<CardSet, PLAYERS> = *others;
                gave[me] = passes[index];
                let held = BySeat::from_fn(|seat| {
                    (hands[seat] - gave[seat]) | gave[direction.giver(seat)]
                });
                let position = match Position::new(held, rules) {
                    Ok(position) => position,
                    Err(error) => unreachable!("passed hands: {error}"),
                };
                let mut table = Table::new(&position, rules);
                run(&mut table, rules, &mut players);
                tally.add(&table, &valuation);
            },
        );
        let choice = self.choose(&tallies, 0, &[]);
        PassAdvice {
            choice: passes[choice],
            objective: valuation.objective(),
            passes: (passes.iter().zip(&tallies))
                .map(|(&cards, tally)| PassFigures {
                    cards,
                    value: tally.mean(),
                    points: tally.mean_points(),
                    standard_error: tally.standard_error(),
                    moon: tally.moon(me.index()),
                    worlds: tally.values.len(),
                })
                .collect(),
            worlds,
            playouts,
        }
    }
}
