pub(super) mod audit;
pub(super) mod moon;
pub(super) mod opponents;
mod players;
mod program;
pub(super) mod published;
pub(super) mod random_play;
#[cfg(feature = "rival")]
pub(super) mod rival;
mod seated;
pub(super) mod simulations;
pub(super) mod throughput;
mod times;
pub(super) mod tournament;
