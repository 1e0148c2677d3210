//! The program of the document 《使用java实现掼蛋：手牌拆分动态规划与级牌概率推断》,
//! figure for figure. Frozen: its results never change.
//!
//! A hand is thirteen counts, one a rank. The splitter finds the fewest plays
//! that use the hand up, trying for its lowest rank every play that contains
//! it; a variant lets wild cards fill what is missing. The hypergeometric
//! distribution says how many cards of a rank an opponent holds. From both come
//! a rating of the hand and an answer whether to bomb.
//!
//! | here | class | section of the document |
//! |---|---|---|
//! | [`Hand`] | `Hand` | 1, 状态表示 |
//! | [`Play`], [`PlayKind`], [`plays`] | `Play`, `PlayType`, `PlayGenerator` | 1, 状态转移 |
//! | [`Splitter`] | `HandSplitter` | 1, DP：最小出牌次数 |
//! | [`WildSplitter`] | its loop and helpers for wild cards | 2, 逢人配 |
//! | [`HyperGeometric`] | `HyperGeometric` | 3, 级牌概率推断 |
//! | [`HandEvaluator`] | `HandEvaluator` | 4, 决策层 |
//! | [`SAMPLE_HAND`] | `Main` | 5, 完整工程结构 |
//!
//! The wild variant is printed in pieces only: `canFormWithWild`,
//! `subtractWithWild` and the loop that calls them. [`WildSplitter`] is
//! `HandSplitter` with that loop in place of its own. The document rates a
//! single hand; [`deal`] draws the random ones on which this module is compared
//! with the Java program.
//!
//! # Where it departs from the game, or from its own text
//! 1. There are 292 plays, not about 200. Sequences that begin with a low ace
//!    are announced and missing, and so are straight flushes, although they
//!    have a name in `PlayType`.
//! 2. The splitter takes a number of wild cards and ignores it. In the wild
//!    variant, wild cards that are left at the end cost nothing, and the rule
//!    that the lowest rank must be played is dropped as soon as there is one,
//!    so that a hand of 27 cards took the Java program about 20 seconds.
//! 3. That even hands need 7 plays and concentrated ones 5 is a matter of the
//!    hand: a triple and twelve pairs need 5, and so do six fours of a kind and
//!    a triple. Seven ranks of four cards each, its example of a slow hand, are
//!    28 cards.
//! 4. Whether to bomb depends on opposing bombs of the *same* rank alone, and
//!    their chance never reaches the threshold that would forbid it.
//!    Jokers, straight flushes, the joker bomb, bombs of nine and ten cards and
//!    the level card do not exist, and the two counts as a big card.
//! 5. The opponent always holds 27 of 81 unseen cards, late in the game too.
//!
//! Lesser ones: section 7 keeps the wild cards out of the state, but the state
//! has them; the distribution for one opponent and one rank is the
//! hypergeometric one, not the multivariate one; with all eight cards of a rank
//! in the own hand no opponent has one, so that the chance that any has is not
//! always 1; and the rating looks at no opponent.
//!
//! The published figures: the sample hand needs 7 plays and is rated 0.790; the
//! chance that one opponent holds at least two cards of a rank of which I hold
//! 0 to 8 is 0.8190, 0.7485, 0.6573, 0.5433, 0.4074, 0.2564, 0.1083, 0 and 0.

mod error;
mod evaluator;
mod hand;
mod hypergeometric;
mod plays;
mod splitter;
mod wild;

pub use error::GuandanError;
pub use evaluator::HandEvaluator;
pub use hand::{Hand, SAMPLE_HAND, deal};
pub use hypergeometric::HyperGeometric;
pub use plays::{Play, PlayKind, plays};
pub use splitter::Splitter;
pub use wild::{WildSplitter, can_form_with_wild, subtract_with_wild};
