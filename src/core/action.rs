//! What players ask for: moves, events, undo and redo, with their arguments parsed once.

use super::event::Event;
use super::ids::{MoveId, PlayerID};

/// Something a player asks the engine to do.
#[derive(Clone, Debug)]
pub struct Action<V> {
    /// What the player asks for.
    pub kind: ActionKind<V>,
    /// Who asks. None: the current player, without a check that they may act.
    pub player_id: Option<PlayerID>,
    /// Credentials, kept for the log entry only.
    pub credentials: Option<V>,
}

/// The kinds of action that reach the engine.
#[derive(Clone, Debug)]
pub enum ActionKind<V> {
    /// `moves.x(...args)`.
    Move {
        /// Which of the game's move names.
        id: MoveId,
        /// The arguments, as the game gets them.
        args: V,
    },
    /// `events.x(...)`, called by a player.
    Event(Event<V>),
    /// Takes back the last action of this turn.
    Undo,
    /// Plays again what was undone.
    Redo,
    /// The player leaves the match for good. Only masters ask for it.
    Leave,
    /// `plugins.x(...)`: an action for one of the game's plugins.
    Plugin {
        /// Which of the game's plugins.
        index: usize,
        /// The argument of the plugin's `action`.
        payload: V,
    },
}
