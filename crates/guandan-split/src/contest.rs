use cards_core::{AnyCard, BySeat, Rank, Seat};

use crate::round::{SEATS, partner};
use crate::{Face, Hand, Level, Rules, Strength};

/// How many levels the side of the first to finish goes up: 3 if the partner is
/// second, 2 if third, 1 if last.
///
/// `None` if the order does not name four different seats.
///
/// ```
/// use cards_core::Seat;
/// use guandan_split::promotion;
///
/// let order: Vec<Seat> = [1, 3, 0, 2].map(|seat| Seat::new(seat).unwrap()).to_vec();
/// assert_eq!(promotion(&order), Some(3));
/// ```
#[must_use]
pub fn promotion(order: &[Seat]) -> Option<u8> {
    let all = Seat::all(SEATS).all(|seat| order.contains(&seat));
    if order.len() != SEATS || !all {
        return None;
    }
    let place = order.iter().position(|&seat| seat == partner(order[0]))?;
    Some(4 - place as u8)
}

/// One card that changes hands before a deal is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gift {
    /// Who gives.
    pub from: Seat,
    /// Who gets it.
    pub to: Seat,
    /// The card.
    pub card: AnyCard,
}

/// What happens between the deal and the first lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The tributes (进贡); none if they are resisted.
    pub tributes: Vec<Gift>,
    /// What is given back (还贡).
    pub returns: Vec<Gift>,
    /// Whether two big jokers have spared the losers their tribute (抗贡).
    pub resisted: bool,
    /// Who leads.
    pub leader: Seat,
    /// The hands afterwards.
    pub hands: BySeat<Hand, SEATS>,
}

/// The exchange of cards after a deal that ended in an order of seats.
///
/// The last gives the highest card that is not wild to the first; after a double
/// win both losers give one, the higher of them to the first. Losers who hold
/// both big jokers, one of them or the two together, give none, and the first
/// leads; otherwise the giver of the (higher) tribute does. Of equal tributes
/// the one of the player who sits next after the first goes to the first.
///
/// `choose` picks the card to give back from those that the rules allow.
/// `None` if the order does not name four different seats.
#[must_use]
pub fn exchange(
    hands: &BySeat<Hand, SEATS>,
    order: &[Seat],
    level: Level,
    rules: Rules,
    mut choose: impl FnMut(Hand, &[AnyCard]) -> AnyCard,
) -> Option<Exchange> {
    promotion(order)?;
    let first = order[0];
    let double = order[1] == partner(first);
    let givers: Vec<Seat> = if double {
        let next = first.turns(SEATS).filter(|seat| order[2..].contains(seat));
        next.collect()
    } else {
        vec![order[3]]
    };
    let big = AnyCard::Joker(cards_core::Joker::Big);
    let jokers: u8 = givers.iter().map(|&giver| hands[giver].count(big)).sum();
    let mut done = Exchange {
        tributes: Vec::new(),
        returns: Vec::new(),
        resisted: jokers == 2,
        leader: first,
        hands: *hands,
    };
    if done.resisted {
        return Some(done);
    }
    let mut tributes: Vec<(Seat, AnyCard)> = Vec::new();
    for giver in givers {
        tributes.push((giver, highest(hands[giver], level)?));
    }
    // A stable sort: of equal ones the giver next after the first stays first.
    tributes.sort_by_key(|&(_, card)| core::cmp::Reverse(strength(card, level)));
    done.leader = tributes[0].0;
    for ((from, card), to) in tributes.into_iter().zip([first, partner(first)]) {
        done.tributes.push(Gift { from, to, card });
        done.hands[from].remove(card).ok()?;
        done.hands[to].insert(card).ok()?;
    }
    for gift in done.tributes.clone() {
        let hand = done.hands[gift.to];
        let allowed = returnable(hand, rules);
        let chosen = choose(hand, &allowed);
        let card = if allowed.contains(&chosen) {
            chosen
        } else {
            allowed[0]
        };
        done.returns.push(Gift {
            from: gift.to,
            to: gift.from,
            card,
        });
        done.hands[gift.to].remove(card).ok()?;
        done.hands[gift.from].insert(card).ok()?;
    }
    Some(done)
}

fn strength(card: AnyCard, level: Level) -> Strength {
    let face = match card {
        AnyCard::Card(card) => Face::Rank(card.rank()),
        AnyCard::Joker(joker) => Face::Joker(joker),
    };
    Strength::of(face, level)
}

/// The highest card that is not wild; of equal ones the first in the hand's
/// order.
fn highest(hand: Hand, level: Level) -> Option<AnyCard> {
    let wild = AnyCard::Card(level.wild_card());
    let cards = hand.iter().filter(|&card| card != wild);
    cards.reduce(|best, card| {
        if strength(card, level) > strength(best, level) {
            card
        } else {
            best
        }
    })
}

/// The cards that may be given back: up to the limit of the rules, or any if the
/// hand has none so low.
fn returnable(hand: Hand, rules: Rules) -> Vec<AnyCard> {
    let low = |card: &AnyCard| match (card, rules.highest_returned) {
        (_, None) => true,
        (AnyCard::Card(card), Some(highest)) => card.rank() <= highest,
        (AnyCard::Joker(_), Some(_)) => false,
    };
    let allowed: Vec<AnyCard> = hand.iter().filter(low).collect();
    if allowed.is_empty() {
        hand.iter().collect()
    } else {
        allowed
    }
}

/// A match: the two sides climb from the two to the ace, and the first to win a
/// deal at the ace, the partner not being last, wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    levels: [Rank; 2],
    /// The side whose level is played.
    side: usize,
    winner: Option<usize>,
}

impl Default for Contest {
    fn default() -> Contest {
        Contest::new()
    }
}

impl Contest {
    /// Both sides at the two. Side 0 has the seats 0 and 2.
    #[must_use]
    pub const fn new() -> Contest {
        Contest {
            levels: [Rank::Two; 2],
            side: 0,
            winner: None,
        }
    }

    /// The level that is played.
    #[must_use]
    pub const fn level(&self) -> Level {
        Level::new(self.levels[self.side])
    }

    /// The ranks of both sides.
    #[must_use]
    pub const fn levels(&self) -> [Rank; 2] {
        self.levels
    }

    /// The side that has won, if one has.
    #[must_use]
    pub const fn winner(&self) -> Option<usize> {
        self.winner
    }

    /// Scores a deal that ended in an order; `false`, and nothing changes, if
    /// the order does not name four different seats or the match is won.
    pub fn finish(&mut self, order: &[Seat]) -> bool {
        let (Some(steps), None) = (promotion(order), self.winner) else {
            return false;
        };
        let side = order[0].index() % 2;
        let at_ace = self.levels[side] == Rank::Ace && side == self.side;
        if at_ace && steps > 1 {
            self.winner = Some(side);
        }
        let index = (self.levels[side].index() + usize::from(steps)).min(Rank::COUNT - 1);
        self.levels[side] = Rank::ALL[index];
        self.side = side;
        true
    }
}
