//! Numbers to a fixed number of places, rounded as the documents' programs
//! round theirs.

use std::fmt;

use serde::{Serialize, Serializer};

/// A number and the places to which it is shown, stored and compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    value: f64,
    decimals: u8,
}

impl Number {
    /// A number shown to `decimals` places.
    #[must_use]
    pub const fn new(value: f64, decimals: u8) -> Number {
        Number { value, decimals }
    }

    /// A whole number; exact up to 2⁵³.
    #[must_use]
    pub const fn whole(value: u64) -> Number {
        Number::new(value as f64, 0)
    }

    /// A number to two significant digits, for standard errors; one of 10 or
    /// more is whole.
    #[must_use]
    pub fn two_digits(value: f64) -> Number {
        // What is left of rounding where all values are equal.
        let value = if value.abs() < 1e-12 { 0.0 } else { value };
        let scientific = format!("{value:.1e}");
        let exponent = scientific
            .split_once('e')
            .map_or("0", |(_, exponent)| exponent);
        let exponent: i16 = exponent.parse().unwrap_or(0);
        let decimals = if value == 0.0 { 1 } else { 1 - exponent };
        let decimals = u8::try_from(decimals).unwrap_or(0);
        // 0.0996 and 0.995 are rounded up to a number with one place less.
        let carried =
            Number::new(value, decimals).rounded() >= 10_f64.powi(1 + i32::from(exponent));
        Number::new(value, decimals.saturating_sub(u8::from(carried)))
    }

    /// The value, not rounded.
    #[must_use]
    pub const fn value(self) -> f64 {
        self.value
    }

    /// The value rounded to the places shown, so that a record that stores
    /// these equals the record that was stored.
    #[must_use]
    pub fn rounded(self) -> f64 {
        self.to_string().parse().unwrap_or(self.value)
    }

    /// The number of places shown.
    #[must_use]
    pub const fn decimals(self) -> u8 {
        self.decimals
    }
}

/// Java's `String.format("%.Nf")` rounds half up, and it rounds the shortest
/// decimal text of the value, not the value: 0.125 becomes 0.13, and 1.005,
/// which is a little less than that in binary, 1.01.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}", self.value.abs());
        if !self.value.is_finite() {
            return f.write_str(&self.value.to_string());
        }
        let decimals = usize::from(self.decimals);
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        let kept = whole.len() + decimals;
        let round_up = digits.get(kept).is_some_and(|&digit| digit >= b'5');
        digits.resize(kept, b'0');
        if round_up {
            let nines = digits
                .iter()
                .rev()
                .take_while(|&&digit| digit == b'9')
                .count();
            digits[kept - nines..].fill(b'0');
            match kept - nines {
                0 => digits.insert(0, b'1'),
                last => digits[last - 1] += 1,
            }
        }
        let negative = self.value < 0.0 && digits.iter().any(|&digit| digit != b'0');
        let point = digits.len() - decimals;
        let mut shown = String::from(if negative { "-" } else { "" });
        for (place, digit) in digits.into_iter().enumerate() {
            if place == point {
                shown.push('.');
            }
            shown.push(char::from(digit));
        }
        f.pad(&shown)
    }
}

/// A whole number is an integer; another one has at most its places.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.to_string().parse::<i64>() {
            Ok(whole) => serializer.serialize_i64(whole),
            Err(_) => serializer.serialize_f64(self.rounded()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Printed by `String.format` of OpenJDK 17.
    #[test]
    fn rounds_as_java_does() {
        for (value, decimals, printed) in [
            (0.125, 2, "0.13"),
            (1.005, 2, "1.01"),
            (800.5, 0, "801"),
            (0.5, 0, "1"),
            (-0.48, 2, "-0.48"),
            (-0.125, 2, "-0.13"),
            (99.995, 2, "100.00"),
            (9.5, 0, "10"),
            (12.45, 2, "12.45"),
            (0.0, 3, "0.000"),
            (7.0, 1, "7.0"),
            (1e-9, 2, "0.00"),
            (123_456_789.0, 1, "123456789.0"),
        ] {
            assert_eq!(Number::new(value, decimals).to_string(), printed, "{value}");
        }
    }

    /// Java prints `-0.00` here; a report should not.
    #[test]
    fn zero_has_no_sign() {
        assert_eq!(Number::new(-0.001, 2).to_string(), "0.00");
        assert_eq!(Number::new(-0.0, 1).to_string(), "0.0");
    }

    #[test]
    fn what_is_no_number_is_shown_as_it_is() {
        assert_eq!(Number::new(f64::NAN, 2).to_string(), "NaN");
        assert_eq!(Number::new(f64::NEG_INFINITY, 2).to_string(), "-inf");
    }

    #[test]
    fn errors_have_two_digits() {
        for (value, shown) in [
            (0.5142, "0.51"),
            (26.6, "27"),
            (1.114, "1.1"),
            (0.0333, "0.033"),
            (0.0996, "0.10"),
            (0.995, "1.0"),
            (9.96, "10"),
            (0.001, "0.0010"),
            (123.4, "123"),
            (0.0, "0.0"),
            (8.9e-16, "0.0"),
        ] {
            assert_eq!(Number::two_digits(value).to_string(), shown);
        }
    }

    #[test]
    fn json_has_the_places_shown() {
        let json = |value, decimals| serde_json::to_string(&Number::new(value, decimals)).unwrap();
        assert_eq!(json(0.4349, 2), "0.43");
        assert_eq!(json(801.0, 0), "801");
        assert_eq!(json(-0.48, 2), "-0.48");
        assert_eq!(json(20.0, 1), "20.0");
    }
}
