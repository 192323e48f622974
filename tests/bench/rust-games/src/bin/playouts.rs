//! Random matches of tic-tac-toe on one core without JavaScript, per second of processor time.

use std::time::{Duration, Instant};

use rondel::game::bots::Playouts;
use rondel::prelude::*;
use tic_tac_toe::TicTacToe;

const ROUNDS: usize = 5;
const SLICE: Duration = Duration::from_millis(500);
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn main() -> std::result::Result<(), String> {
    let begun = Match::<TicTacToe>::new(2).seed("playouts").start().map_err(|error| error.to_string())?;
    let (mut dice, mut moves) = (Dice(0x9e37_79b9_7f4a_7c15), Vec::new());
    report("Match::play (log, undo, a state for each move)", 100, || {
        let mut game = begun.clone();
        while game.outcome().is_none() {
            let seat = game.ctx().current();
            game.moves(seat, &mut moves);
            let mv = moves.swap_remove(dice.below(moves.len()));
            if game.play(seat, mv).is_err() {
                break;
            }
        }
    });
    let mut playouts = Playouts::of(&begun, "playouts");
    report("Playouts (the engine's search mode)", 1, || {
        playouts.play_many(100, |outcome| {
            std::hint::black_box(outcome);
        });
    });
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    report("the rules in a loop, written by hand", 100, || {
        std::hint::black_box(by_hand(&mut dice));
    });
    Ok(())
}

/// Prints the number of calls per second of processor time, measured in batches of 100: the best of several
/// rounds.
fn report(name: &str, calls: u32, mut play: impl FnMut()) {
    let rates = (0..ROUNDS).map(|_| {
        let (begun, on_cpu, mut count) = (Instant::now(), on_cpu(), 0_u32);
        while begun.elapsed() < SLICE {
            (0..calls).for_each(|_| play());
            count += 100;
        }
        f64::from(count)
            / self::on_cpu().map_or(SLICE.as_secs_f64(), |after| after - on_cpu.unwrap_or_default())
    });
    println!("{:>12.0}   {name}", rates.fold(0.0, f64::max));
}

/// Returns the seconds that this thread has spent on a processor, if the system reports them, because other
/// programs run too.
fn on_cpu() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

/// Plays a match by hand, with the same cells and lists of moves as the game.
fn by_hand(dice: &mut Dice) -> Option<usize> {
    let (mut cells, mut moves) = ([None; 9], Vec::new());
    for turn in 0..cells.len() {
        moves.clear();
        moves.extend((0..cells.len()).filter(|cell| cells.get(*cell) == Some(&None)));
        let at = dice.below(moves.len());
        *cells.get_mut(*moves.get(at)?)? = Some(turn % 2);
        let owner = |line: &[usize; 3]| line.map(|cell| cells.get(cell).copied().flatten());
        let line = LINES.iter().map(owner).find(|[a, b, c]| a.is_some() && a == b && b == c);
        if let Some([winner, ..]) = line {
            return winner;
        }
    }
    None
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((u128::from(self.0) * end as u128) >> 64) as usize
    }
}
