//! A split by ranks, and the physical cards that it is made of.

use cards_core::{Joker, Rank, Suit};
use smallvec::SmallVec;

use crate::classify::pair_of_wilds;
use crate::closing::{Goal, Groups, Jokers, close};
use crate::planes::Planes;
use crate::pool::{Making, Pool};
use crate::sequence::{Run, Sequence};
use crate::{Face, Hand, Kind, Level, Meld, Strength};

/// Where a group stands: a rank's index, wild cards alone, or jokers.
pub(crate) type Place = u8;

pub(crate) const WILDS_ALONE: Place = 13;
pub(crate) const SMALL_JOKERS: Place = 14;
pub(crate) const ALL_JOKERS: Place = 16;

/// Cards of one rank that are played together, alone or in a full house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) place: Place,
    pub(crate) size: u8,
    pub(crate) wilds: u8,
}

/// A split by ranks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Bits 16 · suit + start.
    pub(crate) flushes: SmallVec<[u8; 8]>,
    /// Bits of [`crate::sequence::Candidates`].
    pub(crate) sequences: SmallVec<[u8; 8]>,
    pub(crate) pieces: SmallVec<[Piece; 24]>,
    /// Which pieces make full houses: a triple and a pair each.
    pub(crate) houses: SmallVec<[(u8, u8); 8]>,
}

/// How high a place stands at a level.
fn strength(place: Place, level: Level) -> Strength {
    let face = match place {
        WILDS_ALONE => Face::Rank(level.rank()),
        ALL_JOKERS => Face::Joker(Joker::Big),
        SMALL_JOKERS.. => Face::ALL[usize::from(place) - 1],
        _ => Face::ALL[usize::from(place)],
    };
    Strength::of(face, level)
}

impl Plan {
    /// Adds the groups in which the built-in objectives close what is left.
    pub(crate) fn close<G: Goal>(
        &mut self,
        planes: Planes,
        wilds: u32,
        jokers: [u8; 2],
        fixed: Jokers,
        level: Level,
    ) {
        let groups = Groups::of(planes);
        let (_, grown) = close::<G>(groups, fixed.groups, wilds, i32::MIN);
        let mut sizes = [0; 14];
        let mut helped = [0; 14];
        sizes[..Rank::COUNT].copy_from_slice(&planes.counts());
        for count in grown.into_iter().flatten() {
            let alike = (0..14).filter(|&place| u32::from(sizes[usize::from(place)]) == count);
            let place = match count {
                0 => WILDS_ALONE,
                _ => alike
                    .max_by_key(|&place| (strength(place, level), place != WILDS_ALONE))
                    .unwrap_or(WILDS_ALONE),
            };
            sizes[usize::from(place)] += 1;
            helped[usize::from(place)] += 1;
        }
        self.groups::<G>(sizes, helped, jokers, fixed, level);
        self.house(level, fixed.groups != Groups::default());
    }

    /// Each rank's cards as one piece, or broken up where that saves a play.
    fn groups<G: Goal>(
        &mut self,
        sizes: [u8; 14],
        helped: [u8; 14],
        jokers: [u8; 2],
        fixed: Jokers,
        level: Level,
    ) {
        let mut places: SmallVec<[Place; 14]> = (0..14).collect();
        places.sort_by_key(|&place| strength(place, level));
        let count = |size| sizes.iter().filter(|&&other| other == size).count() as i32;
        let pairs = count(2) + fixed.groups.exactly(2);
        let mut spare = if G::BREAKS_BOMBS { count(3) - pairs } else { 0 };
        let joker_bomb = fixed.groups.exactly(4) == 1;
        let mut jokers_broken = false;
        for size in 1..=10 {
            for &place in places
                .iter()
                .filter(|&&place| sizes[usize::from(place)] == size)
            {
                let part = broken_into(size, spare);
                spare -= served(size, part);
                self.add(place, size, part, helped[usize::from(place)]);
            }
            if size == 4 && joker_bomb && broken_into(4, spare) == 2 {
                spare -= 2;
                jokers_broken = true;
            }
        }
        match jokers {
            [2, 2] if !jokers_broken => self.add(ALL_JOKERS, 4, 4, 0),
            _ => {
                for (place, held) in (SMALL_JOKERS..).zip(jokers) {
                    if held > 0 {
                        self.add(place, held, held, 0);
                    }
                }
            }
        }
    }

    /// Adds a group in parts of equal size, wild cards spread over the last.
    fn add(&mut self, place: Place, size: u8, part: u8, wilds: u8) {
        let parts = size / part;
        for index in 0..parts {
            let alone = parts == 1;
            self.pieces.push(Piece {
                place,
                size: part,
                wilds: if alone {
                    wilds
                } else {
                    u8::from(parts - index <= wilds)
                },
            });
        }
    }

    /// Gives pairs to triples, the lowest to the lowest.
    fn house(&mut self, level: Level, with_jokers: bool) {
        let of_size = |size| {
            let pieces = self.pieces.iter().zip(0_u8..);
            let alike = pieces.filter(|(piece, _)| {
                piece.size == size && (piece.place < SMALL_JOKERS || with_jokers)
            });
            let mut alike: SmallVec<[(Strength, u8); 12]> = alike
                .map(|(piece, index)| (strength(piece.place, level), index))
                .collect();
            alike.sort_unstable();
            alike
        };
        let (triples, pairs) = (of_size(3), of_size(2));
        let houses = triples.iter().zip(&pairs);
        self.houses = houses
            .map(|(&(_, triple), &(_, pair))| (triple, pair))
            .collect();
    }
}

/// The size of the parts into which a bomb is broken for triples without pairs
/// (`spare` of them; of pairs without triples, if negative), or the bomb's own.
/// The same choice as that of `Groups::kept_bombs`.
fn broken_into(size: u8, spare: i32) -> u8 {
    match size {
        4 | 6 | 8 | 10 if spare >= i32::from(size) / 2 => 2,
        6 | 9 if -spare >= i32::from(size) / 3 => 3,
        _ => size,
    }
}

fn served(size: u8, part: u8) -> i32 {
    match (part, size) {
        (_, ..4) => 0,
        (2, _) => i32::from(size) / 2,
        (3, _) => -i32::from(size) / 3,
        _ => 0,
    }
}

impl Plan {
    /// The plays of the plan, made of a hand's cards. A straight is made of one
    /// suit where it can be.
    pub(crate) fn melds(&self, hand: Hand, level: Level) -> SmallVec<[Meld; 12]> {
        self.made(hand, level, true).unwrap_or_default()
    }

    /// The plays of the plan, no straight being one of one suit; `None` if a
    /// straight cannot but be a straight flush.
    pub(crate) fn mixed_melds(&self, hand: Hand, level: Level) -> Option<SmallVec<[Meld; 12]>> {
        self.made(hand, level, false)
    }

    fn made(&self, hand: Hand, level: Level, flushes: bool) -> Option<SmallVec<[Meld; 12]>> {
        let mut pool = Pool::of(hand, level);
        let mut melds = SmallVec::new();
        for &bit in &self.flushes {
            let suit = Suit::ALL[usize::from(bit / 16)];
            melds.push(pool.flush(Sequence::at(u32::from(bit % 16)), suit));
        }
        let sequences = self
            .sequences
            .iter()
            .map(|&bit| Sequence::at(u32::from(bit)));
        let apart = |sequence: &Sequence| !flushes && sequence.run == Run::Straight;
        if !flushes {
            let straights: SmallVec<[Sequence; 8]> = sequences.clone().filter(apart).collect();
            melds.extend(pool.mixed(&straights, SmallVec::new())?);
        }
        for sequence in sequences.filter(|sequence| !apart(sequence)) {
            melds.push(pool.sequence(sequence));
        }
        let mut housed = 0_u64;
        for &(triple, pair) in &self.houses {
            housed |= 1 << triple | 1 << pair;
            let triple = self.pieces[usize::from(triple)];
            let mut making = Making::NEW;
            let face = pool.piece(&mut making, triple, level.rank());
            let alone = match face {
                Face::Rank(rank) => pair_of_wilds(rank, level),
                Face::Joker(_) => level.rank(),
            };
            let pair = pool.piece(&mut making, self.pieces[usize::from(pair)], alone);
            melds.push(making.finish(Kind::FullHouse, face, Some(pair)));
        }
        for (index, &piece) in self.pieces.iter().enumerate() {
            if housed >> index & 1 == 1 {
                continue;
            }
            let kind = match (piece.size, piece.place) {
                (_, ALL_JOKERS) => Kind::JokerBomb,
                (1, _) => Kind::Single,
                (2, _) => Kind::Pair,
                (3, _) => Kind::Triple,
                _ => Kind::Bomb,
            };
            let mut making = Making::NEW;
            let face = pool.piece(&mut making, piece, level.rank());
            melds.push(making.finish(kind, face, None));
        }
        melds.sort_by_key(|meld: &Meld| {
            let play = meld.play();
            let reverse = core::cmp::Reverse(play.size());
            (play.kind() as u8, reverse, play.face().index())
        });
        Some(melds)
    }
}
