use cards_core::{BySeat, CardSet, Seat};

use crate::rules::{JACK, JACK_BONUS, Jack, Moon, MoonChoice, POINTS, Rules, points};

/// Who shot the moon with the cards that each player took: took every point (and
/// the jack of diamonds where [`Jack::NeededForMoon`] asks for it).
///
/// ```
/// use cards_core::{BySeat, CardSet, Seat};
/// use hearts_mc::{PENALTIES, Rules, shooter};
///
/// let mut taken = BySeat::new([CardSet::EMPTY; 4]);
/// taken[Seat::FIRST] = PENALTIES;
/// assert_eq!(shooter(&taken, &Rules::STANDARD), Some(Seat::FIRST));
/// ```
#[must_use]
pub fn shooter(taken: &BySeat<CardSet>, rules: &Rules) -> Option<Seat> {
    let (seat, &cards) = taken.iter().find(|&(_, &cards)| points(cards) == POINTS)?;
    let complete = rules.jack != Jack::NeededForMoon || cards.contains(JACK);
    complete.then_some(seat)
}

/// The scores of a finished deal, from the cards that each player took.
/// `choice` is what the shooter chooses where the rules leave it to him
/// ([`Moon::Choice`]).
///
/// ```
/// use cards_core::{BySeat, CardSet, Seat};
/// use hearts_mc::{MoonChoice, Rules, scores};
///
/// // Nobody has taken all: no moon, although 16 points are many.
/// let mut taken = BySeat::new([CardSet::EMPTY; 4]);
/// taken[Seat::new(1).unwrap()] = "♥AKQJT9876".parse()?;
/// taken[Seat::new(2).unwrap()] = "♠Q ♥543".parse()?;
/// taken[Seat::new(3).unwrap()] = "♥2".parse()?;
/// let scores = scores(&taken, &Rules::STANDARD, MoonChoice::OthersUp);
/// assert_eq!(scores.into_array(), [0, 9, 16, 1]);
/// # Ok::<(), cards_core::ParseError>(())
/// ```
#[must_use]
pub fn scores(taken: &BySeat<CardSet>, rules: &Rules, choice: MoonChoice) -> BySeat<i32> {
    let shooter = match rules.moon {
        Moon::None => None,
        _ => shooter(taken, rules),
    };
    let down = match rules.moon {
        Moon::ShooterDown => true,
        Moon::Choice => choice == MoonChoice::ShooterDown,
        Moon::OthersUp | Moon::None => false,
    };
    BySeat::from_fn(|seat| {
        let cards = taken[seat];
        let counted = match shooter {
            None => {
                points(cards)
                    + if cards.is_empty() {
                        rules.no_trick_bonus
                    } else {
                        0
                    }
            }
            Some(shooter) if down => -POINTS * i32::from(shooter == seat),
            Some(shooter) => POINTS * i32::from(shooter != seat),
        };
        let has_jack = match (rules.jack, shooter) {
            (Jack::Plain, _) | (Jack::NobodyOnMoon, Some(_)) => false,
            (Jack::Shooter, Some(shooter)) => shooter == seat,
            _ => cards.contains(JACK),
        };
        counted - if has_jack { JACK_BONUS } else { 0 }
    })
}
