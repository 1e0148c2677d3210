//! Exactly uniform worlds against two usual ways to deal hidden cards, on the same views
//! in the same run: dealing at random until the deal fits, and giving each card to a
//! random seat that may hold it, starting over when stuck. Medians of the times, a
//! Markdown table; and how far from uniform each is. The times are this machine's.
//!
//! `cargo run --release -p hearts-mc --example versus_dealing`
#![allow(clippy::print_stdout)]

use std::collections::HashMap;
use std::hint::black_box;
use std::time::Instant;

use cards_core::random::{below, deal, trial_rng};
use cards_core::{BySeat, CardSet, Seat};
use hearts_mc::worlds::{Constraints, Worlds};
use hearts_mc::{Greedy, Pass, Phase, Round, Rules, Strategy};
use rand_pcg::Pcg64Mcg;

/// What the player to move knows after so many plays of greedy players.
fn constraints(trial: u64, plays: usize) -> Constraints {
    let mut rng: Pcg64Mcg = trial_rng(5, trial);
    let mut round = Round::deal(&Rules::STANDARD, Pass::Hold, &mut rng);
    while let Phase::Playing(seat) = round.phase() {
        let view = round.view(seat);
        if round.plays().len() == plays {
            return view.constraints();
        }
        let card = Greedy.play(&view, &mut rng);
        round.play(card).expect("a legal card");
    }
    unreachable!("a deal has 52 plays")
}

fn sizes(constraints: &Constraints) -> [usize; 4] {
    BySeat::<_, 4>::from_fn(|seat| constraints.size(seat)).into_array()
}

fn until_it_fits(constraints: &Constraints, rng: &mut Pcg64Mcg) -> BySeat<CardSet> {
    loop {
        let hands = deal(constraints.unseen(), sizes(constraints), rng).expect("so many cards");
        let fits = |seat: Seat| {
            let hand = hands[seat.index()];
            hand.is_subset(constraints.possible(seat)) && constraints.held(seat).is_subset(hand)
        };
        if Seat::all(4).all(fits) {
            return BySeat::new(hands);
        }
    }
}

fn greedily(constraints: &Constraints, rng: &mut Pcg64Mcg) -> BySeat<CardSet> {
    'again: loop {
        let mut hands = BySeat::<CardSet>::from_fn(|seat| constraints.held(seat));
        let known = hands
            .as_array()
            .iter()
            .fold(CardSet::EMPTY, |all, &hand| all | hand);
        for card in constraints.unseen() - known {
            let may = |seat: &Seat| {
                hands[*seat].len() < constraints.size(*seat)
                    && constraints.possible(*seat).contains(card)
            };
            let seats: Vec<Seat> = Seat::all(4).filter(may).collect();
            if seats.is_empty() {
                continue 'again;
            }
            let seat = seats[below(rng, seats.len() as u64) as usize];
            hands[seat].insert(card);
        }
        return hands;
    }
}

type Dealer<'a> = &'a dyn Fn(&mut Pcg64Mcg) -> BySeat<CardSet>;

/// Nanoseconds a world: the time of so many, divided.
fn time(dealer: Dealer<'_>, worlds: u32, rng: &mut Pcg64Mcg) -> f64 {
    let start = Instant::now();
    for _ in 0..worlds {
        black_box(dealer(rng));
    }
    start.elapsed().as_nanos() as f64 / f64::from(worlds)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "| plays so far | views | `Worlds::sample`, ns | card by card, ns | until it fits, ns |"
    );
    println!("|--:|--:|--:|--:|--:|");
    for plays in [8, 20, 32, 40] {
        let mut times = [const { Vec::new() }; 3];
        for trial in 0..101 {
            let known = constraints(trial, plays);
            let worlds = Worlds::new(&known)?;
            let mut rng: Pcg64Mcg = trial_rng(6, trial);
            let dealers: [(Dealer<'_>, u32); 3] = [
                (&|rng| worlds.sample(rng), 200),
                (&|rng| greedily(&known, rng), 100),
                (&|rng| until_it_fits(&known, rng), 20),
            ];
            for (times, (dealer, count)) in times.iter_mut().zip(dealers) {
                times.push(time(dealer, count, &mut rng));
            }
        }
        let [own, greedy, fitting] = times.map(median);
        println!(
            "| {plays} | 101 | {own:.0} | {greedy:.0} ({:.1}×) | {fitting:.0} ({:.1}×) |",
            greedy / own,
            fitting / own
        );
    }

    // Two players, one of them without spades: how often each world comes.
    let unseen = "♠K2 ♥K32 ♦2".parse()?;
    let known = Constraints::new(unseen, BySeat::new([0, 3, 3, 0]))
        .with_void(Seat::new(2).ok_or("seat 2")?, cards_core::Suit::Spades);
    let worlds = Worlds::new(&known)?;
    println!(
        "\nrarest and commonest of {} equally likely worlds in 100,000:",
        worlds.count()
    );
    let dealers: [(&str, Dealer<'_>); 3] = [
        ("Worlds::sample", &|rng| worlds.sample(rng)),
        ("card by card", &|rng| greedily(&known, rng)),
        ("until it fits", &|rng| until_it_fits(&known, rng)),
    ];
    for (name, dealer) in dealers {
        let mut rng: Pcg64Mcg = trial_rng(7, 0);
        let mut counts: HashMap<BySeat<CardSet>, u32> = HashMap::new();
        for _ in 0..100_000 {
            *counts.entry(dealer(&mut rng)).or_default() += 1;
        }
        let counts = || counts.values().copied();
        let (least, most) = (counts().min().unwrap_or(0), counts().max().unwrap_or(0));
        println!("- {name}: {least} and {most}");
    }
    Ok(())
}
