use core::fmt;

use cards_core::{BySeat, Card, Seat};

use super::Utility;
use super::account::Account;
use super::deal::{Deal, Numbers};
use super::history::History;
use super::max_n::{self, Scores};
use super::node::Node;
use super::paranoid::{self, Known};
use super::table::Table;
use crate::{MoonChoice, PLAYERS, Position, Rules};

/// An exact solver for the last tricks of a deal with all four hands open.
///
/// It keeps its tables from one call to the next for their memory only: what a call
/// returns does not depend on the ones before.
#[derive(Debug)]
pub struct Solver {
    rules: Rules,
    choice: MoonChoice,
    budget: u64,
    bits: u32,
    paranoid: Table<Known>,
    history: History,
    /// Made when it is first needed.
    max_n: Option<Table<Scores>>,
}

/// What one player against the three others comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Paranoid {
    /// The player's [`Utility`] at the end, if it makes that as small as it can and
    /// the others make it as large as they can together.
    pub value: i32,
    /// Every legal play with the value after it, in the order of
    /// [`CardSet::iter`](cards_core::CardSet::iter).
    pub plays: Vec<(Card, i32)>,
    /// The first of the plays that are best for whose turn it is; `None` if the deal
    /// is over.
    pub best: Option<Card>,
    /// How many plays were searched.
    pub nodes: u64,
}

/// What each player for himself comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MaxN {
    /// The final scores.
    pub scores: BySeat<i32>,
    /// Every legal play with the final scores after it, in the order of
    /// [`CardSet::iter`](cards_core::CardSet::iter).
    pub plays: Vec<(Card, BySeat<i32>)>,
    /// The first of the plays that are best for whose turn it is; `None` if the deal
    /// is over.
    pub best: Option<Card>,
    /// How many plays were searched.
    pub nodes: u64,
}

impl Solver {
    /// The largest bonus for taking no trick, and the largest fine, that a solver
    /// reckons with.
    pub const LARGEST_BONUS: i32 = 1000;

    /// A solver without a budget.
    #[must_use]
    pub fn new(rules: Rules) -> Solver {
        const BITS: u32 = 15;
        Solver {
            rules,
            choice: MoonChoice::OthersUp,
            budget: u64::MAX,
            bits: BITS,
            paranoid: Table::new(BITS),
            history: History::new(),
            max_n: None,
        }
    }

    /// The same solver with a budget for each call: how many plays it may search, or
    /// `None` for any number.
    #[must_use]
    pub fn with_budget(mut self, nodes: Option<u64>) -> Solver {
        self.budget = nodes.unwrap_or(u64::MAX);
        self
    }

    /// The same solver for one who chooses this when a moon is shot and the rules
    /// leave it to him.
    #[must_use]
    pub const fn with_moon_choice(mut self, choice: MoonChoice) -> Solver {
        self.choice = choice;
        self
    }

    /// The same solver with tables of 2^`bits` positions of 16 or 24 bytes; 1 to 30.
    /// Without it they have 2^15. Larger ones pay from 8 tricks on.
    ///
    /// # Errors
    /// If `bits` is out of its range.
    pub fn with_table_bits(mut self, bits: u32) -> Result<Solver, SolveError> {
        if !(1..=30).contains(&bits) {
            return Err(SolveError::TableBits(bits));
        }
        self.bits = bits;
        self.paranoid = Table::new(bits);
        self.max_n = None;
        Ok(self)
    }

    pub(super) const fn budget(&self) -> u64 {
        self.budget
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The value for one player against the three others (paranoid search; Sturtevant
    /// and Korf, "On pruning techniques for multi-player games", AAAI 2000): its
    /// utility at the end, if it makes that as small as it can and the others make it
    /// as large as they can together. It need not be the player's turn.
    ///
    /// The value is exact or there is none.
    ///
    /// # Errors
    /// If the budget runs out, the seat is none of four or the rules have a bonus
    /// beyond [`Solver::LARGEST_BONUS`].
    pub fn value(
        &mut self,
        position: &Position,
        player: Seat,
        utility: Utility,
    ) -> Result<i32, SolveError> {
        self.check(Some(player))?;
        let deal = Deal::new(&self.rules, self.choice, position, Some(player));
        let account = Account::new(&deal, position);
        let mut search = self.search(&deal, player, utility, self.budget);
        let guess = guess(&search, &account);
        Ok(search.value(&Node::new(&deal, position), &account, guess)?)
    }

    /// As [`Solver::value`], with the value of every legal play.
    ///
    /// ```
    /// use cards_core::{BySeat, CardSet, Seat};
    /// use hearts_mc::endgame::{Solver, Utility};
    /// use hearts_mc::{Position, Rules};
    ///
    /// // Seat 0 leads. It has all hearts but the last, and would need that and the queen
    /// // for a moon; the others let it have one more point.
    /// let hands = ["♠K2 ♦2", "♠Q3 ♣3", "♠45 ♥2", "♠67 ♣4"].map(|hand| hand.parse().unwrap());
    /// let mut taken = BySeat::new([CardSet::EMPTY; 4]);
    /// taken[Seat::FIRST] = "♥3456789TJQKA".parse()?;
    /// let position = Position::later(BySeat::new(hands), Seat::FIRST, taken)?;
    ///
    /// let mut solver = Solver::new(Rules::STANDARD);
    /// let own = solver.paranoid(&position, Seat::FIRST, Utility::OwnScore)?;
    /// assert_eq!((own.value, own.plays.len()), (13, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Solver::value`].
    pub fn paranoid(
        &mut self,
        position: &Position,
        player: Seat,
        utility: Utility,
    ) -> Result<Paranoid, SolveError> {
        self.paranoid_within(position, player, utility, self.budget)
    }

    pub(super) fn paranoid_within(
        &mut self,
        position: &Position,
        player: Seat,
        utility: Utility,
        limit: u64,
    ) -> Result<Paranoid, SolveError> {
        self.check(Some(player))?;
        let deal = Deal::new(&self.rules, self.choice, position, Some(player));
        let account = Account::new(&deal, position);
        let node = Node::new(&deal, position);
        let mut search = self.search(&deal, player, utility, limit);
        let mut guess = guess(&search, &account);
        if position.is_over() {
            return Ok(Paranoid {
                value: search.value(&node, &account, guess)?,
                plays: Vec::new(),
                best: None,
                nodes: 0,
            });
        }
        let moves = node.moves(&deal);
        let mut values = [0; 52];
        for card in Numbers(moves) {
            search.count(1)?;
            guess = search.value(&node.after(&deal, card), &account, guess)?;
            values[usize::from(card)] = guess;
        }
        let nodes = search.nodes;
        let plays: Vec<(Card, i32)> = plays(&deal, &self.rules, position)
            .map(|(card, number)| (card, values[usize::from(node.equal_of(moves, number))]))
            .collect();
        let minimises = position.turn == player;
        let best = plays.iter().copied().reduce(|best, play| {
            let better = if minimises {
                play.1 < best.1
            } else {
                play.1 > best.1
            };
            if better { play } else { best }
        });
        Ok(Paranoid {
            value: best.map_or(0, |(_, value)| value),
            best: best.map(|(card, _)| card),
            plays,
            nodes,
        })
    }

    /// The final scores if each player makes his own utility as small as he can and
    /// takes the others to do the same (max^n; Luckhardt and Irani, "An algorithmic
    /// solution of N-person games", AAAI 1986).
    ///
    /// Of plays that are equally good for a player he makes the first in the order of
    /// [`CardSet::iter`](cards_core::CardSet::iter): clubs, diamonds, hearts, spades,
    /// each from the two up. Other equilibria may have other scores.
    ///
    /// Positions are looked up in a table and equal cards tried once; a player who has
    /// reached the best that is still possible for him tries no more. Otherwise nothing
    /// is pruned, so that it takes far longer than [`Solver::paranoid`].
    ///
    /// # Errors
    /// As [`Solver::value`].
    pub fn max_n(&mut self, position: &Position, utility: Utility) -> Result<MaxN, SolveError> {
        self.max_n_within(position, utility, self.budget)
    }

    pub(super) fn max_n_within(
        &mut self,
        position: &Position,
        utility: Utility,
        limit: u64,
    ) -> Result<MaxN, SolveError> {
        self.check(None)?;
        let deal = Deal::new(&self.rules, self.choice, position, None);
        let account = Account::new(&deal, position);
        let node = Node::new(&deal, position);
        let bits = self.bits;
        let table = self.max_n.get_or_insert_with(|| Table::new(bits));
        table.clear();
        let weights = BySeat::<[i32; PLAYERS]>::from_fn(|seat| utility.weights(seat));
        let mut search = max_n::MaxN {
            deal: &deal,
            table,
            weights: weights.into_array(),
            nodes: 0,
            limit,
        };
        let by_seat = |scores: Scores| BySeat::new(scores.map(i32::from));
        if position.is_over() {
            return Ok(MaxN {
                scores: by_seat(search.scores(&node, &account)?),
                plays: Vec::new(),
                best: None,
                nodes: 0,
            });
        }
        let moves = node.moves(&deal);
        let mut values = [[0; PLAYERS]; 52];
        for card in Numbers(moves) {
            search.count()?;
            values[usize::from(card)] = search.scores(&node.after(&deal, card), &account)?;
        }
        let nodes = search.nodes;
        let plays: Vec<(Card, BySeat<i32>)> = plays(&deal, &self.rules, position)
            .map(|(card, number)| {
                let scores = values[usize::from(node.equal_of(moves, number))];
                (card, by_seat(scores))
            })
            .collect();
        let turn = position.turn;
        let best = plays.iter().copied().reduce(|best, play| {
            if utility.of(&play.1, turn) < utility.of(&best.1, turn) {
                play
            } else {
                best
            }
        });
        Ok(MaxN {
            scores: best.map_or_else(BySeat::default, |(_, scores)| scores),
            best: best.map(|(card, _)| card),
            plays,
            nodes,
        })
    }

    fn check(&self, player: Option<Seat>) -> Result<(), SolveError> {
        if let Some(seat) = player.filter(|seat| seat.index() >= PLAYERS) {
            return Err(SolveError::NoSuchSeat(seat));
        }
        let bonus = self.rules.no_trick_bonus;
        if !(-Solver::LARGEST_BONUS..=Solver::LARGEST_BONUS).contains(&bonus) {
            return Err(SolveError::Bonus(bonus));
        }
        Ok(())
    }

    fn search<'a>(
        &'a mut self,
        deal: &'a Deal,
        player: Seat,
        utility: Utility,
        limit: u64,
    ) -> paranoid::Paranoid<'a> {
        self.paranoid.clear();
        self.history.clear();
        paranoid::Paranoid {
            deal,
            table: &mut self.paranoid,
            history: &mut self.history,
            player: player.index() as u8,
            weights: utility.weights(player),
            nodes: 0,
            limit,
        }
    }
}

/// The value if no more is taken.
fn guess(search: &paranoid::Paranoid<'_>, account: &Account) -> i32 {
    super::account::weigh(&account.scores, &search.weights)
}

/// The legal plays with their numbers.
fn plays(deal: &Deal, rules: &Rules, position: &Position) -> impl Iterator<Item = (Card, u8)> {
    let legal = position.legal(rules).into_iter();
    legal.filter_map(|card| Some((card, deal.number(card)?)))
}

/// The budget has run out; nothing follows for the position searched.
#[derive(Debug)]
pub(super) struct Exhausted {
    pub(super) nodes: u64,
}

impl From<Exhausted> for SolveError {
    fn from(exhausted: Exhausted) -> SolveError {
        SolveError::Exhausted {
            nodes: exhausted.nodes,
        }
    }
}

/// Why there is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// The budget ran out.
    Exhausted {
        /// How many plays were searched.
        nodes: u64,
    },
    /// A seat beyond the four.
    NoSuchSeat(Seat),
    /// The rules have a larger bonus for taking no trick than
    /// [`Solver::LARGEST_BONUS`], or a larger fine.
    Bonus(i32),
    /// A table of 2 to this power of positions, which is not 1 to 30.
    TableBits(u32),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Exhausted { nodes } => {
                write!(f, "the budget ran out after {nodes} plays")
            }
            SolveError::NoSuchSeat(seat) => write!(f, "there is no seat {seat}"),
            SolveError::Bonus(bonus) => write!(
                f,
                "a bonus of {bonus} for taking no trick; it must be within {} of 0",
                Solver::LARGEST_BONUS
            ),
            SolveError::TableBits(bits) => {
                write!(f, "a table of 2^{bits} positions; it must be 2^1 to 2^30")
            }
        }
    }
}

impl core::error::Error for SolveError {}
