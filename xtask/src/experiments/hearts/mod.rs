pub(super) mod audit;
mod players;
mod program;
pub(super) mod published;
pub(super) mod random_play;
pub(super) mod throughput;
mod times;
pub(super) mod tournament;
