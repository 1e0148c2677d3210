use cards_core::{Joker, Rank};

use crate::sequence::{Sequence, starts};
use crate::{Face, GuandanError, Hand, Kind, Level, Play, Rules};

/// A set of plays by meaning: kind, face, size and number of wild cards. A few
/// words, whatever it holds; iterating gives the plays one by one, kinds in the
/// order of [`Kind::ALL`], fewer wild cards first, lower faces first.
///
/// ```
/// use guandan_split::{Hand, Rules, legal_plays};
///
/// let hand: Hand = "S3 D3 C4".parse()?;
/// let plays = legal_plays(hand, "2".parse()?, Rules::default());
/// let names: Vec<String> = plays.iter().map(|play| play.to_string()).collect();
/// assert_eq!(names, ["single 3", "single 4", "pair 3"]);
/// # Ok::<(), guandan_split::GuandanError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlaySet {
    /// By number of wild cards, then by row: bit `face.index()`.
    masks: [[u16; ROWS]; 3],
}

/// The kinds in order, bombs by size.
const ROWS: usize = 16;
const BOMBS: usize = Kind::Bomb as usize;
const STRAIGHT_FLUSH: usize = 14;
const JOKER_BOMB: usize = 15;

const fn row(kind: Kind, size: u8) -> usize {
    match kind {
        Kind::Bomb => BOMBS + size as usize - 4,
        Kind::StraightFlush => STRAIGHT_FLUSH,
        Kind::JokerBomb => JOKER_BOMB,
        _ => kind as usize,
    }
}

fn kind_of(row: usize) -> (Kind, u8) {
    match row {
        STRAIGHT_FLUSH => (Kind::StraightFlush, 5),
        JOKER_BOMB => (Kind::JokerBomb, 4),
        BOMBS.. => (Kind::Bomb, (row - BOMBS) as u8 + 4),
        _ => (Kind::ALL[row], *Kind::ALL[row].sizes().start()),
    }
}

impl PlaySet {
    /// No play.
    pub const EMPTY: PlaySet = PlaySet {
        masks: [[0; ROWS]; 3],
    };

    /// How many plays.
    #[must_use]
    pub fn len(&self) -> usize {
        let masks = self.masks.as_flattened().iter();
        masks.map(|mask| mask.count_ones() as usize).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == PlaySet::EMPTY
    }

    /// Whether a play is one of them.
    #[must_use]
    pub fn contains(&self, play: Play) -> bool {
        let masks = &self.masks[usize::from(play.wilds())];
        masks[row(play.kind(), play.size())] >> play.face().index() & 1 == 1
    }

    /// The plays.
    pub fn iter(&self) -> impl Iterator<Item = Play> + Clone + '_ {
        (0..ROWS).flat_map(move |row| {
            let (kind, size) = kind_of(row);
            (0..3).flat_map(move |wilds| {
                let mask = self.masks[wilds][row];
                let faces = Face::ALL
                    .into_iter()
                    .filter(move |face| mask >> face.index() & 1 == 1);
                faces.map(move |face| Play::of(kind, face, size, wilds as u8))
            })
        })
    }

    /// The bombs among them.
    #[must_use]
    pub fn bombs(&self) -> PlaySet {
        self.kept(|row| if row >= BOMBS { !0 } else { 0 })
    }

    /// The plays of each row whose face is in a mask.
    fn kept(&self, faces: impl Fn(usize) -> u16) -> PlaySet {
        let mut kept = *self;
        for masks in &mut kept.masks {
            for (row, mask) in masks.iter_mut().enumerate() {
                *mask &= faces(row);
            }
        }
        kept
    }

    /// Those that beat a play at a level.
    #[must_use]
    pub fn beating(&self, play: Play, level: Level) -> PlaySet {
        let own = row(play.kind(), play.size());
        let higher = match play.kind() {
            Kind::Straight | Kind::Tube | Kind::Plate | Kind::StraightFlush => {
                above(play.face().index())
            }
            Kind::JokerBomb => 0,
            _ => stronger(play.face(), level),
        };
        let rank = |row: usize| match row {
            // Between the bombs of five and of six.
            STRAIGHT_FLUSH => 2 * BOMBS + 3,
            _ => 2 * row,
        };
        self.kept(|row| match row {
            _ if row == own => higher,
            BOMBS.. if !play.is_bomb() || rank(row) > rank(own) => !0,
            _ => 0,
        })
    }
}

const fn above(face: usize) -> u16 {
    !0 << face << 1
}

/// The faces that stand above one at a level.
const fn stronger(face: Face, level: Level) -> u16 {
    let jokers = 0b11 << Rank::COUNT;
    match face {
        Face::Joker(Joker::Big) => 0,
        Face::Joker(Joker::Small) => 0b10 << Rank::COUNT,
        Face::Rank(rank) if rank as u8 == level.rank() as u8 => jokers,
        Face::Rank(rank) => above(rank.index()) | 1 << level.rank().index(),
    }
}

/// Every play that a hand can make, by meaning. A fraction of a microsecond.
#[must_use]
pub fn legal_plays(hand: Hand, level: Level, rules: Rules) -> PlaySet {
    let planes = hand.planes(level);
    let suits = hand.suits(level);
    let wilds = usize::from(hand.wilds(level));
    let starts = starts(rules.ace_low_sequences);
    let jokers = hand.jokers();
    let joker_mask = |held: u8| {
        (u16::from(jokers[0] >= held) | u16::from(jokers[1] >= held) << 1) << Rank::COUNT
    };
    let level_bit = 1_u16 << level.rank().index();
    // The ranks with at least so many cards that are not wild.
    let ranks = |count: usize| match count {
        1..=8 => (planes.at_least(count as u32) >> 1) as u16,
        _ => 0,
    };
    let runs = planes.all_candidates(wilds as u32, starts).0;
    let flushes = suits.flushes(wilds as u32, starts).0;
    let mut plays = PlaySet::EMPTY;
    let (mut lacking_runs, mut lacking_flushes) = (0, 0);
    for used in 0..=wilds {
        let masks = &mut plays.masks[used];
        masks[0] = [ranks(1) | joker_mask(1), level_bit, 0][used];
        masks[1] = [ranks(2) | joker_mask(2), ranks(1), level_bit][used];
        masks[2] = ranks(3 - used);
        for size in 4..=10 {
            masks[BOMBS + size - 4] = ranks(size - used);
        }
        for with_triple in 0..=used {
            let triples = ranks(3 - with_triple);
            let pairs = match used - with_triple {
                // Two wild cards are a pair by themselves.
                2 => !0,
                lacking => {
                    let jokers = if rules.joker_pair_in_full_house && lacking == 0 {
                        joker_mask(2)
                    } else {
                        0
                    };
                    ranks(2 - lacking) | jokers
                }
            };
            // A pair of the triple's own rank does not do.
            masks[3] |= match pairs.count_ones() {
                0 => 0,
                1 => triples & !pairs,
                _ => triples,
            };
        }
        // A sequence may do with more wild cards than it lacks cards.
        lacking_runs |= runs[used];
        lacking_flushes |= flushes[used];
        masks[4] = ((lacking_runs & 0xFFFF) << 3) as u16;
        masks[5] = ((lacking_runs >> 16 & 0xFFFF) << 1) as u16;
        masks[6] = (lacking_runs >> 32 & 0xFFFF) as u16;
        let any_suit = lacking_flushes | lacking_flushes >> 32;
        masks[STRAIGHT_FLUSH] = (((any_suit | any_suit >> 16) & 0xFFFF) << 3) as u16;
    }
    plays.masks[0][4] &= !(one_suit_only(suits.first, flushes[0]) << 3);
    if jokers == [2, 2] {
        plays.masks[0][JOKER_BOMB] = 1 << Face::Joker(Joker::Big).index();
    }
    plays
}

/// The starts of straights whose cards are all of one suit, so that without a
/// wild card they are straight flushes only.
fn one_suit_only(first: u64, flushes: u64) -> u16 {
    let mut starts = 0;
    for suit in 0..4 {
        let mut flushes = flushes >> (16 * suit) & 0xFFFF;
        while flushes != 0 {
            let start = flushes.trailing_zeros();
            flushes &= flushes - 1;
            let lane = Sequence::at(start).lane();
            let others = (0..4).filter(|&other| other != suit);
            if others
                .map(|other| first >> (16 * other) & lane)
                .all(|cards| cards == 0)
            {
                starts |= 1 << start;
            }
        }
    }
    starts
}

/// Every play of a hand that beats another play, by meaning. A fraction of a
/// microsecond.
///
/// ```
/// use cards_core::Rank;
/// use guandan_split::{Hand, Kind, Play, Rules, responses};
///
/// let hand: Hand = "S3 D3 S9 D9 C9 H9 SB".parse()?;
/// let pair = Play::new(Kind::Pair, Rank::Three.into(), 2, 0)?;
/// let plays = responses(hand, "2".parse()?, Rules::default(), pair);
/// let names: Vec<String> = plays.iter().map(|play| play.to_string()).collect();
/// assert_eq!(names, ["pair 9", "bomb of 4 9"]);
/// # Ok::<(), guandan_split::GuandanError>(())
/// ```
#[must_use]
pub fn responses(hand: Hand, level: Level, rules: Rules, play: Play) -> PlaySet {
    legal_plays(hand, level, rules).beating(play, level)
}

/// Every play that a hand may lead with; a hand without cards has none.
///
/// # Errors
/// [`GuandanError::NoCards`] of an empty hand.
pub fn leads(hand: Hand, level: Level, rules: Rules) -> Result<PlaySet, GuandanError> {
    if hand.is_empty() {
        return Err(GuandanError::NoCards);
    }
    Ok(legal_plays(hand, level, rules))
}
