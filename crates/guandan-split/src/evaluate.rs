use crate::round::{View, partner};
use crate::{
    BeliefError, GuandanError, Hand, Kind, Level, Meld, Objective, RankCounts, Rules, best_split,
};

/// What a hand is worth at the deal, term by term.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The fewest plays.
    pub plays: u32,
    /// The bombs of a split with the fewest plays and the most bombs.
    pub bombs: u32,
    /// Jokers and cards of the level's rank, wild ones among them.
    pub controls: u32,
    /// The estimated chance to be the first of the four to go out, 0 to 1: a
    /// logistic function of the three.
    pub first: f64,
}

impl Evaluation {
    /// The logistic function's constant and its weights of plays, bombs and
    /// controls, fitted to one hand each of 12,000 deals between the players of
    /// [`crate::policy`]. `cargo xtask run guandan/evaluation` shows on other
    /// deals how well it does.
    pub const COEFFICIENTS: [f64; 4] = [-0.341, -0.2507, 0.5141, 0.2221];
}

/// Rates a hand after the deal.
///
/// ```
/// use guandan_split::{Hand, Rules, evaluate};
///
/// let hand: Hand = "S3 D3 C3 H3 S4 D4 C4 H4 S5 D5 C5 H5 S6 D6 C6 H6 SA DA CA HA SA SB SB HR HR S2 D2".parse()?;
/// let value = evaluate(hand, "2".parse()?, Rules::default())?;
/// assert_eq!((value.plays, value.controls), (5, 6));
/// assert!(value.first > 0.5);
/// # Ok::<(), guandan_split::GuandanError>(())
/// ```
///
/// # Errors
/// [`GuandanError::TooManyCards`] beyond [`RankCounts::MAX_CARDS`].
pub fn evaluate(hand: Hand, level: Level, rules: Rules) -> Result<Evaluation, GuandanError> {
    let split = best_split(hand, level, rules, Objective::PlaysThenBombs)?;
    let jokers = hand.jokers();
    let plays = split.plays() as u32;
    let bombs = split.bombs() as u32;
    let controls = u32::from(hand.count_rank(level.rank()) + jokers[0] + jokers[1]);
    let [constant, of_plays, of_bombs, of_controls] = Evaluation::COEFFICIENTS;
    let logit = constant
        + of_plays * f64::from(plays)
        + of_bombs * f64::from(bombs)
        + of_controls * f64::from(controls);
    Ok(Evaluation {
        plays,
        bombs,
        controls,
        first: 1.0 / (1.0 + (-logit).exp()),
    })
}

/// Whether to beat an opponent's play with a bomb, term by term.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BombCase {
    /// The fewest plays of the hand that are no bombs, now.
    pub plays_now: u32,
    /// The same once the bomb is gone.
    pub plays_left: u32,
    /// The bombs that a best split of the rest has.
    pub bombs_left: u32,
    /// P(the next player holds a bomb of a rank, or all jokers, that beats this
    /// one), and the same of the player before; 0 for one who is out.
    pub beaten_by: [f64; 2],
    /// The fewest cards that an opponent still holds.
    pub opponents_fewest: u32,
    /// What speaks for the bomb less what speaks against it, in plays or so.
    /// Bombing pays if it is above 0.
    pub gain: f64,
}

impl BombCase {
    /// Whether to bomb.
    #[must_use]
    pub const fn pays(&self) -> bool {
        self.gain > 0.0
    }
}

/// Weighs a bomb that the player whose turn it is could throw.
///
/// For it speak the chance that no opponent has a higher one, how near an
/// opponent is to going out, other bombs that are left, and a partner who is out
/// already; against it the bomb itself and the plays that it breaks up. A bomb
/// with which the hand goes out always pays.
///
/// # Errors
/// If the cards are not in the hand, or the hand is larger than the game deals.
pub fn weigh_bomb(view: &View<'_>, bomb: &Meld) -> Result<BombCase, WeighError> {
    let (level, rules) = (view.level(), view.rules());
    let hand = view.hand();
    let rest = hand.without(bomb.cards())?;
    let belief = view.belief()?;
    let mut beaten_by = [0.0; 2];
    for (chance, player) in beaten_by.iter_mut().zip([0, 2]) {
        if belief.others()[player].cards > 0 {
            *chance = belief.bomb_of_a_rank_beating(player, bomb.play())?.to_f64();
        }
    }
    let before = best_split(hand, level, rules, Objective::BombsFree)?;
    let after = best_split(rest, level, rules, Objective::BombsFree)?;
    let plays = |cost: i64| cost as u32;
    let mut case = BombCase {
        plays_now: plays(before.cost()),
        plays_left: plays(after.cost()),
        bombs_left: after.bombs() as u32,
        beaten_by,
        opponents_fewest: view.opponents_fewest().unwrap_or(0) as u32,
        gain: 0.0,
    };
    case.gain = case.weighed(view.cards(partner(view.seat())) == 0);
    Ok(case)
}

impl BombCase {
    /// The gain of the terms, by weights that a random search against the other
    /// rules found on some thousand deals; `cargo xtask run guandan/bombing`
    /// measures them on others.
    fn weighed(&self, partner_out: bool) -> f64 {
        if self.plays_left == 0 {
            return f64::INFINITY;
        }
        let stands = (1.0 - self.beaten_by[0]) * (1.0 - self.beaten_by[1]);
        let danger = f64::from(20_u32.saturating_sub(self.opponents_fewest));
        let alone = if partner_out { 0.5 } else { 0.0 };
        let broken = f64::from(self.plays_left) - f64::from(self.plays_now);
        0.6 * stands + 0.16 * danger + alone + 0.12 * f64::from(self.bombs_left)
            - 1.15 * broken
            - 1.0
    }
}

/// Why a bomb cannot be weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeighError {
    /// The cards are not in the hand, or too many.
    Hand(GuandanError),
    /// The numbers of cards do not fit together.
    Belief(BeliefError),
}

impl core::fmt::Display for WeighError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            WeighError::Hand(error) => error.fmt(f),
            WeighError::Belief(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for WeighError {}

impl From<GuandanError> for WeighError {
    fn from(error: GuandanError) -> WeighError {
        WeighError::Hand(error)
    }
}

impl From<BeliefError> for WeighError {
    fn from(error: BeliefError) -> WeighError {
        WeighError::Belief(error)
    }
}

/// The document's answer to the same question (section 4): no opponent has four
/// of the bomb's rank with a chance of more than 0.65, which is always so, and
/// the rest without four of the rank takes four plays or fewer. It knows ranks
/// alone; a straight flush or the joker bomb it never throws.
///
/// # Errors
/// [`GuandanError::TooManyCards`] beyond [`RankCounts::MAX_CARDS`].
pub fn document_bombs(hand: Hand, bomb: &Meld) -> Result<bool, GuandanError> {
    let play = bomb.play();
    let (Kind::Bomb, Some(rank)) = (play.kind(), play.face().rank()) else {
        return Ok(false);
    };
    let mut counts = cards_core::Rank::ALL.map(|rank| hand.count_rank(rank));
    let mine = u32::from(counts[rank.index()]);
    // One opponent's 27 of the 81 cards that I do not hold, whatever is played.
    let theirs = cards_core::counting::Hypergeometric::new(81, 8 - mine, 27);
    let four = theirs.map_or(0.0, |theirs| theirs.at_least(4).to_f64());
    counts[rank.index()] = counts[rank.index()].saturating_sub(4);
    let left = RankCounts::new(counts, 0, [0; 2])?.min_plays(Rules::DOCUMENT);
    Ok(1.0 - four > 0.65 && left <= 4)
}
