//! A policy that costs a fraction of a microsecond a play, learned from the
//! Monte-Carlo player's own decisions.

pub(crate) mod features;
pub(crate) mod learned;
#[cfg(feature = "training")]
mod pass_training;
pub(crate) mod passing;
#[cfg(feature = "training")]
mod training;

pub use learned::Learned;
#[cfg(feature = "training")]
pub use pass_training::{PassSamples, fit_passes, generate_passes, pass_regret};
#[cfg(feature = "training")]
pub use training::{Loss, Samples, fit, generate, regret};
