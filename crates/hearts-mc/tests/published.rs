//! `hearts_mc::published` against the document's Java program, card by card.

use std::num::NonZeroU32;

use cards_core::{BySeat, Card, CardSet, Rank, RankOrder, Seat, trick};
use hearts_mc::published::{
    ALL_POINTS, GameError, GameState, GreedyStrategy, HeartsGame, MonteCarloSimulator, PLAYERS,
    QUEEN_OF_SPADES, SIMULATIONS, card_points, choose_ai_card, moon_chance, play_deal,
};

/// A whole deal, as the data's README describes it.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Deal {
    seed: i64,
    points: [u8; 4],
    moon_messages: u32,
    final_scores: [u8; 4],
    played: Vec<String>,
}

/// What the program says along a deal that is played at random.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Positions {
    seed: i64,
    played: Vec<String>,
    greedy: Vec<String>,
    expected_points: Vec<String>,
    moon_chance: Vec<String>,
}

fn records<T: serde::de::DeserializeOwned>(lines: &str) -> Vec<T> {
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

fn published_deals() -> Vec<Deal> {
    records(include_str!("data/hearts.jsonl"))
}

/// The card as the document's `Card.toString` writes it: rank, then suit, the
/// ten in two digits.
fn printed(card: Card) -> String {
    match card.rank() {
        Rank::Ten => format!("10{}", card.suit()),
        rank => format!("{rank}{}", card.suit()),
    }
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

fn position(hands: [&str; 4]) -> GameState {
    let hands = hands.map(|hand| hand.parse().unwrap());
    GameState::from_hands(BySeat::new(hands)).unwrap()
}

fn assert_replays(deal: &Deal) {
    let outcome = play_deal(deal.seed);
    let played: Vec<String> = outcome.played.iter().copied().map(printed).collect();
    assert_eq!(played, deal.played, "played, seed {}", deal.seed);
    assert_eq!(
        outcome.points.into_array(),
        deal.points,
        "points, seed {}",
        deal.seed
    );
    assert_eq!(
        outcome.moon_messages, deal.moon_messages,
        "moon_messages, seed {}",
        deal.seed
    );
    assert_eq!(
        outcome.final_scores.into_array(),
        deal.final_scores,
        "final_scores, seed {}",
        deal.seed
    );
}

#[test]
fn the_published_seeds_replay_card_by_card() {
    let deals = published_deals();
    let seeds: Vec<i64> = deals.iter().map(|deal| deal.seed).collect();
    assert_eq!(seeds, (0..200).collect::<Vec<i64>>());
    deals.iter().for_each(assert_replays);
}

#[test]
fn negative_and_large_seeds_replay_card_by_card() {
    let deals: Vec<Deal> = records(include_str!("data/hearts-extra-seeds.jsonl"));
    let large = 1 << 40;
    let seeds: Vec<i64> = deals.iter().map(|deal| deal.seed).collect();
    assert_eq!(
        seeds,
        [
            i64::MIN,
            -large,
            -large + 1,
            -3,
            -2,
            -1,
            large - 1,
            large,
            large + 1,
            i64::MAX
        ]
    );
    deals.iter().for_each(assert_replays);
}

#[test]
fn the_means_of_the_published_seeds() {
    let mut points = [0; 4];
    let mut final_scores = [0; 4];
    let mut moons = 0;
    for seed in 0..200 {
        let outcome = play_deal(seed);
        let moon = outcome.points.as_array().contains(&ALL_POINTS);
        assert_eq!(moon, outcome.moon_messages > 0, "seed {seed}");
        moons += u32::from(moon);
        for index in 0..PLAYERS {
            points[index] += u32::from(outcome.points.as_array()[index]);
            final_scores[index] += u32::from(outcome.final_scores.as_array()[index]);
        }
    }
    let mean = |sum: u32| format!("{:.2}", f64::from(sum) / 200.0);
    assert_eq!(points.map(mean), ["4.07", "6.73", "7.51", "7.69"]);
    assert_eq!(final_scores.map(mean), ["5.76", "8.42", "8.55", "6.91"]);
    assert_eq!(moons, 14);
}

#[test]
fn every_moon_ends_in_the_same_scores() {
    let mut shooters = [0; 4];
    for deal in published_deals() {
        let outcome = play_deal(deal.seed);
        let points = outcome.points.as_array();
        let Some(shooter) = points.iter().position(|&points| points == ALL_POINTS) else {
            assert_eq!(outcome.final_scores, outcome.points, "seed {}", deal.seed);
            continue;
        };
        shooters[shooter] += 1;
        assert_eq!(
            outcome.final_scores.into_array(),
            [26, 26, 26, 0],
            "seed {}",
            deal.seed
        );
        assert_eq!(
            outcome.moon_messages as usize,
            PLAYERS - shooter,
            "seed {}",
            deal.seed
        );
    }
    assert_eq!(shooters.iter().sum::<u32>(), 14, "{shooters:?}");
}

/// Replays deals that were played at random: at each turn the policy, the
/// simulator (7 rollouts, one generator for the whole deal) and the moon
/// estimate answer as the Java program did.
#[test]
fn every_turn_of_random_deals_is_judged_alike() {
    let deals: Vec<Positions> = records(include_str!("data/hearts-positions.jsonl"));
    assert_eq!(deals.len(), 10);
    for deal in deals {
        assert_judged_alike(&deal);
    }
}

fn assert_judged_alike(deal: &Positions) {
    let seed = deal.seed;
    let mut simulator = MonteCarloSimulator::new(NonZeroU32::new(7).unwrap(), seed);
    let mut state = HeartsGame::new(seed).state().clone();
    assert_eq!(deal.played.len(), 52, "seed {seed}");
    for (turn, text) in deal.played.iter().enumerate() {
        let place = format!("seed {seed}, turn {turn}");
        let seat = state.turn().unwrap();
        let played = card(text);
        let greedy = GreedyStrategy.choose_card(&state, seat).unwrap();
        assert_eq!(printed(greedy), deal.greedy[turn], "{place}");
        let legal = GreedyStrategy.legal_cards(&state, seat);
        assert!(legal.contains(played) && legal.contains(greedy), "{place}");
        let expected = simulator.evaluate_move(&state, seat, played).unwrap();
        assert_eq!(
            Ok(expected),
            deal.expected_points[turn].parse(),
            "expected points, {place}"
        );
        assert_eq!(
            Ok(moon_chance(state.hand(seat))),
            deal.moon_chance[turn].parse(),
            "moon chance, {place}"
        );
        state.play_card(seat, played).unwrap();
        if state.turn() == Err(GameError::TrickComplete) {
            state.end_trick().unwrap();
        }
    }
    assert_eq!(state.turn(), Err(GameError::DealOver), "seed {seed}");
    let points: u8 = state.scores().as_array().iter().sum();
    assert_eq!(points, ALL_POINTS, "seed {seed}");
}

#[test]
fn a_pack_has_26_points() {
    let points: u8 = CardSet::FULL.iter().map(card_points).sum();
    assert_eq!(points, ALL_POINTS);
}

/// Fault 2, in a position and in all the published deals.
#[test]
fn the_queen_of_spades_is_not_discarded() {
    let mut state = position(["♦A ♦2", "♠Q ♥A", "♦K ♦3", "♣4 ♠A"]);
    state.play_card(seat(0), card("♦A")).unwrap();
    let discard = GreedyStrategy.choose_card(&state, seat(1));
    assert_eq!(discard, Ok(card("♥A")));

    let mut chances = 0;
    for seed in 0..200 {
        let outcome = play_deal(seed);
        let deal = HeartsGame::new(seed);
        let mut hands = BySeat::<_, PLAYERS>::from_fn(|seat| deal.state().hand(seat));
        let mut leader = seat(0);
        for cards in outcome.played.chunks(PLAYERS) {
            for (seat, &card) in leader.turns(PLAYERS).zip(cards) {
                let hand = hands[seat];
                let discards = !hand.has_suit(cards[0].suit()) && hand.len() > 1;
                if discards && seat != Seat::FIRST && hand.contains(QUEEN_OF_SPADES) {
                    assert_ne!(card, QUEEN_OF_SPADES, "seed {seed}");
                    chances += 1;
                }
                hands[seat].remove(card);
            }
            let winner = trick::winner(cards, RankOrder::AceHigh).unwrap();
            leader = leader.plus(winner, PLAYERS);
        }
    }
    assert_eq!(chances, 190);
}

/// Fault 3.
#[test]
fn seat_0_leads_and_the_first_trick_may_hold_points() {
    let mut state = position(["♦A ♠2", "♣2 ♣3", "♥K ♥3", "♦3 ♦4"]);
    assert_eq!(state.turn(), Ok(seat(0)));
    state.play_card(seat(0), card("♦A")).unwrap();
    let followers = [("♣2 ♣3", "♣2"), ("♥K ♥3", "♥K"), ("♦3 ♦4", "♦3")];
    for (index, (legal, play)) in (1..).zip(followers) {
        let legal: CardSet = legal.parse().unwrap();
        assert_eq!(GreedyStrategy.legal_cards(&state, seat(index)), legal);
        state.play_card(seat(index), card(play)).unwrap();
    }
    state.end_trick().unwrap();
    assert_eq!(state.scores().as_array(), &[1, 0, 0, 0]);
    assert_eq!(state.trick_leader(), seat(0));
    assert!(state.is_hearts_broken());
}

/// Fault 4: seat 0 knows exactly what a card will cost that depends on a card
/// it cannot see.
#[test]
fn the_simulator_sees_the_hidden_hands() {
    let expected = |hands| {
        let mut simulator = MonteCarloSimulator::new(SIMULATIONS, 0);
        simulator.evaluate_move(&position(hands), seat(0), card("♣3"))
    };
    assert_eq!(expected(["♣3", "♣2", "♥A", "♠Q"]), Ok(14.0));
    assert_eq!(expected(["♣3", "♣4", "♥A", "♠Q"]), Ok(0.0));
}

/// Fault 5: with ♠2 seat 0 would be rid of the lead, and its high cards would
/// win nothing; but ♠2 is the sixth of its legal cards.
#[test]
fn the_sixth_candidate_is_not_looked_at() {
    let state = position([
        "♣A ♣K ♣Q ♦A ♦K ♠2",
        "♠Q ♠3 ♠4 ♠5 ♠6 ♠7",
        "♠A ♠8 ♠9 ♠T ♠J ♠K",
        "♥2 ♥3 ♥4 ♥5 ♥6 ♥7",
    ]);
    let mut simulator = MonteCarloSimulator::new(SIMULATIONS, 0);
    let legal = GreedyStrategy.legal_cards(&state, seat(0));
    assert_eq!(legal.len(), 6);
    let chosen = choose_ai_card(&state, seat(0), &mut simulator).unwrap();
    let mut expected = |card| simulator.evaluate_move(&state, seat(0), card).unwrap();
    let sixth = legal.last().unwrap();
    assert_ne!(chosen, sixth);
    assert!(expected(sixth) < expected(chosen) - 5.0);
}

/// The simulator's generator shows whether it was asked.
#[test]
fn the_ai_simulates_from_ten_cards_down_with_four_to_choose_from() {
    let unused = MonteCarloSimulator::new(SIMULATIONS, 3);
    for (hands, simulates) in [
        (
            [
                "♣AKQJT98 ♦2345",
                "♠23456789TJQ",
                "♥23456789TJQ",
                "♦6789TJQKA ♣23",
            ],
            false,
        ),
        (
            ["♣AKQJT98 ♦234", "♠23456789TJ", "♥23456789TJ", "♦56789TJQKA"],
            true,
        ),
        (["♣AKQJ", "♠2345", "♥2345", "♦2345"], true),
        (["♣AKQ", "♠234", "♥234", "♦234"], false),
    ] {
        let state = position(hands);
        let mut simulator = unused.clone();
        let chosen = choose_ai_card(&state, seat(0), &mut simulator).unwrap();
        assert_eq!(simulator != unused, simulates, "{hands:?}");
        if !simulates {
            assert_eq!(GreedyStrategy.choose_card(&state, seat(0)), Ok(chosen));
        }
    }
}

#[test]
fn leads_of_the_greedy_policy() {
    for (hand, lead) in [
        // A short suit comes first, clubs before diamonds before spades.
        ("♠AK ♥2 ♦QJ ♣987", "♦J"),
        ("♠AK ♥2 ♦QJT ♣987", "♠K"),
        // Unbroken hearts are led only from a hand of nothing else.
        ("♠543 ♥2 ♦QJT ♣987", "♠3"),
        ("♥AKQ", "♥Q"),
        // The lowest card; of equals the first suit; high spades last.
        ("♠987 ♦987 ♣987", "♣7"),
        ("♠AKQ ♦AKQ", "♦Q"),
    ] {
        let hand: CardSet = hand.parse().unwrap();
        let others = hand.complement().iter().collect::<Vec<_>>();
        let state = GameState::from_hands(BySeat::from_fn(|seat| match seat.index() {
            0 => hand,
            index => others
                .iter()
                .skip(index)
                .step_by(3)
                .copied()
                .take(hand.len())
                .collect(),
        }));
        let chosen = GreedyStrategy.choose_card(&state.unwrap(), seat(0));
        assert_eq!(chosen, Ok(card(lead)), "{hand}");
    }
}

#[test]
fn risks_of_cards() {
    for (text, risk) in [
        ("♠Q", 100.0),
        ("♠A", 15.0),
        ("♠K", 15.0),
        ("♠J", 0.0),
        ("♥A", 8.0),
        ("♥5", 3.5),
        ("♥2", 2.0),
        ("♦A", 3.0),
        ("♣K", 3.0),
        ("♣Q", 0.0),
    ] {
        assert_eq!(GreedyStrategy.card_risk(card(text)), risk, "{text}");
    }
}

#[test]
fn a_position_lists_what_may_still_be_held() {
    let mut state = position(["♣3 ♠2", "♣2 ♠3", "♣4 ♠4", "♣5 ♠5"]);
    assert_eq!(state.trick_winner(), None);
    assert_eq!(state.current_trick_high_rank(card("♣3").suit()), None);
    state.play_card(seat(0), card("♣3")).unwrap();
    state.play_card(seat(1), card("♣2")).unwrap();
    assert_eq!(state.trick_winner(), Some(seat(0)));
    assert_eq!(
        state.current_trick_high_rank(card("♣3").suit()),
        Some(Rank::Three)
    );
    assert_eq!(state.played_cards(), "♣2 ♣3".parse::<CardSet>().unwrap());
    for (text, possible) in [("♣2", false), ("♣3", false), ("♠2", false), ("♠5", true)] {
        assert_eq!(state.could_player_have_card(card(text)), possible, "{text}");
    }
}

#[test]
fn impossible_deals_are_refused() {
    let pack: Vec<Card> = CardSet::FULL.iter().collect();
    let mut doubled = pack.clone();
    doubled[51] = doubled[0];
    for (pack, message) in [
        (&pack[..51], "the pack has 51 cards; 52 are dealt"),
        (
            &doubled[..],
            "♣2 is dealt twice; a pack holds each card once",
        ),
    ] {
        assert_eq!(GameState::deal(pack).unwrap_err().to_string(), message);
    }
    for (hands, message) in [
        (
            ["♣2 ♣3", "♣4 ♣5", "♣6", "♣7 ♣8"],
            "the hand of seat 2 has size 1; all have size 2, as seat 0's",
        ),
        (
            ["♣2", "♣4", "♣6", "♣4"],
            "♣4 is dealt twice; a pack holds each card once",
        ),
    ] {
        let hands = BySeat::new(hands.map(|hand| hand.parse().unwrap()));
        let error = GameState::from_hands(hands).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn impossible_plays_are_refused_and_change_nothing() {
    let mut state = position(["♣3", "♣2", "♣4", "♣5"]);
    let before = state.clone();
    let mut simulator = MonteCarloSimulator::new(SIMULATIONS, 0);
    for (index, text, message) in [
        (2, "♣4", "seat 2 is out of turn; seat 0 is to play"),
        (7, "♣4", "seat 7 is out of turn; seat 0 is to play"),
        (0, "♣2", "seat 0 does not hold ♣2"),
    ] {
        let refused = state.play_card(seat(index), card(text)).unwrap_err();
        assert_eq!(refused.to_string(), message);
        let refused = simulator.evaluate_move(&state, seat(index), card(text));
        assert_eq!(refused.unwrap_err().to_string(), message);
    }
    for index in [1, 4] {
        let turn = seat(0);
        let seat = seat(index);
        let refused = Err(GameError::OutOfTurn { seat, turn });
        assert_eq!(GreedyStrategy.choose_card(&state, seat), refused);
        assert_eq!(choose_ai_card(&state, seat, &mut simulator), refused);
    }
    assert_eq!(
        state.end_trick().unwrap_err().to_string(),
        "the trick has 0 of its 4 cards; it cannot end yet"
    );
    assert!(state.hand(seat(4)).is_empty());
    assert_eq!(state, before);

    for (index, text) in ["♣3", "♣2", "♣4", "♣5"].into_iter().enumerate() {
        let refused = Err(GameError::TrickIncomplete { cards: index });
        assert_eq!(state.end_trick(), refused);
        state.play_card(seat(index), card(text)).unwrap();
    }
    let refused = state.play_card(seat(0), card("♣3")).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the trick has its 4 cards and must be ended"
    );
    state.end_trick().unwrap();
    let refused = GreedyStrategy.choose_card(&state, seat(3)).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "all cards of the deal have been played"
    );
}
