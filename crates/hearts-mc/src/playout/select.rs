/// For each byte and each n, the place of its n-th set bit.
static PLACES: [[u8; 8]; 256] = places();

const fn places() -> [[u8; 8]; 256] {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                places[byte][found] = bit;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// One of the set bits of a word that is not 0, chosen by a random number: each
/// as likely as another to within 2⁻²⁸. Broadword selection (Vigna, "Broadword
/// implementation of rank/select queries", WEA 2008).
#[inline]
pub(crate) const fn select(word: u64, random: u32) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    // Each byte holds the number of set bits in it and the lower ones.
    let sums = bytes.wrapping_mul(ONES);
    let count = sums >> 56;
    let nth = (random as u64).wrapping_mul(count) >> 32;
    // The bytes whose sum is at most n are passed over.
    let passed = ((((nth * ONES) | HIGHS) - sums) & HIGHS) >> 7;
    let shift = passed.wrapping_mul(ONES) >> 56 << 3;
    let below = (sums << 8) >> shift & 0xFF;
    let place = PLACES[(word >> shift & 0xFF) as usize][(nth - below) as usize & 7];
    1 << (shift as u32 + place as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_bit_has_its_range_of_random_numbers() {
        let mut word = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..2000 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let bits = word & word >> 7 & word << 3 | 1 << (word & 63);
            let count = bits.count_ones();
            let mut left = bits;
            for nth in 0..count {
                let lowest = left & left.wrapping_neg();
                let first = ((u64::from(nth) << 32).div_ceil(u64::from(count))) as u32;
                let last = (((u64::from(nth) + 1) << 32).div_ceil(u64::from(count)) - 1) as u32;
                assert_eq!(select(bits, first), lowest, "{bits:x} {nth}");
                assert_eq!(select(bits, last), lowest, "{bits:x} {nth}");
                left ^= lowest;
            }
        }
    }
}
