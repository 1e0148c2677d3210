use cards_core::{BySeat, CardSet, Seat, Suit};
use rand_core::Rng;

use crate::playout::table::Table;
use crate::policy::learned::Weights;
use crate::rules::{PLAYERS, Rules};
use crate::view::View;
use crate::worlds::Worlds;

/// Draws the hidden hands of a view.
pub(crate) struct Sampler<'a> {
    view: &'a View,
    worlds: Worlds,
    /// The decision's table, without the others' hands.
    frame: Table,
    /// The lanes of the suits that each seat is known to be void in.
    model: Option<&'a Weights>,
    exponent: f32,
}

impl<'a> Sampler<'a> {
    /// The sampler of a view whose seat is to play.
    pub(crate) fn new(view: &'a View, model: Option<&'a Weights>, exponent: f32) -> Sampler<'a> {
        let worlds = match Worlds::new(&view.constraints()) {
            Ok(worlds) => worlds,
            Err(error) => unreachable!("a view that no deal fits: {error}"),
        };
        let frame = Table {
            hands: [0; 4],
            taken: Seat::all(PLAYERS)
                .map(|seat| view.taken(seat).bits())
                .collect::<Vec<_>>()
                .try_into()
                .unwrap_or([0; 4]),
            trick: view.trick().bits(),
            led: view.led().map_or(0, |suit| CardSet::of_suit(suit).bits()),
            best: view.winning().map_or(0, |(_, best)| 1 << best.bit()),
            winner: view.winning().map_or(0, |(seat, _)| seat.index()),
            turn: view.seat().index(),
            len: view.plays().len() % PLAYERS,
            first: view.is_first_trick(),
            broken: view.is_broken(),
            voids: voids(view),
            taker: 4,
            points: 0,
            left: view.hand().len() as u8,
        }
        .counted();
        Sampler {
            view,
            worlds,
            frame,
            model: model.filter(|_| exponent > 0.0 && !view.plays().is_empty()),
            exponent,
        }
    }

    fn table(&self, hands: &BySeat<CardSet>) -> Table {
        let mut table = self.frame;
        table.hands = hands.map(CardSet::bits).into_array();
        table.hands[self.view.seat().index()] = self.view.hand().bits();
        table
    }

    /// Draws `count` tables: uniformly, or, with a model of how the others play,
    /// by the likelihood of what they have played, out of `pool` times as many.
    pub(crate) fn draw<R: Rng>(
        &self,
        count: usize,
        pool: usize,
        rng: &mut R,
        tables: &mut Vec<Table>,
    ) {
        let Some(model) = self.model else {
            for _ in 0..count {
                tables.push(self.table(&self.worlds.sample(rng)));
            }
            return;
        };
        let proposals = count * pool;
        let mut drawn = Vec::with_capacity(proposals);
        let mut logs = Vec::with_capacity(proposals);
        for _ in 0..proposals {
            let hands = self.worlds.sample(rng);
            logs.push(self.log_likelihood(&hands, model) * self.exponent);
            drawn.push(hands);
        }
        let top = logs.iter().copied().fold(f32::MIN, f32::max);
        let mut sum = 0.0_f64;
        let cumulative: Vec<f64> = logs
            .iter()
            .map(|log| {
                sum += f64::from((log - top).exp());
                sum
            })
            .collect();
        // Systematic resampling (Kitagawa, "Monte Carlo filter and smoother for
        // non-Gaussian nonlinear state space models", J. Comput. Graph. Statist. 5
        // (1996)), then in random order, since later worlds may never be played.
        let step = sum / count as f64;
        let mut point = step * (rng.next_u32() as f64 / 4_294_967_296.0);
        let mut index = 0;
        let start = tables.len();
        for _ in 0..count {
            while index + 1 < proposals && cumulative[index] < point {
                index += 1;
            }
            tables.push(self.table(&drawn[index]));
            point += step;
        }
        cards_core::random::shuffle(&mut tables[start..], rng);
    }

    /// The log likelihood of the others' plays if they held these cards.
    fn log_likelihood(&self, hands: &BySeat<CardSet>, model: &Weights) -> f32 {
        let rules = self.view.rules();
        let me = self.view.seat();
        let mut table = start(self.view, hands);
        let mut log = 0.0;
        for &(seat, card) in self.view.plays() {
            let bit = 1_u64 << card.bit();
            if seat != me {
                let legal = table.legal(rules);
                if legal & (legal - 1) != 0 {
                    log += model.log_chance(&table, legal, bit);
                }
            }
            table.play(bit, rules);
        }
        log
    }
}

/// The table at the start of the play, in a world.
fn start(view: &View, hands: &BySeat<CardSet>) -> Table {
    let mut table = Table {
        hands: hands.map(CardSet::bits).into_array(),
        taken: [0; 4],
        trick: 0,
        led: 0,
        best: 0,
        winner: 0,
        turn: view.plays().first().map_or(0, |(seat, _)| seat.index()),
        len: 0,
        first: true,
        broken: false,
        voids: [0; 4],
        taker: 4,
        points: 0,
        left: 13,
    };
    table.hands[view.seat().index()] = view.hand().bits();
    for &(seat, card) in view.plays() {
        table.hands[seat.index()] |= 1 << card.bit();
    }
    table
}

fn voids(view: &View) -> [u64; 4] {
    let mut voids = [0; 4];
    for seat in Seat::all(PLAYERS).filter(|&seat| seat != view.seat()) {
        for suit in Suit::ALL {
            if view.is_void(seat, suit) {
                voids[seat.index()] |= CardSet::of_suit(suit).bits();
            }
        }
    }
    voids
}

/// The final scores of a finished table.
#[inline]
pub(crate) fn outcome(table: &Table, rules: &Rules) -> [i32; 4] {
    crate::score::scores(&table.taken(), rules, crate::rules::MoonChoice::OthersUp).into_array()
}
