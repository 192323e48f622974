//! The binding: the only place that knows JavaScript. It has two forms, from one declaration with
//! `#[boundary]`:
//!
//! - The package's own module uses `wasm_bindgen` (feature `bindgen`).
//! - The module of a game in Rust, which its author builds without a generator, uses symbols and memory
//!   (feature `module`; `src/boundary`).
//!
//! JavaScript uses two classes, each with its host:
//!
//! - [`GameEngine`], created by `pkg-template/lib/game/match.ts`. Its host is `lib/engine/host.ts`, which
//!   calls the game's code.
//! - [`OnlineClient`], created by such an engine. Its host is the same, extended by
//!   `lib/client/online-host.ts`.
//!
//! In the module of a game, the engine's host is `Adapter` of `src/game`, through `typed`, and objects have
//! numbers in place of pointers.
//!
//! Only numbers cross, in both directions, and nothing here refers to a JavaScript object: values, functions
//! and names are numbers in the tables of a host. The guard around each export sets the current host.

#[cfg(feature = "bots")]
mod bots;
mod bound;
mod codec;
#[cfg(feature = "bindgen")]
mod data;
mod engine;
mod entropy;
mod followed_match;
mod followed_page;
#[cfg(feature = "engine")]
mod host;
mod hosted_master;
mod hosted_match;
mod imports;
mod ledger;
mod memory;
mod name_table;
mod names;
mod numbers;
#[cfg(not(feature = "bindgen"))]
mod object_table;
mod online;
mod options;
mod read;
mod snapshots;
#[cfg(not(feature = "bindgen"))]
mod typed;
mod values;
mod write;

#[cfg(feature = "bots")]
pub use bots::Searcher;
pub use engine::GameEngine;
pub use online::OnlineClient;
#[cfg(not(feature = "bindgen"))]
#[doc(hidden)]
pub use rondel_boundary as boundary;
#[cfg(not(feature = "bindgen"))]
pub use typed::{ExportedGame, describe, new_engine, new_searcher, new_viewer};
