//! Section 6.6: random endgames, and the heuristic beside the solver.

use core::fmt;

use cards_core::java::{JavaRandom, shuffle};

use super::{Card, CardSet, ExactSolver, ExpectedLossAi, Player, State};

/// The random endgame of a seed: the pack is shuffled, the players are dealt
/// one card in turn from its start, and the leader is drawn.
///
/// The document's experiment deals 6 cards a hand with seeds 0 to 199. Like any
/// `java.util.Random`, only the low 48 bits of the seed count.
///
/// ```
/// use gongzhu_solver::published::{Player, random_endgame};
///
/// let deal = random_endgame(6, 0)?;
/// assert_eq!(deal.hand(Player::Zero).to_string(), "♠K9 ♥9 ♦KJ3 ♣-");
/// # Ok::<(), gongzhu_solver::published::EndgameSizeError>(())
/// ```
///
/// # Errors
/// If `cards_per_player` is not 1 to 26.
pub fn random_endgame(cards_per_player: usize, seed: i64) -> Result<State, EndgameSizeError> {
    if !(1..=26).contains(&cards_per_player) {
        return Err(EndgameSizeError { cards_per_player });
    }
    let mut random = JavaRandom::new(seed);
    let mut pack: Vec<Card> = CardSet::FULL.iter().collect();
    shuffle(&mut pack, &mut random);
    let dealt = &pack[..2 * cards_per_player];
    let hands = [0, 1].map(|first| dealt.iter().skip(first).step_by(2).copied().collect());
    let leader = Player::ALL[random.next_index(2)];
    match State::new(hands, leader) {
        Ok(state) => Ok(state),
        Err(_) => unreachable!("different cards, as many for each"),
    }
}

/// A number of cards a hand that cannot be dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EndgameSizeError {
    /// The number asked for.
    pub cards_per_player: usize,
}

impl fmt::Display for EndgameSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards = self.cards_per_player;
        write!(f, "{cards} cards a hand; it must be 1 to 26")
    }
}

impl core::error::Error for EndgameSizeError {}

/// What one pass of the document's main loop finds for a deal. Cards are bit
/// indices ([`Card::bit_index`]).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Comparison {
    /// [`State::diff`] at the end of a game in which both play the heuristic.
    pub heuristic_diff: i32,
    /// The cards of that game in the order in which they were played.
    pub heuristic_line: Vec<u8>,
    /// The value that a new [`ExactSolver`] gives.
    pub exact_diff: i32,
    /// The nodes that it took.
    pub exact_nodes: u64,
    /// The heuristic's first card.
    pub heuristic_first: u8,
    /// The first card by [`best_by_solver`], asked of that same solver.
    pub exact_first: u8,
}

/// One pass of the document's main loop: plays the heuristic against itself from
/// `state` on, solves `state`, and compares the first cards. `None` if all
/// cards have been played, as there is no first card then.
///
/// Fault 3: the document reads `heuristic_first == exact_first` as agreement,
/// but most states have several optimal cards, of which the two break ties
/// differently.
///
/// Time and memory are those of [`ExactSolver::solve`].
#[must_use]
pub fn compare(state: &State) -> Option<Comparison> {
    let heuristic_first = heuristic_card(state)?.bit_index();

    let mut game = *state;
    let mut heuristic_line = Vec::new();
    while let Some(card) = heuristic_card(&game) {
        game = game.after(card);
        heuristic_line.push(card.bit_index());
    }

    let mut solver = ExactSolver::new();
    let exact_diff = solver.solve(state);
    let exact_nodes = solver.nodes();
    let exact_first = best_by_solver(state, &mut solver)?.bit_index();

    Some(Comparison {
        heuristic_diff: game.diff(),
        heuristic_line,
        exact_diff,
        exact_nodes,
        heuristic_first,
        exact_first,
    })
}

/// The heuristic's card for the player whose turn it is.
fn heuristic_card(state: &State) -> Option<Card> {
    ExpectedLossAi::new(state.to_move()).choose(state)
}

/// The card that a solver thinks best for the player whose turn it is: player 0
/// takes the highest value, player 1 the lowest, and the first of equals
/// (method `bestBySolver`). `None` if all cards have been played.
///
/// The solver's table is kept from card to card, so that fault 2 can name the
/// wrong card: its pick is optimal for its own objective in 182 of the
/// document's 200 deals.
pub fn best_by_solver(state: &State, solver: &mut ExactSolver) -> Option<Card> {
    let player = state.to_move();
    let (best, _) = state
        .legal_cards(player)
        .iter()
        .map(|card| (card, solver.solve(&state.after(card))))
        .reduce(|best, next| {
            let better = match player {
                Player::Zero => next.1 > best.1,
                Player::One => next.1 < best.1,
            };
            if better { next } else { best }
        })?;
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_has_1_to_26_cards() {
        for size in [0, 27, usize::MAX] {
            let error = random_endgame(size, 0).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("{size} cards a hand; it must be 1 to 26")
            );
        }
        for size in 1..=26 {
            let deal = random_endgame(size, 0).unwrap();
            assert_eq!(deal.hand(Player::One).len(), size);
        }
    }

    #[test]
    fn nothing_to_compare_after_the_last_card() {
        let state = State::new([CardSet::EMPTY; 2], Player::Zero).unwrap();
        assert_eq!(compare(&state), None);
        assert_eq!(best_by_solver(&state, &mut ExactSolver::new()), None);
    }
}
