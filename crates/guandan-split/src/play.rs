use core::cmp::Ordering;
use core::fmt;

use cards_core::{Joker, Rank};

use crate::{Face, GuandanError, Level, Strength};

/// The kinds of plays. In text, `full-house`, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One card (单张).
    Single,
    /// Two cards of a rank, or two jokers of a kind (对子).
    Pair,
    /// Three cards of a rank (三张).
    Triple,
    /// A triple and a pair (三带二).
    FullHouse,
    /// Five consecutive ranks (顺子).
    Straight,
    /// Three consecutive pairs (连对, 木板).
    Tube,
    /// Two consecutive triples (钢板).
    Plate,
    /// Four to ten cards of a rank (炸弹).
    Bomb,
    /// A straight of one suit (同花顺).
    StraightFlush,
    /// All four jokers (天王炸).
    JokerBomb,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 10] = [
        Kind::Single,
        Kind::Pair,
        Kind::Triple,
        Kind::FullHouse,
        Kind::Straight,
        Kind::Tube,
        Kind::Plate,
        Kind::Bomb,
        Kind::StraightFlush,
        Kind::JokerBomb,
    ];

    /// Whether plays of the kind beat every play that is no bomb.
    #[must_use]
    pub const fn is_bomb(self) -> bool {
        matches!(self, Kind::Bomb | Kind::StraightFlush | Kind::JokerBomb)
    }

    /// The kind's name: `full-house`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Single => "single",
            Kind::Pair => "pair",
            Kind::Triple => "triple",
            Kind::FullHouse => "full-house",
            Kind::Straight => "straight",
            Kind::Tube => "tube",
            Kind::Plate => "plate",
            Kind::Bomb => "bomb",
            Kind::StraightFlush => "straight-flush",
            Kind::JokerBomb => "joker-bomb",
        }
    }

    /// The kind of a name, `None` if it is none.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// How many cards a play of the kind has; bombs have four to ten.
    #[must_use]
    pub const fn sizes(self) -> core::ops::RangeInclusive<u8> {
        match self {
            Kind::Single => 1..=1,
            Kind::Pair => 2..=2,
            Kind::Triple => 3..=3,
            Kind::FullHouse | Kind::Straight | Kind::StraightFlush => 5..=5,
            Kind::Tube | Kind::Plate => 6..=6,
            Kind::Bomb => 4..=10,
            Kind::JokerBomb => 4..=4,
        }
    }

    /// The lowest top rank of a sequence of the kind; `None` if it is none.
    const fn lowest_top(self) -> Option<Rank> {
        match self {
            Kind::Straight | Kind::StraightFlush => Some(Rank::Five),
            Kind::Tube => Some(Rank::Three),
            Kind::Plate => Some(Rank::Two),
            _ => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A play by its meaning: what others must beat, whichever cards it is made of.
///
/// Its face is the rank (or joker) that names it: of a full house that of the
/// triple, of a sequence that of the highest card, so a straight A2345 is one of
/// the five, and a plate AAA222 one of the two. The joker bomb's is the big
/// joker.
///
/// ```
/// use guandan_split::{Hand, Level, classify, beats};
///
/// let level: Level = "5".parse()?;
/// let low = classify("SA S2 C3 S4 D5".parse()?, level)?[0].play();
/// let high = classify("D2 S3 S4 D5 C6".parse()?, level)?[0].play();
/// assert_eq!(low.to_string(), "straight 5");
/// assert!(beats(high, low, level) && !beats(low, high, level));
/// # Ok::<(), guandan_split::GuandanError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Play {
    kind: Kind,
    face: u8,
    size: u8,
    wilds: u8,
}

impl Play {
    /// The play of a kind with a face, a number of cards and how many of them
    /// are wild.
    ///
    /// # Errors
    /// [`GuandanError::NoSuchPlay`] if there is none.
    pub const fn new(kind: Kind, face: Face, size: u8, wilds: u8) -> Result<Play, GuandanError> {
        let sizes = kind.sizes();
        let face_fits = match (kind, face) {
            (Kind::Single, _) | (Kind::Pair, Face::Rank(_)) => true,
            (Kind::Pair, Face::Joker(_)) => wilds == 0,
            (Kind::JokerBomb, Face::Joker(Joker::Big)) => wilds == 0,
            (_, Face::Joker(_)) | (Kind::JokerBomb, Face::Rank(_)) => false,
            (_, Face::Rank(rank)) => match kind.lowest_top() {
                Some(lowest) => rank as u8 >= lowest as u8,
                None => true,
            },
        };
        let wilds_fit = match kind {
            Kind::Single => wilds == 0 || (wilds == 1 && matches!(face, Face::Rank(_))),
            // At most eight cards of a rank are not wild.
            Kind::Bomb => wilds <= 2 && size <= 8 + wilds,
            _ => wilds <= 2,
        };
        if face_fits && wilds_fit && *sizes.start() <= size && size <= *sizes.end() {
            Ok(Play::of(kind, face, size, wilds))
        } else {
            Err(GuandanError::NoSuchPlay {
                kind,
                face,
                size,
                wilds,
            })
        }
    }

    pub(crate) const fn of(kind: Kind, face: Face, size: u8, wilds: u8) -> Play {
        Play {
            kind,
            face: face.index() as u8,
            size,
            wilds,
        }
    }

    /// Its kind.
    #[must_use]
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// The rank or joker that names it.
    #[must_use]
    pub const fn face(self) -> Face {
        Face::ALL[self.face as usize]
    }

    /// How many cards it has.
    #[must_use]
    pub const fn size(self) -> u8 {
        self.size
    }

    /// How many of them are wild.
    #[must_use]
    pub const fn wilds(self) -> u8 {
        self.wilds
    }

    /// Whether it is a bomb of any kind.
    #[must_use]
    pub const fn is_bomb(self) -> bool {
        self.kind.is_bomb()
    }

    /// How high the play stands among those that it compares with: a number
    /// that is larger for the higher of two plays of one kind, and for the
    /// higher of two bombs of any kind.
    const fn height(self, level: Level) -> u32 {
        let face = self.face();
        let strength = Strength::of(face, level).index() as u32;
        match self.kind {
            Kind::Straight | Kind::Tube | Kind::Plate => self.face as u32,
            // Four, five, straight flush, six, … ten cards, then the jokers.
            Kind::Bomb if self.size <= 5 => (self.size as u32 - 4) << 8 | strength,
            Kind::StraightFlush => 2 << 8 | self.face as u32,
            Kind::Bomb => (self.size as u32 - 3) << 8 | strength,
            Kind::JokerBomb => 8 << 8,
            _ => strength,
        }
    }
}

/// The kind, the face and, of a bomb, the size: `bomb of 6 K`.
impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::JokerBomb => self.kind.fmt(f),
            Kind::Bomb => write!(f, "bomb of {} {}", self.size, self.face()),
            _ => write!(f, "{} {}", self.kind, self.face()),
        }
    }
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Play({self}, {} wild)", self.wilds)
    }
}

/// Whether the first play beats the second at a level: it is a higher one of
/// the same kind, or a bomb, and the other is no bomb or a lower one. Which
/// cards are wild does not matter.
#[must_use]
pub const fn beats(play: Play, other: Play, level: Level) -> bool {
    if play.is_bomb() {
        !other.is_bomb() || play.height(level) > other.height(level)
    } else {
        play.kind as u8 == other.kind as u8 && play.height(level) > other.height(level)
    }
}

/// Orders bombs at a level: four cards, five, a straight flush, six to ten
/// cards, all jokers; equal sizes by [`Strength`], straight flushes by their
/// highest card's natural rank. `None` if either is no bomb.
#[must_use]
pub fn compare_bombs(play: Play, other: Play, level: Level) -> Option<Ordering> {
    let bombs = play.is_bomb() && other.is_bomb();
    bombs.then(|| play.height(level).cmp(&other.height(level)))
}
