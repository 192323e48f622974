//! The entries of the undo history.

use alloc::rc::Rc;

use super::ctx::Ctx;
use super::ids::{MoveId, PlayerID};
use super::plugins::PluginData;
use super::value::GameValues;

/// Entry of the undo history: the state after an action of the turn.
pub struct UndoEntry<H: GameValues> {
    /// `G` after the action.
    pub g: H::G,
    /// `ctx` after the action.
    pub ctx: Rc<Ctx<H::Value>>,
    /// Data of the plugins after the action, including the generator's state.
    pub plugins: Rc<PluginData<H>>,
    /// Player who acted. `None`: the beginning of the match.
    pub player_id: Option<PlayerID>,
    /// Move of the action, if it was one.
    pub move_id: Option<MoveId>,
    /// Arguments of the move, if the engine needs them to decide whether it can be undone.
    pub args: Option<H::Value>,
}

impl<H: GameValues> Clone for UndoEntry<H> {
    fn clone(&self) -> Self {
        let UndoEntry { g, ctx, plugins, player_id, move_id, args } = self;
        let (g, ctx, plugins) = (g.clone(), Rc::clone(ctx), Rc::clone(plugins));
        let (player_id, args) = (player_id.clone(), args.clone());
        UndoEntry { g, ctx, plugins, player_id, move_id: *move_id, args }
    }
}
