use crate::{AnyCard, BySeat, Card, Joker, Seat};

/// A pile of `N` cards, dealt from the top (the first card) down.
///
/// A new deck is in order: clubs, diamonds, hearts, spades, each suit from the
/// two up to the ace, then the jokers; of two packs, one after the other.
///
/// ```
/// use cards_core::{BySeat, CardSet, Deck, Seat};
///
/// let mut deck = Deck::standard();
/// let hands: BySeat<CardSet> = deck.deal_all();
/// assert_eq!(hands[Seat::FIRST].to_string(), "♠J73 ♥Q84 ♦K95 ♣AT62");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck<C, const N: usize> {
    cards: [C; N],
    dealt: usize,
}

impl Deck<Card, 52> {
    /// The 52 cards.
    #[must_use]
    pub fn standard() -> Self {
        Deck::of(core::array::from_fn(pack_card))
    }
}

impl Deck<AnyCard, 53> {
    /// The 52 cards and one joker, the big one.
    #[must_use]
    pub fn with_one_joker() -> Self {
        Deck::of(core::array::from_fn(|place| match place {
            52 => Joker::Big.into(),
            _ => pack_card(place).into(),
        }))
    }
}

impl Deck<AnyCard, 54> {
    /// The 52 cards and both jokers.
    #[must_use]
    pub fn with_jokers() -> Self {
        Deck::of(core::array::from_fn(pack_card_or_joker))
    }
}

impl Deck<AnyCard, 108> {
    /// Two packs of 52 cards and both jokers.
    #[must_use]
    pub fn double() -> Self {
        Deck::of(core::array::from_fn(|place| pack_card_or_joker(place % 54)))
    }
}

fn pack_card(place: usize) -> Card {
    Card::from_index(place).expect("a pack has 52 places")
}

fn pack_card_or_joker(place: usize) -> AnyCard {
    match place {
        52 => Joker::Small.into(),
        53 => Joker::Big.into(),
        _ => pack_card(place).into(),
    }
}

impl<C: Copy, const N: usize> Deck<C, N> {
    /// A pile of these cards, the first on top.
    #[must_use]
    pub const fn of(cards: [C; N]) -> Self {
        Deck { cards, dealt: 0 }
    }

    /// The cards that have not been dealt, the next one first.
    #[must_use]
    pub fn remaining(&self) -> &[C] {
        &self.cards[self.dealt..]
    }

    /// Takes the next card, or `None` once all are dealt.
    pub fn draw(&mut self) -> Option<C> {
        let card = *self.remaining().first()?;
        self.dealt += 1;
        Some(card)
    }

    /// Takes up to `count` of the next cards, as few as remain.
    pub fn deal<H: Default + Extend<C>>(&mut self, count: usize) -> H {
        let mut hand = H::default();
        hand.extend(core::iter::from_fn(|| self.draw()).take(count));
        hand
    }

    /// Deals all that remain, one card at a time from seat 0 on; if they do not
    /// divide evenly, the first seats get one more.
    pub fn deal_all<H: Default + Extend<C>, const P: usize>(&mut self) -> BySeat<H, P> {
        let mut hands = BySeat::<H, P>::default();
        let mut seat = Seat::FIRST;
        while let Some(card) = self.draw() {
            hands[seat].extend([card]);
            seat = seat.next(P);
        }
        hands
    }

    /// Shuffles the cards that have not been dealt, as [`crate::random::shuffle`]
    /// does.
    #[cfg(feature = "rand")]
    pub fn shuffle<R: rand_core::Rng + ?Sized>(&mut self, rng: &mut R) {
        crate::random::shuffle(&mut self.cards[self.dealt..], rng);
    }
}
