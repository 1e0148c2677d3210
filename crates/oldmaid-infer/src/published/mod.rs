//! The document's program: an expected-value player, a random baseline, and the
//! engine in which they play.
//!
//! The document is the article 《每日算法 — 使用java实现抽乌龟：未知手牌概率推断与期望风险配对》
//! ('Old Maid in Java: inferring unknown hands, and pairing by expected risk');
//! sections are its own. Every result is that of its Java program to the last
//! bit: deals, draws, losers, and the values of the expected-value player.
//!
//! | here | section | class |
//! |---|---|---|
//! | [`Rank`], [`Hand`] | 5.1 | `Card`, `Deck` |
//! | [`KnowledgeBase`] | 5.2 | `KnowledgeBase` |
//! | [`ProbabilityModel`], [`Candidate`] | 5.3 | `ProbabilityModel` |
//! | [`Strategy`], [`ExpectedValueAi`], [`RandomBaseline`] | 5.4 | `Strategy`, `OldMaidAI`, `RandomStrategy` |
//! | [`Game`] | 5.5 | `GameEngine` |
//!
//! The suits of the program's cards influence nothing, so a card is its rank
//! here. The hash map in which the program collects pairs is walked in an order
//! that influences nothing either.
//!
//! # What is wrong in it
//! Figures are for the document's 2000 games of four players (seeds 0 to 1999);
//! `cargo test -p oldmaid-infer` recomputes them.
//! 1. *Seats.* Seat 3, the random player, loses 44.75 % of the games and seats
//!    0 to 2 lose 12.45, 15.60 and 27.20 %, which the document takes for the
//!    advantage of its strategy. With that strategy in all four seats
//!    ([`Seats::AllAi`]) seat 3 loses 46.25 %, the others 9.70, 25.95 and
//!    18.10 %. It is an effect of the seats: ties between hands go to the
//!    lowest seat ([`ExpectedValueAi::choose_provider`]), and seat 0 always
//!    begins.
//! 2. *Ranks.* Which rank to hope for never matters. The score of a hand is
//!    proportional to its size for any rank, so every draw is from the first of
//!    the largest other hands ([`View::first_largest_hand`]), in all games.
//! 3. *Probability.* k / H is the chance to draw one of k cards from H only
//!    if no one else can hold them: against one opponent. With several it can
//!    exceed 1, and is clipped ([`ProbabilityModel::evaluate`]).
//! 4. *Cover.* Who holds the joker keeps pairs as cover
//!    ([`ExpectedValueAi::should_discard_pair`]), but the holder wants the
//!    joker drawn, for which a small hand is better. In the rules pairs are
//!    discarded at once in any case.
//! 5. *Length.* Section 6 bounds a game by O(D) turns, D = 53. The games take 38.3
//!    draws on average, 89 at most, and there is no bound. Nor is the joker
//!    drawn after about H / 2 turns (2.3): a draw from its hand of H cards takes
//!    it with chance 1 / H, so that takes H of them on average while H stays.
//!
//! # Where it departs from its own text
//! - Section 2.2 takes H to be the size of the hand that is drawn from. The
//!   player passes the size of all other hands together, so that the clip of
//!   fault 3 never acts in a game.
//! - While another player holds the joker, λ = 8 makes every expected value
//!   negative unless a single card is left to draw, so ranks are compared only
//!   by the joker's holder.
//! - The joker risk of 3.1, (H − 1) / H, is the same for every rank but the
//!   joker: it is a constant, not a risk of the draw.
//! - The engine seeds the shuffle and the draws with two generators of the same
//!   seed, so the first draws repeat the numbers of the shuffle; the random
//!   player's generator is that of the deal of another seed.
//! - A game ends as soon as one hand is left. Fault 4 lets the loser hold pairs
//!   then: 3 cards in 514 games, 5 in 44.

mod cards;
mod game;
mod knowledge;
mod model;
mod strategy;

pub use cards::{Hand, HandError, Rank};
pub use game::{Draw, Game, Outcome, PlayersError, Seats};
pub use knowledge::KnowledgeBase;
pub use model::{Candidate, DEFAULT_LAMBDA, ProbabilityModel};
pub use strategy::{ExpectedValueAi, RandomBaseline, Strategy, View};
