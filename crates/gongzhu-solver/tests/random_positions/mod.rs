//! Random rules and positions of all kinds, for what the solver is checked on.

use cards_core::random::{below, deal, shuffle};
use cards_core::{Card, CardSet, RankOrder, Suit};
use gongzhu_solver::{AllHearts, PigTurning, Player, Rules, State, Transformer};
use rand_pcg::Pcg64Mcg;

/// Presets, options, and values of all kinds.
pub(crate) fn random_rules(random: &mut Pcg64Mcg) -> Rules {
    let turnings = [
        PigTurning::Never,
        PigTurning::WithAllHearts,
        PigTurning::WithAllScoringCards,
    ];
    let mut pick = |count: u64| below(random, count) as usize;
    match pick(8) {
        0 => Rules::DOCUMENT,
        1 => Rules::DOCUMENT_ACE_HIGH,
        2 => Rules::WITH_SHEEP,
        3 | 4 => {
            let exposed: String = (["♠Q", "♦J", "♥A", "♣T"].into_iter())
                .filter(|_| pick(4) == 0)
                .collect();
            Rules::GONGZHU
                .with_pig_turning(turnings[pick(3)])
                .with_exposed(exposed.parse().unwrap())
                .unwrap()
        }
        // Many cards of any value.
        5 => {
            let order = [RankOrder::AceHigh, RankOrder::AceLow][pick(2)];
            let mut rules = Rules::plain(order);
            for card in CardSet::FULL {
                let value = [0, 0, 1, -1, -3, 7, -10, 4][pick(8)];
                rules = rules.with_value(card, value).unwrap();
            }
            rules
        }
        // One value a suit, and a card that differs.
        6 => {
            let mut rules = Rules::plain(RankOrder::AceHigh);
            for suit in Suit::ALL {
                let value = [0, 0, -1, 2, -5][pick(5)];
                for card in CardSet::of_suit(suit) {
                    rules = rules.with_value(card, value).unwrap();
                }
                if pick(2) == 0 {
                    let card = CardSet::of_suit(suit).nth(pick(13)).unwrap();
                    rules = rules.with_value(card, [-13, 10, 0, -2][pick(4)]).unwrap();
                }
            }
            rules
        }
        // A transformer and a bonus of any kind.
        _ => {
            let card = CardSet::FULL.nth(pick(52)).unwrap();
            let transformer = Transformer {
                card,
                factor: 1 + pick(4) as u8,
                alone: [0, 50, -20][pick(3)],
            };
            let all_hearts = AllHearts {
                value: [200, 0, -40][pick(3)],
                pig: turnings[pick(3)],
            };
            let mut rules = Rules::GONGZHU
                .with_transformer((pick(4) > 0).then_some(transformer))
                .unwrap()
                .with_all_hearts((pick(4) > 0).then_some(all_hearts))
                .unwrap();
            if pick(2) == 0 {
                rules = rules.with_value(card, 30).unwrap();
            }
            rules
        }
    }
}

/// A random position of `n` cards a hand: any leader, half-played
/// tricks, piles taken before. Some have few suits and some nearly all hearts,
/// so that what is rare in a random deal happens too.
pub(crate) fn random_state(rules: &Rules, n: usize, random: &mut Pcg64Mcg) -> State {
    let leader = Player::ALL[below(random, 2) as usize];
    let cards = match below(random, 4) {
        0 => (rules.scoring_cards() | "♠AK2 ♥A".parse().unwrap()) | some(20, random),
        1 => CardSet::of_suit(Suit::Hearts) | CardSet::of_suit(Suit::Spades),
        _ => CardSet::FULL,
    };
    let hands = deal(cards, [n, n], random).unwrap();
    let mut state = State::new(hands, leader).unwrap();
    let mut rest = CardSet::FULL - hands[0] - hands[1];
    if below(random, 4) == 0 {
        rest = CardSet::EMPTY;
    }
    // All that is left went to one side, or each card to either, or only some.
    let kind = below(random, 3);
    let mut taken = [CardSet::EMPTY; 2];
    for card in rest {
        match kind {
            0 => taken[0].insert(card),
            1 => taken[below(random, 2) as usize].insert(card),
            _ => below(random, 3) == 0 && taken[1].insert(card),
        };
    }
    state = state.with_taken(taken).unwrap();
    if below(random, 2) == 0 {
        state = state.with_suits_led(Suit::ALL.into_iter().filter(|_| below(random, 2) == 0));
    }
    if below(random, 3) == 0 {
        let legal = state.legal(rules);
        let card = legal
            .nth(below(random, legal.len() as u64) as usize)
            .unwrap();
        state.play(rules, card).unwrap();
    }
    state
}

fn some(count: usize, random: &mut Pcg64Mcg) -> CardSet {
    let mut pack: Vec<Card> = CardSet::FULL.iter().collect();
    shuffle(&mut pack, random);
    CardSet::from_cards(&pack[..count])
}
