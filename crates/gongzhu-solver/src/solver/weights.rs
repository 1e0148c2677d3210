//! The weights of the move ordering.

use super::order::{GENERAL_LEADS, GENERAL_REPLIES, LEADS, REPLIES};

/// What leads and replies are scored by.
#[derive(Debug)]
pub(super) struct Weights {
    pub(super) leads: &'static [i8],
    pub(super) replies: &'static [i8],
}

/// The weights of additive rules.
pub(super) static ADDITIVE: Weights = Weights {
    leads: &section::<0, LEADS>(),
    replies: &section::<LEADS, REPLIES>(),
};

/// The weights of any rules.
pub(super) static GENERAL: Weights = Weights {
    leads: &section::<{ LEADS + REPLIES }, GENERAL_LEADS>(),
    replies: &section::<{ LEADS + REPLIES + GENERAL_LEADS }, GENERAL_REPLIES>(),
};

/// A byte a weight: eight times its value. Made by `examples/fit_order.rs`.
const FILE: &[u8] = include_bytes!("order.weights");

const _: () = assert!(FILE.len() == LEADS + REPLIES + GENERAL_LEADS + GENERAL_REPLIES);

const fn section<const START: usize, const SIZE: usize>() -> [i8; SIZE] {
    let mut weights = [0; SIZE];
    let mut place = 0;
    while place < SIZE {
        weights[place] = FILE[START + place] as i8;
        place += 1;
    }
    weights
}
