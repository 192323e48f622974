//! Questions to a game's code that the engine does not ask: views, legal moves, states of other versions.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use rondel_derive::boundary;
use serde::{Deserialize, Serialize};

use super::super::imports;
use super::super::object_table::Release;
use super::super::values::ValueId;
use super::shown_ctx::ctx_of;
use super::shown_states;
use super::values::{keep, raise, read, read_g};
use crate::codes::{problem, value};
use crate::core::Game as Rules;
use crate::game::{Ctx, Function, Game, Moves, Seat, Stored, patch_of, seen_by};

/// Viewer of the states of a game, for all matches. Numbers that it receives and returns belong to the host.
#[boundary]
pub struct Viewer(Box<dyn Views>);

#[boundary]
impl Viewer {
    /// Stores the view of `G` for a player, or for a spectator without one. Unchanged parts are shared with
    /// the player's view of an earlier `G`, or none if it is `undefined`.
    #[allow(clippy::too_many_arguments, reason = "one crossing, and only numbers cross")]
    pub fn view(&self, g: u32, player: u32, _ctx: u32, g_before: u32, view_before: u32) -> u32 {
        self.0.view(g, player, g_before, view_before)
    }

    /// Stores the list of the possible moves of a player, as far as the game lists them: `{ move, args }`.
    pub fn moves(&self, g: u32, ctx: u32, player: u32) -> u32 {
        self.0.moves(g, ctx, player)
    }

    /// Stores the result of the game's `migrate` for `{ G, ctx }` of that version, or `undefined` if the game
    /// does not know the version.
    pub fn migrate(&self, stored: u32, from: u32) -> u32 {
        self.0.migrate(stored, from)
    }
}

impl Release for Viewer {
    fn release(&self) {}

    fn recover(&self) {}
}

impl Viewer {
    /// Creates a viewer for games of this type with these rules.
    pub fn of<G: Game>(rules: Rules<Function<G>, ValueId>) -> Self {
        Viewer(Box::new(ViewerOf { rules }))
    }
}

trait Views {
    fn view(&self, g: u32, player: u32, g_before: u32, view_before: u32) -> u32;
    fn moves(&self, g: u32, ctx: u32, player: u32) -> u32;
    fn migrate(&self, stored: u32, from: u32) -> u32;
}

struct ViewerOf<G: Game> {
    rules: Rules<Function<G>, ValueId>,
}

impl<G: Game> ViewerOf<G> {
    fn try_view(&self, g: u32, player: u32, before: Option<(u32, u32)>) -> Result<u32, String> {
        let seat = seat_of(player);
        let seen = seen_by(&*state_of::<G>(g)?, seat);
        let before = before.and_then(|(g, view)| Some((shown_states::state_of::<G>(g)?, view)));
        Ok(match before {
            None => keep(&seen, "G"),
            Some((before, view)) => {
                match patch_of(&seen, &seen_by(&*before, seat)).map_err(|why| why.inside("G"))? {
                    None => view,
                    Some(differences) => imports::patched(view, &differences),
                }
            }
        })
    }

    fn try_moves(&self, g: u32, ctx: u32, player: u32) -> Result<u32, String> {
        let (g, ctx) = (state_of::<G>(g)?, ctx_of(ctx)?);
        let Some(seat) = seat_of(player) else { return Ok(keep(&[(); 0], "moves")) };
        let (mut moves, player) = (Vec::new(), seat.to_string().into());
        g.moves(&Ctx::of(&ctx), seat, &mut moves);
        let is_open = |made: &G::Move| self.rules.find_move(&ctx, made.id(), Some(&player)).is_some();
        let open: Vec<Listed<'_, G::Move>> = moves.iter().filter(|made| is_open(made)).map(Listed).collect();
        Ok(keep(&open, "moves"))
    }

    fn try_migrate(&self, stored: u32, from: u32) -> Result<u32, String> {
        let (stored, from) = stored_at(stored, from)?;
        Ok(keep_stored(G::migrate(stored, from)))
    }
}

impl<G: Game> Views for ViewerOf<G> {
    fn view(&self, g: u32, player: u32, g_before: u32, view_before: u32) -> u32 {
        let before = (view_before != value::UNDEFINED).then_some((g_before, view_before));
        number_or_throw(self.try_view(g, player, before))
    }

    fn moves(&self, g: u32, ctx: u32, player: u32) -> u32 {
        number_or_throw(self.try_moves(g, ctx, player))
    }

    fn migrate(&self, stored: u32, from: u32) -> u32 {
        number_or_throw(self.try_migrate(stored, from))
    }
}

#[derive(Serialize, Deserialize)]
struct Whole {
    #[serde(rename = "G")]
    g: serde_json::Value,
    ctx: serde_json::Value,
}

/// Reads a stored match and its version. Not inlined, as the following functions, so that the module contains
/// it once.
#[inline(never)]
fn stored_at(stored: u32, from: u32) -> Result<(Stored, Option<u32>), String> {
    let Whole { g, ctx } = read(stored, "state")?;
    Ok((Stored { g, ctx }, read(from, "version")?))
}

#[inline(never)]
fn keep_stored(stored: Option<Stored>) -> u32 {
    let whole = stored.map(|Stored { g, ctx }| Whole { g, ctx });
    whole.map_or(value::UNDEFINED, |whole| keep(&whole, "G"))
}

/// A move in the form of `ai.enumerate`.
struct Listed<'a, M>(&'a M);

impl<M: Moves> Serialize for Listed<'_, M> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut listed = to.serialize_struct("Move", 2)?;
        listed.serialize_field("move", M::DECLARED.get(self.0.id()).map_or("", |info| info.name))?;
        listed.serialize_field("args", &crate::game::derived::ArgsIn(self.0))?;
        listed.end()
    }
}

#[inline(never)]
fn number_or_throw(result: Result<u32, String>) -> u32 {
    result.unwrap_or_else(|why| {
        raise(problem::STATE, &why, "G");
        value::UNDEFINED
    })
}

fn state_of<G: Game>(id: u32) -> Result<Rc<G>, String> {
    shown_states::state_of(id).map_or_else(|| read_g(id).map(Rc::new), Ok)
}

/// Returns the seat of a player with this number, or `None` for a spectator.
#[inline(never)]
fn seat_of(player: u32) -> Option<Seat> {
    Seat::parse(&read::<Option<String>>(player, "playerID").ok()??)
}
