use cards_core::{BySeat, Seat};

use super::PLAYERS;

/// Who plays against whom, and for what. The value of a game is a sum of the four
/// final scores with weights; one side makes it large, the other small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// One seat against the three others (paranoid search): its own score, which
    /// it makes large and they make small.
    OwnScore(Seat),
    /// One seat against the three others: three times its own score minus the sum
    /// of theirs, which is three times its lead over their mean. Under an additive
    /// rule the best plays are those of [`Objective::OwnScore`].
    Lead(Seat),
    /// Seats 0 and 2 against seats 1 and 3: the sum of the scores of the former
    /// minus the sum of the scores of the latter.
    Partners,
}

impl Objective {
    /// What each seat's final score counts in the value.
    ///
    /// # Panics
    /// If the objective's seat is none of four.
    #[must_use]
    pub fn weights(self) -> BySeat<i32> {
        match self {
            Objective::OwnScore(own) => {
                assert!(own.index() < PLAYERS, "seat {own} at a table of four");
                BySeat::from_fn(|seat| i32::from(seat == own))
            }
            Objective::Lead(own) => {
                assert!(own.index() < PLAYERS, "seat {own} at a table of four");
                BySeat::from_fn(|seat| if seat == own { 3 } else { -1 })
            }
            Objective::Partners => BySeat::new([1, -1, 1, -1]),
        }
    }

    /// Whether a seat makes the value large.
    #[must_use]
    pub fn maximises(self, seat: Seat) -> bool {
        match self {
            Objective::OwnScore(own) | Objective::Lead(own) => seat == own,
            Objective::Partners => seat.index().is_multiple_of(2),
        }
    }

    /// The seat that the objective names, if it names one.
    pub(crate) const fn seat(self) -> Option<Seat> {
        match self {
            Objective::OwnScore(seat) | Objective::Lead(seat) => Some(seat),
            Objective::Partners => None,
        }
    }
}
