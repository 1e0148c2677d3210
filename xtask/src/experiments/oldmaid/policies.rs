//! Players against each other.

use std::sync::OnceLock;

use cards_core::Seat;
use cards_core::random::trial_rng;
use oldmaid_infer::exact::{OpenGame, Skill};
use oldmaid_infer::policy::{
    DocumentFormula, DocumentPlayer, LargestHand, LookAhead, Myopic, OpenValues, Policy,
    RandomTarget, Rollouts, SmallestHand, StaticPosterior,
};
use oldmaid_infer::{Game, Hand, KindSet, Rules};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::seats::rotated;
use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::plot::{Axis, Curve, Plot};
use crate::report::{Cell, Figure, Report, Table};
use crate::statistics::{Estimate, mean, percentage};

/// A player of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Player {
    Random,
    Largest,
    Smallest,
    Formula,
    Document,
    Static,
    Myopic(f64),
    LookAhead(Assumed),
    Rollouts(usize),
}

/// What the look-ahead player takes the open game to be.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Assumed {
    /// It chooses at random itself, or best, or with the skill of one who does not see
    /// the hands; the others choose at random.
    Random,
    Best,
    Hidden,
    /// With that skill, and half the time the others draw where a pair is likeliest.
    Keen,
}

use Player::{Document, Formula, Largest, Random, Smallest, Static};

impl Player {
    fn policy(self) -> Box<dyn Policy> {
        match self {
            Random => Box::new(RandomTarget),
            Largest => Box::new(LargestHand),
            Smallest => Box::new(SmallestHand),
            Formula => Box::new(DocumentFormula),
            Document => Box::new(DocumentPlayer::new(8.0)),
            Static => Box::new(StaticPosterior::new(0.0)),
            Player::Myopic(lambda) => Box::new(Myopic::new(lambda)),
            Player::LookAhead(assumed) => Box::new(LookAhead::new(values(assumed))),
            Player::Rollouts(games) => Box::new(Rollouts::new(games)),
        }
    }

    fn name(self) -> String {
        match self {
            Random => "random".to_owned(),
            Largest => "largest hand".to_owned(),
            Smallest => "smallest hand".to_owned(),
            Formula => "document's formula, best target".to_owned(),
            Document => "document's player, as published".to_owned(),
            Static => "static posterior, λ = 0".to_owned(),
            Player::Myopic(lambda) => format!("myopic, λ = {lambda}"),
            Player::LookAhead(Assumed::Hidden) => "look-ahead".to_owned(),
            Player::LookAhead(Assumed::Random) => "look-ahead, itself random later".to_owned(),
            Player::LookAhead(Assumed::Best) => "look-ahead, sees all later".to_owned(),
            Player::LookAhead(Assumed::Keen) => "look-ahead, others keen on pairs".to_owned(),
            Player::Rollouts(games) => format!("rollouts, {games} games a target"),
        }
    }
}

/// The tables of the look-ahead players, solved once a run.
fn values(assumed: Assumed) -> &'static OpenValues {
    static TABLES: [OnceLock<OpenValues>; 4] = [const { OnceLock::new() }; 4];
    let (skill, keenness) = match assumed {
        Assumed::Random => (Skill::RANDOM, 0.0),
        Assumed::Best => (Skill::BEST, 0.0),
        Assumed::Hidden => (Skill::HIDDEN, 0.0),
        Assumed::Keen => (Skill::HIDDEN, 0.5),
    };
    TABLES[assumed as usize].get_or_init(|| {
        let game = OpenGame::new(&Rules::DOCUMENT).expect("solvable rules");
        OpenValues::of_game(game.with_keen_others(keenness), skill)
    })
}

const BEST: Player = Player::LookAhead(Assumed::Hidden);
const KEEN: Player = Player::LookAhead(Assumed::Keen);

/// Four players: the tested one, the others, and in which trials it is played.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// In the seats after each other, before rotation.
    players: [Player; 4],
    /// Which of them are counted together.
    counted: [bool; 4],
    /// It is played in every such trial, from the `at`-th on.
    every: i64,
    at: i64,
}

const fn one(player: Player, every: i64) -> Row {
    Row {
        players: [player, Random, Random, Random],
        counted: [true, false, false, false],
        every,
        // Those that are played rarely come last, and their tables with them.
        at: every - 1,
    }
}

const fn reversed(player: Player, every: i64) -> Row {
    Row {
        players: [Random, player, player, player],
        counted: [true, false, false, false],
        every,
        // Those that are played rarely come last, and their tables with them.
        at: every - 1,
    }
}

const fn facing(a: Player, b: Player) -> Row {
    Row {
        players: [a, b, a, b],
        counted: [true, false, true, false],
        every: 10,
        at: 9,
    }
}

const ONE: [Row; 19] = [
    one(Random, 1),
    one(Largest, 1),
    one(Smallest, 1),
    one(Formula, 1),
    one(Document, 1),
    one(Static, 10),
    one(Player::Myopic(0.0), 1),
    one(Player::Myopic(0.25), 10),
    one(Player::Myopic(0.5), 10),
    one(Player::Myopic(1.0), 10),
    one(Player::Myopic(2.0), 10),
    one(Player::Myopic(4.0), 10),
    one(Player::Myopic(8.0), 10),
    one(Player::LookAhead(Assumed::Random), 10),
    one(BEST, 1),
    one(Player::LookAhead(Assumed::Best), 10),
    one(KEEN, 10),
    one(Player::Rollouts(64), 20),
    one(Player::Rollouts(2048), 50),
];

const REVERSED: [Row; 5] = [
    reversed(Largest, 1),
    reversed(Formula, 1),
    reversed(Player::Myopic(0.0), 10),
    reversed(BEST, 1),
    reversed(KEEN, 1),
];

const FACING: [Row; 7] = [
    facing(Largest, Document),
    facing(Player::Myopic(0.0), Largest),
    facing(Player::Myopic(0.0), Formula),
    facing(BEST, Largest),
    facing(BEST, Player::Myopic(0.0)),
    facing(BEST, Formula),
    facing(KEEN, BEST),
];

fn rows() -> impl Iterator<Item = &'static Row> {
    ONE.iter().chain(&REVERSED).chain(&FACING)
}

/// The figure that is printed for any number of games.
const BEST_WITHOUT_LUCK: &str = "the best player loses, without luck";

/// Four players at a table, seats rotated.
#[derive(Debug)]
pub(crate) struct Policies;

/// One deal, played at every table.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tables {
    trial: i64,
    /// By table: 1 if a counted player loses, 0 if another one does, −1 if the
    /// table does not play this trial.
    lost: Vec<i8>,
    /// By table of one player against three random ones: what its choices lose more
    /// than those of the skill that the look-ahead player is taken to have, the luck of
    /// the draws left out; 0 if the table does not play this trial.
    gone: Vec<f64>,
}

impl Record for Tables {
    fn trial(&self) -> i64 {
        self.trial
    }
}

impl Row {
    /// Plays a trial: whether a counted player loses, and what the choices of the first
    /// one give away.
    fn play(&self, index: i64, seed: u64) -> (i8, f64) {
        if index.rem_euclid(self.every) != self.at {
            return (-1, 0.0);
        }
        // Every table has the same deal. Seats rotate by the trials that it plays.
        let mut rng: Pcg64Mcg = trial_rng(seed, index as u64);
        let mut game = Game::deal(&Rules::DOCUMENT, &mut rng).expect("legal rules");
        let turn = index.div_euclid(self.every).rem_euclid(4) as u64;
        let mut at_seat = [0; 4];
        for place in 0..4 {
            at_seat[rotated(place, turn, 4).index()] = place;
        }
        let mut policies = at_seat.map(|place| self.players[place].policy());
        for (seat, policy) in Seat::all(4).zip(&mut policies) {
            policy.begin(&game.view(seat));
        }
        let mut gone = 0.0;
        while !game.table().is_over() {
            let seat = game.table().turn();
            let from = policies[seat.index()].choose(&game.view(seat), &mut rng);
            if at_seat[seat.index()] == 0 && self.players[1..] == [Random; 3] {
                gone += given_away(&game, from);
            }
            game.draw_random(from, false, &mut rng)
                .expect("a legal choice");
        }
        let loser = game.outcome().loser.expect("the game ends");
        (i8::from(self.counted[at_seat[loser.index()]]), gone)
    }
}

/// What a draw from a seat loses more than the skill of the look-ahead player's table
/// does there.
fn given_away(game: &Game, from: Seat) -> f64 {
    let values = values(Assumed::Hidden);
    let hands: Vec<KindSet> = game.hands().iter().map(Hand::kinds).collect();
    let seat = game.table().turn();
    let losses = values.open_losses(&hands, seat).expect("a position");
    let chosen = losses.iter().find(|(target, _)| *target == from);
    let (_, loss) = chosen.expect("a target");
    loss - values.open_loss(&hands, seat).expect("a position")
}

impl Experiment for Policies {
    type Record = Tables;

    fn info(&self) -> Info {
        Info {
            name: "oldmaid/policies",
            title: "players against random ones and against each other",
            source: "Old Maid document, sections 3 and 5.6",
            trials: Trials::up_to(100_000),
            quick: Trials::up_to(60),
            randomness: Randomness::Seeded,
        }
    }

    fn headline(&self) -> Option<&'static str> {
        Some(BEST_WITHOUT_LUCK)
    }

    fn trial(&self, index: i64, seed: u64) -> Tables {
        let (lost, mut gone): (Vec<i8>, Vec<f64>) = rows().map(|row| row.play(index, seed)).unzip();
        gone.truncate(ONE.len());
        Tables {
            trial: index,
            lost,
            gone,
        }
    }

    fn summarise(&self, trials: Trials, records: &[Tables]) -> Report {
        let info = Experiment::info(self);
        let mut report = Report::new(&info, trials);
        report.parameter(
            "rules",
            "four players, a joker, any player drawn from, seats rotated",
        );
        let share = |table: usize| -> (usize, Estimate) {
            let played = records
                .iter()
                .map(|record| record.lost[table])
                .filter(|lost| *lost >= 0);
            (
                played.clone().count(),
                percentage(played.map(|lost| lost == 1)),
            )
        };
        let at_deal = values(Assumed::Hidden).losses_at_deal();
        let at_deal = at_deal.iter().sum::<f64>() / at_deal.len() as f64;
        let without_luck = |table: usize| -> Estimate {
            let played = records.iter().filter(|record| record.lost[table] >= 0);
            mean(played.map(|record| 100.0 * (at_deal + record.gone[table])))
        };
        let interval =
            |estimate: Estimate| estimate.standard_error.map_or(0.0, |error| 1.96 * error);
        let cells = |table: usize| -> [Cell; 3] {
            let (games, lost) = share(table);
            [
                Cell::Number(Number::whole(games as u64)),
                Cell::Number(Number::new(lost.mean, 2)),
                Cell::Number(Number::two_digits(interval(lost))),
            ]
        };
        let mut raw = Curve::new("games lost");
        let mut without = Curve::new("the same without luck");
        for (place, row) in ONE.iter().enumerate() {
            raw.estimate(row.players[0].name(), share(place).1, 2);
            without.estimate(row.players[0].name(), without_luck(place), 2);
        }
        report.plots.push(Plot {
            name: "losses",
            title: "Loss of one player among three random ones",
            x: Axis::names("player"),
            y: Axis::linear("games lost", "%"),
            diagonal: false,
            curves: vec![raw, without],
        });
        let mut random = Curve::new("a random player");
        for (place, row) in REVERSED.iter().enumerate() {
            random.estimate(row.players[1].name(), share(ONE.len() + place).1, 2);
        }
        report.plots.push(Plot {
            name: "random-among",
            title: "Loss of one random player among three of a kind",
            x: Axis::names("the three"),
            y: Axis::linear("games lost by the random one", "%"),
            diagonal: false,
            curves: vec![random],
        });
        let tested = |place: usize, row: &Row| {
            let mut line = vec![Cell::Text(row.players[place].name())];
            line.extend(cells(
                rows()
                    .position(|other| std::ptr::eq(other, row))
                    .unwrap_or(0),
            ));
            line
        };
        report.tables.push(Table {
            title: "One player against three random ones",
            columns: vec![
                "player",
                "games",
                "it loses (%)",
                "± 95 %",
                "without luck (%)",
                "± 95 %",
            ],
            rows: ONE
                .iter()
                .enumerate()
                .map(|(place, row)| {
                    let mut line = tested(0, row);
                    let loss = without_luck(place);
                    line.extend([
                        Cell::Number(Number::new(loss.mean, 2)),
                        Cell::Number(Number::two_digits(interval(loss))),
                    ]);
                    line
                })
                .collect(),
        });
        report.tables.push(Table {
            title: "One random player against three of a kind",
            columns: vec!["the three", "games", "the random one loses (%)", "± 95 %"],
            rows: REVERSED.iter().map(|row| tested(1, row)).collect(),
        });
        let facing = FACING.iter().enumerate().map(|(place, row)| {
            let mut line = vec![
                Cell::Text(row.players[0].name()),
                Cell::Text(row.players[1].name()),
            ];
            line.extend(cells(ONE.len() + REVERSED.len() + place));
            line
        });
        report.tables.push(Table {
            title: "Two against two, in turn",
            columns: vec![
                "two of",
                "two of",
                "games",
                "one of the former loses (%)",
                "± 95 %",
            ],
            rows: facing.collect(),
        });
        let place = |player: Player| {
            ONE.iter()
                .position(|row| row.players[0] == player)
                .unwrap_or(0)
        };
        // What is said of 100,000 games is compared with no fewer.
        if trials.count < info.trials.count {
            let loss = without_luck(place(BEST));
            let figure = Figure::estimate(BEST_WITHOUT_LUCK, "%", loss, 2);
            report.figures.push(figure);
        } else {
            let figure = |name: &str, row: usize| Figure::estimate(name, "%", share(row).1, 2);
            // The figures of a prototype, which have a standard error of their own.
            let about = |estimate: Estimate, value: f64| {
                let error = estimate.standard_error.unwrap_or(0.0).hypot(0.15);
                (estimate.mean - value).abs() <= 3.0 * error
            };
            let (three, keen) = (reversed_place(BEST), reversed_place(KEEN));
            let asked = [
                ("the best player loses", BEST, "at most 15.3"),
                ("myopic loses", Player::Myopic(0.0), "about 17.1"),
                ("largest hand loses", Largest, "about 20.8"),
                ("random loses", Random, "25.0"),
                ("the document's formula loses", Formula, "about 31.3"),
            ];
            let holds = |player: Player, loss: Estimate| match player {
                Largest => about(loss, 20.8),
                Formula => about(loss, 31.3),
                Random => loss.is_about(25.0),
                Player::Myopic(_) => about(loss, 17.1),
                _ => loss.mean <= 15.3,
            };
            for (name, player, claim) in asked {
                let (_, raw) = share(place(player));
                let without = without_luck(place(player));
                for (name, loss) in [
                    (name.to_owned(), raw),
                    (format!("{name}, without luck"), without),
                ] {
                    let figure = Figure::estimate(name, "%", loss, 2);
                    report
                        .figures
                        .push(figure.beside_claim(claim, holds(player, loss)));
                }
            }
            report.figures.extend([
                figure("a random player among three of the best loses", three)
                    .beside_claim("at least 35", share(three).1.mean >= 35.0),
                figure(
                    "a random player among three of the best, set for keen ones, loses",
                    keen,
                )
                .beside_claim("at least 35", share(keen).1.mean >= 35.0),
            ]);
        }
        report.note(
            "The document's formula is the negative control: its chance of a pair is the best for the \
             smallest hand, so that drawing by it loses more often than drawing at random.",
        );
        report.note(
            "The look-ahead player values every hidden state as an open game in which it chooses best \
             half the time and at random otherwise, and best while it holds the joker. Whatever skill is \
             assumed makes little difference. Set for others who are keen on pairs, it takes them to draw \
             half the time from the hand with the largest share of cards that pair with theirs; that \
             costs it a little against random players and serves it against its like.",
        );
        report.note(
            "Without luck: the loss from the deal of a player of that skill who sees all hands, and what \
             each choice gives away against it. Both columns estimate the same share; the second leaves \
             out the luck of the draws and the others' choices.",
        );
        report.note(
            "Rollouts come near the look-ahead player only with thousands of games for each choice: the \
             seats' losses differ by little, and their limit is a look-ahead of its own.",
        );
        report
    }
}

fn reversed_place(player: Player) -> usize {
    let place = REVERSED.iter().position(|row| row.players[1] == player);
    ONE.len() + place.unwrap_or(0)
}
