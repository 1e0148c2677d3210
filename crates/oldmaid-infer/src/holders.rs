//! Sets of the other players who hold a card of one kind.

use cards_core::Seat;

/// The most players besides the observer.
pub(crate) const MAX_OTHERS: usize = 5;

/// A set of other players, bit i for the i-th after the observer.
pub(crate) type Holders = u8;

/// Sets of holders, each with a weight.
pub(crate) type WeightedSets = Vec<(Holders, f64)>;

/// The sets of a size, in the order of their bits, so that those of fewer
/// players come first.
const SETS: [&[Holders]; MAX_OTHERS + 1] = [
    &[0],
    &[1, 2, 4, 8, 16],
    &[3, 5, 6, 9, 10, 12, 17, 18, 20, 24],
    &[7, 11, 13, 14, 19, 21, 22, 25, 26, 28],
    &[15, 23, 27, 29, 30],
    &[31],
];

const PLACES: [u8; 1 << MAX_OTHERS] = {
    let mut places = [0; 1 << MAX_OTHERS];
    let mut size = 0;
    while size <= MAX_OTHERS {
        let mut place = 0;
        while place < SETS[size].len() {
            places[SETS[size][place] as usize] = place as u8;
            place += 1;
        }
        size += 1;
    }
    places
};

/// The sets of `size` among `others` players.
pub(crate) const fn sets(others: usize, size: usize) -> &'static [Holders] {
    if size > others {
        return &[];
    }
    let mut count = 1;
    let mut taken = 0;
    while taken < size {
        count = count * (others - taken) / (taken + 1);
        taken += 1;
    }
    SETS[size].split_at(count).0
}

/// The place of a set in [`sets`].
pub(crate) const fn place(set: Holders) -> usize {
    PLACES[set as usize] as usize
}

/// The bits that number any set of one size.
pub(crate) const fn code_bits(others: usize) -> u32 {
    [1, 1, 1, 2, 3, 4][others]
}

/// The players besides an observer, in playing order after him.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Others {
    observer: Seat,
    players: usize,
}

impl Others {
    pub(crate) const fn new(observer: Seat, players: usize) -> Others {
        Others { observer, players }
    }

    pub(crate) const fn len(self) -> usize {
        self.players - 1
    }

    pub(crate) const fn seat(self, place: usize) -> Seat {
        self.observer.plus(place + 1, self.players)
    }

    /// The place of a seat, or `None` for the observer.
    pub(crate) const fn place(self, seat: Seat) -> Option<usize> {
        let steps = (seat.index() + self.players - self.observer.index()) % self.players;
        steps.checked_sub(1)
    }

    pub(crate) fn seats(self) -> impl ExactSizeIterator<Item = Seat> + Clone {
        (0..self.len()).map(move |place| self.seat(place))
    }
}

/// What an event that names a kind does to its set of holders: it must contain
/// `needs` and nobody of `lacks`; then `removes` leave and `adds` join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) needs: Holders,
    pub(crate) lacks: Holders,
    pub(crate) removes: Holders,
    pub(crate) adds: Holders,
}

impl Step {
    pub(crate) const fn after(self, set: Holders) -> Option<Holders> {
        if set & self.needs == self.needs && set & self.lacks == 0 {
            Some(set & !self.removes | self.adds)
        } else {
            None
        }
    }

    /// How the number of holders changes.
    pub(crate) const fn change(self, holders: u8) -> u8 {
        holders + self.adds.count_ones() as u8 - self.removes.count_ones() as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_fewer_players_come_first() {
        for others in 1..=MAX_OTHERS {
            let mut all = 0;
            for size in 0..=others {
                for (at, &set) in sets(others, size).iter().enumerate() {
                    assert_eq!(set.count_ones() as usize, size);
                    assert!(u32::from(set) < 1 << others);
                    assert_eq!(place(set), at);
                    assert!(at < 1 << code_bits(others));
                    all += 1;
                }
            }
            assert_eq!(all, 1 << others);
            assert!(sets(others, others + 1).is_empty());
        }
    }

    #[test]
    fn others_sit_after_the_observer() {
        let others = Others::new(Seat::new(2).unwrap(), 4);
        let seats: Vec<_> = others.seats().map(Seat::index).collect();
        assert_eq!(seats, [3, 0, 1]);
        for (at, seat) in others.seats().enumerate() {
            assert_eq!(others.place(seat), Some(at));
        }
        assert_eq!(others.place(Seat::new(2).unwrap()), None);
    }
}
