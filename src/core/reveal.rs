//! Decides whether a move has shown a player or a spectator something new. An undo could not make them forget it.
//!
//! A move shows a viewer nothing new if their view of the state before it determines what they see after it. So
//! the engine makes the move on each view, as a predicting client does, and compares the results.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::ctx::{Ctx, everybody};
use super::host::Host;
use super::ids::PlayerID;
use super::moves::MoveCall;
use super::open_action::OpenAction;
use super::stack::Stack;
use super::state::State;
use super::undo::UndoEntry;

/// Result of a move: the state, and the emitted effects.
type Made<H> = (State<H>, Vec<<H as super::value::GameValues>::Value>);

/// Maximum number of players of a match whose views are compared. With more, a move costs too much: it counts as one
/// that has shown something new.
const MOST_PLAYERS: u32 = 16;

/// Returns `true` if the move between these entries has shown a viewer something new. If the game's code fails on
/// a view, only the complete state determines the outcome, so it has.
pub(super) fn has_revealed<H: Host>(
    open: &OpenAction<'_, H>,
    before: &UndoEntry<H>,
    after: &UndoEntry<H>,
) -> bool {
    // Where nothing was hidden, everybody could foresee everything.
    if after.args.is_none() || !open.host.hides(&before.g) {
        return false;
    }
    if before.ctx.num_players > MOST_PLAYERS {
        return true;
    }
    let Some((_, effects)) = make(open, before, after, before.g.clone()) else { return true };
    let players = everybody(before.ctx.num_players);
    let mut viewers = players.iter().map(Some).chain([None]);
    let is_new = viewers.any(|viewer| is_new_to(open, before, after, &effects, viewer));
    // The comparison of what viewers see may have failed, too.
    open.host.forgive() || is_new
}

fn is_new_to<H: Host>(
    open: &OpenAction<'_, H>,
    before: &UndoEntry<H>,
    after: &UndoEntry<H>,
    effects: &[H::Value],
    viewer: Option<&PlayerID>,
) -> bool {
    let host = open.host;
    let (Some(base), Some(seen)) = (view(open, before, viewer), view(open, after, viewer)) else {
        return true;
    };
    if effects.is_empty() && host.is_same_g(&base, &seen) && is_same_course(&before.ctx, &after.ctx) {
        return false;
    }
    let Some((foreseen, emitted)) = make(open, before, after, base.clone()) else { return true };
    !host.is_foreseen(&seen, &foreseen.g, &base, viewer)
        || !is_same_course(&foreseen.ctx, &after.ctx)
        || foreseen.plugins.random != after.plugins.random
        || !host.shows_same_effects(viewer, effects, &emitted)
}

/// Makes the move again on this `G`. Returns `None` if the game refuses it or throws.
fn make<H: Host>(
    open: &OpenAction<'_, H>,
    before: &UndoEntry<H>,
    after: &UndoEntry<H>,
    g: H::G,
) -> Option<Made<H>> {
    let UndoEntry { player_id, move_id, args, .. } = after;
    let (player, id, args) = (player_id.as_ref(), (*move_id)?, args.as_ref()?);
    let declared = open.game.find_move(&before.ctx, id, player)?;
    let (ctx, plugins) = (Rc::clone(&before.ctx), Rc::clone(&before.plugins));
    let (undo, redo) = (Stack::default(), Stack::default());
    let state = State { g, ctx, plugins, deltalog: Vec::new(), undo, redo, state_id: 0 };
    let call = MoveCall { state: &state, player, id, args, declared };
    open.context.apart(&state.plugins.random, || {
        open.host.tell_move(open.game.move_name(id), args);
        let made = call.make(open, None);
        let has_thrown = open.host.forgive();
        let (next, _) = made.ok().filter(|_| !has_thrown)?;
        Some((next, open.context.effects()))
    })
}

fn view<H: Host>(open: &OpenAction<'_, H>, entry: &UndoEntry<H>, viewer: Option<&PlayerID>) -> Option<H::G> {
    let seen = open.host.view(&entry.g, &entry.ctx, viewer);
    let has_thrown = open.host.forgive();
    seen.ok().filter(|_| !has_thrown)
}

/// Returns `true` if the same players act in the same turn, phase and stages, or the game is over in both.
fn is_same_course<V>(one: &Ctx<V>, other: &Ctx<V>) -> bool {
    one.turn == other.turn
        && one.phase == other.phase
        && one.current_player == other.current_player
        && one.active_players == other.active_players
        && one.gameover.is_some() == other.gameover.is_some()
}
