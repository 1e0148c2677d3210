use core::fmt;

use cards_core::{BySeat, Seat};

use crate::classify::classify_by;
use crate::{Belief, BeliefError, Hand, Level, Meld, Other, Play, Rules, beats};

/// How many seats a table has. Partners sit opposite each other.
pub const SEATS: usize = 4;

/// The partner of a seat.
#[must_use]
pub const fn partner(seat: Seat) -> Seat {
    seat.plus(2, SEATS)
}

/// One deal as it is played: hands, whose turn it is, what must be beaten, who
/// is out of cards.
///
/// A player leads any play; the others in turn beat it or pass, until all have
/// passed since the last play; who made that leads next, or, if out of cards,
/// the partner (接风). The deal is over when three players are out, or the two
/// of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    level: Level,
    rules: Rules,
    hands: BySeat<Hand, SEATS>,
    /// Cards that all know to be in a hand: tributes and what came back.
    known: BySeat<Hand, SEATS>,
    turn: Seat,
    last: Option<(Seat, Meld)>,
    passes: usize,
    out: Vec<Seat>,
    played: Hand,
}

/// Why a turn is refused; the round stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RoundError {
    /// The round is over.
    Over,
    /// A leader may not pass.
    PassedOnLead {
        /// Who tried to.
        seat: Seat,
    },
    /// The cards are not all in the hand whose turn it is.
    NotInHand {
        /// Whose turn it is.
        seat: Seat,
        /// The cards.
        cards: Hand,
    },
    /// The cards cannot be read as that play.
    Misread {
        /// The cards.
        cards: Hand,
        /// The play that they are said to be.
        play: Play,
    },
    /// The play does not beat the last one.
    TooLow {
        /// The play.
        play: Play,
        /// What it should beat.
        last: Play,
    },
    /// The hands hold a card more often than two packs do.
    TooManyCopies {
        /// The card.
        card: cards_core::AnyCard,
    },
    /// There is no such seat.
    NoSeat {
        /// The seat.
        seat: Seat,
    },
    /// Cards that are said to be known are not in that hand.
    NotHeld {
        /// Whose hand.
        seat: Seat,
        /// The cards.
        cards: Hand,
    },
}

impl fmt::Display for RoundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RoundError::Over => f.write_str("the round is over"),
            RoundError::PassedOnLead { seat } => {
                write!(f, "player {seat} leads and may not pass")
            }
            RoundError::NotInHand { seat, cards } => {
                write!(f, "player {seat} does not hold {cards}")
            }
            RoundError::Misread { cards, play } => write!(f, "{cards} are no {play}"),
            RoundError::TooLow { play, last } => write!(f, "a {play} does not beat a {last}"),
            RoundError::TooManyCopies { card } => {
                write!(f, "the hands hold {card} more often than two packs do")
            }
            RoundError::NoSeat { seat } => write!(f, "there is no seat {seat}; there are 0 to 3"),
            RoundError::NotHeld { seat, cards } => {
                write!(f, "{cards} are not in the hand of player {seat}")
            }
        }
    }
}

impl core::error::Error for RoundError {}

impl Round {
    /// A round of these hands; `leader` leads. The hands may be of any size, and
    /// empty ones are out from the start, in seat order.
    ///
    /// # Errors
    /// [`RoundError::TooManyCopies`] of a card, [`RoundError::NoSeat`] of a
    /// leader beyond seat 3, [`RoundError::Over`] if too few hands have cards.
    pub fn new(
        hands: BySeat<Hand, SEATS>,
        level: Level,
        rules: Rules,
        leader: Seat,
    ) -> Result<Round, RoundError> {
        if leader.index() >= SEATS {
            return Err(RoundError::NoSeat { seat: leader });
        }
        let mut all = Hand::EMPTY;
        for (_, hand) in hands.iter() {
            all = all.plus(*hand).map_err(|error| match error {
                crate::GuandanError::ThirdCopy { card } => RoundError::TooManyCopies { card },
                _ => RoundError::Over,
            })?;
        }
        let mut round = Round {
            level,
            rules,
            out: Seat::all(SEATS)
                .filter(|&seat| hands[seat].is_empty())
                .collect(),
            hands,
            known: BySeat::default(),
            turn: leader,
            last: None,
            passes: 0,
            // What nobody holds counts as played.
            played: Hand::FULL.minus(all),
        };
        if round.is_over() {
            return Err(RoundError::Over);
        }
        if round.hands[leader].is_empty() {
            round.turn = round.next_active(leader);
        }
        Ok(round)
    }

    /// Makes cards of a hand known to all, as a tribute does.
    ///
    /// # Errors
    /// [`RoundError::NotHeld`] if the hand lacks one of them.
    pub fn reveal(&mut self, seat: Seat, cards: Hand) -> Result<(), RoundError> {
        let hand = self.hands.get(seat).ok_or(RoundError::NoSeat { seat })?;
        if !hand.contains(cards) {
            return Err(RoundError::NotHeld { seat, cards });
        }
        self.known[seat] = cards;
        Ok(())
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// Whether three players are out of cards, or both of one side.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match self.out[..] {
            [] | [_] => false,
            [first, second] => second == partner(first),
            _ => true,
        }
    }

    /// The order in which the players finished; at the end those who still hold
    /// cards follow in seat order after the last one who went out.
    #[must_use]
    pub fn order(&self) -> Vec<Seat> {
        let mut order = self.out.clone();
        if self.is_over() {
            let last = order.last().copied().unwrap_or(Seat::FIRST);
            let rest = last.turns(SEATS).filter(|seat| !self.out.contains(seat));
            order.extend(rest);
        }
        order
    }

    /// The hands, for those who may see all.
    #[must_use]
    pub const fn hands(&self) -> &BySeat<Hand, SEATS> {
        &self.hands
    }

    /// What the player whose turn it is may know.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        View {
            round: self,
            seat: self.turn,
        }
    }

    /// The player whose turn it is makes a play or, with `None`, passes.
    ///
    /// # Errors
    /// If the turn is not allowed, see [`RoundError`]; nothing changes then.
    pub fn act(&mut self, meld: Option<Meld>) -> Result<(), RoundError> {
        let seat = self.turn;
        if self.is_over() {
            return Err(RoundError::Over);
        }
        let Some(meld) = meld else {
            if self.last.is_none() {
                return Err(RoundError::PassedOnLead { seat });
            }
            self.pass();
            return Ok(());
        };
        let (cards, play) = (meld.cards(), meld.play());
        if !self.hands[seat].contains(cards) {
            return Err(RoundError::NotInHand { seat, cards });
        }
        let readings = classify_by(cards, self.level, self.rules).unwrap_or_default();
        if !readings.iter().any(|reading| reading.play() == play) {
            return Err(RoundError::Misread { cards, play });
        }
        if let Some((_, last)) = &self.last {
            let last = last.play();
            if !beats(play, last, self.level) {
                return Err(RoundError::TooLow { play, last });
            }
        }
        self.hands[seat] = self.hands[seat].minus(cards);
        self.known[seat] = common(self.known[seat], self.hands[seat]);
        for card in cards.iter() {
            // Each card is in one hand or has been played.
            let _ = self.played.insert(card);
        }
        self.last = Some((seat, meld));
        self.passes = 0;
        if self.hands[seat].is_empty() {
            self.out.push(seat);
        }
        if !self.is_over() {
            self.turn = self.next_active(seat);
        }
        Ok(())
    }

    fn pass(&mut self) {
        self.passes += 1;
        let Some((last, _)) = self.last else { return };
        let active = SEATS - self.out.len();
        let others = active - usize::from(!self.out.contains(&last));
        if self.passes < others {
            self.turn = self.next_active(self.turn);
            return;
        }
        self.last = None;
        self.passes = 0;
        let heirs = [last, partner(last)];
        let leader = heirs.into_iter().find(|seat| !self.out.contains(seat));
        self.turn = leader.unwrap_or_else(|| self.next_active(last));
    }

    fn next_active(&self, seat: Seat) -> Seat {
        let others = seat.next(SEATS).turns(SEATS);
        others
            .into_iter()
            .find(|seat| !self.hands[*seat].is_empty())
            .unwrap_or(seat)
    }
}

/// The cards that are in both hands.
fn common(a: Hand, b: Hand) -> Hand {
    let mut both = Hand::EMPTY;
    let mut left = b;
    for card in a.iter() {
        if left.remove(card).is_ok() {
            let _ = both.insert(card);
        }
    }
    both
}

/// What one player may know of a round: the own hand, what has been played, how
/// many cards each player holds, and which of them are known.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    round: &'a Round,
    seat: Seat,
}

impl View<'_> {
    /// The player's seat.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The player's hand.
    #[must_use]
    pub fn hand(&self) -> Hand {
        self.round.hands[self.seat]
    }

    /// The level.
    #[must_use]
    pub const fn level(&self) -> Level {
        self.round.level
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.round.rules
    }

    /// What must be beaten, and who played it; `None` on lead.
    #[must_use]
    pub fn last(&self) -> Option<(Seat, Play)> {
        self.round
            .last
            .as_ref()
            .map(|(seat, meld)| (*seat, meld.play()))
    }

    /// Every card that has been played.
    #[must_use]
    pub const fn played(&self) -> Hand {
        self.round.played
    }

    /// How many cards a player holds; 0 of a seat that the table does not have.
    #[must_use]
    pub fn cards(&self, seat: Seat) -> usize {
        self.round.hands.get(seat).map_or(0, |hand| hand.len())
    }

    /// The fewest cards that an opponent who is not out holds; `None` if both
    /// are out.
    #[must_use]
    pub fn opponents_fewest(&self) -> Option<usize> {
        let opponents = [self.seat.next(SEATS), self.seat.plus(3, SEATS)];
        opponents
            .into_iter()
            .map(|seat| self.cards(seat))
            .filter(|&cards| cards > 0)
            .min()
    }

    /// What follows from all this: players 0, 1 and 2 of the belief are the
    /// next player, the partner and the player before.
    ///
    /// # Errors
    /// [`BeliefError::HandTooLarge`] if a hand is larger than the game deals.
    pub fn belief(&self) -> Result<Belief, BeliefError> {
        let others = [1, 2, 3].map(|steps| {
            let seat = self.seat.plus(steps, SEATS);
            Other {
                cards: self.cards(seat) as u32,
                known: self.round.known[seat],
            }
        });
        Belief::new(self.level(), self.hand(), self.played(), &others)
    }
}
