use cards_core::{BySeat, CardSet, Seat, Suit};
use rand_core::Rng;

use crate::playout::select::select;
use crate::playout::table::{Table, apart, moon};
use crate::policy::Learned;
use crate::policy::passing::likelihood;
use crate::rules::{PASSED, PLAYERS, Pass};
use crate::view::View;
use crate::worlds::Worlds;

/// Draws the hidden hands of a view whose seat is to play.
pub(crate) struct Sampler {
    worlds: Worlds,
    /// The decision's table, without the others' hands.
    frame: Table,
    received: Option<Received>,
}

/// What the cards that were received say of the hand that they came from.
struct Received {
    cards: CardSet,
    giver: Seat,
    direction: Pass,
    /// What the giver has played.
    played: CardSet,
    /// What he received, if it came from here.
    got: Option<CardSet>,
    sharpness: f32,
}

impl Received {
    fn new(view: &View, sharpness: f64) -> Option<Received> {
        let (cards, gave) = (view.received()?, view.gave()?);
        let (seat, direction) = (view.seat(), view.direction());
        let giver = direction.giver(seat);
        let plays = view.plays().iter();
        (sharpness > 0.0).then_some(Received {
            cards,
            giver,
            direction,
            played: plays
                .filter(|&&(seat, _)| seat == giver)
                .map(|&(_, card)| card)
                .collect(),
            got: (direction.receiver(seat) == giver).then_some(gave),
            sharpness: sharpness as f32,
        })
    }

    /// How likely the giver was to pass what it passed, if it holds this hand now.
    fn likelihood<R: Rng>(&self, hand: CardSet, rng: &mut R) -> f32 {
        let held = hand | self.played;
        let got = self.got.unwrap_or_else(|| some(held, PASSED, rng));
        let before = (held - got) | self.cards;
        let passes = &Learned::included().passes.usual;
        let chance = likelihood(before, self.cards, self.direction, passes, self.sharpness);
        // Nobody passes just so.
        0.95 * chance + 0.05 / 286.0
    }
}

/// So many cards of a hand at random.
fn some<R: Rng>(mut hand: CardSet, count: usize, rng: &mut R) -> CardSet {
    let mut chosen = CardSet::EMPTY;
    for _ in 0..count {
        let bit = select(hand.bits(), rng.next_u32());
        let card = CardSet::from_bits_truncate(bit);
        chosen |= card;
        hand -= card;
    }
    chosen
}

/// Of so many worlds one is taken, in proportion to how likely they make what was
/// received.
const WEIGHED: usize = 4;

impl Sampler {
    /// A sharpness of 0 makes the worlds uniform; otherwise they are weighed by the
    /// cards that were received.
    pub(crate) fn new(view: &View, sharpness: f64) -> Sampler {
        let worlds = match Worlds::new(&view.constraints()) {
            Ok(worlds) => worlds,
            Err(error) => unreachable!("a view that no deal fits: {error}"),
        };
        Sampler {
            worlds,
            frame: frame(view),
            received: Received::new(view, sharpness),
        }
    }

    /// One of the worlds.
    pub(crate) fn draw<R: Rng>(&self, rng: &mut R) -> Table {
        let mut hands = self.worlds.sample(rng);
        if let Some(received) = &self.received {
            let mut total = received.likelihood(hands[received.giver], rng);
            for _ in 1..WEIGHED {
                let other = self.worlds.sample(rng);
                let likelihood = received.likelihood(other[received.giver], rng);
                total += likelihood;
                let random = rng.next_u32() as f32 / 4_294_967_296.0;
                if random * total < likelihood {
                    hands = other;
                }
            }
        }
        self.table(&hands)
    }

    /// Every world, if there are at most so many.
    pub(crate) fn every(&self, most: u64) -> Option<Vec<Table>> {
        let few = self.worlds.count() <= u128::from(most);
        few.then(|| {
            self.worlds
                .every()
                .map(|hands| self.table(&hands))
                .collect()
        })
    }

    fn table(&self, hands: &BySeat<CardSet>) -> Table {
        let mut table = self.frame;
        for (own, (_, hand)) in table.hands.iter_mut().zip(hands.iter()) {
            *own |= hand.bits();
        }
        table
    }
}

/// The table of a view whose seat is to play, with its own hand only.
fn frame(view: &View) -> Table {
    let seat = view.seat();
    let mut hands = [0; PLAYERS];
    hands[seat.index()] = view.hand().bits();
    Table {
        hands,
        taken: BySeat::<_, PLAYERS>::from_fn(|seat| view.taken(seat).bits()).into_array(),
        trick: view.trick().bits(),
        led: view.led().map_or(0, |suit| CardSet::of_suit(suit).bits()),
        best: view.winning().map_or(0, |(_, best)| 1 << best.bit()),
        winner: view.winning().map_or(0, |(seat, _)| seat.index()),
        turn: seat.index(),
        len: view.plays().len() % PLAYERS,
        first: view.is_first_trick(),
        broken: view.is_broken(),
        voids: voids(view),
        taker: 4,
        points: 0,
        left: view.hand().len() as u8,
        apart: apart(view.rules()),
        moon: moon(view.rules()),
    }
    .counted()
}

/// The same with all unseen cards in one other hand: what a player sees who asks
/// only which cards the others have together.
pub(crate) fn seen(view: &View) -> Table {
    let mut table = frame(view);
    table.hands[view.seat().next(PLAYERS).index()] = view.unseen().bits();
    table
}

/// The lanes of the suits that each other seat is known to be void in.
fn voids(view: &View) -> [u64; PLAYERS] {
    let mut voids = [0; PLAYERS];
    for seat in Seat::all(PLAYERS).filter(|&seat| seat != view.seat()) {
        for suit in Suit::ALL
            .into_iter()
            .filter(|&suit| view.is_void(seat, suit))
        {
            voids[seat.index()] |= CardSet::of_suit(suit).bits();
        }
    }
    voids
}
