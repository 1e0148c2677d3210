//! `cards oldmaid`.

mod history;
mod infer;
mod play;
mod players;
mod rules;

use std::io::{Read, Write};

use clap::Subcommand;

use crate::{Invocation, Refusal};

pub use history::{Event, Events, KindList, PairLists, Sizes};
pub use infer::{InferAnswer, InferRequest, KindChance, LikelyHands, SeatChances};
pub use play::{PlayAnswer, PlayRequest, PlayedDraw};
pub use players::{OpenValuesMemory, Player};
pub use rules::{Draws, Odd, Pairs, Preset};

/// A question about Old Maid.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Tells what the other players hold, given all that one of them has seen, and
    /// whom to draw from.
    Infer(Box<Invocation<InferRequest>>),
    /// Plays a game between named players, draw by draw.
    Play(Box<Invocation<PlayRequest>>),
}

impl Command {
    /// Runs the command; only a batch reads from `input`.
    ///
    /// # Errors
    /// If there is no answer, or it cannot be written.
    pub fn run(self, input: impl Read, output: &mut impl Write) -> Result<(), Refusal> {
        match self {
            Command::Infer(invocation) => invocation.run(input, output),
            Command::Play(invocation) => invocation.run(input, output),
        }
    }
}
