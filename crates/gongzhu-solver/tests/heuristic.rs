//! The corrected heuristic, against hands listed one by one.

mod positions;

use cards_core::counting::Ratio;
use cards_core::{Card, CardSet, Suit, random, trick};
use gongzhu_solver::{ExpectedLoss, Judgement, Layer, Player, Preference, Rules, State, View};

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

fn set(text: &str) -> CardSet {
    text.parse().unwrap()
}

fn view(hand: &str, opponent_cards: usize, led: Option<&str>, unseen: &str) -> View {
    let view = View::new(Player::Zero, set(hand), opponent_cards, led.map(card)).unwrap();
    let out = view.unseen() - set(unseen);
    view.with_out_of_play(out).unwrap()
}

fn judged(rules: &Rules, view: &View, of: &str) -> Judgement {
    let judged = ExpectedLoss::new(rules.clone()).judge(view);
    *judged
        .iter()
        .find(|judged| judged.card == card(of))
        .unwrap()
}

fn chosen(rules: &Rules, view: &View) -> String {
    let chosen = ExpectedLoss::new(rules.clone()).choose(view);
    chosen.unwrap().to_string()
}

fn ratio(numerator: u128, denominator: u128) -> Ratio {
    Ratio::new(numerator, denominator).unwrap()
}

/// Of the six hands, ♠Q3, ♠Q ♥4 and ♠Q ♦5 answer ♠K with the pig, ♠3 ♥4 and
/// ♠3 ♦5 with ♠3, and ♥4 ♦5 discards ♥4: −40 points in six hands.
#[test]
fn six_hands_by_hand() {
    let view = view("♠K2", 2, None, "♠Q3 ♥4 ♦5");
    let king = judged(&Rules::DOCUMENT, &view, "♠K");
    assert_eq!(king.opponent_follows, Some(ratio(5, 6)));
    assert_eq!(king.wins, ratio(1, 1));
    assert_eq!(king.expected_gain, -40.0 / 6.0);
    assert_eq!((king.worst, king.best), (-13, 0));
    assert_eq!(king.layer, Layer::Expected);
    // ♠2 is under the pig, which only ♠Q ♥4 and ♠Q ♦5 must play: +26. ♥4 ♦5
    // discards ♥4 on it.
    let two = judged(&Rules::DOCUMENT, &view, "♠2");
    assert_eq!(two.wins, ratio(1, 6));
    assert_eq!(two.expected_gain, 25.0 / 6.0);
    assert_eq!((two.worst, two.best), (-1, 13));
    assert_eq!(chosen(&Rules::DOCUMENT, &view), "♠2");
    // Kept, it is led later, −40/6, or answers the pig in one of four leads, −13/4.
    assert_eq!(
        king.to_string(),
        "♠K may cost points: takes the trick in 1 of hands, expected -6.67 now and -4.96 later"
    );
}

/// The opponent holds none of b higher cards among U unseen with h cards in
/// C(U − b, h) of C(U, h) hands. Where taking the trick is what it wants, that is
/// the chance that the lead holds.
#[test]
fn the_hypergeometric_chance_that_a_lead_holds() {
    let rules = Rules::plain(cards_core::RankOrder::AceHigh)
        .with_value(card("♣9"), 5)
        .unwrap();
    let full = View::new(Player::Zero, set("♣9 ♦234"), 4, None).unwrap();
    let nine = judged(&rules, &full, "♣9");
    // T J Q K A among 48 unseen, four of them held: C(43, 4) / C(48, 4).
    assert_eq!(nine.wins, ratio(123_410, 194_580));
    // Twelve clubs: C(36, 4) hands are void.
    let void = ratio(58_905, 194_580);
    assert_eq!(nine.opponent_follows, void.complement());
    // The document's formula would give 1 − (5/12)^4 = 0.97.
    assert!((nine.wins.to_f64() - 0.634).abs() < 0.001);
    let expected = 5.0 * (2.0 * nine.wins.to_f64() - 1.0);
    assert!((nine.expected_gain - expected).abs() < 1e-12);
}

#[test]
fn shown_voids_and_known_cards_count() {
    let rules = Rules::DOCUMENT_ACE_HIGH;
    let open = view("♠A ♣2 ♦2", 3, None, "♠Q3 ♥456 ♦5");
    // The pig is in 10 of the 20 hands of three, and 4 discard a heart.
    assert_eq!(
        judged(&rules, &open, "♠A").expected_gain,
        -13.0 / 2.0 - 4.0 / 20.0
    );
    let void = open.clone().with_opponent_voids([Suit::Spades]).unwrap();
    let ace = judged(&rules, &void, "♠A");
    // Three of ♥4 ♥5 ♥6 ♦5 hold a heart, which it discards; a hand with ♦5 could
    // keep it.
    assert_eq!(ace.opponent_follows, Some(ratio(0, 1)));
    assert_eq!((ace.expected_gain, ace.layer), (-1.0, Layer::Expected));
    let known = open.with_opponent_holding(set("♠Q")).unwrap();
    let ace = judged(&rules, &known, "♠A");
    assert_eq!(ace.opponent_follows, Some(ratio(1, 1)));
    // Holding the pig it can still play ♠3, so it may cost nothing.
    assert_eq!((ace.expected_gain, ace.layer), (-13.0, Layer::Expected));
}

/// An exposed pig has to wait if its owner has another spade.
#[test]
fn an_exposed_card_waits_its_turn() {
    let rules = Rules::GONGZHU.with_exposed(set("♠Q")).unwrap();
    let view = view("♠A ♣2", 2, None, "♠Q3 ♦5")
        .with_opponent_holding(set("♠Q"))
        .unwrap();
    // ♠Q3 must play ♠3, ♠Q ♦5 must play the pig.
    let first = judged(&rules, &view, "♠A");
    assert_eq!(
        (first.expected_gain, first.worst, first.best),
        (-100.0, -200, 0)
    );
    let later = judged(&rules, &view.with_suits_led([Suit::Spades]), "♠A");
    assert_eq!(later.expected_gain, -200.0);
}

#[test]
fn penalties_are_shunned_and_the_sheep_is_wanted() {
    let sheep = |rules: &Rules| chosen(rules, &view("♦Q2 ♣3", 2, Some("♦J"), "♠5 ♥7 ♦4 ♣8"));
    assert_eq!(sheep(&Rules::WITH_SHEEP), "♦Q");
    assert_eq!(sheep(&Rules::GONGZHU), "♦Q");
    // Discarding: the pig goes to whoever takes the trick, the sheep does not.
    let discard = view("♠Q ♦J ♥K", 2, Some("♣5"), "♠K5 ♥7 ♦4 ♣8");
    assert_eq!(chosen(&Rules::DOCUMENT, &discard), "♠Q");
    assert_eq!(chosen(&Rules::GONGZHU, &discard), "♠Q");
    let lamb = view("♦J5 ♣3", 2, Some("♥2"), "♠5 ♥7 ♦4 ♣8");
    assert_eq!(
        judged(&Rules::WITH_SHEEP, &lamb, "♦J").layer,
        Layer::LeastLoss
    );
    assert_ne!(chosen(&Rules::WITH_SHEEP, &lamb), "♦J");
}

/// Under Gongzhu a card counts for what it adds to what was taken.
#[test]
fn gongzhu_counts_what_was_taken() {
    let pig = view("♠K2", 1, Some("♠Q"), "♠5 ♥7 ♦4 ♣8");
    assert_eq!(judged(&Rules::GONGZHU, &pig, "♠K").expected_gain, -100.0);
    let doubled = pig.clone().with_out_of_play(CardSet::EMPTY).unwrap();
    let doubled = doubled.with_taken([set("♣T"), CardSet::EMPTY]).unwrap();
    // ♣10 alone was +50; with the pig it is −200.
    assert_eq!(
        judged(&Rules::GONGZHU, &doubled, "♠K").expected_gain,
        -250.0
    );
    let hearts = pig.with_out_of_play(CardSet::EMPTY).unwrap();
    let hearts = hearts.with_taken([CardSet::of_suit(Suit::Hearts), CardSet::EMPTY]);
    // The pig has turned, so that it is worth as much to either.
    let hearts = hearts.unwrap();
    for card in ["♠K", "♠2"] {
        assert_eq!(judged(&Rules::GONGZHU, &hearts, card).expected_gain, 100.0);
    }
}

/// Fault 4: the card that nothing beats is not the safe one.
#[test]
fn safe_is_what_cannot_lose_points() {
    let lead = view("♠K2 ♥K", 3, None, "♠Q3 ♥4 ♦5 ♦6");
    assert_eq!(
        judged(&Rules::DOCUMENT, &lead, "♥K").layer,
        Layer::LeastLoss
    );
    assert_eq!(judged(&Rules::DOCUMENT, &lead, "♠K").layer, Layer::Expected);
    let follow = view("♥K2", 1, Some("♥3"), "♠Q3 ♥4");
    assert_eq!(judged(&Rules::DOCUMENT, &follow, "♥2").layer, Layer::Safe);
    assert_eq!(
        judged(&Rules::DOCUMENT, &follow, "♥K").layer,
        Layer::LeastLoss
    );
    assert_eq!(chosen(&Rules::DOCUMENT, &follow), "♥2");
    assert_eq!(Layer::Safe.to_string(), "cannot cost points");
}

/// A free discard gets rid of the card that could take the pig. For this trick
/// alone all discards are equal, and the first is taken.
#[test]
fn dangerous_cards_are_shed() {
    let view = view("♠K ♦2", 1, Some("♣5"), "♠Q5 ♦43");
    let king = judged(&Rules::DOCUMENT, &view, "♠K");
    assert_eq!((king.layer, king.expected_gain), (Layer::Safe, 0.0));
    // Led, or leading: one hand of four is the pig.
    assert_eq!(king.outlook, -13.0 / 4.0);
    assert_eq!(chosen(&Rules::DOCUMENT, &view), "♠K");
    let trick_alone = ExpectedLoss::new(Rules::DOCUMENT).with_preference(Preference::TrickAlone);
    assert_eq!(trick_alone.choose(&view), Some(card("♦2")));
}

#[test]
fn nothing_is_chosen_out_of_turn() {
    let state = State::new([set("♠K2"), set("♠Q3")], Player::One).unwrap();
    let heuristic = ExpectedLoss::new(Rules::DOCUMENT);
    let waiting = View::of(&state, Player::Zero, &Rules::DOCUMENT);
    assert!(heuristic.judge(&waiting).is_empty());
    assert_eq!(heuristic.choose(&waiting), None);
}

/// The own score minus the opponent's.
fn difference(rules: &Rules, state: &State, player: Player) -> i32 {
    player.sign() * state.difference(rules)
}

/// The reply that costs the leader most; of equals the highest.
fn reply(rules: &Rules, led: &State, leader: Player) -> (Card, i32) {
    let replies = led.legal(rules).iter().map(|card| {
        let mut next = *led;
        next.play(rules, card).unwrap();
        let gain = difference(rules, &next, leader) - difference(rules, led, leader);
        (
            gain,
            usize::MAX - rules.order().place(card.rank()),
            card.index(),
            card,
        )
    });
    let (gain, _, _, card) = replies
        .min_by_key(|&(gain, low, index, _)| (gain, low, index))
        .unwrap();
    (card, gain)
}

/// What leading a card brings in this world; the leader's other cards do not
/// matter.
fn lead(rules: &Rules, view: &View, world: &State, card: Card) -> Option<(Card, i32)> {
    let (player, other) = (view.player(), view.player().opponent());
    if world.hand(other).is_empty() {
        return None;
    }
    let mut hands = [world.hand(other); 2];
    let mut rest = view.hand().without(card);
    while rest.len() >= world.hand(other).len() {
        rest.pop_first();
    }
    hands[player.index()] = rest;
    let suits = Suit::ALL.into_iter().filter(|&suit| view.was_led(suit));
    let led = State::with_led(hands, player, card)
        .and_then(|state| state.with_taken(Player::ALL.map(|player| view.taken(player))))
        .unwrap()
        .with_suits_led(suits);
    Some(reply(rules, &led, player))
}

/// What answering each of the opponent's cards brings in this world, over the
/// number of its cards.
fn answer(rules: &Rules, view: &View, world: &State, card: Card) -> f64 {
    let (player, other) = (view.player(), view.player().opponent());
    let score = |of: Player, more: CardSet| rules.score(view.taken(of) | more).total;
    let now = score(player, CardSet::EMPTY) - score(other, CardSet::EMPTY);
    let leads = world.hand(other);
    let gains = leads.in_suit(card.suit()).iter().map(|led| {
        let trick = CardSet::from_cards(&[led, card]);
        let then = if trick::beats(card, led, rules.order()) {
            score(player, trick) - score(other, CardSet::EMPTY)
        } else {
            score(player, CardSet::EMPTY) - score(other, trick)
        };
        f64::from(then - now)
    });
    gains.sum::<f64>() / leads.len().max(1) as f64
}

#[test]
fn judgements_are_those_of_all_hands() {
    for case in 0..400 {
        let mut rng = positions::rng(31, case);
        let rules = positions::rules(&mut rng);
        let view = positions::small_view(&rules, &mut rng);
        let worlds = positions::worlds(&view);
        let count = worlds.len() as f64;
        let player = view.player();
        let heuristic = ExpectedLoss::new(rules.clone());
        let judged = heuristic.judge(&view);
        let legal: Vec<Card> = view.legal(&rules).iter().collect();
        assert_eq!(judged.iter().map(|of| of.card).collect::<Vec<_>>(), legal);
        for judged in judged {
            let card = judged.card;
            let (mut wins, mut follows, mut gain) = (0_u32, 0_u32, 0);
            let (mut worst, mut best) = (i32::MAX, i32::MIN);
            let (mut lead_gain, mut answer_gain) = (0, 0.0);
            for world in &worlds {
                let mut next = *world;
                let before = difference(&rules, world, player);
                let played = next.play(&rules, card).unwrap();
                let mut outcomes = Vec::new();
                if let Some(trick) = played.trick {
                    wins += u32::from(trick.winner == player);
                    gain += difference(&rules, &next, player) - before;
                    outcomes.push(next);
                } else {
                    let (answer, gained) = reply(&rules, &next, player);
                    wins += u32::from(!trick::beats(answer, card, rules.order()));
                    follows += u32::from(answer.suit() == card.suit());
                    gain += gained;
                    for reply in next.legal(&rules) {
                        let mut after = next;
                        after.play(&rules, reply).unwrap();
                        outcomes.push(after);
                    }
                }
                for after in outcomes {
                    let gain = difference(&rules, &after, player) - before;
                    (worst, best) = (worst.min(gain), best.max(gain));
                }
                let led = lead(&rules, &view, world, card);
                lead_gain += led.map_or(0, |(_, gain)| gain);
                answer_gain += answer(&rules, &view, world, card);
            }
            let label = format!("case {case}: {rules:?} {view:?} {card}");
            let share = |part: u32| ratio(part.into(), worlds.len() as u128);
            assert_eq!(judged.wins, share(wins), "{label}");
            assert_eq!(
                judged.opponent_follows,
                view.led().is_none().then(|| share(follows)),
                "{label}"
            );
            assert!(
                (judged.expected_gain - f64::from(gain) / count).abs() < 1e-9,
                "{label}"
            );
            assert_eq!((judged.worst, judged.best), (worst, best), "{label}");
            let outlook = (f64::from(lead_gain) + answer_gain) / count / 2.0;
            assert!((judged.outlook - outlook).abs() < 1e-9, "{label}");
            let layer = match (worst >= 0, best >= 0) {
                (true, _) => Layer::Safe,
                (false, true) => Layer::Expected,
                (false, false) => Layer::LeastLoss,
            };
            assert_eq!(judged.layer, layer, "{label}");
        }
    }
}

/// Fault 5: the choice does not depend on the cards that the player cannot see.
#[test]
fn hidden_cards_do_not_change_the_choice() {
    let mut changed_hands = 0;
    for case in 0..600 {
        let mut rng = positions::rng(32, case);
        let rules = positions::rules(&mut rng);
        let cards = 1 + random::below(&mut rng, 13) as usize;
        let plays = random::below(&mut rng, 2 * cards as u64) as usize;
        let state = positions::state(&rules, cards, plays, &mut rng);
        let player = state.to_play();
        let view = View::of(&state, player, &rules);
        for preference in [
            Preference::Layers,
            Preference::Expectation,
            Preference::TrickAlone,
        ] {
            let heuristic = ExpectedLoss::new(rules.clone()).with_preference(preference);
            let chosen = heuristic.choose(&view).unwrap();
            assert!(state.legal(&rules).contains(chosen));
            for _ in 0..4 {
                let other = view.sample(&mut rng);
                changed_hands += u32::from(other != state);
                let same = View::of(&other, player, &rules);
                assert_eq!(same, view, "case {case}");
                assert_eq!(heuristic.choose(&same), Some(chosen), "case {case}");
            }
        }
    }
    assert!(changed_hands > 6000, "{changed_hands}");
}

/// With safe cards put first, no choice costs points while a safe card is legal.
#[test]
fn a_safe_card_is_preferred() {
    let mut seen = 0;
    for case in 0..1500 {
        let mut rng = positions::rng(33, case);
        let rules = positions::rules(&mut rng);
        let state = positions::state(&rules, 8, case as usize % 14, &mut rng);
        let view = View::of(&state, state.to_play(), &rules);
        let heuristic = ExpectedLoss::new(rules);
        let judged = heuristic.judge(&view);
        let safe = judged.iter().any(|of| of.layer == Layer::Safe);
        let risky = judged.iter().any(|of| of.layer != Layer::Safe);
        let chosen = heuristic.choose(&view).unwrap();
        let chosen = judged.iter().find(|of| of.card == chosen).unwrap();
        assert_eq!(chosen.layer == Layer::Safe, safe);
        seen += u32::from(safe && risky);
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn who_has_just_led_has_a_view_too() {
    let hands = ["♠Q3", "♠A ♥2"].map(|hand| hand.parse().unwrap());
    let mut state = State::new(hands, Player::Zero).unwrap();
    state.play(&Rules::DOCUMENT, "♠3".parse().unwrap()).unwrap();
    for player in Player::ALL {
        let view = View::of(&state, player, &Rules::DOCUMENT);
        assert_eq!(view.is_to_play(), player == Player::One);
        let heuristic = ExpectedLoss::new(Rules::DOCUMENT);
        assert_eq!(heuristic.choose(&view).is_some(), player == Player::One);
    }
    let error = View::new(Player::Zero, "♠3".parse().unwrap(), usize::MAX, None);
    assert!(error.is_err());
}
