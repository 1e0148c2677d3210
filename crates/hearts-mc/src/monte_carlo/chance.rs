use std::sync::LazyLock;

/// The logistic curves by which shares become chances: of the own seat, then of
/// another, each early, in the middle, and late in the deal.
static CURVES: LazyLock<[Curve; 2 * STAGES]> = LazyLock::new(|| {
    let mut numbers = include_str!("moon.calibration")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
        .filter_map(|number| number.parse().ok());
    [(); 2 * STAGES].map(|()| match (numbers.next(), numbers.next()) {
        (Some(intercept), Some(slope)) => Curve { intercept, slope },
        _ => unreachable!("the data file has two numbers a curve"),
    })
});

const STAGES: usize = 3;

struct Curve {
    intercept: f64,
    slope: f64,
}

/// The stages of a deal, by the cards in the hand of the one to play.
const fn stage(cards: usize) -> usize {
    match cards {
        10.. => 0,
        6..=9 => 1,
        _ => 2,
    }
}

/// The chance that a seat shoots the moon, which it shot in so many of these
/// playouts, in a deal that has not decided it yet.
pub(super) fn calibrated(own: bool, cards: usize, moons: u32, worlds: usize) -> f64 {
    let curve = &CURVES[if own { 0 } else { STAGES } + stage(cards)];
    let log_odds = curve.intercept + curve.slope * log_odds(moons, worlds);
    1.0 / (1.0 + (-log_odds).exp())
}

/// The logarithm of the odds of a share, never infinite.
fn log_odds(moons: u32, worlds: usize) -> f64 {
    let (shot, all) = (f64::from(moons), worlds as f64);
    ((shot + 0.5) / (all - shot + 0.5)).ln()
}

/// How much a decision doubts the own moons of its playouts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doubt {
    /// The own seat.
    pub(crate) seat: usize,
    /// 0: they are believed, 1: they are as frequent as the calibrated chance.
    pub(crate) weight: f64,
    cards: usize,
}

impl Doubt {
    pub(crate) const NONE: Doubt = Doubt::new(0, 0, 0.0);
    /// What a moon that fails is about worth, and costs: a moon that never failed
    /// has no mean of its own for that.
    pub(crate) const FAILED_VALUE: f64 = -15.0;
    pub(crate) const FAILED_POINTS: f64 = 18.0;

    pub(crate) const fn new(seat: usize, cards: usize, weight: f64) -> Doubt {
        Doubt {
            seat,
            weight,
            cards,
        }
    }

    /// By how much the moons' share is to be lowered.
    pub(crate) fn fewer(&self, moons: u32, worlds: usize) -> f64 {
        let share = f64::from(moons) / worlds.max(1) as f64;
        let chance = calibrated(true, self.cards, moons, worlds);
        self.weight * (share - chance).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greater_share_is_a_greater_chance() {
        for (own, cards) in [
            (true, 13),
            (true, 7),
            (true, 3),
            (false, 13),
            (false, 7),
            (false, 3),
        ] {
            let mut last = 0.0;
            for moons in 0..=100 {
                let chance = calibrated(own, cards, moons, 100);
                assert!(
                    chance > last && chance < 1.0,
                    "{own} {cards} {moons}: {chance}"
                );
                last = chance;
            }
            // More playouts that say the same are believed more.
            assert!(calibrated(own, cards, 1000, 1000) > calibrated(own, cards, 10, 10));
        }
    }

    #[test]
    fn doubt_lowers_a_share_to_its_chance_and_never_raises_it() {
        let doubt = |weight| Doubt::new(2, 8, weight);
        let chance = calibrated(true, 8, 60, 100);
        assert!(chance < 0.6);
        assert!((doubt(1.0).fewer(60, 100) - (0.6 - chance)).abs() < 1e-12);
        assert!((doubt(0.5).fewer(60, 100) - (0.6 - chance) / 2.0).abs() < 1e-12);
        assert_eq!(doubt(0.0).fewer(60, 100), 0.0);
        assert_eq!(doubt(1.0).fewer(0, 100), 0.0);
    }
}
