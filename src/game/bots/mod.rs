//! Bots for games in Rust.
//!
//! A bot asks a game for what may be done, [`Game::moves`](super::Game::moves), plays it on in the engine's search mode, and looks at
//! how matches end. What its seat does not see is dealt again: by [`Game::determinize`](super::Game::determinize) if the game says how, else
//! among the places that are hidden.

mod bot;
mod playouts;
mod typed_search;

pub use bot::{Bot, IsmctsBot, MctsBot, RandomBot, play_out};
pub use playouts::Playouts;

#[cfg(all(feature = "module", target_arch = "wasm32"))]
pub(crate) use typed_search::{Deals, TypedSearch};
