//! The arguments of events, from the definition, from the game's code and from players.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::ids::{Name, PlayerID, Stage};

/// Argument of `endTurn` or `pass`, or the truthy result of an `endIf`. It may choose what follows.
#[derive(Clone, Debug)]
pub struct Ending<V> {
    /// Original value, for the log.
    pub raw: V,
    /// Choice of what follows.
    pub choice: EndingChoice,
}

/// Choice of the next turn or phase in an [`Ending`].
#[derive(Clone, Debug)]
pub enum EndingChoice {
    /// `true`, or a value without the keys of [`NextOrRemove`]: the turn order or the phase's `next` decides.
    Usual,
    /// An object with these keys in the game's order. boardgame.io handles one after the other.
    Chosen(Vec<NextOrRemove>),
    /// Any other value. See
    /// [`Differences::reads_endings_strictly`](super::compat::Differences::reads_endings_strictly).
    Other,
}

/// A key of `{ next, remove }`.
#[derive(Clone, Debug)]
pub enum NextOrRemove {
    /// Next player or phase.
    Next(Option<Name>),
    /// `true`: removes the current player.
    Remove(bool),
}

impl<V> Ending<V> {
    /// Returns the next player or phase, if the argument names one.
    pub fn next(&self) -> Option<&Name> {
        let EndingChoice::Chosen(keys) = &self.choice else { return None };
        keys.iter().find_map(|key| match key {
            NextOrRemove::Next(name) => name.as_ref(),
            NextOrRemove::Remove(_) => None,
        })
    }

    /// Returns `true` if the argument removes the current player.
    pub fn removes(&self) -> bool {
        let EndingChoice::Chosen(keys) = &self.choice else { return false };
        keys.iter().any(|key| matches!(key, NextOrRemove::Remove(true)))
    }
}

/// Argument of `setPhase`.
#[derive(Clone, Debug)]
pub struct SetPhaseArg<V> {
    /// Original value, for the log.
    pub raw: V,
    /// Name of the phase. `None`: the `next` of the ending phase decides.
    pub name: Option<Name>,
}

/// Argument of `setStage`, or `next` of a stage.
#[derive(Clone, Debug)]
pub struct StageArg<V> {
    /// Original value, for the log.
    pub raw: V,
    /// Parsed value.
    pub choice: StageChoice,
}

/// Parsed value of a [`StageArg`].
#[derive(Clone, Debug)]
pub enum StageChoice {
    /// A value that does not name a stage.
    Nothing,
    /// `Stage.NULL`.
    Null,
    /// A stage by its name, or as an object with limits.
    Stage(StageAssignment),
}

/// A stage and its limits.
#[derive(Clone, Debug, Default)]
pub struct StageAssignment {
    /// The stage.
    pub stage: Stage,
    /// Minimum number of moves before `endStage`.
    pub min_moves: Option<u32>,
    /// Number of moves after which the stage ends.
    pub max_moves: Option<u32>,
}

/// Argument of `setActivePlayers`, or `turn.activePlayers`.
#[derive(Clone, Debug)]
pub struct ActivePlayersArg<V> {
    /// Original value, as `ctx._nextActivePlayers` shows it.
    pub raw: V,
    /// Stage of the current player.
    pub current_player: Option<StageAssignment>,
    /// Stage of all other players.
    pub others: Option<StageAssignment>,
    /// Stage of all players.
    pub all: Option<StageAssignment>,
    /// Stages by player. Players from a list are in no particular stage.
    pub value: Vec<(PlayerID, StageAssignment)>,
    /// `minMoves` of players without their own.
    pub min_moves: Option<u32>,
    /// `maxMoves` of players without their own.
    pub max_moves: Option<u32>,
    /// `true`: the present set returns when this one is empty.
    pub revert: bool,
    /// Set that follows when this one is empty. It has priority over `revert`.
    pub next: Option<Rc<ActivePlayersArg<V>>>,
}

impl<V> ActivePlayersArg<V> {
    /// Creates an argument that makes no player active.
    pub fn of_nobody(raw: V) -> Self {
        ActivePlayersArg {
            raw,
            current_player: None,
            others: None,
            all: None,
            value: Vec::new(),
            min_moves: None,
            max_moves: None,
            revert: false,
            next: None,
        }
    }

    /// Iterates over the stages that it assigns, without those of `next`.
    pub(super) fn assignments(&self) -> impl Iterator<Item = &StageAssignment> {
        let shared = [&self.current_player, &self.others, &self.all].into_iter().flatten();
        shared.chain(self.value.iter().map(|(_, assignment)| assignment))
    }
}
