use core::iter::FusedIterator;

use cards_core::{Card, CardSet, random};
use rand_core::Rng;

use crate::{State, View};

impl View {
    /// A state that the player may be in, every one being equally likely: the
    /// opponent holds what it is known to hold, and the rest of its hand is drawn
    /// from the [`View::possible`] cards.
    ///
    /// The state that a generator gives is part of the interface; see
    /// [`cards_core::random`].
    ///
    /// ```
    /// use gongzhu_solver::{Player, View};
    /// use rand_pcg::Pcg64Mcg;
    ///
    /// let view = View::new(Player::One, "♠Q3 ♥K".parse()?, 3, None)?
    ///     .with_opponent_holding("♠A".parse()?)?;
    /// let mut rng: Pcg64Mcg = cards_core::random::trial_rng(2026, 0);
    /// let hand = view.sample(&mut rng).hand(Player::Zero);
    /// assert_eq!(hand.len(), 3);
    /// assert!(hand.contains("♠A".parse()?) && hand.is_disjoint(view.hand()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> State {
        let open = self.opponent_cards() - self.opponent_holds().len();
        match random::deal(self.possible(), [open], rng) {
            Ok([hand]) => self.certain_world(hand),
            Err(error) => unreachable!("a view that nothing fits: {error}"),
        }
    }

    /// Every state that the player may be in, each once: [`View::worlds`] of
    /// them.
    #[must_use]
    pub fn every_world(&self) -> EveryWorld<'_> {
        let open = self.opponent_cards() - self.opponent_holds().len();
        EveryWorld {
            view: self,
            possible: self.possible().iter().collect(),
            next: Some((1 << open) - 1),
        }
    }

    /// The world in which the opponent holds these possible cards.
    fn certain_world(&self, open: CardSet) -> State {
        match self.world(open | self.opponent_holds()) {
            Ok(state) => state,
            Err(error) => unreachable!("a hand of possible cards: {error}"),
        }
    }
}

/// The states that a player may be in, from [`View::every_world`].
#[derive(Clone, Debug)]
pub struct EveryWorld<'a> {
    view: &'a View,
    possible: Vec<Card>,
    /// The next hand: a bit for each of the possible cards.
    next: Option<u64>,
}

impl Iterator for EveryWorld<'_> {
    type Item = State;

    fn next(&mut self) -> Option<State> {
        let bits = self.next?;
        let hand = (self.possible.iter().enumerate())
            .filter(|(place, _)| bits >> place & 1 == 1)
            .map(|(_, &card)| card)
            .collect();
        self.next = next_of_equal_size(bits).filter(|&next| next >> self.possible.len() == 0);
        Some(self.view.certain_world(hand))
    }
}

impl FusedIterator for EveryWorld<'_> {}

/// The next number with as many bits set, below 2^63 (Gosper's hack, HAKMEM item
/// 175, MIT AI Memo 239, 1972).
const fn next_of_equal_size(bits: u64) -> Option<u64> {
    if bits == 0 {
        return None;
    }
    let lowest = bits & bits.wrapping_neg();
    let ripple = bits + lowest;
    Some(ripple | ((bits ^ ripple) >> (2 + lowest.trailing_zeros())))
}
