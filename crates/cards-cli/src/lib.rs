//! The program `cards`: one command a question, for people and for programs.
//!
//! ```text
//! cards gongzhu solve --hand0 '♠Q3 ♥K2' --hand1 '♠AK ♥A4' --leader 0
//! ```
//!
//! A command is a [`Request`]: its fields are the long options, and the fields of
//! a JSON object for `--batch`; its answer prints as text and as JSON. [`Invocation`]
//! adds the options that every command has, and runs it. So a game is one module
//! with its requests and an enum of them.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod batch;
pub mod cli;
mod input;
mod output;
mod request;

pub mod gongzhu;
pub mod guandan;
pub mod hearts;
pub mod oldmaid;

pub use batch::{MAX_LINE, run as run_batch};
pub use input::{CardList, SuitList};
pub use output::{Format, one_line};
pub use request::{Invocation, Refusal, Request};
