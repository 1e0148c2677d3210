//! Guandan: what a play is, what beats what, legal plays, responses and splits.

use cards_core::{AnyCard, BySeat, Card, Joker, Rank, Seat, Suit};
use guandan_split::{
    Face, Hand, Kind, Level, Objective, Play, PlaySet, Round, Rules, Split, Weights, beats,
    best_split, brute, classify_by, compare_bombs, expand, legal_plays, min_cost, min_plays,
    plays_after, responses, top_k,
};

use crate::draw::Draw;

/// How many cards are compared with the definition, set by set.
const SMALL: usize = 9;

/// How many plays are compared with each other, three at a time.
const MOST_PLAYS: usize = 20;

/// Any cards and any level: readings, legal plays and responses are those of the
/// definition, `beats` is a strict order, and splits use each card once.
pub fn plays(data: &[u8]) {
    let mut draw = Draw::new(data);
    let level = level(&mut draw);
    let rules = rules(&mut draw);
    match draw.below(4) {
        0 | 1 => small_hand(&mut draw, level, rules),
        2 => whole_hand(&mut draw, level, rules),
        _ => round(&mut draw, level, rules),
    }
}

fn level(draw: &mut Draw<'_>) -> Level {
    Level::new(draw.pick(&Rank::ALL))
}

fn rules(draw: &mut Draw<'_>) -> Rules {
    let mut rules = draw.pick(&[Rules::HUAIAN_2017, Rules::TRIAL_2022, Rules::DOCUMENT]);
    if draw.flag() {
        rules.joker_pair_in_full_house ^= true;
    }
    rules
}

/// Up to so many cards, of few ranks and suits as often as not, so that they make
/// plays.
fn hand(draw: &mut Draw<'_>, most: usize, level: Level) -> Hand {
    let span = draw.pick(&[13, 6, 4, 2, 1]);
    let suits = draw.pick(&[4, 2, 1]);
    let lowest = draw.below(Rank::COUNT);
    let jokers = draw.below(5);
    let mut hand = Hand::EMPTY;
    let size = draw.below(most + 1);
    for place in 0..size {
        let card = if place < jokers && draw.flag() {
            AnyCard::Joker(draw.pick(&Joker::ALL))
        } else if draw.once_in(8) {
            level.wild_card().into()
        } else {
            let rank = Rank::ALL[(lowest + draw.below(span)) % Rank::COUNT];
            Card::new(Suit::ALL[draw.below(suits)], rank).into()
        };
        // A third copy is refused, and the hand stays as it was.
        let before = hand;
        if hand.insert(card).is_err() {
            assert_eq!((before, before.count(card)), (hand, 2));
        }
    }
    hand
}

fn key(play: Play) -> (u8, usize, u8, u8) {
    let (kind, face) = (play.kind() as u8, play.face().index());
    (kind, face, play.size(), play.wilds())
}

fn small_hand(draw: &mut Draw<'_>, level: Level, rules: Rules) {
    let (hand, other) = (hand(draw, SMALL, level), hand(draw, SMALL, level));
    readings(hand, level, rules);
    let plays = legal_plays(hand, level, rules);
    let theirs = legal_plays(other, level, rules);
    assert_eq!(
        keys(&plays),
        defined(hand, level, rules),
        "{hand}, level {level}"
    );
    for play in plays.iter() {
        makes(hand, level, rules, play);
    }
    for play in plays.iter().chain(theirs.iter()) {
        answers(hand, &plays, level, rules, play);
    }
    let sample: Vec<Play> = plays.iter().chain(theirs.iter()).collect();
    order(&thinned(&sample), level);
    splits(draw, hand, level, rules);
}

fn keys(plays: &PlaySet) -> Vec<(u8, usize, u8, u8)> {
    let mut keys: Vec<_> = plays.iter().map(key).collect();
    assert_eq!(keys.len(), plays.len());
    assert_eq!(keys.is_empty(), plays.is_empty());
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), plays.len(), "a play stands twice in {plays:?}");
    keys
}

/// The plays of every set of a hand's cards, from the definition.
fn defined(hand: Hand, level: Level, rules: Rules) -> Vec<(u8, usize, u8, u8)> {
    let cards: Vec<AnyCard> = hand.iter().collect();
    let mut found = Vec::new();
    for set in 1..1_usize << cards.len() {
        let chosen = (0..cards.len()).filter(|place| set >> place & 1 == 1);
        let chosen: Vec<AnyCard> = chosen.map(|place| cards[place]).collect();
        let part = Hand::from_cards(chosen.iter().copied()).expect("a part of a hand");
        for (kind, face) in brute::readings(&chosen, level, rules) {
            found.push((
                kind as u8,
                face.index(),
                chosen.len() as u8,
                part.wilds(level),
            ));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// All cards together, as one play.
fn readings(cards: Hand, level: Level, rules: Rules) {
    let list: Vec<AnyCard> = cards.iter().collect();
    let mut defined: Vec<(u8, usize)> = brute::readings(&list, level, rules)
        .into_iter()
        .map(|(kind, face)| (kind as u8, face.index()))
        .collect();
    let readings = classify_by(cards, level, rules).unwrap_or_default();
    let mut found = Vec::new();
    for reading in &readings {
        let play = reading.play();
        found.push((play.kind() as u8, play.face().index()));
        assert_eq!(usize::from(play.size()), cards.len());
        assert_eq!(play.wilds(), cards.wilds(level));
        let again = Play::new(play.kind(), play.face(), play.size(), play.wilds());
        assert_eq!(again, Ok(play));
        assert_eq!(reading.pair().is_some(), play.kind() == Kind::FullHouse);
        let roles = reading.roles().count();
        assert_eq!(roles, usize::from(play.wilds()));
    }
    defined.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, defined, "{cards}, level {level}");
}

/// A legal play can be made, and its cards are that play.
fn makes(hand: Hand, level: Level, rules: Rules, play: Play) {
    let ways = expand(hand, level, rules, play).expect("a legal play can be made");
    let mut count = 0;
    for meld in ways.take(40) {
        count += 1;
        assert_eq!(meld.play(), play);
        assert!(hand.contains(meld.cards()), "{meld:?} of {hand}");
        let readings = classify_by(meld.cards(), level, rules).expect("a play");
        assert!(readings.contains(meld.reading()), "{meld:?}, level {level}");
    }
    assert!(count > 0, "{play} of {hand}, level {level}");
}

/// The responses are the legal plays that beat the play.
fn answers(hand: Hand, plays: &PlaySet, level: Level, rules: Rules, play: Play) {
    let responses = responses(hand, level, rules, play);
    for own in plays.iter() {
        assert_eq!(
            responses.contains(own),
            beats(own, play, level),
            "{own} on {play}, level {level}"
        );
    }
    assert!(responses.iter().all(|own| plays.contains(own)));
    assert_eq!(responses.bombs(), plays.bombs().beating(play, level));
}

/// Evenly chosen plays, so that three at a time are soon compared.
fn thinned(plays: &[Play]) -> Vec<Play> {
    let step = plays.len().div_ceil(MOST_PLAYS).max(1);
    plays.iter().copied().step_by(step).collect()
}

/// `beats` is a strict weak order among the plays of one kind and among all bombs;
/// other plays compare only as a bomb beats what is none.
fn order(plays: &[Play], level: Level) {
    let alike =
        |a: Play, b: Play| a.is_bomb() == b.is_bomb() && (a.is_bomb() || a.kind() == b.kind());
    for &a in plays {
        assert!(!beats(a, a, level), "{a} beats itself");
        for &b in plays {
            let (ab, ba) = (beats(a, b, level), beats(b, a, level));
            assert!(!(ab && ba), "{a} and {b} beat each other, level {level}");
            if !alike(a, b) {
                assert_eq!((ab, ba), (a.is_bomb(), b.is_bomb()), "{a} and {b}");
            }
            let order = compare_bombs(a, b, level);
            assert_eq!(order.is_some(), a.is_bomb() && b.is_bomb());
            if let Some(order) = order {
                assert_eq!((ab, ba), (order.is_gt(), order.is_lt()), "{a} and {b}");
            }
            if alike(a, b) && key(a) == key(b) {
                assert!(!ab && !ba);
            }
            for &c in plays {
                let (bc, ac) = (beats(b, c, level), beats(a, c, level));
                assert!(!(ab && bc) || ac, "{a} > {b} > {c}, level {level}");
                // Of one kind, what is equal to equals is equal.
                if alike(a, b) && alike(b, c) && !ab && !bc {
                    assert!(!ac, "{a} = {b} = {c}, level {level}");
                }
            }
        }
    }
}

/// Checks that a split uses each card once, and returns what it costs.
fn cost_of(
    split: &Split,
    hand: Hand,
    level: Level,
    rules: Rules,
    cost: impl Fn(Kind, usize) -> i64,
) -> i64 {
    let mut left = hand;
    let mut sum = 0;
    for meld in split.melds() {
        left = left
            .without(meld.cards())
            .expect("a split takes no card twice");
        let readings = classify_by(meld.cards(), level, rules).expect("a split is of plays");
        assert!(
            readings.contains(meld.reading()),
            "{meld:?} in a split of {hand}"
        );
        sum += cost(meld.play().kind(), usize::from(meld.play().size()));
    }
    assert!(left.is_empty(), "a split of {hand} leaves {left}");
    assert_eq!(split.plays(), split.melds().len());
    sum
}

fn weights(draw: &mut Draw<'_>) -> Weights {
    let weight = |draw: &mut Draw<'_>| draw.below(24) as i32 - 6;
    let mut weights = Weights::uniform(weight(draw));
    for kind in Kind::ALL {
        let weight = weight(draw);
        weights = weights.with(kind, weight).unwrap_or(weights);
    }
    for size in 4..=10 {
        let weight = weight(draw);
        weights = weights.with_bomb(size, weight).unwrap_or(weights);
    }
    weights
}

/// Least costs, against the dynamic programming over all sets of cards.
fn splits(draw: &mut Draw<'_>, hand: Hand, level: Level, rules: Rules) {
    let brute = brute::Plays::of(hand, level, rules).expect("a small hand");
    let weights = weights(draw);
    let objective = draw.pick(&[
        Objective::FewestPlays,
        Objective::BombsFree,
        Objective::PlaysThenBombs,
        Objective::Weights(weights),
    ]);
    let cost = |kind: Kind, size: usize| match objective {
        Objective::FewestPlays => 1,
        Objective::BombsFree => i64::from(!kind.is_bomb()),
        Objective::PlaysThenBombs => 64 - i64::from(kind.is_bomb()),
        _ => weights.of(kind, size as u8).into(),
    };
    let least = if hand.is_empty() {
        0
    } else {
        brute.least_cost(cost)
    };
    let best = best_split(hand, level, rules, objective).expect("a small hand");
    let context = || format!("{hand}, level {level}, {rules:?}, {objective:?}");
    assert_eq!(
        cost_of(&best, hand, level, rules, cost),
        least,
        "{}",
        context()
    );
    assert_eq!(min_cost(hand, level, rules, objective), Ok(best.cost()));
    let several = top_k(hand, level, rules, objective, 5, 1).expect("a small hand");
    let costs: Vec<i64> = several
        .iter()
        .map(|split| cost_of(split, hand, level, rules, cost))
        .collect();
    assert_eq!(costs.first(), Some(&least), "{}", context());
    assert!(costs.is_sorted(), "{costs:?} of {}", context());
    if objective == Objective::FewestPlays {
        assert_eq!(min_plays(hand, level, rules), Ok(least as u32));
    }
}

/// A hand as dealt, whose fewest plays no brute force finds: what the numbers say
/// of each other.
fn whole_hand(draw: &mut Draw<'_>, level: Level, rules: Rules) {
    let hand = hand(draw, 30, level);
    let fewest = min_plays(hand, level, rules).expect("30 cards");
    let split = best_split(hand, level, rules, Objective::FewestPlays).expect("30 cards");
    assert_eq!(
        cost_of(&split, hand, level, rules, |_, _| 1),
        i64::from(fewest)
    );
    let bombs = best_split(hand, level, rules, Objective::PlaysThenBombs).expect("30 cards");
    assert_eq!(bombs.plays() as u32, fewest);
    assert!(bombs.bombs() >= split.bombs());
    let free = best_split(hand, level, rules, Objective::BombsFree).expect("30 cards");
    let plain = |kind: Kind, _| i64::from(!kind.is_bomb());
    let least = cost_of(&free, hand, level, rules, plain);
    assert!(least <= cost_of(&bombs, hand, level, rules, plain));
    for card in hand.iter() {
        let mut less = hand;
        less.remove(card).expect("it is there");
        let without = min_plays(less, level, rules).expect("fewer cards");
        assert!(fewest <= without + 1, "{card} of {hand}, level {level}");
    }
    let afters = plays_after(hand, level, rules).expect("30 cards");
    assert!(
        afters
            .iter()
            .map(|after| after.play)
            .eq(legal_plays(hand, level, rules).iter())
    );
    for after in &afters {
        assert!(fewest <= after.plays_left + 1, "{} of {hand}", after.play);
        let left = hand
            .without(after.meld.cards())
            .expect("a play of the hand");
        assert_eq!(min_plays(left, level, rules), Ok(after.plays_left));
        assert_eq!(after.meld.play(), after.play);
    }
    let best = afters.iter().map(|after| after.plays_left + 1).min();
    assert_eq!(best.unwrap_or(0), fewest, "{hand}, level {level}");
}

/// Turns of a round, legal and not: an illegal one changes nothing.
fn round(draw: &mut Draw<'_>, level: Level, rules: Rules) {
    let mut all = Hand::FULL;
    let hands = BySeat::from_fn(|_| {
        let wanted = hand(draw, 8, level);
        let mut dealt = Hand::EMPTY;
        for card in wanted.iter() {
            if all.remove(card).is_ok() {
                dealt.insert(card).expect("the pack has two of each");
            }
        }
        dealt
    });
    let leader = Seat::new(draw.below(5)).expect("a seat below 8");
    let Ok(mut round) = Round::new(hands, level, rules, leader) else {
        return;
    };
    for _ in 0..60 {
        if draw.is_spent() || round.is_over() {
            break;
        }
        let seat = round.turn();
        // Now and then a play of somebody else's cards.
        let from = if draw.once_in(6) {
            Seat::new(draw.below(4)).unwrap_or(seat)
        } else {
            seat
        };
        let plays: Vec<Play> = legal_plays(round.hands()[from], level, rules)
            .iter()
            .collect();
        let meld = if draw.once_in(3) || plays.is_empty() {
            None
        } else {
            let ways = expand(round.hands()[from], level, rules, draw.pick(&plays));
            ways.expect("a legal play").next()
        };
        let before = round.clone();
        let legal = match (&meld, before.view().last()) {
            (None, last) => last.is_some(),
            (Some(meld), last) => {
                before.view().hand().contains(meld.cards())
                    && last.is_none_or(|(_, last)| beats(meld.play(), last, level))
            }
        };
        let result = round.act(meld);
        assert_eq!(result.is_ok(), legal, "{meld:?}: {result:?}");
        if result.is_err() {
            assert_eq!(round, before);
            continue;
        }
        let held: usize = round.hands().iter().map(|(_, hand)| hand.len()).sum();
        assert_eq!(held + round.view().played().len(), Hand::MAX_CARDS);
        assert!(round.is_over() || !round.hands()[round.turn()].is_empty());
        if round.is_over() {
            let mut order = round.order();
            order.sort_unstable_by_key(|seat| seat.index());
            assert!(order.into_iter().eq(Seat::all(4)));
            assert_eq!(
                round.clone().act(None),
                Err(guandan_split::RoundError::Over)
            );
        } else {
            belief(draw, &round);
        }
    }
}

/// Chances sum to one, and are those of a bomb where there can be one.
fn belief(draw: &mut Draw<'_>, round: &Round) {
    let belief = round.view().belief().expect("small hands");
    let player = draw.below(3);
    let face = Face::ALL[draw.below(Face::ALL.len())];
    let chances: Vec<f64> = (0..=8)
        .map(|count| {
            belief
                .exactly(player, face, count)
                .expect("a player")
                .to_f64()
        })
        .collect();
    let sum: f64 = chances.iter().sum();
    assert!((sum - 1.0).abs() < 1e-9, "{chances:?}");
    let mean: f64 = (0..)
        .zip(&chances)
        .map(|(count, chance)| f64::from(count) * chance)
        .sum();
    let expected = belief.expected(player, face).expect("a player").to_f64();
    assert!((mean - expected).abs() < 1e-9, "{mean}, {expected}");
    let some = belief
        .any_bomb_of_a_rank(player)
        .expect("a player")
        .to_f64();
    assert!((0.0..=1.0).contains(&some));
    if let Some((_, last)) = round.view().last() {
        let beating = belief
            .bomb_of_a_rank_beating(player, last)
            .expect("a player");
        assert!(beating.to_f64() <= some + 1e-12);
    }
}
