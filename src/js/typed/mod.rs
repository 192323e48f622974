//! The module of a game in Rust: its values, its views, and the exports of `export!`.

mod games;
mod hosted;
mod panics;
mod searcher;
mod shown_ctx;
mod shown_states;
mod stored_value;
mod values;
mod viewer;

pub(super) use stored_value::StoredValue;

pub use games::{ExportedGame, describe, new_engine, new_searcher, new_viewer};
