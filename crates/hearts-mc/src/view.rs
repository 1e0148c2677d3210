use core::fmt;

use cards_core::{BySeat, Card, CardSet, RankOrder, Seat, Suit, trick};

use crate::position::{IllegalPlay, PlayFault, Position};
use crate::round::{PassFault, Phase, Round, check_pass};
use crate::rules::{
    FirstTrick, ForcedQueen, HEARTS, HeartsLead, Opening, PASSED, PENALTIES, PLAYERS, Pass, QUEEN,
    Rules, TWO_OF_CLUBS, points,
};
use crate::worlds::Constraints;

/// What one player knows: the own hand, the cards it passed and received, every
/// card played, and what follows from them about the other hands. Strategies
/// decide from a view and nothing else.
///
/// A view comes from a [`Round`], or is put together from what a person knows:
/// [`View::start`], [`View::exchange`], [`View::begin`], then [`View::observe`]
/// for each card. An event that contradicts the earlier ones is an error and
/// leaves the view as it was.
///
/// ```
/// use cards_core::{Seat, Suit};
/// use hearts_mc::{Pass, Rules, View};
///
/// let me = Seat::FIRST;
/// let hand = "♠KQ2 ♥A97 ♦K86 ♣J743".parse()?;
/// let mut view = View::start(&Rules::STANDARD, me, Pass::Left, hand)?;
/// view.exchange("♠KQ ♥A".parse()?, "♦5 ♣QT".parse()?)?;
/// view.begin(Seat::new(2).unwrap())?;
/// for card in ["♣2", "♦A"] {
///     view.observe(card.parse()?)?;
/// }
/// // Seat 3 discarded a diamond: it has no club.
/// assert!(view.is_void(Seat::new(3).unwrap(), Suit::Clubs));
/// assert_eq!(view.legal().to_string(), "♠- ♥- ♦- ♣QJT743");
/// // Seat 1 got the queen of spades.
/// assert!(view.known(Seat::new(1).unwrap()).contains("♠Q".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    rules: Rules,
    seat: Seat,
    direction: Pass,
    /// The hand at the start of the play, or as dealt before the exchange.
    start: CardSet,
    hand: CardSet,
    gave: Option<CardSet>,
    received: Option<CardSet>,
    totals: BySeat<i32>,
    plays: Vec<(Seat, Card)>,
    taken: BySeat<CardSet>,
    trick: CardSet,
    led: Option<Suit>,
    best: Card,
    winner: Seat,
    /// Whose turn it is once the play has begun.
    turn: Option<Seat>,
    cards: BySeat<usize>,
    /// Cards that a seat cannot hold by what it has played.
    barred: BySeat<CardSet>,
    /// Cards that a seat is known to hold.
    known: BySeat<CardSet>,
    broken: bool,
}

impl View {
    /// What a seat knows of a round.
    pub(crate) fn of(round: &Round, seat: Seat) -> View {
        let mut view = View::start(round.rules(), seat, round.direction(), round.dealt()[seat])
            .unwrap_or_else(|error| unreachable!("a round's hand: {error}"))
            .with_totals(*round.totals());
        let giver = round.direction().giver(seat);
        let begun = round.position().is_some();
        let exchange = match (round.passed(seat), round.passed(giver)) {
            (Some(gave), Some(received)) if begun => view.exchange(gave, received),
            (Some(gave), _) => view.give(gave),
            _ => Ok(()),
        };
        let mut told = exchange;
        if begun {
            let leader = match (round.plays().first(), round.phase()) {
                (Some(&(leader, _)), _) | (None, Phase::Playing(leader)) => leader,
                _ => seat,
            };
            told = told.and_then(|()| view.begin(leader));
            for &(_, card) in round.plays() {
                told = told.and_then(|()| view.observe_unchecked(card));
            }
        }
        if let Err(error) = told {
            unreachable!("a round's own events: {error}");
        }
        view
    }

    /// The view of a seat that has been dealt thirteen cards. If the deal passes
    /// go on with [`View::exchange`], otherwise with [`View::begin`].
    ///
    /// # Errors
    /// If the seat is none of the four, or the hand has not thirteen cards.
    pub fn start(
        rules: &Rules,
        seat: Seat,
        direction: Pass,
        hand: CardSet,
    ) -> Result<View, ViewError> {
        if seat.index() >= PLAYERS {
            return Err(ViewError::NoSuchSeat(seat));
        }
        if hand.len() != 13 {
            return Err(ViewError::HandSize(hand.len()));
        }
        Ok(View {
            rules: *rules,
            seat,
            direction,
            start: hand,
            hand,
            gave: None,
            received: None,
            totals: BySeat::new([0; PLAYERS]),
            plays: Vec::with_capacity(52),
            taken: BySeat::default(),
            trick: CardSet::EMPTY,
            led: None,
            best: TWO_OF_CLUBS,
            winner: seat,
            turn: None,
            cards: BySeat::new([13; PLAYERS]),
            barred: BySeat::default(),
            known: BySeat::default(),
            broken: false,
        })
    }

    /// The view with the scores of the match before this deal.
    #[must_use]
    pub fn with_totals(mut self, totals: BySeat<i32>) -> View {
        self.totals = totals;
        self
    }

    /// Notes which three cards the seat passed, before it sees what it receives.
    ///
    /// # Errors
    /// If the deal does not pass, the seat has passed, or these are not three
    /// cards of its hand.
    pub fn give(&mut self, gave: CardSet) -> Result<(), ViewError> {
        if self.direction == Pass::Hold || self.turn.is_some() {
            return Err(ViewError::Pass(PassFault::NotPassing));
        }
        if self.gave.is_some() {
            return Err(ViewError::Pass(PassFault::Already));
        }
        check_pass(self.hand, gave).map_err(ViewError::Pass)?;
        self.gave = Some(gave);
        self.hand -= gave;
        self.known[self.direction.receiver(self.seat)] = gave;
        Ok(())
    }

    /// Notes which three cards the seat passed and which it received.
    ///
    /// # Errors
    /// As [`View::give`], or if a card received was in the hand as dealt, or
    /// there are not three.
    pub fn exchange(&mut self, gave: CardSet, received: CardSet) -> Result<(), ViewError> {
        let mut given = self.clone();
        if self.gave != Some(gave) || self.received.is_some() {
            given.give(gave)?;
        }
        if received.len() != PASSED {
            return Err(ViewError::Received(received.len()));
        }
        if let Some(card) = (received & self.start).first() {
            return Err(ViewError::CardTwice(card));
        }
        *self = given;
        self.received = Some(received);
        self.hand |= received;
        self.start = self.hand;
        Ok(())
    }

    /// Notes that the play begins, and with whom: with the holder of the two of
    /// clubs unless the rules say otherwise.
    ///
    /// # Errors
    /// If the cards have not been exchanged on a deal that passes, the play has
    /// begun already, or that seat cannot be the one to lead.
    pub fn begin(&mut self, leader: Seat) -> Result<(), ViewError> {
        if leader.index() >= PLAYERS {
            return Err(ViewError::NoSuchSeat(leader));
        }
        if self.turn.is_some() {
            return Err(ViewError::Begun);
        }
        if self.direction != Pass::Hold && self.received.is_none() {
            return Err(ViewError::NotExchanged);
        }
        let holds = self.hand.contains(TWO_OF_CLUBS);
        let wrong = match self.rules.opening {
            Opening::FirstSeat => leader != Seat::FIRST,
            _ if holds => leader != self.seat,
            _ => {
                leader == self.seat
                    || (self.gave.is_some_and(|gave| gave.contains(TWO_OF_CLUBS))
                        && leader != self.direction.receiver(self.seat))
            }
        };
        if wrong {
            return Err(ViewError::WrongLeader(leader));
        }
        if self.rules.opening != Opening::FirstSeat && leader != self.seat {
            self.known[leader].insert(TWO_OF_CLUBS);
        }
        self.turn = Some(leader);
        self.winner = leader;
        Ok(())
    }

    /// Notes that the player to move played a card.
    ///
    /// # Errors
    /// If the play has not begun or is over, the player cannot hold the card by
    /// what is known, the play breaks a rule, or no deal would be left that fits
    /// all that has been seen. The view stays as it was.
    pub fn observe(&mut self, card: Card) -> Result<(), ViewError> {
        let mut next = self.clone();
        next.observe_unchecked(card)?;
        next.check()?;
        *self = next;
        Ok(())
    }

    /// [`View::observe`] without the check that some deal fits.
    fn observe_unchecked(&mut self, card: Card) -> Result<(), ViewError> {
        let Some(seat) = self.turn() else {
            return Err(if self.turn.is_none() {
                ViewError::NotBegun
            } else {
                ViewError::Over
            });
        };
        let error = |fault| ViewError::Play {
            number: self.plays.len() + 1,
            seat,
            card,
            fault,
        };
        if self.played().contains(card) {
            return Err(error(ViewFault::PlayedBefore));
        }
        if seat == self.seat {
            let legal = self.legal();
            if !self.hand.contains(card) {
                return Err(error(ViewFault::NotInOwnHand));
            }
            if !legal.contains(card) {
                return Err(error(ViewFault::Illegal));
            }
        } else {
            if !self.may_hold(seat).contains(card) {
                return Err(error(ViewFault::CannotHold));
            }
            let barred = self.shown_by(card).map_err(error)?;
            self.barred[seat] |= barred;
            if let Some(kept) = (self.known[seat].without(card) & barred).first() {
                return Err(error(ViewFault::HoldsInstead(kept)));
            }
        }
        self.advance(seat, card);
        Ok(())
    }

    /// What an opponent's play shows that he does not hold, or the rule that it
    /// breaks whatever he holds.
    fn shown_by(&self, card: Card) -> Result<CardSet, ViewFault> {
        let rules = &self.rules;
        let first_trick = self.is_first_trick();
        let Some(led) = self.led else {
            let heart = card.suit() == Suit::Hearts;
            if first_trick {
                return match rules.opening {
                    Opening::TwoOfClubs if card != TWO_OF_CLUBS => Err(ViewFault::Illegal),
                    Opening::AnyClub if card.suit() != Suit::Clubs => Err(ViewFault::Illegal),
                    Opening::FirstSeat if card != TWO_OF_CLUBS => {
                        Ok(self.shown_by_lead(heart).with(TWO_OF_CLUBS))
                    }
                    _ => Ok(CardSet::EMPTY),
                };
            }
            return Ok(self.shown_by_lead(heart));
        };
        if card.suit() == led {
            return Ok(CardSet::EMPTY);
        }
        let mut barred = CardSet::of_suit(led);
        if first_trick && PENALTIES.contains(card) {
            barred |= match rules.first_trick {
                FirstTrick::Anything => CardSet::EMPTY,
                FirstTrick::NoPoints => !PENALTIES,
                FirstTrick::NoPointsHeartFirst if card == QUEEN => CardSet::FULL.without(QUEEN),
                FirstTrick::NoPointsHeartFirst => !PENALTIES,
                FirstTrick::NoPointsQueenFirst if card == QUEEN => !PENALTIES,
                FirstTrick::NoPointsQueenFirst => !HEARTS,
            };
        }
        Ok(barred)
    }

    /// One who leads a heart before hearts are broken holds nothing else.
    fn shown_by_lead(&self, heart: bool) -> CardSet {
        if !heart || self.broken || self.rules.hearts_lead == HeartsLead::Always {
            return CardSet::EMPTY;
        }
        match self.rules.forced_queen {
            ForcedQueen::Led => !HEARTS,
            ForcedQueen::HeartInstead => !PENALTIES,
        }
    }

    fn advance(&mut self, seat: Seat, card: Card) {
        self.plays.push((seat, card));
        self.hand.remove(card);
        self.known[seat].remove(card);
        self.cards[seat] -= 1;
        self.broken |= self.rules.breakers().contains(card);
        self.trick.insert(card);
        if self.led.is_none() {
            self.led = Some(card.suit());
            (self.best, self.winner) = (card, seat);
        } else if trick::beats(card, self.best, RankOrder::AceHigh) {
            (self.best, self.winner) = (card, seat);
        }
        self.turn = if self.plays.len().is_multiple_of(PLAYERS) {
            self.taken[self.winner] |= self.trick;
            self.trick = CardSet::EMPTY;
            self.led = None;
            Some(self.winner)
        } else {
            Some(seat.next(PLAYERS))
        };
    }

    /// Whether some deal fits: for each group of opponents, the cards that only
    /// they may hold have room in their hands (Hall's condition).
    fn check(&self) -> Result<(), ViewError> {
        let unseen = self.unseen();
        for group in 1_usize..1 << PLAYERS {
            let (mut room, mut elsewhere) = (0, CardSet::EMPTY);
            for seat in Seat::all(PLAYERS).filter(|&seat| seat != self.seat) {
                if group >> seat.index() & 1 == 1 {
                    room += self.cards[seat];
                } else {
                    elsewhere |= self.not_shown(seat);
                }
            }
            if (unseen - elsewhere).len() > room {
                return Err(ViewError::NoDeal {
                    play: self.plays.len(),
                });
            }
        }
        Ok(())
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whose view it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The direction in which the deal passes.
    #[must_use]
    pub const fn direction(&self) -> Pass {
        self.direction
    }

    /// The scores of the match before this deal.
    #[must_use]
    pub const fn totals(&self) -> &BySeat<i32> {
        &self.totals
    }

    /// The own hand.
    #[must_use]
    pub const fn hand(&self) -> CardSet {
        self.hand
    }

    /// The own hand at the start of the play; before the exchange, as dealt.
    #[must_use]
    pub const fn starting_hand(&self) -> CardSet {
        self.start
    }

    /// The cards that the seat passed, once it has.
    #[must_use]
    pub const fn gave(&self) -> Option<CardSet> {
        self.gave
    }

    /// The cards that the seat received, once all have passed.
    #[must_use]
    pub const fn received(&self) -> Option<CardSet> {
        self.received
    }

    /// Whether it is for this seat to pass three cards.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.direction != Pass::Hold && self.gave.is_none() && self.turn.is_none()
    }

    /// Whose turn to play it is, or `None` before the play and after it.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        self.turn.filter(|_| self.plays.len() < 13 * PLAYERS)
    }

    /// Every card played, with its player, in order.
    #[must_use]
    pub fn plays(&self) -> &[(Seat, Card)] {
        &self.plays
    }

    /// The plays of the trick in progress, in order.
    #[must_use]
    pub fn trick_plays(&self) -> &[(Seat, Card)] {
        &self.plays[self.plays.len() - self.plays.len() % PLAYERS..]
    }

    /// The cards of the trick in progress.
    #[must_use]
    pub const fn trick(&self) -> CardSet {
        self.trick
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

    /// Whether the first trick is not finished yet.
    #[must_use]
    pub fn is_first_trick(&self) -> bool {
        self.plays.len() < PLAYERS
    }

    /// Whether hearts are broken.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Every card that has been played.
    #[must_use]
    pub fn played(&self) -> CardSet {
        let taken = self.taken.as_array();
        taken[0] | taken[1] | taken[2] | taken[3] | self.trick
    }

    /// The cards of the tricks that a seat has taken.
    ///
    /// # Panics
    /// If the seat is none of the four, as indexing by it would.
    #[must_use]
    pub fn taken(&self, seat: Seat) -> CardSet {
        self.taken[seat]
    }

    /// The points that each seat has taken.
    #[must_use]
    pub fn points(&self) -> BySeat<i32> {
        BySeat::from_fn(|seat| points(self.taken[seat]))
    }

    /// How many cards a seat holds. Before the exchange this is thirteen for
    /// each other seat.
    ///
    /// # Panics
    /// If the seat is none of the four, as indexing by it would.
    #[must_use]
    pub fn cards(&self, seat: Seat) -> usize {
        if seat == self.seat {
            self.hand.len()
        } else {
            self.cards[seat]
        }
    }

    /// The cards that are in the other hands. (Before the exchange the three
    /// cards that the seat has passed are not among them.)
    #[must_use]
    pub fn unseen(&self) -> CardSet {
        !(self.start | self.played())
    }

    /// The unseen cards that another seat may hold; of its own seat, the hand.
    ///
    /// This is exact for what the plays and passes show for certain: a card is
    /// among them if and only if some deal that agrees with it all has the card
    /// there. So a seat whose whole hand is known may hold nothing else, and one
    /// that must have all the clubs left for want of room elsewhere takes them from
    /// the others. Once the play has begun it is where
    /// [`Worlds::marginal`](crate::worlds::Worlds::marginal) is above 0.
    ///
    /// # Panics
    /// If the seat is none of the four, as indexing by it would.
    #[must_use]
    pub fn may_hold(&self, seat: Seat) -> CardSet {
        if seat == self.seat {
            return self.hand;
        }
        let unseen = self.unseen();
        let shown = BySeat::<CardSet, PLAYERS>::from_fn(|other| {
            if other == self.seat {
                CardSet::EMPTY
            } else {
                self.not_shown(other) & unseen
            }
        });
        let mut cards = shown[seat];
        // Some deal fits, so no group of seats must take more cards than it has room
        // for. Where one must take as many, it can take no others: by the theorem of
        // Hall that is all that follows from the numbers of cards.
        let bit = |seat: Seat| 1_usize << seat.index();
        let seats = bit(seat) | bit(self.seat);
        for group in (1..1 << PLAYERS).filter(|group| group & seats == bit(seat)) {
            let (mut room, mut elsewhere) = (0, CardSet::EMPTY);
            for other in Seat::all(PLAYERS).filter(|&other| other != self.seat) {
                if group & bit(other) != 0 {
                    room += self.cards[other];
                } else {
                    elsewhere |= shown[other];
                }
            }
            let only_here = unseen - elsewhere;
            if only_here.len() == room {
                cards &= only_here;
            }
        }
        cards
    }

    /// The cards that nothing shown by itself keeps out of another seat's hand.
    fn not_shown(&self, seat: Seat) -> CardSet {
        let others = self.known.iter().filter(|&(other, _)| other != seat);
        others.fold(!self.barred[seat], |cards, (_, &known)| cards - known)
    }

    /// The cards that another seat is known to hold: what this seat passed to it
    /// and it has not played, and the two of clubs of the one who is to lead it.
    ///
    /// # Panics
    /// If the seat is none of the four, as indexing by it would.
    #[must_use]
    pub fn known(&self, seat: Seat) -> CardSet {
        if self.turn.is_some() {
            self.known[seat]
        } else {
            CardSet::EMPTY
        }
    }

    /// The number of cards of each hand and which cards it may hold, as the
    /// sampler of [`worlds`](crate::worlds) takes them. The own hand is not among
    /// them.
    #[must_use]
    pub fn constraints(&self) -> Constraints {
        let mut sizes = self.cards;
        sizes[self.seat] = 0;
        let others = Seat::all(PLAYERS).filter(|&seat| seat != self.seat);
        others.fold(Constraints::new(self.unseen(), sizes), |all, seat| {
            all.without(seat, self.unseen() - self.may_hold(seat))
                .with_held(seat, self.known(seat))
        })
    }

    /// The position in which the other seats hold these cards, as
    /// [`Worlds::sample`](crate::worlds::Worlds::sample) gives them: once the play
    /// has begun.
    ///
    /// # Errors
    /// If the play has not begun or is over, or a hand does not have the right
    /// number of cards or has a card that it cannot have.
    pub fn position(&self, others: &BySeat<CardSet>) -> Result<Position, WorldError> {
        let Some(turn) = self.turn() else {
            return Err(WorldError::NotPlaying);
        };
        let mut hands = *others;
        hands[self.seat] = self.hand;
        let mut seen = CardSet::EMPTY;
        for (seat, &hand) in hands.iter() {
            let wrong = (hand - self.may_hold(seat)) | (hand & seen) | (self.known(seat) - hand);
            if let Some(card) = wrong.first() {
                return Err(WorldError::Card { seat, card });
            }
            if hand.len() != self.cards(seat) {
                return Err(WorldError::HandSize {
                    seat,
                    cards: hand.len(),
                });
            }
            seen |= hand;
        }
        Ok(Position {
            hands,
            taken: self.taken,
            trick: self.trick,
            led: self.led,
            best: self.best,
            winner: self.winner,
            turn,
            trick_len: (self.plays.len() % PLAYERS) as u8,
            first_trick: self.is_first_trick(),
            // What has been played says it.
            broken: false,
        })
    }

    /// Whether what is known leaves a seat no card of a suit.
    ///
    /// # Panics
    /// If the seat is none of the four, as indexing by it would.
    #[must_use]
    pub fn is_void(&self, seat: Seat, suit: Suit) -> bool {
        !self.may_hold(seat).has_suit(suit)
    }

    /// The cards that the seat may play; empty unless it is its turn.
    #[must_use]
    pub fn legal(&self) -> CardSet {
        if self.turn() != Some(self.seat) {
            return CardSet::EMPTY;
        }
        match self.led {
            None if self.plays.is_empty() => self.rules.opening_leads(self.hand),
            None => self.rules.leads(self.hand, self.broken),
            Some(led) => {
                let follow = self.hand.in_suit(led);
                if follow.is_empty() {
                    self.rules.discards(self.hand, self.is_first_trick())
                } else {
                    follow
                }
            }
        }
    }

    /// Whether the seat may pass these cards.
    ///
    /// # Errors
    /// If they are not three cards of its hand, or it is not to pass.
    pub fn check_pass(&self, cards: CardSet) -> Result<(), PassFault> {
        if !self.must_pass() {
            return Err(PassFault::NotPassing);
        }
        check_pass(self.hand, cards)
    }

    /// Whether the seat may play a card.
    ///
    /// # Errors
    /// If it may not.
    pub fn check_play(&self, card: Card) -> Result<(), IllegalPlay> {
        let legal = self.legal();
        if legal.contains(card) {
            return Ok(());
        }
        let fault = if self.turn.is_none() {
            PlayFault::NotPassed
        } else if self.turn().is_none() {
            PlayFault::DealOver
        } else if self.turn() != Some(self.seat) {
            PlayFault::NotOnTurn
        } else if !self.hand.contains(card) {
            PlayFault::NotHeld
        } else {
            match self.led {
                Some(led) if self.hand.has_suit(led) => PlayFault::MustFollow(led),
                Some(_) => PlayFault::FirstTrickPenalty,
                None if self.plays.is_empty() && legal.contains(TWO_OF_CLUBS) => {
                    PlayFault::MustOpenWith(legal)
                }
                None => PlayFault::HeartsNotBroken,
            }
        };
        Err(IllegalPlay {
            seat: self.seat,
            card,
            fault,
        })
    }
}

/// Hands that a view does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorldError {
    /// The play has not begun, or it is over.
    NotPlaying,
    /// A hand of the wrong size.
    HandSize {
        /// Whose hand.
        seat: Seat,
        /// How many cards it has.
        cards: usize,
    },
    /// A card that the seat cannot hold, or that it holds and is not among them.
    Card {
        /// Whose hand.
        seat: Seat,
        /// The card.
        card: Card,
    },
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorldError::NotPlaying => f.write_str("no card is to be played"),
            WorldError::HandSize { seat, cards } => {
                write!(f, "seat {seat} does not hold {cards} cards")
            }
            WorldError::Card { seat, card } => {
                write!(
                    f,
                    "{card} is wrong in or missing from the hand of seat {seat}"
                )
            }
        }
    }
}

impl core::error::Error for WorldError {}

/// An event that does not go with what a view has seen before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ViewError {
    /// A seat beyond the four.
    NoSuchSeat(Seat),
    /// A hand of so many cards instead of thirteen.
    HandSize(usize),
    /// A pass that the rules forbid.
    Pass(PassFault),
    /// So many cards received instead of three.
    Received(usize),
    /// A card received that was in the hand as dealt.
    CardTwice(Card),
    /// The deal passes, and the cards have not been exchanged.
    NotExchanged,
    /// The play has begun already.
    Begun,
    /// The play has not begun.
    NotBegun,
    /// All cards have been played.
    Over,
    /// A seat that cannot be the one to lead first.
    WrongLeader(Seat),
    /// A play that cannot be.
    Play {
        /// The play's place in the deal, from 1 to 52.
        number: usize,
        /// Who played.
        seat: Seat,
        /// The card.
        card: Card,
        /// What is wrong with it.
        fault: ViewFault,
    },
    /// After so many plays no deal fits all that has been seen.
    NoDeal {
        /// The number of plays.
        play: usize,
    },
}

/// What is wrong with a play that a view is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ViewFault {
    /// The card has been played before.
    PlayedBefore,
    /// The card is not in the own hand.
    NotInOwnHand,
    /// The rules forbid it.
    Illegal,
    /// The player cannot hold the card: it is in the own hand or known to be in
    /// another, or the player has shown that he has none such.
    CannotHold,
    /// The player is known to hold this card, which he would have had to play or
    /// could have played instead.
    HoldsInstead(Card),
}

impl fmt::Display for ViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ViewError::NoSuchSeat(seat) => write!(f, "there is no seat {seat}"),
            ViewError::HandSize(cards) => write!(f, "the hand has {cards} cards instead of 13"),
            ViewError::Pass(fault) => write!(f, "the pass: {fault}"),
            ViewError::Received(cards) => write!(f, "{cards} cards received instead of three"),
            ViewError::CardTwice(card) => {
                write!(f, "{card} is received although it was in the hand")
            }
            ViewError::NotExchanged => f.write_str("the cards have not been exchanged"),
            ViewError::Begun => f.write_str("the play has begun already"),
            ViewError::NotBegun => f.write_str("the play has not begun"),
            ViewError::Over => f.write_str("all cards have been played"),
            ViewError::WrongLeader(seat) => write!(f, "seat {seat} cannot be the first to lead"),
            ViewError::Play {
                number,
                seat,
                card,
                fault,
            } => {
                write!(f, "play {number}, {card} by seat {seat}: ")?;
                match fault {
                    ViewFault::PlayedBefore => f.write_str("it has been played before"),
                    ViewFault::NotInOwnHand => f.write_str("it is not in the own hand"),
                    ViewFault::Illegal => f.write_str("the rules forbid it"),
                    ViewFault::CannotHold => f.write_str("that player cannot hold it"),
                    ViewFault::HoldsInstead(kept) => {
                        write!(f, "that player still holds {kept}")
                    }
                }
            }
            ViewError::NoDeal { play } => {
                write!(f, "after play {play} no deal fits what has been seen")
            }
        }
    }
}

impl core::error::Error for ViewError {}
