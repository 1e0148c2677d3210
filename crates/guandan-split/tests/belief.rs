//! The probabilities against counting hands one by one, and against each other.

mod common;

use cards_core::counting::Ratio;
use cards_core::{AnyCard, Joker, Rank, random};
use common::{deal, hand, level, level_of, rng};
use guandan_split::{
    Belief, BeliefError, Face, Hand, Kind, Level, Other, Play, Rules, legal_plays, published,
};

/// What a player knows late in a game: `hidden` cards with the others, of which
/// some are known.
fn late(trial: u64, rich: bool) -> (Level, Belief) {
    let level = level_of(trial);
    let mut rng = rng(20, trial);
    let mut unseen: Vec<AnyCard> = if rich {
        // Cards that make bombs: few ranks, two suits, wild cards, jokers.
        let lowest = random::below(&mut rng, 8) as usize;
        let near = |card: &AnyCard| match card {
            AnyCard::Card(card) => {
                let rank = card.rank().index();
                let wild = *card == level.wild_card();
                wild || ((lowest..lowest + 6).contains(&rank) && card.suit().index() < 2)
            }
            AnyCard::Joker(_) => trial.is_multiple_of(4),
        };
        Hand::FULL.iter().filter(near).collect()
    } else {
        Hand::FULL.iter().collect()
    };
    random::shuffle(&mut unseen, &mut rng);
    unseen.truncate(14);
    let sizes = [5 + (trial % 3) as usize, 4, 5 - (trial % 3) as usize];
    let known = Hand::from_cards(unseen[..(trial % 3) as usize].iter().copied()).unwrap();
    let all = Hand::from_cards(unseen).unwrap();
    let others = [
        Other {
            cards: sizes[0] as u32,
            known,
        },
        Other {
            cards: sizes[1] as u32,
            known: Hand::EMPTY,
        },
        Other {
            cards: sizes[2] as u32,
            known: Hand::EMPTY,
        },
    ];
    let rest = Hand::FULL.without(all).unwrap();
    (
        level,
        Belief::new(level, rest, Hand::EMPTY, &others).unwrap(),
    )
}

/// Every hand that player 0 may hold, one for each choice of physical cards.
fn hands(belief: &Belief) -> Vec<Hand> {
    let hidden: Vec<AnyCard> = belief.hidden().iter().collect();
    let drawn = belief.others()[0].cards as usize - belief.others()[0].known.len();
    let sets = (0..1_usize << hidden.len()).filter(|set| set.count_ones() as usize == drawn);
    sets.map(|set| {
        let chosen = (0..hidden.len()).filter(|place| set >> place & 1 == 1);
        let drawn = Hand::from_cards(chosen.map(|place| hidden[place])).unwrap();
        drawn.plus(belief.others()[0].known).unwrap()
    })
    .collect()
}

fn share(hands: &[Hand], holds: impl Fn(Hand) -> bool) -> Ratio {
    let some = hands.iter().filter(|&&hand| holds(hand)).count();
    Ratio::new(some as u128, hands.len() as u128).unwrap()
}

fn count(hand: Hand, face: Face) -> u32 {
    match face {
        Face::Rank(rank) => hand.count_rank(rank).into(),
        Face::Joker(joker) => hand.jokers()[joker.index()].into(),
    }
}

#[test]
fn counts_are_those_of_all_hands() {
    for trial in 0..12 {
        let (_, belief) = late(trial, trial.is_multiple_of(2));
        let hands = hands(&belief);
        for face in Face::ALL {
            let mut sum = 0;
            for number in 0..9 {
                let exactly = belief.exactly(0, face, number).unwrap();
                assert_eq!(
                    exactly,
                    share(&hands, |hand| count(hand, face) == number),
                    "{face}"
                );
                let at_least = belief.at_least(0, face, number).unwrap();
                assert_eq!(
                    at_least,
                    share(&hands, |hand| count(hand, face) >= number),
                    "{face}"
                );
            }
            for &hand in &hands {
                sum += u128::from(count(hand, face));
            }
            let mean = Ratio::new(sum, hands.len() as u128).unwrap();
            assert_eq!(belief.expected(0, face), Ok(mean), "{face}");
        }
        let four = share(&hands, |hand| hand.jokers() == [2, 2]);
        assert_eq!(belief.all_jokers(0), Ok(four));
    }
}

/// Bombs of every kind, with wild cards, by the legal plays of each hand.
#[test]
fn bombs_are_those_of_all_hands() {
    let mut between = 0;
    for trial in 0..40 {
        let (level, belief) = late(trial, true);
        let hands = hands(&belief);
        let bombs: Vec<_> = hands
            .iter()
            .map(|&hand| legal_plays(hand, level, Rules::default()).bombs())
            .collect();
        let share = |holds: &dyn Fn(&guandan_split::PlaySet) -> bool| {
            let some = bombs.iter().filter(|bombs| holds(bombs)).count();
            Ratio::new(some as u128, bombs.len() as u128).unwrap()
        };
        let any = share(&|bombs| !bombs.is_empty());
        assert_eq!(belief.any_bomb(0), Ok(any), "trial {trial}");
        between +=
            usize::from(any != Ratio::new(0, 1).unwrap() && any != Ratio::new(1, 1).unwrap());
        let of_rank = |play: Play| play.kind() != Kind::StraightFlush;
        let ranks = share(&|bombs| bombs.iter().any(of_rank));
        assert_eq!(belief.any_bomb_of_a_rank(0), Ok(ranks), "trial {trial}");
        let rank = |index: u64| Face::Rank(Rank::ALL[((trial + index) % 13) as usize]);
        let plays = [
            Play::new(Kind::Pair, Joker::Big.into(), 2, 0),
            Play::new(Kind::Bomb, rank(1), 4, 0),
            Play::new(Kind::Bomb, rank(2), 5, 1),
            Play::new(Kind::StraightFlush, Rank::Eight.into(), 5, 0),
            Play::new(Kind::Bomb, rank(3), 6, 0),
            Play::new(Kind::JokerBomb, Joker::Big.into(), 4, 0),
        ];
        for play in plays.map(Result::unwrap) {
            let beaten = share(&|bombs| !bombs.beating(play, level).is_empty());
            assert_eq!(
                belief.bomb_beating(0, play),
                Ok(beaten),
                "{play}, trial {trial}"
            );
            let ranks = share(&|bombs| bombs.beating(play, level).iter().any(of_rank));
            assert_eq!(
                belief.bomb_of_a_rank_beating(0, play),
                Ok(ranks),
                "{play}, trial {trial}"
            );
        }
    }
    assert!(between > 20, "{between} of 40 chances are neither 0 nor 1");
}

#[test]
fn joint_counts_add_up() {
    for trial in 0..6 {
        let (_, belief) = late(trial, true);
        for face in belief.unseen_faces() {
            let mut by_first = [0.0; 9];
            for a in 0..9 {
                for b in 0..9 {
                    for c in 0..9 {
                        by_first[a as usize] += belief.jointly(face, &[a, b, c]).unwrap().to_f64();
                    }
                }
            }
            for (number, sum) in (0..).zip(by_first) {
                let alone = belief.exactly(0, face, number).unwrap().to_f64();
                assert!((alone - sum).abs() < 1e-12, "{face}: {alone}, {sum}");
            }
        }
    }
    // 4 of 12 aces to each of three hands of 4: 12! / (4! 4! 4!) ways in all.
    let rest = Hand::FULL
        .without(hand("SA SA HA HA S3 S4 S5 S6 S7 S8 S9 ST"))
        .unwrap();
    let four = Other {
        cards: 4,
        known: Hand::EMPTY,
    };
    let belief = Belief::new(level("2"), rest, Hand::EMPTY, &[four; 3]).unwrap();
    let all = belief.jointly(Rank::Ace.into(), &[4, 0, 0]).unwrap();
    assert_eq!(all, Ratio::new(1, 495).unwrap());
    assert_eq!(
        belief.jointly(Rank::Ace.into(), &[1, 1, 1]),
        Ok(Ratio::new(0, 1).unwrap())
    );
}

/// The document's tables: 27 of 81 cards, whatever I hold of a rank.
#[test]
fn the_document_is_a_special_case() {
    let theirs = published::HyperGeometric::default();
    for trial in 0..20 {
        let own = deal(21, trial, 27);
        let belief = Belief::at_deal(own, level_of(trial)).unwrap();
        for rank in Rank::ALL {
            let mine = u32::from(own.count_rank(rank));
            for number in 0..9 {
                let ours = belief.at_least(1, rank.into(), number).unwrap().to_f64();
                let printed = theirs.at_least(mine, 8, number).unwrap();
                assert!((ours - printed).abs() < 1e-12, "{rank}, {number}");
            }
            let expected = belief.expected(2, rank.into()).unwrap().to_f64();
            assert!((expected - theirs.expected(mine, 8).unwrap()).abs() < 1e-12);
        }
    }
}

#[test]
fn a_tribute_is_certain() {
    let own = deal(22, 3, 27);
    let joker = AnyCard::Joker(Joker::Big);
    let mut own = own;
    while own.count(joker) > 0 {
        own.remove(joker).unwrap();
        let other = Hand::FULL
            .iter()
            .find(|&card| card != joker && own.count(card) == 0)
            .unwrap();
        own.insert(other).unwrap();
    }
    let known = Hand::from_cards([joker]).unwrap();
    let others = [
        Other { cards: 27, known },
        Other {
            cards: 27,
            known: Hand::EMPTY,
        },
        Other {
            cards: 27,
            known: Hand::EMPTY,
        },
    ];
    let belief = Belief::new(level("2"), own, Hand::EMPTY, &others).unwrap();
    let one = Ratio::new(1, 1).unwrap();
    assert_eq!(belief.at_least(0, Joker::Big.into(), 1), Ok(one));
    assert_eq!(
        belief.expected(1, Joker::Big.into()),
        Ok(Ratio::new(27, 80).unwrap())
    );
}

#[test]
fn cards_that_do_not_fit_are_named() {
    let own = hand("S3 S3");
    let other = Other {
        cards: 27,
        known: Hand::EMPTY,
    };
    let error = |played: &str, others: &[Other]| {
        Belief::new(level("2"), own, hand(played), others).unwrap_err()
    };
    assert_eq!(
        error("S3", &[other; 3]).to_string(),
        "♠3 is in more places than two packs have of it"
    );
    assert_eq!(
        error("", &[other; 3]),
        BeliefError::DoNotAddUp {
            held: 81,
            unseen: 106
        }
    );
    assert_eq!(
        error("", &[other; 3]).to_string(),
        "the other players hold 81 cards, but 106 are unseen"
    );
    assert_eq!(error("", &[]), BeliefError::TooManyPlayers { others: 0 });
    assert_eq!(
        error("", &[other; 4]),
        BeliefError::TooManyPlayers { others: 4 }
    );
    let large = Other {
        cards: 30,
        known: Hand::EMPTY,
    };
    assert_eq!(
        error("", &[other, large]),
        BeliefError::HandTooLarge {
            player: 1,
            cards: 30
        }
    );
    let known = Other {
        cards: 1,
        known: hand("S4 S5"),
    };
    let error_known = error("", &[other, known]);
    assert_eq!(
        error_known.to_string(),
        "2 cards of player 1 are known, who holds 1"
    );
    let belief = Belief::at_deal(deal(23, 0, 27), level("2")).unwrap();
    assert_eq!(
        belief.at_least(3, Rank::Two.into(), 1),
        Err(BeliefError::NoPlayer {
            player: 3,
            others: 3
        })
    );
    assert_eq!(
        belief.jointly(Rank::Two.into(), &[1]),
        Err(BeliefError::NotOneEach {
            numbers: 1,
            others: 3
        })
    );
    assert!(Belief::at_deal(own, level("2")).is_err());
}
