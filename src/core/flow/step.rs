//! The steps of the flow: beginnings, endings and their causes.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::super::args::{ActivePlayersArg, Ending, EndingChoice, SetPhaseArg, StageArg};
use super::super::ids::{Name, PlayerID};
use super::super::log::LogArgs;

/// A beginning or an ending in the queue.
pub enum Step<V> {
    /// Before the first phase: asks each `endIf` once.
    StartGame,
    /// Runs `phase.onBegin`, then begins the first turn.
    StartPhase,
    /// Begins the turn of this player. `None`: the first turn of a phase, whose player the turn order
    /// decides.
    StartTurn(Option<PlayerID>),
    /// Chooses the phase that follows.
    UpdatePhase { ended: Option<Name>, cause: Cause<V> },
    /// Chooses the player who follows, by the turn order or by the ending.
    UpdateTurn { current_player: Option<PlayerID>, cause: Cause<V> },
    /// Moves the player into this stage.
    UpdateStage { player: PlayerID, arg: Option<Rc<StageArg<V>>> },
    /// Makes these players active.
    UpdateActivePlayers(Rc<ActivePlayersArg<V>>),
    /// Removes the player from the match.
    RemovePlayer(PlayerID),
    /// Ends the game with this outcome.
    EndGame(Option<V>),
    /// Ends a phase.
    EndPhase(EndPhase<V>),
    /// Ends a turn.
    EndTurn(EndTurn<V>),
    /// Ends the stage of a player, or moves them to another. `None`: the current player.
    EndStage { player: Option<PlayerID>, arg: Option<Rc<StageArg<V>>> },
    /// After a move: asks each `endIf`.
    OnMove,
}

impl<V> Step<V> {
    /// Returns `true` if the turn's `endIf` is asked after this step.
    pub fn may_end_turn(&self) -> bool {
        matches!(
            self,
            Step::OnMove | Step::UpdateStage { .. } | Step::UpdateActivePlayers(_) | Step::RemovePlayer(_)
        )
    }
}

/// Queue of steps, the next one first.
pub type Queue<V> = Vec<Step<V>>;

/// Description of a turn's end.
pub struct EndTurn<V> {
    /// Number of the turn that ends. The step has no effect if another turn has begun since.
    pub turn: u32,
    /// Cause of the end.
    pub cause: Cause<V>,
    /// `true` if the engine ends the turn by itself.
    pub automatic: bool,
    /// `true` if the turn ends even before `minMoves`.
    pub force: bool,
}

/// Description of a phase's end.
pub struct EndPhase<V> {
    /// Turn that ends with the phase. `None`: it has ended.
    pub turn: Option<u32>,
    pub cause: Cause<V>,
    /// `true` if the engine ends the phase by itself.
    pub automatic: bool,
}

impl<V> EndPhase<V> {
    /// Creates the end of a phase whose turn has ended.
    pub fn after_turn(cause: Cause<V>) -> Self {
        EndPhase { turn: None, cause, automatic: false }
    }

    /// Creates the end of a phase and of this turn.
    pub fn with_turn(turn: u32, cause: Cause<V>) -> Self {
        EndPhase { turn: Some(turn), cause, automatic: false }
    }
}

/// Cause of an ending, and its choice of what follows.
#[derive(Clone)]
pub enum Cause<V> {
    /// An event without an argument.
    Called,
    /// The player has made `maxMoves`.
    Moves,
    /// The result of an `endIf`, or an event with this argument.
    Ending(Rc<Ending<V>>),
    /// `setPhase` with this argument.
    SetPhase(Rc<SetPhaseArg<V>>),
}

impl<V: Clone> Cause<V> {
    pub fn next(&self) -> Option<&Name> {
        match self {
            Cause::Ending(ending) => ending.next(),
            Cause::SetPhase(arg) => arg.name.as_ref(),
            Cause::Called | Cause::Moves => None,
        }
    }

    pub fn choice(&self) -> &EndingChoice {
        match self {
            Cause::Ending(ending) => &ending.choice,
            _ => &EndingChoice::Usual,
        }
    }

    pub fn removes(&self) -> bool {
        matches!(self, Cause::Ending(ending) if ending.removes())
    }

    pub fn log_args(&self) -> LogArgs<V> {
        match self {
            Cause::Called => LogArgs::Nothing,
            Cause::Moves => LogArgs::Yes,
            Cause::Ending(ending) => LogArgs::Value(ending.raw.clone()),
            Cause::SetPhase(arg) => LogArgs::Next(arg.raw.clone()),
        }
    }
}
