//! Searches with and without each technique, on deals too large for minimax.

use super::engine::{Additive, AtDeal, Engine};
use super::*;
use crate::reference::Textbook;
use cards_core::random::{below, deal, trial_rng};
use rand_pcg::Pcg64Mcg;

fn random_deal(n: usize, trial: u64) -> State {
    let mut random: Pcg64Mcg = trial_rng(17, trial);
    let leader = Player::ALL[below(&mut random, 2) as usize];
    State::new(deal(CardSet::FULL, [n, n], &mut random).unwrap(), leader).unwrap()
}

/// The value for the leader by a search of additive rules.
fn additive<const M: usize>(additive: &mut Additive<M>, config: &Config, state: &State) -> i32 {
    additive.begin(state.tricks_left(), config, None);
    let place = additive.place(state);
    let (lower, upper) = additive.value(&place, state.tricks_left(), None);
    assert_eq!(lower, upper);
    lower
}

/// The value for the leader by the search of any rules.
fn any(any: &mut Any, rules: &Rules, bytes: usize, guess: Option<i32>, state: &State) -> i32 {
    any.search.start(bytes, state);
    let mut engine = AtDeal {
        general: &mut any.search,
        deal: deal::Deal::new(rules, &any.scoring, &any.order, state),
        rules,
    };
    let place = engine.place(state);
    let (lower, upper) = engine.value(&place, state.tricks_left(), guess);
    assert_eq!(lower, upper);
    lower
}

fn new_any(rules: &Rules) -> Any {
    Any {
        scoring: Scoring::new(rules),
        order: Order::of_rules(rules),
        search: General::new(),
    }
}

/// All techniques, and each left out: the table of small positions, room in the
/// transposition table, sure winners; and the search that has none of the three.
fn agree<const M: usize>(rules: &Rules, deals: std::ops::Range<u64>) {
    let layout = || Layout::new(rules).unwrap();
    let config = |endgames| Config::default().with_endgames(Endgames::UpTo(endgames));
    let (full, without, small) = (config(5), config(0), config(0).with_memory(0));
    let mut all = Additive::<M>::new(layout(), &full);
    let mut no_endgames = Additive::<M>::new(layout(), &without);
    let mut no_room = Additive::<M>::new(layout(), &small);
    let mut no_cashing = Additive::<M>::new(layout(), &full);
    no_cashing.search.cash = 0;
    let mut other = new_any(rules);
    for trial in deals {
        let n = 10 + (trial % 4) as usize;
        let state = random_deal(n, trial);
        let value = additive(&mut all, &full, &state);
        assert_eq!(
            additive(&mut no_endgames, &without, &state),
            value,
            "{state:?}"
        );
        assert_eq!(additive(&mut no_cashing, &full, &state), value, "{state:?}");
        if n == 10 {
            assert_eq!(additive(&mut no_room, &small, &state), value, "{state:?}");
        }
        if n <= 11 {
            assert_eq!(
                any(&mut other, rules, 1 << 20, None, &state),
                value,
                "{state:?}"
            );
        }
    }
}

#[test]
fn every_technique_can_be_left_out_document() {
    agree::<1>(&Rules::DOCUMENT, 0..800);
}

#[test]
fn every_technique_can_be_left_out_ace_high() {
    agree::<1>(&Rules::DOCUMENT_ACE_HIGH, 800..1600);
}

#[test]
fn every_technique_can_be_left_out_with_sheep() {
    agree::<2>(&Rules::WITH_SHEEP, 1600..2200);
}

/// Gongzhu's own search: with and without room, from any guess.
#[test]
fn gongzhu_does_not_depend_on_the_table_or_the_guess() {
    let exposed = Rules::GONGZHU
        .with_exposed("♠Q ♥A".parse().unwrap())
        .unwrap();
    for rules in [Rules::GONGZHU, exposed] {
        let (mut one, mut other) = (new_any(&rules), new_any(&rules));
        for trial in 0..300 {
            let n = 8 + (trial % 3) as usize;
            let state = random_deal(n, trial);
            let value = any(&mut one, &rules, 1 << 20, None, &state);
            let guess = [-400, 0, 170, 2000][(trial % 4) as usize];
            let bytes = if n == 8 { 0 } else { 8 << 10 };
            assert_eq!(
                any(&mut other, &rules, bytes, Some(guess), &state),
                value,
                "{state:?}"
            );
        }
    }
}

/// Whole hands, where all hearts can fall to one side: against the textbook.
#[test]
fn all_hearts_in_play_against_the_textbook() {
    let mut swept = 0;
    for trial in 0..60 {
        let mut random: Pcg64Mcg = trial_rng(23, trial);
        let hearts = CardSet::of_suit(cards_core::Suit::Hearts);
        // Seven tricks of hearts and the pig: who wins them all turns the score.
        let cards = hearts.with(Rules::PIG);
        let hands = deal(cards, [7, 7], &mut random).unwrap();
        let state = State::new(hands, Player::ALL[(trial % 2) as usize]).unwrap();
        let value = Textbook::new().value(&Rules::GONGZHU, &state);
        assert_eq!(
            Solver::new(Rules::GONGZHU).value(&state),
            value,
            "{state:?}"
        );
        swept += u32::from(value.abs() >= 200);
    }
    assert!(swept > 0);
}

/// Half-played tricks are a matter of the root, so only the other positions.
#[test]
fn both_searches_find_the_values_of_the_corpus() {
    #[derive(serde::Deserialize)]
    struct Line {
        rules: String,
        exposed: Option<String>,
        hand0: String,
        hand1: String,
        leader: usize,
        led: Option<String>,
        taken0: Option<String>,
        value: i32,
    }
    let mut solved = 0;
    for text in include_str!("../../tests/data/positions.jsonl").lines() {
        let line: Line = serde_json::from_str(text).unwrap();
        let rules = match &line.rules[..] {
            "document" => Rules::DOCUMENT,
            "document-ace-high" => Rules::DOCUMENT_ACE_HIGH,
            "with-sheep" => Rules::WITH_SHEEP,
            _ => continue,
        };
        // What was taken before is settled under these rules.
        if line.led.is_some() || line.exposed.is_some() || line.taken0.is_some() {
            continue;
        }
        let hands = [&line.hand0, &line.hand1].map(|hand| hand.parse().unwrap());
        let state = State::new(hands, Player::from_index(line.leader).unwrap()).unwrap();
        let value = line.value * state.leader().sign();
        let config = Config::default().with_endgames(Endgames::UpTo(0));
        let layout = Layout::new(&rules).unwrap();
        let found = if layout.marked[1].is_none() {
            additive(&mut Additive::<1>::new(layout, &config), &config, &state)
        } else {
            additive(&mut Additive::<2>::new(layout, &config), &config, &state)
        };
        assert_eq!(found, value, "{text}");
        assert_eq!(
            any(&mut new_any(&rules), &rules, 1 << 22, None, &state),
            value,
            "{text}"
        );
        solved += 1;
    }
    assert!(solved > 10, "{solved}");
}
