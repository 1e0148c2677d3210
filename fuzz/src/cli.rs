//! The program `cards`: any lines of a batch are answered line by line, the
//! command line says the same, and no words make it panic.

use std::ffi::OsString;

use cards_cli::cli::{self, CliError};
use cards_cli::{Request, gongzhu, guandan, hearts, oldmaid, one_line, run_batch};
use serde_json::{Map, Value, json};

use crate::draw::Draw;
use crate::words;

type Batch = fn(&[u8]) -> Vec<u8>;

/// A command, its batch, and requests that it answers.
struct Command {
    words: [&'static str; 2],
    batch: Batch,
    requests: &'static [&'static str],
}

fn batch<R: Request>(input: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    run_batch::<R>(input, &mut output).expect("memory can be read and written");
    output
}

const COMMANDS: &[Command] = &[
    Command {
        words: ["gongzhu", "solve"],
        batch: batch::<gongzhu::SolveRequest>,
        requests: &[
            r#"{"hand0":"♠Q3 ♥K2","hand1":"♠AK ♥A4","leader":0,"rules":"gongzhu","budget":300}"#,
            r#"{"hand0":"♠A3","hand1":"♠K2 ♦3","leader":0,"led":"♠Q","exposed":"♠Q","suits-led":"♠","taken0":"♥5","pig-turning":"never"}"#,
        ],
    },
    Command {
        words: ["gongzhu", "solve4"],
        batch: batch::<gongzhu::Solve4Request>,
        requests: &[
            r#"{"hand0":"♠A","hand1":"♠K ♦3","hand2":"♠2 ♦4","hand3":"♠4 ♦5","leader":0,"trick":"♠Q","taken2":"♥AK"}"#,
            r#"{"hand0":"♠A2","hand1":"♠K ♦3","hand2":"♠3 ♦4","hand3":"♠4 ♦5","leader":2,"objective":"partners","rules":"document","exposed":"♠Q"}"#,
        ],
    },
    Command {
        words: ["gongzhu", "advise"],
        batch: batch::<gongzhu::AdviseRequest>,
        requests: &[
            r#"{"hand":"♠K2","played":"♦3 ♦2","leader":0,"opponent-voids":"♦","worlds":2,"seed":4}"#,
            r#"{"hand":"♠K2 ♥3","player":1,"opponent-holds":"♠Q","taken0":"♥KQ","out-of-play":"♦2","suits-led":"♦","opponent-cards":3,"worlds":3}"#,
        ],
    },
    Command {
        words: ["gongzhu", "score"],
        batch: batch::<gongzhu::ScoreRequest>,
        requests: &[
            r#"{"piles":["♥AKQJT98765432 ♠Q","♦J","♣T","♠2"],"exposed":"♠Q","pig-turning":"with-all-hearts"}"#,
        ],
    },
    Command {
        words: ["guandan", "split"],
        batch: batch::<guandan::SplitRequest>,
        requests: &[
            r#"{"hand":"♠3 ♦3 ♣3 ♥5 ♠6 ♠7 ♠8 ♠9 ♣J ♦J ♠K ♣K ♦K ♥K 小王","level":"5","objective":"plays-then-bombs"}"#,
            r#"{"hand":["♠3","♠4","♥2","♥2"],"level":2,"top":5,"slack":1,"rules":"trial-2022"}"#,
        ],
    },
    Command {
        words: ["guandan", "legal"],
        batch: batch::<guandan::LegalRequest>,
        requests: &[r#"{"hand":"♠3 ♦3 ♣3 ♥5 ♠6 ♠7 小王","level":"5","ways":true}"#],
    },
    Command {
        words: ["guandan", "responses"],
        batch: batch::<guandan::ResponsesRequest>,
        requests: &[r#"{"hand":"♠3 ♦3 ♣3 ♥3 ♠6 ♠7 大王","level":"A","to":"♠5 ♦5","to-as":"pair"}"#],
    },
    Command {
        words: ["guandan", "beats"],
        batch: batch::<guandan::BeatsRequest>,
        requests: &[
            r#"{"play":"♠7 ♥7 ♠8 ♦8 ♥2 ♥2","other":"♠5 ♦5 ♠6 ♣6 ♥7 ♠7","level":"2","play-as":"tube 9","other-as":"tube"}"#,
        ],
    },
    Command {
        words: ["guandan", "infer"],
        batch: batch::<guandan::InferRequest>,
        requests: &[
            r#"{"hand":"♠3 ♦3 小王","level":"5","others":[3,2,1],"known1":"♥5","played":"♠2","beating":"♠4 ♦4"}"#,
        ],
    },
    Command {
        words: ["oldmaid", "infer"],
        batch: batch::<oldmaid::InferRequest>,
        requests: &[
            r#"{"seat":0,"hand":"2 5 7 9 T joker","sizes":[6,5,5,7],"discards":"A A K / 3 3 4 4 / J J Q / 6 6 8 8 K","events":"0<1:3 1<2","by":"myopic","top":2,"lambda":0.5,"states":500}"#,
            r#"{"seat":0,"hand":"Q 5","sizes":[2,1],"discards":[["A"],[]],"odd":"♣Q","players":2,"first":1,"rules":"standard","draw-from":"any","by":"rollouts:3"}"#,
        ],
    },
    Command {
        words: ["oldmaid", "play"],
        batch: batch::<oldmaid::PlayRequest>,
        requests: &[
            r#"{"players":["random","myopic","largest"],"seed":1,"rules":"jiji-nuki"}"#,
            r#"{"players":"document formula smallest static:0.5","odd":"unknown","pairs":"colour","seed":9}"#,
        ],
    },
    Command {
        words: ["hearts", "advise"],
        batch: batch::<hearts::AdviseRequest>,
        requests: &[
            r#"{"hand":"♠KQ2 ♥A97 ♦K86 ♣J743","direction":"left","playouts":20}"#,
            r#"{"hand":"♥AKQJT98765 ♠32","direction":"hold","leader":1,"played":"♣2 ♣5 ♣K","seat":0,"totals":"12 30 0 45","playouts":12,"rules":"omnibus moon=choice","seed":3}"#,
        ],
    },
    Command {
        words: ["hearts", "deal"],
        batch: batch::<hearts::DealRequest>,
        requests: &[
            r#"{"players":"monte-carlo:5 greedy random published-greedy","seed":3,"direction":"across","rules":"document","totals":[1,2,3,4]}"#,
        ],
    },
];

/// Batches of requests with something changed, one request on the command line,
/// history files and any words.
pub fn input(data: &[u8]) {
    let mut draw = Draw::new(data);
    match draw.below(8) {
        0 => command_line(&mut draw),
        1 => history(&mut draw),
        _ => {
            let command = &COMMANDS[draw.below(COMMANDS.len())];
            lines(&mut draw, command);
        }
    }
}

fn lines(draw: &mut Draw<'_>, command: &Command) {
    let mut lines = Vec::new();
    let mut requests = Vec::new();
    for _ in 0..1 + draw.below(3) {
        let template = draw.pick(command.requests);
        let mut request: Value = serde_json::from_str(template).expect("a template is JSON");
        for _ in 0..draw.below(4) {
            words::mutate(draw, &mut request);
        }
        tame(draw, &mut request);
        let mut line = request.to_string().into_bytes();
        if draw.once_in(4) {
            let place = draw.below(line.len());
            line[place] = draw.below(256) as u8;
        } else if draw.once_in(12) {
            line = words::text(draw, words::JSON).into_bytes();
        }
        line.retain(|&byte| byte != b'\n');
        let mut read = serde_json::from_slice::<Value>(&line).unwrap_or(Value::Null);
        let before = read.clone();
        tame(draw, &mut read);
        if read == before {
            lines.push(line);
            requests.push(read);
        }
    }
    let mut input = lines.join(&b'\n');
    if !lines.is_empty() {
        input.push(b'\n');
    }
    let output = String::from_utf8((command.batch)(&input)).expect("JSON is UTF-8");
    let answers: Vec<Value> = output
        .lines()
        .map(|line| serde_json::from_str(line).expect("an answer is JSON"))
        .collect();
    assert_eq!(answers.len(), lines.len(), "{output}");
    for (place, answer) in answers.iter().enumerate() {
        if let Some(error) = answer.get("error") {
            assert!(
                error.as_str().is_some_and(|error| !error.is_empty()),
                "{answer}"
            );
            assert_eq!(answer["line"], place + 1);
        } else {
            same_on_command_line(command, &requests[place]);
        }
    }
}

/// Keeps a request from taking long, which it may: fewer playouts, worlds and
/// players that reckon, smaller hands.
fn tame(draw: &mut Draw<'_>, request: &mut Value) {
    let Some(fields) = request.as_object_mut() else {
        return;
    };
    let most = |name: &str| match name {
        "playouts" => Some(30),
        "worlds" => Some(3),
        "threads" => Some(2),
        "top" => Some(200),
        "slack" => Some(1),
        "budget" => Some(2000),
        _ => None,
    };
    for (name, value) in fields.iter_mut() {
        if let (Some(most), Some(number)) = (most(&name.replace('_', "-")), value.as_u64()) {
            *value = number.min(most).into();
        }
        if name == "players" || name == "by" || name == "player" {
            quick_players(value);
        }
        if name.starts_with("hand") && value.as_str().is_some_and(|text| text.len() > 160) {
            *value = "♠2".into();
        }
    }
    fields.remove("time");
    if fields.contains_key("hand") && fields.contains_key("sizes") && !fields.contains_key("by") {
        fields.insert("by".to_owned(), "myopic".into());
    }
    let large = |fields: &Map<String, Value>| {
        fields.iter().any(|(name, value)| {
            name.starts_with("hand") && value.as_str().is_some_and(|text| text.chars().count() > 24)
        })
    };
    // Two open hands of many cards are solved, but not at once.
    if (fields.contains_key("hand0") || fields.contains_key("worlds")) && large(fields) {
        fields.insert("hand0".to_owned(), "♠2".into());
        fields.insert("hand".to_owned(), "♠2".into());
    }
    if fields.contains_key("others") || fields.contains_key("beating") {
        let others = fields.get("others").and_then(Value::as_array);
        let sum: Option<u64> = others.map(|all| {
            let numbers = all.iter().filter_map(Value::as_u64);
            numbers.fold(0, u64::saturating_add)
        });
        // Exact chances of a bomb among many cards take tenths of a second.
        if sum.is_none_or(|sum| (20..200).contains(&sum)) {
            fields.insert("others".to_owned(), json!([draw.below(4), 2, 1]));
        }
    }
    let is_hearts = fields.contains_key("direction") || fields.contains_key("totals");
    if is_hearts && !fields.contains_key("players") && !fields.contains_key("playouts") {
        fields.insert("playouts".to_owned(), 10.into());
    }
}

/// Replaces players that reckon long.
fn quick_players(value: &mut Value) {
    let slow = ["monte-carlo", "look-ahead", "keen", "rollouts"];
    let quick = ["monte-carlo:5", "rollouts:3"];
    match value {
        Value::String(text) => {
            let words: Vec<&str> = text.split([' ', ',']).collect();
            let is_slow =
                |word: &&str| slow.iter().any(|slow| word.contains(slow)) && !quick.contains(word);
            if words.iter().any(is_slow) {
                *text = "random random random random".to_owned();
            }
        }
        Value::Array(players) => players.iter_mut().for_each(quick_players),
        _ => {}
    }
}

/// What a batch answers, the command line answers too, and has it as text.
fn same_on_command_line(command: &Command, request: &Value) {
    let Some(fields) = request.as_object() else {
        return;
    };
    let mut arguments: Vec<OsString> = ["cards", command.words[0], command.words[1]]
        .map(OsString::from)
        .into();
    for (name, value) in fields {
        let name = format!("--{}", name.replace('_', "-"));
        match value {
            Value::String(text) if !text.starts_with('-') => {
                arguments.extend([name, text.clone()].map(OsString::from));
            }
            Value::Number(number) if number.is_u64() => {
                arguments.extend([name, number.to_string()].map(OsString::from));
            }
            Value::Bool(true) => arguments.push(name.into()),
            Value::Bool(false) | Value::Null => {}
            _ => return,
        }
    }
    // By itself: what is kept from line to line saves nodes of a search.
    let line = request.to_string();
    let answer = String::from_utf8((command.batch)(line.as_bytes())).expect("JSON is UTF-8");
    let Ok(text) = run(&arguments) else {
        panic!("{arguments:?} is refused, but a batch answers {answer}");
    };
    assert!(!text.is_empty(), "{arguments:?}");
    arguments.extend(["--format", "json"].map(OsString::from));
    let json = run(&arguments).unwrap_or_default();
    assert_eq!(json, answer, "{arguments:?}");
}

/// What the program prints; an error is one line.
fn run(arguments: &[OsString]) -> Result<String, String> {
    let message = match cli::parse(arguments.iter().cloned()) {
        Ok(cli) => {
            let mut output = Vec::new();
            match cli.command.run(&b""[..], &mut output) {
                Ok(()) => return Ok(String::from_utf8(output).expect("answers are UTF-8")),
                Err(cards_cli::Refusal::Input(message)) => message,
                Err(cards_cli::Refusal::Failure(error)) => format!("{error:#}"),
            }
        }
        Err(CliError::Shown(text)) => return Ok(text),
        Err(CliError::Usage(message)) => message,
    };
    assert!(!message.is_empty(), "{arguments:?}");
    let line = one_line(&message);
    assert_eq!(line.lines().count(), 1, "{line:?}");
    Err(line)
}

/// Any words, the names of commands and options among them.
fn command_line(draw: &mut Draw<'_>) {
    let mut arguments = vec![OsString::from("cards")];
    let command = &COMMANDS[draw.below(COMMANDS.len())];
    arguments.extend(command.words.map(OsString::from));
    let request: Value = serde_json::from_str(draw.pick(command.requests)).expect("JSON");
    let options: Vec<&String> = request.as_object().expect("an object").keys().collect();
    for _ in 0..draw.below(8) {
        let word = match draw.below(6) {
            0 | 1 => format!("--{}", draw.pick(&options)),
            2 => words::text(draw, words::CARDS),
            3 => draw
                .pick(&[
                    "--help",
                    "-h",
                    "--",
                    "-V",
                    "--version",
                    "help",
                    "--batch",
                    "--format",
                    "json",
                    "=",
                    "",
                ])
                .to_owned(),
            4 => draw.below(5).to_string(),
            _ => format!(
                "--{}={}",
                draw.pick(&options),
                words::text(draw, words::CARDS)
            ),
        };
        // A few small numbers keep it quick, and files are nobody's business.
        if !word.contains("history") {
            arguments.push(word.into());
        }
    }
    if draw.once_in(6) {
        let place = draw.below(arguments.len());
        arguments.remove(place);
    }
    if command.words == ["hearts", "advise"] {
        arguments.extend(["--playouts", "5"].map(OsString::from));
    }
    let _ = run(&arguments);
}

/// A history of Old Maid in a file: lines of text or of JSON.
fn history(draw: &mut Draw<'_>) {
    let mut lines = Vec::new();
    let template = [
        "seat 0",
        "hand 2 5 7 9 T joker",
        "sizes 6 5 5 7",
        "discards A A K / 3 3 4 4 / J J Q / 6 6 8 8 K",
        "# a comment",
        "0<1:3 1<2",
        r#"{"by": 0, "from": 1, "card": "3"}"#,
        r#"{"hand": "2 5 7 9 T joker", "sizes": [6, 5, 5, 7]}"#,
        "top 2",
        "lambda 0.25",
        "by rollouts:3",
    ];
    let whole = draw.flag();
    for line in template {
        if whole || draw.flag() {
            lines.push(line.to_owned());
        }
        if draw.once_in(8) {
            lines.push(words::text(
                draw,
                &["hand", "sizes", "0<1", "1<2=Q", "top", "{", "}", "\"", "5"],
            ));
        }
    }
    let text = lines.join("\n");
    let path = std::env::temp_dir().join(format!("card-fuzz-{}.txt", std::process::id()));
    if std::fs::write(&path, text).is_err() {
        return;
    }
    let mut arguments = ["cards", "oldmaid", "infer", "--by", "myopic", "--history"]
        .map(OsString::from)
        .to_vec();
    arguments.push(path.clone().into());
    let _ = run(&arguments);
    let _ = std::fs::remove_file(path);
}
