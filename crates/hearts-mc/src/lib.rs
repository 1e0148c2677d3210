//! Hearts (红心大战).
#![forbid(unsafe_code)]

pub mod arena;
pub mod endgame;
mod greedy;
mod match_play;
mod monte_carlo;
mod playout;
pub mod policy;
mod position;
pub mod published;
mod published_player;
mod round;
mod rules;
mod score;
mod strategy;
mod view;
pub mod worlds;

pub use greedy::Greedy;
pub use match_play::{Match, MatchError, Standing, play_match};
pub use monte_carlo::{Config, MonteCarlo};
pub use playout::random_playout;
pub use position::{IllegalPlay, PlayFault, Position, PositionError};
pub use published_player::PublishedPlayer;
pub use round::{IllegalPass, PassFault, Phase, Round};
pub use rules::{
    FirstTrick, ForcedQueen, HEARTS, HeartsLead, JACK, JACK_BONUS, Jack, Moon, MoonChoice, Opening,
    PASSED, PENALTIES, PLAYERS, POINTS, Pass, Passing, QUEEN, Rules, TWO_OF_CLUBS, points,
};
pub use score::{scores, shooter};
pub use strategy::{Random, Strategy, StrategyError, play_round};
pub use view::{View, ViewError, ViewFault, WorldError};
