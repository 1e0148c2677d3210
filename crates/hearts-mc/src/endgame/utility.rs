use cards_core::{BySeat, Seat};

use crate::PLAYERS;

/// What a player wants to be small: a number made of the four final scores, in which
/// a moon, the jack of diamonds and the bonus of who took no trick count as the
/// [`Rules`](crate::Rules) say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Utility {
    /// The player's own score. Where a moon costs the others 26, one who shoots it
    /// scores no less than one who takes nothing.
    OwnScore,
    /// Three times the player's own score minus the sum of the others': three times
    /// what it scores above their mean.
    AboveMean,
}

impl Utility {
    /// The number for a player, from the final scores.
    ///
    /// ```
    /// use cards_core::{BySeat, Seat};
    /// use hearts_mc::endgame::Utility;
    ///
    /// let scores = BySeat::new([3, 20, 3, 0]);
    /// assert_eq!(Utility::OwnScore.of(&scores, Seat::FIRST), 3);
    /// assert_eq!(Utility::AboveMean.of(&scores, Seat::FIRST), 9 - 23);
    /// ```
    ///
    /// # Panics
    /// If the seat is none of four, as indexing by it would.
    #[must_use]
    pub fn of(self, scores: &BySeat<i32>, player: Seat) -> i32 {
        let weights = self.weights(player);
        let scores = scores.as_array();
        let terms = (0..PLAYERS).map(|seat| weights[seat].saturating_mul(scores[seat]));
        terms.fold(0, i32::saturating_add)
    }

    /// What each seat's score counts for a player.
    pub(super) fn weights(self, player: Seat) -> [i32; PLAYERS] {
        assert!(player.index() < PLAYERS, "seat {player} at a table of four");
        core::array::from_fn(|seat| match self {
            Utility::OwnScore => i32::from(seat == player.index()),
            Utility::AboveMean if seat == player.index() => 3,
            Utility::AboveMean => -1,
        })
    }
}
