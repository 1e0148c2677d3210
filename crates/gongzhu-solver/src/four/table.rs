//! The table of positions whose value is bounded.

/// A position at the start of a trick, within one deal: no two different ones
/// have the same key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Key {
    /// What each suit holds, who leads, and where exposed cards are free.
    pub(crate) cards: u64,
    /// What has been taken, as far as it matters.
    pub(crate) context: u32,
}

impl Key {
    fn hash(self) -> u64 {
        // Odd constants of SplitMix64 and of the golden ratio.
        let mut hash = self.cards ^ u64::from(self.context).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash = (hash ^ (hash >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        hash ^ (hash >> 31)
    }
}

/// What is known of a position: bounds of what is still to come, and a play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    cards: u64,
    context: u32,
    generation: u16,
    /// In 64 bits, since the difference of two values may not fit in 32.
    pub(crate) lower: i64,
    pub(crate) upper: i64,
    /// A card to try first, or [`Entry::NONE`].
    pub(crate) best: u8,
    /// The tricks that are left, which tells what the entry is worth.
    tricks: u8,
}

impl Entry {
    pub(crate) const NONE: u8 = u8::MAX;

    const EMPTY: Entry = Entry {
        cards: 0,
        context: 0,
        generation: 0,
        lower: i64::MIN,
        upper: i64::MAX,
        best: Entry::NONE,
        tricks: 0,
    };

    const fn is(&self, key: Key, generation: u16) -> bool {
        self.cards == key.cards && self.context == key.context && self.generation == generation
    }
}

const _: () = assert!(size_of::<Entry>() == 32);

/// A table of a fixed size, in pairs of places: the position with more tricks
/// left stays in the first, the newest one goes to the second.
#[derive(Debug)]
pub(crate) struct Table {
    /// The number of places is twice a power of two.
    places: Vec<Entry>,
    /// Entries of earlier generations are of other deals.
    generation: u16,
}

impl Table {
    /// The size of a pair of places, the smallest table.
    pub(crate) const SMALLEST: usize = 2 * size_of::<Entry>();

    /// The largest table of at most this many bytes, which must be
    /// [`Table::SMALLEST`] or more.
    pub(crate) fn new(bytes: usize) -> Table {
        let pairs = 1 << (bytes / Table::SMALLEST).max(1).ilog2();
        Table {
            places: vec![Entry::EMPTY; 2 * pairs],
            generation: 0,
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.places.fill(Entry::EMPTY);
            self.generation = 1;
        }
    }

    fn pair(&self, key: Key) -> usize {
        2 * (key.hash() as usize & (self.places.len() / 2 - 1))
    }

    pub(crate) fn get(&self, key: Key) -> Option<&Entry> {
        let pair = self.pair(key);
        self.places[pair..pair + 2]
            .iter()
            .find(|entry| entry.is(key, self.generation))
    }

    /// Adds bounds to what is known of a position.
    pub(crate) fn add(&mut self, key: Key, tricks: u8, lower: i64, upper: i64, best: u8) {
        let pair = self.pair(key);
        let generation = self.generation;
        let places = &mut self.places[pair..pair + 2];
        let new = Entry {
            cards: key.cards,
            context: key.context,
            generation,
            lower,
            upper,
            best,
            tricks,
        };
        if let Some(entry) = places.iter_mut().find(|entry| entry.is(key, generation)) {
            entry.lower = entry.lower.max(lower);
            entry.upper = entry.upper.min(upper);
            if best != Entry::NONE {
                entry.best = best;
            }
        } else if places[0].generation != generation || places[0].tricks <= tricks {
            places[1] = places[0];
            places[0] = new;
        } else {
            places[1] = new;
        }
    }
}
