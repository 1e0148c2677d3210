//! What pairs with what: kinds of cards and sets of them.

use core::fmt;
use core::str::FromStr;

use cards_core::{Card, Color, Rank};

/// A kind of card: two cards of one kind are a pair.
///
/// By rank there are thirteen kinds and the joker; by rank and colour there are
/// twenty-six and the joker. All of them are values of this one type, so that a
/// kind means the same under any rules. The joker is alone of its kind and never
/// pairs.
///
/// ```
/// use cards_core::{Color, Rank};
/// use oldmaid_infer::Kind;
///
/// assert_eq!(Kind::of_rank(Rank::Queen).to_string(), "Q");
/// assert_eq!("Qr".parse(), Ok(Kind::of_colour(Rank::Queen, Color::Red)));
/// assert_eq!("10".parse(), Ok(Kind::of_rank(Rank::Ten)));
/// assert_eq!(Kind::JOKER.to_string(), "joker");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

impl Kind {
    /// How many kinds there are under all rules together.
    pub const COUNT: usize = 40;

    /// The joker.
    pub const JOKER: Kind = Kind(13);

    /// The cards of a rank.
    #[must_use]
    pub const fn of_rank(rank: Rank) -> Kind {
        Kind(rank.index() as u8)
    }

    /// The cards of a rank and a colour.
    #[must_use]
    pub const fn of_colour(rank: Rank, colour: Color) -> Kind {
        let red = matches!(colour, Color::Red) as u8;
        Kind(14 + 2 * rank.index() as u8 + red)
    }

    /// The kind of an index, or `None` from [`Kind::COUNT`] on.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Kind> {
        if index < Kind::COUNT {
            Some(Kind(index as u8))
        } else {
            None
        }
    }

    /// The index: 0 to 12 for the ranks from the two up to the ace, 13 for the
    /// joker, then 14 to 39 for each rank in black and in red.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is the joker.
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 == Kind::JOKER.0
    }

    /// The rank, or `None` for the joker.
    #[must_use]
    pub const fn rank(self) -> Option<Rank> {
        match self.0 {
            0..=12 => Rank::from_index(self.0 as usize),
            13 => None,
            _ => Rank::from_index((self.0 as usize - 14) / 2),
        }
    }

    /// The colour, or `None` if the kind has both or is the joker.
    #[must_use]
    pub const fn colour(self) -> Option<Color> {
        match self.0 {
            0..=13 => None,
            index if index % 2 == 0 => Some(Color::Black),
            _ => Some(Color::Red),
        }
    }

    /// The kind of a card under a matching.
    #[must_use]
    pub const fn of_card(card: Card, matching: crate::Matching) -> Kind {
        match matching {
            crate::Matching::Rank => Kind::of_rank(card.rank()),
            crate::Matching::RankAndColour => Kind::of_colour(card.rank(), card.suit().color()),
        }
    }
}

/// `A` to `K`, `Ab` or `Ar` with a colour, or `joker`.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(rank) = self.rank() else {
            return f.pad("joker");
        };
        let mut text = [0; 2];
        let len = match self.colour() {
            None => 1,
            Some(Color::Black) => {
                text[1] = b'b';
                2
            }
            Some(Color::Red) => {
                text[1] = b'r';
                2
            }
        };
        text[0] = rank.char() as u8;
        f.pad(core::str::from_utf8(&text[..len]).unwrap_or("?"))
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseKindError {
    /// What was read, cut after 16 characters.
    pub text: String,
}

impl fmt::Display for ParseKindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is no kind of card; write a rank (A K Q J T or 10, 9 to 2), a rank and its colour (Qr, Qb), or joker",
            self.text.escape_default()
        )
    }
}

impl core::error::Error for ParseKindError {}

impl FromStr for Kind {
    type Err = ParseKindError;

    /// Reads what `Display` writes, `10` for `T`, either case, and 王, 鬼 or 老鬼
    /// for the joker.
    fn from_str(text: &str) -> Result<Kind, ParseKindError> {
        let error = || ParseKindError {
            text: text.chars().take(16).collect(),
        };
        if text.eq_ignore_ascii_case("joker") || ["王", "鬼", "老鬼"].contains(&text) {
            return Ok(Kind::JOKER);
        }
        let (rank, rest) = match text.strip_prefix("10") {
            Some(rest) => (Rank::Ten, rest),
            None => {
                let first = text.chars().next().ok_or_else(error)?;
                let rank = Rank::from_char(first).ok_or_else(error)?;
                (rank, &text[first.len_utf8()..])
            }
        };
        match rest {
            "" => Ok(Kind::of_rank(rank)),
            "r" | "R" => Ok(Kind::of_colour(rank, Color::Red)),
            "b" | "B" => Ok(Kind::of_colour(rank, Color::Black)),
            _ => Err(error()),
        }
    }
}

/// A set of kinds.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct KindSet(u64);

impl KindSet {
    /// No kind.
    pub const EMPTY: KindSet = KindSet(0);

    /// The set of one kind.
    #[must_use]
    pub const fn of(kind: Kind) -> KindSet {
        KindSet(1 << kind.0)
    }

    /// How many kinds there are.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a kind is there.
    #[must_use]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind.0 & 1 == 1
    }

    /// The set with one kind more.
    #[must_use]
    pub const fn with(self, kind: Kind) -> KindSet {
        KindSet(self.0 | 1 << kind.0)
    }

    /// The set without a kind.
    #[must_use]
    pub const fn without(self, kind: Kind) -> KindSet {
        KindSet(self.0 & !(1 << kind.0))
    }

    /// The kinds that are in both.
    #[must_use]
    pub const fn intersection(self, other: KindSet) -> KindSet {
        KindSet(self.0 & other.0)
    }

    /// The kinds that are in either.
    #[must_use]
    pub const fn union(self, other: KindSet) -> KindSet {
        KindSet(self.0 | other.0)
    }

    /// The kind at a place, counted from 0 in the order of [`Kind::index`].
    #[must_use]
    pub const fn nth(self, place: usize) -> Option<Kind> {
        let mut bits = self.0;
        let mut skipped = 0;
        while skipped < place && bits != 0 {
            bits &= bits - 1;
            skipped += 1;
        }
        if bits == 0 {
            None
        } else {
            Some(Kind(bits.trailing_zeros() as u8))
        }
    }

    /// The kinds in the order of [`Kind::index`].
    pub fn iter(self) -> impl Iterator<Item = Kind> + Clone {
        let mut bits = self.0;
        core::iter::from_fn(move || {
            let kind = (bits != 0).then(|| Kind(bits.trailing_zeros() as u8))?;
            bits &= bits - 1;
            Some(kind)
        })
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u64) -> KindSet {
        KindSet(bits)
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> KindSet {
        kinds.into_iter().fold(KindSet::EMPTY, KindSet::with)
    }
}

/// The kinds with spaces between; `-` for none.
impl fmt::Display for KindSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (place, kind) in self.iter().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            kind.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for KindSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KindSet({self})")
    }
}

#[cfg(feature = "serde")]
mod text_in_serde {
    use super::Kind;

    impl serde::Serialize for Kind {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self)
        }
    }

    impl<'de> serde::Deserialize<'de> for Kind {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Kind, D::Error> {
            struct Text;
            impl serde::de::Visitor<'_> for Text {
                type Value = Kind;

                fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    f.write_str("a kind of card, such as Q, Qr or joker")
                }

                fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Kind, E> {
                    text.parse().map_err(E::custom)
                }
            }
            deserializer.deserialize_str(Text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_text_that_reads_back() {
        for index in 0..Kind::COUNT {
            let kind = Kind::from_index(index).unwrap();
            assert_eq!(kind.index(), index);
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(kind.rank().is_none(), kind.is_joker());
        }
        assert_eq!(Kind::from_index(Kind::COUNT), None);
        assert_eq!("10b".parse(), "Tb".parse::<Kind>());
        for text in ["", "1", "Qx", "QQ", "jok", "十\n"] {
            let error = text.parse::<Kind>().unwrap_err();
            assert!(error.to_string().lines().count() == 1, "{error}");
        }
    }

    #[test]
    fn sets_list_their_kinds_in_order() {
        let set: KindSet = ["joker", "5", "A"]
            .map(|text| text.parse().unwrap())
            .into_iter()
            .collect();
        assert_eq!(set.to_string(), "5 A joker");
        assert_eq!(set.nth(1), "A".parse().ok());
        assert_eq!(set.nth(3), None);
        assert_eq!(KindSet::EMPTY.to_string(), "-");
    }
}
