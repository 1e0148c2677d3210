use cards_core::{BySeat, Card, CardSet, Rank, RankOrder, Seat, Suit, trick};

use super::GameError;

/// How many seats the table has.
pub const PLAYERS: usize = 4;

/// The points of a whole deal: thirteen hearts at 1 and ♠Q at 13.
pub const ALL_POINTS: u8 = 26;

/// The card that opens the first trick, if seat 0 holds it.
pub const TWO_OF_CLUBS: Card = Card::new(Suit::Clubs, Rank::Two);

/// The card that costs thirteen points.
pub const QUEEN_OF_SPADES: Card = Card::new(Suit::Spades, Rank::Queen);

/// The points that a card costs the winner of its trick: 1 for a heart, 13 for
/// ♠Q, 0 otherwise (`Card.getPoints`).
#[must_use]
pub const fn card_points(card: Card) -> u8 {
    match (card.suit(), card.rank()) {
        (Suit::Hearts, _) => 1,
        (Suit::Spades, Rank::Queen) => 13,
        _ => 0,
    }
}

/// A deal in progress with all hands open (class `GameState`).
///
/// The document keeps a hand as a list sorted by suit, clubs first, and rank,
/// aces high. That is the order in which a [`CardSet`] lists its cards, and
/// playing a card leaves the order of the rest, so sets stand for the lists.
///
/// A state knows whose turn it is and which cards are where; the rules of
/// following suit are [`GreedyStrategy`](super::GreedyStrategy)'s, as in the
/// document.
///
/// ```
/// use cards_core::{CardSet, Seat};
/// use hearts_mc::published::{GameState, TWO_OF_CLUBS};
///
/// let new_pack: Vec<_> = CardSet::FULL.iter().collect();
/// let mut state = GameState::deal(&new_pack)?;
/// assert_eq!(state.hand(Seat::FIRST).to_string(), "♠J73 ♥Q84 ♦K95 ♣AT62");
/// state.play_card(Seat::FIRST, TWO_OF_CLUBS)?;
/// assert_eq!(state.turn(), Ok(Seat::FIRST.next(4)));
/// # Ok::<(), hearts_mc::published::GameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameState {
    hands: BySeat<CardSet>,
    trick: Trick,
    played: CardSet,
    scores: BySeat<u8>,
    leader: Seat,
    hearts_broken: bool,
}

impl GameState {
    /// Deals a pack one card at a time from seat 0 on (`deal`).
    ///
    /// # Errors
    /// [`GameError::PackSize`] unless there are 52 cards,
    /// [`GameError::RepeatedCard`] if two of them are the same.
    pub fn deal(pack: &[Card]) -> Result<GameState, GameError> {
        let mut hands = BySeat::<CardSet>::default();
        let mut dealt = CardSet::EMPTY;
        for (&card, seat) in pack.iter().zip(Seat::all(PLAYERS).cycle()) {
            if !dealt.insert(card) {
                return Err(GameError::RepeatedCard { card });
            }
            hands[seat].insert(card);
        }
        if pack.len() == CardSet::FULL.len() {
            Ok(GameState::new(hands))
        } else {
            Err(GameError::PackSize { cards: pack.len() })
        }
    }

    /// A position before a trick that seat 0 leads, with nothing scored and
    /// hearts unbroken. The cards that are in no hand are out of the game and
    /// do not count as played, so that ♣2 must be led by a seat 0 that holds it.
    ///
    /// The program itself only ever deals a whole pack.
    ///
    /// # Errors
    /// [`GameError::UnequalHands`] if the hands differ in size,
    /// [`GameError::RepeatedCard`] if two hands hold the same card.
    pub fn from_hands(hands: BySeat<CardSet>) -> Result<GameState, GameError> {
        let expected = hands[Seat::FIRST].len();
        let mut dealt = CardSet::EMPTY;
        for (seat, &hand) in hands.iter() {
            if hand.len() != expected {
                return Err(GameError::UnequalHands {
                    seat,
                    cards: hand.len(),
                    expected,
                });
            }
            if let Some(card) = (dealt & hand).first() {
                return Err(GameError::RepeatedCard { card });
            }
            dealt |= hand;
        }
        Ok(GameState::new(hands))
    }

    /// Fault 3: seat 0 is the first leader whoever holds ♣2, and no cards are
    /// passed before.
    fn new(hands: BySeat<CardSet>) -> GameState {
        GameState {
            hands,
            trick: Trick::EMPTY,
            played: CardSet::EMPTY,
            scores: BySeat::default(),
            leader: Seat::FIRST,
            hearts_broken: false,
        }
    }

    /// The cards that a seat holds; none if the table has no such seat.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.hands.get(seat).copied().unwrap_or(CardSet::EMPTY)
    }

    /// The cards on the table in the order in which they were played, the lead
    /// first (`getCurrentTrick`).
    #[must_use]
    pub fn current_trick(&self) -> &[Card] {
        self.trick.cards()
    }

    /// The cards that have been played, those on the table included
    /// (`getPlayedCards`).
    #[must_use]
    pub const fn played_cards(&self) -> CardSet {
        self.played
    }

    /// The points of the tricks that each seat has won (`getScores`).
    #[must_use]
    pub const fn scores(&self) -> &BySeat<u8> {
        &self.scores
    }

    /// The seat that leads the trick (`getTrickLeader`).
    #[must_use]
    pub const fn trick_leader(&self) -> Seat {
        self.leader
    }

    /// Whether a heart has been played (`isHeartsBroken`).
    #[must_use]
    pub const fn is_hearts_broken(&self) -> bool {
        self.hearts_broken
    }

    /// The seat that is to play.
    ///
    /// # Errors
    /// [`GameError::TrickComplete`] while four cards lie on the table,
    /// [`GameError::DealOver`] when all cards have been played.
    pub fn turn(&self) -> Result<Seat, GameError> {
        let seat = self.leader.plus(self.trick.len(), PLAYERS);
        if self.trick.is_complete() {
            Err(GameError::TrickComplete)
        } else if self.hands[seat].is_empty() {
            Err(GameError::DealOver)
        } else {
            Ok(seat)
        }
    }

    /// Succeeds if it is a seat's turn.
    pub(super) fn expect_turn(&self, seat: Seat) -> Result<(), GameError> {
        match self.turn()? {
            turn if turn == seat => Ok(()),
            turn => Err(GameError::OutOfTurn { seat, turn }),
        }
    }

    /// Whether a card may be in the hand of a player other than seat 0: it has
    /// not been played and seat 0 does not hold it. The program never asks.
    ///
    /// The document's `couldPlayerHaveCard` also takes a player, but does not
    /// look at it: voids that have been shown do not count.
    #[must_use]
    pub fn could_player_have_card(&self, card: Card) -> bool {
        !self.played.contains(card) && !self.hands[Seat::FIRST].contains(card)
    }

    /// The highest rank of a suit on the table, aces high, or `None`, where the
    /// document has 0 (`getCurrentTrickHighRank`).
    #[must_use]
    pub fn current_trick_high_rank(&self, suit: Suit) -> Option<Rank> {
        let cards: CardSet = self.current_trick().iter().copied().collect();
        cards.suit(suit).highest(RankOrder::AceHigh)
    }

    /// The seat that is winning the trick: it has played the highest card of
    /// the suit led. `None`, where the document has −1, if no card lies on the
    /// table (`getTrickWinner`).
    #[must_use]
    pub fn trick_winner(&self) -> Option<Seat> {
        let offset = trick::winner(self.current_trick(), RankOrder::AceHigh)?;
        Some(self.leader.plus(offset, PLAYERS))
    }

    /// The points on the table (`getTrickPoints`).
    #[must_use]
    pub fn trick_points(&self) -> u8 {
        self.current_trick().iter().copied().map(card_points).sum()
    }

    /// Plays a card (`playCard`). Any card that the seat holds will do.
    ///
    /// # Errors
    /// [`GameError::OutOfTurn`] or [`GameError::NotHeld`], and as
    /// [`GameState::turn`]; the document plays such cards all the same.
    pub fn play_card(&mut self, seat: Seat, card: Card) -> Result<(), GameError> {
        self.expect_turn(seat)?;
        if !self.hands[seat].contains(card) {
            return Err(GameError::NotHeld { seat, card });
        }
        self.put(seat, card);
        Ok(())
    }

    /// Plays a card that the seat is known to hold, in its turn.
    pub(super) fn put(&mut self, seat: Seat, card: Card) {
        self.hands[seat].remove(card);
        self.trick.push(card);
        self.played.insert(card);
        self.hearts_broken |= matches!(card.suit(), Suit::Hearts);
    }

    /// Gives the trick to its winner, who leads the next one (`endTrick`).
    ///
    /// # Errors
    /// [`GameError::TrickIncomplete`] unless four cards lie on the table.
    pub fn end_trick(&mut self) -> Result<(), GameError> {
        match self.trick_winner() {
            Some(winner) if self.trick.is_complete() => {
                // Fault 3: the first trick's points count like any other's.
                self.scores[winner] += self.trick_points();
                self.trick = Trick::EMPTY;
                self.leader = winner;
                Ok(())
            }
            _ => Err(GameError::TrickIncomplete {
                cards: self.trick.len(),
            }),
        }
    }

    /// What both classes that play cards agree is legal: a card of the suit led
    /// if there is one, and no lead of a heart before hearts are broken unless
    /// the hand holds nothing else.
    pub(super) fn follow_or_lead(&self, seat: Seat) -> CardSet {
        let hand = self.hand(seat);
        let Some(lead) = self.current_trick().first() else {
            let others = hand - CardSet::of_suit(Suit::Hearts);
            return if self.hearts_broken || others.is_empty() {
                hand
            } else {
                others
            };
        };
        trick::follow(hand, lead.suit())
    }
}

/// The cards on the table, at most one a seat.
#[derive(Clone, Copy, Debug)]
struct Trick {
    /// The cards from `len` on are those of earlier tricks or fillers.
    cards: [Card; PLAYERS],
    len: usize,
}

impl Trick {
    const EMPTY: Trick = Trick {
        cards: [TWO_OF_CLUBS; PLAYERS],
        len: 0,
    };

    fn cards(&self) -> &[Card] {
        &self.cards[..self.len]
    }

    const fn len(&self) -> usize {
        self.len
    }

    const fn is_complete(&self) -> bool {
        self.len == PLAYERS
    }

    fn push(&mut self, card: Card) {
        self.cards[self.len] = card;
        self.len += 1;
    }
}

impl PartialEq for Trick {
    fn eq(&self, other: &Trick) -> bool {
        self.cards() == other.cards()
    }
}

impl Eq for Trick {}
