use std::time::Instant;

use super::chance::Doubt;
use super::config::Budget;
use super::value::Valuation;
use crate::playout::table::Table;

/// What the playouts have said of one candidate.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    /// What a world was worth: see [`Valuation`].
    pub(crate) values: Vec<f32>,
    pub(crate) points: f64,
    /// How often each seat shot the moon.
    pub(crate) moons: [u32; 4],
    /// The sums of three times the values and of the points, whole numbers, in the
    /// worlds in which the own seat shot the moon.
    moon_thirds: f64,
    moon_points: f64,
    doubt: Doubt,
    alive: bool,
}

impl Tally {
    pub(crate) fn new(doubt: Doubt) -> Tally {
        Tally {
            values: Vec::new(),
            points: 0.0,
            moons: [0; 4],
            moon_thirds: 0.0,
            moon_points: 0.0,
            doubt,
            alive: true,
        }
    }

    pub(crate) fn mean(&self) -> f64 {
        let sum: f64 = self.values.iter().map(|&value| f64::from(value)).sum();
        sum / self.values.len().max(1) as f64
    }

    /// The mean value when the own moons are doubted: what a candidate is judged
    /// by.
    pub(crate) fn value(&self) -> f64 {
        let mean = self.mean();
        mean + self.correction(mean, self.moon_thirds / 3.0, Doubt::FAILED_VALUE)
    }

    /// The mean of the own points when the own moons are doubted.
    pub(crate) fn mean_points(&self) -> f64 {
        let mean = self.points / self.values.len().max(1) as f64;
        mean + self.correction(mean, self.moon_points, Doubt::FAILED_POINTS)
    }

    /// What it adds to a mean that some of the playouts in which the own seat shot
    /// the moon, with this sum, would have been like the others. One more of those
    /// is counted, so that there are some.
    fn correction(&self, mean: f64, in_moons: f64, failed: f64) -> f64 {
        let (worlds, moons) = (self.values.len(), self.moons[self.doubt.seat]);
        if moons == 0 || self.doubt.weight == 0.0 {
            return 0.0;
        }
        let (count, shot) = (worlds as f64, f64::from(moons));
        let shooting = in_moons / shot;
        let failing = (mean * count - in_moons + failed) / (count - shot + 1.0);
        self.doubt.fewer(moons, worlds) * (failing - shooting)
    }

    /// The share of worlds in which a seat shot the moon.
    pub(crate) fn moon(&self, seat: usize) -> f64 {
        f64::from(self.moons[seat]) / self.values.len().max(1) as f64
    }

    /// The standard error of the mean, if there are two values or more.
    pub(crate) fn standard_error(&self) -> Option<f64> {
        let count = self.values.len() as f64;
        let mean = self.mean();
        let squares: f64 = (self.values.iter())
            .map(|&value| (f64::from(value) - mean).powi(2))
            .sum();
        (self.values.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt())
    }

    /// Puts another value in the place of the last one, one that was found exactly.
    pub(crate) fn correct(&mut self, value: f32) {
        if let Some(last) = self.values.last_mut() {
            *last = value;
        }
    }

    #[cfg(feature = "parallel")]
    const fn with_alive(mut self, alive: bool) -> Tally {
        self.alive = alive;
        self
    }

    /// Adds the tally of the worlds that follow. The points are whole numbers, so that
    /// their sum does not depend on the order.
    #[cfg(feature = "parallel")]
    fn append(&mut self, more: &Tally) {
        self.values.extend_from_slice(&more.values);
        self.points += more.points;
        self.moon_thirds += more.moon_thirds;
        self.moon_points += more.moon_points;
        for (moons, more) in self.moons.iter_mut().zip(more.moons) {
            *moons += more;
        }
    }

    /// Counts a finished playout.
    pub(crate) fn add(&mut self, table: &Table, valuation: &Valuation) {
        let (value, own) = valuation.of(&table.taken());
        self.values.push(value as f32);
        self.points += own;
        if table.taken[self.doubt.seat] & table.moon == table.moon {
            self.moon_thirds += (3.0 * value).round();
            self.moon_points += own;
        }
        for (moons, taken) in self.moons.iter_mut().zip(table.taken) {
            *moons += u32::from(taken & table.moon == table.moon);
        }
    }
}

/// The mean difference of two candidates on the worlds that both were tried on,
/// corrected for doubt, and its standard error.
fn paired(a: &Tally, b: &Tally) -> (f64, f64) {
    let count = a.values.len().min(b.values.len());
    let (mut sum, mut squares) = (0.0, 0.0);
    for (x, y) in a.values[..count].iter().zip(&b.values[..count]) {
        let difference = f64::from(x - y);
        sum += difference;
        squares += difference * difference;
    }
    let n = count as f64;
    let mean = sum / n;
    let variance = (squares / n - mean * mean).max(0.0) * n / (n - 1.0).max(1.0);
    let corrections = (a.value() - a.mean()) - (b.value() - b.mean());
    (mean + corrections, (variance / n).sqrt())
}

/// How far a race may go.
pub(crate) struct Limits {
    pub(crate) budget: Budget,
    pub(crate) elimination: f64,
    pub(crate) start: Instant,
    /// On how many threads it is run.
    pub(crate) threads: usize,
    /// Whether one candidate is played out too, for its figures.
    pub(crate) alone: bool,
}

impl Limits {
    fn time_is_up(&self) -> bool {
        matches!(self.budget, Budget::Time(time) if self.start.elapsed() >= time)
    }

    /// How many worlds are drawn at once.
    fn drawn(&self) -> usize {
        match (self.budget, self.threads.clamp(1, 64)) {
            (Budget::Time(_), 1) => 1,
            (Budget::Time(_), threads) => DRAWN_IN_TIME * threads,
            (Budget::Playouts(_), threads) => DRAWN * threads,
        }
    }
}

/// How many worlds are drawn at once for each thread.
const DRAWN: usize = 64;

/// The same within a time. A world before a pass takes a hundredth of a millisecond,
/// in which the clock is not looked at.
const DRAWN_IN_TIME: usize = 4;

/// Tries candidates on the same worlds in growing batches. After each batch those
/// that are clearly behind are given up, and the budget goes to the others.
/// Returns the number of worlds and of playouts.
///
/// `draw` adds so many worlds to the list; `play` plays a candidate in a world. Worlds
/// are drawn in order on one thread and counted in order, so that only a budget of
/// time lets the number of threads change anything.
pub(crate) fn race<W: Sync>(
    tallies: &mut [Tally],
    limits: &Limits,
    mut draw: impl FnMut(usize, &mut Vec<W>),
    play: impl Fn(usize, &W, &mut Tally) + Sync,
) -> (usize, u64) {
    let mut worlds: Vec<W> = Vec::new();
    let (mut done, mut spent) = (0, 0_u64);
    let mut batch = 16;
    let drawn = limits.drawn();
    loop {
        let alive = tallies.iter().filter(|tally| tally.alive).count();
        let size = match limits.budget {
            Budget::Playouts(playouts) => {
                let room = playouts.saturating_sub(spent) / alive as u64;
                batch.min(usize::try_from(room).unwrap_or(usize::MAX))
            }
            Budget::Time(_) => batch,
        };
        let size = if done == 0 { size.max(1) } else { size };
        if size == 0 || (alive <= 1 && !limits.alone) || (done > 0 && limits.time_is_up()) {
            return (done, spent);
        }
        let end = done + size;
        while done < end {
            // A few at a time: they are not needed again, and the clock runs.
            worlds.clear();
            draw((end - done).min(drawn), &mut worlds);
            let played = play_all(&worlds, tallies, limits, &play);
            done += played;
            spent += (played * alive) as u64;
            if played < worlds.len() || limits.time_is_up() {
                return (done, spent);
            }
        }
        batch = done;
        let leader = best(tallies);
        for index in (0..tallies.len()).filter(|&index| index != leader) {
            let (difference, error) = paired(&tallies[leader], &tallies[index]);
            if difference > limits.elimination * error {
                tallies[index].alive = false;
            }
        }
    }
}

/// Plays the candidates in these worlds, one world after the other, until the time is
/// up; at least in the first. Returns in how many worlds.
fn play_each<W>(
    worlds: &[W],
    tallies: &mut [Tally],
    limits: &Limits,
    play: &impl Fn(usize, &W, &mut Tally),
) -> usize {
    for (place, world) in worlds.iter().enumerate() {
        for (index, tally) in tallies.iter_mut().enumerate() {
            if tally.alive {
                play(index, world, tally);
            }
        }
        if limits.time_is_up() {
            return place + 1;
        }
    }
    worlds.len()
}

/// Some of the worlds, with tallies of their own.
#[cfg(feature = "parallel")]
struct Part<'a, W> {
    worlds: &'a [W],
    tallies: Vec<Tally>,
    played: usize,
}

/// [`play_each`] on several threads, this one among them. Each has a part of the worlds,
/// whose tallies are added in the worlds' order.
#[cfg(feature = "parallel")]
fn play_all<W: Sync>(
    worlds: &[W],
    tallies: &mut [Tally],
    limits: &Limits,
    play: &(impl Fn(usize, &W, &mut Tally) + Sync),
) -> usize {
    let threads = limits.threads.clamp(1, worlds.len().max(1));
    if threads == 1 {
        return play_each(worlds, tallies, limits, play);
    }
    let fresh = || (tallies.iter()).map(|tally| Tally::new(tally.doubt).with_alive(tally.alive));
    let mut parts: Vec<Part<'_, W>> = (worlds.chunks(worlds.len().div_ceil(threads)))
        .map(|worlds| Part {
            worlds,
            tallies: fresh().collect(),
            played: 0,
        })
        .collect();
    let run = |part: &mut Part<'_, W>| {
        part.played = play_each(part.worlds, &mut part.tallies, limits, play);
    };
    rayon::in_place_scope(|scope| {
        let mut parts = parts.iter_mut();
        let own = parts.next();
        for part in parts {
            scope.spawn(move |_| run(part));
        }
        if let Some(own) = own {
            run(own);
        }
    });
    let mut done = 0;
    for part in parts {
        for (tally, more) in tallies.iter_mut().zip(&part.tallies) {
            tally.append(more);
        }
        done += part.played;
        if part.played < part.worlds.len() {
            // What comes after worlds that were not played would be on its own.
            break;
        }
    }
    done
}

#[cfg(not(feature = "parallel"))]
fn play_all<W: Sync>(
    worlds: &[W],
    tallies: &mut [Tally],
    limits: &Limits,
    play: &(impl Fn(usize, &W, &mut Tally) + Sync),
) -> usize {
    play_each(worlds, tallies, limits, play)
}

/// The candidate with the best mean among those still in the race.
pub(crate) fn best(tallies: &[Tally]) -> usize {
    best_but(tallies, |index| !tallies[index].alive)
}

/// The candidate with the best value among those that are not excluded.
pub(crate) fn best_but(tallies: &[Tally], is_excluded: impl Fn(usize) -> bool) -> usize {
    let mut best: Option<(usize, f64)> = None;
    for (index, tally) in tallies.iter().enumerate() {
        let mean = tally.value();
        if !is_excluded(index) && best.is_none_or(|(_, most)| mean > most) {
            best = Some((index, mean));
        }
    }
    best.map_or(0, |(index, _)| index)
}

/// Whether a candidate is better than the incumbent by the gate.
pub(crate) fn is_clearly_better(candidate: &Tally, incumbent: &Tally, gate: f64) -> bool {
    let (difference, error) = paired(candidate, incumbent);
    difference > 0.0 && difference > gate * error
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Candidates whose values in the worlds 0, 1, 2, … are given, on any number of
    /// threads.
    fn raced(
        playouts: u64,
        value: impl Fn(usize, usize) -> f32 + Sync,
    ) -> (Vec<Tally>, usize, u64) {
        let on = |threads| {
            let mut tallies = vec![Tally::new(Doubt::NONE); 3];
            let mut numbers = 0..;
            let limits = Limits {
                budget: Budget::Playouts(playouts),
                elimination: 2.5,
                start: Instant::now(),
                threads,
                alone: false,
            };
            let (worlds, spent) = race(
                &mut tallies,
                &limits,
                |count, worlds: &mut Vec<usize>| {
                    worlds.extend(numbers.by_ref().take(count));
                },
                |index, &world, tally| tally.values.push(value(index, world)),
            );
            (tallies, worlds, spent)
        };
        let one = on(1);
        for threads in [2, 3, 7, usize::MAX] {
            let (tallies, worlds, spent) = on(threads);
            assert_eq!((worlds, spent), (one.1, one.2));
            for (tally, same) in tallies.iter().zip(&one.0) {
                assert_eq!((&tally.values, tally.alive), (&same.values, same.alive));
            }
        }
        one
    }

    #[test]
    fn the_greatest_mean_leads_and_the_budget_goes_to_close_rivals() {
        // The second is better than the first in two worlds of three; the third is
        // far behind.
        let (tallies, worlds, spent) = raced(1000, |index, world| match index {
            0 => 0.0,
            1 => [1.0, 1.0, -1.5][world % 3],
            _ => [-9.0, -8.0][world % 2],
        });
        assert_eq!(best(&tallies), 1);
        assert_eq!(tallies[2].values.len(), 16);
        assert_eq!((tallies[0].values.len(), worlds), (492, 492));
        assert_eq!(spent, 1000);
        assert!(is_clearly_better(&tallies[1], &tallies[0], 1.0));
        assert!(!is_clearly_better(&tallies[1], &tallies[0], 5.0));
        assert!(!is_clearly_better(&tallies[0], &tallies[1], 0.0));
    }

    #[test]
    fn a_race_ends_when_one_is_left_and_tries_each_at_least_once() {
        let (tallies, worlds, spent) = raced(100_000, |index, _| index as f32);
        assert_eq!((best(&tallies), worlds, spent), (2, 16, 48));
        let (tallies, worlds, spent) = raced(1, |index, _| -(index as f32));
        assert_eq!((best(&tallies), worlds, spent), (0, 1, 3));
    }
}
