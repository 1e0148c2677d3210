//! Rules as text: a preset, and what departs from it.

use std::fmt;
use std::str::FromStr;

use clap::ValueEnum;
use hearts_mc::{
    FirstTrick, ForcedQueen, HeartsLead, Jack, Moon, Opening, Pass, Passing, Rules as Engine,
};
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Rules: a preset's name and options that depart from it, as in
/// `omnibus jack=shooter moon=choice`. In JSON also an object,
/// `{"preset": "omnibus", "jack": "shooter"}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules(pub Engine);

/// What an option may be set to, by the names that stand for it.
type Names<T> = &'static [(&'static str, T)];

const OPENING: Names<Opening> = &[
    ("two-of-clubs", Opening::TwoOfClubs),
    ("any-club", Opening::AnyClub),
    ("first-seat", Opening::FirstSeat),
];
const FIRST_TRICK: Names<FirstTrick> = &[
    ("anything", FirstTrick::Anything),
    ("no-points", FirstTrick::NoPoints),
    ("no-points-heart-first", FirstTrick::NoPointsHeartFirst),
    ("no-points-queen-first", FirstTrick::NoPointsQueenFirst),
];
const HEARTS_LEAD: Names<HeartsLead> = &[
    ("always", HeartsLead::Always),
    ("after-heart", HeartsLead::AfterHeart),
    ("after-heart-or-queen", HeartsLead::AfterHeartOrQueen),
];
const FORCED_QUEEN: Names<ForcedQueen> = &[
    ("led", ForcedQueen::Led),
    ("heart-instead", ForcedQueen::HeartInstead),
];
const MOON: Names<Moon> = &[
    ("others-up", Moon::OthersUp),
    ("shooter-down", Moon::ShooterDown),
    ("choice", Moon::Choice),
    ("none", Moon::None),
];
const JACK: Names<Jack> = &[
    ("plain", Jack::Plain),
    ("taker", Jack::Taker),
    ("shooter", Jack::Shooter),
    ("nobody-on-moon", Jack::NobodyOnMoon),
    ("needed-for-moon", Jack::NeededForMoon),
];
const PASSING: Names<Passing> = &[
    ("never", Passing::Never),
    ("rotating", Passing::Rotating),
    ("left", Passing::Always(Pass::Left)),
    ("right", Passing::Always(Pass::Right)),
    ("across", Passing::Always(Pass::Across)),
    ("hold", Passing::Always(Pass::Hold)),
];

/// The options, the preset aside.
const OPTIONS: [&str; 9] = [
    "passing",
    "opening",
    "first-trick",
    "hearts-lead",
    "forced-queen",
    "moon",
    "jack",
    "no-trick-bonus",
    "limit",
];

/// The highest limit of a match, and the most that a trick-less deal may give.
const MOST: i32 = 100_000;

impl Rules {
    fn preset(name: &str) -> Result<Rules, String> {
        Engine::preset(name).map(Rules).ok_or_else(|| {
            let names: Vec<_> = Engine::PRESETS.iter().map(|(name, _)| *name).collect();
            format!(
                "'{}' are no rules; there are {}",
                name.escape_debug(),
                names.join(", ")
            )
        })
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), String> {
        let rules = &mut self.0;
        match option {
            "passing" => rules.passing = named(option, value, PASSING)?,
            "opening" => rules.opening = named(option, value, OPENING)?,
            "first-trick" => rules.first_trick = named(option, value, FIRST_TRICK)?,
            "hearts-lead" => rules.hearts_lead = named(option, value, HEARTS_LEAD)?,
            "forced-queen" => rules.forced_queen = named(option, value, FORCED_QUEEN)?,
            "moon" => rules.moon = named(option, value, MOON)?,
            "jack" => rules.jack = named(option, value, JACK)?,
            "no-trick-bonus" => rules.no_trick_bonus = number(option, value, -MOST, 0)?,
            "limit" => rules.limit = number(option, value, 1, MOST)?,
            _ => {
                return Err(format!(
                    "'{}' is no option of the rules; there are {}",
                    option.escape_debug(),
                    OPTIONS.join(", ")
                ));
            }
        }
        Ok(())
    }

    fn get(&self, option: &str) -> String {
        let rules = &self.0;
        match option {
            "passing" => name_of(&rules.passing, PASSING),
            "opening" => name_of(&rules.opening, OPENING),
            "first-trick" => name_of(&rules.first_trick, FIRST_TRICK),
            "hearts-lead" => name_of(&rules.hearts_lead, HEARTS_LEAD),
            "forced-queen" => name_of(&rules.forced_queen, FORCED_QUEEN),
            "moon" => name_of(&rules.moon, MOON),
            "jack" => name_of(&rules.jack, JACK),
            "no-trick-bonus" => rules.no_trick_bonus.to_string(),
            _ => rules.limit.to_string(),
        }
    }
}

fn named<T: Copy>(option: &str, value: &str, names: Names<T>) -> Result<T, String> {
    let found = names.iter().find(|(name, _)| *name == value);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<_> = names.iter().map(|(name, _)| *name).collect();
        format!(
            "{option} is '{}'; it must be one of {}",
            value.escape_debug(),
            names.join(", ")
        )
    })
}

fn name_of<T: PartialEq>(value: &T, names: Names<T>) -> String {
    let found = names.iter().find(|(_, other)| other == value);
    found.map_or_else(String::new, |(name, _)| (*name).to_owned())
}

fn number(option: &str, value: &str, least: i32, most: i32) -> Result<i32, String> {
    match value.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!(
            "{option} is '{}'; it must be a number from {least} to {most}",
            value.escape_debug()
        )),
    }
}

impl FromStr for Rules {
    type Err = String;

    fn from_str(text: &str) -> Result<Rules, String> {
        let mut words = text
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .peekable();
        let mut rules = match words.peek() {
            Some(word) if !word.contains('=') => Rules::preset(words.next().unwrap_or_default())?,
            Some(_) => Rules::default(),
            None => return Rules::preset(""),
        };
        let mut set = Vec::new();
        for word in words {
            let Some((option, value)) = word.split_once('=') else {
                return Err(format!(
                    "'{}': an option such as moon=choice is due",
                    word.escape_debug()
                ));
            };
            rules.set(option, value)?;
            if set.contains(&option) {
                return Err(format!("{option} is given twice"));
            }
            set.push(option);
        }
        Ok(rules)
    }
}

/// The preset with the fewest options beside it, the first of equals. It is read
/// back as the same rules.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let departs = |preset: &Rules| -> Vec<&str> {
            let differs = |option: &&str| self.get(option) != preset.get(option);
            OPTIONS.into_iter().filter(differs).collect()
        };
        let presets = Engine::PRESETS.iter();
        let least = presets.min_by_key(|(_, preset)| {
            let standard = Engine::STANDARD == *preset;
            (departs(&Rules(*preset)).len(), !standard)
        });
        let Some((name, preset)) = least else {
            return Ok(());
        };
        f.write_str(name)?;
        for option in departs(&Rules(*preset)) {
            write!(f, " {option}={}", self.get(option))?;
        }
        Ok(())
    }
}

impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextOrObject)
    }
}

struct TextOrObject;

/// A name or a number.
#[derive(Deserialize)]
#[serde(untagged)]
enum OptionValue {
    Name(String),
    Number(i64),
}

impl<'de> Visitor<'de> for TextOrObject {
    type Value = Rules;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("rules such as \"omnibus moon=choice\", or an object with preset and options")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Rules, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Rules, A::Error> {
        let mut preset = None;
        let mut options: Vec<(String, String)> = Vec::new();
        while let Some(field) = fields.next_key::<String>()? {
            // Several words may also be written with `_`.
            let field = field.replace('_', "-");
            let known = field == "preset" || OPTIONS.contains(&field.as_str());
            if !known {
                return Err(de::Error::custom(format!(
                    "'{}' is no option of the rules; there are preset, {}",
                    field.escape_debug(),
                    OPTIONS.join(", ")
                )));
            }
            let value = match fields.next_value::<OptionValue>() {
                Ok(OptionValue::Name(name)) => name,
                Ok(OptionValue::Number(number)) => number.to_string(),
                Err(_) => {
                    let message = format!("{field} must be a name or a number");
                    return Err(de::Error::custom(message));
                }
            };
            let twice = if field == "preset" {
                preset.replace(value).is_some()
            } else {
                let twice = options.iter().any(|(option, _)| *option == field);
                options.push((field.clone(), value));
                twice
            };
            if twice {
                return Err(de::Error::custom(format!("{field} is given twice")));
            }
        }
        let mut rules = match preset {
            Some(name) => Rules::preset(&name).map_err(de::Error::custom)?,
            None => Rules::default(),
        };
        for (option, value) in options {
            rules.set(&option, &value).map_err(de::Error::custom)?;
        }
        Ok(rules)
    }
}

/// To whom three cards are passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// To the next player.
    Left,
    /// To the player before.
    Right,
    /// To the player across the table.
    Across,
    /// To nobody.
    Hold,
}

impl From<Direction> for Pass {
    fn from(direction: Direction) -> Pass {
        match direction {
            Direction::Left => Pass::Left,
            Direction::Right => Pass::Right,
            Direction::Across => Pass::Across,
            Direction::Hold => Pass::Hold,
        }
    }
}

impl From<Pass> for Direction {
    fn from(pass: Pass) -> Direction {
        match pass {
            Pass::Left => Direction::Left,
            Pass::Right => Direction::Right,
            Pass::Across => Direction::Across,
            Pass::Hold => Direction::Hold,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_they_are_shown() {
        for (_, preset) in Engine::PRESETS {
            let shown = Rules(preset).to_string();
            assert_eq!(shown.parse(), Ok(Rules(preset)), "{shown}");
            assert!(!shown.contains(' '), "{shown}");
        }
        let mut sets = Vec::new();
        for (option, values) in [
            ("passing", PASSING.iter().map(|x| x.0).collect::<Vec<_>>()),
            ("opening", OPENING.iter().map(|x| x.0).collect()),
            ("first-trick", FIRST_TRICK.iter().map(|x| x.0).collect()),
            ("hearts-lead", HEARTS_LEAD.iter().map(|x| x.0).collect()),
            ("forced-queen", FORCED_QUEEN.iter().map(|x| x.0).collect()),
            ("moon", MOON.iter().map(|x| x.0).collect()),
            ("jack", JACK.iter().map(|x| x.0).collect()),
            ("no-trick-bonus", vec!["-5", "0"]),
            ("limit", vec!["50", "100"]),
        ] {
            for value in values {
                let mut rules = Rules::default();
                rules.set(option, value).unwrap();
                assert_eq!(rules.get(option), value);
                let shown = rules.to_string();
                assert_eq!(shown.parse(), Ok(rules), "{shown}");
                sets.push(shown);
            }
        }
        assert!(sets.contains(&"standard jack=shooter".to_owned()));
        assert!(sets.contains(&"omnibus".to_owned()));
        assert_eq!(sets.iter().filter(|set| *set == "standard").count(), 9);
        let text = "omnibus, moon=choice limit=50".parse::<Rules>();
        let object = r#"{"limit": 50, "preset": "omnibus", "moon": "choice"}"#;
        assert_eq!(text, Ok(serde_json::from_str(object).unwrap()));
        assert_eq!(
            "hearts-lead=always".parse(),
            Ok(serde_json::from_str::<Rules>(r#"{"hearts_lead": "always"}"#).unwrap())
        );
    }

    #[test]
    fn wrong_rules_are_refused() {
        for (text, cause) in [
            ("", "'' are no rules; there are document, standard,"),
            ("bridge", "'bridge' are no rules"),
            ("standard omnibus", "'omnibus': an option such as"),
            ("moon=up", "moon is 'up'; it must be one of others-up,"),
            ("colour=red", "'colour' is no option of the rules"),
            ("limit=0", "it must be a number from 1 to 100000"),
            ("no-trick-bonus=5", "a number from -100000 to 0"),
            ("limit=50 limit=60", "limit is given twice"),
        ] {
            let error = text.parse::<Rules>().unwrap_err();
            assert!(error.contains(cause), "{error}");
        }
        for (json, cause) in [
            ("7", "expected rules such as"),
            (r#"{"moon": []}"#, "moon must be a name or a number"),
            (r#"{"colour": 1}"#, "'colour' is no option of the rules"),
            (r#"{"limit": 1, "limit": 1}"#, "limit is given twice"),
            (
                r#"{"preset": "standard", "preset": "standard"}"#,
                "preset is given twice",
            ),
        ] {
            let error = serde_json::from_str::<Rules>(json).unwrap_err();
            assert!(error.to_string().contains(cause), "{error}");
        }
    }
}
