//! Reading cards as text.
//!
//! Every notation is read everywhere, letters in either case: `♠Q`, `SQ`, `QS`,
//! `s10`, `黑桃Q`; 方块 and 方片, 红桃 and 红心, 梅花 and 草花 are the same suits. A
//! hand is a list of cards, or of suits with their ranks, with white space or
//! commas anywhere between suits and ranks where it helps the eye:
//! `♠AQ4 ♥KT5 ♦- ♣2`, `S:AQ4 H:KT5 D: C:2`, `♠ A Q 4, ♥ K 10 5`, `QS, 10H`. A rank
//! right before a suit is that suit's: `♠A K♥` is ♠A and ♥K.

use core::str::FromStr;

use crate::error::{Excerpt, Expected, ParseError};
use crate::{AnyCard, Card, CardSet, Joker, Rank, RankSet, Suit};

/// The cards that a text lists, in its order, jokers and repetitions included:
/// what a game with more than one pack reads its hands with.
///
/// Stops after the first error.
///
/// ```
/// use cards_core::{AnyCard, text};
///
/// let hand: Result<Vec<AnyCard>, _> = text::cards("♥5 ♥5 ♠10 小王 HR").collect();
/// assert_eq!(hand?.len(), 5);
/// # Ok::<(), cards_core::ParseError>(())
/// ```
#[must_use]
pub fn cards(text: &str) -> Cards<'_> {
    Cards {
        cursor: Cursor::new(text),
        group: None,
        failed: false,
        position: 1,
        expected: Expected::AnyCard,
    }
}

/// The cards that a text lists, as [`cards`] returns them.
#[derive(Clone, Debug)]
pub struct Cards<'a> {
    cursor: Cursor<'a>,
    group: Option<Group>,
    failed: bool,
    position: usize,
    /// What an entry of the list may be.
    expected: Expected,
}

/// A suit whose ranks are being read.
#[derive(Clone, Copy, Debug)]
struct Group {
    suit: Suit,
    /// Where the suit stands.
    position: usize,
    /// Whether the suit has a colon, so that it may be without ranks.
    colon: bool,
    /// Whether a rank has been read.
    ranks: bool,
}

impl Cards<'_> {
    /// Where the card that was read last begins, counted in characters from 1:
    /// at its suit, or at its rank if the suit stands before another one.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    fn read(&mut self) -> Result<Option<AnyCard>, ParseError> {
        loop {
            self.position = self.cursor.position;
            let Some(group) = self.group else {
                self.cursor.skip_separators();
                self.position = self.cursor.position;
                if self.cursor.rest.is_empty() {
                    return Ok(None);
                }
                let before = self.cursor.clone();
                if let Some(joker) = self.cursor.joker() {
                    return Ok(Some(joker.into()));
                }
                if let Some(suit) = self.cursor.suit() {
                    let colon = self.cursor.eat(':') || self.cursor.eat('：');
                    self.group = Some(Group {
                        suit,
                        position: self.position,
                        colon,
                        ranks: false,
                    });
                } else if let Some(rank) = self.cursor.rank() {
                    let suit = self.cursor.suit();
                    let suit = suit.ok_or_else(|| self.cursor.unexpected(Expected::Suit))?;
                    return Ok(Some(Card::new(suit, rank).into()));
                } else if !(self.cursor.eat('-') && self.cursor.at_separator()) {
                    return Err(before.unexpected(self.expected));
                }
                continue;
            };
            if let Some(rank) = self.rank_of_group() {
                if !group.ranks {
                    self.position = group.position;
                }
                self.group = Some(Group {
                    ranks: true,
                    ..group
                });
                return Ok(Some(Card::new(group.suit, rank).into()));
            }
            let void = !group.ranks && self.dash();
            let starts_anew = self.cursor.at_separator()
                || self.cursor.clone().suit().is_some()
                || self.cursor.clone().joker().is_some();
            if !(starts_anew && (group.ranks || group.colon || void)) {
                self.cursor.skip_separators();
                return Err(self.cursor.unexpected(Expected::Rank));
            }
            self.group = None;
        }
    }
}

impl Cards<'_> {
    /// Reads a dash, separators before it included.
    fn dash(&mut self) -> bool {
        let mut ahead = self.cursor.clone();
        ahead.skip_separators();
        let found = ahead.eat('-');
        if found {
            self.cursor = ahead;
        }
        found
    }

    /// Reads a rank that continues the group, separators before it included.
    /// After a separator, a rank right before a suit is a card of its own.
    fn rank_of_group(&mut self) -> Option<Rank> {
        if let Some(rank) = self.cursor.rank() {
            return Some(rank);
        }
        let mut ahead = self.cursor.clone();
        ahead.skip_separators();
        let position = ahead.position;
        let rank = ahead.rank()?;
        if ahead.clone().suit().is_some() && ahead.clone().joker().is_none() {
            return None;
        }
        self.position = position;
        self.cursor = ahead;
        Some(rank)
    }
}

impl Iterator for Cards<'_> {
    type Item = Result<AnyCard, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = self.read().transpose();
        self.failed = matches!(next, None | Some(Err(_)));
        next
    }
}

impl core::iter::FusedIterator for Cards<'_> {}

/// A text that is read from the left.
#[derive(Clone, Debug)]
struct Cursor<'a> {
    rest: &'a str,
    /// Of the next character, counted from 1.
    position: usize,
}

impl<'a> Cursor<'a> {
    fn new(text: &'a str) -> Self {
        Cursor {
            rest: text,
            position: 1,
        }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) {
        let mut chars = self.rest.chars();
        if chars.next().is_some() {
            self.rest = chars.as_str();
            self.position += 1;
        }
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.bump();
        }
        found
    }

    /// Reads a word, whatever the case of its ASCII letters.
    fn eat_word(&mut self, word: &str) -> bool {
        let found = self
            .rest
            .get(..word.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(word));
        if found {
            self.rest = &self.rest[word.len()..];
            self.position += word.chars().count();
        }
        found
    }

    fn at_separator(&self) -> bool {
        self.peek().is_none_or(is_separator)
    }

    fn skip_separators(&mut self) {
        while self.peek().is_some_and(is_separator) {
            self.bump();
        }
    }

    fn suit(&mut self) -> Option<Suit> {
        const WORDS: [(&str, Suit); 7] = [
            ("梅花", Suit::Clubs),
            ("草花", Suit::Clubs),
            ("方块", Suit::Diamonds),
            ("方片", Suit::Diamonds),
            ("红桃", Suit::Hearts),
            ("红心", Suit::Hearts),
            ("黑桃", Suit::Spades),
        ];
        for (word, suit) in WORDS {
            if self.eat_word(word) {
                return Some(suit);
            }
        }
        let suit = Suit::from_char(self.peek()?)?;
        self.bump();
        // Phones write ♠ with a variation selector behind it.
        let _ = self.eat('\u{FE0F}') || self.eat('\u{FE0E}');
        Some(suit)
    }

    fn rank(&mut self) -> Option<Rank> {
        if self.eat_word("10") {
            return Some(Rank::Ten);
        }
        let rank = Rank::from_char(self.peek()?)?;
        self.bump();
        Some(rank)
    }

    fn joker(&mut self) -> Option<Joker> {
        Joker::ALL
            .into_iter()
            .find(|joker| self.eat_word(joker.chinese()) || self.eat_word(joker.ascii()))
    }

    fn unexpected(&self, expected: Expected) -> ParseError {
        ParseError::Unexpected {
            expected,
            found: Excerpt::of(self.rest),
            position: self.position,
        }
    }

    /// Succeeds at the end of the text, white space aside.
    fn end(&mut self) -> Result<(), ParseError> {
        self.skip_whitespace();
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(self.unexpected(Expected::End))
        }
    }

    fn skip_whitespace(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.bump();
        }
    }
}

pub(crate) fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '，' | '、')
}

/// Reads one thing that fills the text, white space around it aside.
fn whole<'a, T>(
    text: &'a str,
    read: impl FnOnce(&mut Cursor<'a>) -> Option<T>,
    expected: Expected,
) -> Result<T, ParseError> {
    let mut cursor = Cursor::new(text);
    cursor.skip_whitespace();
    let value = read(&mut cursor).ok_or_else(|| cursor.unexpected(expected))?;
    cursor.end()?;
    Ok(value)
}

impl FromStr for Suit {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Suit, ParseError> {
        whole(text, Cursor::suit, Expected::Suit)
    }
}

impl FromStr for Rank {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Rank, ParseError> {
        whole(text, Cursor::rank, Expected::Rank)
    }
}

impl FromStr for Joker {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Joker, ParseError> {
        whole(text, Cursor::joker, Expected::Joker)
    }
}

impl FromStr for AnyCard {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<AnyCard, ParseError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_whitespace();
        let card = if let Some(joker) = cursor.joker() {
            joker.into()
        } else {
            read_card(&mut cursor, Expected::AnyCard)?.into()
        };
        cursor.end()?;
        Ok(card)
    }
}

impl FromStr for Card {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Card, ParseError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_whitespace();
        let card = read_card(&mut cursor, Expected::Card)?;
        cursor.end()?;
        Ok(card)
    }
}

/// Reads a suit and a rank, or a rank and a suit.
fn read_card(cursor: &mut Cursor<'_>, expected: Expected) -> Result<Card, ParseError> {
    if let Some(suit) = cursor.suit() {
        let rank = cursor.rank();
        let rank = rank.ok_or_else(|| cursor.unexpected(Expected::Rank))?;
        Ok(Card::new(suit, rank))
    } else if let Some(rank) = cursor.rank() {
        let suit = cursor.suit();
        let suit = suit.ok_or_else(|| cursor.unexpected(Expected::Suit))?;
        Ok(Card::new(suit, rank))
    } else {
        Err(cursor.unexpected(expected))
    }
}

impl FromStr for CardSet {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<CardSet, ParseError> {
        let mut set = CardSet::EMPTY;
        let mut list = Cards {
            expected: Expected::Card,
            ..cards(text)
        };
        loop {
            let before = list.cursor.clone();
            let Some(read) = list.next() else {
                return Ok(set);
            };
            match read? {
                AnyCard::Card(card) if set.insert(card) => {}
                card @ AnyCard::Card(_) => {
                    return Err(ParseError::Repeated {
                        card,
                        position: list.position(),
                    });
                }
                AnyCard::Joker(_) => {
                    let mut at = before;
                    at.skip_separators();
                    return Err(at.unexpected(Expected::Card));
                }
            }
        }
    }
}

/// Reads ranks in any order, such as `AQT4`; `-` or nothing is the empty set.
impl FromStr for RankSet {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<RankSet, ParseError> {
        let mut cursor = Cursor::new(text);
        let mut ranks = RankSet::EMPTY;
        cursor.skip_whitespace();
        if cursor.eat('-') {
            cursor.end()?;
            return Ok(ranks);
        }
        loop {
            cursor.skip_separators();
            if cursor.rest.is_empty() {
                return Ok(ranks);
            }
            let before = cursor.clone();
            let rank = cursor.rank();
            let rank = rank.ok_or_else(|| cursor.unexpected(Expected::Rank))?;
            if !ranks.insert(rank) {
                return Err(before.unexpected(Expected::OtherRank));
            }
        }
    }
}
