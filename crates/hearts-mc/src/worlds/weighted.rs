use core::fmt;

use cards_core::{BySeat, CardSet};
use rand_core::Rng;

use super::Worlds;

/// Deals with importance weights: what they say in place of equally likely deals,
/// when the others' passes and plays make some likelier than others.
///
/// The weights are normalised to a sum of 1, so that a weight need be known up to a
/// factor only. [`Weighted::mean`] is then the self-normalised estimate of
/// importance sampling, and [`Weighted::effective_sample_size`] tells how many
/// equally likely deals would be as good.
#[derive(Clone, Debug)]
pub struct Weighted {
    worlds: Vec<BySeat<CardSet>>,
    weights: Vec<f64>,
}

impl Worlds {
    /// Samples deals, and weighs each in proportion to how likely it makes what has
    /// been observed besides the constraints.
    ///
    /// ```
    /// use cards_core::{BySeat, CardSet, Seat};
    /// use hearts_mc::worlds::{Constraints, Worlds};
    /// use rand_pcg::Pcg64Mcg;
    ///
    /// // Whoever has ♠Q is thought to have played as it did three times less likely.
    /// let constraints = Constraints::new("♠Q ♥K2 ♦A".parse()?, BySeat::new([0, 2, 2, 0]));
    /// let worlds = Worlds::new(&constraints)?;
    /// let mut rng: Pcg64Mcg = cards_core::random::trial_rng(2026, 0);
    /// let west = Seat::new(1).unwrap();
    /// let queen = "♠Q".parse()?;
    /// let has_queen = |world: &BySeat<CardSet>| world[west].contains(queen);
    /// let weighted = worlds.sample_weighted(2000, &mut rng, |world| {
    ///     if has_queen(world) { 1.0 } else { 3.0 }
    /// })?;
    /// let chance = weighted.mean(|world| f64::from(u8::from(has_queen(world))));
    /// assert!((chance - 0.25).abs() < 0.05);
    /// assert!((weighted.effective_sample_size() - 1600.0).abs() < 60.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Weighted::new`].
    pub fn sample_weighted<R: Rng + ?Sized>(
        &self,
        count: usize,
        rng: &mut R,
        mut weight: impl FnMut(&BySeat<CardSet>) -> f64,
    ) -> Result<Weighted, WeightError> {
        let worlds: Vec<_> = (0..count).map(|_| self.sample(rng)).collect();
        let weights = worlds.iter().map(&mut weight).collect();
        Weighted::new(worlds, weights)
    }
}

impl Weighted {
    /// Deals with weights that are proportional to these.
    ///
    /// # Errors
    /// If there are not as many of both, if a weight is negative or not finite, or if
    /// none is positive.
    pub fn new(
        worlds: Vec<BySeat<CardSet>>,
        mut weights: Vec<f64>,
    ) -> Result<Weighted, WeightError> {
        if worlds.len() != weights.len() {
            return Err(WeightError::Lengths {
                worlds: worlds.len(),
                weights: weights.len(),
            });
        }
        let is_weight = |weight: f64| weight.is_finite() && weight >= 0.0;
        if let Some(index) = weights.iter().position(|&weight| !is_weight(weight)) {
            return Err(WeightError::NoWeight {
                index,
                weight: weights[index],
            });
        }
        let largest = weights.iter().fold(0.0, |a: f64, &b| a.max(b));
        if largest == 0.0 {
            return Err(WeightError::AllZero {
                worlds: worlds.len(),
            });
        }
        // By the largest first, so that the sum is finite and no weight of it is lost.
        for weight in &mut weights {
            *weight /= largest;
        }
        let sum: f64 = weights.iter().sum();
        for weight in &mut weights {
            *weight /= sum;
        }
        Ok(Weighted { worlds, weights })
    }

    /// Deals with weights whose natural logarithms are these plus some constant;
    /// negative infinity is a weight of 0. A product of many small probabilities does
    /// not vanish here.
    ///
    /// # Errors
    /// As [`Weighted::new`], for a logarithm that is NaN or positive infinity.
    pub fn from_logarithms(
        worlds: Vec<BySeat<CardSet>>,
        logarithms: Vec<f64>,
    ) -> Result<Weighted, WeightError> {
        let is_logarithm = |value: f64| value < f64::INFINITY;
        if let Some(index) = logarithms.iter().position(|&value| !is_logarithm(value)) {
            return Err(WeightError::NoWeight {
                index,
                weight: logarithms[index],
            });
        }
        let largest = (logarithms.iter()).fold(f64::NEG_INFINITY, |a, &b| a.max(b));
        let weight = |value: f64| {
            if value == f64::NEG_INFINITY {
                0.0
            } else {
                (value - largest).exp()
            }
        };
        let weights = logarithms.into_iter().map(weight).collect();
        Weighted::new(worlds, weights)
    }

    /// The deals.
    #[must_use]
    pub fn worlds(&self) -> &[BySeat<CardSet>] {
        &self.worlds
    }

    /// The weights of the deals, which sum to 1.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The weighted mean of a number that each deal has.
    pub fn mean(&self, mut value: impl FnMut(&BySeat<CardSet>) -> f64) -> f64 {
        (self.worlds.iter().zip(&self.weights))
            .map(|(world, weight)| weight * value(world))
            .sum()
    }

    /// (Σ w)² / Σ w², from 1 to the number of deals (Kong, Liu and Wong, "Sequential
    /// imputations and Bayesian missing data problems", J. Am. Statist. Assoc. 89
    /// (1994)).
    #[must_use]
    pub fn effective_sample_size(&self) -> f64 {
        let sum: f64 = self.weights.iter().sum();
        let squares: f64 = self.weights.iter().map(|weight| weight * weight).sum();
        sum * sum / squares
    }
}

/// Weights that are none.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum WeightError {
    /// Not as many weights as deals.
    Lengths {
        /// The number of deals.
        worlds: usize,
        /// The number of weights.
        weights: usize,
    },
    /// A weight that is negative or not finite, or a logarithm that is not one of a
    /// finite weight.
    NoWeight {
        /// Its place among the weights.
        index: usize,
        /// The weight, or the logarithm.
        weight: f64,
    },
    /// No deal has a positive weight: the model excludes what was observed, or there
    /// are no deals.
    AllZero {
        /// The number of deals.
        worlds: usize,
    },
}

impl fmt::Display for WeightError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightError::Lengths { worlds, weights } => {
                write!(f, "{weights} weights for {worlds} deals")
            }
            WeightError::NoWeight { index, weight } => {
                write!(f, "weight {index} is {weight}")
            }
            WeightError::AllZero { worlds } => {
                write!(f, "none of {worlds} deals has a positive weight")
            }
        }
    }
}

impl core::error::Error for WeightError {}
