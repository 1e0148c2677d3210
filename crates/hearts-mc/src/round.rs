use core::fmt;

use cards_core::{BySeat, Card, CardSet, Seat};
use rand_core::Rng;

use crate::position::{IllegalPlay, PlayFault, Position, PositionError};
use crate::rules::{MoonChoice, PASSED, PLAYERS, Pass, Rules};
use crate::view::View;

/// A deal from the cards dealt to the scores: passing, then thirteen tricks.
/// An illegal pass or play is an error and changes nothing.
///
/// ```
/// use cards_core::random::trial_rng;
/// use hearts_mc::{Pass, Phase, Round, Rules};
/// use rand_pcg::Pcg64Mcg;
///
/// let mut rng: Pcg64Mcg = trial_rng(2026, 0);
/// let mut round = Round::deal(&Rules::STANDARD, Pass::Left, &mut rng);
/// while let Phase::Passing(seat) = round.phase() {
///     let hand = round.hand(seat);
///     round.pass(seat, hand.iter().take(3).collect())?;
/// }
/// while let Phase::Playing(seat) = round.phase() {
///     let card = round.view(seat).legal().first().unwrap();
///     round.play(card)?;
/// }
/// assert_eq!(round.points().into_array().iter().sum::<i32>(), 26);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Round {
    rules: Rules,
    direction: Pass,
    dealt: BySeat<CardSet>,
    passes: BySeat<Option<CardSet>>,
    /// The totals of the match before the deal.
    totals: BySeat<i32>,
    /// The positions of the play from its start, once passing is over.
    positions: Vec<Position>,
    plays: Vec<(Seat, Card)>,
}

/// What a round waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// This seat is the next that has not passed yet. The seats may pass in any
    /// order.
    Passing(Seat),
    /// This seat is to play.
    Playing(Seat),
    /// All cards have been played.
    Over,
}

impl Round {
    /// Deals the pack.
    ///
    /// # Panics
    /// Never: a shuffled pack is a deal.
    pub fn deal<R: Rng + ?Sized>(rules: &Rules, direction: Pass, rng: &mut R) -> Round {
        match cards_core::random::deal(CardSet::FULL, [13; PLAYERS], rng) {
            Ok(hands) => Round::new(rules, direction, BySeat::new(hands))
                .unwrap_or_else(|error| unreachable!("the whole pack dealt out: {error}")),
            Err(error) => unreachable!("the whole pack: {error}"),
        }
    }

    /// A round of given hands of thirteen cards.
    ///
    /// # Errors
    /// If a hand has another number of cards, or a card is in two hands.
    pub fn new(
        rules: &Rules,
        direction: Pass,
        dealt: BySeat<CardSet>,
    ) -> Result<Round, PositionError> {
        for (seat, hand) in dealt.iter() {
            if hand.len() != 13 {
                return Err(PositionError::HandSize {
                    seat,
                    cards: hand.len(),
                });
            }
        }
        let start = Position::new(dealt, rules)?;
        Ok(Round {
            rules: *rules,
            direction,
            dealt,
            passes: BySeat::new([None; PLAYERS]),
            totals: BySeat::new([0; PLAYERS]),
            positions: if direction == Pass::Hold {
                vec![start]
            } else {
                Vec::new()
            },
            plays: Vec::new(),
        })
    }

    /// The round as a deal of a match in which the players have these scores.
    #[must_use]
    pub fn with_totals(mut self, totals: BySeat<i32>) -> Round {
        self.totals = totals;
        self
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The direction in which this deal passes.
    #[must_use]
    pub const fn direction(&self) -> Pass {
        self.direction
    }

    /// The scores of the match before this deal.
    #[must_use]
    pub const fn totals(&self) -> &BySeat<i32> {
        &self.totals
    }

    /// The hands as dealt.
    #[must_use]
    pub const fn dealt(&self) -> &BySeat<CardSet> {
        &self.dealt
    }

    /// The three cards that a seat passed, once it has.
    ///
    /// # Panics
    /// If the seat is none of the four, as indexing by it would.
    #[must_use]
    pub fn passed(&self, seat: Seat) -> Option<CardSet> {
        self.passes[seat]
    }

    /// The cards that a seat holds now.
    ///
    /// # Panics
    /// If the seat is none of the four, as indexing by it would.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> CardSet {
        match self.positions.last() {
            Some(position) => position.hand(seat),
            None => self.dealt[seat] - self.passes[seat].unwrap_or_default(),
        }
    }

    /// The plays so far, in order.
    #[must_use]
    pub fn plays(&self) -> &[(Seat, Card)] {
        &self.plays
    }

    /// The position of the play with all hands open, once passing is over.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.positions.last()
    }

    /// What the round waits for.
    #[must_use]
    pub fn phase(&self) -> Phase {
        let Some(position) = self.positions.last() else {
            let open = Seat::all(PLAYERS).find(|&seat| self.passes[seat].is_none());
            return Phase::Passing(open.unwrap_or(Seat::FIRST));
        };
        position.turn().map_or(Phase::Over, Phase::Playing)
    }

    /// What a seat knows.
    ///
    /// # Panics
    /// If the seat is none of the four, as indexing by it would.
    #[must_use]
    pub fn view(&self, seat: Seat) -> View {
        View::of(self, seat)
    }

    /// Passes a seat's three cards. When the last seat has passed, the cards
    /// change hands and the play begins.
    ///
    /// # Errors
    /// If the deal does not pass, the seat has passed already, or these are not
    /// three cards of its hand.
    pub fn pass(&mut self, seat: Seat, cards: CardSet) -> Result<(), IllegalPass> {
        let fault = |fault| IllegalPass { seat, fault };
        if seat.index() >= PLAYERS {
            return Err(fault(PassFault::NoSuchSeat));
        }
        if !self.positions.is_empty() {
            return Err(fault(PassFault::NotPassing));
        }
        if self.passes[seat].is_some() {
            return Err(fault(PassFault::Already));
        }
        check_pass(self.dealt[seat], cards).map_err(fault)?;
        self.passes[seat] = Some(cards);
        let Some(passes) = self.all_passes() else {
            return Ok(());
        };
        let hands = BySeat::from_fn(|seat| {
            (self.dealt[seat] - passes[seat]) | passes[self.direction.giver(seat)]
        });
        match Position::new(hands, &self.rules) {
            Ok(position) => self.positions.push(position),
            Err(error) => unreachable!("passed hands: {error}"),
        }
        Ok(())
    }

    fn all_passes(&self) -> Option<BySeat<CardSet>> {
        let mut passes = BySeat::default();
        for (seat, cards) in self.passes.iter() {
            passes[seat] = (*cards)?;
        }
        Some(passes)
    }

    /// Plays a card for the player whose turn it is.
    ///
    /// # Errors
    /// If the rules forbid it.
    pub fn play(&mut self, card: Card) -> Result<(), IllegalPlay> {
        let Some(position) = self.positions.last() else {
            let Phase::Passing(seat) = self.phase() else {
                unreachable!("a round without a position is passing")
            };
            return Err(IllegalPlay {
                seat,
                card,
                fault: PlayFault::NotPassed,
            });
        };
        let next = position.after(card, &self.rules)?;
        self.plays.push((position.turn, card));
        self.positions.push(next);
        Ok(())
    }

    /// Takes the last play back and returns it; `None` if there is none.
    pub fn undo(&mut self) -> Option<(Seat, Card)> {
        let play = self.plays.pop()?;
        self.positions.pop();
        Some(play)
    }

    /// The points that each player has taken so far, without what a moon does.
    #[must_use]
    pub fn points(&self) -> BySeat<i32> {
        self.positions
            .last()
            .map_or(BySeat::new([0; PLAYERS]), Position::points)
    }

    /// The scores, once the deal is over. `choice` is the shooter's, where the
    /// rules leave it to him.
    #[must_use]
    pub fn scores(&self, choice: MoonChoice) -> Option<BySeat<i32>> {
        let position = self.positions.last()?;
        position
            .is_over()
            .then(|| position.scores(&self.rules, choice))
    }
}

/// Whether three cards of a hand may be passed.
pub(crate) fn check_pass(hand: CardSet, cards: CardSet) -> Result<(), PassFault> {
    if let Some(card) = (cards - hand).first() {
        return Err(PassFault::NotHeld(card));
    }
    if cards.len() != PASSED {
        return Err(PassFault::Cards(cards.len()));
    }
    Ok(())
}

/// A pass that the rules forbid. It changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalPass {
    /// Who passed.
    pub seat: Seat,
    /// What is wrong with it.
    pub fault: PassFault,
}

/// What is wrong with a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PassFault {
    /// There is no such seat.
    NoSuchSeat,
    /// The deal does not pass, or passing is over.
    NotPassing,
    /// The seat has passed already.
    Already,
    /// So many cards instead of three. A card named twice counts once.
    Cards(usize),
    /// A card that the seat does not hold.
    NotHeld(Card),
}

impl fmt::Display for IllegalPass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the pass of seat {}: {}", self.seat, self.fault)
    }
}

impl fmt::Display for PassFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PassFault::NoSuchSeat => f.write_str("there is no such seat"),
            PassFault::NotPassing => f.write_str("there is nothing to pass now"),
            PassFault::Already => f.write_str("it has passed already"),
            PassFault::Cards(cards) => write!(f, "{cards} different cards instead of three"),
            PassFault::NotHeld(card) => write!(f, "{card} is not in its hand"),
        }
    }
}

impl core::error::Error for IllegalPass {}
impl core::error::Error for PassFault {}
