use core::fmt;
use core::ops::{Index, IndexMut};

/// A player's place at the table, counted from 0 in playing order.
///
/// How many seats a table has is the game's matter: [`Seat::next`] and
/// [`Seat::all`] take that number.
///
/// ```
/// use cards_core::Seat;
///
/// let dealer = Seat::new(3).unwrap();
/// assert_eq!(dealer.next(4), Seat::FIRST);
/// assert_eq!(Seat::all(6).len(), 6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// Seat 0.
    pub const FIRST: Seat = Seat(0);

    /// How many seats a table may have at most.
    pub const MAX_PLAYERS: usize = 8;

    /// The seat of an index, or `None` from [`Seat::MAX_PLAYERS`] on.
    #[must_use]
    pub const fn new(index: usize) -> Option<Seat> {
        if index < Seat::MAX_PLAYERS {
            Some(Seat(index as u8))
        } else {
            None
        }
    }

    /// The index, 0 to 7.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat that plays after this one at a table of `players` seats.
    ///
    /// # Panics
    /// If `players` is 0 or more than [`Seat::MAX_PLAYERS`].
    #[must_use]
    pub const fn next(self, players: usize) -> Seat {
        self.plus(1, players)
    }

    /// The seat that plays `steps` turns after this one at a table of `players`
    /// seats.
    ///
    /// # Panics
    /// If `players` is 0 or more than [`Seat::MAX_PLAYERS`].
    #[must_use]
    pub const fn plus(self, steps: usize, players: usize) -> Seat {
        check(players);
        Seat(((self.index() % players + steps % players) % players) as u8)
    }

    /// The seats of a table of `players`, from seat 0 on.
    ///
    /// # Panics
    /// If `players` is 0 or more than [`Seat::MAX_PLAYERS`].
    pub fn all(
        players: usize,
    ) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        check(players);
        (0..players as u8).map(Seat)
    }

    /// The seats of a table of `players`, in playing order from this one on.
    ///
    /// # Panics
    /// If `players` is 0 or more than [`Seat::MAX_PLAYERS`].
    pub fn turns(self, players: usize) -> impl Iterator<Item = Seat> + Clone {
        Seat::all(players).map(move |seat| self.plus(seat.index(), players))
    }
}

const fn check(players: usize) {
    assert!(
        players >= 1 && players <= Seat::MAX_PLAYERS,
        "a table has 1 to 8 seats"
    );
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One value a seat at a table of `N` players, indexed by [`Seat`].
///
/// Indexing panics if the seat is none of the `N`; [`BySeat::get`] does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BySeat<T, const N: usize = 4>([T; N]);

impl<T, const N: usize> BySeat<T, N> {
    const SIZE_IS_LEGAL: () = assert!(N >= 1 && N <= Seat::MAX_PLAYERS, "1 to 8 seats");

    /// The values from seat 0 on.
    #[must_use]
    pub const fn new(values: [T; N]) -> Self {
        let () = Self::SIZE_IS_LEGAL;
        BySeat(values)
    }

    /// Asks `value` once a seat, from seat 0 on.
    #[must_use]
    pub fn from_fn(mut value: impl FnMut(Seat) -> T) -> Self {
        BySeat::new(core::array::from_fn(|index| value(Seat(index as u8))))
    }

    /// The value of a seat, or `None` if the table has no such seat.
    #[must_use]
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// The value of a seat to change, or `None` if the table has no such seat.
    #[must_use]
    pub fn get_mut(&mut self, seat: Seat) -> Option<&mut T> {
        self.0.get_mut(seat.index())
    }

    /// The values from seat 0 on.
    #[must_use]
    pub const fn as_array(&self) -> &[T; N] {
        &self.0
    }

    /// The values from seat 0 on.
    #[must_use]
    pub fn into_array(self) -> [T; N] {
        self.0
    }

    /// The same seats with other values.
    #[must_use]
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> BySeat<U, N> {
        BySeat(self.0.map(change))
    }

    /// Every seat with its value, from seat 0 on.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        Seat::all(N).zip(&self.0)
    }

    /// Every seat with its value to change, from seat 0 on.
    pub fn iter_mut(
        &mut self,
    ) -> impl DoubleEndedIterator<Item = (Seat, &mut T)> + ExactSizeIterator {
        Seat::all(N).zip(&mut self.0)
    }
}

impl<T: Default, const N: usize> Default for BySeat<T, N> {
    fn default() -> Self {
        BySeat::from_fn(|_| T::default())
    }
}

impl<T, const N: usize> Index<Seat> for BySeat<T, N> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T, const N: usize> IndexMut<Seat> for BySeat<T, N> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
