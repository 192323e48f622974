//! The state of a match.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::ctx::Ctx;
use super::ids::PlayerID;
use super::log::LogEntry;
use super::plugins::PluginData;
use super::stack::Stack;
use super::undo::UndoEntry;
use super::value::GameValues;

/// State of a match after an action. It is an immutable value: clones share its parts, and no later action
/// changes it.
pub struct State<H: GameValues> {
    /// State of the game.
    pub g: H::G,
    /// State of the engine.
    pub ctx: Rc<Ctx<H::Value>>,
    /// Data of the plugins.
    pub plugins: Rc<PluginData<H>>,
    /// Log entries of the last action.
    pub deltalog: Vec<Rc<LogEntry<H::Value>>>,
    /// Entries for `undo`, the present state on top.
    pub undo: Stack<UndoEntry<H>>,
    /// Entries for `redo`, the nearest on top.
    pub redo: Stack<UndoEntry<H>>,
    /// Number of the state, one higher after each action.
    pub state_id: u64,
}

impl<H: GameValues> State<H> {
    /// Returns `ctx` mutably. Copies it first if other states share it.
    pub(super) fn ctx_mut(&mut self) -> &mut Ctx<H::Value> {
        Rc::make_mut(&mut self.ctx)
    }

    /// Returns the plugins' data mutably. Copies them first if other states share them.
    pub fn plugins_mut(&mut self) -> &mut PluginData<H> {
        Rc::make_mut(&mut self.plugins)
    }

    /// Returns this state as an undo entry after an action of this player.
    pub(super) fn undo_entry(&self, player_id: Option<PlayerID>) -> UndoEntry<H> {
        UndoEntry {
            g: self.g.clone(),
            ctx: Rc::clone(&self.ctx),
            plugins: Rc::clone(&self.plugins),
            player_id,
            move_id: None,
            args: None,
        }
    }

    /// Returns this state with another `deltalog`.
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
