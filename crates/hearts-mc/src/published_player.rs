use core::num::NonZeroU32;

use cards_core::{BySeat, Card, CardSet, Seat};
use rand_core::Rng;

use crate::published::{
    GameError, GameState, GreedyStrategy, MAX_CANDIDATES, MonteCarloSimulator, SIMULATIONS,
};
use crate::rules::{PASSED, PLAYERS};
use crate::strategy::Strategy;
use crate::view::View;
use crate::worlds::Worlds;

/// The players of the document's program, [`published`](crate::published), at a
/// table where nobody sees the others' cards.
///
/// They choose what the program chooses, its mistakes included, with three
/// exceptions that an honest table asks for:
/// - the program's simulator copies the real hands. Here each of the 100 rollouts
///   of a candidate has the unseen cards dealt anew at random, all deals that
///   agree with the view being equally likely;
/// - the program does not know that points may be kept off the first trick. Where
///   they are, the discard is the one that it rates least risky of those allowed;
/// - the program does not pass. Where the rules do, the three cards of the
///   greatest risk go, by its own table
///   ([`GreedyStrategy::card_risk`]), of equals the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublishedPlayer {
    /// The program's seats 1 to 3: its greedy layer alone.
    Greedy,
    /// The program's seat 0: greedy while it holds more than ten cards or has at
    /// most three to choose from, otherwise the best of its first five legal cards
    /// in random rollouts.
    Simulating,
}

impl Strategy for PublishedPlayer {
    fn pass(&mut self, view: &View, _rng: &mut dyn Rng) -> CardSet {
        let mut hand: Vec<Card> = view.hand().iter().collect();
        let risk = |card: &Card| GreedyStrategy.card_risk(*card);
        hand.sort_by(|one, other| f64::total_cmp(&risk(other), &risk(one)));
        hand.into_iter().take(PASSED).collect()
    }

    fn play(&mut self, view: &View, rng: &mut dyn Rng) -> Card {
        let legal = view.legal();
        if let Some(card) = legal.single() {
            return card;
        }
        let table = Table::of(view);
        let chosen = match *self {
            PublishedPlayer::Simulating if table.simulates() => table.simulate(rng),
            _ => table.greedy(rng),
        };
        match chosen {
            Ok(card) if legal.contains(card) => card,
            Ok(_) => least_risky(legal),
            Err(error) => unreachable!("a view's own events: {error}"),
        }
    }
}

/// The first card of the least risk.
fn least_risky(cards: CardSet) -> Card {
    let risk = |card: &Card| GreedyStrategy.card_risk(*card);
    let least = cards
        .iter()
        .min_by(|one, other| f64::total_cmp(&risk(one), &risk(other)));
    match least {
        Some(card) => card,
        None => unreachable!("a player on turn has a legal card"),
    }
}

/// A view as the program's game, in which the first leader has seat 0.
struct Table<'a> {
    view: &'a View,
    leader: Seat,
    /// The deals that agree with the view.
    worlds: Worlds,
}

impl Table<'_> {
    fn of(view: &View) -> Table<'_> {
        let leader = match (view.plays().first(), view.turn()) {
            (Some(&(leader, _)), _) | (None, Some(leader)) => leader,
            (None, None) => unreachable!("a player on turn"),
        };
        Table {
            view,
            leader,
            worlds: match Worlds::new(&view.constraints()) {
                Ok(worlds) => worlds,
                Err(error) => unreachable!("a view that some deal fits: {error}"),
            },
        }
    }

    /// The player's seat in the program's game.
    fn own_seat(&self) -> Seat {
        self.view
            .seat()
            .plus(PLAYERS - self.leader.index(), PLAYERS)
    }

    /// The conditions of the program's `chooseAiCard`.
    fn simulates(&self) -> bool {
        self.view.legal().len() > 3 && self.view.hand().len() <= 10
    }

    /// The program's game up to now, with a deal of the unseen cards.
    fn state(&self, rng: &mut dyn Rng) -> Result<GameState, GameError> {
        let mut hands = self.worlds.sample(rng);
        hands[self.view.seat()] = self.view.hand();
        for &(seat, card) in self.view.plays() {
            hands[seat].insert(card);
        }
        let turned = BySeat::from_fn(|seat| hands[seat.plus(self.leader.index(), PLAYERS)]);
        let mut state = GameState::from_hands(turned)?;
        for &(_, card) in self.view.plays() {
            let seat = state.turn()?;
            state.play_card(seat, card)?;
            if state.current_trick().len() == PLAYERS {
                state.end_trick()?;
            }
        }
        Ok(state)
    }

    fn greedy(&self, rng: &mut dyn Rng) -> Result<Card, GameError> {
        // The greedy layer looks at the own hand and the trick only.
        GreedyStrategy.choose_card(&self.state(rng)?, self.own_seat())
    }

    fn simulate(&self, rng: &mut dyn Rng) -> Result<Card, GameError> {
        let seat = self.own_seat();
        let mut simulator = MonteCarloSimulator::new(NonZeroU32::MIN, rng.next_u64() as i64);
        let candidates = GreedyStrategy.legal_cards(&self.state(rng)?, seat);
        let mut best = None;
        let mut fewest_points = f64::MAX;
        for candidate in candidates.iter().take(MAX_CANDIDATES) {
            let mut points = 0.0;
            for _ in 0..SIMULATIONS.get() {
                points += simulator.evaluate_move(&self.state(rng)?, seat, candidate)?;
            }
            if points < fewest_points {
                fewest_points = points;
                best = Some(candidate);
            }
        }
        best.ok_or(GameError::DealOver)
    }
}
