//! What sets of cards and sets of ranks share.

/// Implements the set algebra of a type with one bit an element, private bits
/// `self.0`, an element's set `of`, and the sets `EMPTY` and `FULL`: methods that
/// are `const`, the operators, and building from an iterator. `$noun` names an
/// element, `$count` how many there are.
macro_rules! impl_bit_set {
    ($set:ident, $element:ident, $noun:literal, $count:literal) => {
        impl $set {
            #[doc = concat!("How many ", $noun, "s the set holds, 0 to ", $count, ".")]
            #[must_use]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            #[doc = concat!("Whether the set holds no ", $noun, ".")]
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            #[doc = concat!("Whether the set holds a ", $noun, ".")]
            #[must_use]
            pub const fn contains(self, element: $element) -> bool {
                self.0 & $set::of(element).0 != 0
            }

            #[doc = concat!("This set and one more ", $noun, ".")]
            #[must_use]
            pub const fn with(self, element: $element) -> $set {
                self.union($set::of(element))
            }

            #[doc = concat!("This set but for one ", $noun, ".")]
            #[must_use]
            pub const fn without(self, element: $element) -> $set {
                self.difference($set::of(element))
            }

            #[doc = concat!("Adds a ", $noun, "; says whether it was new.")]
            pub const fn insert(&mut self, element: $element) -> bool {
                let new = !self.contains(element);
                *self = self.with(element);
                new
            }

            #[doc = concat!("Takes a ", $noun, " out; says whether it was there.")]
            pub const fn remove(&mut self, element: $element) -> bool {
                let held = self.contains(element);
                *self = self.without(element);
                held
            }

            #[doc = concat!("The ", $noun, "s of either set.")]
            #[must_use]
            pub const fn union(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }

            #[doc = concat!("The ", $noun, "s of both sets.")]
            #[must_use]
            pub const fn intersection(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }

            #[doc = concat!("The ", $noun, "s of this set that the other lacks.")]
            #[must_use]
            pub const fn difference(self, other: $set) -> $set {
                $set(self.0 & !other.0)
            }

            #[doc = concat!("The ", $noun, "s of exactly one of the sets.")]
            #[must_use]
            pub const fn symmetric_difference(self, other: $set) -> $set {
                $set(self.0 ^ other.0)
            }

            #[doc = concat!("The ", $noun, "s that are not in this set.")]
            #[must_use]
            pub const fn complement(self) -> $set {
                $set::FULL.difference(self)
            }

            #[doc = concat!("Whether the other set holds every ", $noun, " of this one.")]
            #[must_use]
            pub const fn is_subset(self, other: $set) -> bool {
                self.difference(other).is_empty()
            }

            #[doc = concat!("Whether the sets share no ", $noun, ".")]
            #[must_use]
            pub const fn is_disjoint(self, other: $set) -> bool {
                self.intersection(other).is_empty()
            }
        }

        impl core::ops::BitOr for $set {
            type Output = $set;

            fn bitor(self, other: $set) -> $set {
                self.union(other)
            }
        }

        impl core::ops::BitOrAssign for $set {
            fn bitor_assign(&mut self, other: $set) {
                *self = self.union(other);
            }
        }

        impl core::ops::BitAnd for $set {
            type Output = $set;

            fn bitand(self, other: $set) -> $set {
                self.intersection(other)
            }
        }

        impl core::ops::BitAndAssign for $set {
            fn bitand_assign(&mut self, other: $set) {
                *self = self.intersection(other);
            }
        }

        impl core::ops::BitXor for $set {
            type Output = $set;

            fn bitxor(self, other: $set) -> $set {
                self.symmetric_difference(other)
            }
        }

        impl core::ops::BitXorAssign for $set {
            fn bitxor_assign(&mut self, other: $set) {
                *self = self.symmetric_difference(other);
            }
        }

        impl core::ops::Sub for $set {
            type Output = $set;

            fn sub(self, other: $set) -> $set {
                self.difference(other)
            }
        }

        impl core::ops::SubAssign for $set {
            fn sub_assign(&mut self, other: $set) {
                *self = self.difference(other);
            }
        }

        impl core::ops::Not for $set {
            type Output = $set;

            fn not(self) -> $set {
                self.complement()
            }
        }

        impl From<$element> for $set {
            fn from(element: $element) -> $set {
                $set::of(element)
            }
        }

        impl FromIterator<$element> for $set {
            fn from_iter<I: IntoIterator<Item = $element>>(elements: I) -> $set {
                let mut set = $set::EMPTY;
                set.extend(elements);
                set
            }
        }

        impl Extend<$element> for $set {
            fn extend<I: IntoIterator<Item = $element>>(&mut self, elements: I) {
                for element in elements {
                    self.insert(element);
                }
            }
        }
    };
}
pub(crate) use impl_bit_set;
