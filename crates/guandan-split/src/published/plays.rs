use std::sync::LazyLock;

use cards_core::Rank;

use super::Hand;

/// The kinds of plays (enum `PlayType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayKind {
    /// One card.
    Single,
    /// Two of a rank.
    Pair,
    /// Three of a rank.
    Triple,
    /// A triple and a pair of another rank (`TRIPLE_WITH_PAIR`).
    FullHouse,
    /// Five consecutive ranks.
    Straight,
    /// Three consecutive pairs (`CONSECUTIVE_PAIRS`).
    Tube,
    /// Two consecutive triples.
    Plate,
    /// Four to eight of a rank.
    Bomb,
    /// A straight of one suit. Fault 1: named, but no play is of this kind,
    /// since counts have no suits.
    StraightFlush,
}

/// What may be played at once (class `Play`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Play {
    cards: Hand,
    kind: PlayKind,
}

impl Play {
    /// The cards that it uses (`use`).
    #[must_use]
    pub const fn cards(self) -> Hand {
        self.cards
    }

    /// Its kind (`type`).
    #[must_use]
    pub const fn kind(self) -> PlayKind {
        self.kind
    }

    /// Whether a hand has its cards (`fitsIn`).
    #[must_use]
    pub const fn fits_in(self, hand: Hand) -> bool {
        hand.contains(self.cards)
    }

    /// What remains of a hand once it is played, or `None` if it does not fit
    /// (`subtract`).
    #[must_use]
    pub const fn subtract(self, hand: Hand) -> Option<Hand> {
        if self.fits_in(hand) {
            Some(hand.without(self.cards))
        } else {
            None
        }
    }
}

/// All 292 plays in the order of the document's generator (class
/// `PlayGenerator`): singles, pairs and triples rank by rank, then full houses,
/// straights, tubes, plates and bombs.
///
/// Fault 1: the text expects about 200, and the comment on straights lets the
/// ace be low, but the lowest sequences begin with the two. With A2345 there
/// would be 293, and 295 with AA2233 and AAA222 as well.
///
/// ```
/// use guandan_split::published::{PlayKind, plays};
///
/// assert_eq!(plays().len(), 292);
/// let straights = plays().iter().filter(|play| play.kind() == PlayKind::Straight);
/// assert_eq!(straights.count(), 9);
/// ```
#[must_use]
pub fn plays() -> &'static [Play] {
    static PLAYS: LazyLock<Vec<Play>> = LazyLock::new(generate);
    &PLAYS
}

fn generate() -> Vec<Play> {
    use PlayKind::{Bomb, FullHouse, Pair, Plate, Single, Straight, Triple, Tube};

    let mut plays = Vec::new();
    let mut add = |kind, cards| plays.push(Play { cards, kind });
    for rank in Rank::ALL {
        for (count, kind) in [(1, Single), (2, Pair), (3, Triple)] {
            add(kind, Hand::of(rank, count));
        }
    }
    for triple in Rank::ALL {
        for pair in Rank::ALL.into_iter().filter(|&pair| pair != triple) {
            add(FullHouse, Hand::of(triple, 3).plus(Hand::of(pair, 2)));
        }
    }
    for (kind, length, count) in [(Straight, 5, 1), (Tube, 3, 2), (Plate, 2, 3)] {
        for ranks in Rank::ALL.windows(length) {
            let cards = ranks.iter().map(|&rank| Hand::of(rank, count));
            add(kind, cards.fold(Hand::EMPTY, Hand::plus));
        }
    }
    for rank in Rank::ALL {
        for count in 4..=Hand::MAX_OF_RANK {
            add(Bomb, Hand::of(rank, count));
        }
    }
    plays
}
