use std::fmt;

use cards_core::counting::Ratio;
use clap::Args;
use guandan_split::{Belief, Other};
use serde::{Deserialize, Serialize};

use super::input::the_play;
use super::{HandText, LevelText, Preset};
use crate::{Refusal, Request};

/// `cards guandan infer`.
#[derive(Args, Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct InferRequest {
    /// The own hand.
    #[arg(long, value_name = "HAND")]
    pub hand: HandText,

    /// The level that is played, 2 to A; its hearts are wild.
    #[arg(long, value_name = "LEVEL")]
    pub level: LevelText,

    /// Every card that has been played.
    #[arg(long, value_name = "CARDS")]
    pub played: Option<HandText>,

    /// How many cards each other player holds, in playing order from the next on
    /// [default: 27 each].
    #[arg(long, num_args = 1..=3, value_name = "N")]
    pub others: Option<Vec<u32>>,

    /// Cards that the next player is known to hold, such as a tribute.
    #[arg(long, value_name = "CARDS")]
    pub known0: Option<HandText>,

    /// Cards that the second player from here is known to hold.
    #[arg(long, value_name = "CARDS")]
    pub known1: Option<HandText>,

    /// Cards that the third player from here is known to hold.
    #[arg(long, value_name = "CARDS")]
    pub known2: Option<HandText>,

    /// Cards played: what is the chance of a bomb that beats them?
    #[arg(long, value_name = "CARDS")]
    pub beating: Option<HandText>,

    /// How they are read, if there are several ways.
    #[arg(long, value_name = "PLAY")]
    #[serde(alias = "beating_as")]
    pub beating_as: Option<String>,

    /// The rules.
    #[arg(long, value_enum, default_value_t)]
    #[serde(default)]
    pub rules: Preset,
}

impl Request for InferRequest {
    type Memory = ();
    type Answer = InferAnswer;

    fn answer(self, (): &mut ()) -> Result<InferAnswer, Refusal> {
        let (level, rules) = (self.level.0, self.rules.rules());
        let cards = self.others.unwrap_or_else(|| vec![27; 3]);
        let known = [self.known0, self.known1, self.known2].map(Option::unwrap_or_default);
        if let Some(place) = (cards.len()..3).find(|&place| !known[place].0.is_empty()) {
            let message = format!(
                "known{place}: there is no such player among {}",
                cards.len()
            );
            return Err(Refusal::Input(message));
        }
        let others: Vec<Other> = (cards.iter().zip(known))
            .map(|(&cards, known)| Other {
                cards,
                known: known.0,
            })
            .collect();
        let played = self.played.unwrap_or_default().0;
        let most = Belief::MAX_HAND as usize;
        if self.hand.0.len() > most {
            return Err(Refusal::Input(format!(
                "an own hand of {} cards; 0 to {most} are allowed",
                self.hand.0.len()
            )));
        }
        let belief = Belief::new(level, self.hand.0, played, &others)?;
        let beating = match self.beating {
            None => None,
            Some(cards) => {
                let named = self.beating_as.as_deref();
                Some(the_play(cards.0, level, rules, named, "beating-as")?)
            }
        };
        let mut players = Vec::new();
        for (player, other) in others.iter().enumerate() {
            let mut faces = Vec::new();
            for face in belief.unseen_faces() {
                let mut at_least = Vec::new();
                for count in 1..=8 {
                    let chance = belief.at_least(player, face, count)?;
                    if chance.numerator() == 0 {
                        break;
                    }
                    at_least.push(Chance::of(chance));
                }
                faces.push(FaceBelief {
                    rank: face.to_string(),
                    expected: Chance::of(belief.expected(player, face)?),
                    at_least,
                });
            }
            players.push(PlayerBelief {
                cards: other.cards,
                any_bomb: Chance::of(belief.any_bomb(player)?),
                any_bomb_of_a_rank: Chance::of(belief.any_bomb_of_a_rank(player)?),
                all_jokers: Chance::of(belief.all_jokers(player)?),
                bomb_beating: match beating {
                    None => None,
                    Some(play) => Some(Chance::of(belief.bomb_beating(player, play)?)),
                },
                ranks: faces,
            });
        }
        Ok(InferAnswer { players })
    }
}

/// A probability or an expected number.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chance {
    /// As a fraction in lowest terms.
    pub exact: String,
    /// Rounded.
    pub value: f64,
}

impl Chance {
    fn of(ratio: Ratio) -> Chance {
        Chance {
            exact: ratio.to_string(),
            value: ratio.to_f64(),
        }
    }
}

/// The answer of `cards guandan infer`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InferAnswer {
    /// The other players, the next one first.
    pub players: Vec<PlayerBelief>,
}

/// What one player may hold.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerBelief {
    /// How many cards.
    pub cards: u32,
    /// A bomb of any kind.
    pub any_bomb: Chance,
    /// Four cards or more of a rank, or all jokers.
    pub any_bomb_of_a_rank: Chance,
    /// All four jokers.
    pub all_jokers: Chance,
    /// A bomb that beats the cards asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bomb_beating: Option<Chance>,
    /// Every rank and joker of which cards are unseen.
    pub ranks: Vec<FaceBelief>,
}

/// How many cards of a rank, or jokers of a kind, a player may hold.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FaceBelief {
    /// The rank or joker.
    pub rank: String,
    /// How many on average.
    pub expected: Chance,
    /// P(at least 1), P(at least 2), … as far as these are possible.
    pub at_least: Vec<Chance>,
}

impl fmt::Display for InferAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |chance: &Chance| format!("{:.2} %", 100.0 * chance.value);
        for (place, player) in self.players.iter().enumerate() {
            if place > 0 {
                writeln!(f)?;
            }
            writeln!(f, "player {place} from the next on, {} cards", player.cards)?;
            writeln!(f, "  any bomb             {:>9}", percent(&player.any_bomb))?;
            writeln!(
                f,
                "  but straight flushes {:>9}",
                percent(&player.any_bomb_of_a_rank)
            )?;
            writeln!(
                f,
                "  all four jokers      {:>9}",
                percent(&player.all_jokers)
            )?;
            if let Some(chance) = &player.bomb_beating {
                writeln!(f, "  a bomb that beats it {:>9}", percent(chance))?;
            }
            writeln!(f, "  rank  expected  at least 1, 2, … (%)")?;
            for face in &player.ranks {
                let chances: Vec<String> = (face.at_least.iter())
                    .map(|chance| format!("{:6.2}", 100.0 * chance.value))
                    .collect();
                let gap = if face.rank.is_ascii() { 4 } else { 2 };
                writeln!(
                    f,
                    "  {:<gap$}  {:8.3}  {}",
                    face.rank,
                    face.expected.value,
                    chances.join(" ")
                )?;
            }
        }
        Ok(())
    }
}
