use crate::playout::table::{
    COUNT, HEART_BITS, QUEEN_BIT, Table, highest_bit, lane_of, lowest_bit,
};

/// How many tables of weights there are: a card's score is the sum of one entry
/// of each.
pub(crate) const TABLES: usize = 12;
/// The entries of one table in one context.
pub(crate) const ENTRIES: usize = 64;
/// Five roles, leading, second, third or last to follow, discarding, in each of
/// three kinds of suits: clubs and diamonds, hearts, spades.
pub(crate) const CONTEXTS: usize = 15;
/// The number of weights.
#[cfg(feature = "training")]
pub(crate) const WEIGHTS: usize = CONTEXTS * TABLES * ENTRIES;

/// The weights of one context.
pub(crate) type Context = [[f32; ENTRIES]; TABLES];

/// Where the weights of one card are: its context and the entry of each table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Active {
    pub(crate) context: u8,
    pub(crate) entries: [u8; TABLES],
}

#[inline]
fn count(lane: u64) -> usize {
    COUNT[(lane >> 1 & 0x1FFF) as usize] as usize
}

const SPADES_SHIFT: u32 = 48;

/// What a decision's candidates have in common.
struct Frame {
    hand: u64,
    /// The cards in the other hands.
    out: u64,
    /// 0 if the queen of spades is in the own hand, 1 in another, 2 played.
    queen: usize,
    /// The own spades below the queen, up to 3.
    guards: usize,
    /// 0 to 3: many tricks left to few.
    phase: usize,
    /// Who has taken points, 0 to 13.
    moon: usize,
    /// The points in the trick: none, one, a few, the queen.
    trick_points: usize,
    /// Whether a player who is still to play to this trick has shown to be void
    /// in its suit.
    void_to_come: usize,
    /// In how many suits the lowest card in a hand is the own one.
    exits: usize,
    /// The own cards that no other hand can beat, up to 7.
    winners: usize,
    /// The hearts in the other hands: none, few, many, most; and whether hearts
    /// are broken.
    hearts_out: usize,
}

impl Frame {
    #[inline]
    fn new(table: &Table) -> Frame {
        let turn = table.turn & 3;
        let hand = table.hands[turn];
        let out = table.in_hands() ^ hand;
        let queen = if hand & QUEEN_BIT != 0 {
            0
        } else if out & QUEEN_BIT != 0 {
            1
        } else {
            2
        };
        let hearts = count((table.trick & HEART_BITS) >> 32);
        let to_come =
            (1..4 - table.len).fold(0, |voids, step| voids | table.voids[(turn + step) & 3]);
        let (mut exits, mut winners) = (0, 0);
        for suit in 0..4 {
            let own = hand >> (16 * suit) & 0x3FFE;
            let others = out >> (16 * suit) & 0x3FFE;
            exits +=
                usize::from(own & own.wrapping_neg() < others & others.wrapping_neg() && own != 0);
            // The highest of the others' cards and all below it.
            let below = (1_u64 << (64 - others.leading_zeros())) - 1;
            winners += count(own & !below);
        }
        let hearts_left = count(out >> 32 & 0x3FFE);
        Frame {
            exits: exits.min(3),
            winners: winners.min(7),
            hearts_out: [0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3][hearts_left & 15] * 2
                + usize::from(table.broken),
            hand,
            out,
            queen,
            guards: count((hand & (QUEEN_BIT - 1)) >> SPADES_SHIFT).min(3),
            phase: PHASES[table.left as usize & 15] as usize,
            moon: moon(table),
            trick_points: if table.trick & QUEEN_BIT != 0 {
                3
            } else {
                hearts.min(2)
            },
            void_to_come: usize::from(to_come & table.led != 0),
        }
    }
}

/// By tricks left.
static PHASES: [u8; 16] = [3, 3, 3, 3, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0];
/// By points of the only taker.
static POINT_CLASSES: [u8; 32] = [
    0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
];
/// By cards of others above a lead.
static ABOVE: [u8; 16] = [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3];
/// By cards of others in the suit.
static SIZES: [u8; 16] = [0, 1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 7, 7, 7, 7, 7];
/// By rank, in each kind of suit.
static RANK_CLASSES: [[u8; 16]; 3] = [
    [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3],
    [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 3, 3, 3],
];

/// Who has taken points: 0 nobody, 1 several, 2 to 5 only the player to move, by
/// how many, 6 to 13 only one other, by how many and whether he is winning the
/// trick.
#[inline]
fn moon(table: &Table) -> usize {
    match table.taker {
        4 => 0,
        5 => 1,
        taker => {
            let class = POINT_CLASSES[table.points as usize & 31] as usize;
            if taker as usize == table.turn {
                2 + class
            } else if table.len > 0 && table.winner == taker as usize {
                10 + class
            } else {
                6 + class
            }
        }
    }
}

/// Whether these cards are of one suit and one candidate: the queen of spades is not
/// among them, and no card of another hand or of the trick between them.
#[inline]
pub(crate) fn is_one_candidate(table: &Table, legal: u64) -> bool {
    let (low, high) = (lowest_bit(legal), highest_bit(legal));
    let others = (table.in_hands() ^ table.hands[table.turn & 3]) | table.best;
    legal & lane_of(low) == legal && others & (high - low) == 0 && legal & table.apart == 0
}

/// Calls `visit` with each candidate and its weights' places. Cards between
/// which nobody else holds one count as one candidate, the lowest of them.
#[inline]
pub(crate) fn visit(table: &Table, legal: u64, mut visit: impl FnMut(u64, &Active)) {
    let frame = Frame::new(table);
    for suit in 0..4 {
        let shift = 16 * suit;
        let mut lane = legal >> shift & 0x3FFE;
        if lane == 0 {
            continue;
        }
        let own = frame.hand >> shift & 0x3FFE;
        let out = frame.out >> shift & 0x3FFE;
        let suited = Suited::new(table, &frame, suit, own, out);
        let best = (table.best >> shift) & 0x3FFE;
        let apart = table.apart >> shift & 0x3FFE;
        let mut last = (usize::MAX, false, false);
        while lane != 0 {
            let bit = lane & lane.wrapping_neg();
            lane ^= bit;
            let higher = count(out & !(bit | (bit - 1)));
            let wins = bit > best && (best != 0 || table.led == 0);
            let class = (higher, wins, bit & apart != 0);
            if class == last {
                continue;
            }
            last = class;
            visit(bit << shift, &suited.active(&frame, bit, higher, wins));
        }
    }
}

/// What the candidates of one suit have in common.
struct Suited {
    context: usize,
    class: usize,
    lead: bool,
    discard: bool,
    own: u64,
    out: u64,
    own_count: usize,
    out_count: usize,
    /// How many other players have shown to be void in the suit.
    voids: usize,
}

impl Suited {
    #[inline]
    fn new(table: &Table, frame: &Frame, suit: usize, own: u64, out: u64) -> Suited {
        let class = [0, 0, 1, 2][suit];
        let lane = 0x3FFE_u64 << (16 * suit);
        let discard = table.led != 0 && table.led & frame.hand == 0;
        let role = if discard { 4 } else { table.len };
        let turn = table.turn & 3;
        let voids = (1..4)
            .filter(|step| table.voids[(turn + step) & 3] & lane != 0)
            .count();
        Suited {
            context: role * 3 + class,
            class,
            lead: table.led == 0,
            discard,
            own,
            out,
            own_count: count(own),
            out_count: count(out),
            voids,
        }
    }

    #[inline]
    fn active(&self, frame: &Frame, bit: u64, higher: usize, wins: bool) -> Active {
        let lower = self.out_count - higher;
        let own_lower = count(self.own & (bit - 1));
        let own_higher = self.own_count - own_lower - 1;
        let rank = bit.trailing_zeros() as usize - 1;
        let left = self.own ^ bit;
        let lowest_left = left & left.wrapping_neg();
        let left_lower = if left == 0 {
            7
        } else {
            count(self.out & (lowest_left - 1)).min(6)
        };
        let situation = if self.lead {
            (self.voids * 4 + ABOVE[higher & 15] as usize) * 4 + frame.queen
        } else if self.discard {
            (frame.trick_points * 4 + (self.own_count - 1).min(3)) * 4 + frame.queen
        } else {
            ((usize::from(wins) * 4 + frame.trick_points) * 2 + frame.void_to_come) * 4
                + frame.queen
        };
        let rank_class = RANK_CLASSES[self.class][rank & 15] as usize;
        let chance = if self.discard || !(wins || self.lead) {
            2
        } else {
            usize::from(higher != 0)
        };
        let places = [
            higher.min(7) * 8 + lower.min(7),
            (self.own_count - 1).min(7) * 8 + SIZES[self.out_count & 15] as usize,
            (own_lower.min(3) * 4 + own_higher.min(3)) * 4 + frame.phase,
            situation,
            (frame.queen * 4 + frame.guards) * 4 + rank_class,
            frame.moon * 4 + chance,
            rank * 4 + frame.phase,
            left_lower * 8 + (self.own_count - 1).min(7),
            frame.moon * 4 + frame.trick_points,
            (usize::from(matches!(frame.moon, 0 | 2..=5)) * 8 + frame.winners) * 4
                + usize::from(higher == 0) * 2
                + usize::from(wins),
            (frame.exits * 4 + rank_class) * 4 + frame.phase,
            (frame.hearts_out * 2 + usize::from(higher == 0)) * 4 + rank_class,
        ];
        Active {
            context: self.context as u8,
            entries: places.map(|place| place as u8),
        }
    }
}

#[cfg(test)]
mod tests {
    use cards_core::random::{choose, trial_rng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::{Pass, Round, Rules};

    #[test]
    fn one_candidate_is_told_without_a_visit() {
        let rules = Rules::STANDARD;
        let mut rng: Pcg64Mcg = trial_rng(6, 4);
        let (mut one, mut more) = (0, 0);
        for _ in 0..500 {
            let round = Round::deal(&rules, Pass::Hold, &mut rng);
            let mut position = *round.position().unwrap();
            while let Some(card) = choose(position.legal(&rules), &mut rng) {
                let table = Table::new(&position, &rules);
                let legal = table.legal(&rules);
                let mut visited = Vec::new();
                visit(&table, legal, |bit, _| visited.push(bit));
                assert_eq!(visited[0], lowest_bit(legal));
                if legal & (legal - 1) != 0 {
                    let is_one = is_one_candidate(&table, legal);
                    assert_eq!(is_one, visited.len() == 1, "{position:?}");
                    one += u32::from(is_one);
                    more += u32::from(!is_one);
                }
                position = position.after(card, &rules).unwrap();
            }
        }
        assert!(one > 500 && more > 5000, "{one} {more}");
    }
}
