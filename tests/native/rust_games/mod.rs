//! Tests of native games with the library's own API.

mod bots;
mod checks;
mod described;
mod duel;
mod duels;
mod effects;
mod online;
mod payloads;
mod phases;
mod rules;
mod said;
mod tic_tac_toe;
mod turns;
mod unwritable;
