use smallvec::SmallVec;

use crate::closing::{BombsFree, FewestPlays, Goal, Jokers, PlaysThenBombs};
use crate::enumerate::Enumerator;
use crate::plan::Plan;
use crate::search::{Cards, Search, raised};
use crate::{GuandanError, Hand, Level, Meld, Objective, RankCounts, Rules};

/// A hand as plays: each of its cards in one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    melds: SmallVec<[Meld; 12]>,
    cost: i64,
}

impl Split {
    pub(crate) const fn new(melds: SmallVec<[Meld; 12]>, cost: i64) -> Split {
        Split { melds, cost }
    }

    /// The plays, in the order of [`crate::Kind::ALL`], larger ones first and
    /// lower ranks first within a kind and size.
    #[must_use]
    pub fn melds(&self) -> &[Meld] {
        &self.melds
    }

    /// What the split costs by the objective that it was found for.
    #[must_use]
    pub const fn cost(&self) -> i64 {
        self.cost
    }

    /// How many plays.
    #[must_use]
    pub fn plays(&self) -> usize {
        self.melds.len()
    }

    /// How many of the plays are bombs of any kind.
    #[must_use]
    pub fn bombs(&self) -> usize {
        self.melds
            .iter()
            .filter(|meld| meld.play().is_bomb())
            .count()
    }
}

/// The fewest plays that use up a hand; 0 of an empty one. Exact, for any
/// number of wild cards and jokers.
///
/// A microsecond or two for a hand of 27 cards, without heap allocation.
///
/// ```
/// use guandan_split::{Hand, Rules, min_plays};
///
/// // A straight flush with a wild card, a bomb, and a pair.
/// let hand: Hand = "S3 S4 S6 S7 H2 D9 C9 H9 S9 CK DK".parse()?;
/// assert_eq!(min_plays(hand, "2".parse()?, Rules::default())?, 3);
/// # Ok::<(), guandan_split::GuandanError>(())
/// ```
///
/// # Errors
/// [`GuandanError::TooManyCards`] beyond [`RankCounts::MAX_CARDS`].
pub fn min_plays(hand: Hand, level: Level, rules: Rules) -> Result<u32, GuandanError> {
    Ok(RankCounts::of(hand, level)?.min_plays(rules))
}

/// A split of a hand that is best for an objective, with its cards and what
/// each wild card stands for. Exact. Of several best ones always the same.
///
/// Some microseconds for a hand of 27 cards; weights take longer, up to
/// milliseconds.
///
/// ```
/// use guandan_split::{Hand, Objective, Rules, best_split};
///
/// let hand: Hand = "S3 S4 S6 S7 H2 D9 C9 H9 S9 CK DK".parse()?;
/// let split = best_split(hand, "2".parse()?, Rules::default(), Objective::FewestPlays)?;
/// let plays: Vec<String> = split.melds().iter().map(|meld| meld.play().to_string()).collect();
/// assert_eq!(plays, ["pair K", "bomb of 4 9", "straight-flush 7"]);
/// assert_eq!(split.melds()[2].reading().roles().next().unwrap().to_string(), "♠5");
/// # Ok::<(), guandan_split::GuandanError>(())
/// ```
///
/// # Errors
/// [`GuandanError::TooManyCards`] beyond [`RankCounts::MAX_CARDS`].
pub fn best_split(
    hand: Hand,
    level: Level,
    rules: Rules,
    objective: Objective,
) -> Result<Split, GuandanError> {
    RankCounts::of(hand, level)?;
    Ok(match objective {
        Objective::FewestPlays => built_in::<FewestPlays>(hand, level, rules, objective),
        Objective::BombsFree => built_in::<BombsFree>(hand, level, rules, objective),
        Objective::PlaysThenBombs => built_in::<PlaysThenBombs>(hand, level, rules, objective),
        Objective::Weights(_) => {
            let mut best = Enumerator::new(hand, level, rules, objective, 1).run(None);
            best.pop().expect("any hand has a split: each card alone")
        }
    })
}

/// The cost of a best split, [`Split::cost`] of [`best_split`], without the
/// split.
///
/// # Errors
/// [`GuandanError::TooManyCards`] beyond [`RankCounts::MAX_CARDS`].
pub fn min_cost(
    hand: Hand,
    level: Level,
    rules: Rules,
    objective: Objective,
) -> Result<i64, GuandanError> {
    RankCounts::of(hand, level)?;
    let cost = match objective {
        Objective::FewestPlays => search::<FewestPlays>(hand, level, rules).0,
        Objective::BombsFree => search::<BombsFree>(hand, level, rules).0,
        Objective::PlaysThenBombs => search::<PlaysThenBombs>(hand, level, rules).0,
        Objective::Weights(_) => return Ok(best_split(hand, level, rules, objective)?.cost()),
    };
    Ok(objective.cost(cost.into()))
}

/// Up to `count` different splits whose cost exceeds the least by at most
/// `slack`, cheapest first. Of equal cost always the same ones in the same
/// order.
///
/// Two splits differ if their plays differ by kind, face or size; which cards
/// fill a play, which pair a full house takes along, and where wild cards serve
/// does not count unless other plays are left. A wild card fills a sequence only
/// where a card is missing; splits in which it does so while a card of that rank
/// is played alone are left out. [`Objective::PlaysThenBombs`] ranks by bombs as
/// well, and its slack counts plays. Where a straight flush costs what a straight
/// does the two are one kind.
///
/// The time grows with the number of splits within the slack: a millisecond for
/// ten with none, more with each play of slack.
///
/// # Errors
/// [`GuandanError::TooManyCards`] beyond [`RankCounts::MAX_CARDS`].
pub fn top_k(
    hand: Hand,
    level: Level,
    rules: Rules,
    objective: Objective,
    count: usize,
    slack: u32,
) -> Result<Vec<Split>, GuandanError> {
    RankCounts::of(hand, level)?;
    if count == 0 {
        return Ok(Vec::new());
    }
    Ok(Enumerator::new(hand, level, rules, objective, count).run(Some(slack)))
}

fn search<G: Goal>(hand: Hand, level: Level, rules: Rules) -> (i32, crate::search::Path) {
    let jokers = Jokers::of(hand.jokers(), rules.joker_pair_in_full_house);
    Search::<G>::run(Cards::of(hand, level), jokers, rules.ace_low_sequences)
}

fn built_in<G: Goal>(hand: Hand, level: Level, rules: Rules, objective: Objective) -> Split {
    let (cost, path) = search::<G>(hand, level, rules);
    let mut plan = Plan::default();
    let mut left = Cards::of(hand, level);
    for bit in path.flushes() {
        let held = left.suits.first >> (bit / 16 * 16) & 0xFFFF;
        let bit = bit / 16 * 16 + raised(bit % 16, held);
        plan.flushes.push(bit as u8);
        left = left.without_flush(bit);
    }
    for bit in path.sequences() {
        let bit = raised(bit, left.planes.at_least(1));
        plan.sequences.push(bit as u8);
        left = left.without_sequence(bit);
    }
    let jokers = Jokers::of(hand.jokers(), rules.joker_pair_in_full_house);
    plan.close::<G>(left.planes, left.wilds, hand.jokers(), jokers, level);
    Split::new(plan.melds(hand, level), objective.cost(cost.into()))
}
