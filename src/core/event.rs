//! Events: what moves, hooks and players call to change turns, phases, stages and the game.

use alloc::rc::Rc;

use super::args::{ActivePlayersArg, Ending, SetPhaseArg, StageArg};
use super::ids::PlayerID;
pub use rondel_codes::EventKind;

/// An event with its arguments, which are shared: events, steps and causes hand them on.
#[derive(Clone, Debug)]
pub enum Event<V> {
    /// Ends the turn, if `minMoves` have been made.
    EndTurn(Option<Rc<Ending<V>>>),
    /// Ends the turn whatever `minMoves` says.
    Pass(Option<Rc<Ending<V>>>),
    /// Ends the phase.
    EndPhase,
    /// Ends the phase and begins another.
    SetPhase(Rc<SetPhaseArg<V>>),
    /// Ends the game with an outcome.
    EndGame(Option<V>),
    /// Sets who may act.
    SetActivePlayers(Rc<ActivePlayersArg<V>>),
    /// Ends the caller's stage.
    EndStage,
    /// Moves the caller to a stage.
    SetStage(Rc<StageArg<V>>),
    /// Takes a player out of the match.
    RemovePlayer(PlayerID),
    /// A call with a malformed argument. The action is refused, and this is the reason.
    Malformed(EventKind, &'static str),
}

impl<V> Event<V> {
    /// Which event it is.
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
            Event::Malformed(kind, _) => *kind,
        }
    }
}
