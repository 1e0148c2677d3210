use core::iter;
use core::ops::RangeInclusive;

use super::GuandanError;

/// The distribution of the cards of a rank in one opponent's hand, in doubles
/// (class `HyperGeometric`, section 3).
///
/// Fault 5: the opponent holds 27 of the 81 cards that I do not, whatever has
/// been played.
///
/// ```
/// use guandan_split::published::HyperGeometric;
///
/// // I hold six of the eight cards of a rank.
/// let table = HyperGeometric::new(110)?;
/// assert_eq!(format!("{:.4}", table.at_least(6, 8, 2)?), "0.1083");
/// assert_eq!(format!("{:.4}", table.prob(6, 8, 0)?), "0.4417");
/// assert_eq!(format!("{:.4}", table.expected(6, 8)?), "0.6667");
/// # Ok::<(), guandan_split::published::GuandanError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HyperGeometric {
    /// Pascal's triangle: row n holds C(n, 0) to C(n, n). They are exact up to
    /// 2⁵³ and rounded beyond.
    binomials: Vec<Vec<f64>>,
}

impl HyperGeometric {
    /// The sizes that a table may have: it must reach [`HyperGeometric::UNSEEN`],
    /// and coefficients beyond 1029 do not fit into a double.
    pub const SIZES: RangeInclusive<usize> = 81..=1029;

    /// How many cards I do not see: two packs with jokers, 108, without my 27.
    pub const UNSEEN: u32 = 81;

    /// How many of the unseen cards the opponent holds.
    pub const OPPONENT_HAND: u32 = 27;

    /// The binomial coefficients up to C(`max_n`, `max_n`); what is asked for
    /// depends on those up to 81 only. The document's entry point asks for 110.
    ///
    /// # Errors
    /// [`GuandanError::TableSize`] outside [`HyperGeometric::SIZES`].
    pub fn new(max_n: usize) -> Result<HyperGeometric, GuandanError> {
        if HyperGeometric::SIZES.contains(&max_n) {
            Ok(HyperGeometric::up_to(max_n))
        } else {
            Err(GuandanError::TableSize { max_n })
        }
    }

    fn up_to(max_n: usize) -> HyperGeometric {
        let below = |row: &Vec<f64>| {
            let inner = row.windows(2).map(|pair| pair[0] + pair[1]);
            let row = [1.0].into_iter().chain(inner).chain([1.0]);
            Some(row.collect::<Vec<f64>>())
        };
        let rows = iter::successors(Some(vec![1.0]), below);
        HyperGeometric {
            binomials: rows.take(max_n + 1).collect(),
        }
    }

    /// The probability that the opponent holds exactly `j` of the `copies`
    /// cards of a rank (8 in two packs) of which I hold `mine` (`prob`).
    ///
    /// # Errors
    /// [`GuandanError::MoreThanAll`] if `mine` exceeds `copies`, where the
    /// document returns 0; [`GuandanError::TooManyUnseen`] if more of the rank
    /// are unseen than [`HyperGeometric::UNSEEN`].
    pub fn prob(&self, mine: u32, copies: u32, j: u32) -> Result<f64, GuandanError> {
        let unseen = unseen(mine, copies)?;
        Ok(self.prob_of(unseen, j))
    }

    /// The probability that the opponent holds `j` or more (`atLeast`).
    ///
    /// # Errors
    /// As [`HyperGeometric::prob`].
    pub fn at_least(&self, mine: u32, copies: u32, j: u32) -> Result<f64, GuandanError> {
        let unseen = unseen(mine, copies)?;
        let sum = (j..=unseen).fold(0.0, |sum, k| sum + self.prob_of(unseen, k));
        Ok(f64::min(1.0, sum))
    }

    /// How many cards of the rank the opponent holds on average (`expected`).
    ///
    /// # Errors
    /// As [`HyperGeometric::prob`].
    pub fn expected(&self, mine: u32, copies: u32) -> Result<f64, GuandanError> {
        let unseen = unseen(mine, copies)?;
        let (hand, pool) = (HyperGeometric::OPPONENT_HAND, HyperGeometric::UNSEEN);
        Ok(f64::from(unseen) * f64::from(hand) / f64::from(pool))
    }

    fn prob_of(&self, unseen: u32, j: u32) -> f64 {
        let (hand, pool) = (HyperGeometric::OPPONENT_HAND, HyperGeometric::UNSEEN);
        if j > unseen.min(hand) {
            return 0.0;
        }
        self.binomial(hand, j) * self.binomial(pool - hand, unseen - j)
            / self.binomial(pool, unseen)
    }

    fn binomial(&self, n: u32, k: u32) -> f64 {
        let row = &self.binomials[n as usize];
        row.get(k as usize).copied().unwrap_or(0.0)
    }
}

/// The table of the document's entry point, up to 110.
impl Default for HyperGeometric {
    fn default() -> Self {
        HyperGeometric::up_to(110)
    }
}

/// How many cards of a rank are unseen.
fn unseen(mine: u32, copies: u32) -> Result<u32, GuandanError> {
    match copies.checked_sub(mine) {
        None => Err(GuandanError::MoreThanAll { mine, copies }),
        Some(unseen) if unseen > HyperGeometric::UNSEEN => {
            Err(GuandanError::TooManyUnseen { unseen })
        }
        Some(unseen) => Ok(unseen),
    }
}
