use gongzhu_solver::{Player, State, published as program};

pub(super) mod accuracy;
pub(super) mod audit;
pub(super) mod published;
pub(super) mod scaling;

/// The start of a game as the document's program has it.
fn published_state(deal: &State) -> program::State {
    let hands = Player::ALL.map(|player| deal.hand(player).into());
    program::State::new(hands, deal.leader()).expect("disjoint hands of a size")
}
