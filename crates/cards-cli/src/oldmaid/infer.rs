use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use cards_core::Seat;
use cards_core::random::trial_rng;
use clap::Args;
use oldmaid_infer::policy::Rollouts;
use oldmaid_infer::{Budget, Filter, Kind, Marginals, Rules, Start};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::history::{Event, Events, KindList, PairLists, Sizes, serialize_kind};
use super::players::{Assumed, OpenValuesMemory, Player, ROLLOUTS, no_look_ahead};
use super::rules::{Draws, Odd, Pairs, Preset, rules};
use crate::{Refusal, Request};

/// `cards oldmaid infer`.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct InferRequest {
    /// The seat that observes [default: 0].
    #[arg(long, value_name = "SEAT")]
    pub seat: Option<usize>,

    /// What it holds at the start, pairs out, such as 'Q 7 10 joker'.
    #[arg(long, value_name = "CARDS")]
    pub hand: Option<KindList>,

    /// How many cards each seat holds at the start, pairs out, such as '7 6 8 5'.
    #[arg(long, value_name = "NUMBERS")]
    pub sizes: Option<Sizes>,

    /// The pairs that each seat discards at the start, a kind a pair, seats apart by
    /// a slash: 'A A K / - / 5 / Q 9'.
    #[arg(long, value_name = "PAIRS")]
    pub discards: Option<PairLists>,

    /// The draws so far: 0<2 if seat 0 draws from seat 2, 0<2:Q if the observer
    /// sees the card, 0<2=Q if it completes a pair.
    #[arg(long, value_name = "DRAWS")]
    pub events: Option<Events>,

    /// How many play [default: as many as there are sizes].
    #[arg(long, value_name = "NUMBER")]
    pub players: Option<usize>,

    /// Whose turn is first [default: 0].
    #[arg(long, value_name = "SEAT")]
    pub first: Option<usize>,

    /// The rules [default: document].
    #[arg(long, value_enum)]
    pub rules: Option<Preset>,

    /// Whom a player draws from, if not as the rules say.
    #[arg(long, value_enum, value_name = "WHOM")]
    #[serde(alias = "draw_from")]
    pub draw_from: Option<Draws>,

    /// The odd card, if not as the rules say: joker, unknown, or a card that is out.
    #[arg(long, value_name = "CARD")]
    pub odd: Option<Odd>,

    /// What makes a pair, if not as the rules say.
    #[arg(long, value_enum, value_name = "WHAT")]
    pub pairs: Option<Pairs>,

    /// A file with all of this: a line for each option, as in 'hand Q 7 5', and the
    /// draws, any number a line; or JSON lines, objects with options as fields and
    /// objects that are draws. A batch reads no files.
    #[arg(long, value_name = "FILE")]
    #[serde(default, deserialize_with = "no_history")]
    pub history: Option<PathBuf>,

    /// Who recommends whom to draw from: myopic, look-ahead, keen or rollouts, as for play
    /// [default: look-ahead, or rollouts where that does not play].
    #[arg(long, value_name = "PLAYER")]
    pub by: Option<Player>,

    /// The document's λ, the weight of the odd card in the value of a draw
    /// [default: 0.25, or that of the myopic player who recommends].
    #[arg(long)]
    pub lambda: Option<f64>,

    /// How many of the most likely hands to list [default: 0].
    #[arg(long, value_name = "K")]
    pub top: Option<usize>,

    /// The most joint states to store, beyond which the answer is an approximation
    /// and says so [default: enough for two to four players].
    #[arg(long, value_name = "NUMBER")]
    pub states: Option<usize>,

    /// The seed of rollouts [default: 0].
    #[arg(long)]
    pub seed: Option<u64>,
}

impl InferRequest {
    /// The request with what its history file says, where it does not say otherwise.
    fn with_history(self) -> Result<InferRequest, Refusal> {
        let Some(path) = &self.history else {
            return Ok(self);
        };
        let shown = path.display();
        let text = read_file(path)
            .map_err(|error| Refusal::Input(format!("cannot read the history {shown}: {error}")))?;
        let file = read_history(&text)
            .map_err(|error| Refusal::Input(format!("{shown}, {}", shortened(error))))?;
        let mut events = file.events.unwrap_or_default();
        events.0.extend(self.events.unwrap_or_default().0);
        Ok(InferRequest {
            seat: self.seat.or(file.seat),
            hand: self.hand.or(file.hand),
            sizes: self.sizes.or(file.sizes),
            discards: self.discards.or(file.discards),
            events: Some(events),
            players: self.players.or(file.players),
            first: self.first.or(file.first),
            rules: self.rules.or(file.rules),
            draw_from: self.draw_from.or(file.draw_from),
            odd: self.odd.or(file.odd),
            pairs: self.pairs.or(file.pairs),
            history: None,
            by: self.by.or(file.by),
            lambda: self.lambda.or(file.lambda),
            top: self.top.or(file.top),
            states: self.states.or(file.states),
            seed: self.seed.or(file.seed),
        })
    }
}

/// How many bytes a history may have.
const MAX_HISTORY: u64 = 1 << 20;

fn read_file(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?
        .take(MAX_HISTORY + 1)
        .read_to_string(&mut text)?;
    if text.len() as u64 > MAX_HISTORY {
        let message = format!("it has more than {MAX_HISTORY} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(text)
}

/// Who asks in a batch may not be the owner of the files.
fn no_history<'de, D: Deserializer<'de>>(_: D) -> Result<Option<PathBuf>, D::Error> {
    Err(serde::de::Error::custom(
        "`history` is an option of the command line only: here its fields are given themselves",
    ))
}

/// The most characters of a message about a file, which may repeat its content.
const MAX_MESSAGE: usize = 200;

fn shortened(message: String) -> String {
    match message.char_indices().nth(MAX_MESSAGE) {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message,
    }
}

/// The options of a history as far as they are read, and where each was.
#[derive(Default)]
struct Fields {
    values: Map<String, Value>,
    lines: Vec<(String, usize)>,
    events: Vec<Event>,
}

impl Fields {
    /// Takes the options of a line: draws follow those before them, and nothing else
    /// may be said twice.
    fn extend(&mut self, line: usize, object: Map<String, Value>) -> Result<(), String> {
        if object.contains_key("history") {
            return Err("a history names no other one".to_owned());
        }
        // The object may lack what another line says.
        let request = serde_json::from_value::<InferRequest>(Value::Object(object.clone()))
            .map_err(|error| error.to_string())?;
        self.events.extend(request.events.unwrap_or_default().0);
        for (name, value) in object {
            let name = name.replace('_', "-");
            if name == "events" || value.is_null() {
                continue;
            }
            if let Some((_, before)) = self.lines.iter().find(|(other, _)| *other == name) {
                return Err(format!("`{name}` is given already, in line {before}"));
            }
            self.lines.push((name.clone(), line));
            self.values.insert(name, value);
        }
        Ok(())
    }
}

/// Reads a history: lines of text, or objects of JSON. Lines that begin with # are
/// comments.
fn read_history(text: &str) -> Result<InferRequest, String> {
    let mut fields = Fields::default();
    for (number, line) in text.lines().enumerate() {
        let at = |error: String| format!("line {}: {error}", number + 1);
        let line = line.trim_start_matches('\u{FEFF}').trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if line.starts_with('{') {
            let object: Map<String, Value> =
                serde_json::from_str(line).map_err(|error| at(error.to_string()))?;
            if object.contains_key("by") && object.contains_key("from") {
                let event = serde_json::from_value::<Event>(Value::Object(object));
                fields
                    .events
                    .push(event.map_err(|error| at(error.to_string()))?);
            } else {
                // A map keeps the last of equal names; a request refuses them.
                if !object.contains_key("history") {
                    serde_json::from_str::<InferRequest>(line)
                        .map_err(|error| at(error.to_string()))?;
                }
                fields.extend(number + 1, object).map_err(at)?;
            }
            continue;
        }
        let (key, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if key.contains('<') {
            fields.events.extend(line.parse::<Events>().map_err(at)?.0);
            continue;
        }
        let key = key.trim_end_matches(':').replace('_', "-");
        let value = value.trim();
        let value = match key.as_str() {
            "seat" | "players" | "first" | "lambda" | "top" | "states" | "seed" => {
                let number = serde_json::from_str::<serde_json::Number>(value);
                Value::Number(
                    number.map_err(|_| at(format!("'{}' is no number", value.escape_default())))?,
                )
            }
            _ => Value::String(value.to_owned()),
        };
        let object = Map::from_iter([(key, value)]);
        fields.extend(number + 1, object).map_err(at)?;
    }
    let mut request: InferRequest =
        serde_json::from_value(Value::Object(fields.values)).map_err(|error| error.to_string())?;
    request.events = Some(Events(fields.events));
    Ok(request)
}

impl Request for InferRequest {
    type Memory = OpenValuesMemory;
    type Answer = InferAnswer;

    fn answer(self, memory: &mut OpenValuesMemory) -> Result<InferAnswer, Refusal> {
        let request = self.with_history()?;
        let missing = |what: &str| Refusal::Input(format!("the {what} at the start must be given"));
        let sizes = request.sizes.ok_or_else(|| missing("sizes"))?.0;
        let hand = request.hand.ok_or_else(|| missing("hand"))?;
        let players = request.players.unwrap_or(sizes.len());
        let rules = rules(
            request.rules.unwrap_or_default(),
            players,
            request.draw_from,
            request.odd,
            request.pairs,
        );
        rules.validate()?;
        let seat = |index: Option<usize>| {
            let index = index.unwrap_or(0);
            Seat::new(index).ok_or_else(|| Refusal::Input(format!("there is no seat {index}")))
        };
        let observer = seat(request.seat)?;
        let discards = request.discards.map_or_else(
            || vec![Default::default(); players],
            |discards| discards.discards(),
        );
        let start = Start {
            sizes,
            discards,
            first: seat(request.first)?,
        };
        let hand = hand.hand().map_err(Refusal::Input)?;
        let mut budget = Budget::of_players(players);
        if let Some(states) = request.states {
            budget = budget.with_states(states);
        }
        let mut filter = Filter::with_budget(&rules, observer, &start, &hand, budget)?;
        for event in request.events.unwrap_or_default().0 {
            filter.observe(&event.0)?;
        }
        let own = match request.by {
            Some(Player::Myopic(lambda)) => Some(lambda),
            _ => None,
        };
        let lambda = request.lambda.or(own).unwrap_or(0.25);
        if !lambda.is_finite() {
            return Err(Refusal::Input(format!(
                "λ is {lambda}; it must be a finite number"
            )));
        }
        answer(
            &filter,
            memory,
            request.by,
            lambda,
            request.top.unwrap_or(0),
            request.seed.unwrap_or(0),
        )
    }
}

fn answer(
    filter: &Filter,
    memory: &mut OpenValuesMemory,
    by: Option<Player>,
    lambda: f64,
    top: usize,
    seed: u64,
) -> Result<InferAnswer, Refusal> {
    let (table, observer) = (filter.table(), filter.observer());
    let rules = table.rules();
    let marginals = filter.marginals();
    let kinds: Vec<Kind> = rules
        .kinds()
        .iter()
        .filter(|&kind| marginals.outside(kind) > 0.0)
        .collect();
    let (by, losses) = losses(filter, &marginals, memory, by, lambda, seed)?;
    let my_turn = !table.is_over() && table.turn() == observer;
    let loss_of = |seat: Seat| {
        losses
            .iter()
            .find(|(other, _)| *other == seat)
            .map(|(_, loss)| *loss)
    };
    let target = losses.iter().fold(
        None,
        |best: Option<(Seat, f64)>, &(seat, loss)| match best {
            Some((_, least)) if least <= loss => best,
            _ => Some((seat, loss)),
        },
    );
    let others = Seat::all(rules.players).filter(|&seat| seat != observer);
    let seats = others.map(|seat| SeatChances {
        seat: seat.index(),
        cards: table.size(seat),
        holds: kinds
            .iter()
            .map(|&kind| KindChance {
                kind,
                chance: marginals.holds(seat, kind),
            })
            .collect(),
        draws: kinds
            .iter()
            .map(|&kind| KindChance {
                kind,
                chance: marginals.draws(seat, kind),
            })
            .collect(),
        holds_odd: marginals.holds_odd(seat),
        draw_pairs: marginals.pairs(seat),
        draw_odd: marginals.draws_odd(seat),
        value: marginals.pairs(seat) - lambda * marginals.draws_odd(seat),
        loss: if by.is_myopic() { None } else { loss_of(seat) },
    });
    let odd_kinds = rules.odd_kinds();
    let odd = odd_kinds.iter().map(|kind| KindChance {
        kind,
        chance: filter.odd_kind(kind),
    });
    let likely = if top == 0 {
        Some(Vec::new())
    } else {
        filter.most_likely(top)
    };
    let likely = likely
        .unwrap_or_default()
        .into_iter()
        .map(|(hands, chance)| LikelyHands {
            hands: hands.iter().map(ToString::to_string).collect(),
            chance,
        });
    Ok(InferAnswer {
        seat: observer.index(),
        hand: filter.hand().to_string(),
        turn: (!table.is_over()).then(|| table.turn().index()),
        target: target.filter(|_| my_turn).map(|(seat, _)| seat.index()),
        by,
        seats: seats.collect(),
        odd_kind: odd.filter(|odd| odd.chance > 0.0).collect(),
        exact: filter.is_exact(),
        states: filter.states(),
        entropy: filter.entropy(),
        log_evidence: filter.log_evidence(),
        likely: likely.collect(),
    })
}

impl Player {
    const fn is_myopic(self) -> bool {
        matches!(self, Player::Myopic(_))
    }
}

/// Who recommends, and what it minimises for each seat that may be drawn from.
fn losses(
    filter: &Filter,
    marginals: &Marginals,
    memory: &mut OpenValuesMemory,
    by: Option<Player>,
    lambda: f64,
    seed: u64,
) -> Result<(Player, Vec<(Seat, f64)>), Refusal> {
    let rules: &Rules = filter.table().rules();
    let look_ahead = |memory: &mut OpenValuesMemory,
                      assumed: Assumed|
     -> Result<Option<Vec<(Seat, f64)>>, Refusal> {
        let values = memory
            .of(rules, assumed)
            .map_err(|error| no_look_ahead(&error))?;
        Ok(values.losses(filter))
    };
    let rollouts = |games: usize| {
        let mut rng: Pcg64Mcg = trial_rng(seed, 0);
        (
            Player::Rollouts(games),
            Rollouts::new(games).losses(filter, &mut rng),
        )
    };
    match by {
        Some(Player::Myopic(_)) => {
            let targets = filter.table().targets_of(filter.observer());
            let value = |seat| lambda * marginals.draws_odd(seat) - marginals.pairs(seat);
            Ok((
                Player::Myopic(lambda),
                targets.map(|seat| (seat, value(seat))).collect(),
            ))
        }
        Some(Player::Rollouts(games)) => Ok(rollouts(games)),
        Some(other) => match other.assumed() {
            Some(assumed) => Ok((other, look_ahead(memory, assumed)?.unwrap_or_default())),
            None => Err(Refusal::Input(format!(
                "{other} recommends nothing; there are myopic, look-ahead, keen and rollouts"
            ))),
        },
        None => {
            let player = Player::LookAhead(None);
            let losses = player.assumed().map(|assumed| look_ahead(memory, assumed));
            match losses {
                Some(Ok(Some(losses))) => Ok((player, losses)),
                _ => Ok(rollouts(ROLLOUTS)),
            }
        }
    }
}

/// The answer of `cards oldmaid infer`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InferAnswer {
    /// The seat that observes.
    pub seat: usize,
    /// What it holds now.
    pub hand: String,
    /// Whose turn it is; null once the game is over.
    pub turn: Option<usize>,
    /// The seat to draw from, if it is the observer's turn.
    pub target: Option<usize>,
    /// Who recommends it.
    pub by: Player,
    /// The other seats.
    pub seats: Vec<SeatChances>,
    /// The kinds that may be the odd one.
    pub odd_kind: Vec<KindChance>,
    /// Whether the chances are exact.
    pub exact: bool,
    /// How many joint states are stored.
    pub states: usize,
    /// The entropy of the hidden hands in bits; null if they are too many to list.
    pub entropy: Option<f64>,
    /// The natural logarithm of the chance of all that was seen.
    pub log_evidence: f64,
    /// The most likely hands.
    pub likely: Vec<LikelyHands>,
}

/// What is known of a seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatChances {
    /// The seat.
    pub seat: usize,
    /// How many cards it holds.
    pub cards: usize,
    /// The chance that it holds each kind that anybody else holds.
    pub holds: Vec<KindChance>,
    /// The chance that the next card drawn from it is of each of these kinds.
    pub draws: Vec<KindChance>,
    /// The chance that it holds the odd card.
    pub holds_odd: f64,
    /// The chance that a card drawn from it pairs with the observer's hand.
    pub draw_pairs: f64,
    /// The chance that a card drawn from it is the odd one.
    pub draw_odd: f64,
    /// `draw_pairs` minus λ times `draw_odd`.
    pub value: f64,
    /// The observer's expected loss after drawing from it; null if the one who
    /// recommends does not go by losses.
    pub loss: Option<f64>,
}

/// A kind and a chance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct KindChance {
    /// The kind.
    #[serde(serialize_with = "serialize_kind")]
    pub kind: Kind,
    /// The chance.
    pub chance: f64,
}

/// Hands by seat and their chance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LikelyHands {
    /// The hands.
    pub hands: Vec<String>,
    /// The chance of all of them together.
    pub chance: f64,
}

impl fmt::Display for InferAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {} holds {}; ", self.seat, self.hand)?;
        match self.turn {
            Some(turn) => writeln!(f, "seat {turn} is to draw")?,
            None => writeln!(f, "the game is over")?,
        }
        let exact = if self.exact { "exact" } else { "approximate" };
        match self.entropy {
            Some(bits) => writeln!(f, "{exact}; {bits:.2} bits are hidden")?,
            None => writeln!(f, "{exact}")?,
        }
        write_chances(
            f,
            "chance that a seat holds a card of",
            &self.seats,
            |seat| &seat.holds,
        )?;
        let title = "chance that the next card drawn from a seat is of";
        write_chances(f, title, &self.seats, |seat| &seat.draws)?;
        if self.odd_kind.len() > 1 {
            writeln!(f, "\nchance that the odd kind is")?;
            for KindChance { kind, chance } in &self.odd_kind {
                writeln!(f, "  {kind:<5} {chance:.4}")?;
            }
        }
        writeln!(f, "\na card drawn from    pairs     odd   value    loss")?;
        for seat in &self.seats {
            let loss = seat
                .loss
                .map_or_else(|| "–".to_owned(), |loss| format!("{loss:.4}"));
            let best = if self.target == Some(seat.seat) {
                "  best"
            } else {
                ""
            };
            writeln!(
                f,
                "seat {:<12} {:>8.4} {:>7.4} {:>7.4} {loss:>7}{best}",
                seat.seat, seat.draw_pairs, seat.draw_odd, seat.value
            )?;
        }
        match self.target {
            Some(target) => writeln!(f, "\ndraw from seat {target}, says {}", self.by)?,
            None => writeln!(
                f,
                "\nlosses as if it were the turn of seat {}, by {}",
                self.seat, self.by
            )?,
        }
        if !self.likely.is_empty() {
            writeln!(f, "\nmost likely hands")?;
        }
        for LikelyHands { hands, chance } in &self.likely {
            writeln!(f, "  {chance:.4}  {}", hands.join(" | "))?;
        }
        Ok(())
    }
}

/// A table of chances by seat and kind.
fn write_chances(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    seats: &[SeatChances],
    chances: impl Fn(&SeatChances) -> &Vec<KindChance>,
) -> fmt::Result {
    writeln!(f, "\n{title}")?;
    write!(f, "      ")?;
    for KindChance { kind, .. } in seats.first().map_or(&[][..], |seat| chances(seat)) {
        write!(f, " {kind:>6}")?;
    }
    writeln!(f, "   cards")?;
    for seat in seats {
        write!(f, "seat {}", seat.seat)?;
        for KindChance { chance, .. } in chances(seat) {
            write!(f, " {chance:>6.4}")?;
        }
        writeln!(f, " {:>7}", seat.cards)?;
    }
    Ok(())
}
