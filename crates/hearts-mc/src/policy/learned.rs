use std::sync::LazyLock;

use super::features::{self, Active, CONTEXTS, Context, ENTRIES, TABLES};
use super::passing::{PASS_WEIGHTS, Passes};
use crate::playout::Choose;
use crate::playout::table::{Table, lowest_bit};

/// The weights of a policy that scores each candidate by a sum of entries of
/// tables, and plays the best.
#[derive(Clone, Debug)]
pub(crate) struct Weights(pub(crate) Box<[Context; CONTEXTS]>);

impl Weights {
    pub(crate) fn zero() -> Weights {
        Weights(Box::new([[[0.0; ENTRIES]; TABLES]; CONTEXTS]))
    }

    /// The weights of a list, or `None` if it has the wrong length.
    pub(crate) fn from_list(list: &[f32]) -> Option<Weights> {
        let mut weights = Weights::zero();
        if list.len() != weights.0.as_flattened().as_flattened().len() {
            return None;
        }
        let flat = weights.0.as_flattened_mut().as_flattened_mut();
        flat.copy_from_slice(list);
        Some(weights)
    }

    pub(crate) fn list(&self) -> &[f32] {
        self.0.as_flattened().as_flattened()
    }

    #[inline]
    pub(crate) fn score(&self, active: &Active) -> f32 {
        let context = &self.0[active.context as usize % CONTEXTS];
        let mut score = 0.0;
        for (table, &entry) in context.iter().zip(&active.entries) {
            score += table[entry as usize % ENTRIES];
        }
        score
    }
}

/// What was learned: how to play in playouts, and what to pass.
#[derive(Clone, Debug)]
pub struct Learned {
    pub(crate) play: Weights,
    pub(crate) passes: Passes,
}

impl Learned {
    /// The weights of lists, of the play and of the passes; `None` if one has the
    /// wrong length. An empty list stands for weights of 0.
    #[must_use]
    pub fn from_lists(play: &[f32], passes: &[f32]) -> Option<Learned> {
        let zero = vec![0.0; PASS_WEIGHTS * 2];
        Some(Learned {
            play: match play {
                [] => Weights::zero(),
                list => Weights::from_list(list)?,
            },
            passes: Passes::from_list(if passes.is_empty() { &zero } else { passes })?,
        })
    }

    /// The weights of the play.
    #[must_use]
    pub fn play(&self) -> &[f32] {
        self.play.list()
    }

    /// The weights of the passes: the usual ones, and those of a hand that shoots
    /// the moon.
    #[must_use]
    pub fn passes(&self) -> Vec<f32> {
        [&self.passes.usual[..], &self.passes.shoot[..]].concat()
    }

    /// The weights of the crate, from the data files beside this one.
    #[must_use]
    pub fn included() -> &'static Learned {
        &INCLUDED
    }
}

static INCLUDED: LazyLock<Learned> = LazyLock::new(|| {
    let play = numbers(include_str!("play.weights"));
    match Learned::from_lists(&play, &numbers(include_str!("pass.weights"))) {
        Some(learned) => learned,
        None => unreachable!("the data files have one number a weight"),
    }
});

/// The weights of a data file: whole numbers in parts of one, lines of `#` apart.
fn numbers(text: &str) -> Vec<f32> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
        .filter_map(|number| number.parse::<i32>().ok())
        .map(|number| number as f32 / UNIT)
        .collect()
}

/// The data file has whole numbers, in this part of one.
const UNIT: f32 = 1024.0;

impl Choose for &Weights {
    #[inline]
    fn choose(&mut self, table: &Table, legal: u64) -> u64 {
        let (mut choice, mut best) = (lowest_bit(legal), f32::MIN);
        if features::is_one_candidate(table, legal) {
            return choice;
        }
        features::visit(table, legal, |bit, active| {
            let score = self.score(active);
            if score > best {
                (choice, best) = (bit, score);
            }
        });
        choice
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_file_has_every_weight() {
        let all = Learned::included().play.0.as_flattened().as_flattened();
        assert!(all.iter().filter(|&&weight| weight != 0.0).count() > 3000);
    }
}
