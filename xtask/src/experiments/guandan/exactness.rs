//! The splitter against an independent solver on small hands, and against itself
//! on whole ones.

use cards_core::{AnyCard, random};
use guandan_split::{
    Hand, Kind, Level, Objective, Rules, Split, Weights, best_split, brute, classify_by, min_cost,
    min_plays, top_k,
};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::{generator, hand, level};
use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::report::{Figure, Report};

/// Exactness.
#[derive(Debug)]
pub(crate) struct Exactness;

const INFO: Info = Info {
    name: "guandan/exactness",
    title: "every objective against dynamic programming over all sets of a small hand's cards",
    source: "Guandan document, sections 1 and 2, under the full rules",
    trials: Trials::up_to(20_000),
    quick: Trials::up_to(40),
    randomness: Randomness::Seeded,
};

/// Whole hands checked a trial.
const WHOLE_HANDS: u32 = 5;

/// One small hand, and some whole ones.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Checked {
    trial: i64,
    cards: usize,
    wilds: u8,
    jokers: u8,
    /// Comparisons with the brute force, and those that differ.
    compared: u32,
    mismatches: u32,
    /// Splits that do not use each card of their hand once, in plays that they
    /// are, with as many wild cards as the hand has.
    unsound: u32,
    /// Splits of whole hands that were looked at.
    whole_splits: u32,
    /// Whole hands whose objectives contradict each other.
    inconsistent: u32,
}

impl Record for Checked {
    fn trial(&self) -> i64 {
        self.trial
    }
}

type Cost = Box<dyn Fn(Kind, usize) -> i64>;

fn objectives(rng: &mut Pcg64Mcg) -> [(Objective, Cost); 4] {
    let mut weight = || random::below(rng, 12) as i32 - 3;
    let mut weights = Weights::uniform(weight());
    for kind in Kind::ALL {
        // A straight flush dearer than a straight is refused, and stays as it is.
        weights = weights.with(kind, weight()).unwrap_or(weights);
    }
    for size in 4..=10 {
        weights = weights.with_bomb(size, weight()).expect("sizes of bombs");
    }
    [
        (Objective::FewestPlays, Box::new(|_, _| 1)),
        (
            Objective::BombsFree,
            Box::new(|kind: Kind, _| i64::from(!kind.is_bomb())),
        ),
        (
            Objective::PlaysThenBombs,
            Box::new(|kind: Kind, _| 64 - i64::from(kind.is_bomb())),
        ),
        (
            Objective::Weights(weights),
            Box::new(move |kind, size| weights.of(kind, size as u8).into()),
        ),
    ]
}

/// A hand of 10 to 12 cards; three of four are of few ranks or suits, so that
/// there is much to choose from.
fn small_hand(level: Level, rng: &mut Pcg64Mcg) -> Hand {
    let span = [13, 6, 4, 3][random::below(rng, 4) as usize];
    let lowest = random::below(rng, 13);
    let suits = [4, 2][random::below(rng, 2) as usize];
    let jokers = random::below(rng, 3) == 0;
    let chosen = |card: &AnyCard| match card {
        AnyCard::Card(card) => {
            let place = (card.rank().index() as u64 + 13 - lowest) % 13;
            place < span && card.suit().index() < suits && *card != level.wild_card()
        }
        AnyCard::Joker(_) => jokers,
    };
    let mut cards: Vec<AnyCard> = Hand::FULL.iter().filter(chosen).collect();
    random::shuffle(&mut cards, rng);
    let wilds = random::below(rng, 3) as usize;
    let size = 10 + random::below(rng, 3) as usize;
    let wild = std::iter::repeat_n(AnyCard::Card(level.wild_card()), wilds);
    let cards = wild.chain(cards.into_iter().take(size - wilds));
    Hand::from_cards(cards).expect("two packs have each card twice")
}

/// The cost of a split, if it is sound.
fn cost_of(split: &Split, hand: Hand, level: Level, rules: Rules, cost: &Cost) -> Option<i64> {
    let mut left = hand;
    let mut sum = 0;
    let mut wilds = 0;
    for meld in split.melds() {
        left = left.without(meld.cards()).ok()?;
        let readings = classify_by(meld.cards(), level, rules).ok()?;
        if !readings.contains(meld.reading()) {
            return None;
        }
        wilds += meld.play().wilds();
        sum += cost(meld.play().kind(), usize::from(meld.play().size()));
    }
    (left.is_empty() && wilds == hand.wilds(level)).then_some(sum)
}

impl Experiment for Exactness {
    type Record = Checked;

    fn info(&self) -> Info {
        INFO
    }

    fn trial(&self, index: i64, seed: u64) -> Checked {
        let mut rng = generator(seed, index);
        let at = level(&mut rng);
        let small = small_hand(at, &mut rng);
        let mut rules = Rules::default();
        rules.joker_pair_in_full_house = random::below(&mut rng, 2) == 0;
        rules.ace_low_sequences = random::below(&mut rng, 4) > 0;
        let jokers = small.jokers();
        let mut checked = Checked {
            trial: index,
            cards: small.len(),
            wilds: small.wilds(at),
            jokers: jokers[0] + jokers[1],
            compared: 0,
            mismatches: 0,
            unsound: 0,
            whole_splits: 0,
            inconsistent: 0,
        };
        let plays = brute::Plays::of(small, at, rules).expect("few cards");
        for (objective, cost) in &objectives(&mut rng) {
            let least = plays.least_cost(cost);
            let split = best_split(small, at, rules, *objective).expect("few cards");
            let several = top_k(small, at, rules, *objective, 4, 1).expect("few cards");
            for (place, split) in std::iter::once(&split).chain(&several).enumerate() {
                let found = cost_of(split, small, at, rules, cost);
                checked.unsound += u32::from(found.is_none());
                if place < 2 {
                    checked.compared += 1;
                    checked.mismatches += u32::from(found != Some(least));
                }
            }
            checked.compared += 1;
            let known = min_cost(small, at, rules, *objective);
            checked.mismatches += u32::from(known != Ok(split.cost()));
        }
        for _ in 0..WHOLE_HANDS {
            whole_hand(hand(27, &mut rng), at, rules, &mut rng, &mut checked);
        }
        checked
    }

    fn summarise(&self, trials: Trials, records: &[Checked]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter(
            "cards a small hand",
            "10 to 12, with 0 to 2 wild cards, some with jokers",
        );
        report.parameter("whole hands a trial", WHOLE_HANDS);
        let total =
            |of: fn(&Checked) -> u32| records.iter().map(|one| u64::from(of(one))).sum::<u64>();
        let count = |name: &str, count: u64| Figure::exact(name, "", Number::whole(count));
        let with = |wilds| records.iter().filter(|one| one.wilds == wilds).count() as u64;
        report.figures = vec![
            count("small hands", records.len() as u64),
            count("of these with 1 wild card", with(1)),
            count("of these with 2 wild cards", with(2)),
            count(
                "of these with jokers",
                records.iter().filter(|one| one.jokers > 0).count() as u64,
            ),
            count(
                "least costs compared with the brute force",
                total(|one| one.compared),
            ),
            count("mismatches", total(|one| one.mismatches)),
            count(
                "splits of whole hands looked at",
                total(|one| one.whole_splits),
            ),
            count(
                "splits that do not use each card once, wild cards among them",
                total(|one| one.unsound),
            ),
            count(
                "whole hands with contradictory objectives",
                total(|one| one.inconsistent),
            ),
        ];
        report.note(
            "The brute force looks at every set of a hand's cards, tries every rank for each wild card \
             by the definition of the plays, and splits by dynamic programming over the sets. The \
             objectives are the fewest plays, the fewest that are no bombs, the fewest plays with the \
             most bombs, and weights drawn for each hand, negative ones among them.",
        );
        report.note(
            "Whole hands are too large for it. There the splits must use each card once, in plays that \
             these cards are, and the objectives must agree with each other and with the search for \
             weights, which shares little with the built-in one.",
        );
        report
    }
}

/// Checks what must hold of a whole hand.
fn whole_hand(hand: Hand, level: Level, rules: Rules, rng: &mut Pcg64Mcg, checked: &mut Checked) {
    let fewest = min_plays(hand, level, rules).expect("27 cards");
    let mut costs = Vec::new();
    let mut bombs = Vec::new();
    for (objective, cost) in &objectives(rng)[..3] {
        let split = best_split(hand, level, rules, *objective).expect("27 cards");
        checked.whole_splits += 1;
        let sum = cost_of(&split, hand, level, rules, cost);
        checked.unsound += u32::from(sum.is_none());
        costs.push(split.cost());
        bombs.push(split.bombs() as i64);
    }
    let uniform = Objective::Weights(Weights::uniform(1));
    let by_weights = min_cost(hand, level, rules, uniform).expect("27 cards");
    let fewest = i64::from(fewest);
    let consistent = costs[0] == fewest
        && costs[2] == fewest
        && by_weights == fewest
        && costs[1] <= fewest - bombs[2]
        && bombs[2] >= bombs[0];
    checked.inconsistent += u32::from(!consistent);
}
