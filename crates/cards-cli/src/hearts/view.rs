//! A seat's view, put together from what a person knows.

use std::fmt;

use cards_core::{BySeat, Card, CardSet, RankOrder, Seat, trick};
use hearts_mc::{Opening, PLAYERS, Pass, Rules, TWO_OF_CLUBS, View};

use super::input::{Plays, SeatIndex};
use crate::Refusal;

/// What one seat knows of a deal.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) rules: Rules,
    pub(super) seat: Seat,
    pub(super) direction: Pass,
    pub(super) hand: Hand,
    pub(super) gave: Option<CardSet>,
    pub(super) received: Option<CardSet>,
    pub(super) leader: Option<Seat>,
    pub(super) plays: Plays,
    pub(super) totals: BySeat<i32>,
}

/// The own cards.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hand {
    /// As they are now.
    Now(CardSet),
    /// As they were dealt.
    Dealt(CardSet),
}

impl Known {
    /// The view, which is one of a seat that is to pass or to play.
    pub(super) fn view(&self) -> Result<View, Refusal> {
        if self.direction == Pass::Hold && (self.gave.is_some() || self.received.is_some()) {
            return refuse("nobody passes on a hold; gave and received need a direction");
        }
        if self.received.is_some() && self.gave.is_none() {
            return refuse("cards were received, but which ones did the seat give?");
        }
        let begun = self.leader.is_some() || !self.plays.cards.is_empty();
        let passing = self.direction != Pass::Hold && self.received.is_none() && !begun;
        if passing {
            if self.gave.is_some() {
                return refuse("the cards that the seat has received are not known yet");
            }
            let (Hand::Now(hand) | Hand::Dealt(hand)) = self.hand;
            let view = View::start(&self.rules, self.seat, self.direction, hand)?;
            return Ok(view.with_totals(self.totals));
        }
        if self.direction != Pass::Hold && self.received.is_none() {
            return refuse(
                "the deal passes, so gave and received are needed once the play has begun",
            );
        }
        let leader = self.leader()?;
        let turns = self.turns(leader)?;
        let dealt = self.dealt(&turns)?;
        let mut view =
            View::start(&self.rules, self.seat, self.direction, dealt)?.with_totals(self.totals);
        if let (Some(gave), Some(received)) = (self.gave, self.received) {
            view.exchange(gave, received)?;
        }
        view.begin(leader).map_err(|error| {
            let hand = view.hand();
            // Only then was the leader not given.
            if self.plays.cards.is_empty() && self.leader.is_none() && !hand.contains(TWO_OF_CLUBS)
            {
                let seat = self.seat;
                return Refusal::Input(format!(
                    "it is not the turn of seat {seat}, which does not hold ♣2; what has been played?"
                ));
            }
            error.into()
        })?;
        for &card in &self.plays.cards {
            view.observe(card)?;
        }
        match view.turn() {
            Some(turn) if turn == self.seat => Ok(view),
            Some(turn) => refuse(format_args!(
                "it is the turn of seat {turn}, not of seat {}, after the cards played",
                self.seat
            )),
            None => refuse("all cards have been played"),
        }
    }

    /// Who led first; by default the one that makes it the seat's turn now.
    fn leader(&self) -> Result<Seat, Refusal> {
        let first = self.plays.leaders.iter().find(|(before, _)| *before == 0);
        match (self.leader, first) {
            (Some(leader), Some(&(_, SeatIndex(other)))) if leader != other => refuse(
                format_args!("trick 1 is led by seat {other}, but the leader is seat {leader}"),
            ),
            (Some(leader), _) | (None, Some(&(_, SeatIndex(leader)))) => Ok(leader),
            (None, None) if self.rules.opening == Opening::FirstSeat => Ok(Seat::FIRST),
            (None, None) => {
                // Who leads decides nothing but the seats' names.
                let (_, turn) = seats(Seat::FIRST, &self.plays.cards);
                let ahead = (PLAYERS + self.seat.index() - turn.index()) % PLAYERS;
                Ok(Seat::FIRST.plus(ahead, PLAYERS))
            }
        }
    }

    /// Who played each card. Checks that none was played twice and that the
    /// tricks' leaders are those that are given.
    fn turns(&self, leader: Seat) -> Result<Vec<Seat>, Refusal> {
        let cards = &self.plays.cards;
        for (place, card) in cards.iter().enumerate() {
            if let Some(before) = cards[..place].iter().position(|other| other == card) {
                return refuse(format_args!(
                    "play {}, {card}: it has been played before, as play {}",
                    place + 1,
                    before + 1
                ));
            }
        }
        for &(before, SeatIndex(given)) in &self.plays.leaders {
            let (_, leads) = seats(leader, &cards[..before]);
            if leads != given {
                return refuse(format_args!(
                    "trick {} is led by seat {leads}, not by seat {given}",
                    before / PLAYERS + 1
                ));
            }
        }
        Ok(seats(leader, cards).0)
    }

    /// The own hand as dealt.
    fn dealt(&self, turns: &[Seat]) -> Result<CardSet, Refusal> {
        let hand = match self.hand {
            Hand::Dealt(hand) => return Ok(hand),
            Hand::Now(hand) => hand,
        };
        let plays = turns.iter().zip(&self.plays.cards).enumerate();
        let mut played = CardSet::EMPTY;
        for (place, (_, &card)) in plays.filter(|(_, (seat, _))| **seat == self.seat) {
            if hand.contains(card) {
                return refuse(format_args!(
                    "play {}, {card} by seat {}: it is still in the hand",
                    place + 1,
                    self.seat
                ));
            }
            played.insert(card);
        }
        let due = 13_usize.saturating_sub(played.len());
        if hand.len() != due {
            return refuse(format_args!(
                "the hand has {} cards instead of {due}",
                hand.len()
            ));
        }
        let start = hand | played;
        let gave = self.gave.unwrap_or_default();
        let received = self.received.unwrap_or_default();
        if let Some(card) = (gave & start).first() {
            return refuse(format_args!("{card} was passed, but the seat has it"));
        }
        if let Some(card) = (received - start).first() {
            return refuse(format_args!(
                "{card} was received, but is neither in the hand nor among the seat's plays"
            ));
        }
        Ok((start - received) | gave)
    }
}

/// Who played each card, and whose turn it is then.
fn seats(leader: Seat, cards: &[Card]) -> (Vec<Seat>, Seat) {
    let mut turn = leader;
    let mut seats = Vec::with_capacity(cards.len());
    for trick in cards.chunks(PLAYERS) {
        seats.extend((0..trick.len()).map(|step| turn.plus(step, PLAYERS)));
        let steps = match trick::winner(trick, RankOrder::AceHigh) {
            Some(winner) if trick.len() == PLAYERS => winner,
            _ => trick.len(),
        };
        turn = turn.plus(steps, PLAYERS);
    }
    (seats, turn)
}

fn refuse<T>(message: impl fmt::Display) -> Result<T, Refusal> {
    Err(Refusal::Input(message.to_string()))
}
