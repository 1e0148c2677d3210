//! Random rules and positions for the tests of players.

use cards_core::{CardSet, RankOrder, random};
use gongzhu_solver::{Player, Rules, State, View};
use rand_pcg::Pcg64Mcg;

/// The generator of a case of a test.
pub(crate) fn rng(test: u64, case: u64) -> Pcg64Mcg {
    random::trial_rng(test, case)
}

/// The presets in turn, then Gongzhu with exposed cards, then random values.
pub(crate) fn rules(rng: &mut Pcg64Mcg) -> Rules {
    let exposable: CardSet = "♠Q ♦J ♥A ♣T".parse().unwrap();
    match random::below(rng, 6) {
        0 => Rules::DOCUMENT,
        1 => Rules::DOCUMENT_ACE_HIGH,
        2 => Rules::WITH_SHEEP,
        3 => Rules::GONGZHU,
        4 => {
            let exposed = exposable.iter().filter(|_| random::below(rng, 2) == 1);
            let exposed: CardSet = exposed.collect();
            Rules::GONGZHU.with_exposed(exposed).unwrap()
        }
        _ => {
            let order = [RankOrder::AceLow, RankOrder::AceHigh];
            let mut rules = Rules::plain(order[random::below(rng, 2) as usize]);
            for card in CardSet::FULL {
                if random::below(rng, 3) == 0 {
                    let value = random::below(rng, 21) as i32 - 10;
                    rules = rules.with_value(card, value).unwrap();
                }
            }
            rules
        }
    }
}

/// A game of `cards` a hand after so many random plays.
pub(crate) fn state(rules: &Rules, cards: usize, plays: usize, rng: &mut Pcg64Mcg) -> State {
    let hands = random::deal(CardSet::FULL, [cards; 2], rng).unwrap();
    let leader = Player::ALL[random::below(rng, 2) as usize];
    let mut state = State::new(hands, leader).unwrap();
    for _ in 0..plays {
        let card = random::choose(state.legal(rules), rng).unwrap();
        state.play(rules, card).unwrap();
    }
    state
}

/// A view of a random game by the player whose turn it is, with few enough
/// unseen cards to list all hands of the opponent.
pub(crate) fn small_view(rules: &Rules, rng: &mut Pcg64Mcg) -> View {
    let cards = 1 + random::below(rng, 6) as usize;
    let plays = random::below(rng, 2 * cards as u64) as usize;
    let state = state(rules, cards, plays, rng);
    let view = View::of(&state, state.to_play(), rules);
    // The opponent's real cards stay possible, with up to five others.
    let real = state.hand(state.to_play().opponent());
    let others = view.possible() - real;
    let size = others.len().min(random::below(rng, 6) as usize);
    let [kept] = random::deal(others, [size], rng).unwrap();
    let taken = view.taken(Player::Zero) | view.taken(Player::One);
    let led = view.led().map_or(CardSet::EMPTY, CardSet::of);
    let out = (view.hand() | taken | led | real | kept).complement();
    view.with_out_of_play(out).unwrap()
}

/// All hands that the opponent may have, from the definition.
pub(crate) fn worlds(view: &View) -> Vec<State> {
    let open = view.opponent_cards() - view.opponent_holds().len();
    (view.possible().subsets())
        .filter(|hand| hand.len() == open)
        .map(|hand| view.world(hand | view.opponent_holds()).unwrap())
        .collect()
}
