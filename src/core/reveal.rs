//! Decides whether a move has shown a player or a spectator something new. An undo could not make them forget it.
//!
//! A move shows a viewer nothing new if their view of the state before it determines what they see after it. So
//! the engine makes the move on each view, as a predicting client does, and compares the results.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::ctx::{Ctx, everybody};
use super::host::Host;
use super::ids::PlayerID;
use super::log::LogEntry;
use super::moves::MoveCall;
use super::open_action::OpenAction;
use super::stack::Stack;
use super::state::State;
use super::undo::UndoEntry;

/// View of a state for one viewer, without its `ctx`.
struct View<H: Host> {
    g: H::G,
    /// Data of the game's own plugins.
    own: Rc<[H::Value]>,
}

/// Maximum number of players of a match whose views are compared. With more, a move costs too much: it counts as one
/// that has shown something new.
const MOST_PLAYERS: usize = 16;

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
    // The game declares that a view does not suffice. A result that a view happens to foresee tells something, too.
    if !runs_on_views(open, before, after) {
        return true;
    }
    let players = viewers(before, after);
    if players.len() > MOST_PLAYERS {
        return true;
    }
    let whole = View { g: before.g.clone(), own: Rc::clone(&before.plugins.own) };
    let Some(made) = make(open, before, after, whole) else { return true };
    let logged = made.deltalog.first();
    let mut viewers = players.iter().map(Some).chain([None]);
    let is_new = viewers.any(|viewer| is_new_to(open, before, after, logged, viewer));
    // The comparison of what viewers see may have failed, too.
    open.host.discard_exception() || is_new
}

/// Returns `true` if clients may make the move, which see only a view.
fn runs_on_views<H: Host>(open: &OpenAction<'_, H>, before: &UndoEntry<H>, after: &UndoEntry<H>) -> bool {
    let declared =
        after.move_id.and_then(|id| open.game.find_move(&before.ctx, id, after.player_id.as_ref()));
    declared.is_some_and(|declared| declared.client)
}

/// Returns the players whose views are compared: those with a seat, and others who have a turn or make the move.
fn viewers<H: Host>(before: &UndoEntry<H>, after: &UndoEntry<H>) -> Vec<PlayerID> {
    let mut players = everybody(before.ctx.num_players).to_vec();
    for player in before.ctx.play_order.iter().chain(&after.player_id) {
        if !players.contains(player) {
            players.push(player.clone());
        }
    }
    players
}

/// `logged`: the log entry of the move.
fn is_new_to<H: Host>(
    open: &OpenAction<'_, H>,
    before: &UndoEntry<H>,
    after: &UndoEntry<H>,
    logged: Option<&Rc<LogEntry<H::Value>>>,
    viewer: Option<&PlayerID>,
) -> bool {
    let host = open.host;
    let (Some(base), Some(seen)) = (view(open, before, viewer), view(open, after, viewer)) else {
        return true;
    };
    let is_silent = logged.is_none_or(|entry| {
        entry.effects.is_empty() && entry.metadata.is_none() && entry.hook_metadata.is_empty()
    });
    if is_silent
        && host.is_same_g(&base.g, &seen.g)
        && are_same(host, &base.own, &seen.own)
        && is_same_course(host, &before.ctx, &after.ctx)
    {
        return false;
    }
    let (base_g, base_own) = (base.g.clone(), Rc::clone(&base.own));
    let Some(foreseen) = make(open, before, after, base) else { return true };
    !host.is_foreseen(&seen.g, &foreseen.g, &base_g, viewer)
        || !host.are_foreseen(&seen.own, &foreseen.plugins.own, &base_own)
        || !is_same_course(host, &foreseen.ctx, &after.ctx)
        || foreseen.plugins.random != after.plugins.random
        || !shows_same(host, logged, foreseen.deltalog.first(), viewer)
}

/// Makes the move again on this view. Returns `None` if the game refuses it or throws.
fn make<H: Host>(
    open: &OpenAction<'_, H>,
    before: &UndoEntry<H>,
    after: &UndoEntry<H>,
    View { g, own }: View<H>,
) -> Option<State<H>> {
    let UndoEntry { player_id, move_id, args, .. } = after;
    let (player, id, args) = (player_id.as_ref(), (*move_id)?, args.as_ref()?);
    let declared = open.game.find_move(&before.ctx, id, player)?;
    let (ctx, mut plugins) = (Rc::clone(&before.ctx), Rc::clone(&before.plugins));
    if !Rc::ptr_eq(&plugins.own, &own) {
        Rc::make_mut(&mut plugins).own = own;
    }
    let (undo, redo) = (Stack::default(), Stack::default());
    let state = State { g, ctx, plugins, deltalog: Vec::new(), undo, redo, state_id: 0 };
    let call = MoveCall { state: &state, player, id, args, declared };
    open.context.isolated(&state.plugins.random, || {
        open.host.set_hook_move(open.game.move_name(id), args);
        let made = call.make(open, None);
        let has_thrown = open.host.discard_exception();
        made.ok().filter(|_| !has_thrown).map(|(next, _)| next)
    })
}

fn view<H: Host>(
    open: &OpenAction<'_, H>,
    entry: &UndoEntry<H>,
    viewer: Option<&PlayerID>,
) -> Option<View<H>> {
    let UndoEntry { g, ctx, plugins, .. } = entry;
    let seen = open.host.view(g, ctx, viewer);
    let own = open.host.view_plugins(g, ctx, &plugins.own, viewer);
    let has_thrown = open.host.discard_exception();
    let (g, own) = (seen.ok()?, own.ok()?);
    (!has_thrown).then_some(View { g, own })
}

/// Returns `true` if a viewer sees the same effects and metadata in two log entries of one move. `redact` hides metadata
/// from all but its player.
fn shows_same<H: Host>(
    host: &H,
    one: Option<&Rc<LogEntry<H::Value>>>,
    other: Option<&Rc<LogEntry<H::Value>>>,
    viewer: Option<&PlayerID>,
) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return true };
    let is_redacted = one.redact == Some(true) && one.action.player() != viewer;
    host.shows_same_effects(viewer, &one.effects, &other.effects)
        && (is_redacted
            || (are_same(host, one.metadata.as_slice(), other.metadata.as_slice())
                && are_same(host, &one.hook_metadata, &other.hook_metadata)))
}

fn are_same<H: Host>(host: &H, some: &[H::Value], others: &[H::Value]) -> bool {
    some.len() == others.len() && some.iter().zip(others).all(|(one, other)| host.is_same_value(one, other))
}

/// Returns `true` if the same players act in the same turn, phase and stages, within the same limits, or the game is
/// over with the same outcome.
fn is_same_course<H: Host>(host: &H, one: &Ctx<H::Value>, other: &Ctx<H::Value>) -> bool {
    let limits = |ctx: &Ctx<H::Value>| {
        ctx.limits.as_ref().map(|limits| (limits.min_moves.clone(), limits.max_moves.clone()))
    };
    one.turn == other.turn
        && one.phase == other.phase
        && one.current_player == other.current_player
        && one.active_players == other.active_players
        && limits(one) == limits(other)
        && are_same(host, one.gameover.as_slice(), other.gameover.as_slice())
}
