//! `guandan_split::published` against the document's Java program, hand by hand.

use cards_core::Rank;
use cards_core::counting::{Hypergeometric, Ratio};
use guandan_split::published::{
    GuandanError, Hand, HandEvaluator, HyperGeometric, Play, PlayKind, SAMPLE_HAND, Splitter,
    WildSplitter, can_form_with_wild, deal, plays, subtract_with_wild,
};

/// A hand of 27 cards, as the data's README describes it.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Rated {
    seed: i64,
    counts: [u8; 13],
    min_plays: u32,
    evaluate: f64,
    should_bomb: [bool; 13],
}

/// A hand of any size.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Sized {
    seed: i64,
    counts: [u8; 13],
    min_plays: u32,
    memo_states: usize,
    evaluate: String,
    should_bomb: [bool; 13],
}

/// A hand of 13 cards with 0, 1 and 2 wild cards.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Wild {
    seed: i64,
    counts: [u8; 13],
    min_plays_wild: [u32; 3],
}

/// A hand of 0 to 13 cards with 0, 1 and 2 wild cards.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct WildSized {
    seed: i64,
    counts: [u8; 13],
    min_plays_wild: [u32; 3],
    memo_states: [usize; 3],
}

/// What an opponent holds if I hold `mine` cards of a rank.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Held {
    mine: u32,
    prob: [String; 9],
    at_least: [String; 9],
    expected: String,
}

fn records<T: serde::de::DeserializeOwned>(lines: &str) -> Vec<T> {
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

/// Three negative seeds, three large ones, and the ends of the range.
const EXTRA_SEEDS: [i64; 10] = [
    i64::MIN,
    -(1 << 40),
    -(1 << 40) + 1,
    -3,
    -2,
    -1,
    (1 << 40) - 1,
    1 << 40,
    (1 << 40) + 1,
    i64::MAX,
];

/// The first ranks' counts; the others are 0.
fn hand(counts: &[u8]) -> Hand {
    let mut all = [0; 13];
    all[..counts.len()].copy_from_slice(counts);
    Hand::new(all).unwrap()
}

/// Whether to bomb, for each rank with the hand's own count of it.
fn should_bomb(evaluator: &mut HandEvaluator, hand: Hand) -> [bool; 13] {
    Rank::ALL.map(|rank| evaluator.should_bomb(hand, rank, hand.count(rank)).unwrap())
}

fn assert_rated_alike(record: &Rated) {
    let seed = record.seed;
    let hand = deal(seed, 27).unwrap();
    assert_eq!(hand.counts(), record.counts, "counts, seed {seed}");
    let min_plays = Splitter::new().min_plays(hand, 0);
    assert_eq!(min_plays, record.min_plays, "min_plays, seed {seed}");
    let mut evaluator = HandEvaluator::default();
    assert_eq!(
        format!("{:.4}", evaluator.evaluate(hand)),
        format!("{:.4}", record.evaluate),
        "evaluate, seed {seed}"
    );
    assert_eq!(
        should_bomb(&mut evaluator, hand),
        record.should_bomb,
        "should_bomb, seed {seed}"
    );
}

#[test]
fn the_published_seeds_are_rated_alike() {
    let hands: Vec<Rated> = records(include_str!("data/guandan.jsonl"));
    let seeds: Vec<i64> = hands.iter().map(|hand| hand.seed).collect();
    assert_eq!(seeds, (0..200).collect::<Vec<i64>>());
    hands.iter().for_each(assert_rated_alike);
    let answers = hands.iter().flat_map(|hand| hand.should_bomb);
    assert_eq!(answers.filter(|&bomb| bomb).count(), 1, "of 2600 answers");
}

#[test]
fn negative_and_large_seeds_are_rated_alike() {
    let hands: Vec<Rated> = records(include_str!("data/guandan-extra-seeds.jsonl"));
    let seeds: Vec<i64> = hands.iter().map(|hand| hand.seed).collect();
    assert_eq!(seeds, EXTRA_SEEDS);
    hands.iter().for_each(assert_rated_alike);
}

/// Hands of 0 to 28 cards, to the last bit and to the last state; small hands
/// are often worth a bomb.
#[test]
fn hands_of_every_size_are_rated_alike() {
    let hands: Vec<Sized> = records(include_str!("data/guandan-sizes.jsonl"));
    assert_eq!(hands.len(), 58);
    let mut bombs = 0;
    for (record, cards) in hands.iter().zip((0..=28).cycle()) {
        let seed = record.seed;
        let hand = deal(seed, cards).unwrap();
        assert_eq!(hand.counts(), record.counts, "counts, seed {seed}");
        let mut splitter = Splitter::new();
        let min_plays = splitter.min_plays(hand, 0);
        assert_eq!(min_plays, record.min_plays, "min_plays, seed {seed}");
        let states = splitter.memo_states();
        assert_eq!(states, record.memo_states, "memo_states, seed {seed}");
        let mut evaluator = HandEvaluator::new(splitter, HyperGeometric::default());
        assert_eq!(
            Ok(evaluator.evaluate(hand)),
            record.evaluate.parse(),
            "evaluate, seed {seed}"
        );
        let bombing = should_bomb(&mut evaluator, hand);
        assert_eq!(bombing, record.should_bomb, "should_bomb, seed {seed}");
        bombs += bombing.into_iter().filter(|&bomb| bomb).count();
        assert!(evaluator.splitter().memo_states() >= states);
    }
    assert!(bombs > 100, "{bombs} hands are worth a bomb");
}

fn assert_split_alike(record: &Wild) {
    let seed = record.seed;
    let hand = deal(seed, 13).unwrap();
    assert_eq!(hand.counts(), record.counts, "counts, seed {seed}");
    let mut splitter = WildSplitter::new();
    let min_plays = [0, 1, 2].map(|wild| splitter.min_plays(hand, wild).unwrap());
    assert_eq!(
        min_plays, record.min_plays_wild,
        "min_plays_wild, seed {seed}"
    );
}

#[test]
fn wild_cards_of_the_published_seeds_split_alike() {
    let hands: Vec<Wild> = records(include_str!("data/guandan-wild.jsonl"));
    let seeds: Vec<i64> = hands.iter().map(|hand| hand.seed).collect();
    assert_eq!(seeds, (0..40).collect::<Vec<i64>>());
    hands.iter().for_each(assert_split_alike);
}

#[test]
fn wild_cards_of_negative_and_large_seeds_split_alike() {
    let hands: Vec<Wild> = records(include_str!("data/guandan-wild-extra-seeds.jsonl"));
    let seeds: Vec<i64> = hands.iter().map(|hand| hand.seed).collect();
    assert_eq!(seeds, EXTRA_SEEDS);
    hands.iter().for_each(assert_split_alike);
}

#[test]
fn wild_cards_with_hands_of_every_size_split_alike() {
    let hands: Vec<WildSized> = records(include_str!("data/guandan-wild-sizes.jsonl"));
    assert_eq!(hands.len(), 28);
    for (record, cards) in hands.iter().zip((0..=13).cycle()) {
        let seed = record.seed;
        let hand = deal(seed, cards).unwrap();
        assert_eq!(hand.counts(), record.counts, "counts, seed {seed}");
        let mut splitter = WildSplitter::new();
        for wild in [0, 1, 2] {
            let min_plays = splitter.min_plays(hand, wild as u8).unwrap();
            assert_eq!(
                min_plays, record.min_plays_wild[wild],
                "min_plays_wild, seed {seed}"
            );
            assert_eq!(
                splitter.memo_states(),
                record.memo_states[wild],
                "memo_states, seed {seed}, {wild} wild"
            );
        }
    }
}

#[test]
fn probabilities_agree_to_the_last_bit() {
    let table = HyperGeometric::new(110).unwrap();
    let records: Vec<Held> = records(include_str!("data/guandan-hypergeometric.jsonl"));
    let mine: Vec<u32> = records.iter().map(|record| record.mine).collect();
    assert_eq!(mine, (0..=8).collect::<Vec<u32>>());
    let bits = |text: &String| text.parse::<f64>().unwrap().to_bits();
    for record in &records {
        let mine = record.mine;
        for (j, (prob, at_least)) in (0..).zip(record.prob.iter().zip(&record.at_least)) {
            let place = format!("mine {mine}, j {j}");
            let chance = table.prob(mine, 8, j).unwrap();
            assert_eq!(chance.to_bits(), bits(prob), "prob, {place}");
            let chance = table.at_least(mine, 8, j).unwrap();
            assert_eq!(chance.to_bits(), bits(at_least), "at_least, {place}");
        }
        let expected = table.expected(mine, 8).unwrap();
        assert_eq!(expected.to_bits(), bits(&record.expected), "mine {mine}");
    }
}

/// The document's two tables (section 3).
#[test]
fn the_published_probability_tables() {
    let table = HyperGeometric::default();
    let row = |chance: &dyn Fn(u32) -> Result<f64, GuandanError>| {
        let cells = (0..=8).map(|mine| format!("{:.4}", chance(mine).unwrap()));
        cells.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        row(&|mine| table.at_least(mine, 8, 2)),
        "0.8190 0.7485 0.6573 0.5433 0.4074 0.2564 0.1083 0.0000 0.0000"
    );
    assert_eq!(
        row(&|mine| table.prob(mine, 8, 0)),
        "0.0323 0.0509 0.0796 0.1234 0.1901 0.2907 0.4417 0.6667 1.0000"
    );
    assert_eq!(
        row(&|mine| table.expected(mine, 8)),
        "2.6667 2.3333 2.0000 1.6667 1.3333 1.0000 0.6667 0.3333 0.0000"
    );
}

#[test]
fn doubles_agree_with_exact_fractions() {
    let table = HyperGeometric::default();
    for mine in 0..=8 {
        let exact = Hypergeometric::new(81, 8 - mine, 27).unwrap();
        let error = |double: Result<f64, _>, exact: Ratio| (double.unwrap() - exact.to_f64()).abs();
        for j in 0..=8 {
            assert!(error(table.prob(mine, 8, j), exact.exactly(j)) < 1e-15);
            assert!(error(table.at_least(mine, 8, j), exact.at_least(j)) < 1e-15);
        }
        assert!(error(table.expected(mine, 8), exact.mean()) < 1e-15);
    }
    let pair_or_more = |mine: u32| Hypergeometric::new(81, 8 - mine, 27).unwrap().at_least(2);
    assert_eq!(pair_or_more(0), Ratio::new(7_504_864, 9_163_605).unwrap());
    assert_eq!(pair_or_more(6), Ratio::new(13, 120).unwrap());
}

/// What the document's entry point prints (section 5).
#[test]
fn the_sample_hand() {
    assert_eq!(SAMPLE_HAND.total(), 27);
    assert_eq!(Splitter::new().min_plays(SAMPLE_HAND, 0), 7);
    let rating = HandEvaluator::default().evaluate(SAMPLE_HAND);
    assert_eq!(format!("{rating:.3}"), "0.790");
    let table = HyperGeometric::default();
    let chances = SAMPLE_HAND
        .counts()
        .map(|mine| format!("{:.4}", table.at_least(mine.into(), 8, 2).unwrap()));
    assert_eq!(
        chances,
        [
            "0.6573", "0.8190", "0.6573", "0.6573", "0.5433", "0.6573", "0.6573", "0.5433",
            "0.7485", "0.5433", "0.6573", "0.4074", "0.7485",
        ]
    );
}

/// Fault 3: fewest plays and memo states of the shapes that the document sets
/// against each other.
#[test]
fn even_and_concentrated_hands() {
    for (hand, min_plays, states) in [
        (SAMPLE_HAND, 7, 444),
        (hand(&[3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]), 5, 310),
        (hand(&[4, 4, 4, 4, 4, 4, 3]), 5, 1533),
        (hand(&[4; 7]), 5, 1727),
        (hand(&[3; 9]), 5, 1957),
    ] {
        let mut splitter = Splitter::new();
        assert_eq!(splitter.min_plays(hand, 0), min_plays, "{hand:?}");
        assert_eq!(splitter.memo_states(), states, "{hand:?}");
    }
    // The opening example of section 1, 3 to 9: a straight and two singles.
    let run = hand(&[0, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(Splitter::new().min_plays(run, 0), 3);
}

/// Fault 1.
#[test]
fn the_plays_in_their_order() {
    use PlayKind::{Bomb, FullHouse, Pair, Plate, Single, Straight, StraightFlush, Triple, Tube};

    assert_eq!(plays().len(), 292);
    for (kind, count) in [
        (Single, 13),
        (Pair, 13),
        (Triple, 13),
        (FullHouse, 156),
        (Straight, 9),
        (Tube, 11),
        (Plate, 12),
        (Bomb, 65),
        (StraightFlush, 0),
    ] {
        let of_kind = plays().iter().filter(|play| play.kind() == kind);
        assert_eq!(of_kind.count(), count, "{kind:?}");
    }
    let play = |place: usize| (plays()[place].kind(), plays()[place].cards());
    assert_eq!(play(0), (Single, hand(&[1])));
    assert_eq!(play(4), (Pair, hand(&[0, 2])));
    assert_eq!(play(39), (FullHouse, hand(&[3, 2])));
    assert_eq!(play(39 + 12), (FullHouse, hand(&[2, 3])));
    assert_eq!(play(195), (Straight, hand(&[1; 5])));
    assert_eq!(play(204), (Tube, hand(&[2; 3])));
    assert_eq!(play(215), (Plate, hand(&[3; 2])));
    assert_eq!(play(227), (Bomb, hand(&[4])));
    assert_eq!(
        play(291),
        (Bomb, hand(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8]))
    );

    // A 2 3 4 5 is no straight.
    let wheel = hand(&[1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    assert_eq!(Splitter::new().min_plays(wheel, 0), 5);
}

#[test]
fn a_play_fits_if_the_hand_has_its_cards() {
    let full_house: Play = plays()[39];
    assert_eq!(full_house.subtract(hand(&[3, 2])), Some(Hand::EMPTY));
    assert_eq!(
        full_house.subtract(hand(&[4, 3, 1])),
        Some(hand(&[1, 1, 1]))
    );
    for counts in [[2, 3], [3, 1], [8, 0]] {
        assert!(!full_house.fits_in(hand(&counts)), "{counts:?}");
        assert_eq!(full_house.subtract(hand(&counts)), None, "{counts:?}");
    }
}

/// Fault 2.
#[test]
fn the_plain_splitter_ignores_wild_cards_but_for_its_memo() {
    let mut splitter = Splitter::new();
    assert_eq!(splitter.min_plays(SAMPLE_HAND, 0), 7);
    assert_eq!(splitter.min_plays(SAMPLE_HAND, 2), 7);
    assert_eq!(splitter.memo_states(), 2 * 444);
    assert_eq!(splitter.min_plays(SAMPLE_HAND, 2), 7);
    assert_eq!(splitter.memo_states(), 2 * 444);
}

/// Fault 2: wild cards that are left over need no play, and nearly every part
/// of the hand is a state.
#[test]
fn wild_cards_left_over_cost_nothing() {
    let mut splitter = WildSplitter::new();
    assert_eq!(splitter.min_plays(Hand::EMPTY, 2), Ok(0));
    assert_eq!(splitter.memo_states(), 0);
    assert_eq!(splitter.min_plays(hand(&[0, 4]), 2), Ok(1));

    let one_each = hand(&[1; 13]);
    let mut plain = Splitter::new();
    assert_eq!(plain.min_plays(one_each, 0), 5);
    assert_eq!(plain.memo_states(), 13);
    let mut splitter = WildSplitter::new();
    assert_eq!(splitter.min_plays(one_each, 1), Ok(5));
    // All parts with and without the wild card, but for the whole hand without:
    // no play is of the wild card alone, as it would stand for a missing rank.
    assert_eq!(splitter.memo_states(), 2 * ((1 << 13) - 1) - 1);
}

#[test]
fn wild_cards_make_up_for_what_is_missing_only() {
    let three_pairs = hand(&[2, 2, 2]);
    // The third and fourth card of a rank do not stand for another.
    let held = hand(&[4, 1, 2, 1]);
    assert!(!can_form_with_wild(held, three_pairs, 0));
    assert!(can_form_with_wild(held, three_pairs, 1));
    let rest = hand(&[2, 0, 0, 1]);
    assert_eq!(subtract_with_wild(held, three_pairs, 0), None);
    assert_eq!(subtract_with_wild(held, three_pairs, 2), Some((rest, 1)));
    assert_eq!(
        subtract_with_wild(Hand::EMPTY, hand(&[2]), 2),
        Some((Hand::EMPTY, 0))
    );
}

/// Fault 4.
#[test]
fn the_rating_counts_twos_and_any_bomb() {
    let mut evaluator = HandEvaluator::default();
    let mut rate = |counts: &[u8]| format!("{:.2}", evaluator.evaluate(hand(counts)));
    assert_eq!(rate(&[]), "1.00");
    // One single each: 0.5 and six tenths exceed 1.
    assert_eq!(rate(&[1]), "1.00");
    // Seven pairs far apart, without and with twos.
    assert_eq!(rate(&[0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 2]), "0.60");
    assert_eq!(rate(&[2, 0, 0, 2, 0, 2, 0, 2, 0, 2, 2]), "0.64");
    // A bomb in place of a pair.
    assert_eq!(rate(&[4, 0, 0, 2, 0, 2, 0, 2, 0, 2, 2]), "0.83");
}

/// Fault 4: the threshold of 0.35 is out of reach, so that whether to bomb
/// depends on the plays that are left alone.
#[test]
fn an_opposing_bomb_never_forbids_to_bomb() {
    let table = HyperGeometric::default();
    let likeliest = table.at_least(0, 8, 4).unwrap();
    assert_eq!(format!("{likeliest:.4}"), "0.2495");
    let mut evaluator = HandEvaluator::default();
    for mine in 0..=8 {
        assert!(table.at_least(mine.into(), 8, 4).unwrap() <= likeliest);
        // Four singles are left beside the bomb, then five.
        let bombs = evaluator.should_bomb(hand(&[4, 1, 0, 1, 0, 1, 0, 1]), Rank::Two, mine);
        assert_eq!(bombs, Ok(true), "mine {mine}");
        let bombs = evaluator.should_bomb(hand(&[5, 1, 0, 1, 0, 1, 0, 1]), Rank::Two, mine);
        assert_eq!(bombs, Ok(false), "mine {mine}");
    }
}

#[test]
fn no_probability_exceeds_one() {
    let table = HyperGeometric::default();
    for copies in 0..=81 {
        let chance = table.at_least(0, copies, 0).unwrap();
        assert!((1.0 - 1e-12..=1.0).contains(&chance), "{copies}: {chance}");
    }
}

#[test]
fn impossible_hands_are_refused() {
    let message = |result: Result<Hand, GuandanError>| result.unwrap_err().to_string();
    let mut counts = [0; 13];
    counts[9] = 9;
    assert_eq!(
        message(Hand::new(counts)),
        "9 cards of rank J; two packs have 8"
    );
    assert_eq!(
        message(Hand::new([255; 13])),
        "255 cards of rank 2; two packs have 8"
    );
    assert_eq!(
        message(Hand::new([8; 13])),
        "a hand of 104 cards; 0 to 28 are allowed"
    );
    for cards in [29, 104, usize::MAX] {
        assert_eq!(
            message(deal(0, cards)),
            format!("a hand of {cards} cards; 0 to 28 are allowed")
        );
    }
    assert_eq!(deal(0, 28).unwrap().total(), 28);
}

#[test]
fn impossible_questions_are_refused() {
    let refused = WildSplitter::new().min_plays(SAMPLE_HAND, 4).unwrap_err();
    assert_eq!(refused.to_string(), "4 wild cards; 0 to 3 are allowed");

    for max_n in [0, 80, 1030, usize::MAX] {
        let refused = HyperGeometric::new(max_n).unwrap_err();
        assert_eq!(
            refused.to_string(),
            format!("binomial coefficients up to {max_n}; 81 to 1029 are allowed")
        );
    }
    let largest = HyperGeometric::new(1029).unwrap();
    let smallest = HyperGeometric::new(81).unwrap();
    assert_eq!(largest.prob(0, 81, 27), smallest.prob(0, 81, 27));
    assert_eq!(smallest.prob(0, 81, 27), Ok(1.0));
    // All 81 unseen cards are of the rank, so the opponent has 27 of them.
    assert_eq!(smallest.prob(0, 81, 0), Ok(0.0));

    let table = HyperGeometric::default();
    for (mine, copies, message) in [
        (9, 8, "9 cards of a rank in hand; there are 8"),
        (1, 83, "82 cards of a rank are unseen; 81 cards are in all"),
    ] {
        for answer in [
            table.prob(mine, copies, 0),
            table.at_least(mine, copies, 0),
            table.expected(mine, copies),
        ] {
            assert_eq!(answer.unwrap_err().to_string(), message);
        }
    }
    let refused = HandEvaluator::default().should_bomb(SAMPLE_HAND, Rank::King, 9);
    let (mine, copies) = (9, 8);
    assert_eq!(refused, Err(GuandanError::MoreThanAll { mine, copies }));
}
