pub(super) mod audit;
mod players;
mod program;
pub(super) mod published;
pub(super) mod random_play;
#[cfg(feature = "rival")]
pub(super) mod rival;
pub(super) mod throughput;
mod times;
pub(super) mod tournament;
