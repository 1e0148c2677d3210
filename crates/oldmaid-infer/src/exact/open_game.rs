//! Games with open hands, by value iteration.

use core::fmt;

use cards_core::Seat;

use super::deal;
use super::solve::{Count, next_turn, outcomes, solve};
use super::space::{Counts, MAX_PLAYERS, Space};
use crate::{KindSet, OddCard, Pairing, Rules};

/// Why a game is not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpenGameError {
    /// The rules themselves cannot be.
    Rules(crate::RulesError),
    /// More than four players.
    Players {
        /// The number of players.
        players: usize,
    },
    /// The odd kind is not known.
    UnknownOddKind,
    /// More than thirteen kinds besides the odd one: pairs are by rank and colour.
    Kinds {
        /// The number of kinds.
        kinds: usize,
    },
    /// Pairs may be kept.
    OptionalPairing,
}

impl fmt::Display for OpenGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenGameError::Rules(error) => error.fmt(f),
            OpenGameError::Players { players } => {
                write!(f, "{players} players; games of two to four are solved")
            }
            OpenGameError::UnknownOddKind => f.write_str("the odd kind is not known"),
            OpenGameError::Kinds { kinds } => {
                write!(
                    f,
                    "{kinds} kinds besides the odd one; games of up to 13 are solved"
                )
            }
            OpenGameError::OptionalPairing => f.write_str("pairs may be kept"),
        }
    }
}

impl core::error::Error for OpenGameError {}

/// How seat 0 of an [`OpenGame`] chooses whom to draw from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// The chance of the best choice while it holds no card of the odd kind, and while
    /// it does.
    pub(super) chances: [f64; 2],
}

impl Skill {
    /// At random.
    pub const RANDOM: Skill = Skill { chances: [0.0; 2] };

    /// As one who sees all hands and loses as rarely as possible.
    pub const BEST: Skill = Skill { chances: [1.0; 2] };

    /// What a player who does not see the hands makes of a game, as far as one number
    /// for each case tells: the best choice half the time and otherwise a random one,
    /// but always the best one while it holds a card of the odd kind. With it
    /// [`LookAhead`](crate::policy::LookAhead) plays as well as with any other that was
    /// tried; they differ by some 0.1 % of games.
    pub const HIDDEN: Skill = Skill {
        chances: [0.5, 1.0],
    };

    /// The best choice with a chance and otherwise a random one, each time anew;
    /// a chance outside 0 to 1, or NaN, is brought there.
    #[must_use]
    pub fn mixed(chance: f64) -> Skill {
        Skill {
            chances: [clamped(chance); 2],
        }
    }

    /// The skill with another chance of the best choice while the seat holds a card
    /// of the odd kind.
    #[must_use]
    pub fn holding_odd(self, chance: f64) -> Skill {
        Skill {
            chances: [self.chances[0], clamped(chance)],
        }
    }
}

fn clamped(chance: f64) -> f64 {
    if chance > 0.0 { chance.min(1.0) } else { 0.0 }
}

/// A game of two to four players in which all hands are open. Seat 0 chooses with a
/// [`Skill`], the others at random or [keen on pairs](OpenGame::with_keen_others).
///
/// A state is how many kinds each set of players holds, who holds the odd kind, and
/// whose turn it is: 5,040 states for three players and 1,240,320 for four on the
/// full pack with a joker.
///
/// ```
/// use oldmaid_infer::Rules;
/// use oldmaid_infer::exact::{OpenGame, Skill};
///
/// let game = OpenGame::new(&Rules::DOCUMENT.with_players(3))?;
/// let random = game.losses(Skill::RANDOM, 1e-12).from_deal();
/// assert!((random[0] - 0.34215).abs() < 5e-6);
/// # Ok::<(), oldmaid_infer::exact::OpenGameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OpenGame {
    pub(super) rules: Rules,
    pub(super) space: Space,
    pub(super) keenness: f64,
}

impl OpenGame {
    /// The game of some rules.
    ///
    /// # Errors
    /// If it is not solved: more than four players, an unknown odd kind, more than
    /// 13 other kinds, or pairs that may be kept.
    pub fn new(rules: &Rules) -> Result<OpenGame, OpenGameError> {
        rules.validate().map_err(OpenGameError::Rules)?;
        if rules.players > MAX_PLAYERS {
            return Err(OpenGameError::Players {
                players: rules.players,
            });
        }
        if rules.odd_card == OddCard::Unknown {
            return Err(OpenGameError::UnknownOddKind);
        }
        if rules.pairing == Pairing::Optional {
            return Err(OpenGameError::OptionalPairing);
        }
        let kinds = rules.kinds().len() - 1;
        if kinds > 13 {
            return Err(OpenGameError::Kinds { kinds });
        }
        let odd = rules.odd_kinds().nth(0);
        let copies = odd.map_or(1, |odd| rules.dealt_copies(odd, odd));
        Ok(OpenGame {
            rules: *rules,
            space: Space::new(rules.players, kinds, copies >= 3),
            keenness: 0.0,
        })
    }

    /// The game in which the others, seats 1 and on, are keen on pairs: with this
    /// chance, each time anew, a player draws from the hand with the largest share of
    /// cards that pair with its own, each of equals as likely, and otherwise at
    /// random. A chance outside 0 to 1, or NaN, is brought there.
    #[must_use]
    pub fn with_keen_others(self, chance: f64) -> OpenGame {
        OpenGame {
            keenness: clamped(chance),
            ..self
        }
    }

    /// How many states there are, whose turn it is included.
    #[must_use]
    pub fn states(&self) -> usize {
        self.space.plane() * self.space.players
    }

    /// The chance that seat 0 loses, from every state, if it chooses with a skill
    /// and all others at random, or as keen as they are. The other seats' chances follow by turning the
    /// table if all choose at random.
    ///
    /// Values are iterated until none changes by more than `tolerance`. With four
    /// players and a tolerance of 10⁻¹² that takes some seconds.
    #[must_use]
    pub fn losses(&self, skill: Skill, tolerance: f64) -> Values<'_> {
        self.solve(skill, Count::Losses, tolerance)
    }

    /// The expected number of draws from every state, if seat 0 chooses at random and
    /// the others too, or as keen as they are.
    #[must_use]
    pub fn draws(&self, tolerance: f64) -> Values<'_> {
        self.solve(Skill::RANDOM, Count::Draws, tolerance)
    }

    fn solve(&self, skill: Skill, count: Count, tolerance: f64) -> Values<'_> {
        let table = solve(self, skill, count, tolerance);
        Values { game: self, table }
    }

    /// The values from the deal, see [`Values::from_deal`].
    pub(super) fn at_deal(&self, table: &[f64]) -> Vec<f64> {
        let space = &self.space;
        let players = space.players;
        // Entry s: the seat of the values is the s-th after the one that begins and
        // is dealt first.
        let mut sums = vec![0.0; players];
        deal::each(&self.rules, space, |counts, odd, chance| {
            let sizes = space.sizes(counts, odd);
            let first = (0..players).find(|&seat| sizes[seat] > 0).unwrap_or(0);
            for (place, sum) in sums.iter_mut().enumerate() {
                // The player at `place` becomes seat 0.
                let (counts, odd) = turned(space, counts, odd, place);
                let turn = (first + players - place) % players;
                *sum += chance * table[self.row(&counts, odd, turn)];
            }
        });
        sums
    }

    /// The place of a state in a table of values.
    fn row(&self, counts: &Counts, odd: u8, turn: usize) -> usize {
        turn * self.space.plane() + self.space.index(counts, odd)
    }

    /// The number of a state, from each hand.
    pub(crate) fn state_of(&self, hands: &[KindSet]) -> Option<(Counts, u8)> {
        let odd_kind = self.rules.odd_kinds().nth(0)?;
        let (mut counts, mut odd) = (Counts::default(), 0);
        for kind in self.rules.kinds().iter() {
            let holders = hands
                .iter()
                .enumerate()
                .filter(|(_, hand)| hand.contains(kind));
            let set: u8 = holders.map(|(seat, _)| 1 << seat).sum();
            if kind == odd_kind {
                odd = set;
            } else if set != 0 {
                if set.count_ones() % 2 == 1 {
                    return None;
                }
                counts[self.space.place(set)] += 1;
            }
        }
        self.space.odd.contains(&odd).then_some((counts, odd))
    }
}

/// Solved values.
#[derive(Clone, Debug)]
pub struct Values<'a> {
    game: &'a OpenGame,
    table: Vec<f64>,
}

impl Values<'_> {
    /// The value of a position: the hands by seat, pairs out, and whose turn it is.
    /// `None` if it is no position of the game.
    #[must_use]
    pub fn at(&self, hands: &[KindSet], turn: Seat) -> Option<f64> {
        let players = self.game.space.players;
        if hands.len() != players || turn.index() >= players {
            return None;
        }
        let (counts, odd) = self.game.state_of(hands)?;
        Some(self.table[self.row(&counts, odd, turn.index())])
    }

    /// The value once a seat has drawn from another one.
    pub(super) fn after_draw(&self, counts: &Counts, odd: u8, by: usize, from: usize) -> f64 {
        let space = &self.game.space;
        let before = space.sizes(counts, odd);
        let mut value = 0.0;
        outcomes(space, counts, odd, by, from, before[from], |outcome| {
            let sizes = outcome.sizes(&before, by, from);
            let next = next_turn(&sizes, space.players, by);
            value += outcome.chance * self.table[self.row(&outcome.counts, outcome.odd, next)];
        });
        value
    }

    fn row(&self, counts: &Counts, odd: u8, turn: usize) -> usize {
        self.game.row(counts, odd, turn)
    }

    /// The value of a game from the deal, with seat 0, 1, … to begin, from the point
    /// of view of the seat whose value this is. So if all choose at random, entry s
    /// is the chance of the player who moves s-th: the loss by seat.
    ///
    /// With four players on the full pack it adds up 310,080 states.
    #[must_use]
    pub fn from_deal(&self) -> Vec<f64> {
        self.game.at_deal(&self.table)
    }

    pub(super) fn into_table(self) -> Vec<f64> {
        self.table
    }
}

/// The state with every seat moved back by `places`.
fn turned(space: &Space, counts: &Counts, odd: u8, places: usize) -> (Counts, u8) {
    let players = space.players;
    let turn = |set: u8| {
        let all = (1_u8 << players) - 1;
        (set >> places | set << (players - places)) & all
    };
    let mut next = Counts::default();
    for (&set, &count) in space.even.iter().zip(counts) {
        next[space.place(turn(set))] = count;
    }
    (next, turn(odd))
}
