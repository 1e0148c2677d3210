//! Cards, sets and the rest as text: what `Display` writes and `FromStr` reads.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{self, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{AnyCard, BySeat, Card, CardSet, Joker, Rank, RankSet, Seat, Suit};

struct FromText<T> {
    expecting: &'static str,
    value: PhantomData<T>,
}

impl<T: FromStr<Err = crate::ParseError>> Visitor<'_> for FromText<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expecting)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! impl_serde_text {
    ($($type:ident: $expecting:literal),* $(,)?) => {
        $(
            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> Deserialize<'de> for $type {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    deserializer.deserialize_str(FromText {
                        expecting: $expecting,
                        value: PhantomData,
                    })
                }
            }
        )*
    };
}

impl_serde_text! {
    Suit: "a suit such as ♠ or S",
    Rank: "a rank such as Q or 10",
    Joker: "a joker such as 小王 or HR",
    Card: "a card such as ♠Q or SQ",
    AnyCard: "a card such as ♠Q or SQ, or a joker",
    CardSet: "cards such as ♠AQ4 ♥KT5",
    RankSet: "ranks such as AQT4",
}

/// A seat is its index.
impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.index() as u8)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // As it is written, for formats that do not say what stands there.
        let index = u8::deserialize(deserializer)?;
        Seat::new(index.into()).ok_or_else(|| {
            de::Error::invalid_value(de::Unexpected::Unsigned(index.into()), &"a seat, 0 to 7")
        })
    }
}

/// The values from seat 0 on.
impl<T: Serialize, const N: usize> Serialize for BySeat<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(N)?;
        for (_, value) in self.iter() {
            tuple.serialize_element(value)?;
        }
        tuple.end()
    }
}

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for BySeat<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_tuple(N, OneASeat(PhantomData))
    }
}

struct OneASeat<T, const N: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for OneASeat<T, N> {
    type Value = BySeat<T, N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{N} values, one a seat")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Self::Value, A::Error> {
        let mut seats: BySeat<Option<T>, N> = BySeat::from_fn(|_| None);
        for (seat, value) in seats.iter_mut() {
            let missing = || de::Error::invalid_length(seat.index(), &self);
            *value = Some(values.next_element()?.ok_or_else(missing)?);
        }
        if values.next_element::<de::IgnoredAny>()?.is_some() {
            return Err(de::Error::invalid_length(N + 1, &self));
        }
        Ok(seats.map(|value| value.expect("each seat has just got its value")))
    }
}
