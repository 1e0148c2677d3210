use cards_core::{BySeat, Seat};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::config::{ConfigError, PlayoutPolicy};
use super::players::{Players, is_moon_open};
use super::sampler::Sampler;
use super::shoot::shoot;
use crate::playout::Choose;
use crate::playout::table::{Table, lane_of, moon};
use crate::rules::{Moon, PLAYERS};
use crate::view::View;

/// What a player's plays tell about whether it is out to shoot the moon.
///
/// A player is taken to be of one of two kinds (the document's 保守型 and 激进型).
/// A cautious one plays by the policy of the playouts. An aggressive one tries to
/// take every point as long as nobody else has one, and may become so at any of its
/// plays. Each play of it is weighed by Bayes' rule: how likely either kind makes it
/// is the mean over deals that agree with the view, where a player departs from its
/// kind's choice at random now and then.
///
/// ```
/// use cards_core::Seat;
/// use hearts_mc::{OpponentModel, Pass, PlayoutPolicy, Rules, View};
///
/// let hand = "♠J93 ♥876 ♦9752 ♣853".parse()?;
/// let mut view = View::start(&Rules::STANDARD, Seat::FIRST, Pass::Hold, hand)?;
/// view.begin(Seat::new(1).unwrap())?;
/// let model = OpponentModel::default();
/// let seat = Seat::new(3).unwrap();
/// let chance = |view: &View| model.infer(view, PlayoutPolicy::Learned, 1)[seat];
/// for card in ["♣2", "♣4", "♣A"] {
///     view.observe(card.parse()?)?;
/// }
/// let early = chance(&view);
/// assert!(early < 0.2);
/// // It goes on from the top, and leads hearts as soon as it may.
/// for card in ["♣8", "♠A", "♠J", "♠T", "♠8", "♦A", "♦9", "♦6", "♥3", "♥A"] {
///     view.observe(card.parse()?)?;
/// }
/// assert!(chance(&view) > 2.0 * early);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct OpponentModel {
    /// The chance that a player is aggressive from the start of a deal, 0 to 1.
    pub aggressive: f64,
    /// The chance that a cautious one becomes aggressive before any of its plays,
    /// 0 to 1.
    pub turning: f64,
    /// In which share of its plays a player plays any legal card, 0 to 1; with 0 a
    /// single play may decide.
    pub noise: f64,
    /// Over how many deals a play's chance is averaged; 1 to
    /// [`OpponentModel::MOST_WORLDS`].
    pub worlds: usize,
}

impl Default for OpponentModel {
    fn default() -> OpponentModel {
        OpponentModel {
            aggressive: 0.05,
            turning: 0.01,
            noise: 0.2,
            worlds: 24,
        }
    }
}

impl OpponentModel {
    /// The most deals over which a play's chance may be averaged.
    pub const MOST_WORLDS: usize = 10_000;

    /// Whether the settings make sense.
    ///
    /// # Errors
    /// If a chance is not from 0 to 1, or there are no worlds or too many.
    pub const fn check(&self) -> Result<(), ConfigError> {
        let chances = [
            ("aggressive", self.aggressive),
            ("turning", self.turning),
            ("noise", self.noise),
        ];
        let mut place = 0;
        while place < chances.len() {
            let (field, value) = chances[place];
            if !(value >= 0.0 && value <= 1.0) {
                return Err(ConfigError::Chance { field, value });
            }
            place += 1;
        }
        if self.worlds == 0 || self.worlds > OpponentModel::MOST_WORLDS {
            return Err(ConfigError::Worlds(self.worlds));
        }
        Ok(())
    }

    /// The chance that each other seat is shooting the moon, from what it has
    /// played: 0 for those to whom the moon is closed, and for the own seat. Takes a
    /// few microseconds a deal of [`OpponentModel::worlds`].
    ///
    /// # Panics
    /// If it is not the turn of the view's seat.
    #[must_use]
    pub fn infer(&self, view: &View, policy: PlayoutPolicy, seed: u64) -> BySeat<f64> {
        assert!(
            view.turn() == Some(view.seat()),
            "seat {} is not to play",
            view.seat()
        );
        self.chances(view, &Sampler::new(view, 0.0), policy, seed)
    }

    pub(super) fn chances(
        &self,
        view: &View,
        sampler: &Sampler,
        policy: PlayoutPolicy,
        seed: u64,
    ) -> BySeat<f64> {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut noise = Pcg64Mcg::seed_from_u64(rng.next_u64());
        let me = view.seat();
        let taken = Seat::all(PLAYERS).map(|seat| view.taken(seat).bits());
        let takers = (taken.enumerate())
            .filter(|(_, cards)| cards & moon(view.rules()) != 0)
            .fold(0_u8, |takers, (seat, _)| takers | 1 << seat);
        let is_open = |seat: Seat| {
            seat != me && takers & !(1 << seat.index()) == 0 && view.rules().moon != Moon::None
        };
        let mut chances = BySeat::from_fn(|seat| if is_open(seat) { self.aggressive } else { 0.0 });
        if !Seat::all(PLAYERS).any(is_open) || view.plays().is_empty() {
            return chances;
        }
        let mut tables: Vec<Table> = (0..self.worlds.clamp(1, OpponentModel::MOST_WORLDS))
            .map(|_| at_start(view, &sampler.draw(&mut rng)))
            .collect();
        for &(seat, card) in view.plays() {
            let bit = 1 << card.bit();
            if is_open(seat) {
                let (mut cautious, mut aggressive) = (0.0, 0.0);
                for table in &tables {
                    let legal = table.legal(view.rules());
                    let [by_policy, by_moon] =
                        self.likelihoods(table, legal, bit, policy, &mut noise);
                    cautious += by_policy;
                    aggressive += by_moon;
                }
                let before = chances[seat] + (1.0 - chances[seat]) * self.turning;
                let (yes, no) = (before * aggressive, (1.0 - before) * cautious);
                if yes + no > 0.0 {
                    chances[seat] = yes / (yes + no);
                }
            }
            for table in &mut tables {
                table.play(bit, view.rules());
            }
        }
        chances
    }

    /// How likely a cautious and an aggressive player make a card like this one.
    fn likelihoods(
        &self,
        table: &Table,
        legal: u64,
        bit: u64,
        policy: PlayoutPolicy,
        noise: &mut Pcg64Mcg,
    ) -> [f64; 2] {
        if legal & (legal - 1) == 0 {
            return [1.0; 2];
        }
        let like = alike(table, legal, bit);
        let by_chance = f64::from(like.count_ones()) / f64::from(legal.count_ones());
        let chosen = |choice: u64| {
            let hit = f64::from(u8::from(choice & like != 0));
            (1.0 - self.noise) * hit + self.noise * by_chance
        };
        let cautious = match policy {
            PlayoutPolicy::Uniform => by_chance,
            _ => chosen(Players::new(policy, None, noise).choose(table, legal)),
        };
        let aggressive = if is_moon_open(table, table.turn) {
            chosen(shoot(table, legal))
        } else {
            cautious
        };
        [cautious, aggressive]
    }
}

/// The table of a world before its first play.
fn at_start(view: &View, world: &Table) -> Table {
    let mut hands = world.hands;
    for &(seat, card) in view.plays() {
        hands[seat.index()] |= 1 << card.bit();
    }
    let leader = view.plays().first().map_or(view.seat(), |&(seat, _)| seat);
    Table {
        hands,
        taken: [0; PLAYERS],
        trick: 0,
        led: 0,
        best: 0,
        winner: leader.index(),
        turn: leader.index(),
        len: 0,
        first: true,
        broken: false,
        voids: [0; PLAYERS],
        taker: 4,
        points: 0,
        left: hands[leader.index()].count_ones() as u8,
        ..*world
    }
}

/// The legal cards between which and this one nobody else holds any; the queen of
/// spades, and a jack of diamonds with a value, are like no other.
fn alike(table: &Table, legal: u64, bit: u64) -> u64 {
    if bit & table.apart != 0 {
        return bit;
    }
    let suited = legal & lane_of(bit) & !table.apart;
    let others = table.in_hands() ^ table.hands[table.turn & 3];
    let out = (others | table.apart) & lane_of(bit);
    let above = out & !(bit | (bit - 1));
    let below = out & (bit - 1);
    // Up to the next card of another, down to the last one.
    let up_to = if above == 0 {
        u64::MAX
    } else {
        (above & above.wrapping_neg()) - 1
    };
    let down_to = if below == 0 {
        0
    } else {
        (1 << (64 - below.leading_zeros())) - 1
    };
    suited & up_to & !down_to
}
