//! The positions of `data/positions.jsonl`, by every engine.

mod positions_file;

use gongzhu_solver::Solver;
use gongzhu_solver::reference::{Textbook, minimax, minimax_plays};
use positions_file::positions;

#[test]
fn every_engine_finds_the_values() {
    let (mut by_minimax, mut by_textbook) = (0, 0);
    let positions = positions();
    assert!(positions.len() > 70);
    for position in &positions {
        let (rules, state) = (&position.rules, &position.state);
        let plays = Solver::new(rules.clone()).solve(state).plays;
        let plays: Vec<_> = plays.iter().map(|play| (play.card, play.value)).collect();
        assert_eq!(plays, position.plays, "{}", position.line);
        let value = Solver::new(rules.clone()).value(state);
        assert_eq!(value, position.value, "{}", position.line);
        if state.tricks_left() <= 7 {
            by_textbook += 1;
            let value = Textbook::new().value(rules, state);
            assert_eq!(value, position.value, "{}", position.line);
        }
        if state.tricks_left() <= 5 {
            by_minimax += 1;
            assert_eq!(minimax(rules, state), position.value, "{}", position.line);
            assert_eq!(
                minimax_plays(rules, state),
                position.plays,
                "{}",
                position.line
            );
        }
    }
    assert!(by_minimax > 40 && by_textbook > 60);
}

#[test]
fn one_warm_solver_a_rule_finds_them_too() {
    let positions = positions();
    let mut solvers: Vec<Solver> = Vec::new();
    for position in positions.iter().chain(positions.iter().rev()) {
        let known = solvers
            .iter()
            .position(|solver| *solver.rules() == position.rules);
        let place = known.unwrap_or_else(|| {
            solvers.push(Solver::new(position.rules.clone()));
            solvers.len() - 1
        });
        assert_eq!(
            solvers[place].value(&position.state),
            position.value,
            "{}",
            position.line
        );
    }
}
