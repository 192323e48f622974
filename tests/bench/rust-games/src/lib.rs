//! The games of `scripts/bench client`, written in Rust.

mod cells;
mod objects;

pub use cells::Cells;
pub use objects::Objects;

rondel::export!(Cells, Objects);
