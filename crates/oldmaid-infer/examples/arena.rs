//! One tested player against random ones, and one random player against three of
//! it: loss rates with their 95 % intervals, four players, rotated seats.
//!
//! ```sh
//! cargo run --release -p oldmaid-infer --example arena -- GAMES
//! ```

#![allow(clippy::print_stdout)]

use std::env;
use std::error::Error;
use std::time::Instant;

use cards_core::Seat;
use cards_core::random::trial_rng;
use oldmaid_infer::exact::Skill;
use oldmaid_infer::policy::{
    DocumentFormula, LargestHand, LookAhead, Myopic, OpenValues, Policy, RandomTarget, Rollouts,
    SmallestHand, StaticPosterior,
};
use oldmaid_infer::{Game, Rules};
use rand_pcg::Pcg64Mcg;

type Make = Box<dyn Fn() -> Box<dyn Policy>>;

fn main() -> Result<(), Box<dyn Error>> {
    let games: u64 = env::args().nth(1).map_or(Ok(10_000), |text| text.parse())?;
    let only = env::args().nth(2);
    let rules = Rules::DOCUMENT;
    let mut policies: Vec<(String, Make)> = vec![
        ("random".into(), Box::new(|| Box::new(RandomTarget))),
        ("largest hand".into(), Box::new(|| Box::new(LargestHand))),
        ("smallest hand".into(), Box::new(|| Box::new(SmallestHand))),
        (
            "document's formula".into(),
            Box::new(|| Box::new(DocumentFormula)),
        ),
        (
            "static".into(),
            Box::new(|| Box::new(StaticPosterior::new(0.0))),
        ),
        ("myopic".into(), Box::new(|| Box::new(Myopic::new(0.25)))),
        (
            "rollouts 64".into(),
            Box::new(|| Box::new(Rollouts::new(64))),
        ),
    ];
    for skill in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let values = OpenValues::new(&rules, Skill::mixed(skill))?;
        policies.push((
            format!("look-ahead {skill}"),
            Box::new(move || Box::new(LookAhead::new(&values))),
        ));
    }
    for (name, make) in policies {
        if only
            .as_ref()
            .is_some_and(|only| !name.starts_with(only.as_str()))
        {
            continue;
        }
        let clock = Instant::now();
        let mut lost = [0_u64; 2];
        for (row, lost) in lost.iter_mut().enumerate() {
            for trial in 0..games {
                let mut rng: Pcg64Mcg = trial_rng(row as u64, trial);
                let mut game = Game::deal(&rules, &mut rng)?;
                let tested = trial as usize % 4;
                let mut seats: Vec<Box<dyn Policy>> = (0..4)
                    .map(|seat| {
                        if (seat == tested) == (row == 0) {
                            make()
                        } else {
                            Box::new(RandomTarget) as Box<dyn Policy>
                        }
                    })
                    .collect();
                let mut seats: Vec<&mut dyn Policy> = seats
                    .iter_mut()
                    .map(|policy| &mut **policy as &mut dyn Policy)
                    .collect();
                let outcome = game.play(&mut seats, &mut rng)?;
                *lost += u64::from(outcome.loser == Seat::new(tested));
            }
        }
        let rate = |lost: u64| {
            let share = lost as f64 / games as f64;
            (
                100.0 * share,
                196.0 * (share * (1.0 - share) / games as f64).sqrt(),
            )
        };
        let [(one, one_error), (random, random_error)] = lost.map(rate);
        println!(
            "{name:20} loses {one:5.2} ± {one_error:.2} %; a random player among three of it {random:5.2} ± {random_error:.2} %; {:.0?}",
            clock.elapsed()
        );
    }
    Ok(())
}
