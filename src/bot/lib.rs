//! Bots: a search over a match, of whatever kind the match is.
//!
//! - [`World`] is what a match is to a search; [`MatchWorld`] is a match of the engine, which asks a game's [`Advice`].
//! - [`Search`] grows a tree of what may happen, one [`World`] after another, in slices of iterations.
//! - [`Candidate`] is an action with what was found out about it; workers' candidates are merged, and one is chosen.

#![no_std]

extern crate alloc;

mod candidates;
mod follow;
mod match_world;
mod rewards;
mod search;
mod tree;
mod world;

pub use candidates::{Candidate, choose, merge};
pub use follow::follow_match;
pub use match_world::{Advice, Draw, MatchWorld, players_of};
pub use rewards::share_among_winners;
pub use search::{PAUSE, Search, Settings};
pub use world::{Played, Seat, World};
