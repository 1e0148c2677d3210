//! Value iteration over the states of an open game.

use super::Skill;
use super::open_game::OpenGame;
use super::space::{Counts, MAX_PLAYERS, Space};
use crate::DrawFrom;

/// What a card does when it is drawn, and how likely it is.
pub(super) struct Outcome {
    pub(super) chance: f64,
    pub(super) counts: Counts,
    pub(super) odd: u8,
    paired: bool,
}

impl Outcome {
    /// How many cards each player holds afterwards.
    pub(super) fn sizes(
        &self,
        before: &[u8; MAX_PLAYERS],
        by: usize,
        from: usize,
    ) -> [u8; MAX_PLAYERS] {
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
pub(super) enum Count {
    /// 1 if seat 0 loses.
    Losses,
    /// 1 for each draw.
    Draws,
}

/// The seats that a seat may draw from.
pub(super) fn targets(
    sizes: &[u8; MAX_PLAYERS],
    players: usize,
    by: usize,
    draw_from: DrawFrom,
) -> impl Iterator<Item = usize> + Clone + use<> {
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
pub(super) fn outcomes(
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

/// How often a player who is keen on pairs draws from each seat.
fn shares(
    space: &Space,
    counts: &Counts,
    odd: u8,
    sizes: &[u8; MAX_PLAYERS],
    by: usize,
    draw_from: DrawFrom,
    keenness: f64,
) -> [f64; MAX_PLAYERS] {
    let targets = targets(sizes, space.players, by, draw_from);
    // Pairs of a hand over its size, over a common denominator.
    let merit = |from: usize| -> u32 {
        let both = 1_u8 << by | 1 << from;
        let even = space.even.iter().zip(counts);
        let pairs = even
            .filter(|(set, _)| *set & both == both)
            .map(|(_, &count)| u32::from(count))
            .sum::<u32>()
            + u32::from(odd & both == both);
        let others = targets.clone().filter(|&other| other != from);
        pairs * others.map(|other| u32::from(sizes[other])).product::<u32>()
    };
    let mut shares = [0.0; MAX_PLAYERS];
    let number = targets.clone().count() as f64;
    if keenness > 0.0 {
        let most = targets.clone().map(merit).max();
        let best = targets.clone().filter(|&from| Some(merit(from)) == most);
        let equals = best.clone().count() as f64;
        best.for_each(|from| shares[from] = keenness / equals);
    }
    targets
        .clone()
        .for_each(|from| shares[from] += (1.0 - keenness) / number);
    shares
}

/// The next seat that holds cards.
pub(super) fn next_turn(sizes: &[u8; MAX_PLAYERS], players: usize, by: usize) -> usize {
    let mut later = (1..=players).map(|step| (by + step) % players);
    later.find(|&seat| sizes[seat] > 0).unwrap_or(by)
}

/// A draw that pairs nothing keeps the number of holders of every kind, and one
/// that pairs makes it smaller: states are solved in blocks of one number of kinds
/// with two and with four holders and of holders of the odd kind.
pub(super) fn solve(game: &OpenGame, skill: Skill, count: Count, tolerance: f64) -> Vec<f64> {
    let OpenGame {
        rules,
        space,
        keenness,
    } = game;
    let draw_from = rules.draw_from;
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
        let mut row_ends: Vec<(u32, f64)> = Vec::new();
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
                let chooses = turn == 0 && skill != Skill::RANDOM;
                let mut constant = if count == Count::Draws { 1.0 } else { 0.0 };
                let keenness = if turn == 0 { 0.0 } else { *keenness };
                let shares = shares(space, counts, *odd, &sizes, turn, draw_from, keenness);
                for from in targets(&sizes, players, turn, draw_from) {
                    let share = if chooses { 1.0 } else { shares[from] };
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
                row_ends.push((choices.len() as u32, skill.chances[usize::from(odd & 1)]));
            }
        }
        iterate(&mut table, &rows, &row_ends, &choices, &later, tolerance);
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
    row_ends: &[(u32, f64)],
    choices: &[Choice],
    later: &[(u32, f64)],
    tolerance: f64,
) {
    for _ in 0..MAX_SWEEPS {
        let mut change: f64 = 0.0;
        let (mut choice, mut at) = (0, 0);
        for (&row, &(row_end, skill)) in rows.iter().zip(row_ends) {
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
