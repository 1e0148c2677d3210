//! The generator and the shuffle of the Java class library, bit for bit.
//!
//! The programs that the `published` modules reproduce draw their deals from
//! `java.util.Random` and `java.util.Collections.shuffle`. Both algorithms are
//! specified by the Java SE class documentation, so their output can be
//! repeated exactly.

use core::convert::Infallible;

use rand_core::TryRng;

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const INCREMENT: u64 = 0xB;
const MASK: u64 = (1 << 48) - 1;

/// `java.util.Random`: a 48-bit linear congruential generator.
///
/// It also is a [`rand_core::Rng`]: `next_u32` is Java's `nextInt`, `next_u64`
/// its `nextLong`, `fill_bytes` its `nextBytes`.
///
/// ```
/// use cards_core::java::JavaRandom;
///
/// let mut random = JavaRandom::new(0);
/// assert_eq!(random.next_int(), -1_155_484_576);
/// assert_eq!(random.next_int(), -723_955_400);
/// assert_eq!(random.next_int(), 1_033_096_058);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaRandom {
    state: u64,
}

impl JavaRandom {
    /// `new Random(seed)`.
    #[must_use]
    pub const fn new(seed: i64) -> JavaRandom {
        JavaRandom {
            state: (seed.cast_unsigned() ^ MULTIPLIER) & MASK,
        }
    }

    /// `next(bits)`: the highest `bits` (1 to 32) of the next state, sign-extended.
    const fn next_bits(&mut self, bits: u32) -> i32 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT) & MASK;
        (self.state >> (48 - bits)) as i32
    }

    /// `nextInt()`: any `int`.
    pub const fn next_int(&mut self) -> i32 {
        self.next_bits(32)
    }

    /// `nextInt(bound)`: uniform from 0 up to, not including, `bound`.
    ///
    /// # Panics
    /// If `bound` is not positive, where Java throws `IllegalArgumentException`.
    pub const fn next_int_below(&mut self, bound: i32) -> i32 {
        assert!(bound > 0, "the bound must be positive");
        if bound & (bound - 1) == 0 {
            return ((bound as i64 * self.next_bits(31) as i64) >> 31) as i32;
        }
        loop {
            let bits = self.next_bits(31);
            let value = bits % bound;
            // Java rejects the incomplete last cycle by letting this overflow.
            if bits.wrapping_sub(value).wrapping_add(bound - 1) >= 0 {
                return value;
            }
        }
    }

    /// A position of a list of `len` elements: `nextInt(list.size())`.
    ///
    /// # Panics
    /// If `len` is 0 or more than `i32::MAX`.
    pub const fn next_index(&mut self, len: usize) -> usize {
        assert!(
            len <= i32::MAX as usize,
            "Java lists are no longer than this"
        );
        self.next_int_below(len as i32) as usize
    }

    /// `nextLong()`.
    pub const fn next_long(&mut self) -> i64 {
        let high = self.next_bits(32) as i64;
        let low = self.next_bits(32) as i64;
        (high << 32).wrapping_add(low)
    }

    /// `nextBoolean()`.
    pub const fn next_boolean(&mut self) -> bool {
        self.next_bits(1) != 0
    }

    /// `nextDouble()`: uniform in [0, 1), a multiple of 2⁻⁵³.
    pub const fn next_double(&mut self) -> f64 {
        let high = (self.next_bits(26) as i64) << 27;
        let low = self.next_bits(27) as i64;
        (high + low) as f64 * (1.0 / (1_u64 << 53) as f64)
    }
}

impl TryRng for JavaRandom {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.next_int().cast_unsigned())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.next_long().cast_unsigned())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(4) {
            let word = self.next_int().to_le_bytes();
            chunk.copy_from_slice(&word[..chunk.len()]);
        }
        Ok(())
    }
}

/// `Collections.shuffle(list, random)`.
///
/// # Panics
/// If the slice has more than `i32::MAX` elements.
pub fn shuffle<T>(list: &mut [T], random: &mut JavaRandom) {
    for size in (2..=list.len()).rev() {
        list.swap(size - 1, random.next_index(size));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Values printed by OpenJDK 17.
    #[test]
    fn ints_of_seed_zero() {
        let mut random = JavaRandom::new(0);
        let ints: [i32; 3] = core::array::from_fn(|_| random.next_int());
        assert_eq!(ints, [-1_155_484_576, -723_955_400, 1_033_096_058]);
    }
}
