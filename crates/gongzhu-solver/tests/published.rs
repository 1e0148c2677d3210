//! The document's program against the records of its Java original, and the
//! figures that it prints.

use gongzhu_solver::published::{
    Card, Comparison, ExactSolver, Player, State, best_by_solver, compare, random_endgame,
};
use serde::Deserialize;

/// A record of the Java program; `tests/data/README.md` explains the fields.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    seed: i64,
    hand0: String,
    hand1: String,
    leader: usize,
    heuristic_diff: i32,
    heuristic_line: Vec<u8>,
    published_exact_diff: i32,
    published_nodes: u64,
    heuristic_first: u8,
    published_exact_first: u8,
}

impl Record {
    fn cards_per_player(&self) -> usize {
        self.heuristic_line.len() / 2
    }

    fn deal(&self) -> State {
        random_endgame(self.cards_per_player(), self.seed).unwrap()
    }
}

fn records(lines: &str) -> Vec<Record> {
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn six_cards() -> Vec<Record> {
    records(include_str!("data/gongzhu.jsonl"))
}

fn four_cards() -> Vec<Record> {
    records(include_str!("data/gongzhu-n4.jsonl"))
}

fn assert_same(record: Record) {
    let deal = record.deal();
    let context = format!("seed {}", record.seed);
    let hand = |player| format!("{:013x}", deal.hand(player).bits());
    assert_eq!(hand(Player::Zero), record.hand0, "hand0, {context}");
    assert_eq!(hand(Player::One), record.hand1, "hand1, {context}");
    assert_eq!(deal.to_move().index(), record.leader, "leader, {context}");
    let expected = Comparison {
        heuristic_diff: record.heuristic_diff,
        heuristic_line: record.heuristic_line,
        exact_diff: record.published_exact_diff,
        exact_nodes: record.published_nodes,
        heuristic_first: record.heuristic_first,
        exact_first: record.published_exact_first,
    };
    assert_eq!(compare(&deal), Some(expected), "{context}");
}

fn assert_seeds(records: &[Record], cards_per_player: usize) {
    let seeds: Vec<i64> = records.iter().map(|record| record.seed).collect();
    assert_eq!(seeds, (0..200).collect::<Vec<i64>>());
    for record in records {
        assert_eq!(record.cards_per_player(), cards_per_player);
    }
}

#[test]
fn six_cards_a_hand_record_by_record() {
    let records = six_cards();
    assert_seeds(&records, 6);
    records.into_iter().for_each(assert_same);
}

#[test]
fn four_cards_a_hand_record_by_record() {
    let records = four_cards();
    assert_seeds(&records, 4);
    records.into_iter().for_each(assert_same);
}

#[test]
fn seeds_far_from_zero_and_other_sizes() {
    let records = records(include_str!("data/gongzhu-far-seeds.jsonl"));
    assert_eq!(records.len(), 8);
    records.into_iter().for_each(assert_same);
}

/// What the program prints (6.6), before it is rounded.
#[test]
fn the_figures_that_the_document_prints() {
    let mut heuristic = 0;
    let mut exact = 0;
    let mut agreements = 0;
    let mut nodes = 0;
    for seed in 0..200 {
        let comparison = compare(&random_endgame(6, seed).unwrap()).unwrap();
        heuristic += comparison.heuristic_diff;
        exact += comparison.exact_diff;
        nodes += comparison.exact_nodes;
        if comparison.heuristic_first == comparison.exact_first {
            agreements += 1;
        }
    }
    let mean = |sum: f64| sum / 200.0;
    assert_eq!(format!("{:.2}", mean(heuristic.into())), "0.43");
    assert_eq!(format!("{:.2}", mean(exact.into())), "-0.48");
    assert_eq!(format!("{:.1}", 100.0 * mean(agreements.into())), "20.0");
    assert_eq!(format!("{:.0}", mean(nodes as f64)), "801");
}

#[test]
fn a_game_can_be_compared_from_the_middle_of_a_trick() {
    for record in six_cards().into_iter().take(20) {
        let mut state = record.deal();
        let (&first, rest) = record.heuristic_line.split_first().unwrap();
        state.play(Card::from_bit_index(first).unwrap()).unwrap();
        let comparison = compare(&state).unwrap();
        assert_eq!(comparison.heuristic_line, rest, "seed {}", record.seed);
        assert_eq!(
            comparison.heuristic_diff, record.heuristic_diff,
            "seed {}",
            record.seed
        );
    }
}

#[test]
fn the_solver_counts_its_nodes_over_all_calls() {
    let deal = random_endgame(6, 0).unwrap();
    let mut solver = ExactSolver::new();
    assert_eq!(solver.solve(&deal), -2);
    assert_eq!(solver.nodes(), 980);
    // The deal itself is in the table now.
    assert_eq!(solver.solve(&deal), -2);
    assert_eq!(solver.nodes(), 981);
    assert!(best_by_solver(&deal, &mut solver).is_some());
    assert!(solver.nodes() > 981);
}
