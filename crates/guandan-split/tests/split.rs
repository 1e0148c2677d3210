//! The splitter against the definition, on small hands, and against itself on
//! large ones.

mod common;

use cards_core::random;
use common::{all_rules, deal, hand, level, level_of, rich_hand, rng};
use guandan_split::{
    GuandanError, Hand, Kind, Level, Objective, RankCounts, Rules, Split, Weights, best_split,
    brute, classify_by, min_cost, min_plays, published, top_k,
};

/// Checks that a split uses the hand's cards and nothing else, each in a play
/// that they are, and returns the sum of its costs.
fn checked(
    hand: Hand,
    level: Level,
    rules: Rules,
    split: &Split,
    cost: impl Fn(Kind, usize) -> i64,
) -> i64 {
    let mut left = hand;
    let mut sum = 0;
    for meld in split.melds() {
        left = left
            .without(meld.cards())
            .expect("a split takes no card twice");
        let readings = classify_by(meld.cards(), level, rules).expect("a split is of plays");
        assert!(
            readings.contains(meld.reading()),
            "{meld:?} in a split of {hand}, level {level}"
        );
        sum += cost(meld.play().kind(), usize::from(meld.play().size()));
    }
    assert!(left.is_empty(), "a split of {hand} leaves {left}");
    sum
}

fn random_weights(seed: u64, trial: u64) -> Weights {
    let mut rng = rng(seed, trial);
    let mut weight =
        || random::below(&mut rng, 12) as i32 - if trial.is_multiple_of(2) { 4 } else { 0 };
    let mut weights = Weights::uniform(weight());
    for kind in Kind::ALL {
        weights = weights.with(kind, weight()).unwrap_or(weights);
    }
    for size in 4..=10 {
        weights = weights.with_bomb(size, weight()).unwrap();
    }
    weights
}

/// Every objective, against the subset dynamic programming of `brute`. The
/// experiment `guandan/exactness` does the same for 20,000 hands.
#[test]
fn every_objective_is_exact() {
    for trial in 0..250 {
        let (hand, level) = (rich_hand(3, trial), level_of(trial));
        let weights = random_weights(4, trial);
        for rules in all_rules() {
            let plays = brute::Plays::of(hand, level, rules).unwrap();
            type Cost = Box<dyn Fn(Kind, usize) -> i64>;
            let objectives: [(Objective, Cost); 4] = [
                (Objective::FewestPlays, Box::new(|_, _| 1)),
                (
                    Objective::BombsFree,
                    Box::new(|kind, _| i64::from(!kind.is_bomb())),
                ),
                (
                    Objective::PlaysThenBombs,
                    Box::new(|kind, _| 64 - i64::from(kind.is_bomb())),
                ),
                (
                    Objective::Weights(weights),
                    Box::new(move |kind, size| weights.of(kind, size as u8).into()),
                ),
            ];
            for (objective, cost) in objectives {
                let least = plays.least_cost(&cost);
                let best = best_split(hand, level, rules, objective).unwrap();
                let context = format!("{hand}, level {level}, {rules:?}, {objective:?}");
                assert_eq!(
                    checked(hand, level, rules, &best, &cost),
                    least,
                    "{context}"
                );
                assert_eq!(
                    min_cost(hand, level, rules, objective),
                    Ok(best.cost()),
                    "{context}"
                );
                let several = top_k(hand, level, rules, objective, 6, 1).unwrap();
                let costs: Vec<i64> = several
                    .iter()
                    .map(|split| checked(hand, level, rules, split, &cost))
                    .collect();
                assert_eq!(costs.first(), Some(&least), "{context}");
                assert!(costs.is_sorted(), "{costs:?} of {context}");
            }
            let fewest = plays.least_cost(|_, _| 1);
            assert_eq!(
                min_plays(hand, level, rules),
                Ok(fewest as u32),
                "{hand}, level {level}"
            );
        }
    }
}

/// Every split of some hands of up to eight cards, found by trying every
/// partition of the cards.
#[test]
fn top_k_misses_no_split() {
    fn partitions(
        cards: &[cards_core::AnyCard],
        level: Level,
        rules: Rules,
    ) -> Vec<Vec<(u8, usize, usize)>> {
        let Some((&first, others)) = cards.split_first() else {
            return vec![Vec::new()];
        };
        let mut all = Vec::new();
        for set in 0..1_usize << others.len() {
            let (mut play, mut rest) = (vec![first], Vec::new());
            for (place, &card) in others.iter().enumerate() {
                if set >> place & 1 == 1 {
                    play.push(card);
                } else {
                    rest.push(card);
                }
            }
            let readings = brute::readings(&play, level, rules);
            if readings.is_empty() {
                continue;
            }
            for partition in partitions(&rest, level, rules) {
                for (kind, face) in &readings {
                    let mut partition = partition.clone();
                    partition.push((*kind as u8, face.index(), play.len()));
                    partition.sort_unstable();
                    all.push(partition);
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }
    let rules = Rules::default();
    for trial in 0..60 {
        let level = level_of(trial);
        let whole = rich_hand(5, trial);
        let hand = Hand::from_cards(whole.iter().take(7 + (trial % 2) as usize)).unwrap();
        let cards: Vec<_> = hand.iter().collect();
        for (slack, objective) in [
            (0, Objective::FewestPlays),
            (1, Objective::FewestPlays),
            (0, Objective::BombsFree),
        ] {
            let cost = |plays: &Vec<(u8, usize, usize)>| {
                let bombs = plays
                    .iter()
                    .filter(|play| Kind::ALL[usize::from(play.0)].is_bomb())
                    .count();
                if objective == Objective::BombsFree {
                    plays.len() - bombs
                } else {
                    plays.len()
                }
            };
            let mut all = partitions(&cards, level, rules);
            let least = all.iter().map(cost).min().unwrap();
            all.retain(|plays| cost(plays) <= least + slack);
            if objective == Objective::FewestPlays {
                // A straight that can be a straight flush is one where both cost
                // the same, so splits are counted by that.
                for plays in &mut all {
                    for play in plays.iter_mut() {
                        play.0 = if play.0 == Kind::StraightFlush as u8 {
                            Kind::Straight as u8
                        } else {
                            play.0
                        };
                    }
                    plays.sort_unstable();
                }
                all.sort_unstable();
                all.dedup();
            }
            let found = top_k(hand, level, rules, objective, 100_000, slack as u32).unwrap();
            let mut keys: Vec<Vec<(u8, usize, usize)>> = found
                .iter()
                .map(|split| {
                    let mut key: Vec<(u8, usize, usize)> = split
                        .melds()
                        .iter()
                        .map(|meld| {
                            let play = meld.play();
                            let kind = match play.kind() {
                                Kind::StraightFlush if objective == Objective::FewestPlays => {
                                    Kind::Straight
                                }
                                kind => kind,
                            };
                            (kind as u8, play.face().index(), usize::from(play.size()))
                        })
                        .collect();
                    key.sort_unstable();
                    key
                })
                .collect();
            keys.sort_unstable();
            let context = format!("{hand}, level {level}, slack {slack}, {objective:?}");
            assert!(keys.iter().all(|key| all.contains(key)), "{context}");
            assert!(keys.windows(2).all(|two| two[0] < two[1]), "{context}");
            // Only splits may be missing in which a wild card fills a sequence
            // where a card would do that is played alone: the change of the two
            // is found.
            let own = level.rank().index();
            let mut queue: Vec<_> = all
                .iter()
                .filter(|key| !keys.contains(key))
                .cloned()
                .collect();
            assert!(
                queue.is_empty() || hand.wilds(level) > 0,
                "{context}: {queue:?}"
            );
            while let Some(missing) = queue.pop() {
                let changes = (0..missing.len()).filter(|&place| {
                    missing[place].0 <= Kind::Pair as u8 && missing[place].1 != own
                });
                let changed: Vec<_> = changes
                    .map(|place| {
                        let mut changed = missing.clone();
                        changed[place].1 = own;
                        changed.sort_unstable();
                        changed
                    })
                    .collect();
                assert!(!changed.is_empty(), "{context} misses {missing:?}");
                if !changed.iter().any(|changed| keys.contains(changed)) {
                    queue.push(changed[0].clone());
                }
            }
        }
    }
}

#[test]
fn whole_hands_are_used_up() {
    let rules = Rules::default();
    for trial in 0..3000 {
        let (hand, level) = (deal(6, trial, 27 + (trial % 2) as usize), level_of(trial));
        let fewest = min_plays(hand, level, rules).unwrap();
        let split = best_split(hand, level, rules, Objective::FewestPlays).unwrap();
        assert_eq!(
            checked(hand, level, rules, &split, |_, _| 1),
            i64::from(fewest)
        );
        let wilds: u8 = split.melds().iter().map(|meld| meld.play().wilds()).sum();
        assert_eq!(wilds, hand.wilds(level));
        let bombs = best_split(hand, level, rules, Objective::PlaysThenBombs).unwrap();
        assert_eq!(
            checked(hand, level, rules, &bombs, |_, _| 1),
            i64::from(fewest)
        );
        assert_eq!(bombs.cost(), i64::from(fewest));
        assert!(bombs.bombs() >= split.bombs(), "{hand}");
        let free = best_split(hand, level, rules, Objective::BombsFree).unwrap();
        let cost = checked(hand, level, rules, &free, |kind, _| {
            i64::from(!kind.is_bomb())
        });
        assert_eq!(cost, free.cost());
        assert!(free.cost() <= i64::from(fewest) - bombs.bombs() as i64);
        // The general search, by weights, agrees with the built-in one.
        if trial.is_multiple_of(10) {
            let one = Objective::Weights(Weights::uniform(1));
            assert_eq!(
                min_cost(hand, level, rules, one),
                Ok(fewest.into()),
                "{hand}"
            );
        }
    }
}

/// A wild card is one more card of some rank: never worse than the best of
/// these, never better.
#[test]
fn a_wild_card_is_the_best_card_of_all() {
    let rules = Rules::default();
    for trial in 0..300 {
        let mut counts = RankCounts::of(deal(7, trial, 24), level_of(trial))
            .unwrap()
            .counts();
        counts.iter_mut().for_each(|count| *count = (*count).min(7));
        let helped = RankCounts::new(counts, 1, [1, 0]).unwrap().min_plays(rules);
        let with = |rank: usize| {
            let mut counts = counts;
            counts[rank] += 1;
            RankCounts::new(counts, 0, [1, 0]).unwrap().min_plays(rules)
        };
        assert_eq!(Some(helped), (0..13).map(with).min(), "{counts:?}");
    }
}

/// A hand never gains a wild card from the hand before it: the same hand gives
/// the same answer whatever was asked before.
#[test]
fn nothing_is_remembered() {
    let rules = Rules::default();
    let with = hand("H7 H7 S3 D3 S4 D5 C6 S8 D9 CJ SK");
    let without = hand("S7 D7 S3 D3 S4 D5 C6 S8 D9 CJ SK");
    let at = level("7");
    let alone = min_plays(without, at, rules).unwrap();
    assert!(min_plays(with, at, rules).unwrap() < alone);
    assert_eq!(min_plays(without, at, rules), Ok(alone));
    let split = best_split(without, at, rules, Objective::FewestPlays).unwrap();
    assert!(split.melds().iter().all(|meld| meld.play().wilds() == 0));
}

/// The count-only game of the document, beside its own splitter.
#[test]
fn the_document_is_a_preset() {
    for seed in 0..200 {
        let dealt = published::deal(seed, 27).unwrap();
        let counts = RankCounts::new(dealt.counts(), 0, [0; 2]).unwrap();
        let theirs = published::Splitter::new().min_plays(dealt, 0);
        assert_eq!(counts.min_plays(Rules::DOCUMENT), theirs, "seed {seed}");
        assert!(counts.min_plays(Rules::default()) <= theirs);
    }
    let sample = RankCounts::new(published::SAMPLE_HAND.counts(), 0, [0; 2]).unwrap();
    assert_eq!(sample.min_plays(Rules::DOCUMENT), 7);
}

/// A wild card at an end of a sequence makes it as high as it can be.
#[test]
fn sequences_are_as_high_as_their_cards_allow() {
    let best = |cards: &str, objective| {
        let split = best_split(hand(cards), level("2"), Rules::default(), objective).unwrap();
        split
            .melds()
            .iter()
            .map(|meld| meld.play().to_string())
            .collect::<Vec<String>>()
    };
    for objective in [
        Objective::FewestPlays,
        Objective::BombsFree,
        Objective::PlaysThenBombs,
    ] {
        assert_eq!(best("H2 S6 S7 S8 S9", objective), ["straight-flush T"]);
        assert_eq!(best("H2 S6 S7 D8 S9", objective), ["straight T"]);
        assert_eq!(best("H2 SA S3 S4 S5", objective), ["straight-flush 5"]);
        assert_eq!(best("H2 SJ SQ SK SA", objective), ["straight-flush A"]);
        assert_eq!(best("H2 H2 S6 D7 S8", objective), ["straight T"]);
    }
    let tube = |cards: &str| best(cards, Objective::FewestPlays);
    assert_eq!(tube("H2 H2 S6 D6 S7 D7"), ["tube 8"]);
    assert_eq!(tube("H2 H2 SK DK SA DA"), ["tube A"]);
    // The card that would be at the top is wanted elsewhere.
    assert_eq!(
        best("H2 S6 S7 D8 S9 ST DT CT", Objective::FewestPlays),
        ["triple T", "straight 9"]
    );
}

#[test]
fn known_hands() {
    let rules = Rules::default();
    let fewest = |cards: &str, at: &str| min_plays(hand(cards), level(at), rules).unwrap();
    assert_eq!(fewest("", "2"), 0);
    assert_eq!(fewest("SB", "2"), 1);
    assert_eq!(fewest("SB SB HR HR", "2"), 1);
    assert_eq!(fewest("SB SB HR", "2"), 2);
    assert_eq!(fewest("SB HR", "2"), 2);
    assert_eq!(fewest("SB SB HR HR S3 D3 C3 S5 D5 C5", "2"), 2);
    assert_eq!(fewest("H2 H2", "2"), 1);
    assert_eq!(fewest("H2 SB", "2"), 2);
    assert_eq!(fewest("S3 D3 C3 SB SB", "2"), 1);
    // Four of a kind are two pairs where triples want them.
    assert_eq!(fewest("S3 D3 C3 S6 D6 C6 S9 D9 C9 H9", "2"), 2);
    // Six of a kind are two triples where pairs want them.
    assert_eq!(fewest("S3 D3 S6 D6 S9 D9 C9 H9 S9 D9", "2"), 2);
    assert_eq!(fewest("S3 S4 S5 S6 S7 S8 S9", "2"), 3);
    let even = RankCounts::new([3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2], 0, [0; 2]).unwrap();
    assert_eq!(even.min_plays(Rules::DOCUMENT), 5);
    let joker_pair = "S3 D3 C3 SB SB";
    assert_eq!(
        min_plays(hand(joker_pair), level("2"), Rules::DOCUMENT),
        Ok(2)
    );
}

#[test]
fn questions_out_of_range_are_refused() {
    let rules = Rules::default();
    let large = deal(8, 0, 41);
    let error = GuandanError::TooManyCards {
        cards: 41,
        most: RankCounts::MAX_CARDS,
    };
    assert_eq!(min_plays(large, level("2"), rules), Err(error));
    assert_eq!(
        best_split(large, level("2"), rules, Objective::BombsFree),
        Err(error)
    );
    assert_eq!(
        min_cost(large, level("2"), rules, Objective::BombsFree),
        Err(error)
    );
    assert_eq!(
        top_k(large, level("2"), rules, Objective::FewestPlays, 1, 0),
        Err(error)
    );
    assert_eq!(error.to_string(), "41 cards; 0 to 40 are allowed");
    assert!(RankCounts::new([9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 0, [0; 2]).is_err());
    assert!(RankCounts::new([0; 13], 3, [0; 2]).is_err());
    assert!(RankCounts::new([0; 13], 0, [0, 3]).is_err());
    assert!(RankCounts::new([8; 13], 0, [0; 2]).is_err());
    assert!(brute::Plays::of(deal(8, 1, 15), level("2"), rules).is_err());
    assert_eq!(
        top_k(
            deal(8, 2, 27),
            level("2"),
            rules,
            Objective::FewestPlays,
            0,
            3
        ),
        Ok(Vec::new())
    );
    assert!(Weights::uniform(1).with(Kind::Single, 1_000_001).is_err());
    assert!(Weights::uniform(1).with(Kind::StraightFlush, 2).is_err());
    assert!(Weights::uniform(1).with_bomb(3, 2).is_err());
    assert_eq!(
        Weights::uniform(i32::MAX).of(Kind::Bomb, 10),
        Weights::LARGEST
    );
}
