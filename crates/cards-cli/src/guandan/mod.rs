//! `cards guandan`.

mod beats;
mod infer;
mod input;
mod legal;
mod split;

use std::fmt;
use std::io::{Read, Write};

use clap::Subcommand;
use guandan_split::{Meld, Play};
use serde::Serialize;

use crate::{Invocation, Refusal};

pub use beats::{BeatsAnswer, BeatsRequest};
pub use infer::{Chance, FaceBelief, InferAnswer, InferRequest, PlayerBelief};
pub use input::{HandText, LevelText, Preset};
pub use legal::{LegalAnswer, LegalRequest, ListedPlay, ResponsesRequest};
pub use split::{ObjectiveName, SplitAnswer, SplitRequest, WholeSplit};

/// A question about Guandan.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Splits a hand into the fewest plays, or the best ones by another measure.
    Split(Invocation<SplitRequest>),
    /// Lists the plays of a hand, and the fewest plays that each leaves.
    Legal(Invocation<LegalRequest>),
    /// Lists the plays of a hand that beat another play.
    Responses(Invocation<ResponsesRequest>),
    /// Says whether cards beat other cards.
    Beats(Invocation<BeatsRequest>),
    /// Says what the other players may hold.
    Infer(Box<Invocation<InferRequest>>),
}

impl Command {
    /// Runs the command; only a batch reads from `input`.
    ///
    /// # Errors
    /// If there is no answer, or it cannot be written.
    pub fn run(self, input: impl Read, output: &mut impl Write) -> Result<(), Refusal> {
        match self {
            Command::Split(invocation) => invocation.run(input, output),
            Command::Legal(invocation) => invocation.run(input, output),
            Command::Responses(invocation) => invocation.run(input, output),
            Command::Beats(invocation) => invocation.run(input, output),
            Command::Infer(invocation) => invocation.run(input, output),
        }
    }
}

/// A play by its meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Meaning {
    /// `single`, `pair`, `triple`, `full-house`, `straight`, `tube`, `plate`,
    /// `bomb`, `straight-flush` or `joker-bomb`.
    pub kind: &'static str,
    /// The rank or joker that names it: of a full house that of the triple, of a
    /// sequence that of the highest card.
    pub rank: String,
    /// How many cards.
    pub size: u8,
}

impl Meaning {
    fn of(play: Play) -> Meaning {
        Meaning {
            kind: play.kind().name(),
            rank: play.face().to_string(),
            size: play.size(),
        }
    }
}

/// A play made of physical cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayedCards {
    /// What it is.
    #[serde(flatten)]
    pub meaning: Meaning,
    /// Its cards.
    pub cards: Vec<String>,
    /// What each wild card among them stands for.
    pub wilds: Vec<WildRole>,
    #[serde(skip)]
    text: String,
}

/// What a wild card stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WildRole {
    /// A rank, or in a straight flush a card.
    #[serde(rename = "as")]
    pub role: String,
}

impl PlayedCards {
    fn of(meld: &Meld) -> PlayedCards {
        PlayedCards {
            meaning: Meaning::of(meld.play()),
            cards: meld.cards().iter().map(|card| card.to_string()).collect(),
            wilds: (meld.reading().roles())
                .map(|role| WildRole {
                    role: role.to_string(),
                })
                .collect(),
            text: meld.play().to_string(),
        }
    }
}

impl fmt::Display for PlayedCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<18} {}", self.text, self.cards.join(" "))?;
        let roles: Vec<&str> = self.wilds.iter().map(|wild| wild.role.as_str()).collect();
        match roles[..] {
            [] => Ok(()),
            _ => write!(f, "  (wild: {})", roles.join(", ")),
        }
    }
}
