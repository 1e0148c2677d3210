//! What is seen of a game: its start and its draws.

use cards_core::Seat;

use crate::{Discards, EventError, Kind, KindSet, Rules, StartError, Table};

/// What everybody sees before the first draw.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Start {
    /// How many cards each seat holds once its pairs are out.
    pub sizes: Vec<usize>,
    /// The pairs that each seat has discarded.
    pub discards: Vec<Discards>,
    /// The seat whose turn is first, if it holds cards then.
    pub first: Seat,
}

/// One draw, with the pair that it may complete.
///
/// In the public history `card` is known only if it was paired. In what a seat
/// sees it is also known if that seat drew the card or gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Draw {
    /// Who draws.
    pub by: Seat,
    /// Whose card it is.
    pub from: Seat,
    /// The card, if it is known.
    pub card: Option<Kind>,
    /// The pairs discarded after it, one of each kind: none or the card's, but
    /// under [`Pairing::Optional`](crate::Pairing::Optional) pairs that were kept before as well.
    pub discarded: KindSet,
}

impl Draw {
    /// A draw that completes a pair.
    #[must_use]
    pub const fn paired(by: Seat, from: Seat, card: Kind) -> Draw {
        Draw {
            by,
            from,
            card: Some(card),
            discarded: KindSet::of(card),
        }
    }

    /// A draw that completes none, of a card that is not seen.
    #[must_use]
    pub const fn hidden(by: Seat, from: Seat) -> Draw {
        Draw {
            by,
            from,
            card: None,
            discarded: KindSet::EMPTY,
        }
    }

    /// A draw that completes none, of a card that is seen.
    #[must_use]
    pub const fn seen(by: Seat, from: Seat, card: Kind) -> Draw {
        Draw {
            by,
            from,
            card: Some(card),
            discarded: KindSet::EMPTY,
        }
    }

    /// The draw as a seat sees it.
    #[must_use]
    pub fn seen_by(self, seat: Seat) -> Draw {
        let shown =
            |&card: &Kind| seat == self.by || seat == self.from || self.discarded.contains(card);
        Draw {
            card: self.card.filter(shown),
            ..self
        }
    }

    /// The draw as everybody sees it: the card is known if it was paired.
    #[must_use]
    pub fn public(self) -> Draw {
        let discarded = self.discarded;
        Draw {
            card: self.card.filter(|&card| discarded.contains(card)),
            ..self
        }
    }
}

/// A game as everybody or as one seat sees it: the rules, the start, and every draw.
/// Draws are checked against the table as they are added; what only hidden cards
/// forbid is for a [`Filter`](crate::Filter) to find.
///
/// ```
/// use cards_core::Seat;
/// use oldmaid_infer::{Draw, Filter, Hand, History, Kind, Rules, Start};
///
/// // Seat 0 holds Q 5 7 of a pack of two each, ♣Q out; nobody was dealt a pair.
/// let rules = Rules { ranks: "Q75".parse()?, suits: 2, ..Rules::STANDARD.with_players(2) };
/// let start = Start {
///     sizes: vec![3, 2],
///     discards: vec![Default::default(); 2],
///     first: Seat::FIRST,
/// };
/// let [five, seven, queen]: [Kind; 3] = ["5".parse()?, "7".parse()?, "Q".parse()?];
/// let [first, second] = [Seat::FIRST, Seat::FIRST.next(2)];
/// let mut history = History::new(&rules, start)?;
/// history.push(Draw::paired(first, second, five))?;
/// let error = history.push(Draw::hidden(first, second)).unwrap_err();
/// assert_eq!(error.to_string(), "event 2: seat 0 draws, but it is the turn of seat 1");
/// assert_eq!(history.draws().len(), 1);
///
/// let own = Hand::from_iter([five, seven, queen]);
/// let mut filter = Filter::new(history.rules(), first, history.start(), &own)?;
/// for draw in history.draws() {
///     filter.observe(draw)?;
/// }
/// assert_eq!(filter.table(), history.table());
/// assert_eq!(filter.marginals().holds(second, seven), 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    start: Start,
    draws: Vec<Draw>,
    table: Table,
}

impl History {
    /// A game that begins.
    ///
    /// # Errors
    /// If the rules or the start cannot be.
    pub fn new(rules: &Rules, start: Start) -> Result<History, StartError> {
        Ok(History {
            table: Table::new(rules, &start)?,
            start,
            draws: Vec::new(),
        })
    }

    /// Adds a draw. The card of the pair that it completes is filled in.
    ///
    /// # Errors
    /// If the table forbids it; the history is then as it was.
    pub fn push(&mut self, draw: Draw) -> Result<(), EventError> {
        let event = self.table.draws() + 1;
        let refuse = |problem| EventError { event, problem };
        self.record(self.table.check(&draw).map_err(refuse)?);
        Ok(())
    }

    /// Adds a draw that has been checked.
    pub(crate) fn record(&mut self, draw: Draw) {
        self.table.apply(&draw);
        self.draws.push(draw);
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        self.table.rules()
    }

    /// The start.
    #[must_use]
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// Sizes, discards and turn after the last draw.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Every draw.
    #[must_use]
    pub fn draws(&self) -> &[Draw] {
        &self.draws
    }

    /// The history as everybody sees it.
    #[must_use]
    pub fn public(&self) -> History {
        self.with_draws(Draw::public)
    }

    /// The history as a seat sees it.
    #[must_use]
    pub fn seen_by(&self, seat: Seat) -> History {
        self.with_draws(|draw| draw.seen_by(seat))
    }

    fn with_draws(&self, shown: impl Fn(Draw) -> Draw) -> History {
        History {
            start: self.start.clone(),
            draws: self.draws.iter().copied().map(shown).collect(),
            table: self.table,
        }
    }
}
