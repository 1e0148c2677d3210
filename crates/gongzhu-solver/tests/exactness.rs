//! The solver against plain minimax, on random positions under all kinds of
//! rules. `examples/verify_exactness.rs` does the same on as many as one likes.

mod random_positions;

use cards_core::random::{below, trial_rng};
use gongzhu_solver::reference::minimax_plays;
use gongzhu_solver::{Config, Endgames, Player, Solver, State};
use rand_pcg::Pcg64Mcg;
use random_positions::{random_rules, random_state};

fn check(solver: &mut Solver, state: &State, name: &str) {
    let plays = minimax_plays(solver.rules(), state);
    let values = plays.iter().map(|&(_, value)| value);
    let value = match state.to_play() {
        Player::Zero => values.max(),
        Player::One => values.min(),
    }
    .unwrap();
    let context = format!("{name}: {state:?} under {:?}", solver.rules());
    assert_eq!(solver.value(state), value, "{context}");
    let solution = solver.solve(state);
    assert_eq!(solution.value, value, "{context}");
    let solved: Vec<_> = solution
        .plays
        .iter()
        .map(|play| (play.card, play.value))
        .collect();
    assert_eq!(solved, plays, "{context}");
    // The line is a legal game that ends in the value.
    let mut end = *state;
    for &card in &solution.line {
        end.play(solver.rules(), card).unwrap();
    }
    assert!(end.is_over(), "{context}");
    assert_eq!(end.difference(solver.rules()), value, "{context}");
}

#[test]
fn every_play_of_small_positions_under_all_kinds_of_rules() {
    for trial in 0..4_000 {
        let mut random: Pcg64Mcg = trial_rng(11, trial);
        let rules = random_rules(&mut random);
        let endgames = match below(&mut random, 3) {
            0 => Endgames::Growing,
            cards => Endgames::UpTo(cards as usize - 1),
        };
        let config = Config::default().with_endgames(endgames);
        let mut solver = Solver::with_config(rules.clone(), config);
        // Several states with one solver, so that its tables are warm.
        for place in 0..4 {
            let n = 1 + below(&mut random, 4) as usize;
            let state = random_state(&rules, n, &mut random);
            check(&mut solver, &state, &format!("trial {trial}, {place}"));
        }
    }
}
