//! Every way to part the cards of one rank, and the jokers, and what it costs.

use smallvec::SmallVec;

use crate::plan::{ALL_JOKERS, Piece, SMALL_JOKERS};
use crate::{Kind, Rules, Weights};

/// How the saving of a full house may be shared out: λ is 0, ½ or 1, and twice
/// the costs are reckoned with.
pub(crate) const SHARES: usize = 3;

/// Twice a cost, for each share.
pub(crate) type Shared = [i64; SHARES];

/// Cards of one rank in parts.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// From the largest down.
    pub(crate) sizes: SmallVec<[u8; 10]>,
    pub(crate) triples: u8,
    pub(crate) pairs: u8,
    pub(crate) cost: i64,
    pub(crate) shared: Shared,
}

/// The jokers in parts.
#[derive(Clone, Debug)]
pub(crate) struct JokerParts {
    pub(crate) pieces: SmallVec<[Piece; 4]>,
    pub(crate) pairs: u8,
    pub(crate) cost: i64,
    pub(crate) shared: Shared,
}

/// Adds share by share.
pub(crate) fn sum(a: Shared, b: Shared) -> Shared {
    core::array::from_fn(|share| a[share] + b[share])
}

/// The least of each share; nothing costs 0.
pub(crate) fn cheapest(costs: impl Iterator<Item = Shared>) -> Shared {
    let least = costs.reduce(|a, b| core::array::from_fn(|share| a[share].min(b[share])));
    least.unwrap_or([0; SHARES])
}

/// What a part costs twice, for each share of the saving that it gets.
fn shared(size: u8, cost: i64, saving: i64) -> Shared {
    let saving = saving.max(0);
    match size {
        2 => core::array::from_fn(|share| 2 * cost - saving * (2 - share as i64)),
        3 => core::array::from_fn(|share| 2 * cost - saving * share as i64),
        _ => [2 * cost; SHARES],
    }
}

fn weight_of(size: u8, weights: &Weights) -> i64 {
    let kind = match size {
        1 => Kind::Single,
        2 => Kind::Pair,
        3 => Kind::Triple,
        _ => Kind::Bomb,
    };
    weights.of(kind, size).into()
}

/// Every way to part so many cards of a rank, the cheapest first.
pub(crate) fn all_parts(cards: u8, weights: &Weights, saving: i64) -> Vec<Parts> {
    fn extend(
        left: u8,
        largest: u8,
        sizes: &mut SmallVec<[u8; 10]>,
        all: &mut Vec<SmallVec<[u8; 10]>>,
    ) {
        if left == 0 {
            all.push(sizes.clone());
        }
        for size in 1..=left.min(largest) {
            sizes.push(size);
            extend(left - size, size, sizes, all);
            sizes.pop();
        }
    }
    let mut all = Vec::new();
    extend(cards, cards, &mut SmallVec::new(), &mut all);
    let mut parts: Vec<Parts> = all
        .into_iter()
        .map(|sizes| {
            let count = |size| sizes.iter().filter(|&&other| other == size).count() as u8;
            let costs = || sizes.iter().map(|&size| (size, weight_of(size, weights)));
            Parts {
                triples: count(3),
                pairs: count(2),
                cost: costs().map(|(_, cost)| cost).sum(),
                shared: costs().fold([0; SHARES], |total, (size, cost)| {
                    sum(total, shared(size, cost, saving))
                }),
                sizes,
            }
        })
        .collect();
    parts.sort_by_key(|parts| parts.shared.into_iter().max());
    parts
}

/// Every way to part the jokers.
pub(crate) fn joker_parts(
    jokers: [u8; 2],
    weights: &Weights,
    saving: i64,
    rules: Rules,
) -> Vec<JokerParts> {
    let saving = if rules.joker_pair_in_full_house {
        saving
    } else {
        0
    };
    let mut all = Vec::new();
    let ways = |held: u8| -> Vec<SmallVec<[u8; 2]>> {
        match held {
            0 => vec![SmallVec::new()],
            1 => vec![SmallVec::from_slice(&[1])],
            _ => vec![SmallVec::from_slice(&[2]), SmallVec::from_slice(&[1, 1])],
        }
    };
    for small in ways(jokers[0]) {
        for big in ways(jokers[1]) {
            let of = |place, sizes: &SmallVec<[u8; 2]>| {
                let pieces = sizes.iter().map(|&size| Piece {
                    place,
                    size,
                    wilds: 0,
                });
                pieces.collect::<SmallVec<[Piece; 4]>>()
            };
            let mut pieces: SmallVec<[Piece; 4]> = of(SMALL_JOKERS, &small);
            pieces.extend(of(SMALL_JOKERS + 1, &big));
            let pairs = pieces.iter().filter(|piece| piece.size == 2).count() as u8;
            let costs = || {
                pieces
                    .iter()
                    .map(|piece| (piece.size, weight_of(piece.size, weights)))
            };
            all.push(JokerParts {
                pairs: if rules.joker_pair_in_full_house {
                    pairs
                } else {
                    0
                },
                cost: costs().map(|(_, cost)| cost).sum(),
                shared: costs().fold([0; SHARES], |total, (size, cost)| {
                    sum(total, shared(size, cost, saving))
                }),
                pieces,
            });
        }
    }
    if jokers == [2, 2] {
        let cost = i64::from(weights.of(Kind::JokerBomb, 4));
        let piece = Piece {
            place: ALL_JOKERS,
            size: 4,
            wilds: 0,
        };
        all.push(JokerParts {
            pieces: SmallVec::from_slice(&[piece]),
            pairs: 0,
            cost,
            shared: [2 * cost; SHARES],
        });
    }
    all
}
