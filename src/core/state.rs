//! The state of a match.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::ctx::Ctx;
use super::ids::{MoveId, PlayerID};
use super::log::LogEntry;
use super::plugins::PluginData;
use super::stack::Stack;
use super::undo::UndoEntry;
use super::value::GameValues;

/// The state of a match after some action. It is a value: cloning copies handles, and no later action
/// changes it.
pub struct State<H: GameValues> {
    /// The game's own state.
    pub g: H::G,
    /// The engine's state.
    pub ctx: Rc<Ctx<H::Value>>,
    /// The plugins' data.
    pub plugins: Rc<PluginData<H>>,
    /// What the last action added to the log.
    pub deltalog: Vec<Rc<LogEntry<H::Value>>>,
    /// The entries that `undo` restores, the present state on top.
    pub undo: Stack<UndoEntry<H>>,
    /// The entries that `redo` restores, the nearest on top.
    pub redo: Stack<UndoEntry<H>>,
    /// Grows by one with each action.
    pub state_id: u64,
}

impl<H: GameValues> State<H> {
    /// `ctx` to change. It is copied first if other states share it.
    pub(super) fn ctx_mut(&mut self) -> &mut Ctx<H::Value> {
        Rc::make_mut(&mut self.ctx)
    }

    /// The plugins' data, to change. They are copied first if other states share them.
    pub fn plugins_mut(&mut self) -> &mut PluginData<H> {
        Rc::make_mut(&mut self.plugins)
    }

    /// This state as an entry of the undo history, after an action of this player.
    pub(super) fn undo_entry(&self, player_id: Option<PlayerID>, move_id: Option<MoveId>) -> UndoEntry<H> {
        UndoEntry {
            g: self.g.clone(),
            ctx: Rc::clone(&self.ctx),
            plugins: Rc::clone(&self.plugins),
            player_id,
            move_id,
        }
    }

    /// This state with another `deltalog`.
    pub(super) fn with_log(&self, deltalog: Vec<Rc<LogEntry<H::Value>>>) -> Self {
        State {
            g: self.g.clone(),
            ctx: Rc::clone(&self.ctx),
            plugins: Rc::clone(&self.plugins),
            deltalog,
            undo: self.undo.clone(),
            redo: self.redo.clone(),
            state_id: self.state_id,
        }
    }
}

impl<H: GameValues> Clone for State<H> {
    fn clone(&self) -> Self {
        self.with_log(self.deltalog.clone())
    }
}
