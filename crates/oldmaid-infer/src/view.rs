//! What one seat knows.

use cards_core::Seat;

use crate::{Draw, Game, Hand, History, Rules, Start, Table};

/// What a seat knows of a game: its own hand, the table, and the history with
/// the cards that it drew or gave. A [`Policy`](crate::policy::Policy) decides
/// from nothing else.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    game: &'a Game,
    seat: Seat,
}

impl<'a> View<'a> {
    pub(crate) const fn new(game: &'a Game, seat: Seat) -> View<'a> {
        View { game, seat }
    }

    /// The seat.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &'a Rules {
        self.game.table().rules()
    }

    /// The seat's own hand.
    #[must_use]
    pub fn hand(&self) -> &'a Hand {
        &self.game.hands()[self.seat.index()]
    }

    /// Sizes, discards and turn.
    #[must_use]
    pub const fn table(&self) -> &'a Table {
        self.game.table()
    }

    /// The start, as everybody saw it.
    #[must_use]
    pub const fn start(&self) -> &'a Start {
        self.game.start()
    }

    /// The seat's own hand at the start, its pairs out.
    #[must_use]
    pub fn start_hand(&self) -> &'a Hand {
        &self.game.start_hands()[self.seat.index()]
    }

    /// The game so far as the seat saw it.
    #[must_use]
    pub fn history(&self) -> History {
        self.game.whole_history().seen_by(self.seat)
    }

    /// How many draws there have been.
    #[must_use]
    pub fn events_len(&self) -> usize {
        self.game.history().len()
    }

    /// The draw at a place, counted from 0, as the seat saw it.
    #[must_use]
    pub fn event(&self, place: usize) -> Option<Draw> {
        let draw = self.game.history().get(place)?;
        Some(draw.seen_by(self.seat))
    }

    /// The draws so far as the seat saw them.
    #[must_use]
    pub fn events(&self) -> impl ExactSizeIterator<Item = Draw> {
        let seat = self.seat;
        self.game
            .history()
            .iter()
            .map(move |draw| draw.seen_by(seat))
    }
}
