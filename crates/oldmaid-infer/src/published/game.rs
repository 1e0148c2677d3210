//! Section 5.5: the game engine.

use core::fmt;

use cards_core::java::JavaRandom;

use super::cards::deal;
use super::{
    DEFAULT_LAMBDA, ExpectedValueAi, Hand, KnowledgeBase, RandomBaseline, Rank, Strategy, View,
};

/// Who plays (the program's flag `mixed`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seats {
    /// The expected-value player in every seat.
    AllAi,
    /// The random baseline in the last seat, as in the document's table, and
    /// the expected-value player in the others.
    ///
    /// Fault 1: without [`Seats::AllAi`] beside it, the table does not tell the
    /// strategy from the seat.
    LastRandom,
    /// The random baseline in every seat: the 'pure chance' that the document
    /// compares its table with (section 5.6), which its program never plays.
    AllRandom,
}

impl Seats {
    /// Who plays a seat at a table of `players` in the game of a seed.
    fn strategy(self, seat: usize, players: usize, seed: i64) -> Strategy {
        let random = match self {
            Seats::AllAi => false,
            Seats::LastRandom => seat == players - 1,
            Seats::AllRandom => true,
        };
        if random {
            Strategy::Random(RandomBaseline::new(seed.wrapping_add(seat as i64)))
        } else {
            Strategy::ExpectedValue(ExpectedValueAi::new(DEFAULT_LAMBDA))
        }
    }
}

/// A game whose hands are dealt and whose first pairs are discarded (class
/// `GameEngine`).
#[derive(Clone, Debug)]
pub struct Game {
    hands: Vec<Hand>,
    knowledge: KnowledgeBase,
    strategies: Vec<Strategy>,
    random: JavaRandom,
}

/// The turns after which the program gives up, those without cards included.
const TURN_LIMIT: u32 = 100_000;

impl Game {
    /// Deals the game of a seed. The document's table has 4 players and seeds 0
    /// to 1999.
    ///
    /// # Errors
    /// If `players` is not 2 to 6.
    pub fn new(players: usize, seed: i64, seats: Seats) -> Result<Game, PlayersError> {
        if !(2..=6).contains(&players) {
            return Err(PlayersError { players });
        }
        let mut knowledge = KnowledgeBase::new();
        let mut hands = deal(players, seed);
        for hand in &mut hands {
            hand.discard_pairs(&mut knowledge);
        }

        let strategies = (0..players).map(|seat| seats.strategy(seat, players, seed));
        Ok(Game {
            hands,
            knowledge,
            strategies: strategies.collect(),
            // The shuffle's seed once more, so the same numbers once more.
            random: JavaRandom::new(seed),
        })
    }

    /// The hands, seat by seat.
    #[must_use]
    pub fn hands(&self) -> &[Hand] {
        &self.hands
    }

    /// What has been discarded.
    #[must_use]
    pub const fn knowledge(&self) -> &KnowledgeBase {
        &self.knowledge
    }

    /// How many cards each seat holds.
    #[must_use]
    pub fn sizes(&self) -> Vec<usize> {
        self.hands.iter().map(Hand::len).collect()
    }

    /// Plays the game to its end.
    #[must_use]
    pub fn play(self) -> Outcome {
        self.play_observed(|_| {})
    }

    /// Plays the game to its end and shows every draw to `observe` before the
    /// card changes hands.
    ///
    /// Seat 0 begins; a seat without cards is passed over; the game ends when
    /// one seat alone holds cards.
    ///
    /// Fault 5: the number of draws has no bound, whatever section 6 says. The
    /// engine gives up after 100,000 turns; the longest of the document's 2000
    /// games takes 89 draws.
    pub fn play_observed(mut self, mut observe: impl FnMut(&Draw<'_>)) -> Outcome {
        let players = self.hands.len();
        let sizes_after_initial_discards = self.sizes();
        let mut draws = 0;
        let mut next = 0;

        for _ in 0..TURN_LIMIT {
            let sizes = self.sizes();
            if sizes.iter().filter(|&&size| size > 0).count() <= 1 {
                break;
            }
            let seat = next;
            next = (seat + 1) % players;
            if sizes[seat] == 0 {
                continue;
            }

            let view = View {
                seat,
                hand: &self.hands[seat],
                sizes: &sizes,
                knowledge: &self.knowledge,
            };
            draws += 1;
            // The program falls back on any other seat that holds cards, but
            // its strategies find one whenever there is one.
            let Some(provider) = self.strategies[seat].choose_provider(&view) else {
                break;
            };
            let position = self.random.next_index(sizes[provider]);
            observe(&Draw {
                view,
                provider,
                rank: self.hands[provider].cards()[position],
                ai: self.strategies[seat].is_ai(),
            });

            let drawn = self.hands[provider].remove(position);
            let hand = &mut self.hands[seat];
            hand.push(drawn);
            if self.strategies[seat].should_discard_pair(hand) {
                hand.discard_pairs(&mut self.knowledge);
            }
        }

        Outcome {
            sizes_after_initial_discards,
            loser: self.hands.iter().position(|hand| !hand.is_empty()),
            draws,
            sizes_at_end: self.sizes(),
            joker_holder: self.hands.iter().position(Hand::holds_joker),
        }
    }
}

/// A draw, as [`Game::play_observed`] shows it.
#[derive(Clone, Copy, Debug)]
pub struct Draw<'a> {
    /// What the player who draws knows before the draw; its seat is there.
    pub view: View<'a>,
    /// The seat that is drawn from.
    pub provider: usize,
    /// The card that is drawn.
    pub rank: Rank,
    /// Whether the expected-value player draws.
    pub ai: bool,
}

/// How a game went.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The size of each hand before the first draw.
    pub sizes_after_initial_discards: Vec<usize>,
    /// The first seat that holds cards at the end: the one with the joker.
    /// `None` if there is no such seat.
    pub loser: Option<usize>,
    /// How often a seat chose whom to draw from.
    pub draws: u32,
    /// The size of each hand at the end.
    pub sizes_at_end: Vec<usize>,
    /// The seat that holds the joker at the end.
    pub joker_holder: Option<usize>,
}

/// A number of players that the game is not for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayersError {
    /// The number asked for.
    pub players: usize,
}

impl fmt::Display for PlayersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} players; there must be 2 to 6", self.players)
    }
}

impl core::error::Error for PlayersError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_to_six_players() {
        for players in [0, 1, 7, usize::MAX] {
            let error = Game::new(players, 0, Seats::AllAi).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("{players} players; there must be 2 to 6")
            );
        }
        for players in 2..=6 {
            let game = Game::new(players, 0, Seats::AllAi).unwrap();
            assert_eq!(game.hands().len(), players);
        }
    }

    #[test]
    fn no_pair_survives_the_deal_and_all_cards_are_accounted_for() {
        let game = Game::new(4, 7, Seats::LastRandom).unwrap();
        for rank in Rank::all() {
            let held: u8 = game.hands().iter().map(|hand| hand.count(rank)).sum();
            assert!(game.hands().iter().all(|hand| hand.count(rank) <= 1));
            assert_eq!(held + game.knowledge().discarded(rank), rank.total());
        }
    }
}
