//! What an author hands to the flow of a game.

use super::ctx::Ctx;
use super::cx::Cx;
use super::stop::Played;

/// A hook of a game: `fn(&mut self, cx: &Cx) -> Played`.
pub type Hook<G> = fn(&mut G, &Cx<'_>) -> Played;

/// A question about a match: `fn(&self, cx: &Ctx) -> T`.
pub type Ask<G, T> = fn(&G, &Ctx<'_>) -> T;

/// A hook after a move, which is handed the move.
pub type MoveHook<G, M> = fn(&mut G, &M, &Cx<'_>) -> Played;
