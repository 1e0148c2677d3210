//! The exact probabilities against what is dealt: whether what is said to happen
//! with a chance of 0.3 happens three times in ten.

use cards_core::{AnyCard, Rank, random};
use guandan_split::{Belief, Hand, Kind, Other, Play, Rules, legal_plays, published};
use serde::{Deserialize, Serialize};

use super::{generator, hands, level};
use crate::experiment::{Experiment, Info, Randomness, Record, Trials};
use crate::number::Number;
use crate::report::{Cell, Figure, Report, Table};
use crate::statistics::{Estimate, mean, percentage};

/// The inference.
#[derive(Debug)]
pub(crate) struct Inference;

const INFO: Info = Info {
    name: "guandan/inference",
    title: "exact probabilities against dealt hands, early and late in the game",
    source: "Guandan document, section 3",
    trials: Trials::up_to(1500),
    quick: Trials::up_to(30),
    randomness: Randomness::Seeded,
};

/// A question about the next player's hand.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Question {
    chance: f64,
    happened: bool,
}

/// One of the questions of a deal.
type Asked = fn(&Deal) -> Question;

/// One deal, some way into the game.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deal {
    trial: i64,
    /// The cards that the next player still holds.
    cards: u32,
    /// Two cards or more of some rank.
    two_of_a_rank: Question,
    /// The same by the document's formula.
    by_the_document: f64,
    /// Any bomb; any but straight flushes; one that beats a bomb of four of the
    /// rank.
    any_bomb: Question,
    bomb_of_a_rank: Question,
    beats_four: Question,
    /// Two jokers or more.
    expected_jokers: f64,
    jokers: u32,
}

impl Record for Deal {
    fn trial(&self) -> i64 {
        self.trial
    }
}

impl Experiment for Inference {
    type Record = Deal;

    fn info(&self) -> Info {
        INFO
    }

    fn headline(&self) -> Option<&'static str> {
        Some("two or more of a rank: said minus seen")
    }

    fn trial(&self, index: i64, seed: u64) -> Deal {
        let mut rng = generator(seed, index);
        let level = level(&mut rng);
        let dealt = hands(&mut rng);
        // Some cards of each hand have been played, any ones; of the next
        // player's hand up to two others are known.
        let mut played = Hand::EMPTY;
        let mut left: Vec<Hand> = Vec::new();
        for (_, hand) in dealt.iter() {
            let mut cards: Vec<AnyCard> = hand.iter().collect();
            random::shuffle(&mut cards, &mut rng);
            let gone = random::below(&mut rng, 21) as usize;
            played = played
                .plus(of(&cards[..gone]))
                .expect("cards of different hands");
            left.push(of(&cards[gone..]));
        }
        let known = random::below(&mut rng, 3) as usize;
        let mut cards: Vec<AnyCard> = left[1].iter().collect();
        random::shuffle(&mut cards, &mut rng);
        let other = |seat: usize, known: &[AnyCard]| Other {
            cards: left[seat].len() as u32,
            known: of(known),
        };
        let others = [other(1, &cards[..known]), other(2, &[]), other(3, &[])];
        let belief =
            Belief::new(level, left[0], played, &others).expect("all cards are accounted for");
        let rank = Rank::ALL[random::below(&mut rng, 13) as usize];
        let four = Play::new(Kind::Bomb, rank.into(), 4, 0).expect("a bomb");
        let theirs = left[1];
        let bombs = legal_plays(theirs, level, Rules::default()).bombs();
        let question = |chance: cards_core::counting::Ratio, happened| Question {
            chance: Number::new(chance.to_f64(), 6).rounded(),
            happened,
        };
        let mine = u32::from(dealt.as_array()[0].count_rank(rank));
        let printed = published::HyperGeometric::default().at_least(mine, 8, 2);
        let ask = "player 0 is there";
        let jokers = cards_core::Joker::ALL
            .map(|joker| belief.expected(0, joker.into()).expect(ask).to_f64());
        Deal {
            trial: index,
            cards: theirs.len() as u32,
            two_of_a_rank: question(
                belief.at_least(0, rank.into(), 2).expect(ask),
                theirs.count_rank(rank) >= 2,
            ),
            by_the_document: Number::new(printed.expect("eight cards of a rank"), 6).rounded(),
            any_bomb: question(belief.any_bomb(0).expect(ask), !bombs.is_empty()),
            bomb_of_a_rank: question(
                belief.any_bomb_of_a_rank(0).expect(ask),
                bombs.iter().any(|bomb| bomb.kind() != Kind::StraightFlush),
            ),
            beats_four: question(
                belief.bomb_beating(0, four).expect(ask),
                !bombs.beating(four, level).is_empty(),
            ),
            expected_jokers: Number::new(jokers.iter().sum(), 6).rounded(),
            jokers: theirs.jokers().into_iter().map(u32::from).sum(),
        }
    }

    fn summarise(&self, trials: Trials, records: &[Deal]) -> Report {
        let mut report = Report::new(&INFO, trials);
        report.parameter("cards played of each hand", "0 to 20, at random");
        report.parameter("cards known of the next player", "0 to 2");
        let questions: [(&str, Asked); 4] = [
            ("two or more of a rank", |one| one.two_of_a_rank),
            ("a bomb of any kind", |one| one.any_bomb),
            ("a bomb that is no straight flush", |one| one.bomb_of_a_rank),
            ("a bomb that beats four of a rank", |one| one.beats_four),
        ];
        for (name, of) in questions {
            let gap = mean(records.iter().map(|one| {
                let question = of(one);
                100.0 * (question.chance - f64::from(u8::from(question.happened)))
            }));
            report.figures.push(Figure::estimate(
                format!("{name}: said minus seen"),
                "%",
                gap,
                2,
            ));
        }
        let jokers = mean(
            records
                .iter()
                .map(|one| one.expected_jokers - f64::from(one.jokers)),
        );
        report.figures.push(Figure::estimate(
            "jokers: expected minus held",
            "",
            jokers,
            3,
        ));
        let brier = |of: &dyn Fn(&Deal) -> f64| {
            let errors: Vec<f64> = records
                .iter()
                .map(|one| (of(one) - f64::from(u8::from(one.two_of_a_rank.happened))).powi(2))
                .collect();
            mean(errors.into_iter())
        };
        report.figures.extend([
            Figure::estimate(
                "two or more of a rank, Brier score: exact",
                "",
                brier(&|one| one.two_of_a_rank.chance),
                4,
            ),
            Figure::estimate(
                "the same: the document's formula",
                "",
                brier(&|one| one.by_the_document),
                4,
            ),
        ]);
        report.tables = questions
            .map(|(name, of)| reliability(name, records, of))
            .into();
        report.tables.push(formula(records));
        report.note(
            "Of all deals that agree with what is known none is likelier than another here, so the \
             exact chances must be borne out, and they are; in a real game what players choose to play \
             tells more.",
        );
        report.note(
            "The document reckons with 27 of 81 cards throughout (fault 5), whatever has been played: \
             its chances are right at the deal, and later mostly too high.",
        );
        report
    }
}

fn of(cards: &[AnyCard]) -> Hand {
    Hand::try_from(cards).expect("cards of a hand")
}

/// How often what was said to have a chance in a range has happened.
fn reliability(name: &str, records: &[Deal], of: Asked) -> Table {
    let title = match name {
        "two or more of a rank" => "Two or more of a rank, by what was said",
        "a bomb of any kind" => "A bomb of any kind, by what was said",
        "a bomb that is no straight flush" => "A bomb that is no straight flush, by what was said",
        _ => "A bomb that beats four of a rank, by what was said",
    };
    rows(title, records, |one| (of(one).chance, of(one).happened))
}

fn formula(records: &[Deal]) -> Table {
    rows(
        "Two or more of a rank, by the document's formula",
        records,
        |one| (one.by_the_document, one.two_of_a_rank.happened),
    )
}

fn rows(title: &'static str, records: &[Deal], of: impl Fn(&Deal) -> (f64, bool)) -> Table {
    let row = |tenth: u32| {
        let inside = |chance: f64| ((chance * 10.0) as u32).min(9) == tenth;
        let some: Vec<(f64, bool)> = records
            .iter()
            .map(&of)
            .filter(|(chance, _)| inside(*chance))
            .collect();
        let said: Estimate = mean(some.iter().map(|(chance, _)| 100.0 * chance));
        let seen = percentage(some.iter().map(|(_, happened)| *happened));
        let error = seen.standard_error.map_or("?".to_owned(), |error| {
            Number::two_digits(error).to_string()
        });
        (!some.is_empty()).then(|| {
            vec![
                Cell::Text(format!("{} to {}", 10 * tenth, 10 * tenth + 10)),
                Cell::count(some.len() as u32),
                Cell::Number(Number::new(said.mean, 1)),
                Cell::Number(Number::new(seen.mean, 1)),
                Cell::Text(error),
            ]
        })
    };
    Table {
        title,
        columns: vec!["said (%)", "deals", "mean said", "seen", "± error"],
        rows: (0..10).filter_map(row).collect(),
    }
}
