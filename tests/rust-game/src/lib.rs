//! Games in Rust, with the engine in the same module. JavaScript holds matches of them as of any other.

mod board;
mod duel;
mod faults;
mod snares;
mod traps;

pub use board::Board;
pub use duel::Duel;
pub use faults::Faults;
pub use snares::Snares;
pub use traps::Traps;

rondel::export!(Duel, Faults, Board, Snares, Traps);
