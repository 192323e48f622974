//! The steps of the flow: beginnings and endings, and why something ends.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::super::args::{ActivePlayersArg, Ending, EndingChoice, SetPhaseArg, StageArg};
use super::super::ids::{Name, PlayerID};
use super::super::log::LogArgs;

/// A beginning or an ending that waits to be processed.
pub enum Step<V> {
    /// Before the first phase: every `endIf` is asked once.
    StartGame,
    /// `phase.onBegin`, and then the first turn.
    StartPhase,
    /// The turn of this player begins. None: the first turn of a phase, whose turn order says whose it is.
    StartTurn(Option<PlayerID>),
    /// The choice of the phase that follows.
    UpdatePhase { ended: Option<Name>, cause: Cause<V> },
    /// The choice of the player who follows, by the turn order or as the ending says.
    UpdateTurn { current_player: Option<PlayerID>, cause: Cause<V> },
    /// The player is in this stage from now on.
    UpdateStage { player: PlayerID, arg: Option<Rc<StageArg<V>>> },
    /// These players are active from now on.
    UpdateActivePlayers(Rc<ActivePlayersArg<V>>),
    /// The player leaves the match for good.
    RemovePlayer(PlayerID),
    /// The game is over, with this outcome.
    EndGame(Option<V>),
    /// A phase ends.
    EndPhase(EndPhase<V>),
    /// A turn ends.
    EndTurn(EndTurn<V>),
    /// A player leaves their stage, perhaps for another. None: the current player.
    EndStage { player: Option<PlayerID>, arg: Option<Rc<StageArg<V>>> },
    /// After a move: every `endIf` is asked.
    OnMove,
}

impl<V> Step<V> {
    /// Whether the turn's `endIf` is asked after this step.
    pub fn may_end_turn(&self) -> bool {
        matches!(
            self,
            Step::OnMove | Step::UpdateStage { .. } | Step::UpdateActivePlayers(_) | Step::RemovePlayer(_)
        )
    }
}

/// Steps that wait for their turn, the next one first.
pub type Queue<V> = Vec<Step<V>>;

/// How a turn ends.
pub struct EndTurn<V> {
    /// The number of the turn that ends. Nothing happens if another turn has begun since.
    pub turn: u32,
    /// Why it ends.
    pub cause: Cause<V>,
    /// Whether the engine ends it by itself.
    pub automatic: bool,
    /// Whether it ends even before `minMoves` have been made.
    pub force: bool,
}

/// How a phase ends.
pub struct EndPhase<V> {
    /// The turn to end with it. None: it has ended.
    pub turn: Option<u32>,
    pub cause: Cause<V>,
    /// Whether the engine ends it by itself.
    pub automatic: bool,
}

impl<V> EndPhase<V> {
    /// The end of a phase whose turn has ended.
    pub fn after_turn(cause: Cause<V>) -> Self {
        EndPhase { turn: None, cause, automatic: false }
    }

    /// The end of a phase and of this turn.
    pub fn with_turn(turn: u32, cause: Cause<V>) -> Self {
        EndPhase { turn: Some(turn), cause, automatic: false }
    }
}

/// Why something ends, and what that says about what follows.
#[derive(Clone)]
pub enum Cause<V> {
    /// An event without an argument.
    Called,
    /// The player has made `maxMoves`.
    Moves,
    /// The answer of an `endIf`, or an event with this argument.
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
