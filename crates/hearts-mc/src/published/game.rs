use core::num::NonZeroU32;

use cards_core::java::{JavaRandom, shuffle};
use cards_core::{BySeat, Card, CardSet, Seat};

use super::state::{ALL_POINTS, PLAYERS};
use super::{GameError, GameState, GreedyStrategy, MonteCarloSimulator};

/// The number of rollouts for each candidate, in every phase of the deal.
pub const SIMULATIONS: NonZeroU32 = NonZeroU32::new(100).unwrap();

/// The number of candidates that the AI evaluates at most.
pub const MAX_CANDIDATES: usize = 5;

/// From this many cards in its hand down, the AI simulates.
const SIMULATED_HAND: usize = 10;

/// With this many legal cards or fewer, the AI does not simulate.
const FEW_CARDS: usize = 3;

/// The AI's seat.
const AI: Seat = Seat::FIRST;

/// How a deal ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The points that each seat has taken, 26 together.
    pub points: BySeat<u8>,
    /// How often the program reports that a seat has shot the moon: 0 if none
    /// has, else 4, 3, 2 or 1 times for a shooter in seat 0, 1, 2 or 3 (fault 1).
    pub moon_messages: u32,
    /// The points after the moon correction (fault 1).
    pub final_scores: BySeat<u8>,
    /// The 52 cards in the order in which they were played.
    pub played: Vec<Card>,
}

/// Plays the deal of a seed: `new HeartsGame().playRound()` with both
/// generators seeded with it.
///
/// About a millisecond.
#[must_use]
pub fn play_deal(seed: i64) -> Outcome {
    HeartsGame::new(seed).play_round()
}

/// One deal with its players (class `HeartsGame`).
#[derive(Clone, Debug)]
pub struct HeartsGame {
    state: GameState,
    simulator: MonteCarloSimulator,
    played: Vec<Card>,
}

impl HeartsGame {
    /// Shuffles a new pack, clubs, diamonds, hearts, spades, each from the two
    /// up to the ace, and deals it (`createDeck`). The simulator starts from
    /// the same seed.
    #[must_use]
    pub fn new(seed: i64) -> HeartsGame {
        let mut pack: Vec<Card> = CardSet::FULL.iter().collect();
        shuffle(&mut pack, &mut JavaRandom::new(seed));
        HeartsGame {
            state: GameState::deal(&pack).expect("a shuffled pack is a pack"),
            simulator: MonteCarloSimulator::new(SIMULATIONS, seed),
            played: Vec::with_capacity(pack.len()),
        }
    }

    /// The deal as it stands: before the first card.
    #[must_use]
    pub const fn state(&self) -> &GameState {
        &self.state
    }

    /// Plays the thirteen tricks and corrects the scores (`playRound`).
    #[must_use]
    pub fn play_round(mut self) -> Outcome {
        while let Ok(leader) = self.state.turn() {
            self.play_one_trick(leader)
                .expect("the players play in turn what they hold");
        }
        let points = *self.state.scores();
        let (final_scores, moon_messages) = correct_for_the_moon(points);
        Outcome {
            points,
            moon_messages,
            final_scores,
            played: self.played,
        }
    }

    /// Plays a trick (`playOneTrick`): seat 0 by [`choose_ai_card`], the others
    /// by the greedy policy.
    fn play_one_trick(&mut self, leader: Seat) -> Result<(), GameError> {
        for seat in leader.turns(PLAYERS) {
            let card = if seat == AI {
                choose_ai_card(&self.state, seat, &mut self.simulator)?
            } else {
                GreedyStrategy.choose_card(&self.state, seat)?
            };
            self.state.play_card(seat, card)?;
            self.played.push(card);
        }
        self.state.end_trick()
    }
}

/// The card that the program's AI plays for the seat whose turn it is
/// (`chooseAiCard`; the program asks for seat 0 only).
///
/// The greedy card if the hand has more than ten cards or at most three legal
/// ones. Otherwise the best of the first five legal cards by
/// [`MonteCarloSimulator::evaluate_move`], the first of equals.
///
/// # Errors
/// [`GameError::OutOfTurn`], and as [`GameState::turn`].
pub fn choose_ai_card(
    state: &GameState,
    seat: Seat,
    simulator: &mut MonteCarloSimulator,
) -> Result<Card, GameError> {
    let legal = GreedyStrategy.legal_cards(state, seat);
    if legal.len() <= FEW_CARDS || state.hand(seat).len() > SIMULATED_HAND {
        // The only legal card is also what the greedy policy plays.
        return GreedyStrategy.choose_card(state, seat);
    }
    let mut best = None;
    let mut fewest_points = f64::MAX;
    // Fault 5: the sixth legal card and those after it are never looked at.
    for candidate in legal.iter().take(MAX_CANDIDATES) {
        let expected = simulator.evaluate_move(state, seat, candidate)?;
        if expected < fewest_points {
            fewest_points = expected;
            best = Some(candidate);
        }
    }
    best.ok_or(GameError::DealOver)
}

/// The scores after shooting the moon, and how often the program reports it
/// (the end of `playRound`).
///
/// Fault 1: the loop goes on through the scores that it has just written. Every
/// seat after the shooter has 26 by then, counts as another shooter, and hands
/// 26 to all but itself, so that the last seat always ends with the only 0.
fn correct_for_the_moon(mut scores: BySeat<u8>) -> (BySeat<u8>, u32) {
    let mut messages = 0;
    for shooter in Seat::all(PLAYERS) {
        if scores[shooter] == ALL_POINTS {
            messages += 1;
            scores = BySeat::from_fn(|seat| if seat == shooter { 0 } else { ALL_POINTS });
        }
    }
    (scores, messages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_shoots_the_moon_the_last_seat_gets_the_zero() {
        for (shooter, messages) in Seat::all(PLAYERS).zip([4, 3, 2, 1]) {
            let points = BySeat::from_fn(|seat| if seat == shooter { 26 } else { 0 });
            let corrected = correct_for_the_moon(points);
            assert_eq!(
                corrected,
                (BySeat::new([26, 26, 26, 0]), messages),
                "{shooter}"
            );
        }
    }

    #[test]
    fn scores_without_a_moon_stay() {
        for points in [[25, 1, 0, 0], [0, 13, 13, 0], [6, 7, 8, 5]] {
            let points = BySeat::new(points);
            assert_eq!(correct_for_the_moon(points), (points, 0));
        }
    }
}
