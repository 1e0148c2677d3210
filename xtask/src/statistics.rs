//! Means, shares, and their standard errors.

/// A mean and how precisely it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error; `None` for fewer than two values.
    pub standard_error: Option<f64>,
}

impl Estimate {
    /// Whether the mean lies within three standard errors of a value; never of
    /// an estimate whose error is unknown.
    #[must_use]
    pub fn is_about(self, value: f64) -> bool {
        let distance = (self.mean - value).abs();
        self.standard_error
            .is_some_and(|error| distance <= 3.0 * error)
    }
}

/// The mean of some values, with the standard error of independent ones. The
/// values are added in their order, so equal input gives an equal result.
/// Of no values the mean is 0.
#[must_use]
pub fn mean(values: impl Iterator<Item = f64> + Clone) -> Estimate {
    let count = values.clone().count() as f64;
    if count == 0.0 {
        return Estimate {
            mean: 0.0,
            standard_error: None,
        };
    }
    let mean = values.clone().sum::<f64>() / count;
    let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
    Estimate {
        mean,
        standard_error: (count > 1.0).then(|| (squares / (count - 1.0) / count).sqrt()),
    }
}

/// The share of values that hold, in percent.
#[must_use]
pub fn percentage(holds: impl Iterator<Item = bool> + Clone) -> Estimate {
    mean(holds.map(|value| if value { 100.0 } else { 0.0 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let four = mean([2.0, 4.0, 4.0, 6.0].into_iter());
        assert_eq!(four.mean, 4.0);
        assert!((four.standard_error.unwrap() - (8.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-15);
        assert_eq!(mean([7.0].into_iter()).standard_error, None);
        assert_eq!(mean(std::iter::empty()).mean, 0.0);
        assert!(four.is_about(6.4) && four.is_about(1.6) && !four.is_about(6.5));
        assert!(!mean([7.0].into_iter()).is_about(7.0));
        let share = percentage([true, false, true, true].into_iter());
        assert_eq!(share.mean, 75.0);
        assert!((share.standard_error.unwrap() - 25.0).abs() < 1e-12);
        assert_eq!(percentage(std::iter::empty()).mean, 0.0);
    }
}
