//! The games of `scripts/bench client`, written in Rust.

mod cells;
mod listed;
mod objects;

pub use cells::Cells;
pub use listed::Listed;
pub use objects::Objects;

rondel::export!(Cells, Objects, Listed);
