//! The module of a game that is written in Rust: its values, its views, and what `export!` makes of it.

mod panics;
mod values;
