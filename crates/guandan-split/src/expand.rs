//! From a play by meaning to the physical cards that make it.

use cards_core::{Card, Rank, Suit};
use smallvec::SmallVec;

use crate::classify::pair_of_wilds;
use crate::legal::legal_plays;
use crate::sequence::{Run, rank_at};
use crate::{Face, GuandanError, Hand, Kind, Level, Meld, Play, RankCounts, Reading, Role, Rules};

/// So many cards of a rank, some of them wild.
#[derive(Clone, Copy, Debug)]
struct Slot {
    rank: Rank,
    naturals: u8,
    wilds: u8,
}

/// A play with the ranks that its cards and wild cards have.
#[derive(Clone, Debug)]
struct Shape {
    slots: SmallVec<[Slot; 5]>,
    pair: Option<Face>,
    /// The suit of a straight flush.
    suit: Option<Suit>,
    jokers: Hand,
}

/// The ways in which a hand can make a play: which ranks wild cards stand for,
/// which pair a full house takes along, and which suits are played. Made one by
/// one, as they are asked for.
///
/// Two copies of a card are the same card here.
#[derive(Clone, Debug)]
pub struct Expansion {
    hand: Hand,
    level: Level,
    play: Play,
    shapes: std::vec::IntoIter<Shape>,
    current: Option<Choices>,
}

/// The suits of each slot of a shape, chosen like the digits of a number.
#[derive(Clone, Debug)]
struct Choices {
    shape: Shape,
    options: SmallVec<[Vec<Hand>; 5]>,
    digits: SmallVec<[usize; 5]>,
    done: bool,
}

/// The ways in which a hand can make a play.
///
/// ```
/// use cards_core::Rank;
/// use guandan_split::{Hand, Kind, Play, Rules, expand};
///
/// let hand: Hand = "S3 D3 C3 S4 D4".parse()?;
/// let pair = Play::new(Kind::Pair, Rank::Three.into(), 2, 0)?;
/// let ways = expand(hand, "2".parse()?, Rules::default(), pair)?;
/// let cards: Vec<String> = ways.map(|meld| meld.cards().to_string()).collect();
/// assert_eq!(cards, ["♠3 ♦3", "♠3 ♣3", "♦3 ♣3"]);
/// # Ok::<(), guandan_split::GuandanError>(())
/// ```
///
/// # Errors
/// [`GuandanError::Unplayable`] if there are none.
pub fn expand(
    hand: Hand,
    level: Level,
    rules: Rules,
    play: Play,
) -> Result<Expansion, GuandanError> {
    if !legal_plays(hand, level, rules).contains(play) {
        return Err(GuandanError::Unplayable { play });
    }
    Ok(Expansion {
        hand,
        level,
        play,
        shapes: shapes(hand, level, rules, play).into_iter(),
        current: None,
    })
}

/// The fewest plays for what remains of a hand after a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct After {
    /// The play.
    pub play: Play,
    /// The fewest plays that use up the rest, if the play is made in the best
    /// way.
    pub plays_left: u32,
    /// Such a way.
    pub meld: Meld,
}

/// The fewest plays after each legal play of a hand, in the order of
/// [`legal_plays`]. For plays that can be made in different ways (which pair a
/// full house takes along, which ranks wild cards stand for) the best one
/// counts.
///
/// # Errors
/// [`GuandanError::TooManyCards`] beyond [`RankCounts::MAX_CARDS`].
pub fn plays_after(hand: Hand, level: Level, rules: Rules) -> Result<Vec<After>, GuandanError> {
    let plays = legal_plays(hand, level, rules);
    plays_after_each(hand, level, rules, plays.iter())
}

/// [`plays_after`] for some plays of the hand.
///
/// # Errors
/// As [`plays_after`]; [`GuandanError::Unplayable`] of a play that the hand
/// cannot make.
pub fn plays_after_each(
    hand: Hand,
    level: Level,
    rules: Rules,
    plays: impl IntoIterator<Item = Play>,
) -> Result<Vec<After>, GuandanError> {
    let counts = RankCounts::of(hand, level)?;
    // Plays differ by suits where what remains does not; only looked up.
    let mut known: ahash::AHashMap<RankCounts, u32> = ahash::AHashMap::new();
    let best = |play: Play| {
        let shapes = shapes(hand, level, rules, play);
        let left = shapes.into_iter().map(|shape| {
            let rest = shape.slots.iter().fold(counts, |rest, slot| {
                rest.minus(slot.rank, slot.naturals, slot.wilds)
            });
            let rest = rest.minus_jokers(shape.jokers.jokers());
            let left = *known.entry(rest).or_insert_with(|| rest.min_plays(rules));
            (left, shape)
        });
        let (plays_left, shape) = left.min_by_key(|(left, _)| *left)?;
        let mut ways = Expansion {
            hand,
            level,
            play,
            shapes: vec![shape].into_iter(),
            current: None,
        };
        let meld = ways.next()?;
        Some(After {
            play,
            plays_left,
            meld,
        })
    };
    let mut best = best;
    plays
        .into_iter()
        .map(|play| best(play).ok_or(GuandanError::Unplayable { play }))
        .collect()
}

/// Every shape of a play that a hand has the cards for.
fn shapes(hand: Hand, level: Level, rules: Rules, play: Play) -> Vec<Shape> {
    let maker = Maker {
        hand,
        level,
        counts: hand.planes(level).counts(),
        wilds: hand.wilds(level),
        play,
    };
    if play.wilds() > maker.wilds {
        return Vec::new();
    }
    match (play.kind(), play.face()) {
        (Kind::JokerBomb, _) | (_, Face::Joker(_)) => maker.jokers(),
        (Kind::FullHouse, Face::Rank(rank)) => maker.full_houses(rank, rules),
        (Kind::Straight, Face::Rank(top)) => maker.runs(Run::Straight, top, None),
        (Kind::Tube, Face::Rank(top)) => maker.runs(Run::Tube, top, None),
        (Kind::Plate, Face::Rank(top)) => maker.runs(Run::Plate, top, None),
        (Kind::StraightFlush, Face::Rank(top)) => {
            let suits = Suit::ALL.into_iter().rev();
            suits
                .flat_map(|suit| maker.runs(Run::Straight, top, Some(suit)))
                .collect()
        }
        (_, Face::Rank(rank)) => maker.group(rank),
    }
}

struct Maker {
    hand: Hand,
    level: Level,
    counts: [u8; Rank::COUNT],
    wilds: u8,
    play: Play,
}

impl Maker {
    fn has(&self, rank: Rank, naturals: u8) -> bool {
        self.counts[rank.index()] >= naturals
    }

    fn jokers(&self) -> Vec<Shape> {
        let mut jokers = Hand::EMPTY;
        for card in self.hand.iter().filter(|card| card.joker().is_some()) {
            let alike = card.joker().map(Face::Joker) == Some(self.play.face());
            if jokers.len() < usize::from(self.play.size())
                && (alike || self.play.kind() == Kind::JokerBomb)
            {
                let _ = jokers.insert(card);
            }
        }
        let shape = Shape {
            slots: SmallVec::new(),
            pair: None,
            suit: None,
            jokers,
        };
        if jokers.len() == usize::from(self.play.size()) {
            vec![shape]
        } else {
            Vec::new()
        }
    }

    fn group(&self, rank: Rank) -> Vec<Shape> {
        let (size, wilds) = (self.play.size(), self.play.wilds());
        let naturals = size - wilds;
        // Wild cards alone are what they show.
        if !self.has(rank, naturals) || (naturals == 0 && rank != self.level.rank()) {
            return Vec::new();
        }
        vec![Shape::of(&[Slot {
            rank,
            naturals,
            wilds,
        }])]
    }

    fn full_houses(&self, triple: Rank, rules: Rules) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for with_triple in 0..=self.play.wilds() {
            let with_pair = self.play.wilds() - with_triple;
            if !self.has(triple, 3 - with_triple) || with_pair > 2 {
                continue;
            }
            let three = Slot {
                rank: triple,
                naturals: 3 - with_triple,
                wilds: with_triple,
            };
            for pair in Rank::ALL.into_iter().filter(|&pair| pair != triple) {
                let alone = with_pair == 2;
                if !self.has(pair, 2 - with_pair)
                    || (alone && pair != pair_of_wilds(triple, self.level))
                {
                    continue;
                }
                let two = Slot {
                    rank: pair,
                    naturals: 2 - with_pair,
                    wilds: with_pair,
                };
                shapes.push(Shape {
                    pair: Some(pair.into()),
                    ..Shape::of(&[three, two])
                });
            }
            let jokers = cards_core::Joker::ALL
                .into_iter()
                .filter(|joker| self.hand.jokers()[joker.index()] == 2);
            for joker in jokers.filter(|_| rules.joker_pair_in_full_house && with_pair == 0) {
                let mut jokers = Hand::EMPTY;
                let _ = jokers
                    .insert(joker.into())
                    .and_then(|()| jokers.insert(joker.into()));
                shapes.push(Shape {
                    pair: Some(joker.into()),
                    jokers,
                    ..Shape::of(&[three])
                });
            }
        }
        shapes
    }

    /// Sequences with the wild cards in every place where cards allow it.
    fn runs(&self, run: Run, top: Rank, suit: Option<Suit>) -> Vec<Shape> {
        let Some(start) = (top.index() as u32 + 2).checked_sub(run.length()) else {
            return Vec::new();
        };
        let mut shapes = vec![(
            Shape {
                suit,
                ..Shape::of(&[])
            },
            self.play.wilds(),
        )];
        for place in start..start + run.length() {
            let rank = rank_at(place);
            let copies = run.copies() as u8;
            let held = match suit {
                Some(suit) => self.hand.suits(self.level).first >> Card::new(suit, rank).bit() & 1,
                None => u64::from(self.counts[rank.index()]),
            };
            let mut longer = Vec::new();
            for (shape, left) in shapes {
                for wilds in 0..=left.min(copies) {
                    let naturals = copies - wilds;
                    if held >= u64::from(naturals) {
                        let mut shape: Shape = shape.clone();
                        shape.slots.push(Slot {
                            rank,
                            naturals,
                            wilds,
                        });
                        longer.push((shape, left - wilds));
                    }
                }
            }
            shapes = longer;
        }
        shapes
            .into_iter()
            .filter(|(_, left)| *left == 0)
            .map(|(shape, _)| shape)
            .collect()
    }
}

impl Shape {
    fn of(slots: &[Slot]) -> Shape {
        Shape {
            slots: slots.into(),
            pair: None,
            suit: None,
            jokers: Hand::EMPTY,
        }
    }

    fn choices(self, hand: Hand, level: Level) -> Choices {
        let options = self.slots.iter().map(|slot| {
            let cards: Vec<Card> = match self.suit {
                Some(suit) => vec![Card::new(suit, slot.rank)],
                None => hand.naturals(slot.rank, level).collect(),
            };
            selections(&cards, slot.naturals)
        });
        let options: SmallVec<[Vec<Hand>; 5]> = options.collect();
        Choices {
            digits: SmallVec::from_elem(0, options.len()),
            done: options.iter().any(Vec::is_empty),
            options,
            shape: self,
        }
    }
}

/// The different ways to take so many of some cards, equal ones being
/// neighbours.
fn selections(cards: &[Card], count: u8) -> Vec<Hand> {
    fn extend(cards: &[Card], count: u8, chosen: Hand, all: &mut Vec<Hand>) {
        if count == 0 {
            all.push(chosen);
            return;
        }
        let mut last = None;
        for (place, &card) in cards.iter().enumerate() {
            if last == Some(card) {
                continue;
            }
            last = Some(card);
            let mut chosen = chosen;
            if chosen.insert(card.into()).is_ok() {
                extend(&cards[place + 1..], count - 1, chosen, all);
            }
        }
    }
    let mut all = Vec::new();
    extend(cards, count, Hand::EMPTY, &mut all);
    all
}

impl Choices {
    fn next(&mut self, level: Level, play: Play) -> Option<Meld> {
        while !self.done {
            let mut cards = self.shape.jokers;
            let mut roles = [None; 2];
            let mut used = 0;
            for ((slot, options), &digit) in
                self.shape.slots.iter().zip(&self.options).zip(&self.digits)
            {
                cards = cards.plus(options[digit]).ok()?;
                for _ in 0..slot.wilds {
                    cards.insert(level.wild_card().into()).ok()?;
                    roles[used] = Some(Role {
                        rank: slot.rank,
                        suit: self.shape.suit,
                    });
                    used += 1;
                }
            }
            self.step();
            // Five natural cards of one suit are a straight flush.
            let suits = cards.suits(level).first;
            let one_suit = (0..4).any(|suit| suits & !(0xFFFF << (16 * suit)) == 0);
            if play.kind() == Kind::Straight && play.wilds() == 0 && one_suit {
                continue;
            }
            return Some(Meld::new(cards, Reading::new(play, self.shape.pair, roles)));
        }
        None
    }

    fn step(&mut self) {
        for (digit, options) in self.digits.iter_mut().zip(&self.options).rev() {
            *digit += 1;
            if *digit < options.len() {
                return;
            }
            *digit = 0;
        }
        self.done = true;
    }
}

impl Iterator for Expansion {
    type Item = Meld;

    fn next(&mut self) -> Option<Meld> {
        loop {
            if let Some(choices) = &mut self.current
                && let Some(meld) = choices.next(self.level, self.play)
            {
                return Some(meld);
            }
            self.current = Some(self.shapes.next()?.choices(self.hand, self.level));
        }
    }
}
