//! The binding: the only place that names `wasm_bindgen`.
//!
//! The thin JavaScript face (`pkg-template/client.js`) talks to [`GameEngine`]; the engine talks
//! to the game through `pkg-template/lib/host.js`. `G` stays an opaque handle throughout.
//! `pkg-template/lib/online.js` talks to [`OnlineClient`], and `lib/ledger.js` to [`PlayerLedger`].

#[cfg(feature = "engine")]
mod arguments;
#[cfg(feature = "engine")]
mod border;
#[cfg(feature = "engine")]
mod config;
#[cfg(feature = "engine")]
mod convert;
#[cfg(feature = "engine")]
mod engine;
#[cfg(feature = "engine")]
mod flat;
#[cfg(feature = "engine")]
mod host;
#[cfg(feature = "sync")]
mod ledger;
#[cfg(feature = "engine")]
mod memory;
#[cfg(feature = "engine")]
mod restore;
#[cfg(feature = "sync")]
mod sync;

#[cfg(feature = "engine")]
pub use engine::{GameEngine, Snapshot};
#[cfg(feature = "sync")]
pub use ledger::PlayerLedger;
#[cfg(feature = "sync")]
pub use sync::OnlineClient;
