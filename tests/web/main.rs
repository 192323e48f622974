//! The boundary to JavaScript, in a browser: what happens when games call back into the engine, throw, or
//! hand over nonsense, and that memory is released.
//!
//! The game's side is `host.js`, a host without drafts: what is tested is the way across the boundary, and
//! not Immer, which a bare page could not load either.

#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod game;
mod hostile;
mod identity;
mod memory;
mod reentry;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
