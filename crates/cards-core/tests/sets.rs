//! The set algebra against sets of the standard library.

use std::collections::HashSet;

use cards_core::{Card, CardSet, Rank, RankOrder, RankSet, Suit};
use proptest::prelude::*;

const ORDERS: [RankOrder; 2] = [RankOrder::AceHigh, RankOrder::AceLow];

fn any_set() -> impl Strategy<Value = CardSet> {
    any::<u64>().prop_map(CardSet::from_bits_truncate)
}

fn any_card() -> impl Strategy<Value = Card> {
    (0_usize..52).prop_map(|index| Card::from_index(index).unwrap())
}

fn any_ranks() -> impl Strategy<Value = RankSet> {
    any::<u16>().prop_map(RankSet::from_bits_truncate)
}

fn any_rank() -> impl Strategy<Value = Rank> {
    (0_usize..13).prop_map(|index| Rank::from_index(index).unwrap())
}

fn model(set: CardSet) -> HashSet<Card> {
    (0..52)
        .filter_map(Card::from_index)
        .filter(|&card| set.contains(card))
        .collect()
}

fn rank_model(set: RankSet) -> HashSet<Rank> {
    Rank::ALL
        .into_iter()
        .filter(|&rank| set.contains(rank))
        .collect()
}

/// The same laws for both kinds of set.
macro_rules! algebra {
    ($name:ident, $set:ident, $any_set:ident, $any_element:ident, $model:ident) => {
        mod $name {
            use super::*;

            proptest! {
                #[test]
                fn operators_are_those_of_sets(a in $any_set(), b in $any_set()) {
                    let (x, y) = ($model(a), $model(b));
                    prop_assert_eq!($model(a | b), &x | &y);
                    prop_assert_eq!($model(a & b), &x & &y);
                    prop_assert_eq!($model(a - b), &x - &y);
                    prop_assert_eq!($model(a ^ b), &x ^ &y);
                    prop_assert_eq!($model(!a), &$model($set::FULL) - &x);
                    prop_assert_eq!(a.is_subset(b), x.is_subset(&y));
                    prop_assert_eq!(a.is_disjoint(b), x.is_disjoint(&y));
                    prop_assert_eq!(a.len(), x.len());
                    prop_assert_eq!(a.is_empty(), x.is_empty());
                    let mut c = a;
                    c |= b;
                    prop_assert_eq!(c, a.union(b));
                    c &= a;
                    prop_assert_eq!(c, a);
                    c -= b;
                    prop_assert_eq!(c, a.difference(b));
                    c ^= b;
                    prop_assert_eq!(c, a.union(b));
                }

                #[test]
                fn elements_come_and_go(a in $any_set(), e in $any_element()) {
                    let mut x = $model(a);
                    let mut set = a;
                    prop_assert_eq!(set.insert(e), x.insert(e));
                    prop_assert_eq!(set, a.with(e));
                    prop_assert_eq!($model(set), x.clone());
                    prop_assert_eq!(set.remove(e), x.remove(&e));
                    prop_assert_eq!(set, a.without(e));
                    prop_assert_eq!($model(set), x.clone());
                    prop_assert_eq!(set.remove(e), false);
                    prop_assert!($set::from(e).contains(e));
                    prop_assert_eq!($set::from(e).len(), 1);
                }

                #[test]
                fn iteration_visits_each_once_from_both_ends(a in $any_set(), steps in any::<u64>()) {
                    let forward: Vec<_> = a.iter().collect();
                    prop_assert_eq!(forward.len(), a.iter().len());
                    prop_assert_eq!(forward.iter().copied().collect::<HashSet<_>>(), $model(a));
                    let mut backward: Vec<_> = a.into_iter().rev().collect();
                    backward.reverse();
                    prop_assert_eq!(&backward, &forward);
                    prop_assert_eq!(forward.iter().copied().collect::<$set>(), a);

                    let (mut iter, mut front, mut back) = (a.iter(), Vec::new(), Vec::new());
                    for step in 0.. {
                        let left = iter.len();
                        let next = if steps >> (step % 64) & 1 == 0 {
                            iter.next().map(|e| front.push(e))
                        } else {
                            iter.next_back().map(|e| back.push(e))
                        };
                        if next.is_none() {
                            prop_assert_eq!(left, 0);
                            break;
                        }
                        prop_assert_eq!(iter.len(), left - 1);
                    }
                    front.extend(back.into_iter().rev());
                    prop_assert_eq!(front, forward);
                }

                #[test]
                fn bits_round_trip(a in $any_set()) {
                    prop_assert_eq!($set::from_bits(a.bits()), Some(a));
                }
            }
        }
    };
}

algebra!(card_sets, CardSet, any_set, any_card, model);
algebra!(rank_sets, RankSet, any_ranks, any_rank, rank_model);

proptest! {
    #[test]
    fn bits_that_are_no_card_are_refused(bits in any::<u64>()) {
        let legal = (0..64).all(|bit| bits >> bit & 1 == 0 || Card::from_bit(bit).is_some());
        prop_assert_eq!(CardSet::from_bits(bits).is_some(), legal);
        let truncated = CardSet::from_bits_truncate(bits);
        prop_assert_eq!(truncated.bits(), bits & CardSet::FULL.bits());
    }

    #[test]
    fn a_set_is_the_union_of_its_suits(a in any_set()) {
        let mut union = CardSet::EMPTY;
        for suit in Suit::ALL {
            let cards = a.in_suit(suit);
            prop_assert!(cards.iter().all(|card| card.suit() == suit));
            prop_assert_eq!(cards, CardSet::from_suit(suit, a.suit(suit)));
            prop_assert_eq!(cards.is_empty(), !a.has_suit(suit));
            union |= cards;
        }
        prop_assert_eq!(union, a);
    }

    #[test]
    fn a_set_is_its_cards(a in any_set()) {
        let mut cards: Vec<_> = a.iter().collect();
        prop_assert_eq!(CardSet::from_cards(&cards), a);
        cards.extend(a.first());
        prop_assert_eq!(CardSet::from_cards(&cards), a);
    }

    #[test]
    fn ranks_of_a_set(a in any_set()) {
        let ranks: RankSet = a.iter().map(Card::rank).collect();
        prop_assert_eq!(a.ranks(), ranks);
    }

    #[test]
    fn first_last_and_nth_follow_the_iteration_order(a in any_set()) {
        let cards: Vec<_> = a.iter().collect();
        prop_assert_eq!(a.first(), cards.first().copied());
        prop_assert_eq!(a.last(), cards.last().copied());
        for position in 0..=cards.len() {
            prop_assert_eq!(a.nth(position), cards.get(position).copied());
        }
        prop_assert_eq!(a.single(), if cards.len() == 1 { a.first() } else { None });
        let mut rest = a;
        let popped: Vec<_> = std::iter::from_fn(|| rest.pop_first()).collect();
        prop_assert_eq!(popped, cards);
        prop_assert!(rest.is_empty());
    }

    #[test]
    fn lanes_rise_with_the_order(a in any_set()) {
        for order in ORDERS {
            let lanes = a.lanes(order);
            prop_assert_eq!(lanes.count_ones() as usize, a.len());
            prop_assert_eq!(CardSet::from_lanes(lanes, order), Some(a));
            let cards: Vec<_> = a.iter_in(order).collect();
            prop_assert_eq!(a.iter_in(order).len(), cards.len());
            let mut backward: Vec<_> = a.iter_in(order).rev().collect();
            backward.reverse();
            prop_assert_eq!(&backward, &cards);
            prop_assert_eq!(cards.iter().copied().collect::<CardSet>(), a);
            prop_assert_eq!(cards.len(), a.len());
            for pair in cards.windows(2) {
                let (low, high) = (pair[0], pair[1]);
                prop_assert!(low.suit().index() <= high.suit().index());
                if low.suit() == high.suit() {
                    prop_assert!(order.is_higher(high.rank(), low.rank()));
                }
            }
            for (suit, at) in Suit::ALL.into_iter().zip([0, 16, 32, 48]) {
                prop_assert_eq!((lanes >> at) as u16, a.suit(suit).lane(order));
                let of_suit = || cards.iter().copied().filter(|card| card.suit() == suit);
                prop_assert_eq!(a.lowest(suit, order), of_suit().next());
                prop_assert_eq!(a.highest(suit, order), of_suit().next_back());
                prop_assert_eq!(a.suit_lengths()[suit], of_suit().count());
            }
        }
    }

    #[test]
    fn extremes_of_ranks(a in any_ranks()) {
        prop_assert_eq!(a.single(), if a.len() == 1 { a.iter().next() } else { None });
        for order in ORDERS {
            let by_place = |rank: &Rank| order.place(*rank);
            prop_assert_eq!(a.highest(order), a.iter().max_by_key(by_place));
            prop_assert_eq!(a.lowest(order), a.iter().min_by_key(by_place));
            prop_assert_eq!(RankSet::from_lane(a.lane(order), order), Some(a));
            let ranks: Vec<_> = a.iter_in(order).collect();
            prop_assert!(ranks.is_sorted_by_key(|rank| order.place(*rank)));
            prop_assert_eq!(ranks.iter().copied().collect::<RankSet>(), a);
            let mut backward: Vec<_> = a.iter_in(order).rev().collect();
            backward.reverse();
            prop_assert_eq!(backward, ranks);
        }
    }

    #[test]
    fn subsets_are_all_subsets_once(bits in any::<u64>()) {
        // Twelve cards at most, so that the 4096 subsets are quickly listed.
        let set: CardSet = CardSet::from_bits_truncate(bits).iter().take(12).collect();
        let subsets: Vec<_> = set.subsets().collect();
        prop_assert_eq!(subsets.len(), 1 << set.len());
        prop_assert!(subsets.iter().all(|subset| subset.is_subset(set)));
        prop_assert!(subsets.is_sorted_by(|a, b| a.bits() < b.bits()));
        prop_assert_eq!(subsets[0], CardSet::EMPTY);
        prop_assert_eq!(subsets[subsets.len() - 1], set);
    }
}

#[test]
fn bits_from_lanes_of_no_card_are_refused() {
    assert_eq!(CardSet::from_lanes(1, RankOrder::AceHigh), None);
    assert_eq!(CardSet::from_lanes(1 << 13, RankOrder::AceLow), None);
    assert_eq!(CardSet::from_lanes(1 << 14, RankOrder::AceLow), None);
    for (lane, order) in [
        (1, RankOrder::AceHigh),
        (1 << 13, RankOrder::AceLow),
        (1 << 15, RankOrder::AceLow),
    ] {
        assert_eq!(RankSet::from_lane(lane, order), None);
    }
    let ace = CardSet::of(Card::new(Suit::Clubs, Rank::Ace));
    assert_eq!(CardSet::from_lanes(1, RankOrder::AceLow), Some(ace));
}

#[test]
fn cards_know_their_suit_rank_index_and_bit() {
    let mut seen = CardSet::EMPTY;
    for (i, suit) in Suit::ALL.into_iter().enumerate() {
        assert_eq!(Suit::from_index(i), Some(suit));
        for (j, rank) in Rank::ALL.into_iter().enumerate() {
            assert_eq!(Rank::from_index(j), Some(rank));
            let card = Card::new(suit, rank);
            assert_eq!((card.suit(), card.rank()), (suit, rank));
            assert_eq!(card.index(), 13 * i + j);
            assert_eq!(Card::from_index(card.index()), Some(card));
            assert_eq!(card.bit(), (16 * i + j + 1) as u32);
            assert_eq!(Card::from_bit(card.bit()), Some(card));
            assert!(seen.insert(card));
        }
    }
    assert_eq!(seen, CardSet::FULL);
    assert_eq!((Suit::from_index(4), Rank::from_index(13)), (None, None));
    assert_eq!((Card::from_index(52), Card::from_bit(64)), (None, None));
    assert_eq!(
        (0..=u32::from(u8::MAX)).filter_map(Card::from_bit).count(),
        52
    );
}

#[test]
fn orders_rank_the_ace() {
    for order in ORDERS {
        for (place, rank) in (0..13).map(|place| (place, order.rank_at(place).unwrap())) {
            assert_eq!(order.place(rank), place);
            for other in Rank::ALL {
                let higher = order.place(other) > place;
                assert_eq!(order.is_higher(other, rank), higher);
                assert_eq!(order.compare(other, rank).is_gt(), higher);
                assert_eq!(RankSet::above(rank, order).contains(other), higher);
                let lower = order.place(other) < place;
                assert_eq!(RankSet::below(rank, order).contains(other), lower);
            }
        }
        assert_eq!(order.rank_at(13), None);
    }
    assert_eq!(RankOrder::AceHigh.rank_at(12), Some(Rank::Ace));
    assert_eq!(RankOrder::AceLow.rank_at(0), Some(Rank::Ace));
    assert_eq!(RankOrder::AceLow.rank_at(12), Some(Rank::King));
}

#[test]
fn the_empty_set_has_one_subset() {
    assert_eq!(
        CardSet::EMPTY.subsets().collect::<Vec<_>>(),
        [CardSet::EMPTY]
    );
}
