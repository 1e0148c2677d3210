use core::fmt;

use cards_core::counting::binomial;
use cards_core::{BySuit, Card, CardSet, Suit};

use crate::{Player, Rules, State, StateError};

/// What one player may know: the own hand, what has been played and taken, the
/// size of the other hand, and what the opponent's plays have shown. A player's
/// choice may depend on nothing else.
///
/// The opponent's cards are some of the [`View::unseen`]; the rest of those is
/// undealt. In a game of 26 cards a hand there is no rest, and nothing is hidden.
///
/// ```
/// use gongzhu_solver::{Player, Rules, State, View};
///
/// let rules = Rules::DOCUMENT;
/// let mut state = State::new(["♠Q3 ♥K".parse()?, "♠A ♥2 ♦4".parse()?], Player::Zero)?;
/// state.play(&rules, "♥K".parse()?)?;
/// let view = View::of(&state, Player::One, &rules);
/// assert_eq!(view.opponent_cards(), 2);
/// assert_eq!(view.unseen().len(), 52 - 3 - 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    player: Player,
    hand: CardSet,
    opponent_cards: usize,
    opponent_holds: CardSet,
    opponent_voids: BySuit<bool>,
    leader: Player,
    led: Option<Card>,
    taken: [CardSet; 2],
    own_voids: BySuit<bool>,
    suits_led: BySuit<bool>,
    out_of_play: CardSet,
}

impl View {
    /// What a player may know of a state. Exposed cards that have not been
    /// played and are not the player's own are known to be the opponent's, since
    /// exposing is public; if the opponent does not have one, it is known to be
    /// out of play.
    #[must_use]
    pub fn of(state: &State, player: Player, rules: &Rules) -> View {
        let opponent = player.opponent();
        let voids = |of: Player| BySuit::from_fn(|suit| state.has_shown_void(of, suit));
        View {
            player,
            hand: state.hand(player),
            opponent_cards: state.hand(opponent).len(),
            opponent_holds: state.hand(opponent) & rules.exposed(),
            opponent_voids: voids(opponent),
            leader: state.leader(),
            led: state.led(),
            taken: Player::ALL.map(|player| state.taken(player)),
            own_voids: voids(player),
            suits_led: BySuit::from_fn(|suit| state.was_led(suit)),
            out_of_play: rules.exposed() - state.cards(),
        }
        .settled()
    }

    /// A view from what a person knows: the own hand and the number of the
    /// opponent's cards. `led` is the card that the opponent has just led, if it
    /// is not the player who leads.
    ///
    /// # Errors
    /// If the sizes do not go together, or the card led is in the own hand.
    pub fn new(
        player: Player,
        hand: CardSet,
        opponent_cards: usize,
        led: Option<Card>,
    ) -> Result<View, ViewError> {
        View {
            player,
            hand,
            opponent_cards,
            opponent_holds: CardSet::EMPTY,
            opponent_voids: BySuit::default(),
            leader: match led {
                None => player,
                Some(_) => player.opponent(),
            },
            led,
            taken: [CardSet::EMPTY; 2],
            own_voids: BySuit::default(),
            suits_led: BySuit::default(),
            out_of_play: CardSet::EMPTY,
        }
        .checked()
    }

    /// The same view with these cards taken before by player 0 and player 1.
    ///
    /// # Errors
    /// If a card is elsewhere too, or too few unseen cards are left.
    pub fn with_taken(mut self, taken: [CardSet; 2]) -> Result<View, ViewError> {
        self.taken = taken;
        self.checked()
    }

    /// The same view with these cards known to be in nobody's hand: seen before
    /// and not taken, or left out of the game.
    ///
    /// # Errors
    /// If a card is elsewhere too, or too few unseen cards are left.
    pub fn with_out_of_play(mut self, cards: CardSet) -> Result<View, ViewError> {
        self.out_of_play = cards;
        self.checked()
    }

    /// The same view with the opponent known to hold these cards.
    ///
    /// # Errors
    /// If a card is elsewhere, or of a suit that the opponent is void in, or
    /// there are more than the opponent has.
    pub fn with_opponent_holding(mut self, cards: CardSet) -> Result<View, ViewError> {
        self.opponent_holds = cards;
        self.checked()
    }

    /// The same view with the opponent known to be out of these suits, and no
    /// others.
    ///
    /// # Errors
    /// If too few unseen cards are left, or the opponent is known to hold one of
    /// such a suit.
    pub fn with_opponent_voids(
        mut self,
        suits: impl IntoIterator<Item = Suit>,
    ) -> Result<View, ViewError> {
        self.opponent_voids = crate::state::flagged(suits);
        self.checked()
    }

    /// The same view with these suits led in earlier tricks, and no others. It
    /// matters to exposed cards only.
    #[must_use]
    pub fn with_suits_led(mut self, suits: impl IntoIterator<Item = Suit>) -> View {
        self.suits_led = crate::state::flagged(suits);
        self
    }

    fn checked(self) -> Result<View, ViewError> {
        let mut seen = CardSet::EMPTY;
        let led = self.led.map_or(CardSet::EMPTY, CardSet::of);
        let places = [self.hand, self.taken[0], self.taken[1], led];
        for set in places
            .into_iter()
            .chain([self.out_of_play, self.opponent_holds])
        {
            if let Some(card) = (set & seen).first() {
                return Err(ViewError::State(StateError::Twice { card }));
            }
            seen |= set;
        }
        let led_by = |player: Player| usize::from(self.led.is_some() && self.leader == player);
        let own_cards = self.hand.len() + led_by(self.player);
        let cards = (self.opponent_cards).saturating_add(led_by(self.player.opponent()));
        if own_cards != cards {
            let mut sizes = [self.opponent_cards; 2];
            sizes[self.player.index()] = self.hand.len();
            return Err(ViewError::State(StateError::Sizes {
                sizes,
                led: self.led.map(|card| (self.leader, card)),
            }));
        }
        if let Some(card) =
            (self.opponent_holds.into_iter()).find(|card| self.opponent_voids[card.suit()])
        {
            return Err(ViewError::HeldInVoid { card });
        }
        let possible = self.possible();
        if self.opponent_holds.len() > self.opponent_cards
            || possible.len() + self.opponent_holds.len() < self.opponent_cards
        {
            return Err(ViewError::OpponentCards {
                cards: self.opponent_cards,
                known: self.opponent_holds.len(),
                possible: possible.len(),
            });
        }
        Ok(self)
    }

    /// A view of a real state cannot fail its checks.
    fn settled(self) -> View {
        match self.checked() {
            Ok(view) => view,
            Err(error) => unreachable!("a state whose view is impossible: {error}"),
        }
    }

    /// Whose view it is.
    #[must_use]
    pub const fn player(&self) -> Player {
        self.player
    }

    /// The own hand.
    #[must_use]
    pub const fn hand(&self) -> CardSet {
        self.hand
    }

    /// How many cards the opponent holds, 0 to 26.
    #[must_use]
    pub const fn opponent_cards(&self) -> usize {
        self.opponent_cards
    }

    /// Who led, or leads, the trick.
    #[must_use]
    pub const fn leader(&self) -> Player {
        self.leader
    }

    /// The card led, if the trick is half played.
    #[must_use]
    pub const fn led(&self) -> Option<Card> {
        self.led
    }

    /// What a player has taken.
    #[must_use]
    pub const fn taken(&self, player: Player) -> CardSet {
        self.taken[player.index()]
    }

    /// Whether a suit was led in an earlier trick.
    #[must_use]
    pub fn was_led(&self, suit: Suit) -> bool {
        self.suits_led[suit]
    }

    /// Whether it is this player's turn, and there is a card to play.
    #[must_use]
    pub fn is_to_play(&self) -> bool {
        !self.hand.is_empty() && (self.leader == self.player) == self.led.is_none()
    }

    /// The cards that this player may play; empty if it is not the turn.
    #[must_use]
    pub fn legal(&self, rules: &Rules) -> CardSet {
        if self.is_to_play() {
            let led = self.led.map(Card::suit);
            crate::state::legal(self.hand, led, rules.exposed(), &self.suits_led)
        } else {
            CardSet::EMPTY
        }
    }

    /// Every card that this player has not seen, the opponent's among them.
    #[must_use]
    pub fn unseen(&self) -> CardSet {
        let led = self.led.map_or(CardSet::EMPTY, CardSet::of);
        !(self.hand | self.taken[0] | self.taken[1] | led | self.out_of_play)
    }

    /// The cards that the opponent is known to hold.
    #[must_use]
    pub const fn opponent_holds(&self) -> CardSet {
        self.opponent_holds
    }

    /// Whether the opponent is known to be out of a suit.
    #[must_use]
    pub fn is_void(&self, suit: Suit) -> bool {
        self.opponent_voids[suit]
    }

    /// The unseen cards that the opponent may or may not hold.
    #[must_use]
    pub fn possible(&self) -> CardSet {
        (self.unseen() - self.opponent_holds)
            .into_iter()
            .filter(|card| !self.opponent_voids[card.suit()])
            .collect()
    }

    /// How many hands the opponent may have: C(possible, cards not known). At
    /// most C(52, 26), some 5·10^14.
    #[must_use]
    pub fn worlds(&self) -> u64 {
        let open = self.opponent_cards - self.opponent_holds.len();
        let count = binomial(self.possible().len() as u32, open as u32);
        count.map_or(u64::MAX, |count| count as u64)
    }

    /// The state in which the opponent has this hand.
    ///
    /// # Errors
    /// If the hand does not have the opponent's size, or lacks a card that the
    /// opponent holds, or has one that it cannot.
    pub fn world(&self, opponent_hand: CardSet) -> Result<State, ViewError> {
        let wrong = (opponent_hand - self.opponent_holds - self.possible())
            | (self.opponent_holds - opponent_hand);
        if let Some(card) = wrong.first() {
            return Err(ViewError::NotThisWorld { card });
        }
        let mut hands = [opponent_hand; 2];
        hands[self.player.index()] = self.hand;
        let mut voids = [self.opponent_voids; 2];
        voids[self.player.index()] = self.own_voids;
        match self.led {
            None => State::new(hands, self.leader),
            Some(led) => State::with_led(hands, self.leader, led),
        }
        .and_then(|state| state.with_taken(self.taken))
        .map(|state| {
            state
                .with_suits_led(Suit::ALL.into_iter().filter(|&suit| self.suits_led[suit]))
                .with_voids(voids)
        })
        .map_err(ViewError::State)
    }
}

/// Knowledge that does not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ViewError {
    /// A card in two places, or sizes that do not go together.
    State(StateError),
    /// The opponent is said to hold a card of a suit that it is out of.
    HeldInVoid {
        /// The card.
        card: Card,
    },
    /// The opponent cannot hold that many cards.
    OpponentCards {
        /// How many it is to hold.
        cards: usize,
        /// How many of them are known.
        known: usize,
        /// How many unseen cards it may hold besides.
        possible: usize,
    },
    /// A hand that the opponent cannot have, because of this card.
    NotThisWorld {
        /// The card, which it lacks or has.
        card: Card,
    },
}

impl fmt::Display for ViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ViewError::State(error) => error.fmt(f),
            ViewError::HeldInVoid { card } => {
                write!(f, "the opponent cannot hold {card}, being out of the suit")
            }
            ViewError::OpponentCards {
                cards,
                known,
                possible,
            } => write!(
                f,
                "the opponent holds {cards} cards, but {known} are known and {possible} more are \
                 possible"
            ),
            ViewError::NotThisWorld { card } => write!(
                f,
                "the opponent cannot have a hand that differs in {card} from what is known"
            ),
        }
    }
}

impl core::error::Error for ViewError {}
