use crate::{GuandanError, Kind};

/// What each play of a split costs; a split costs the sum. Costs may be
/// negative.
///
/// A straight flush may not cost more than a straight: five cards of one suit
/// in sequence are a straight flush whether one wants it or not.
///
/// ```
/// use guandan_split::{Kind, Weights};
///
/// // Bombs are welcome, single cards are not.
/// let weights = Weights::uniform(10).with(Kind::Bomb, -5)?.with(Kind::StraightFlush, -5)?;
/// assert_eq!(weights.of(Kind::Bomb, 6), -5);
/// assert!(Weights::uniform(1).with(Kind::StraightFlush, 2).is_err());
/// # Ok::<(), guandan_split::GuandanError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weights {
    kinds: [i32; Kind::ALL.len()],
    bombs: [i32; 7],
}

impl Weights {
    /// The largest cost, and the largest gain.
    pub const LARGEST: i32 = 1_000_000;

    /// Every play costs the same; what is beyond [`Weights::LARGEST`] is cut
    /// down to it.
    #[must_use]
    pub const fn uniform(cost: i32) -> Weights {
        let cost = if cost > Weights::LARGEST {
            Weights::LARGEST
        } else if cost < -Weights::LARGEST {
            -Weights::LARGEST
        } else {
            cost
        };
        Weights {
            kinds: [cost; Kind::ALL.len()],
            bombs: [cost; 7],
        }
    }

    /// Another cost for a kind, for bombs of every size.
    ///
    /// # Errors
    /// [`GuandanError::WeightTooLarge`] beyond [`Weights::LARGEST`],
    /// [`GuandanError::FlushDearerThanStraight`].
    pub const fn with(mut self, kind: Kind, cost: i32) -> Result<Weights, GuandanError> {
        self.kinds[kind as usize] = cost;
        if matches!(kind, Kind::Bomb) {
            self.bombs = [cost; 7];
        }
        self.checked(cost)
    }

    /// Another cost for bombs of a size, 4 to 10.
    ///
    /// # Errors
    /// As [`Weights::with`]; [`GuandanError::NoSuchPlay`] of another size.
    pub const fn with_bomb(mut self, size: u8, cost: i32) -> Result<Weights, GuandanError> {
        if size < 4 || size > 10 {
            return Err(GuandanError::NoSuchPlay {
                kind: Kind::Bomb,
                face: crate::Face::Rank(cards_core::Rank::Two),
                size,
                wilds: 0,
            });
        }
        self.bombs[size as usize - 4] = cost;
        self.checked(cost)
    }

    const fn checked(self, cost: i32) -> Result<Weights, GuandanError> {
        let flush = self.kinds[Kind::StraightFlush as usize];
        let straight = self.kinds[Kind::Straight as usize];
        if cost > Weights::LARGEST || cost < -Weights::LARGEST {
            Err(GuandanError::WeightTooLarge { weight: cost })
        } else if flush > straight {
            Err(GuandanError::FlushDearerThanStraight { flush, straight })
        } else {
            Ok(self)
        }
    }

    /// The cost of a play of a kind with so many cards.
    #[must_use]
    pub const fn of(&self, kind: Kind, size: u8) -> i32 {
        match (kind, size) {
            (Kind::Bomb, 4..=10) => self.bombs[size as usize - 4],
            _ => self.kinds[kind as usize],
        }
    }
}

/// What a split is chosen by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Objective {
    /// As few plays as possible; the cost is their number.
    FewestPlays,
    /// As few plays as possible that are no bombs; the cost is their number.
    BombsFree,
    /// As few plays as possible, and among such splits as many bombs as
    /// possible; the cost is the number of plays.
    PlaysThenBombs,
    /// The least sum of weights, which is the cost.
    Weights(Weights),
}

impl Objective {
    /// More than the bombs of any hand.
    pub(crate) const PLAY: i32 = 64;

    /// The weights that rank splits as the objective does.
    pub(crate) const fn weights(self) -> Weights {
        match self {
            Objective::FewestPlays => Weights::uniform(1),
            Objective::BombsFree => Weights::bombs_apart(1, 0),
            Objective::PlaysThenBombs => Weights::bombs_apart(Objective::PLAY, Objective::PLAY - 1),
            Objective::Weights(weights) => weights,
        }
    }

    /// The cost of a split whose weights have a sum.
    pub(crate) const fn cost(self, sum: i64) -> i64 {
        match self {
            // Rounded up: bombs take less than a play off.
            Objective::PlaysThenBombs => {
                let play = Objective::PLAY as i64;
                (sum + play - 1).div_euclid(play)
            }
            _ => sum,
        }
    }
}

impl Weights {
    const fn bombs_apart(others: i32, bombs: i32) -> Weights {
        let mut weights = Weights::uniform(others);
        weights.kinds[Kind::Bomb as usize] = bombs;
        weights.kinds[Kind::StraightFlush as usize] = bombs;
        weights.kinds[Kind::JokerBomb as usize] = bombs;
        weights.bombs = [bombs; 7];
        weights
    }
}
