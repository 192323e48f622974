//! Actions of players: moves, events, undo and redo, with their arguments parsed once.

use super::clock::ClockOrder;
use super::event::Event;
use super::ids::{MoveId, PlayerID};

/// A request of a player to the engine.
#[derive(Clone, Debug)]
pub struct Action<V> {
    /// Kind of the action.
    pub kind: ActionKind<V>,
    /// Player who acts. `None`: the current player, without a check that they may act.
    pub player_id: Option<PlayerID>,
    /// Credentials, for the log entry only.
    pub credentials: Option<V>,
}

/// Kind of an action.
#[derive(Clone, Debug)]
pub enum ActionKind<V> {
    /// `moves.x(...args)`.
    Move {
        /// Index of the move in the game's move names.
        id: MoveId,
        /// Arguments, as the game gets them.
        args: V,
    },
    /// `events.x(...)`, called by a player.
    Event(Event<V>),
    /// Undoes the last action of this turn.
    Undo,
    /// Redoes the last undone action.
    Redo,
    /// The player leaves the match permanently. Only masters create this action.
    Leave,
    /// The player's time has run out. Only masters create this action.
    Timeout(Timeout<V>),
    /// Stops the clock, or lets it go on. Only masters create this action.
    Clock(ClockOrder),
    /// `plugins.x(...)`: an action for one of the game's plugins.
    Plugin {
        /// Index of the plugin among the game's plugins.
        index: usize,
        /// Argument of the plugin's `action`.
        payload: V,
    },
}

/// The end of a player's time.
#[derive(Clone, Debug)]
pub struct Timeout<V> {
    /// Player whose time ran out.
    pub player: PlayerID,
    /// Deadline that has passed. The action is valid only while it is the player's deadline.
    pub deadline: f64,
    /// `true`: `onTimeout` has failed, and does not run.
    pub has_failed: bool,
    /// Move with its arguments that the host has chosen for the player, in place of the declared `onTimeout`.
    pub chosen: Option<(MoveId, V)>,
}
