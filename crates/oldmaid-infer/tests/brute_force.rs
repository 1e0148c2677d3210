//! The filter against the enumeration of every deal and every hidden draw.

use cards_core::random::trial_rng;
use cards_core::{Seat, random};
use oldmaid_infer::brute::{Deals, Enumeration};
use oldmaid_infer::{Budget, DrawFrom, Filter, Game, Matching, OddCard, Rules};
use rand_pcg::Pcg64Mcg;

const TOLERANCE: f64 = 1e-12;

/// The small packs that are tested: players, ranks, cards of a rank, and what
/// makes a pair.
fn packs() -> Vec<Rules> {
    let mut all = Vec::new();
    for (players, ranks, suits, matching) in [
        (2, "AKQJ", 2, Matching::Rank),
        (2, "AKQ", 4, Matching::Rank),
        (3, "AKQJ", 2, Matching::Rank),
        (3, "AKQ", 4, Matching::Rank),
        (3, "AQ", 4, Matching::Rank),
        (3, "AQ", 4, Matching::RankAndColour),
        (4, "AKQJ", 2, Matching::Rank),
        (4, "AQ", 4, Matching::Rank),
        (5, "AKQJT", 2, Matching::Rank),
        (5, "AKQJ", 2, Matching::Rank),
        (5, "AQ", 4, Matching::Rank),
    ] {
        for odd_card in [
            OddCard::Joker,
            OddCard::Removed("QC".parse().unwrap()),
            OddCard::Unknown,
        ] {
            for draw_from in [DrawFrom::Any, DrawFrom::Previous] {
                all.push(Rules {
                    draw_from,
                    odd_card,
                    matching,
                    ranks: ranks.parse().unwrap(),
                    suits,
                    ..Rules::DOCUMENT.with_players(players)
                });
            }
        }
    }
    all
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= TOLERANCE
}

fn compare(filter: &Filter, brute: &Enumeration, rules: &Rules, whole: bool) {
    assert!(filter.is_exact());
    let marginals = filter.marginals();
    let evidence = brute.evidence();
    assert!((filter.log_evidence().exp() / evidence - 1.0).abs() < 1e-11);
    for seat in Seat::all(rules.players) {
        for kind in rules.kinds().iter() {
            let (ours, true_chance) = (marginals.holds(seat, kind), brute.joint(&[(seat, kind)]));
            assert!(
                close(ours, true_chance),
                "{seat} {kind}: {ours} is not {true_chance}"
            );
        }
        assert!(close(marginals.holds_odd(seat), brute.holds_odd(seat)));
    }
    for kind in rules.odd_kinds().iter() {
        assert!(close(filter.odd_kind(kind), brute.odd_kind(kind)));
    }
    if whole {
        let kinds: Vec<_> = rules.kinds().iter().collect();
        for a in &kinds {
            for b in &kinds {
                for seats in [[0, 1], [1, 1], [1, 0]] {
                    let seats = seats.map(|seat| Seat::new(seat).unwrap());
                    let both = [(seats[0], *a), (seats[1], *b)];
                    assert!(close(filter.joint(&both), brute.joint(&both)), "{both:?}");
                }
            }
        }
        let entropy = filter.entropy().unwrap();
        assert!(
            (entropy - brute.entropy()).abs() < 1e-10,
            "{entropy} {}",
            brute.entropy()
        );
        let best = filter.most_likely(3).unwrap();
        assert!(close(best[0].1, brute.most_likely()));
        let conditions: Vec<_> = Seat::all(rules.players)
            .flat_map(|seat| best[0].0[seat.index()].iter().map(move |kind| (seat, kind)))
            .collect();
        assert!(close(brute.joint(&conditions), best[0].1));
    }
}

#[test]
fn every_answer_is_that_of_the_enumeration() {
    let mut histories = 0;
    for (number, rules) in packs().iter().enumerate() {
        let deals = Deals::new(rules).unwrap();
        for trial in 0..40 {
            let mut rng: Pcg64Mcg = trial_rng(number as u64, trial);
            let mut game = Game::deal(rules, &mut rng).unwrap();
            let observer = Seat::new(trial as usize % rules.players).unwrap();
            let hand = game.start_hands()[observer.index()];
            let budgets = [
                Budget::of_players(rules.players),
                Budget::of_players(rules.players).unlumped(),
                Budget::of_players(rules.players).lazy(),
                Budget::of_players(rules.players).wide(),
            ];
            // All forms are compared in turn, two of them in each history.
            let chosen = [
                budgets[trial as usize % 4],
                budgets[(trial as usize + 1 + number) % 4],
            ];
            let mut filters = chosen.map(|budget| {
                Filter::with_budget(rules, observer, game.start(), &hand, budget).unwrap()
            });
            let mut brute = Enumeration::new(&deals, observer, game.start(), &hand);
            histories += 1;
            for filter in &filters {
                compare(filter, &brute, rules, true);
            }
            while !game.table().is_over() && game.table().draws() < 12 {
                let targets: Vec<_> = game.table().targets().collect();
                let from = targets[random::below(&mut rng, targets.len() as u64) as usize];
                let draw = game
                    .draw_random(from, false, &mut rng)
                    .unwrap()
                    .seen_by(observer);
                brute.observe(&draw);
                for filter in &mut filters {
                    filter.observe(&draw).unwrap();
                    compare(filter, &brute, rules, trial % 8 == 0);
                }
            }
        }
    }
    assert!(histories >= 2000, "{histories}");
}
