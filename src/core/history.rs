//! The undo history: who may undo and redo, and the resulting states.

use alloc::rc::Rc;

use super::error::{Fault, RefusalKind, refuse};
use super::game::Toggle;
use super::host::{GameOf, Host, Outcome, Scope};
use super::ids::PlayerID;
use super::log::LogAction;
use super::open_action::OpenAction;
use super::stack::Stack;
use super::state::State;
use super::undo::UndoEntry;

/// State after an undo or a redo.
type Stepped<H> = Outcome<State<H>, H>;

/// An undo that a player may do now.
pub(super) struct UndoStep<'a, H: Host> {
    /// Entry of the action to undo.
    last: &'a UndoEntry<H>,
    /// Entry to restore.
    restored: &'a UndoEntry<H>,
    /// History without the last action.
    below: &'a Stack<UndoEntry<H>>,
}

/// A redo that a player may do now.
pub(super) struct RedoStep<'a, H: Host> {
    /// Entry to restore.
    first: &'a UndoEntry<H>,
    /// Redo history after this step.
    below: &'a Stack<UndoEntry<H>>,
}

impl<'a, H: Host> UndoStep<'a, H> {
    /// Returns the undo that this player may do now, or the refusal.
    pub fn find(
        game: &GameOf<H>,
        host: &H,
        state: &'a State<H>,
        player: Option<&PlayerID>,
    ) -> Outcome<Self, H> {
        if game.disable_undo {
            return refuse(RefusalKind::ActionDisabled, "the game has disabled undo", &[]);
        }
        let Some(step) = UndoStep::last(state) else {
            return refuse(RefusalKind::ActionInvalid, "there is nothing to undo", &[]);
        };
        if player.is_some() && player != step.last.player_id.as_ref() {
            let message = "only the player of the last action can undo it";
            return refuse(RefusalKind::ActionInvalid, message, &[]);
        }
        match step.last.move_id {
            Some(id) if !step.is_undoable(game, host, state)? => {
                refuse(RefusalKind::ActionInvalid, "the move {name} cannot be undone", &[game.move_name(id)])
            }
            _ if step.has_drawn() => {
                let message = "the last action has drawn random numbers, and cannot be undone";
                refuse(RefusalKind::ActionInvalid, message, &[])
            }
            _ => Ok(step),
        }
    }

    /// Returns the undo of the last action, if there was one.
    fn last(state: &'a State<H>) -> Option<Self> {
        let (last, below) = state.undo.pop()?;
        let (restored, _) = below.pop()?;
        Some(UndoStep { last, restored, below })
    }

    /// Returns the state after the undo.
    pub fn take(self, open: &OpenAction<'_, H>, state: &State<H>, player: Option<&PlayerID>) -> Stepped<H> {
        let next = restore(open, state, self.restored, LogAction::Undo(player.cloned()))?;
        Ok(State { undo: self.below.clone(), redo: state.redo.push(self.last.clone()), ..next })
    }

    /// Returns `true` if the last action has drawn secure random numbers, which a redo could not draw again.
    fn has_drawn(&self) -> bool {
        self.last.plugins.random.has_drawn_since(&self.restored.plugins.random)
    }

    /// Returns `true` if the last action is not a move, or a move that can be undone.
    fn is_undoable(&self, game: &GameOf<H>, host: &H, state: &State<H>) -> Outcome<bool, H> {
        let Some(id) = self.last.move_id else { return Ok(true) };
        let player = self.last.player_id.as_ref();
        match game.find_move(&self.restored.ctx, id, player).map(|declared| &declared.undoable) {
            Some(Toggle::Ask(function)) => {
                let apis = H::Apis::default();
                let (g, ctx, player_id, method) = (&state.g, &state.ctx, None, None);
                let scope = Scope { g, ctx, player_id, acting: player, method, apis: &apis };
                host.ask_flag(function, &scope).map_err(Fault::Thrown)
            }
            Some(Toggle::Always(undoable)) => Ok(*undoable),
            Some(Toggle::Unset) => Ok(true),
            None => Ok(false),
        }
    }
}

impl<'a, H: Host> RedoStep<'a, H> {
    /// Returns the redo that this player may do now, or the refusal.
    pub fn find(game: &GameOf<H>, state: &'a State<H>, player: Option<&PlayerID>) -> Outcome<Self, H> {
        if game.disable_undo {
            return refuse(RefusalKind::ActionDisabled, "the game has disabled redo", &[]);
        }
        let Some((first, below)) = state.redo.pop() else {
            return refuse(RefusalKind::ActionInvalid, "there is nothing to redo", &[]);
        };
        if player.is_some() && player != first.player_id.as_ref() {
            let message = "only the player who made the undo can redo it";
            return refuse(RefusalKind::ActionInvalid, message, &[]);
        }
        Ok(RedoStep { first, below })
    }

    /// Returns the state after the redo.
    pub fn take(self, open: &OpenAction<'_, H>, state: &State<H>, player: Option<&PlayerID>) -> Stepped<H> {
        let next = restore(open, state, self.first, LogAction::Redo(player.cloned()))?;
        Ok(State { undo: state.undo.push(self.first.clone()), redo: self.below.clone(), ..next })
    }
}

/// Shortens a state's history to what its next action may need: the top entry, the one below it, and the redo
/// history.
pub fn shorten_history<H: Host>(state: &mut State<H>, game: &GameOf<H>) {
    if game.disable_undo {
        (state.undo, state.redo) = (Stack::default(), Stack::default());
        return;
    }
    let Some((last, below)) = state.undo.pop() else { return };
    let bottom = below.pop().map_or_else(Stack::default, |(entry, _)| Stack::of(entry.clone()));
    state.undo = bottom.push(last.clone());
}

/// Returns `true` if no later undo can go back beyond the last action: it was the first one, or it cannot be
/// undone because of its declaration or because it drew secure random numbers.
pub fn ends_history<H: Host>(state: &State<H>, game: &GameOf<H>) -> bool {
    let Some(step) = UndoStep::last(state) else { return true };
    let UndoEntry { player_id, move_id, .. } = step.last;
    let declared = move_id.and_then(|id| game.find_move(&step.restored.ctx, id, player_id.as_ref()));
    step.has_drawn() || declared.is_some_and(|declared| matches!(declared.undoable, Toggle::Always(false)))
}

/// Returns the state of an entry as the state after an action, with an empty history. The clock is not set
/// back.
fn restore<H: Host>(
    open: &OpenAction<'_, H>,
    state: &State<H>,
    entry: &UndoEntry<H>,
    logged: LogAction<H::Value>,
) -> Outcome<State<H>, H> {
    let (now, then) = (&state.ctx, &entry.ctx);
    // The turn is the same, but stages may differ, or a removed player may have returned.
    if now.active_players != then.active_players || now.current_player != then.current_player {
        open.context.note_restarted(None);
    }
    let player = logged.player().cloned();
    let mut next = State {
        g: entry.g.clone(),
        ctx: Rc::clone(&entry.ctx),
        plugins: entry.plugins.clone(),
        deltalog: open.first_entry(state, logged, None),
        undo: Stack::default(),
        redo: Stack::default(),
        state_id: state.state_id + 1,
    };
    if open.game.is_timed {
        next.ctx_mut().clock.clone_from(&state.ctx.clock);
        open.follow_clock(Some(state), &mut next, player.as_ref())?;
    }
    Ok(next)
}
