use cards_core::random::choose;
use cards_core::{BySeat, Card, CardSet, Seat};
use rand_core::Rng;

use crate::position::IllegalPlay;
use crate::round::{IllegalPass, Phase, Round};
use crate::rules::{MoonChoice, PASSED, PLAYERS, POINTS};
use crate::score::shooter;
use crate::view::View;

/// A player: it decides from a [`View`] and a random generator, and from what
/// it remembers of its own earlier decisions, never from hidden cards.
///
/// [`play_round`] asks it only what it is to decide. Asked to pass or to play where its
/// view's seat is not to, a strategy may panic, as those of this crate do.
pub trait Strategy {
    /// The three cards to pass. [`View::must_pass`] holds.
    fn pass(&mut self, view: &View, rng: &mut dyn Rng) -> CardSet;

    /// The card to play, one of [`View::legal`], which is not empty.
    fn play(&mut self, view: &View, rng: &mut dyn Rng) -> Card;

    /// What to do with a moon that it has shot, where the rules leave it to the
    /// shooter. By default the others score, unless that ends the match with the
    /// shooter behind.
    fn moon_choice(&mut self, view: &View) -> MoonChoice {
        usual_moon_choice(view)
    }
}

/// [`Strategy::moon_choice`] unless a strategy says otherwise.
pub(crate) fn usual_moon_choice(view: &View) -> MoonChoice {
    let mut totals = *view.totals();
    let own = totals[view.seat()];
    totals[view.seat()] = i32::MIN / 2;
    let raised = totals
        .into_array()
        .map(|total| total.saturating_add(POINTS));
    let ends = raised.iter().any(|&total| total >= view.rules().limit);
    let behind = (Seat::all(PLAYERS))
        .filter(|&seat| seat != view.seat())
        .any(|seat| raised[seat.index()] <= own);
    if ends && behind {
        MoonChoice::ShooterDown
    } else {
        MoonChoice::OthersUp
    }
}

impl<S: Strategy + ?Sized> Strategy for Box<S> {
    fn pass(&mut self, view: &View, rng: &mut dyn Rng) -> CardSet {
        (**self).pass(view, rng)
    }

    fn play(&mut self, view: &View, rng: &mut dyn Rng) -> Card {
        (**self).play(view, rng)
    }

    fn moon_choice(&mut self, view: &View) -> MoonChoice {
        (**self).moon_choice(view)
    }
}

/// Plays a round to its end with one strategy a seat, from wherever it stands,
/// and returns the scores.
///
/// # Errors
/// If a strategy passes or plays what it may not. The round is left as it was
/// before.
pub fn play_round(
    round: &mut Round,
    players: &mut BySeat<&mut dyn Strategy>,
    rng: &mut dyn Rng,
) -> Result<BySeat<i32>, StrategyError> {
    loop {
        match round.phase() {
            Phase::Passing(seat) => {
                let cards = players[seat].pass(&round.view(seat), rng);
                round.pass(seat, cards).map_err(StrategyError::Pass)?;
            }
            Phase::Playing(seat) => {
                let card = players[seat].play(&round.view(seat), rng);
                round.play(card).map_err(StrategyError::Play)?;
            }
            Phase::Over => {
                let shot = round
                    .position()
                    .and_then(|end| shooter(&end.taken, round.rules()));
                let choice = shot.map_or(MoonChoice::OthersUp, |seat| {
                    players[seat].moon_choice(&round.view(seat))
                });
                match round.scores(choice) {
                    Some(scores) => return Ok(scores),
                    None => unreachable!("a round that is over has scores"),
                }
            }
        }
    }
}

/// A strategy that broke the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StrategyError {
    /// In passing.
    Pass(IllegalPass),
    /// In playing.
    Play(IllegalPlay),
}

impl core::fmt::Display for StrategyError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            StrategyError::Pass(error) => error.fmt(f),
            StrategyError::Play(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for StrategyError {}

/// A player who passes and plays uniformly at random among what is legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Random;

impl Strategy for Random {
    fn pass(&mut self, view: &View, rng: &mut dyn Rng) -> CardSet {
        let mut cards = CardSet::EMPTY;
        while cards.len() < PASSED {
            let Some(card) = choose(view.hand() - cards, rng) else {
                break;
            };
            cards.insert(card);
        }
        cards
    }

    fn play(&mut self, view: &View, rng: &mut dyn Rng) -> Card {
        match choose(view.legal(), rng) {
            Some(card) => card,
            None => unreachable!("a player on turn has a legal card"),
        }
    }
}
