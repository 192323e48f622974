//! Events: calls of moves, hooks and players that change turns, phases, stages and the game.

use alloc::rc::Rc;

use super::args::{ActivePlayersArg, Ending, SetPhaseArg, StageArg};
use super::ids::PlayerID;
pub use rondel_codes::EventKind;

/// An event with its argument. Arguments are reference-counted, because events, steps and causes share them.
#[derive(Clone, Debug)]
pub enum Event<V> {
    /// Ends the turn after `minMoves`.
    EndTurn(Option<Rc<Ending<V>>>),
    /// Ends the turn, even before `minMoves`.
    Pass(Option<Rc<Ending<V>>>),
    /// Ends the phase.
    EndPhase,
    /// Ends the phase and begins another.
    SetPhase(Rc<SetPhaseArg<V>>),
    /// Ends the game with an outcome.
    EndGame(Option<V>),
    /// Sets the active players.
    SetActivePlayers(Rc<ActivePlayersArg<V>>),
    /// Ends the caller's stage.
    EndStage,
    /// Moves the caller to a stage.
    SetStage(Rc<StageArg<V>>),
    /// Removes a player from the match.
    RemovePlayer(PlayerID),
    /// Stops the clock.
    PauseClock,
    /// Lets a paused clock go on.
    ResumeClock,
    /// A call with a malformed argument, with the reason for which the action is refused.
    Malformed(EventKind, &'static str),
}

impl<V> Event<V> {
    /// Returns the kind of the event.
    pub fn kind(&self) -> EventKind {
        match self {
            Event::EndTurn(_) => EventKind::EndTurn,
            Event::Pass(_) => EventKind::Pass,
            Event::EndPhase => EventKind::EndPhase,
            Event::SetPhase(_) => EventKind::SetPhase,
            Event::EndGame(_) => EventKind::EndGame,
            Event::SetActivePlayers(_) => EventKind::SetActivePlayers,
            Event::EndStage => EventKind::EndStage,
            Event::SetStage(_) => EventKind::SetStage,
            Event::RemovePlayer(_) => EventKind::RemovePlayer,
            Event::PauseClock => EventKind::PauseClock,
            Event::ResumeClock => EventKind::ResumeClock,
            Event::Malformed(kind, _) => *kind,
        }
    }
}
