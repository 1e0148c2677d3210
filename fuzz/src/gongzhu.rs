//! Gongzhu: the solvers of two and four open hands against plain minimax, under
//! any rules, and what a player sees.

use cards_core::{BySeat, Card, CardSet, Rank, RankOrder, Suit};
use gongzhu_solver::{
    AllHearts, Budget, Effort, ExpectedLoss, PigTurning, Player, Rules, Solver, State, Transformer,
    View, advise, four, reference,
};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;

use crate::draw::Draw;
use crate::hearts::SEATS;

/// Values and plays of two small hands, of four, a game with its views, and
/// scores of any piles.
pub fn solver(data: &[u8]) {
    let mut draw = Draw::new(data);
    let rules = rules(&mut draw);
    match draw.below(5) {
        0 | 1 => two_hands(&mut draw, &rules),
        2 => four_hands(&mut draw, &rules),
        3 => game(&mut draw, &rules),
        _ => any_view(&mut draw, &rules),
    }
    piles(&mut draw, &rules);
}

fn player(draw: &mut Draw<'_>) -> Player {
    draw.pick(&[Player::Zero, Player::One])
}

/// A preset, often with other values and effects, the largest among them.
fn rules(draw: &mut Draw<'_>) -> Rules {
    let mut rules = draw
        .pick(&[
            &Rules::DOCUMENT,
            &Rules::GONGZHU,
            &Rules::DOCUMENT_ACE_HIGH,
            &Rules::WITH_SHEEP,
        ])
        .clone();
    if draw.once_in(4) {
        rules = rules.with_order(draw.pick(&[RankOrder::AceHigh, RankOrder::AceLow]));
    }
    let value = |draw: &mut Draw<'_>| {
        let most = Rules::MAX_VALUE;
        let values = [-1, 1, 0, 5, -13, 100, -100, most, -most, most + 1, i32::MIN];
        draw.pick(&values)
    };
    for _ in 0..draw.below(6) {
        if let Some(card) = draw.card(CardSet::FULL) {
            rules = rules.clone().with_value(card, value(draw)).unwrap_or(rules);
        }
    }
    if draw.once_in(3) {
        let card = draw.card(CardSet::FULL).unwrap_or(Rules::TRANSFORMER);
        let factor = draw.pick(&[2, 1, 8, 0, 9]);
        let transformer = Transformer {
            card,
            factor,
            alone: value(draw),
        };
        rules = rules
            .clone()
            .with_transformer(Some(transformer))
            .unwrap_or(rules);
    }
    if draw.once_in(3) {
        let pig = draw.pick(&[
            PigTurning::Never,
            PigTurning::WithAllHearts,
            PigTurning::WithAllScoringCards,
        ]);
        let all = draw.flag().then(|| AllHearts {
            value: value(draw),
            pig,
        });
        rules = rules.clone().with_all_hearts(all).unwrap_or(rules);
    }
    if draw.once_in(2) {
        let mut exposable = CardSet::from_cards(&[Rules::PIG, Rules::SHEEP, Rules::HEART_ACE]);
        exposable.extend(rules.transformer().map(|transformer| transformer.card));
        let count = draw.below(5);
        let exposed = draw.cards(count, &mut exposable);
        rules = rules.clone().with_exposed(exposed).unwrap_or(rules);
    }
    rules
}

/// The cards that hands are dealt from: all, those of few suits, or those that
/// score and their neighbours.
fn pack(draw: &mut Draw<'_>, rules: &Rules) -> CardSet {
    match draw.below(4) {
        0 => CardSet::FULL,
        1 => CardSet::of_suit(Suit::Spades) | CardSet::of_suit(Suit::Hearts),
        2 => CardSet::of_suit(draw.pick(&Suit::ALL)),
        _ => {
            let more = CardSet::of_rank(draw.pick(&Rank::ALL)) | CardSet::of_rank(Rank::Two);
            (rules.scoring_cards() - CardSet::of_suit(Suit::Hearts))
                | CardSet::from_cards(&[Rules::HEART_ACE, Rules::PIG])
                | more
                | CardSet::of_suit(Suit::Clubs)
        }
    }
}

/// A state of two hands of up to so many cards.
fn state(draw: &mut Draw<'_>, rules: &Rules, most: usize) -> Option<State> {
    let mut pack = pack(draw, rules);
    let cards = draw.below(most + 1);
    let leader = player(draw);
    let mut hands = [0, 1].map(|_| draw.cards(cards, &mut pack));
    let state = if draw.once_in(3) && cards > 0 {
        let led = draw.card(hands[leader.index()])?;
        hands[leader.index()].remove(led);
        State::with_led(hands, leader, led)
    } else {
        State::new(hands, leader)
    };
    let state = state.ok()?;
    let mut rest = !(hands[0] | hands[1]);
    if let Some(led) = state.led() {
        rest.remove(led);
    }
    let taken = [0, 1].map(|_| {
        let count = draw.below(20);
        draw.cards(count, &mut rest)
    });
    let state = state.with_taken(taken).expect("cards of nobody");
    let led = draw.below(16);
    let suits = Suit::ALL
        .into_iter()
        .filter(|suit| led >> suit.index() & 1 == 1);
    Some(state.with_suits_led(suits))
}

fn two_hands(draw: &mut Draw<'_>, rules: &Rules) {
    let mut solver = Solver::new(rules.clone());
    // One solver for several states: what it keeps must not mislead it.
    for _ in 0..3 {
        if let Some(state) = state(draw, rules, 4) {
            solved(draw, &mut solver, &state);
        }
        if draw.is_spent() {
            break;
        }
    }
}

fn solved(draw: &mut Draw<'_>, solver: &mut Solver, state: &State) {
    let rules = &solver.rules().clone();
    let value = reference::minimax(rules, state);
    let plays = reference::minimax_plays(rules, state);
    if draw.flag() {
        let nodes = Some(1 + draw.below(40) as u64);
        let budget = Budget { nodes, time: None };
        let bounds = solver
            .bounds(state, budget)
            .expect("a budget of some nodes");
        assert!(
            bounds.lower <= value && value <= bounds.upper,
            "{bounds:?}: {value}, {state:?}"
        );
    }
    assert_eq!(solver.value(state), value, "{state:?}, {rules:?}");
    let solution = solver.solve(state);
    assert_eq!(solution.value, value, "{state:?}, {rules:?}");
    let found: Vec<(Card, i32)> = solution
        .plays
        .iter()
        .map(|play| (play.card, play.value))
        .collect();
    assert_eq!(found, plays, "{state:?}, {rules:?}");
    let best: CardSet = plays
        .iter()
        .filter(|(_, of_play)| *of_play == value)
        .map(|&(card, _)| card)
        .collect();
    assert_eq!(solver.best_plays(state), best);
    let mut next = *state;
    for &card in &solution.line {
        next.play(rules, card).expect("a line of legal plays");
        assert_eq!(
            reference::minimax(rules, &next),
            value,
            "{:?}",
            solution.line
        );
    }
    assert!(next.is_over());
}

fn minimax(rules: &Rules, objective: four::Objective, state: &four::State) -> i32 {
    let values = state.legal(rules).iter().map(|card| {
        let mut next = *state;
        next.play(rules, card).expect("it is legal");
        minimax(rules, objective, &next)
    });
    if objective.maximises(state.to_play()) {
        values.max()
    } else {
        values.min()
    }
    .unwrap_or_else(|| state.value(rules, objective))
}

fn four_hands(draw: &mut Draw<'_>, rules: &Rules) {
    let mut pack = pack(draw, rules);
    let cards = draw.below(4).min(pack.len() / 4);
    let mut hands = BySeat::from_fn(|_| draw.cards(cards, &mut pack));
    let leader = draw.pick(&SEATS);
    let mut trick = Vec::new();
    let started = if cards == 0 { 0 } else { draw.below(4) };
    for seat in leader.turns(4).take(started) {
        let followed: Option<&Card> = trick.first();
        let legal = match followed {
            Some(led) if hands[seat].has_suit(led.suit()) => hands[seat].in_suit(led.suit()),
            _ => hands[seat],
        };
        let card = draw.card(legal).expect("a hand with cards");
        hands[seat].remove(card);
        trick.push(card);
    }
    let state = four::State::with_trick(hands, leader, &trick).expect("a trick by the rules");
    let played = CardSet::from_cards(&trick);
    let mut rest = hands.iter().fold(!played, |rest, (_, &hand)| rest - hand);
    let taken = BySeat::from_fn(|_| {
        let count = draw.below(10);
        draw.cards(count, &mut rest)
    });
    let led = draw.below(16);
    let suits = Suit::ALL
        .into_iter()
        .filter(|suit| led >> suit.index() & 1 == 1);
    let state = state
        .with_taken(taken)
        .expect("cards of nobody")
        .with_suits_led(suits);
    let seat = draw.pick(&SEATS);
    let objective = draw.pick(&[
        four::Objective::OwnScore(seat),
        four::Objective::Lead(seat),
        four::Objective::Partners,
    ]);
    let value = minimax(rules, objective, &state);
    let mut solver = four::Solver::new(rules.clone())
        .with_memory(draw.pick(&[1 << 12, 1 << 16]))
        .expect("more than two entries");
    let found = solver.value(&state, objective).expect("one of four seats");
    assert_eq!(
        found.exact(),
        Some(value),
        "{state:?}, {objective:?}, {rules:?}"
    );
    let solution = solver.solve(&state, objective).expect("one of four seats");
    assert_eq!(
        solution.value.exact(),
        Some(value),
        "{state:?}, {objective:?}, {rules:?}"
    );
    let legal: CardSet = solution.plays.iter().map(|play| play.card).collect();
    assert_eq!(legal, state.legal(rules));
    for play in &solution.plays {
        let mut next = state;
        next.play(rules, play.card).expect("a legal play");
        let value = minimax(rules, objective, &next);
        assert_eq!(
            play.value.exact(),
            Some(value),
            "{state:?}, {objective:?}, {rules:?}"
        );
    }
    let mut solver = solver
        .with_budget(1 + draw.below(60) as u64)
        .expect("some nodes");
    let bounds = solver.value(&state, objective).expect("one of four seats");
    assert!(
        bounds.lower <= value && value <= bounds.upper,
        "{bounds:?}: {value}, {state:?}"
    );
}

/// A game from the start: what each player sees fits, the heuristic plays a legal
/// card, illegal cards change nothing.
fn game(draw: &mut Draw<'_>, rules: &Rules) {
    let Some(mut state) = state(draw, rules, 7) else {
        return;
    };
    let heuristic = ExpectedLoss::new(rules.clone());
    let mut solver = Solver::new(rules.clone());
    let cards = state.hand(Player::Zero).len() + state.hand(Player::One).len();
    for _ in 0..=cards {
        for player in Player::ALL {
            let view = View::of(&state, player, rules);
            assert_eq!(
                view.is_to_play(),
                !state.is_over() && player == state.to_play()
            );
            let opponent = state.hand(player.opponent());
            assert_eq!(view.world(opponent), Ok(state), "{view:?}");
            if view.worlds() <= 30 {
                let worlds: Vec<State> = view.every_world().collect();
                assert_eq!(worlds.len() as u64, view.worlds());
                assert!(worlds.contains(&state));
            }
            let choice = heuristic.choose(&view);
            assert_eq!(choice.is_some(), view.is_to_play());
            if let Some(card) = choice {
                assert_eq!(view.legal(rules), state.legal(rules));
                assert!(view.legal(rules).contains(card));
                assert_eq!(heuristic.judge(&view).len(), view.legal(rules).len());
                if state.tricks_left() <= 3 && draw.once_in(4) {
                    let mut rng = Pcg64Mcg::seed_from_u64(draw.bits());
                    let advice = advise(&mut solver, &view, Effort::Worlds(4), &mut rng)
                        .expect("the player's turn");
                    assert_eq!(advice.plays.len(), view.legal(rules).len());
                    assert!(view.legal(rules).contains(advice.best().card));
                }
            }
        }
        if state.is_over() {
            break;
        }
        let any = draw.card(CardSet::FULL).unwrap_or(Rules::PIG);
        let legal = state.legal(rules);
        let before = state;
        match state.play(rules, any) {
            Ok(played) => {
                assert!(legal.contains(any));
                state.undo(played);
            }
            Err(_) => assert!(!legal.contains(any)),
        }
        assert_eq!(state, before);
        let card = draw.card(legal).expect("a legal play");
        state.play(rules, card).expect("it is legal");
    }
    assert!(state.is_over());
}

/// A view put together from anything is refused or has worlds.
fn any_view(draw: &mut Draw<'_>, rules: &Rules) {
    let mut pack = CardSet::FULL;
    let count = draw.below(14);
    let hand = draw.cards(count, &mut pack);
    let led = if draw.flag() {
        draw.card(CardSet::FULL)
    } else {
        None
    };
    let more = draw.usually(hand.len() + 1, 60, 10);
    let opponent = if draw.flag() {
        hand.len() - usize::from(led.is_some()).min(hand.len())
    } else {
        draw.below(more)
    };
    let Ok(view) = View::new(player(draw), hand, opponent, led) else {
        return;
    };
    let set =
        |draw: &mut Draw<'_>| CardSet::from_bits_truncate(draw.bits() & draw.bits() & draw.bits());
    let taken = [0, 1].map(|_| set(draw) - hand);
    let view = view.clone().with_taken(taken).unwrap_or(view);
    let out = set(draw);
    let view = view.clone().with_out_of_play(out).unwrap_or(view);
    let held = set(draw);
    let view = view.clone().with_opponent_holding(held).unwrap_or(view);
    let voids = draw.below(16);
    let suits = Suit::ALL
        .into_iter()
        .filter(|suit| voids >> suit.index() & 1 == 1);
    let view = view.clone().with_opponent_voids(suits).unwrap_or(view);
    let mut rng = Pcg64Mcg::seed_from_u64(draw.bits());
    let world = view.sample(&mut rng);
    assert_eq!(world.hand(view.player()), hand);
    assert!(view.worlds() > 0);
    let choice = ExpectedLoss::new(rules.clone()).choose(&view);
    assert_eq!(choice.is_some(), view.is_to_play());
    assert!(choice.is_none_or(|card| view.legal(rules).contains(card)));
}

/// Any piles: scored, or refused for a reason.
fn piles(draw: &mut Draw<'_>, rules: &Rules) {
    let mut pack = CardSet::FULL;
    let mut piles: Vec<CardSet> = Vec::new();
    for _ in 0..draw.below(7) {
        let count = draw.below(52);
        piles.push(draw.cards(count, &mut pack));
    }
    if draw.flag()
        && let Some(last) = piles.last_mut()
    {
        *last |= pack;
    }
    if draw.once_in(8)
        && let Some(first) = piles.first_mut()
    {
        first.extend(draw.card(CardSet::FULL));
    }
    match rules.score_deal(&piles) {
        Ok(scores) => {
            for (score, &pile) in scores.iter().zip(&piles) {
                assert_eq!(*score, rules.score(pile));
            }
            if rules.is_additive() {
                let sum: i32 = scores.iter().map(|score| score.total).sum();
                assert_eq!(sum, rules.score(CardSet::FULL).total);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
