//! What a seat knows: never more than it may, never less than follows, and
//! nothing that contradicts itself.

mod common;

use cards_core::random::below;
use cards_core::{BySeat, CardSet, Seat, Suit};
use common::{
    card, cards, pass_at_random, play_at_random, play_rules, rng, seat, skewed_deal, skewed_round,
};
use hearts_mc::worlds::Worlds;
use hearts_mc::{
    FirstTrick, ForcedQueen, HEARTS, HeartsLead, Opening, PENALTIES, Pass, PassFault, Phase,
    Random, Round, Rules, Strategy, TWO_OF_CLUBS, View, ViewError, ViewFault,
};

const HAND: &str = "♠KQ2 ♥A97 ♦K86 ♣J743";

/// Seat 0's view of a deal that holds, of this hand, once seat `leader` leads.
fn view(rules: &Rules, hand: &str, leader: usize) -> View {
    let mut view = View::start(rules, seat(0), Pass::Hold, cards(hand)).unwrap();
    view.begin(seat(leader)).unwrap();
    view
}

fn told(view: &mut View, plays: &str) {
    for play in plays.split_whitespace() {
        view.observe(card(play)).unwrap();
    }
}

/// The fault of a play, which leaves the view as it was.
fn fault(view: &mut View, refused: &str) -> ViewFault {
    let before = view.clone();
    let error = view.observe(card(refused)).unwrap_err();
    assert_eq!(*view, before);
    match error {
        ViewError::Play {
            number,
            seat,
            card,
            fault,
        } => {
            assert_eq!(number, view.plays().len() + 1);
            assert_eq!((Some(seat), card), (view.turn(), common::card(refused)));
            fault
        }
        other => panic!("{other}"),
    }
}

#[test]
fn a_hand_of_the_wrong_size_is_refused() {
    for hand in ["", "♠KQ2 ♥A97 ♦K86 ♣J74", "♠KQ2 ♥A97 ♦K86 ♣J7432"] {
        let hand = cards(hand);
        let refused = View::start(&Rules::STANDARD, seat(0), Pass::Left, hand);
        assert_eq!(refused, Err(ViewError::HandSize(hand.len())));
    }
    let nobody = View::start(&Rules::STANDARD, seat(4), Pass::Left, cards(HAND));
    assert_eq!(nobody, Err(ViewError::NoSuchSeat(seat(4))));
}

#[test]
fn an_exchange_that_cannot_be_is_refused() {
    let start = View::start(&Rules::STANDARD, seat(0), Pass::Left, cards(HAND)).unwrap();
    for (gave, received, error) in [
        ("♠KQ", "♣AKQ", ViewError::Pass(PassFault::Cards(2))),
        ("♠KQ", "♣AK", ViewError::Pass(PassFault::Cards(2))),
        ("♠KQ2 ♥A", "♣AKQT", ViewError::Pass(PassFault::Cards(4))),
        (
            "♠KQJ",
            "♣AKQ",
            ViewError::Pass(PassFault::NotHeld(card("♠J"))),
        ),
        ("♠KQ2", "♣AK", ViewError::Received(2)),
        ("♠KQ2", "♣AKQT", ViewError::Received(4)),
        // A card that it holds, and one that it gives away.
        ("♠KQ2", "♣AKJ", ViewError::CardTwice(card("♣J"))),
        ("♠KQ2", "♠Q ♣AK", ViewError::CardTwice(card("♠Q"))),
    ] {
        let mut view = start.clone();
        assert_eq!(
            view.exchange(cards(gave), cards(received)),
            Err(error),
            "{gave} {received}"
        );
        assert_eq!(view, start);
        assert_eq!(view.begin(seat(1)), Err(ViewError::NotExchanged));
        assert_eq!(view, start);
    }
    let mut view = start.clone();
    assert!(view.must_pass());
    assert_eq!(view.check_pass(cards("♠KQ")), Err(PassFault::Cards(2)));
    assert_eq!(view.check_pass(cards("♠KQ2")), Ok(()));
    view.give(cards("♠KQ2")).unwrap();
    assert!(!view.must_pass());
    assert_eq!(view.hand(), cards("♥A97 ♦K86 ♣J743"));
    let given = view.clone();
    assert_eq!(
        view.give(cards("♥A97")),
        Err(ViewError::Pass(PassFault::Already))
    );
    assert_eq!(
        view.exchange(cards("♥A97"), cards("♣AKQ")),
        Err(ViewError::Pass(PassFault::Already))
    );
    assert_eq!(
        view.exchange(cards("♠KQ2"), cards("♣AK")),
        Err(ViewError::Received(2))
    );
    assert_eq!(view.begin(seat(1)), Err(ViewError::NotExchanged));
    assert_eq!(view, given);
    view.exchange(cards("♠KQ2"), cards("♣AKQ")).unwrap();
    assert_eq!(view.starting_hand(), cards("♥A97 ♦K86 ♣AKQJ743"));
    let exchanged = view.clone();
    assert!(view.exchange(cards("♠KQ2"), cards("♣T98")).is_err());
    assert!(view.exchange(cards("♥A97"), cards("♠A43")).is_err());
    assert_eq!(view, exchanged);

    let mut held = View::start(&Rules::STANDARD, seat(0), Pass::Hold, cards(HAND)).unwrap();
    let before = held.clone();
    let not = Err(ViewError::Pass(PassFault::NotPassing));
    assert_eq!(held.give(cards("♠KQ2")), not);
    assert_eq!(held.exchange(cards("♠KQ2"), cards("♣AKQ")), not);
    assert_eq!(held.exchange(cards("♠KQ2"), cards("♣AK")), not);
    assert_eq!(held, before);
}

#[test]
fn a_leader_that_cannot_be_is_refused() {
    let begun = |rules: &Rules, hand: &str, leader: usize| {
        let mut view = View::start(rules, seat(0), Pass::Hold, cards(hand)).unwrap();
        view.begin(seat(leader)).map(|()| view)
    };
    let with_two = "♠KQ2 ♥A97 ♦K86 ♣J742";
    let any_club = Rules {
        opening: Opening::AnyClub,
        ..Rules::STANDARD
    };
    for rules in [Rules::STANDARD, any_club] {
        for leader in 1..4 {
            assert!(begun(&rules, HAND, leader).is_ok());
            let wrong = begun(&rules, with_two, leader);
            assert_eq!(wrong, Err(ViewError::WrongLeader(seat(leader))));
        }
        assert!(begun(&rules, with_two, 0).is_ok());
        assert_eq!(begun(&rules, HAND, 0), Err(ViewError::WrongLeader(seat(0))));
    }
    assert!(begun(&Rules::DOCUMENT, HAND, 0).is_ok());
    assert_eq!(
        begun(&Rules::DOCUMENT, with_two, 1),
        Err(ViewError::WrongLeader(seat(1)))
    );
    assert_eq!(
        begun(&Rules::STANDARD, HAND, 4),
        Err(ViewError::NoSuchSeat(seat(4)))
    );
    let mut twice = begun(&Rules::STANDARD, HAND, 1).unwrap();
    assert_eq!(twice.begin(seat(1)), Err(ViewError::Begun));

    // The two of clubs was passed to seat 1, so nobody else can lead it.
    let mut gave = View::start(&Rules::STANDARD, seat(0), Pass::Left, cards(with_two)).unwrap();
    gave.exchange(cards("♠KQ ♣2"), cards("♠A ♥K ♣A")).unwrap();
    for leader in [0, 2, 3] {
        assert_eq!(
            gave.begin(seat(leader)),
            Err(ViewError::WrongLeader(seat(leader)))
        );
    }
    gave.begin(seat(1)).unwrap();
    assert_eq!(gave.known(seat(1)), cards("♠KQ ♣2"));
}

#[test]
fn a_card_seen_twice_is_refused() {
    let mut view = view(&Rules::STANDARD, HAND, 1);
    told(&mut view, "♣2 ♣A ♣5");
    assert_eq!(fault(&mut view, "♣A"), ViewFault::PlayedBefore);
    assert_eq!(fault(&mut view, "♣6"), ViewFault::NotInOwnHand);
    assert_eq!(fault(&mut view, "♠2"), ViewFault::Illegal);
    told(&mut view, "♣J ♦A");
    assert_eq!(fault(&mut view, "♣A"), ViewFault::PlayedBefore);
    // A card of the own hand in another's.
    assert_eq!(fault(&mut view, "♦K"), ViewFault::CannotHold);
    told(&mut view, "♦2");
}

#[test]
fn a_player_who_is_void_cannot_follow_later() {
    let mut view = view(&Rules::STANDARD, HAND, 1);
    told(&mut view, "♣2 ♦A ♣A ♣J");
    assert!(view.is_void(seat(2), Suit::Clubs));
    assert!(!view.is_void(seat(1), Suit::Clubs));
    told(&mut view, "♣K ♣7 ♣8");
    assert_eq!(fault(&mut view, "♣9"), ViewFault::CannotHold);
    told(&mut view, "♦9");
}

#[test]
fn a_card_that_was_passed_is_where_it_was_passed_to() {
    let mut view = View::start(&Rules::STANDARD, seat(0), Pass::Across, cards(HAND)).unwrap();
    view.exchange(cards("♦K86"), cards("♠3 ♥8 ♣T")).unwrap();
    view.begin(seat(3)).unwrap();
    told(&mut view, "♣2 ♣T ♣A ♣5 ♦2");
    // Seat 2 must follow diamonds, and seat 3 cannot hold what seat 2 has.
    assert_eq!(fault(&mut view, "♠5"), ViewFault::HoldsInstead(card("♦6")));
    told(&mut view, "♦6");
    assert_eq!(fault(&mut view, "♦K"), ViewFault::CannotHold);
    told(&mut view, "♦3");
    assert_eq!(view.known(seat(2)), cards("♦K8"));
    assert!(view.may_hold(seat(1)).is_disjoint(cards("♦K8")));
}

#[test]
fn the_opening_must_be_one() {
    for (opening, refused, taken) in [
        (Opening::TwoOfClubs, "♣5", "♣2"),
        (Opening::AnyClub, "♦5", "♣5"),
    ] {
        let rules = Rules {
            opening,
            ..Rules::STANDARD
        };
        let mut view = view(&rules, HAND, 1);
        assert_eq!(view.known(seat(1)), cards("♣2"));
        assert_eq!(fault(&mut view, refused), ViewFault::Illegal);
        told(&mut view, taken);
        // The two of clubs that was not led is still there.
        assert_eq!(
            view.known(seat(1)).is_empty(),
            opening == Opening::TwoOfClubs
        );
        assert!(!view.may_hold(seat(2)).contains(TWO_OF_CLUBS));
    }
    // Under the document's rules a lead of another card denies the two of clubs.
    let mut view = View::start(&Rules::DOCUMENT, seat(1), Pass::Hold, cards(HAND)).unwrap();
    view.begin(seat(0)).unwrap();
    assert!(view.may_hold(seat(0)).contains(TWO_OF_CLUBS));
    let mut hearts = view.clone();
    told(&mut view, "♦2");
    assert!(!view.may_hold(seat(0)).contains(TWO_OF_CLUBS));
    assert!(view.may_hold(seat(2)).contains(TWO_OF_CLUBS));
    // A heart first would be a hand of thirteen hearts, and three are here.
    assert!(matches!(
        hearts.observe(card("♥2")),
        Err(ViewError::NoDeal { play: 1 })
    ));
    let gave = View::start(
        &Rules::DOCUMENT,
        seat(1),
        Pass::Right,
        cards("♠KQ2 ♥A97 ♦K86 ♣J742"),
    );
    let mut gave = gave.unwrap();
    gave.exchange(cards("♠KQ ♣2"), cards("♠A ♥K ♣A")).unwrap();
    gave.begin(seat(0)).unwrap();
    assert_eq!(
        fault(&mut gave, "♦2"),
        ViewFault::HoldsInstead(TWO_OF_CLUBS)
    );
}

#[test]
fn a_lead_of_unbroken_hearts_shows_the_rest_of_the_hand() {
    let hand = "♠KQ2 ♥2 ♦KT8642 ♣J74";
    let lead = |rules: Rules, lead: &str| {
        let mut view = view(&rules, hand, 1);
        told(&mut view, "♣2 ♣3 ♣A ♣J");
        view.observe(card(lead)).map(|()| view)
    };
    let led = lead(Rules::STANDARD, "♥5").unwrap();
    assert!(led.may_hold(seat(3)).is_subset(HEARTS));
    // With thirteen cards that include the queen the other hearts are too few.
    let rules = Rules {
        forced_queen: ForcedQueen::HeartInstead,
        ..Rules::STANDARD
    };
    let led = lead(rules, "♥5").unwrap();
    assert!(led.may_hold(seat(3)).is_subset(PENALTIES));
    let rules = Rules {
        hearts_lead: HeartsLead::Always,
        ..Rules::STANDARD
    };
    let led = lead(rules, "♥5").unwrap();
    assert!(!led.may_hold(seat(3)).is_subset(PENALTIES));
    // The own hand has three hearts: there are not twelve for seat 3.
    let mut view = view(&Rules::STANDARD, HAND, 1);
    told(&mut view, "♣2 ♣5 ♣A ♣J");
    let before = view.clone();
    assert_eq!(view.observe(card("♥5")), Err(ViewError::NoDeal { play: 5 }));
    assert_eq!(view, before);
}

#[test]
fn a_penalty_card_on_the_first_trick_shows_the_rest_of_the_hand() {
    let hand = "♠A2 ♥2 ♦KT8642 ♣J743";
    let discard = |first_trick: FirstTrick, discard: &str| {
        let rules = Rules {
            first_trick,
            ..Rules::STANDARD
        };
        let mut view = view(&rules, hand, 1);
        told(&mut view, "♣2");
        view.observe(card(discard)).map(|()| view.may_hold(seat(2)))
    };
    use FirstTrick::{Anything, NoPoints, NoPointsHeartFirst, NoPointsQueenFirst};
    let no_clubs = |may_hold: CardSet| {
        assert!(!may_hold.has_suit(Suit::Clubs) && may_hold.has_suit(Suit::Diamonds));
    };
    no_clubs(discard(Anything, "♥5").unwrap());
    no_clubs(discard(Anything, "♠Q").unwrap());
    assert_eq!(discard(NoPoints, "♥5").unwrap(), PENALTIES - cards("♥52"));
    assert_eq!(discard(NoPoints, "♠Q").unwrap(), HEARTS - cards("♥2"));
    // A heart before the queen: she may be there, and is a card too few without.
    assert_eq!(
        discard(NoPointsHeartFirst, "♥5").unwrap(),
        PENALTIES - cards("♥52")
    );
    // The queen goes only from a hand that has nothing else.
    assert_eq!(
        discard(NoPointsHeartFirst, "♠Q"),
        Err(ViewError::NoDeal { play: 2 })
    );
    assert_eq!(
        discard(NoPointsQueenFirst, "♠Q").unwrap(),
        HEARTS - cards("♥2")
    );
    // A heart denies the queen, and there are not thirteen other hearts.
    assert_eq!(
        discard(NoPointsQueenFirst, "♥5"),
        Err(ViewError::NoDeal { play: 2 })
    );
}

#[test]
fn hands_that_cannot_be_filled_are_noticed() {
    // All three opponents void in diamonds: eleven diamonds are nowhere.
    let hand = "♠AKQJT98765 ♦A2 ♣A";
    let mut view = view(&Rules::STANDARD, hand, 1);
    told(&mut view, "♣2 ♣3 ♣4 ♣A ♦A ♠2 ♠3");
    let before = view.clone();
    assert_eq!(view.observe(card("♠4")), Err(ViewError::NoDeal { play: 8 }));
    assert_eq!(view, before);
    told(&mut view, "♦K");
}

#[test]
fn events_out_of_their_order_are_refused() {
    let mut view = View::start(&Rules::STANDARD, seat(0), Pass::Hold, cards(HAND)).unwrap();
    assert_eq!(view.observe(card("♣2")), Err(ViewError::NotBegun));
    assert_eq!(view.legal(), CardSet::EMPTY);
    let (mut round, mut random) = skewed_round(&Rules::STANDARD, 1);
    pass_at_random(&mut round, &mut random);
    play_at_random(&mut round, 52, &mut random);
    let mut view = round.view(seat(2));
    assert_eq!(view.turn(), None);
    assert_eq!(view.observe(card("♣2")), Err(ViewError::Over));
    assert_eq!(view.legal(), CardSet::EMPTY);
}

/// A view built by hand, event by event.
fn by_hand(round: &Round, seat: Seat) -> View {
    let direction = round.direction();
    let mut view = View::start(round.rules(), seat, direction, round.dealt()[seat]).unwrap();
    if let Some(gave) = round.passed(seat) {
        if round.position().is_some() {
            let received = round.passed(direction.giver(seat)).unwrap();
            view.exchange(gave, received).unwrap();
        } else {
            view.give(gave).unwrap();
        }
    }
    if let Some(&(leader, _)) = round.plays().first() {
        view.begin(leader).unwrap();
    } else if let Phase::Playing(leader) = round.phase() {
        view.begin(leader).unwrap();
    }
    for &(_, card) in round.plays() {
        view.observe(card).unwrap();
    }
    view
}

/// What holds of every view of a round that has been played by the rules.
fn check_views(round: &Round) {
    let begun = round.position().is_some();
    for seat in Seat::all(4) {
        let view = round.view(seat);
        assert_eq!(view, by_hand(round, seat));
        assert_eq!(view.hand(), round.hand(seat));
        assert_eq!(view.points(), round.points());
        if !begun {
            continue;
        }
        let position = round.position().unwrap();
        assert_eq!(view.turn(), position.turn());
        assert_eq!(view.played(), position.played());
        assert_eq!(
            (view.trick(), view.led()),
            (position.trick(), position.led())
        );
        assert_eq!(view.winning(), position.winning());
        if !position.is_over() {
            assert_eq!(view.is_broken(), position.is_broken(round.rules()));
            assert_eq!(view.is_first_trick(), position.is_first_trick());
        }
        if view.turn() == Some(seat) {
            assert_eq!(view.legal(), position.legal(round.rules()));
        } else {
            assert_eq!(view.legal(), CardSet::EMPTY);
        }
        let mut others = CardSet::EMPTY;
        for other in Seat::all(4).filter(|&other| other != seat) {
            let hand = round.hand(other);
            assert!(
                hand.is_subset(view.may_hold(other)),
                "{hand} {}",
                view.may_hold(other)
            );
            assert!(
                view.known(other).is_subset(hand),
                "{hand} {}",
                view.known(other)
            );
            assert_eq!(view.cards(other), hand.len());
            for suit in Suit::ALL {
                assert!(!view.is_void(other, suit) || !hand.has_suit(suit));
            }
            others |= hand;
        }
        assert_eq!(view.unseen(), others);
        // The real deal is a position of the view, and plays as it does.
        let hands = BySeat::from_fn(|seat| round.hand(seat));
        let rebuilt = view.position(&hands);
        assert_eq!(rebuilt.is_ok(), !position.is_over());
        if let Ok(rebuilt) = rebuilt {
            assert_eq!(rebuilt.turn(), position.turn());
            assert_eq!(rebuilt.legal(round.rules()), position.legal(round.rules()));
            assert_eq!(rebuilt.winning(), position.winning());
            assert_eq!(rebuilt.trick_len(), position.trick_len());
            assert_eq!(rebuilt.points(), position.points());
        }
    }
}

#[test]
fn a_round_s_view_is_the_one_built_by_hand_and_holds_the_real_deal() {
    for trial in 0..2 {
        for (number, rules) in (0..).zip(play_rules()) {
            let (mut round, mut random) = skewed_round(&rules, 1000 * trial + number);
            check_views(&round);
            while let Phase::Passing(seat) = round.phase() {
                let chosen = Random.pass(&round.view(seat), &mut random);
                round.pass(seat, chosen).unwrap();
                check_views(&round);
            }
            while let Phase::Playing(_) = round.phase() {
                play_at_random(&mut round, 1, &mut random);
                check_views(&round);
            }
        }
    }
}

#[test]
fn what_a_seat_may_hold_is_what_it_holds_in_some_deal() {
    let (mut listed, mut pinned) = (0, 0);
    for (trial, rules) in (0..).zip(play_rules().into_iter().cycle().take(144)) {
        let (mut round, mut random) = skewed_round(&rules, 90_000 + trial);
        pass_at_random(&mut round, &mut random);
        while let Phase::Playing(turn) = round.phase() {
            // Not only the one on turn looks.
            for seat in [turn, turn.next(4)] {
                let view = round.view(seat);
                let worlds = Worlds::new(&view.constraints()).unwrap();
                if worlds.count() > 300 {
                    continue;
                }
                let mut some = BySeat::<CardSet>::default();
                for deal in worlds.every() {
                    assert!(seat != turn || view.position(&deal).is_ok());
                    for (other, &hand) in deal.iter() {
                        some[other] |= hand;
                    }
                }
                for other in Seat::all(4).filter(|&other| other != seat) {
                    assert_eq!(view.may_hold(other), some[other]);
                    let chance = |card| worlds.marginal(card, other).numerator() > 0;
                    assert_eq!(
                        some[other],
                        view.unseen().iter().filter(|&c| chance(c)).collect()
                    );
                    // One whose whole hand is known may hold nothing else.
                    if view.cards(other) > 0 && view.known(other).len() == view.cards(other) {
                        assert_eq!(view.may_hold(other), view.known(other));
                        pinned += 1;
                    }
                }
                listed += 1;
            }
            play_at_random(&mut round, 1, &mut random);
        }
    }
    assert!(listed > 2000, "{listed}");
    assert!(pinned > 50, "{pinned}");
}

#[test]
fn whatever_the_hidden_cards_the_view_is_the_same() {
    let mut compared = 0;
    for (trial, rules) in (0..).zip(play_rules().into_iter().cycle().take(216)) {
        let mut random = rng(50_000 + trial);
        let direction = Pass::ALL[below(&mut random, 4) as usize];
        let deal = skewed_deal(&mut random);
        let mut round = Round::new(&rules, direction, deal).unwrap();
        pass_at_random(&mut round, &mut random);
        while let Phase::Playing(turn) = round.phase() {
            if let Some(other) = common::disguised(&round, turn, &mut random) {
                assert_eq!(other.view(turn), round.view(turn));
                compared += i32::from(other.position() != round.position());
            }
            play_at_random(&mut round, 1, &mut random);
        }
    }
    assert!(compared > 5000, "{compared}");
}
