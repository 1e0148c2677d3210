use core::fmt;

use cards_core::{BySuit, Card, CardSet, Suit, trick};

use crate::{Player, Rules};

/// A two-hand game at some point, both hands open: what each player holds and
/// has taken, who leads, the card led if a trick is half played, and what the
/// play so far has shown.
///
/// A state knows no scores and no rank order: those are [`Rules`], which
/// [`State::legal`], [`State::play`] and [`State::difference`] take.
///
/// ```
/// use gongzhu_solver::{Player, Rules, State};
///
/// let rules = Rules::DOCUMENT;
/// let start = State::new(["♠Q3 ♥K".parse()?, "♠A ♥2 ♦4".parse()?], Player::Zero)?;
/// let mut state = start;
/// let led = state.play(&rules, "♠Q".parse()?)?;
/// let taken = state.play(&rules, "♠A".parse()?)?;
/// // The ace is low here, so the pig wins its own trick.
/// assert_eq!(taken.trick.unwrap().winner, Player::Zero);
/// assert_eq!(state.difference(&rules), -13);
///
/// state.undo(taken);
/// state.undo(led);
/// assert_eq!(state, start);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    hands: [CardSet; 2],
    taken: [CardSet; 2],
    leader: Player,
    led: Option<Card>,
    suits_led: BySuit<bool>,
    voids: [BySuit<bool>; 2],
}

impl State {
    /// The start of a game: nothing taken, no trick begun.
    ///
    /// # Errors
    /// If the hands share a card or differ in size.
    pub fn new(hands: [CardSet; 2], leader: Player) -> Result<State, StateError> {
        State {
            hands,
            taken: [CardSet::EMPTY; 2],
            leader,
            led: None,
            suits_led: BySuit::default(),
            voids: [BySuit::default(); 2],
        }
        .checked()
    }

    /// A trick that its leader, one card shorter than the other player, has
    /// begun with this card.
    ///
    /// # Errors
    /// If the leader does not hold exactly one card less than the follower, or
    /// the card led is in a hand.
    pub fn with_led(hands: [CardSet; 2], leader: Player, led: Card) -> Result<State, StateError> {
        State {
            hands,
            taken: [CardSet::EMPTY; 2],
            leader,
            led: Some(led),
            suits_led: BySuit::default(),
            voids: [BySuit::default(); 2],
        }
        .checked()
    }

    /// The same state with these cards taken before; those that cannot score
    /// may be left out.
    ///
    /// # Errors
    /// If a card is elsewhere too.
    pub fn with_taken(mut self, taken: [CardSet; 2]) -> Result<State, StateError> {
        self.taken = taken;
        self.checked()
    }

    /// The same state with these suits led in earlier tricks, and no others. It
    /// matters to exposed cards only.
    #[must_use]
    pub fn with_suits_led(mut self, suits: impl IntoIterator<Item = Suit>) -> State {
        self.suits_led = flagged(suits);
        self
    }

    pub(crate) const fn with_voids(mut self, voids: [BySuit<bool>; 2]) -> State {
        self.voids = voids;
        self
    }

    fn checked(self) -> Result<State, StateError> {
        let mut seen = CardSet::EMPTY;
        let led = self.led.map_or(CardSet::EMPTY, CardSet::of);
        for set in self.hands.into_iter().chain(self.taken).chain([led]) {
            if let Some(card) = (set & seen).first() {
                return Err(StateError::Twice { card });
            }
            seen |= set;
        }
        let mut sizes = self.hands.map(CardSet::len);
        sizes[self.leader.index()] += led.len();
        if sizes[0] != sizes[1] {
            return Err(StateError::Sizes {
                sizes: self.hands.map(CardSet::len),
                led: self.led.map(|card| (self.leader, card)),
            });
        }
        Ok(self)
    }

    /// What a player holds.
    #[must_use]
    pub const fn hand(&self, player: Player) -> CardSet {
        self.hands[player.index()]
    }

    /// What a player has taken.
    #[must_use]
    pub const fn taken(&self, player: Player) -> CardSet {
        self.taken[player.index()]
    }

    /// Every card of the game, wherever it is.
    pub(crate) fn cards(&self) -> CardSet {
        let led = self.led.map_or(CardSet::EMPTY, CardSet::of);
        self.hands[0] | self.hands[1] | self.taken[0] | self.taken[1] | led
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

    /// Whose turn it is. Once all is played it is who took the last trick.
    #[must_use]
    pub const fn to_play(&self) -> Player {
        match self.led {
            None => self.leader,
            Some(_) => self.leader.opponent(),
        }
    }

    /// Whether all cards have been played.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.hand(self.to_play()).is_empty()
    }

    /// The tricks still to be completed, 0 to 26.
    #[must_use]
    pub const fn tricks_left(&self) -> usize {
        self.hand(self.to_play()).len()
    }

    /// Whether a suit was led in an earlier trick.
    #[must_use]
    pub fn was_led(&self, suit: Suit) -> bool {
        self.suits_led[suit]
    }

    /// Whether a player has shown to be out of a suit: by a discard, or by an
    /// exposed card where it can be played only if it is a singleton.
    #[must_use]
    pub fn has_shown_void(&self, player: Player, suit: Suit) -> bool {
        self.voids[player.index()][suit]
    }

    /// The cards that the player whose turn it is may play, the exposed cards'
    /// restriction included; empty once all is played.
    #[must_use]
    pub fn legal(&self, rules: &Rules) -> CardSet {
        legal(
            self.hand(self.to_play()),
            self.led.map(Card::suit),
            rules.exposed(),
            &self.suits_led,
        )
    }

    /// Plays a card for the player whose turn it is.
    ///
    /// # Errors
    /// If the card is not one of [`State::legal`]; the state is unchanged.
    pub fn play(&mut self, rules: &Rules, card: Card) -> Result<Played, IllegalPlay> {
        let player = self.to_play();
        if !self.legal(rules).contains(card) {
            let hand = self.hand(player);
            let led = self.led.map(Card::suit);
            return Err(if !hand.contains(card) {
                IllegalPlay::NotHeld { player, card }
            } else if let Some(suit) = led.filter(|&suit| suit != card.suit()) {
                IllegalPlay::MustFollow { player, card, suit }
            } else {
                IllegalPlay::Exposed { player, card }
            });
        }
        let before = *self;
        let hand = &mut self.hands[player.index()];
        hand.remove(card);
        let suit = self.led.map_or(card.suit(), Card::suit);
        // A discard shows that no card of the suit led is left, and an exposed
        // card where only a singleton may be played that no unexposed one is.
        let void = &mut self.voids[player.index()][suit];
        if card.suit() != suit {
            *void = true;
        } else if rules.exposed().contains(card) && !self.suits_led[suit] {
            *void = hand.in_suit(suit).is_empty();
        }
        let trick = match self.led {
            None => {
                self.led = Some(card);
                None
            }
            Some(led) => {
                let follower_wins = trick::beats(card, led, rules.order());
                let winner = if follower_wins { player } else { self.leader };
                self.taken[winner.index()] |= CardSet::from_cards(&[led, card]);
                self.suits_led[suit] = true;
                self.leader = winner;
                self.led = None;
                Some(Trick {
                    winner,
                    cards: [led, card],
                })
            }
        };
        Ok(Played {
            player,
            card,
            trick,
            before,
        })
    }

    /// Takes back a play. Plays are taken back in the reverse of their order;
    /// any state is set to what it was before the play.
    pub const fn undo(&mut self, played: Played) {
        *self = played.before;
    }

    /// Player 0's score minus player 1's, by what has been taken.
    #[must_use]
    pub fn difference(&self, rules: &Rules) -> i32 {
        let [score0, score1] = self.taken.map(|pile| match pile.is_empty() {
            true => 0,
            false => rules.score(pile).total,
        });
        score0 - score1
    }
}

/// `true` for these suits, `false` for the others.
pub(crate) fn flagged(suits: impl IntoIterator<Item = Suit>) -> BySuit<bool> {
    let mut flags = BySuit::default();
    for suit in suits {
        flags[suit] = true;
    }
    flags
}

/// The cards of a hand that may be played to a trick (`led` is the suit led).
pub(crate) fn legal(
    hand: CardSet,
    led: Option<Suit>,
    exposed: CardSet,
    suits_led: &BySuit<bool>,
) -> CardSet {
    let mut cards = match led {
        None => hand,
        Some(suit) => trick::follow(hand, suit),
    };
    for card in cards & exposed {
        let suit = card.suit();
        // A discard is not of the suit led, so it is free.
        let first_time = led.is_none_or(|led| led == suit) && !suits_led[suit];
        if first_time && !(cards.in_suit(suit) - exposed).is_empty() {
            cards.remove(card);
        }
    }
    cards
}

/// A play that was made, with what [`State::undo`] needs to take it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Played {
    /// Who played.
    pub player: Player,
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
    /// Who took it.
    pub winner: Player,
    /// The card led and the card played to it.
    pub cards: [Card; 2],
}

/// Hands that are no state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateError {
    /// A card in two places.
    Twice {
        /// The card.
        card: Card,
    },
    /// Hands of sizes that do not go together.
    Sizes {
        /// The cards in the hands of player 0 and player 1.
        sizes: [usize; 2],
        /// Who has led, and the card, if the trick is half played.
        led: Option<(Player, Card)>,
    },
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StateError::Twice { card } => write!(f, "{card} is in two places"),
            StateError::Sizes { sizes, led } => {
                write!(f, "hands of {} and {} cards", sizes[0], sizes[1])?;
                match led {
                    None => f.write_str("; they must be of equal size"),
                    Some((leader, card)) => write!(
                        f,
                        "; {leader}, who has led {card}, must hold one card less than the other"
                    ),
                }
            }
        }
    }
}

impl core::error::Error for StateError {}

/// A card that may not be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalPlay {
    /// The player does not hold the card.
    NotHeld {
        /// Whose turn it is.
        player: Player,
        /// The card.
        card: Card,
    },
    /// The player holds cards of the suit led, and this is none.
    MustFollow {
        /// Whose turn it is.
        player: Player,
        /// The card.
        card: Card,
        /// The suit led.
        suit: Suit,
    },
    /// The card is exposed, its suit has not been led before, and the player
    /// holds another card of it.
    Exposed {
        /// Whose turn it is.
        player: Player,
        /// The card.
        card: Card,
    },
}

impl fmt::Display for IllegalPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalPlay::NotHeld { player, card } => write!(f, "{player} does not hold {card}"),
            IllegalPlay::MustFollow { player, card, suit } => {
                write!(
                    f,
                    "{player} must follow {suit}, so {card} may not be played"
                )
            }
            IllegalPlay::Exposed { player, card } => write!(
                f,
                "{player} holds other cards of the suit, so the exposed {card} may not be played \
                 the first time the suit is led"
            ),
        }
    }
}

impl core::error::Error for IllegalPlay {}

#[cfg(test)]
mod tests {
    use super::*;

    fn hands(hands: [&str; 2]) -> [CardSet; 2] {
        hands.map(|hand| hand.parse().unwrap())
    }

    fn card(text: &str) -> Card {
        text.parse().unwrap()
    }

    fn error(hands_of: [&str; 2], led: Option<&str>) -> String {
        let hands = hands(hands_of);
        match led {
            None => State::new(hands, Player::Zero),
            Some(led) => State::with_led(hands, Player::Zero, card(led)),
        }
        .unwrap_err()
        .to_string()
    }

    #[test]
    fn impossible_hands_are_named() {
        assert_eq!(error(["♠Q", "♠Q"], None), "♠Q is in two places");
        assert_eq!(
            error(["♠Q3", "♠2"], None),
            "hands of 2 and 1 cards; they must be of equal size"
        );
        assert_eq!(
            error(["♠3", "♠2"], Some("♠Q")),
            "hands of 1 and 1 cards; player 0, who has led ♠Q, must hold one card less than the \
             other"
        );
        assert_eq!(error(["♠3", "♠2 ♥2"], Some("♠2")), "♠2 is in two places");
        let state = State::new(hands(["♠3", "♠2"]), Player::One).unwrap();
        let taken = state.with_taken(hands(["♥2", "♥2"]));
        assert_eq!(taken.unwrap_err(), StateError::Twice { card: card("♥2") });
        assert!(state.with_taken(hands(["♠3", ""])).is_err());
    }

    #[test]
    fn an_illegal_play_changes_nothing() {
        let rules = Rules::GONGZHU.with_exposed("♠Q".parse().unwrap()).unwrap();
        let mut state = State::with_led(hands(["♥2", "♠Q3"]), Player::Zero, card("♠2")).unwrap();
        let before = state;
        for (text, message) in [
            ("♥2", "player 1 does not hold ♥2"),
            (
                "♠Q",
                "player 1 holds other cards of the suit, so the exposed ♠Q may not be played the \
                 first time the suit is led",
            ),
        ] {
            let error = state.play(&rules, card(text)).unwrap_err();
            assert_eq!(error.to_string(), message);
            assert_eq!(state, before);
        }
        let mut follow = State::with_led(hands(["", "♠3"]), Player::Zero, card("♠2")).unwrap();
        assert!(follow.play(&rules, card("♠3")).is_ok());
        let mut follow = State::with_led(hands(["♦2", "♠3 ♥4"]), Player::Zero, card("♠2")).unwrap();
        assert_eq!(
            follow.play(&rules, card("♥4")).unwrap_err().to_string(),
            "player 1 must follow ♠, so ♥4 may not be played"
        );
    }

    #[test]
    fn an_exposed_card_waits_until_its_suit_has_been_led() {
        let rules = Rules::GONGZHU.with_exposed("♠Q".parse().unwrap()).unwrap();
        let legal = |state: &State| state.legal(&rules).to_string();
        let start = State::new(hands(["♠Q3 ♥2", "♠2 ♥3 ♥4"]), Player::Zero).unwrap();
        assert_eq!(legal(&start), "♠3 ♥2 ♦- ♣-");
        // Led before, or a singleton, or a discard: free.
        assert_eq!(legal(&start.with_suits_led([Suit::Spades])), "♠Q3 ♥2 ♦- ♣-");
        let alone = State::new(hands(["♠Q ♥2", "♠2 ♥3"]), Player::Zero).unwrap();
        assert_eq!(legal(&alone), "♠Q ♥2 ♦- ♣-");
        let discard = State::with_led(hands(["♠Q3 ♥2", "♥3 ♥4"]), Player::One, card("♦4")).unwrap();
        assert_eq!(legal(&discard), "♠Q3 ♥2 ♦- ♣-");
    }

    #[test]
    fn discards_and_exposed_singletons_show_voids() {
        let rules = Rules::GONGZHU.with_exposed("♠Q".parse().unwrap()).unwrap();
        let mut state = State::new(hands(["♠2 ♥2", "♠Q ♦3"]), Player::Zero).unwrap();
        state.play(&rules, card("♠2")).unwrap();
        assert!(!state.has_shown_void(Player::One, Suit::Spades));
        state.play(&rules, card("♠Q")).unwrap();
        assert!(state.has_shown_void(Player::One, Suit::Spades));
        assert!(!state.has_shown_void(Player::Zero, Suit::Spades));
        state.play(&rules, card("♦3")).unwrap();
        state.play(&rules, card("♥2")).unwrap();
        assert!(state.has_shown_void(Player::Zero, Suit::Diamonds));
        assert!(state.is_over() && state.legal(&rules).is_empty());
        assert_eq!(state.difference(&rules), 200);
    }
}
