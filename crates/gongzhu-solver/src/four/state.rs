use core::fmt;

use cards_core::{BySeat, BySuit, Card, CardSet, Seat, Suit, trick};

use super::{Objective, PLAYERS};
use crate::{Rules, Score};

/// A game of four hands at some point: what each seat holds and has taken, who
/// leads, the cards of the trick so far, and the suits led before.
///
/// ```
/// use cards_core::{BySeat, Seat};
/// use gongzhu_solver::{Rules, four::State};
///
/// let hands = BySeat::new(["♠Q", "♠K", "♦2", "♥A"].map(|hand| hand.parse().unwrap()));
/// let start = State::new(hands, Seat::FIRST)?;
/// let mut state = start;
/// let mut plays = Vec::new();
/// for card in ["♠Q", "♠K", "♦2", "♥A"] {
///     plays.push(state.play(&Rules::GONGZHU, card.parse()?)?);
/// }
/// assert_eq!(plays[3].trick.unwrap().winner.index(), 1);
/// assert_eq!(state.scores(&Rules::GONGZHU).map(|s| s.total).into_array(), [0, -150, 0, 0]);
///
/// plays.into_iter().rev().for_each(|play| state.undo(play));
/// assert_eq!(state, start);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    hands: BySeat<CardSet>,
    taken: BySeat<CardSet>,
    leader: Seat,
    /// The cards of the trick so far are the first ones.
    trick: [Option<Card>; PLAYERS - 1],
    suits_led: BySuit<bool>,
}

impl State {
    /// A game with these hands, nothing taken, and no trick begun.
    ///
    /// # Errors
    /// If hands share a card or differ in size, or the leader is none of four.
    pub fn new(hands: BySeat<CardSet>, leader: Seat) -> Result<State, StateError> {
        State::with_trick(hands, leader, &[])
    }

    /// A trick that its leader and up to two more have played these cards to, and
    /// what all four still hold.
    ///
    /// # Errors
    /// If a card is in two places, or the hands' sizes do not go together, or a
    /// seat that did not follow suit holds a card of it, or more than three have
    /// played, or the leader is none of four.
    pub fn with_trick(
        hands: BySeat<CardSet>,
        leader: Seat,
        played: &[Card],
    ) -> Result<State, StateError> {
        if leader.index() >= PLAYERS {
            return Err(StateError::Seat { seat: leader });
        }
        let mut trick = [None; PLAYERS - 1];
        if played.len() > trick.len() {
            return Err(StateError::Trick {
                cards: played.len(),
            });
        }
        for (place, &card) in trick.iter_mut().zip(played) {
            *place = Some(card);
        }
        let state = State {
            hands,
            taken: BySeat::default(),
            leader,
            trick,
            suits_led: BySuit::default(),
        };
        state.checked()?;
        for (seat, &card) in leader.turns(PLAYERS).zip(played) {
            let suit = played[0].suit();
            if card.suit() != suit && hands[seat].has_suit(suit) {
                return Err(StateError::DidNotFollow { seat, card, suit });
            }
        }
        Ok(state)
    }

    /// The same state with these cards taken before; those that cannot score may
    /// be left out.
    ///
    /// # Errors
    /// If a card is elsewhere too.
    pub fn with_taken(mut self, taken: BySeat<CardSet>) -> Result<State, StateError> {
        self.taken = taken;
        self.checked()
    }

    /// The same state with these suits led in earlier tricks, and no others. It
    /// matters to exposed cards only.
    #[must_use]
    pub fn with_suits_led(mut self, suits: impl IntoIterator<Item = Suit>) -> State {
        self.suits_led = crate::state::flagged(suits);
        self
    }

    fn checked(self) -> Result<State, StateError> {
        let mut seen = CardSet::EMPTY;
        let sets = [self.hands, self.taken]
            .into_iter()
            .flat_map(BySeat::into_array);
        for set in sets.chain(self.trick().map(CardSet::of)) {
            if let Some(card) = (set & seen).first() {
                return Err(StateError::Twice { card });
            }
            seen |= set;
        }
        let played = self.cards_in_trick();
        let mut sizes = self.hands.map(CardSet::len);
        for seat in self.leader.turns(PLAYERS).take(played) {
            sizes[seat] += 1;
        }
        let [first, rest @ ..] = sizes.into_array();
        if rest.into_iter().any(|size| size != first) {
            return Err(StateError::Sizes {
                sizes: self.hands.map(CardSet::len),
                leader: self.leader,
                played,
            });
        }
        Ok(self)
    }

    /// What a seat holds.
    ///
    /// # Panics
    /// If the seat is none of four; so do all methods that take a seat.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat]
    }

    /// What a seat has taken.
    #[must_use]
    pub fn taken(&self, seat: Seat) -> CardSet {
        self.taken[seat]
    }

    /// Who led, or leads, the trick.
    #[must_use]
    pub const fn leader(&self) -> Seat {
        self.leader
    }

    /// The cards of the trick so far, the lead first.
    pub fn trick(&self) -> impl Iterator<Item = Card> + Clone + use<> {
        self.trick.into_iter().flatten()
    }

    pub(crate) fn cards_in_trick(&self) -> usize {
        self.trick().count()
    }

    /// Whose turn it is. Once all is played it is who took the last trick.
    #[must_use]
    pub fn to_play(&self) -> Seat {
        self.leader.plus(self.cards_in_trick(), PLAYERS)
    }

    /// Whether all cards have been played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.hands[self.to_play()].is_empty()
    }

    /// Whether a suit was led in an earlier trick.
    #[must_use]
    pub fn was_led(&self, suit: Suit) -> bool {
        self.suits_led[suit]
    }

    /// The cards that the seat whose turn it is may play, the exposed cards'
    /// restriction included; empty once all is played.
    #[must_use]
    pub fn legal(&self, rules: &Rules) -> CardSet {
        let led = self.trick[0].map(Card::suit);
        crate::state::legal(
            self.hands[self.to_play()],
            led,
            rules.exposed(),
            &self.suits_led,
        )
    }

    /// Plays a card for the seat whose turn it is.
    ///
    /// # Errors
    /// If the card is not one of [`State::legal`]; the state is unchanged.
    pub fn play(&mut self, rules: &Rules, card: Card) -> Result<Played, IllegalPlay> {
        let seat = self.to_play();
        if !self.legal(rules).contains(card) {
            let led = self.trick[0].map(Card::suit);
            return Err(if !self.hands[seat].contains(card) {
                IllegalPlay::NotHeld { seat, card }
            } else if let Some(suit) = led.filter(|&suit| suit != card.suit()) {
                IllegalPlay::MustFollow { seat, card, suit }
            } else {
                IllegalPlay::Exposed { seat, card }
            });
        }
        let before = *self;
        self.hands[seat].remove(card);
        let trick = match self.trick {
            [Some(first), Some(second), Some(third)] => {
                Some(self.finish([first, second, third, card], rules))
            }
            _ => {
                self.trick[before.cards_in_trick()] = Some(card);
                None
            }
        };
        Ok(Played {
            seat,
            card,
            trick,
            before,
        })
    }

    fn finish(&mut self, cards: [Card; PLAYERS], rules: &Rules) -> Trick {
        let place = trick::winner(&cards, rules.order()).unwrap_or(0);
        let winner = self.leader.plus(place, PLAYERS);
        self.taken[winner] |= CardSet::from_cards(&cards);
        self.suits_led[cards[0].suit()] = true;
        let leader = self.leader;
        self.leader = winner;
        self.trick = [None; PLAYERS - 1];
        Trick {
            leader,
            cards,
            winner,
        }
    }

    /// Takes back a play. Plays are taken back in the reverse of their order; any
    /// state is set to what it was before the play.
    pub const fn undo(&mut self, played: Played) {
        *self = played.before;
    }

    /// The score of each seat, by what it has taken.
    #[must_use]
    pub fn scores(&self, rules: &Rules) -> BySeat<Score> {
        self.taken.map(|pile| rules.score(pile))
    }

    /// What an objective makes of the scores, by what has been taken.
    ///
    /// # Panics
    /// If the objective's seat is none of four.
    #[must_use]
    pub fn value(&self, rules: &Rules, objective: Objective) -> i32 {
        let weights = objective.weights();
        let scores = self.scores(rules);
        Seat::all(PLAYERS)
            .map(|seat| weights[seat] * scores[seat].total)
            .sum()
    }
}

/// A play that was made, with what [`State::undo`] needs to take it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Played {
    /// Who played.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// The trick, if this card completed it.
    pub trick: Option<Trick>,
    before: State,
}

/// A complete trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Trick {
    /// Who led.
    pub leader: Seat,
    /// The cards in the order of play.
    pub cards: [Card; PLAYERS],
    /// Who took it.
    pub winner: Seat,
}

/// Hands that are no state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateError {
    /// A seat beyond the fourth.
    Seat {
        /// The seat.
        seat: Seat,
    },
    /// More cards in a trick under way than three.
    Trick {
        /// How many.
        cards: usize,
    },
    /// A card in two places.
    Twice {
        /// The card.
        card: Card,
    },
    /// Hands of sizes that do not go together.
    Sizes {
        /// The cards in each hand.
        sizes: BySeat<usize>,
        /// Who leads, or has led.
        leader: Seat,
        /// How many have played to the trick.
        played: usize,
    },
    /// A card that did not follow suit, from a seat that could have.
    DidNotFollow {
        /// The seat.
        seat: Seat,
        /// The card.
        card: Card,
        /// The suit led.
        suit: Suit,
    },
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StateError::Seat { seat } => write!(f, "seat {seat}; it must be 0 to 3"),
            StateError::Trick { cards } => {
                write!(f, "{cards} cards in a trick under way; it must be 0 to 3")
            }
            StateError::Twice { card } => write!(f, "{card} is in two places"),
            StateError::Sizes {
                sizes,
                leader,
                played,
            } => {
                let [a, b, c, d] = sizes.into_array();
                write!(f, "hands of {a}, {b}, {c} and {d} cards; ")?;
                match played {
                    0 => f.write_str("they must be of equal size"),
                    _ => write!(
                        f,
                        "the {played} from seat {leader} on, who have played to the trick, must \
                         hold one card less than the others"
                    ),
                }
            }
            StateError::DidNotFollow { seat, card, suit } => write!(
                f,
                "seat {seat} played {card} although it holds {suit}, the suit led"
            ),
        }
    }
}

impl core::error::Error for StateError {}

/// A card that may not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalPlay {
    /// The seat does not hold the card.
    NotHeld {
        /// Whose turn it is.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The seat holds cards of the suit led, and this is none.
    MustFollow {
        /// Whose turn it is.
        seat: Seat,
        /// The card.
        card: Card,
        /// The suit led.
        suit: Suit,
    },
    /// The card is exposed, its suit has not been led before, and the seat holds
    /// another card of it.
    Exposed {
        /// Whose turn it is.
        seat: Seat,
        /// The card.
        card: Card,
    },
}

impl fmt::Display for IllegalPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalPlay::NotHeld { seat, card } => write!(f, "seat {seat} does not hold {card}"),
            IllegalPlay::MustFollow { seat, card, suit } => write!(
                f,
                "seat {seat} must follow {suit}, so {card} may not be played"
            ),
            IllegalPlay::Exposed { seat, card } => write!(
                f,
                "seat {seat} holds other cards of the suit, so the exposed {card} may not be \
                 played the first time the suit is led"
            ),
        }
    }
}

impl core::error::Error for IllegalPlay {}
