//! What the engine asks of a game. A host owns the game's code and its data; the engine owns the rules.

use alloc::string::String;
use alloc::vec::Vec;

use super::action_context::Method;
use super::args::Ending;
use super::ctx::Ctx;
use super::error::Fault;
use super::game::{Game, Turn};
use super::ids::{Name, PlayerID, index_of};
use super::obstacle::Obstacle;
use super::plugins::PluginData;
use super::state::State;
use super::value::GameValues;

/// The game's side of the engine: the calls into its code.
///
/// Every call may fail with the game's own exception, which the engine passes on as it is.
pub trait Host: GameValues {
    /// A callback of the game.
    type Function: Clone;
    /// What the plugins offer to callbacks during one action.
    type Apis: Default;
    /// What the game's code throws.
    type Exception;

    /// Whether `G` is copied as soon as it changes while other states share it, and nobody observes how often the game's code
    /// is asked. All hooks then run in place (see [`Host::run_hook_in_place`]), and the engine asks no more than it must.
    const COPIES_ON_WRITE: bool = false;

    /// Makes the first `G`.
    fn setup(
        &self,
        setup: Option<&Self::Function>,
        ctx: &Ctx<Self::Value>,
        apis: &Self::Apis,
        setup_data: &Self::Value,
    ) -> Result<Self::G, Self::Exception>;

    /// Runs a move.
    fn run_move(
        &self,
        function: &Self::Function,
        scope: &Scope<'_, Self>,
        args: &Self::Value,
    ) -> Result<Played<Self>, Self::Exception>;

    /// Runs a hook.
    fn run_hook(
        &self,
        function: &Self::Function,
        scope: &Scope<'_, Self>,
    ) -> Result<Played<Self>, Self::Exception>;

    /// The value `true`: the outcome of a game that ended without one.
    fn true_value(&self) -> Self::Value;

    /// Whether the value is truthy in the game's language.
    fn is_truthy(&self, value: &Self::Value) -> bool;

    /// Warns the developer of a call that is ignored.
    fn warn(&self, message: &str);

    /// Asks an `endIf`. None: what it returns is not truthy.
    fn ask_ending(
        &self,
        function: &Self::Function,
        scope: &Scope<'_, Self>,
    ) -> Result<Option<Ending<Self::Value>>, Self::Exception>;

    // A host whose games declare none of what follows need not answer.

    /// A copy of `G` for a search, which shares nothing that [`Host::run_move_in_place`] and
    /// [`Host::run_hook_in_place`] change.
    fn fork(&self, g: &Self::G) -> Result<Self::G, Self::Exception> {
        Ok(g.clone())
    }

    /// Runs a move for a search, in which `G` has no earlier state. `G` is as it was if the move is invalid.
    fn run_move_in_place(
        &self,
        function: &Self::Function,
        scope: &mut ScopeMut<'_, Self>,
        args: &Self::Value,
    ) -> Result<Validity<Self::Value>, Self::Exception> {
        Ok(match self.run_move(function, &scope.as_scope(), args)? {
            Played::Done(g) => {
                *scope.g = g;
                Validity::Valid
            }
            Played::Invalid(payload) => Validity::Invalid(payload),
            Played::Stopped(obstacle) => Validity::Stopped(obstacle),
        })
    }

    /// Runs a hook that changes `G` itself: for a search, or where [`Host::COPIES_ON_WRITE`]. What becomes of `G` if the
    /// hook fails is nobody's concern.
    fn run_hook_in_place(
        &self,
        function: &Self::Function,
        scope: &mut ScopeMut<'_, Self>,
    ) -> Result<Validity<Self::Value>, Self::Exception> {
        Ok(match self.run_hook(function, &scope.as_scope())? {
            Played::Done(g) => {
                *scope.g = g;
                Validity::Valid
            }
            Played::Invalid(payload) => Validity::Invalid(payload),
            Played::Stopped(obstacle) => Validity::Stopped(obstacle),
        })
    }

    /// Whether the last [`Host::ask_ending`] read nothing but `G` and called nothing. A search then does not ask the same
    /// `endIf` again before `G` changes.
    fn ending_depends_on_g_alone(&self) -> bool {
        false
    }

    /// Asks a phase's `next`.
    fn ask_next_phase(
        &self,
        _function: &Self::Function,
        _scope: &Scope<'_, Self>,
    ) -> Result<Option<Name>, Self::Exception> {
        Ok(None)
    }

    /// Asks `order.playOrder`.
    fn ask_play_order(
        &self,
        _function: &Self::Function,
        _scope: &Scope<'_, Self>,
    ) -> Result<Option<Vec<PlayerID>>, Self::Exception> {
        Ok(None)
    }

    /// Asks `order.first` or `order.next`.
    fn ask_position(
        &self,
        _function: &Self::Function,
        _scope: &Scope<'_, Self>,
    ) -> Result<Position, Self::Exception> {
        Ok(Position::Nowhere)
    }

    /// Asks a move's `validate`.
    fn ask_validity(
        &self,
        _function: &Self::Function,
        _scope: &Scope<'_, Self>,
        _args: &Self::Value,
    ) -> Result<Validity<Self::Value>, Self::Exception> {
        Ok(Validity::Valid)
    }

    /// Asks a move's `undoable` or `redact`.
    fn ask_flag(
        &self,
        _function: &Self::Function,
        _scope: &Scope<'_, Self>,
    ) -> Result<bool, Self::Exception> {
        Ok(false)
    }

    /// The play order found in a field of `G`, if it is one.
    fn play_order_in(&self, _g: &Self::G, _field: &str) -> Result<Option<Vec<PlayerID>>, Self::Exception> {
        Ok(None)
    }

    /// Rewrites the game's object that describes a stage or active players when it comes into force, as boardgame.io
    /// does. The log and `ctx._nextActivePlayers` show it.
    fn mark_used(&self, _arg: &Self::Value) {}

    /// The initial data of the game's plugins.
    fn set_up_plugins(&self, _ctx: &Ctx<Self::Value>) -> Result<Vec<Self::Value>, Self::Exception> {
        Ok(Vec::new())
    }

    /// What the plugins offer to callbacks during the action that begins. There is no `G` during `setup`.
    fn open_plugins(
        &self,
        _g: Option<&Self::G>,
        _ctx: &Ctx<Self::Value>,
        _plugins: &PluginData<Self>,
        _player_id: Option<&PlayerID>,
    ) -> Result<Self::Apis, Self::Exception> {
        Ok(Self::Apis::default())
    }

    /// Runs the plugins' `flush`, which may change the whole state.
    fn flush_plugins(&self, _state: &mut State<Self>, _apis: &Self::Apis) -> Result<(), Self::Exception> {
        Ok(())
    }

    /// The first plugin that declares the action invalid, with its reason.
    fn ask_plugins(&self, _state: &State<Self>) -> Result<Option<(Name, Self::Value)>, Self::Exception> {
        Ok(None)
    }

    /// Whether a plugin keeps clients from predicting this action.
    fn ask_no_client(&self, _state: &State<Self>, _apis: &Self::Apis) -> Result<bool, Self::Exception> {
        Ok(false)
    }

    /// Runs a plugin's `action` and returns the plugin's new data.
    fn run_plugin_action(
        &self,
        _index: usize,
        data: &Self::Value,
        _payload: &Self::Value,
    ) -> Result<Self::Value, Self::Exception> {
        Ok(data.clone())
    }
}

/// The definition of a host's game.
pub type GameOf<H> = Game<<H as Host>::Function, <H as GameValues>::Value>;

/// The turns of a host's game.
pub(super) type TurnOf<H> = Turn<<H as Host>::Function, <H as GameValues>::Value>;

/// A result that fails with the game's exception or with a refusal.
pub type Outcome<T, H> = Result<T, Fault<<H as Host>::Exception, <H as GameValues>::Value>>;

/// The result of a move or a hook.
pub enum Played<H: GameValues> {
    /// The new `G`.
    Done(H::G),
    /// `INVALID_MOVE`, with the payload of `invalid(payload)` if there is one.
    Invalid(Option<H::Value>),
    /// The game's code could not decide.
    Stopped(Obstacle),
}

/// What a move's `validate` returns, or the result of a move or a hook that changes `G` in place.
pub enum Validity<V> {
    /// The move may be made, or has been made.
    Valid,
    /// The move may not be made, with the payload of `invalid(payload)` if there is one.
    Invalid(Option<V>),
    /// The game's code could not decide.
    Stopped(Obstacle),
}

/// What `order.first` or `order.next` returned.
#[derive(Clone, Debug)]
pub enum Position {
    /// An index into the play order.
    At(i32),
    /// Nothing: the phase ends.
    Nowhere,
    /// Something that names no index; the text says what.
    Invalid(String),
}

impl Position {
    /// The position that a text names, as JavaScript reads the index of a list: `'2'`.
    pub fn of_text(text: &str) -> Self {
        index_of(text).map_or_else(|| Position::Invalid("string".into()), |index| Position::At(index as i32))
    }
}

/// What a move or a hook works with that changes `G` in place.
pub struct ScopeMut<'a, H: Host> {
    /// The game's state.
    pub g: &'a mut H::G,
    /// The engine's state.
    pub ctx: &'a alloc::rc::Rc<Ctx<H::Value>>,
    /// As in [`Scope`].
    pub player_id: Option<&'a PlayerID>,
    /// As in [`Scope`].
    pub acting: Option<&'a PlayerID>,
    /// Which callback it is.
    pub method: Method,
    /// What the plugins offer.
    pub apis: &'a H::Apis,
}

impl<H: Host> ScopeMut<'_, H> {
    /// The same for a callback that returns a new `G`.
    pub fn as_scope(&self) -> Scope<'_, H> {
        Scope {
            g: self.g,
            ctx: self.ctx,
            player_id: self.player_id,
            acting: self.acting,
            method: Some(self.method),
            apis: self.apis,
        }
    }
}

/// What a callback sees.
pub struct Scope<'a, H: Host> {
    /// The game's state.
    pub g: &'a H::G,
    /// The engine's state.
    pub ctx: &'a alloc::rc::Rc<Ctx<H::Value>>,
    /// The `playerID` of moves and `turn.onMove`.
    pub player_id: Option<&'a PlayerID>,
    /// The player whose action is being processed, for `ctx.playerID`.
    pub acting: Option<&'a PlayerID>,
    /// Which callback it is; none for those that may not call events.
    pub method: Option<Method>,
    /// What the plugins offer.
    pub apis: &'a H::Apis,
}
