//! Counting nodes, and stopping in time.

use std::time::Instant;

/// How many nodes go by between two looks at the clock.
const NODES_A_LOOK: u64 = 256;

/// Counts the nodes of a search, and says when it has to stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    nodes: u64,
    /// The number of nodes at which there is something to check.
    next_check: u64,
    most: u64,
    deadline: Option<Instant>,
    stopped: bool,
}

impl Watch {
    pub(super) const fn new() -> Watch {
        Watch {
            nodes: 0,
            next_check: u64::MAX,
            most: u64::MAX,
            deadline: None,
            stopped: false,
        }
    }

    /// Limits the nodes and the time of the searches from now on.
    pub(super) fn limit(&mut self, nodes: Option<u64>, deadline: Option<Instant>) {
        self.most = nodes.map_or(u64::MAX, |nodes| self.nodes.saturating_add(nodes));
        self.deadline = deadline;
        self.stopped = false;
        self.plan();
    }

    fn plan(&mut self) {
        self.next_check = match self.deadline {
            Some(_) => self.most.min(self.nodes + NODES_A_LOOK),
            None => self.most,
        };
    }

    /// Counts a node, unless the search has to stop; says whether it goes on.
    #[inline]
    pub(super) fn goes_on(&mut self) -> bool {
        if self.nodes >= self.next_check {
            self.check();
        }
        self.nodes += u64::from(!self.stopped);
        !self.stopped
    }

    #[cold]
    fn check(&mut self) {
        let late = self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline);
        self.stopped |= late || self.nodes >= self.most;
        self.plan();
    }

    /// Whether the search has had to stop: what it returned since means nothing.
    #[inline]
    pub(super) const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The nodes counted so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// Closes in on a value by zero-width windows. `search` says for a threshold
/// whether the value reaches it, by a bound: one that is at least the threshold
/// is a lower bound, else an upper one; or `None` if it had to stop. Returns the
/// bounds, which are equal unless it did.
pub(super) fn close_in(
    mut lower: i32,
    mut upper: i32,
    guess: i32,
    mut search: impl FnMut(i32) -> Option<i32>,
) -> (i32, i32) {
    let mut guess = guess.clamp(lower, upper);
    while lower < upper {
        let threshold = guess.max(lower + 1);
        let Some(value) = search(threshold) else {
            break;
        };
        if value >= threshold {
            lower = value;
        } else {
            upper = value;
        }
        guess = value;
    }
    (lower, upper)
}
