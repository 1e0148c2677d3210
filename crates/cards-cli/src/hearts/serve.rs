//! A player for other programs: JSON lines in, JSON lines out.

use std::collections::BTreeMap;
use std::io::{BufReader, Read, Write};

use anyhow::{Context, Result};
use cards_core::CardSet;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::input::{SeatIndex, Totals};
use super::monte_carlo::Threads;
use super::players::Player;
use super::rules::{Direction, Rules};
use super::table::{Answer, Deal, Table};
use crate::CardList;
use crate::batch::{READ, ReadLine, WRITE, object, parse, read_line, too_long};
use crate::output::write_json;

/// `cards hearts serve`.
#[derive(Args, Clone, Copy, Debug)]
pub struct ServeOptions {
    /// Who decides unless a deal says otherwise: random, published,
    /// published-greedy, greedy, monte-carlo; monte-carlo:5000 has a budget of 5000
    /// playouts a decision, monte-carlo:20ms one of 20 ms.
    #[arg(long, value_name = "PLAYER", default_value_t)]
    pub player: Player,

    /// The seed of all chances unless a deal says otherwise.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,

    /// On how many threads to think about a decision, 1 to 256. It does not change
    /// decisions of so many playouts.
    #[arg(long, value_name = "N", default_value_t)]
    pub threads: Threads,
}

/// How many tables there may be at a time.
const MOST_TABLES: usize = 1000;

/// The longest name of a table, in bytes.
const MOST_NAME: usize = 200;

/// Which table a line is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(untagged)]
enum TableId {
    Number(i64),
    Name(String),
}

/// What every line may have. It is read first, so that an error has the table's
/// name too.
#[derive(Deserialize)]
struct Envelope {
    #[serde(default)]
    id: Option<serde_json::Value>,
}

/// A line. The empty braces make fields that nobody knows an error.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
enum Message {
    Deal {
        #[serde(default, rename = "id")]
        _id: Option<TableId>,
        seat: SeatIndex,
        hand: CardSet,
        direction: Option<Direction>,
        rules: Option<Rules>,
        totals: Option<Totals>,
        player: Option<Player>,
        seed: Option<u64>,
    },
    #[serde(rename = "pass?")]
    AskPass {
        #[serde(default, rename = "id")]
        _id: Option<TableId>,
    },
    Passed {
        #[serde(default, rename = "id")]
        _id: Option<TableId>,
        #[serde(default, deserialize_with = "super::input::cards")]
        gave: Option<CardSet>,
        #[serde(default, deserialize_with = "super::input::cards")]
        received: Option<CardSet>,
    },
    Begin {
        #[serde(default, rename = "id")]
        _id: Option<TableId>,
        leader: Option<SeatIndex>,
    },
    Played {
        #[serde(default, rename = "id")]
        _id: Option<TableId>,
        card: Option<cards_core::Card>,
        cards: Option<CardList>,
        seat: Option<SeatIndex>,
    },
    #[serde(rename = "play?")]
    AskPlay {
        #[serde(default, rename = "id")]
        _id: Option<TableId>,
    },
    #[serde(rename = "moon?")]
    AskMoon {
        #[serde(default, rename = "id")]
        _id: Option<TableId>,
    },
    State {
        #[serde(default, rename = "id")]
        _id: Option<TableId>,
    },
    Undo {
        #[serde(default, rename = "id")]
        _id: Option<TableId>,
    },
    Close {
        #[serde(default, rename = "id")]
        _id: Option<TableId>,
    },
    Quit {
        #[serde(default, rename = "id")]
        _id: Option<TableId>,
    },
}

/// A line of the output.
#[derive(Serialize)]
struct Reply<'a, T> {
    /// As it was given; none if none was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a TableId>,
    #[serde(flatten)]
    content: T,
}

#[derive(Serialize)]
struct Fault {
    error: String,
    /// The number of the line, from 1.
    line: u64,
}

impl ServeOptions {
    /// Answers every line of `input` until it ends or says `quit`.
    ///
    /// # Errors
    /// If reading or writing fails. A line that cannot be answered is answered by
    /// what is wrong with it.
    pub fn run(self, input: impl Read, output: &mut impl Write) -> Result<()> {
        let mut reader = BufReader::new(input);
        let mut line = Vec::new();
        let mut tables = Tables {
            options: self,
            tables: BTreeMap::new(),
        };
        for number in 1.. {
            let read = read_line(&mut reader, &mut line).context(READ)?;
            let (id, answer) = match read {
                ReadLine::End => break,
                ReadLine::TooLong => (None, Err(too_long())),
                ReadLine::Line => match object(&line, number == 1) {
                    Ok(text) => tables.answer(text),
                    Err(error) => (None, Err(error)),
                },
            };
            let quits = matches!(answer, Ok(Answer::Ended { ok: "quit" }));
            let id = id.as_ref();
            // Whole lines are written, so that a reader never sees a part of one.
            let mut text = Vec::new();
            match answer {
                Ok(content) => write_json(&Reply { id, content }, &mut text),
                Err(error) => {
                    let content = Fault {
                        error,
                        line: number,
                    };
                    write_json(&Reply { id, content }, &mut text)
                }
            }
            .and_then(|()| output.write_all(&text))
            .and_then(|()| output.flush())
            .context(WRITE)?;
            if quits {
                break;
            }
        }
        Ok(())
    }
}

/// The tables that there are.
struct Tables {
    options: ServeOptions,
    tables: BTreeMap<Option<TableId>, Table>,
}

impl Tables {
    /// The table that a line names, and the answer.
    fn answer(&mut self, text: &str) -> (Option<TableId>, Result<Answer, String>) {
        let id = match parse::<Envelope>(text).map(|envelope| envelope.id) {
            Ok(None) => None,
            Ok(Some(id)) => match serde_json::from_value(id) {
                Ok(TableId::Name(name)) if name.len() > MOST_NAME => {
                    let error = format!("id has more than {MOST_NAME} bytes");
                    return (None, Err(error));
                }
                Ok(id) => Some(id),
                Err(_) => {
                    let error = "id must be a string or an integer of 64 bits";
                    return (None, Err(error.to_owned()));
                }
            },
            Err(error) => return (None, Err(error)),
        };
        let answer = parse(text).and_then(|message| self.take(id.clone(), message));
        (id, answer)
    }

    fn take(&mut self, id: Option<TableId>, message: Message) -> Result<Answer, String> {
        if let Message::Deal {
            seat,
            hand,
            direction,
            rules,
            totals,
            player,
            seed,
            ..
        } = message
        {
            if self.tables.len() == MOST_TABLES && !self.tables.contains_key(&id) {
                return Err(format!("there are {MOST_TABLES} tables; close one"));
            }
            let table = Table::new(Deal {
                seat: seat.0,
                hand,
                direction: direction.unwrap_or(Direction::Hold).into(),
                rules: rules.unwrap_or_default().0,
                totals: totals.map_or_else(Default::default, |totals| totals.0),
                player: player.unwrap_or(self.options.player),
                seed: seed.unwrap_or(self.options.seed),
                threads: self.options.threads,
            })?;
            let answer = table.done("deal");
            self.tables.insert(id, table);
            return Ok(answer);
        }
        if let Message::Quit { .. } = message {
            return Ok(Answer::Ended { ok: "quit" });
        }
        let Some(table) = self.tables.get_mut(&id) else {
            return Err(match id {
                None => "there is no table yet; a deal comes first".to_owned(),
                Some(_) => "there is no table of this id; a deal comes first".to_owned(),
            });
        };
        match message {
            Message::AskPass { .. } => table.ask_pass(),
            Message::AskPlay { .. } => table.ask_play(),
            Message::AskMoon { .. } => table.ask_moon(),
            Message::State { .. } => table.state(),
            Message::Passed { gave, received, .. } => table.passed(gave, received),
            Message::Begin { leader, .. } => table.begin(leader.map(|leader| leader.0)),
            Message::Played {
                card, cards, seat, ..
            } => {
                let cards = match (card, cards) {
                    (Some(card), None) => vec![card],
                    (None, Some(cards)) => cards.0,
                    (None, None) => return Err("card or cards is needed".to_owned()),
                    (Some(_), Some(_)) => return Err("card or cards, not both".to_owned()),
                };
                table.played(&cards, seat.map(|seat| seat.0))
            }
            Message::Undo { .. } => table.undo(),
            Message::Close { .. } => {
                self.tables.remove(&id);
                Ok(Answer::Ended { ok: "close" })
            }
            Message::Deal { .. } | Message::Quit { .. } => {
                unreachable!("these are dealt with above")
            }
        }
    }
}
