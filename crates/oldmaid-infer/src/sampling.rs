//! Random numbers of the unit interval, and thinning of weighted states.

use cards_core::rand_core::Rng;

/// A uniform number from 0 up to, not including, 1, in steps of 2⁻⁵³.
pub(crate) fn unit<R: Rng + ?Sized>(rng: &mut R) -> f64 {
    (rng.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
}

/// Thins weights to about `count` of them without changing any expectation: those
/// above a threshold stay as they are, of the others each stays with a chance
/// proportional to its weight and then weighs the threshold. This is the optimal
/// resampling of Fearnhead and Clifford, 'On-line inference for hidden Markov
/// models via particle filters', J. R. Statist. Soc. B 65 (2003), with systematic
/// sampling. A weight that goes becomes 0.
pub(crate) fn thin<R: Rng + ?Sized>(weights: &mut [f64], count: usize, rng: &mut R) {
    if weights.len() <= count || count == 0 {
        return;
    }
    let threshold = threshold(weights, count);
    let mut debt = unit(rng) * threshold;
    for weight in weights {
        if *weight >= threshold {
            continue;
        }
        debt += *weight;
        if debt >= threshold {
            debt -= threshold;
            *weight = threshold;
        } else {
            *weight = 0.0;
        }
    }
}

/// The threshold at which about `count` weights are expected to stay.
fn threshold(weights: &[f64], count: usize) -> f64 {
    let kept = |threshold: f64| -> f64 {
        weights
            .iter()
            .map(|weight| (weight / threshold).min(1.0))
            .sum()
    };
    let total: f64 = weights.iter().sum();
    // Σ min(1, w / t) is at most total / t, so the threshold is not higher.
    let mut high = total / count as f64;
    let mut low = 0.0;
    for _ in 0..20 {
        let middle = 0.5 * (low + high);
        if kept(middle) > count as f64 {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use cards_core::random::trial_rng;
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn thinning_keeps_heavy_weights_and_every_expectation() {
        let weights: Vec<f64> = (0..200)
            .map(|i| {
                if i % 50 == 0 {
                    5.0
                } else {
                    0.01 * f64::from(i)
                }
            })
            .collect();
        let mut sums = vec![0.0; weights.len()];
        let trials = 4000;
        for trial in 0..trials {
            let mut thinned = weights.clone();
            thin(&mut thinned, 60, &mut trial_rng::<Pcg64Mcg>(1, trial));
            let left = thinned.iter().filter(|weight| **weight > 0.0).count();
            assert!((55..=61).contains(&left), "{left}");
            for (sum, (after, before)) in sums.iter_mut().zip(thinned.iter().zip(&weights)) {
                assert!(*before < 5.0 || after == before);
                *sum += after;
            }
        }
        for (sum, weight) in sums.iter().zip(&weights) {
            let mean = sum / trials as f64;
            assert!((mean - weight).abs() < 0.15, "{mean} {weight}");
        }
    }
}
