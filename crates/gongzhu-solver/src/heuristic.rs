use core::cmp::Ordering;
use core::fmt;

use cards_core::Card;
use cards_core::counting::Ratio;

use crate::replies::{Outcome, Replies};
use crate::{Rules, View};

/// The heuristic of the expected loss, as the document meant it (3.1 to 3.3),
/// from what a player may know.
///
/// It looks at one trick and does not search. Every legal card is judged by
/// - the *gain* that its trick is expected to bring: the change of the own score
///   minus the opponent's, given what has been taken;
/// - the *outlook* of keeping it: the mean of the gain expected from leading it,
///   and of the gain expected if it must answer a card that the opponent leads
///   at random;
/// - its [`Layer`]: whether its trick can, must or cannot cost anything.
///
/// It plays a card of the safe layer if there is one, and there the card with
/// the greatest gain minus outlook: what it costs now, against what it would
/// cost later.
///
/// Probabilities are hypergeometric over the hands that the opponent may have;
/// shown voids and cards known to be held are respected. The opponent is
/// expected to reply with the card that is best for it in this trick. All sums
/// are exact integers, so that no rounding decides between cards.
///
/// # Where it departs from the document
/// The score is the own one minus the opponent's, so that penalties count as
/// losses (fault 1 of [`published`](crate::published)). Safe is the card that
/// cannot lose points, not the highest one alive, and the pack's undealt cards
/// count with their probability (fault 4). It sees a [`View`] and not the
/// opponent's hand (fault 5). The outlook is not in the document: without it,
/// every card of a free trick would be as good as any other.
///
/// ```
/// use gongzhu_solver::{ExpectedLoss, Layer, Player, Rules, View};
///
/// // The opponent has led the pig: the king would take it, the two would not.
/// let view = View::new(Player::Zero, "♠K2 ♥3".parse()?, 2, Some("♠Q".parse()?))?;
/// let heuristic = ExpectedLoss::new(Rules::DOCUMENT);
/// assert_eq!(heuristic.choose(&view), Some("♠2".parse()?));
///
/// let judged = heuristic.judge(&view);
/// let [two, king] = &judged[..] else { panic!("two legal cards") };
/// assert_eq!((two.layer, two.expected_gain), (Layer::Safe, 13.0));
/// assert_eq!((king.layer, king.expected_gain), (Layer::LeastLoss, -13.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExpectedLoss {
    rules: Rules,
    preference: Preference,
}

/// By what the heuristic prefers cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Preference {
    /// Safe cards first, as 3.3 has it; then the gain minus the outlook.
    #[default]
    Layers,
    /// The gain minus the outlook alone.
    Expectation,
    /// Safe cards first, then the gain of this trick alone: what the document
    /// has, with its faults put right and nothing added.
    TrickAlone,
}

/// The three layers of section 3.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    /// Whatever the opponent holds and plays, the trick costs nothing.
    Safe,
    /// The trick may cost something.
    Expected,
    /// Whatever the opponent holds and plays, the trick costs something.
    LeastLoss,
}

/// What the heuristic makes of one card. Points are those of the own score minus
/// the opponent's: negative is a loss.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Judgement {
    /// The card.
    pub card: Card,
    /// Its layer.
    pub layer: Layer,
    /// The probability that the opponent follows suit, if it has to answer.
    pub opponent_follows: Option<Ratio>,
    /// The probability that the card takes the trick.
    pub wins: Ratio,
    /// What the trick is expected to bring.
    pub expected_gain: f64,
    /// The least that the trick can bring, over all hands and replies.
    pub worst: i32,
    /// The most that the trick can bring, over all hands and replies.
    pub best: i32,
    /// What the card is expected to bring if it is kept: negative for a
    /// dangerous one.
    pub outlook: f64,
    /// Gain and outlook, exact, over a denominator that the cards of one view
    /// share.
    exact_gain: i128,
    exact_outlook: i128,
}

impl ExpectedLoss {
    /// The heuristic for these rules.
    #[must_use]
    pub const fn new(rules: Rules) -> ExpectedLoss {
        ExpectedLoss {
            rules,
            preference: Preference::Layers,
        }
    }

    /// The same heuristic with another preference.
    #[must_use]
    pub fn with_preference(mut self, preference: Preference) -> ExpectedLoss {
        self.preference = preference;
        self
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What it makes of every legal card, in the order of
    /// [`CardSet::iter`](cards_core::CardSet::iter). Empty if it is not the
    /// player's turn.
    ///
    /// Takes a number of steps proportional to the own cards times the unseen
    /// ones, and to the pile sizes besides if the rules are not additive.
    #[must_use]
    pub fn judge(&self, view: &View) -> Vec<Judgement> {
        let replies = Replies::new(&self.rules, view);
        (view.legal(&self.rules).iter())
            .map(|card| judgement(&replies, view, card))
            .collect()
    }

    /// The card that it plays, or `None` if it is not the player's turn. Of
    /// equal cards it is the first in the order of
    /// [`CardSet::iter`](cards_core::CardSet::iter).
    #[must_use]
    pub fn choose(&self, view: &View) -> Option<Card> {
        (self.judge(view).into_iter())
            .reduce(|best, next| match self.compare(&next, &best) {
                Ordering::Greater => next,
                Ordering::Less | Ordering::Equal => best,
            })
            .map(|judgement| judgement.card)
    }

    /// Compares two cards of one view: the greater is the better.
    fn compare(&self, a: &Judgement, b: &Judgement) -> Ordering {
        let is_safe = |of: &Judgement| of.layer == Layer::Safe;
        let prospect = |of: &Judgement| of.exact_gain - of.exact_outlook;
        let by_prospect = prospect(a).cmp(&prospect(b));
        let by_safety = is_safe(a).cmp(&is_safe(b));
        match self.preference {
            Preference::Layers => by_safety.then(by_prospect),
            Preference::Expectation => by_prospect,
            Preference::TrickAlone => by_safety.then(a.exact_gain.cmp(&b.exact_gain)),
        }
    }
}

fn judgement(replies: &Replies<'_>, view: &View, card: Card) -> Judgement {
    let lead = replies.lead(card);
    let outcome = match view.led() {
        None => lead,
        Some(led) => replies.follow(led, card),
    };
    let hands = replies.hands();
    // All over 2 · hands · scale. The outlook is the mean of two expectations,
    // one over the hands, the other over the scale.
    let scale = replies.answer_scale();
    let exact_gain = 2 * scale * outcome.gain;
    let exact_outlook = scale * lead.gain + hands as i128 * replies.answer(card);
    let denominator = (2 * scale * hands as i128) as f64;
    Judgement {
        card,
        layer: layer(&outcome),
        opponent_follows: match view.led() {
            None => Some(share(outcome.follows, hands)),
            Some(_) => None,
        },
        wins: share(outcome.wins, hands),
        expected_gain: exact_gain as f64 / denominator,
        worst: outcome.worst,
        best: outcome.best,
        outlook: exact_outlook as f64 / denominator,
        exact_gain,
        exact_outlook,
    }
}

fn layer(outcome: &Outcome) -> Layer {
    if outcome.worst >= 0 {
        Layer::Safe
    } else if outcome.best >= 0 {
        Layer::Expected
    } else {
        Layer::LeastLoss
    }
}

fn share(part: u128, whole: u128) -> Ratio {
    match Ratio::new(part, whole) {
        Some(share) => share,
        None => unreachable!("there is at least one hand"),
    }
}

/// As in 'cannot cost points'.
impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Layer::Safe => "cannot cost points",
            Layer::Expected => "may cost points",
            Layer::LeastLoss => "costs points",
        })
    }
}

/// The reasons in a line: `♠K may cost points: takes the trick in 12/13 of hands,
/// expected -1.20 now and -0.80 later`.
impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Judgement {
            card, layer, wins, ..
        } = self;
        write!(
            f,
            "{card} {layer}: takes the trick in {wins} of hands, expected {:.2} now and {:.2} later",
            self.expected_gain, self.outlook
        )
    }
}
