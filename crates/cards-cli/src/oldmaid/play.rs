use std::fmt;

use cards_core::random::trial_rng;
use clap::Args;
use oldmaid_infer::Game;
use oldmaid_infer::policy::Policy;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::history::text_of;
use super::players::{OpenValuesMemory, Player};
use super::rules::{Draws, Odd, Pairs, Preset, rules};
use crate::input::PlayerList;
use crate::{Refusal, Request};

/// `cards oldmaid play`.
#[derive(Args, Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PlayRequest {
    /// Who plays, by seat, such as 'look-ahead random random random': random,
    /// largest, smallest, formula, document, static, myopic, look-ahead, rollouts,
    /// keen; myopic:0.5 is one with λ = 0.5.
    #[arg(long, value_name = "PLAYERS")]
    pub players: PlayerList<Player>,

    /// The rules.
    #[arg(long, value_enum, default_value_t)]
    #[serde(default)]
    pub rules: Preset,

    /// Whom a player draws from, if not as the rules say.
    #[arg(long, value_enum, value_name = "WHOM")]
    #[serde(alias = "draw_from")]
    pub draw_from: Option<Draws>,

    /// The odd card, if not as the rules say: joker, unknown, or a card that is out.
    #[arg(long, value_name = "CARD")]
    pub odd: Option<Odd>,

    /// What makes a pair, if not as the rules say.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub pairs: Option<Pairs>,

    /// The seed of the deal and all chances.
    #[arg(long, default_value_t = 0)]
    #[serde(default)]
    pub seed: u64,
}

impl Request for PlayRequest {
    type Memory = OpenValuesMemory;
    type Answer = PlayAnswer;

    fn answer(self, memory: &mut OpenValuesMemory) -> Result<PlayAnswer, Refusal> {
        let players = self.players.0;
        let rules = rules(
            self.rules,
            players.len(),
            self.draw_from,
            self.odd,
            self.pairs,
        );
        let mut rng: Pcg64Mcg = trial_rng(self.seed, 0);
        let mut game = Game::deal(&rules, &mut rng)?;
        let policies = players.iter().map(|&player| memory.policy(player, &rules));
        let mut policies = policies.collect::<Result<Vec<_>, _>>()?;
        let mut seats: Vec<&mut dyn Policy> = policies
            .iter_mut()
            .map(|policy| &mut **policy as &mut dyn Policy)
            .collect();
        let outcome = game.play(&mut seats, &mut rng)?;

        let mut sizes: Vec<usize> = game.start().sizes.clone();
        let mut draws = Vec::with_capacity(game.history().len());
        for draw in game.history() {
            sizes[draw.from.index()] -= 1;
            sizes[draw.by.index()] += 1;
            sizes[draw.by.index()] -= 2 * draw.discarded.len();
            draws.push(PlayedDraw {
                by: draw.by.index(),
                from: draw.from.index(),
                card: draw.card.map(|card| card.to_string()).unwrap_or_default(),
                paired: !draw.discarded.is_empty(),
                sizes: sizes.clone(),
                text: text_of(draw),
            });
        }
        let discards = game.start().discards.iter().map(|discards| {
            let pairs = discards
                .iter()
                .flat_map(|(kind, pairs)| (0..pairs).map(move |_| kind.to_string()));
            pairs.collect()
        });
        Ok(PlayAnswer {
            players,
            hands: game.start_hands().iter().map(ToString::to_string).collect(),
            discards: discards.collect(),
            draws,
            loser: outcome.loser.map(|seat| seat.index()),
        })
    }
}

/// The answer of `cards oldmaid play`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayAnswer {
    /// Who plays, by seat.
    pub players: Vec<Player>,
    /// The hands at the start, pairs out.
    pub hands: Vec<String>,
    /// The pairs that each seat discards at the start, a kind a pair.
    pub discards: Vec<Vec<String>>,
    /// The draws in order.
    pub draws: Vec<PlayedDraw>,
    /// The seat that is left with the odd card.
    pub loser: Option<usize>,
}

/// A draw of a game that is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayedDraw {
    /// Who draws.
    pub by: usize,
    /// From whom.
    pub from: usize,
    /// The card.
    pub card: String,
    /// Whether it completes a pair.
    pub paired: bool,
    /// How many cards each seat holds then.
    pub sizes: Vec<usize>,
    #[serde(skip)]
    text: String,
}

impl fmt::Display for PlayAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, (player, (hand, discards))) in self
            .players
            .iter()
            .zip(self.hands.iter().zip(&self.discards))
            .enumerate()
        {
            let pairs = if discards.is_empty() {
                "-".to_owned()
            } else {
                discards.join(" ")
            };
            writeln!(f, "seat {seat}, {player}: {hand}; pairs out: {pairs}")?;
        }
        writeln!(f)?;
        for (number, draw) in self.draws.iter().enumerate() {
            let sizes: Vec<_> = draw.sizes.iter().map(ToString::to_string).collect();
            let pair = if draw.paired { "pair" } else { "" };
            writeln!(
                f,
                "{:>4}  {:<10} {pair:<5} sizes {}",
                number + 1,
                draw.text,
                sizes.join(" ")
            )?;
        }
        match self.loser {
            Some(loser) => writeln!(
                f,
                "\nseat {loser}, {}, loses after {} draws",
                self.players[loser],
                self.draws.len()
            ),
            None => writeln!(f, "\nno seat has lost after {} draws", self.draws.len()),
        }
    }
}
