//! Tests of whole games, written in Rust and played by the engine without a browser.
//!
//! [`support`] contains the host of such games. Each other module tests one part of the rules.

#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod active_players;
mod bots;
mod checks;
mod clocks;
mod compat;
mod differences;
mod event_arguments;
mod events;
mod game_values;
mod games;
mod hook_order;
mod leaving;
mod log;
mod loops;
mod moves;
mod online;
mod phases;
mod plugins;
mod predict;
mod properties;
mod random;
mod rights;
mod rust_games;
mod search;
mod stages;
mod support;
mod turn_orders;
mod turns;
mod undo;
