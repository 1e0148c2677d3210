//! Seats, suits as indices, and decks.

use cards_core::{AnyCard, BySeat, BySuit, Card, CardSet, Color, Deck, Joker, Seat, Suit};

#[test]
fn turns_go_round_the_table() {
    let seat = |index| Seat::new(index).unwrap();
    assert_eq!(Seat::new(8), None);
    assert_eq!(seat(2).next(3), seat(0));
    assert_eq!(
        seat(1).plus(usize::MAX - 1, 5),
        seat((1 + (usize::MAX - 1) % 5) % 5)
    );
    assert_eq!(seat(4).plus(usize::MAX, 5), seat((4 + usize::MAX % 5) % 5));
    let order: Vec<_> = seat(2).turns(4).map(Seat::index).collect();
    assert_eq!(order, [2, 3, 0, 1]);
    assert_eq!(
        Seat::all(6).rev().map(Seat::index).collect::<Vec<_>>(),
        [5, 4, 3, 2, 1, 0]
    );
    assert_eq!(seat(5).to_string(), "5");
}

#[test]
fn tables_of_no_or_too_many_seats_panic() {
    let panics = |work: fn()| std::panic::catch_unwind(work).is_err();
    assert!(panics(|| drop(Seat::all(0))) && panics(|| drop(Seat::all(9))));
    assert!(panics(|| drop(Seat::FIRST.turns(9))));
    assert!(panics(|| assert_eq!(Seat::FIRST.next(0), Seat::FIRST)));
    assert_eq!(Seat::all(8).len(), 8);
}

#[test]
fn jokers_have_places() {
    for (place, joker) in Joker::ALL.into_iter().enumerate() {
        assert_eq!(
            (joker.index(), Joker::from_index(place)),
            (place, Some(joker))
        );
    }
    assert_eq!(Joker::from_index(2), None);
    assert!(Joker::Small < Joker::Big);
}

#[test]
fn a_value_a_seat() {
    let mut scores: BySeat<i32, 3> = BySeat::default();
    let last = Seat::new(2).unwrap();
    scores[last] -= 13;
    assert_eq!(scores.get(last), Some(&-13));
    assert_eq!(scores.get(Seat::new(3).unwrap()), None);
    *scores.get_mut(Seat::FIRST).unwrap() = 4;
    assert_eq!(scores.as_array(), &[4, 0, -13]);
    assert_eq!(scores.map(i32::abs).into_array(), [4, 0, 13]);
    for (seat, score) in scores.iter_mut() {
        *score += seat.index() as i32;
    }
    assert_eq!(
        scores.iter().map(|(_, score)| *score).collect::<Vec<_>>(),
        [4, 1, -11]
    );
}

#[test]
fn a_value_a_suit() {
    let hand: CardSet = "♠AQ4 ♥KT5 ♣2".parse().unwrap();
    let mut lengths = BySuit::from_fn(|suit| hand.suit(suit).len());
    assert_eq!(lengths, BySuit::new([1, 0, 3, 3]));
    lengths[Suit::Diamonds] = 9;
    for (suit, length) in lengths.iter_mut() {
        *length += usize::from(suit.color() == Color::Red);
    }
    assert_eq!(lengths.map(|length| length * 2).into_array(), [2, 20, 8, 6]);
    assert_eq!(
        lengths
            .iter()
            .map(|(suit, _)| suit.char())
            .collect::<String>(),
        "CDHS"
    );
}

#[test]
fn decks_hold_each_card_as_often_as_they_should() {
    let full: CardSet = Deck::standard().deal(52);
    assert_eq!(full, CardSet::FULL);

    let count = |cards: &[AnyCard], card: AnyCard| cards.iter().filter(|&&c| c == card).count();
    for (deck, copies, small) in [
        (Deck::with_jokers().remaining(), 1, 1),
        (Deck::double().remaining(), 2, 2),
        (Deck::with_one_joker().remaining(), 1, 0),
    ] {
        for card in CardSet::FULL {
            assert_eq!(count(deck, card.into()), copies);
        }
        assert_eq!(count(deck, Joker::Big.into()), copies);
        assert_eq!(count(deck, Joker::Small.into()), small);
        assert_eq!(deck.len(), 52 * copies + copies + small);
    }
}

#[test]
fn dealing_goes_round_and_leaves_the_rest() {
    let mut deck = Deck::standard();
    assert_eq!(deck.draw(), Card::from_index(0));
    let five: Vec<Card> = deck.deal(5);
    assert_eq!(
        five.iter().map(|card| card.index()).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5]
    );
    assert_eq!(deck.remaining().len(), 46);
    let hands: BySeat<Vec<Card>, 3> = deck.deal_all();
    assert_eq!(hands.map(|hand| hand.len()).into_array(), [16, 15, 15]);
    assert_eq!(deck.draw(), None);
    assert_eq!(deck.deal::<CardSet>(3), CardSet::EMPTY);
}
