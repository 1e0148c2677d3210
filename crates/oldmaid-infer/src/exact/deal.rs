//! The chance of every open state at the deal.

use super::space::{Counts, MAX_PLAYERS, Space};
use crate::Rules;

/// Numbers by how many cards all players but the last are dealt: a polynomial with
/// one variable a player.
#[derive(Clone)]
struct Polynomial(Vec<f64>);

struct Grid {
    len: usize,
    steps: [usize; MAX_PLAYERS],
    limits: [usize; MAX_PLAYERS],
    players: usize,
}

/// One way to deal the cards of a kind: how many each player gets, and in how many
/// ways.
type Term = ([usize; MAX_PLAYERS], f64);

impl Grid {
    fn new(sizes: &[usize]) -> Grid {
        let players = sizes.len();
        let mut grid = Grid {
            len: 1,
            steps: [0; MAX_PLAYERS],
            limits: [0; MAX_PLAYERS],
            players,
        };
        for (player, &size) in sizes.iter().enumerate().take(players - 1) {
            grid.steps[player] = grid.len;
            grid.limits[player] = size;
            grid.len *= size + 1;
        }
        grid
    }

    fn cards(&self, index: usize, player: usize) -> usize {
        index / self.steps[player] % (self.limits[player] + 1)
    }

    fn times(&self, polynomial: &Polynomial, terms: &[Term]) -> Polynomial {
        let mut product = vec![0.0; self.len];
        for (index, &value) in polynomial
            .0
            .iter()
            .enumerate()
            .filter(|(_, value)| **value != 0.0)
        {
            for (cards, ways) in terms {
                let mut to = index;
                let mut fits = true;
                for (player, &dealt) in cards.iter().enumerate().take(self.players - 1) {
                    fits &= self.cards(index, player) + dealt <= self.limits[player];
                    to += dealt * self.steps[player];
                }
                if fits {
                    product[to] += value * ways;
                }
            }
        }
        Polynomial(product)
    }

    /// The number at the full hands of a product of two.
    fn full_product(&self, a: &Polynomial, b: &Polynomial) -> f64 {
        a.0.iter().zip(b.0.iter().rev()).map(|(a, b)| a * b).sum()
    }
}

/// The ways to deal `copies` cards of a kind so that just the players of a set get
/// an odd number.
fn terms(players: usize, copies: usize, set: u8) -> Vec<Term> {
    fn extend(
        players: usize,
        left: usize,
        set: u8,
        cards: &mut Vec<usize>,
        found: &mut Vec<Vec<usize>>,
    ) {
        let player = cards.len();
        if player == players {
            if left == 0 {
                found.push(cards.clone());
            }
            return;
        }
        for dealt in (usize::from(set >> player & 1)..=left).step_by(2) {
            cards.push(dealt);
            extend(players, left - dealt, set, cards, found);
            cards.pop();
        }
    }
    let mut found = Vec::new();
    extend(players, copies, set, &mut Vec::new(), &mut found);
    let factorial = |n: usize| (1..=n).product::<usize>() as f64;
    let term = |cards: Vec<usize>| {
        let mut dealt = [0; MAX_PLAYERS];
        dealt[..players].copy_from_slice(&cards);
        let ways = cards
            .iter()
            .fold(factorial(copies), |ways, &n| ways / factorial(n));
        (dealt, ways)
    };
    found.into_iter().map(term).collect()
}

/// Calls `found` with every open state once its pairs are out and its chance.
///
/// The number of deals of a state is a coefficient of a product of one polynomial
/// a kind in the numbers of cards that the players are dealt.
pub(super) fn each(rules: &Rules, space: &Space, mut found: impl FnMut(&Counts, u8, f64)) {
    let players = rules.players;
    let grid = Grid::new(&rules.dealt_sizes());
    let mut one = vec![0.0; grid.len];
    one[0] = 1.0;
    let one = Polynomial(one);
    let Some(odd_kind) = rules.odd_kinds().nth(0) else {
        return;
    };
    let odd_copies = usize::from(rules.dealt_copies(odd_kind, odd_kind));
    let copies = rules
        .kinds()
        .without(odd_kind)
        .nth(0)
        .map_or(0, |kind| usize::from(rules.copies(kind)));

    // The kinds that nobody is left with, and the odd kind.
    let nobody = terms(players, copies, 0);
    let mut rest: Vec<Vec<Polynomial>> = Vec::new();
    let mut power = one.clone();
    for _ in 0..=space.kinds {
        let with_odd = space
            .odd
            .iter()
            .map(|&set| grid.times(&power, &terms(players, odd_copies, set)));
        rest.push(with_odd.collect());
        power = grid.times(&power, &nobody);
    }
    let even: Vec<Vec<Term>> = space
        .even
        .iter()
        .map(|&set| terms(players, copies, set))
        .collect();

    // All of them together are the ways to deal the pack.
    let mut log_deals = 0.0;
    let mut dealt = 0_u32;
    for size in rules.dealt_sizes() {
        for place in 1..=size {
            dealt += 1;
            log_deals += f64::from(dealt).ln() - (place as f64).ln();
        }
    }
    let mut walk = Walk {
        space,
        grid: &grid,
        even: &even,
        rest: &rest,
        scale: (-log_deals).exp(),
    };
    walk.visit(Counts::default(), 0, space.kinds, 1.0, &one, &mut found);
}

struct Walk<'a> {
    space: &'a Space,
    grid: &'a Grid,
    even: &'a [Vec<Term>],
    rest: &'a [Vec<Polynomial>],
    scale: f64,
}

impl Walk<'_> {
    /// Goes on from a set, with the kinds that are left, in how many ways those
    /// before can be chosen, and their polynomial.
    fn visit(
        &mut self,
        mut counts: Counts,
        place: usize,
        left: usize,
        ways: f64,
        polynomial: &Polynomial,
        found: &mut impl FnMut(&Counts, u8, f64),
    ) {
        let Some(terms) = self.even.get(place) else {
            for (&odd, rest) in self.space.odd.iter().zip(&self.rest[left]) {
                let deals = self.grid.full_product(polynomial, rest);
                if deals > 0.0 {
                    found(&counts, odd, ways * deals * self.scale);
                }
            }
            return;
        };
        let mut polynomial = polynomial.clone();
        let mut ways = ways;
        for count in 0..=left {
            counts[place] = count as u8;
            self.visit(counts, place + 1, left - count, ways, &polynomial, found);
            if count < left {
                polynomial = self.grid.times(&polynomial, terms);
                ways *= (left - count) as f64 / (count + 1) as f64;
                if polynomial.0.iter().all(|&value| value == 0.0) {
                    break;
                }
            }
        }
    }
}
