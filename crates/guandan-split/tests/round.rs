//! Rounds, tributes and the simple players.

mod common;

use cards_core::{AnyCard, BySeat, Joker, Rank, Seat, random};
use common::{deal, hand, level, level_of, rng};
use guandan_split::policy::{BombRule, choose, choose_return, play_out};
use guandan_split::{
    Contest, Hand, Level, Meld, Objective, Round, RoundError, Rules, Strength, best_split,
    evaluate, exchange, expand, legal_plays, partner, promotion, weigh_bomb,
};

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

fn seats(order: [usize; 4]) -> Vec<Seat> {
    order.map(seat).to_vec()
}

/// A meld of these cards, the first reading.
fn meld(cards: &str, at: Level) -> Meld {
    let cards = hand(cards);
    let plays = legal_plays(cards, at, Rules::default());
    let whole = plays
        .iter()
        .find(|play| usize::from(play.size()) == cards.len())
        .unwrap();
    expand(cards, at, Rules::default(), whole)
        .unwrap()
        .next()
        .unwrap()
}

fn round(hands: [&str; 4], at: &str, leader: usize) -> Round {
    let hands = BySeat::new(hands.map(hand));
    Round::new(hands, level(at), Rules::default(), seat(leader)).unwrap()
}

fn dealt(trial: u64) -> BySeat<Hand, 4> {
    let mut cards: Vec<AnyCard> = Hand::FULL.iter().collect();
    random::shuffle(&mut cards, &mut rng(30, trial));
    let mut hands = cards.chunks(27).map(|cards| Hand::try_from(cards).unwrap());
    BySeat::from_fn(|_| hands.next().unwrap())
}

#[test]
fn turns_pass_on_and_partners_inherit_the_lead() {
    let at = level("2");
    let mut game = round(["S3", "S4 S5", "S6 S7", "S8 S9"], "2", 0);
    game.act(Some(meld("S3", at))).unwrap();
    assert_eq!(game.turn(), seat(1));
    for index in [1, 2, 3] {
        assert_eq!(game.turn(), seat(index));
        game.act(None).unwrap();
    }
    // All three others have passed on a player who is out: the partner leads.
    assert_eq!((game.turn(), game.view().last()), (seat(2), None));
    assert_eq!(
        game.act(None),
        Err(RoundError::PassedOnLead { seat: seat(2) })
    );
    game.act(Some(meld("S6", at))).unwrap();
    game.act(Some(meld("S8", at))).unwrap();
    game.act(None).unwrap();
    game.act(None).unwrap();
    assert_eq!((game.turn(), game.view().last()), (seat(3), None));
    game.act(Some(meld("S9", at))).unwrap();
    assert!(!game.is_over());
    game.act(None).unwrap();
    game.act(None).unwrap();
    // Player 3 is out too, and the partner inherits.
    assert_eq!(game.turn(), seat(1));
    game.act(Some(meld("S4", at))).unwrap();
    game.act(Some(meld("S7", at))).unwrap();
    assert!(game.is_over());
    assert_eq!(game.order(), seats([0, 3, 2, 1]));
    assert_eq!(game.act(None), Err(RoundError::Over));
}

#[test]
fn a_double_win_ends_the_round() {
    let at = level("2");
    let mut game = round(["S3", "S4 S5", "S6", "S8 S9"], "2", 0);
    game.act(Some(meld("S3", at))).unwrap();
    game.act(None).unwrap();
    game.act(Some(meld("S6", at))).unwrap();
    assert!(game.is_over());
    assert_eq!(game.order(), seats([0, 2, 3, 1]));
    assert_eq!(promotion(&game.order()), Some(3));
}

#[test]
fn illegal_turns_change_nothing() {
    let at = level("2");
    let mut game = round(["S3 S7", "S4 S5", "S6 S9", "S8 HR"], "2", 0);
    game.act(Some(meld("S7", at))).unwrap();
    let before = game.clone();
    let refused = [
        (meld("S4", at), "a single 4 does not beat a single 7"),
        (meld("S9", at), "player 1 does not hold ♠9"),
        (meld("S4 D4", at), "player 1 does not hold ♠4 ♦4"),
    ];
    for (meld, message) in refused {
        assert_eq!(game.act(Some(meld)).unwrap_err().to_string(), message);
        assert_eq!(game, before);
    }
    let twice = BySeat::new(["S3", "S3", "S3", "S4"].map(hand));
    assert!(matches!(
        Round::new(twice, at, Rules::default(), seat(0)),
        Err(RoundError::TooManyCopies { .. })
    ));
    let one = BySeat::new(["S3", "", "", ""].map(hand));
    assert_eq!(
        Round::new(one, at, Rules::default(), seat(0)),
        Err(RoundError::Over)
    );
    let two = BySeat::new(["S3", "S4", "", ""].map(hand));
    assert!(Round::new(two, at, Rules::default(), seat(4)).is_err());
    assert_eq!(
        game.reveal(seat(1), hand("SA")),
        Err(RoundError::NotHeld {
            seat: seat(1),
            cards: hand("SA")
        })
    );
}

#[test]
fn promotion_is_three_two_or_one() {
    assert_eq!(promotion(&seats([0, 2, 1, 3])), Some(3));
    assert_eq!(promotion(&seats([0, 1, 2, 3])), Some(2));
    assert_eq!(promotion(&seats([0, 1, 3, 2])), Some(1));
    assert_eq!(promotion(&seats([0, 1, 3, 3])), None);
    assert_eq!(promotion(&[]), None);
    let mut game = Contest::new();
    assert!(game.finish(&seats([1, 3, 0, 2])));
    assert_eq!(
        (game.level(), game.levels()),
        (level("5"), [Rank::Two, Rank::Five])
    );
    assert!(game.finish(&seats([0, 1, 3, 2])));
    assert_eq!(game.level(), level("3"));
    for _ in 0..4 {
        assert!(game.finish(&seats([0, 2, 3, 1])));
    }
    assert_eq!((game.level(), game.winner()), (level("A"), None));
    // At the ace a win with the partner last is not enough.
    assert!(game.finish(&seats([0, 1, 3, 2])));
    assert_eq!(game.winner(), None);
    assert!(game.finish(&seats([0, 1, 2, 3])));
    assert_eq!(game.winner(), Some(0));
    assert!(!game.finish(&seats([0, 1, 2, 3])));
}

#[test]
fn tributes_are_the_highest_cards_and_come_back_low() {
    let at = level("5");
    let hands = BySeat::new([
        hand("S3 SA D4 SJ"),
        hand("H5 SK S9"),
        hand("C3 C4 CK"),
        hand("SB S5 ST"),
    ]);
    let first = |hand: Hand, allowed: &[AnyCard]| {
        assert!(allowed.iter().all(|&card| hand.count(card) > 0));
        allowed[0]
    };
    // Single: the last pays the first, and leads.
    let done = exchange(&hands, &seats([0, 1, 2, 3]), at, Rules::TRIAL_2022, first).unwrap();
    assert_eq!((done.leader, done.resisted), (seat(3), false));
    assert_eq!(done.tributes.len(), 1);
    assert_eq!(
        (done.tributes[0].card, done.tributes[0].to),
        (Joker::Small.into(), seat(0))
    );
    assert_eq!(done.returns[0].card.to_string(), "♠3");
    assert_eq!(done.hands[seat(0)], hand("SA D4 SJ SB"));
    assert_eq!(done.hands[seat(3)], hand("S3 S5 ST"));
    // Double: both pay, the higher card goes to the first, and its giver leads.
    // The wild card stays where it is.
    let done = exchange(&hands, &seats([0, 2, 1, 3]), at, Rules::TRIAL_2022, first).unwrap();
    let cards: Vec<String> = done
        .tributes
        .iter()
        .map(|gift| format!("{} {} {}", gift.from, gift.to, gift.card))
        .collect();
    assert_eq!(cards, ["3 0 小王", "1 2 ♠K"]);
    assert_eq!(done.leader, seat(3));
    // Under the rules with a limit nothing above a ten comes back.
    let mut offered = Vec::new();
    let _ = exchange(
        &hands,
        &seats([2, 0, 1, 3]),
        at,
        Rules::TRIAL_2022,
        |_, allowed| {
            offered.extend(allowed.iter().map(ToString::to_string));
            allowed[0]
        },
    );
    assert!(
        !offered.contains(&"♠A".to_owned()) && offered.contains(&"♠3".to_owned()),
        "{offered:?}"
    );
    let mut offered = Vec::new();
    let _ = exchange(
        &hands,
        &seats([0, 1, 2, 3]),
        at,
        Rules::HUAIAN_2017,
        |_, allowed| {
            offered.extend(allowed.iter().map(ToString::to_string));
            allowed[0]
        },
    );
    assert!(offered.contains(&"♠A".to_owned()), "{offered:?}");
    assert_eq!(exchange(&hands, &[], at, Rules::default(), first), None);
}

#[test]
fn two_big_jokers_resist() {
    let at = level("5");
    let pick = |_: Hand, allowed: &[AnyCard]| allowed[0];
    let together = BySeat::new(["S3", "HR S4", "S6", "HR S7"].map(hand));
    let done = exchange(&together, &seats([0, 2, 1, 3]), at, Rules::default(), pick).unwrap();
    assert!(done.resisted && done.leader == seat(0) && done.tributes.is_empty());
    assert_eq!(done.hands, together);
    // One of two losers' jokers is not the last one's alone.
    let done = exchange(&together, &seats([0, 1, 2, 3]), at, Rules::default(), pick).unwrap();
    assert!(!done.resisted && done.leader == seat(3));
    let alone = BySeat::new(["S3", "S4", "S6", "HR HR S7"].map(hand));
    let done = exchange(&alone, &seats([0, 1, 2, 3]), at, Rules::default(), pick).unwrap();
    assert!(done.resisted);
}

/// Random rounds between the simple players end, in an order, with every card
/// played by who held it.
#[test]
fn rounds_are_played_to_their_end() {
    for trial in 0..60 {
        let hands = dealt(trial);
        let at = level_of(trial);
        let rule = [
            BombRule::Never,
            BombRule::Always,
            BombRule::Document,
            BombRule::Weighed,
        ][(trial % 4) as usize];
        let mut game = Round::new(hands, at, Rules::default(), seat((trial % 4) as usize)).unwrap();
        let mut turns = 0;
        while !game.is_over() {
            let view = game.view();
            let own = view.hand();
            assert_eq!(own, game.hands()[game.turn()]);
            let played = view.played().len();
            let held: usize = game.hands().iter().map(|(_, hand)| hand.len()).sum();
            assert_eq!(played + held, Hand::MAX_CARDS);
            assert!(view.belief().is_ok());
            let choice = choose(&view, rule).unwrap();
            game.act(choice).unwrap();
            turns += 1;
            assert!(turns < 1000, "round {trial} does not end");
        }
        assert!(promotion(&game.order()).is_some());
        let again = Round::new(hands, at, Rules::default(), seat((trial % 4) as usize)).unwrap();
        assert_eq!(play_out(again, &BySeat::new([rule; 4])), Ok(game.order()));
    }
}

/// What a player does depends on nothing that the player may not know.
#[test]
fn hidden_cards_do_not_change_a_play() {
    for trial in 0..40 {
        let hands = dealt(trial);
        let at = level_of(trial);
        let mut others: Vec<AnyCard> = [1, 2, 3]
            .into_iter()
            .flat_map(|index| hands[seat(index)].iter())
            .collect();
        random::shuffle(&mut others, &mut rng(31, trial));
        let mut rest = others
            .chunks(27)
            .map(|cards| Hand::try_from(cards).unwrap());
        let swapped = BySeat::from_fn(|at| {
            if at.index() == 0 {
                hands[at]
            } else {
                rest.next().unwrap()
            }
        });
        let choices = [hands, swapped].map(|hands| {
            let game = Round::new(hands, at, Rules::default(), seat(0)).unwrap();
            choose(&game.view(), BombRule::Weighed).unwrap()
        });
        assert_eq!(choices[0], choices[1]);
    }
}

#[test]
fn a_bomb_is_weighed_term_by_term() {
    let at = level("2");
    let mut game = round(["SK", "S9 D9 C9 H9 S4", "S6 S7", "S8 SQ"], "2", 0);
    game.act(Some(meld("SK", at))).unwrap();
    let bomb = meld("S9 D9 C9 H9", at);
    let case = weigh_bomb(&game.view(), &bomb).unwrap();
    assert_eq!(
        (case.plays_now, case.plays_left, case.bombs_left),
        (1, 1, 0)
    );
    assert_eq!(case.beaten_by, [0.0, 0.0]);
    assert!(case.pays());
    assert!(weigh_bomb(&game.view(), &meld("S3 D3 C3 H3", at)).is_err());
}

#[test]
fn better_hands_are_rated_higher() {
    let rules = Rules::default();
    let rated = |trial| evaluate(deal(33, trial, 27), level_of(trial), rules).unwrap();
    let mut ratings: Vec<_> = (0..300).map(rated).collect();
    ratings.sort_by(|a, b| a.first.total_cmp(&b.first));
    let (worst, best) = (ratings[0], ratings[299]);
    assert!(best.first > 0.6 && worst.first < 0.1, "{best:?} {worst:?}");
    assert!(best.plays < worst.plays && best.bombs > worst.bombs && best.controls > worst.controls);
    // One of four is the first to go out.
    let mean = ratings.iter().map(|rating| rating.first).sum::<f64>() / 300.0;
    assert!((0.22..0.28).contains(&mean), "{mean}");
}

#[test]
fn the_card_given_back_costs_no_play() {
    let rules = Rules::TRIAL_2022;
    for trial in 0..30 {
        let held = deal(32, trial, 28);
        let at = level_of(trial);
        let low: Vec<AnyCard> = held
            .iter()
            .filter(|card| card.card().is_some_and(|card| card.rank() <= Rank::Ten))
            .collect();
        let card = choose_return(held, &low, at, rules);
        assert!(low.contains(&card));
        let plays = |card: AnyCard| {
            let rest = held.without(Hand::from_cards([card]).unwrap()).unwrap();
            best_split(rest, at, rules, Objective::FewestPlays)
                .unwrap()
                .plays()
        };
        assert!(low.iter().all(|&other| plays(card) <= plays(other)));
    }
    assert_eq!(partner(seat(1)), seat(3));
    assert!(
        Strength::of(Rank::Two.into(), level("2")) > Strength::of(Rank::Ace.into(), level("2"))
    );
}
