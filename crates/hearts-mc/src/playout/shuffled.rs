//! Uniformly random play without choosing among cards.
//!
//! Which card of a suit a random player takes does not depend on anything that is
//! known, so each hand's cards of each suit are put into a random order before the
//! play, and always the next one is played. Only the suit of a lead or a discard is
//! drawn as the play goes, in proportion to the cards of each.

use rand_core::Rng;

use super::table::{PENALTY_BITS, Table};
use super::{Uniform, pick};
use crate::rules::{ForcedQueen, HeartsLead, Rules};

/// The cards of one suit in one hand: a rank, from 1 up, in each nibble, the next to
/// be played in the lowest. 0 when none is left.
type Ranks = u64;

/// How many cards of each suit a hand has, a byte each.
type Counts = u32;

const EACH: u32 = 0x0101_0101;
const HIGHS: u32 = 0x8080_8080;
const HEARTS: Counts = 0xFF << 16;
const SPADES: Counts = 0xFF << 24;
/// The queen's place among the spades.
const QUEEN: Ranks = 11;

/// The ranks of each set of the seven lowest and of the six highest, in order; in
/// the last nibble how many they are.
static LOW: [u32; 128] = nibbles(1);
static HIGH: [u32; 64] = nibbles(8);

const fn nibbles<const N: usize>(lowest: u32) -> [u32; N] {
    let mut lists = [0; N];
    let mut set = 0;
    while set < N {
        let (mut rank, mut count) = (lowest, 0);
        while set >> (rank - lowest) != 0 {
            if set >> (rank - lowest) & 1 == 1 {
                lists[set] |= rank << (4 * count);
                count += 1;
            }
            rank += 1;
        }
        lists[set] |= count << 28;
        set += 1;
    }
    lists
}

/// The hands of a playout.
struct Hands {
    ranks: [[Ranks; 4]; 4],
    counts: [Counts; 4],
}

impl Hands {
    /// The hands, each suit in a random order. One random number does for the
    /// factorials of a hand's suits: their product is below 2³³.
    #[inline]
    fn new<R: Rng + ?Sized>(hands: &[u64; 4], rng: &mut R) -> Hands {
        let mut shuffled = Hands {
            ranks: [[0; 4]; 4],
            counts: [0; 4],
        };
        for (seat, hand) in hands.iter().enumerate() {
            let mut random = rng.next_u64();
            for suit in 0..4 {
                let set = (hand >> (16 * suit + 1)) as usize & 0x1FFF;
                let (low, high) = (LOW[set & 127], HIGH[set >> 7]);
                let lows = low >> 28;
                let mut ranks =
                    u64::from(low & 0x0FFF_FFFF) | u64::from(high & 0x0FFF_FFFF) << (4 * lows);
                let mut count = lows + (high >> 28);
                shuffled.counts[seat] |= count << (8 * suit);
                while count > 1 {
                    let place = 4 * below(count, &mut random);
                    count -= 1;
                    let last = 4 * count;
                    let change = (ranks >> place ^ ranks >> last) & 15;
                    ranks ^= change << place ^ change << last;
                }
                shuffled.ranks[seat][suit as usize] = ranks;
            }
        }
        shuffled
    }

    /// The suits that may be led, with the cards of each.
    #[inline]
    fn leads(&self, seat: usize, broken: bool, rules: &Rules) -> Counts {
        let counts = self.counts[seat];
        let others = counts & !HEARTS;
        let queen_only = rules.forced_queen == ForcedQueen::HeartInstead
            && others & !SPADES == 0
            && self.ranks[seat][3] == QUEEN;
        if broken || others == 0 || queen_only {
            counts
        } else {
            others
        }
    }

    /// Takes the next card of a suit out of a hand.
    #[inline]
    fn next(&mut self, seat: usize, suit: usize) -> u64 {
        let ranks = &mut self.ranks[seat][suit];
        let rank = *ranks & 15;
        *ranks >>= 4;
        self.counts[seat] -= 1 << (8 * suit);
        rank
    }
}

/// A number below `count`, and what is left of the random number that it used up.
#[inline]
fn below(count: u32, random: &mut u64) -> u32 {
    let product = u128::from(*random) * u128::from(count);
    *random = product as u64;
    (product >> 64) as u32
}

/// A suit, in proportion to the cards of each.
#[inline]
fn draw(counts: Counts, random: &mut u64) -> usize {
    let sums = counts.wrapping_mul(EACH);
    let nth = below(sums >> 24, random);
    // The suits that are passed over.
    let passed = (((nth.wrapping_mul(EACH) | HIGHS) - sums) & HIGHS) >> 7;
    (passed.wrapping_mul(EACH) >> 24) as usize & 3
}

/// Whether everybody who is still to play to the trick has a card of its suit.
fn all_follow(table: &Table) -> bool {
    let mut to_come = (0..4 - table.len).map(|step| table.hands[(table.turn + step) & 3]);
    table.led != 0 && to_come.all(|hand| hand & table.led != 0)
}

/// Plays a table to its end, or to where the scores are settled, each player
/// choosing uniformly among the legal cards (to within 2⁻²⁸). `played` hears of each
/// seat's card. Keeps up what has been taken, and nothing else of the table.
#[inline]
pub(super) fn run<R: Rng + ?Sized>(
    table: &mut Table,
    rules: &Rules,
    rng: &mut R,
    mut played: impl FnMut(usize, u64),
) {
    // On the first trick a discard may depend on more than its suit.
    while table.first && !(table.is_over() || all_follow(table)) {
        let bit = pick(table, table.legal(rules), &mut Uniform::new(rng));
        played(table.turn, bit);
        table.play(bit, rules);
    }
    let mut hands = Hands::new(&table.hands, rng);
    let breakers = rules.breakers().bits();
    let settles = rules.settles();
    let mut broken = table.broken || rules.hearts_lead == HeartsLead::Always;
    let mut penalties = table.in_hands() & PENALTY_BITS;
    let mut turn = table.turn & 3;
    let mut left = table.left;
    if table.len > 0 {
        let mut trick = Trick {
            cards: table.trick,
            suit: (table.led.trailing_zeros() as usize / 16) & 3,
            best: u64::from(table.best.trailing_zeros()) & 15,
            winner: table.winner & 3,
        };
        let mut random = rng.next_u64();
        for _ in table.len..4 {
            trick.follow(&mut hands, turn, &mut random, &mut played);
            turn = (turn + 1) & 3;
        }
        table.taken[trick.winner] |= trick.cards;
        broken |= trick.cards & breakers != 0;
        penalties &= !trick.cards;
        turn = trick.winner;
        left -= 1;
    }
    while left > 0 && !(settles && penalties == 0) {
        // A lead and three discards use up to 13⁴ < 2¹⁵ of it.
        let mut random = rng.next_u64();
        let suit = draw(hands.leads(turn, broken, rules), &mut random);
        let rank = hands.next(turn, suit);
        let mut trick = Trick {
            cards: bit(suit, rank),
            suit,
            best: rank,
            winner: turn,
        };
        played(turn, trick.cards);
        for step in 1..4 {
            trick.follow(&mut hands, (turn + step) & 3, &mut random, &mut played);
        }
        table.taken[trick.winner] |= trick.cards;
        broken |= trick.cards & breakers != 0;
        penalties &= !trick.cards;
        turn = trick.winner;
        left -= 1;
    }
}

/// A trick in progress.
struct Trick {
    cards: u64,
    suit: usize,
    /// The rank that is winning it.
    best: u64,
    winner: usize,
}

impl Trick {
    #[inline]
    fn follow(
        &mut self,
        hands: &mut Hands,
        seat: usize,
        random: &mut u64,
        played: &mut impl FnMut(usize, u64),
    ) {
        let mut suit = self.suit;
        if hands.ranks[seat][suit] == 0 {
            suit = draw(hands.counts[seat], random);
            let card = bit(suit, hands.next(seat, suit));
            self.cards |= card;
            played(seat, card);
            return;
        }
        let rank = hands.next(seat, suit);
        if rank > self.best {
            self.best = rank;
            self.winner = seat;
        }
        self.cards |= bit(suit, rank);
        played(seat, bit(suit, rank));
    }
}

/// The bit of a card.
#[inline]
const fn bit(suit: usize, rank: u64) -> u64 {
    1 << (16 * suit as u64 + rank)
}
