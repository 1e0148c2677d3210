//! Serde: text in, text out.
#![cfg(feature = "serde")]

use cards_core::{
    AnyCard, BySeat, BySuit, Card, CardSet, Color, Joker, Notation, Rank, RankOrder, RankSet, Seat,
    Suit,
};
use serde_json::{from_str, to_string};

#[test]
fn everything_is_its_text() {
    let hand: CardSet = "♠AQ4 ♥KT5 ♣2".parse().unwrap();
    let queen = Card::new(Suit::Spades, Rank::Queen);
    assert_eq!(to_string(&hand).unwrap(), "\"♠AQ4 ♥KT5 ♦- ♣2\"");
    assert_eq!(to_string(&queen).unwrap(), "\"♠Q\"");
    assert_eq!(
        to_string(&(Suit::Hearts, Rank::Ten)).unwrap(),
        "[\"♥\",\"T\"]"
    );
    assert_eq!(to_string(&hand.suit(Suit::Hearts)).unwrap(), "\"KT5\"");
    let both = [AnyCard::from(queen), AnyCard::from(Joker::Big)];
    assert_eq!(to_string(&both).unwrap(), "[\"♠Q\",\"大王\"]");

    assert_eq!(from_str::<CardSet>("\"S:AQ4 H:KT5 D: C:2\"").unwrap(), hand);
    assert_eq!(from_str::<Card>("\"QS\"").unwrap(), queen);
    assert_eq!(
        from_str::<[AnyCard; 2]>("[\"黑桃Q\",\"HR\"]").unwrap(),
        both
    );
    assert_eq!(
        from_str::<RankSet>("\"5KT\"").unwrap(),
        hand.suit(Suit::Hearts)
    );
    assert_eq!(from_str::<Joker>("\"小王\"").unwrap(), Joker::Small);
    // A text with an escape cannot be borrowed from the input.
    assert_eq!(from_str::<Card>("\"\\u2660Q\"").unwrap(), queen);
}

#[test]
fn choices_are_words() {
    let words = (RankOrder::AceLow, Notation::Chinese, Color::Red);
    let json = to_string(&words).unwrap();
    assert_eq!(json, "[\"ace-low\",\"chinese\",\"red\"]");
    assert_eq!(
        from_str::<(RankOrder, Notation, Color)>(&json).unwrap(),
        words
    );
}

#[test]
fn tables_are_lists() {
    let scores = BySeat::new([0, 9, 16, 1]);
    assert_eq!(to_string(&scores).unwrap(), "[0,9,16,1]");
    assert_eq!(from_str::<BySeat<i32>>("[0,9,16,1]").unwrap(), scores);
    let lengths = BySuit::new([4, 0, 6, 3]);
    assert_eq!(to_string(&lengths).unwrap(), "[4,0,6,3]");
    assert_eq!(from_str::<BySuit<u8>>("[4,0,6,3]").unwrap(), lengths);
    assert_eq!(to_string(&Seat::new(3).unwrap()).unwrap(), "3");
    assert_eq!(from_str::<Seat>("3").unwrap(), Seat::new(3).unwrap());
}

#[test]
fn what_is_no_card_is_refused_with_its_reason() {
    let error = |text| from_str::<CardSet>(text).unwrap_err().to_string();
    assert!(error("\"♠QQ\"").starts_with("♠Q stands in the text again at character 3"));
    assert!(error("7").contains("expected cards such as ♠AQ4 ♥KT5"));
    assert!(
        from_str::<Seat>("8")
            .unwrap_err()
            .to_string()
            .contains("a seat, 0 to 7")
    );
    assert!(
        from_str::<BySeat<i32>>("[1,2,3]")
            .unwrap_err()
            .to_string()
            .contains("4 values, one a seat")
    );
    assert!(from_str::<BySeat<i32>>("[1,2,3,4,5]").is_err());
    // A value has no end of its own text to stumble over.
    assert!(serde_json::from_value::<BySeat<i32>>(serde_json::json!([1, 2, 3, 4, 5])).is_err());
}
