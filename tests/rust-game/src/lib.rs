//! A card game in Rust, with the engine in the same module. JavaScript holds a match of it as any other.

mod definition;
mod duel;
mod host;
mod viewer;

pub use viewer::Viewer;
