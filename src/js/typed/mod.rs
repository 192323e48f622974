//! The module of a game in Rust: its values, its views, and the exports of `export!`.

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
