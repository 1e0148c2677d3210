//! `cards hearts`.

mod advise;
mod deal;
mod input;
mod monte_carlo;
mod players;
mod rules;
mod serve;
mod table;
mod view;

use std::io::{Read, Write};

use clap::Subcommand;

use crate::{Invocation, Refusal};

pub use advise::{AdviseAnswer, AdviseRequest};
pub use deal::{DealAnswer, DealRequest, PlayedTrick};
pub use input::{Plays, SeatIndex, Totals};
pub use monte_carlo::{
    AdvisedPass, AdvisedPlay, Budget, Objective, PassFigures, PlayFigures, Threads,
};
pub use players::Player;
pub use rules::{Direction, Rules};
pub use serve::ServeOptions;

/// A question about Hearts.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Advises one player, who does not see the other hands: what each card, or
    /// each pass, brings on average.
    Advise(Box<Invocation<AdviseRequest>>),
    /// Plays out a deal between named players, trick by trick.
    Deal(Box<Invocation<DealRequest>>),
    /// Plays for other programs, in JSON lines on the standard input and output:
    /// tables that are told what happens and asked what to pass and to play.
    ///
    /// Each line is an object whose "type" says what it is: deal, passed, begin and
    /// played tell what happens, pass?, play?, moon? and state ask, undo takes the
    /// last event back, close ends a table, quit the program. Each is answered by a
    /// line; an answer with "error" has changed nothing.
    Serve(ServeOptions),
}

impl Command {
    /// Runs the command; only a batch and a server read from `input`.
    ///
    /// # Errors
    /// If there is no answer, or it cannot be written.
    pub fn run(self, input: impl Read, output: &mut impl Write) -> Result<(), Refusal> {
        match self {
            Command::Advise(invocation) => invocation.run(input, output),
            Command::Deal(invocation) => invocation.run(input, output),
            Command::Serve(options) => options.run(input, output).map_err(Refusal::Failure),
        }
    }
}
