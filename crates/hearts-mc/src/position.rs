use core::fmt;

use cards_core::{BySeat, Card, CardSet, RankOrder, Seat, Suit, trick};

use crate::rules::{MoonChoice, Opening, PLAYERS, Rules, TWO_OF_CLUBS, points};
use crate::score::scores;

/// A position in the play of a deal with all four hands open: what a search or
/// a playout works on. It is small and [`Copy`]; to take a play back, keep the
/// position from before it.
///
/// A player at the table has a [`View`](crate::View) instead.
///
/// ```
/// use cards_core::{BySeat, Seat};
/// use hearts_mc::{Position, Rules};
///
/// let hands = BySeat::new(["♣2 ♥5", "♣9 ♦A", "♣T ♠Q", "♣A ♠2"].map(|hand| hand.parse().unwrap()));
/// let mut position = Position::new(hands, &Rules::STANDARD)?;
/// assert_eq!(position.turn(), Seat::new(0));
/// for card in ["♣2", "♣9", "♣T", "♣A"] {
///     position = position.after(card.parse()?, &Rules::STANDARD)?;
/// }
/// // Seat 3 took the trick and leads the next.
/// assert_eq!(position.turn(), Seat::new(3));
/// assert_eq!(position.legal(&Rules::STANDARD).len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) hands: BySeat<CardSet>,
    pub(crate) taken: BySeat<CardSet>,
    /// The cards of the trick in progress.
    pub(crate) trick: CardSet,
    /// The first card of the trick in progress.
    pub(crate) led: Option<Suit>,
    /// The card that is winning it.
    pub(crate) best: Card,
    pub(crate) winner: Seat,
    pub(crate) turn: Seat,
    pub(crate) trick_len: u8,
    pub(crate) first_trick: bool,
    /// Hearts count as broken although nothing that was taken broke them.
    pub(crate) broken: bool,
}

impl Position {
    /// The start of the play of four hands of equal size, up to thirteen cards.
    /// Who leads is [`Rules::opening`]'s matter; where the two of clubs is in no
    /// hand, seat 0 leads what it may lead to a later trick.
    ///
    /// # Errors
    /// If the hands have different sizes, none, or a card in common.
    pub fn new(hands: BySeat<CardSet>, rules: &Rules) -> Result<Position, PositionError> {
        let holder = hands.iter().find(|(_, hand)| hand.contains(TWO_OF_CLUBS));
        let leader = match (rules.opening, holder) {
            (Opening::TwoOfClubs | Opening::AnyClub, Some((seat, _))) => seat,
            _ => Seat::FIRST,
        };
        let mut position = Position::later(hands, leader, BySeat::default())?;
        position.first_trick = holder.is_some() || rules.opening == Opening::FirstSeat;
        Ok(position)
    }

    /// The start of a later trick: `leader` is to lead, and the players have
    /// taken these cards. Hearts are broken if what was taken broke them by the
    /// rules.
    ///
    /// # Errors
    /// If the hands have different sizes or none, or a card is in two places.
    pub fn later(
        hands: BySeat<CardSet>,
        leader: Seat,
        taken: BySeat<CardSet>,
    ) -> Result<Position, PositionError> {
        if leader.index() >= PLAYERS {
            return Err(PositionError::NoSuchSeat(leader));
        }
        let mut seen = CardSet::EMPTY;
        for (seat, &cards) in hands.iter().chain(taken.iter()) {
            if let Some(card) = (seen & cards).first() {
                return Err(PositionError::CardTwice { seat, card });
            }
            seen |= cards;
        }
        let size = hands[leader].len();
        for (seat, hand) in hands.iter() {
            if hand.len() != size || size == 0 || size > 13 {
                return Err(PositionError::HandSize {
                    seat,
                    cards: hand.len(),
                });
            }
        }
        Ok(Position {
            hands,
            taken,
            trick: CardSet::EMPTY,
            led: None,
            best: TWO_OF_CLUBS,
            winner: leader,
            turn: leader,
            trick_len: 0,
            first_trick: false,
            broken: false,
        })
    }

    /// The position with hearts broken whatever has been taken, for an endgame
    /// whose earlier tricks are not given.
    #[must_use]
    pub const fn with_hearts_broken(mut self) -> Position {
        self.broken = true;
        self
    }

    /// A player's hand.
    ///
    /// # Panics
    /// If the seat is none of the four, as indexing by it would.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat]
    }

    /// The cards of the tricks that a player has taken.
    ///
    /// # Panics
    /// If the seat is none of the four, as indexing by it would.
    #[must_use]
    pub fn taken(&self, seat: Seat) -> CardSet {
        self.taken[seat]
    }

    /// The cards of the trick in progress.
    #[must_use]
    pub const fn trick(&self) -> CardSet {
        self.trick
    }

    /// How many cards the trick in progress has, 0 to 3.
    #[must_use]
    pub const fn trick_len(&self) -> usize {
        self.trick_len as usize
    }

    /// The suit led to the trick in progress, or `None` before the lead.
    #[must_use]
    pub const fn led(&self) -> Option<Suit> {
        self.led
    }

    /// Who is winning the trick in progress and with what, or `None` before the
    /// lead.
    #[must_use]
    pub fn winning(&self) -> Option<(Seat, Card)> {
        self.led.map(|_| (self.winner, self.best))
    }

    /// Whose turn it is, or `None` when all cards have been played.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        (!self.is_over()).then_some(self.turn)
    }

    /// Whether all cards have been played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.hands[self.turn].is_empty()
    }

    /// How many tricks are left to be finished.
    #[must_use]
    pub fn tricks_left(&self) -> usize {
        self.hands[self.turn].len()
    }

    /// Whether this is the first trick of the deal.
    #[must_use]
    pub const fn is_first_trick(&self) -> bool {
        self.first_trick
    }

    /// Whether hearts may be led by any hand.
    #[must_use]
    pub fn is_broken(&self, rules: &Rules) -> bool {
        self.broken || !rules.breakers().is_disjoint(self.played())
    }

    /// Every card that has been played.
    #[must_use]
    pub fn played(&self) -> CardSet {
        let taken = self.taken.as_array();
        taken[0] | taken[1] | taken[2] | taken[3] | self.trick
    }

    /// The cards that the player to move may play; empty when the deal is over.
    #[must_use]
    pub fn legal(&self, rules: &Rules) -> CardSet {
        let hand = self.hands[self.turn];
        match self.led {
            None if self.first_trick => rules.opening_leads(hand),
            None => rules.leads(hand, self.is_broken(rules)),
            Some(led) => {
                let follow = hand.in_suit(led);
                if follow.is_empty() {
                    rules.discards(hand, self.first_trick)
                } else {
                    follow
                }
            }
        }
    }

    /// The position after a play.
    ///
    /// # Errors
    /// If the player to move may not play the card, or nobody is to move.
    pub fn after(&self, card: Card, rules: &Rules) -> Result<Position, IllegalPlay> {
        let legal = self.legal(rules);
        if legal.contains(card) {
            return Ok(self.after_legal(card));
        }
        let seat = self.turn;
        let hand = self.hands[seat];
        Err(IllegalPlay {
            seat,
            card,
            fault: if hand.is_empty() {
                PlayFault::DealOver
            } else if !hand.contains(card) {
                PlayFault::NotHeld
            } else {
                match self.led {
                    Some(led) if hand.has_suit(led) => PlayFault::MustFollow(led),
                    Some(_) => PlayFault::FirstTrickPenalty,
                    None if self.first_trick && legal.contains(TWO_OF_CLUBS) => {
                        PlayFault::MustOpenWith(legal)
                    }
                    None => PlayFault::HeartsNotBroken,
                }
            },
        })
    }

    /// The position after a play that is known to be legal.
    #[inline]
    #[must_use]
    pub(crate) fn after_legal(mut self, card: Card) -> Position {
        let seat = self.turn;
        self.hands[seat].remove(card);
        self.trick.insert(card);
        if self.led.is_none() {
            self.led = Some(card.suit());
            (self.best, self.winner) = (card, seat);
        } else if trick::beats(card, self.best, RankOrder::AceHigh) {
            (self.best, self.winner) = (card, seat);
        }
        self.trick_len += 1;
        if self.trick_len as usize == PLAYERS {
            self.taken[self.winner] |= self.trick;
            self.trick = CardSet::EMPTY;
            self.led = None;
            self.trick_len = 0;
            self.first_trick = false;
            self.turn = self.winner;
        } else {
            self.turn = seat.next(PLAYERS);
        }
        self
    }

    /// The points that each player has taken, without the trick in progress and
    /// without what a moon does.
    #[must_use]
    pub fn points(&self) -> BySeat<i32> {
        BySeat::from_fn(|seat| points(self.taken[seat]))
    }

    /// The scores, as if the deal ended here: those of the deal once it is over.
    #[must_use]
    pub fn scores(&self, rules: &Rules, choice: MoonChoice) -> BySeat<i32> {
        scores(&self.taken, rules, choice)
    }
}

/// Cards that make no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// A seat beyond the four.
    NoSuchSeat(Seat),
    /// A hand of another size than the leader's, or of none or more than
    /// thirteen cards.
    HandSize {
        /// Whose hand.
        seat: Seat,
        /// How many cards it has.
        cards: usize,
    },
    /// A card in two places.
    CardTwice {
        /// Where it was met the second time.
        seat: Seat,
        /// The card.
        card: Card,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::NoSuchSeat(seat) => write!(f, "there is no seat {seat}"),
            PositionError::HandSize { seat, cards } => write!(
                f,
                "the hand of seat {seat} has {cards} cards: all need the same number, 1 to 13"
            ),
            PositionError::CardTwice { seat, card } => {
                write!(f, "{card} of seat {seat} is in two places")
            }
        }
    }
}

impl core::error::Error for PositionError {}

/// A play that the rules forbid. It changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalPlay {
    /// Whose turn it was.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// The rule that it breaks.
    pub fault: PlayFault,
}

/// The rule that a play breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayFault {
    /// Every card has been played.
    DealOver,
    /// Another player is to move.
    NotOnTurn,
    /// The cards have not been passed yet.
    NotPassed,
    /// The player does not hold the card.
    NotHeld,
    /// The player holds cards of the suit led.
    MustFollow(Suit),
    /// The first trick is opened with one of these.
    MustOpenWith(CardSet),
    /// A penalty card that the rules keep out of the first trick.
    FirstTrickPenalty,
    /// A heart led before hearts were broken.
    HeartsNotBroken,
}

impl fmt::Display for IllegalPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalPlay { seat, card, .. } = self;
        write!(f, "seat {seat} may not play {card}: ")?;
        match self.fault {
            PlayFault::DealOver => f.write_str("the deal is over"),
            PlayFault::NotOnTurn => f.write_str("it is another player's turn"),
            PlayFault::NotPassed => f.write_str("the cards have not been passed yet"),
            PlayFault::NotHeld => f.write_str("the card is not in its hand"),
            PlayFault::MustFollow(suit) => write!(f, "it must follow {suit}"),
            PlayFault::MustOpenWith(cards) => write!(f, "the first lead is one of {cards}"),
            PlayFault::FirstTrickPenalty => f.write_str("the rules keep it out of the first trick"),
            PlayFault::HeartsNotBroken => f.write_str("hearts are not broken"),
        }
    }
}

impl core::error::Error for IllegalPlay {}
