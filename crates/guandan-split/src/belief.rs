use core::fmt;

use cards_core::counting::{Ratio, binomial};
use cards_core::{AnyCard, Rank};

use crate::no_bombs::{Limits, hands_without_bombs};
use crate::{Face, GuandanError, Hand, Level, Play};

/// What is known of another player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Other {
    /// How many cards the player holds.
    pub cards: u32,
    /// Which of them are known: a tribute or a returned card that has not been
    /// played.
    pub known: Hand,
}

/// What one player may know of the others' hands, and every probability that
/// follows from it, exactly: of all deals of the unseen cards that agree with
/// the number of cards of each player and with the cards known to be somewhere,
/// none is likelier than another. (What players chose to play tells nothing
/// here.) Probabilities are fractions of integers, rounded nowhere.
///
/// Fraction by fraction this is the multivariate hypergeometric distribution.
/// The document's formula is the case of 27 cards each, nothing played and
/// nothing known, for one player and one rank.
///
/// ```
/// use cards_core::Rank;
/// use guandan_split::{Belief, Hand};
///
/// let own: Hand = "S2 H2 C2 D3 S4 S6 H6 C7 D7 S8 H8 C9 D9 ST HT CJ DJ SQ HQ CQ DK SK HK CK SA SB HR".parse()?;
/// let belief = Belief::at_deal(own, "2".parse()?)?;
/// // Nobody knows where the eight fives are.
/// let chance = belief.at_least(0, Rank::Five.into(), 2)?;
/// assert_eq!(chance.to_string(), "7504864/9163605");
/// assert_eq!(belief.expected(0, Rank::Five.into())?.to_string(), "8/3");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Belief {
    level: Level,
    /// The unseen cards that are not known to be somewhere.
    hidden: Hand,
    others: Vec<Other>,
}

/// Why the numbers of cards do not fit together, or a question is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BeliefError {
    /// A card is in more places than there are copies of it.
    TooManyCopies {
        /// The card.
        card: AnyCard,
    },
    /// A player is known to hold more cards than the hand has.
    MoreKnownThanHeld {
        /// The player's position among the others.
        player: usize,
        /// How many cards are known.
        known: usize,
        /// How many cards the hand has.
        cards: u32,
    },
    /// The other hands together have other numbers of cards than are unseen.
    DoNotAddUp {
        /// How many cards the other players hold.
        held: u64,
        /// How many cards are neither in the own hand nor played.
        unseen: usize,
    },
    /// There is no such player.
    NoPlayer {
        /// The position that was asked for.
        player: usize,
        /// How many others there are.
        others: usize,
    },
    /// A hand has more cards than the game deals and a tribute adds.
    HandTooLarge {
        /// The player's position among the others.
        player: usize,
        /// How many cards.
        cards: u32,
    },
    /// More than three other players.
    TooManyPlayers {
        /// How many.
        others: usize,
    },
    /// A joint question that does not name one number for each player.
    NotOneEach {
        /// How many numbers.
        numbers: usize,
        /// How many others there are.
        others: usize,
    },
}

impl fmt::Display for BeliefError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BeliefError::TooManyCopies { card } => {
                write!(f, "{card} is in more places than two packs have of it")
            }
            BeliefError::MoreKnownThanHeld {
                player,
                known,
                cards,
            } => write!(
                f,
                "{known} cards of player {player} are known, who holds {cards}"
            ),
            BeliefError::DoNotAddUp { held, unseen } => {
                write!(
                    f,
                    "the other players hold {held} cards, but {unseen} are unseen"
                )
            }
            BeliefError::NoPlayer { player, others } => {
                write!(
                    f,
                    "there is no player {player}; there are {others} others, from 0 on"
                )
            }
            BeliefError::HandTooLarge { player, cards } => {
                let most = Belief::MAX_HAND;
                write!(
                    f,
                    "player {player} holds {cards} cards; 0 to {most} are allowed"
                )
            }
            BeliefError::TooManyPlayers { others } => {
                write!(f, "{others} other players; 1 to 3 are allowed")
            }
            BeliefError::NotOneEach { numbers, others } => {
                write!(f, "{numbers} numbers for {others} other players")
            }
        }
    }
}

impl core::error::Error for BeliefError {}

impl Belief {
    /// How many cards a player may hold at most: 27 and a tribute, or two for
    /// those who reckon with more.
    pub const MAX_HAND: u32 = 29;

    /// What a player knows who holds `own`, has seen `played`, and knows of the
    /// others what is said of them, in any order that the caller likes.
    ///
    /// # Errors
    /// If the cards do not fit together, see [`BeliefError`].
    pub fn new(
        level: Level,
        own: Hand,
        played: Hand,
        others: &[Other],
    ) -> Result<Belief, BeliefError> {
        if others.is_empty() || others.len() > 3 {
            return Err(BeliefError::TooManyPlayers {
                others: others.len(),
            });
        }
        let missing = |error: GuandanError| match error {
            GuandanError::NotInHand { card } | GuandanError::ThirdCopy { card } => {
                BeliefError::TooManyCopies { card }
            }
            _ => BeliefError::TooManyPlayers { others: 0 },
        };
        let unseen = Hand::FULL
            .without(own)
            .and_then(|rest| rest.without(played));
        let unseen = unseen.map_err(missing)?;
        let mut hidden = unseen;
        let mut held = 0_u64;
        for (player, other) in others.iter().enumerate() {
            hidden = hidden.without(other.known).map_err(missing)?;
            if other.cards > Belief::MAX_HAND {
                let cards = other.cards;
                return Err(BeliefError::HandTooLarge { player, cards });
            }
            let known = other.known.len();
            if known > other.cards as usize {
                let cards = other.cards;
                return Err(BeliefError::MoreKnownThanHeld {
                    player,
                    known,
                    cards,
                });
            }
            held += u64::from(other.cards);
        }
        if held != unseen.len() as u64 {
            let unseen = unseen.len();
            return Err(BeliefError::DoNotAddUp { held, unseen });
        }
        Ok(Belief {
            level,
            hidden,
            others: others.to_vec(),
        })
    }

    /// What a player knows of the three others right after the deal.
    ///
    /// # Errors
    /// [`BeliefError::DoNotAddUp`] unless the hand has 27 cards.
    pub fn at_deal(own: Hand, level: Level) -> Result<Belief, BeliefError> {
        let other = Other {
            cards: 27,
            known: Hand::EMPTY,
        };
        Belief::new(level, own, Hand::EMPTY, &[other; 3])
    }

    /// The other players.
    #[must_use]
    pub fn others(&self) -> &[Other] {
        &self.others
    }

    /// The cards of which nothing is known but that someone holds them.
    #[must_use]
    pub const fn hidden(&self) -> Hand {
        self.hidden
    }

    fn other(&self, player: usize) -> Result<&Other, BeliefError> {
        let others = self.others.len();
        self.others
            .get(player)
            .ok_or(BeliefError::NoPlayer { player, others })
    }

    /// How many of a player's cards are hidden.
    fn drawn(&self, player: usize) -> Result<u32, BeliefError> {
        let other = self.other(player)?;
        Ok(other.cards - other.known.len() as u32)
    }

    /// How many cards of a face a hand holds.
    fn count(hand: Hand, face: Face) -> u32 {
        match face {
            Face::Rank(rank) => hand.count_rank(rank).into(),
            Face::Joker(joker) => hand.jokers()[joker.index()].into(),
        }
    }

    fn share(&self, player: usize, hands: u128) -> Result<Ratio, BeliefError> {
        let all = ways(self.hidden.len() as u32, self.drawn(player)?);
        Ok(Ratio::new(hands, all).expect("a hand can be dealt"))
    }

    /// The hands in which a player holds `fewest` to `most` cards of a face.
    fn between(
        &self,
        player: usize,
        face: Face,
        fewest: u32,
        most: u32,
    ) -> Result<Ratio, BeliefError> {
        let drawn = self.drawn(player)?;
        let known = Belief::count(self.other(player)?.known, face);
        let marked = Belief::count(self.hidden, face);
        let unmarked = self.hidden.len() as u32 - marked;
        let held =
            (0..=marked.min(drawn)).filter(|count| (fewest..=most).contains(&(count + known)));
        let hands = held.map(|count| ways(marked, count) * ways(unmarked, drawn - count));
        self.share(player, hands.sum())
    }

    /// P(a player holds exactly `count` cards of a rank, wild ones among them,
    /// or of a kind of joker).
    ///
    /// # Errors
    /// [`BeliefError::NoPlayer`].
    pub fn exactly(&self, player: usize, face: Face, count: u32) -> Result<Ratio, BeliefError> {
        self.between(player, face, count, count)
    }

    /// P(a player holds at least `count` cards of a rank or of a kind of joker).
    ///
    /// # Errors
    /// [`BeliefError::NoPlayer`].
    pub fn at_least(&self, player: usize, face: Face, count: u32) -> Result<Ratio, BeliefError> {
        self.between(player, face, count, u32::MAX)
    }

    /// How many cards of a rank or of a kind of joker a player holds on average.
    ///
    /// # Errors
    /// [`BeliefError::NoPlayer`].
    pub fn expected(&self, player: usize, face: Face) -> Result<Ratio, BeliefError> {
        let drawn = u128::from(self.drawn(player)?);
        let known = u128::from(Belief::count(self.other(player)?.known, face));
        let marked = u128::from(Belief::count(self.hidden, face));
        let hidden = self.hidden.len().max(1) as u128;
        Ok(Ratio::new(known * hidden + drawn * marked, hidden).expect("not 0"))
    }

    /// P(each of the other players holds so many cards of a face): the
    /// multivariate hypergeometric distribution.
    ///
    /// # Errors
    /// [`BeliefError::NotOneEach`] unless there is one number for each.
    pub fn jointly(&self, face: Face, counts: &[u32]) -> Result<Ratio, BeliefError> {
        if counts.len() != self.others.len() {
            return Err(BeliefError::NotOneEach {
                numbers: counts.len(),
                others: self.others.len(),
            });
        }
        let nothing = Ratio::new(0, 1).expect("not 0");
        let mut marked = Belief::count(self.hidden, face);
        let mut unmarked = self.hidden.len() as u32 - marked;
        let (mut hands, mut all) = (1_u128, 1_u128);
        for (player, &count) in counts.iter().enumerate() {
            let known = Belief::count(self.others[player].known, face);
            let drawn = self.drawn(player)?;
            let Some(count) = count.checked_sub(known).filter(|&count| count <= drawn) else {
                return Ok(nothing);
            };
            // Player after player; each factor is a fraction of its own, and the
            // product is kept in lowest terms.
            let these = ways(marked, count) * ways(unmarked, drawn - count);
            let Some(share) = Ratio::new(these, ways(marked + unmarked, drawn)) else {
                return Ok(nothing);
            };
            if these == 0 {
                return Ok(nothing);
            }
            let product = times((hands, all), (share.numerator(), share.denominator()));
            (hands, all) = product;
            marked -= count;
            unmarked -= drawn - count;
        }
        if marked > 0 {
            return Ok(nothing);
        }
        Ok(Ratio::new(hands, all).expect("not 0"))
    }

    /// P(a player holds all four jokers).
    ///
    /// # Errors
    /// [`BeliefError::NoPlayer`].
    pub fn all_jokers(&self, player: usize) -> Result<Ratio, BeliefError> {
        let sum = |hand: Hand| u32::from(hand.jokers()[0] + hand.jokers()[1]);
        let missing = 4 - sum(self.other(player)?.known);
        if sum(self.hidden) < missing {
            return self.share(player, 0);
        }
        let drawn = self.drawn(player)?;
        let others = self.hidden.len() as u32 - missing;
        let hands = drawn
            .checked_sub(missing)
            .map_or(0, |rest| ways(others, rest));
        self.share(player, hands)
    }

    /// P(a player holds a bomb of any kind), wild cards helping.
    ///
    /// Takes tenths of a second, since straight flushes tie suits and ranks
    /// together; [`Belief::any_bomb_of_a_rank`] takes microseconds.
    ///
    /// # Errors
    /// [`BeliefError::NoPlayer`].
    pub fn any_bomb(&self, player: usize) -> Result<Ratio, BeliefError> {
        self.bomb(player, None, true)
    }

    /// P(a player holds a bomb that beats a play), wild cards helping; any bomb
    /// beats what is none.
    ///
    /// Takes up to seconds, the more the larger the bomb to be beaten.
    ///
    /// # Errors
    /// [`BeliefError::NoPlayer`].
    pub fn bomb_beating(&self, player: usize, play: Play) -> Result<Ratio, BeliefError> {
        self.bomb(player, Some(play), true)
    }

    /// P(a player holds four cards or more of a rank, or all jokers), wild cards
    /// helping: [`Belief::any_bomb`] without straight flushes.
    ///
    /// # Errors
    /// [`BeliefError::NoPlayer`].
    pub fn any_bomb_of_a_rank(&self, player: usize) -> Result<Ratio, BeliefError> {
        self.bomb(player, None, false)
    }

    /// [`Belief::bomb_beating`] without straight flushes.
    ///
    /// # Errors
    /// [`BeliefError::NoPlayer`].
    pub fn bomb_of_a_rank_beating(&self, player: usize, play: Play) -> Result<Ratio, BeliefError> {
        self.bomb(player, Some(play), false)
    }

    fn bomb(&self, player: usize, play: Option<Play>, flushes: bool) -> Result<Ratio, BeliefError> {
        let other = self.other(player)?;
        let drawn = self.drawn(player)?;
        let limits = Limits::new(self.level, play, flushes);
        let without = hands_without_bombs(&limits, other.known, self.hidden, drawn);
        let without = self.share(player, without)?;
        Ok(without.complement().expect("a probability"))
    }

    /// Every rank and joker of which cards are unseen.
    pub fn unseen_faces(&self) -> impl Iterator<Item = Face> + '_ {
        let ranks = Rank::ALL.into_iter().map(Face::Rank);
        let jokers = cards_core::Joker::ALL.into_iter().map(Face::Joker);
        ranks.chain(jokers).filter(|&face| {
            let known = self
                .others
                .iter()
                .map(|other| Belief::count(other.known, face));
            Belief::count(self.hidden, face) + known.sum::<u32>() > 0
        })
    }
}

/// Binomial coefficients of two packs fit into a `u128`.
pub(crate) fn ways(n: u32, k: u32) -> u128 {
    binomial(n, k).expect("two packs have 108 cards")
}

/// The product of two fractions in lowest terms, numerators and denominators
/// reduced crosswise before they are multiplied.
fn times(a: (u128, u128), b: (u128, u128)) -> (u128, u128) {
    let one = cards_core::counting::gcd(a.0, b.1);
    let two = cards_core::counting::gcd(b.0, a.1);
    ((a.0 / one) * (b.0 / two), (a.1 / two) * (b.1 / one))
}
