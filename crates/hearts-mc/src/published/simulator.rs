use core::num::NonZeroU32;

use cards_core::java::JavaRandom;
use cards_core::{Card, CardSet, Rank, Seat, Suit};

use super::state::QUEEN_OF_SPADES;
use super::{GameError, GameState};

/// Rates a play by random rollouts (class `MonteCarloSimulator`).
///
/// The generator runs on from one evaluation to the next, so that a result
/// depends on all that were asked for before.
///
/// ```
/// use std::num::NonZeroU32;
///
/// use cards_core::{BySeat, Seat};
/// use hearts_mc::published::{GameState, MonteCarloSimulator};
///
/// let hands = ["♣3 ♥2", "♣2 ♣4", "♦2 ♦3", "♦4 ♦5"].map(|hand| hand.parse().unwrap());
/// let state = GameState::from_hands(BySeat::new(hands))?;
/// let mut simulator = MonteCarloSimulator::new(NonZeroU32::new(100).unwrap(), 0);
/// // ♣3 wins if seat 1 plays ♣2, and then ♥2 wins, too.
/// let expected = simulator.evaluate_move(&state, Seat::FIRST, "♣3".parse().unwrap())?;
/// assert_eq!(expected, 0.53);
/// # Ok::<(), hearts_mc::published::GameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonteCarloSimulator {
    simulations: NonZeroU32,
    random: JavaRandom,
}

impl MonteCarloSimulator {
    /// A simulator that plays `simulations` rollouts for each evaluation, with
    /// the random numbers of `new Random(seed)`.
    #[must_use]
    pub const fn new(simulations: NonZeroU32, seed: i64) -> Self {
        MonteCarloSimulator {
            simulations,
            random: JavaRandom::new(seed),
        }
    }

    /// The points that a seat has at the end of the deal if it plays
    /// `candidate` now and everybody plays at random afterwards: the mean over
    /// the rollouts, what it has already taken included (`evaluateMove`). Less
    /// is better.
    ///
    /// Takes time proportional to the simulations and the cards left.
    ///
    /// # Errors
    /// As [`GameState::play_card`].
    pub fn evaluate_move(
        &mut self,
        state: &GameState,
        seat: Seat,
        candidate: Card,
    ) -> Result<f64, GameError> {
        // Fault 4: a copy of the state holds the real hands of all players.
        let mut after = state.clone();
        after.play_card(seat, candidate)?;
        let simulations = self.simulations.get();
        let mut total: u64 = 0;
        for _ in 0..simulations {
            total += u64::from(self.rollout(after.clone(), seat)?);
        }
        // The document adds the whole numbers up in a double, which is exact too.
        Ok(total as f64 / f64::from(simulations))
    }

    /// Ends the deal at random; the points of a seat.
    fn rollout(&mut self, mut state: GameState, seat: Seat) -> Result<u8, GameError> {
        self.finish_trick(&mut state)?;
        while !state.hand(seat).is_empty() {
            self.finish_trick(&mut state)?;
        }
        Ok(state.scores()[seat])
    }

    /// Plays on at random to the end of the trick (`completeTrickRandomly` from
    /// its middle, `playRandomTrick` from its start).
    ///
    /// Fault 5: the rollouts' players choose at random among what is legal
    /// (`getLegalCardsRandom`), and ♣2 need not be led first. One number is
    /// drawn for a choice of one, too.
    fn finish_trick(&mut self, state: &mut GameState) -> Result<(), GameError> {
        while let Ok(seat) = state.turn() {
            let legal = state.follow_or_lead(seat);
            let position = self.random.next_index(legal.len());
            if let Some(card) = legal.nth(position) {
                state.put(seat, card);
            }
        }
        state.end_trick()
    }
}

/// The estimated chance to shoot the moon with a hand, 0 to 1
/// (`evaluateShootTheMoonChance`): nothing with fewer than five hearts and no
/// ♠Q; else 0.4 for thirteen hearts, in proportion, 0.3 for ♠Q, and 0.3 for
/// thirteen queens, kings and aces, in proportion.
///
/// Fault 5: the program never asks. The method belongs to the simulator in the
/// document but plays no rollouts.
///
/// ```
/// use hearts_mc::published::moon_chance;
///
/// let chance = |hand: &str| moon_chance(hand.parse().unwrap());
/// assert_eq!(chance("♠AKJ ♥AKQJ ♦AKQ ♣AKQ"), 0.0);
/// assert_eq!(chance("♠AKQ ♥AKQJ ♦AKQ ♣AKQ"), 0.7);
/// ```
#[must_use]
pub fn moon_chance(hand: CardSet) -> f64 {
    let hearts = hand.suit(Suit::Hearts).len();
    let has_queen = hand.contains(QUEEN_OF_SPADES);
    if hearts < 5 && !has_queen {
        return 0.0;
    }
    let high_cards = hand.iter().filter(|card| card.rank() >= Rank::Queen);
    // The order of the operations decides the last bit.
    let mut chance = (hearts as f64 / 13.0) * 0.4;
    if has_queen {
        chance += 0.3;
    }
    chance += (high_cards.count() as f64 / 13.0) * 0.3;
    chance.min(1.0)
}
