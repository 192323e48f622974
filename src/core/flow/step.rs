//! What the flow consists of: beginnings and endings, and why something ends.

use std::collections::VecDeque;
use std::rc::Rc;

use super::super::args::{ActivePlayersArg, Ending, EndingChoice, SetPhaseArg, StageArg};
use super::super::ids::{Name, PlayerID};
use super::super::log::LogArgs;

/// A beginning or an ending that waits to be processed.
pub enum Step<V> {
    /// Every `endIf` is asked once before the first phase begins.
    StartGame,
    StartPhase,
    /// None: the first turn of a phase.
    StartTurn(Option<PlayerID>),
    UpdatePhase {
        ended: Option<Name>,
        cause: Cause<V>,
    },
    UpdateTurn {
        current_player: Option<PlayerID>,
        cause: Cause<V>,
    },
    UpdateStage {
        player: PlayerID,
        arg: Option<Rc<StageArg<V>>>,
    },
    UpdateActivePlayers(Rc<ActivePlayersArg<V>>),
    RemovePlayer(PlayerID),
    EndGame(Option<V>),
    EndPhase(EndPhase<V>),
    EndTurn(EndTurn<V>),
    EndStage {
        player: Option<PlayerID>,
        arg: Option<Rc<StageArg<V>>>,
    },
    OnMove,
}

/// Steps that wait for their turn.
pub type Queue<V> = VecDeque<Step<V>>;

/// The end of a turn.
pub struct EndTurn<V> {
    /// The turn that is to end. Nothing happens if it has ended since.
    pub turn: u32,
    pub cause: Cause<V>,
    /// Whether the engine ends it by itself.
    pub automatic: bool,
    /// Whether it ends before `minMoves`, too.
    pub force: bool,
}

/// The end of a phase.
pub struct EndPhase<V> {
    /// The turn that ends with it; none if it has ended.
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
    /// It was simply called for.
    Called,
    /// `maxMoves` were made.
    Moves,
    /// An `endIf` or the caller said so.
    Ending(Rc<Ending<V>>),
    /// `setPhase` was called.
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
