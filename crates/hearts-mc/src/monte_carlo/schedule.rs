/// How much a decision may cost by how many cards the hand still has, instead of
/// the same for each.
///
/// ```
/// use hearts_mc::{Effort, Schedule};
///
/// let document = Schedule::DOCUMENT;
/// assert_eq!(document.effort(13), Effort::Greedy);
/// assert_eq!(document.effort(10), Effort::Playouts(100));
/// assert_eq!(document.effort(5), Effort::Playouts(100));
/// assert_eq!(document.effort(4), Effort::EveryWorld(200));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Schedule {
    /// With more cards than this [`Greedy`](crate::Greedy) decides, without a
    /// playout. It passes too if this is below thirteen.
    pub greedy_above: usize,
    /// The playouts of each candidate with as many cards or fewer.
    pub playouts: u64,
    /// With fewer cards than this, all worlds are played out where they are few.
    pub late_below: usize,
    /// The most worlds that are played out completely; where there are more, the
    /// playouts of each candidate.
    pub late_playouts: u64,
}

/// What a [`Schedule`] spends on a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The greedy player decides.
    Greedy,
    /// So many playouts of every candidate, none of them given up early.
    Playouts(u64),
    /// Every world that the view allows if there are at most so many, each equally
    /// often and so that each candidate has at least so many playouts where
    /// playouts are random; otherwise so many playouts of every candidate.
    EveryWorld(u64),
}

impl Schedule {
    /// The document's, from its section on complexity (复杂度分析): the greedy layer
    /// with more than ten cards; 50 to 100 simulations of a candidate with five to
    /// ten, here 100, as many as its program has; everything, or 200 and more,
    /// with fewer than five.
    pub const DOCUMENT: Schedule = Schedule {
        greedy_above: 10,
        playouts: 100,
        late_below: 5,
        late_playouts: 200,
    };

    /// What a decision with so many cards in the hand costs.
    #[must_use]
    pub const fn effort(&self, cards: usize) -> Effort {
        if cards > self.greedy_above {
            Effort::Greedy
        } else if cards < self.late_below {
            Effort::EveryWorld(self.late_playouts)
        } else {
            Effort::Playouts(self.playouts)
        }
    }
}
