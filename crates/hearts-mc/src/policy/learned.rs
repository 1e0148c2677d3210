use std::sync::LazyLock;

use super::features::{self, Active, CONTEXTS, Context, ENTRIES, TABLES};
use crate::playout::Choose;
use crate::playout::table::Table;

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

    #[cfg(feature = "training")]
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

/// The weights that playouts use, from the data file beside this one.
static PLAY: LazyLock<Weights> =
    LazyLock::new(
        || match Weights::from_list(&numbers(include_str!("play.weights"))) {
            Some(weights) => weights,
            None => unreachable!("the data file has one number a weight"),
        },
    );

/// The weights of a data file: whole numbers in parts of one, lines of `#` apart.
pub(super) fn numbers(text: &str) -> Vec<f32> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
        .filter_map(|number| number.parse::<i32>().ok())
        .map(|number| number as f32 / UNIT)
        .collect()
}

/// The data file has whole numbers, in this part of one.
const UNIT: f32 = 1024.0;

/// The weights that playouts use.
pub(crate) fn play() -> &'static Weights {
    &PLAY
}

impl Choose for &Weights {
    #[inline]
    fn choose(&mut self, table: &Table, legal: u64) -> u64 {
        let (mut choice, mut best) = (legal & legal.wrapping_neg(), f32::MIN);
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
        let all = play().0.as_flattened().as_flattened();
        assert!(all.iter().filter(|&&weight| weight != 0.0).count() > 3000);
    }
}
