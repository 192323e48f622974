//! Games in Rust, with the engine in the same module. JavaScript holds matches of them as of any other.

mod board;
mod duel;
mod faults;

pub use board::Board;
pub use duel::Duel;
pub use faults::Faults;

rondel::export!(Duel, Faults, Board);
