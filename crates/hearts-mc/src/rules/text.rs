//! Rules as text: a preset's name, and the options that depart from it.

use core::fmt;
use core::str::FromStr;

use super::{
    FirstTrick, ForcedQueen, HeartsLead, Jack, Moon, MoonChoice, Opening, Pass, Passing, Rules,
};

/// Values with their names.
type Names<T> = &'static [(&'static str, T)];

macro_rules! impl_names {
    ($($(#[$doc:meta])* $type:ident: [$(($name:literal, $value:expr)),* $(,)?]),* $(,)?) => {
        $(
            impl $type {
                $(#[$doc])*
                pub const NAMES: &'static [(&'static str, $type)] = &[$(($name, $value)),*];

                /// The name.
                #[must_use]
                pub fn name(self) -> &'static str {
                    name_of(&self, $type::NAMES)
                }

                /// The value of a name, or `None`.
                #[must_use]
                pub fn from_name(name: &str) -> Option<$type> {
                    let found = $type::NAMES.iter().find(|(known, _)| *known == name);
                    found.map(|&(_, value)| value)
                }
            }

            #[cfg(feature = "serde")]
            impl serde::Serialize for $type {
                fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                    to.serialize_str(self.name())
                }
            }

            #[cfg(feature = "serde")]
            impl<'de> serde::Deserialize<'de> for $type {
                fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                    from.deserialize_str(crate::record::Named($type::NAMES))
                }
            }
        )*
    };
}

impl_names! {
    /// The ways of passing with their names.
    Passing: [
        ("never", Passing::Never),
        ("rotating", Passing::Rotating),
        ("left", Passing::Always(Pass::Left)),
        ("right", Passing::Always(Pass::Right)),
        ("across", Passing::Always(Pass::Across)),
        ("hold", Passing::Always(Pass::Hold)),
    ],
    /// The openings with their names.
    Opening: [
        ("two-of-clubs", Opening::TwoOfClubs),
        ("any-club", Opening::AnyClub),
        ("first-seat", Opening::FirstSeat),
    ],
    /// What may be discarded on the first trick, with names.
    FirstTrick: [
        ("anything", FirstTrick::Anything),
        ("no-points", FirstTrick::NoPoints),
        ("no-points-heart-first", FirstTrick::NoPointsHeartFirst),
        ("no-points-queen-first", FirstTrick::NoPointsQueenFirst),
    ],
    /// When hearts may be led, with names.
    HeartsLead: [
        ("always", HeartsLead::Always),
        ("after-heart", HeartsLead::AfterHeart),
        ("after-heart-or-queen", HeartsLead::AfterHeartOrQueen),
    ],
    /// Both options with their names.
    ForcedQueen: [
        ("led", ForcedQueen::Led),
        ("heart-instead", ForcedQueen::HeartInstead),
    ],
    /// What a moon does, with names.
    Moon: [
        ("others-up", Moon::OthersUp),
        ("shooter-down", Moon::ShooterDown),
        ("choice", Moon::Choice),
        ("none", Moon::None),
    ],
    /// A shooter's choices with their names.
    MoonChoice: [
        ("others-up", MoonChoice::OthersUp),
        ("shooter-down", MoonChoice::ShooterDown),
    ],
    /// What the jack of diamonds does, with names.
    Jack: [
        ("plain", Jack::Plain),
        ("taker", Jack::Taker),
        ("shooter", Jack::Shooter),
        ("nobody-on-moon", Jack::NobodyOnMoon),
        ("needed-for-moon", Jack::NeededForMoon),
    ],
}

fn name_of<T: PartialEq>(value: &T, names: Names<T>) -> &'static str {
    let found = names.iter().find(|(_, other)| other == value);
    found.map_or("", |&(name, _)| name)
}

/// An option of [`Rules`] by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RulesOption {
    Passing,
    Opening,
    FirstTrick,
    HeartsLead,
    ForcedQueen,
    Moon,
    Jack,
    NoTrickBonus,
    Limit,
}

impl RulesOption {
    const ALL: [(&'static str, RulesOption); 9] = [
        ("passing", RulesOption::Passing),
        ("opening", RulesOption::Opening),
        ("first-trick", RulesOption::FirstTrick),
        ("hearts-lead", RulesOption::HeartsLead),
        ("forced-queen", RulesOption::ForcedQueen),
        ("moon", RulesOption::Moon),
        ("jack", RulesOption::Jack),
        ("no-trick-bonus", RulesOption::NoTrickBonus),
        ("limit", RulesOption::Limit),
    ];

    pub(crate) fn from_name(name: &str) -> Result<RulesOption, RulesError> {
        let found = RulesOption::ALL.iter().find(|(known, _)| *known == name);
        let unknown = || RulesError::UnknownOption(name.to_owned());
        found.map(|&(_, option)| option).ok_or_else(unknown)
    }

    fn name(self) -> &'static str {
        name_of(&self, &RulesOption::ALL)
    }

    fn is_equal(self, a: &Rules, b: &Rules) -> bool {
        match self {
            RulesOption::Passing => a.passing == b.passing,
            RulesOption::Opening => a.opening == b.opening,
            RulesOption::FirstTrick => a.first_trick == b.first_trick,
            RulesOption::HeartsLead => a.hearts_lead == b.hearts_lead,
            RulesOption::ForcedQueen => a.forced_queen == b.forced_queen,
            RulesOption::Moon => a.moon == b.moon,
            RulesOption::Jack => a.jack == b.jack,
            RulesOption::NoTrickBonus => a.no_trick_bonus == b.no_trick_bonus,
            RulesOption::Limit => a.limit == b.limit,
        }
    }
}

impl Rules {
    /// The highest limit of a match, and the most that a deal without a trick may
    /// give, that text may say.
    pub const MOST: i32 = 100_000;

    /// The preset of a name.
    pub(crate) fn named(name: &str) -> Result<Rules, RulesError> {
        Rules::preset(name).ok_or_else(|| RulesError::UnknownPreset(name.to_owned()))
    }

    /// Sets an option by its text.
    pub(crate) fn set(&mut self, option: RulesOption, value: &str) -> Result<(), RulesError> {
        match option {
            RulesOption::Passing => self.passing = read(option, value, Passing::NAMES)?,
            RulesOption::Opening => self.opening = read(option, value, Opening::NAMES)?,
            RulesOption::FirstTrick => self.first_trick = read(option, value, FirstTrick::NAMES)?,
            RulesOption::HeartsLead => self.hearts_lead = read(option, value, HeartsLead::NAMES)?,
            RulesOption::ForcedQueen => {
                self.forced_queen = read(option, value, ForcedQueen::NAMES)?;
            }
            RulesOption::Moon => self.moon = read(option, value, Moon::NAMES)?,
            RulesOption::Jack => self.jack = read(option, value, Jack::NAMES)?,
            RulesOption::NoTrickBonus => {
                self.no_trick_bonus = number(option, value, -Rules::MOST, 0)?;
            }
            RulesOption::Limit => self.limit = number(option, value, 1, Rules::MOST)?,
        }
        Ok(())
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, option: RulesOption) -> fmt::Result {
        match option {
            RulesOption::Passing => f.write_str(self.passing.name()),
            RulesOption::Opening => f.write_str(self.opening.name()),
            RulesOption::FirstTrick => f.write_str(self.first_trick.name()),
            RulesOption::HeartsLead => f.write_str(self.hearts_lead.name()),
            RulesOption::ForcedQueen => f.write_str(self.forced_queen.name()),
            RulesOption::Moon => f.write_str(self.moon.name()),
            RulesOption::Jack => f.write_str(self.jack.name()),
            RulesOption::NoTrickBonus => write!(f, "{}", self.no_trick_bonus),
            RulesOption::Limit => write!(f, "{}", self.limit),
        }
    }

    /// The options that depart from a preset.
    fn departures(&self, preset: &Rules) -> impl Iterator<Item = RulesOption> {
        let options = RulesOption::ALL.into_iter().map(|(_, option)| option);
        options.filter(move |option| !option.is_equal(self, preset))
    }
}

fn read<T: Copy>(option: RulesOption, value: &str, names: Names<T>) -> Result<T, RulesError> {
    let found = names.iter().find(|(name, _)| *name == value);
    found
        .map(|&(_, value)| value)
        .ok_or_else(|| RulesError::Value {
            option: option.name(),
            value: value.to_owned(),
            names: names.iter().map(|&(name, _)| name).collect(),
        })
}

fn number(option: RulesOption, value: &str, least: i32, most: i32) -> Result<i32, RulesError> {
    match value.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(RulesError::Number {
            option: option.name(),
            value: value.to_owned(),
            least,
            most,
        }),
    }
}

/// The preset with the fewest options beside it, [`Rules::STANDARD`] or else the
/// first of equals: `omnibus moon=choice limit=50`. It is read back as the same rules
/// if the limit is 1 to [`Rules::MOST`] and the bonus at most as much below 0.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let least = Rules::PRESETS.iter().min_by_key(|(_, preset)| {
            let standard = Rules::STANDARD == *preset;
            (self.departures(preset).count(), !standard)
        });
        let Some((name, preset)) = least else {
            return Ok(());
        };
        f.write_str(name)?;
        for option in self.departures(preset) {
            write!(f, " {}=", option.name())?;
            self.write(f, option)?;
        }
        Ok(())
    }
}

/// A preset's name and options that depart from it, apart by spaces or commas. With
/// options alone the preset is [`Rules::STANDARD`].
///
/// ```
/// use hearts_mc::{Jack, Moon, Rules};
///
/// let rules: Rules = "omnibus moon=choice limit=50".parse()?;
/// assert_eq!((rules.jack, rules.moon, rules.limit), (Jack::Taker, Moon::Choice, 50));
/// assert_eq!(rules.to_string(), "omnibus moon=choice limit=50");
/// # Ok::<(), hearts_mc::RulesError>(())
/// ```
impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let mut words = text
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .peekable();
        let mut rules = match words.peek() {
            Some(word) if !word.contains('=') => Rules::named(words.next().unwrap_or_default())?,
            Some(_) => Rules::default(),
            None => return Rules::named(""),
        };
        let mut set = Vec::new();
        for word in words {
            let Some((name, value)) = word.split_once('=') else {
                return Err(RulesError::NotAnOption(word.to_owned()));
            };
            let option = RulesOption::from_name(name)?;
            rules.set(option, value)?;
            if set.contains(&option) {
                return Err(RulesError::Twice(option.name()));
            }
            set.push(option);
        }
        Ok(rules)
    }
}

/// Text that says no rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RulesError {
    /// There is no such preset.
    UnknownPreset(String),
    /// There is no such option.
    UnknownOption(String),
    /// A word where an option with its value is due.
    NotAnOption(String),
    /// An option that is set twice.
    Twice(&'static str),
    /// An option cannot be set to this.
    Value {
        /// The option.
        option: &'static str,
        /// What it is set to.
        value: String,
        /// What it may be set to.
        names: Vec<&'static str>,
    },
    /// An option that is a number is none, or out of its range.
    Number {
        /// The option.
        option: &'static str,
        /// What it is set to.
        value: String,
        /// The least that it may be.
        least: i32,
        /// The most.
        most: i32,
    },
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesError::UnknownPreset(name) => {
                write!(f, "'{}' are no rules; there are ", name.escape_debug())?;
                write_list(f, Rules::PRESETS.iter().map(|&(name, _)| name))
            }
            RulesError::UnknownOption(name) => {
                let shown = name.escape_debug();
                write!(f, "'{shown}' is no option of the rules; there are ")?;
                write_list(f, RulesOption::ALL.iter().map(|&(name, _)| name))
            }
            RulesError::NotAnOption(word) => {
                let shown = word.escape_debug();
                write!(f, "'{shown}': an option such as moon=choice is due")
            }
            RulesError::Twice(option) => write!(f, "{option} is given twice"),
            RulesError::Value {
                option,
                value,
                names,
            } => {
                let shown = value.escape_debug();
                write!(f, "{option} is '{shown}'; it must be one of ")?;
                write_list(f, names.iter().copied())
            }
            RulesError::Number {
                option,
                value,
                least,
                most,
            } => write!(
                f,
                "{option} is '{}'; it must be a number from {least} to {most}",
                value.escape_debug()
            ),
        }
    }
}

/// Writes `one, two, three`.
pub(crate) fn write_list<'a>(
    f: &mut fmt::Formatter<'_>,
    names: impl Iterator<Item = &'a str>,
) -> fmt::Result {
    for (place, name) in names.enumerate() {
        write!(f, "{}{name}", if place == 0 { "" } else { ", " })?;
    }
    Ok(())
}

impl core::error::Error for RulesError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// An option of a value, for each value of a few.
    fn sets() -> Vec<String> {
        fn all<T>(option: &str, names: Names<T>) -> Vec<String> {
            let values = names.iter().map(|(name, _)| format!("{option}={name}"));
            values.collect()
        }
        let mut sets = all("passing", Passing::NAMES);
        sets.extend(all("opening", Opening::NAMES));
        sets.extend(all("first-trick", FirstTrick::NAMES));
        sets.extend(all("hearts-lead", HeartsLead::NAMES));
        sets.extend(all("forced-queen", ForcedQueen::NAMES));
        sets.extend(all("moon", Moon::NAMES));
        sets.extend(all("jack", Jack::NAMES));
        sets.extend(
            [
                "no-trick-bonus=-5",
                "no-trick-bonus=0",
                "limit=50",
                "limit=100",
            ]
            .map(String::from),
        );
        sets
    }

    #[test]
    fn rules_are_read_as_they_are_shown() {
        for (_, preset) in Rules::PRESETS {
            let shown = preset.to_string();
            assert_eq!(shown.parse(), Ok(preset), "{shown}");
            assert!(!shown.contains(' '), "{shown}");
        }
        let mut shown = Vec::new();
        for (_, preset) in Rules::PRESETS {
            for set in sets() {
                let (option, value) = set.split_once('=').unwrap();
                let mut rules = preset;
                rules
                    .set(RulesOption::from_name(option).unwrap(), value)
                    .unwrap();
                assert_eq!(rules.to_string().parse(), Ok(rules), "{set}");
                shown.push(rules.to_string());
            }
        }
        // Nine values each of two presets, and what takes two other presets' one
        // departure back.
        assert_eq!(shown.iter().filter(|text| *text == "standard").count(), 20);
        assert!(shown.contains(&"standard jack=shooter".to_owned()));
        assert!(shown.contains(&"document limit=50".to_owned()));
    }
}
