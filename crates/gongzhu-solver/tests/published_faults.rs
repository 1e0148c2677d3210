//! The faults that the `published` module lists, made visible, and the figures
//! that it gives for them.

use gongzhu_solver::published::{
    Card, CardSet, ExactSolver, ExpectedLossAi, Player, State, best_by_solver, compare,
    random_endgame,
};

/// Which way a game is scored.
#[derive(Clone, Copy)]
enum Sign {
    /// As the document does: [`State::diff`].
    Published,
    /// Player 0's penalties minus player 1's.
    Right,
}

impl Sign {
    fn of(self, diff: i32) -> i32 {
        match self {
            Sign::Published => diff,
            Sign::Right => -diff,
        }
    }
}

/// The minimax value by alpha-beta without a table, which is exact.
fn minimax(state: &State, sign: Sign, mut alpha: i32, mut beta: i32) -> i32 {
    if state.is_terminal() {
        return sign.of(state.diff());
    }
    let player = state.to_move();
    for card in state.legal_cards(player) {
        let value = minimax(&after(state, card), sign, alpha, beta);
        match player {
            Player::Zero => alpha = alpha.max(value),
            Player::One => beta = beta.min(value),
        }
        if alpha >= beta {
            break;
        }
    }
    match player {
        Player::Zero => alpha,
        Player::One => beta,
    }
}

fn value(state: &State, sign: Sign) -> i32 {
    minimax(state, sign, -100, 100)
}

fn after(state: &State, card: Card) -> State {
    let mut next = *state;
    next.play(card).unwrap();
    next
}

/// Whether a first card keeps the minimax value of a deal.
fn is_optimal(deal: &State, sign: Sign, card: u8) -> bool {
    let card = Card::from_bit_index(card).unwrap();
    value(&after(deal, card), sign) == value(deal, sign)
}

fn set(cards: &str) -> CardSet {
    let cards: cards_core::CardSet = cards.parse().unwrap();
    cards.into()
}

fn card(card: &str) -> Card {
    let card: cards_core::Card = card.parse().unwrap();
    card.into()
}

fn state(hand0: &str, hand1: &str) -> State {
    State::new([set(hand0), set(hand1)], Player::Zero).unwrap()
}

const AI: ExpectedLossAi = ExpectedLossAi::new(Player::Zero);

#[test]
fn fault_1_the_solver_seeks_the_pig() {
    // ♠2 makes the opponent take its own pig, ♠K takes it from the opponent.
    let deal = state("♠K2", "♠Q ♣3");
    assert_eq!(value(&after(&deal, card("♠2")), Sign::Right), 13);
    assert_eq!(value(&after(&deal, card("♠K")), Sign::Right), -13);
    let mut solver = ExactSolver::new();
    assert_eq!(best_by_solver(&deal, &mut solver), Some(card("♠K")));
    assert_eq!(solver.solve(&deal), 13);
}

#[test]
fn fault_2_values_that_are_not_the_minimax_value() {
    let mut wrong = 0;
    let mut published_sign = 0;
    let mut right_sign = 0;
    for seed in 0..200 {
        let deal = random_endgame(6, seed).unwrap();
        let exact = value(&deal, Sign::Published);
        if ExactSolver::new().solve(&deal) != exact {
            wrong += 1;
        }
        published_sign += exact;
        right_sign += value(&deal, Sign::Right);
    }
    assert_eq!(wrong, 28);
    assert_eq!(format!("{:.2}", f64::from(published_sign) / 200.0), "0.04");
    assert_eq!(format!("{:.2}", f64::from(right_sign) / 200.0), "0.08");
}

#[test]
fn fault_3_first_cards_that_are_optimal() {
    let mut heuristic_published = 0;
    let mut heuristic_right = 0;
    let mut solver_published = 0;
    for seed in 0..200 {
        let deal = random_endgame(6, seed).unwrap();
        let first = compare(&deal).unwrap();
        let count = |sign, card| u32::from(is_optimal(&deal, sign, card));
        heuristic_published += count(Sign::Published, first.heuristic_first);
        heuristic_right += count(Sign::Right, first.heuristic_first);
        solver_published += count(Sign::Published, first.exact_first);
    }
    assert_eq!(heuristic_published, 177);
    assert_eq!(heuristic_right, 144);
    assert_eq!(solver_published, 182);
}

#[test]
fn fault_4_the_safe_card_is_the_one_that_wins() {
    // The opponent has led the pig: ♠K takes it, ♠2 would not.
    let mut pig_led = State::new([set("♠K2"), set("♠Q3")], Player::One).unwrap();
    pig_led.play(Card::PIG).unwrap();
    assert!(AI.is_absolutely_safe(&pig_led, card("♠K")));
    assert_eq!(AI.choose(&pig_led), Some(card("♠K")));
}

#[test]
fn fault_4_undealt_cards_count_as_alive() {
    // No spade but these two is in play, so ♠J cannot be beaten.
    let state = state("♠J ♣2", "♠2 ♣3");
    assert!(!AI.is_absolutely_safe(&state, card("♠J")));
}

#[test]
fn fault_5_the_choice_changes_with_the_hidden_hand() {
    // Player 0 sees the same in both: its own hand, and an opponent of two cards.
    let first = state("♥5 ♦2", "♥6 ♦A");
    let second = state("♥5 ♦2", "♥4 ♦3");
    assert_eq!(AI.choose(&first), Some(card("♦2")));
    assert_eq!(AI.choose(&second), Some(card("♥5")));
}

#[test]
fn every_discard_is_worth_nothing() {
    // To give the opponent the pig is worth as much as to keep it.
    let mut discard = State::new([set("♣2 ♠Q"), set("♦3 ♦4")], Player::One).unwrap();
    discard.play(card("♦3")).unwrap();
    for discarded in discard.legal_cards(Player::Zero) {
        assert_eq!(AI.expected_value(&discard, discarded), 0.0);
    }
    assert_eq!(AI.choose(&discard), Some(card("♣2")));
}
