//! Texts: no parser panics, every error is one line, and what is read prints and
//! reads back as the same.

use core::fmt::{Debug, Display};
use core::str::FromStr;

use cards_core::{
    AnyCard, BySeat, Card, CardSet, Joker, Notation, Rank, RankOrder, RankSet, Suit, text,
};
use guandan_split::{Hand, Kind, Level};
use hearts_mc::{Match, MonteCarloConfig, Pass, Round, Rules, View};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::draw::Draw;
use crate::{hearts, words};

/// Any text, texts of words that the parsers know, sets of cards, and records of
/// Hearts with something changed.
pub fn anything(data: &[u8]) {
    let mut draw = Draw::new(data);
    match draw.below(6) {
        0 => all(&String::from_utf8_lossy(draw.rest())),
        1 | 2 => all(&words::text(&mut draw, words::CARDS)),
        3 => all(&words::text(&mut draw, words::RULES)),
        4 => cards(&mut draw),
        _ => records(&mut draw),
    }
}

fn all(text: &str) {
    let _ = back::<Suit>(text);
    let _ = back::<Rank>(text);
    let _ = back::<Joker>(text);
    let _ = back::<RankSet>(text);
    let _ = back::<Level>(text);
    let _ = back::<oldmaid_infer::Kind>(text);
    let _ = back::<Rules>(text);
    if let Some(set) = back::<CardSet>(text) {
        set_in_notations(set);
    }
    let card = back::<Card>(text);
    let any = back::<AnyCard>(text);
    // A card is a card of either type.
    assert_eq!(any.and_then(AnyCard::card), card, "{text:?}");
    list(text);
    if let Some(kind) = Kind::from_name(text) {
        assert_eq!(kind.name(), text);
    }
    let quoted = Value::from(text).to_string();
    for json in [text, &quoted] {
        serde_back::<AnyCard>(json);
        serde_back::<CardSet>(json);
        serde_back::<RankSet>(json);
        serde_back::<oldmaid_infer::Kind>(json);
        serde_back::<oldmaid_infer::DrawFrom>(json);
        serde_back::<Pass>(json);
        serde_back::<Rules>(json);
        serde_back::<Notation>(json);
        serde_back::<MonteCarloConfig>(json);
        serde_back::<BySeat<Option<CardSet>, 4>>(json);
        serde_back::<Round>(json);
        serde_back::<View>(json);
        serde_back::<Match>(json);
    }
}

/// What is read prints and reads back as the same.
fn back<T>(text: &str) -> Option<T>
where
    T: FromStr<Err: Display> + Display + PartialEq + Debug,
{
    match text.parse::<T>() {
        Ok(value) => {
            let printed = value.to_string();
            match printed.parse::<T>() {
                Ok(again) => assert_eq!(again, value, "{text:?} as {printed:?}"),
                Err(error) => panic!("{text:?} prints as {printed:?}: {error}"),
            }
            // A width and a precision are no reason to fail.
            let _ = format!("{value:>40} {value:<3.2}");
            Some(value)
        }
        Err(error) => {
            one_line(&error, text);
            None
        }
    }
}

fn one_line(error: &impl Display, text: &str) {
    let message = error.to_string();
    let breaks = |c: char| matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    assert!(
        !message.is_empty() && !message.contains(breaks),
        "{message:?} of {text:?}"
    );
}

/// What is read as JSON is written and reads back as the same.
fn serde_back<T: Serialize + DeserializeOwned>(json: &str) -> Option<T> {
    let value: T = serde_json::from_str(json).ok()?;
    let written = serde_json::to_string(&value).expect("what was read can be written");
    match serde_json::from_str::<T>(&written) {
        Ok(again) => {
            let rewritten = serde_json::to_string(&again).expect("so can this");
            assert_eq!(rewritten, written, "{json}");
        }
        Err(error) => panic!("{json} is written as {written}: {error}"),
    }
    Some(value)
}

/// A list of cards, jokers and repetitions included, and a hand of two packs.
fn list(text: &str) {
    let mut position = 0;
    let mut read = text::cards(text);
    let mut cards = Vec::new();
    let mut failed = false;
    while let Some(card) = read.next() {
        assert!(!failed, "{text:?} is read on after an error");
        match card {
            Ok(card) => {
                assert!(read.position() > position, "{text:?} at {position}");
                position = read.position();
                cards.push(card);
            }
            Err(error) => {
                one_line(&error, text);
                failed = true;
            }
        }
    }
    for notation in [Notation::Ascii, Notation::Symbols, Notation::Chinese] {
        let printed: Vec<String> = cards
            .iter()
            .map(|card| card.display(notation).to_string())
            .collect();
        let again: Result<Vec<AnyCard>, _> = text::cards(&printed.join(" ")).collect();
        assert_eq!(again.as_ref(), Ok(&cards), "{text:?} as {printed:?}");
    }
    let hand = back::<Hand>(text);
    if !failed {
        assert_eq!(
            hand.is_some(),
            Hand::from_cards(cards.iter().copied()).is_ok()
        );
        if let Some(hand) = hand {
            assert_eq!(hand.len(), cards.len());
        }
    }
}

fn cards(draw: &mut Draw<'_>) {
    let set = CardSet::from_bits_truncate(draw.bits() & draw.bits());
    set_in_notations(set);
    let index = draw.below(54);
    let kind = oldmaid_infer::Kind::from_index(index);
    assert_eq!(kind.is_some(), index < oldmaid_infer::Kind::COUNT);
    let rules = hearts::rules(draw);
    assert_eq!(rules.to_string().parse(), Ok(rules));
}

fn set_in_notations(set: CardSet) {
    for notation in [Notation::Ascii, Notation::Symbols, Notation::Chinese] {
        let printed = set.display(notation).to_string();
        assert_eq!(printed.parse(), Ok(set), "{printed}");
        for card in set.iter() {
            assert_eq!(card.display(notation).to_string().parse(), Ok(card));
        }
        for suit in Suit::ALL {
            let ranks = set.suit(suit);
            assert_eq!(ranks.display(notation).to_string().parse(), Ok(ranks));
        }
    }
    assert_eq!(CardSet::from_bits(set.bits()), Some(set));
    for order in [RankOrder::AceHigh, RankOrder::AceLow] {
        assert_eq!(CardSet::from_lanes(set.lanes(order), order), Some(set));
        assert!(set.iter_in(order).collect::<CardSet>() == set);
    }
}

/// Records of Hearts: a legal one reads back, and one with something changed is
/// read or refused.
fn records(draw: &mut Draw<'_>) {
    let plays = draw.below(53);
    let round = hearts::round(draw, plays);
    let mut value = match draw.below(3) {
        0 => record_of(&round),
        1 => {
            let seat = draw.pick(&hearts::SEATS);
            record_of(&round.view(seat))
        }
        _ => {
            let mut game = Match::new(round.rules());
            for _ in 0..draw.below(6) {
                let scores = BySeat::from_fn(|_| draw.below(40) as i32 - 10);
                let _ = game.add(scores);
            }
            record_of(&game)
        }
    };
    for _ in 0..=draw.below(3) {
        words::mutate(draw, &mut value);
    }
    let json = value.to_string();
    let _ = serde_back::<Round>(&json);
    let _ = serde_back::<View>(&json);
    let _ = serde_back::<Match>(&json);
}

fn record_of<T: Serialize + DeserializeOwned + Debug>(value: &T) -> Value {
    let written = serde_json::to_string(value).expect("a record can be written");
    match serde_back::<T>(&written) {
        Some(again) => assert_eq!(format!("{again:?}"), format!("{value:?}"), "{written}"),
        None => panic!("{written} is not read back"),
    }
    serde_json::from_str(&written).expect("it has just been read")
}
