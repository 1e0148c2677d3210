use core::fmt;

use cards_core::{BySeat, Card, CardSet, Seat, Suit};

use super::{SEAT_SETS, SEATS, sum_over};

/// What is known of the cards that a player does not see.
///
/// Each unseen card is in the hand of one of the four seats. A seat that has none
/// of them, such as the player's own, has size 0; if all four sizes are positive,
/// the observer has no hand.
///
/// Building one never fails; [`Worlds::new`](super::Worlds::new) says what is wrong
/// with it. Methods that take a seat panic if it is none of the four, as indexing by it
/// would.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Constraints {
    unseen: CardSet,
    sizes: BySeat<usize>,
    possible: BySeat<CardSet>,
    held: BySeat<CardSet>,
}

impl Constraints {
    /// Unseen cards, and how many of them each seat holds; any seat may hold any of
    /// them.
    #[must_use]
    pub const fn new(unseen: CardSet, sizes: BySeat<usize>) -> Constraints {
        Constraints {
            unseen,
            sizes,
            possible: BySeat::new([CardSet::FULL; SEATS]),
            held: BySeat::new([CardSet::EMPTY; SEATS]),
        }
    }

    /// The same, but a seat holds none of these cards.
    #[must_use]
    pub fn without(mut self, seat: Seat, cards: CardSet) -> Constraints {
        self.possible[seat] -= cards;
        self
    }

    /// The same, but a seat holds no card of a suit.
    #[must_use]
    pub fn with_void(self, seat: Seat, suit: Suit) -> Constraints {
        self.without(seat, CardSet::of_suit(suit))
    }

    /// The same, but a seat is known to hold these cards, which count among its
    /// cards and among the unseen ones.
    #[must_use]
    pub fn with_held(mut self, seat: Seat, cards: CardSet) -> Constraints {
        self.held[seat] |= cards;
        self
    }

    /// The unseen cards.
    #[must_use]
    pub const fn unseen(&self) -> CardSet {
        self.unseen
    }

    /// How many of the unseen cards a seat holds.
    #[must_use]
    pub fn size(&self, seat: Seat) -> usize {
        self.sizes[seat]
    }

    /// The unseen cards that a seat may hold, those that it is known to hold
    /// included, those that others are known to hold not.
    #[must_use]
    pub fn possible(&self, seat: Seat) -> CardSet {
        let others = Seat::all(SEATS).filter(|&other| other != seat);
        others.fold(self.unseen & self.possible[seat], |cards, other| {
            cards - self.held[other]
        })
    }

    /// The cards that a seat is known to hold.
    #[must_use]
    pub fn held(&self, seat: Seat) -> CardSet {
        self.held[seat]
    }

    /// What is left open, or why nothing fits.
    pub(super) fn open(&self) -> Result<Open, NoWorld> {
        let wanted = self.wanted();
        if wanted != self.unseen.len() {
            return Err(NoWorld::Sizes {
                cards: self.unseen.len(),
                wanted,
            });
        }
        let mut open = Open {
            certain: BySeat::default(),
            room: self.sizes.into_array(),
            classes: [CardSet::EMPTY; SEAT_SETS],
        };
        for seat in Seat::all(SEATS) {
            let held = self.held[seat];
            self.check_held(seat)?;
            open.certain[seat] = held;
            open.room[seat.index()] -= held.len();
        }
        let known = Seat::all(SEATS).fold(CardSet::EMPTY, |all, seat| all | self.held[seat]);
        for card in self.unseen - known {
            let seats = (0..SEATS).zip(self.possible.as_array());
            let mask = seats
                .filter(|&(seat, possible)| open.room[seat] > 0 && possible.contains(card))
                .fold(0, |mask, (seat, _)| mask | 1 << seat);
            if mask == 0 {
                return Err(NoWorld::Nobody { card });
            }
            open.classes[mask].insert(card);
        }
        open.check()?;
        open.settle();
        Ok(open)
    }

    fn wanted(&self) -> usize {
        (self.sizes.as_array().iter()).fold(0_usize, |sum, &size| sum.saturating_add(size))
    }

    fn check_held(&self, seat: Seat) -> Result<(), NoWorld> {
        let held = self.held[seat];
        if let Some(card) = (held - self.unseen).first() {
            return Err(NoWorld::HeldIsSeen { seat, card });
        }
        if let Some(card) = (held - self.possible[seat]).first() {
            return Err(NoWorld::HeldIsImpossible { seat, card });
        }
        for other in Seat::all(SEATS).take(seat.index()) {
            if let Some(card) = (held & self.held[other]).first() {
                return Err(NoWorld::HeldTwice {
                    seats: [other, seat],
                    card,
                });
            }
        }
        if held.len() > self.sizes[seat] {
            return Err(NoWorld::HeldTooMany {
                seat,
                held: held.len(),
                size: self.sizes[seat],
            });
        }
        Ok(())
    }
}

/// What is to be dealt: cards in classes by the set of seats that may hold them,
/// into the room that the seats have left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    /// The cards whose seat is certain.
    pub(super) certain: BySeat<CardSet>,
    pub(super) room: [usize; SEATS],
    /// Indexed by sets of seats, a bit each.
    pub(super) classes: [CardSet; SEAT_SETS],
}

impl Open {
    /// The cards that may go to one of these seats at least.
    fn reaching(&self, seats: usize) -> usize {
        let classes = self.classes.iter().enumerate();
        classes
            .filter(|(mask, _)| mask & seats != 0)
            .map(|(_, cards)| cards.len())
            .sum()
    }

    /// There is a deal if and only if no set of seats takes more cards than may go
    /// to it (the theorem of Gale, "A theorem on flows in networks", Pacific J. of
    /// Mathematics 7 (1957), for a table of seats and classes), given that the seats
    /// take as many as there are. Fewer seats are named rather than more.
    fn check(&self) -> Result<(), NoWorld> {
        const SETS: [usize; SEAT_SETS - 1] = [1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15];
        let all = self.reaching(SEAT_SETS - 1);
        for seats in SETS {
            let names = BySeat::from_fn(|seat| seats >> seat.index() & 1 == 1);
            let room = sum_over(seats, &self.room);
            let cards = self.reaching(seats);
            if room > cards {
                return Err(NoWorld::TooFewCards {
                    seats: names,
                    room,
                    cards,
                });
            }
            let cards = all - self.reaching(!seats);
            if cards > room {
                return Err(NoWorld::TooManyCards {
                    seats: names,
                    room,
                    cards,
                });
            }
        }
        Ok(())
    }

    /// Deals the cards that only one seat with room left can take, until there is
    /// none.
    fn settle(&mut self) {
        loop {
            let open = (0..SEATS)
                .filter(|&seat| self.room[seat] > 0)
                .fold(0, |open, seat| open | 1 << seat);
            let mut is_settled = true;
            for mask in 1..SEAT_SETS {
                let cards = self.classes[mask];
                let left = mask & open;
                if cards.is_empty() || (left == mask && !left.is_power_of_two()) {
                    continue;
                }
                is_settled = false;
                self.classes[mask] = CardSet::EMPTY;
                if left.is_power_of_two() {
                    let seat = left.ilog2() as usize;
                    self.room[seat] -= cards.len();
                    if let Some(certain) = Seat::new(seat).and_then(|s| self.certain.get_mut(s)) {
                        *certain |= cards;
                    }
                    // Another class may have lost a seat.
                    break;
                }
                self.classes[left] |= cards;
            }
            if is_settled {
                return;
            }
        }
    }
}

/// Why no deal agrees with [`Constraints`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoWorld {
    /// The seats hold more or fewer cards together than are unseen.
    Sizes {
        /// The unseen cards.
        cards: usize,
        /// The sum of the sizes.
        wanted: usize,
    },
    /// A card that a seat is known to hold is not among the unseen ones.
    HeldIsSeen {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A seat is known to hold a card and known not to.
    HeldIsImpossible {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// Two seats are known to hold the same card.
    HeldTwice {
        /// The seats.
        seats: [Seat; 2],
        /// The card.
        card: Card,
    },
    /// A seat is known to hold more cards than it has.
    HeldTooMany {
        /// The seat.
        seat: Seat,
        /// How many it is known to hold.
        held: usize,
        /// How many it has.
        size: usize,
    },
    /// No seat that has room may hold this card.
    Nobody {
        /// The card.
        card: Card,
    },
    /// Some seats need more cards, besides those they are known to hold, than may
    /// go to them.
    TooFewCards {
        /// Which seats.
        seats: BySeat<bool>,
        /// How many they need together.
        room: usize,
        /// How many may go to one of them.
        cards: usize,
    },
    /// More cards may go to some seats only than these have room for, besides those
    /// they are known to hold.
    TooManyCards {
        /// Which seats.
        seats: BySeat<bool>,
        /// How much room they have together.
        room: usize,
        /// How many can go nowhere else.
        cards: usize,
    },
}

impl fmt::Display for NoWorld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoWorld::Sizes { cards, wanted } => {
                write!(f, "{cards} cards are unseen, but the seats hold {wanted}")
            }
            NoWorld::HeldIsSeen { seat, card } => {
                write!(f, "seat {seat} is to hold {card}, which is not unseen")
            }
            NoWorld::HeldIsImpossible { seat, card } => {
                write!(f, "seat {seat} is to hold {card}, which it cannot hold")
            }
            NoWorld::HeldTwice { seats, card } => {
                let [a, b] = seats;
                write!(f, "seats {a} and {b} are both to hold {card}")
            }
            NoWorld::HeldTooMany { seat, held, size } => {
                write!(f, "seat {seat} has {size} cards, but is to hold {held}")
            }
            NoWorld::Nobody { card } => write!(f, "no seat with room for it may hold {card}"),
            NoWorld::TooFewCards { seats, room, cards } => {
                write_seats(f, seats)?;
                write!(
                    f,
                    " must get {room} more cards, but only {cards} may go there"
                )
            }
            NoWorld::TooManyCards { seats, room, cards } => {
                write_seats(f, seats)?;
                write!(
                    f,
                    " can get only {room} more cards, but {cards} can go nowhere else"
                )
            }
        }
    }
}

/// Writes `seat 1`, or `seats 0, 2`.
fn write_seats(f: &mut fmt::Formatter<'_>, seats: &BySeat<bool>) -> fmt::Result {
    let named = seats.iter().filter(|(_, is_named)| **is_named);
    let count = seats
        .as_array()
        .iter()
        .filter(|is_named| **is_named)
        .count();
    f.write_str(if count == 1 { "seat" } else { "seats" })?;
    for (place, (seat, _)) in named.enumerate() {
        write!(f, "{}{seat}", if place == 0 { " " } else { ", " })?;
    }
    Ok(())
}

impl core::error::Error for NoWorld {}
