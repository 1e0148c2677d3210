use crate::playout::table::{PENALTY_BITS, Table, highest_bit, highest_rank, lowest_bit};

/// The play of one who means to take every point.
pub(crate) fn shoot(table: &Table, legal: u64) -> u64 {
    let hand = table.hands[table.turn & 3];
    let out = table.in_hands() ^ hand;
    if table.led == 0 {
        return lead(legal, out);
    }
    let follow = legal & table.led;
    if follow == 0 {
        // Nothing that may win or that costs the moon is thrown away.
        let harmless = legal & !PENALTY_BITS;
        let from = if harmless == 0 { legal } else { harmless };
        return least_wanted(from, out);
    }
    let winning = follow & !(table.best | (table.best - 1));
    if winning == 0 {
        let harmless = follow & !PENALTY_BITS;
        return lowest_bit(if harmless == 0 { follow } else { harmless });
    }
    if table.len == 3 {
        lowest_bit(winning)
    } else {
        highest_bit(winning)
    }
}

/// A card that is sure to win, from the suit with the most of them, or the
/// highest there is.
fn lead(legal: u64, out: u64) -> u64 {
    let (mut choice, mut most) = (0, 0);
    for suit in 0..4 {
        let lane = 0x3FFE << (16 * suit);
        let (own, others) = (legal & lane, out & lane);
        if own == 0 {
            continue;
        }
        let top = if others == 0 { 0 } else { highest_bit(others) };
        let sure = if top == 0 {
            own
        } else {
            own & !(top | (top - 1))
        };
        let count = sure.count_ones();
        if count > most {
            (choice, most) = (highest_bit(own), count);
        }
    }
    if choice != 0 {
        return choice;
    }
    highest_rank(legal)
}

/// The card with the most unseen cards above it.
pub(crate) fn least_wanted(from: u64, out: u64) -> u64 {
    let (mut choice, mut most) = (lowest_bit(from), 0);
    for suit in 0..4 {
        let lane = 0x3FFE << (16 * suit);
        let own = from & lane;
        if own == 0 {
            continue;
        }
        let low = lowest_bit(own);
        let above = (out & lane & !(low | (low - 1))).count_ones();
        if above > most {
            (choice, most) = (low, above);
        }
    }
    choice
}
