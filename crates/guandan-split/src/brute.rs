//! An independent solver for small hands, straight from the definition of the
//! plays: every set of the hand's cards is looked at, every wild card tries
//! every rank, and a hand is split by dynamic programming over its subsets.
//! It shares no code with the solver that it checks.

use cards_core::{AnyCard, Card, Joker, Rank, Suit};

use crate::{Face, GuandanError, Hand, Kind, Level, Rules};

/// How many cards a hand may have here.
pub const MAX_CARDS: usize = 14;

/// Every set of a hand's cards that makes a play, with the kinds it makes.
#[derive(Clone, Debug)]
pub struct Plays {
    cards: Vec<AnyCard>,
    plays: Vec<(usize, Vec<Kind>)>,
}

impl Plays {
    /// Finds them among the up to 2¹⁴ sets.
    ///
    /// # Errors
    /// [`GuandanError::TooManyCards`] beyond [`MAX_CARDS`].
    pub fn of(hand: Hand, level: Level, rules: Rules) -> Result<Plays, GuandanError> {
        let cards: Vec<AnyCard> = hand.iter().collect();
        if cards.len() > MAX_CARDS {
            return Err(GuandanError::TooManyCards {
                cards: cards.len(),
                most: MAX_CARDS,
            });
        }
        let mut plays = Vec::new();
        for set in 1..1_usize << cards.len() {
            let chosen = (0..cards.len()).filter(|place| set >> place & 1 == 1);
            let chosen: Vec<AnyCard> = chosen.map(|place| cards[place]).collect();
            let kinds = kinds(&chosen, level, rules);
            if !kinds.is_empty() {
                plays.push((set, kinds));
            }
        }
        Ok(Plays { cards, plays })
    }

    /// The least cost of a split of the whole hand, each play costing what the
    /// function says of its kind and its number of cards.
    #[must_use]
    pub fn least_cost(&self, cost: impl Fn(Kind, usize) -> i64) -> i64 {
        let priced: Vec<(usize, i64)> = self
            .plays
            .iter()
            .map(|(set, kinds)| {
                let size = set.count_ones() as usize;
                let costs = kinds.iter().map(|&kind| cost(kind, size));
                (*set, costs.min().expect("a play has a kind"))
            })
            .collect();
        let mut by_lowest = vec![Vec::new(); self.cards.len() + 1];
        for (set, cost) in priced {
            by_lowest[set.trailing_zeros() as usize].push((set, cost));
        }
        let mut least = vec![0; 1 << self.cards.len()];
        for set in 1..least.len() {
            let plays = &by_lowest[set.trailing_zeros() as usize];
            let inside = plays.iter().filter(|(play, _)| play & !set == 0);
            let costs = inside.map(|(play, cost)| cost + least[set & !play]);
            least[set] = costs.min().expect("a card alone is a play");
        }
        least[least.len() - 1]
    }
}

/// The kinds of plays that all of these cards make together.
#[must_use]
pub fn kinds(cards: &[AnyCard], level: Level, rules: Rules) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for (kind, _) in readings(cards, level, rules) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// The plays that all of these cards make together: each kind with the face
/// that names it.
#[must_use]
pub fn readings(cards: &[AnyCard], level: Level, rules: Rules) -> Vec<(Kind, Face)> {
    let mut found: Vec<(Kind, Face)> = Vec::new();
    if cards.is_empty() || cards.len() > 10 {
        return found;
    }
    let wild = AnyCard::Card(level.wild_card());
    let fixed: Vec<AnyCard> = cards.iter().copied().filter(|&card| card != wild).collect();
    let jokers: Vec<Joker> = fixed.iter().filter_map(|card| card.joker()).collect();
    let naturals: Vec<Card> = fixed.iter().filter_map(|card| card.card()).collect();
    let wilds = cards.len() - fixed.len();
    if fixed.is_empty() {
        // Wild cards alone are what they show.
        let kind = if wilds == 1 { Kind::Single } else { Kind::Pair };
        return vec![(kind, level.rank().into())];
    }
    if !jokers.is_empty() {
        let alike = jokers.iter().all(|&joker| joker == jokers[0]);
        match (cards.len(), jokers.len()) {
            (1, 1) => found.push((Kind::Single, jokers[0].into())),
            (2, 2) if alike => found.push((Kind::Pair, jokers[0].into())),
            (4, 4) => found.push((Kind::JokerBomb, Joker::Big.into())),
            (5, 2) if alike && rules.joker_pair_in_full_house => {
                let rank = naturals.first().map(|card| card.rank());
                let triple = naturals.iter().all(|card| Some(card.rank()) == rank);
                found.extend(
                    rank.filter(|_| triple)
                        .map(|rank| (Kind::FullHouse, rank.into())),
                );
            }
            _ => {}
        }
        return found;
    }
    let one_suit = Suit::ALL
        .into_iter()
        .any(|suit| naturals.iter().all(|card| card.suit() == suit));
    for assignment in 0..13_usize.pow(wilds as u32) {
        let mut ranks: Vec<Rank> = naturals.iter().map(|card| card.rank()).collect();
        let mut rest = assignment;
        for _ in 0..wilds {
            ranks.push(Rank::ALL[rest % 13]);
            rest /= 13;
        }
        let mut add = |kind, rank: Rank| {
            if !found.contains(&(kind, rank.into())) {
                found.push((kind, rank.into()));
            }
        };
        if let Some((kind, rank)) = group(&ranks) {
            add(kind, rank);
        }
        for ace_low in [true, false] {
            if ace_low && !rules.ace_low_sequences {
                continue;
            }
            match sequence(&ranks, ace_low) {
                Some((Kind::Straight, top)) => {
                    // A wild card has any suit, that of the others or another.
                    if one_suit {
                        add(Kind::StraightFlush, top);
                    }
                    if !one_suit || wilds > 0 {
                        add(Kind::Straight, top);
                    }
                }
                Some((kind, top)) => add(kind, top),
                None => {}
            }
        }
    }
    found
}

/// Cards of one rank, or a triple and a pair, and the rank that names them.
fn group(ranks: &[Rank]) -> Option<(Kind, Rank)> {
    let count = |rank: Rank| ranks.iter().filter(|&&other| other == rank).count();
    let mut counts: Vec<(usize, Rank)> = Rank::ALL.map(|rank| (count(rank), rank)).into();
    counts.retain(|&(count, _)| count > 0);
    counts.sort_unstable();
    match counts[..] {
        [(1, rank)] => Some((Kind::Single, rank)),
        [(2, rank)] => Some((Kind::Pair, rank)),
        [(3, rank)] => Some((Kind::Triple, rank)),
        [(4..=10, rank)] => Some((Kind::Bomb, rank)),
        [(2, _), (3, rank)] => Some((Kind::FullHouse, rank)),
        _ => None,
    }
}

/// A straight, a tube or a plate and its highest rank, the ace being below the
/// two or above the king.
fn sequence(ranks: &[Rank], ace_low: bool) -> Option<(Kind, Rank)> {
    let place = |rank: Rank| match rank {
        Rank::Ace if ace_low => 1,
        _ => rank.index() + 2,
    };
    let mut sorted: Vec<Rank> = ranks.to_vec();
    sorted.sort_unstable_by_key(|&rank| place(rank));
    let (first, top) = (place(sorted[0]), sorted[sorted.len() - 1]);
    let steps: Vec<usize> = sorted.iter().map(|&rank| place(rank) - first).collect();
    match steps[..] {
        [0, 1, 2, 3, 4] => Some((Kind::Straight, top)),
        [0, 0, 1, 1, 2, 2] => Some((Kind::Tube, top)),
        [0, 0, 0, 1, 1, 1] => Some((Kind::Plate, top)),
        _ => None,
    }
}
