//! What trick-taking games share: following suit and winning the trick.

use crate::{Card, CardSet, RankOrder, Suit};

/// The cards of a hand that may follow a lead: those of the suit led, or all if
/// there is none.
///
/// ```
/// use cards_core::{CardSet, Suit, trick};
///
/// let hand: CardSet = "♠A4 ♥K ♣2".parse()?;
/// assert_eq!(trick::follow(hand, Suit::Spades).to_string(), "♠A4 ♥- ♦- ♣-");
/// assert_eq!(trick::follow(hand, Suit::Diamonds), hand);
/// # Ok::<(), cards_core::ParseError>(())
/// ```
#[must_use]
pub const fn follow(hand: CardSet, led: Suit) -> CardSet {
    let suit = hand.in_suit(led);
    if suit.is_empty() { hand } else { suit }
}

/// Whether `card` takes the trick from `best`, the card that is winning it so
/// far: it is of the same suit and higher.
#[must_use]
pub const fn beats(card: Card, best: Card, order: RankOrder) -> bool {
    card.suit() as u8 == best.suit() as u8 && order.is_higher(card.rank(), best.rank())
}

/// The place (0 for the lead) of the card that wins a trick without trumps: the
/// highest of the suit led. `None` if nothing has been played.
#[must_use]
pub fn winner(played: &[Card], order: RankOrder) -> Option<usize> {
    let mut winner = 0;
    let mut best = *played.first()?;
    for (place, &card) in played.iter().enumerate() {
        if beats(card, best, order) {
            (winner, best) = (place, card);
        }
    }
    Some(winner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    #[test]
    fn the_highest_of_the_suit_led_wins() {
        for (played, ace_high, ace_low) in [
            ("", None, None),
            ("C2", Some(0), Some(0)),
            ("C2 CT CA CK", Some(2), Some(3)),
            ("D2 SA HA D3", Some(3), Some(3)),
            ("HK SQ SA HA", Some(3), Some(0)),
            ("S5 D6 H7 C8", Some(0), Some(0)),
        ] {
            let mut cards = [const { Card::from_index(0).unwrap() }; 4];
            let mut count = 0;
            for card in text::cards(played) {
                cards[count] = card.unwrap().card().unwrap();
                count += 1;
            }
            assert_eq!(
                winner(&cards[..count], RankOrder::AceHigh),
                ace_high,
                "{played}"
            );
            assert_eq!(
                winner(&cards[..count], RankOrder::AceLow),
                ace_low,
                "{played}"
            );
        }
    }
}
