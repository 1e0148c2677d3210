//! Games with open hands, by value iteration.

use core::fmt;

use cards_core::Seat;

use super::deal;
use super::space::{Counts, MAX_PLAYERS, Space};
use crate::{DrawFrom, KindSet, OddCard, Pairing, Rules};

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

/// How seat 0 of an [`OpenGame`] chooses whom to draw from; all others choose at
/// random.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill(f64);

impl Skill {
    /// At random.
    pub const RANDOM: Skill = Skill(0.0);

    /// As one who sees all hands and loses as rarely as possible.
    pub const BEST: Skill = Skill(1.0);

    /// The best choice with a chance and otherwise a random one, each time anew;
    /// a chance outside 0 to 1, or NaN, is brought there.
    #[must_use]
    pub fn mixed(chance: f64) -> Skill {
        Skill(if chance > 0.0 { chance.min(1.0) } else { 0.0 })
    }
}

/// A game of two to four players in which all hands are open.
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
    rules: Rules,
    space: Space,
}

/// What a card does when it is drawn, and how likely it is.
struct Outcome {
    chance: f64,
    counts: Counts,
    odd: u8,
    paired: bool,
}

impl Outcome {
    /// How many cards each player holds afterwards.
    fn sizes(&self, before: &[u8; MAX_PLAYERS], by: usize, from: usize) -> [u8; MAX_PLAYERS] {
        let mut sizes = *before;
        sizes[from] -= 1;
        if self.paired {
            sizes[by] -= 1;
        } else {
            sizes[by] += 1;
        }
        sizes
    }
}

/// One choice: a constant, and later states with their chances.
#[derive(Clone, Copy, Debug)]
struct Choice {
    constant: f64,
    end: u32,
}

/// What is added up along a game.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Count {
    /// 1 if seat 0 loses.
    Losses,
    /// 1 for each draw.
    Draws,
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
        })
    }

    /// How many states there are, whose turn it is included.
    #[must_use]
    pub fn states(&self) -> usize {
        self.space.plane() * self.space.players
    }

    /// The chance that seat 0 loses, from every state, if it chooses with a skill
    /// and all others at random. The other seats' chances follow by turning the
    /// table if all choose at random.
    ///
    /// Values are iterated until none changes by more than `tolerance`. With four
    /// players and a tolerance of 10⁻¹² that takes some seconds.
    #[must_use]
    pub fn losses(&self, skill: Skill, tolerance: f64) -> Values<'_> {
        self.solve(skill, Count::Losses, tolerance)
    }

    /// The expected number of draws from every state, if all choose at random.
    #[must_use]
    pub fn draws(&self, tolerance: f64) -> Values<'_> {
        self.solve(Skill::RANDOM, Count::Draws, tolerance)
    }

    fn solve(&self, skill: Skill, count: Count, tolerance: f64) -> Values<'_> {
        let table = solve(&self.space, self.rules.draw_from, skill, count, tolerance);
        Values { game: self, table }
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

    fn row(&self, counts: &Counts, odd: u8, turn: usize) -> usize {
        turn * self.game.space.plane() + self.game.space.index(counts, odd)
    }

    /// The value of a game from the deal, with seat 0, 1, … to begin, from the point
    /// of view of the seat whose value this is. So if all choose at random, entry s
    /// is the chance of the player who moves s-th: the loss by seat.
    ///
    /// With four players on the full pack it adds up 310,080 states.
    #[must_use]
    pub fn from_deal(&self) -> Vec<f64> {
        let space = &self.game.space;
        let players = space.players;
        // Entry s: the seat of the values is the s-th after the one that begins and
        // is dealt first.
        let mut sums = vec![0.0; players];
        deal::each(&self.game.rules, space, |counts, odd, chance| {
            let sizes = space.sizes(counts, odd);
            let first = (0..players).find(|&seat| sizes[seat] > 0).unwrap_or(0);
            for (place, sum) in sums.iter_mut().enumerate() {
                // The player at `place` becomes seat 0.
                let (counts, odd) = turned(space, counts, odd, place);
                let turn = (first + players - place) % players;
                *sum += chance * self.table[self.row(&counts, odd, turn)];
            }
        });
        sums
    }
}

/// A game with the loss of seat 0 from each of its states.
#[derive(Debug)]
pub(crate) struct OpenTable {
    game: OpenGame,
    losses: Vec<f64>,
}

impl OpenTable {
    pub(crate) fn new(game: OpenGame, skill: Skill, tolerance: f64) -> OpenTable {
        let losses = game.losses(skill, tolerance).table;
        OpenTable { game, losses }
    }

    /// Whether games by these rules have the same states and draws.
    pub(crate) fn fits(&self, rules: &Rules) -> bool {
        self.game.rules == *rules
    }

    /// Adds kinds that a set of players holds; nothing for no players.
    pub(crate) fn add(&self, counts: &mut Counts, set: u8, kinds: u8) {
        if set.count_ones().is_multiple_of(2) && set != 0 {
            counts[self.game.space.place(set)] += kinds;
        }
    }

    /// Takes one of them out again.
    pub(crate) fn remove(&self, counts: &mut Counts, set: u8) {
        if set.count_ones().is_multiple_of(2) && set != 0 {
            counts[self.game.space.place(set)] -= 1;
        }
    }

    pub(crate) fn index(&self, counts: &Counts, odd: u8) -> u32 {
        self.game.space.index(counts, odd) as u32
    }

    pub(crate) fn state_of(&self, hands: &[KindSet]) -> Option<(Counts, u8)> {
        self.game.state_of(hands)
    }

    /// The loss of seat 0 after it draws from a seat.
    pub(crate) fn loss_after(&self, counts: &Counts, odd: u8, from: usize) -> f64 {
        let space = &self.game.space;
        let plane = space.plane();
        let before = space.sizes(counts, odd);
        let mut loss = 0.0;
        outcomes(space, counts, odd, 0, from, before[from], |outcome| {
            let sizes = outcome.sizes(&before, 0, from);
            let next = next_turn(&sizes, space.players, 0);
            let row = next * plane + space.index(&outcome.counts, outcome.odd);
            loss += outcome.chance * self.losses[row];
        });
        loss
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

/// The seats that a seat may draw from.
fn targets(
    sizes: &[u8; MAX_PLAYERS],
    players: usize,
    by: usize,
    draw_from: DrawFrom,
) -> impl Iterator<Item = usize> {
    let others = (1..players).map(move |step| match draw_from {
        DrawFrom::Previous => (by + players - step) % players,
        DrawFrom::Any | DrawFrom::Next => (by + step) % players,
    });
    let most = if draw_from == DrawFrom::Any {
        players
    } else {
        1
    };
    let sizes = *sizes;
    others.filter(move |&seat| sizes[seat] > 0).take(most)
}

/// Every card that may be drawn.
fn outcomes(
    space: &Space,
    counts: &Counts,
    odd: u8,
    by: usize,
    from: usize,
    size: u8,
    mut found: impl FnMut(Outcome),
) {
    let (taker, giver) = (1_u8 << by, 1_u8 << from);
    let card = 1.0 / f64::from(size);
    for (place, (&set, &count)) in space.even.iter().zip(counts).enumerate() {
        if count == 0 || set & giver == 0 {
            continue;
        }
        let mut next = *counts;
        next[place] -= 1;
        let left = set & !giver;
        let after = if left & taker == 0 {
            left | taker
        } else {
            left & !taker
        };
        if after != 0 {
            next[space.place(after)] += 1;
        }
        found(Outcome {
            chance: f64::from(count) * card,
            counts: next,
            odd,
            paired: set & taker != 0,
        });
    }
    if odd & giver != 0 {
        let left = odd & !giver;
        let after = if left & taker == 0 {
            left | taker
        } else {
            left & !taker
        };
        found(Outcome {
            chance: card,
            counts: *counts,
            odd: after,
            paired: odd & taker != 0,
        });
    }
}

/// The next seat that holds cards.
fn next_turn(sizes: &[u8; MAX_PLAYERS], players: usize, by: usize) -> usize {
    let mut later = (1..=players).map(|step| (by + step) % players);
    later.find(|&seat| sizes[seat] > 0).unwrap_or(by)
}

/// A draw that pairs nothing keeps the number of holders of every kind, and one
/// that pairs makes it smaller: states are solved in blocks of one number of kinds
/// with two and with four holders and of holders of the odd kind.
fn solve(
    space: &Space,
    draw_from: DrawFrom,
    skill: Skill,
    count: Count,
    tolerance: f64,
) -> Vec<f64> {
    let players = space.players;
    let plane = space.plane();
    let mut table = vec![0.0; plane * players];
    let cards = |counts: &Counts, odd: u8| -> u32 {
        let even = space.even.iter().zip(counts);
        even.map(|(set, &count)| set.count_ones() * u32::from(count))
            .sum::<u32>()
            + odd.count_ones()
    };
    let fours = |counts: &Counts| {
        let even = space.even.iter().zip(counts);
        even.filter(|(set, _)| set.count_ones() == 4)
            .map(|(_, &count)| count)
            .sum::<u8>()
    };
    let mut states: Vec<(u32, u8, u32, Counts, u8)> = Vec::with_capacity(plane);
    for counts in space.all_counts() {
        for &odd in &space.odd {
            states.push((
                cards(&counts, odd),
                fours(&counts),
                odd.count_ones(),
                counts,
                odd,
            ));
        }
    }
    states.sort_by_key(|&(cards, fours, holders, ..)| (cards, fours, holders));

    let mut places = vec![u32::MAX; plane * players];
    for block in states.chunk_by(|a, b| (a.0, a.1, a.2) == (b.0, b.1, b.2)) {
        let mut rows: Vec<u32> = Vec::new();
        let mut row_ends: Vec<u32> = Vec::new();
        let mut choices: Vec<Choice> = Vec::new();
        let mut later: Vec<(u32, f64)> = Vec::new();
        // Rows of this block are marked before any of them is built.
        for (.., counts, odd) in block {
            let sizes = space.sizes(counts, *odd);
            let index = space.index(counts, *odd);
            let holding = sizes.iter().filter(|&&size| size > 0).count();
            for turn in (0..players).filter(|&turn| sizes[turn] > 0) {
                let row = turn * plane + index;
                if holding > 1 {
                    places[row] = 0;
                } else if count == Count::Losses && turn == 0 {
                    table[row] = 1.0;
                }
            }
        }
        for (.., counts, odd) in block {
            let sizes = space.sizes(counts, *odd);
            let index = space.index(counts, *odd);
            for turn in (0..players).filter(|&turn| sizes[turn] > 0) {
                let row = turn * plane + index;
                if places[row] == u32::MAX {
                    continue;
                }
                let all = targets(&sizes, players, turn, draw_from);
                let number = all.count() as f64;
                let chooses = turn == 0 && skill != Skill::RANDOM;
                let mut constant = if count == Count::Draws { 1.0 } else { 0.0 };
                let share = if chooses { 1.0 } else { 1.0 / number };
                for from in targets(&sizes, players, turn, draw_from) {
                    outcomes(space, counts, *odd, turn, from, sizes[from], |outcome| {
                        let sizes = outcome.sizes(&sizes, turn, from);
                        let next = next_turn(&sizes, players, turn);
                        let to = next * plane + space.index(&outcome.counts, outcome.odd);
                        let chance = outcome.chance * share;
                        if places[to] == u32::MAX {
                            constant += chance * table[to];
                        } else {
                            later.push((to as u32, chance));
                        }
                    });
                    if chooses {
                        choices.push(Choice {
                            constant,
                            end: later.len() as u32,
                        });
                        constant = 0.0;
                    }
                }
                if !chooses {
                    choices.push(Choice {
                        constant,
                        end: later.len() as u32,
                    });
                }
                rows.push(row as u32);
                row_ends.push(choices.len() as u32);
            }
        }
        iterate(
            &mut table, &rows, &row_ends, &choices, &later, skill, tolerance,
        );
        for &row in &rows {
            places[row as usize] = u32::MAX;
        }
    }
    table
}

/// Sweeps over the rows of a block, each with the newest values of the others
/// (Gauss and Seidel), until no value changes by more than the tolerance.
fn iterate(
    table: &mut [f64],
    rows: &[u32],
    row_ends: &[u32],
    choices: &[Choice],
    later: &[(u32, f64)],
    Skill(skill): Skill,
    tolerance: f64,
) {
    for _ in 0..MAX_SWEEPS {
        let mut change: f64 = 0.0;
        let (mut choice, mut at) = (0, 0);
        for (&row, &row_end) in rows.iter().zip(row_ends) {
            let (mut best, mut sum, mut number) = (f64::INFINITY, 0.0, 0.0);
            while choice < row_end as usize {
                let Choice { constant, end } = choices[choice];
                let mut value = constant;
                for &(to, chance) in &later[at..end as usize] {
                    value += chance * table[to as usize];
                }
                at = end as usize;
                choice += 1;
                best = best.min(value);
                sum += value;
                number += 1.0;
            }
            let value = skill * best + (1.0 - skill) * sum / number;
            let slot = &mut table[row as usize];
            change = change.max((value - *slot).abs());
            *slot = value;
        }
        if change <= tolerance {
            return;
        }
    }
}

/// A bound for tolerances below what rounding allows; 100 sweeps do for 10⁻¹².
const MAX_SWEEPS: usize = 2000;
