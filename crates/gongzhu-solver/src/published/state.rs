//! Section 6.3: the trick and the state of a game.

use core::fmt;

use super::{Card, CardSet};
pub use crate::Player;

/// A trick of which the first card has been played (class `Trick`).
///
/// A trick is scored as soon as its second card falls, so no state ever holds a
/// complete one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trick {
    leader: Player,
    lead: Card,
}

impl Trick {
    /// Who led.
    #[must_use]
    pub const fn leader(self) -> Player {
        self.leader
    }

    /// The card led.
    #[must_use]
    pub const fn lead(self) -> Card {
        self.lead
    }

    /// Who takes the trick if `second` is played to it: the follower with a
    /// higher card of the suit led, else the leader.
    #[must_use]
    pub const fn winner(self, second: Card) -> Player {
        if self.lead.higher().contains(second) {
            self.leader.opponent()
        } else {
            self.leader
        }
    }

    /// What the trick costs its taker if `second` is played to it, −14 to 0.
    #[must_use]
    pub const fn penalty(self, second: Card) -> i32 {
        self.lead.penalty() + second.penalty()
    }
}

/// The state of a game, both hands open (class `HeartsState`).
///
/// ```
/// use gongzhu_solver::published::{Card, CardSet, Player, State};
///
/// let hands = ["♠Q ♣2", "♠K ♥3"].map(|hand| {
///     let hand: cards_core::CardSet = hand.parse().unwrap();
///     CardSet::from(hand)
/// });
/// let mut state = State::new(hands, Player::Zero)?;
/// state.play(Card::PIG).unwrap();
/// // Player 1 must follow with the king, and takes the pig.
/// let legal = state.legal_cards(Player::One);
/// state.play(legal.single().unwrap()).unwrap();
/// assert_eq!(state.penalty(Player::One), -13);
/// assert_eq!(state.to_move(), Player::One);
/// # Ok::<(), gongzhu_solver::published::HandsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    hands: [CardSet; 2],
    penalties: [i32; 2],
    next_leader: Player,
    trick: Option<Trick>,
    played: CardSet,
}

impl State {
    /// The state before the first trick, which `leader` leads.
    ///
    /// # Errors
    /// If a card is in both hands or one hand is the larger.
    pub const fn new(hands: [CardSet; 2], leader: Player) -> Result<State, HandsError> {
        let [hand0, hand1] = hands;
        if let Some(card) = hand0.intersection(hand1).first() {
            return Err(HandsError::Shared { card });
        }
        if hand0.len() != hand1.len() {
            return Err(HandsError::Unequal {
                sizes: [hand0.len(), hand1.len()],
            });
        }
        Ok(State {
            hands,
            penalties: [0; 2],
            next_leader: leader,
            trick: None,
            played: CardSet::EMPTY,
        })
    }

    /// The cards that a player holds.
    #[must_use]
    pub const fn hand(&self, player: Player) -> CardSet {
        self.hands[player.index()]
    }

    /// What a player has taken so far, −26 to 0.
    #[must_use]
    pub const fn penalty(&self, player: Player) -> i32 {
        self.penalties[player.index()]
    }

    /// The trick that waits for its second card.
    #[must_use]
    pub const fn trick(&self) -> Option<Trick> {
        self.trick
    }

    /// The cards that have been played.
    #[must_use]
    pub const fn played(&self) -> CardSet {
        self.played
    }

    /// The leader of the next trick: the winner of the last one, also while
    /// the current trick is under way.
    #[must_use]
    pub const fn next_leader(&self) -> Player {
        self.next_leader
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn to_move(&self) -> Player {
        match self.trick {
            Some(trick) => trick.leader.opponent(),
            None => self.next_leader,
        }
    }

    /// The cards of a player's hand that may be played now, whether or not it
    /// is the player's turn: those of the suit led, or all if there are none.
    #[must_use]
    pub const fn legal_cards(&self, player: Player) -> CardSet {
        let hand = self.hand(player);
        if let Some(trick) = self.trick {
            let follow = hand.in_suit(trick.lead.suit());
            if !follow.is_empty() {
                return follow;
            }
        }
        hand
    }

    /// Plays a card of the player whose turn it is; the second card of a trick
    /// scores it.
    ///
    /// # Errors
    /// If the card is not legal. The state is then unchanged.
    pub const fn play(&mut self, card: Card) -> Result<(), IllegalPlay> {
        let player = self.to_move();
        let legal = self.legal_cards(player);
        if !legal.contains(card) {
            return Err(IllegalPlay {
                player,
                card,
                legal,
            });
        }
        *self = self.after(card);
        Ok(())
    }

    /// The state after a legal card of the player whose turn it is.
    pub(super) const fn after(mut self, card: Card) -> State {
        let player = self.to_move();
        let hand = &mut self.hands[player.index()];
        *hand = hand.without(card);
        self.played = self.played.with(card);
        match self.trick {
            None => {
                self.trick = Some(Trick {
                    leader: player,
                    lead: card,
                });
            }
            Some(trick) => {
                let winner = trick.winner(card);
                self.penalties[winner.index()] += trick.penalty(card);
                self.next_leader = winner;
                self.trick = None;
            }
        }
        self
    }

    /// Whether all cards have been played.
    #[must_use]
    pub const fn is_terminal(&self) -> bool {
        self.hands[0].is_empty() && self.hands[1].is_empty()
    }

    /// The document's score difference, 'positive if player 0 leads': player 1's
    /// penalties minus player 0's, −26 to 26.
    ///
    /// Fault 1: penalties are negative, so it is positive when player 0 has
    /// taken *more* of them. Heuristic and solver agree on the sign, so the
    /// program is a consistent player of the reversed game.
    #[must_use]
    pub const fn diff(&self) -> i32 {
        self.penalties[1] - self.penalties[0]
    }
}

/// Why two hands make no deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HandsError {
    /// A card is in both hands.
    Shared {
        /// The first such card.
        card: Card,
    },
    /// The hands are not of the same size.
    Unequal {
        /// How many cards the players hold.
        sizes: [usize; 2],
    },
}

impl fmt::Display for HandsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandsError::Shared { card } => {
                write!(f, "{card} is in both hands; a card is in one at most")
            }
            HandsError::Unequal { sizes: [a, b] } => {
                write!(f, "hands of {a} and {b} cards; they must be of one size")
            }
        }
    }
}

impl core::error::Error for HandsError {}

/// A card that the player whose turn it is may not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalPlay {
    /// Whose turn it is.
    pub player: Player,
    /// The card.
    pub card: Card,
    /// The cards that may be played.
    pub legal: CardSet,
}

impl fmt::Display for IllegalPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalPlay {
            player,
            card,
            legal,
        } = self;
        write!(f, "{player} may not play {card}, only one of {legal}")
    }
}

impl core::error::Error for IllegalPlay {}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cards: &str) -> CardSet {
        let cards: cards_core::CardSet = cards.parse().unwrap();
        cards.into()
    }

    fn card(card: &str) -> Card {
        let card: cards_core::Card = card.parse().unwrap();
        card.into()
    }

    #[test]
    fn hands_are_disjoint_and_of_one_size() {
        let shared = State::new([set("♠Q3 ♥K"), set("♣2 ♥K4")], Player::Zero);
        assert_eq!(
            shared.unwrap_err().to_string(),
            "♥K is in both hands; a card is in one at most"
        );
        let unequal = State::new([set("♠Q3 ♥K"), set("♣2")], Player::Zero);
        assert_eq!(
            unequal.unwrap_err().to_string(),
            "hands of 3 and 1 cards; they must be of one size"
        );
    }

    #[test]
    fn an_illegal_play_changes_nothing() {
        let mut state = State::new([set("♠Q ♥2"), set("♠K ♣9")], Player::One).unwrap();
        state.play(card("♠K")).unwrap();
        let before = state;
        for (illegal, message) in [
            ("♥2", "player 0 may not play ♥2, only one of ♠Q ♥- ♦- ♣-"),
            ("♣9", "player 0 may not play ♣9, only one of ♠Q ♥- ♦- ♣-"),
        ] {
            let error = state.play(card(illegal)).unwrap_err();
            assert_eq!(error.to_string(), message);
            assert_eq!(state, before);
        }
    }

    #[test]
    fn a_discard_never_wins_and_the_ace_is_low() {
        let trick = Trick {
            leader: Player::One,
            lead: card("♥2"),
        };
        assert_eq!(trick.winner(card("♠Q")), Player::One);
        assert_eq!(trick.penalty(card("♠Q")), -14);
        assert_eq!(trick.winner(card("♥A")), Player::One);
        assert_eq!(trick.winner(card("♥3")), Player::Zero);
        assert_eq!(trick.penalty(card("♥3")), -2);
    }

    #[test]
    fn fault_1_whoever_takes_the_pig_leads() {
        let mut state = State::new([set("♠K"), set("♠Q")], Player::Zero).unwrap();
        state.play(card("♠K")).unwrap();
        state.play(Card::PIG).unwrap();
        assert!(state.is_terminal());
        assert_eq!(state.penalty(Player::Zero), -13);
        assert_eq!(state.diff(), 13);
    }
}
