use core::ops::Range;

use cards_core::counting::Ratio;
use cards_core::{BySeat, Card, CardSet, Seat, random};
use rand_core::Rng;

use super::constraints::Open;
use super::splits::{Rooms, for_each_split, multinomial};
use super::{Constraints, EveryWorld, NoWorld, SEAT_SETS, SEATS};

/// The deals that agree with some [`Constraints`], counted.
///
/// Cards that the same seats may hold are exchangeable. So the classes of such
/// cards are dealt one after the other: how many cards of a class each seat gets is
/// drawn in proportion to the number of deals that it leads to, which is in a table
/// indexed by the room that the seats have left; which cards these are is then a
/// matter of equal chances. All numbers are integers, no deal is rejected.
///
/// With three open seats and four suits the table has at most a few hundred
/// entries; it takes microseconds, and a sample some tens of nanoseconds a suit. With
/// four open seats it may have some thousands.
#[derive(Clone, Debug)]
pub struct Worlds {
    constraints: Constraints,
    certain: BySeat<CardSet>,
    classes: Vec<Class>,
    /// The states in the order of the classes, the start first, the end last.
    states: Vec<State>,
    arcs: Vec<Arc>,
}

/// Cards that the same seats may hold.
#[derive(Clone, Debug)]
struct Class {
    /// The seats, a bit each.
    mask: usize,
    cards: CardSet,
    /// The bits of the cards.
    bits: [u8; 52],
    /// The states in which this class is the next to be dealt.
    states: Range<usize>,
}

/// The room that is left when it is a class's turn.
#[derive(Clone, Copy, Debug)]
struct State {
    /// The first of its arcs, which go on to the next state's first.
    first: u32,
    /// In how many ways this class and those after it can be dealt.
    ways: u128,
}

/// How many cards of a class go to each seat.
#[derive(Clone, Copy, Debug)]
struct Arc {
    split: [u8; SEATS],
    /// The state that follows.
    next: u32,
    /// The ways of this arc and the ones before it, of the same state.
    up_to: u128,
}

impl Worlds {
    /// Counts the deals.
    ///
    /// # Errors
    /// If no deal agrees with the constraints.
    pub fn new(constraints: &Constraints) -> Result<Worlds, NoWorld> {
        let open = constraints.open()?;
        let mut worlds = Worlds {
            constraints: *constraints,
            certain: open.certain,
            classes: Vec::new(),
            states: Vec::new(),
            arcs: Vec::new(),
        };
        // The last class has no choice, so that it should be the one with the most.
        const ORDER: [usize; 11] = [3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15];
        for mask in ORDER {
            let cards = open.classes[mask];
            if !cards.is_empty() {
                worlds.classes.push(Class::new(mask, cards));
            }
        }
        worlds.expand(&open);
        worlds.count_ways();
        Ok(worlds)
    }

    /// Finds the states that can be reached, and the arcs between them.
    fn expand(&mut self, open: &Open) {
        const NONE: u32 = u32::MAX;
        let rooms = Rooms::new(open.room);
        let mut index = vec![NONE; rooms.codes];
        let mut layer = vec![open.room.map(|room| room as u8)];
        for class in &mut self.classes {
            let start = self.states.len();
            let mut next_layer: Vec<[u8; SEATS]> = Vec::new();
            index.fill(NONE);
            for &room in &layer {
                self.states.push(State {
                    first: self.arcs.len() as u32,
                    ways: 0,
                });
                for_each_split(class.mask, class.cards.len() as u8, room, &mut |split| {
                    let left: [u8; SEATS] = core::array::from_fn(|seat| room[seat] - split[seat]);
                    let known = &mut index[rooms.code(left)];
                    if *known == NONE {
                        *known = next_layer.len() as u32;
                        next_layer.push(left);
                    }
                    self.arcs.push(Arc {
                        split,
                        next: (start + layer.len()) as u32 + *known,
                        up_to: 0,
                    });
                });
            }
            class.states = start..self.states.len();
            layer = next_layer;
        }
        // The end, where all has been dealt: the room adds up to the cards.
        self.states.push(State {
            first: self.arcs.len() as u32,
            ways: 1,
        });
    }

    /// Counts the ways of each state, from the end to the start.
    fn count_ways(&mut self) {
        for class in self.classes.iter().rev() {
            let cards = class.cards.len();
            for state in class.states.clone().rev() {
                let arcs = self.states[state].first as usize..self.states[state + 1].first as usize;
                let mut ways = 0;
                for arc in &mut self.arcs[arcs] {
                    ways += multinomial(cards, arc.split) * self.states[arc.next as usize].ways;
                    arc.up_to = ways;
                }
                self.states[state].ways = ways;
            }
        }
    }

    /// What the deals agree with.
    #[must_use]
    pub const fn constraints(&self) -> &Constraints {
        &self.constraints
    }

    /// How many deals there are, at least 1.
    #[must_use]
    pub fn count(&self) -> u128 {
        self.states[0].ways
    }

    /// The cards whose seat is the same in all deals as far as it follows from the
    /// number of cards that each seat must still get.
    #[must_use]
    pub const fn certain(&self) -> BySeat<CardSet> {
        self.certain
    }

    fn arcs(&self, state: usize) -> &[Arc] {
        &self.arcs[self.states[state].first as usize..self.states[state + 1].first as usize]
    }

    /// One of the deals, every one being exactly equally likely: the unseen cards of
    /// each seat.
    ///
    /// The deal that a generator gives is part of the interface; see
    /// [`cards_core::random`]. Takes one random number a class of cards and one a
    /// card, but for those of the seat that gets the most of a class.
    #[must_use]
    pub fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> BySeat<CardSet> {
        let mut hands = self.certain.map(CardSet::bits).into_array();
        let mut state = 0;
        for class in &self.classes {
            let arcs = self.arcs(state);
            let mut place = 0;
            if arcs.len() > 1 {
                let number = below(rng, self.states[state].ways);
                while arcs[place].up_to <= number {
                    place += 1;
                }
            }
            class.deal(arcs[place].split, rng, &mut hands);
            state = arcs[place].next as usize;
        }
        BySeat::new(hands.map(CardSet::from_bits_truncate))
    }

    /// Every deal once: in the order of the seats of the unseen cards, the first card
    /// of [`CardSet::iter`] deciding first.
    #[must_use]
    pub fn every(&self) -> EveryWorld {
        EveryWorld::new(&self.constraints)
    }

    /// The probability that a seat holds a card when all deals are equally likely: 0
    /// for a card that is not unseen. Takes a walk over the whole table.
    ///
    /// ```
    /// use cards_core::{BySeat, Seat, Suit, counting::Ratio};
    /// use hearts_mc::worlds::{Constraints, Worlds};
    ///
    /// // Seat 2 has no spade, so the other one of two has all of them.
    /// let constraints = Constraints::new("♠AQ ♥KT5 ♦2".parse()?, BySeat::new([0, 3, 3, 0]))
    ///     .with_void(Seat::new(2).unwrap(), Suit::Spades);
    /// let worlds = Worlds::new(&constraints)?;
    /// let west = Seat::new(1).unwrap();
    /// assert_eq!(worlds.marginal("♠Q".parse()?, west), Ratio::new(1, 1).unwrap());
    /// assert_eq!(worlds.marginal("♥T".parse()?, west), Ratio::new(1, 4).unwrap());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the seat is none of four, as indexing by it would.
    #[must_use]
    pub fn marginal(&self, card: Card, seat: Seat) -> Ratio {
        let count = self.count();
        let (numerator, denominator) = if self.certain[seat].contains(card) {
            (1, 1)
        } else if let Some(place) =
            (self.classes.iter()).position(|class| class.cards.contains(card))
        {
            let cards = self.cards_dealt(place, seat);
            (cards, count * self.classes[place].cards.len() as u128)
        } else {
            (0, 1)
        };
        match Ratio::new(numerator, denominator) {
            Some(ratio) => ratio,
            None => unreachable!("there is a deal"),
        }
    }

    /// How many cards of a class a seat gets, summed over all deals.
    fn cards_dealt(&self, place: usize, seat: Seat) -> u128 {
        // In how many ways each state is reached.
        let mut reached = vec![0_u128; self.states.len()];
        reached[0] = 1;
        for class in &self.classes[..place] {
            for state in class.states.clone() {
                for arc in self.arcs(state) {
                    let ways = multinomial(class.cards.len(), arc.split);
                    reached[arc.next as usize] += reached[state] * ways;
                }
            }
        }
        let class = &self.classes[place];
        let mut sum = 0;
        for state in class.states.clone() {
            let mut before = 0;
            for arc in self.arcs(state) {
                let cards = u128::from(arc.split[seat.index()]);
                sum += reached[state] * (arc.up_to - before) * cards;
                before = arc.up_to;
            }
        }
        sum
    }
}

impl Class {
    fn new(mask: usize, cards: CardSet) -> Class {
        let mut bits = [0; 52];
        for (bit, card) in bits.iter_mut().zip(cards) {
            *bit = card.bit() as u8;
        }
        Class {
            mask,
            cards,
            bits,
            states: 0..0,
        }
    }

    /// Deals the cards at random, so many to each seat.
    #[inline]
    fn deal<R: Rng + ?Sized>(&self, split: [u8; SEATS], rng: &mut R, hands: &mut [u64; SEATS]) {
        let mut largest = 0;
        for seat in 1..SEATS {
            if split[seat] > split[largest] {
                largest = seat;
            }
        }
        let mut left = self.cards.len();
        let mut bits = self.bits;
        let mut rest = self.cards.bits();
        for seat in 0..SEATS {
            if seat == largest {
                continue;
            }
            let mut hand = 0;
            for _ in 0..split[seat] {
                let place = random::below(rng, left as u64) as usize;
                left -= 1;
                hand |= 1_u64 << bits[place];
                bits[place] = bits[left];
            }
            hands[seat] |= hand;
            rest ^= hand;
        }
        hands[largest] |= rest;
    }
}

/// A uniform number below a bound.
#[inline]
fn below<R: Rng + ?Sized>(rng: &mut R, bound: u128) -> u128 {
    match u64::try_from(bound) {
        Ok(bound) => random::below(rng, bound).into(),
        Err(_) => {
            // Numbers of as many bits as the bound has, until one is below it.
            let mask = u128::MAX >> bound.leading_zeros();
            loop {
                let high = u128::from(rng.next_u64()) << 64;
                let number = (high | u128::from(rng.next_u64())) & mask;
                if number < bound {
                    return number;
                }
            }
        }
    }
}

const _: () = assert!(
    SEAT_SETS == 16,
    "the order of the classes lists four seats' sets"
);
