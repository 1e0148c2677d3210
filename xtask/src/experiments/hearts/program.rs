//! The document's players on our rules, with each fault to be put right on its
//! own.

use cards_core::{BySeat, Card, CardSet, Rank, Seat, Suit};
use hearts_mc::published::{GreedyStrategy, MAX_CANDIDATES, SIMULATIONS};
use hearts_mc::worlds::Worlds;
use hearts_mc::{MoonChoice, Phase, Position, Round, Rules, points, random_playout};
use rand_pcg::Pcg64Mcg;

/// The program's simulating player, or one that differs from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Program {
    /// Whether it simulates; otherwise it is one of the program's greedy seats.
    pub(super) simulates: bool,
    /// Which card its greedy layer discards.
    pub(super) discards: Discards,
    /// What its rollouts start from.
    pub(super) sight: Sight,
    /// How many of its legal cards it tries at most.
    pub(super) candidates: usize,
    /// How everybody plays in its rollouts.
    pub(super) rollouts: Rollouts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Discards {
    /// The first of the least risk, as printed.
    Least,
    /// The first of the greatest, as the text has it.
    Most,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// The real hands, as printed.
    Open,
    /// Deals that agree with what it has seen, a new one for each rollout.
    Honest,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rollouts {
    /// At random, as printed.
    Random,
    /// By the greedy layer, with these discards.
    Greedy(Discards),
}

impl Program {
    /// The program as printed.
    pub(super) const PRINTED: Program = Program {
        simulates: true,
        discards: Discards::Least,
        sight: Sight::Open,
        candidates: MAX_CANDIDATES,
        rollouts: Rollouts::Random,
    };

    /// The card that it plays for the seat to move.
    fn choose(self, round: &Round, position: &Position, rng: &mut Pcg64Mcg) -> Card {
        let rules = round.rules();
        let legal = position.legal(rules);
        let turn = position.turn().expect("a deal in play");
        // From ten cards down, with more than three to choose from.
        if !self.simulates || legal.len() <= 3 || position.hand(turn).len() > 10 {
            return greedy(position, legal, rules, self.discards);
        }
        let view = round.view(turn);
        let worlds = match self.sight {
            Sight::Open => None,
            Sight::Honest => Some(Worlds::new(&view.constraints()).expect("the real deal fits")),
        };
        let mut best = (i32::MAX, legal.first());
        for card in legal.iter().take(self.candidates) {
            let mut sum = 0;
            for _ in 0..SIMULATIONS.get() {
                let start = match &worlds {
                    None => *position,
                    Some(worlds) => view.position(&worlds.sample(rng)).expect("a fitting deal"),
                };
                let after = start.after(card, rules).expect("a legal card");
                sum += points(self.rollouts.taken(&after, rules, rng)[turn]);
            }
            if sum < best.0 {
                best = (sum, Some(card));
            }
        }
        best.1.expect("a player on turn has a legal card")
    }
}

impl Rollouts {
    /// What each seat has taken at the end of a deal.
    fn taken(self, start: &Position, rules: &Rules, rng: &mut Pcg64Mcg) -> BySeat<CardSet> {
        let Rollouts::Greedy(discards) = self else {
            return random_playout(start, rules, rng);
        };
        let mut position = *start;
        while !position.is_over() {
            let card = greedy(&position, position.legal(rules), rules, discards);
            position = position.after(card, rules).expect("a legal card");
        }
        BySeat::from_fn(|seat| position.taken(seat))
    }
}

/// The card of the document's greedy layer (`chooseCard`).
pub(super) fn greedy(
    position: &Position,
    legal: CardSet,
    rules: &Rules,
    discards: Discards,
) -> Card {
    let chosen = match position.winning() {
        _ if legal.len() == 1 => legal.first(),
        None => lead(legal, position.is_broken(rules)),
        Some((_, best)) if legal.has_suit(best.suit()) => {
            let below = legal.iter().rfind(|card| card.rank() < best.rank());
            below.or(legal.first())
        }
        Some(_) => discard(legal, discards),
    };
    chosen.expect("a player on turn has a legal card")
}

fn lead(legal: CardSet, broken: bool) -> Option<Card> {
    let hearts = legal.in_suit(Suit::Hearts);
    let short = [Suit::Clubs, Suit::Diamonds, Suit::Spades]
        .map(|suit| legal.in_suit(suit))
        .into_iter()
        .find(|cards| (1..=2).contains(&cards.len()));
    if let Some(cards) = short {
        return cards.first();
    }
    if let Some(smallest) = hearts.first()
        && broken
        && smallest.rank() <= Rank::Five
    {
        return Some(smallest);
    }
    let dear = |card: &Card| card.suit() == Suit::Spades && card.rank() >= Rank::Queen;
    let score = |card: &Card| card.rank() as usize + if dear(card) { 50 } else { 0 };
    (legal - hearts).iter().min_by_key(score).or(legal.first())
}

fn discard(legal: CardSet, discards: Discards) -> Option<Card> {
    let sign = match discards {
        Discards::Least => 1.0,
        Discards::Most => -1.0,
    };
    let risk = |card: &Card| sign * GreedyStrategy.card_risk(*card);
    legal
        .iter()
        .min_by(|one, other| f64::total_cmp(&risk(one), &risk(other)))
}

/// Plays a deal with the program's simulating player in seat 0 and its greedy
/// ones in the others, as in the document, and returns the score of seat 0, a
/// moon counted right.
pub(super) fn score(
    program: Program,
    rules: &Rules,
    hands: BySeat<CardSet>,
    rng: &mut Pcg64Mcg,
) -> i32 {
    let direction = hearts_mc::Pass::Hold;
    let mut round = Round::new(rules, direction, hands).expect("a whole deal");
    while let Phase::Playing(turn) = round.phase() {
        let position = round.position().expect("the play has begun");
        let card = if turn == Seat::FIRST {
            program.choose(&round, position, rng)
        } else {
            greedy(position, position.legal(rules), rules, Discards::Least)
        };
        round.play(card).expect("a legal card");
    }
    let scores = round.scores(MoonChoice::OthersUp);
    scores.expect("the deal is over")[Seat::FIRST]
}

#[cfg(test)]
mod tests {
    use cards_core::random::{choose, trial_rng};
    use hearts_mc::published::{GameState, HeartsGame};

    use super::*;

    #[test]
    fn the_greedy_layer_is_the_published_one() {
        let rules = Rules::DOCUMENT;
        for seed in 0..200 {
            let mut rng: Pcg64Mcg = trial_rng(1, seed);
            let dealt = HeartsGame::new(seed as i64);
            let hands = BySeat::from_fn(|seat| dealt.state().hand(seat));
            let mut state = GameState::from_hands(hands).unwrap();
            let mut position = Position::new(hands, &rules).unwrap();
            while let Some(turn) = position.turn() {
                let legal = position.legal(&rules);
                let ours = greedy(&position, legal, &rules, Discards::Least);
                assert_eq!(GreedyStrategy.choose_card(&state, turn), Ok(ours));
                assert_eq!(GreedyStrategy.legal_cards(&state, turn), legal);
                // Half of the deals leave the program's line.
                let played = if seed % 2 == 0 {
                    ours
                } else {
                    choose(legal, &mut rng).unwrap()
                };
                state.play_card(turn, played).unwrap();
                if state.current_trick().len() == 4 {
                    state.end_trick().unwrap();
                }
                position = position.after(played, &rules).unwrap();
            }
        }
    }
}
