//! What rule books agree on, and the switches for what they do not.

use core::fmt;
use core::str::FromStr;

use cards_core::{Card, Joker, Rank, Suit};

use crate::GuandanError;

/// The rank that is being played: its eight cards stand above the ace, and its
/// two hearts are wild.
///
/// ```
/// use guandan_split::Level;
///
/// let level: Level = "10".parse()?;
/// assert_eq!(level.wild_card().to_string(), "♥T");
/// # Ok::<(), guandan_split::GuandanError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Level(Rank);

impl Level {
    /// The level of a rank.
    #[must_use]
    pub const fn new(rank: Rank) -> Level {
        Level(rank)
    }

    /// Its rank.
    #[must_use]
    pub const fn rank(self) -> Rank {
        self.0
    }

    /// The card that is wild (逢人配): the heart of the level's rank.
    #[must_use]
    pub const fn wild_card(self) -> Card {
        Card::new(Suit::Hearts, self.0)
    }

    /// All thirteen levels, from the two up to the ace.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> + ExactSizeIterator + Clone {
        Rank::ALL.into_iter().map(Level)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = GuandanError;

    fn from_str(text: &str) -> Result<Level, GuandanError> {
        match text.parse() {
            Ok(rank) => Ok(Level(rank)),
            Err(error) => Err(GuandanError::Level { error }),
        }
    }
}

/// What cards of one rank or one kind of joker show, suits aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// A rank.
    Rank(Rank),
    /// A kind of joker.
    Joker(Joker),
}

impl Face {
    /// Every face: the ranks from the two up, then both jokers.
    pub const ALL: [Face; 15] = {
        let mut all = [Face::Joker(Joker::Big); 15];
        let mut index = 0;
        while index < Rank::COUNT {
            all[index] = Face::Rank(Rank::ALL[index]);
            index += 1;
        }
        all[Rank::COUNT] = Face::Joker(Joker::Small);
        all
    };

    /// The position in [`Face::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Face::Rank(rank) => rank.index(),
            Face::Joker(joker) => Rank::COUNT + joker.index(),
        }
    }

    /// The face at a position of [`Face::ALL`], or `None` from 15 on.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Face> {
        if index < Face::ALL.len() {
            Some(Face::ALL[index])
        } else {
            None
        }
    }

    /// The rank, unless it is a joker.
    #[must_use]
    pub const fn rank(self) -> Option<Rank> {
        match self {
            Face::Rank(rank) => Some(rank),
            Face::Joker(_) => None,
        }
    }
}

impl From<Rank> for Face {
    fn from(rank: Rank) -> Face {
        Face::Rank(rank)
    }
}

impl From<Joker> for Face {
    fn from(joker: Joker) -> Face {
        Face::Joker(joker)
    }
}

/// `Q`, 小王.
impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Face::Rank(rank) => rank.fmt(f),
            Face::Joker(joker) => joker.fmt(f),
        }
    }
}

/// How singles, pairs, triples, full houses and bombs of a size compare: 2 up to
/// the ace, the level's rank taken out and put above the ace, then the jokers.
/// Sequences do not compare by it; the level's cards keep their place there.
///
/// ```
/// use cards_core::Rank;
/// use guandan_split::{Level, Strength};
///
/// let level = Level::new(Rank::Five);
/// assert!(Strength::of(Rank::Five.into(), level) > Strength::of(Rank::Ace.into(), level));
/// assert!(Strength::of(Rank::Six.into(), level) > Strength::of(Rank::Four.into(), level));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(u8);

impl Strength {
    /// The strength of a face at a level.
    #[must_use]
    pub const fn of(face: Face, level: Level) -> Strength {
        let index = face.index() as u8;
        match face {
            Face::Rank(rank) if rank as u8 == level.0 as u8 => Strength(Rank::COUNT as u8),
            Face::Rank(_) => Strength(index),
            Face::Joker(_) => Strength(index + 1),
        }
    }

    /// A number that orders strengths, 0 to 15.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What rule books differ in.
///
/// The presets are named after their source. Everything else is the same in
/// all of them: straights are exactly five ranks long (A2345 up to TJQKA), tubes
/// three pairs (AA2233 up to QQKKAA), plates two triples (AAA222 up to KKKAAA),
/// bombs four to ten cards of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rules {
    /// Whether two jokers of a kind may be the pair of a full house.
    pub joker_pair_in_full_house: bool,
    /// Whether the ace may be the lowest card of a sequence. The program of the
    /// document leaves this out.
    pub ace_low_sequences: bool,
    /// The highest rank that may be given back for a tribute (还牌), `None` if
    /// any card may.
    pub highest_returned: Option<Rank>,
}

impl Rules {
    /// The Huai'an competition rules of 2017 (淮安掼蛋竞赛规则, also published as
    /// the national rules of 2017).
    pub const HUAIAN_2017: Rules = Rules {
        joker_pair_in_full_house: true,
        ace_low_sequences: true,
        highest_returned: None,
    };

    /// The trial edition of the national competition rules of 2022
    /// (掼牌竞赛规则 试行): the card given back is a ten or lower.
    pub const TRIAL_2022: Rules = Rules {
        joker_pair_in_full_house: true,
        ace_low_sequences: true,
        highest_returned: Some(Rank::Ten),
    };

    /// The game of the document's program: sequences never begin with a low
    /// ace. With [`crate::RankCounts`] without jokers and wild cards this is
    /// what [`crate::published::Splitter`] solves.
    pub const DOCUMENT: Rules = Rules {
        joker_pair_in_full_house: false,
        ace_low_sequences: false,
        highest_returned: None,
    };
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::HUAIAN_2017
    }
}
