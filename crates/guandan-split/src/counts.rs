use cards_core::Rank;

use crate::closing::{FewestPlays, Goal, Jokers};
use crate::planes::Planes;
use crate::search::{Cards, Search, Suits};
use crate::{GuandanError, Hand, Level, Rules};

/// How many cards of each rank, wild cards and jokers: all that the fewest plays
/// of a hand depend on. A straight flush costs what a straight costs, so suits
/// do not matter.
///
/// Without wild cards and jokers, and with [`Rules::DOCUMENT`], this is the game
/// of the document's program.
///
/// ```
/// use guandan_split::{RankCounts, Rules};
///
/// let counts = RankCounts::new([2, 0, 2, 2, 3, 2, 2, 3, 1, 3, 2, 4, 1], 0, [0, 0])?;
/// assert_eq!(counts.min_plays(Rules::DOCUMENT), 7);
/// # Ok::<(), guandan_split::GuandanError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RankCounts {
    planes: Planes,
    wilds: u8,
    jokers: [u8; 2],
}

impl RankCounts {
    /// How many cards of a rank two packs have.
    pub const MAX_OF_RANK: u8 = 8;

    /// How many cards a hand may have that is to be split: the time grows about
    /// tenfold with every nine cards beyond the 27 of the game.
    pub const MAX_CARDS: usize = 40;

    /// How many wild cards the game has.
    pub const MAX_WILDS: u8 = 2;

    /// The counts of cards that are not wild, from the two up to the ace, the
    /// number of wild cards, and the numbers of small and big jokers.
    ///
    /// # Errors
    /// [`GuandanError::TooManyOfRank`] beyond eight,
    /// [`GuandanError::TooManyWilds`] or [`GuandanError::TooManyJokers`] beyond
    /// two, [`GuandanError::TooManyCards`] beyond [`RankCounts::MAX_CARDS`].
    pub const fn new(
        counts: [u8; Rank::COUNT],
        wilds: u8,
        jokers: [u8; 2],
    ) -> Result<RankCounts, GuandanError> {
        let mut index = 0;
        while index < Rank::COUNT {
            let count = counts[index];
            if count > RankCounts::MAX_OF_RANK {
                return Err(GuandanError::TooManyOfRank {
                    rank: Rank::ALL[index],
                    count,
                    most: RankCounts::MAX_OF_RANK,
                });
            }
            index += 1;
        }
        if wilds > RankCounts::MAX_WILDS {
            return Err(GuandanError::TooManyWilds { wilds });
        }
        if jokers[0] > 2 || jokers[1] > 2 {
            let jokers = if jokers[0] > 2 { jokers[0] } else { jokers[1] };
            return Err(GuandanError::TooManyJokers { jokers });
        }
        RankCounts {
            planes: Planes::from_counts(counts),
            wilds,
            jokers,
        }
        .checked()
    }

    /// The counts of a hand at a level.
    ///
    /// # Errors
    /// [`GuandanError::TooManyCards`] beyond [`RankCounts::MAX_CARDS`].
    pub const fn of(hand: Hand, level: Level) -> Result<RankCounts, GuandanError> {
        RankCounts {
            planes: hand.planes(level),
            wilds: hand.wilds(level),
            jokers: hand.jokers(),
        }
        .checked()
    }

    const fn checked(self) -> Result<RankCounts, GuandanError> {
        let cards = self.total() as usize;
        if cards > RankCounts::MAX_CARDS {
            return Err(GuandanError::TooManyCards {
                cards,
                most: RankCounts::MAX_CARDS,
            });
        }
        Ok(self)
    }

    /// Without so many cards of a rank and wild cards, which are there.
    pub(crate) const fn minus(self, rank: Rank, cards: u8, wilds: u8) -> RankCounts {
        let lane = 2 << rank as u32;
        let mut planes = self.planes;
        let mut left = cards;
        while left > 0 {
            planes = planes.take(lane, 1);
            left -= 1;
        }
        RankCounts {
            planes,
            wilds: self.wilds - wilds,
            jokers: self.jokers,
        }
    }

    /// Without so many jokers, which are there.
    pub(crate) const fn minus_jokers(self, jokers: [u8; 2]) -> RankCounts {
        RankCounts {
            jokers: [self.jokers[0] - jokers[0], self.jokers[1] - jokers[1]],
            ..self
        }
    }

    /// How many cards of each rank are not wild, from the two up.
    #[must_use]
    pub fn counts(self) -> [u8; Rank::COUNT] {
        self.planes.counts()
    }

    /// How many cards in all.
    #[must_use]
    pub const fn total(self) -> u32 {
        self.planes.total() + self.wilds as u32 + (self.jokers[0] + self.jokers[1]) as u32
    }

    /// The fewest plays that use all cards up; 0 of none.
    #[must_use]
    pub fn min_plays(self, rules: Rules) -> u32 {
        self.search::<FewestPlays>(rules) as u32
    }

    fn search<G: Goal>(self, rules: Rules) -> i32 {
        let jokers = Jokers::of(self.jokers, rules.joker_pair_in_full_house);
        let cards = Cards {
            planes: self.planes,
            suits: Suits::default(),
            wilds: u32::from(self.wilds),
        };
        Search::<G>::run(cards, jokers, rules.ace_low_sequences).0
    }
}
