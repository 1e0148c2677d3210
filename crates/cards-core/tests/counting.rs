//! Exact counting against other ways to count.

use cards_core::counting::{CountingError, Hypergeometric, Ratio, binomial, gcd};
use proptest::prelude::*;

/// Pascal's triangle, which shares no code with the product formula.
#[test]
fn binomials_are_those_of_pascal() {
    let mut row = vec![1_u128];
    for n in 0..=131 {
        for (k, &ways) in row.iter().enumerate() {
            assert_eq!(binomial(n, k as u32), Some(ways), "C({n}, {k})");
        }
        assert_eq!(binomial(n, n + 1), Some(0));
        if n == 131 {
            break;
        }
        let mut next = vec![1; row.len() + 1];
        for k in 1..row.len() {
            next[k] = row[k - 1] + row[k];
        }
        row = next;
    }
    assert_eq!(binomial(1000, 1), Some(1000));
    assert_eq!(binomial(u32::MAX, u32::MAX - 1), Some(u128::from(u32::MAX)));
    assert_eq!(binomial(132, 66), None);
    assert_eq!(binomial(200, 100), None);
}

/// The table of the Guandan document, section 3, to its four places; exactly,
/// for k = 0 and k = 6.
#[test]
fn the_published_table() {
    let hand = |mine: u32| Hypergeometric::new(81, 8 - mine, 27).unwrap();
    let two_or_more = [
        0.8190, 0.7485, 0.6573, 0.5433, 0.4074, 0.2564, 0.1083, 0.0, 0.0,
    ];
    let none = [
        0.0323, 0.0509, 0.0796, 0.1234, 0.1901, 0.2907, 0.4417, 0.6667, 1.0,
    ];
    for mine in 0..=8 {
        let at = mine as usize;
        assert!(
            (hand(mine).at_least(2).to_f64() - two_or_more[at]).abs() < 5e-5,
            "{mine}"
        );
        assert!(
            (hand(mine).exactly(0).to_f64() - none[at]).abs() < 5e-5,
            "{mine}"
        );
        assert_eq!(
            hand(mine).mean(),
            Ratio::new(u128::from(8 - mine), 3).unwrap()
        );
    }
    assert_eq!(hand(0).at_least(2).to_string(), "7504864/9163605");
    assert_eq!(hand(6).at_least(2).to_string(), "13/120");
}

#[test]
fn impossible_numbers_are_refused() {
    assert_eq!(
        Hypergeometric::new(27, 28, 5),
        Err(CountingError::TooManyMarked {
            population: 27,
            marked: 28
        })
    );
    let drawn = Hypergeometric::new(27, 8, 28).unwrap_err();
    assert_eq!(drawn.to_string(), "28 cards are drawn from only 27");
    let large = Hypergeometric::new(300, 8, 150).unwrap_err();
    assert_eq!(
        large.to_string(),
        "the number of ways to draw 150 of 300 cards exceeds 128 bits"
    );
    assert_eq!(Ratio::new(1, 0), None);
    assert_eq!(Ratio::new(4, 3).unwrap().complement(), None);
    // The unmarked ones alone could not be counted in 128 bits.
    let few = Hypergeometric::new(200, 150, 195).unwrap();
    assert_eq!(few.at_least(0), Ratio::new(1, 1).unwrap());
    assert_eq!(Hypergeometric::new(132, 0, 69).unwrap().hands_with(1), 0);
}

#[test]
fn ratios_are_in_lowest_terms() {
    let ratio = Ratio::new(6, 4).unwrap();
    assert_eq!((ratio.numerator(), ratio.denominator()), (3, 2));
    assert_eq!(ratio.to_string(), "3/2");
    assert_eq!(Ratio::new(0, 7).unwrap().to_string(), "0");
    assert_eq!((gcd(0, 5), gcd(5, 0), gcd(12, 18)), (5, 5, 6));
    assert_eq!(
        Hypergeometric::new(0, 0, 0).unwrap().mean(),
        Ratio::new(0, 1).unwrap()
    );
}

proptest! {
    /// Every hand of a small pack, one by one.
    #[test]
    fn hands_are_counted(population in 0_u32..13, marked in 0_u32..13, draws in 0_u32..13) {
        prop_assume!(marked <= population && draws <= population);
        let hand = Hypergeometric::new(population, marked, draws).unwrap();
        let mut counted = [0_u128; 14];
        for cards in 0_u32..1 << population {
            if cards.count_ones() == draws {
                counted[(cards & ((1 << marked) - 1)).count_ones() as usize] += 1;
            }
        }
        prop_assert_eq!(hand.hands(), counted.iter().sum::<u128>());
        let mut tail = hand.hands();
        let mut mean = 0;
        for k in 0..14 {
            let hands = counted[k as usize];
            prop_assert_eq!(hand.hands_with(k), hands);
            prop_assert_eq!(hand.support().contains(&k), hands > 0);
            prop_assert_eq!(hand.exactly(k), Ratio::new(hands, hand.hands()).unwrap());
            prop_assert_eq!(hand.at_least(k), Ratio::new(tail, hand.hands()).unwrap());
            let (more, all) = (tail - hands, hand.hands());
            prop_assert_eq!(hand.at_most(k), Ratio::new(all - more, all).unwrap());
            prop_assert_eq!(hand.at_most(k).complement(), Ratio::new(more, all));
            tail -= hands;
            mean += u128::from(k) * hands;
        }
        prop_assert_eq!(hand.mean(), Ratio::new(mean, hand.hands()).unwrap());
    }

    /// Past two packs some coefficients overflow, but only such as do not count.
    #[test]
    fn large_populations_are_counted_or_refused(
        population in 100_u32..400,
        marked in 0_u32..400,
        draws in 0_u32..400,
        k in 0_u32..400,
    ) {
        prop_assume!(marked <= population && draws <= population);
        match Hypergeometric::new(population, marked, draws) {
            Ok(hand) => {
                prop_assert_eq!(hand.at_least(0), Ratio::new(1, 1).unwrap());
                prop_assert_eq!(hand.at_most(400), Ratio::new(1, 1).unwrap());
                prop_assert_eq!(hand.hands_with(k) > 0, hand.support().contains(&k));
                prop_assert!(hand.exactly(k) <= hand.at_least(k));
            }
            Err(error) => prop_assert_eq!(error, CountingError::TooLarge { population, draws }),
        }
    }

    #[test]
    fn ratios_compare_exactly(a in any::<u64>(), b in 1_u64.., c in any::<u64>(), d in 1_u64..) {
        let ratio = |n: u64, d: u64| Ratio::new(n.into(), d.into()).unwrap();
        let products = (u128::from(a) * u128::from(d)).cmp(&(u128::from(c) * u128::from(b)));
        prop_assert_eq!(ratio(a, b).cmp(&ratio(c, d)), products);
        // Two that differ in the last place, too large to multiply.
        let n = u128::MAX - u128::from(a);
        let near = |k| Ratio::new(n - k - 1, n - k).unwrap();
        prop_assert!(near(0) > near(1) && near(1) < near(0) && near(1) == near(1));
    }

    #[test]
    fn a_full_pack_sums_to_one(marked in 0_u32..=108, draws in 0_u32..=108) {
        let hand = Hypergeometric::new(108, marked, draws).unwrap();
        prop_assert_eq!(hand.support().map(|k| hand.hands_with(k)).sum::<u128>(), hand.hands());
        prop_assert_eq!(hand.at_least(0), Ratio::new(1, 1).unwrap());
    }
}
