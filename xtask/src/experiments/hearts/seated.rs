//! One player among three others on given cards, with the same random numbers for
//! whoever sits there: two players who decide alike get the same scores, so that
//! their difference is due to the decisions in which they differ.

use cards_core::{BySeat, Seat};
use hearts_mc::arena::{Arena, Factory};
use hearts_mc::{Aggressive, Budget, Greedy, MonteCarlo, MonteCarloConfig, Strategy};

use crate::number::Number;
use crate::report::Cell;
use crate::statistics::Estimate;

/// Who sits in a seat.
#[derive(Clone, Copy, Debug)]
pub(super) enum Who {
    Greedy,
    Aggressive,
    MonteCarlo(MonteCarloConfig),
}

impl Who {
    /// The Monte-Carlo player with so many playouts a decision.
    pub(super) fn monte_carlo(playouts: u64) -> Who {
        Who::MonteCarlo(MonteCarloConfig {
            budget: Budget::Playouts(playouts),
            ..MonteCarloConfig::default()
        })
    }

    fn make(self) -> Box<dyn Strategy> {
        match self {
            Who::Greedy => Box::new(Greedy),
            Who::Aggressive => Box::new(Aggressive),
            Who::MonteCarlo(config) => Box::new(MonteCarlo::new(config)),
        }
    }
}

/// The score of the one, and of the three others together.
pub(super) type Scores = [i32; 2];

/// Plays a deal with one in a seat and the others in the seats after it.
pub(super) fn seated(arena: &Arena, seat: Seat, one: Who, others: [Who; 3], deal: u64) -> Scores {
    let own: &Factory<'_> = &|| one.make();
    let [a, b, c] = others;
    let others: [&Factory<'_>; 3] = [&|| a.make(), &|| b.make(), &|| c.make()];
    let players = BySeat::from_fn(|other: Seat| match (other.index() + 4 - seat.index()) % 4 {
        0 => own,
        after => others[after - 1],
    });
    let scores = arena
        .table(players, deal)
        .expect("the players keep to the rules");
    let all: i32 = scores.as_array().iter().sum();
    [scores[seat], all - scores[seat]]
}

/// The score of the one less the mean of the others.
pub(super) fn relative([own, others]: Scores) -> f64 {
    f64::from(own) - f64::from(others) / 3.0
}

/// Whether the one shot the moon, under rules by which the others score then.
pub(super) const fn shot([own, others]: Scores) -> bool {
    own == 0 && others == 78
}

/// Whether one of the others did.
pub(super) const fn conceded([own, others]: Scores) -> bool {
    own == 26 && others == 52
}

/// A mean to two places, and its standard error.
pub(super) fn cells(estimate: Estimate) -> [Cell; 2] {
    let error = match estimate.standard_error {
        Some(error) => Cell::Number(Number::two_digits(error)),
        None => Cell::Text("unknown".to_owned()),
    };
    [Cell::Number(Number::new(estimate.mean, 2)), error]
}

/// The seat and the number of the deal of a trial: four trials play the same deal,
/// in each seat.
pub(super) fn place(index: i64) -> (Seat, u64) {
    let seat = Seat::new(index.rem_euclid(4) as usize).expect("one of four");
    (seat, index.div_euclid(4) as u64)
}

/// The mean over the seats of each deal, of a figure of some trials in their order;
/// what has no figure is left out.
pub(super) fn by_deal(figures: impl Iterator<Item = (i64, Option<f64>)>) -> Vec<f64> {
    let mut deals: Vec<(i64, f64, f64)> = Vec::new();
    for (trial, figure) in figures {
        let Some(figure) = figure else { continue };
        let deal = trial.div_euclid(4);
        match deals.last_mut() {
            Some((last, sum, count)) if *last == deal => {
                *sum += figure;
                *count += 1.0;
            }
            _ => deals.push((deal, figure, 1.0)),
        }
    }
    deals.iter().map(|(_, sum, count)| sum / count).collect()
}
