//! The variants of the game.

use core::fmt;

use cards_core::{Card, Color, Rank, RankSet, Seat, Suit};

use crate::{Kind, KindSet};

/// What makes a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Matching {
    /// Two cards of a rank, as the document and most rule books have it.
    #[default]
    Rank,
    /// Two cards of a rank and a colour, such as ♥Q and ♦Q.
    RankAndColour,
}

/// The card that is left without a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OddCard {
    /// A joker is added to the pack.
    #[default]
    Joker,
    /// This card is taken out, face up.
    Removed(Card),
    /// A card is taken out unseen, so that its kind is to be inferred
    /// (jiji-nuki, ジジ抜き).
    Unknown,
}

/// Whom a player draws from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum DrawFrom {
    /// Any other player who holds cards.
    #[default]
    Any,
    /// The nearest player before him in turn who holds cards.
    Previous,
    /// The nearest player after him in turn who holds cards.
    Next,
}

/// Whether pairs must be discarded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Pairing {
    /// At once.
    #[default]
    Compulsory,
    /// A player who has drawn may keep his pairs; those of the deal go at once.
    /// What 'no pair was discarded' tells of a hand then depends on the player's
    /// habits, so there is no posterior without a model of them, and
    /// [`Filter`](crate::Filter) refuses these rules.
    Optional,
}

/// The rules of a game.
///
/// ```
/// use oldmaid_infer::{DrawFrom, Rules};
///
/// let rules = Rules { draw_from: DrawFrom::Previous, ..Rules::DOCUMENT.with_players(5) };
/// assert_eq!(rules.cards(), 53);
/// assert!(rules.validate().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How many play, 2 to 6.
    pub players: usize,
    /// Whom a player draws from.
    pub draw_from: DrawFrom,
    /// The card that is left without a pair.
    pub odd_card: OddCard,
    /// What makes a pair.
    pub matching: Matching,
    /// Whether pairs must be discarded.
    pub pairing: Pairing,
    /// The ranks of the pack; all thirteen but for small packs.
    pub ranks: RankSet,
    /// How many cards there are of a rank: 4, or 2 for small packs that match by
    /// rank.
    pub suits: u8,
}

impl Rules {
    /// The document's game: four players, a joker added, any player may be drawn
    /// from, pairs by rank. (Its option of keeping pairs is
    /// [`Pairing::Optional`].)
    pub const DOCUMENT: Rules = Rules {
        players: 4,
        draw_from: DrawFrom::Any,
        odd_card: OddCard::Joker,
        matching: Matching::Rank,
        pairing: Pairing::Compulsory,
        ranks: RankSet::FULL,
        suits: 4,
    };

    /// The classic game (Pagat, 'Old Maid'): ♣Q is taken out, and each draws
    /// from the player before him.
    pub const STANDARD: Rules = Rules {
        draw_from: DrawFrom::Previous,
        odd_card: OddCard::Removed(Card::new(Suit::Clubs, Rank::Queen)),
        ..Rules::DOCUMENT
    };

    /// Jiji-nuki: as [`Rules::STANDARD`], but the card is taken out unseen.
    pub const JIJI_NUKI: Rules = Rules {
        odd_card: OddCard::Unknown,
        ..Rules::STANDARD
    };

    /// The same rules for another number of players.
    #[must_use]
    pub const fn with_players(self, players: usize) -> Rules {
        Rules { players, ..self }
    }

    /// Checks that a game can be played by these rules.
    ///
    /// # Errors
    /// If it cannot; the error names the culprit.
    pub const fn validate(&self) -> Result<(), RulesError> {
        if self.players < 2 || self.players > 6 {
            return Err(RulesError::Players {
                players: self.players,
            });
        }
        if self.ranks.is_empty() {
            return Err(RulesError::NoRanks);
        }
        let enough = match self.matching {
            Matching::Rank => self.suits == 2 || self.suits == 4,
            Matching::RankAndColour => self.suits == 4,
        };
        if !enough {
            return Err(RulesError::Suits { suits: self.suits });
        }
        if let OddCard::Removed(card) = self.odd_card
            && !self.ranks.contains(card.rank())
        {
            return Err(RulesError::RemovedRank { rank: card.rank() });
        }
        Ok(())
    }

    /// Every kind that the whole pack has, the joker included.
    #[must_use]
    pub fn kinds(&self) -> KindSet {
        let ranks = self.ranks.iter();
        let kinds: KindSet = match self.matching {
            Matching::Rank => ranks.map(Kind::of_rank).collect(),
            Matching::RankAndColour => ranks
                .flat_map(|rank| {
                    [Color::Black, Color::Red].map(|colour| Kind::of_colour(rank, colour))
                })
                .collect(),
        };
        match self.odd_card {
            OddCard::Joker => kinds.with(Kind::JOKER),
            OddCard::Removed(_) | OddCard::Unknown => kinds,
        }
    }

    /// How many cards of a kind the pack has before a card is removed.
    #[must_use]
    pub fn copies(&self, kind: Kind) -> u8 {
        match self.matching {
            _ if !self.kinds().contains(kind) => 0,
            _ if kind.is_joker() => 1,
            Matching::Rank => self.suits,
            Matching::RankAndColour => self.suits / 2,
        }
    }

    /// The kinds of which one card may be left over: one if the odd card is
    /// known, any kind if it is not.
    #[must_use]
    pub fn odd_kinds(&self) -> KindSet {
        match self.odd_card {
            OddCard::Joker => KindSet::of(Kind::JOKER),
            OddCard::Removed(card) => KindSet::of(Kind::of_card(card, self.matching)),
            OddCard::Unknown => self.kinds(),
        }
    }

    /// How many cards of a kind are dealt if `odd` is the odd kind.
    pub(crate) fn dealt_copies(&self, kind: Kind, odd: Kind) -> u8 {
        let removed = kind == odd && !matches!(self.odd_card, OddCard::Joker);
        self.copies(kind).saturating_sub(u8::from(removed))
    }

    /// How many cards are dealt.
    #[must_use]
    pub fn cards(&self) -> usize {
        let pack = self.ranks.len() * usize::from(self.suits);
        match self.odd_card {
            OddCard::Joker => pack + 1,
            OddCard::Removed(_) | OddCard::Unknown => pack.saturating_sub(1),
        }
    }

    /// How many cards each seat is dealt, one card at a time from seat 0 on; nobody
    /// if no game can be played by these rules.
    #[must_use]
    pub fn dealt_sizes(&self) -> Vec<usize> {
        if self.validate().is_err() {
            return Vec::new();
        }
        let (each, over) = (self.cards() / self.players, self.cards() % self.players);
        (0..self.players)
            .map(|seat| each + usize::from(seat < over))
            .collect()
    }

    /// The seats of the table.
    pub(crate) fn seats(
        &self,
    ) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        Seat::all(self.players)
    }
}

/// Why no game can be played by some rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RulesError {
    /// The number of players is not 2 to 6.
    Players {
        /// The number asked for.
        players: usize,
    },
    /// The pack has no ranks.
    NoRanks,
    /// The number of cards of a rank does not pair.
    Suits {
        /// The number asked for.
        suits: u8,
    },
    /// The pack does not have the card that is to be removed.
    RemovedRank {
        /// The card's rank.
        rank: Rank,
    },
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesError::Players { players } => {
                write!(f, "{players} players; there must be 2 to 6")
            }
            RulesError::NoRanks => f.write_str("the pack has no ranks"),
            RulesError::Suits { suits } => write!(
                f,
                "{suits} cards of a rank; there must be 4, or 2 where rank alone makes a pair"
            ),
            RulesError::RemovedRank { rank } => {
                write!(
                    f,
                    "a card of rank {rank} is to be removed, but the pack has none"
                )
            }
        }
    }
}

impl core::error::Error for RulesError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_have_one_card_without_a_pair() {
        for matching in [Matching::Rank, Matching::RankAndColour] {
            for preset in [Rules::DOCUMENT, Rules::STANDARD, Rules::JIJI_NUKI] {
                let rules = Rules { matching, ..preset };
                rules.validate().unwrap();
                for odd in rules.odd_kinds().iter() {
                    let copies = rules
                        .kinds()
                        .iter()
                        .map(|kind| rules.dealt_copies(kind, odd));
                    assert_eq!(copies.clone().filter(|copies| copies % 2 == 1).count(), 1);
                    assert_eq!(copies.map(usize::from).sum::<usize>(), rules.cards());
                }
            }
        }
        assert_eq!(Rules::STANDARD.cards(), 51);
        assert_eq!(Rules::DOCUMENT.dealt_sizes(), [14, 13, 13, 13]);
    }

    #[test]
    fn rules_that_nobody_can_play_still_answer() {
        for players in [0, 1, 7, usize::MAX] {
            assert!(
                Rules::DOCUMENT
                    .with_players(players)
                    .dealt_sizes()
                    .is_empty()
            );
        }
        for preset in [Rules::STANDARD, Rules::JIJI_NUKI, Rules::DOCUMENT] {
            let ranks = RankSet::EMPTY;
            for rules in [Rules { ranks, ..preset }, Rules { suits: 0, ..preset }] {
                let joker = usize::from(preset == Rules::DOCUMENT);
                assert_eq!(rules.cards(), joker);
                assert!(rules.dealt_sizes().is_empty());
                for odd in rules.odd_kinds().iter() {
                    assert_eq!(usize::from(rules.dealt_copies(odd, odd)), joker);
                }
            }
        }
    }

    #[test]
    fn impossible_rules_are_named() {
        let small = |ranks: &str| Rules {
            ranks: ranks.parse().unwrap(),
            ..Rules::STANDARD
        };
        for (rules, message) in [
            (
                Rules::DOCUMENT.with_players(7),
                "7 players; there must be 2 to 6",
            ),
            (
                Rules {
                    ranks: RankSet::EMPTY,
                    ..Rules::DOCUMENT
                },
                "the pack has no ranks",
            ),
            (
                Rules {
                    suits: 3,
                    ..Rules::DOCUMENT
                },
                "3 cards of a rank; there must be 4, or 2 where rank alone makes a pair",
            ),
            (
                small("AK"),
                "a card of rank Q is to be removed, but the pack has none",
            ),
        ] {
            assert_eq!(rules.validate().unwrap_err().to_string(), message);
        }
    }
}
