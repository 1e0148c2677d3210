//! How long an event takes: percentiles over whole games of random players, one
//! thread. The times are this machine's.
//!
//! ```sh
//! cargo run --release -p oldmaid-infer --example latency -- PLAYERS GAMES [joker|removed|unknown] [STATES] [LAZY_STEPS]
//! ```

#![allow(clippy::print_stdout)]

use std::env;
use std::error::Error;
use std::time::{Duration, Instant};

use cards_core::random::{below, trial_rng};
use cards_core::{Card, Seat};
use oldmaid_infer::{Budget, Filter, Game, OddCard, Rules};
use rand_pcg::Pcg64Mcg;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let players: usize = arguments.next().map_or(Ok(4), |text| text.parse())?;
    let games: u64 = arguments.next().map_or(Ok(1000), |text| text.parse())?;
    if games == 0 {
        return Err("no games, so no times; ask for at least 1".into());
    }
    let odd_card = match arguments.next().as_deref() {
        None | Some("joker") => OddCard::Joker,
        Some("removed") => OddCard::Removed("QC".parse::<Card>()?),
        Some("unknown") => OddCard::Unknown,
        Some(other) => return Err(format!("'{other}' is not joker, removed or unknown").into()),
    };
    let mut budget = Budget::of_players(players);
    if let Some(states) = arguments.next() {
        budget = budget.with_states(states.parse()?);
    }
    if let Some(steps) = arguments.next() {
        budget = budget.with_lazy_steps(steps.parse()?);
    }
    let rules = Rules {
        odd_card,
        ..Rules::DOCUMENT.with_players(players)
    };

    let (mut starts, mut events, mut queries) = (Vec::new(), Vec::new(), Vec::new());
    let (mut states, mut first_states) = (Vec::new(), Vec::new());
    let (mut approximate_games, mut approximate_events) = (0, 0);
    for trial in 0..games {
        let mut rng: Pcg64Mcg = trial_rng(0, trial);
        let mut game = Game::deal(&rules, &mut rng)?;
        let observer = Seat::new(trial as usize % players).ok_or("no such seat")?;
        let hand = game.start_hands()[observer.index()];
        let clock = Instant::now();
        let mut filter = Filter::with_budget(&rules, observer, game.start(), &hand, budget)?;
        starts.push(clock.elapsed());
        first_states.push(filter.states());
        while !game.table().is_over() {
            let targets: Vec<_> = game.table().targets().collect();
            let from = targets[below(&mut rng, targets.len() as u64) as usize];
            let draw = game.draw_random(from, false, &mut rng)?.seen_by(observer);
            let before = filter.clone();
            let clock = Instant::now();
            filter.observe(&draw)?;
            let mut time = clock.elapsed();
            // A long time may be that of another program: the least of three counts.
            if time > Duration::from_millis(1) {
                for _ in 0..2 {
                    let mut again = before.clone();
                    let clock = Instant::now();
                    again.observe(&draw)?;
                    time = time.min(clock.elapsed());
                }
            }
            events.push(time);
            let clock = Instant::now();
            let marginals = filter.marginals();
            queries.push(clock.elapsed());
            assert!(marginals.holds_odd(observer) <= 1.0);
            states.push(filter.states());
            approximate_events += u32::from(!filter.is_exact());
        }
        approximate_games += u32::from(!filter.is_exact());
    }
    println!("{players} players, {games} games, {} events", events.len());
    println!("what      p50         p90         p99         p99.9       max");
    for (name, times) in [
        ("start", &mut starts),
        ("event", &mut events),
        ("query", &mut queries),
    ] {
        times.sort();
        print!("{name:8}");
        for share in [0.5, 0.9, 0.99, 0.999, 1.0] {
            print!("  {:10}", format!("{:.2?}", percentile(times, share)));
        }
        println!();
    }
    states.sort_unstable();
    first_states.sort_unstable();
    println!(
        "states: at the start median {}, most {}; later median {}, most {}",
        first_states[first_states.len() / 2],
        first_states[first_states.len() - 1],
        states[states.len() / 2],
        states[states.len() - 1]
    );
    println!("approximate: {approximate_events} events, {approximate_games} games");
    Ok(())
}

fn percentile(sorted: &[Duration], share: f64) -> Duration {
    let place = (share * (sorted.len() - 1) as f64).round() as usize;
    sorted[place]
}
