//! The filter on the full pack, its forms against each other, and its
//! approximation.

use cards_core::Seat;
use cards_core::random::{below, trial_rng};
use oldmaid_infer::{
    Budget, Draw, DrawFrom, Filter, Game, Hand, Kind, Matching, OddCard, Pairing, ReweighError,
    Rules,
};
use rand_pcg::Pcg64Mcg;

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

fn random_draw(game: &mut Game, rng: &mut Pcg64Mcg) -> Draw {
    let targets: Vec<Seat> = game.table().targets().collect();
    let from = targets[below(rng, targets.len() as u64) as usize];
    game.draw_random(from, false, rng).unwrap()
}

/// The largest difference of any holding's chance.
fn distance(a: &Filter, b: &Filter) -> f64 {
    let (one, two) = (a.marginals(), b.marginals());
    let mut most: f64 = 0.0;
    for seat in Seat::all(a.table().rules().players) {
        for kind in a.table().rules().kinds().iter() {
            most = most.max((one.holds(seat, kind) - two.holds(seat, kind)).abs());
        }
        most = most.max((one.holds_odd(seat) - two.holds_odd(seat)).abs());
    }
    most
}

fn filter_with(game: &Game, observer: Seat, budget: Budget) -> Filter {
    let hand = game.start_hands()[observer.index()];
    Filter::with_budget(game.table().rules(), observer, game.start(), &hand, budget).unwrap()
}

#[test]
fn lumped_and_unlumped_forms_agree_on_the_full_pack() {
    for (players, games) in [(2, 40), (3, 40), (4, 12)] {
        for odd_card in [OddCard::Joker, OddCard::Removed("QC".parse().unwrap())] {
            let rules = Rules {
                odd_card,
                ..Rules::DOCUMENT.with_players(players)
            };
            let budget = Budget::of_players(players);
            for trial in 0..games {
                let mut rng: Pcg64Mcg = trial_rng(5, trial);
                let mut game = Game::deal(&rules, &mut rng).unwrap();
                let observer = seat(trial as usize % players);
                let mut lumped = filter_with(&game, observer, budget);
                let mut others = [
                    filter_with(&game, observer, budget.unlumped()),
                    filter_with(&game, observer, budget.wide()),
                ];
                while !game.table().is_over() {
                    let draw = random_draw(&mut game, &mut rng).seen_by(observer);
                    lumped.observe(&draw).unwrap();
                    for other in &mut others {
                        other.observe(&draw).unwrap();
                        assert!(lumped.is_exact() && other.is_exact());
                        let apart = distance(&lumped, other);
                        assert!(apart < 1e-12, "{apart:e}");
                        let log = (lumped.log_evidence() - other.log_evidence()).abs();
                        assert!(log < 1e-9, "{log:e}");
                        let bits = |filter: &Filter| filter.entropy().unwrap();
                        let apart = (bits(&lumped) - bits(other)).abs();
                        assert!(apart < 1e-11, "{apart:e}");
                    }
                    assert!(lumped.states() <= others[0].states());
                }
            }
        }
    }
}

/// With 27 kinds the fields of narrow words run out: they are laid out anew, and
/// classes are split.
#[test]
fn narrow_words_hold_every_kind() {
    for (odd_card, players) in [
        (OddCard::Joker, 3),
        (OddCard::Unknown, 3),
        (OddCard::Joker, 4),
    ] {
        let rules = Rules {
            odd_card,
            matching: Matching::RankAndColour,
            ..Rules::DOCUMENT.with_players(players)
        };
        for trial in 0..4 {
            let mut rng: Pcg64Mcg = trial_rng(15, trial);
            let mut game = Game::deal(&rules, &mut rng).unwrap();
            let observer = seat(trial as usize % players);
            let budget = Budget::of_players(players).with_states(1 << 16);
            let mut narrow = filter_with(&game, observer, budget);
            let mut wide = filter_with(&game, observer, budget.wide());
            while !game.table().is_over() && narrow.is_exact() {
                let draw = random_draw(&mut game, &mut rng).seen_by(observer);
                narrow.observe(&draw).unwrap();
                wide.observe(&draw).unwrap();
                assert_eq!(narrow.is_exact(), wide.is_exact());
                if narrow.is_exact() {
                    let apart = distance(&narrow, &wide);
                    assert!(apart < 1e-12, "{apart:e}");
                }
            }
        }
    }
}

#[test]
fn the_lazy_form_agrees_with_the_list_of_states() {
    for players in 3..=4 {
        let rules = Rules::DOCUMENT.with_players(players);
        for trial in 0..6 {
            let mut rng: Pcg64Mcg = trial_rng(6, trial);
            let mut game = Game::deal(&rules, &mut rng).unwrap();
            let observer = seat(trial as usize % players);
            let mut direct = filter_with(&game, observer, Budget::of_players(players));
            let lazy_steps = 2e6;
            let lazy = Budget::of_players(players)
                .lazy()
                .with_lazy_steps(lazy_steps);
            let mut lazy = filter_with(&game, observer, lazy);
            assert!(lazy.is_lazy() && lazy.states() == 0);
            while !game.table().is_over() {
                let draw = random_draw(&mut game, &mut rng).seen_by(observer);
                direct.observe(&draw).unwrap();
                lazy.observe(&draw).unwrap();
                assert!(lazy.is_exact());
                let apart = distance(&direct, &lazy);
                assert!(apart < 1e-12, "{apart:e}");
            }
        }
    }
}

/// Every exact filter gives what has happened a chance, and all chances of a hand
/// add up to its size.
#[test]
fn five_and_six_players_and_an_unknown_card() {
    for (rules, games) in [
        (Rules::DOCUMENT.with_players(5), 4),
        (Rules::DOCUMENT.with_players(6), 2),
        (Rules::JIJI_NUKI, 6),
        (
            Rules {
                draw_from: DrawFrom::Any,
                ..Rules::JIJI_NUKI.with_players(5)
            },
            1,
        ),
    ] {
        for trial in 0..games {
            let mut rng: Pcg64Mcg = trial_rng(8, trial);
            let mut game = Game::deal(&rules, &mut rng).unwrap();
            let observer = seat(trial as usize % rules.players);
            let budget = Budget::of_players(rules.players)
                .with_states(1 << 12)
                .with_lazy_steps(1e6);
            let mut filter = filter_with(&game, observer, budget);
            while !game.table().is_over() {
                let draw = random_draw(&mut game, &mut rng).seen_by(observer);
                filter.observe(&draw).unwrap();
                let marginals = filter.marginals();
                for seat in Seat::all(rules.players) {
                    let held: f64 = rules
                        .kinds()
                        .iter()
                        .map(|kind| marginals.holds(seat, kind))
                        .sum();
                    let size = filter.table().size(seat) as f64;
                    assert!((held - size).abs() < 1e-9, "{held} of {size}");
                }
                let odd: f64 = Seat::all(rules.players)
                    .map(|seat| marginals.holds_odd(seat))
                    .sum();
                let odd_kinds: f64 = rules
                    .odd_kinds()
                    .iter()
                    .map(|kind| filter.odd_kind(kind))
                    .sum();
                assert!(
                    (odd - 1.0).abs() < 1e-9 && (odd_kinds - 1.0).abs() < 1e-9
                        || rules.odd_card != OddCard::Joker
                );
                assert!((odd_kinds - 1.0).abs() < 1e-9);
                if filter.is_exact() {
                    for (seat, hand) in Seat::all(rules.players).zip(game.hands()) {
                        for kind in hand.kinds().iter() {
                            assert!(marginals.holds(seat, kind) > 0.0);
                        }
                    }
                }
            }
        }
    }
}

/// An approximation is marked as one, and it is not far off.
#[test]
fn thinned_states_stay_near_the_exact_ones() {
    let mut worst: f64 = 0.0;
    let mut squares = (0.0, 0.0);
    let mut approximate = 0;
    for trial in 0..12 {
        let mut rng: Pcg64Mcg = trial_rng(9, trial);
        let mut game = Game::deal(&Rules::DOCUMENT, &mut rng).unwrap();
        let observer = seat(trial as usize % 4);
        let mut exact = filter_with(&game, observer, Budget::of_players(4));
        let budget = Budget::of_players(4).with_states(256).with_lazy_steps(1e4);
        let mut thinned = filter_with(&game, observer, budget);
        while !game.table().is_over() {
            let draw = random_draw(&mut game, &mut rng).seen_by(observer);
            exact.observe(&draw).unwrap();
            thinned.observe(&draw).unwrap();
            assert!(exact.is_exact());
            assert!(thinned.states() <= 256 + 16);
            let apart = distance(&exact, &thinned);
            assert!(thinned.is_exact() || apart.is_finite());
            if thinned.is_exact() {
                assert!(apart < 1e-12);
            } else {
                approximate += 1;
                worst = worst.max(apart);
                squares = (squares.0 + apart * apart, squares.1 + 1.0);
            }
        }
    }
    assert!(approximate > 50, "{approximate}");
    let typical = (squares.0 / squares.1).sqrt();
    assert!(typical < 0.2, "typical {typical}, worst {worst}");
}

#[test]
fn samples_have_the_chances_of_the_posterior() {
    for (rules, draws) in [
        (Rules::DOCUMENT, 9),
        (Rules::DOCUMENT.with_players(5), 3),
        (Rules::JIJI_NUKI, 6),
    ] {
        let mut rng: Pcg64Mcg = trial_rng(10, 3);
        let mut game = Game::deal(&rules, &mut rng).unwrap();
        let observer = seat(1);
        let mut filter = Filter::at_start(&game, observer).unwrap();
        for _ in 0..draws {
            let draw = random_draw(&mut game, &mut rng).seen_by(observer);
            filter.observe(&draw).unwrap();
        }
        let marginals = filter.marginals();
        let samples = 4000;
        let mut held = vec![[0_u32; Kind::COUNT]; rules.players];
        for _ in 0..samples {
            let hands = filter.sample(&mut rng);
            assert_eq!(hands[observer.index()], filter.hand());
            for (seat, hand) in hands.iter().enumerate() {
                assert_eq!(hand.len(), filter.table().size(Seat::new(seat).unwrap()));
                for kind in hand.iter() {
                    held[seat][kind.index()] += 1;
                }
            }
        }
        for (seat, counts) in held.iter().enumerate() {
            for kind in rules.kinds().iter() {
                let p = marginals.holds(Seat::new(seat).unwrap(), kind);
                let share = f64::from(counts[kind.index()]) / f64::from(samples);
                let error = (p * (1.0 - p) / f64::from(samples)).sqrt();
                assert!((share - p).abs() <= 5.0 * error + 1e-9, "{share} {p}");
            }
        }
    }
}

#[test]
fn a_likelihood_of_choices_reweighs_the_hands() {
    let mut rng: Pcg64Mcg = trial_rng(12, 0);
    let mut game = Game::deal(&Rules::DOCUMENT.with_players(3), &mut rng).unwrap();
    let observer = seat(0);
    let mut filter = Filter::at_start(&game, observer).unwrap();
    for _ in 0..4 {
        let draw = random_draw(&mut game, &mut rng).seen_by(observer);
        filter.observe(&draw).unwrap();
    }
    // Weighing by whether seat 1 holds the joker conditions on it.
    let joker = (seat(1), Kind::JOKER);
    let p = filter.joint(&[joker]);
    assert!(p > 0.0 && p < 1.0, "{p}");
    let mut certain = filter.clone();
    let holds = |hands: &[Hand]| f64::from(hands[1].count(Kind::JOKER));
    certain.reweigh(holds).unwrap();
    assert!((certain.joint(&[joker]) - 1.0).abs() < 1e-12);
    for kind in filter.table().rules().kinds().iter() {
        let both = filter.joint(&[joker, (seat(2), kind)]) / p;
        assert!((certain.marginals().holds(seat(2), kind) - both).abs() < 1e-12);
    }
    assert!((certain.log_evidence() - filter.log_evidence() - p.ln()).abs() < 1e-12);
    let before = filter.marginals();
    assert_eq!(filter.reweigh(|_| 0.0), Err(ReweighError::NothingLeft));
    assert_eq!(
        filter.reweigh(|_| -1.0),
        Err(ReweighError::Weight { weight: -1.0 })
    );
    assert_eq!(filter.marginals(), before);
}

/// A state that likelihoods have made some 10³⁰⁸ times less likely than the others is
/// lost, and what then leaves only such states is refused.
#[test]
fn what_vanishes_among_likelihoods_is_refused() {
    let mut rng: Pcg64Mcg = trial_rng(12, 1);
    let game = Game::deal(&Rules::DOCUMENT.with_players(3), &mut rng).unwrap();
    let observer = seat(0);
    let mut start = Filter::at_start(&game, observer).unwrap();
    let joker = (seat(1), Kind::JOKER);
    let holds = |hands: &[Hand]| hands[1].count(Kind::JOKER) > 0;
    let p = start.joint(&[joker]);
    assert!(p > 0.0 && p < 1.0, "{p}");
    start.reweigh(|_| 1.0).unwrap();
    for (unlikely, times, kept) in [(1e-200, 1, true), (1e-155, 2, false), (1e-200, 2, false)] {
        let mut filter = start.clone();
        for _ in 0..times {
            let weight = |hands: &[Hand]| if holds(hands) { unlikely } else { 1.0 };
            filter.reweigh(weight).unwrap();
        }
        let before = (filter.marginals(), filter.log_evidence());
        let outcome = filter.reweigh(|hands| f64::from(u8::from(holds(hands))));
        if kept {
            // 10⁻²⁰⁰ is still a chance, and conditioning on it is exact.
            assert_eq!(outcome, Ok(()));
            assert!((filter.joint(&[joker]) - 1.0).abs() < 1e-12);
            let evidence = start.log_evidence() + p.ln() + unlikely.ln();
            assert!((filter.log_evidence() - evidence).abs() < 1e-9);
        } else {
            assert_eq!(outcome, Err(ReweighError::Vanished), "{unlikely}");
            assert!(outcome.unwrap_err().to_string().contains("too far apart"));
            assert_eq!((filter.marginals(), filter.log_evidence()), before);
        }
    }
}

/// The chance of the true odd kind grows as the game goes on.
#[test]
fn an_unknown_card_becomes_known() {
    let rules = Rules {
        draw_from: DrawFrom::Any,
        ..Rules::JIJI_NUKI
    };
    let games = 40;
    let (mut first, mut last) = (0.0, 0.0);
    for trial in 0..games {
        let mut rng: Pcg64Mcg = trial_rng(13, trial);
        let mut game = Game::deal(&rules, &mut rng).unwrap();
        let observer = seat(trial as usize % 4);
        let mut filter = Filter::at_start(&game, observer).unwrap();
        let all: u32 = game.hands().iter().map(|hand| hand.len() as u32).sum();
        assert!(all % 2 == 1);
        let odd = rules.kinds().iter().find(|&kind| {
            let held: u8 = game.hands().iter().map(|hand| hand.count(kind)).sum();
            held % 2 == 1
        });
        let odd = odd.unwrap();
        first += filter.odd_kind(odd);
        for _ in 0..25 {
            if game.table().is_over() {
                break;
            }
            let draw = random_draw(&mut game, &mut rng).seen_by(observer);
            filter.observe(&draw).unwrap();
        }
        last += filter.odd_kind(odd);
    }
    let games = games as f64;
    assert!(first / games > 0.1 && first / games < 0.35, "{first}");
    assert!(last > 1.5 * first, "{first} {last}");
}

#[test]
fn the_static_posterior_is_the_filter_before_the_first_draw() {
    let mut rng: Pcg64Mcg = trial_rng(14, 0);
    let mut game = Game::deal(&Rules::DOCUMENT, &mut rng).unwrap();
    let filter = Filter::at_start(&game, seat(2)).unwrap();
    assert_eq!(
        distance(&filter, &Filter::as_if_dealt(&game.view(seat(2))).unwrap()),
        0.0
    );
    for _ in 0..6 {
        random_draw(&mut game, &mut rng);
    }
    let filter = Filter::of_view(&game.view(seat(2))).unwrap();
    let fixed = Filter::as_if_dealt(&game.view(seat(2))).unwrap();
    assert_eq!(
        fixed.table().sizes().collect::<Vec<_>>(),
        filter.table().sizes().collect::<Vec<_>>()
    );
    assert!(distance(&filter, &fixed) > 0.01);
    assert_eq!(filter.table().rules().pairing, Pairing::Compulsory);
}

/// Who has discarded a pair of a rank is a third as likely to hold another.
#[test]
fn discarded_pairs_make_a_third_card_less_likely() {
    use oldmaid_infer::Start;
    let kind = |text: &str| text.parse::<Kind>().unwrap();
    let rules = Rules {
        ranks: "AKQ".parse().unwrap(),
        ..Rules::DOCUMENT.with_players(3)
    };
    // An ace and a queen are with seats 1 and 2, one each. Seat 1 has discarded a pair
    // of aces and seat 2 one of queens, so the other way round is 9 times as likely.
    let start = Start {
        sizes: vec![3, 1, 1],
        discards: vec![
            Default::default(),
            [kind("A"), kind("K")].into_iter().collect(),
            [kind("Q"), kind("K")].into_iter().collect(),
        ],
        first: seat(0),
    };
    let hand: Hand = [kind("A"), kind("Q"), Kind::JOKER].into_iter().collect();
    let filter = Filter::new(&rules, seat(0), &start, &hand).unwrap();
    let chances = filter.marginals();
    assert!((chances.holds(seat(1), kind("A")) - 0.1).abs() < 1e-15);
    assert!((chances.holds(seat(2), kind("A")) - 0.9).abs() < 1e-15);
    assert!((chances.pairs(seat(1)) - 1.0).abs() < 1e-15);
}

/// Every draw that the table might show, likely or not.
fn any_draws(filter: &Filter) -> Vec<Draw> {
    let table = filter.table();
    let by = table.turn();
    let mut draws = Vec::new();
    for from in table.targets() {
        draws.push(Draw::hidden(by, from));
        for kind in table.rules().kinds().iter() {
            draws.push(Draw::seen(by, from, kind));
            draws.push(Draw::paired(by, from, kind));
        }
    }
    draws
}

/// Whether two filters answer alike to the last bit, also after what comes next.
fn assert_same(a: &Filter, b: &Filter) {
    assert_eq!(a.marginals(), b.marginals());
    assert_eq!(a.log_evidence().to_bits(), b.log_evidence().to_bits());
    assert_eq!(
        (a.is_exact(), a.is_lazy(), a.states()),
        (b.is_exact(), b.is_lazy(), b.states())
    );
}

#[test]
fn a_refused_draw_changes_nothing() {
    let colour = Rules {
        matching: Matching::RankAndColour,
        ..Rules::DOCUMENT.with_players(3)
    };
    let four = Budget::of_players(4);
    let five = Budget::of_players(5).with_lazy_steps(1e5);
    for (rules, budget, games) in [
        (Rules::DOCUMENT, four.with_states(100), 4),
        (Rules::DOCUMENT, four.with_states(3).with_lazy_steps(0.0), 4),
        (Rules::JIJI_NUKI, four.with_states(100), 2),
        (Rules::DOCUMENT.with_players(5), five.with_states(64), 2),
        (colour, Budget::of_players(3).with_states(1 << 12), 2),
    ] {
        let (mut refused, mut refused_approximate) = (0, 0);
        for trial in 0..games {
            let mut rng: Pcg64Mcg = trial_rng(16, trial);
            let mut game = Game::deal(&rules, &mut rng).unwrap();
            let observer = seat(trial as usize % rules.players);
            let mut filter = filter_with(&game, observer, budget);
            while !game.table().is_over() {
                let before = filter.clone();
                for draw in any_draws(&before) {
                    let mut offered = before.clone();
                    if offered.observe(&draw).is_err() {
                        filter.observe(&draw).unwrap_err();
                        refused += 1;
                        refused_approximate += u32::from(!before.is_exact());
                    }
                }
                assert_same(&filter, &before);
                let draw = random_draw(&mut game, &mut rng).seen_by(observer);
                let mut untouched = before;
                filter.observe(&draw).unwrap();
                untouched.observe(&draw).unwrap();
                assert_same(&filter, &untouched);
            }
        }
        assert!(refused > 100, "{refused}");
        assert!(refused_approximate > 10 || rules == colour);
    }
}

/// A player who has taken a card without a pair lacks what he gave away or has not
/// paired; an approximation knows that as well.
#[test]
fn an_approximation_keeps_what_is_certain_of_a_kind() {
    let budget = Budget::of_players(4).with_states(20);
    let mut certain = 0;
    for trial in 0..30 {
        let mut rng: Pcg64Mcg = trial_rng(17, trial);
        let mut game = Game::deal(&Rules::DOCUMENT, &mut rng).unwrap();
        let observer = seat(0);
        let mut filter = filter_with(&game, observer, budget);
        // Who certainly lacks which kind: he gave the observer a card of it, and
        // nobody has given him a hidden card since.
        let mut lacks: Vec<(Seat, Kind)> = Vec::new();
        while !game.table().is_over() {
            let by = game.table().turn();
            if !filter.is_exact() {
                for from in game.table().targets().filter(|&from| from != observer) {
                    for &(_, kind) in lacks.iter().filter(|(who, _)| *who == from) {
                        let draw = if by == observer && !filter.hand().contains(kind) {
                            Draw::seen(by, from, kind)
                        } else {
                            Draw::paired(by, from, kind)
                        };
                        let mut offered = filter.clone();
                        assert!(offered.observe(&draw).is_err(), "{draw:?}");
                        certain += 1;
                    }
                }
            }
            let draw = random_draw(&mut game, &mut rng).seen_by(observer);
            filter.observe(&draw).unwrap();
            if draw.by != observer && draw.discarded.is_empty() {
                lacks.retain(|(who, kind)| {
                    *who != draw.by || draw.card.is_some_and(|card| card != *kind)
                });
            }
            if let (true, Some(kind)) = (draw.by == observer, draw.card) {
                lacks.push((draw.from, kind));
            }
        }
    }
    assert!(certain > 20, "{certain}");
}

#[test]
fn likelihoods_may_have_any_size() {
    for (rules, draws) in [(Rules::DOCUMENT.with_players(3), 4), (Rules::JIJI_NUKI, 14)] {
        let mut rng: Pcg64Mcg = trial_rng(12, 0);
        let mut game = Game::deal(&rules, &mut rng).unwrap();
        let observer = seat(0);
        let mut filter = Filter::at_start(&game, observer).unwrap();
        for _ in 0..draws {
            if !game.table().is_over() {
                let draw = random_draw(&mut game, &mut rng).seen_by(observer);
                filter.observe(&draw).unwrap();
            }
        }
        for size in [
            f64::from_bits(1),
            1e-320,
            f64::MIN_POSITIVE,
            1e308,
            f64::MAX,
        ] {
            let mut weighed = filter.clone();
            for _ in 0..3 {
                weighed.reweigh(|_| size).unwrap();
            }
            let apart = distance(&filter, &weighed);
            assert!(apart < 1e-12, "{size:e}: {apart:e}");
            let log = filter.log_evidence() + 3.0 * size.ln();
            assert!((weighed.log_evidence() - log).abs() < 1e-9 * log.abs());
        }
        // What is 10⁶²⁸ times less likely is as good as impossible.
        let kind = rules.kinds().iter().find(|&kind| {
            let chance = filter.joint(&[(seat(1), kind)]);
            chance > 0.01 && chance < 0.99
        });
        let kind = kind.unwrap();
        let by_kind = |yes: f64, no: f64| {
            move |hands: &[Hand]| if hands[1].count(kind) > 0 { yes } else { no }
        };
        let (mut far, mut certain) = (filter.clone(), filter.clone());
        far.reweigh(by_kind(1e308, 1e-320)).unwrap();
        certain.reweigh(by_kind(1.0, 0.0)).unwrap();
        assert!(distance(&far, &certain) < 1e-12);
        // The other way round, it is all that is left.
        let mut back = filter.clone();
        back.reweigh(by_kind(1e-320, 0.0)).unwrap();
        assert!(distance(&back, &certain) < 1e-12);
        let before = filter.marginals();
        for wrong in [f64::NAN, f64::INFINITY, -1.0] {
            let error = filter.reweigh(by_kind(1e308, wrong)).unwrap_err();
            assert!(matches!(error, ReweighError::Weight { .. }));
        }
        // First certain but for 10⁻³⁰⁰, then only that is left, and again less.
        filter.reweigh(by_kind(1e-300, 1.0)).unwrap();
        let kept = filter.marginals();
        assert_ne!(kept, before);
        assert_eq!(
            filter
                .reweigh(by_kind(1e-300, 0.0))
                .and_then(|()| filter.reweigh(|_| 1e-300)),
            Ok(())
        );
        assert!(distance(&filter, &certain) < 1e-12);
    }
}
