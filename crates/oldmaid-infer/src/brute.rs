//! The posterior from its definition: every deal of every card, every hidden
//! draw.
//!
//! It shares nothing with [`Filter`](crate::Filter) but the vocabulary, and is
//! what that is tested against. The number of deals grows as the factorial of the
//! pack, so it is for packs of about a dozen cards.

use std::collections::BTreeMap;

use cards_core::Seat;

use crate::{Discards, Draw, Hand, Kind, Rules, RulesError, Start};

/// Every deal of a small pack: the hands by seat, pairs still in them, and in how
/// many ways the cards, all told apart, can be dealt so.
#[derive(Clone, Debug)]
pub struct Deals {
    rules: Rules,
    deals: Vec<(Vec<Hand>, u64)>,
}

impl Deals {
    /// Deals every card in every way into hands of the rules' sizes.
    ///
    /// Takes time and memory proportional to the number of deals.
    ///
    /// # Errors
    /// If the rules cannot be.
    pub fn new(rules: &Rules) -> Result<Deals, RulesError> {
        rules.validate()?;
        let odd = rules.odd_kinds();
        let known = (odd.len() == 1).then(|| odd.nth(0)).flatten();
        let mut cards: Vec<Kind> = Vec::new();
        for kind in rules.kinds().iter() {
            let copies = known.map_or(rules.copies(kind), |odd| rules.dealt_copies(kind, odd));
            cards.extend((0..copies).map(|_| kind));
        }
        let mut places = rules.dealt_sizes();
        // A card that is taken out unseen is dealt to a hand of its own.
        places.push(cards.len() - rules.cards());
        let mut counts = BTreeMap::new();
        deal(
            &cards,
            &mut places,
            &mut vec![Vec::new(); rules.players],
            &mut counts,
        );
        let deals = counts.into_iter().map(|(hands, ways)| {
            let hands = hands.into_iter().map(|cards| cards.into_iter().collect());
            (hands.collect(), ways)
        });
        Ok(Deals {
            rules: *rules,
            deals: deals.collect(),
        })
    }

    /// In how many ways the cards can be dealt.
    #[must_use]
    pub fn ways(&self) -> u64 {
        self.deals.iter().map(|(_, ways)| ways).sum()
    }

    /// The hands by seat once their pairs are out, with the chance of each deal.
    pub fn after_discards(&self) -> impl Iterator<Item = (Vec<Hand>, f64)> {
        let all = self.ways() as f64;
        self.deals.iter().map(move |(dealt, ways)| {
            let mut hands = dealt.clone();
            for hand in &mut hands {
                hand.discard_all();
            }
            (hands, *ways as f64 / all)
        })
    }
}

/// Deals the cards one after the other to every place that is left.
fn deal(
    cards: &[Kind],
    places: &mut [usize],
    hands: &mut Vec<Vec<Kind>>,
    counts: &mut BTreeMap<Vec<Vec<Kind>>, u64>,
) {
    let Some((&card, rest)) = cards.split_first() else {
        *counts.entry(hands.clone()).or_default() += 1;
        return;
    };
    for seat in 0..places.len() {
        if places[seat] == 0 {
            continue;
        }
        places[seat] -= 1;
        match hands.get_mut(seat) {
            Some(hand) => {
                hand.push(card);
                deal(rest, places, hands, counts);
                hands[seat].pop();
            }
            None => deal(rest, places, hands, counts),
        }
        places[seat] += 1;
    }
}

/// Every world that is consistent with what a seat has seen, with its probability
/// and that of having seen it.
#[derive(Clone, Debug)]
pub struct Enumeration {
    observer: Seat,
    rules: Rules,
    worlds: BTreeMap<Vec<Vec<u8>>, f64>,
}

impl Enumeration {
    /// The worlds at the start, for a seat that holds `hand` once its pairs are
    /// out.
    #[must_use]
    pub fn new(deals: &Deals, observer: Seat, start: &Start, hand: &Hand) -> Enumeration {
        let all = deals.ways() as f64;
        let mut worlds = BTreeMap::new();
        for (dealt, ways) in &deals.deals {
            let mut hands = dealt.clone();
            let discards: Vec<Discards> = hands.iter_mut().map(Hand::discard_all).collect();
            if discards == start.discards && hands[observer.index()] == *hand {
                let counts = hands.iter().map(counts_of).collect();
                *worlds.entry(counts).or_default() += *ways as f64 / all;
            }
        }
        Enumeration {
            observer,
            rules: deals.rules,
            worlds,
        }
    }

    /// Goes on with every world in which the draw can happen, card by card.
    pub fn observe(&mut self, draw: &Draw) {
        let (by, from) = (draw.by.index(), draw.from.index());
        let sees = draw.by == self.observer || draw.from == self.observer;
        let mut next: BTreeMap<Vec<Vec<u8>>, f64> = BTreeMap::new();
        for (hands, probability) in &self.worlds {
            let size: u8 = hands[from].iter().sum();
            for card in 0..Kind::COUNT {
                let count = hands[from][card];
                if count == 0 {
                    continue;
                }
                let mut hands = hands.clone();
                hands[from][card] -= 1;
                hands[by][card] += 1;
                let paired = hands[by][card] == 2;
                if paired {
                    hands[by][card] = 0;
                }
                let seen = draw.card.map(Kind::index);
                let fits = paired != draw.discarded.is_empty()
                    && (!(paired || sees) || seen == Some(card));
                if fits {
                    let chance = f64::from(count) / f64::from(size);
                    *next.entry(hands).or_default() += probability * chance;
                }
            }
        }
        self.worlds = next;
    }

    /// The probability of all that was seen.
    #[must_use]
    pub fn evidence(&self) -> f64 {
        self.worlds.values().sum()
    }

    /// The chance that all of these seats hold a card of the kind beside them.
    #[must_use]
    pub fn joint(&self, conditions: &[(Seat, Kind)]) -> f64 {
        self.chance(|hands| {
            conditions
                .iter()
                .all(|(seat, kind)| hands[seat.index()][kind.index()] > 0)
        })
    }

    /// The chance that a kind is the odd one.
    #[must_use]
    pub fn odd_kind(&self, kind: Kind) -> f64 {
        self.chance(|hands| self.is_odd(hands, kind))
    }

    /// The chance that a seat holds a card of the odd kind.
    #[must_use]
    pub fn holds_odd(&self, seat: Seat) -> f64 {
        self.chance(|hands| {
            let own = &hands[seat.index()];
            self.rules
                .kinds()
                .iter()
                .any(|kind| own[kind.index()] > 0 && self.is_odd(hands, kind))
        })
    }

    /// The entropy of the hidden hands in bits.
    #[must_use]
    pub fn entropy(&self) -> f64 {
        let evidence = self.evidence();
        let chances = self
            .worlds
            .values()
            .map(|probability| probability / evidence);
        -chances.map(|chance| chance * chance.log2()).sum::<f64>()
    }

    /// The chance of the likeliest hands.
    #[must_use]
    pub fn most_likely(&self) -> f64 {
        self.worlds
            .values()
            .fold(0.0, |most: f64, &probability| most.max(probability))
            / self.evidence()
    }

    /// Pairs leave a hand or the pack two by two, so the odd kind is the one with
    /// an odd number of cards in the hands.
    fn is_odd(&self, hands: &[Vec<u8>], kind: Kind) -> bool {
        let cards: u8 = hands.iter().map(|hand| hand[kind.index()]).sum();
        cards % 2 == 1
    }

    fn chance(&self, holds: impl Fn(&[Vec<u8>]) -> bool) -> f64 {
        let favourable = self.worlds.iter().filter(|(hands, _)| holds(hands));
        favourable.map(|(_, probability)| probability).sum::<f64>() / self.evidence()
    }
}

fn counts_of(hand: &Hand) -> Vec<u8> {
    (0..Kind::COUNT)
        .filter_map(Kind::from_index)
        .map(|kind| hand.count(kind))
        .collect()
}
