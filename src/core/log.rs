//! The log: one entry for each action, and for each ending that followed from it.

use alloc::vec::Vec;

use super::event::EventKind;
use super::ids::{MoveId, Name, PlayerID};

/// One line of the log.
#[derive(Clone, Debug)]
pub struct LogEntry<V> {
    /// What happened.
    pub action: LogAction<V>,
    /// The `_stateID` before it.
    pub state_id: u64,
    /// The turn it happened in.
    pub turn: u32,
    /// The phase it happened in.
    pub phase: Option<Name>,
    /// Whether the engine ended it, and not a call.
    pub automatic: bool,
    /// Whether the arguments are hidden from other players. None: the move does not say.
    pub redact: Option<bool>,
    /// The move's own metadata: what it noted last with `log.setMetadata`.
    pub metadata: Option<V>,
    /// The metadata that hooks noted during the action, in the order of the calls.
    pub hook_metadata: Vec<V>,
}

/// The action of a log entry.
#[derive(Clone, Debug)]
pub enum LogAction<V> {
    /// A move.
    Move {
        /// Its name.
        id: MoveId,
        /// Its arguments.
        args: V,
        /// Who made it.
        player_id: Option<PlayerID>,
        /// The credentials it came with.
        credentials: Option<V>,
    },
    /// The end of a turn, phase or stage.
    Event {
        /// Which of them.
        kind: EventKind,
        /// The argument that ended it.
        args: LogArgs<V>,
    },
    /// An undo.
    Undo(Option<PlayerID>),
    /// A redo.
    Redo(Option<PlayerID>),
    /// A player has left the match.
    Leave(PlayerID),
}

/// The argument of an event as the log shows it.
#[derive(Clone, Debug)]
pub enum LogArgs<V> {
    /// None.
    Nothing,
    /// `true`: the turn ended because its `maxMoves` were made.
    Yes,
    /// The game's own value.
    Value(V),
    /// `{ next }`, from `setPhase`.
    Next(V),
}
