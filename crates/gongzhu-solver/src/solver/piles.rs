//! What has been taken, as far as it changes what is to come.

use cards_core::{Card, CardSet, Suit};

use crate::{PigTurning, Player, Rules, State};

/// Whether one player may still take all of some cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
enum Sweep {
    /// Nobody can, or nothing comes of it.
    Lost,
    /// Nobody has one yet.
    Open,
    /// Player 0 has all of those taken so far.
    By0,
    /// Player 1 has.
    By1,
    /// Player 0 has all.
    Done0,
    /// Player 1 has.
    Done1,
}

impl Sweep {
    /// After a player took some of the cards; `last` says that none is left.
    #[inline]
    fn taken(self, by: usize, last: bool) -> Sweep {
        let keeps = match self {
            Sweep::Open => true,
            Sweep::By0 => by == 0,
            Sweep::By1 => by == 1,
            _ => return self,
        };
        match (keeps, by, last) {
            (false, ..) => Sweep::Lost,
            (true, 0, false) => Sweep::By0,
            (true, _, false) => Sweep::By1,
            (true, 0, true) => Sweep::Done0,
            (true, _, true) => Sweep::Done1,
        }
    }

    const fn is_alive(self) -> bool {
        matches!(self, Sweep::Open | Sweep::By0 | Sweep::By1)
    }

    const fn done_by(self) -> Option<usize> {
        match self {
            Sweep::Done0 => Some(0),
            Sweep::Done1 => Some(1),
            _ => None,
        }
    }
}

/// Where a card is that only its taker's side matters of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
enum Where {
    /// Nowhere that matters.
    Out,
    /// In a hand.
    InPlay,
    /// With player 0.
    Of0,
    /// With player 1.
    Of1,
}

impl Where {
    const fn of(player: usize) -> Where {
        if player == 0 { Where::Of0 } else { Where::Of1 }
    }

    const fn is_of(self, player: usize) -> bool {
        self as u8 == 2 + player as u8
    }
}

/// Both piles, reduced to what can still change a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piles {
    /// By player: the sum of the values taken, the transformer's apart, with all
    /// hearts and a turned pig counted once they are sure.
    sums: [i32; 2],
    /// By player: whether a scoring card other than the transformer was taken.
    scored: [bool; 2],
    hearts: Sweep,
    /// All scoring cards; only where the pig turns with all of them.
    all: Sweep,
    /// The pig; only where it turns with all hearts, and while it may.
    pig: Where,
    transformer: Where,
}

/// A card's part in the scoring.
pub(super) mod kind {
    pub(in super::super) const SCORING: u8 = 1;
    pub(in super::super) const HEART: u8 = 2;
    pub(in super::super) const PIG: u8 = 4;
    pub(in super::super) const TRANSFORMER: u8 = 8;
    pub(in super::super) const EXPOSED: u8 = 16;
    /// Kinds by which equal values differ.
    pub(in super::super) const DISTINCT: u8 = PIG | TRANSFORMER | EXPOSED;
}

/// A card as the scoring sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    /// Its value, doubled if it is exposed; of the transformer 0.
    pub(super) value: i32,
    pub(super) kind: u8,
}

/// The scoring of [`Rules`] in the form that the search wants.
#[derive(Clone, Debug)]
pub(super) struct Scoring {
    /// What all hearts add to the sum of their values.
    hearts_bonus: i32,
    /// What a turned pig adds to its value.
    turn_bonus: i32,
    turning: PigTurning,
    /// What the rest of the transformer's owner is multiplied by.
    factor: i32,
    /// The transformer's own value, and what it scores alone besides.
    transformer: i32,
    alone: i32,
    /// The cards by their index.
    parts: [Part; 52],
}

impl Scoring {
    pub(super) fn new(rules: &Rules) -> Scoring {
        let scoring_cards = rules.scoring_cards();
        let mut parts = [Part::default(); 52];
        for card in CardSet::FULL {
            parts[card.index()] = part_of(rules, scoring_cards, card);
        }
        let part = |card: Card| parts[card.index()];
        let sum = |cards: CardSet| -> i32 { cards.iter().map(|card| part(card).value).sum() };
        let hearts = CardSet::of_suit(Suit::Hearts);
        let pig = part(Rules::PIG).value;
        // The rules' own scoring tells what the transformer does.
        let alone = rules
            .transformer()
            .map_or(CardSet::EMPTY, |t| CardSet::of(t.card));
        Scoring {
            hearts_bonus: rules
                .all_hearts()
                .map_or(0, |_| rules.score(hearts).hearts - sum(hearts)),
            turn_bonus: pig.abs() - pig,
            turning: rules.all_hearts().map_or(PigTurning::Never, |all| all.pig),
            factor: rules.transformer().map_or(1, |t| {
                let factor = i32::from(t.factor);
                if rules.exposed().contains(t.card) {
                    factor * factor
                } else {
                    factor
                }
            }),
            transformer: rules.transformer().map_or(0, |t| rules.value_of(t.card)),
            alone: rules.score(alone).total
                - rules.transformer().map_or(0, |t| rules.value_of(t.card)),
            parts,
        }
    }

    /// The sign of a card's part in the score, and the most that a unit of it can
    /// count.
    pub(super) const fn factor(&self) -> i32 {
        self.factor
    }

    /// The most that all hearts, a turned pig and a lonely transformer can change
    /// the difference by.
    pub(super) const fn extras(&self) -> i32 {
        self.factor * (self.hearts_bonus.abs() + self.turn_bonus.abs()) + 2 * self.alone.abs()
    }

    /// What a card is.
    #[inline]
    pub(super) const fn part(&self, card: Card) -> Part {
        self.parts[card.index()]
    }
}

fn part_of(rules: &Rules, scoring_cards: CardSet, card: Card) -> Part {
    let transformer = rules.transformer().is_some_and(|t| t.card == card);
    let mut kind = 0;
    if scoring_cards.contains(card) && !transformer {
        kind |= kind::SCORING;
    }
    if card.suit() == Suit::Hearts {
        kind |= kind::HEART;
    }
    if card == Rules::PIG {
        kind |= kind::PIG;
    }
    if transformer {
        kind |= kind::TRANSFORMER;
    }
    if rules.exposed().contains(card) {
        kind |= kind::EXPOSED;
    }
    let value = if transformer {
        0
    } else {
        rules.doubled_value_of(card)
    };
    Part { value, kind }
}

impl Piles {
    /// What has been taken in a state.
    pub(super) fn of(rules: &Rules, scoring: &Scoring, state: &State) -> Piles {
        let taken = Player::ALL.map(|player| state.taken(player));
        let hands = Player::ALL.map(|player| state.hand(player));
        let led = state.led().map_or(CardSet::EMPTY, CardSet::of);
        let in_play = hands[0] | hands[1] | led;
        let sweep = |cards: CardSet| {
            if !cards.is_subset(in_play | taken[0] | taken[1]) {
                return Sweep::Lost;
            }
            match taken.map(|pile| (cards & pile).is_empty()) {
                [true, true] => Sweep::Open,
                [false, false] => Sweep::Lost,
                [empty0, _] => Sweep::Open.taken(usize::from(empty0), (cards & in_play).is_empty()),
            }
        };
        let place = |card: Card| match () {
            () if in_play.contains(card) => Where::InPlay,
            () if taken[0].contains(card) => Where::Of0,
            () if taken[1].contains(card) => Where::Of1,
            () => Where::Out,
        };
        let parts = taken.map(|pile| {
            pile.iter()
                .map(|card| scoring.part(card))
                .collect::<Vec<_>>()
        });
        let mut piles = Piles {
            sums: [0, 1].map(|by| parts[by].iter().map(|part| part.value).sum()),
            scored: [0, 1].map(|by| parts[by].iter().any(|part| part.kind & kind::SCORING != 0)),
            hearts: match rules.all_hearts() {
                Some(_) => sweep(CardSet::of_suit(Suit::Hearts)),
                None => Sweep::Lost,
            },
            all: match scoring.turning {
                PigTurning::WithAllScoringCards => sweep(rules.scoring_cards()),
                _ => Sweep::Lost,
            },
            pig: match scoring.turning {
                PigTurning::WithAllHearts => place(Rules::PIG),
                _ => Where::Out,
            },
            transformer: rules
                .transformer()
                .map_or(Where::Out, |transformer| place(transformer.card)),
        };
        piles.settle(scoring);
        piles
    }

    /// Counts what has become sure, and forgets what cannot matter any more.
    #[inline]
    fn settle(&mut self, scoring: &Scoring) {
        if let Some(by) = self.hearts.done_by() {
            // All hearts count once; while the pig is out, who has them matters.
            self.sums[by] += scoring.hearts_bonus;
            if self.pig.is_of(by) {
                self.sums[by] += scoring.turn_bonus;
            }
            if self.pig != Where::InPlay {
                self.pig = Where::Out;
                self.hearts = Sweep::Lost;
            }
        } else if self.hearts == Sweep::Lost {
            self.pig = Where::Out;
        }
        if let Some(by) = self.all.done_by() {
            self.sums[by] += scoring.turn_bonus;
            self.all = Sweep::Lost;
        }
    }

    /// The piles after a player took a trick. `hearts_left` and `scoring_left`
    /// say whether such cards are still in hands.
    #[inline]
    pub(super) fn take(
        &mut self,
        scoring: &Scoring,
        by: usize,
        parts: [Part; 2],
        hearts_left: bool,
        scoring_left: bool,
    ) {
        let kinds = parts[0].kind | parts[1].kind;
        self.sums[by] += parts[0].value + parts[1].value;
        if kinds == 0 {
            return;
        }
        self.scored[by] |= kinds & kind::SCORING != 0;
        if kinds & kind::TRANSFORMER != 0 {
            self.transformer = Where::of(by);
        }
        if kinds & kind::PIG != 0 && self.pig == Where::InPlay {
            self.pig = Where::of(by);
            if let Some(sweeper) = self.hearts.done_by() {
                if sweeper == by {
                    self.sums[by] += scoring.turn_bonus;
                }
                self.pig = Where::Out;
                self.hearts = Sweep::Lost;
            }
        }
        if kinds & kind::HEART != 0 && self.hearts.is_alive() {
            self.hearts = self.hearts.taken(by, !hearts_left);
            if !self.hearts.is_alive() {
                self.settle(scoring);
            }
        }
        if kinds & (kind::SCORING | kind::TRANSFORMER) != 0 && self.all.is_alive() {
            self.all = self.all.taken(by, !scoring_left);
            if let Some(by) = self.all.done_by() {
                self.sums[by] += scoring.turn_bonus;
                self.all = Sweep::Lost;
            }
        }
    }

    /// Player 0's score minus player 1's as it stands.
    #[inline]
    pub(super) fn difference(&self, scoring: &Scoring) -> i32 {
        let score = |player: usize| {
            if !self.transformer.is_of(player) {
                return self.sums[player];
            }
            let alone = if self.scored[player] {
                0
            } else {
                scoring.alone
            };
            self.sums[player] * scoring.factor + scoring.transformer + alone
        };
        score(0) - score(1)
    }

    /// What each player's values are multiplied by, where that is sure.
    #[inline]
    pub(super) fn factors(&self, scoring: &Scoring) -> [i32; 2] {
        [0, 1].map(|player| {
            if self.transformer.is_of(player) {
                scoring.factor
            } else {
                1
            }
        })
    }

    /// Whether the values of the cards left are all that can still count.
    #[inline]
    pub(super) fn is_settled(&self) -> bool {
        self.hearts == Sweep::Lost
            && self.all == Sweep::Lost
            && self.transformer != Where::InPlay
            && [0, 1]
                .iter()
                .all(|&player| self.scored[player] || !self.transformer.is_of(player))
    }

    /// The most that the difference can still change by beyond the values of
    /// the cards left.
    #[inline]
    pub(super) fn extras(&self, scoring: &Scoring) -> i32 {
        if self.is_settled() {
            return 0;
        }
        let sums = match self.transformer {
            Where::InPlay => {
                (scoring.factor - 1) * self.sums[0].abs().max(self.sums[1].abs())
                    + scoring.transformer.abs()
            }
            _ => 0,
        };
        scoring.extras() + sums
    }

    /// What the move ordering looks at, 0 to 15, as a player sees it: who can
    /// still take all hearts, and where the transformer is.
    #[inline]
    pub(super) fn outlook(&self, player: usize) -> usize {
        let hearts = match self.hearts {
            Sweep::Open => 1,
            Sweep::By0 => 2 + player,
            Sweep::By1 => 3 - player,
            _ => 0,
        };
        let transformer = match self.transformer {
            Where::Out => 0,
            Where::InPlay => 1,
            Where::Of0 => 2 + player,
            Where::Of1 => 3 - player,
        };
        hearts * 4 + transformer
    }

    /// What is to come depends on the piles through these words alone: 11 bits,
    /// and the sums.
    #[inline]
    pub(super) fn key(&self) -> (u64, u64) {
        let (scored, sums) = match self.transformer {
            Where::Out => ([false; 2], 0),
            Where::InPlay => (
                self.scored,
                u64::from(self.sums[0] as u32 & 0x03ff_ffff)
                    | u64::from(self.sums[1] as u32 & 0x03ff_ffff) << 26,
            ),
            Where::Of0 => ([self.scored[0], false], 0),
            Where::Of1 => ([false, self.scored[1]], 0),
        };
        let flags = self.hearts as u64
            | (self.all as u64) << 3
            | (self.pig as u64) << 6
            | (self.transformer as u64) << 8
            | u64::from(scored[0]) << 10
            | u64::from(scored[1]) << 11;
        (flags, sums)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards_core::random::{below, shuffle, trial_rng};
    use rand_pcg::Pcg64Mcg;

    /// Rules of all kinds.
    fn rules(random: &mut Pcg64Mcg) -> Rules {
        let turnings = [
            PigTurning::Never,
            PigTurning::WithAllHearts,
            PigTurning::WithAllScoringCards,
        ];
        let exposable = ["♠Q", "♦J", "♥A", "♣T"];
        let exposed: String = (exposable.into_iter())
            .filter(|_| below(random, 3) == 0)
            .collect();
        Rules::GONGZHU
            .with_pig_turning(turnings[below(random, 3) as usize])
            .with_exposed(exposed.parse().unwrap())
            .unwrap()
    }

    #[test]
    fn taking_trick_by_trick_ends_in_the_rules_score() {
        let mut swept = 0;
        for trial in 0..3000 {
            let mut random: Pcg64Mcg = trial_rng(1, trial);
            let rules = rules(&mut random);
            let scoring = Scoring::new(&rules);
            let mut pack: Vec<Card> = CardSet::FULL.iter().collect();
            shuffle(&mut pack, &mut random);
            let taken = below(&mut random, 52) as usize;
            // One player takes nearly everything now and then.
            let bias = [2, 40, 400][below(&mut random, 3) as usize];
            let mut by = || usize::from(below(&mut random, bias) == 0);
            let mut piles = [CardSet::EMPTY; 2];
            for &card in &pack[..taken] {
                piles[by()].insert(card);
            }
            let rest = &pack[taken..taken + (52 - taken) / 2 * 2];
            let (hand0, hand1) = rest.split_at(rest.len() / 2);
            let hands = [CardSet::from_cards(hand0), CardSet::from_cards(hand1)];
            let state = State::new(hands, Player::Zero)
                .unwrap()
                .with_taken(piles)
                .unwrap();
            let mut reduced = Piles::of(&rules, &scoring, &state);
            assert_eq!(reduced.difference(&scoring), state.difference(&rules));

            let mut left = hands[0] | hands[1];
            for trick in rest.chunks(2) {
                let by = by();
                left -= CardSet::from_cards(trick);
                piles[by] |= CardSet::from_cards(trick);
                let parts = [trick[0], trick[1]].map(|card| scoring.part(card));
                let hearts_left = left.has_suit(Suit::Hearts);
                let scoring_left = !(left & rules.scoring_cards()).is_empty();
                reduced.take(&scoring, by, parts, hearts_left, scoring_left);
                let [score0, score1] = piles.map(|pile| rules.score(pile).total);
                assert_eq!(
                    reduced.difference(&scoring),
                    score0 - score1,
                    "{trial}: {piles:?}"
                );
            }
            swept += u32::from(CardSet::of_suit(Suit::Hearts).is_subset(piles[0]));
        }
        assert!(swept > 300);
    }

    /// With the same cards left, piles of one key have the same to come, whoever
    /// takes which trick.
    #[test]
    fn piles_of_one_key_have_the_same_to_come() {
        use std::collections::HashMap;

        let (mut same, mut different) = (0, 0);
        for trial in 0..400 {
            let mut random: Pcg64Mcg = trial_rng(3, trial);
            let rules = rules(&mut random);
            let scoring = Scoring::new(&rules);
            // Half of the time the special cards are still to come.
            let special: CardSet = "♠Q ♣T ♦J ♥A ♥2".parse().unwrap();
            let mut pack: Vec<Card> = CardSet::FULL.iter().collect();
            shuffle(&mut pack, &mut random);
            if below(&mut random, 2) == 0 {
                pack.sort_by_key(|&card| !special.contains(card));
            }
            let (rest, taken) = pack.split_at(6);
            let hands = [0, 3].map(|first| CardSet::from_cards(&rest[first..first + 3]));
            let state = State::new(hands, Player::Zero).unwrap();
            let mut known: HashMap<(u64, u64), Vec<i32>> = HashMap::new();
            for _ in 0..40 {
                // Mostly all to one side, or the specials alone to either.
                let bias = [2, 30, 1000][below(&mut random, 3) as usize];
                let side = below(&mut random, 2) as usize;
                let mut piles = [CardSet::EMPTY; 2];
                for &card in taken {
                    let by = if special.contains(card) {
                        below(&mut random, 2) as usize
                    } else {
                        side ^ usize::from(below(&mut random, bias) == 0)
                    };
                    piles[by].insert(card);
                }
                let state = state.with_taken(piles).unwrap();
                let start = Piles::of(&rules, &scoring, &state);
                let to_come: Vec<i32> = (0..8)
                    .map(|winners: u32| {
                        let mut reduced = start;
                        let mut left = hands[0] | hands[1];
                        for (place, trick) in rest.chunks(2).enumerate() {
                            left -= CardSet::from_cards(trick);
                            reduced.take(
                                &scoring,
                                (winners >> place & 1) as usize,
                                [trick[0], trick[1]].map(|card| scoring.part(card)),
                                left.has_suit(Suit::Hearts),
                                !(left & rules.scoring_cards()).is_empty(),
                            );
                        }
                        reduced.difference(&scoring) - start.difference(&scoring)
                    })
                    .collect();
                match known.insert(start.key(), to_come.clone()) {
                    None => different += 1,
                    Some(before) => {
                        assert_eq!(before, to_come, "{piles:?}, {rest:?}, {rules:?}");
                        same += 1;
                    }
                }
            }
        }
        assert!(same > 5_000 && different > 1_000, "{same}, {different}");
    }
}
