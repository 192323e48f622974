//! The binding: the only place that knows of JavaScript. There are two of it: the package's own module speaks `wasm_bindgen`
//! (feature `bindgen`), and the module of a game, which its author builds without a generator, by symbols and memory alone
//! (feature `module`; `src/boundary`). What crosses is written here once for both: `#[boundary]`.
//!
//! JavaScript holds two classes, each with a host of its own: [`GameEngine`], made by
//! `pkg-template/lib/game/match.ts`, with `lib/engine/host.ts`, which calls the game's code; [`OnlineClient`], which such an
//! engine makes, with the same host and what `lib/client/online-host.ts` adds to that.
//!
//! In the module of a game its host is `Adapter` of `src/game`, by `typed`, and numbers of guests take the place of
//! pointers.
//!
//! Numbers alone cross, in both directions, and nothing here refers to an object of JavaScript's: values, functions
//! and names are numbers in the tables of a host, and which host that is, the guard around each export says.

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
#[cfg(not(feature = "bindgen"))]
mod guests;
#[cfg(feature = "engine")]
mod host;
mod hosted_master;
mod hosted_match;
mod imports;
mod ledger;
mod looks;
mod memory;
mod name_table;
mod names;
mod numbers;
mod online;
mod options;
mod read;
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
