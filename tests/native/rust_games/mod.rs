//! Games that are written on the library's own API, and played natively.

mod bots;
mod checks;
mod described;
mod duel;
mod duels;
mod online;
mod payloads;
mod phases;
mod rules;
mod said;
mod tic_tac_toe;
mod turns;
mod unwritable;
