//! The experiments, by game.

use crate::experiment::Info;
use crate::runner::AnyExperiment;

mod gongzhu;
mod guandan;
mod hearts;
mod oldmaid;

/// Every experiment, those of a game together.
#[must_use]
pub const fn all() -> &'static [&'static dyn AnyExperiment] {
    static ALL: &[&dyn AnyExperiment] = &[
        &gongzhu::published::SIX_CARDS,
        &gongzhu::published::FOUR_CARDS,
        &gongzhu::audit::Audit,
        &gongzhu::accuracy::Accuracy,
        &gongzhu::scaling::Scaling,
        &oldmaid::published::LAST_RANDOM,
        &oldmaid::published::ALL_AI,
        &oldmaid::published::ALL_RANDOM,
        &oldmaid::audit::Audit,
        &oldmaid::seats::Seats,
        &oldmaid::calibration::Calibration,
        &oldmaid::policies::Policies,
        &oldmaid::exact::Exact,
        &oldmaid::approximation::Approximation,
        &hearts::published::Published,
        &hearts::audit::Audit,
        &hearts::random_play::RandomPlay,
        &hearts::tournament::Tournament,
        &hearts::simulations::Simulations,
        &hearts::moon::Moon,
        &hearts::opponents::Opponents,
        &hearts::throughput::Throughput,
        #[cfg(feature = "rival")]
        &hearts::rival::USUAL,
        #[cfg(feature = "rival")]
        &hearts::rival::STRONG,
        &guandan::published::Published,
        &guandan::published_wild::PublishedWild,
        &guandan::audit::Audit,
        &guandan::exactness::Exactness,
        &guandan::pruning::Pruning,
        &guandan::distribution::Distribution,
        &guandan::inference::Inference,
        &guandan::evaluation::Ratings,
        &guandan::bombing::Bombing,
    ];
    ALL
}

/// What is known of every experiment without running it.
#[must_use]
pub fn infos() -> Vec<Info> {
    all().iter().map(|experiment| experiment.info()).collect()
}

/// The experiments that names select (an experiment, a game, or `all`), in the
/// order of the names and each once. A name that is none of these selects none.
#[must_use]
pub fn selected(names: &[String]) -> Vec<&'static dyn AnyExperiment> {
    let mut chosen: Vec<&'static dyn AnyExperiment> = Vec::new();
    for name in names {
        for &experiment in all() {
            let info = experiment.info();
            let named = name == "all" || name == info.game() || name == info.name;
            if named && chosen.iter().all(|other| other.info().name != info.name) {
                chosen.push(experiment);
            }
        }
    }
    chosen
}
