//! The binding: the only place that names `wasm_bindgen`.
//!
//! The thin JavaScript face (`pkg-template/client.js`) talks to [`GameEngine`]; the engine talks
//! to the game through `pkg-template/lib/host.js`. `G` stays an opaque handle throughout.

mod arguments;
mod border;
mod config;
mod convert;
mod engine;
mod flat;
mod host;
mod memory;
mod restore;

pub use engine::{GameEngine, Snapshot};
