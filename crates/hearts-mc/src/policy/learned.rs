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

    /// The logarithm of the chance of a card by the softmax of the scores. A card
    /// that stands for others has the chance of them all.
    pub(crate) fn log_chance(&self, table: &Table, legal: u64, played: u64) -> f32 {
        let mut scores = [0.0_f32; 13];
        let mut count = 0;
        let mut chosen = 0;
        features::visit(table, legal, |bit, active| {
            if bit <= played && bit & features::lane(played) != 0 {
                chosen = count;
            }
            scores[count] = self.score(active);
            count += 1;
        });
        let scores = &scores[..count];
        let top = scores.iter().copied().fold(f32::MIN, f32::max);
        let sum: f32 = scores.iter().map(|score| (score - top).exp()).sum();
        scores[chosen] - top - sum.ln()
    }
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
