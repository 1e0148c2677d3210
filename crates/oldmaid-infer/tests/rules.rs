//! The rules of the game, and what is refused.

use cards_core::random::trial_rng;
use cards_core::{RankSet, Seat};
use oldmaid_infer::policy::{KeepingPairs, Policy, RandomTarget};
use oldmaid_infer::{
    Draw, DrawFrom, EventError, Filter, Game, Hand, History, Kind, Matching, OddCard, Pairing,
    PlayError, Problem, Rules, Start, StartError,
};
use rand_pcg::Pcg64Mcg;

fn kind(text: &str) -> Kind {
    text.parse().unwrap()
}

fn hand(text: &str) -> Hand {
    text.split_whitespace().map(kind).collect()
}

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

/// A pack of these ranks without ♣Q.
fn small(players: usize, ranks: &str, suits: u8) -> Rules {
    Rules {
        ranks: ranks.parse::<RankSet>().unwrap(),
        suits,
        draw_from: DrawFrom::Any,
        ..Rules::STANDARD.with_players(players)
    }
}

fn play(game: &mut Game, seed: u64) -> oldmaid_infer::Outcome {
    let mut rng: Pcg64Mcg = trial_rng(7, seed);
    let mut random = [RandomTarget; 6];
    let players = game.hands().len();
    let mut seats: Vec<&mut dyn Policy> = random[..players]
        .iter_mut()
        .map(|policy| policy as &mut dyn Policy)
        .collect();
    game.play(&mut seats, &mut rng).unwrap()
}

#[test]
fn hands_with_empty_seats_between_come_to_an_end() {
    let rules = small(4, "Q5", 2);
    let dealt = ["Q 5", "", "5", ""].map(hand);
    for seed in 0..50 {
        let mut game = Game::from_dealt(&rules, &dealt, seat(0)).unwrap();
        let outcome = play(&mut game, seed);
        let loser = outcome.loser.unwrap();
        assert!(loser == seat(0) || loser == seat(2));
        assert_eq!(game.hands()[loser.index()], hand("Q"));
        // A seat without cards never draws and is never drawn from.
        for draw in game.history() {
            assert!([0, 2].contains(&draw.by.index()) && [0, 2].contains(&draw.from.index()));
        }
    }
}

#[test]
fn three_of_a_kind_lose_one_pair_and_keep_one_card() {
    let rules = small(2, "Q5", 4);
    let dealt = ["5 5 5 Q", "5 Q Q"].map(hand);
    let game = Game::from_dealt(&rules, &dealt, seat(0)).unwrap();
    assert_eq!(game.hands(), ["5 Q", "5"].map(hand));
    assert_eq!(game.start().discards[0].pairs(kind("5")), 1);
    assert_eq!(game.start().discards[1].pairs(kind("Q")), 1);
}

#[test]
fn the_joker_pairs_with_nothing() {
    let rules = Rules {
        ranks: "5".parse().unwrap(),
        suits: 2,
        ..Rules::DOCUMENT.with_players(2)
    };
    let mut game = Game::from_dealt(&rules, &["joker 5", "5"].map(hand), seat(1)).unwrap();
    let draw = game.draw_card(seat(0), Kind::JOKER, false).unwrap();
    assert!(draw.discarded.is_empty());
    assert_eq!(game.hands()[1], hand("5 joker"));
    let start = game.start().clone();
    let mut filter = Filter::new(&rules, seat(0), &start, &hand("5 joker")).unwrap();
    let paired = Draw::paired(seat(1), seat(0), Kind::JOKER);
    let error = filter.observe(&paired).unwrap_err();
    let problem = Problem::CannotPair {
        by: seat(1),
        kind: Kind::JOKER,
    };
    assert_eq!(error, error_of(1, problem));
}

fn error_of(event: u32, problem: Problem) -> EventError {
    // The error type may grow fields, so it is compared as a text and by its parts.
    let filter_error = {
        let rules = small(2, "Q5", 2);
        let mut game = Game::from_dealt(&rules, &["Q 5", "5"].map(hand), seat(0)).unwrap();
        game.draw_card(seat(0), kind("Q"), false).unwrap_err()
    };
    let mut error = filter_error;
    error.event = event;
    error.problem = problem;
    error
}

#[test]
fn pairs_are_by_rank_or_by_rank_and_colour() {
    let by_rank = small(2, "Q5", 4);
    let coloured = Rules {
        matching: Matching::RankAndColour,
        ..by_rank
    };
    assert_eq!(by_rank.kinds().len(), 2);
    assert_eq!(coloured.kinds().to_string(), "5b 5r Qb Qr");
    // A red and a black five are no pair, two red ones are.
    let dealt = ["5r 5b 5r", "5b Qb Qr Qr"].map(hand);
    let game = Game::from_dealt(&coloured, &dealt, seat(0)).unwrap();
    assert_eq!(game.hands(), ["5b", "5b Qb"].map(hand));
    assert_eq!(coloured.odd_kinds().to_string(), "Qb");
}

#[test]
fn a_fixed_neighbour_is_the_next_who_holds_cards() {
    let rules = Rules {
        draw_from: DrawFrom::Previous,
        ..small(4, "Q5", 2)
    };
    let dealt = ["Q 5", "", "5", ""].map(hand);
    let mut game = Game::from_dealt(&rules, &dealt, seat(0)).unwrap();
    assert_eq!(game.table().targets().collect::<Vec<_>>(), [seat(2)]);
    let next = Rules {
        draw_from: DrawFrom::Next,
        ..rules
    };
    let other = Game::from_dealt(&next, &["Q", "5", "5", ""].map(hand), seat(0)).unwrap();
    assert_eq!(other.table().targets().collect::<Vec<_>>(), [seat(1)]);
    game.draw_card(seat(2), kind("5"), false).unwrap();
    assert!(game.table().is_over());
    assert_eq!(game.outcome().loser, Some(seat(0)));
    assert_eq!(game.table().targets().count(), 0);
}

#[test]
fn games_end_with_the_odd_card_under_all_rules() {
    for preset in [Rules::DOCUMENT, Rules::STANDARD, Rules::JIJI_NUKI] {
        for matching in [Matching::Rank, Matching::RankAndColour] {
            for players in 2..=6 {
                let rules = Rules {
                    matching,
                    ..preset.with_players(players)
                };
                for seed in 0..20 {
                    let mut rng: Pcg64Mcg = trial_rng(players as u64, seed);
                    let mut game = Game::deal(&rules, &mut rng).unwrap();
                    let outcome = play(&mut game, seed);
                    let left = game.hands()[outcome.loser.unwrap().index()];
                    assert_eq!(left.len(), 1);
                    let odd = left.kinds().nth(0).unwrap();
                    assert!(rules.odd_kinds().contains(odd));
                    assert!(rules.odd_card != OddCard::Joker || odd.is_joker());
                }
            }
        }
    }
}

#[test]
fn pairs_are_kept_only_where_the_rules_allow_it() {
    let deal = |pairing| {
        let rules = Rules {
            pairing,
            ..Rules::DOCUMENT
        };
        let mut rng: Pcg64Mcg = trial_rng(3, 1);
        let mut game = Game::deal(&rules, &mut rng).unwrap();
        let mut seats = [KeepingPairs {
            policy: RandomTarget,
            most: 60,
        }; 4];
        let [a, b, c, d] = &mut seats;
        let outcome = game.play(&mut [a, b, c, d], &mut rng).unwrap();
        let joker_only = |draw: &Draw| draw.discarded.len() <= 1;
        (
            outcome,
            game.history().iter().all(joker_only),
            game.hands()[outcome.loser.unwrap().index()],
        )
    };
    assert_eq!(deal(Pairing::Compulsory).2, hand("joker"));
    let (_, _, left) = deal(Pairing::Optional);
    assert!(left.count(Kind::JOKER) == 1);
    // Without a model of who keeps pairs there is no posterior.
    let rules = Rules {
        pairing: Pairing::Optional,
        ..Rules::DOCUMENT
    };
    let game = Game::deal(&rules, &mut trial_rng::<Pcg64Mcg>(0, 0)).unwrap();
    assert_eq!(
        Filter::at_start(&game, seat(0)).unwrap_err(),
        StartError::OptionalPairing
    );
}

/// A game of four on the full pack for the tests of bad input.
fn full_game() -> Game {
    Game::deal(&Rules::DOCUMENT, &mut trial_rng::<Pcg64Mcg>(11, 4)).unwrap()
}

/// The observation is refused, names the event, and changes nothing.
fn refused(filter: &mut Filter, draw: Draw) -> Problem {
    let before = (filter.marginals(), *filter.table(), filter.log_evidence());
    let error = filter.observe(&draw).unwrap_err();
    assert_eq!(error.event, filter.table().draws() + 1);
    assert!(
        error
            .to_string()
            .starts_with(&format!("event {}: ", error.event))
    );
    assert_eq!(
        before,
        (filter.marginals(), *filter.table(), filter.log_evidence())
    );
    error.problem
}

#[test]
fn impossible_events_are_refused_and_change_nothing() {
    let game = full_game();
    let observer = seat(3);
    let mut filter = Filter::at_start(&game, observer).unwrap();
    let own: Vec<Kind> = filter.hand().iter().collect();
    let absent: Vec<Kind> = Rules::DOCUMENT
        .kinds()
        .iter()
        .filter(|kind| !own.contains(kind))
        .collect();

    for (draw, problem) in [
        (
            Draw::hidden(seat(1), seat(0)),
            Problem::OutOfTurn {
                by: seat(1),
                turn: seat(0),
            },
        ),
        (
            Draw::hidden(seat(0), seat(0)),
            Problem::OwnHand { by: seat(0) },
        ),
        (
            Draw::hidden(seat(0), seat(5)),
            Problem::NoSuchSeat {
                seat: seat(5),
                players: 4,
            },
        ),
        (
            Draw::hidden(seat(0), observer),
            Problem::CardUnknown { seat: observer },
        ),
        (
            Draw::seen(seat(0), observer, absent[0]),
            Problem::CannotHold {
                from: observer,
                kind: absent[0],
            },
        ),
        (
            Draw::seen(seat(0), seat(1), own[0]),
            Problem::CardUnseen {
                seat: observer,
                kind: own[0],
            },
        ),
        (
            Draw::paired(seat(0), seat(1), kind("Qr")),
            Problem::NoSuchKind { kind: kind("Qr") },
        ),
        (
            Draw::paired(seat(0), seat(1), Kind::JOKER),
            Problem::CannotPair {
                by: seat(0),
                kind: Kind::JOKER,
            },
        ),
    ] {
        assert_eq!(refused(&mut filter, draw), problem, "{draw:?}");
    }
    // A pair whose other cards are all accounted for.
    let full = Rules::DOCUMENT
        .kinds()
        .iter()
        .find(|&kind| !kind.is_joker() && filter.marginals().outside(kind) < 1.5);
    let gone = full.unwrap();
    let problem = refused(&mut filter, Draw::paired(seat(0), seat(1), gone));
    let too_many = Problem::TooMany {
        kind: gone,
        copies: 4,
    };
    let cannot = Problem::CannotPair {
        by: seat(0),
        kind: gone,
    };
    assert!(problem == too_many || problem == cannot, "{problem}");
    assert!(filter.observe(&Draw::hidden(seat(0), seat(1))).is_ok());
}

#[test]
fn a_rank_seen_five_times_is_named() {
    // Seat 2 holds a queen and a five; two pairs of fives would make five of them.
    let rules = Rules {
        ranks: "Q5A".parse().unwrap(),
        odd_card: OddCard::Joker,
        draw_from: DrawFrom::Any,
        ..Rules::STANDARD.with_players(3)
    };
    let start = Start {
        sizes: vec![2, 2, 3],
        discards: vec![
            [kind("5")].into_iter().collect(),
            [kind("Q")].into_iter().collect(),
            [kind("A")].into_iter().collect(),
        ],
        first: seat(0),
    };
    let mut filter = Filter::new(&rules, seat(2), &start, &hand("Q 5 A")).unwrap();
    let draw = Draw::paired(seat(0), seat(1), kind("5"));
    assert_eq!(
        filter.observe(&draw).unwrap_err().to_string(),
        "event 1: more cards of 5 are seen than the 4 of the pack"
    );
    // The same in the pairs of the deal.
    let mut start = start;
    start.discards[1] = [kind("5"), kind("5")].into_iter().collect();
    start.sizes = vec![3, 0, 2];
    let error = Filter::new(&rules, seat(2), &start, &hand("Q A")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "with those of seat 1 there are more cards of 5 than the 4 of the pack"
    );
}

#[test]
fn an_empty_hand_is_not_drawn_from() {
    let rules = small(3, "Q5", 2);
    let game = Game::from_dealt(&rules, &["Q 5", "", "5"].map(hand), seat(0)).unwrap();
    let mut filter = Filter::at_start(&game, seat(0)).unwrap();
    let problem = refused(&mut filter, Draw::seen(seat(0), seat(1), kind("5")));
    assert_eq!(problem, Problem::EmptyHand { from: seat(1) });
    let problem = refused(&mut filter, Draw::seen(seat(0), seat(2), kind("5")));
    let must = Problem::MustPair {
        by: seat(0),
        kind: Some(kind("5")),
    };
    assert_eq!(problem, must);
    filter
        .observe(&Draw::paired(seat(0), seat(2), kind("5")))
        .unwrap();
    assert_eq!(
        refused(&mut filter, Draw::hidden(seat(1), seat(0))),
        Problem::GameOver
    );
}

#[test]
fn impossible_starts_are_named() {
    let rules = Rules::DOCUMENT;
    let game = full_game();
    let own = game.start_hands()[0];
    let start = game.start().clone();
    let new = |start: &Start, own: &Hand| Filter::new(&rules, seat(0), start, own).unwrap_err();
    let mut short = start.clone();
    short.sizes.pop();
    assert_eq!(
        new(&short, &own).to_string(),
        "there are 3 sizes for 4 players"
    );
    let mut many = start.clone();
    many.sizes[1] += 1;
    assert_eq!(
        new(&many, &own).to_string(),
        "there are 54 cards in hands and discarded, but the pack deals 53"
    );
    many.sizes[1] = usize::MAX;
    assert!(matches!(new(&many, &own), StartError::Cards { .. }));
    assert!(matches!(
        new(&start, &Hand::EMPTY),
        StartError::OwnSize { .. }
    ));
    let mut cards: Vec<Kind> = own.kinds().iter().collect();
    cards[1] = cards[0];
    let pair: Hand = cards.into_iter().collect();
    assert!(matches!(new(&start, &pair), StartError::KeptPair { .. }));
    let nobody = Filter::new(&rules, seat(4), &start, &own).unwrap_err();
    assert_eq!(nobody.to_string(), "there is no seat 4 at a table of 4");
    let dealt = [hand("5 5"), hand("5 5")];
    let cards = Game::from_dealt(&small(2, "Q5", 4), &dealt, seat(0)).unwrap_err();
    assert_eq!(
        cards.to_string(),
        "there are 4 cards in hands and discarded, but the pack deals 7"
    );
}

#[test]
fn a_game_refuses_what_policies_may_not_choose() {
    struct Wrong(usize);
    impl Policy for Wrong {
        fn choose(
            &mut self,
            _: &oldmaid_infer::View<'_>,
            _: &mut dyn cards_core::rand_core::Rng,
        ) -> Seat {
            seat(self.0)
        }
    }
    for (target, name) in [
        (0, "seat 0 draws from its own hand"),
        (7, "seat 7 is drawn from, but holds no cards"),
    ] {
        let mut game = full_game();
        let before = game.clone();
        let (mut a, mut b, mut c, mut d) =
            (Wrong(target), RandomTarget, RandomTarget, RandomTarget);
        let error = game.play(
            &mut [&mut a, &mut b, &mut c, &mut d],
            &mut trial_rng::<Pcg64Mcg>(0, 0),
        );
        assert_eq!(error.unwrap_err().to_string(), format!("event 1: {name}"));
        assert_eq!(game.hands(), before.hands());
    }
    let mut game = full_game();
    let mut one = RandomTarget;
    let error = game
        .play(&mut [&mut one], &mut trial_rng::<Pcg64Mcg>(0, 0))
        .unwrap_err();
    assert_eq!(error, PlayError::Policies { found: 1, seats: 4 });
}

/// What a generator deals does not change.
#[test]
fn value_stability_of_deals() {
    let dealt = |rules: Rules| -> Vec<String> {
        let game = Game::deal(&rules, &mut trial_rng::<Pcg64Mcg>(2026, 0)).unwrap();
        game.start_hands().iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        dealt(Rules::DOCUMENT),
        [
            "J Q K A",
            "2 3 8 9 Q K joker",
            "4 6 T J Q",
            "2 3 4 6 8 9 T Q A"
        ]
    );
    let mut game = Game::deal(&Rules::DOCUMENT, &mut trial_rng::<Pcg64Mcg>(2026, 0)).unwrap();
    let outcome = play(&mut game, 0);
    let draws: Vec<String> = game.history()[..4]
        .iter()
        .map(|draw| format!("{}<{} {}", draw.by, draw.from, draw.card.unwrap()))
        .collect();
    assert_eq!(draws, ["0<3 3", "1<3 A", "2<1 Q", "3<1 2"]);
    assert_eq!(outcome.draws as usize, game.history().len());
}

/// A history built draw by draw is that of the game, for everybody and for each seat.
#[test]
fn histories_show_what_was_seen() {
    let mut rng: Pcg64Mcg = trial_rng(31, 0);
    let mut game = Game::deal(&Rules::DOCUMENT, &mut rng).unwrap();
    let mut public = History::new(&Rules::DOCUMENT, game.start().clone()).unwrap();
    while !game.table().is_over() {
        let from = game.table().targets().last().unwrap();
        let draw = game.draw_random(from, false, &mut rng).unwrap();
        public.push(draw.public()).unwrap();
    }
    assert_eq!(public, game.public_history());
    assert_eq!(public.table(), game.table());
    for seat in Seat::all(4) {
        let seen = game.view(seat).history();
        assert!(seen.draws().iter().copied().eq(game.view(seat).events()));
        assert_eq!(seen.public(), public);
        for (draw, all) in seen.draws().iter().zip(game.history()) {
            let own = all.by == seat || all.from == seat;
            let shown = own || !all.discarded.is_empty();
            assert_eq!(draw.card, all.card.filter(|_| shown));
        }
    }
    // Nobody is left to draw from, and a refused draw changes nothing.
    let before = public.clone();
    let draw = Draw::hidden(public.table().turn(), Seat::FIRST);
    let error = public.push(draw).unwrap_err();
    assert_eq!(error.problem, Problem::GameOver);
    assert_eq!(error.event, before.table().draws() + 1);
    assert_eq!(public, before);
}
