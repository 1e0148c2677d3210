//! Two players, in closed form.
//!
//! Every card that a player holds is held by the other too, but for the joker: with
//! m kinds in common the hands have m and m + 1 cards, and a draw pairs unless it
//! takes the joker. So the holder's draw always pairs, and the other one's draw
//! takes the joker with chance 1 / (m + 1), which swaps the roles.

/// The chance that the player to move wins who does not hold the joker, with `m`
/// kinds in common: ½ + 1 / (m + 2) for even m, ½ + 1 / (2 (m + 2)) for odd m.
///
/// ```
/// use oldmaid_infer::exact::two_players::chance_without_joker;
///
/// assert_eq!(chance_without_joker(0), 1.0);
/// assert_eq!(chance_without_joker(1), 0.5 + 1.0 / 6.0);
/// ```
#[must_use]
pub fn chance_without_joker(m: u32) -> f64 {
    let next = f64::from(m) + 2.0;
    if m.is_multiple_of(2) {
        0.5 + 1.0 / next
    } else {
        0.5 + 0.5 / next
    }
}

/// The chance that the player to move wins who holds the joker, with `m` kinds in
/// common: his draw pairs, and the other one moves without the joker. With none in
/// common he has lost.
#[must_use]
pub fn chance_with_joker(m: u32) -> f64 {
    match m.checked_sub(1) {
        Some(left) => 1.0 - chance_without_joker(left),
        None => 0.0,
    }
}

/// The expected number of draws when the player without the joker is to move:
/// m + Σ 1 / j over the j from 1 to m that are odd or even as m is.
#[must_use]
pub fn draws_without_joker(m: u32) -> f64 {
    let harmonic: f64 = (1..=m)
        .filter(|j| j % 2 == m % 2)
        .map(|j| 1.0 / f64::from(j))
        .sum();
    f64::from(m) + harmonic
}

/// The expected number of draws when the joker's holder is to move.
#[must_use]
pub fn draws_with_joker(m: u32) -> f64 {
    match m.checked_sub(1) {
        Some(left) => 1.0 + draws_without_joker(left),
        None => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The equations that the closed forms solve, from the rules alone.
    #[test]
    fn the_closed_forms_solve_their_equations() {
        for m in 1..60 {
            let joker = 1.0 / (f64::from(m) + 1.0);
            let (win, draws) = (chance_without_joker(m), draws_without_joker(m));
            // A pair leaves the holder to move; the joker makes the mover its holder
            // and the other one, without it, the mover.
            let after = (1.0 - joker) * (1.0 - chance_with_joker(m - 1)) + joker * (1.0 - win);
            assert!((win - after).abs() < 1e-12, "{m}");
            let after = 1.0 + (1.0 - joker) * draws_with_joker(m - 1) + joker * draws;
            assert!((draws - after).abs() < 1e-9, "{m}");
        }
        assert_eq!((chance_with_joker(0), draws_without_joker(0)), (0.0, 0.0));
    }
}
