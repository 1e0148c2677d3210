use cards_core::{BySeat, CardSet, Seat, Suit};
use rand_core::Rng;

use crate::playout::table::Table;
use crate::rules::PLAYERS;
use crate::view::View;
use crate::worlds::Worlds;

/// Draws the hidden hands of a view whose seat is to play.
pub(crate) struct Sampler {
    worlds: Worlds,
    /// The decision's table, without the others' hands.
    frame: Table,
}

impl Sampler {
    pub(crate) fn new(view: &View) -> Sampler {
        let worlds = match Worlds::new(&view.constraints()) {
            Ok(worlds) => worlds,
            Err(error) => unreachable!("a view that no deal fits: {error}"),
        };
        Sampler {
            worlds,
            frame: frame(view),
        }
    }

    /// One of the worlds, each being equally likely.
    pub(crate) fn draw<R: Rng>(&self, rng: &mut R) -> Table {
        self.table(&self.worlds.sample(rng))
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
