//! A game in play: all hands, and who may see what of them.

use core::fmt;

use cards_core::rand_core::Rng;
use cards_core::{Seat, random};

use crate::policy::Policy;
use crate::{
    Discards, Draw, EventError, Hand, History, Kind, KindSet, OddCard, Pairing, Problem, Rules,
    Start, StartError, Table, View,
};

/// A game: every hand, the table, and the history.
///
/// ```
/// use cards_core::random::trial_rng;
/// use oldmaid_infer::{Game, Rules, policy::RandomTarget};
/// use rand_pcg::Pcg64Mcg;
///
/// let mut rng: Pcg64Mcg = trial_rng(2026, 0);
/// let mut game = Game::deal(&Rules::DOCUMENT, &mut rng)?;
/// let [mut a, mut b, mut c, mut d] = [RandomTarget; 4];
/// let outcome = game.play(&mut [&mut a, &mut b, &mut c, &mut d], &mut rng)?;
/// let loser = outcome.loser.expect("games without kept pairs end");
/// assert_eq!(game.hands()[loser.index()].to_string(), "joker");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    history: History,
    start_hands: Vec<Hand>,
    hands: Vec<Hand>,
}

/// The draws after which [`Game::play`] gives up. Games end with probability 1
/// and last some dozens of draws; but players who always keep their pairs could
/// go on for ever.
pub const MAX_DRAWS: u32 = 100_000;

impl Game {
    /// Shuffles and deals, one card at a time from seat 0 on, which also begins.
    ///
    /// # Errors
    /// If the rules cannot be.
    pub fn deal<R: Rng + ?Sized>(rules: &Rules, rng: &mut R) -> Result<Game, StartError> {
        rules.validate().map_err(StartError::Rules)?;
        let mut pack: Vec<Kind> = Vec::with_capacity(53);
        let known_odd = match rules.odd_card {
            OddCard::Unknown => None,
            OddCard::Joker | OddCard::Removed(_) => rules.odd_kinds().nth(0),
        };
        for kind in rules.kinds().iter() {
            let copies = known_odd.map_or(rules.copies(kind), |odd| rules.dealt_copies(kind, odd));
            pack.extend((0..copies).map(|_| kind));
        }
        random::shuffle(&mut pack, rng);
        // The unseen card is the last of the shuffled pack.
        pack.truncate(rules.cards());
        let mut hands = vec![Hand::EMPTY; rules.players];
        for (place, kind) in pack.into_iter().enumerate() {
            hands[place % rules.players].add(kind);
        }
        Game::from_dealt(rules, &hands, Seat::FIRST)
    }

    /// The game of these hands as dealt, pairs still in them. They may be of any
    /// sizes, but together they are the pack.
    ///
    /// # Errors
    /// If the rules cannot be, or if the hands are not the pack.
    pub fn from_dealt(rules: &Rules, dealt: &[Hand], first: Seat) -> Result<Game, StartError> {
        rules.validate().map_err(StartError::Rules)?;
        if dealt.len() != rules.players {
            return Err(StartError::Seats {
                what: "hands",
                found: dealt.len(),
                players: rules.players,
            });
        }
        check_pack(rules, dealt)?;
        let mut hands = dealt.to_vec();
        let discards: Vec<Discards> = hands.iter_mut().map(Hand::discard_all).collect();
        let start = Start {
            sizes: hands.iter().map(Hand::len).collect(),
            discards,
            first,
        };
        Ok(Game {
            history: History::new(rules, start)?,
            start_hands: hands.clone(),
            hands,
        })
    }

    /// Sizes, discards and turn.
    #[must_use]
    pub const fn table(&self) -> &Table {
        self.history.table()
    }

    /// The start, as everybody saw it.
    #[must_use]
    pub const fn start(&self) -> &Start {
        self.history.start()
    }

    /// Every hand at the start, its pairs out.
    #[must_use]
    pub fn start_hands(&self) -> &[Hand] {
        &self.start_hands
    }

    /// Every hand.
    #[must_use]
    pub fn hands(&self) -> &[Hand] {
        &self.hands
    }

    /// Every draw, with all cards known.
    #[must_use]
    pub fn history(&self) -> &[Draw] {
        self.history.draws()
    }

    /// The game so far as everybody sees it.
    #[must_use]
    pub fn public_history(&self) -> History {
        self.history.public()
    }

    pub(crate) const fn whole_history(&self) -> &History {
        &self.history
    }

    /// What a seat knows.
    ///
    /// # Panics
    /// If the table has no such seat.
    #[must_use]
    pub fn view(&self, seat: Seat) -> View<'_> {
        assert!(
            seat.index() < self.hands.len(),
            "no seat {seat} at this table"
        );
        View::new(self, seat)
    }

    /// The seat whose turn it is draws a given card of a seat, and discards these
    /// pairs of those that it then has: under compulsory pairing all of them,
    /// whatever `keep` says.
    ///
    /// # Errors
    /// If the rules forbid it or the card is not there. Nothing has changed then.
    pub fn draw_card(&mut self, from: Seat, card: Kind, keep: bool) -> Result<Draw, EventError> {
        let event = self.table().draws() + 1;
        let by = self.table().turn();
        let refuse = |problem| EventError { event, problem };
        self.table()
            .check(&Draw::seen(by, from, card))
            .map_err(refuse)?;
        let given = self.hands[from.index()].count(card) > 0;
        if !given {
            return Err(refuse(Problem::CannotHold { from, kind: card }));
        }
        self.hands[from.index()].remove(card);
        let hand = &mut self.hands[by.index()];
        hand.add(card);
        let keep = keep && self.history.rules().pairing == Pairing::Optional;
        let discarded = if keep { KindSet::EMPTY } else { hand.pairs() };
        hand.discard(discarded);
        let draw = Draw {
            by,
            from,
            card: Some(card),
            discarded,
        };
        self.history.record(draw);
        Ok(draw)
    }

    /// The seat whose turn it is draws a random card of a seat.
    ///
    /// # Errors
    /// If the rules forbid it. Nothing has changed then, but the generator may
    /// have been asked.
    pub fn draw_random<R: Rng + ?Sized>(
        &mut self,
        from: Seat,
        keep: bool,
        rng: &mut R,
    ) -> Result<Draw, EventError> {
        let event = self.table().draws() + 1;
        let size = self.table().size(from);
        if size == 0 {
            let problem = Problem::EmptyHand { from };
            return Err(EventError { event, problem });
        }
        let place = random::below(rng, size as u64) as usize;
        // A place below the size is always a card.
        let card = self.hands[from.index()].nth(place).unwrap_or(Kind::JOKER);
        self.draw_card(from, card, keep)
    }

    /// Plays to the end, one policy a seat.
    ///
    /// # Errors
    /// If there are not as many policies as seats, or if a policy chooses a seat
    /// that may not be drawn from. The draws before are kept.
    pub fn play<R: Rng>(
        &mut self,
        policies: &mut [&mut dyn Policy],
        rng: &mut R,
    ) -> Result<Outcome, PlayError> {
        let seats = self.hands.len();
        if policies.len() != seats {
            let found = policies.len();
            return Err(PlayError::Policies { found, seats });
        }
        for seat in Seat::all(seats) {
            policies[seat.index()].begin(&self.view(seat));
        }
        while !self.table().is_over() && self.table().draws() < MAX_DRAWS {
            let seat = self.table().turn();
            let from = policies[seat.index()].choose(&self.view(seat), rng);
            let card = {
                let size = self.table().size(from);
                if size == 0 {
                    let problem = Problem::EmptyHand { from };
                    let event = self.table().draws() + 1;
                    return Err(PlayError::Event(EventError { event, problem }));
                }
                self.hands[from.index()].nth(random::below(rng, size as u64) as usize)
            };
            let card = card.unwrap_or(Kind::JOKER);
            let mut hand = self.hands[seat.index()];
            hand.add(card);
            let keep = self.table().rules().pairing == Pairing::Optional
                && !hand.pairs().is_empty()
                && policies[seat.index()].keeps_pairs(&self.view(seat), &hand);
            self.draw_card(from, card, keep).map_err(PlayError::Event)?;
        }
        Ok(self.outcome())
    }

    /// How the game stands or went.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let holder = self.hands.iter().position(|hand| !hand.is_empty());
        Outcome {
            loser: holder
                .filter(|_| self.table().is_over())
                .and_then(Seat::new),
            draws: self.table().draws(),
        }
    }
}

/// Checks that hands are the pack, all of it and nothing else.
fn check_pack(rules: &Rules, dealt: &[Hand]) -> Result<(), StartError> {
    let mut counts = [0_u8; Kind::COUNT];
    let mut found = 0;
    for (seat, hand) in rules.seats().zip(dealt) {
        for kind in hand.kinds().iter() {
            let copies = rules.copies(kind);
            if copies == 0 {
                return Err(StartError::NoSuchKind { seat, kind });
            }
            counts[kind.index()] += hand.count(kind);
            found += usize::from(hand.count(kind));
            if counts[kind.index()] > copies {
                return Err(StartError::TooMany { seat, kind, copies });
            }
        }
    }
    let expected = rules.cards();
    if found != expected {
        return Err(StartError::Cards { found, expected });
    }
    // With the right number of cards, the pack is right if some kind is odd.
    let fits = |odd: Kind| {
        let mut kinds = rules.kinds().iter();
        kinds.all(|kind| counts[kind.index()] == rules.dealt_copies(kind, odd))
    };
    if rules.odd_kinds().iter().any(fits) {
        Ok(())
    } else {
        Err(StartError::Impossible)
    }
}

/// How a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The seat that is left with cards; `None` if the game is not over, or if
    /// no seat has any.
    pub loser: Option<Seat>,
    /// How many cards were drawn.
    pub draws: u32,
}

/// Why a game was not played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// There is not one policy a seat.
    Policies {
        /// How many policies there are.
        found: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// A policy chose what the rules forbid.
    Event(EventError),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Policies { found, seats } => {
                write!(f, "{found} policies for {seats} seats")
            }
            PlayError::Event(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PlayError {}
