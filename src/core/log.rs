//! The log: one entry for each action, and for each ending that it caused.

use alloc::vec::Vec;

use super::action::Timeout;
use super::clock::ClockOrder;
use super::event::EventKind;
use super::ids::{MoveId, Name, PlayerID};

/// Entry of the log.
#[derive(Clone, Debug)]
pub struct LogEntry<V> {
    /// Action of the entry.
    pub action: LogAction<V>,
    /// `_stateID` before the action.
    pub state_id: u64,
    /// Turn of the action.
    pub turn: u32,
    /// Phase of the action.
    pub phase: Option<Name>,
    /// `true` if the engine caused the ending, and not a call.
    pub automatic: bool,
    /// `true` if the arguments are hidden from other players. `None`: the move does not declare it.
    pub redact: Option<bool>,
    /// Metadata of the move: the last value of its `log.setMetadata`.
    pub metadata: Option<V>,
    /// Metadata of hooks during the action, in the order of the calls.
    pub hook_metadata: Vec<V>,
    /// Effects of the action, in the order in which callbacks emitted them.
    pub effects: Vec<V>,
    /// Moment of the action in a game with time.
    pub time: Option<f64>,
    /// Lag for which the player got time back, in milliseconds.
    pub lag: f64,
}

/// Action of a log entry.
#[derive(Clone, Debug)]
pub enum LogAction<V> {
    /// A move.
    Move {
        /// ID of the move.
        id: MoveId,
        /// Arguments of the move.
        args: V,
        /// Player who made the move.
        player_id: Option<PlayerID>,
        /// Credentials of the player.
        credentials: Option<V>,
    },
    /// The end of a turn, phase or stage.
    Event {
        /// Kind of the ending.
        kind: EventKind,
        /// Argument of the ending.
        args: LogArgs<V>,
    },
    /// An undo.
    Undo(Option<PlayerID>),
    /// A redo.
    Redo(Option<PlayerID>),
    /// A player left the match.
    Leave(PlayerID),
    /// A player's time ran out.
    Timeout(Timeout<V>),
    /// The host has stopped the clock, or let it go on.
    Clock(ClockOrder),
}

impl<V> LogAction<V> {
    /// Returns the player who acted. `None`: nobody, or the current player.
    pub(super) fn player(&self) -> Option<&PlayerID> {
        match self {
            LogAction::Move { player_id, .. } | LogAction::Undo(player_id) | LogAction::Redo(player_id) => {
                player_id.as_ref()
            }
            LogAction::Leave(player) => Some(player),
            LogAction::Event { .. } | LogAction::Timeout(_) | LogAction::Clock(_) => None,
        }
    }
}

/// Argument of an event in the log.
#[derive(Clone, Debug)]
pub enum LogArgs<V> {
    /// No argument.
    Nothing,
    /// `true`: the turn reached its `maxMoves`.
    Yes,
    /// A value of the game's own.
    Value(V),
    /// `{ next }`, from `setPhase`.
    Next(V),
}
