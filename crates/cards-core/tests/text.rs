//! Text: every notation, round trips, and what errors say.

use cards_core::{AnyCard, Card, CardSet, Joker, Notation, ParseError, Rank, RankSet, Suit, text};
use proptest::prelude::*;

const NOTATIONS: [Notation; 3] = [Notation::Ascii, Notation::Symbols, Notation::Chinese];

fn pack() -> impl Iterator<Item = AnyCard> {
    let jokers = Joker::ALL.into_iter().map(AnyCard::from);
    CardSet::FULL.iter().map(AnyCard::from).chain(jokers)
}

#[test]
fn every_card_is_read_as_it_is_written() {
    for notation in NOTATIONS {
        for card in pack() {
            let text = card.display(notation).to_string();
            assert_eq!(text.parse(), Ok(card), "{text}");
            assert_eq!(text.to_lowercase().parse(), Ok(card), "{text}");
            assert_eq!(format!(" {text}\t").parse(), Ok(card), "{text}");
        }
        for suit in Suit::ALL {
            assert_eq!(suit.display(notation).to_string().parse(), Ok(suit));
        }
        for rank in Rank::ALL {
            assert_eq!(rank.display(notation).to_string().parse(), Ok(rank));
        }
        for joker in Joker::ALL {
            assert_eq!(joker.display(notation).to_string().parse(), Ok(joker));
        }
    }
}

#[test]
fn names_of_one_card() {
    let queen = Card::new(Suit::Spades, Rank::Queen);
    for name in [
        "♠Q",
        "SQ",
        "QS",
        "sq",
        "qs",
        "黑桃Q",
        "Q黑桃",
        "♤Q",
        "♠\u{FE0F}Q",
        "♠\u{FE0E}Q",
        "Q♠",
    ] {
        assert_eq!(name.parse(), Ok(queen), "{name}");
    }
    let ten = Card::new(Suit::Diamonds, Rank::Ten);
    for name in ["s10", "S10", "ST", "10S", "黑桃10"] {
        assert_eq!(
            name.parse(),
            Ok(Card::new(Suit::Spades, Rank::Ten)),
            "{name}"
        );
    }
    for name in ["方块10", "方片10", "方块T", "D10", "10♦", "Td"] {
        assert_eq!(name.parse(), Ok(ten), "{name}");
    }
    for name in ["红桃A", "红心A", "♥A", "Ah"] {
        assert_eq!(
            name.parse(),
            Ok(Card::new(Suit::Hearts, Rank::Ace)),
            "{name}"
        );
    }
    for name in ["梅花2", "草花2", "c2"] {
        assert_eq!(
            name.parse(),
            Ok(Card::new(Suit::Clubs, Rank::Two)),
            "{name}"
        );
    }
    for (name, joker) in [
        ("小王", Joker::Small),
        ("sb", Joker::Small),
        ("大王", Joker::Big),
        ("HR", Joker::Big),
    ] {
        assert_eq!(name.parse(), Ok(AnyCard::Joker(joker)), "{name}");
    }
    assert_eq!(queen.to_string(), "♠Q");
    assert_eq!(format!("{queen:?}"), "♠Q");
}

#[test]
fn hands_are_written_in_three_ways() {
    let hand: CardSet = "♠AQ4 ♥KT5 ♣2".parse().unwrap();
    assert_eq!(hand.to_string(), "♠AQ4 ♥KT5 ♦- ♣2");
    assert_eq!(
        hand.display(Notation::Ascii).to_string(),
        "S:AQ4 H:KT5 D: C:2"
    );
    assert_eq!(
        hand.display(Notation::Chinese).to_string(),
        "黑桃AQ4 红桃K105 方块- 梅花2"
    );
    assert_eq!(format!("{hand:?}"), "CardSet(♠AQ4 ♥KT5 ♦- ♣2)");
    assert_eq!(CardSet::EMPTY.to_string(), "♠- ♥- ♦- ♣-");
    assert_eq!(hand.suit(Suit::Spades).to_string(), "AQ4");
    assert_eq!(RankSet::EMPTY.to_string(), "-");
}

#[test]
fn hands_are_read_in_many_ways() {
    let hand: CardSet = "♠AQ4 ♥KT5 ♦- ♣2".parse().unwrap();
    for text in [
        "S:AQ4 H:KT5 D: C:2",
        "S：AQ4 H：KT5 D： C：2",
        "s:aq4 h:k105 d:- c:2",
        "♠AQ4♥KT5♣2",
        "SA SQ S4 HK H10 H5 C2",
        "AS,QS,4S,KH,10H,5H,2C",
        "  黑桃AQ4，红心K105、梅花2 ",
        "S4 ♠AQ ♥5 HKT ♣2 ♦-",
        "QS4SAS KHTH5H 2C",
        "♠ A Q 4, ♥ K 10 5, ♦ - ♣ 2",
        "S: A Q 4 H: K T 5 D: C: 2",
        "♠A QS 4♠ ♥ K T 5♥ 2♣",
        "黑桃 A Q 4 红桃 K 10 5 梅花 2",
    ] {
        assert_eq!(text.parse(), Ok(hand), "{text}");
    }
    for text in ["", " ", "-", "♠-", "♠- ♥- ♦- ♣-", "S: H: D: C:", "D:"] {
        assert_eq!(text.parse(), Ok(CardSet::EMPTY), "{text:?}");
    }
}

#[test]
fn texts_are_padded_as_format_strings_ask() {
    let hand: CardSet = "♠AQ4 ♥KT5 ♣2".parse().unwrap();
    let queen = Card::new(Suit::Spades, Rank::Queen);
    assert_eq!(
        format!("[{queen:>4}|{queen:<4}|{queen:^4}]"),
        "[  ♠Q|♠Q  | ♠Q ]"
    );
    assert_eq!(format!("[{:>4}]", queen.display(Notation::Ascii)), "[  SQ]");
    assert_eq!(format!("[{:>3}{:>3}]", Suit::Hearts, Rank::Ten), "[  ♥  T]");
    assert_eq!(format!("[{:>6}]", AnyCard::from(Joker::Big)), "[    大王]");
    assert_eq!(format!("[{:>6}]", hand.suit(Suit::Spades)), "[   AQ4]");
    assert_eq!(format!("[{hand:20}]"), "[♠AQ4 ♥KT5 ♦- ♣2     ]");
    let pack = format!("{:200}", CardSet::FULL.display(Notation::Chinese));
    assert!(pack.starts_with("黑桃AKQJ109") && pack.chars().count() == 200);
    let ranks = hand.suit(Suit::Hearts).display(Notation::Chinese);
    assert_eq!(ranks.to_string(), "K105");
}

#[test]
fn lists_keep_order_repetitions_and_jokers() {
    let read = |text: &str| text::cards(text).collect::<Result<Vec<_>, _>>();
    let names = |text: &str| {
        read(text)
            .unwrap()
            .iter()
            .map(AnyCard::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names("♥5 ♥5 ♠10 小王 大王"),
        ["♥5", "♥5", "♠T", "小王", "大王"]
    );
    assert_eq!(names("H5 H5 ST SB HR"), ["♥5", "♥5", "♠T", "小王", "大王"]);
    assert_eq!(names("♥55♠T小王HR"), ["♥5", "♥5", "♠T", "小王", "大王"]);
    // 5 is right before a joker that begins like a suit, and no heart.
    assert_eq!(names("♠Q 5HR"), ["♠Q", "♠5", "大王"]);
    assert_eq!(names("♠Q 5H"), ["♠Q", "♥5"]);
    let mut list = text::cards("♥5 X ♥6");
    assert!(list.next().unwrap().is_ok());
    assert!(list.next().unwrap().is_err());
    assert_eq!(list.next(), None, "reading stops at the first error");
    let mut list = text::cards("♥5");
    assert!(list.next().is_some());
    assert_eq!((list.next(), list.next()), (None, None));
}

/// Each message names what was read, where, and what was expected.
#[test]
fn errors_name_the_culprit() {
    let rank = "a rank (A K Q J T 9 8 7 6 5 4 3 2, or 10 for T)";
    let suit = "a suit (♠ ♥ ♦ ♣, S H D C or 黑桃 红桃 方块 梅花)";
    let card = "a card such as ♠Q, SQ, QS or 黑桃Q";
    let message = |error: ParseError| error.to_string();

    for (text, expected) in [
        (
            "",
            format!("expected {card} at character 1, found the end of the text"),
        ),
        (
            "♠",
            format!("expected {rank} at character 2, found the end of the text"),
        ),
        ("♠1", format!("expected {rank} at character 2, found '1'")),
        ("S11", format!("expected {rank} at character 2, found '11'")),
        (
            "Q",
            format!("expected {suit} at character 2, found the end of the text"),
        ),
        ("Qx", format!("expected {suit} at character 2, found 'x'")),
        (
            "♠Q♠",
            "expected nothing more at character 3, found '♠'".to_owned(),
        ),
        ("红", format!("expected {card} at character 1, found '红'")),
        (
            "小王",
            format!("expected {card} at character 1, found '小王'"),
        ),
        (
            "elephants",
            format!("expected {card} at character 1, found 'elephant…'"),
        ),
        (
            "\u{202E}Q♠",
            format!("expected {card} at character 1, found '\\u{{202e}}Q♠'"),
        ),
        (
            "\n\0",
            format!("expected {card} at character 2, found '\\u{{0}}'"),
        ),
    ] {
        assert_eq!(
            text.parse::<Card>().map_err(message),
            Err(expected),
            "{text:?}"
        );
    }
    for (text, expected) in [
        (
            "♠AQ ♥",
            format!("expected {rank} at character 6, found the end of the text"),
        ),
        (
            "♠ ♥Q",
            format!("expected {rank} at character 3, found '♥Q'"),
        ),
        (
            "♠AQ，1，♥2",
            format!("expected {card} at character 5, found '1'"),
        ),
        (
            "黑桃AX",
            format!("expected {rank} at character 4, found 'X'"),
        ),
        (
            "♠X,♥2",
            format!("expected {rank} at character 2, found 'X'"),
        ),
        (
            "♠ A Q A",
            "♠A stands in the text again at character 7; a set holds each card once".to_owned(),
        ),
        (
            "♠AQX ♥2",
            format!("expected {rank} at character 4, found 'X'"),
        ),
        (
            "♠AQ, 小王",
            format!("expected {card} at character 6, found '小王'"),
        ),
        (
            "♠AQ4 ♥K ♠Q",
            "♠Q stands in the text again at character 9; a set holds each card once".to_owned(),
        ),
        (
            "♠AA",
            "♠A stands in the text again at character 3; a set holds each card once".to_owned(),
        ),
        ("♠A-", format!("expected {rank} at character 3, found '-'")),
        (
            "-♠A",
            format!("expected {card} at character 1, found '-♠A'"),
        ),
        (
            "hello",
            format!("expected {rank} at character 2, found 'ello'"),
        ),
        ("🂡", format!("expected {card} at character 1, found '🂡'")),
    ] {
        assert_eq!(
            text.parse::<CardSet>().map_err(message),
            Err(expected),
            "{text:?}"
        );
    }
    let other = "a rank that has not been named yet";
    for (text, expected) in [
        ("AQA", format!("expected {other} at character 3, found 'A'")),
        ("A-", format!("expected {rank} at character 2, found '-'")),
        (
            "-A",
            "expected nothing more at character 2, found 'A'".to_owned(),
        ),
    ] {
        assert_eq!(
            text.parse::<RankSet>().map_err(message),
            Err(expected),
            "{text:?}"
        );
    }
    for (text, expected) in [
        ("X", format!("expected {suit} at character 1, found 'X'")),
        (
            "SS",
            "expected nothing more at character 2, found 'S'".to_owned(),
        ),
    ] {
        assert_eq!(
            text.parse::<Suit>().map_err(message),
            Err(expected),
            "{text:?}"
        );
    }
    assert_eq!(
        "王".parse::<Joker>().map_err(message),
        Err("expected a joker (小王 or SB, 大王 or HR) at character 1, found '王'".to_owned())
    );
    assert_eq!(
        "1".parse::<Rank>().map_err(message),
        Err(format!("expected {rank} at character 1, found '1'"))
    );
    assert_eq!(
        "王".parse::<AnyCard>().map_err(message),
        Err(format!(
            "expected {card}, or a joker (小王, 大王) at character 1, found '王'"
        ))
    );
}

proptest! {
    #[test]
    fn sets_are_read_as_they_are_written(bits in any::<u64>()) {
        let set = CardSet::from_bits_truncate(bits);
        for notation in NOTATIONS {
            let text = set.display(notation).to_string();
            prop_assert_eq!(text.parse(), Ok(set), "{}", text);
        }
        for suit in Suit::ALL {
            let ranks = set.suit(suit);
            prop_assert_eq!(ranks.to_string().parse(), Ok(ranks));
        }
    }

    #[test]
    fn lists_are_read_as_they_are_written(
        places in prop::collection::vec(0_usize..54, 0..60),
        separator in prop::sample::select(vec![" ", ", ", "", "，", "\n"]),
    ) {
        let cards: Vec<AnyCard> = places.into_iter().map(|place| pack().nth(place).unwrap()).collect();
        for notation in NOTATIONS {
            let names: Vec<_> = cards.iter().map(|card| card.display(notation).to_string()).collect();
            let text = names.join(separator);
            let read: Result<Vec<_>, _> = text::cards(&text).collect();
            prop_assert_eq!(read.as_ref(), Ok(&cards), "{}", text);
        }
    }

    /// No text makes a parser panic or hang, and every error is one line.
    #[test]
    fn any_text_is_read_or_refused(text in "(\\PC|[ -~♠♥♦♣黑桃红心方块梅花小大王10AKQJT:,\\-\u{FE0F}\n\0])*") {
        let errors = [
            text.parse::<Card>().err(),
            text.parse::<AnyCard>().err(),
            text.parse::<CardSet>().err(),
            text.parse::<RankSet>().err(),
            text.parse::<Suit>().err(),
            text.parse::<Rank>().err(),
            text.parse::<Joker>().err(),
        ];
        for error in errors.into_iter().flatten() {
            prop_assert!(!error.to_string().contains('\n'));
            if let ParseError::Unexpected { position, .. } | ParseError::Repeated { position, .. } = error {
                prop_assert!(position >= 1 && position <= text.chars().count() + 1);
            }
        }
        let listed = text::cards(&text).count();
        prop_assert!(listed <= text.chars().count());
    }
}
