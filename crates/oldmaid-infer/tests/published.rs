//! The document's program against the records of its Java original, the figures
//! that it prints, and the faults that show in them.

use oldmaid_infer::published::{
    DEFAULT_LAMBDA, ExpectedValueAi, Game, Hand, KnowledgeBase, Outcome, ProbabilityModel, Rank,
    Seats, View,
};
use serde::Deserialize;

/// A game of the Java program; `tests/data/README.md` explains the fields.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    seed: i64,
    sizes_after_initial_discards: Vec<usize>,
    loser: i32,
    draws: u32,
    sizes_at_end: Vec<usize>,
    joker_holder: i32,
}

/// A position that the Java program evaluated.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    seed: i64,
    seat: usize,
    lambda: f64,
    discarded: [u8; Rank::COUNT],
    hand: Vec<usize>,
    sizes: Vec<usize>,
    opponent_size: usize,
    probability_bits: [i64; Rank::COUNT],
    expected_value_bits: [i64; Rank::COUNT],
    completes_pair: [bool; Rank::COUNT],
    best_rank: i32,
    provider: i32,
    discards_pair: bool,
}

const MIXED: &str = include_str!("data/oldmaid.jsonl");
const ALL_AI: &str = include_str!("data/oldmaid-all-ai.jsonl");

fn records<T: for<'de> Deserialize<'de>>(lines: &str) -> Vec<T> {
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// An index as Java writes it: −1 for none.
fn or_minus_one(index: Option<usize>) -> i32 {
    index.map_or(-1, |index| index as i32)
}

fn play(seed: i64, seats: Seats) -> Outcome {
    Game::new(4, seed, seats).unwrap().play()
}

fn assert_same(record: &Record, seats: Seats) {
    let seed = record.seed;
    let outcome = play(seed, seats);
    assert_eq!(
        outcome.sizes_after_initial_discards, record.sizes_after_initial_discards,
        "sizes after the initial discards, seed {seed}"
    );
    assert_eq!(
        or_minus_one(outcome.loser),
        record.loser,
        "loser, seed {seed}"
    );
    assert_eq!(outcome.draws, record.draws, "draws, seed {seed}");
    assert_eq!(
        outcome.sizes_at_end, record.sizes_at_end,
        "sizes at the end, seed {seed}"
    );
    assert_eq!(
        or_minus_one(outcome.joker_holder),
        record.joker_holder,
        "joker's holder, seed {seed}"
    );
}

fn assert_table(lines: &str, seats: Seats) {
    let records: Vec<Record> = records(lines);
    let seeds: Vec<i64> = records.iter().map(|record| record.seed).collect();
    assert_eq!(seeds, (0..2000).collect::<Vec<i64>>());
    for record in &records {
        assert_same(record, seats);
    }
}

#[test]
fn the_documents_table_record_by_record() {
    assert_table(MIXED, Seats::LastRandom);
}

#[test]
fn all_seats_ai_record_by_record() {
    assert_table(ALL_AI, Seats::AllAi);
}

#[test]
fn seeds_far_from_zero() {
    let records: Vec<Record> = records(include_str!("data/oldmaid-far-seeds.jsonl"));
    assert_eq!(records.len(), 12);
    for record in &records {
        assert_same(record, Seats::LastRandom);
    }
}

#[test]
fn values_and_choices_position_by_position() {
    let positions: Vec<Position> = records(include_str!("data/oldmaid-candidates.jsonl"));
    assert_eq!(positions.len(), 60);
    for position in &positions {
        let seed = position.seed;
        let mut knowledge = KnowledgeBase::new();
        for (rank, &discarded) in Rank::all().zip(&position.discarded) {
            for _ in 0..discarded / 2 {
                knowledge.on_pair_discarded(rank);
            }
        }
        let cards = position.hand.iter();
        let hand = Hand::new(cards.map(|&rank| Rank::from_index(rank).unwrap())).unwrap();

        let model = ProbabilityModel::new(&knowledge, position.lambda);
        for rank in Rank::all() {
            let candidate = model.evaluate(&hand, position.opponent_size, rank);
            let index = rank.index();
            assert_eq!(candidate.rank, rank);
            assert_eq!(
                candidate.probability.to_bits().cast_signed(),
                position.probability_bits[index],
                "probability of {rank}, seed {seed}"
            );
            assert_eq!(
                candidate.expected_value.to_bits().cast_signed(),
                position.expected_value_bits[index],
                "expected value of {rank}, seed {seed}"
            );
            assert_eq!(
                candidate.completes_pair, position.completes_pair[index],
                "pair of {rank}, seed {seed}"
            );
        }
        let best = model.best_rank_to_draw(&hand, position.opponent_size);
        assert_eq!(
            or_minus_one(best.map(Rank::index)),
            position.best_rank,
            "best rank, seed {seed}"
        );

        let ai = ExpectedValueAi::new(position.lambda);
        let view = View {
            seat: position.seat,
            hand: &hand,
            sizes: &position.sizes,
            knowledge: &knowledge,
        };
        assert_eq!(
            or_minus_one(ai.choose_provider(&view)),
            position.provider,
            "provider, seed {seed}"
        );
        assert_eq!(
            ai.should_discard_pair(&hand),
            position.discards_pair,
            "discarding, seed {seed}"
        );
    }
}

/// How many of 2000 games each seat loses.
fn losses(seats: Seats) -> [u32; 4] {
    let mut losses = [0; 4];
    for seed in 0..2000 {
        losses[play(seed, seats).loser.unwrap()] += 1;
    }
    losses
}

/// What the program prints (5.6): 2000 valid games, and the rates.
#[test]
fn the_figures_that_the_document_prints() {
    let losses = losses(Seats::LastRandom);
    assert_eq!(losses, [249, 312, 544, 895]);
    let rates = losses.map(|count| format!("{:.2}", f64::from(count) * 100.0 / 2000.0));
    assert_eq!(rates, ["12.45", "15.60", "27.20", "44.75"]);
}

/// The document expects 25 % of each seat. Three standard errors of a share of
/// a quarter among 20,000 games are 0.92 %.
#[test]
fn random_players_lose_about_equally_often() {
    let mut losses = [0_u32; 4];
    for seed in 0..20_000 {
        losses[play(seed, Seats::AllRandom).loser.unwrap()] += 1;
    }
    for lost in losses {
        assert!(lost.abs_diff(5000) < 400, "{losses:?}");
    }
}

#[test]
fn fault_1_the_last_seat_loses_as_often_without_the_random_player() {
    let rates = losses(Seats::AllAi).map(|count| format!("{:.2}", f64::from(count) / 20.0));
    assert_eq!(rates, ["9.70", "25.95", "18.10", "46.25"]);
}

#[test]
fn fault_2_every_draw_is_from_the_first_of_the_largest_hands() {
    let ai = ExpectedValueAi::new(DEFAULT_LAMBDA);
    for seats in [Seats::LastRandom, Seats::AllAi] {
        let mut with_target = 0;
        let mut without_target = 0;
        for seed in 0..2000 {
            let mut draws = 0;
            let outcome = Game::new(4, seed, seats).unwrap().play_observed(|draw| {
                draws += 1;
                assert_eq!(draw.ai, seats == Seats::AllAi || draw.view.seat != 3);
                if !draw.ai {
                    return;
                }
                let first_largest = draw.view.first_largest_hand();
                assert_eq!(
                    Some(draw.provider),
                    first_largest,
                    "seed {seed}, draw {draws}"
                );
                match ai.target_rank(&draw.view) {
                    Some(_) => with_target += 1,
                    None => without_target += 1,
                }
            });
            assert_eq!(draws, outcome.draws, "seed {seed}");
        }
        // It holds whichever way the choice is made.
        assert!(with_target > 10_000, "{seats:?}: {with_target}");
        assert!(without_target > 10_000, "{seats:?}: {without_target}");
    }
}

#[test]
fn fault_4_losers_keep_pairs_to_the_end() {
    let mut games = [0; 6];
    for seed in 0..2000 {
        let outcome = play(seed, Seats::LastRandom);
        assert_eq!(outcome.loser, outcome.joker_holder, "seed {seed}");
        games[outcome.sizes_at_end.iter().sum::<usize>()] += 1;
    }
    assert_eq!(games, [0, 1442, 0, 514, 0, 44]);
}

#[test]
fn fault_5_games_are_longer_than_the_pack() {
    let draws = (0..2000).map(|seed| play(seed, Seats::LastRandom).draws);
    let sum: u32 = draws.clone().sum();
    assert_eq!(format!("{:.1}", f64::from(sum) / 2000.0), "38.3");
    assert_eq!(draws.max(), Some(89));
}

#[test]
fn draws_name_the_card_that_moves() {
    let mut joker = None;
    let game = Game::new(3, 5, Seats::AllAi).unwrap();
    let start = game.hands().iter().position(Hand::holds_joker);
    let outcome = game.play_observed(|draw| {
        assert_eq!(draw.view.sizes[draw.view.seat], draw.view.hand.len());
        assert!(draw.view.knowledge.alive_outside(draw.rank, draw.view.hand) > 0);
        if draw.rank.is_joker() {
            assert_eq!(joker.or(start), Some(draw.provider));
            joker = Some(draw.view.seat);
        }
    });
    assert!(joker.is_some());
    assert_eq!(outcome.joker_holder, joker);
}
