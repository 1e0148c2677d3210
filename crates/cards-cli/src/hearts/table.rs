//! One seat at a table, told of what happens and asked what to do.

use cards_core::random::{below, trial_rng};
use cards_core::{BySeat, Card, CardSet, Seat, Suit};
use hearts_mc::{
    MoonChoice, Opening, PLAYERS, Pass, Rules as Engine, Strategy, TWO_OF_CLUBS, View, scores,
    shooter,
};
use rand_pcg::Pcg64Mcg;
use serde::Serialize;

use super::monte_carlo::{Adviser, PassFigures, PlayFigures, Threads, possible};
use super::players::Player;
use super::rules::{Direction, Rules};
use crate::Refusal;

/// What a table starts with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deal {
    pub(super) seat: Seat,
    pub(super) hand: CardSet,
    pub(super) direction: Pass,
    pub(super) rules: Engine,
    pub(super) totals: BySeat<i32>,
    pub(super) player: Player,
    pub(super) seed: u64,
    pub(super) threads: Threads,
}

/// What a table has been told after the deal.
#[derive(Clone, Copy, Debug)]
enum Event {
    Gave(CardSet),
    Exchange(CardSet, CardSet),
    Begin(Seat),
    Play {
        card: Card,
        /// Whether it is the seat's own card, played to shoot the moon.
        shoots: bool,
    },
}

/// A seat at a table.
pub(super) struct Table {
    deal: Deal,
    view: View,
    events: Vec<Event>,
    mind: Mind,
    /// The answer to the last question, if nothing has happened since: whoever
    /// asks twice gets it twice.
    answered: Option<Answer>,
}

/// Who decides at a table.
enum Mind {
    Plain(Box<dyn Strategy>),
    /// It gives reasons.
    MonteCarlo(Box<Adviser>),
}

impl Mind {
    fn new(player: Player, threads: Threads) -> Mind {
        match player {
            Player::MonteCarlo(budget) => {
                Mind::MonteCarlo(Box::new(Adviser::new(budget, threads, None)))
            }
            _ => Mind::Plain(player.strategy()),
        }
    }
}

/// What a table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Phase {
    /// The seat is to pass.
    Pass,
    /// The seat has passed and waits for what it receives.
    Exchange,
    /// Somebody is to lead the first trick.
    Begin,
    /// Cards are played.
    Play,
    /// All cards have been played.
    Over,
}

/// An answer's own fields.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Answer {
    /// An event has been noted.
    Done {
        /// The event's type.
        ok: &'static str,
        #[serde(flatten)]
        now: Now,
    },
    /// What to pass.
    Pass {
        pass: Vec<Card>,
        #[serde(flatten)]
        figures: Option<PassFigures>,
    },
    /// What to play.
    Play {
        play: Card,
        #[serde(flatten)]
        figures: Option<PlayFigures>,
    },
    /// What to do with a moon.
    Moon { moon: MoonAnswer },
    /// All that the seat knows.
    State { state: Box<State> },
    /// The table, or the program, ends.
    Ended { ok: &'static str },
}

/// What a table waits for, and the result once it is over.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Now {
    phase: Phase,
    /// Whose turn it is to play.
    turn: Option<usize>,
    #[serde(flatten)]
    result: Option<Outcome>,
}

/// The result of a deal.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Outcome {
    /// Who shot the moon.
    shooter: Option<usize>,
    scores: BySeat<i32>,
}

/// [`MoonChoice`] as a word.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum MoonAnswer {
    OthersUp,
    ShooterDown,
}

/// All that a seat knows.
#[derive(Clone, Debug, Serialize)]
pub(super) struct State {
    seat: usize,
    player: Player,
    seed: u64,
    rules: Rules,
    direction: Direction,
    #[serde(flatten)]
    now: Now,
    hand: Vec<Card>,
    legal: Vec<Card>,
    gave: Option<Vec<Card>>,
    received: Option<Vec<Card>>,
    /// The plays in order.
    played: Vec<Played>,
    /// The points that each seat has taken.
    points: BySeat<i32>,
    totals: BySeat<i32>,
    hearts_broken: bool,
    /// The seats from 0 on.
    seats: Vec<SeatState>,
    /// How many deals agree with all that.
    possible: u128,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Played {
    seat: usize,
    card: Card,
}

#[derive(Clone, Debug, Serialize)]
struct SeatState {
    cards: usize,
    /// The cards that it surely holds.
    holds: Vec<Card>,
    /// The suits that it surely has none of.
    voids: Vec<Suit>,
    taken: Vec<Card>,
}

impl Table {
    pub(super) fn new(deal: Deal) -> Result<Table, String> {
        Ok(Table {
            view: Table::start(&deal)?,
            events: Vec::new(),
            mind: Mind::new(deal.player, deal.threads),
            deal,
            answered: None,
        })
    }

    fn start(deal: &Deal) -> Result<View, String> {
        View::start(&deal.rules, deal.seat, deal.direction, deal.hand)
            .map(|view| view.with_totals(deal.totals))
            .map_err(|error| error.to_string())
    }

    /// Notes an event, or changes nothing.
    fn tell(&mut self, event: Event) -> Result<(), String> {
        tell(&mut self.view, event)?;
        self.events.push(event);
        self.answered = None;
        Ok(())
    }

    /// That an event has been noted.
    pub(super) fn done(&self, ok: &'static str) -> Answer {
        Answer::Done {
            ok,
            now: self.now(),
        }
    }

    fn phase(&self) -> Phase {
        let begun = |event: &Event| matches!(event, Event::Begin(_));
        if self.view.turn().is_some() {
            Phase::Play
        } else if self.events.iter().any(begun) {
            Phase::Over
        } else if self.view.must_pass() {
            Phase::Pass
        } else if self.view.gave().is_some() && self.view.received().is_none() {
            Phase::Exchange
        } else {
            Phase::Begin
        }
    }

    fn now(&self) -> Now {
        let phase = self.phase();
        Now {
            phase,
            turn: self.view.turn().map(Seat::index),
            result: (phase == Phase::Over).then(|| {
                let taken = BySeat::from_fn(|seat| self.view.taken(seat));
                let rules = self.view.rules();
                Outcome {
                    shooter: shooter(&taken, rules).map(Seat::index),
                    scores: scores(&taken, rules, MoonChoice::OthersUp),
                }
            }),
        }
    }

    pub(super) fn passed(
        &mut self,
        gave: Option<CardSet>,
        received: Option<CardSet>,
    ) -> Result<Answer, String> {
        let event = match (gave.or(self.view.gave()), received) {
            (Some(gave), Some(received)) => Event::Exchange(gave, received),
            (Some(_), None) => match gave {
                Some(gave) => Event::Gave(gave),
                None => return Err("gave or received is needed".to_owned()),
            },
            (None, Some(_)) => {
                return Err("cards were received, but which ones did the seat give?".to_owned());
            }
            (None, None) => return Err("gave or received is needed".to_owned()),
        };
        self.tell(event)?;
        Ok(self.done("passed"))
    }

    pub(super) fn begin(&mut self, leader: Option<Seat>) -> Result<Answer, String> {
        let view = &self.view;
        let first = self.deal.rules.opening == Opening::FirstSeat;
        let gave = view.gave().unwrap_or_default();
        let leader = match leader {
            Some(leader) => leader,
            None if first => Seat::FIRST,
            None if view.hand().contains(TWO_OF_CLUBS) => view.seat(),
            None if gave.contains(TWO_OF_CLUBS) => view.direction().receiver(view.seat()),
            None => return Err("who leads? leader is needed".to_owned()),
        };
        self.tell(Event::Begin(leader))?;
        Ok(self.done("begin"))
    }

    /// Notes plays, all of them or none.
    pub(super) fn played(&mut self, cards: &[Card], seat: Option<Seat>) -> Result<Answer, String> {
        if let (Some(seat), Some(turn)) = (seat, self.view.turn())
            && seat != turn
        {
            return Err(format!("it is the turn of seat {turn}, not of seat {seat}"));
        }
        let mut view = self.view.clone();
        let mut events = Vec::with_capacity(cards.len());
        let mut shooting = self.is_shooting();
        let mut advice = match &self.answered {
            Some(Answer::Play { play, figures }) => {
                let shoots = figures.as_ref().is_some_and(|figures| figures.shoots);
                Some((*play, shoots))
            }
            _ => None,
        };
        for &card in cards {
            let own = view.turn() == Some(view.seat());
            if own {
                // The plan is kept by the card that was advised for it, and by one that
                // nobody needs to ask for.
                shooting = match advice.take() {
                    Some((play, shoots)) => shoots && play == card,
                    None => shooting && view.legal().len() == 1,
                };
            }
            let event = Event::Play {
                card,
                shoots: own && shooting,
            };
            tell(&mut view, event)?;
            events.push(event);
        }
        if !events.is_empty() {
            self.view = view;
            self.events.extend(events);
            self.answered = None;
        }
        Ok(self.done("played"))
    }

    /// Whether the seat's last card was played to shoot the moon.
    fn is_shooting(&self) -> bool {
        let seat = self.view.seat();
        let own = |&(_, &(player, _)): &(_, &(Seat, _))| player == seat;
        let plays = (self.events.iter()).filter_map(|event| match event {
            Event::Play { shoots, .. } => Some(*shoots),
            _ => None,
        });
        let last = plays.zip(self.view.plays()).filter(own).last();
        last.is_some_and(|(shoots, _)| shoots)
    }

    /// Takes the last event back.
    pub(super) fn undo(&mut self) -> Result<Answer, String> {
        let Some((_, events)) = self.events.split_last() else {
            return Err("nothing has happened since the deal".to_owned());
        };
        let mut view = Table::start(&self.deal)?;
        for &event in events {
            tell(&mut view, event)?;
        }
        self.view = view;
        self.events.pop();
        self.answered = None;
        // What it remembers may be of what never was.
        self.mind = Mind::new(self.deal.player, self.deal.threads);
        Ok(self.done("undo"))
    }

    /// The chances of a decision. They depend on what happened at this table alone.
    fn rng(&self) -> Pcg64Mcg {
        trial_rng(self.deal.seed, self.events.len() as u64)
    }

    pub(super) fn ask_pass(&mut self) -> Result<Answer, String> {
        if self.phase() != Phase::Pass {
            return Err("there is nothing to pass now".to_owned());
        }
        if let Some(answer @ Answer::Pass { .. }) = &self.answered {
            return Ok(answer.clone());
        }
        let mut rng = self.rng();
        let (cards, figures) = match &mut self.mind {
            Mind::Plain(strategy) => (strategy.pass(&self.view, &mut rng), None),
            Mind::MonteCarlo(adviser) => {
                let advice = adviser.pass(&self.view, below(&mut rng, u64::MAX));
                let (cards, figures) = advice.map_err(|error| error.to_string())?;
                (cards, Some(figures))
            }
        };
        let answer = Answer::Pass {
            pass: cards.iter().collect(),
            figures,
        };
        self.answered = Some(answer.clone());
        Ok(answer)
    }

    pub(super) fn ask_play(&mut self) -> Result<Answer, String> {
        match self.view.turn() {
            Some(turn) if turn == self.view.seat() => {}
            Some(turn) => {
                let seat = self.view.seat();
                return Err(format!("it is the turn of seat {turn}, not of seat {seat}"));
            }
            None if self.phase() == Phase::Over => {
                return Err("all cards have been played".to_owned());
            }
            None => return Err("the play has not begun".to_owned()),
        }
        if let Some(answer @ Answer::Play { .. }) = &self.answered {
            return Ok(answer.clone());
        }
        let mut rng = self.rng();
        let shooting = self.is_shooting();
        let (play, figures) = match &mut self.mind {
            Mind::Plain(strategy) => (strategy.play(&self.view, &mut rng), None),
            Mind::MonteCarlo(adviser) => {
                let advice = adviser.play(&self.view, shooting, below(&mut rng, u64::MAX));
                let (play, figures) = advice.map_err(|error| error.to_string())?;
                (play, Some(figures))
            }
        };
        let answer = Answer::Play { play, figures };
        self.answered = Some(answer.clone());
        Ok(answer)
    }

    pub(super) fn ask_moon(&mut self) -> Result<Answer, String> {
        let now = self.now();
        let own = self.view.seat().index();
        if now.result.is_none_or(|result| result.shooter != Some(own)) {
            return Err("the seat has not shot the moon".to_owned());
        }
        let choice = match &mut self.mind {
            Mind::Plain(strategy) => strategy.moon_choice(&self.view),
            Mind::MonteCarlo(adviser) => adviser.player.moon_choice(&self.view),
        };
        Ok(Answer::Moon {
            moon: match choice {
                MoonChoice::OthersUp => MoonAnswer::OthersUp,
                MoonChoice::ShooterDown => MoonAnswer::ShooterDown,
            },
        })
    }

    pub(super) fn state(&self) -> Result<Answer, String> {
        let view = &self.view;
        let list = |cards: CardSet| cards.iter().collect::<Vec<_>>();
        let seats = Seat::all(PLAYERS).map(|seat| {
            let own = seat == view.seat();
            SeatState {
                cards: view.cards(seat),
                holds: list(if own { view.hand() } else { view.known(seat) }),
                voids: Suit::ALL
                    .into_iter()
                    .filter(|&suit| view.is_void(seat, suit))
                    .collect(),
                taken: list(view.taken(seat)),
            }
        });
        let state = State {
            seat: view.seat().index(),
            player: self.deal.player,
            seed: self.deal.seed,
            rules: Rules(self.deal.rules),
            direction: view.direction().into(),
            now: self.now(),
            hand: list(view.hand()),
            legal: list(view.legal()),
            gave: view.gave().map(list),
            received: view.received().map(list),
            played: (view.plays().iter())
                .map(|&(seat, card)| Played {
                    seat: seat.index(),
                    card,
                })
                .collect(),
            points: view.points(),
            totals: *view.totals(),
            hearts_broken: view.is_broken(),
            seats: seats.collect(),
            possible: possible(view).map_err(Refusal::into_message)?,
        };
        Ok(Answer::State {
            state: Box::new(state),
        })
    }
}

fn tell(view: &mut View, event: Event) -> Result<(), String> {
    match event {
        Event::Gave(gave) => view.give(gave),
        Event::Exchange(gave, received) => view.exchange(gave, received),
        Event::Begin(leader) => view.begin(leader),
        Event::Play { card, .. } => view.observe(card),
    }
    .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::monte_carlo::Budget;
    use super::*;

    /// A seat with a good hand for a moon, that has taken the first trick and is to lead.
    fn table() -> Table {
        let mut table = Table::new(Deal {
            seat: Seat::FIRST,
            hand: "♠85 ♥AKJT2 ♦4 ♣AKQJ9".parse().unwrap(),
            direction: Pass::Hold,
            rules: Engine::STANDARD,
            totals: BySeat::default(),
            player: Player::MonteCarlo(Budget::Playouts(2000)),
            seed: 0,
            threads: Threads::default(),
        })
        .unwrap();
        table.begin(Seat::new(1)).unwrap();
        play(&mut table, "♣2 ♣3 ♣4 ♣A");
        table
    }

    fn play(table: &mut Table, cards: &str) {
        let cards: Vec<Card> = (cards.split(' ').map(|card| card.parse().unwrap())).collect();
        table.played(&cards, None).unwrap();
    }

    fn asked(table: &mut Table) -> (Card, bool) {
        match table.ask_play().unwrap() {
            Answer::Play { play, figures } => (play, figures.unwrap().shoots),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_plan_is_kept_by_the_card_that_was_advised_for_it() {
        let mut table = table();
        assert!(!table.is_shooting());
        let (card, shoots) = asked(&mut table);
        assert!(shoots);
        // Asking is no plan; playing the card is one, and outlives the others' plays.
        assert!(!table.is_shooting());
        table.played(&[card], None).unwrap();
        assert!(table.is_shooting());
        let rest = CardSet::of_suit(card.suit()) - table.view.played();
        let rest: Vec<Card> = (rest - table.view.hand()).iter().take(3).collect();
        table.played(&rest, None).unwrap();
        assert!(table.is_shooting());
        // Taken back, it is as if it had not been.
        for _ in 0..4 {
            table.undo().unwrap();
        }
        assert!(!table.is_shooting());
        assert_eq!(asked(&mut table), (card, true));
        // Another card is another plan.
        let other = (table.view.legal().iter())
            .find(|&other| other != card)
            .unwrap();
        table.played(&[other], None).unwrap();
        assert!(!table.is_shooting());
    }

    #[test]
    fn a_plan_is_not_made_without_being_asked_for() {
        let mut table = table();
        play(&mut table, "♠8 ♠2 ♠3 ♠4");
        assert!(!table.is_shooting());
    }
}
