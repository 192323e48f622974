//! Win rates of both sides in connect four: `cargo run --release -p simulate [MATCHES] [ITERATIONS]`.
//!
//! Bots play each match on its own seed, with this number of iterations for a move (0: random moves), on all
//! cores. The results do not depend on the number of cores.
#![forbid(unsafe_code)]

use std::time::Instant;

use connect_four::ConnectFour;
use rayon::prelude::*;
use rondel::game::MatchError;
use rondel::game::bots::{Bot, MctsBot, RandomBot, play_out};
use rondel::prelude::*;

fn main() -> std::result::Result<(), String> {
    let number = |text: String| text.parse().map_err(|_| format!("{text}: expected a number"));
    let mut numbers = std::env::args().skip(1).map(number);
    let matches: u32 = numbers.next().transpose()?.unwrap_or(10_000);
    let iterations: u32 = numbers.next().transpose()?.unwrap_or(0);
    let begun = Instant::now();
    // A match and its bots live in one thread. Only the outcome leaves it.
    let ended: Vec<Ended> = (0..matches)
        .into_par_iter()
        .map(|number| play(number, iterations).unwrap_or(Ended::Failed))
        .collect();
    let took = begun.elapsed();
    for how in [Ended::First, Ended::Second, Ended::Draw, Ended::Failed] {
        let count = ended.iter().filter(|ended| **ended == how).count();
        println!("{how:?}: {count}, {:.1} %", 100.0 * count as f64 / f64::from(matches.max(1)));
    }
    println!("{matches} matches in {took:.1?} on {} threads", rayon::current_num_threads());
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Ended {
    First,
    Second,
    Draw,
    Failed,
}

fn play(number: u32, iterations: u32) -> std::result::Result<Ended, MatchError> {
    let mut game = Match::<ConnectFour>::new(2).seed(number).start()?;
    let bot = |side: &str| -> Box<dyn Bot<ConnectFour>> {
        let seed = format!("{side} {number}");
        if iterations == 0 {
            Box::new(RandomBot::new(&seed))
        } else {
            Box::new(MctsBot::new(&seed).iterations(iterations))
        }
    };
    play_out(&mut game, &mut [bot("first"), bot("second")])?;
    Ok(match game.outcome() {
        Some(Outcome::Winner(seat)) if seat.index() == 0 => Ended::First,
        Some(Outcome::Winner(_)) => Ended::Second,
        _ => Ended::Draw,
    })
}
