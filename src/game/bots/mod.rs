//! Bots for games in Rust.
//!
//! A bot asks the game for the possible moves with [`Game::moves`](super::Game::moves), plays them in the
//! engine's search mode, and compares the results. It deals values that its seat does not see: with
//! [`Game::determinize`](super::Game::determinize) if the game implements it, otherwise by shuffling the
//! hidden values among their places.

mod bot;
mod playouts;
mod typed_search;

pub use bot::{Bot, IsmctsBot, MctsBot, RandomBot, play_out};
pub use playouts::Playouts;

#[cfg(all(feature = "module", target_arch = "wasm32"))]
pub(crate) use typed_search::{Deals, TypedSearch};
