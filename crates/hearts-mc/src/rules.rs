pub(crate) mod text;

use cards_core::{Card, CardSet, Rank, Seat, Suit};

/// The queen of spades, thirteen points.
pub const QUEEN: Card = Card::new(Suit::Spades, Rank::Queen);
/// The jack of diamonds, which some variants reward.
pub const JACK: Card = Card::new(Suit::Diamonds, Rank::Jack);
/// The two of clubs, which opens the play.
pub const TWO_OF_CLUBS: Card = Card::new(Suit::Clubs, Rank::Two);
/// The thirteen hearts, one point each.
pub const HEARTS: CardSet = CardSet::of_suit(Suit::Hearts);
/// The fourteen cards that cost points: the hearts and the queen of spades.
pub const PENALTIES: CardSet = HEARTS.with(QUEEN);
/// The points of a deal: thirteen hearts and the queen.
pub const POINTS: i32 = 26;
/// The number of players.
pub const PLAYERS: usize = 4;
/// How many cards each player passes.
pub const PASSED: usize = 3;

/// The points of a set of cards: one a heart, thirteen the queen of spades.
///
/// ```
/// assert_eq!(hearts_mc::points("♠Q ♥A2 ♦J".parse()?), 15);
/// # Ok::<(), cards_core::ParseError>(())
/// ```
#[must_use]
pub const fn points(cards: CardSet) -> i32 {
    cards.intersection(HEARTS).len() as i32 + if cards.contains(QUEEN) { 13 } else { 0 }
}

/// To whom each player passes three cards before the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Pass {
    /// To the player on the left, who plays next.
    Left,
    /// To the player on the right.
    Right,
    /// To the player across the table.
    Across,
    /// Nobody passes.
    Hold,
}

impl Pass {
    /// Every direction, in the order of the usual rotation.
    pub const ALL: [Pass; 4] = [Pass::Left, Pass::Right, Pass::Across, Pass::Hold];

    /// Who receives what `giver` passes; on a hold, the giver.
    #[must_use]
    pub const fn receiver(self, giver: Seat) -> Seat {
        giver.plus(self.steps(), PLAYERS)
    }

    /// Who passes to `receiver`; on a hold, the receiver.
    #[must_use]
    pub const fn giver(self, receiver: Seat) -> Seat {
        receiver.plus(PLAYERS - self.steps(), PLAYERS)
    }

    const fn steps(self) -> usize {
        match self {
            Pass::Left => 1,
            Pass::Right => 3,
            Pass::Across => 2,
            Pass::Hold => 0,
        }
    }

    /// The name that [`Pass::from_name`] reads: `left`, `right`, `across`, `hold`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Pass::Left => "left",
            Pass::Right => "right",
            Pass::Across => "across",
            Pass::Hold => "hold",
        }
    }

    /// The direction of a name, or `None`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Pass> {
        Pass::ALL.into_iter().find(|pass| pass.name() == name)
    }
}

/// In which directions the deals of a match pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passing {
    /// No deal passes.
    Never,
    /// Left, right, across, hold, and over again.
    Rotating,
    /// Every deal in the same direction.
    Always(Pass),
}

impl Passing {
    /// The direction of a deal of a match, counted from 0.
    #[must_use]
    pub const fn direction(self, deal: usize) -> Pass {
        match self {
            Passing::Never => Pass::Hold,
            Passing::Rotating => Pass::ALL[deal % 4],
            Passing::Always(pass) => pass,
        }
    }
}

/// Who leads the first trick, and with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opening {
    /// The holder of the two of clubs leads it.
    TwoOfClubs,
    /// The holder of the two of clubs leads any club.
    AnyClub,
    /// Seat 0 leads, the two of clubs if it holds it and any card that may be
    /// led otherwise. So the published program does.
    FirstSeat,
}

/// What may be discarded on the first trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstTrick {
    /// Any card.
    Anything,
    /// No penalty card, unless the hand has nothing else; then any.
    NoPoints,
    /// As [`FirstTrick::NoPoints`], but a hand of nothing but penalty cards
    /// keeps the queen of spades back as long as it has a heart.
    NoPointsHeartFirst,
    /// As [`FirstTrick::NoPoints`], but a hand of nothing but penalty cards
    /// gives the queen of spades if it has her.
    NoPointsQueenFirst,
}

/// When hearts may be led. A hand of nothing but hearts may always lead them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeartsLead {
    /// From the start.
    Always,
    /// After a heart has been played.
    AfterHeart,
    /// After a heart or the queen of spades has been played.
    AfterHeartOrQueen,
}

/// Whether one who holds nothing but hearts and the queen of spades must lead
/// her while hearts may not be led.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForcedQueen {
    /// She must be led.
    Led,
    /// A heart may be led instead.
    HeartInstead,
}

/// What shooting the moon, taking all 26 points, does to the scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moon {
    /// The others score 26 each, the shooter nothing.
    OthersUp,
    /// The shooter scores −26, the others nothing.
    ShooterDown,
    /// The shooter chooses one of the two after the deal: see
    /// [`MoonChoice`]. Where nobody is asked, it is the first.
    Choice,
    /// Nothing: the shooter scores 26.
    None,
}

/// What a shooter chooses where the rules leave it to him ([`Moon::Choice`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoonChoice {
    /// The others score 26 each.
    OthersUp,
    /// The shooter scores −26.
    ShooterDown,
}

/// What the taker of the jack of diamonds scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Jack {
    /// Nothing: it is a card as any other.
    Plain,
    /// −10; when someone shoots the moon, its taker still has it.
    Taker,
    /// −10; when someone shoots the moon, the shooter has it whoever took it.
    Shooter,
    /// −10; when someone shoots the moon, nobody has it.
    NobodyOnMoon,
    /// −10; and all 26 points without it are no moon.
    NeededForMoon,
}

/// The points that the jack of diamonds takes off, where the rules have it.
pub const JACK_BONUS: i32 = 10;

/// The rules of a game for four players. Every disputed rule is an option; the
/// presets are named after their sources. As text they are a preset's name and what
/// departs from it, such as `omnibus moon=choice`.
///
/// ```
/// use hearts_mc::{FirstTrick, Rules};
///
/// let house = Rules { first_trick: FirstTrick::Anything, ..Rules::STANDARD };
/// assert_ne!(house, Rules::STANDARD);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The directions of passing.
    pub passing: Passing,
    /// Who leads first, and what.
    pub opening: Opening,
    /// What may be discarded on the first trick.
    pub first_trick: FirstTrick,
    /// When hearts may be led.
    pub hearts_lead: HeartsLead,
    /// Whether the queen must be led by one who has only hearts besides.
    pub forced_queen: ForcedQueen,
    /// What shooting the moon does.
    pub moon: Moon,
    /// What the jack of diamonds is worth.
    pub jack: Jack,
    /// What a player who took no trick scores, 0 or less; nothing when someone
    /// shot the moon.
    pub no_trick_bonus: i32,
    /// The match ends after the deal in which a player reaches this score.
    pub limit: i32,
}

impl Rules {
    /// The game that the document's program plays: seat 0 leads, no passing,
    /// points may fall on the first trick, hearts broken by hearts. (What it
    /// does to the scores of a moon is a fault, and not here.)
    pub const DOCUMENT: Rules = Rules {
        passing: Passing::Never,
        opening: Opening::FirstSeat,
        first_trick: FirstTrick::Anything,
        ..Rules::STANDARD
    };

    /// The usual game (Pagat, "Hearts"): passing left, right, across, hold; the
    /// two of clubs leads; no points on the first trick; hearts broken by a
    /// heart; a moon costs the others 26 each.
    pub const STANDARD: Rules = Rules {
        passing: Passing::Rotating,
        opening: Opening::TwoOfClubs,
        first_trick: FirstTrick::NoPoints,
        hearts_lead: HeartsLead::AfterHeart,
        forced_queen: ForcedQueen::Led,
        moon: Moon::OthersUp,
        jack: Jack::Plain,
        no_trick_bonus: 0,
        limit: 100,
    };

    /// The game of Microsoft Windows. It has the rules of [`Rules::STANDARD`],
    /// under the name by which most players look for them.
    pub const MICROSOFT: Rules = Rules::STANDARD;

    /// Omnibus Hearts (Pagat, "Hearts", variations): as [`Rules::STANDARD`],
    /// and the taker of the jack of diamonds scores −10.
    pub const OMNIBUS: Rules = Rules {
        jack: Jack::Taker,
        ..Rules::STANDARD
    };

    /// The default game of OpenSpiel's `hearts`: as [`Rules::STANDARD`], but the
    /// queen of spades breaks hearts too. (OpenSpiel draws the direction of
    /// passing at random for each deal.)
    pub const OPEN_SPIEL: Rules = Rules {
        hearts_lead: HeartsLead::AfterHeartOrQueen,
        ..Rules::STANDARD
    };

    /// The presets with their names, as a command line takes them.
    pub const PRESETS: [(&'static str, Rules); 5] = [
        ("document", Rules::DOCUMENT),
        ("standard", Rules::STANDARD),
        ("microsoft", Rules::MICROSOFT),
        ("omnibus", Rules::OMNIBUS),
        ("open-spiel", Rules::OPEN_SPIEL),
    ];

    /// The preset of a name, or `None`.
    #[must_use]
    pub fn preset(name: &str) -> Option<Rules> {
        let found = Rules::PRESETS.iter().find(|(preset, _)| *preset == name);
        found.map(|&(_, rules)| rules)
    }

    /// The sum of all scores of a deal in which nobody shoots the moon and each
    /// player takes a trick.
    #[must_use]
    pub const fn sum(&self) -> i32 {
        match self.jack {
            Jack::Plain => POINTS,
            _ => POINTS - JACK_BONUS,
        }
    }

    /// Whether nothing can change the scores any more once the last penalty card
    /// has been taken: a jack or a player without a trick could.
    pub(crate) const fn settles(&self) -> bool {
        matches!(self.jack, Jack::Plain) && self.no_trick_bonus == 0
    }

    /// The cards that break hearts when they are played.
    #[must_use]
    pub const fn breakers(&self) -> CardSet {
        match self.hearts_lead {
            HeartsLead::Always => CardSet::FULL,
            HeartsLead::AfterHeart => HEARTS,
            HeartsLead::AfterHeartOrQueen => PENALTIES,
        }
    }

    /// The cards that may be led from a hand to a trick that is not the first of
    /// [`Opening::TwoOfClubs`] or [`Opening::AnyClub`].
    #[must_use]
    pub const fn leads(&self, hand: CardSet, broken: bool) -> CardSet {
        if broken || matches!(self.hearts_lead, HeartsLead::Always) {
            return hand;
        }
        let others = hand.difference(HEARTS);
        let queen_only = matches!(self.forced_queen, ForcedQueen::HeartInstead)
            && others.is_subset(CardSet::of(QUEEN));
        if others.is_empty() || queen_only {
            hand
        } else {
            others
        }
    }

    /// The cards that may be led to the first trick. A hand that has not what it is to
    /// be opened with may lead what it may lead to a later trick.
    #[must_use]
    pub const fn opening_leads(&self, hand: CardSet) -> CardSet {
        let opening = match self.opening {
            Opening::AnyClub => hand.in_suit(Suit::Clubs),
            Opening::TwoOfClubs | Opening::FirstSeat => {
                hand.intersection(CardSet::of(TWO_OF_CLUBS))
            }
        };
        if opening.is_empty() {
            self.leads(hand, false)
        } else {
            opening
        }
    }

    /// The cards that a hand without the suit led may discard.
    #[must_use]
    pub const fn discards(&self, hand: CardSet, first_trick: bool) -> CardSet {
        if !first_trick || matches!(self.first_trick, FirstTrick::Anything) {
            return hand;
        }
        let harmless = hand.difference(PENALTIES);
        if !harmless.is_empty() {
            return harmless;
        }
        let hearts = hand.intersection(HEARTS);
        match self.first_trick {
            FirstTrick::NoPointsHeartFirst if !hearts.is_empty() => hearts,
            FirstTrick::NoPointsQueenFirst if hand.contains(QUEEN) => CardSet::of(QUEEN),
            _ => hand,
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Rules::STANDARD
    }
}
