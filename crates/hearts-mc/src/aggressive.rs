use cards_core::{Card, CardSet, Seat};
use rand_core::Rng;

use crate::greedy::Greedy;
use crate::monte_carlo::{least_wanted, seen, shoot};
use crate::playout::table::{card, cards};
use crate::rules::{Moon, PASSED, PENALTIES, PLAYERS};
use crate::strategy::Strategy;
use crate::view::View;

/// A player who tries to shoot the moon in every deal, whatever it holds: it passes
/// what it wants least for that and plays to take every trick as long as nobody else
/// has a point, and from then on plays as [`Greedy`]. It loses, and others lose to
/// it who do not look out. It draws no random numbers.
///
/// ```
/// use cards_core::Seat;
/// use hearts_mc::{Aggressive, Pass, Rules, Strategy, View};
/// use rand_pcg::Pcg64Mcg;
///
/// let hand = "♠AK3 ♥AKQJT ♦A2 ♣A94".parse()?;
/// let mut rng: Pcg64Mcg = cards_core::random::trial_rng(0, 0);
/// let view = View::start(&Rules::STANDARD, Seat::FIRST, Pass::Left, hand)?;
/// assert_eq!(Aggressive.pass(&view, &mut rng).to_string(), "♠3 ♥- ♦2 ♣4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aggressive;

impl Strategy for Aggressive {
    fn pass(&mut self, view: &View, _rng: &mut dyn Rng) -> CardSet {
        let mut kept = view.hand();
        let others = !view.hand();
        while kept.len() > view.hand().len() - PASSED {
            let least = least_wanted(kept.bits(), others.bits());
            kept -= cards(least);
        }
        view.hand() - kept
    }

    fn play(&mut self, view: &View, rng: &mut dyn Rng) -> Card {
        let others = Seat::all(PLAYERS).filter(|&seat| seat != view.seat());
        let taken = others.fold(CardSet::EMPTY, |all, seat| all | view.taken(seat));
        if !taken.is_disjoint(PENALTIES) || view.rules().moon == Moon::None {
            return Greedy.play(view, rng);
        }
        card(shoot(&seen(view), view.legal().bits()))
    }
}
