//! The lazy form of the posterior: the deal's own weights, and every hidden draw
//! still open.
//!
//! At the deal the kinds are independent but for the sizes of the hands, so that
//! a dynamic program over the kinds on the vector of hand sizes is exact. A
//! hidden draw that completes no pair moved one card of one kind, nobody knows
//! which: it becomes one more dimension of capacity one, and a kind may take any
//! set of the open draws that its holders allow, in their order.

use cards_core::rand_core::Rng;

use crate::Kind;
use crate::holders::{Holders, MAX_OTHERS, Step, WeightedSets, sets};
use crate::sampling::unit;

/// One kind: its weights at the deal and the events that named it.
#[derive(Clone, Debug)]
pub(crate) struct Track {
    pub(crate) kind: Kind,
    /// Tracks of a class are alike in everything but their kind, and stand
    /// together.
    pub(crate) class: usize,
    /// How many others held one at the deal.
    dealt: u8,
    /// How many hold one now.
    pub(crate) holders: u8,
    /// Every set of holders at the deal, with its weight.
    deal: WeightedSets,
    /// The events that named it, each with the number of hidden draws before it.
    steps: Vec<(usize, Step)>,
}

/// One way of a kind through the game.
#[derive(Clone, Copy, Debug)]
struct Path {
    /// Holders at the deal, and now.
    first: Holders,
    last: Holders,
    /// The hidden draws that moved it.
    draws: u32,
    /// What it adds to the index of hand sizes.
    step: u32,
    weight: f64,
}

/// The posterior in its lazy form.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    others: usize,
    /// Hand sizes at the deal.
    sizes: [u8; MAX_OTHERS],
    /// The hidden draws: who drew, and from whom.
    draws: Vec<(u8, u8)>,
    tracks: Vec<Track>,
    paths: Vec<Vec<Path>>,
    grid: Grid,
    /// Before each track, the weight of all ways to go on from an index of sizes
    /// and draws taken.
    back: Vec<Vec<f64>>,
}

/// The hand sizes of all others but the last, whose size follows, as one index.
#[derive(Clone, Debug)]
struct Grid {
    len: usize,
    steps: [usize; MAX_OTHERS],
    /// For each index, whose hands are full, and how many cards there are.
    full: Vec<Holders>,
    sum: Vec<u8>,
    /// For each set of players, 1 where all of them may take one more card, else 0.
    room: Vec<Vec<f64>>,
}

impl Grid {
    fn new(others: usize, sizes: &[u8; MAX_OTHERS]) -> Grid {
        let mut steps = [0; MAX_OTHERS];
        let mut len = 1;
        for player in 0..others - 1 {
            steps[player] = len;
            len *= usize::from(sizes[player]) + 1;
        }
        let mut grid = Grid {
            len,
            steps,
            full: vec![0; len],
            sum: vec![0; len],
            room: Vec::new(),
        };
        for index in 0..len {
            for player in 0..others - 1 {
                let size = sizes[player];
                let cards = (index / steps[player] % (usize::from(size) + 1)) as u8;
                grid.sum[index] += cards;
                if cards == size {
                    grid.full[index] |= 1 << player;
                }
            }
        }
        let has_room = |set: Holders| {
            let rooms = grid
                .full
                .iter()
                .map(|full| f64::from(u8::from(full & set == 0)));
            rooms.collect()
        };
        grid.room = (0..1 << others).map(has_room).collect();
        grid
    }

    fn step(&self, set: Holders) -> u32 {
        let players = (0..MAX_OTHERS).filter(|player| set >> player & 1 == 1);
        players.map(|player| self.steps[player] as u32).sum()
    }
}

impl Pending {
    /// The posterior at the deal. For each kind: how many others hold one, and
    /// the relative weight of each of them holding it. `None` if no deal has
    /// these hand sizes.
    pub(crate) fn new(
        others: usize,
        sizes: [u8; MAX_OTHERS],
        kinds: &[(Kind, u8, [f64; MAX_OTHERS])],
        lumped: bool,
    ) -> Option<Pending> {
        let mut tracks: Vec<Track> = Vec::new();
        let mut profiles: Vec<(u8, [f64; MAX_OTHERS])> = Vec::new();
        for &(kind, holders, weights) in kinds.iter().filter(|(_, holders, _)| *holders > 0) {
            let known = profiles
                .iter()
                .position(|&other| other == (holders, weights));
            let class = match known.filter(|_| lumped) {
                Some(class) => class,
                None => {
                    profiles.push((holders, weights));
                    profiles.len() - 1
                }
            };
            let weight = |set: Holders| {
                let players = (0..others).filter(|player| set >> player & 1 == 1);
                players.map(|player| weights[player]).product()
            };
            let all = sets(others, usize::from(holders)).iter();
            tracks.push(Track {
                kind,
                class,
                dealt: holders,
                holders,
                deal: all.map(|&set| (set, weight(set))).collect(),
                steps: Vec::new(),
            });
        }
        tracks.sort_by_key(|track| track.class);
        Pending::of(others, sizes, tracks)
    }

    /// A posterior that is a product of given weights of each kind's sets, but
    /// for the sizes of the hands.
    pub(crate) fn of_product(
        others: usize,
        sizes: [u8; MAX_OTHERS],
        kinds: Vec<(Kind, u8, WeightedSets)>,
    ) -> Option<Pending> {
        let tracks = kinds.into_iter().enumerate();
        let tracks = tracks.map(|(class, (kind, holders, deal))| Track {
            kind,
            class,
            dealt: holders,
            holders,
            deal,
            steps: Vec::new(),
        });
        Pending::of(others, sizes, tracks.collect())
    }

    fn of(others: usize, sizes: [u8; MAX_OTHERS], tracks: Vec<Track>) -> Option<Pending> {
        let held: u32 = tracks.iter().map(|track| u32::from(track.dealt)).sum();
        if held != sizes[..others].iter().copied().map(u32::from).sum() {
            return None;
        }
        let mut pending = Pending {
            others,
            sizes,
            draws: Vec::new(),
            grid: Grid::new(others, &sizes),
            paths: Vec::new(),
            tracks,
            back: Vec::new(),
        };
        pending.paths = pending
            .tracks
            .iter()
            .map(|track| pending.paths_of(track))
            .collect();
        pending.solve().then_some(pending)
    }

    /// The total weight, relative to which all probabilities are.
    pub(crate) fn total(&self) -> f64 {
        self.back[0][0]
    }

    /// How many hidden draws are open.
    pub(crate) fn draws(&self) -> usize {
        self.draws.len()
    }

    pub(crate) fn tracks(&self) -> &[Track] {
        &self.tracks
    }

    /// How many multiplications the program with one more hidden draw takes, at
    /// least.
    pub(crate) fn cost_of_next(&self) -> f64 {
        let paths: usize = self.paths.iter().map(Vec::len).sum();
        (self.grid.len as f64) * 2_f64.powi(self.draws.len() as i32 + 1) * paths as f64
    }

    /// After a hidden draw that completed no pair; `None` if it cannot be.
    pub(crate) fn with_hidden(&self, by: usize, from: usize) -> Option<Pending> {
        let mut next = self.unsolved();
        next.draws.push((by as u8, from as u8));
        next.paths = next
            .tracks
            .iter()
            .map(|track| next.paths_of(track))
            .collect();
        next.solve().then_some(next)
    }

    /// After an event that names a kind; `None` if it cannot be.
    pub(crate) fn with_step(&self, kind: Kind, step: Step) -> Option<Pending> {
        let mut next = self.unsolved();
        next.paths.clone_from(&self.paths);
        let fresh = next
            .tracks
            .iter()
            .map(|track| track.class + 1)
            .max()
            .unwrap_or(0);
        let place = match next.tracks.iter().position(|track| track.kind == kind) {
            Some(place) => place,
            None => {
                next.tracks.push(Track {
                    kind,
                    class: fresh,
                    dealt: 0,
                    holders: 0,
                    deal: vec![(0, 1.0)],
                    steps: Vec::new(),
                });
                next.paths.push(Vec::new());
                next.tracks.len() - 1
            }
        };
        let mut track = next.tracks.remove(place);
        next.paths.remove(place);
        track.steps.push((self.draws.len(), step));
        track.holders = step.change(track.holders);
        track.class = fresh;
        next.paths.push(next.paths_of(&track));
        next.tracks.push(track);
        next.solve().then_some(next)
    }

    fn unsolved(&self) -> Pending {
        Pending {
            others: self.others,
            sizes: self.sizes,
            draws: self.draws.clone(),
            tracks: self.tracks.clone(),
            paths: Vec::new(),
            grid: self.grid.clone(),
            back: Vec::new(),
        }
    }

    /// Every way of a kind through the game.
    fn paths_of(&self, track: &Track) -> Vec<Path> {
        let mut paths = Vec::new();
        for &(first, weight) in &track.deal {
            let path = Path {
                first,
                last: first,
                draws: 0,
                step: self.grid.step(first),
                weight,
            };
            self.extend_paths(track, path, 0, 0, &mut paths);
        }
        paths
    }

    /// Goes on from before the hidden draw `at`, with `done` of the track's
    /// events behind it.
    fn extend_paths(
        &self,
        track: &Track,
        mut path: Path,
        mut at: usize,
        mut done: usize,
        paths: &mut Vec<Path>,
    ) {
        loop {
            while let Some(&(_, step)) = track.steps.get(done).filter(|(before, _)| *before == at) {
                match step.after(path.last) {
                    Some(set) => path.last = set,
                    None => return,
                }
                done += 1;
            }
            let Some(&(by, from)) = self.draws.get(at) else {
                paths.push(path);
                return;
            };
            let (by, from) = (1 << by, 1 << from);
            if path.last & from != 0 && path.last & by == 0 {
                let moved = Path {
                    last: path.last & !from | by,
                    draws: path.draws | 1 << at,
                    ..path
                };
                self.extend_paths(track, moved, at + 1, done, paths);
            }
            at += 1;
        }
    }

    /// Fills the table from the last kind to the first; says whether anything is
    /// possible.
    fn solve(&mut self) -> bool {
        let kinds = self.tracks.len();
        let masks = 1_usize << self.draws.len();
        let len = self.grid.len;
        // Rows are longer by the longest step, so that what does not fit is read as well and
        // counts nothing: the inner loop has no conditions.
        let longest = self.grid.steps.iter().sum::<usize>();
        let mut end = vec![0.0; len * masks + longest];
        end[len * masks - 1] = 1.0;
        let mut back = vec![end];
        let mut after = masks - 1;
        for place in (0..kinds).rev() {
            let mut row = vec![0.0; len * masks + longest];
            let next = &back[back.len() - 1];
            // Draws that no kind from here on can take must have been taken.
            let taken = self.paths[place]
                .iter()
                .fold(0, |all, path| all | path.draws as usize);
            after &= !taken;
            for mask in (0..masks).filter(|mask| mask & after == after) {
                let sums = &mut row[mask * len..(mask + 1) * len];
                for path in &self.paths[place] {
                    let draws = path.draws as usize;
                    if mask & draws != 0 {
                        continue;
                    }
                    let to = (mask | draws) * len + path.step as usize;
                    let room = &self.grid.room[usize::from(path.first)];
                    let later = next[to..to + len].iter().zip(room);
                    for (sum, (weight, room)) in sums.iter_mut().zip(later) {
                        *sum += path.weight * room * weight;
                    }
                }
            }
            back.push(row);
        }
        back.reverse();
        self.back = back;
        self.total() > 0.0
    }

    /// The indices of sizes that can occur before a track.
    fn live(&self, place: usize) -> Vec<u32> {
        let dealt: u8 = self.tracks[..place].iter().map(|track| track.dealt).sum();
        let last = self.sizes[self.others - 1];
        let fits = |&index: &u32| {
            let sum = self.grid.sum[index as usize];
            sum <= dealt && dealt - sum <= last
        };
        (0..self.grid.len as u32).filter(fits).collect()
    }

    /// Adds up, for each track, the weight of each set of present holders. Where
    /// `allowed` forbids a set, it and all that goes with it is left out. The
    /// result is the weight that is left.
    pub(crate) fn sets(
        &self,
        allowed: impl Fn(&Track, Holders) -> bool,
        mut found: impl FnMut(&Track, Holders, f64),
    ) -> f64 {
        let masks = 1_usize << self.draws.len();
        let len = self.grid.len;
        let mut row = vec![0.0; len * masks];
        row[0] = 1.0;
        for (place, track) in self.tracks.iter().enumerate() {
            let mut next_row = vec![0.0; len * masks];
            let next = &self.back[place + 1];
            let live = self.live(place);
            let paths = self.paths[place].iter();
            for path in paths.filter(|path| allowed(track, path.last)) {
                let draws = path.draws as usize;
                let mut sum = 0.0;
                for mask in (0..masks).filter(|mask| mask & draws == 0) {
                    let to = (mask | draws) * len + path.step as usize;
                    let from = mask * len;
                    for &size in &live {
                        let size = size as usize;
                        let weight = row[from + size];
                        if weight != 0.0 && self.grid.full[size] & path.first == 0 {
                            sum += weight * path.weight * next[to + size];
                            if next[to + size] != 0.0 {
                                next_row[to + size] += weight * path.weight;
                            }
                        }
                    }
                }
                found(track, path.last, sum);
            }
            row = next_row;
        }
        row[len * masks - 1]
    }

    /// The present holders of every track, drawn from the posterior.
    pub(crate) fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Vec<Holders> {
        let len = self.grid.len;
        let (mut size, mut mask) = (0_usize, 0_usize);
        let mut holders = Vec::with_capacity(self.tracks.len());
        for (place, paths) in self.paths.iter().enumerate() {
            let next = &self.back[place + 1];
            let mut left = unit(rng) * self.back[place][mask * len + size];
            let mut chosen = None;
            for path in paths {
                let draws = path.draws as usize;
                if mask & draws != 0 || self.grid.full[size] & path.first != 0 {
                    continue;
                }
                let to = (mask | draws) * len + size + path.step as usize;
                let weight = path.weight * next[to];
                if weight > 0.0 {
                    chosen = Some(path);
                    left -= weight;
                    if left < 0.0 {
                        break;
                    }
                }
            }
            // The row's weight is the sum of these, so that there is one.
            let Some(path) = chosen else { break };
            mask |= path.draws as usize;
            size += path.step as usize;
            holders.push(path.last);
        }
        holders
    }

    /// An upper bound of the number of lumped joint states.
    pub(crate) fn states_bound(&self, sizes_now: &[u8; MAX_OTHERS]) -> f64 {
        let grid = Grid::new(self.others, sizes_now);
        let mut row = vec![0.0; grid.len];
        row[0] = 1.0;
        let mut place = 0;
        while place < self.tracks.len() {
            let track = &self.tracks[place];
            let size = self.tracks[place..]
                .iter()
                .take_while(|other| other.class == track.class)
                .count();
            place += size;
            // Layers by the number of members that have a set already.
            let mut layers = vec![vec![0.0; grid.len]; size + 1];
            layers[0] = row;
            for &set in sets(self.others, usize::from(track.holders)) {
                let step = grid.step(set) as usize;
                for members in 0..size {
                    for index in 0..grid.len {
                        if grid.full[index] & set == 0 && layers[members][index] > 0.0 {
                            let more = layers[members][index];
                            layers[members + 1][index + step] += more;
                        }
                    }
                }
            }
            row = layers.pop().unwrap_or_default();
        }
        row[grid.len - 1]
    }

    /// Calls `found` with every lumped joint state, the present holders of each
    /// track in the order of the tracks (those of a class in the order of their
    /// bits), and its weight, all arrangements of a class together. Gives up, and
    /// says so by `false`, after `limit` states or a multiple of it in steps.
    pub(crate) fn enumerate(&self, limit: usize, mut found: impl FnMut(&[Holders], f64)) -> bool {
        let mut search = Search {
            pending: self,
            states: limit,
            steps: limit.saturating_mul(STEPS_PER_STATE),
            holders: Vec::with_capacity(self.tracks.len()),
        };
        search.visit(vec![(0, 1.0)], 1.0, 1, &mut found)
    }
}

/// How many steps an enumeration may take for each state of its limit.
const STEPS_PER_STATE: usize = 64;

struct Search<'a> {
    pending: &'a Pending,
    states: usize,
    steps: usize,
    holders: Vec<Holders>,
}

impl Search<'_> {
    /// Goes on after some tracks with the weights of every index that their
    /// present holders leave. `run` counts how often the last set stands at the
    /// end of its class.
    fn visit(
        &mut self,
        reached: Vec<(u32, f64)>,
        arrangements: f64,
        run: usize,
        found: &mut impl FnMut(&[Holders], f64),
    ) -> bool {
        let place = self.holders.len();
        let Some(track) = self.pending.tracks.get(place) else {
            if self.states == 0 {
                return false;
            }
            self.states -= 1;
            let weight: f64 = reached.iter().map(|(_, weight)| weight).sum();
            found(&self.holders, weight * arrangements);
            return true;
        };
        // How many members of the class come before, this one included.
        let members = self.pending.tracks[..=place].iter().rev();
        let member = members
            .take_while(|other| other.class == track.class)
            .count();
        let before = (member > 1).then(|| self.holders[place - 1]);
        for &set in sets(self.pending.others, usize::from(track.holders)) {
            if before.is_some_and(|before| set < before) {
                continue;
            }
            let Some(next) = self.reached_after(place, set, &reached) else {
                return false;
            };
            if next.is_empty() {
                continue;
            }
            let run = if before == Some(set) { run + 1 } else { 1 };
            let arrangements = arrangements * member as f64 / run as f64;
            self.holders.push(set);
            let whole = self.visit(next, arrangements, run, found);
            self.holders.pop();
            if !whole {
                return false;
            }
        }
        true
    }

    /// The weights of every index after a track whose present holders are `set`.
    fn reached_after(
        &mut self,
        place: usize,
        set: Holders,
        reached: &[(u32, f64)],
    ) -> Option<Vec<(u32, f64)>> {
        let len = self.pending.grid.len;
        let next = &self.pending.back[place + 1];
        let mut all: Vec<(u32, f64)> = Vec::new();
        let paths = self.pending.paths[place].iter();
        for path in paths.filter(|path| path.last == set) {
            self.steps = self.steps.checked_sub(reached.len())?;
            for &(index, weight) in reached {
                let (mask, size) = (index as usize / len, index as usize % len);
                let draws = path.draws as usize;
                if mask & draws == 0 && self.pending.grid.full[size] & path.first == 0 {
                    let to = (mask | draws) * len + size + path.step as usize;
                    if next[to] > 0.0 {
                        all.push((to as u32, weight * path.weight));
                    }
                }
            }
        }
        all.sort_by_key(|&(index, _)| index);
        all.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        Some(all)
    }
}
