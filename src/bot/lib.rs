//! Bots: a search over a match of any kind.
//!
//! - [`World`] is a match as a search sees it. [`MatchWorld`] is a match of the engine; it asks a game's
//!   [`Advice`].
//! - [`Search`] grows a tree of possible continuations over a [`World`], in slices of iterations.
//! - [`Candidate`] is an action with its results. Workers' candidates are merged, then one is chosen.

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
