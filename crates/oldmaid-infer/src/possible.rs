//! What is certain of each kind alone, whatever an approximation forgets.

use crate::Kind;
use crate::component::Effect;
use crate::holders::{Holders, MAX_OTHERS, sets};

/// For each kind, the sets of holders that the events so far leave it, bit s for the
/// set s. What follows only from several kinds or from the sizes of hands together
/// is not told by it.
#[derive(Clone, Debug)]
pub(crate) struct Possible([u32; Kind::COUNT]);

/// The sets that a player is a member of.
const MEMBER: [u32; MAX_OTHERS] = [
    0xAAAA_AAAA,
    0xCCCC_CCCC,
    0xF0F0_F0F0,
    0xFF00_FF00,
    0xFFFF_0000,
];

impl Possible {
    /// At the deal every set of the number of holders.
    pub(crate) fn at_deal(others: usize, holders: &[u8; Kind::COUNT]) -> Possible {
        Possible(holders.map(|holders| {
            let all = sets(others, usize::from(holders)).iter();
            all.fold(0, |possible, set| possible | 1 << set)
        }))
    }

    pub(crate) fn allows(&self, kind: Kind, set: Holders) -> bool {
        self.0[kind.index()] >> set & 1 == 1
    }

    /// Whether an event leaves the kind that it names any set.
    pub(crate) fn survives(&self, effect: Effect) -> bool {
        match effect {
            Effect::Hidden { .. } => true,
            Effect::Named { .. } => self.named(effect) != 0,
        }
    }

    /// What an event leaves.
    pub(crate) fn follow(&mut self, effect: Effect) {
        match effect {
            Effect::Hidden { by, from } => {
                for possible in &mut self.0 {
                    let moves = *possible & MEMBER[from] & !MEMBER[by];
                    // A set is a number, in which one bit is exchanged for another.
                    *possible |= if by > from {
                        moves << ((1 << by) - (1 << from))
                    } else {
                        moves >> ((1 << from) - (1 << by))
                    };
                }
            }
            Effect::Named { kind, .. } => self.0[kind.index()] = self.named(effect),
        }
    }

    fn named(&self, effect: Effect) -> u32 {
        let Effect::Named { kind, step } = effect else {
            return 0;
        };
        (0..1 << MAX_OTHERS)
            .filter(|&set| self.allows(kind, set))
            .filter_map(|set| step.after(set))
            .fold(0, |possible, set| possible | 1 << set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::holders::Step;

    #[test]
    fn sets_move_with_hidden_cards_and_named_ones() {
        let kind = Kind::JOKER;
        let mut holders = [0; Kind::COUNT];
        holders[kind.index()] = 2;
        for (by, from) in [(0, 4), (4, 0), (2, 1), (1, 2)] {
            let mut possible = Possible::at_deal(5, &holders);
            // Both hold one, so neither can take the other's.
            let both: Holders = 1 << by | 1 << from;
            let step = Step {
                needs: both,
                lacks: 0,
                removes: 1 << by,
                adds: 0,
            };
            possible.follow(Effect::Named { kind, step });
            let allowed = |possible: &Possible| -> Vec<Holders> {
                let sets = 0..1 << MAX_OTHERS;
                sets.filter(|&set| possible.allows(kind, set)).collect()
            };
            assert_eq!(allowed(&possible), [1 << from]);
            assert!(!possible.survives(Effect::Named { kind, step }));
            possible.follow(Effect::Hidden { by, from });
            let mut either = [1 << from, 1 << by];
            either.sort_unstable();
            assert_eq!(allowed(&possible), either);
        }
    }
}
