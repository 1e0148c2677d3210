use std::fmt;

use cards_core::random::{deal, trial_rng};
use cards_core::{BySeat, Card, CardSet, Seat};
use clap::Args;
use hearts_mc::{MoonChoice, PLAYERS, Phase, Round, points, shooter};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::advise::listed;
use super::input::Totals;
use super::players::Player;
use super::rules::{Direction, Rules};
use crate::input::PlayerList;
use crate::{Refusal, Request};

/// `cards hearts deal`.
#[derive(Args, Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DealRequest {
    /// Who plays, by seat, such as 'monte-carlo greedy greedy published': random,
    /// published, published-greedy, greedy, monte-carlo; monte-carlo:5000 has a
    /// budget of 5000 playouts a decision, monte-carlo:20ms one of 20 ms.
    #[arg(long, value_name = "PLAYERS")]
    pub players: PlayerList<Player>,

    /// What seat 0 is dealt [default: at random, as for each seat].
    #[arg(long, value_name = "HAND")]
    pub hand0: Option<CardSet>,

    /// What seat 1 is dealt.
    #[arg(long, value_name = "HAND")]
    pub hand1: Option<CardSet>,

    /// What seat 2 is dealt.
    #[arg(long, value_name = "HAND")]
    pub hand2: Option<CardSet>,

    /// What seat 3 is dealt.
    #[arg(long, value_name = "HAND")]
    pub hand3: Option<CardSet>,

    /// To whom the deal passes [default: as the first deal of a match].
    #[arg(long, value_enum)]
    pub direction: Option<Direction>,

    /// The four scores of the match before this deal, such as '12 30 0 45'
    /// [default: 0 each].
    #[arg(long, value_name = "SCORES", allow_hyphen_values = true)]
    pub totals: Option<Totals>,

    /// The rules: document, standard, microsoft, omnibus or open-spiel, and
    /// options, as in 'omnibus moon=choice limit=50': passing, opening,
    /// first-trick, hearts-lead, forced-queen, moon, jack, no-trick-bonus, limit.
    #[arg(long, default_value_t)]
    #[serde(default)]
    pub rules: Rules,

    /// The seed of the deal and all chances.
    #[arg(long, default_value_t = 0)]
    #[serde(default)]
    pub seed: u64,
}

impl DealRequest {
    /// The hands: those given, and the other cards dealt at random.
    fn hands(&self, rng: &mut Pcg64Mcg) -> Result<BySeat<CardSet>, Refusal> {
        let given = [self.hand0, self.hand1, self.hand2, self.hand3];
        let mut seen = CardSet::EMPTY;
        for (seat, hand) in given.iter().enumerate() {
            let Some(hand) = hand else { continue };
            if hand.len() != 13 {
                let cards = hand.len();
                return Err(Refusal::Input(format!(
                    "hand{seat} has {cards} cards instead of 13"
                )));
            }
            if let Some(card) = (seen & *hand).first() {
                return Err(Refusal::Input(format!("{card} is in two hands")));
            }
            seen |= *hand;
        }
        let sizes = given.map(|hand| if hand.is_some() { 0 } else { 13 });
        let dealt = BySeat::new(deal(!seen, sizes, rng)?);
        Ok(BySeat::from_fn(|seat| {
            given[seat.index()].unwrap_or(dealt[seat])
        }))
    }
}

impl Request for DealRequest {
    type Memory = ();
    type Answer = DealAnswer;

    fn answer(self, (): &mut ()) -> Result<DealAnswer, Refusal> {
        let players = &self.players.0;
        if players.len() != PLAYERS {
            let message = format!("{} players; they must be four", players.len());
            return Err(Refusal::Input(message));
        }
        let rules = self.rules.0;
        let hands = self.hands(&mut trial_rng(self.seed, 0))?;
        let direction = match self.direction {
            Some(direction) => direction.into(),
            None => rules.passing.direction(0),
        };
        let before = self.totals.map_or_else(Default::default, |totals| totals.0);
        let mut round = Round::new(&rules, direction, hands)?.with_totals(before);
        let mut strategies: Vec<_> = players.iter().map(|player| player.strategy()).collect();
        // Each seat has chances of its own, so that they do not depend on how
        // many another one takes.
        let mut rngs: Vec<Pcg64Mcg> = (1..=PLAYERS as u64)
            .map(|seat| trial_rng(self.seed, seat))
            .collect();
        loop {
            match round.phase() {
                Phase::Passing(seat) => {
                    let at = seat.index();
                    let cards = strategies[at].pass(&round.view(seat), &mut rngs[at]);
                    round.pass(seat, cards)?;
                }
                Phase::Playing(seat) => {
                    let at = seat.index();
                    let card = strategies[at].play(&round.view(seat), &mut rngs[at]);
                    round.play(card)?;
                }
                Phase::Over => break,
            }
        }
        let taken = BySeat::from_fn(|seat| round.view(seat).taken(seat));
        let moon = shooter(&taken, &rules);
        let choice = match moon {
            Some(seat) => strategies[seat.index()].moon_choice(&round.view(seat)),
            None => MoonChoice::OthersUp,
        };
        let Some(scores) = round.scores(choice) else {
            unreachable!("a round that is over has scores")
        };
        Ok(DealAnswer {
            rules: self.rules,
            direction: direction.into(),
            hands,
            passed: Seat::all(PLAYERS)
                .map(|seat| round.passed(seat).map(|cards| cards.iter().collect()))
                .collect(),
            tricks: tricks(&round),
            points: round.points(),
            moon: moon.map(Seat::index),
            scores,
            totals: BySeat::from_fn(|seat| before[seat].saturating_add(scores[seat])),
            players: self.players.0,
        })
    }
}

fn tricks(round: &Round) -> Vec<PlayedTrick> {
    let mut tricks = Vec::with_capacity(13);
    let plays = round.plays();
    for (number, trick) in plays.chunks(PLAYERS).enumerate() {
        let cards: Vec<Card> = trick.iter().map(|&(_, card)| card).collect();
        // The next trick's leader took this one; the last one's cards tell.
        let winner = cards_core::trick::winner(&cards, cards_core::RankOrder::AceHigh);
        let leader = plays[number * PLAYERS].0;
        tricks.push(PlayedTrick {
            leader: leader.index(),
            winner: leader.plus(winner.unwrap_or(0), PLAYERS).index(),
            points: points(cards.iter().copied().collect()),
            cards,
        });
    }
    tricks
}

/// The answer of `cards hearts deal`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DealAnswer {
    /// Who plays, by seat.
    pub players: Vec<Player>,
    /// The rules.
    pub rules: Rules,
    /// To whom the deal passes.
    pub direction: Direction,
    /// The hands as dealt.
    pub hands: BySeat<CardSet>,
    /// What each seat passes; null on a hold.
    pub passed: Vec<Option<Vec<Card>>>,
    /// The tricks.
    pub tricks: Vec<PlayedTrick>,
    /// The points that each seat took.
    pub points: BySeat<i32>,
    /// Who shot the moon.
    pub moon: Option<usize>,
    /// The scores of the deal.
    pub scores: BySeat<i32>,
    /// The scores of the match.
    pub totals: BySeat<i32>,
}

/// A trick of a deal that is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayedTrick {
    /// Who leads.
    pub leader: usize,
    /// The cards in the order of play.
    pub cards: Vec<Card>,
    /// Who takes them.
    pub winner: usize,
    /// The points in them.
    pub points: i32,
}

impl fmt::Display for DealAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, hand) in self.hands.iter() {
            let player = self.players[seat.index()];
            write!(f, "seat {seat}, {player}: {hand}")?;
            if let Some(passed) = &self.passed[seat.index()] {
                let receiver = hearts_mc::Pass::from(self.direction).receiver(seat);
                write!(f, "; {} to seat {receiver}", listed(passed))?;
            }
            writeln!(f)?;
        }
        writeln!(f, "\ntrick  leader  cards        taken by  points")?;
        for (number, trick) in self.tricks.iter().enumerate() {
            let cards: Vec<_> = trick.cards.iter().map(ToString::to_string).collect();
            writeln!(
                f,
                "{:>5}  seat {}  {}  seat {}    {:>6}",
                number + 1,
                trick.leader,
                cards.join(" "),
                trick.winner,
                trick.points
            )?;
        }
        if let Some(seat) = self.moon {
            writeln!(f, "\nseat {seat} shoots the moon")?;
        }
        writeln!(f, "\nseat  points  score  total")?;
        for (seat, points) in self.points.iter() {
            writeln!(
                f,
                "{:>4}  {points:>6}  {:>5}  {:>5}",
                seat.index(),
                self.scores[seat],
                self.totals[seat]
            )?;
        }
        Ok(())
    }
}
