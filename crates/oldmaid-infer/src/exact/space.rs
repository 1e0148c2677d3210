//! The states of an open game, numbered.

/// The most players whose states are numbered.
pub(crate) const MAX_PLAYERS: usize = 4;

/// The most sets of holders that an even kind may have.
const MAX_SETS: usize = 7;

/// How many even kinds each set of players holds.
pub(crate) type Counts = [u8; MAX_SETS];

/// The states of a table: how many of the even kinds each set of an even number of
/// players holds, and which odd number of players hold the odd kind.
#[derive(Clone, Debug)]
pub(crate) struct Space {
    pub(crate) players: usize,
    pub(crate) kinds: usize,
    /// The sets of an even number of players, at least two.
    pub(crate) even: Vec<u8>,
    /// The sets of an odd number of players who may hold the odd kind.
    pub(crate) odd: Vec<u8>,
    /// The place of a set in its list.
    places: [u8; 1 << MAX_PLAYERS],
    /// How many ways the even kinds can be held.
    len: usize,
    /// At each set, by the kinds left and its count: how many states come before.
    before: Vec<[[u32; 14]; 14]>,
}

impl Space {
    /// `triples` tells whether three players may hold the odd kind.
    pub(crate) fn new(players: usize, kinds: usize, triples: bool) -> Space {
        let sets = |wanted: &dyn Fn(u32) -> bool| -> Vec<u8> {
            (1..1_u8 << players)
                .filter(|set| wanted(set.count_ones()))
                .collect()
        };
        let even = sets(&|size| size % 2 == 0);
        let odd = sets(&|size| size == 1 || triples && size == 3);
        let mut places = [0; 1 << MAX_PLAYERS];
        for list in [&even, &odd] {
            for (place, &set) in list.iter().enumerate() {
                places[usize::from(set)] = place as u8;
            }
        }
        let choose = |n: usize, k: usize| (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1)) as u32;
        let mut before = vec![[[0; 14]; 14]; even.len()];
        for (place, table) in before.iter_mut().enumerate() {
            let later = even.len() - place - 1;
            for (left, row) in table.iter_mut().enumerate() {
                for count in 1..=left {
                    row[count] = row[count - 1] + choose(left - (count - 1) + later, later);
                }
            }
        }
        let sets = even.len();
        Space {
            players,
            kinds,
            len: (0..sets).fold(1, |ways, i| ways * (kinds + sets - i) / (i + 1)),
            even,
            odd,
            places,
            before,
        }
    }

    /// How many ways the even kinds can be held.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// How many states there are, whose turn it is left aside.
    pub(crate) fn plane(&self) -> usize {
        self.len * self.odd.len()
    }

    pub(crate) fn place(&self, set: u8) -> usize {
        usize::from(self.places[usize::from(set)])
    }

    /// The number of a state, holders of the odd kind included.
    pub(crate) fn index(&self, counts: &Counts, odd: u8) -> usize {
        let mut left = self.kinds;
        let mut index = 0;
        for (table, &count) in self.before.iter().zip(counts) {
            index += table[left][usize::from(count)] as usize;
            left -= usize::from(count);
        }
        index * self.odd.len() + self.place(odd)
    }

    /// How many cards each player holds.
    pub(crate) fn sizes(&self, counts: &Counts, odd: u8) -> [u8; MAX_PLAYERS] {
        let mut sizes = [0; MAX_PLAYERS];
        for (player, size) in sizes.iter_mut().enumerate().take(self.players) {
            *size = odd >> player & 1;
            for (&set, &count) in self.even.iter().zip(counts) {
                *size += count * (set >> player & 1);
            }
        }
        sizes
    }

    /// Every way to hold the even kinds, in the order of their numbers.
    pub(crate) fn all_counts(&self) -> Vec<Counts> {
        let mut all = Vec::with_capacity(self.len());
        self.extend(&mut all, [0; MAX_SETS], 0, self.kinds);
        all
    }

    fn extend(&self, all: &mut Vec<Counts>, mut counts: Counts, place: usize, left: usize) {
        if place == self.even.len() {
            all.push(counts);
            return;
        }
        for count in 0..=left {
            counts[place] = count as u8;
            self.extend(all, counts, place + 1, left - count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_numbered_without_gaps() {
        for (players, kinds, triples, states) in [
            (2, 13, false, 14 * 2),
            (3, 13, true, 560 * 4),
            (4, 5, false, 792 * 4),
        ] {
            let space = Space::new(players, kinds, triples);
            let mut next = 0;
            for counts in space.all_counts() {
                for &odd in &space.odd {
                    assert_eq!(space.index(&counts, odd), next);
                    next += 1;
                }
            }
            assert_eq!(next, states);
            assert_eq!(space.len() * space.odd.len(), states);
        }
        // 1.24 million states of four players, the turn included.
        assert_eq!(Space::new(4, 13, false).len() * 4 * 4, 1_240_320);
    }
}
