//! Deals of OpenSpiel, another implementation of the rules: every legal card of
//! every play, and the points.

mod common;

use cards_core::{BySeat, CardSet, Seat};
use common::card;
use hearts_mc::{
    FirstTrick, ForcedQueen, HeartsLead, Jack, MoonChoice, Opening, Pass, Phase, Round, Rules,
};

/// A deal, as the data's README describes it.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Deal {
    changed: Vec<String>,
    pass: String,
    hands: [String; 4],
    passed: [String; 4],
    seats: String,
    played: String,
    legal: String,
    points: [i32; 4],
}

/// The cards of a word, two letters each.
fn word(text: &str) -> Vec<cards_core::Card> {
    let letters: Vec<char> = text.chars().collect();
    letters
        .chunks(2)
        .map(|pair| card(&pair.iter().collect::<String>()))
        .collect()
}

fn set(text: &str) -> CardSet {
    word(text).into_iter().collect()
}

/// Our options for OpenSpiel's.
fn rules(changed: &[String]) -> Rules {
    let mut rules = Rules::OPEN_SPIEL;
    let changed = |name: &str| changed.iter().any(|option| option == name);
    if changed("no_pts_on_first_trick") {
        rules.first_trick = FirstTrick::Anything;
    }
    if changed("can_lead_any_club") {
        rules.opening = Opening::AnyClub;
    }
    if changed("jd_bonus") {
        rules.jack = Jack::Taker;
    }
    if changed("avoid_all_tricks_bonus") {
        rules.no_trick_bonus = -5;
    }
    if changed("qs_breaks_hearts") {
        rules.hearts_lead = HeartsLead::AfterHeart;
    }
    if changed("must_break_hearts") {
        rules.hearts_lead = HeartsLead::Always;
    }
    if changed("can_lead_hearts_instead_of_qs") {
        rules.forced_queen = ForcedQueen::HeartInstead;
    }
    rules
}

#[test]
fn openspiel_allows_the_same_plays_and_counts_the_same_points() {
    let mut deals = 0;
    for line in include_str!("data/openspiel.jsonl").lines() {
        let deal: Deal = serde_json::from_str(line).unwrap();
        let rules = rules(&deal.changed);
        let direction = Pass::from_name(&deal.pass).unwrap();
        let hands = BySeat::from_fn(|seat| set(&deal.hands[seat.index()]));
        let mut round = Round::new(&rules, direction, hands).unwrap();
        while let Phase::Passing(seat) = round.phase() {
            round.pass(seat, set(&deal.passed[seat.index()])).unwrap();
        }
        let mut legal = deal.legal.split(' ');
        let mut seats = deal.seats.bytes();
        for played in word(&deal.played) {
            let position = round.position().unwrap();
            let seat = Seat::new(usize::from(seats.next().unwrap() - b'0'));
            assert_eq!(position.turn(), seat, "{line}");
            assert_eq!(position.legal(&rules), set(legal.next().unwrap()), "{line}");
            round.play(played).unwrap();
        }
        let scores = round.scores(MoonChoice::OthersUp).unwrap();
        assert_eq!(scores.into_array(), deal.points, "{line}");
        deals += 1;
    }
    assert!(deals >= 200, "{deals} deals");
}
