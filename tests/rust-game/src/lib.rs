//! Games in Rust, in one module with the engine. JavaScript uses their matches like any others.

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
