//! Where numbers stand on an axis, and which of them are written beside it.

use crate::plot::Scale;

/// An axis of numbers from one end to the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    log: bool,
    from: f64,
    to: f64,
}

/// A place of an axis and what is written there.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub(super) at: f64,
    pub(super) label: String,
}

impl Range {
    /// An axis that shows all these values. With `zero` it begins at 0 unless the
    /// values are far from it.
    pub(super) fn of(scale: Scale, values: impl Iterator<Item = f64>, zero: bool) -> Range {
        let log = scale == Scale::Log;
        let values = values.filter(|value| value.is_finite() && (!log || *value > 0.0));
        let (mut from, mut to) = values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), value| {
                (a.min(value), b.max(value))
            });
        if from > to {
            (from, to) = if log { (1.0, 10.0) } else { (0.0, 1.0) };
        }
        if log {
            (from, to) = (from.log10(), to.log10());
        }
        let positive = from >= 0.0;
        if to - from < 1e-9 {
            // A single value stands in the middle.
            let room = if log { 0.5 } else { 0.5 * to.abs().max(1.0) };
            (from, to) = (from - room, to + room);
        }
        let room = 0.04 * (to - from);
        if !log && zero && positive && from <= 0.5 * to {
            (from, to) = (0.0, to + room);
        } else {
            (from, to) = (from - room, to + room);
        }
        Range { log, from, to }
    }

    /// An axis of shares, of 1 or of 100.
    pub(super) const fn shares(whole: f64) -> Range {
        Range {
            log: false,
            from: 0.0,
            to: whole,
        }
    }

    /// The same axis with room for so much more, as a part of its length, on
    /// either side.
    pub(super) fn wider(self, part: f64) -> Range {
        let room = part * (self.to - self.from);
        Range {
            from: self.from - room,
            to: self.to + room,
            ..self
        }
    }

    /// Its ends in the unit of [`Range::place`].
    pub(super) const fn ends(self) -> (f64, f64) {
        (self.from, self.to)
    }

    /// Where a value stands between the ends; `None` if it has no place on the axis.
    pub(super) fn place(self, value: f64) -> Option<f64> {
        let place = if self.log { value.log10() } else { value };
        (place >= self.from && place <= self.to).then_some(place)
    }

    /// Where a value stands, or the end beyond which it is.
    pub(super) fn clamped(self, value: f64) -> f64 {
        let place = match self.log {
            true if value <= 0.0 => self.from,
            true => value.log10(),
            false => value,
        };
        place.clamp(self.from, self.to)
    }

    /// About `count` round values.
    pub(super) fn ticks(self, count: usize) -> Vec<Tick> {
        if self.log {
            return self.log_ticks(count);
        }
        let step = round_up((self.to - self.from) / count.max(1) as f64);
        let decimals = (-step.log10().floor()).max(0.0) as usize;
        // 2.5 and its like need a place more than their leading digit.
        let first = (self.from / step - 1e-9).ceil() as i64;
        let last = (self.to / step + 1e-9).floor() as i64;
        let tick = |place: i64| Tick {
            at: place as f64 * step,
            label: minus(&format!("{:.decimals$}", place as f64 * step)),
        };
        (first..=last).map(tick).collect()
    }

    /// Powers of ten; between them twice and five times where there are few.
    fn log_ticks(self, count: usize) -> Vec<Tick> {
        let (first, last) = (self.from.ceil() as i32, self.to.floor() as i32);
        if last - first < 2 {
            let digits = (first - 1..=last).flat_map(|power| [(1, power), (2, power), (5, power)]);
            let ticks = digits.filter_map(|(digit, power)| {
                let value = f64::from(digit) * 10_f64.powi(power);
                let at = self.place(value)?;
                let decimals = usize::try_from(-power).unwrap_or(0);
                let label = format!("{value:.decimals$}");
                Some(Tick { at, label })
            });
            return ticks.collect();
        }
        let every = ((last - first) as usize).div_ceil(count.max(1)).max(1);
        let powers = (first..=last).step_by(every);
        let tick = |power: i32| Tick {
            at: f64::from(power),
            label: power_of_ten(power),
        };
        powers.map(tick).collect()
    }

    /// A tick at each of these values.
    pub(super) fn ticks_at(self, values: &[f64]) -> Vec<Tick> {
        let tick = |value: &f64| {
            let at = self.place(*value)?;
            let label = minus(&value.to_string());
            Some(Tick { at, label })
        };
        values.iter().filter_map(tick).collect()
    }
}

/// 1, 2 or 5 times a power of ten, no less than this.
fn round_up(step: f64) -> f64 {
    let power = 10_f64.powf(step.log10().floor());
    let digit = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|digit| digit * power >= step * (1.0 - 1e-9));
    digit.unwrap_or(10.0) * power
}

/// The true minus sign, which is as wide as a digit.
pub(super) fn minus(number: &str) -> String {
    number.replace('-', "−")
}

/// 0.001 to 1000 in full, others as 10⁴.
fn power_of_ten(power: i32) -> String {
    if (-3..=3).contains(&power) {
        let decimals = usize::try_from(-power).unwrap_or(0);
        return format!("{:.decimals$}", 10_f64.powi(power));
    }
    let raised = |c: char| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        other => char::from_u32('⁰' as u32 + other.to_digit(10).unwrap_or(0)).unwrap_or(other),
    };
    format!(
        "10{}",
        power.to_string().chars().map(raised).collect::<String>()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: &[Tick]) -> Vec<&str> {
        ticks.iter().map(|tick| tick.label.as_str()).collect()
    }

    #[test]
    fn ticks_are_round_and_within() {
        let range = Range::of(Scale::Linear, [2.0, 13.0].into_iter(), false);
        assert_eq!(labels(&range.ticks(6)), ["2", "4", "6", "8", "10", "12"]);
        let range = Range::of(Scale::Linear, [-0.31, 0.2].into_iter(), true);
        assert_eq!(labels(&range.ticks(4)), ["−0.2", "0.0", "0.2"]);
        assert_eq!(
            labels(&Range::shares(1.0).ticks(5)),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
        );
        assert_eq!(labels(&Range::shares(100.0).ticks(2)), ["0", "50", "100"]);
    }

    #[test]
    fn powers_of_ten_are_short() {
        let range = Range::of(Scale::Log, [0.5, 3e7].into_iter(), false);
        let ticks = range.ticks(8);
        assert_eq!(
            labels(&ticks),
            ["1", "10", "100", "1000", "10⁴", "10⁵", "10⁶", "10⁷"]
        );
        assert_eq!(power_of_ten(-12), "10⁻¹²");
        let few = Range::of(Scale::Log, [3.0, 80.0].into_iter(), false);
        assert_eq!(labels(&few.ticks(8)), ["5", "10", "20", "50"]);
    }

    #[test]
    fn every_range_has_a_length() {
        for values in [
            vec![],
            vec![f64::NAN],
            vec![0.0],
            vec![7.0],
            vec![-3.0, -3.0],
        ] {
            for scale in [Scale::Linear, Scale::Log] {
                let (from, to) = Range::of(scale, values.iter().copied(), true).ends();
                assert!(from < to, "{values:?} {scale:?}");
            }
        }
    }

    #[test]
    fn what_is_not_positive_has_no_place_on_a_log_axis() {
        let range = Range::of(Scale::Log, [0.0, 10.0, 1000.0].into_iter(), true);
        assert_eq!(range.place(0.0), None);
        assert_eq!(range.place(100.0), Some(2.0));
        assert_eq!(range.clamped(-5.0), range.ends().0);
    }
}
