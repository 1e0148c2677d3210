use cards_core::{BySeat, Seat};

use crate::rules::{MoonChoice, PLAYERS, Rules};

/// a and c of [`win_chances`]. The example `fit_win_chance` fits them; its documentation
/// has the command.
const STEEPNESS: f64 = 0.486;
const SPREAD: f64 = 6.4;

/// The chance that each seat wins the match, by the scores so far: those before the
/// next deal, or the final ones if a player has reached [`Rules::limit`]. A shared
/// first place is shared out.
///
/// While the match goes on, this is a model: the chances are in proportion to
/// exp(−b · score), where b = 0.486 / √(r + 6.4) and r is how many points the highest
/// score is short of the limit. The fewer points are left, the fewer deals are, and the
/// more a difference is worth. It is fitted to matches to 100 that the Monte-Carlo
/// player played against itself
/// (`cargo run --release -p hearts-mc --example fit_win_chance -- 600 40 2026`).
///
/// ```
/// use cards_core::BySeat;
/// use hearts_mc::{Rules, win_chances};
///
/// let chances = |scores| win_chances(&BySeat::new(scores), &Rules::STANDARD).into_array();
/// assert_eq!(chances([0; 4]), [0.25; 4]);
/// assert_eq!(chances([101, 26, 3, 3]), [0.0, 0.0, 0.5, 0.5]);
/// // A lead is worth more near the end.
/// assert!(chances([10, 20, 20, 20])[0] < chances([80, 90, 90, 90])[0]);
/// ```
#[must_use]
pub fn win_chances(scores: &BySeat<i32>, rules: &Rules) -> BySeat<f64> {
    let all = scores.as_array();
    let (mut least, mut most) = (i32::MAX, i32::MIN);
    for &score in all {
        least = least.min(score);
        most = most.max(score);
    }
    let weights = if most >= rules.limit {
        scores.map(|score| f64::from(u8::from(score == least)))
    } else {
        let left = f64::from(rules.limit) - f64::from(most);
        let steepness = steepness(left, STEEPNESS, SPREAD);
        let behind = |score| f64::from(score) - f64::from(least);
        scores.map(|score| (-steepness * behind(score)).exp())
    };
    let sum: f64 = weights.as_array().iter().sum();
    weights.map(|weight| weight / sum)
}

/// What a point is worth with so many points left.
fn steepness(left: f64, steepness: f64, spread: f64) -> f64 {
    steepness / (left + spread).sqrt()
}

/// What a seat makes of a moon that it has shot, if it wants to win the match by these
/// totals before the deal: the better of both for it, the others' rise if they are equal.
pub(crate) fn better_moon(
    seat: Seat,
    totals: &BySeat<i32>,
    rules: &Rules,
    scores: impl Fn(MoonChoice) -> BySeat<i32>,
) -> MoonChoice {
    let chance = |choice| win_chances(&after(totals, &scores(choice)), rules)[seat];
    if chance(MoonChoice::ShooterDown) > chance(MoonChoice::OthersUp) {
        MoonChoice::ShooterDown
    } else {
        MoonChoice::OthersUp
    }
}

/// The totals after a deal.
pub(crate) fn after(totals: &BySeat<i32>, scores: &BySeat<i32>) -> BySeat<i32> {
    BySeat::<_, PLAYERS>::from_fn(|seat| totals[seat].saturating_add(scores[seat]))
}
