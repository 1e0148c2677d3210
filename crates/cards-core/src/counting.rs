//! Exact counting: binomial coefficients and the hypergeometric distribution in
//! integers, rounded once at the end.

use core::cmp::Ordering;
use core::fmt;
use core::ops::RangeInclusive;

/// The number of ways to choose `k` of `n`, or `None` if it does not fit.
///
/// Zero if `k > n`. Every coefficient up to `n` = 131 fits into a `u128`, more
/// than two packs need. Takes at most `k` (or `n − k`) steps.
///
/// ```
/// use cards_core::counting::binomial;
///
/// assert_eq!(binomial(52, 13), Some(635_013_559_600));
/// assert_eq!(binomial(13, 52), Some(0));
/// assert_eq!(binomial(300, 150), None);
/// ```
#[must_use]
pub const fn binomial(n: u32, k: u32) -> Option<u128> {
    if k > n {
        return Some(0);
    }
    let k = if k > n - k { n - k } else { k };
    let mut ways: u128 = 1;
    let mut chosen = 0;
    while chosen < k {
        // ways = C(n, chosen), and C(n, chosen + 1) = ways · (n − chosen) / (chosen + 1).
        // Taking the common factors out first keeps the product from overflowing early.
        let mut factor = (n - chosen) as u128;
        let mut divisor = (chosen + 1) as u128;
        let common = gcd(factor, divisor);
        factor /= common;
        divisor /= common;
        ways = match (ways / divisor).checked_mul(factor) {
            Some(product) => product,
            None => return None,
        };
        chosen += 1;
    }
    Some(ways)
}

/// The greatest common divisor; `gcd(a, 0)` is `a`.
#[must_use]
pub const fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// An exact probability or expectation: a fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    numerator: u128,
    denominator: u128,
}

impl Ratio {
    /// The fraction in lowest terms, or `None` if the denominator is 0.
    #[must_use]
    pub const fn new(numerator: u128, denominator: u128) -> Option<Ratio> {
        if denominator == 0 {
            return None;
        }
        let common = gcd(numerator, denominator);
        Some(Ratio {
            numerator: numerator / common,
            denominator: denominator / common,
        })
    }

    /// The numerator, in lowest terms.
    #[must_use]
    pub const fn numerator(self) -> u128 {
        self.numerator
    }

    /// The denominator, in lowest terms; never 0.
    #[must_use]
    pub const fn denominator(self) -> u128 {
        self.denominator
    }

    /// 1 minus the fraction: the probability of the opposite. `None` if it
    /// exceeds 1.
    #[must_use]
    pub const fn complement(self) -> Option<Ratio> {
        match self.denominator.checked_sub(self.numerator) {
            Some(numerator) => Some(Ratio { numerator, ..self }),
            None => None,
        }
    }

    /// The value as a float: exact up to the rounding of the two integers and
    /// of one division.
    #[must_use]
    pub const fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

/// Exact, by the continued fractions of both, so that no product overflows.
impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> Ordering {
        let (mut a, mut b) = (*self, *other);
        loop {
            let whole = (a.numerator / a.denominator).cmp(&(b.numerator / b.denominator));
            let (rest_a, rest_b) = (a.numerator % a.denominator, b.numerator % b.denominator);
            match (whole, rest_a, rest_b) {
                (Ordering::Equal, 0, _) | (Ordering::Equal, _, 0) => return rest_a.cmp(&rest_b),
                (Ordering::Equal, _, _) => {}
                _ => return whole,
            }
            // The fractional parts compare as their reciprocals do, the other way round.
            let reciprocal = |ratio: Ratio, rest| Ratio {
                numerator: ratio.denominator,
                denominator: rest,
            };
            (a, b) = (reciprocal(b, rest_b), reciprocal(a, rest_a));
        }
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Writes `7/13`, or `2` for a whole number.
impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

/// The distribution of the marked cards in a hand: of `population` unseen cards
/// `marked` are of interest, and the hand holds `draws` of them all, every
/// selection being equally likely.
///
/// ```
/// use cards_core::counting::{Hypergeometric, Ratio};
///
/// // 8 aces of two packs are among 81 unseen cards; one player holds 27 of these.
/// let aces = Hypergeometric::new(81, 8, 27)?;
/// assert_eq!(aces.at_least(2), Ratio::new(7_504_864, 9_163_605).unwrap());
/// assert_eq!(aces.mean(), Ratio::new(8, 3).unwrap());
/// # Ok::<(), cards_core::counting::CountingError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hypergeometric {
    population: u32,
    marked: u32,
    draws: u32,
    /// The number of hands.
    total: u128,
}

impl Hypergeometric {
    /// The distribution for these numbers.
    ///
    /// # Errors
    /// If more cards are marked or drawn than there are, or if the number of
    /// hands does not fit into a `u128`.
    pub const fn new(population: u32, marked: u32, draws: u32) -> Result<Self, CountingError> {
        if marked > population {
            return Err(CountingError::TooManyMarked { population, marked });
        }
        if draws > population {
            return Err(CountingError::TooManyDrawn { population, draws });
        }
        match binomial(population, draws) {
            Some(total) => Ok(Hypergeometric {
                population,
                marked,
                draws,
                total,
            }),
            None => Err(CountingError::TooLarge { population, draws }),
        }
    }

    /// The numbers of marked cards that a hand may hold.
    #[must_use]
    pub const fn support(self) -> RangeInclusive<u32> {
        let unmarked = self.population - self.marked;
        let fewest = self.draws.saturating_sub(unmarked);
        let most = if self.marked < self.draws {
            self.marked
        } else {
            self.draws
        };
        fewest..=most
    }

    /// The number of hands.
    #[must_use]
    pub const fn hands(self) -> u128 {
        self.total
    }

    /// The number of hands with exactly `k` marked cards.
    #[must_use]
    pub const fn hands_with(self, k: u32) -> u128 {
        let support = self.support();
        if k < *support.start() || k > *support.end() {
            return 0;
        }
        let unmarked = self.population - self.marked;
        match (binomial(self.marked, k), binomial(unmarked, self.draws - k)) {
            // Neither is 0, and the product is a part of C(population, draws).
            (Some(marked), Some(others)) => marked * others,
            _ => unreachable!(),
        }
    }

    /// P(exactly `k` marked cards).
    #[must_use]
    pub const fn exactly(self, k: u32) -> Ratio {
        self.share(self.hands_with(k))
    }

    /// P(`k` marked cards or more).
    #[must_use]
    pub const fn at_least(self, k: u32) -> Ratio {
        self.share(self.hands_between(k, u32::MAX))
    }

    /// P(`k` marked cards or fewer).
    #[must_use]
    pub const fn at_most(self, k: u32) -> Ratio {
        self.share(self.hands_between(0, k))
    }

    /// The number of hands with `fewest` to `most` marked cards.
    const fn hands_between(self, fewest: u32, most: u32) -> u128 {
        let support = self.support();
        let (start, end) = (*support.start(), *support.end());
        let mut k = if fewest > start { fewest } else { start };
        let last = if most < end { most } else { end };
        let mut hands = 0;
        while k <= last {
            hands += self.hands_with(k);
            k += 1;
        }
        hands
    }

    /// The expected number of marked cards: draws · marked / population; 0 if
    /// there are no cards at all.
    #[must_use]
    pub const fn mean(self) -> Ratio {
        let marked = self.draws as u128 * self.marked as u128;
        match Ratio::new(marked, self.population as u128) {
            Some(mean) => mean,
            None => Ratio {
                numerator: 0,
                denominator: 1,
            },
        }
    }

    const fn share(self, hands: u128) -> Ratio {
        match Ratio::new(hands, self.total) {
            Some(share) => share,
            None => unreachable!(),
        }
    }
}

/// Why there is no such distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountingError {
    /// More cards are marked than there are.
    TooManyMarked {
        /// The number of cards.
        population: u32,
        /// The number of marked cards asked for.
        marked: u32,
    },
    /// More cards are drawn than there are.
    TooManyDrawn {
        /// The number of cards.
        population: u32,
        /// The number of cards to draw.
        draws: u32,
    },
    /// The number of hands does not fit into a `u128`.
    TooLarge {
        /// The number of cards.
        population: u32,
        /// The number of cards to draw.
        draws: u32,
    },
}

impl fmt::Display for CountingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountingError::TooManyMarked { population, marked } => {
                write!(f, "{marked} cards are marked among only {population}")
            }
            CountingError::TooManyDrawn { population, draws } => {
                write!(f, "{draws} cards are drawn from only {population}")
            }
            CountingError::TooLarge { population, draws } => {
                write!(
                    f,
                    "the number of ways to draw {draws} of {population} cards exceeds 128 bits"
                )
            }
        }
    }
}

impl core::error::Error for CountingError {}
