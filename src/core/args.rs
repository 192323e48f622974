//! The arguments of events, as the definition, the game's code and players give them.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::ids::{Name, PlayerID, Stage};

/// The argument of `endTurn` or `pass`, or the truthy value that an `endIf` returns. It may choose what comes next.
#[derive(Clone, Debug)]
pub struct Ending<V> {
    /// The value itself, for the log.
    pub raw: V,
    /// What it chooses.
    pub choice: EndingChoice,
}

/// What an [`Ending`] asks for as the next turn or phase.
#[derive(Clone, Debug)]
pub enum EndingChoice {
    /// `true`, or anything without these keys: the turn order or the phase's `next` decides.
    Usual,
    /// An object with these keys, in the game's order: boardgame.io takes one after the other.
    Chosen(Vec<NextOrRemove>),
    /// Neither. See [`Differences::reads_endings_strictly`](super::compat::Differences::reads_endings_strictly).
    Other,
}

/// One key of `{ next, remove }`.
#[derive(Clone, Debug)]
pub enum NextOrRemove {
    /// The next player, or the next phase.
    Next(Option<Name>),
    /// Whether the current player is removed.
    Remove(bool),
}

impl<V> Ending<V> {
    /// The next player or phase, if it names one.
    pub fn next(&self) -> Option<&Name> {
        let EndingChoice::Chosen(keys) = &self.choice else { return None };
        keys.iter().find_map(|key| match key {
            NextOrRemove::Next(name) => name.as_ref(),
            NextOrRemove::Remove(_) => None,
        })
    }

    /// Whether it removes the current player.
    pub fn removes(&self) -> bool {
        let EndingChoice::Chosen(keys) = &self.choice else { return false };
        keys.iter().any(|key| matches!(key, NextOrRemove::Remove(true)))
    }
}

/// The argument of `setPhase`.
#[derive(Clone, Debug)]
pub struct SetPhaseArg<V> {
    /// The value itself, for the log.
    pub raw: V,
    /// The phase's name. None: the `next` of the phase that ends decides.
    pub name: Option<Name>,
}

/// The argument of `setStage`, or a stage's `next`.
#[derive(Clone, Debug)]
pub struct StageArg<V> {
    /// The value itself, for the log.
    pub raw: V,
    /// What it says.
    pub choice: StageChoice,
}

/// What a [`StageArg`] says.
#[derive(Clone, Debug)]
pub enum StageChoice {
    /// A value that names no stage.
    Nothing,
    /// `Stage.NULL`.
    Null,
    /// A stage by name or as an object, with limits of its own.
    Stage(StageAssignment),
}

/// A stage to be in, and for how many moves.
#[derive(Clone, Debug, Default)]
pub struct StageAssignment {
    /// The stage.
    pub stage: Stage,
    /// Moves to make before `endStage` is allowed.
    pub min_moves: Option<u32>,
    /// Moves after which the stage ends.
    pub max_moves: Option<u32>,
}

/// The argument of `setActivePlayers`, or `turn.activePlayers`.
#[derive(Clone, Debug)]
pub struct ActivePlayersArg<V> {
    /// The value itself, as `ctx._nextActivePlayers` shows it.
    pub raw: V,
    /// The current player's stage.
    pub current_player: Option<StageAssignment>,
    /// The stage of all other players.
    pub others: Option<StageAssignment>,
    /// The stage of all players.
    pub all: Option<StageAssignment>,
    /// Stages by player; a list of players puts each in no particular stage.
    pub value: Vec<(PlayerID, StageAssignment)>,
    /// `minMoves` of all players without one of their own.
    pub min_moves: Option<u32>,
    /// `maxMoves` of all players without one of their own.
    pub max_moves: Option<u32>,
    /// Whether the present set returns when this one is empty.
    pub revert: bool,
    /// The set that follows when this one is empty. It wins over `revert`.
    pub next: Option<Rc<ActivePlayersArg<V>>>,
}

impl<V> ActivePlayersArg<V> {
    /// An argument that makes nobody active.
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

    /// Every stage that it assigns, without those of `next`.
    pub(super) fn assignments(&self) -> impl Iterator<Item = &StageAssignment> {
        let shared = [&self.current_player, &self.others, &self.all].into_iter().flatten();
        shared.chain(self.value.iter().map(|(_, assignment)| assignment))
    }
}
