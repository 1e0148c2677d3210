//! The transposition table.

use std::time::Duration;

/// What identifies a position in a table.
pub(super) trait Key: Copy + Default + PartialEq {
    /// A mix of all its bits, of which the high ones are used.
    fn hash(self) -> u64;
}

const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

impl Key for u64 {
    #[inline]
    fn hash(self) -> u64 {
        (self ^ (self >> 29)).wrapping_mul(MIX)
    }
}

impl Key for (u64, u64) {
    #[inline]
    fn hash(self) -> u64 {
        (self.0 ^ self.1.wrapping_mul(MIX).rotate_left(23)).hash()
    }
}

/// A bound of a value as a table stores it.
pub(super) trait Bound: Copy + Default + Into<i32> + TryFrom<i32> {
    /// Less than every value.
    const LEAST: Self;
    /// More than every value.
    const MOST: Self;
}

impl Bound for i16 {
    const LEAST: i16 = i16::MIN;
    const MOST: i16 = i16::MAX;
}

impl Bound for i32 {
    // There is room to add a gain.
    const LEAST: i32 = i32::MIN / 2;
    const MOST: i32 = i32::MAX / 2;
}

/// What is known of a position: bounds of its value, as its leader sees it, and
/// the lead that was best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry<K, V> {
    key: K,
    lower: V,
    upper: V,
    /// The number of the lead's bit.
    lead: u8,
    /// The cards a hand; 0 for an empty entry.
    cards: u8,
    age: u16,
}

/// The bounds of an entry and its lead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) lower: i32,
    pub(super) upper: i32,
    pub(super) lead: u8,
}

/// Entries that are looked at together.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket<K, V>([Entry<K, V>; 4]);

const _: () = assert!(size_of::<Bucket<u64, i16>>() == 64);

/// A hash table of bounds, a power of two of buckets. A full bucket loses an
/// entry of an earlier search, or else the one with the fewest cards.
///
/// A key is stored whole, so that no two positions are ever taken for each other.
#[derive(Debug)]
pub(super) struct Table<K, V> {
    buckets: Vec<Bucket<K, V>>,
    shift: u32,
    age: u16,
}

impl<K: Key, V: Bound> Table<K, V> {
    /// An empty table with the least room.
    pub(super) fn new() -> Table<K, V> {
        Table {
            buckets: vec![Bucket::default(); 2],
            shift: 63,
            age: 0,
        }
    }

    /// The bytes that the table takes.
    pub(super) const fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket<K, V>>()
    }

    /// How many of some bytes are worth having for a search of this time: making
    /// a table larger takes time too.
    pub(super) fn in_time(&self, bytes: usize, time: Option<Duration>) -> usize {
        const BYTES_A_MILLISECOND: usize = 256 << 10;
        const AT_ONCE: usize = 64 << 10;
        let Some(time) = time else {
            return bytes;
        };
        let milliseconds = usize::try_from(time.as_millis()).unwrap_or(usize::MAX);
        let quickly = milliseconds.saturating_mul(BYTES_A_MILLISECOND);
        bytes.min(quickly.max(AT_ONCE).max(self.bytes()))
    }

    /// Starts a new search that may use up to this many bytes. A table that has
    /// to grow forgets what it held.
    pub(super) fn start(&mut self, bytes: usize) {
        let buckets = (bytes / size_of::<Bucket<K, V>>()).max(2);
        let bits = buckets.ilog2();
        if self.buckets.len() < 1 << bits {
            self.buckets = Vec::new();
            self.buckets = vec![Bucket::default(); 1 << bits];
        }
        self.shift = 64 - bits;
        self.age = self.age.wrapping_add(1);
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
    }

    #[inline]
    fn index(&self, key: K) -> usize {
        (key.hash() >> self.shift) as usize
    }

    /// Reads from where a position would be, so that it is in the cache when it
    /// is looked up.
    #[inline]
    pub(super) fn begin(&self, key: K) -> u8 {
        self.buckets[self.index(key)].0[0].cards
    }

    /// What is known of a position of at least one card a hand, if anything.
    #[inline]
    pub(super) fn get(&self, key: K) -> Option<Known> {
        let bucket = &self.buckets[self.index(key)];
        let entry = (bucket.0.iter()).find(|entry| entry.key == key && entry.cards != 0)?;
        Some(Known {
            lower: entry.lower.into(),
            upper: entry.upper.into(),
            lead: entry.lead,
        })
    }

    /// The bounds of all positions that the last search reached, with their
    /// cards a hand.
    #[cfg(feature = "tuning")]
    pub(super) fn current(&self) -> impl Iterator<Item = (K, Known, usize)> {
        (self.buckets.iter().flat_map(|bucket| &bucket.0))
            .filter(|entry| entry.cards != 0 && entry.age == self.age)
            .map(|entry| {
                let known = Known {
                    lower: entry.lower.into(),
                    upper: entry.upper.into(),
                    lead: entry.lead,
                };
                (entry.key, known, entry.cards.into())
            })
    }

    /// Keeps a bound of a position: `value` is a lower bound if it is at least
    /// `threshold`, else an upper bound. The other bound is kept.
    #[inline]
    pub(super) fn put(&mut self, key: K, cards: usize, threshold: i32, value: i32, lead: u8) {
        let age = self.age;
        let index = self.index(key);
        let bucket = &mut self.buckets[index].0;
        let mut place = 0;
        let mut cheapest = u32::MAX;
        for (other, entry) in bucket.iter().enumerate() {
            if entry.key == key && entry.cards != 0 {
                place = other;
                break;
            }
            // An empty place has the least, then earlier searches' entries.
            let worth = u32::from(entry.cards) | u32::from(entry.age == age) << 8;
            if worth < cheapest {
                (place, cheapest) = (other, worth);
            }
        }
        let entry = &mut bucket[place];
        if entry.key != key || entry.cards == 0 {
            *entry = Entry {
                key,
                lower: V::LEAST,
                upper: V::MOST,
                lead,
                cards: cards as u8,
                age,
            };
        }
        entry.age = age;
        let Ok(bound) = V::try_from(value) else {
            return;
        };
        if value >= threshold {
            if value > entry.lower.into() {
                entry.lower = bound;
            }
            entry.lead = lead;
        } else if value < entry.upper.into() {
            entry.upper = bound;
        }
    }
}
