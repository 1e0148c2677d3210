//! Whether a player who wants to win the match (`Objective::Match`) wins more matches
//! than one who wants few points in each deal, both as strong otherwise: duplicate
//! matches, one against three and three against one.
//!
//! ```text
//! cargo run --release -p hearts-mc --features parallel --example matches -- 100 200 300 2026
//! ```
//!
//! The arguments are the limit of a match, the number of duplicate matches (of eight
//! matches each), the playouts of a decision and the seed.
#![allow(clippy::print_stdout)]

use hearts_mc::arena::{Arena, DuplicateMatch, Estimate};
use hearts_mc::{Budget, MonteCarlo, MonteCarloConfig, Objective, Rules, Strategy};

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| {
        let number = argument.parse::<u64>();
        number.expect("a limit, matches, playouts and a seed")
    });
    let mut next = |default| arguments.next().unwrap_or(default);
    let (limit, matches, playouts, seed) = (next(100), next(200), next(300), next(2026));
    let rules = Rules {
        limit: i32::try_from(limit).expect("a limit"),
        ..Rules::STANDARD
    };
    let player = |objective| {
        move || {
            Box::new(MonteCarlo::new(MonteCarloConfig {
                budget: Budget::Playouts(playouts),
                objective,
                ..MonteCarloConfig::default()
            })) as Box<dyn Strategy>
        }
    };
    let (a, b) = (player(Objective::Match), player(Objective::Points));
    let played = Arena::new(&rules, seed)
        .matches(&a, &b, 0..matches)
        .expect("players keep to the rules");
    let deals: usize = played
        .iter()
        .flat_map(|both| both.one_a.iter().chain(&both.one_b))
        .map(hearts_mc::Match::deal_number)
        .sum();
    println!(
        "to {limit}: {matches} x 8 matches, {:.2} deals each, {playouts} playouts a decision",
        deals as f64 / (8 * matches) as f64
    );
    let show = |what: &str, value: fn(&DuplicateMatch) -> f64| {
        let Estimate {
            mean,
            standard_error,
        } = Estimate::of(played.iter().map(value));
        println!(
            "{what:<44} {mean:+.4} ± {:.4}",
            standard_error.unwrap_or(f64::NAN)
        );
    };
    show(
        "wins of one for the match among three",
        DuplicateMatch::wins_of_a_alone,
    );
    show(
        "wins of one for points among three",
        DuplicateMatch::wins_of_b_alone,
    );
    show("half the difference", |both| {
        (both.wins_of_a_alone() - both.wins_of_b_alone()) / 2.0
    });
    show(
        "place of one for the match",
        DuplicateMatch::place_of_a_alone,
    );
    show("place of one for points", DuplicateMatch::place_of_b_alone);
}
