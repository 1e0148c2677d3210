//! Players: how well they play, and that they see nothing that is hidden.

use cards_core::Seat;
use cards_core::random::{below, shuffle, trial_rng};
use oldmaid_infer::exact::{OpenGame, Skill};
use oldmaid_infer::policy::{
    DocumentFormula, DocumentPlayer, LargestHand, LookAhead, Myopic, OpenHands, OpenValues, Policy,
    RandomTarget, Rollouts, SmallestHand, StaticPosterior,
};
use oldmaid_infer::{Game, Hand, Kind, KindSet, OddCard, Rules};
use rand_pcg::Pcg64Mcg;

/// Every policy that plays by these rules.
fn policies(values: &OpenValues) -> Vec<(&'static str, Box<dyn Policy>)> {
    vec![
        ("random", Box::new(RandomTarget)),
        ("largest", Box::new(LargestHand)),
        ("smallest", Box::new(SmallestHand)),
        ("formula", Box::new(DocumentFormula)),
        ("document", Box::new(DocumentPlayer::new(8.0))),
        ("static", Box::new(StaticPosterior::new(0.25))),
        ("myopic", Box::new(Myopic::new(0.25))),
        ("rollouts", Box::new(Rollouts::new(12))),
        ("look-ahead", Box::new(LookAhead::new(values))),
    ]
}

/// The share of games that the tested policy loses against random ones.
fn loss(rules: &Rules, games: u64, mut policy: Box<dyn Policy>) -> f64 {
    let mut lost = 0;
    for trial in 0..games {
        let mut rng: Pcg64Mcg = trial_rng(21, trial);
        let mut game = Game::deal(rules, &mut rng).unwrap();
        let tested = trial as usize % rules.players;
        let mut random = [RandomTarget; 6];
        let mut seats: Vec<&mut dyn Policy> = random[1..rules.players]
            .iter_mut()
            .map(|policy| policy as &mut dyn Policy)
            .collect();
        seats.insert(tested, &mut *policy);
        let outcome = game.play(&mut seats, &mut rng).unwrap();
        lost += u32::from(outcome.loser == Seat::new(tested));
    }
    f64::from(lost) / games as f64
}

#[test]
fn better_knowledge_loses_less() {
    let rules = Rules::DOCUMENT.with_players(3);
    let values = OpenValues::new(&rules, Skill::HIDDEN).unwrap();
    let games = 3000;
    let of = |name: &str| {
        let policy = policies(&values)
            .into_iter()
            .find(|(other, _)| *other == name);
        loss(&rules, games, policy.unwrap().1)
    };
    // Three standard errors of a difference are about 0.035.
    let (random, myopic, ahead) = (of("random"), of("myopic"), of("look-ahead"));
    assert!((random - 1.0 / 3.0).abs() < 0.026, "{random}");
    assert!(myopic < random - 0.05, "{myopic} {random}");
    assert!(ahead < myopic + 0.01, "{ahead} {myopic}");
    let (largest, smallest) = (of("largest"), of("smallest"));
    assert!(
        largest < random - 0.02 && smallest > random + 0.02,
        "{largest} {smallest}"
    );
    let formula = of("formula");
    assert!(formula > random + 0.01, "{formula}");
}

/// One who sees all hands loses as often as the solved best reply.
#[test]
fn the_ceiling_is_that_of_the_solved_game() {
    let rules = Rules::DOCUMENT.with_players(3);
    let game = OpenGame::new(&rules).unwrap();
    let solved = game.losses(Skill::BEST, 1e-12).from_deal();
    let solved = solved.iter().sum::<f64>() / 3.0;
    let values = OpenValues::new(&rules, Skill::BEST).unwrap();
    let games = 6000;
    let mut lost = 0;
    for trial in 0..games {
        let mut rng: Pcg64Mcg = trial_rng(22, trial);
        let mut game = Game::deal(&rules, &mut rng).unwrap();
        let tested = Seat::new(trial as usize % 3).unwrap();
        let mut seer = OpenHands::new(&values);
        while !game.table().is_over() {
            let turn = game.table().turn();
            let from = if turn == tested {
                seer.hands = game.hands().iter().map(Hand::kinds).collect();
                seer.choose(&game.view(turn), &mut rng)
            } else {
                RandomTarget.choose(&game.view(turn), &mut rng)
            };
            game.draw_random(from, false, &mut rng).unwrap();
        }
        lost += u32::from(game.outcome().loser == Some(tested));
    }
    let share = f64::from(lost) / games as f64;
    let error = (solved * (1.0 - solved) / games as f64).sqrt();
    assert!(
        (share - solved).abs() < 3.0 * error,
        "{share} {solved} ± {error}"
    );
}

/// What a random player's choices give away against a skill that sees all hands, and
/// that skill's loss from the deal, add up to the loss of a random player.
#[test]
fn choices_tell_the_loss_without_the_luck_of_the_draw() {
    let rules = Rules::DOCUMENT.with_players(3);
    for skill in [Skill::HIDDEN, Skill::BEST] {
        let values = OpenValues::new(&rules, skill).unwrap();
        let at_deal = values.losses_at_deal().iter().sum::<f64>() / 3.0;
        let games = 3000;
        let (mut sum, mut squares) = (0.0, 0.0);
        for trial in 0..games {
            let mut rng: Pcg64Mcg = trial_rng(25, trial);
            let mut game = Game::deal(&rules, &mut rng).unwrap();
            let tested = Seat::new(trial as usize % 3).unwrap();
            let mut loss = at_deal;
            while !game.table().is_over() {
                let turn = game.table().turn();
                let from = RandomTarget.choose(&game.view(turn), &mut rng);
                if turn == tested {
                    let hands: Vec<KindSet> = game.hands().iter().map(Hand::kinds).collect();
                    let losses = values.open_losses(&hands, turn).unwrap();
                    let chosen = losses.iter().find(|(seat, _)| *seat == from);
                    loss += chosen.unwrap().1 - values.open_loss(&hands, turn).unwrap();
                }
                game.draw_random(from, false, &mut rng).unwrap();
            }
            sum += loss;
            squares += loss * loss;
        }
        let mean = sum / games as f64;
        let error = ((squares / games as f64 - mean * mean) / games as f64).sqrt();
        // The lost games themselves would have an error of 0.0086.
        assert!(error < 0.005, "{error}");
        assert!((mean - 1.0 / 3.0).abs() < 3.0 * error, "{mean} ± {error}");
    }
}

#[test]
fn open_values_are_those_of_the_solved_game() {
    let rules = Rules::DOCUMENT.with_players(3);
    let game = OpenGame::new(&rules).unwrap().with_keen_others(0.5);
    let solved = game.losses(Skill::HIDDEN, 1e-12);
    let values = OpenValues::of_game(game.clone(), Skill::HIDDEN);
    for trial in 0..50 {
        let mut rng: Pcg64Mcg = trial_rng(26, trial);
        let mut game = Game::deal(&rules, &mut rng).unwrap();
        while !game.table().is_over() {
            let hands: Vec<KindSet> = game.hands().iter().map(Hand::kinds).collect();
            let turn = game.table().turn();
            let loss = values.open_loss(&hands, turn).unwrap();
            let own = turn.index();
            let turned: Vec<KindSet> = (0..3).map(|step| hands[(own + step) % 3]).collect();
            let expected = solved.at(&turned, Seat::FIRST).unwrap();
            assert!((loss - expected).abs() < 1e-3, "{loss} {expected}");
            let losses = values.open_losses(&hands, turn).unwrap();
            let targets: Vec<Seat> = game.table().targets().collect();
            assert!(losses.iter().map(|(seat, _)| *seat).eq(targets.clone()));
            game.draw_random(targets[0], false, &mut rng).unwrap();
        }
        let hands: Vec<KindSet> = game.hands().iter().map(Hand::kinds).collect();
        assert_eq!(values.open_loss(&hands, game.table().turn()), None);
    }
    assert_eq!(values.open_losses(&[KindSet::EMPTY; 2], Seat::FIRST), None);
}

/// Hidden cards in another order, and nothing else changed: the same choice.
#[test]
fn hidden_cards_do_not_change_a_choice() {
    let rules = Rules::DOCUMENT.with_players(3);
    let values = OpenValues::new(&rules, Skill::HIDDEN).unwrap();
    let mut changed = 0;
    for trial in 0..60 {
        let mut rng: Pcg64Mcg = trial_rng(23, trial);
        let game = Game::deal(&rules, &mut rng).unwrap();
        let observer = Seat::new(trial as usize % 3).unwrap();
        // Kinds that one of the others holds change places with kinds that only the
        // other of them holds; sizes and discards stay.
        let mut start_hands = game.start_hands().to_vec();
        let [a, b] = [1, 2].map(|step| observer.plus(step, 3).index());
        let only = |x: usize, y: usize, hands: &[Hand]| -> Vec<Kind> {
            hands[x]
                .kinds()
                .iter()
                .filter(|&kind| hands[y].count(kind) == 0)
                .collect()
        };
        let (mut of_a, mut of_b) = (only(a, b, &start_hands), only(b, a, &start_hands));
        shuffle(&mut of_a, &mut rng);
        shuffle(&mut of_b, &mut rng);
        let Some((&x, &y)) = of_a.first().zip(of_b.first()) else {
            continue;
        };
        for (seat, gives, takes) in [(a, x, y), (b, y, x)] {
            start_hands[seat].remove(gives);
            start_hands[seat].add(takes);
        }
        let mut dealt = start_hands.clone();
        for (hand, discards) in dealt.iter_mut().zip(&game.start().discards) {
            for (kind, pairs) in discards.iter() {
                for _ in 0..2 * pairs {
                    hand.add(kind);
                }
            }
        }
        let other = Game::from_dealt(&rules, &dealt, Seat::FIRST).unwrap();
        assert_eq!(game.start(), other.start());
        changed += 1;
        // It is seat 0's turn; the observer's choice is asked for where it is that
        // seat, and its chances otherwise.
        let (ours, theirs) = (game.view(observer), other.view(observer));
        assert_eq!(ours.events_len(), 0);
        if observer == game.table().turn() {
            for ((name, mut one), (_, mut two)) in
                policies(&values).into_iter().zip(policies(&values))
            {
                one.begin(&ours);
                two.begin(&theirs);
                let choices = [
                    one.choose(&ours, &mut trial_rng::<Pcg64Mcg>(1, 1)),
                    two.choose(&theirs, &mut trial_rng::<Pcg64Mcg>(1, 1)),
                ];
                assert_eq!(choices[0], choices[1], "{name}");
            }
        }
    }
    assert!(changed > 40);
}

#[test]
fn policies_play_by_all_rules() {
    for (rules, games) in [
        (Rules::STANDARD, 2),
        (
            Rules {
                odd_card: OddCard::Unknown,
                ..Rules::DOCUMENT.with_players(3)
            },
            2,
        ),
        (
            Rules {
                odd_card: OddCard::Removed("QC".parse().unwrap()),
                ..Rules::DOCUMENT.with_players(3)
            },
            4,
        ),
        (Rules::DOCUMENT.with_players(2), 4),
    ] {
        // A table of other rules than those of the game makes a random player.
        let table = Rules {
            odd_card: OddCard::Removed("QC".parse().unwrap()),
            ..Rules::DOCUMENT.with_players(3)
        };
        let values = OpenValues::new(&table, Skill::BEST).unwrap();
        for (_, mut policy) in policies(&values) {
            for trial in 0..games {
                let mut rng: Pcg64Mcg = trial_rng(24, trial);
                let mut game = Game::deal(&rules, &mut rng).unwrap();
                let mut random = [RandomTarget; 6];
                let mut seats: Vec<&mut dyn Policy> = random[1..rules.players]
                    .iter_mut()
                    .map(|policy| policy as &mut dyn Policy)
                    .collect();
                seats.insert(below(&mut rng, rules.players as u64) as usize, &mut *policy);
                assert!(game.play(&mut seats, &mut rng).unwrap().loser.is_some());
            }
        }
    }
}
