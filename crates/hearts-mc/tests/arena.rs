//! The arena: what it deals, what it reports, and the players that sit in it.

mod common;

use cards_core::{BySeat, Card};
use common::{card, cards, pass_at_random, play_at_random, play_rules, rng, seat, skewed_round};
use hearts_mc::arena::{Arena, Comparison, DuplicateDeal, DuplicateMatch, Estimate, Factory};
use hearts_mc::{
    Greedy, Match, Opening, Pass, Phase, PublishedPlayer, Random, Round, Rules, Strategy, View,
};

fn random() -> Box<dyn Strategy> {
    Box::new(Random)
}

fn greedy() -> Box<dyn Strategy> {
    Box::new(Greedy)
}

fn published() -> Box<dyn Strategy> {
    Box::new(PublishedPlayer::Greedy)
}

fn simulating() -> Box<dyn Strategy> {
    Box::new(PublishedPlayer::Simulating)
}

#[test]
fn equal_players_that_draw_no_numbers_are_equal() {
    let arena = Arena::new(&Rules::STANDARD, 1);
    for deal in arena.deals(&greedy, &greedy, 0..12).unwrap() {
        // All eight seatings are the same game.
        let first = deal.one_a[0];
        assert!(
            deal.one_a
                .iter()
                .chain(&deal.one_b)
                .all(|&scores| scores == first)
        );
        assert!((deal.a_alone()).abs() < 1e-12 && (deal.b_alone()).abs() < 1e-12);
        let all = BySeat::new([&greedy as &Factory<'_>; 4]);
        assert_eq!(arena.table(all, deal.index), Ok(first));
    }
}

#[test]
fn results_follow_from_the_seed_and_the_number_alone() {
    let arena = Arena::new(&Rules::STANDARD, 2);
    let deals = arena.deals(&greedy, &random, 3..11).unwrap();
    for (deal, index) in deals.iter().zip(3..) {
        assert_eq!(deal.index, index);
        assert_eq!(arena.deal(&greedy, &random, index).as_ref(), Ok(deal));
    }
    assert_ne!(
        Arena::new(&Rules::STANDARD, 3)
            .deals(&greedy, &random, 3..11)
            .unwrap(),
        deals
    );
    // The other way round is the same comparison, but for the random numbers.
    let rounds: Vec<Round> = (0..8).map(|index| arena.round(index)).collect();
    for (index, round) in rounds.iter().enumerate() {
        assert_eq!(round.direction(), Pass::ALL[index % 4]);
    }
    assert_ne!(rounds[0].dealt(), rounds[4].dealt());
}

#[cfg(feature = "parallel")]
#[test]
fn any_number_of_threads_gives_the_same_results() {
    let arena = Arena::new(&Rules::STANDARD, 4);
    let play = || arena.deals(&random, &published, 0..16).unwrap();
    let matches = || arena.matches(&random, &published, 0..3).unwrap();
    let expected = (play(), matches());
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        assert_eq!(pool.install(|| (play(), matches())), expected);
    }
}

#[test]
fn differences_are_counted_as_they_are_defined() {
    let deal = DuplicateDeal {
        index: 0,
        // A alone: 4, 0, 13, 1 against 22, 26, 13, 25 of the others together.
        one_a: [[4, 9, 9, 4], [26, 0, 0, 0], [0, 13, 13, 0], [5, 10, 10, 1]].map(BySeat::new),
        // B alone: 26, 26, 0, 0 against 0, 0, 26, 78.
        one_b: [
            [26, 0, 0, 0],
            [0, 26, 0, 0],
            [13, 13, 0, 0],
            [26, 26, 26, 0],
        ]
        .map(BySeat::new),
    };
    assert_eq!(deal.score_of_a_alone(), 18.0 / 4.0);
    assert_eq!(deal.score_of_b_alone(), 52.0 / 4.0);
    assert!((deal.a_alone() - (18.0 - 86.0 / 3.0) / 4.0).abs() < 1e-12);
    assert!((deal.b_alone() - (104.0 / 3.0 - 52.0) / 4.0).abs() < 1e-12);
    let comparison = Comparison::of(&[deal, deal]);
    assert_eq!(comparison.deals, 2);
    assert_eq!(comparison.both.standard_error, Some(0.0));
    let estimate = Estimate::of([2.0, 4.0, 4.0, 6.0]);
    assert_eq!(estimate.mean, 4.0);
    let error = (8.0_f64 / 3.0 / 4.0).sqrt();
    assert!((estimate.standard_error.unwrap() - error).abs() < 1e-12);
    assert!((estimate.significance().unwrap() - 4.0 / error).abs() < 1e-12);
    assert_eq!(Estimate::of([]).mean, 0.0);
    assert_eq!(Estimate::of([1.0]).significance(), None);
}

#[test]
fn whole_matches_are_duplicates() {
    let arena = Arena::new(&Rules::STANDARD, 5);
    let matches = arena.matches(&greedy, &random, 0..3).unwrap();
    for (game, index) in matches.iter().zip(0..) {
        assert_eq!(game.index, index);
        for table in game.one_a.iter().chain(&game.one_b) {
            assert!(table.is_over());
        }
    }
    let sum = |value: fn(&DuplicateMatch) -> f64| matches.iter().map(value).sum::<f64>();
    assert!(sum(DuplicateMatch::wins_of_a_alone) > 2.0);
    assert!(sum(DuplicateMatch::wins_of_b_alone) < 0.75);
    assert!(sum(DuplicateMatch::place_of_a_alone) < 3.0 * 1.75);
    assert!(sum(DuplicateMatch::place_of_b_alone) > 3.0 * 3.25);
    // Of equal players each wins a quarter, and has the mean place.
    for game in arena.matches(&greedy, &greedy, 0..3).unwrap() {
        let first: &Match = &game.one_a[0];
        assert!(game.one_b.iter().all(|table| table == first));
        assert!((game.wins_of_a_alone() - 0.25).abs() < 1e-12);
        assert!((game.place_of_a_alone() - 2.5).abs() < 1e-12);
    }
}

/// Three standard errors and more, on few deals; `cargo xtask run
/// hearts/tournament` has the figures.
#[test]
fn greedy_beats_published_which_beats_random() {
    let arena = Arena::new(&Rules::STANDARD, 6);
    let against = |a: &Factory<'_>, b: &Factory<'_>, deals| {
        Comparison::of(&arena.deals(a, b, 0..deals).unwrap())
            .both
            .significance()
            .unwrap()
    };
    assert!(against(&greedy, &published, 60) < -3.0);
    assert!(against(&greedy, &simulating, 12) < -3.0);
    assert!(against(&published, &random, 60) < -3.0);
    assert!(against(&simulating, &random, 8) < -3.0);
}

#[test]
fn every_player_keeps_to_every_rule() {
    let players: [&Factory<'_>; 4] = [&greedy, &published, &random, &simulating];
    for (trial, rules) in (0..).zip(play_rules()) {
        let (mut round, mut random) = skewed_round(&rules, trial);
        let mut table = players.map(|player| player());
        while round.phase() != Phase::Over {
            match round.phase() {
                Phase::Passing(seat) => {
                    let view = round.view(seat);
                    let passed = table[seat.index()].pass(&view, &mut random);
                    assert_eq!(view.check_pass(passed), Ok(()));
                    round.pass(seat, passed).unwrap();
                }
                Phase::Playing(turn) => {
                    let view = round.view(turn);
                    let played = table[turn.index()].play(&view, &mut random);
                    assert_eq!(view.check_play(played), Ok(()));
                    round.play(played).unwrap();
                }
                Phase::Over => {}
            }
        }
    }
}

/// The program's own game: with open hands there is nothing to draw, so its greedy
/// seats play what they play there.
#[test]
fn published_greedy_is_the_program_s() {
    let rules = Rules::DOCUMENT;
    for trial in 0..40 {
        let mut random = rng(trial);
        let mut round = Round::deal(&rules, Pass::Hold, &mut random);
        let mut state = hearts_mc::published::GameState::from_hands(*round.dealt()).unwrap();
        while let Phase::Playing(turn) = round.phase() {
            let expected = hearts_mc::published::GreedyStrategy
                .choose_card(&state, turn)
                .unwrap();
            let view = round.view(turn);
            assert_eq!(PublishedPlayer::Greedy.play(&view, &mut random), expected);
            // Off the program's own line, too.
            let played = if trial % 2 == 0 {
                expected
            } else {
                Random.play(&view, &mut random)
            };
            state.play_card(turn, played).unwrap();
            if state.current_trick().len() == 4 {
                state.end_trick().unwrap();
            }
            round.play(played).unwrap();
        }
    }
}

/// What a player does, with its own generator.
fn decide(player: &mut dyn Strategy, view: &View) -> Card {
    player.play(view, &mut rng(9))
}

#[test]
fn permuting_the_hidden_cards_never_changes_a_play() {
    let players: [&Factory<'_>; 4] = [&greedy, &published, &random, &simulating];
    let mut compared = 0;
    for trial in 0..24 {
        let rules = play_rules()[trial as usize * 3];
        let (mut round, mut random) = skewed_round(&rules, trial);
        pass_at_random(&mut round, &mut random);
        while let Phase::Playing(turn) = round.phase() {
            if round.plays().len() % 5 == 0
                && let Some(other) = common::disguised(&round, turn, &mut random)
            {
                for player in players {
                    let mut player = player();
                    let real = decide(&mut *player, &round.view(turn));
                    assert_eq!(decide(&mut *player, &other.view(turn)), real);
                }
                compared += 1;
            }
            play_at_random(&mut round, 1, &mut random);
        }
    }
    assert!(compared > 100, "{compared}");
}

/// A view of a hand at the start of the play, after some plays of the others.
fn view(hand: &str, leader: usize, plays: &str) -> View {
    let mut view = View::start(&Rules::STANDARD, seat(0), Pass::Hold, cards(hand)).unwrap();
    view.begin(seat(leader)).unwrap();
    for play in plays.split_whitespace() {
        view.observe(card(play)).unwrap();
    }
    view
}

#[test]
fn greedy_does_what_the_document_s_text_wants() {
    let play = |view: &View| Greedy.play(view, &mut rng(0)).to_string();
    // The queen goes at the first chance, and with the ace or king above her.
    let hand = "♠QJ5 ♥AK7 ♦KJ86532";
    assert_eq!(play(&view(hand, 1, "♣2 ♣A ♣5")), "♦K");
    assert_eq!(play(&view(hand, 1, "♣2 ♣A ♣5 ♦K ♣3 ♣4")), "♠Q");
    // Last, with nothing on the table: the highest card.
    assert_eq!(play(&view("♠QJ5 ♥AK7 ♦KJ86 ♣A43", 1, "♣2 ♣K ♣5")), "♣A");
}

#[test]
fn greedy_passes_the_bare_queen_and_keeps_the_guarded_one() {
    let pass = |hand: &str| {
        let view = View::start(&Rules::STANDARD, seat(0), Pass::Left, cards(hand)).unwrap();
        Greedy.pass(&view, &mut rng(0))
    };
    assert!(pass("♠Q5 ♥A97 ♦KJ86 ♣J743").contains(card("♠Q")));
    assert!(!pass("♠Q8532 ♥97 ♦KJ8 ♣AK7").contains(card("♠Q")));
    assert!(cards("♠AK").is_subset(pass("♠AK5 ♥97 ♦J864 ♣J743")));
}

#[test]
fn published_passes_by_its_own_table_of_risks() {
    let pass = |hand: &str| {
        let view = View::start(&Rules::STANDARD, seat(0), Pass::Left, cards(hand)).unwrap();
        PublishedPlayer::Greedy.pass(&view, &mut rng(0))
    };
    assert_eq!(pass("♠AKQ ♥A97 ♦KJ8 ♣J743"), cards("♠AKQ"));
    assert_eq!(pass("♠J32 ♥A97 ♦KJ8 ♣J743"), cards("♥A97"));
}

#[test]
fn published_sees_no_hidden_card_at_the_document_s_table() {
    // Its seat 0, without cheating, plays through whole deals of the document's
    // own rules and of others.
    for opening in [Opening::FirstSeat, Opening::TwoOfClubs, Opening::AnyClub] {
        let rules = Rules {
            opening,
            ..Rules::DOCUMENT
        };
        let arena = Arena::new(&rules, 8);
        let table: BySeat<&Factory<'_>> =
            BySeat::new([&simulating, &published, &published, &published]);
        for index in 0..3 {
            let scores = arena.table(table, index).unwrap();
            assert!([26, 78].contains(&scores.into_array().iter().sum()));
            assert_eq!(arena.table(table, index), Ok(scores));
        }
    }
}
