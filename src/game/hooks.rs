//! The types of the functions in a game's flow.

use super::ctx::Ctx;
use super::cx::Cx;
use super::stop::Played;

/// A hook of a game: `fn(&mut self, cx: &Cx) -> Played`.
pub type Hook<G> = fn(&mut G, &Cx<'_>) -> Played;

/// A question about a match: `fn(&G, cx: &Ctx) -> T`.
pub type Ask<G, T> = fn(&G, &Ctx<'_>) -> T;

/// A hook after a move, which receives the move.
pub type MoveHook<G, M> = fn(&mut G, &M, &Cx<'_>) -> Played;
