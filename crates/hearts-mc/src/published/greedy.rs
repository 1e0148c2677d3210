use cards_core::{Card, CardSet, Rank, Seat, Suit};

use super::state::{QUEEN_OF_SPADES, TWO_OF_CLUBS};
use super::{GameError, GameState, card_points};

/// The greedy policy, which looks at its own hand and at the trick (class
/// `GreedyStrategy`).
///
/// ```
/// use cards_core::{BySeat, Seat};
/// use hearts_mc::published::{GameState, GreedyStrategy};
///
/// let hands = ["♦A ♦2", "♠Q ♥A", "♦K ♦3", "♦4 ♦5"].map(|hand| hand.parse().unwrap());
/// let mut state = GameState::from_hands(BySeat::new(hands))?;
/// let lead = GreedyStrategy.choose_card(&state, Seat::FIRST)?;
/// assert_eq!(lead.to_string(), "♦2");
/// state.play_card(Seat::FIRST, lead)?;
/// // Seat 1 cannot follow, and keeps the queen of spades.
/// let discard = GreedyStrategy.choose_card(&state, Seat::FIRST.next(4))?;
/// assert_eq!(discard.to_string(), "♥A");
/// # Ok::<(), hearts_mc::published::GameError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GreedyStrategy;

impl GreedyStrategy {
    /// The card that the policy plays for the seat whose turn it is
    /// (`chooseCard`).
    ///
    /// # Errors
    /// [`GameError::OutOfTurn`], and as [`GameState::turn`].
    pub fn choose_card(self, state: &GameState, seat: Seat) -> Result<Card, GameError> {
        state.expect_turn(seat)?;
        let legal = self.legal_cards(state, seat);
        let choice = match state.current_trick().first() {
            _ if legal.len() == 1 => legal.first(),
            None => choose_lead(state, legal),
            Some(lead) if state.hand(seat).has_suit(lead.suit()) => {
                choose_follow_suit(state, legal, lead.suit())
            }
            Some(_) => choose_discard(legal),
        };
        choice.ok_or(GameError::DealOver)
    }

    /// The cards that a seat may play, in the order of its hand
    /// (`getLegalCards`): the suit led if it has it, no hearts as a lead before
    /// they are broken unless it has nothing else, and ♣2 alone as the first
    /// card of all. None if the hand is empty or the table has no such seat.
    ///
    /// Fault 3: nothing keeps points off the first trick.
    #[must_use]
    pub fn legal_cards(self, state: &GameState, seat: Seat) -> CardSet {
        if state.played_cards().is_empty() && state.hand(seat).contains(TWO_OF_CLUBS) {
            CardSet::of(TWO_OF_CLUBS)
        } else {
            state.follow_or_lead(seat)
        }
    }

    /// The risk of a card in a hand, in points, 0 to 100 (`calculateCardRisk`).
    ///
    /// ♠Q 100, ♠K and ♠A 15, a heart 1 and half its rank (2 to 14), the other
    /// kings and aces 3, the rest 0.
    #[must_use]
    pub fn card_risk(self, card: Card) -> f64 {
        let big = card.rank() >= Rank::King;
        let points = f64::from(card_points(card));
        match card.suit() {
            Suit::Spades if card == QUEEN_OF_SPADES => 100.0,
            Suit::Spades if big => points + 15.0,
            Suit::Hearts => points + f64::from(printed_rank(card)) * 0.5,
            Suit::Clubs | Suit::Diamonds if big => points + 3.0,
            _ => points,
        }
    }
}

/// `Card.getRank`: 2 to 14.
fn printed_rank(card: Card) -> u8 {
    card.rank() as u8 + 2
}

/// The lead (section 首出引牌策略, `chooseLead`): from a suit of one or two
/// cards that is not hearts its lowest; else a heart up to the five if hearts
/// are broken; else the lowest card that is no heart, the three highest spades
/// last. The first suit and the first card of equals win. `None` only if there
/// is no legal card.
fn choose_lead(state: &GameState, legal: CardSet) -> Option<Card> {
    let hearts = legal.in_suit(Suit::Hearts);
    let short_suit = [Suit::Clubs, Suit::Diamonds, Suit::Spades]
        .map(|suit| legal.in_suit(suit))
        .into_iter()
        .find(|cards| (1..=2).contains(&cards.len()));
    if let Some(cards) = short_suit {
        return cards.first();
    }
    if let Some(smallest) = hearts.first()
        && state.is_hearts_broken()
        && smallest.rank() <= Rank::Five
    {
        return Some(smallest);
    }
    let score = |card: &Card| {
        let dear = card.suit() == Suit::Spades && card.rank() >= Rank::Queen;
        printed_rank(*card) + if dear { 50 } else { 0 }
    };
    let lowest = (legal - hearts).iter().min_by_key(score);
    lowest.or(legal.first())
}

/// Following suit (section 跟牌策略, `chooseFollowSuit`): the highest card that
/// stays below the best of the trick, else the lowest.
///
/// The document tells tricks with points from tricks without, but both of its
/// branches come to this. When every card would win, the lowest is played,
/// with points on the table too, though the text speaks of taking them.
fn choose_follow_suit(state: &GameState, legal: CardSet, lead: Suit) -> Option<Card> {
    let high = state.current_trick_high_rank(lead);
    let below = legal.iter().rfind(|card| Some(card.rank()) < high);
    below.or(legal.first())
}

/// The discard (section 垫牌策略, `chooseDiscard`): the first card of the least
/// risk.
///
/// Fault 2: the riskiest card was meant. As it is, ♠Q stays in the hand until it
/// is the last card or spades are led.
fn choose_discard(legal: CardSet) -> Option<Card> {
    let risk = |card: Card| GreedyStrategy.card_risk(card);
    legal
        .iter()
        .min_by(|&a, &b| f64::total_cmp(&risk(a), &risk(b)))
}
