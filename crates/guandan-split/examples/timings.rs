//! Times on this machine: the splitter on random hands and on the worst hands
//! that a search finds, and the document's splitters on the same hands.
//!
//! `cargo run --release -p guandan-split --example timings`
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use cards_core::{AnyCard, Deck, Rank, random};
use guandan_split::{
    Hand, Kind, Level, Objective, Play, RankCounts, Rules, beats, best_split, legal_plays,
    min_cost, min_plays, plays_after, published, responses,
};
use rand_pcg::Pcg64Mcg;

const RULES: Rules = Rules::HUAIAN_2017;

fn dealt(trial: u64) -> (Hand, Level) {
    let mut rng: Pcg64Mcg = random::trial_rng(1, trial);
    let mut deck = Deck::double();
    deck.shuffle(&mut rng);
    let cards: Vec<AnyCard> = deck.deal(27);
    let level = Level::all()
        .nth((trial % 13) as usize)
        .expect("thirteen levels");
    (Hand::from_cards(cards).expect("two packs"), level)
}

/// The time of one call: the least of three, so that a pause of the machine does
/// not count.
fn time<T>(work: impl Fn() -> T) -> Duration {
    let once = || {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    once().min(once()).min(once())
}

fn print(name: &str, mut times: Vec<Duration>) -> f64 {
    times.sort();
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let mean = times.iter().map(|&time| micros(time)).sum::<f64>() / times.len() as f64;
    let at = |share: f64| micros(times[((times.len() - 1) as f64 * share) as usize]);
    println!(
        "{name:<44} mean {mean:9.3}  median {:9.3}  p99 {:9.3}  max {:9.3} µs",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    mean
}

fn each<T>(name: &str, hands: &[(Hand, Level)], work: impl Fn(Hand, Level) -> T) -> f64 {
    let times = hands
        .iter()
        .map(|&(hand, level)| time(|| work(hand, level)));
    print(name, times.collect())
}

/// Hill climbing for hands that take long: one card is exchanged at a time.
fn worst(seed: u64, steps: u64) -> (Hand, Level, Duration) {
    let mut rng: Pcg64Mcg = random::trial_rng(2, seed);
    let level = Level::all()
        .nth(random::below(&mut rng, 13) as usize)
        .expect("thirteen levels");
    let (mut hand, _) = dealt(1_000_000 + seed);
    for wild in [AnyCard::Card(level.wild_card()); 2] {
        if hand.wilds(level) < 2 {
            let cards: Vec<AnyCard> = hand.iter().filter(|card| *card != wild).collect();
            let out = cards[random::below(&mut rng, cards.len() as u64) as usize];
            let _ = hand.remove(out).and_then(|()| hand.insert(wild));
        }
    }
    let took = |hand: Hand| time(|| min_plays(hand, level, RULES));
    let mut longest = took(hand);
    for _ in 0..steps {
        let cards: Vec<AnyCard> = hand.iter().collect();
        let out = cards[random::below(&mut rng, cards.len() as u64) as usize];
        let others: Vec<AnyCard> = Hand::FULL
            .iter()
            .filter(|&card| hand.count(card) < 2)
            .collect();
        let into = others[random::below(&mut rng, others.len() as u64) as usize];
        let mut changed = hand;
        if changed
            .remove(out)
            .and_then(|()| changed.insert(into))
            .is_err()
        {
            continue;
        }
        let takes = took(changed);
        if takes >= longest {
            (hand, longest) = (changed, takes);
        }
    }
    (hand, level, took(hand))
}

fn main() {
    let hands: Vec<_> = (0..20_000).map(dealt).collect();
    each("min_plays", &hands, |hand, level| {
        min_plays(hand, level, RULES)
    });
    for wilds in 0..=2 {
        let some: Vec<_> = hands
            .iter()
            .copied()
            .filter(|(hand, level)| hand.wilds(*level) == wilds)
            .collect();
        each(
            &format!("min_plays, {wilds} wild cards"),
            &some,
            |hand, level| min_plays(hand, level, RULES),
        );
    }
    for objective in [
        Objective::FewestPlays,
        Objective::BombsFree,
        Objective::PlaysThenBombs,
    ] {
        each(&format!("min_cost {objective:?}"), &hands, |hand, level| {
            min_cost(hand, level, RULES, objective)
        });
        each(
            &format!("best_split {objective:?}"),
            &hands,
            |hand, level| best_split(hand, level, RULES, objective),
        );
    }
    each("legal_plays", &hands, |hand, level| {
        legal_plays(hand, level, RULES)
    });
    let pair = Play::new(Kind::Pair, Rank::Nine.into(), 2, 0).expect("a pair");
    each("responses", &hands, |hand, level| {
        responses(hand, level, RULES, pair)
    });
    each("plays_after", &hands[..2000], |hand, level| {
        plays_after(hand, level, RULES)
    });
    let plays: Vec<Play> = legal_plays(hands[0].0, hands[0].1, RULES).iter().collect();
    let pairs = || {
        plays
            .iter()
            .flat_map(|a| plays.iter().map(move |b| (*a, *b)))
    };
    let all = time(|| {
        pairs()
            .filter(|&(a, b)| beats(black_box(a), b, hands[0].1))
            .count()
    });
    println!(
        "beats: {:.1} ns a pair",
        all.as_secs_f64() * 1e9 / (plays.len() * plays.len()) as f64
    );

    let found: Vec<_> = (0..12).map(|seed| worst(seed, 3000)).collect();
    let (hand, level, took) = found
        .iter()
        .max_by_key(|(_, _, took)| *took)
        .expect("twelve");
    println!("worst hand of 12 climbs of 3000 steps: {took:?} for {hand} at level {level}");

    println!("the document's game, counts only, 27 cards, seeds 0 to 199:");
    let dealt: Vec<_> = (0..200)
        .filter_map(|seed| published::deal(seed, 27).ok())
        .collect();
    let theirs = dealt
        .iter()
        .map(|&hand| time(|| published::Splitter::new().min_plays(hand, 0)));
    let theirs = print("the document's splitter", theirs.collect());
    let ours = dealt.iter().map(|hand| {
        let counts = RankCounts::new(hand.counts(), 0, [0; 2]).expect("27 cards");
        time(|| black_box(counts).min_plays(Rules::DOCUMENT))
    });
    let ours = print("RankCounts::min_plays", ours.collect());
    println!("ratio of the means: {:.0}", theirs / ours);

    println!("its variant with wild cards, 13 cards and two wild ones, seeds 0 to 39:");
    let dealt: Vec<_> = (0..40)
        .filter_map(|seed| published::deal(seed, 13).ok())
        .collect();
    let theirs = dealt
        .iter()
        .map(|&hand| time(|| published::WildSplitter::new().min_plays(hand, 2)));
    let theirs = print("the document's wild variant", theirs.collect());
    let ours = dealt.iter().map(|hand| {
        let counts = RankCounts::new(hand.counts(), 2, [0; 2]).expect("15 cards");
        time(|| black_box(counts).min_plays(Rules::DOCUMENT))
    });
    let ours = print("RankCounts::min_plays", ours.collect());
    println!("ratio of the means: {:.0}", theirs / ours);
}
