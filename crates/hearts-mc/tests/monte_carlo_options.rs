//! The document's schedule, whose moons count, and what the others' plays tell.

use cards_core::random::trial_rng;
use cards_core::{BySeat, Seat};
use hearts_mc::worlds::Worlds;
use hearts_mc::{
    Aggressive, Budget, CountedMoons, Greedy, Jack, MonteCarlo, MonteCarloConfig, OpponentModel,
    Pass, Phase, PlayoutPolicy, Random, Round, Rules, Schedule, Strategy, View, play_round,
};
use rand_pcg::Pcg64Mcg;

/// The views of a player to move in deals of random players, with their legal
/// cards being more than one.
fn decisions(deals: u64) -> Vec<View> {
    let mut views = Vec::new();
    for deal in 0..deals {
        let mut rng: Pcg64Mcg = trial_rng(21, deal);
        let mut round = Round::deal(&Rules::STANDARD, Pass::Hold, &mut rng);
        while let Phase::Playing(seat) = round.phase() {
            let view = round.view(seat);
            round.play(Random.play(&view, &mut rng)).unwrap();
            if view.legal().len() > 1 {
                views.push(view);
            }
        }
    }
    views
}

fn scheduled(policy: PlayoutPolicy) -> MonteCarlo {
    MonteCarlo::new(MonteCarloConfig {
        policy,
        schedule: Some(Schedule::DOCUMENT),
        // No candidate besides the cards.
        moon_share: 2.0,
        ..MonteCarloConfig::default()
    })
}

#[test]
fn the_schedule_gives_each_candidate_its_playouts() {
    let mut seen = [0; 4];
    for view in decisions(6) {
        let cards = view.hand().len();
        for policy in [PlayoutPolicy::Uniform, PlayoutPolicy::Learned] {
            let player = scheduled(policy);
            let advice = player.advise(&view, 3).unwrap();
            let each: Vec<u64> = advice.plays.iter().map(|play| play.worlds as u64).collect();
            let worlds = Worlds::new(&view.constraints()).unwrap().count();
            let expected = match (cards, worlds, policy) {
                (11.., _, _) => 0,
                (5..=10, _, _) => 100,
                (_, 201.., _) => 200,
                // Every world equally often: once is enough without chance.
                (_, worlds, PlayoutPolicy::Uniform) => {
                    200_u64.div_ceil(worlds as u64) * worlds as u64
                }
                (_, worlds, _) => worlds as u64,
            };
            assert!(
                each.iter().all(|&worlds| worlds == expected),
                "{cards} cards, {worlds} worlds: {each:?} instead of {expected}"
            );
            let kind = usize::from(cards <= 10) + usize::from(cards < 5);
            seen[kind + usize::from(kind == 2 && worlds <= 200)] += 1;
            if cards > 10 {
                let mut rng: Pcg64Mcg = trial_rng(0, 0);
                assert_eq!(advice.choice, Greedy.play(&view, &mut rng));
                assert_eq!(advice.playouts, 0);
            }
        }
    }
    assert!(
        seen[0] > 0 && seen[1..].iter().all(|&seen| seen > 10),
        "{seen:?}"
    );
}

/// With few worlds the figures are means over all of them, so that chance has no
/// part in them.
#[test]
fn where_all_worlds_are_played_out_the_seed_does_not_matter() {
    let mut tried = 0;
    for view in decisions(12) {
        let worlds = Worlds::new(&view.constraints()).unwrap().count();
        if view.hand().len() >= 5 || worlds > 200 {
            continue;
        }
        let player = scheduled(PlayoutPolicy::Learned);
        let [one, other] = [1, 2].map(|seed| player.advise(&view, seed).unwrap());
        assert_eq!(one, other);
        assert!(one.worlds == 0 || one.worlds as u128 == worlds);
        tried += 1;
    }
    assert!(tried > 20, "{tried}");
}

#[test]
fn the_document_player_passes_and_opens_greedily() {
    let mut rng: Pcg64Mcg = trial_rng(22, 0);
    let round = Round::deal(&Rules::STANDARD, Pass::Left, &mut rng);
    let view = round.view(Seat::FIRST);
    let mut player = MonteCarlo::new(MonteCarloConfig::document());
    assert_eq!(player.config().schedule, Some(Schedule::DOCUMENT));
    let greedy = Greedy.pass(&view, &mut rng);
    assert_eq!(player.pass(&view, &mut rng), greedy);
    assert_eq!(player.advise_pass(&view, 5).unwrap().choice, greedy);
    let mut whole = round.clone();
    let (mut b, mut c, mut d) = (Greedy, Greedy, Random);
    let mut seats: BySeat<&mut dyn Strategy> = BySeat::new([&mut player, &mut b, &mut c, &mut d]);
    let scores = play_round(&mut whole, &mut seats, &mut rng).unwrap();
    assert!([26, 78].contains(&scores.into_array().iter().sum::<i32>()));
}

/// Three who shoot against one: wherever another has all points so far, the player
/// that does not mind expects less from the same playouts and stops fewer.
#[test]
fn a_player_who_ignores_others_moons_lets_them_happen() {
    let mut views = Vec::new();
    for deal in 0..400 {
        let mut rng: Pcg64Mcg = trial_rng(23, deal);
        let mut round = Round::deal(&Rules::STANDARD, Pass::Hold, &mut rng);
        let me = Seat::new((deal % 4) as usize).unwrap();
        while let Phase::Playing(seat) = round.phase() {
            let view = round.view(seat);
            let alone = view
                .points()
                .iter()
                .filter(|&(_, &points)| points > 0)
                .count()
                == 1
                && view.points()[me] == 0;
            if seat == me && alone && view.legal().len() > 1 && view.hand().len() < 9 {
                views.push(view.clone());
            }
            let card = if seat == me {
                Greedy.play(&view, &mut rng)
            } else {
                Aggressive.play(&view, &mut rng)
            };
            round.play(card).unwrap();
        }
    }
    let value = |moons, view: &View| {
        let player = MonteCarlo::new(MonteCarloConfig {
            budget: Budget::Playouts(300),
            elimination: f64::INFINITY,
            moons,
            ..MonteCarloConfig::default()
        });
        player.advise(view, 4).unwrap()
    };
    let mut differ = 0;
    for view in &views {
        let [all, own, none] =
            [CountedMoons::All, CountedMoons::Own, CountedMoons::None].map(|m| value(m, view));
        // To the one who has no point to lose, the shooter's points are the others'
        // loss: on the same worlds ignoring moons can only look better.
        for (a, b) in all.plays.iter().zip(&own.plays) {
            assert!(b.points <= a.points + 1e-9, "{a:?} {b:?}");
        }
        assert_eq!(own.plays, none.plays, "the own moon is closed");
        differ += usize::from(all.choice != own.choice);
    }
    assert!(
        views.len() > 50 && differ > 0,
        "{differ} of {}",
        views.len()
    );
}

#[test]
fn aggressive_players_are_told_from_cautious_ones() {
    let model = OpponentModel::default();
    let (mut sums, mut counts) = ([0.0; 2], [0; 2]);
    for deal in 0..60 {
        let mut rng: Pcg64Mcg = trial_rng(24, deal);
        let mut round = Round::deal(&Rules::STANDARD, Pass::Hold, &mut rng);
        let shooter = Seat::new((deal % 4) as usize).unwrap();
        while let Phase::Playing(seat) = round.phase() {
            let view = round.view(seat);
            let chances = model.infer(&view, PlayoutPolicy::Learned, 6);
            assert_eq!(chances[seat], 0.0);
            let open = |seat: Seat| {
                let others = Seat::all(4).filter(|&other| other != seat);
                others.fold(0, |sum, other| sum + view.points()[other]) == 0
            };
            for (other, &chance) in chances.iter().filter(|&(other, _)| other != seat) {
                assert!((0.0..=1.0).contains(&chance));
                assert!(open(other) || chance == 0.0);
                if open(other) && view.plays().len() >= 12 {
                    let kind = usize::from(other == shooter);
                    sums[kind] += chance;
                    counts[kind] += 1;
                }
            }
            let card = if seat == shooter {
                Aggressive.play(&view, &mut rng)
            } else {
                Greedy.play(&view, &mut rng)
            };
            round.play(card).unwrap();
        }
    }
    let [cautious, aggressive] = [0, 1].map(|kind| sums[kind] / f64::from(counts[kind].max(1)));
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    assert!(
        aggressive > 3.0 * cautious && aggressive > 0.3,
        "{cautious} {aggressive} {counts:?}"
    );
}

#[test]
fn an_inference_repeats_itself_and_starts_from_the_prior() {
    for view in decisions(2) {
        let model = OpponentModel::default();
        let one = model.infer(&view, PlayoutPolicy::Learned, 1);
        assert_eq!(one, model.infer(&view.clone(), PlayoutPolicy::Learned, 1));
    }
    let certain = OpponentModel {
        aggressive: 1.0,
        ..OpponentModel::default()
    };
    let mut rng: Pcg64Mcg = trial_rng(25, 0);
    let round = Round::deal(&Rules::STANDARD, Pass::Hold, &mut rng);
    let Phase::Playing(seat) = round.phase() else {
        unreachable!()
    };
    let chances = certain.infer(&round.view(seat), PlayoutPolicy::Learned, 1);
    assert!(
        chances
            .iter()
            .all(|(other, &chance)| chance == f64::from(u8::from(other != seat)))
    );
}

/// Chances are said of the moon, calibrated where it is open and certain where it is
/// decided; a player who doubts its own moons expects less of them.
#[test]
fn chances_of_a_moon_are_those_of_a_seat_to_whom_it_is_open() {
    let mut seen = [0; 3];
    let mut lower = 0;
    for view in decisions(30) {
        let player = |moon_doubt| {
            MonteCarlo::new(MonteCarloConfig {
                budget: Budget::Playouts(200),
                elimination: f64::INFINITY,
                moon_doubt,
                ..MonteCarloConfig::default()
            })
        };
        let [plain, doubting] = [0.0, 1.0].map(|doubt| player(doubt).advise(&view, 8).unwrap());
        let points = view.points();
        for (seat, &chance) in plain.moon_chances.iter() {
            let all: i32 = points.as_array().iter().sum();
            if points[seat] < all {
                assert_eq!((chance, plain.moons[seat]), (0.0, 0.0));
                seen[0] += 1;
            } else if points[seat] == 26 {
                assert_eq!(chance, 1.0);
                seen[1] += 1;
            } else if plain.playouts > 0 {
                assert!(chance > 0.0 && chance < 1.0);
                seen[2] += 1;
            }
        }
        for (plain, doubting) in plain.plays.iter().zip(&doubting.plays) {
            // The same worlds and playouts, and no moon is worth more than it was.
            assert!(
                doubting.value <= plain.value + 1e-9,
                "{plain:?} {doubting:?}"
            );
            lower += usize::from(doubting.value < plain.value - 0.1);
        }
    }
    assert!(
        seen[0] > 100 && seen[2] > 100 && lower > 20,
        "{seen:?} {lower}"
    );
}

/// Where the jack of diamonds is needed for a moon, one who has all other points and
/// not the jack has none.
#[test]
fn a_moon_that_needs_the_jack_is_closed_to_one_who_has_lost_it() {
    let rules = Rules {
        jack: Jack::NeededForMoon,
        ..Rules::STANDARD
    };
    for jack_is_lost in [true, false] {
        let hand = "♠AKQJT ♥AKQJT ♦K2 ♣3".parse().unwrap();
        let mut view = View::start(&rules, Seat::FIRST, Pass::Hold, hand).unwrap();
        view.begin(Seat::new(1).unwrap()).unwrap();
        // Seat 3 wins two tricks without a point, the second with the jack or not.
        let second = if jack_is_lost { "♦J" } else { "♦5" };
        for card in ["♣2", "♣4", "♣A", "♣3", "♦A", "♦2", second, "♦6", "♠2"] {
            view.observe(card.parse().unwrap()).unwrap();
        }
        let config = MonteCarloConfig {
            budget: Budget::Playouts(400),
            ..MonteCarloConfig::default()
        };
        let advice = MonteCarlo::new(config).advise(&view, 1).unwrap();
        let moon = advice.moons[Seat::FIRST];
        assert_eq!(moon > 0.6, !jack_is_lost, "{moon}");
    }
}
