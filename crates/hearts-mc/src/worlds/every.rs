use core::iter::FusedIterator;

use cards_core::{BySeat, Card, CardSet, Seat};

use super::{Constraints, SEAT_SETS, SEATS, sum_over};

/// All deals that agree with [`Constraints`], from
/// [`Worlds::every`](super::Worlds::every).
///
/// The time between two deals is at most proportional to the number of cards: a card
/// goes to a seat only if the cards after it can still be dealt.
#[derive(Clone, Debug)]
pub struct EveryWorld {
    cards: Vec<Choice>,
    /// The seat of each card dealt so far.
    seats: Vec<usize>,
    room: [usize; SEATS],
    is_over: bool,
}

/// A card and what may become of it.
#[derive(Clone, Debug)]
struct Choice {
    card: Card,
    /// The seats that may hold it, a bit each.
    mask: usize,
    /// For each set of seats, how many of the cards after this one may go to it.
    after: [usize; SEAT_SETS],
}

impl EveryWorld {
    /// All deals that agree with the constraints, of which there must be one.
    pub(super) fn new(constraints: &Constraints) -> EveryWorld {
        let mut after = [0; SEAT_SETS];
        let mut cards: Vec<Choice> = Vec::new();
        for card in constraints.unseen().iter().rev() {
            let holder = Seat::all(SEATS).find(|&seat| constraints.held(seat).contains(card));
            let mask = match holder {
                Some(seat) => 1 << seat.index(),
                None => Seat::all(SEATS)
                    .filter(|&seat| constraints.possible(seat).contains(card))
                    .fold(0, |mask, seat| mask | 1 << seat.index()),
            };
            cards.push(Choice { card, mask, after });
            for (seats, count) in after.iter_mut().enumerate() {
                *count += usize::from(seats & mask != 0);
            }
        }
        cards.reverse();
        EveryWorld {
            seats: Vec::with_capacity(cards.len()),
            room: Seat::all(SEATS).fold([0; SEATS], |mut room, seat| {
                room[seat.index()] = constraints.size(seat);
                room
            }),
            is_over: false,
            cards,
        }
    }

    /// Gives the next card to the first seat from `from` on that leaves room enough
    /// for the cards after it, and cards enough for the room.
    fn give(&mut self, from: usize) -> bool {
        let choice = &self.cards[self.seats.len()];
        for seat in from..SEATS {
            if choice.mask >> seat & 1 == 0 || self.room[seat] == 0 {
                continue;
            }
            self.room[seat] -= 1;
            let fits = |seats: usize| sum_over(seats, &self.room) <= choice.after[seats];
            if (1..SEAT_SETS).all(fits) {
                self.seats.push(seat);
                return true;
            }
            self.room[seat] += 1;
        }
        false
    }

    /// Takes back cards until one can go to a later seat; says whether there was one.
    fn advance(&mut self) -> bool {
        while let Some(seat) = self.seats.pop() {
            self.room[seat] += 1;
            if self.give(seat + 1) {
                return true;
            }
        }
        false
    }
}

impl Iterator for EveryWorld {
    type Item = BySeat<CardSet>;

    fn next(&mut self) -> Option<BySeat<CardSet>> {
        if self.is_over {
            return None;
        }
        while self.seats.len() < self.cards.len() {
            if !self.give(0) && !self.advance() {
                self.is_over = true;
                return None;
            }
        }
        let mut hands = [CardSet::EMPTY; SEATS];
        for (choice, &seat) in self.cards.iter().zip(&self.seats) {
            hands[seat].insert(choice.card);
        }
        self.is_over = !self.advance();
        Some(BySeat::new(hands))
    }
}

impl FusedIterator for EveryWorld {}
