use cards_core::{BySeat, CardSet};
use rand_core::Rng;

use super::{WeightError, Weighted, Worlds};
use crate::playout::table::Table;
use crate::policy::passing::{exponential, likelihood};
use crate::policy::{Learned, features};
use crate::position::Position;
use crate::rules::{PASSED, PLAYERS};
use crate::view::View;

/// A model of how the others pass and play: how likely each deal that agrees with a
/// view makes what has been seen of them.
///
/// They are taken to choose with chances in proportion to the exponential of
/// `sharpness` times the scores that the Monte-Carlo player's own policy gives, and
/// now and then at random. Weighed so, deals tell more about the hidden cards than
/// equally likely ones; the player itself takes less from them than their drawing
/// costs.
///
/// ```
/// use cards_core::{Seat, Suit};
/// use hearts_mc::worlds::Model;
/// use hearts_mc::{Pass, Rules, View};
/// use rand_pcg::Pcg64Mcg;
///
/// let hand = "♠93 ♥8765 ♦9752 ♣853".parse()?;
/// let mut view = View::start(&Rules::STANDARD, Seat::FIRST, Pass::Hold, hand)?;
/// view.begin(Seat::new(1).unwrap())?;
/// // The last to play gives ♣A to a trick for nothing; the next leads spades.
/// for card in ["♣2", "♣4", "♣A", "♣8", "♠4", "♠9", "♠K", "♠2"] {
///     view.observe(card.parse()?)?;
/// }
/// let mut rng: Pcg64Mcg = cards_core::random::trial_rng(2026, 0);
/// let weighted = Model::default().weigh(&view, 2000, &mut rng)?;
/// let queen = "♠Q".parse()?;
/// let chance = |seat: usize| {
///     weighted.mean(|world| f64::from(u8::from(world.as_array()[seat].contains(queen))))
/// };
/// // Nobody leads spades who has to fear for the queen.
/// assert!(chance(3) < chance(1) && chance(3) < chance(2));
/// assert!(weighted.effective_sample_size() < 2000.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// How sharply the others choose by the scores of plays; 0 says nothing of them.
    pub play_sharpness: f64,
    /// How sharply they choose by the scores of passes; 0 says nothing of them.
    pub pass_sharpness: f64,
    /// The share of choices that are any legal card, or any three cards; above 0, so
    /// that no deal is excluded.
    pub noise: f64,
}

impl Default for Model {
    fn default() -> Model {
        Model {
            play_sharpness: 0.5,
            pass_sharpness: 0.3,
            noise: 0.1,
        }
    }
}

impl Model {
    /// The chance of what the others have been seen to pass and play, if they hold
    /// these cards now: a weight of the deal. Takes some tens of microseconds.
    ///
    /// # Errors
    /// As [`View::position`].
    pub fn weight(&self, view: &View, hands: &BySeat<CardSet>) -> Result<f64, crate::WorldError> {
        // It says whether they may hold them.
        view.position(hands)?;
        let mut start = *hands;
        start[view.seat()] = view.hand();
        for &(seat, card) in view.plays() {
            start[seat].insert(card);
        }
        Ok(self.of_passes(view, &start) * self.of_plays(view, start))
    }

    /// Deals drawn at random with their weights.
    ///
    /// # Errors
    /// If no deal agrees with the view, the play has not begun, or the weights are
    /// none.
    pub fn weigh<R: Rng + ?Sized>(
        &self,
        view: &View,
        count: usize,
        rng: &mut R,
    ) -> Result<Weighted, ModelError> {
        let worlds = Worlds::new(&view.constraints()).map_err(ModelError::Worlds)?;
        let worlds: Vec<_> = (0..count).map(|_| worlds.sample(rng)).collect();
        let weights = worlds.iter().map(|world| self.weight(view, world));
        let weights = weights.collect::<Result<Vec<_>, _>>();
        let weights = weights.map_err(ModelError::View)?;
        Weighted::new(worlds, weights).map_err(ModelError::Weights)
    }

    /// A chance with its part of noise.
    fn noisy(&self, chance: f64, choices: f64) -> f64 {
        (1.0 - self.noise) * chance + self.noise / choices
    }

    /// Of what was received, given the hands at the start of the play.
    fn of_passes(&self, view: &View, start: &BySeat<CardSet>) -> f64 {
        let (Some(received), Some(gave)) = (view.received(), view.gave()) else {
            return 1.0;
        };
        let direction = view.direction();
        let giver = direction.giver(view.seat());
        let passes = &Learned::included().passes.usual;
        let chance = |got: CardSet| {
            let before = (start[giver] - got) | received;
            let sharpness = self.pass_sharpness as f32;
            f64::from(likelihood(before, received, direction, passes, sharpness))
        };
        let mean = if direction.receiver(view.seat()) == giver {
            chance(gave)
        } else {
            // Any three of its cards may be what it received itself.
            let (mut sum, mut count) = (0.0, 0.0);
            for got in threes(start[giver]) {
                sum += chance(got);
                count += 1.0;
            }
            sum / count
        };
        self.noisy(mean, 286.0)
    }

    /// Of the others' plays, given the hands at the start of the play.
    fn of_plays(&self, view: &View, start: BySeat<CardSet>) -> f64 {
        let (rules, me) = (view.rules(), view.seat());
        let Some(&(leader, _)) = view.plays().first() else {
            return 1.0;
        };
        let mut table = match Position::new(start, rules) {
            Ok(position) => Table::new(&position, rules),
            Err(error) => unreachable!("the hands of a deal: {error}"),
        };
        table.turn = leader.index();
        let weights = &Learned::included().play;
        let mut product = 1.0;
        for &(seat, card) in view.plays() {
            let bit = 1 << card.bit();
            let legal = table.legal(rules);
            if seat != me && legal != bit {
                let mut scores: Vec<(u64, f32)> = Vec::with_capacity(13);
                features::visit(&table, legal, |bit, active| {
                    scores.push((bit, weights.score(active)));
                });
                let chance = chance(&scores, legal, bit, self.play_sharpness as f32);
                product *= self.noisy(chance, f64::from(legal.count_ones()));
            }
            table.play(bit, rules);
        }
        product
    }
}

/// The chance of a card by the scores of candidates, each of which stands for the
/// cards of its suit from it up to the next.
fn chance(scores: &[(u64, f32)], legal: u64, bit: u64, sharpness: f32) -> f64 {
    let top = scores
        .iter()
        .fold(f32::MIN, |top, &(_, score)| top.max(score));
    let class = |bit: u64| {
        let lane = crate::playout::table::lane_of(bit);
        let first = |&(first, _): &(u64, f32)| first & lane != 0 && first <= bit;
        scores.iter().rposition(first).unwrap_or(0)
    };
    let (mut sum, mut own) = (0.0, 0.0);
    for (index, &(_, score)) in scores.iter().enumerate() {
        let factor = f64::from(exponential(sharpness * (score - top)));
        sum += factor;
        if index == class(bit) {
            own = factor;
        }
    }
    let mut left = legal;
    let mut alike = 0;
    while left != 0 {
        let one = left & left.wrapping_neg();
        left ^= one;
        alike += u32::from(class(one) == class(bit));
    }
    own / sum / f64::from(alike)
}

/// Every three of these cards.
fn threes(cards: CardSet) -> impl Iterator<Item = CardSet> {
    const { assert!(PASSED == 3 && PLAYERS == 4) };
    let list: Vec<_> = cards.iter().collect();
    let count = list.len();
    (0..count).flat_map(move |one| {
        let list = list.clone();
        (one + 1..count).flat_map(move |two| {
            let list = list.clone();
            (two + 1..count)
                .map(move |three| CardSet::from_cards(&[list[one], list[two], list[three]]))
        })
    })
}

/// Why deals cannot be weighed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ModelError {
    /// No deal agrees with the view.
    Worlds(super::NoWorld),
    /// The play has not begun, or it is over.
    View(crate::WorldError),
    /// The weights are none: too small, or the model's numbers make no sense.
    Weights(WeightError),
}

impl core::fmt::Display for ModelError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            ModelError::Worlds(error) => error.fmt(f),
            ModelError::View(error) => error.fmt(f),
            ModelError::Weights(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ModelError {}
