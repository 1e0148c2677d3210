use cards_core::random::{below, deal, trial_rng};
use cards_core::{BySeat, Card, CardSet, Seat, Suit};
use rand_pcg::Pcg64Mcg;

use super::*;

type World = BySeat<CardSet>;

fn cards(text: &str) -> CardSet {
    text.parse().unwrap()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

/// Every way of giving each card to a seat, the first card deciding first, of which
/// those stay that agree with the constraints as they are written.
fn brute_force(
    sizes: [usize; 4],
    unseen: CardSet,
    excluded: [CardSet; 4],
    held: [CardSet; 4],
) -> Vec<World> {
    let list: Vec<Card> = unseen.iter().collect();
    let mut found = Vec::new();
    for number in 0..4_usize.pow(list.len() as u32) {
        let mut hands = [CardSet::EMPTY; 4];
        for (place, &card) in list.iter().rev().enumerate() {
            hands[number / 4_usize.pow(place as u32) % 4].insert(card);
        }
        let fits = (0..4).all(|seat| {
            hands[seat].len() == sizes[seat]
                && hands[seat].is_disjoint(excluded[seat])
                && held[seat].is_subset(hands[seat])
        });
        if fits {
            found.push(BySeat::new(hands));
        }
    }
    found
}

fn constraints(
    sizes: [usize; 4],
    unseen: CardSet,
    excluded: [CardSet; 4],
    held: [CardSet; 4],
) -> Constraints {
    (0..4).fold(
        Constraints::new(unseen, BySeat::new(sizes)),
        |constraints, index| {
            constraints
                .without(seat(index), excluded[index])
                .with_held(seat(index), held[index])
        },
    )
}

/// Random constraints, some of them contradictory.
fn random_case(rng: &mut Pcg64Mcg) -> ([usize; 4], CardSet, [CardSet; 4], [CardSet; 4]) {
    let count = below(rng, 9) as usize;
    let [unseen] = deal(CardSet::FULL, [count], rng).unwrap();
    let seats = 2 + below(rng, 3);
    let mut sizes = [0; 4];
    for _ in 0..count {
        sizes[below(rng, seats) as usize] += 1;
    }
    // Seldom a sum that is wrong.
    if below(rng, 20) == 0 {
        sizes[below(rng, 4) as usize] += 1;
    }
    let share = 2 + below(rng, 6);
    let mut excluded = [CardSet::EMPTY; 4];
    let mut held = [CardSet::EMPTY; 4];
    for index in 0..4 {
        if below(rng, 2) == 0 {
            excluded[index] = CardSet::of_suit(Suit::ALL[below(rng, 4) as usize]);
        }
        for card in unseen {
            if below(rng, 3 * share) == 0 {
                excluded[index].insert(card);
            }
            if below(rng, 8 * share) == 0 {
                held[index].insert(card);
            }
        }
    }
    (sizes, unseen, excluded, held)
}

/// Count, enumeration, marginals and what is certain, against the definition.
#[test]
fn all_that_is_counted_agrees_with_the_definition() {
    let mut impossible = 0;
    let mut largest = 0;
    for trial in 0..1500 {
        let mut rng: Pcg64Mcg = trial_rng(11, trial);
        let (sizes, unseen, excluded, held) = random_case(&mut rng);
        let expected = brute_force(sizes, unseen, excluded, held);
        let constraints = constraints(sizes, unseen, excluded, held);
        let worlds = match Worlds::new(&constraints) {
            Ok(worlds) => worlds,
            Err(error) => {
                assert!(expected.is_empty(), "{trial}: {error}");
                assert!(!error.to_string().is_empty());
                impossible += 1;
                continue;
            }
        };
        assert_eq!(worlds.count(), expected.len() as u128, "{trial}");
        let every: Vec<World> = worlds.every().collect();
        assert_eq!(every, expected, "{trial}");
        largest = largest.max(expected.len());

        for card in CardSet::FULL {
            for index in 0..4 {
                let having = expected
                    .iter()
                    .filter(|world| world[seat(index)].contains(card));
                let share = cards_core::counting::Ratio::new(
                    having.count() as u128,
                    expected.len() as u128,
                );
                assert_eq!(Some(worlds.marginal(card, seat(index))), share, "{trial}");
            }
        }
        for (holder, certain) in worlds.certain().iter() {
            assert!(
                expected
                    .iter()
                    .all(|world| certain.is_subset(world[holder]))
            );
        }
        for _ in 0..4 {
            assert!(expected.contains(&worlds.sample(&mut rng)), "{trial}");
        }
    }
    assert!((200..1200).contains(&impossible), "{impossible}");
    assert!(largest > 500, "{largest}");
}

/// Pearson's chi-square of samples against equal chances stays within four standard
/// deviations of its mean, for shapes of every kind.
#[test]
fn every_deal_is_equally_likely() {
    let none = [CardSet::EMPTY; 4];
    let hearts = CardSet::of_suit(Suit::Hearts);
    let spades = CardSet::of_suit(Suit::Spades);
    let clubs = CardSet::of_suit(Suit::Clubs);
    let cases = [
        ([0, 2, 2, 2], "♠QA ♥K2 ♦3 ♣4", none, none),
        (
            [0, 3, 3, 1],
            "♠QA ♥K2 ♦34 ♣4",
            [CardSet::EMPTY, hearts, spades, CardSet::EMPTY],
            none,
        ),
        (
            [2, 0, 3, 3],
            "♠QA ♥K24 ♦34 ♣4",
            [spades, none[0], hearts, clubs],
            none,
        ),
        (
            [3, 2, 2, 0],
            "♠QA ♥K24 ♦34",
            [hearts, none[0], none[0], none[0]],
            [cards("♠Q"), none[0], none[0], none[0]],
        ),
        (
            [2, 1, 2, 2],
            "♠QA ♥K2 ♦34 ♣4",
            [hearts, spades, clubs, hearts | spades],
            none,
        ),
        (
            [1, 2, 2, 2],
            "♠QA ♥K2 ♦34 ♣4",
            [hearts | spades, clubs, none[0], spades],
            none,
        ),
        ([2, 2, 2, 2], "♠QA ♥K2 ♦34 ♣4A", none, none),
        ([0, 6, 1, 0], "♠QA ♥K2 ♦34 ♣4", none, none),
    ];
    for (number, (sizes, unseen, excluded, held)) in cases.into_iter().enumerate() {
        let worlds = Worlds::new(&constraints(sizes, cards(unseen), excluded, held)).unwrap();
        let every: Vec<World> = worlds.every().collect();
        let mut counts = vec![0_u32; every.len()];
        let mut rng: Pcg64Mcg = trial_rng(12, number as u64);
        let samples = 60 * every.len();
        for _ in 0..samples {
            let world = worlds.sample(&mut rng);
            counts[every.iter().position(|other| *other == world).unwrap()] += 1;
        }
        let chi_square: f64 = counts
            .iter()
            .map(|&count| (f64::from(count) - 60.0).powi(2) / 60.0)
            .sum();
        let freedom = (every.len() - 1) as f64;
        assert!(every.len() >= 7, "{number}");
        assert!(
            (chi_square - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(),
            "{number}: {chi_square} of {freedom}"
        );
    }
}

#[test]
fn whole_packs_have_as_many_deals_as_the_multinomials_say() {
    let count = |sizes: [usize; 4], unseen| {
        Worlds::new(&Constraints::new(unseen, BySeat::new(sizes)))
            .unwrap()
            .count()
    };
    // 52! / 13!⁴, the number of bridge deals.
    assert_eq!(
        count([13; 4], CardSet::FULL),
        53_644_737_765_488_792_839_237_440_000
    );
    // 39! / 13!³.
    let others = !CardSet::of_suit(Suit::Spades);
    assert_eq!(count([0, 13, 13, 13], others), 84_478_098_072_866_400);
    assert_eq!(count([52, 0, 0, 0], CardSet::FULL), 1);
    assert_eq!(count([0; 4], CardSet::EMPTY), 1);
    // Each seat void in another suit.
    let voids = (0..4).fold(
        Constraints::new(CardSet::FULL, BySeat::new([13; 4])),
        |constraints, index| constraints.with_void(seat(index), Suit::ALL[index]),
    );
    assert_eq!(Worlds::new(&voids).unwrap().count(), by_suit_lengths());
}

/// The deals in which seat i is void in suit i: over all tables of suit lengths with
/// zeros on the diagonal, the product of the multinomials of the suits.
fn by_suit_lengths() -> u128 {
    let factorial: Vec<u128> = (0..14)
        .scan(1, |product, n: u128| {
            *product *= n.max(1);
            Some(*product)
        })
        .collect();
    let splits = |without: usize| {
        let mut splits = Vec::new();
        for a in 0..=13 {
            for b in 0..=13 - a {
                let parts = [a, b, 13 - a - b];
                let mut split = [0; 4];
                for (place, other) in (0..4).filter(|&other| other != without).enumerate() {
                    split[other] = parts[place];
                }
                let ways = parts
                    .iter()
                    .fold(factorial[13], |ways, &part| ways / factorial[part]);
                splits.push((split, ways));
            }
        }
        splits
    };
    let suits = [0, 1, 2, 3].map(splits);
    // Pairs of suits by the four lengths, then the pairs against each other.
    let pair = |first: &[([usize; 4], u128)], second: &[([usize; 4], u128)]| {
        let mut sums = std::collections::BTreeMap::new();
        for (a, ways_a) in first {
            for (b, ways_b) in second {
                let sum = [0, 1, 2, 3].map(|seat| a[seat] + b[seat]);
                *sums.entry(sum).or_insert(0) += ways_a * ways_b;
            }
        }
        sums
    };
    let lower = pair(&suits[0], &suits[1]);
    let upper = pair(&suits[2], &suits[3]);
    lower
        .iter()
        .filter(|(sum, _)| sum.iter().all(|&length| length <= 13))
        .filter_map(|(sum, ways)| Some(ways * upper.get(&sum.map(|length| 13 - length))?))
        .sum()
}

#[test]
fn contradictions_are_named() {
    let base = Constraints::new(cards("♠QA ♥K2 ♦34"), BySeat::new([0, 2, 2, 2]));
    let [one, two, three] = [1, 2, 3].map(seat);
    let none = BySeat::new([false; 4]);
    let only = |index: usize| {
        let mut seats = none;
        seats[seat(index)] = true;
        seats
    };
    for (constraints, error, text) in [
        (
            Constraints::new(cards("♠QA"), BySeat::new([0, usize::MAX, 2, 2])),
            NoWorld::Sizes {
                cards: 2,
                wanted: usize::MAX,
            },
            "2 cards are unseen, but the seats hold 18446744073709551615",
        ),
        (
            base.with_held(one, cards("♣2")),
            NoWorld::HeldIsSeen {
                seat: one,
                card: card("♣2"),
            },
            "seat 1 is to hold ♣2, which is not unseen",
        ),
        (
            base.with_held(one, cards("♥K"))
                .with_void(one, Suit::Hearts),
            NoWorld::HeldIsImpossible {
                seat: one,
                card: card("♥K"),
            },
            "seat 1 is to hold ♥K, which it cannot hold",
        ),
        (
            base.with_held(one, cards("♥K"))
                .with_held(three, cards("♥K")),
            NoWorld::HeldTwice {
                seats: [one, three],
                card: card("♥K"),
            },
            "seats 1 and 3 are both to hold ♥K",
        ),
        (
            base.with_held(two, cards("♥K2 ♦3")),
            NoWorld::HeldTooMany {
                seat: two,
                held: 3,
                size: 2,
            },
            "seat 2 has 2 cards, but is to hold 3",
        ),
        (
            base.with_held(two, cards("♥2 ♦3"))
                .with_void(one, Suit::Spades)
                .without(three, cards("♠A")),
            NoWorld::Nobody { card: card("♠A") },
            "no seat with room for it may hold ♠A",
        ),
        (
            base.with_void(one, Suit::Spades)
                .with_void(one, Suit::Hearts)
                .without(one, cards("♦3")),
            NoWorld::TooFewCards {
                seats: only(1),
                room: 2,
                cards: 1,
            },
            "seat 1 must get 2 more cards, but only 1 may go there",
        ),
        (
            base.without(one, cards("♠QA ♥K"))
                .without(two, cards("♠QA ♥K")),
            NoWorld::TooManyCards {
                seats: only(3),
                room: 2,
                cards: 3,
            },
            "seat 3 can get only 2 more cards, but 3 can go nowhere else",
        ),
    ] {
        assert_eq!(Worlds::new(&constraints).unwrap_err(), error);
        assert_eq!(error.to_string(), text);
    }
    let mut seats = only(0);
    seats[two] = true;
    let error = NoWorld::TooFewCards {
        seats,
        room: 3,
        cards: 2,
    };
    assert_eq!(
        error.to_string(),
        "seats 0, 2 must get 3 more cards, but only 2 may go there"
    );
}

/// What is known of a card that somebody holds and of what others may hold.
#[test]
fn possible_cards_are_those_that_nobody_else_is_known_to_hold() {
    let constraints = Constraints::new(cards("♠QA ♥K2"), BySeat::new([0, 2, 2, 0]))
        .with_held(seat(1), cards("♠Q"))
        .with_void(seat(1), Suit::Hearts)
        .with_void(seat(3), Suit::Clubs);
    assert_eq!(constraints.possible(seat(1)), cards("♠QA"));
    assert_eq!(constraints.possible(seat(2)), cards("♠A ♥K2"));
    assert_eq!(constraints.held(seat(1)), cards("♠Q"));
    assert_eq!(constraints.size(seat(2)), 2);
    let worlds = Worlds::new(&constraints).unwrap();
    assert_eq!(worlds.certain()[seat(2)], cards("♥K2"));
    assert_eq!(worlds.count(), 1);
}

#[test]
fn value_stability_of_samples() {
    let mut rng: Pcg64Mcg = trial_rng(2026, 0);
    let hand = cards("♠AQ4 ♥KT5 ♦9732 ♣542");
    let constraints = Constraints::new(!hand, BySeat::new([0, 13, 13, 13]))
        .with_void(seat(2), Suit::Clubs)
        .with_void(seat(3), Suit::Hearts)
        .with_held(seat(1), cards("♠K"));
    let worlds = Worlds::new(&constraints).unwrap();
    let samples: Vec<String> = (0..2)
        .flat_map(|_| worlds.sample(&mut rng).into_array())
        .map(|hand| hand.to_string())
        .collect();
    assert_eq!(
        samples,
        [
            "♠- ♥- ♦- ♣-",
            "♠K3 ♥8632 ♦AQJ ♣AQT9",
            "♠T9852 ♥AQJ974 ♦65 ♣-",
            "♠J76 ♥- ♦KT84 ♣KJ8763",
            "♠- ♥- ♦- ♣-",
            "♠KJ7 ♥QJ83 ♦Q6 ♣J973",
            "♠T652 ♥A97642 ♦AT8 ♣-",
            "♠983 ♥- ♦KJ54 ♣AKQT86",
        ]
    );

    let all = Constraints::new(CardSet::FULL, BySeat::new([13; 4]));
    let world = Worlds::new(&all).unwrap().sample(&mut rng);
    assert_eq!(
        world.map(|hand| hand.to_string()).into_array(),
        [
            "♠JT874 ♥A ♦T76 ♣Q963",
            "♠AK95 ♥T743 ♦K942 ♣8",
            "♠Q6 ♥KQ865 ♦Q83 ♣A74",
            "♠32 ♥J92 ♦AJ5 ♣KJT52",
        ]
    );
}

#[test]
fn weights_are_normalised_or_refused() {
    let worlds = vec![BySeat::<CardSet>::default(); 4];
    let weighted = Weighted::new(worlds.clone(), vec![1.0, 0.0, 3.0, 4.0]).unwrap();
    assert_eq!(weighted.weights(), [0.125, 0.0, 0.375, 0.5]);
    assert!((weighted.effective_sample_size() - 64.0 / 26.0).abs() < 1e-12);
    assert_eq!(weighted.worlds().len(), 4);

    // The products of a thousand probabilities, and numbers whose sum is infinite.
    let logarithms = vec![-1000.0, f64::NEG_INFINITY, -1000.0 + 3_f64.ln(), -2000.0];
    let weighted = Weighted::from_logarithms(worlds.clone(), logarithms).unwrap();
    assert!((weighted.weights()[2] - 0.75).abs() < 1e-12);
    assert_eq!(weighted.weights()[1], 0.0);
    let weighted = Weighted::new(worlds.clone(), vec![f64::MAX; 4]).unwrap();
    assert!((weighted.effective_sample_size() - 4.0).abs() < 1e-12);
    let weighted = Weighted::new(worlds.clone(), vec![f64::MIN_POSITIVE; 4]).unwrap();
    assert!((weighted.effective_sample_size() - 4.0).abs() < 1e-12);

    let refused = |weights: Vec<f64>| Weighted::new(worlds.clone(), weights).unwrap_err();
    assert_eq!(refused(vec![1.0]).to_string(), "1 weights for 4 deals");
    assert_eq!(
        refused(vec![0.0; 4]).to_string(),
        "none of 4 deals has a positive weight"
    );
    for bad in [f64::NAN, f64::INFINITY, -1.0] {
        let error = refused(vec![1.0, 1.0, bad, 1.0]);
        assert_eq!(error.to_string(), format!("weight 2 is {bad}"));
    }
    for bad in [f64::NAN, f64::INFINITY] {
        let error = Weighted::from_logarithms(worlds.clone(), vec![0.0, bad, 0.0, 0.0]);
        assert_eq!(error.unwrap_err().to_string(), format!("weight 1 is {bad}"));
    }
    let none = Weighted::from_logarithms(worlds.clone(), vec![f64::NEG_INFINITY; 4]);
    assert_eq!(none.unwrap_err(), WeightError::AllZero { worlds: 4 });
    let empty = Weighted::new(Vec::new(), Vec::new());
    assert_eq!(empty.unwrap_err(), WeightError::AllZero { worlds: 0 });
}
