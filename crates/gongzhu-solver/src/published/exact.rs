//! Section 6.5: the endgame solver.

use std::collections::HashMap;

use ahash::RandomState;

use super::{Player, State};

/// The endgame solver (class `ExactSolver`): alpha-beta over single cards with
/// a transposition table.
///
/// It takes the value of a state to be [`State::diff`] at the end of the game,
/// which player 0 maximises and player 1 minimises; fault 1 is in the sign.
///
/// Fault 2: the values are not exact, for two reasons named at
/// [`ExactSolver::solve`]. What a solver returns also depends on what it has
/// solved before, as its table is kept.
#[derive(Clone, Debug)]
pub struct ExactSolver {
    nodes: u64,
    table: HashMap<u64, i32, RandomState>,
}

impl ExactSolver {
    /// A solver with an empty table.
    #[must_use]
    pub fn new() -> ExactSolver {
        ExactSolver {
            nodes: 0,
            table: HashMap::with_hasher(RandomState::with_seed(0)),
        }
    }

    /// How many nodes have been searched since the solver was made.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many values the table holds.
    #[must_use]
    pub fn table_len(&self) -> usize {
        self.table.len()
    }

    /// The program's value of a state, −26 to 26, from player 0's side.
    ///
    /// Fault 2: a search that was cut returns a bound, and the table keeps it
    /// as if it were exact; and the table's key leaves out the penalties taken
    /// so far although the value contains them, so that the same cards with
    /// another score find a wrong value.
    ///
    /// Takes 109 nodes on average with 4 cards a hand and 801 with 6 (seeds 0 to
    /// 199, `cargo xtask run gongzhu`), and about three times as many for each
    /// card more. Nothing limits the table, which has an entry for most nodes.
    pub fn solve(&mut self, state: &State) -> i32 {
        self.search(*state, i32::MIN + 1, i32::MAX - 1)
    }

    fn search(&mut self, state: State, mut alpha: i32, mut beta: i32) -> i32 {
        self.nodes += 1;
        if state.is_terminal() {
            return state.diff();
        }

        let key = key(&state);
        if let Some(&value) = self.table.get(&key) {
            return value;
        }

        let player = state.to_move();
        let mut best = match player {
            Player::Zero => i32::MIN + 1,
            Player::One => i32::MAX - 1,
        };
        for card in state.legal_cards(player) {
            let value = self.search(state.after(card), alpha, beta);
            match player {
                Player::Zero => {
                    best = best.max(value);
                    alpha = alpha.max(value);
                }
                Player::One => {
                    best = best.min(value);
                    beta = beta.min(value);
                }
            }
            if alpha >= beta {
                break;
            }
        }

        // Fault 2: after a cut, and whenever `best` lies outside the window,
        // this is a bound.
        self.table.insert(key, best);
        best
    }
}

impl Default for ExactSolver {
    fn default() -> ExactSolver {
        ExactSolver::new()
    }
}

/// The key of a state in the table: a hash of hands, cards played, trick and
/// leader (method `hashKey`, whose `long` arithmetic wraps).
///
/// Fault 2: the penalties taken so far are left out. States whose hashes
/// collide would share a value too.
const fn key(state: &State) -> u64 {
    let hand0 = state.hand(Player::Zero).bits();
    let hand1 = state.hand(Player::One).bits();
    let cards = hand0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ hand1.rotate_left(17).wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
        ^ state.played().bits().rotate_left(31);
    match state.trick() {
        Some(trick) => {
            let leader = trick.leader().index() as u64;
            cards ^ leader.wrapping_mul(0x85EB_CA6B) ^ trick.lead().bit().wrapping_mul(0x27D4_EB2F)
        }
        None => {
            let leader = state.next_leader().index() as u64;
            cards ^ leader.wrapping_mul(0xA24B_AED4_963E_E407)
        }
    }
}
