//! What one player has seen: the cards played, without the opponent's hand.

use cards_core::{Card, CardSet, Suit, trick};
use gongzhu_solver::{Player, Rules};

use super::advise::suits_where;
use crate::Refusal;

/// What is known before the first card of a list.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    pub(super) player: Player,
    /// What the player holds after the cards.
    pub(super) hand: CardSet,
    pub(super) taken: [CardSet; 2],
    pub(super) suits_led: Vec<Suit>,
    pub(super) opponent_holds: CardSet,
    /// The suits that the opponent is out of after the cards.
    pub(super) opponent_voids: Vec<Suit>,
    pub(super) out_of_play: CardSet,
}

/// What is known after the cards.
#[derive(Clone, Debug)]
pub(super) struct Now {
    leader: Player,
    pub(super) led: Option<Card>,
    pub(super) taken: [CardSet; 2],
    pub(super) opponent_holds: CardSet,
    suits_led: [bool; 4],
    opponent_voids: [bool; 4],
}

impl Now {
    pub(super) const fn to_play(&self) -> Player {
        match self.led {
            None => self.leader,
            Some(_) => self.leader.opponent(),
        }
    }

    pub(super) fn suits_led(&self) -> impl Iterator<Item = Suit> {
        suits_where(self.suits_led)
    }

    pub(super) fn opponent_voids(&self) -> impl Iterator<Item = Suit> {
        suits_where(self.opponent_voids)
    }
}

impl Replay {
    /// Who led the first card, if it is the player's turn after the last.
    pub(super) fn first_leader(&self, rules: &Rules, played: &[Card]) -> Player {
        let mut now = self.start(self.player);
        for &card in played {
            now.advance(rules, card);
        }
        // With the other leader everything is the other way round.
        if now.to_play() == self.player {
            self.player
        } else {
            self.player.opponent()
        }
    }

    fn start(&self, leader: Player) -> Now {
        Now {
            leader,
            led: None,
            taken: self.taken,
            opponent_holds: self.opponent_holds,
            suits_led: flags(&self.suits_led),
            opponent_voids: [false; 4],
        }
    }

    /// Plays the cards, the leader's first, and keeps what they show.
    pub(super) fn play(
        &self,
        rules: &Rules,
        leader: Player,
        played: &[Card],
    ) -> Result<Now, Refusal> {
        let mut now = self.start(leader);
        let mut seen = self.hand | self.taken[0] | self.taken[1] | self.out_of_play;
        for &card in played {
            if !seen.insert(card) {
                return Err(Refusal::Input(format!("{card} is in two places")));
            }
        }
        // Who exposed a card that this player never had is no secret.
        let own: CardSet = played_by(self.player, &now, rules, played).collect();
        let elsewhere = self.hand | own | self.taken[0] | self.taken[1] | self.out_of_play;
        now.opponent_holds |= rules.exposed() - elsewhere;
        let wrong = |what: String| Err(Refusal::Input(what));
        for (place, &card) in played.iter().enumerate() {
            let who = now.to_play();
            let suit = now.led.map_or(card.suit(), Card::suit);
            if who == self.player {
                // The own cards to come are known, so a revoke is seen.
                let later: CardSet = played_by(who, &now, rules, &played[place..]).collect();
                let held = self.hand | later;
                if card.suit() != suit && held.has_suit(suit) {
                    return wrong(format!(
                        "{who} must follow {suit}, so {card} may not be played"
                    ));
                }
            } else {
                if now.opponent_voids[card.suit().index()] {
                    return wrong(format!("{who} plays {card}, being out of the suit"));
                }
                now.opponent_holds.remove(card);
                let is_exposed = rules.exposed().contains(card);
                let is_first = !now.suits_led[suit.index()];
                // A discard, or an exposed card that only a singleton allows.
                let void = &mut now.opponent_voids[suit.index()];
                if card.suit() != suit {
                    *void = true;
                } else if is_exposed && is_first {
                    let exposed_left = now.opponent_holds.in_suit(suit) & rules.exposed();
                    *void = exposed_left.is_empty();
                }
            }
            now.advance(rules, card);
        }
        for suit in &self.opponent_voids {
            now.opponent_voids[suit.index()] = true;
        }
        Ok(now)
    }
}

impl Now {
    /// Plays a card of whoever's turn it is.
    fn advance(&mut self, rules: &Rules, card: Card) {
        match self.led.take() {
            None => self.led = Some(card),
            Some(led) => {
                self.suits_led[led.suit().index()] = true;
                if trick::beats(card, led, rules.order()) {
                    self.leader = self.leader.opponent();
                }
                self.taken[self.leader.index()] |= CardSet::from_cards(&[led, card]);
            }
        }
    }
}

/// The cards of a player among those to come.
fn played_by<'a>(
    player: Player,
    now: &Now,
    rules: &'a Rules,
    cards: &'a [Card],
) -> impl Iterator<Item = Card> + 'a {
    let mut now = now.clone();
    cards.iter().copied().filter(move |&card| {
        let is_own = now.to_play() == player;
        now.advance(rules, card);
        is_own
    })
}

fn flags(suits: &[Suit]) -> [bool; 4] {
    let mut flags = [false; 4];
    for suit in suits {
        flags[suit.index()] = true;
    }
    flags
}
