//! Legal plays, responses, and the cards that make them, against every set of a
//! hand's cards.

mod common;

use std::collections::BTreeSet;

use cards_core::AnyCard;
use common::{all_rules, deal, hand, level, level_of, rich_hand};
use guandan_split::{
    GuandanError, Hand, Kind, Play, Rules, beats, brute, classify_by, expand, leads, legal_plays,
    min_plays, plays_after, responses,
};

/// A play as numbers.
fn key(play: Play) -> (u8, usize, u8, u8) {
    (
        play.kind() as u8,
        play.face().index(),
        play.size(),
        play.wilds(),
    )
}

/// Every set of up to ten of some cards.
fn sets(cards: &[AnyCard]) -> impl Iterator<Item = Vec<AnyCard>> + '_ {
    (1..1_usize << cards.len()).map(|set| {
        let chosen = (0..cards.len()).filter(|place| set >> place & 1 == 1);
        chosen.map(|place| cards[place]).collect()
    })
}

#[test]
fn legal_plays_are_those_of_all_sets_of_cards() {
    for trial in 0..150 {
        let level = level_of(trial);
        let hand = Hand::from_cards(rich_hand(10, trial).iter().take(10)).unwrap();
        let cards: Vec<AnyCard> = hand.iter().collect();
        for rules in all_rules() {
            let mut defined = BTreeSet::new();
            let mut ways: Vec<(Play, BTreeSet<String>)> = Vec::new();
            for set in sets(&cards) {
                let part = Hand::from_cards(set.iter().copied()).unwrap();
                for (kind, face) in brute::readings(&set, level, rules) {
                    let play = Play::new(kind, face, set.len() as u8, part.wilds(level)).unwrap();
                    defined.insert(key(play));
                    match ways.iter_mut().find(|(other, _)| *other == play) {
                        Some((_, ways)) => {
                            ways.insert(part.to_string());
                        }
                        None => ways.push((play, BTreeSet::from([part.to_string()]))),
                    }
                }
            }
            let plays = legal_plays(hand, level, rules);
            let found: BTreeSet<_> = plays.iter().map(key).collect();
            assert_eq!(found, defined, "{hand}, level {level}");
            assert_eq!(found.len(), plays.len());
            for (play, ways) in ways {
                assert!(plays.contains(play));
                let melds: Vec<_> = expand(hand, level, rules, play).unwrap().collect();
                let cards: BTreeSet<String> =
                    melds.iter().map(|meld| meld.cards().to_string()).collect();
                assert_eq!(cards, ways, "{play} of {hand}, level {level}");
                for meld in &melds {
                    assert!(hand.contains(meld.cards()));
                    let readings = classify_by(meld.cards(), level, rules).unwrap();
                    assert!(readings.iter().any(|one| one.play() == play), "{meld:?}");
                    assert_eq!(meld.play(), play);
                    assert_eq!(meld.reading().roles().count(), usize::from(play.wilds()));
                }
                let beaten: BTreeSet<_> = responses(hand, level, rules, play)
                    .iter()
                    .map(key)
                    .collect();
                let beating: BTreeSet<_> = plays
                    .iter()
                    .filter(|&other| beats(other, play, level))
                    .map(key)
                    .collect();
                assert_eq!(beaten, beating, "{play}");
            }
        }
    }
}

#[test]
fn whole_hands_respond_as_beats_says() {
    let rules = Rules::default();
    for trial in 0..60 {
        let (hand, other, level) = (deal(11, trial, 27), deal(12, trial, 27), level_of(trial));
        let plays = legal_plays(hand, level, rules);
        for last in legal_plays(other, level, rules).iter() {
            let answers = responses(hand, level, rules, last);
            for play in plays.iter() {
                assert_eq!(
                    answers.contains(play),
                    beats(play, last, level),
                    "{play} on {last}, level {level}"
                );
            }
            assert_eq!(answers.bombs(), plays.bombs().beating(last, level));
        }
    }
}

#[test]
fn plays_after_is_the_best_of_all_ways() {
    let rules = Rules::default();
    for trial in 0..80 {
        let (hand, level) = (rich_hand(13, trial), level_of(trial));
        let afters = plays_after(hand, level, rules).unwrap();
        assert!(
            afters
                .iter()
                .map(|after| after.play)
                .eq(legal_plays(hand, level, rules).iter())
        );
        for after in afters {
            let left = |cards: Hand| min_plays(hand.without(cards).unwrap(), level, rules).unwrap();
            let ways = expand(hand, level, rules, after.play).unwrap();
            let best = ways.map(|meld| left(meld.cards())).min();
            assert_eq!(
                best,
                Some(after.plays_left),
                "{} of {hand}, level {level}",
                after.play
            );
            assert_eq!(left(after.meld.cards()), after.plays_left);
            assert_eq!(after.meld.play(), after.play);
        }
    }
}

#[test]
fn some_play_of_a_best_split_is_always_there() {
    let rules = Rules::default();
    for trial in 0..40 {
        let (hand, level) = (deal(14, trial, 27), level_of(trial));
        let fewest = min_plays(hand, level, rules).unwrap();
        let afters = plays_after(hand, level, rules).unwrap();
        assert_eq!(
            afters.iter().map(|after| after.plays_left).min(),
            Some(fewest - 1),
            "{hand}"
        );
    }
}

#[test]
fn nothing_can_be_played_of_nothing() {
    let rules = Rules::default();
    assert!(legal_plays(Hand::EMPTY, level("2"), rules).is_empty());
    assert_eq!(
        leads(Hand::EMPTY, level("2"), rules),
        Err(GuandanError::NoCards)
    );
    assert_eq!(plays_after(Hand::EMPTY, level("2"), rules), Ok(Vec::new()));
    let pair = Play::new(Kind::Pair, cards_core::Rank::Three.into(), 2, 0).unwrap();
    let error = expand(hand("S3 S4"), level("2"), rules, pair).unwrap_err();
    assert_eq!(error.to_string(), "the hand cannot play a pair 3");
    let bomb = Play::new(Kind::JokerBomb, cards_core::Joker::Big.into(), 4, 0).unwrap();
    assert!(responses(hand("SB SB HR HR S3"), level("2"), rules, bomb).is_empty());
    // Five cards of one suit alone are no straight, with another suit they are.
    let plays = |cards: &str| legal_plays(hand(cards), level("2"), rules);
    let straight = Play::new(Kind::Straight, cards_core::Rank::Seven.into(), 5, 0).unwrap();
    assert!(!plays("S3 S4 S5 S6 S7").contains(straight));
    assert!(plays("S3 S4 S5 S6 S7 D7").contains(straight));
    assert!(!plays("S3 S4 S5 S6 S7 S7 S3").contains(straight));
}
