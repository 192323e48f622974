//! The definition of a game, parsed once, with callbacks as functions of the host.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::args::{ActivePlayersArg, StageArg};
use super::clock::TimeRule;
pub use super::compat::Differences;
use super::ctx::Ctx;
use super::event::EventKind;
use super::ids::{MoveId, Name, PlayerID, Stage};
use rondel_codes::TurnOrderKind;

/// Definition of a game. `F` is the host's type of callbacks, `V` its type of values.
#[derive(Clone, Debug)]
pub struct Game<F, V> {
    /// Name of the game.
    pub name: Name,
    /// Function that returns the first `G`.
    pub setup: Option<F>,
    /// All declared move names. A [`MoveId`] is an index into it.
    pub move_names: MoveNames,
    /// Moves of stages and phases that declare none.
    pub moves: Moves<F>,
    /// Phases. The first one stands for "in no phase".
    pub phases: Vec<Phase<F, V>>,
    /// Phase in which the game begins.
    pub start: Option<Name>,
    /// Function that returns the outcome if the game is over.
    pub end_if: Option<F>,
    /// Hook at the end of the game.
    pub on_end: Option<F>,
    /// Hook for a player who leaves the match, before the engine removes them.
    pub on_player_leave: Option<F>,
    /// Events that players may not call.
    pub disabled_events: Vec<EventKind>,
    /// `true`: the game has no undo and redo.
    pub disable_undo: bool,
    /// `true`: the game has no log.
    pub disable_log: bool,
    /// `true` if the views of players may hide something of `G`.
    pub hides: bool,
    /// Differences from boardgame.io that hold for this game, by its `compat`.
    pub differences: Differences,
    /// Seed of `random`, as text.
    pub seed: Rc<str>,
    /// Names of the game's plugins.
    pub plugins: Rc<[Name]>,
    /// `true` if a turn or a stage has a time.
    pub is_timed: bool,
}

impl<F, V> Game<F, V> {
    /// Returns this player's move with this name: their stage's, else the phase's, else the game's.
    pub fn find_move(&self, ctx: &Ctx<V>, id: MoveId, player: Option<&PlayerID>) -> Option<&Move<F>> {
        let phase = self.phase(ctx.phase.as_ref())?;
        let stage = player
            .and_then(|player| ctx.active_players.as_ref()?.find(player)?)
            .and_then(|stage| phase.turn.stage(&stage)?.moves.as_ref());
        stage.or(phase.moves.as_ref()).unwrap_or(&self.moves).find(id)
    }

    /// Returns the name of a move, for messages.
    pub(super) fn move_name(&self, id: MoveId) -> &str {
        self.move_names.name(id).map_or("?", |name| name)
    }

    /// Returns the phase with this name. `None` stands for "in no phase".
    pub fn phase(&self, name: Option<&Name>) -> Option<&Phase<F, V>> {
        match name {
            None => self.phases.first(),
            Some(_) => self.phases.iter().skip(1).find(|phase| phase.name.as_ref() == name),
        }
    }
}

/// Names of all moves of a game.
#[derive(Clone, Debug, Default)]
pub struct MoveNames(Vec<Name>);

impl MoveNames {
    /// Creates the list. The index of a name is its ID.
    pub fn new(names: Vec<Name>) -> Self {
        MoveNames(names)
    }

    /// Returns the ID of this name. Adds the name if it is new.
    pub fn intern(&mut self, name: &str) -> MoveId {
        self.find(name).unwrap_or_else(|| {
            self.0.push(name.into());
            self.0.len() - 1
        })
    }

    /// Returns the ID of this name.
    pub fn find(&self, name: &str) -> Option<MoveId> {
        self.0.iter().position(|known| **known == *name)
    }

    /// Returns the name with this ID.
    pub fn name(&self, id: MoveId) -> Option<&Name> {
        self.0.get(id)
    }

    /// Iterates over all names in the order of their IDs.
    pub fn iter(&self) -> impl Iterator<Item = &Name> {
        self.0.iter()
    }
}

/// Moves declared at one place, by ID.
#[derive(Clone, Debug)]
pub struct Moves<F>(Vec<Option<Move<F>>>);

impl<F> Default for Moves<F> {
    fn default() -> Self {
        Moves(Vec::new())
    }
}

impl<F> Moves<F> {
    /// Declares a move.
    pub fn insert(&mut self, id: MoveId, declared: Move<F>) {
        while self.0.len() <= id {
            self.0.push(None);
        }
        if let Some(slot) = self.0.get_mut(id) {
            *slot = Some(declared);
        }
    }

    /// Returns the move with this ID, if it is declared here.
    pub fn find(&self, id: MoveId) -> Option<&Move<F>> {
        self.0.get(id)?.as_ref()
    }
}

/// Declaration of a move, from boardgame.io's short or long form.
#[derive(Clone, Debug)]
pub struct Move<F> {
    /// Function that makes the move.
    pub function: F,
    /// The move can be undone.
    pub undoable: Toggle<F>,
    /// The log hides the move's arguments from other players.
    pub redact: Toggle<F>,
    /// Way to check whether the move could be made.
    pub check: Check<F>,
    /// Clients may predict the move.
    pub client: bool,
    /// The move does not count towards limits.
    pub no_limit: bool,
    /// The move is refused if its player has not seen the present state.
    pub strict: bool,
    /// The move is accepted even if its player's situation has restarted since.
    pub ignores_stale: bool,
}

impl<F> Move<F> {
    /// Creates the declaration of a move in short form: a function without options.
    pub fn new(function: F) -> Self {
        Move {
            function,
            undoable: Toggle::Unset,
            redact: Toggle::Unset,
            check: Check::Nothing,
            client: true,
            no_limit: false,
            strict: false,
            ignores_stale: false,
        }
    }
}

/// Way to check whether a move could be made, without making it.
#[derive(Clone, Debug)]
pub enum Check<F> {
    /// No check.
    Nothing,
    /// The move's `validate` decides. The engine also asks it before it makes the move.
    Ask(F),
    /// The move is made on a copy, which is then dropped.
    DryRun,
}

/// An option that may depend on the state.
#[derive(Clone, Debug)]
pub enum Toggle<F> {
    /// Not declared.
    Unset,
    /// A fixed value.
    Always(bool),
    /// A function that is asked each time.
    Ask(F),
}

/// Declaration of a phase.
#[derive(Clone, Debug)]
pub struct Phase<F, V> {
    /// Name of the phase. `None`: "in no phase".
    pub name: Option<Name>,
    /// Moves of the phase, in place of the game's.
    pub moves: Option<Moves<F>>,
    /// Turns of the phase, or the game's if it declares none.
    pub turn: Rc<Turn<F, V>>,
    /// Hook at the beginning of the phase.
    pub on_begin: Option<F>,
    /// Hook at the end of the phase.
    pub on_end: Option<F>,
    /// Function that returns whether the phase is over.
    pub end_if: Option<F>,
    /// Phase that follows.
    pub next: Next<F>,
}

impl<F, V> Phase<F, V> {
    /// Creates "in no phase" with these turns. Phases start from it.
    pub fn new(turn: Rc<Turn<F, V>>) -> Self {
        Phase {
            name: None,
            moves: None,
            turn,
            on_begin: None,
            on_end: None,
            end_if: None,
            next: Next::Nothing,
        }
    }
}

/// The phase that follows.
#[derive(Clone, Debug)]
pub enum Next<F> {
    /// No phase.
    Nothing,
    /// Always this phase.
    To(Name),
    /// A function that is asked each time.
    Ask(F),
}

/// Declaration of the turns of a game or of a phase.
#[derive(Clone, Debug)]
pub struct Turn<F, V> {
    /// Turn order.
    pub order: TurnOrder<F>,
    /// Hook at the beginning of a turn.
    pub on_begin: Option<F>,
    /// Hook at the end of a turn.
    pub on_end: Option<F>,
    /// Hook after each move.
    pub on_move: Option<F>,
    /// Function that returns whether the turn is over.
    pub end_if: Option<F>,
    /// Minimum number of moves before `endTurn`.
    pub min_moves: Option<u32>,
    /// Number of moves after which the turn ends.
    pub max_moves: Option<u32>,
    /// Active players at the beginning of a turn.
    pub active_players: Option<Rc<ActivePlayersArg<V>>>,
    /// Stages. `None`: the turn declares none, and any stage name is accepted.
    pub stages: Option<Vec<StageConfig<F, V>>>,
    /// Time of the current player, and of active players in no stage.
    pub time: Option<TimeRule<F>>,
    /// Reaction to the end of that time.
    pub on_timeout: OnTimeout<F, V>,
}

impl<F, V> Turn<F, V> {
    /// Returns the stage with this name, if it is declared.
    pub fn stage(&self, name: &str) -> Option<&StageConfig<F, V>> {
        self.stages.as_ref()?.iter().find(|stage| *stage.name == *name)
    }

    /// Returns the name of this stage if the turn declares stages but not this one.
    pub(super) fn undeclared<'a>(&self, stage: &'a Stage) -> Option<&'a Name> {
        stage.as_ref().filter(|name| self.stages.is_some() && self.stage(name).is_none())
    }
}

impl<F, V> Default for Turn<F, V> {
    fn default() -> Self {
        Turn {
            order: TurnOrder::Default,
            on_begin: None,
            on_end: None,
            on_move: None,
            end_if: None,
            min_moves: None,
            max_moves: None,
            active_players: None,
            stages: None,
            time: None,
            on_timeout: OnTimeout::Usual,
        }
    }
}

/// Declaration of a stage.
#[derive(Clone, Debug)]
pub struct StageConfig<F, V> {
    /// Name of the stage.
    pub name: Name,
    /// Moves of players in the stage, in place of all others.
    pub moves: Option<Moves<F>>,
    /// Stage after `endStage`.
    pub next: Option<Rc<StageArg<V>>>,
    /// Minimum number of moves before `endStage`.
    pub min_moves: Option<u32>,
    /// Number of moves after which the stage ends.
    pub max_moves: Option<u32>,
    /// Time of players in the stage.
    pub time: Option<TimeRule<F>>,
    /// Reaction to the end of that time. [`OnTimeout::Usual`]: as the turn declares it.
    pub on_timeout: OnTimeout<F, V>,
}

/// Reaction to the end of a player's time.
#[derive(Clone, Debug)]
pub enum OnTimeout<F, V> {
    /// The turn ends, or the stage.
    Usual,
    /// A hook runs. If the player is still waited for, the turn or the stage ends.
    Hook(F),
    /// A move is made for the player. If they are still waited for, the turn or the stage ends.
    Move {
        /// Index of the move in the game's move names.
        id: MoveId,
        /// Arguments of the move.
        args: V,
    },
}

/// Turn order.
#[derive(Clone, Debug)]
pub enum TurnOrder<F> {
    /// Around the table, continuing across phases.
    Default,
    /// Around the table, from the first player in each phase.
    Reset,
    /// Around the table, beginning with the player who ended the last phase.
    Continue,
    /// Once around the table. Then the phase ends.
    Once,
    /// Around the table in this order.
    Custom(Rc<[PlayerID]>),
    /// Around the table in the order from this field of `G`.
    CustomFrom(Name),
    /// An order of the game's own.
    Own {
        /// Function that returns the play order at the beginning of a phase.
        play_order: Option<F>,
        /// Function that returns the position of a phase's first player. `None`: the first in the play order.
        first: Option<F>,
        /// Function that returns the position of the next player, or nothing to end the phase. `None`: around
        /// the table.
        next: Option<F>,
    },
}

impl<F> TurnOrder<F> {
    /// Returns the kind of the order, as both languages know it.
    pub fn kind(&self) -> TurnOrderKind {
        match self {
            TurnOrder::Default => TurnOrderKind::Default,
            TurnOrder::Reset => TurnOrderKind::Reset,
            TurnOrder::Continue => TurnOrderKind::Continue,
            TurnOrder::Once => TurnOrderKind::Once,
            TurnOrder::Custom(_) => TurnOrderKind::Custom,
            TurnOrder::CustomFrom(_) => TurnOrderKind::CustomFrom,
            TurnOrder::Own { .. } => TurnOrderKind::Own,
        }
    }
}
