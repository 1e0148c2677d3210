//! Our Monte-Carlo player against the one of another crate.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use cards_core::random::trial_rng;
use cards_core::{Card, CardSet, Rank, Seat, Suit};
use cpu_time::ThreadTime;
use hearts_engine::{MonteCarloBot, Strategy as _, Table, View};
use hearts_mc::arena::Arena;
use hearts_mc::{
    Budget, MonteCarlo, MonteCarloConfig, MoonChoice, Pass, Phase, Round, Rules, Strategy,
};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::players::difference;
use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::report::{Figure, Report};
use crate::statistics::mean;

/// Duplicate deals against `hearts-engine`'s player.
#[derive(Debug)]
pub(crate) struct Rival {
    info: Info,
    /// The worlds that it draws a decision, at first.
    samples: u32,
    /// The playouts of ours a play.
    playouts: u64,
    clocks: [Clock; 2],
}

/// Against the player with its usual 128 samples.
pub(crate) static USUAL: Rival = Rival::new("hearts/rival", 128, 1700);
/// Against the player with 1024 samples.
pub(crate) static STRONG: Rival = Rival::new("hearts/rival-1024", 1024, 12_000);

/// How many times the playouts of a play a pass of ours costs, so that the CPU time is
/// about that of theirs.
const PASS_MULTIPLE: u64 = 2;

/// The CPU time of the decisions of a player.
#[derive(Debug)]
struct Clock {
    nanoseconds: [AtomicU64; 2],
    decisions: [AtomicU64; 2],
}

impl Clock {
    const fn new() -> Clock {
        Clock {
            nanoseconds: [const { AtomicU64::new(0) }; 2],
            decisions: [const { AtomicU64::new(0) }; 2],
        }
    }

    fn timed<T>(&self, decision: Decision, decide: impl FnOnce() -> T) -> T {
        let start = ThreadTime::now();
        let result = decide();
        let nanoseconds = start.elapsed().as_nanos() as u64;
        self.nanoseconds[decision as usize].fetch_add(nanoseconds, Ordering::Relaxed);
        self.decisions[decision as usize].fetch_add(1, Ordering::Relaxed);
        result
    }

    /// The mean time of a decision in milliseconds.
    fn milliseconds(&self, decision: Decision) -> f64 {
        let time = self.nanoseconds[decision as usize].load(Ordering::Relaxed);
        let count = self.decisions[decision as usize].load(Ordering::Relaxed);
        Duration::from_nanos(time).as_secs_f64() * 1e3 / count.max(1) as f64
    }
}

#[derive(Clone, Copy, Debug)]
enum Decision {
    Pass,
    Play,
}

/// One deal in eight seatings.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Trial {
    trial: i64,
    /// The scores of the four seatings, the one's and the other three's together:
    /// ours alone, theirs alone.
    scores: [[i32; 2]; 2],
    /// How often the one and the other three shot the moon, likewise.
    moons: [[u32; 2]; 2],
}

impl Record for Trial {
    fn trial(&self) -> i64 {
        self.trial
    }
}

/// A player of one of the two crates.
enum Seated {
    Ours(Box<dyn Strategy>),
    Theirs(Box<MonteCarloBot<Pcg64Mcg>>),
}

/// What is next done at the other crate's table, whoever has chosen it.
struct Scripted {
    pass: [hearts::Card; 3],
    play: hearts::Card,
}

impl hearts_engine::Strategy for Scripted {
    fn pass_cards(&mut self, _: &View<'_>) -> [hearts::Card; 3] {
        self.pass
    }

    fn play_card(&mut self, _: &View<'_>) -> hearts::Card {
        self.play
    }
}

impl Rival {
    const fn new(name: &'static str, samples: u32, playouts: u64) -> Rival {
        Rival {
            info: Info {
                name,
                title: "our Monte-Carlo player against the one of the crate hearts-engine 0.1.1",
                source: "beyond the document",
                trials: Trials::up_to(500),
                quick: Trials::up_to(2),
                randomness: Randomness::Seeded,
            },
            samples,
            playouts,
            clocks: [Clock::new(), Clock::new()],
        }
    }

    /// Plays a deal out on both crates' tables side by side, so that each player
    /// sees its own kind of view.
    fn play(&self, mut round: Round, players: &mut [Seated; 4], rng: &mut Pcg64Mcg) -> Round {
        let direction = match round.direction() {
            Pass::Left => hearts::PassDirection::Left,
            Pass::Right => hearts::PassDirection::Right,
            Pass::Across => hearts::PassDirection::Across,
            Pass::Hold => hearts::PassDirection::Hold,
        };
        let dealt = Seat::all(4).map(|seat| cards_to(round.view(seat).hand()));
        let dealt: Vec<hearts::Hand> = dealt.collect();
        let dealt = [dealt[0], dealt[1], dealt[2], dealt[3]];
        let dealt = hearts::Round::from_deal(hearts::Rules::new(), direction, dealt);
        let mut table = Table::new(dealt.expect("thirteen cards a hand"));
        let nothing = card_to(Card::new(Suit::Clubs, Rank::Two));
        loop {
            let mut scripted = Scripted {
                pass: [nothing; 3],
                play: nothing,
            };
            match round.phase() {
                Phase::Over => return round,
                Phase::Passing(seat) => {
                    let view = round.view(seat);
                    let cards = match &mut players[seat.index()] {
                        Seated::Ours(player) => {
                            self.clocks[0].timed(Decision::Pass, || player.pass(&view, &mut *rng))
                        }
                        Seated::Theirs(bot) => {
                            let view = table.view(hearts::Seat::ALL[seat.index()]);
                            let cards =
                                self.clocks[1].timed(Decision::Pass, || bot.pass_cards(&view));
                            cards.into_iter().map(card_from).collect()
                        }
                    };
                    round.pass(seat, cards).expect("a legal pass");
                    let cards: Vec<hearts::Card> = cards.iter().map(card_to).collect();
                    scripted.pass = [cards[0], cards[1], cards[2]];
                }
                Phase::Playing(seat) => {
                    let view = round.view(seat);
                    let card = match &mut players[seat.index()] {
                        Seated::Ours(player) => {
                            self.clocks[0].timed(Decision::Play, || player.play(&view, &mut *rng))
                        }
                        Seated::Theirs(bot) => {
                            let view = table.view(hearts::Seat::ALL[seat.index()]);
                            card_from(self.clocks[1].timed(Decision::Play, || bot.play_card(&view)))
                        }
                    };
                    round.play(card).expect("a legal play");
                    scripted.play = card_to(card);
                }
            }
            table.step(&mut scripted).expect("the same rules");
        }
    }
}

fn card_to(card: Card) -> hearts::Card {
    hearts::Card {
        suit: match card.suit() {
            Suit::Clubs => hearts::Suit::Clubs,
            Suit::Diamonds => hearts::Suit::Diamonds,
            Suit::Hearts => hearts::Suit::Hearts,
            Suit::Spades => hearts::Suit::Spades,
        },
        rank: hearts::Rank::new(card.rank() as u8 + 2),
    }
}

fn cards_to(cards: CardSet) -> hearts::Hand {
    cards.iter().map(card_to).collect()
}

fn card_from(card: hearts::Card) -> Card {
    let suit = match card.suit {
        hearts::Suit::Clubs => Suit::Clubs,
        hearts::Suit::Diamonds => Suit::Diamonds,
        hearts::Suit::Hearts => Suit::Hearts,
        hearts::Suit::Spades => Suit::Spades,
    };
    let rank = Rank::from_index(usize::from(card.rank.get()) - 2);
    Card::new(suit, rank.expect("a rank of the pack"))
}

impl Experiment for Rival {
    type Record = Trial;

    fn info(&self) -> Info {
        self.info
    }

    fn headline(&self) -> Option<&'static str> {
        Some("ours less theirs, both together")
    }

    fn trial(&self, index: i64, seed: u64) -> Trial {
        let arena = Arena::new(&Rules::STANDARD, seed);
        let mut trial = Trial {
            trial: index,
            scores: [[0; 2]; 2],
            moons: [[0; 2]; 2],
        };
        let mut seeds: Pcg64Mcg = trial_rng(seed, index as u64);
        for place in Seat::all(4) {
            for which in 0..2 {
                let mut players = Seat::all(4).map(|seat| {
                    if (seat == place) == (which == 0) {
                        Seated::Ours(Box::new(MonteCarlo::new(MonteCarloConfig {
                            budget: Budget::Playouts(self.playouts),
                            pass_multiple: PASS_MULTIPLE,
                            ..MonteCarloConfig::default()
                        })))
                    } else {
                        let number = 16 * which as u64 + 4 * place.index() as u64;
                        let number = 32 * (index as u64) + number + seat.index() as u64;
                        let bot = MonteCarloBot::new(trial_rng(seed ^ 0x5EED, number));
                        Seated::Theirs(Box::new(bot.samples(self.samples)))
                    }
                });
                let mut players = [(); 4].map(|()| players.next().expect("four seats"));
                let round = self.play(arena.round(index as u64), &mut players, &mut seeds);
                let scores = round
                    .scores(MoonChoice::OthersUp)
                    .expect("the deal is over");
                for seat in Seat::all(4) {
                    let side = usize::from(seat != place);
                    trial.scores[which][side] += scores[seat];
                    trial.moons[which][side] += u32::from(round.points()[seat] == 26);
                }
            }
        }
        trial
    }

    fn summarise(&self, trials: Trials, records: &[Trial]) -> Report {
        let mut report = Report::new(&self.info, trials);
        report.parameter("rules", "standard: passing left, right, across, hold");
        report.parameter("samples of theirs a decision", self.samples);
        report.parameter("playouts of ours a play", self.playouts);
        report.parameter("playouts of ours a pass", PASS_MULTIPLE * self.playouts);
        let one = |which: usize| move |trial: &Trial| difference(trial.scores[which]);
        let alone = mean(records.iter().map(one(0)));
        let against = mean(records.iter().map(|trial| -one(1)(trial)));
        let both = mean(
            records
                .iter()
                .map(|trial| (one(0)(trial) - one(1)(trial)) / 2.0),
        );
        for (name, estimate) in [
            ("ours alone less three of theirs", alone),
            ("three of ours less theirs alone", against),
            ("ours less theirs, both together", both),
        ] {
            report
                .figures
                .push(Figure::estimate(name, "points", estimate, 2));
        }
        for (name, which, side, seats) in [
            ("moons of ours alone", 0, 0, 4.0),
            ("moons of three of theirs, a seat", 0, 1, 12.0),
            ("moons of theirs alone", 1, 0, 4.0),
            ("moons of three of ours, a seat", 1, 1, 12.0),
        ] {
            let moons = records
                .iter()
                .map(|trial| f64::from(trial.moons[which][side]) * 100.0 / seats);
            report
                .figures
                .push(Figure::estimate(name, "%", mean(moons), 1));
        }
        report.note(
            "Points a deal; less is better, so a negative difference is ours being better. A deal \
             is played eight times: by ours in each seat against three of theirs, and by theirs in \
             each seat against three of ours, with fresh players each time. The deal is the unit \
             of the standard errors. The CPU time of both is printed on the standard error.",
        );
        report
    }

    fn aside(&self) -> Option<String> {
        let [ours, theirs] = &self.clocks;
        let line = |clock: &Clock| {
            format!(
                "{:.2} ms a play, {:.2} ms a pass",
                clock.milliseconds(Decision::Play),
                clock.milliseconds(Decision::Pass)
            )
        };
        Some(format!(
            "{}: CPU time of ours {}; of theirs {}",
            self.info.name,
            line(ours),
            line(theirs)
        ))
    }
}
