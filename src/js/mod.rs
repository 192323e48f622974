//! The binding: the only place that names `wasm_bindgen`.
//!
//! JavaScript holds two classes, each with a host that answers for it: [`GameEngine`], made by
//! `pkg-template/lib/game/match.js`, with `lib/engine/host.js`, which calls the game's code; [`OnlineClient`], which such an
//! engine makes, with the same host and what `lib/client/online-host.js` adds to that.
//!
//! A game written in Rust is linked with the engine into a module of its own, under the feature `native`: it implements
//! `BoundHost`, and hands an engine made by [`GameEngine::hosting`] to JavaScript. `tests/rust-game` is one.
//!
//! Numbers alone cross, in both directions, and nothing here refers to an object of JavaScript's: values, functions
//! and names are numbers in the tables of a host, and which host that is, the guard around each export says.

#[cfg(feature = "bots")]
mod bots;
mod bound;
#[cfg(feature = "bindgen")]
mod data;
mod engine;
mod entropy;
mod followed_match;
mod followed_page;
#[cfg(not(feature = "bindgen"))]
mod guests;
#[cfg(feature = "engine")]
mod host;
mod hosted_master;
mod hosted_match;
mod imports;
mod master;
mod memory;
mod name_table;
mod names;
mod online;
mod options;
mod read;
#[cfg(not(feature = "bindgen"))]
mod typed;
mod values;
mod write;

#[cfg(feature = "bots")]
pub use bots::Searcher;
#[cfg(feature = "native")]
pub use bound::{Bound, BoundHost};
pub use engine::{GameEngine, Snapshot};
#[cfg(feature = "native")]
pub use imports::{Thrown, seed, warn};
#[cfg(feature = "native")]
pub use names::Names;
pub use online::OnlineClient;
#[cfg(feature = "native")]
pub use values::ValueId;
