//! Runs that end when a figure is known well enough. The rule looks at the trials
//! in their order, at fixed numbers of them, so it does not depend on how many
//! threads or shards ran them.

use crate::experiment::{Experiment, Trials};
use crate::progress::Progress;
use crate::report::{Precision, Report};

/// The fewest trials whose standard error is trusted.
pub const FEWEST: u64 = 64;

/// The numbers of trials at which the rule is asked: 64, and from each an eighth
/// more.
pub fn checkpoints() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(FEWEST), |&count| Some(after(count)))
}

const fn after(count: u64) -> u64 {
    count.saturating_add(count / 8)
}

/// The standard error of an experiment's headline figure over some trials, as its
/// report has it before rounding; `None` where the report has no such figure.
fn standard_error<E: Experiment>(experiment: &E, first: i64, records: &[E::Record]) -> Option<f64> {
    let headline = experiment.headline()?;
    let count = records.len() as u64;
    let report = experiment.summarise(Trials { first, count }, records);
    let mut figures = report.figures.iter();
    match figures.find(|figure| figure.name == headline)?.precision {
        Precision::StandardError(error) => Some(error.value()),
        Precision::Exact | Precision::Unknown => None,
    }
}

/// The rule as a run goes on.
pub(crate) struct Rule<'a, E> {
    experiment: &'a E,
    first: i64,
    target: f64,
    /// The next number of trials at which it is asked.
    next: u64,
}

impl<'a, E: Experiment> Rule<'a, E> {
    pub(crate) fn new(experiment: &'a E, first: i64, target: f64) -> Rule<'a, E> {
        Rule {
            experiment,
            first,
            target,
            next: FEWEST,
        }
    }

    /// Whether the run ends with these records, which are those of the last question
    /// and more; says how far it is.
    pub(crate) fn ends(&mut self, records: &[E::Record], progress: &mut Progress) -> bool {
        while self.next <= records.len() as u64 {
            let asked = self.next;
            self.next = after(asked);
            let Some(error) =
                standard_error(self.experiment, self.first, &records[..asked as usize])
            else {
                continue;
            };
            if error <= self.target {
                return true;
            }
            progress.set_length(expected(asked, error, self.target));
        }
        false
    }
}

/// After how many of these trials a run with this rule ends, if it does.
pub(crate) fn end<E: Experiment>(
    experiment: &E,
    first: i64,
    records: &[E::Record],
    target: f64,
) -> Option<u64> {
    let count = records.len() as u64;
    checkpoints()
        .take_while(|&asked| asked <= count)
        .find(|&asked| {
            standard_error(experiment, first, &records[..asked as usize])
                .is_some_and(|error| error <= target)
        })
}

/// The report of a run, which says by which rule it ended.
pub(crate) fn report<E: Experiment>(
    experiment: &E,
    trials: Trials,
    records: &[E::Record],
    until: Option<f64>,
    most: Option<u64>,
) -> Report {
    let mut report = experiment.summarise(trials, records);
    if let (Some(target), Some(headline)) = (until, experiment.headline()) {
        let mut rule = format!("the standard error of '{headline}' is at most {target}");
        if let Some(most) = most {
            rule.push_str(&format!(", or after {most} trials"));
        }
        report.parameter("until", rule);
    }
    report
}

/// What to say of a run that had no more trials while its figure was not known well
/// enough; `None` if it was.
pub(crate) fn shortfall<E: Experiment>(
    experiment: &E,
    trials: Trials,
    records: &[E::Record],
    target: f64,
) -> Option<String> {
    let name = experiment.info().name;
    let headline = experiment.headline()?;
    let count = trials.count;
    let Some(error) = standard_error(experiment, trials.first, records) else {
        return Some(format!(
            "note: {name}: {count} trials do not tell the standard error of '{headline}'"
        ));
    };
    (error > target).then(|| {
        format!(
            "note: {name}: after {count} trials the standard error of '{headline}' is {error:.2e}, more than {target}; about {} trials are needed",
            expected(count, error, target)
        )
    })
}

/// How many trials it takes about until the standard error is at most `target`,
/// if it is `error` now: it falls with the root of their number.
#[must_use]
pub fn expected(count: u64, error: f64, target: f64) -> u64 {
    // A cast from a float saturates.
    (count as f64 * (error / target).powi(2)).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checkpoints() {
        let first: Vec<_> = checkpoints().take(5).collect();
        assert_eq!(first, [64, 72, 81, 91, 102]);
        let all: Vec<_> = checkpoints().take(300).collect();
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn four_times_the_trials_halve_the_error() {
        assert_eq!(expected(100, 1.0, 0.5), 400);
        assert_eq!(expected(100, 1.0, 1e-300), u64::MAX);
        assert_eq!(expected(100, 0.0, 0.5), 0);
    }
}
