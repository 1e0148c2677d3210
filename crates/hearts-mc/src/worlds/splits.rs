//! The ways to split cards among seats with room.

use super::SEATS;

/// Numbers for the rooms that can be left of some: mixed-radix, without the seat
/// with the most room, whose room follows from the others' and the cards left.
pub(super) struct Rooms {
    strides: [usize; SEATS],
    /// How many numbers there are.
    pub(super) codes: usize,
}

impl Rooms {
    pub(super) fn new(room: [usize; SEATS]) -> Rooms {
        let most = (0..SEATS).max_by_key(|&seat| room[seat]);
        let mut rooms = Rooms {
            strides: [0; SEATS],
            codes: 1,
        };
        for (seat, room) in room.into_iter().enumerate() {
            if Some(seat) != most {
                rooms.strides[seat] = rooms.codes;
                rooms.codes *= room + 1;
            }
        }
        rooms
    }

    pub(super) fn code(&self, room: [u8; SEATS]) -> usize {
        (0..SEATS)
            .map(|seat| usize::from(room[seat]) * self.strides[seat])
            .sum()
    }
}

/// Calls `found` for every way to split so many cards among some seats with room.
pub(super) fn for_each_split(
    mask: usize,
    cards: u8,
    room: [u8; SEATS],
    found: &mut impl FnMut([u8; SEATS]),
) {
    fn next(
        mask: usize,
        cards: u8,
        room: &[u8; SEATS],
        split: &mut [u8; SEATS],
        found: &mut impl FnMut([u8; SEATS]),
    ) {
        let seat = mask.trailing_zeros() as usize;
        let others = mask & (mask - 1);
        if others == 0 {
            if cards <= room[seat] {
                split[seat] = cards;
                found(*split);
            }
            return;
        }
        let room_of_others: u8 = (0..SEATS)
            .filter(|other| others >> other & 1 == 1)
            .map(|other| room[other])
            .sum();
        for here in cards.saturating_sub(room_of_others)..=cards.min(room[seat]) {
            split[seat] = here;
            next(others, cards - here, room, split, found);
        }
    }
    next(mask, cards, &room, &mut [0; SEATS], found);
}

/// In how many ways cards can be split into parts of these sizes.
pub(super) fn multinomial(cards: usize, split: [u8; SEATS]) -> u128 {
    let mut left = cards;
    let mut ways = 1;
    for part in split {
        ways *= u128::from(BINOMIAL[left][usize::from(part)]);
        left -= usize::from(part);
    }
    ways
}

/// Pascal's triangle up to 52.
static BINOMIAL: [[u64; 53]; 53] = {
    let mut rows = [[0; 53]; 53];
    let mut n = 0;
    while n <= 52 {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};
