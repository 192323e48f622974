//! The module of a game that is written in Rust: its values, its views, and what `export!` makes of it.

mod games;
mod hosted;
mod known;
mod panics;
mod searcher;
mod shown_ctx;
mod values;
mod viewer;

#[cfg(rondel_types)]
pub use games::describe;
pub use games::{ExportedGame, new_engine, new_searcher, new_viewer};
