//! The corners of the rules: what is a play, and what beats it.

mod common;

use cards_core::{Joker, Notation, Rank, Suit};
use common::{all_rules, deal, hand, level, level_of, rich_hand};
use guandan_split::{
    Face, GuandanError, Hand, Kind, Level, Play, Rules, Strength, beats, brute, classify,
    classify_by, compare_bombs,
};

/// The readings of some cards as text.
fn read(cards: &str, at: &str) -> Vec<String> {
    match classify(hand(cards), level(at)) {
        Ok(readings) => readings.iter().map(|one| one.play().to_string()).collect(),
        Err(GuandanError::NoPlay { .. }) => Vec::new(),
        Err(error) => panic!("{cards}: {error}"),
    }
}

/// The only reading of some cards.
fn play(cards: &str, at: &str) -> Play {
    let readings = classify(hand(cards), level(at)).unwrap();
    assert_eq!(readings.len(), 1, "{cards}: {readings:?}");
    readings[0].play()
}

/// Whether some cards beat others, each with one reading.
fn wins(cards: &str, others: &str, at: &str) -> bool {
    beats(play(cards, at), play(others, at), level(at))
}

#[test]
fn sequences_are_as_long_as_they_are_and_do_not_wrap() {
    assert_eq!(read("SA S2 S3 D4 S5", "9"), ["straight 5"]);
    assert_eq!(read("ST SJ SQ DK SA", "9"), ["straight A"]);
    assert_eq!(read("SJ SQ SK DA S2", "9"), [""; 0]);
    assert_eq!(read("SQ SK SA D2 S3", "9"), [""; 0]);
    assert_eq!(read("S3 D4 S5 S6", "9"), [""; 0]);
    assert_eq!(read("S3 D4 S5 S6 S7 S8", "9"), [""; 0]);
    assert_eq!(read("SA DA S2 D2 S3 D3", "9"), ["tube 3"]);
    assert_eq!(read("SQ DQ SK DK SA DA", "9"), ["tube A"]);
    assert_eq!(read("SK DK SA DA S2 D2", "9"), [""; 0]);
    assert_eq!(read("S3 D3 S4 D4", "9"), [""; 0]);
    assert_eq!(read("S3 D3 S4 D4 S5 D5 S6 D6", "9"), [""; 0]);
    assert_eq!(read("SA DA CA S2 D2 C2", "9"), ["plate 2"]);
    assert_eq!(read("SK DK CK SA DA CA", "9"), ["plate A"]);
    assert_eq!(read("S3 D3 C3", "9"), ["triple 3"]);
    assert_eq!(read("S3 D3 C3 S4 D4 C4 S5 D5 C5", "9"), [""; 0]);
}

#[test]
fn low_sequences_are_the_lowest() {
    assert!(wins("S2 S3 D4 S5 S6", "SA S2 S3 D4 S5", "9"));
    assert!(!wins("SA S2 S3 D4 S5", "S2 S3 D4 S5 S6", "9"));
    assert!(wins("S2 D2 S3 D3 S4 D4", "SA DA S2 D2 S3 D3", "9"));
    assert!(wins("S2 D2 C2 S3 D3 C3", "SA DA CA S2 D2 C2", "9"));
    assert!(wins("ST SJ SQ DK SA", "S9 ST SJ DQ SK", "T"));
}

/// The level's cards stand above the aces, but not in sequences.
#[test]
fn the_level_keeps_its_place_in_sequences() {
    assert!(!wins("S4 D4 S5 D5 S6 D6", "SQ DQ SK DK SA DA", "5"));
    assert!(wins("SQ DQ SK DK SA DA", "S4 D4 S5 D5 S6 D6", "5"));
    assert!(!wins("S5 D5 C5 S6 D6 C6", "SK DK CK SA DA CA", "5"));
    assert!(!wins("SA S2 S3 D4 S5", "S2 S3 D4 S5 S6", "5"));
    assert!(wins("S5", "SA", "5") && !wins("S5", "SB", "5") && wins("HR", "SB", "5"));
    assert!(wins("S5 D5", "SA DA", "5") && wins("SB SB", "S5 D5", "5"));
    assert!(wins("S5 D5 C5", "SA DA CA", "5") && wins("S5 D5 C5 S2 D2", "SA DA CA SK DK", "5"));
    assert!(wins("S5 D5 C5 C5", "SA DA CA HA", "5"));
    assert!(!wins("S5", "SA", "6") && wins("S6", "S5", "7"));
    assert!(wins("S2", "SA", "2") && wins("SK", "SQ", "2"));
}

#[test]
fn full_houses_compare_by_the_triple() {
    assert!(wins("SK DK CK S2 D2", "S3 D3 C3 SA DA", "9"));
    assert!(!wins("S3 D3 C3 SA DA", "SK DK CK S2 D2", "9"));
    let jokers = "SK DK CK SB SB";
    assert_eq!(read(jokers, "9"), ["full-house K"]);
    let mut rules = Rules::default();
    rules.joker_pair_in_full_house = false;
    assert!(classify_by(hand(jokers), level("9"), rules).is_err());
    for none in [
        "SK DK CK SB HR",
        "SK DK SB SB",
        "SB SB HR HR S3",
        "SK DK CK SK DK SB SB",
    ] {
        assert_eq!(read(none, "9"), [""; 0], "{none}");
    }
}

#[test]
fn bombs_in_order() {
    let at = "9";
    let in_order = [
        "S3 D3 C3 H3",
        "SA DA CA HA",
        "S9 D9 C9 C9",
        "S3 D3 C3 H3 S3",
        "S9 D9 C9 C9 S9",
        "SA S2 S3 S4 S5",
        "DT DJ DQ DK DA",
        "S3 D3 C3 H3 S3 D3",
        "S3 D3 C3 H3 S3 D3 C3",
        "S3 D3 C3 H3 S3 D3 C3 H3",
        "S3 D3 C3 H3 S3 D3 C3 H3 H9",
        "S3 D3 C3 H3 S3 D3 C3 H3 H9 H9",
        "SB SB HR HR",
    ];
    for (place, &lower) in in_order.iter().enumerate() {
        assert!(!wins(lower, lower, at), "{lower} against itself");
        for &higher in &in_order[place + 1..] {
            assert!(
                wins(higher, lower, at) && !wins(lower, higher, at),
                "{higher}, {lower}"
            );
            let order = compare_bombs(play(higher, at), play(lower, at), level(at));
            assert_eq!(order, Some(std::cmp::Ordering::Greater));
        }
        for plain in [
            "HR",
            "HR HR",
            "SA DA CA",
            "SA DA CA SK DK",
            "ST SJ SQ DK SA",
        ] {
            assert!(
                wins(lower, plain, at) && !wins(plain, lower, at),
                "{lower}, {plain}"
            );
        }
    }
    assert!(wins("SA DA CA HA", "S3 D3 C3 H3", at));
    assert_eq!(
        compare_bombs(play("S3", at), play("SB SB HR HR", at), level(at)),
        None
    );
    // A straight flush keeps the level's place too.
    assert!(wins("D7 D8 D9 DT DJ", "S5 S6 S7 S8 S9", at));
}

#[test]
fn plays_of_different_kinds_do_not_compare() {
    assert!(!wins("SA DA", "S3", "9") && !wins("SA DA CA", "S3 D3", "9"));
    assert!(!wins("SK DK CK SA DA CA", "S3 D3 S4 D4 S5 D5", "9"));
    assert!(!wins("ST SJ SQ DK SA", "S3 D3 C3 S4 D4", "9"));
}

#[test]
fn a_wild_card_is_anything_but_a_joker() {
    assert_eq!(read("H5", "5"), ["single 5"]);
    assert_eq!(read("H5 H5", "5"), ["pair 5"]);
    assert_eq!(read("H5 S5", "5"), ["pair 5"]);
    assert_eq!(read("H5 S7", "5"), ["pair 7"]);
    assert_eq!(read("H5 SB", "5"), [""; 0]);
    assert_eq!(read("H5 SB SB HR", "5"), [""; 0]);
    assert_eq!(read("SB SB HR H5", "5"), [""; 0]);
    assert_eq!(read("H5 H5 SK DK CK", "5"), ["full-house K", "bomb of 5 K"]);
    assert_eq!(
        read("H5 H5 SK DK S2", "5"),
        ["full-house K", "full-house 2"]
    );
    assert_eq!(read("H5 H5 S5 D5 C5", "5"), ["full-house 5", "bomb of 5 5"]);
    assert_eq!(read("H5 SK DK SB SB", "5"), ["full-house K"]);
    assert_eq!(read("H5 H5 SK SB SB", "5"), ["full-house K"]);
    assert_eq!(
        read("S3 S4 S5 S6 H9", "9"),
        [
            "straight 7",
            "straight 6",
            "straight-flush 7",
            "straight-flush 6"
        ]
    );
    assert_eq!(read("S3 S4 D5 S6 H9", "9"), ["straight 7", "straight 6"]);
    assert_eq!(read("S5 D6 S8 H9 H9", "9"), ["straight 9", "straight 8"]);
    assert_eq!(
        read("S7 D7 S8 D8 H9 H9", "9"),
        ["tube 9", "tube 8", "plate 8"]
    );
    assert_eq!(read("SA DA SK DK H9 H9", "9"), ["tube A", "plate A"]);
    // In its own place it is a wild card too, of any suit.
    assert_eq!(
        read("H5 H6 H7 H8 H9", "7"),
        ["straight 9", "straight-flush 9"]
    );
    // A hand of nothing but wild cards and a suit is no flush by itself.
    assert_eq!(read("S3 S4 S5 S6 S7", "9"), ["straight-flush 7"]);
}

#[test]
fn wild_cards_are_told_what_they_stand_for() {
    let roles = |cards: &str, at: &str| {
        let readings = classify(hand(cards), level(at)).unwrap();
        let of = |one: &guandan_split::Reading| {
            one.roles()
                .map(|role| role.to_string())
                .collect::<Vec<String>>()
        };
        readings.iter().map(of).collect::<Vec<Vec<String>>>()
    };
    assert_eq!(roles("S5 D6 S8 H9 H9", "9"), [["7", "9"], ["4", "7"]]);
    assert_eq!(roles("S3 S4 S6 S7 H9", "9"), [["5"], ["♠5"]]);
    assert_eq!(roles("H5 H5 SK DK S2", "5"), [["K", "2"], ["2", "2"]]);
    assert_eq!(roles("H5 H5 SK DK CK", "5"), [["5", "5"], ["K", "K"]]);
    assert_eq!(roles("H5 H5 S5 D5 C5", "5"), [["A", "A"], ["5", "5"]]);
    assert_eq!(roles("HA HA SA DA CA", "A"), [["K", "K"], ["A", "A"]]);
    assert_eq!(roles("H5", "5"), [["5"]]);
}

/// Every reading of many sets of cards, against the definition.
#[test]
fn readings_are_those_of_the_definition() {
    let mut plays = 0;
    for trial in 0..1500 {
        let whole = rich_hand(1, trial);
        let level = level_of(trial);
        for size in 1..=whole.len().min(10) {
            let cards: Vec<_> = whole.iter().skip((trial % 3) as usize).take(size).collect();
            let Ok(part) = Hand::try_from(&cards[..]) else {
                continue;
            };
            if part.is_empty() {
                continue;
            }
            for rules in all_rules() {
                let mut defined: Vec<(u8, usize)> = brute::readings(&cards, level, rules)
                    .into_iter()
                    .map(|(kind, face)| (kind as u8, face.index()))
                    .collect();
                let readings = classify_by(part, level, rules).unwrap_or_default();
                let mut found: Vec<(u8, usize)> = readings
                    .iter()
                    .map(|one| (one.play().kind() as u8, one.play().face().index()))
                    .collect();
                defined.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, defined, "{part} at level {level}");
                plays += found.len();
                for reading in &readings {
                    let play = reading.play();
                    assert_eq!(usize::from(play.size()), cards.len());
                    assert_eq!(play.wilds(), part.wilds(level));
                    assert_eq!(reading.roles().count(), usize::from(play.wilds()));
                    assert_eq!(
                        Play::new(play.kind(), play.face(), play.size(), play.wilds()),
                        Ok(play)
                    );
                }
            }
        }
    }
    assert!(plays > 5000, "{plays} readings");
}

#[test]
fn a_hand_reads_and_prints_its_cards() {
    for text in [
        "♥5 ♥5 ♠T 小王 大王",
        "",
        "♠2 ♥2 ♦2 ♣2 ♠A ♠A",
        "小王 小王 大王 大王",
    ] {
        assert_eq!(hand(text).to_string(), text);
    }
    assert_eq!(hand("H5 H5 ST SB HR"), hand("♥5 ♥5 ♠10 小王 大王"));
    let platform = hand("HR SB ST H5 H5").display(Notation::Ascii);
    assert_eq!(platform.to_string(), "H5 H5 ST SB HR");
    for trial in 0..200 {
        let dealt = deal(2, trial, (trial % 109) as usize);
        assert_eq!(hand(&dealt.to_string()), dealt);
        assert_eq!(dealt.len(), (trial % 109) as usize);
        assert_eq!(dealt.iter().count(), dealt.len());
        let rest = Hand::FULL.without(dealt).unwrap();
        assert_eq!(rest.plus(dealt), Ok(Hand::FULL));
        assert_eq!(rest.len() + dealt.len(), Hand::MAX_CARDS);
        for card in Hand::FULL.iter() {
            assert_eq!(rest.count(card) + dealt.count(card), 2, "{card}");
        }
    }
}

#[test]
fn bad_input_is_named() {
    let message = |error: GuandanError| error.to_string();
    let third = "♠5 ♥5 ♥5 ♥5".parse::<Hand>().unwrap_err();
    assert_eq!(
        message(third),
        "♥5 for the third time; two packs have it twice"
    );
    let third = "HR HR SB HR".parse::<Hand>().unwrap_err();
    assert_eq!(
        message(third),
        "大王 for the third time; two packs have it twice"
    );
    let card = "♠5 ♥1".parse::<Hand>().unwrap_err();
    assert!(message(card).contains("found '1'"), "{card}");
    for text in ["1", "", "B", "小王", "55"] {
        let error = text.parse::<Level>().unwrap_err();
        assert!(message(error).starts_with("no level: expected"), "{error}");
    }
    assert_eq!(
        classify(Hand::EMPTY, level("2")),
        Err(GuandanError::NoCards)
    );
    let error = classify(hand("S3 S4"), level("2")).unwrap_err();
    assert_eq!(message(error), "♠3 ♠4 make no play at level 2");
    let mut held = hand("S3 S3 HR");
    assert_eq!(
        held.insert(held.iter().next().unwrap()),
        Err(GuandanError::ThirdCopy {
            card: held.iter().next().unwrap()
        })
    );
    assert_eq!(
        message(held.remove(hand("S4").iter().next().unwrap()).unwrap_err()),
        "the hand has no (other) ♠4"
    );
    assert_eq!(held, hand("S3 S3 HR"));
    assert!(hand("S3").without(hand("S3 S3")).is_err());
    for (kind, face, size, wilds) in [
        (Kind::Straight, Face::Rank(Rank::Four), 5, 0),
        (Kind::Tube, Rank::Two.into(), 6, 0),
        (Kind::Plate, Joker::Big.into(), 6, 0),
        (Kind::Bomb, Rank::Two.into(), 9, 0),
        (Kind::Bomb, Rank::Two.into(), 3, 0),
        (Kind::Bomb, Rank::Two.into(), 11, 2),
        (Kind::Single, Joker::Big.into(), 1, 1),
        (Kind::Single, Rank::Two.into(), 1, 2),
        (Kind::Pair, Joker::Small.into(), 2, 1),
        (Kind::Triple, Rank::Two.into(), 3, 3),
        (Kind::JokerBomb, Joker::Small.into(), 4, 0),
        (Kind::JokerBomb, Rank::Two.into(), 4, 0),
        (Kind::FullHouse, Joker::Small.into(), 5, 0),
    ] {
        let error = Play::new(kind, face, size, wilds);
        assert_eq!(
            error,
            Err(GuandanError::NoSuchPlay {
                kind,
                face,
                size,
                wilds
            })
        );
    }
}

/// Strengths are a total order at every level, and faces are numbered.
#[test]
fn strengths_are_in_order() {
    for level in Level::all() {
        let mut faces = Face::ALL;
        faces.sort_by_key(|&face| Strength::of(face, level));
        let rank = level.rank();
        let others = Rank::ALL
            .into_iter()
            .filter(|&other| other != rank)
            .map(Face::Rank);
        let top = [Face::Rank(rank), Joker::Small.into(), Joker::Big.into()];
        assert!(others.chain(top).eq(faces), "level {level}");
        assert_eq!(level.wild_card().suit(), Suit::Hearts);
    }
    for (index, face) in Face::ALL.into_iter().enumerate() {
        assert_eq!((face.index(), Face::from_index(index)), (index, Some(face)));
    }
    assert_eq!(Face::from_index(15), None);
    for kind in Kind::ALL {
        assert_eq!(Kind::from_name(kind.name()), Some(kind));
    }
}
