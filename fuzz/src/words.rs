//! Texts made of the words that the parsers know, so that they get beyond the
//! first one.

use serde_json::{Map, Value};

use crate::draw::Draw;

/// Cards in every notation, and what stands between and around them.
pub const CARDS: &[&str] = &[
    "♠Q",
    "♥2",
    "♦T",
    "♣A",
    "SQ",
    "h10",
    "QD",
    "10C",
    "黑桃K",
    "红桃A",
    "红心9",
    "方块10",
    "方片J",
    "梅花2",
    "草花7",
    "小王",
    "大王",
    "SB",
    "HR",
    "hr",
    "♠",
    "♥",
    "S",
    "D",
    "红桃",
    "A",
    "10",
    "T",
    "KQJ",
    "98",
    "2",
    "♠AQ4",
    "♥KT5",
    "♦-",
    "♣",
    "S:",
    "H：",
    "-",
    "♠\u{FE0F}",
    "1",
    "0",
    "X",
    "：",
    "joker",
    "Qr",
    "Tb",
    "10b",
    "王",
    "老鬼",
];

/// Rules of Hearts.
pub const RULES: &[&str] = &[
    "standard",
    "document",
    "microsoft",
    "omnibus",
    "open-spiel",
    "passing=left",
    "passing=never",
    "opening=any-club",
    "opening=first-seat",
    "first-trick=anything",
    "first-trick=no-points-queen-first",
    "hearts-lead=always",
    "hearts-lead=after-heart-or-queen",
    "forced-queen=heart-instead",
    "moon=choice",
    "moon=shooter-down",
    "moon=none",
    "jack=taker",
    "jack=needed-for-moon",
    "jack=nobody-on-moon",
    "no-trick-bonus=-5",
    "no-trick-bonus=1",
    "limit=50",
    "limit=0",
    "limit=99999999999",
    "=",
    "moon=",
    "=choice",
];

/// What JSON is made of.
pub const JSON: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "\\",
    "null",
    "true",
    "-1",
    "0",
    "7",
    "1e999",
    "1.5",
    "18446744073709551616",
    "\"\"",
    "\"♠Q\"",
    "\\u0000",
    "\\ud800",
];

const BETWEEN: &[&str] = &[" ", "", ",", "  ", "、", "\n", "\t", "，", "\u{3000}", "/"];

/// Words with something between them, and a stray character now and then.
pub fn text(draw: &mut Draw<'_>, words: &[&str]) -> String {
    let mut text = String::new();
    for _ in 0..draw.below(20) {
        if draw.once_in(16) {
            text.push(character(draw));
        } else {
            text.push_str(draw.pick(words));
        }
        text.push_str(draw.pick(BETWEEN));
    }
    text
}

fn character(draw: &mut Draw<'_>) -> char {
    let code = match draw.below(4) {
        0 => draw.below(0x80),
        1 => draw.below(0x800),
        2 => draw.pick(&[
            0xFEFF, 0x2028, 0x202E, 0xFF10, 0x661, 0x1F0A1, 0x130, 0x212A,
        ]),
        _ => draw.below(0x11_0000),
    };
    u32::try_from(code)
        .ok()
        .and_then(char::from_u32)
        .unwrap_or('\u{FFFD}')
}

/// Changes one thing in a value: a leaf, a field left out, said twice or renamed,
/// an element more or less.
pub fn mutate(draw: &mut Draw<'_>, value: &mut Value) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let place = draw.below(fields.len());
            let name = fields.keys().nth(place).cloned().unwrap_or_default();
            match draw.below(8) {
                0 => {
                    fields.remove(&name);
                }
                1 => {
                    fields.insert(text(draw, CARDS), scalar(draw));
                }
                2 => {
                    let old = fields.remove(&name).unwrap_or_default();
                    fields.insert(name.replace('-', "_"), old);
                }
                3 => {
                    *value = scalar(draw);
                }
                _ => {
                    if let Some(field) = fields.get_mut(&name) {
                        mutate(draw, field);
                    }
                }
            }
        }
        Value::Array(elements) if !elements.is_empty() => {
            let place = draw.below(elements.len());
            match draw.below(8) {
                0 => {
                    elements.remove(place);
                }
                1 => {
                    let copy = elements[place].clone();
                    elements.insert(draw.below(elements.len() + 1), copy);
                }
                2 => {
                    let other = draw.below(elements.len());
                    elements.swap(place, other);
                }
                3 => {
                    *value = scalar(draw);
                }
                _ => mutate(draw, &mut elements[place]),
            }
        }
        Value::String(old) if draw.flag() => {
            // A character of the text is left out, said twice or replaced.
            let mut chars: Vec<char> = old.chars().collect();
            if chars.is_empty() {
                *value = scalar(draw);
                return;
            }
            let place = draw.below(chars.len());
            match draw.below(3) {
                0 => {
                    chars.remove(place);
                }
                1 => chars.insert(place, chars[place]),
                _ => chars[place] = character(draw),
            }
            *value = Value::String(chars.into_iter().collect());
        }
        other => *other = scalar(draw),
    }
}

/// A value that is of the wrong type as often as not.
pub fn scalar(draw: &mut Draw<'_>) -> Value {
    match draw.below(9) {
        0 => Value::Null,
        1 => draw.flag().into(),
        2 => (draw.below(10)).into(),
        3 => draw.bits().into(),
        4 => draw.bits().cast_signed().into(),
        5 => f64::from_bits(draw.bits()).into(),
        6 => Value::Array(vec![(draw.below(60)).into(); draw.below(5)]),
        7 => Value::Object(Map::new()),
        _ => text(draw, CARDS).into(),
    }
}
