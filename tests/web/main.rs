//! Tests of the boundary to JavaScript in a browser: games that call back into the engine, throw, or pass
//! invalid values, and the release of memory.
//!
//! The host is `host.js`, without drafts: the tests concern the boundary, not Immer, which a plain page could
//! not load either.

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
