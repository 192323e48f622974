//! Tests of the types of games in Rust: moves, seats, piles, views and patches.

mod changes;
mod comments;
mod lists;
mod moves;
mod numbers;
mod types;
mod views;
