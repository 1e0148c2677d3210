//! One deal as the search sees it: its cards numbered from 0, suit by suit and
//! within a suit upwards, so that a set of them is a few bits a suit.

use cards_core::{BySeat, Card, CardSet, Seat, Suit};

use crate::rules::{HEARTS, JACK, PENALTIES, QUEEN};
use crate::{ForcedQueen, Jack, MoonChoice, PLAYERS, Position, Rules, scores};

/// In place of a seat: none yet.
pub(super) const NOBODY: u8 = 4;

/// What does not change while a deal is played.
#[derive(Debug)]
pub(super) struct Deal {
    pub(super) rules: Rules,
    cards: Vec<Card>,
    suit_of: [u8; 52],
    suits: [SuitPart; 4],
    pub(super) hearts: u64,
    pub(super) queen: u64,
    /// Empty where the jack is a card as any other.
    pub(super) jack: u64,
    /// The cards that change a score.
    pub(super) scoring: u64,
    breakers: u64,
    queen_is_free: bool,
    /// By shooter and by the holder of the jack, or [`NOBODY`]: the scores of a moon.
    moons: [[[i16; PLAYERS]; PLAYERS + 1]; PLAYERS],
}

/// The cards of one suit, and what follows from which of them are left.
#[derive(Debug, Default)]
struct SuitPart {
    first: u32,
    all: u64,
    /// For each set of cards left.
    facts: Vec<Fact>,
}

/// What is known of the cards left of a suit.
#[derive(Clone, Copy, Debug)]
struct Fact {
    /// A number: the same for two sets if and only if they have the same owners and
    /// kinds of cards from below. At most 13 bits.
    id: u16,
    /// [`DUCKS`], [`EXITS`] and [`TOPS`].
    flags: u8,
}

/// However often others lead the suit, the player need not take a trick.
///
/// That is so if of each of his cards no more of the others' cards are below than of
/// his own. Then one of his is below any card led; he plays the highest such, and the
/// same holds of what is left: the cards of his above that have both lost one below,
/// the ones below it neither. The others may play more of their cards, and he discards
/// his highest.
const DUCKS: u8 = 1;

/// The player can lose the lead by his lowest card of the suit, and [`DUCKS`] holds of
/// the rest: it is below all others' cards, of which there are some.
const EXITS: u8 = 2;

/// Each card of the player is above all of the others'.
const TOPS: u8 = 4;

/// What is known of the cards left of all suits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// The same for the same owners and kinds in every suit's order; 52 bits.
    pub(super) id: u64,
    all: u8,
    /// The suits by which the player can lose the lead, a bit each.
    exits: u8,
}

impl Facts {
    /// Whether the player need take none of the tricks that are left, if he is to lead
    /// one of these suits or, with none, somebody else is to lead.
    #[inline]
    pub(super) fn can_lose_all(self, leads: Option<u8>) -> bool {
        self.all & DUCKS != 0 && leads.is_none_or(|suits| suits & self.exits != 0)
    }

    /// Whether the player takes all the tricks that are left if he is to lead.
    #[inline]
    pub(super) fn wins_all(self) -> bool {
        self.all & TOPS != 0
    }
}

impl Deal {
    /// The deal of a position. What follows for one player is found for this one, if any.
    pub(super) fn new(
        rules: &Rules,
        choice: MoonChoice,
        position: &Position,
        player: Option<Seat>,
    ) -> Deal {
        let hands = position.hands.into_array();
        let in_play = hands.into_iter().fold(position.trick, CardSet::union);
        let mut deal = Deal {
            rules: *rules,
            cards: in_play.iter().collect(),
            suit_of: [0; 52],
            suits: Default::default(),
            hearts: 0,
            queen: 0,
            jack: 0,
            scoring: 0,
            breakers: 0,
            queen_is_free: rules.forced_queen == ForcedQueen::HeartInstead,
            moons: moons(rules, choice),
        };
        for (number, card) in deal.cards.iter().enumerate() {
            deal.suit_of[number] = card.suit().index() as u8;
        }
        deal.hearts = deal.set(HEARTS);
        deal.queen = deal.set(CardSet::of(QUEEN));
        if rules.jack != Jack::Plain {
            deal.jack = deal.set(CardSet::of(JACK));
        }
        deal.scoring = deal.set(PENALTIES) | deal.jack;
        deal.breakers = deal.set(rules.breakers());
        let mut first = 0;
        for suit in Suit::ALL {
            let count = in_play.suit(suit).len() as u32;
            deal.suits[suit.index()] = deal.suit_part(first, count, &hands, player);
            first += count;
        }
        deal
    }

    fn suit_part(
        &self,
        first: u32,
        count: u32,
        hands: &[CardSet; PLAYERS],
        player: Option<Seat>,
    ) -> SuitPart {
        const UNKNOWN: u16 = u16::MAX;
        const STEPS: usize = 2 * PLAYERS;
        // The sequences of (owner, kind) from below are the paths of a tree whose
        // nodes are numbered as they appear. Cards on the table are never left.
        let single = self.queen | self.jack;
        let mut steps = [0; 13];
        let mut own = 0_usize;
        for place in 0..count {
            let number = first + place;
            let card = self.cards[number as usize];
            let owner = hands.iter().position(|hand| hand.contains(card));
            steps[place as usize] = owner.unwrap_or(0) + PLAYERS * (single >> number & 1) as usize;
            if owner.is_some() && owner == player.map(Seat::index) {
                own |= 1 << place;
            }
        }
        let mut facts = vec![
            Fact {
                id: 0,
                flags: DUCKS | TOPS
            };
            1 << count
        ];
        let mut children = vec![UNKNOWN; STEPS];
        for set in 1_usize..1 << count {
            let highest = set.ilog2();
            let below = set & !(1 << highest);
            let child = usize::from(facts[below].id) * STEPS + steps[highest as usize];
            if children[child] == UNKNOWN {
                children[child] = (children.len() / STEPS) as u16;
                children.resize(children.len() + STEPS, UNKNOWN);
            }
            let mut flags = facts[below].flags & (DUCKS | TOPS);
            let (mine, others) = (set & own, set & !own);
            if own >> highest & 1 == 0 {
                flags &= if mine == 0 { DUCKS | TOPS } else { DUCKS };
            } else if (below & !own).count_ones() > (below & own).count_ones() {
                flags &= !DUCKS;
            }
            let lowest = mine & mine.wrapping_neg();
            let is_lowest = lowest != 0 && lowest < others & others.wrapping_neg();
            if is_lowest && facts[set & !lowest].flags & DUCKS != 0 {
                flags |= EXITS;
            }
            facts[set] = Fact {
                id: children[child],
                flags,
            };
        }
        SuitPart {
            first,
            all: ((1 << count) - 1) << first,
            facts,
        }
    }

    pub(super) fn card(&self, number: u8) -> Card {
        self.cards[usize::from(number)]
    }

    /// The number of a card of the deal.
    pub(super) fn number(&self, card: Card) -> Option<u8> {
        let number = self.cards.iter().position(|&other| other == card)?;
        Some(number as u8)
    }

    /// The cards of a set that are in the deal.
    pub(super) fn set(&self, cards: CardSet) -> u64 {
        (self.cards.iter().enumerate())
            .filter(|(_, card)| cards.contains(**card))
            .fold(0, |set, (number, _)| set | 1 << number)
    }

    fn cards(&self, set: u64) -> CardSet {
        Numbers(set).map(|number| self.card(number)).collect()
    }

    #[inline]
    pub(super) fn suit_of(&self, number: u8) -> u8 {
        self.suit_of[usize::from(number)]
    }

    /// The cards of a suit.
    #[inline]
    pub(super) fn suit(&self, suit: u8) -> u64 {
        self.suits[usize::from(suit)].all
    }

    /// What is known of the cards left.
    #[inline]
    pub(super) fn facts(&self, left: u64) -> Facts {
        let mut facts = Facts {
            id: 0,
            all: DUCKS | TOPS,
            exits: 0,
        };
        for (place, suit) in self.suits.iter().enumerate() {
            let Fact { id, flags } = suit.facts[((left & suit.all) >> suit.first) as usize];
            facts.id = facts.id << 13 | u64::from(id);
            facts.all &= flags;
            facts.exits |= ((flags & EXITS) / EXITS) << place;
        }
        facts
    }

    /// The points of some cards.
    #[inline]
    pub(super) fn points(&self, cards: u64) -> i16 {
        let hearts = (cards & self.hearts).count_ones() as i16;
        hearts + if cards & self.queen != 0 { 13 } else { 0 }
    }

    pub(super) fn moon(&self, shooter: u8, jack: u8) -> [i16; PLAYERS] {
        self.moons[usize::from(shooter)][usize::from(jack)]
    }
}

/// By shooter and by the holder of the jack, the scores of a moon.
fn moons(rules: &Rules, choice: MoonChoice) -> [[[i16; PLAYERS]; PLAYERS + 1]; PLAYERS] {
    core::array::from_fn(|shooter| {
        core::array::from_fn(|jack| {
            let taken = BySeat::from_fn(|seat| {
                let mut cards = CardSet::EMPTY;
                if seat.index() == shooter {
                    cards |= PENALTIES;
                }
                if seat.index() == jack {
                    cards.insert(JACK);
                }
                cards
            });
            scores(&taken, rules, choice)
                .map(|score| score as i16)
                .into_array()
        })
    })
}

/// A position within a deal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) hands: [u64; PLAYERS],
    /// The cards on the table.
    pub(super) trick: u64,
    /// The card that is winning, if there are any.
    best: u8,
    pub(super) winner: u8,
    pub(super) turn: u8,
    pub(super) played: u8,
    led: u8,
    /// Hearts may be led by any hand.
    pub(super) broken: bool,
    first_trick: bool,
}

impl Node {
    pub(super) fn new(deal: &Deal, position: &Position) -> Node {
        Node {
            hands: position.hands.into_array().map(|hand| deal.set(hand)),
            trick: deal.set(position.trick),
            best: deal.number(position.best).unwrap_or(0),
            winner: position.winner.index() as u8,
            turn: position.turn.index() as u8,
            played: position.trick_len,
            led: position.led.map_or(0, |suit| suit.index() as u8),
            broken: position.is_broken(&deal.rules) || deal.rules.breakers() == CardSet::FULL,
            first_trick: position.first_trick,
        }
    }

    #[inline]
    pub(super) fn left(&self) -> u64 {
        self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3]
    }

    #[inline]
    pub(super) fn hand(&self) -> u64 {
        self.hands[usize::from(self.turn)]
    }

    /// A suit that was led, or 4 for a lead.
    #[inline]
    pub(super) fn led(&self) -> u8 {
        if self.played == 0 { 4 } else { self.led }
    }

    /// Whether a card would be winning the trick.
    #[inline]
    pub(super) fn wins(&self, deal: &Deal, card: u8) -> bool {
        self.played == 0 || (card > self.best && deal.suit_of(card) == self.led)
    }

    /// The suits that the one to lead may lead at least, a bit each; those that it does
    /// not hold may be among them. None on the first trick, which has rules of its own.
    #[inline]
    pub(super) fn suits_to_lead(&self, deal: &Deal) -> u8 {
        if self.first_trick {
            0
        } else if self.broken || self.hand() & !deal.hearts == 0 {
            0b1111
        } else {
            0b1011
        }
    }

    #[inline]
    pub(super) fn is_first_trick(&self) -> bool {
        self.first_trick
    }

    /// The cards that may be played.
    #[inline]
    fn legal(&self, deal: &Deal) -> u64 {
        let hand = self.hand();
        if self.first_trick {
            return self.legal_at_first(deal);
        }
        if self.played == 0 {
            let others = hand & !deal.hearts;
            let is_free =
                self.broken || others == 0 || (deal.queen_is_free && others & !deal.queen == 0);
            return if is_free { hand } else { others };
        }
        let follow = hand & deal.suit(self.led);
        if follow == 0 { hand } else { follow }
    }

    fn legal_at_first(&self, deal: &Deal) -> u64 {
        let hand = deal.cards(self.hand());
        let follow = self.hand() & deal.suit(self.led);
        if self.played == 0 {
            deal.set(deal.rules.opening_leads(hand)) & self.hand()
        } else if follow != 0 {
            follow
        } else {
            deal.set(deal.rules.discards(hand, true))
        }
    }

    /// One of each run of equal cards that may be played: of cards of a kind in one
    /// hand with nobody else's between, in hand or on the table, the lowest.
    #[inline]
    pub(super) fn moves(&self, deal: &Deal) -> u64 {
        let legal = self.legal(deal);
        if legal & legal.wrapping_sub(1) == 0 {
            return legal;
        }
        let single = deal.queen | deal.jack;
        let barriers = self.others() | single;
        let mut moves = legal;
        let mut rest = legal;
        let mut below = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        while rest != 0 {
            let card = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let pair = 1_u64 << card | 1 << below;
            let between = (1_u64 << card) - (2 << below);
            if barriers & between == 0
                && pair & single == 0
                && deal.suit_of(card) == deal.suit_of(below)
            {
                moves ^= 1 << card;
            }
            below = card;
        }
        moves
    }

    /// Which of the moves stands for a legal card.
    pub(super) fn equal_of(&self, moves: u64, card: u8) -> u8 {
        (moves & ((2 << card) - 1)).ilog2() as u8
    }

    /// The cards in other hands and on the table.
    #[inline]
    fn others(&self) -> u64 {
        (self.left() & !self.hand()) | self.trick
    }

    /// After a card. If it is the fourth of the trick, the trick is still to be
    /// [`closed`](Node::close).
    #[inline]
    pub(super) fn after(&self, deal: &Deal, card: u8) -> Node {
        let mut next = *self;
        next.hands[usize::from(self.turn)] ^= 1 << card;
        if self.wins(deal, card) {
            next.best = card;
            next.winner = self.turn;
        }
        if self.played == 0 {
            next.led = deal.suit_of(card);
        }
        next.trick |= 1 << card;
        next.played += 1;
        next.turn = (self.turn + 1) & 3;
        next
    }

    /// Clears the table; the winner leads.
    #[inline]
    pub(super) fn close(&mut self, deal: &Deal) {
        self.broken |= self.trick & deal.breakers != 0;
        self.turn = self.winner;
        self.trick = 0;
        self.played = 0;
        self.first_trick = false;
    }
}

/// The numbers of the cards of a set, from below.
pub(super) struct Numbers(pub(super) u64);

impl Iterator for Numbers {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let number = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(number)
    }
}
