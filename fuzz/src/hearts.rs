//! Hearts: rounds played at random.

use cards_core::{BySeat, CardSet, Seat};
use hearts_mc::{
    FirstTrick, ForcedQueen, HeartsLead, Jack, Moon, Opening, Pass, Passing, Phase, Round, Rules,
};

use crate::draw::Draw;

/// The four seats.
pub const SEATS: [Seat; 4] = [Seat::FIRST, seat(1), seat(2), seat(3)];

const fn seat(index: usize) -> Seat {
    match Seat::new(index) {
        Some(seat) => seat,
        None => Seat::FIRST,
    }
}

fn named<T: Copy>(draw: &mut Draw<'_>, names: &[(&str, T)]) -> T {
    names[draw.below(names.len())].1
}

/// Rules that text can say: any option, most of them as usual.
pub fn rules(draw: &mut Draw<'_>) -> Rules {
    let mut rules = named(draw, &Rules::PRESETS);
    for _ in 0..draw.below(5) {
        match draw.below(9) {
            0 => rules.passing = named(draw, Passing::NAMES),
            1 => rules.opening = named(draw, Opening::NAMES),
            2 => rules.first_trick = named(draw, FirstTrick::NAMES),
            3 => rules.hearts_lead = named(draw, HeartsLead::NAMES),
            4 => rules.forced_queen = named(draw, ForcedQueen::NAMES),
            5 => rules.moon = named(draw, Moon::NAMES),
            6 => rules.jack = named(draw, Jack::NAMES),
            7 => rules.no_trick_bonus = -(draw.below(20) as i32),
            _ => rules.limit = 1 + draw.below(200) as i32,
        }
    }
    rules
}

/// Four hands of so many cards.
pub fn hands(draw: &mut Draw<'_>, cards: usize) -> BySeat<CardSet, 4> {
    let mut pack = CardSet::FULL;
    BySeat::from_fn(|_| draw.cards(cards, &mut pack))
}

/// A round after its passes and so many plays.
pub fn round(draw: &mut Draw<'_>, plays: usize) -> Round {
    let rules = rules(draw);
    let direction = draw.pick(&[Pass::Left, Pass::Right, Pass::Across, Pass::Hold]);
    let totals = BySeat::from_fn(|_| draw.below(100) as i32);
    let dealt = hands(draw, 13);
    let mut round = Round::new(&rules, direction, dealt)
        .expect("the whole pack")
        .with_totals(totals);
    while let Phase::Passing(seat) = round.phase() {
        let mut hand = round.hand(seat);
        let cards = draw.cards(3, &mut hand);
        round.pass(seat, cards).expect("three cards of the hand");
        if plays == 0 && draw.flag() {
            return round;
        }
    }
    for _ in 0..plays {
        let Phase::Playing(seat) = round.phase() else {
            break;
        };
        let legal = round.view(seat).legal();
        let card = draw.card(legal).expect("there is always a legal play");
        round.play(card).expect("it is legal");
    }
    round
}
