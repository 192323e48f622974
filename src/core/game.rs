//! A game's definition, parsed once: what is declared where, with callbacks as the host's functions.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::args::{ActivePlayersArg, StageArg};
pub use super::compat::Differences;
use super::ctx::Ctx;
use super::event::EventKind;
use super::ids::{MoveId, Name, PlayerID, Stage};
use rondel_codes::TurnOrderKind;

/// A game, ready to be played. `F` is the host's type of callbacks, `V` that of its values.
#[derive(Clone, Debug)]
pub struct Game<F, V> {
    /// The game's name.
    pub name: Name,
    /// Makes the first `G`.
    pub setup: Option<F>,
    /// Every move name declared anywhere; a [`MoveId`] is an index into it.
    pub move_names: MoveNames,
    /// The moves of stages and phases that declare none of their own.
    pub moves: Moves<F>,
    /// The phases; the first stands for "in no phase".
    pub phases: Vec<Phase<F, V>>,
    /// The phase that the game begins in.
    pub start: Option<Name>,
    /// Returns whether the game is over, and its outcome.
    pub end_if: Option<F>,
    /// Runs when the game has ended.
    pub on_end: Option<F>,
    /// Runs when a player leaves the match, before they are taken out of it.
    pub on_player_leave: Option<F>,
    /// The events that players may not call.
    pub disabled_events: Vec<EventKind>,
    /// Whether undo and redo are off.
    pub disable_undo: bool,
    /// Whether no log is kept.
    pub disable_log: bool,
    /// In which rules Rondel differs from boardgame.io for this game: the definition's `compat`.
    pub differences: Differences,
    /// The seed of `random`, as text.
    pub seed: Rc<str>,
    /// The game's own plugins, by name.
    pub plugins: Rc<[Name]>,
}

impl<F, V> Game<F, V> {
    /// The move with this name that is open to this player: their stage's, else the phase's, else the game's.
    pub fn find_move(&self, ctx: &Ctx<V>, id: MoveId, player: Option<&PlayerID>) -> Option<&Move<F>> {
        let phase = self.phase(ctx.phase.as_ref())?;
        let stage = player
            .and_then(|player| ctx.active_players.as_ref()?.find(player)?)
            .and_then(|stage| phase.turn.stage(&stage)?.moves.as_ref());
        stage.or(phase.moves.as_ref()).unwrap_or(&self.moves).find(id)
    }

    /// The name of a move, for messages.
    pub(super) fn move_name(&self, id: MoveId) -> &str {
        self.move_names.name(id).map_or("?", |name| name)
    }

    /// The phase with this name; none asks for "in no phase".
    pub fn phase(&self, name: Option<&Name>) -> Option<&Phase<F, V>> {
        match name {
            None => self.phases.first(),
            Some(_) => self.phases.iter().skip(1).find(|phase| phase.name.as_ref() == name),
        }
    }
}

/// The names of all moves.
#[derive(Clone, Debug, Default)]
pub struct MoveNames(Vec<Name>);

impl MoveNames {
    /// The names in the order of their ids.
    pub fn new(names: Vec<Name>) -> Self {
        MoveNames(names)
    }

    /// The id of this name, which is added if it is new.
    pub fn intern(&mut self, name: &str) -> MoveId {
        self.find(name).unwrap_or_else(|| {
            self.0.push(name.into());
            self.0.len() - 1
        })
    }

    /// The id of a name that is known.
    pub fn find(&self, name: &str) -> Option<MoveId> {
        self.0.iter().position(|known| **known == *name)
    }

    /// The name with this id.
    pub fn name(&self, id: MoveId) -> Option<&Name> {
        self.0.get(id)
    }

    /// Every name, in the order of the ids.
    pub fn iter(&self) -> impl Iterator<Item = &Name> {
        self.0.iter()
    }
}

/// The moves declared at one place.
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

    /// The move with this name, if it is declared here.
    pub fn find(&self, id: MoveId) -> Option<&Move<F>> {
        self.0.get(id)?.as_ref()
    }
}

/// A move, in boardgame.io's short or long form.
#[derive(Clone, Debug)]
pub struct Move<F> {
    /// The move itself.
    pub function: F,
    /// Whether it can be undone.
    pub undoable: Toggle<F>,
    /// Whether other players are kept from seeing its arguments in the log.
    pub redact: Toggle<F>,
    /// How to find out whether it could be made, without making it.
    pub check: Check<F>,
    /// Whether clients may predict it.
    pub client: bool,
    /// Whether it counts towards move limits.
    pub no_limit: bool,
    /// Whether it is refused if its player has not seen the present state.
    pub strict: bool,
    /// Whether it is accepted even if its player's situation has restarted since.
    pub ignores_stale: bool,
}

impl<F> Move<F> {
    /// A move in short form: a function, and nothing else is declared.
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

/// How to find out whether a move could be made, without making it.
#[derive(Clone, Debug)]
pub enum Check<F> {
    /// Not at all.
    Nothing,
    /// The move's `validate` decides. It is called before the move is made, too.
    Ask(F),
    /// The move itself decides: it is made on a copy that nobody keeps.
    DryRun,
}

/// A flag that may depend on the state.
#[derive(Clone, Debug)]
pub enum Toggle<F> {
    /// Not declared.
    Unset,
    /// Always so.
    Always(bool),
    /// Asked each time.
    Ask(F),
}

/// A phase.
#[derive(Clone, Debug)]
pub struct Phase<F, V> {
    /// Its name; none for "in no phase".
    pub name: Option<Name>,
    /// Its own moves, which replace the game's.
    pub moves: Option<Moves<F>>,
    /// Its turns, or the game's if it declares none.
    pub turn: Rc<Turn<F, V>>,
    /// Runs when it begins.
    pub on_begin: Option<F>,
    /// Runs when it ends.
    pub on_end: Option<F>,
    /// Returns whether it is over.
    pub end_if: Option<F>,
    /// The phase after it.
    pub next: Next<F>,
}

impl<F, V> Phase<F, V> {
    /// "In no phase", with these turns: what a phase is that declares nothing else.
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

/// Which phase follows.
#[derive(Clone, Debug)]
pub enum Next<F> {
    /// None.
    Nothing,
    /// Always this one.
    To(Name),
    /// Asked each time.
    Ask(F),
}

/// The turns of a game or of a phase.
#[derive(Clone, Debug)]
pub struct Turn<F, V> {
    /// Who follows whom.
    pub order: TurnOrder<F>,
    /// Runs when a turn begins.
    pub on_begin: Option<F>,
    /// Runs when a turn ends.
    pub on_end: Option<F>,
    /// Runs after each move.
    pub on_move: Option<F>,
    /// Returns whether the turn is over.
    pub end_if: Option<F>,
    /// Moves to make before `endTurn` is allowed.
    pub min_moves: Option<u32>,
    /// Moves after which the turn ends.
    pub max_moves: Option<u32>,
    /// Who may act when a turn begins.
    pub active_players: Option<Rc<ActivePlayersArg<V>>>,
    /// The stages. None: the turn declares none, and any stage name is accepted.
    pub stages: Option<Vec<StageConfig<F, V>>>,
}

impl<F, V> Turn<F, V> {
    /// The stage with this name, if it is declared.
    pub fn stage(&self, name: &str) -> Option<&StageConfig<F, V>> {
        self.stages.as_ref()?.iter().find(|stage| *stage.name == *name)
    }

    /// The name of this stage, if the turn declares stages and this is not one of them.
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
        }
    }
}

/// A stage of a turn.
#[derive(Clone, Debug)]
pub struct StageConfig<F, V> {
    /// Its name.
    pub name: Name,
    /// Its own moves, which replace all others.
    pub moves: Option<Moves<F>>,
    /// Where `endStage` leads.
    pub next: Option<Rc<StageArg<V>>>,
    /// Moves to make before `endStage` is allowed.
    pub min_moves: Option<u32>,
    /// Moves after which the stage ends.
    pub max_moves: Option<u32>,
}

/// Who begins, and who follows whom.
#[derive(Clone, Debug)]
pub enum TurnOrder<F> {
    /// Round the table, going on across phases.
    Default,
    /// Round the table, from the first player in each phase.
    Reset,
    /// Round the table, beginning with the player who ended the last phase.
    Continue,
    /// Round the table once; then the phase ends.
    Once,
    /// Round this order.
    Custom(Rc<[PlayerID]>),
    /// Round the order found in this field of `G`.
    CustomFrom(Name),
    /// The game's own.
    Own {
        /// The play order at the beginning of a phase.
        play_order: Option<F>,
        /// The position of the first player of a phase. None: the first in the play order.
        first: Option<F>,
        /// The position of the next player; an answer that names none ends the phase. None: round the table.
        next: Option<F>,
    },
}

impl<F> TurnOrder<F> {
    /// By what both languages know it.
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
