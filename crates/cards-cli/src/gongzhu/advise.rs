use std::fmt;

use cards_core::{Card, CardSet, Suit, random};
use clap::Args;
use gongzhu_solver::{Effort, Player, View, advise};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::replay::Replay;
use super::rules::rules;
use super::{PigTurning, PlayerIndex, Preset, Solvers};
use crate::{CardList, Refusal, Request, SuitList};

/// `cards gongzhu advise`.
#[derive(Args, Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AdviseRequest {
    /// What the player holds now.
    #[arg(long, value_name = "HAND")]
    pub hand: CardSet,

    /// Who the player is, 0 or 1 [default: 0].
    #[arg(long, value_name = "PLAYER", allow_negative_numbers = true)]
    pub player: Option<PlayerIndex>,

    /// The cards played so far by both, in order, such as '♠2 ♠K ♥3': tricks, and
    /// a card that the opponent has just led.
    #[arg(long, value_name = "CARDS")]
    pub played: Option<CardList>,

    /// Who led the first of them: 0 or 1 [default: the one that makes it the
    /// player's turn now].
    #[arg(long, value_name = "PLAYER", allow_negative_numbers = true)]
    pub leader: Option<PlayerIndex>,

    /// How many cards the opponent holds [default: what follows].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[serde(alias = "opponent_cards")]
    pub opponent_cards: Option<usize>,

    /// Cards that the opponent is known to hold, besides exposed ones that are
    /// nowhere else.
    #[arg(long, value_name = "CARDS")]
    #[serde(alias = "opponent_holds")]
    pub opponent_holds: Option<CardSet>,

    /// Suits that the opponent is known to be out of by now, such as ♠♥, besides
    /// those that its plays show.
    #[arg(long, value_name = "SUITS")]
    #[serde(alias = "opponent_voids")]
    pub opponent_voids: Option<SuitList>,

    /// What player 0 had taken before the cards played.
    #[arg(long, value_name = "HAND")]
    pub taken0: Option<CardSet>,

    /// What player 1 had taken before the cards played.
    #[arg(long, value_name = "HAND")]
    pub taken1: Option<CardSet>,

    /// Cards known to be in nobody's hand.
    #[arg(long, value_name = "CARDS")]
    #[serde(alias = "out_of_play")]
    pub out_of_play: Option<CardSet>,

    /// The suits that were led before the cards played; they matter to exposed
    /// cards.
    #[arg(long, value_name = "SUITS")]
    #[serde(alias = "suits_led")]
    pub suits_led: Option<SuitList>,

    /// The rules.
    #[arg(long, value_enum, default_value_t)]
    #[serde(default)]
    pub rules: Preset,

    /// The cards that are exposed: ♠Q, ♦J, ♥A, ♣T.
    #[arg(long, value_name = "CARDS")]
    pub exposed: Option<CardSet>,

    /// When ♠Q counts for its taker [default: with-all-hearts].
    #[arg(long, value_enum, value_name = "WHEN")]
    #[serde(alias = "pig_turning")]
    pub pig_turning: Option<PigTurning>,

    /// How many hands of the opponent to solve; all of them, if there are no more
    /// [default: 200].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub worlds: Option<u64>,

    /// The seed that the hands are drawn with [default: 0].
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: Option<u64>,
}

/// How many worlds are solved unless the request says otherwise.
const WORLDS: u64 = 200;

impl Request for AdviseRequest {
    type Memory = Solvers;
    type Answer = AdviseAnswer;

    fn answer(self, solvers: &mut Solvers) -> Result<AdviseAnswer, Refusal> {
        let exposed = self.exposed.unwrap_or_default();
        let rules = rules(self.rules, exposed, self.pig_turning)?;
        let player = self.player.map_or(Player::Zero, |player| player.0);
        let played = self.played.unwrap_or_default().0;
        let out_of_play = self.out_of_play.unwrap_or_default();
        let suits = |list: Option<SuitList>| list.unwrap_or_default().0;
        let start = Replay {
            player,
            hand: self.hand,
            taken: [self.taken0, self.taken1].map(Option::unwrap_or_default),
            suits_led: suits(self.suits_led),
            opponent_holds: self.opponent_holds.unwrap_or_default(),
            opponent_voids: suits(self.opponent_voids),
            out_of_play,
        };
        let leader = match self.leader {
            Some(leader) => leader.0,
            None => start.first_leader(&rules, &played),
        };
        let now = start.play(&rules, leader, &played)?;
        if now.to_play() != player {
            return Err(Refusal::Input(format!(
                "it is the turn of {}, not of {player}, after the cards played",
                now.to_play()
            )));
        }
        let follows = usize::from(now.led.is_some());
        let opponent_cards =
            (self.opponent_cards).unwrap_or(self.hand.len().saturating_sub(follows));
        let view = View::new(player, self.hand, opponent_cards, now.led)?
            .with_taken(now.taken)?
            .with_out_of_play(out_of_play)?
            .with_opponent_voids(now.opponent_voids())?
            .with_opponent_holding(now.opponent_holds)?
            .with_suits_led(now.suits_led());
        let possible = view.worlds();
        let mut rng: Pcg64Mcg = random::trial_rng(self.seed.unwrap_or(0), 0);
        let worlds = Effort::Worlds(self.worlds.unwrap_or(WORLDS));
        let advice = advise(solvers.of(&rules), &view, worlds, &mut rng)?;
        Ok(AdviseAnswer {
            best: advice.best().card,
            plays: (advice.plays.iter())
                .map(|play| AdvisedCard {
                    card: play.card,
                    expected: play.mean,
                    standard_error: play.standard_error,
                    best: play.best,
                })
                .collect(),
            worlds: advice.worlds,
            possible,
            exhaustive: advice.is_exhaustive,
            player,
            led: now.led,
        })
    }
}

/// The answer of `cards gongzhu advise`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AdviseAnswer {
    /// The card with the greatest expected result, the first of equals.
    pub best: Card,
    /// Every legal card, in the order clubs, diamonds, hearts, spades, each suit
    /// from the two to the ace.
    pub plays: Vec<AdvisedCard>,
    /// The hands of the opponent that were solved.
    pub worlds: u64,
    /// The hands that the opponent may have.
    pub possible: u64,
    /// Whether all of them were solved, each once.
    pub exhaustive: bool,
    #[serde(skip)]
    player: Player,
    #[serde(skip)]
    led: Option<Card>,
}

/// A card, and what it brings on average over what the opponent may hold.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AdvisedCard {
    /// The card.
    pub card: Card,
    /// The player's final score minus the opponent's.
    pub expected: f64,
    /// The standard error of `expected`: 0 if every hand was solved, null if one
    /// of several was.
    pub standard_error: Option<f64>,
    /// The share of hands against which no card is better, 0 to 1.
    pub best: f64,
}

impl fmt::Display for AdviseAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let opponent = self.player.opponent();
        match self.led {
            Some(led) => write!(f, "{} plays {} to {led}", self.player, self.best)?,
            None => write!(f, "{} leads {}", self.player, self.best)?,
        }
        let of = if self.exhaustive {
            format!("all {} hands", self.possible)
        } else {
            format!("{} of {} hands", self.worlds, self.possible)
        };
        writeln!(f, ", by {of} that {opponent} may have\n")?;
        writeln!(f, "card  expected  ± error  best against")?;
        for play in &self.plays {
            let error = match play.standard_error {
                Some(error) => format!("{error:.2}"),
                None => "?".to_owned(),
            };
            writeln!(
                f,
                "{:<4}  {:>+8.2}  {error:>7}  {:>10.1} %",
                play.card.to_string(),
                play.expected,
                100.0 * play.best
            )?;
        }
        Ok(())
    }
}

/// Suits of which a list of flags says yes.
pub(super) fn suits_where(flags: [bool; 4]) -> impl Iterator<Item = Suit> {
    Suit::ALL
        .into_iter()
        .filter(move |suit| flags[suit.index()])
}
