//! Physical cards for the plays of a split.

use cards_core::{AnyCard, Card, Joker, Rank, Suit};
use smallvec::SmallVec;

use crate::plan::{ALL_JOKERS, Piece, SMALL_JOKERS, WILDS_ALONE};
use crate::search::Suits;
use crate::sequence::{Run, Sequence};
use crate::{Face, Hand, Kind, Level, Meld, Play, Reading, Role};

/// Takes physical cards out of a hand.
#[derive(Debug)]
pub(crate) struct Pool {
    suits: Suits,
    jokers: [u8; 2],
    wild: Card,
}

/// A play that is being made of physical cards.
#[derive(Debug)]
pub(crate) struct Making {
    cards: Hand,
    roles: [Option<Role>; 2],
    wilds: u8,
}

impl Making {
    pub(crate) const NEW: Making = Making {
        cards: Hand::EMPTY,
        roles: [None; 2],
        wilds: 0,
    };

    fn add(&mut self, card: impl Into<AnyCard>) {
        let added = self.cards.insert(card.into());
        debug_assert!(added.is_ok(), "a pool has each card twice at most");
    }

    fn add_wild(&mut self, wild: Card, rank: Rank, suit: Option<Suit>) {
        self.add(wild);
        self.roles[usize::from(self.wilds)] = Some(Role { rank, suit });
        self.wilds += 1;
    }

    pub(crate) fn finish(self, kind: Kind, face: Face, pair: Option<Face>) -> Meld {
        let play = Play::of(kind, face, self.cards.len() as u8, self.wilds);
        Meld::new(self.cards, Reading::new(play, pair, self.roles))
    }
}

impl Pool {
    /// The cards of a hand.
    pub(crate) const fn of(hand: Hand, level: Level) -> Pool {
        Pool {
            suits: hand.suits(level),
            jokers: hand.jokers(),
            wild: level.wild_card(),
        }
    }

    /// Takes a card of a rank and a suit, if there is one.
    fn take(&mut self, rank: Rank, suit: Suit) -> Option<Card> {
        let card = Card::new(suit, rank);
        let bit = 1 << card.bit();
        let held = self.suits.first & bit != 0;
        if held {
            self.suits = self.suits.take(bit);
        }
        held.then_some(card)
    }

    /// Takes up to `count` cards of a rank, in any suits, and wild cards for the
    /// rest.
    fn fill(&mut self, making: &mut Making, rank: Rank, count: u8) {
        let mut missing = count;
        for suit in Suit::ALL.into_iter().rev() {
            while missing > 0 {
                let Some(card) = self.take(rank, suit) else {
                    break;
                };
                making.add(card);
                missing -= 1;
            }
        }
        for _ in 0..missing {
            making.add_wild(self.wild, rank, None);
        }
    }

    /// A straight of one suit, wild cards for the ranks that it lacks.
    pub(crate) fn flush(&mut self, sequence: Sequence, suit: Suit) -> Meld {
        let mut making = Making::NEW;
        for rank in sequence.ranks() {
            match self.take(rank, suit) {
                Some(card) => making.add(card),
                None => making.add_wild(self.wild, rank, Some(suit)),
            }
        }
        making.finish(Kind::StraightFlush, sequence.top().into(), None)
    }

    /// A suit that has a card of each rank of a straight of which there is any.
    fn flush_suit(&self, sequence: Sequence) -> Option<Suit> {
        let all = self.suits.first;
        let held = |lane: u64| all >> (16 * lane) & sequence.lane();
        let any = held(0) | held(1) | held(2) | held(3);
        Suit::ALL
            .into_iter()
            .find(|suit| held(suit.index() as u64) == any)
    }

    /// Straights of more than one suit each, or with a wild card; `None` if
    /// there are none. `suits` has been chosen for the first one.
    pub(crate) fn mixed(
        &mut self,
        straights: &[Sequence],
        suits: SmallVec<[Suit; 5]>,
    ) -> Option<Vec<Meld>> {
        let Some((&first, others)) = straights.split_first() else {
            return Some(Vec::new());
        };
        let before = self.suits;
        let Some(rank) = first.ranks().nth(suits.len()) else {
            let mut making = Making::NEW;
            let mut ranks = first.ranks().zip(&suits);
            for (rank, &suit) in ranks.by_ref() {
                match self.take(rank, suit) {
                    Some(card) => making.add(card),
                    None => making.add_wild(self.wild, rank, None),
                }
            }
            let one_suit = suits.iter().all(|&suit| suit == suits[0]);
            if (making.wilds > 0 || !one_suit)
                && let Some(mut melds) = self.mixed(others, SmallVec::new())
            {
                melds.push(making.finish(Kind::Straight, first.top().into(), None));
                return Some(melds);
            }
            self.suits = before;
            return None;
        };
        let held = Suit::ALL
            .into_iter()
            .filter(|&suit| before.first >> Card::new(suit, rank).bit() & 1 == 1);
        let mut held: SmallVec<[Suit; 4]> = held.collect();
        if held.is_empty() {
            // A wild card is of any suit.
            held.push(suits.first().copied().unwrap_or(Suit::Spades));
        }
        held.into_iter().find_map(|suit| {
            let mut suits = suits.clone();
            suits.push(suit);
            self.mixed(straights, suits)
        })
    }

    pub(crate) fn sequence(&mut self, sequence: Sequence) -> Meld {
        let kind = match sequence.run {
            Run::Straight => {
                if let Some(suit) = self.flush_suit(sequence) {
                    return self.flush(sequence, suit);
                }
                Kind::Straight
            }
            Run::Tube => Kind::Tube,
            Run::Plate => Kind::Plate,
        };
        let mut making = Making::NEW;
        for rank in sequence.ranks() {
            self.fill(&mut making, rank, sequence.run.copies() as u8);
        }
        making.finish(kind, sequence.top().into(), None)
    }

    /// Adds a piece to a play; `alone` is what wild cards by themselves show.
    pub(crate) fn piece(&mut self, making: &mut Making, piece: Piece, alone: Rank) -> Face {
        match piece.place {
            WILDS_ALONE => {
                for _ in 0..piece.size {
                    making.add_wild(self.wild, alone, None);
                }
                alone.into()
            }
            ALL_JOKERS => {
                for joker in Joker::ALL {
                    making.add(joker);
                    making.add(joker);
                }
                Joker::Big.into()
            }
            SMALL_JOKERS.. => {
                // All four as two pairs share their place with one of a kind.
                let joker = Joker::ALL[usize::from(piece.place - SMALL_JOKERS)];
                for _ in 0..piece.size {
                    making.add(joker);
                    self.jokers[joker.index()] -= 1;
                }
                joker.into()
            }
            rank => {
                let rank = Rank::ALL[usize::from(rank)];
                self.fill_with(making, rank, piece);
                rank.into()
            }
        }
    }

    fn fill_with(&mut self, making: &mut Making, rank: Rank, piece: Piece) {
        self.fill(making, rank, piece.size - piece.wilds);
        for _ in 0..piece.wilds {
            making.add_wild(self.wild, rank, None);
        }
    }
}
