//! The tables of positions that have been searched.

/// A table of a fixed size, a power of two of places in pairs: of two positions with
/// the same pair, the one with more tricks left stays in the first, the newest one
/// goes to the second.
#[derive(Debug)]
pub(super) struct Table<T> {
    places: Vec<Place<T>>,
    /// Places of earlier generations are of other deals.
    generation: u8,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Place<T> {
    /// No two different positions of a deal have the same.
    key: u64,
    known: T,
    generation: u8,
    tricks: u8,
}

impl<T: Copy + Default> Table<T> {
    /// A table of 2^`bits` places.
    pub(super) fn new(bits: u32) -> Table<T> {
        Table {
            places: vec![Place::default(); 1 << bits.max(1)],
            generation: 0,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.places.fill(Place::default());
            self.generation = 1;
        }
    }

    #[inline]
    fn pair(&self, key: u64) -> usize {
        // The high bits of a product with the golden ratio depend on all of the key.
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let hash = (hash ^ (hash >> 32)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (hash >> 32) as usize & (self.places.len() - 2)
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<T> {
        let pair = self.pair(key);
        let places = &self.places[pair..pair + 2];
        let is = |place: &&Place<T>| place.key == key && place.generation == self.generation;
        places.iter().find(is).map(|place| place.known)
    }

    #[inline]
    pub(super) fn put(&mut self, key: u64, tricks: u8, known: T) {
        let pair = self.pair(key);
        let generation = self.generation;
        let places = &mut self.places[pair..pair + 2];
        let new = Place {
            key,
            known,
            generation,
            tricks,
        };
        let is = |place: &Place<T>| place.key == key && place.generation == generation;
        if is(&places[0]) {
            places[0] = new;
        } else if is(&places[1]) {
            places[1] = new;
        } else if places[0].generation != generation || places[0].tricks <= tricks {
            places[1] = places[0];
            places[0] = new;
        } else {
            places[1] = new;
        }
    }
}
