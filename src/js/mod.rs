//! The binding: the only place that names `wasm_bindgen`.
//!
//! The thin JavaScript face (`pkg-template/client.js`) talks to [`GameEngine`]; the engine talks to the game through
//! `pkg-template/lib/engine/host.js`. `pkg-template/lib/client/online-session.js` talks to [`OnlineClient`], and `lib/online/decisions.js`
//! to [`OnlineMaster`].
//!
//! Numbers alone cross, in both directions, and nothing here refers to an object of JavaScript's: values, functions
//! and names are numbers in the tables of a host, and which host that is, the guard around each export says.

#[cfg(feature = "engine")]
mod engine;
#[cfg(feature = "engine")]
mod host;
mod imports;
#[cfg(feature = "sync")]
mod master;
#[cfg(feature = "engine")]
mod memory;
#[cfg(feature = "engine")]
mod names;
#[cfg(feature = "sync")]
mod online;
#[cfg(feature = "engine")]
mod read;
mod values;
#[cfg(feature = "engine")]
mod write;

#[cfg(feature = "engine")]
pub use engine::{GameEngine, Snapshot};
#[cfg(feature = "sync")]
pub use master::OnlineMaster;
#[cfg(feature = "sync")]
pub use online::OnlineClient;
