use core::fmt;

use cards_core::{AnyCard, Card, Joker, Rank, Suit};
use smallvec::SmallVec;

use crate::sequence::{Run, Sequence};
use crate::{Face, GuandanError, Hand, Kind, Level, Play, Rules};

/// What a wild card stands for: a rank, and in a straight flush a suit too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Role {
    /// The rank.
    pub rank: Rank,
    /// The suit, where it matters.
    pub suit: Option<Suit>,
}

/// `7`, or `♠7` where the suit matters.
impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.suit {
            Some(suit) => Card::new(suit, self.rank).fmt(f),
            None => self.rank.fmt(f),
        }
    }
}

/// One way to read cards as a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    play: Play,
    pair: Option<Face>,
    roles: [Option<Role>; 2],
}

impl Reading {
    pub(crate) const fn new(play: Play, pair: Option<Face>, roles: [Option<Role>; 2]) -> Reading {
        Reading { play, pair, roles }
    }

    /// The play.
    #[must_use]
    pub const fn play(&self) -> Play {
        self.play
    }

    /// The face of a full house's pair, `None` of any other play.
    #[must_use]
    pub const fn pair(&self) -> Option<Face> {
        self.pair
    }

    /// What each wild card stands for, from the lowest place of the play up.
    pub fn roles(&self) -> impl Iterator<Item = Role> + Clone {
        self.roles.into_iter().flatten()
    }
}

/// A play made of physical cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Meld {
    cards: Hand,
    reading: Reading,
}

impl Meld {
    pub(crate) const fn new(cards: Hand, reading: Reading) -> Meld {
        Meld { cards, reading }
    }

    /// Its cards.
    #[must_use]
    pub const fn cards(&self) -> Hand {
        self.cards
    }

    /// How they are read.
    #[must_use]
    pub const fn reading(&self) -> &Reading {
        &self.reading
    }

    /// The play that they are.
    #[must_use]
    pub const fn play(&self) -> Play {
        self.reading.play
    }
}

/// Every reading of some cards as one play at a level, by the default rules: a
/// straight and a straight flush, a tube or a plate, and so on, in the order of
/// [`Kind::ALL`] and from the highest face down.
///
/// A wild card stands for anything but a joker, its own rank included. Wild
/// cards alone are what they show: a single card or a pair of the level's rank.
/// Of two wild cards that are the pair of a full house the pair's rank is the
/// level's (beside a triple of the level the ace, or the king), since it
/// does not matter.
///
/// ```
/// use guandan_split::{Hand, classify};
///
/// let readings = classify("S7 H7 S8 D8 H2 H2".parse()?, "2".parse()?)?;
/// let plays: Vec<String> = readings.iter().map(|one| one.play().to_string()).collect();
/// assert_eq!(plays, ["tube 9", "tube 8", "plate 8"]);
/// # Ok::<(), guandan_split::GuandanError>(())
/// ```
///
/// # Errors
/// [`GuandanError::NoCards`] of none, [`GuandanError::NoPlay`] if there is no
/// reading.
pub fn classify(cards: Hand, level: Level) -> Result<SmallVec<[Reading; 4]>, GuandanError> {
    classify_by(cards, level, Rules::default())
}

/// [`classify`] by other rules.
///
/// # Errors
/// As [`classify`].
pub fn classify_by(
    cards: Hand,
    level: Level,
    rules: Rules,
) -> Result<SmallVec<[Reading; 4]>, GuandanError> {
    if cards.is_empty() {
        return Err(GuandanError::NoCards);
    }
    let mut found = SmallVec::new();
    if cards.len() <= 10 {
        let reader = Reader {
            size: cards.len() as u8,
            counts: cards.planes(level).counts(),
            wilds: cards.wilds(level),
            level,
        };
        if cards.jokers() == [0, 0] {
            reader.groups(&mut found);
            reader.sequences(cards, rules, &mut found);
        } else {
            reader.jokers(cards.jokers(), rules, &mut found);
        }
    }
    found.sort_by_key(|reading: &Reading| {
        let play = reading.play();
        (play.kind() as u8, core::cmp::Reverse(play.face().index()))
    });
    if found.is_empty() {
        return Err(GuandanError::NoPlay { cards, level });
    }
    Ok(found)
}

/// The cards that are read.
struct Reader {
    size: u8,
    counts: [u8; Rank::COUNT],
    wilds: u8,
    level: Level,
}

type Readings = SmallVec<[Reading; 4]>;

impl Reader {
    /// Adds the reading if the cards, with every wild card standing for what is
    /// missing, are so many of these ranks and no other.
    fn read(
        &self,
        kind: Kind,
        face: Face,
        pair: Option<Face>,
        ranks: &[(Rank, u8)],
        suit: Option<Suit>,
        found: &mut Readings,
    ) {
        let mut spare = self.counts;
        let mut roles = [None; 2];
        let mut used = 0;
        for &(rank, wanted) in ranks {
            let have = &mut spare[rank.index()];
            let taken = wanted.min(*have);
            *have -= taken;
            for _ in taken..wanted {
                let Some(role) = roles.get_mut(used) else {
                    return;
                };
                *role = Some(Role { rank, suit });
                used += 1;
            }
        }
        if used == usize::from(self.wilds) && spare == [0; Rank::COUNT] {
            let play = Play::of(kind, face, self.size, self.wilds);
            found.push(Reading::new(play, pair, roles));
        }
    }

    fn groups(&self, found: &mut Readings) {
        let kind = match self.size {
            1 => Kind::Single,
            2 => Kind::Pair,
            3 => Kind::Triple,
            _ => Kind::Bomb,
        };
        if self.wilds == self.size {
            let level = self.level.rank();
            self.read(kind, level.into(), None, &[(level, self.size)], None, found);
            return;
        }
        for rank in Rank::ALL {
            // A group has a card that is not wild.
            if self.counts[rank.index()] > 0 {
                self.read(kind, rank.into(), None, &[(rank, self.size)], None, found);
            }
        }
        if self.size != 5 {
            return;
        }
        for triple in Rank::ALL
            .into_iter()
            .filter(|rank| self.counts[rank.index()] > 0)
        {
            for pair in Rank::ALL.into_iter().filter(|&pair| pair != triple) {
                if self.counts[pair.index()] > 0 || pair == pair_of_wilds(triple, self.level) {
                    let ranks = [(triple, 3), (pair, 2)];
                    self.read(
                        Kind::FullHouse,
                        triple.into(),
                        Some(pair.into()),
                        &ranks,
                        None,
                        found,
                    );
                }
            }
        }
    }

    fn sequences(&self, cards: Hand, rules: Rules, found: &mut Readings) {
        let suits = cards.suits(self.level);
        let naturals = suits.first | suits.second;
        let one_suit = Suit::ALL
            .into_iter()
            .find(|suit| naturals & !(0xFFFF << (16 * suit.index())) == 0);
        for (run, kind) in [
            (Run::Straight, Kind::Straight),
            (Run::Tube, Kind::Tube),
            (Run::Plate, Kind::Plate),
        ] {
            if u32::from(self.size) != run.length() * run.copies() {
                continue;
            }
            for start in u32::from(!rules.ace_low_sequences)..=run.last_start() {
                let sequence = Sequence { run, start };
                let ranks: SmallVec<[(Rank, u8); 5]> = sequence
                    .ranks()
                    .map(|rank| (rank, run.copies() as u8))
                    .collect();
                let top = sequence.top().into();
                if run == Run::Straight && one_suit.is_some() {
                    self.read(Kind::StraightFlush, top, None, &ranks, one_suit, found);
                    if self.wilds == 0 {
                        continue;
                    }
                }
                self.read(kind, top, None, &ranks, None, found);
            }
        }
    }

    fn jokers(&self, jokers: [u8; 2], rules: Rules, found: &mut Readings) {
        let mut add = |kind, face| {
            let play = Play::of(kind, face, self.size, 0);
            found.push(Reading::new(play, None, [None; 2]));
        };
        let face = match jokers {
            [2, 2] if self.size == 4 => return add(Kind::JokerBomb, Joker::Big.into()),
            [_, 0] => Face::Joker(Joker::Small),
            [0, _] => Face::Joker(Joker::Big),
            _ => return,
        };
        match (self.size, jokers[0] + jokers[1]) {
            (1, 1) => add(Kind::Single, face),
            (2, 2) => add(Kind::Pair, face),
            (5, 2) if rules.joker_pair_in_full_house => {
                for rank in Rank::ALL
                    .into_iter()
                    .filter(|rank| self.counts[rank.index()] > 0)
                {
                    self.read(
                        Kind::FullHouse,
                        rank.into(),
                        Some(face),
                        &[(rank, 3)],
                        None,
                        found,
                    );
                }
            }
            _ => {}
        }
    }
}

/// The rank of two wild cards that are the pair of a full house.
pub(crate) fn pair_of_wilds(triple: Rank, level: Level) -> Rank {
    match (triple == level.rank(), level.rank()) {
        (false, level) => level,
        (true, Rank::Ace) => Rank::King,
        (true, _) => Rank::Ace,
    }
}

/// The cards of a list, for those who have no [`Hand`] at hand.
impl TryFrom<&[AnyCard]> for Hand {
    type Error = GuandanError;

    fn try_from(cards: &[AnyCard]) -> Result<Hand, GuandanError> {
        Hand::from_cards(cards.iter().copied())
    }
}
