//! What a hand costs once its sequences are chosen: singles, pairs, triples,
//! full houses and bombs, in closed form.

use cards_core::Joker;

use crate::Objective;
use crate::planes::{Planes, lane_counts};

/// How many ranks have exactly one, two, … ten cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Groups {
    /// One to four cards, a sixteen-bit lane each.
    low: u64,
    /// Five to eight.
    high: u64,
    /// Nine and ten, which need wild cards.
    wild: u64,
}

impl Groups {
    #[inline(always)]
    pub(crate) const fn of(planes: Planes) -> Groups {
        let counts = lane_counts(planes.low());
        if planes.high() == 0 {
            return Groups {
                low: counts - (counts >> 16),
                high: 0,
                wild: 0,
            };
        }
        let more = lane_counts(planes.high());
        Groups {
            low: counts - (counts >> 16 | more << 48),
            high: more - (more >> 16),
            wild: 0,
        }
    }

    /// Whether no rank has more than four cards.
    pub(crate) const fn is_low(self) -> bool {
        self.high | self.wild == 0
    }

    /// How many ranks have exactly `count` cards, 1 to 10.
    #[inline(always)]
    pub(crate) const fn exactly(self, count: u32) -> i32 {
        let lanes = match count {
            1..=4 => self.low,
            5..=8 => self.high,
            _ => self.wild,
        };
        (lanes >> (16 * ((count - 1) % 4)) & 0xFFFF) as i32
    }

    /// One rank of `count` cards, 1 to 10.
    const fn lane(count: u32) -> Groups {
        let lane = 1 << (16 * ((count - 1) % 4));
        match count {
            1..=4 => Groups {
                low: lane,
                high: 0,
                wild: 0,
            },
            5..=8 => Groups {
                low: 0,
                high: lane,
                wild: 0,
            },
            _ => Groups {
                low: 0,
                high: 0,
                wild: lane,
            },
        }
    }

    #[inline(always)]
    pub(crate) const fn plus(self, other: Groups) -> Groups {
        Groups {
            low: self.low + other.low,
            high: self.high + other.high,
            wild: self.wild + other.wild,
        }
    }

    /// A rank of `count` cards, 0 to 9, has one more.
    pub(crate) const fn grown(self, count: u32) -> Groups {
        let more = self.plus(Groups::lane(count + 1));
        if count == 0 {
            return more;
        }
        let less = Groups::lane(count);
        Groups {
            low: more.low - less.low,
            high: more.high - less.high,
            wild: more.wild - less.wild,
        }
    }

    /// How many bombs there are once those are broken up that save a play by
    /// it: four cards into two pairs for triples that have none, six into three,
    /// and so on; or six cards into two triples for pairs that have none, nine
    /// into three. Each saves one play, so as many as possible are, the smallest
    /// first.
    #[inline(always)]
    const fn kept_bombs(self) -> i32 {
        let spare = self.exactly(3) - self.exactly(2);
        if !self.is_low() {
            return self.kept_large_bombs(spare);
        }
        let fours = self.exactly(4);
        let usable = if spare > 1 { spare / 2 } else { 0 };
        if fours > usable { fours - usable } else { 0 }
    }

    /// [`Groups::kept_bombs`] where a rank has more than four cards.
    #[cold]
    const fn kept_large_bombs(self, mut spare: i32) -> i32 {
        let mut kept = 0;
        let mut count = 4;
        while count <= 10 {
            let ranks = self.exactly(count);
            kept += ranks;
            // The cards of a rank serve so many triples, or so many pairs.
            let (served, sign) = match (spare > 0, count) {
                (true, 4 | 6 | 8 | 10) => (count as i32 / 2, 1),
                (false, 6 | 9) => (count as i32 / 3, -1),
                _ => (1, 0),
            };
            let usable = spare * sign / served;
            let broken = if ranks < usable { ranks } else { usable };
            kept -= broken;
            spare -= sign * broken * served;
            count += 1;
        }
        kept
    }

    /// Plays that are no bombs, if no bomb is broken up.
    #[inline(always)]
    const fn plain(self) -> i32 {
        let (pairs, triples) = (self.exactly(2), self.exactly(3));
        self.exactly(1) + if pairs > triples { pairs } else { triples }
    }
}

/// The jokers of a hand, which take no part in sequences and which wild cards
/// do not help.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Jokers {
    /// Those that are played as cards of a rank would be.
    pub(crate) groups: Groups,
    /// Plays beside these that are no bombs.
    pub(crate) plain: i32,
    /// Bombs beside these.
    pub(crate) bombs: i32,
}

impl Jokers {
    /// The jokers of each kind, up to two of each.
    pub(crate) const fn of(jokers: [u8; 2], pair_in_full_house: bool) -> Jokers {
        let mut found = Jokers {
            groups: Groups {
                low: 0,
                high: 0,
                wild: 0,
            },
            plain: 0,
            bombs: 0,
        };
        match jokers {
            [2, 2] if pair_in_full_house => found.groups = Groups::lane(4),
            [2, 2] => found.bombs = 1,
            [small, big] => {
                let kinds = [small, big];
                let mut kind = 0;
                while kind < Joker::ALL.len() {
                    match kinds[kind] {
                        0 => {}
                        2 if pair_in_full_house => {
                            found.groups = found.groups.plus(Groups::lane(2));
                        }
                        _ => found.plain += 1,
                    }
                    kind += 1;
                }
            }
        }
        found
    }
}

/// What a built-in objective counts. A cost is at least that of any part of the
/// ranks, and a wild card lowers it by [`Goal::WILD`] at most.
pub(crate) trait Goal {
    /// The cost of a sequence.
    const SEQUENCE: i32;
    /// The cost of a straight flush, if that is no straight like the others.
    const FLUSH: Option<i32>;
    /// By how much a wild card may lower the cost.
    const WILD: i32;

    /// Whether bombs are broken up where that saves a play.
    const BREAKS_BOMBS: bool;

    /// The cost of groups, jokers among them, that no wild card helps.
    fn cost(groups: Groups) -> i32;

    /// The cost of the jokers that are no groups.
    fn fixed(jokers: Jokers) -> i32;

    /// What `bombs` bombs may be worth beyond the plays they are.
    fn worth(bombs: i32) -> i32;
}

/// As few plays as possible.
#[derive(Debug)]
pub(crate) struct FewestPlays;

impl Goal for FewestPlays {
    const SEQUENCE: i32 = 1;
    const FLUSH: Option<i32> = None;
    const WILD: i32 = 1;
    const BREAKS_BOMBS: bool = true;

    #[inline(always)]
    fn cost(groups: Groups) -> i32 {
        groups.plain() + groups.kept_bombs()
    }

    fn fixed(jokers: Jokers) -> i32 {
        jokers.plain + jokers.bombs
    }

    fn worth(_bombs: i32) -> i32 {
        0
    }
}

/// As few plays as possible that are no bombs.
#[derive(Debug)]
pub(crate) struct BombsFree;

impl Goal for BombsFree {
    const SEQUENCE: i32 = 1;
    const FLUSH: Option<i32> = Some(0);
    const WILD: i32 = 1;
    const BREAKS_BOMBS: bool = false;

    #[inline(always)]
    fn cost(groups: Groups) -> i32 {
        groups.plain()
    }

    fn fixed(jokers: Jokers) -> i32 {
        jokers.plain
    }

    fn worth(_bombs: i32) -> i32 {
        0
    }
}

/// As few plays as possible, and among these as many bombs as possible.
#[derive(Debug)]
pub(crate) struct PlaysThenBombs;

impl Goal for PlaysThenBombs {
    const SEQUENCE: i32 = Objective::PLAY;
    const FLUSH: Option<i32> = Some(Objective::PLAY - 1);
    const WILD: i32 = Objective::PLAY + 1;
    const BREAKS_BOMBS: bool = true;

    #[inline(always)]
    fn cost(groups: Groups) -> i32 {
        let bombs = groups.kept_bombs();
        Objective::PLAY * (groups.plain() + bombs) - bombs
    }

    fn fixed(jokers: Jokers) -> i32 {
        Objective::PLAY * (jokers.plain + jokers.bombs) - jokers.bombs
    }

    fn worth(bombs: i32) -> i32 {
        bombs
    }
}

/// The cost of the groups of a hand with wild cards left, at most two, and the
/// counts that these raise, in order: `Some(0)` for a wild card that begins a
/// group of its own. A cost of `enough` or less ends the search for a better
/// one.
pub(crate) fn close<G: Goal>(
    groups: Groups,
    jokers: Groups,
    wilds: u32,
    enough: i32,
) -> (i32, [Option<u32>; 2]) {
    let mut best = (i32::MAX, [None; 2]);
    if wilds == 0 {
        return (G::cost(groups.plus(jokers)), [None; 2]);
    }
    for count in (0..=9).rev() {
        if count > 0 && groups.exactly(count) == 0 {
            continue;
        }
        let grown = groups.grown(count);
        let (cost, [next, _]) = close::<G>(grown, jokers, wilds - 1, enough);
        if cost < best.0 {
            best = (cost, [Some(count), next]);
            if cost <= enough {
                break;
            }
        }
    }
    best
}
