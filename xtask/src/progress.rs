//! How far a long run is: a bar on a terminal, a line a minute elsewhere.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{
    HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};

/// The time between two lines where no bar can be drawn, such as in the log of a
/// cluster's job.
const INTERVAL: Duration = Duration::from_secs(60);

/// What shows how far a run is, on the standard error.
#[derive(Debug)]
pub struct Progress {
    name: String,
    what: &'static str,
    bar: ProgressBar,
    /// Whether lines take the place of the bar.
    lines: bool,
    /// How many were done when it began, and when that was.
    at_start: u64,
    begun: Instant,
    said: Instant,
    ending: bool,
}

impl Progress {
    /// For so many of something, of which some are done; how many they are in all may
    /// be found out later.
    #[must_use]
    pub fn new(name: &str, done: u64, length: Option<u64>, what: &'static str) -> Progress {
        let bar = bar(name, length, what);
        bar.set_position(done);
        Progress {
            name: name.to_owned(),
            what,
            bar,
            lines: !io::stderr().is_terminal(),
            at_start: done,
            begun: Instant::now(),
            said: Instant::now(),
            ending: false,
        }
    }

    /// How many are expected now.
    pub fn set_length(&mut self, length: u64) {
        self.bar.set_length(length);
    }

    /// How many have been done.
    pub fn set_done(&mut self, done: u64) {
        self.bar.set_position(done);
        if self.lines && self.said.elapsed() >= INTERVAL {
            self.said = Instant::now();
            crate::say(&self.line());
        }
    }

    fn line(&self) -> String {
        let done = self.bar.position();
        // What was found recorded took no time.
        let rate = done.saturating_sub(self.at_start) as f64 / self.begun.elapsed().as_secs_f64();
        let (of, left) = match self.bar.length() {
            Some(length) if rate > 0.0 => {
                let seconds = length.saturating_sub(done) as f64 / rate;
                // What takes longer than a float can say is not worth a time.
                let left = Duration::try_from_secs_f64(seconds).map(HumanDuration);
                let left = left.map_or(String::new(), |left| format!(", {left} left"));
                (format!(" of {}", HumanCount(length)), left)
            }
            Some(length) => (format!(" of {}", HumanCount(length)), String::new()),
            None => (String::new(), String::new()),
        };
        let (name, what) = (&self.name, self.what);
        format!("{name}: {}{of} {what}, {rate:.1}/s{left}", HumanCount(done))
    }

    /// Says, once, that the run ends.
    pub fn end_after_running(&mut self) {
        if !std::mem::replace(&mut self.ending, true) {
            let line = format!(
                "{}: ending as soon as the {} in hand have ended; a second signal ends at once",
                self.name, self.what
            );
            self.bar.suspend(|| crate::say(&line));
        }
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}

/// A bar on the standard error, hidden unless that is a terminal, for so many of
/// something.
pub(crate) fn bar(name: impl Into<String>, length: Option<u64>, what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(&format!(
        "{{prefix}} {{wide_bar}} {{human_pos}}/{{human_len}} {what}, {{rate}}, {{eta}} left"
    ));
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
    let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        // A bar that cannot be drawn is no reason to stop.
        let _ = write!(out, "{:.0}/s", state.per_sec());
    };
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.set_style(style.with_key("rate", rate));
    bar.set_prefix(name.into());
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_it_is() {
        let ago = |progress: &mut Progress| {
            progress.begun = Instant::now()
                .checked_sub(Duration::from_secs(100))
                .unwrap();
        };
        let mut progress = Progress::new("test/echo", 1000, Some(12_000), "trials");
        ago(&mut progress);
        assert_eq!(progress.line(), "test/echo: 1,000 of 12,000 trials, 0.0/s");
        progress.set_done(2000);
        assert_eq!(
            progress.line(),
            "test/echo: 2,000 of 12,000 trials, 10.0/s, 17 minutes left"
        );
        let mut progress = Progress::new("test/echo", 0, None, "trials");
        ago(&mut progress);
        progress.set_done(250);
        assert_eq!(progress.line(), "test/echo: 250 trials, 2.5/s");
        progress.set_length(u64::MAX);
        assert!(
            progress
                .line()
                .starts_with("test/echo: 250 of 18,446,744,073,709,551,615 trials")
        );
    }
}
