//! Simple players, enough to measure what a rule of decision is worth: they
//! lead the lowest play of a best split and follow as long as that does not
//! break it.

use cards_core::{AnyCard, BySeat, Seat};

use crate::evaluate::{document_bombs, weigh_bomb};
use crate::round::{Round, SEATS, View, partner};
use crate::{
    After, Face, GuandanError, Hand, Kind, Level, Meld, Objective, Play, Rules, Strength,
    best_split, legal_plays, min_plays, plays_after_each,
};

/// When a player throws a bomb at an opponent's play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BombRule {
    /// Only to go out.
    Never,
    /// Whenever nothing else beats the play.
    Always,
    /// The rule of the document, [`document_bombs`].
    Document,
    /// [`weigh_bomb`].
    Weighed,
}

/// What the player whose turn it is does; `None` is a pass. Everything but
/// bombing is the same whatever the rule.
///
/// # Errors
/// [`GuandanError::TooManyCards`] of a hand that is too large to be split.
pub fn choose(view: &View<'_>, rule: BombRule) -> Result<Option<Meld>, GuandanError> {
    let (hand, level, rules) = (view.hand(), view.level(), view.rules());
    let Some((by, last)) = view.last() else {
        return lead(view).map(Some);
    };
    let responses = legal_plays(hand, level, rules).beating(last, level);
    if responses.is_empty() {
        return Ok(None);
    }
    let afters = plays_after_each(hand, level, rules, responses.iter())?;
    if let Some(out) = afters.iter().find(|after| after.plays_left == 0) {
        return Ok(Some(out.meld));
    }
    if by == partner(view.seat()) {
        return Ok(None);
    }
    let now = min_plays(hand, level, rules)?;
    let pressed = view.opponents_fewest().is_some_and(|cards| cards <= 8);
    let limit = if pressed { now } else { now - 1 };
    let plain = afters
        .iter()
        .filter(|after| !after.play.is_bomb() && after.plays_left <= limit);
    let lowest = plain.min_by_key(|after| {
        (
            after.plays_left,
            after.play.wilds(),
            height(after.play, level),
        )
    });
    if let Some(after) = lowest {
        return Ok(Some(after.meld));
    }
    let bombs = afters.iter().filter(|after| after.play.is_bomb());
    let cheapest = bombs.min_by_key(|after| bomb_cost(after));
    let Some(bomb) = cheapest else {
        return Ok(None);
    };
    let throws = match rule {
        BombRule::Never => false,
        BombRule::Always => true,
        BombRule::Document => document_bombs(hand, &bomb.meld)?,
        BombRule::Weighed => weigh_bomb(view, &bomb.meld).is_ok_and(|case| case.pays()),
    };
    Ok(throws.then_some(bomb.meld))
}

/// Bombs that leave the fewest plays, then small ones without wild cards.
fn bomb_cost(after: &After) -> (u32, u8, u8) {
    (after.plays_left, after.play.size(), after.play.wilds())
}

fn height(play: Play, level: Level) -> usize {
    match play.kind() {
        Kind::Straight | Kind::Tube | Kind::Plate | Kind::StraightFlush => play.face().index(),
        _ => Strength::of(play.face(), level).index(),
    }
}

/// The lowest play of a best split, larger ones first among equals; bombs last.
/// Against an opponent with one card no single card if there is a choice, and
/// the highest one if there is none.
fn lead(view: &View<'_>) -> Result<Meld, GuandanError> {
    let (level, rules) = (view.level(), view.rules());
    let split = best_split(view.hand(), level, rules, Objective::PlaysThenBombs)?;
    let last_card = view.opponents_fewest() == Some(1);
    let key = |meld: &&Meld| {
        let play = meld.play();
        let height = height(play, level);
        let single = play.kind() == Kind::Single && last_card;
        let height = if single { 15 - height } else { height };
        (play.is_bomb(), single, height, u8::MAX - play.size())
    };
    split
        .melds()
        .iter()
        .min_by_key(key)
        .copied()
        .ok_or(GuandanError::NoCards)
}

/// Plays a round to its end, each seat by its rule, and returns the order.
///
/// # Errors
/// [`GuandanError::TooManyCards`] of a hand that is too large to be split.
pub fn play_out(
    mut round: Round,
    rules: &BySeat<BombRule, SEATS>,
) -> Result<Vec<Seat>, GuandanError> {
    while !round.is_over() {
        let view = round.view();
        let meld = choose(&view, rules[view.seat()])?;
        if round.act(meld).is_err() {
            // The players choose from the legal plays.
            unreachable!("an illegal play by {}", round.turn());
        }
    }
    Ok(round.order())
}

/// The card to give back for a tribute that leaves the fewest plays, the lowest
/// of such.
#[must_use]
pub fn choose_return(hand: Hand, allowed: &[AnyCard], level: Level, rules: Rules) -> AnyCard {
    let key = |card: &&AnyCard| {
        let mut rest = hand;
        let _ = rest.remove(**card);
        let face = match card {
            AnyCard::Card(card) => Face::Rank(card.rank()),
            AnyCard::Joker(joker) => Face::Joker(*joker),
        };
        let wild = **card == AnyCard::Card(level.wild_card());
        (
            wild,
            min_plays(rest, level, rules).unwrap_or(u32::MAX),
            Strength::of(face, level),
        )
    };
    *allowed.iter().min_by_key(key).unwrap_or(&allowed[0])
}
