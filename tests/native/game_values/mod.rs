//! What games in Rust are made of: moves, seats, piles, views and what differs between them.

mod changes;
mod comments;
mod lists;
mod moves;
mod numbers;
mod types;
mod views;
