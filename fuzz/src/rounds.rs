//! Hearts: rounds and what each seat sees of them, the worlds that fit, the last
//! tricks, and players of any settings.

use cards_core::{BySeat, Card, CardSet, Seat, Suit};
use hearts_mc::endgame::{Solver, Utility, brute};
use hearts_mc::worlds::{Constraints, Worlds};
use hearts_mc::{
    Aggressive, Budget, Greedy, Jack, LastTricks, MonteCarlo, MonteCarloConfig, Moon, MoonChoice,
    Objective, OpponentModel, PENALTIES, Pass, Phase, PlayoutPolicy, Position, PublishedPlayer,
    Random, Round, Rules, Schedule, Search, Strategy, View, points, win_chances,
};
use rand_core::SeedableRng;
use rand_pcg::Pcg64Mcg;

use crate::draw::Draw;
use crate::hearts::{self, SEATS};

/// Rounds from the deal on, small endgames, worlds under any constraints, and
/// decisions of any player.
pub fn play(data: &[u8]) {
    let mut draw = Draw::new(data);
    match draw.below(6) {
        0 | 1 => rounds(&mut draw),
        2 => endgame(&mut draw),
        3 => constraints(&mut draw),
        4 => decision(&mut draw),
        _ => chances(&mut draw),
    }
}

fn rounds(draw: &mut Draw<'_>) {
    let plays = draw.below(53);
    let mut round = hearts::round(draw, plays);
    let before = format!("{round:?}");
    for seat in SEATS {
        seen(draw, &round, seat);
    }
    wrong_card(draw, &mut round);
    assert_eq!(format!("{round:?}"), before);
    let hands = SEATS.map(|seat| round.hand(seat));
    if let Some(position) = round.position() {
        let held = hands.iter().fold(CardSet::EMPTY, |all, &hand| all | hand);
        let count: usize = hands.iter().map(|hand| hand.len()).sum();
        assert_eq!(
            (held | position.played(), count + position.played().len()),
            (CardSet::FULL, 52)
        );
        let taken = SEATS.map(|seat| points(position.taken(seat)));
        assert_eq!(position.points().into_array(), taken);
    }
    if round.phase() == Phase::Over {
        scored(&round);
    }
    while let Some((seat, card)) = round.undo() {
        assert_eq!(round.phase(), Phase::Playing(seat));
        assert!(round.hand(seat).contains(card));
    }
}

/// Any card and any pass: what is not allowed changes nothing.
fn wrong_card(draw: &mut Draw<'_>, round: &mut Round) {
    let card = draw.card(CardSet::FULL).unwrap_or(hearts_mc::QUEEN);
    let seat = Seat::new(draw.below(8)).unwrap_or(Seat::FIRST);
    let mut any = CardSet::FULL;
    let count = draw.below(5);
    let cards = draw.cards(count, &mut any);
    let before = format!("{round:?}");
    match round.phase() {
        Phase::Passing(_) => assert!(round.play(card).is_err()),
        Phase::Over => assert!(round.play(card).is_err() && round.pass(seat, cards).is_err()),
        Phase::Playing(turn) => {
            assert!(round.pass(seat, cards).is_err());
            let legal = round.view(turn).legal();
            assert_eq!(
                round
                    .position()
                    .map(|position| position.legal(round.rules())),
                Some(legal)
            );
            assert!(!legal.is_empty() && legal.is_subset(round.hand(turn)));
            let check = round.view(turn).check_play(card).is_ok();
            let played = round.play(card).is_ok();
            assert_eq!(
                (played, check),
                (legal.contains(card), legal.contains(card))
            );
            if played {
                assert_eq!(round.undo(), Some((turn, card)));
            }
        }
    }
    assert_eq!(format!("{round:?}"), before);
}

/// What a seat sees is what it is told event by event, and the true hands are
/// among the worlds that it allows.
fn seen(draw: &mut Draw<'_>, round: &Round, seat: Seat) {
    let view = round.view(seat);
    let (rules, direction) = (round.rules(), round.direction());
    let mut told = View::start(rules, seat, direction, round.dealt()[seat])
        .expect("thirteen cards")
        .with_totals(*round.totals());
    let playing = round.position().is_some();
    if let Some(gave) = round.passed(seat) {
        let received = round.passed(direction.giver(seat)).filter(|_| playing);
        match received {
            Some(received) => told.exchange(gave, received).expect("as it happened"),
            None => told.give(gave).expect("as it happened"),
        }
    }
    if playing {
        let leader = round.plays().first().map(|&(leader, _)| leader);
        let leader = leader.or(match round.phase() {
            Phase::Playing(turn) => Some(turn),
            _ => None,
        });
        told.begin(leader.expect("somebody leads"))
            .expect("as it happened");
    }
    for &(_, card) in round.plays() {
        // Something else may be seen in its place, or is impossible.
        if draw.once_in(10)
            && let Some(other) = draw.card(CardSet::FULL)
        {
            let mut next = told.clone();
            match next.observe(other) {
                Ok(()) => assert!(Worlds::new(&next.constraints()).is_ok(), "{next:?}"),
                Err(_) => assert_eq!(next, told),
            }
        }
        told.observe(card).expect("as it happened");
    }
    assert_eq!(told, view);
    let Phase::Playing(_) = round.phase() else {
        return;
    };
    for other in SEATS {
        let hand = round.hand(other);
        assert!(hand.is_subset(view.may_hold(other)) && view.known(other).is_subset(hand));
    }
    let hands = BySeat::from_fn(|other| round.hand(other));
    assert!(view.position(&hands).is_ok());
    let worlds = Worlds::new(&view.constraints()).expect("the true hands fit");
    let mut rng = Pcg64Mcg::seed_from_u64(draw.bits());
    for _ in 0..2 {
        let world = worlds.sample(&mut rng);
        assert!(
            view.position(&world).is_ok(),
            "{world:?} does not fit {view:?}"
        );
    }
    if worlds.count() <= 60 {
        let every: Vec<_> = worlds.every().collect();
        assert_eq!(every.len() as u128, worlds.count());
        let mut true_hands = hands;
        true_hands[seat] = CardSet::EMPTY;
        assert!(every.contains(&true_hands));
        assert!(every.iter().all(|world| view.position(world).is_ok()));
    }
    let legal = view.legal();
    if view.turn() == Some(seat) {
        let players: [&mut dyn Strategy; 4] = [
            &mut Random,
            &mut Greedy,
            &mut Aggressive,
            &mut PublishedPlayer::Greedy,
        ];
        for player in players {
            assert!(legal.contains(player.play(&view, &mut rng)), "{view:?}");
        }
    } else {
        assert!(legal.is_empty());
    }
}

fn scored(round: &Round) {
    let rules = round.rules();
    let position = round.position().expect("all has been played");
    assert_eq!(position.points().as_array().iter().sum::<i32>(), 26);
    for choice in [MoonChoice::OthersUp, MoonChoice::ShooterDown] {
        let scores = round.scores(choice).expect("all has been played");
        let all_took = SEATS.iter().all(|&seat| !position.taken(seat).is_empty());
        let moon = SEATS
            .iter()
            .any(|&seat| PENALTIES.is_subset(position.taken(seat)));
        if rules.moon == Moon::None || !moon {
            let bonuses = SEATS
                .iter()
                .filter(|&&seat| position.taken(seat).is_empty())
                .count();
            let sum = rules.sum() + bonuses as i32 * rules.no_trick_bonus;
            let jack = matches!(rules.jack, Jack::Plain) || all_took || bonuses > 0;
            assert!(
                jack && scores.as_array().iter().sum::<i32>() == sum,
                "{scores:?}, {rules}"
            );
        }
    }
}

/// The last tricks against the definitions, play by play.
fn endgame(draw: &mut Draw<'_>) {
    let mut rules = hearts::rules(draw);
    if draw.once_in(8) {
        rules.no_trick_bonus = draw.pick(&[i32::MIN, i32::MAX, 1000, -1001]);
    }
    let mut pack = match draw.below(3) {
        0 => CardSet::FULL,
        1 => CardSet::of_suit(Suit::Hearts) | CardSet::of_suit(Suit::Spades),
        _ => CardSet::FULL - CardSet::of_suit(draw.pick(&Suit::ALL)),
    };
    let cards = 1 + draw.below(3);
    let hands = BySeat::from_fn(|_| draw.cards(cards, &mut pack));
    let mut rest = hands
        .iter()
        .fold(CardSet::FULL, |rest, (_, &hand)| rest - hand);
    let to_one = draw.once_in(3);
    let taken = BySeat::from_fn(|seat| {
        let count = if to_one {
            52 * usize::from(seat == Seat::FIRST)
        } else {
            draw.below(14)
        };
        draw.cards(count, &mut rest)
    });
    let start = if draw.once_in(4) {
        Position::new(hands, &rules)
    } else {
        Position::later(hands, draw.pick(&SEATS), taken)
    };
    let mut position = start.expect("hands of one size");
    if draw.once_in(4) {
        position = position.with_hearts_broken();
    }
    for _ in 0..draw.below(6) {
        let Some(card) = draw.card(position.legal(&rules)) else {
            break;
        };
        position = position.after(card, &rules).expect("a legal play");
    }
    let utility = draw.pick(&[Utility::OwnScore, Utility::AboveMean]);
    let choice = draw.pick(&[MoonChoice::OthersUp, MoonChoice::ShooterDown]);
    let player = draw.pick(&SEATS);
    let mut solver = Solver::new(rules).with_moon_choice(choice);
    let Ok(value) = solver.value(&position, player, utility) else {
        assert!(rules.no_trick_bonus.unsigned_abs() > Solver::LARGEST_BONUS.unsigned_abs());
        return;
    };
    let context = || format!("{position:?}, {rules}, {utility:?}, {choice:?}, {player}");
    assert_eq!(
        value,
        brute::paranoid(&position, &rules, choice, player, utility),
        "{}",
        context()
    );
    let solved = solver
        .paranoid(&position, player, utility)
        .expect("it had a value");
    assert_eq!(solved.value, value, "{}", context());
    let legal: CardSet = solved.plays.iter().map(|&(card, _)| card).collect();
    assert_eq!(legal, position.legal(&rules));
    for &(card, value) in &solved.plays {
        let next = position.after(card, &rules).expect("a legal play");
        let slow = brute::paranoid(&next, &rules, choice, player, utility);
        assert_eq!(value, slow, "{card}: {}", context());
    }
    let max_n = solver.max_n(&position, utility).expect("it had a value");
    assert_eq!(
        max_n.scores,
        brute::max_n(&position, &rules, choice, utility),
        "{}",
        context()
    );
}

/// Worlds under any constraints, counted one by one.
fn constraints(draw: &mut Draw<'_>) {
    let mut pack = CardSet::FULL;
    let count = draw.below(7);
    let unseen = draw.cards(count, &mut pack);
    let mut left = unseen.len();
    let sizes = BySeat::from_fn(|seat| {
        let size = if seat.index() == 3 {
            left
        } else {
            draw.below(left + 1)
        };
        left -= size;
        if draw.once_in(40) {
            draw.bits() as usize
        } else {
            size
        }
    });
    let mut constraints = Constraints::new(unseen, sizes);
    for _ in 0..draw.below(6) {
        let seat = draw.pick(&SEATS);
        let card = draw.card(unseen).unwrap_or(hearts_mc::QUEEN);
        constraints = match draw.below(4) {
            0 => constraints.with_held(seat, CardSet::of(card)),
            1 => constraints.with_void(seat, card.suit()),
            _ => constraints.without(seat, CardSet::of(card)),
        };
    }
    if draw.once_in(20) {
        constraints = constraints.with_held(Seat::FIRST, CardSet::from_bits_truncate(draw.bits()));
    }
    let cards: Vec<Card> = unseen.iter().collect();
    let mut fitting = Vec::new();
    for code in 0..1_usize << (2 * cards.len()) {
        let mut world = BySeat::new([CardSet::EMPTY; 4]);
        for (place, &card) in cards.iter().enumerate() {
            world[SEATS[code >> (2 * place) & 3]].insert(card);
        }
        let fits = SEATS.iter().all(|&seat| {
            world[seat].len() == sizes[seat]
                && world[seat].is_subset(constraints.possible(seat))
                && constraints.held(seat).is_subset(world[seat])
        });
        if fits {
            fitting.push(world);
        }
    }
    match Worlds::new(&constraints) {
        Ok(worlds) => {
            assert_eq!(worlds.count(), fitting.len() as u128, "{constraints:?}");
            let every: Vec<_> = worlds.every().collect();
            assert_eq!(every.len(), fitting.len());
            assert!(
                fitting.iter().all(|world| every.contains(world)),
                "{constraints:?}"
            );
            let mut rng = Pcg64Mcg::seed_from_u64(draw.bits());
            assert!(
                fitting.contains(&worlds.sample(&mut rng)),
                "{constraints:?}"
            );
            for &card in &cards {
                for seat in SEATS {
                    let here = fitting
                        .iter()
                        .filter(|world| world[seat].contains(card))
                        .count();
                    let share = here as f64 / fitting.len() as f64;
                    assert!((worlds.marginal(card, seat).to_f64() - share).abs() < 1e-12);
                }
            }
        }
        Err(error) => assert!(fitting.is_empty(), "{constraints:?}: {error}"),
    }
}

fn config(draw: &mut Draw<'_>) -> MonteCarloConfig {
    let threshold = |draw: &mut Draw<'_>| {
        draw.pick(&[0.0, 1.0, 2.0, 0.5, 1e300, f64::INFINITY, f64::NAN, -1.0])
    };
    let mut config = MonteCarloConfig {
        budget: Budget::Playouts(draw.pick(&[8, 0, 1, 40])),
        pass_multiple: draw.pick(&[1, 0, 3]),
        policy: draw.pick(&[
            PlayoutPolicy::Uniform,
            PlayoutPolicy::Quick,
            PlayoutPolicy::Learned,
        ]),
        objective: draw.pick(&[Objective::Points, Objective::Match]),
        ..MonteCarloConfig::default()
    };
    for _ in 0..draw.below(3) {
        let value = threshold(draw);
        match draw.below(5) {
            0 => config.gate = value,
            1 => config.elimination = value,
            2 => config.moon_share = value,
            3 => config.pass_sharpness = value,
            _ => config.moon_doubt = value,
        }
    }
    if draw.once_in(3) {
        config.schedule = Some(Schedule {
            greedy_above: draw.below(14),
            playouts: draw.below(20) as u64,
            late_below: draw.below(14),
            late_playouts: draw.below(20) as u64,
        });
    }
    if draw.once_in(3) {
        let chances = [0.0, 1.0, 0.05, 1.5, f64::NAN];
        config.opponents = Some(OpponentModel {
            aggressive: draw.pick(&chances),
            turning: draw.pick(&chances),
            noise: draw.pick(&chances),
            worlds: draw.pick(&[1, 2, 0, 5, usize::MAX]),
        });
    }
    config.last_tricks = draw.flag().then(|| LastTricks {
        cards: draw.pick(&[0, 2, 13]),
        search: draw.pick(&[Search::MaxN, Search::Paranoid]),
        worlds: draw.pick(&[0, 5, usize::MAX]),
        nodes: draw.pick(&[0, 10, 2000]),
    });
    if draw.once_in(6) {
        config.threads = draw.pick(&[0, 2]);
    }
    config
}

/// A player of any settings plays a legal card, the same for the same seed.
fn decision(draw: &mut Draw<'_>) {
    let plays = draw.below(52);
    let mut round = hearts::round(draw, plays);
    if draw.once_in(6) {
        let most = draw.pick(&[i32::MAX, i32::MIN, 1_000_000]);
        round = round.with_totals(BySeat::from_fn(|seat| most * i32::from(seat.index() != 1)));
    }
    let config = config(draw);
    let player = MonteCarlo::new(config);
    let seed = draw.bits();
    match round.phase() {
        Phase::Passing(seat) => {
            let view = round.view(seat);
            match player.advise_pass(&view, seed) {
                Ok(advice) => {
                    assert_eq!(view.check_pass(advice.choice), Ok(()));
                    let again = player.advise_pass(&view, seed);
                    assert_eq!(format!("{again:?}"), format!("{:?}", Ok::<_, ()>(advice)));
                }
                Err(_) => assert!(config.check().is_err()),
            }
        }
        Phase::Playing(seat) => {
            let view = round.view(seat);
            match player.advise(&view, seed) {
                Ok(advice) => {
                    let legal = view.legal();
                    assert!(legal.contains(advice.choice));
                    assert_eq!(advice.plays.len(), legal.len());
                    let again = player.advise(&view, seed);
                    assert_eq!(format!("{again:?}"), format!("{:?}", Ok::<_, ()>(advice)));
                }
                Err(_) => assert!(config.check().is_err()),
            }
            // A player of settings that make no sense does not panic either.
            if config.opponents.is_none_or(|model| model.check().is_ok()) {
                let mut rng = Pcg64Mcg::seed_from_u64(seed);
                let card = MonteCarlo::new(config).play(&view, &mut rng);
                assert!(view.legal().contains(card));
            }
            let other = draw.pick(&SEATS);
            assert_eq!(
                player.advise(&round.view(other), seed).is_ok(),
                other == seat && config.check().is_ok()
            );
        }
        Phase::Over => {}
    }
}

/// Chances to win any match are chances.
fn chances(draw: &mut Draw<'_>) {
    let mut rules: Rules = hearts::rules(draw);
    if draw.once_in(4) {
        rules.limit = draw.pick(&[i32::MAX, i32::MIN, 0, 1]);
    }
    let scores = BySeat::from_fn(|_| match draw.below(4) {
        0 => draw.pick(&[i32::MAX, i32::MIN, 0]),
        1 => draw.bits() as i32,
        _ => draw.below(120) as i32 - 20,
    });
    let chances = win_chances(&scores, &rules);
    let sum: f64 = chances.as_array().iter().sum();
    assert!(
        (sum - 1.0).abs() < 1e-9,
        "{chances:?} at {scores:?} to {}",
        rules.limit
    );
    assert!(
        chances
            .as_array()
            .iter()
            .all(|chance| (0.0..=1.0).contains(chance))
    );
    let taken = hearts::hands(draw, 13);
    for choice in [MoonChoice::OthersUp, MoonChoice::ShooterDown] {
        let _ = hearts_mc::scores(&taken, &rules, choice);
    }
    for pass in [Pass::Left, Pass::Right, Pass::Across, Pass::Hold] {
        for seat in SEATS {
            assert_eq!(pass.giver(pass.receiver(seat)), seat);
        }
    }
}
