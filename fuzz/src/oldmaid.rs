//! Old Maid: events of a game, legal and not, and the posterior that follows.

use cards_core::{Rank, RankSet, Seat};
use oldmaid_infer::brute::{Deals, Enumeration};
use oldmaid_infer::{
    Budget, Discards, Draw, DrawFrom, Filter, Game, Hand, History, Kind, KindSet, Matching,
    OddCard, Pairing, Problem, Rules, Start,
};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;

use crate::draw::Draw as Input;

/// How many cards a pack may have whose deals are all enumerated.
const SMALL: usize = 9;

/// How far chances may be from those of the enumeration.
const TOLERANCE: f64 = 1e-9;

/// Histories of small packs against the enumeration of all deals, of any pack
/// within a small budget, and starts that no game has.
pub fn history(data: &[u8]) {
    let mut input = Input::new(data);
    match input.below(4) {
        0 | 1 => {
            let rules = small_rules(&mut input);
            if rules.cards() <= SMALL {
                small_pack(&mut input, &rules);
            }
        }
        2 => {
            let rules = any_rules(&mut input);
            any_pack(&mut input, &rules);
        }
        _ => any_start(&mut input),
    }
}

fn odd_card(input: &mut Input<'_>, ranks: RankSet) -> OddCard {
    match input.below(3) {
        0 => OddCard::Joker,
        1 => {
            let rank = ranks.iter().nth(input.below(ranks.len()));
            rank.map_or(OddCard::Joker, |rank| {
                let suit = input.pick(&cards_core::Suit::ALL);
                OddCard::Removed(cards_core::Card::new(suit, rank))
            })
        }
        _ => OddCard::Unknown,
    }
}

fn small_rules(input: &mut Input<'_>) -> Rules {
    let (suits, most) = input.pick(&[(2, 4), (4, 2)]);
    let (first, count) = (input.below(9), 1 + input.below(most));
    let ranks = Rank::ALL[first..first + count].iter().copied().collect();
    Rules {
        draw_from: input.pick(&[DrawFrom::Any, DrawFrom::Previous, DrawFrom::Next]),
        odd_card: odd_card(input, ranks),
        matching: if suits == 4 && input.flag() {
            Matching::RankAndColour
        } else {
            Matching::Rank
        },
        ranks,
        suits,
        ..Rules::DOCUMENT.with_players(2 + input.below(3))
    }
}

/// Rules of which some cannot be.
fn any_rules(input: &mut Input<'_>) -> Rules {
    let ranks = if input.flag() {
        RankSet::FULL
    } else {
        RankSet::from_bits_truncate(input.bits() as u16)
    };
    Rules {
        draw_from: input.pick(&[DrawFrom::Any, DrawFrom::Previous, DrawFrom::Next]),
        odd_card: odd_card(input, ranks),
        matching: input.pick(&[Matching::Rank, Matching::RankAndColour]),
        pairing: input.pick(&[Pairing::Compulsory, Pairing::Compulsory, Pairing::Optional]),
        ranks,
        suits: input.pick(&[4, 4, 2, 0, 1, 3, 255]),
        ..Rules::DOCUMENT.with_players(input.pick(&[4, 2, 3, 5, 6, 1, 0, 7, usize::MAX]))
    }
}

/// A game of the rules, dealt as the input says.
fn deal(input: &mut Input<'_>, rules: &Rules) -> Game {
    let mut rng = Pcg64Mcg::seed_from_u64(input.bits());
    Game::deal(rules, &mut rng).expect("rules that can be")
}

fn budget(input: &mut Input<'_>, players: usize) -> Budget {
    let budget = Budget::of_players(players);
    match input.below(4) {
        0 => budget,
        1 => budget.unlumped(),
        2 => budget.lazy(),
        _ => budget.wide(),
    }
}

/// A draw that the game may make next, or that is changed so that it may be
/// impossible.
fn proposal(input: &mut Input<'_>, game: &Game, observer: Seat) -> Draw {
    let table = game.table();
    let kinds = table.rules().kinds();
    let seat = |input: &mut Input<'_>| {
        let seats = input.usually(table.rules().players, 8, 8);
        Seat::new(input.below(seats)).expect("a seat below 8")
    };
    let by = if input.once_in(8) {
        seat(input)
    } else {
        table.turn()
    };
    let from = seat(input);
    let bound = input.usually(kinds.len(), Kind::COUNT, 12);
    let index = input.below(bound);
    let kind = kinds.nth(index).or(Kind::from_index(index));
    let kind = kind.unwrap_or(Kind::JOKER);
    let sees = by == observer || from == observer;
    match input.below(3) {
        0 => Draw::paired(by, from, kind),
        1 if sees => Draw::seen(by, from, kind),
        1 => Draw::hidden(by, from),
        _ if input.flag() => Draw::hidden(by, from),
        _ if input.flag() => Draw::seen(by, from, kind),
        _ => Draw {
            discarded: (0..input.below(4))
                .filter_map(|_| kinds.nth(input.below(kinds.len())))
                .collect(),
            ..Draw::seen(by, from, kind)
        },
    }
}

fn small_pack(input: &mut Input<'_>, rules: &Rules) {
    let deals = Deals::new(rules).expect("rules that can be");
    let mut game = deal(input, rules);
    let observer = Seat::new(input.below(rules.players)).expect("a seat");
    let hand = game.start_hands()[observer.index()];
    let budget = budget(input, rules.players);
    let mut filter = Filter::with_budget(rules, observer, game.start(), &hand, budget)
        .expect("a game that was dealt");
    let mut brute = Enumeration::new(&deals, observer, game.start(), &hand);
    agree(&filter, &brute, rules);
    for _ in 0..12 {
        if game.table().is_over() || input.is_spent() {
            break;
        }
        let other = proposal(input, &game, observer);
        if let Some(unchanged) = judged(&filter, &brute, &other, rules) {
            filter = unchanged;
        }
        let Some(draw) = legal_draw(input, &mut game) else {
            break;
        };
        let seen = draw.seen_by(observer);
        filter.observe(&seen).expect("it has happened");
        brute.observe(&seen);
        agree(&filter, &brute, rules);
    }
}

/// Makes a draw of the game.
fn legal_draw(input: &mut Input<'_>, game: &mut Game) -> Option<Draw> {
    let targets: Vec<Seat> = game.table().targets().collect();
    let from = input.pick(&targets);
    let hand = game.hands()[from.index()];
    let card = hand.nth(input.below(hand.len()))?;
    let keep = input.flag();
    let history = game.history().len();
    let draw = game
        .draw_card(from, card, keep)
        .expect("a card of a target");
    assert_eq!(game.history().len(), history + 1);
    let held: usize = game.hands().iter().map(Hand::len).sum();
    let out = 2 * game.table().discards().total();
    assert_eq!(held + out, game.table().rules().cards());
    Some(draw)
}

/// All that a filter answers.
fn answers(filter: &Filter) -> String {
    let rules = filter.table().rules();
    let odd: Vec<f64> = rules
        .kinds()
        .iter()
        .map(|kind| filter.odd_kind(kind))
        .collect();
    let (hand, table, marginals) = (filter.hand(), filter.table(), filter.marginals());
    let state = (filter.states(), filter.is_exact(), filter.log_evidence());
    format!("{hand} {table:?} {state:?} {odd:?} {marginals:?}")
}

/// A draw that the filter takes is possible, one that it refuses is not and leaves
/// the filter as it was; that filter is returned.
fn judged(filter: &Filter, brute: &Enumeration, draw: &Draw, rules: &Rules) -> Option<Filter> {
    let mut after = filter.clone();
    match after.observe(draw) {
        Ok(()) => {
            let mut brute = brute.clone();
            brute.observe(draw);
            assert!(brute.evidence() > 0.0, "{draw:?} cannot have happened");
            agree(&after, &brute, rules);
            None
        }
        Err(error) => {
            assert_eq!(answers(&after), answers(filter), "{draw:?}: {error}");
            assert!(!error.to_string().contains('\n'));
            // The enumeration takes any pair for the card's.
            let of_the_card = |card| draw.discarded == KindSet::of(card);
            let makes_sense = draw.discarded.is_empty() || draw.card.is_some_and(of_the_card);
            if let Problem::CannotHold { .. }
            | Problem::CannotPair { .. }
            | Problem::MustPair { .. } = error.problem
                && makes_sense
            {
                let mut brute = brute.clone();
                brute.observe(draw);
                assert!(brute.evidence() == 0.0, "{draw:?} is refused: {error}");
            }
            Some(after)
        }
    }
}

fn agree(filter: &Filter, brute: &Enumeration, rules: &Rules) {
    assert!(filter.is_exact());
    let close = |ours: f64, theirs: f64, what: &dyn core::fmt::Display| {
        assert!(
            (ours - theirs).abs() < TOLERANCE,
            "{what}: {ours} is not {theirs}"
        );
    };
    close(
        filter.log_evidence().exp() / brute.evidence(),
        1.0,
        &"evidence",
    );
    let marginals = filter.marginals();
    for seat in Seat::all(rules.players) {
        for kind in rules.kinds().iter() {
            close(
                marginals.holds(seat, kind),
                brute.joint(&[(seat, kind)]),
                &kind,
            );
        }
        close(marginals.holds_odd(seat), brute.holds_odd(seat), &seat);
    }
    for kind in rules.odd_kinds().iter() {
        close(filter.odd_kind(kind), brute.odd_kind(kind), &kind);
    }
    let entropy = filter.entropy().expect("a small pack");
    close(entropy, brute.entropy(), &"entropy");
    let best = filter.most_likely(2).expect("a small pack");
    close(best[0].1, brute.most_likely(), &"the likeliest hands");
}

/// What holds of any filter, exact or not.
fn sane(filter: &Filter) {
    let rules = filter.table().rules();
    let marginals = filter.marginals();
    for seat in Seat::all(rules.players) {
        let mut sum = 0.0;
        for kind in rules.kinds().iter() {
            let chance = marginals.holds(seat, kind);
            assert!((0.0..=1.0).contains(&chance), "{seat} {kind}: {chance}");
            sum += chance;
        }
        let size = filter.table().size(seat) as f64;
        assert!(
            (sum - size).abs() < 1e-6,
            "seat {seat} holds {sum} of {size} cards"
        );
    }
    assert!(filter.log_evidence().is_finite());
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let hands = filter.sample(&mut rng);
    for seat in Seat::all(rules.players) {
        assert_eq!(hands[seat.index()].len(), filter.table().size(seat));
    }
}

fn any_pack(input: &mut Input<'_>, rules: &Rules) {
    let mut rng = Pcg64Mcg::seed_from_u64(input.bits());
    let Ok(mut game) = Game::deal(rules, &mut rng) else {
        assert!(rules.validate().is_err());
        return;
    };
    let observer = Seat::new(input.below(8)).expect("a seat below 8");
    let hand = game
        .start_hands()
        .get(observer.index())
        .copied()
        .unwrap_or_default();
    let budget = budget(input, rules.players)
        .with_states(input.pick(&[0, 1, 40, 500]))
        .with_lazy_steps(input.pick(&[0.0, 1e3, 1e5]));
    let mut filter = Filter::with_budget(rules, observer, game.start(), &hand, budget).ok();
    assert_eq!(
        filter.is_some(),
        rules.pairing == Pairing::Compulsory && observer.index() < rules.players
    );
    let mut history = History::new(rules, game.start().clone()).expect("as dealt");
    for _ in 0..40 {
        if game.table().is_over() || input.is_spent() {
            break;
        }
        let other = proposal(input, &game, observer);
        let before = history.clone();
        if history.push(other).is_err() {
            assert_eq!(history, before);
        }
        history = before;
        let (turn, card) = (game.table().turn(), other.card.unwrap_or(Kind::JOKER));
        let (hands, table) = (game.hands().to_vec(), *game.table());
        let mut changed = game.clone();
        if changed.draw_card(other.from, card, input.flag()).is_err() {
            assert_eq!(changed.hands(), hands);
            assert_eq!(format!("{:?}", changed.table()), format!("{table:?}"));
        } else {
            assert!(hands[other.from.index()].count(card) > 0 && other.from != turn);
        }
        let Some(draw) = legal_draw(input, &mut game) else {
            break;
        };
        if let Some(filter) = &mut filter {
            let mut after = filter.clone();
            match after.observe(&other) {
                Ok(()) => sane(&after),
                Err(_) => {
                    assert_eq!(answers(&after), answers(filter), "{other:?}");
                    *filter = after;
                }
            }
            filter
                .observe(&draw.seen_by(observer))
                .expect("it has happened");
            sane(filter);
        }
        history
            .push(draw.seen_by(observer))
            .expect("it has happened");
        assert_eq!(
            format!("{:?}", history.table()),
            format!("{:?}", game.table())
        );
    }
}

/// A start that is put together from anything: it is refused, or it has a
/// posterior.
fn any_start(input: &mut Input<'_>) {
    let rules = if input.flag() {
        small_rules(input)
    } else {
        any_rules(input)
    };
    let seats = if input.once_in(8) {
        input.below(8)
    } else {
        rules.players.min(8)
    };
    let kinds = rules.kinds();
    let mut discards = vec![Discards::default(); seats];
    for _ in 0..input.below(30) {
        if let (Some(own), Some(kind)) = (
            discards.get_mut(input.below(seats)),
            kinds.nth(input.below(kinds.len())),
        ) {
            own.add(if input.once_in(30) { Kind::JOKER } else { kind });
        }
    }
    let out: usize = discards.iter().map(Discards::total).sum();
    let mut left = rules.cards().saturating_sub(2 * out);
    let mut sizes = Vec::new();
    for seat in 0..seats {
        let last = seat + 1 == seats;
        let size = if last { left } else { input.below(left + 1) };
        left -= size;
        sizes.push(if input.once_in(50) {
            input.bits() as usize
        } else {
            size
        });
    }
    let firsts = input.usually(seats.max(1), 8, 8);
    let start = Start {
        sizes: sizes.clone(),
        discards,
        first: Seat::new(input.below(firsts)).unwrap_or(Seat::FIRST),
    };
    let observer = Seat::new(input.below(rules.players.clamp(1, 8))).unwrap_or(Seat::FIRST);
    let size = sizes.get(observer.index()).copied().unwrap_or(0).min(60);
    let mut own = KindSet::EMPTY;
    for _ in 0..size {
        let unheld: KindSet = kinds.iter().filter(|&kind| !own.contains(kind)).collect();
        if let Some(kind) = unheld.nth(input.below(unheld.len())) {
            own = own.with(kind);
        }
    }
    let mut hand = Hand::of(own);
    if input.once_in(10) {
        hand.add(kinds.nth(input.below(kinds.len())).unwrap_or(Kind::JOKER));
    }
    let budget = budget(input, rules.players.clamp(2, 6))
        .with_states(2000)
        .with_lazy_steps(1e4);
    match Filter::with_budget(&rules, observer, &start, &hand, budget) {
        Ok(filter) => sane(&filter),
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
    let _ = History::new(&rules, start);
}
