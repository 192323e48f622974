//! The common beginning and end of all kinds of actions.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::action_context::OpenContext;
use super::error::Fault;
use super::host::{GameOf, Host, Outcome};
use super::ids::{MoveId, PlayerID};
use super::log::{LogAction, LogEntry};
use super::stack::Stack;
use super::state::State;

/// A running action. Its context is open during its lifetime.
pub(super) struct OpenAction<'a, H: Host> {
    pub game: &'a GameOf<H>,
    pub host: &'a H,
    pub context: OpenContext<'a, H::Value>,
}

impl<H: Host> OpenAction<'_, H> {
    /// Returns the plugins' APIs for the callbacks of this action.
    pub fn open_plugins(&self, state: &State<H>, player: Option<&PlayerID>) -> Outcome<H::Apis, H> {
        self.host.open_plugins(Some(&state.g), &state.ctx, &state.plugins, player).map_err(Fault::Thrown)
    }

    /// Returns the log of a new action with the action's own entry.
    pub fn first_entry(
        &self,
        state: &State<H>,
        action: LogAction<H::Value>,
        redact: Option<bool>,
    ) -> Vec<Rc<LogEntry<H::Value>>> {
        if self.game.disable_log {
            return Vec::new();
        }
        // Most actions add an ending too.
        let mut entries = Vec::with_capacity(2);
        entries.push(Rc::new(LogEntry {
            action,
            state_id: state.state_id,
            turn: state.ctx.turn,
            phase: state.ctx.phase.clone(),
            automatic: false,
            redact,
            metadata: self.context.metadata(),
            hook_metadata: Vec::new(),
        }));
        entries
    }

    /// Returns the state after an action of this player, with a new entry in its undo history.
    pub fn conclude(
        &self,
        mut state: State<H>,
        player: Option<&PlayerID>,
        move_id: Option<MoveId>,
    ) -> State<H> {
        if !self.game.disable_undo {
            let player = player.or(state.ctx.current_player.as_ref()).cloned();
            state.undo = state.undo.push(state.undo_entry(player, move_id));
            state.redo = Stack::default();
        }
        state.state_id += 1;
        state
    }
}
