//! The fewest plays are found without heap allocation.

mod common;

use common::{deal, level_of};
use guandan_split::{Objective, Rules, legal_plays, min_cost, min_plays};

#[test]
fn the_fewest_plays_allocate_nothing() {
    let rules = Rules::default();
    let hands: Vec<_> = (0..500)
        .map(|trial| (deal(40, trial, 27), level_of(trial)))
        .collect();
    let mut sum = 0;
    let measured = allocation_counter::measure(|| {
        for &(hand, level) in &hands {
            sum += i64::from(min_plays(hand, level, rules).unwrap());
            sum += min_cost(hand, level, rules, Objective::PlaysThenBombs).unwrap();
            sum += legal_plays(hand, level, rules).len() as i64;
        }
    });
    assert!(sum > 0);
    assert_eq!(measured.count_total, 0);
    // The counter counts.
    let measured = allocation_counter::measure(|| sum += hands.clone().len() as i64);
    assert!(measured.count_total > 0);
}
