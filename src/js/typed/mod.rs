//! The module of a game that is written in Rust: its values, its views, and what `export!` makes of it.

mod games;
mod hosted;
mod known;
mod made;
mod panics;
mod searcher;
mod shown_ctx;
mod values;
mod viewer;

pub(super) use made::Kept;

pub use games::{ExportedGame, describe, new_engine, new_searcher, new_viewer};
