//! The common beginning and end of all kinds of actions.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::action_context::OpenContext;
use super::clock::Moment;
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
    /// Moment of the action. `None`: the game has no time, or the clock does not run.
    pub moment: Option<Moment>,
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
        let logged_player = action.player().cloned();
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
            effects: Vec::new(),
            time: self.moment.map(|moment| moment.now),
            lag: self.lag(state, logged_player.as_ref()),
        }));
        entries
    }

    /// Returns the state after an action of this player, with its clock, and with a new entry in its undo
    /// history. `before`: the state before the action. `made`: the move, if it was one, and its arguments if an undo
    /// depends on them.
    pub fn conclude(
        &self,
        before: &State<H>,
        mut state: State<H>,
        player: Option<&PlayerID>,
        made: Option<(MoveId, Option<&H::Value>)>,
    ) -> Outcome<State<H>, H> {
        self.follow_clock(Some(before), &mut state, player)?;
        if self.changes_times(before, &state) {
            state.undo = Stack::default();
        }
        if !self.game.disable_undo {
            let player = player.or(state.ctx.current_player.as_ref()).cloned();
            let mut entry = state.undo_entry(player);
            if let Some((id, args)) = made {
                (entry.move_id, entry.args) = (Some(id), args.cloned());
            }
            state.undo = state.undo.push(entry);
            state.redo = Stack::default();
        }
        state.state_id += 1;
        Ok(state)
    }
}
