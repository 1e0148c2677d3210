use core::fmt;

/// One of the two players of a two-hand game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Player 0.
    Zero,
    /// Player 1.
    One,
}

impl Player {
    /// Both players, in index order.
    pub const ALL: [Player; 2] = [Player::Zero, Player::One];

    /// The index, 0 or 1.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The player of an index, or `None` from 2 on.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Player> {
        match index {
            0 => Some(Player::Zero),
            1 => Some(Player::One),
            _ => None,
        }
    }

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::Zero => Player::One,
            Player::One => Player::Zero,
        }
    }

    /// 1 for player 0, −1 for player 1: turns 'player 0's score minus player
    /// 1's' into 'mine minus the opponent's', and back.
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self {
            Player::Zero => 1,
            Player::One => -1,
        }
    }
}

/// As in 'player 0'.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.index())
    }
}
