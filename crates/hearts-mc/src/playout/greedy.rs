use super::Choose;
use super::table::{
    HEART_BITS, PENALTY_BITS, QUEEN_BIT, Table, highest_bit, highest_rank, lowest_bit, lowest_rank,
};

/// The spades above the queen.
const ACE_KING: u64 = 0b11 << 60;
/// The lane of the spades.
const SPADES: u64 = 0x3FFE << 48;
/// The spades below the queen.
const LOW_SPADES: u64 = SPADES & (QUEEN_BIT - 1);

/// A sensible player of a few instructions: leads low, ducks with the highest
/// card that loses, gives the queen of spades and high hearts away.
pub(crate) struct Quick;

impl Choose for Quick {
    #[inline]
    fn choose(&mut self, table: &Table, legal: u64) -> u64 {
        let hand = table.hands[table.turn & 3];
        let queen_elsewhere = (table.in_hands() ^ hand) & QUEEN_BIT != 0;
        if table.led == 0 {
            let spades = hand & SPADES;
            if queen_elsewhere && spades != 0 && spades & !LOW_SPADES == 0 {
                // It cannot take the queen, and may drive her out.
                return highest_bit(legal & LOW_SPADES | lowest_bit(legal));
            }
            let safe = legal & !(QUEEN_BIT | if queen_elsewhere { ACE_KING } else { 0 });
            return lowest_rank(if safe == 0 { legal } else { safe });
        }
        if legal & table.led == 0 {
            return discard(legal, queen_elsewhere);
        }
        let below = legal & (table.best - 1);
        let above = legal & !(table.best - 1) & !QUEEN_BIT;
        if table.len == 3 && table.trick & PENALTY_BITS == 0 && above != 0 {
            // A trick for nothing takes the most dangerous card along.
            if legal & QUEEN_BIT != 0 && table.best > QUEEN_BIT {
                return QUEEN_BIT;
            }
            return highest_bit(above);
        }
        if below != 0 {
            if below & QUEEN_BIT != 0 {
                return QUEEN_BIT;
            }
            return highest_bit(below);
        }
        match above {
            0 => legal,
            _ if table.len == 3 => highest_bit(above),
            _ => lowest_bit(above),
        }
    }
}

/// The card to be rid of.
#[inline]
fn discard(legal: u64, queen_elsewhere: bool) -> u64 {
    if legal & QUEEN_BIT != 0 {
        return QUEEN_BIT;
    }
    let danger = legal & ACE_KING;
    if queen_elsewhere && danger != 0 {
        return highest_bit(danger);
    }
    let hearts = legal & HEART_BITS;
    if hearts & (0x3F00 << 32) != 0 {
        return highest_bit(hearts);
    }
    highest_rank(legal)
}
