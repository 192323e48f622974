//! The interface between the engine and a game. A host owns the game's code and data; the engine owns the
//! rules.

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use super::action_context::Method;
use super::args::Ending;
use super::clock::Time;
use super::ctx::Ctx;
use super::error::Fault;
use super::game::{Game, Turn};
use super::ids::{Name, PlayerID, index_of};
use super::obstacle::Obstacle;
use super::plugins::PluginData;
use super::state::State;
use super::value::GameValues;

/// The game's side of the engine: calls into its code.
///
/// Each call may fail with the game's own exception, which the engine passes on unchanged.
pub trait Host: GameValues {
    /// Type of the game's callbacks.
    type Function: Clone;
    /// Type of the plugins' APIs for callbacks during one action.
    type Apis: Default;
    /// Type of the exceptions of the game's code.
    type Exception;

    /// `true` if the host copies a shared `G` before it changes, and if nobody observes how often the game's
    /// code runs. All hooks then run in place (see [`Host::run_hook_in_place`]), and the engine asks no more
    /// than necessary.
    const COPIES_ON_WRITE: bool = false;

    /// Returns the first `G`.
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

    /// Returns the value `true`, the outcome of a game that ended without one.
    fn true_value(&self) -> Self::Value;

    /// Returns `true` if the value is truthy in the game's language.
    fn is_truthy(&self, value: &Self::Value) -> bool;

    /// Warns the developer of a call that the engine ignored.
    fn warn(&self, message: &str);

    /// Asks an `endIf`. Returns `None` if its result is not truthy.
    fn ask_ending(
        &self,
        function: &Self::Function,
        scope: &Scope<'_, Self>,
    ) -> Result<Option<Ending<Self::Value>>, Self::Exception>;

    // The other methods have defaults for hosts whose games do not declare these callbacks.

    /// Returns a copy of `G` for a search. It shares nothing that [`Host::run_move_in_place`] and
    /// [`Host::run_hook_in_place`] change.
    fn fork(&self, g: &Self::G) -> Result<Self::G, Self::Exception> {
        Ok(g.clone())
    }

    /// Runs a move of a search, which needs no earlier state of `G`. Leaves `G` unchanged if the move is
    /// invalid.
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

    /// Runs a hook that changes `G` in place: for a search, or with [`Host::COPIES_ON_WRITE`]. After an
    /// error, nobody uses `G`.
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

    /// Returns `true` if the last [`Host::ask_ending`] read only `G` and called nothing. A search then asks
    /// the same `endIf` again only after `G` has changed.
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

    /// Asks a `time`. Returns `None` if the player has as much time as they like.
    fn ask_time(
        &self,
        _function: &Self::Function,
        _scope: &Scope<'_, Self>,
    ) -> Result<Option<Time>, Self::Exception> {
        Ok(None)
    }

    /// Sets the move that hooks see next. It was made before.
    fn set_hook_move(&self, _name: &str, _args: &Self::Value) {}

    /// Returns `true` if somebody may not see all of this `G`.
    fn hides(&self, _g: &Self::G) -> bool {
        true
    }

    /// Returns the `G` that a viewer sees. `None`: a spectator.
    fn view(
        &self,
        g: &Self::G,
        _ctx: &Rc<Ctx<Self::Value>>,
        _viewer: Option<&PlayerID>,
    ) -> Result<Self::G, Self::Exception> {
        Ok(g.clone())
    }

    /// Returns the data of the game's own plugins that a viewer sees.
    fn view_plugins(
        &self,
        _g: &Self::G,
        _ctx: &Rc<Ctx<Self::Value>>,
        own: &Rc<[Self::Value]>,
        _viewer: Option<&PlayerID>,
    ) -> Result<Rc<[Self::Value]>, Self::Exception> {
        Ok(Rc::clone(own))
    }

    /// Returns `true` if two values have the same content.
    fn is_same_value(&self, _one: &Self::Value, _other: &Self::Value) -> bool {
        true
    }

    /// Returns `true` if two `G` have the same content.
    fn is_same_g(&self, _one: &Self::G, _other: &Self::G) -> bool {
        true
    }

    /// Returns `true` if a viewer sees in a `G` nothing but what they would see in the foreseen `G`, which an
    /// action has made of their view `base`. The action may have added what the viewer does not see.
    fn is_foreseen(
        &self,
        _seen: &Self::G,
        _foreseen: &Self::G,
        _base: &Self::G,
        _viewer: Option<&PlayerID>,
    ) -> bool {
        true
    }

    /// As [`Host::is_foreseen`], for the data of the game's own plugins.
    fn are_foreseen(&self, _seen: &[Self::Value], _foreseen: &[Self::Value], _base: &[Self::Value]) -> bool {
        true
    }

    /// Returns `true` if a viewer sees the same of two lists of effects.
    fn shows_same_effects(
        &self,
        _viewer: Option<&PlayerID>,
        _one: &[Self::Value],
        _other: &[Self::Value],
    ) -> bool {
        true
    }

    /// Discards an exception of the game's code that the engine does not pass on. Returns `true` if there was one.
    fn discard_exception(&self) -> bool {
        false
    }

    /// Returns the play order in a field of `G`, if it contains one.
    fn play_order_in(&self, _g: &Self::G, _field: &str) -> Result<Option<Vec<PlayerID>>, Self::Exception> {
        Ok(None)
    }

    /// Rewrites the game's object that describes a stage or active players when it takes effect, as
    /// boardgame.io does. The log and `ctx._nextActivePlayers` show it.
    fn mark_used(&self, _arg: &Self::Value) {}

    /// Returns the initial data of the game's plugins.
    fn set_up_plugins(&self, _ctx: &Ctx<Self::Value>) -> Result<Vec<Self::Value>, Self::Exception> {
        Ok(Vec::new())
    }

    /// Returns the plugins' APIs for callbacks of the action that begins. There is no `G` during `setup`.
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

    /// Returns the first plugin that calls the action invalid, with its reason.
    fn ask_plugins(&self, _state: &State<Self>) -> Result<Option<(Name, Self::Value)>, Self::Exception> {
        Ok(None)
    }

    /// Returns `true` if a plugin prevents clients from predicting this action.
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

/// Definition of a host's game.
pub type GameOf<H> = Game<<H as Host>::Function, <H as GameValues>::Value>;

/// Turns of a host's game.
pub(super) type TurnOf<H> = Turn<<H as Host>::Function, <H as GameValues>::Value>;

/// Result whose error is an exception of the game or a refusal.
pub type Outcome<T, H> = Result<T, Fault<<H as Host>::Exception, <H as GameValues>::Value>>;

/// Result of a move or a hook.
pub enum Played<H: GameValues> {
    /// New `G`.
    Done(H::G),
    /// `INVALID_MOVE`, with the payload of `invalid(payload)` if there is one.
    Invalid(Option<H::Value>),
    /// The game's code could not decide.
    Stopped(Obstacle),
}

/// Result of a move's `validate`, or of a move or hook that changes `G` in place.
pub enum Validity<V> {
    /// The move may be made, or was made.
    Valid,
    /// The move is invalid, with the payload of `invalid(payload)` if there is one.
    Invalid(Option<V>),
    /// The game's code could not decide.
    Stopped(Obstacle),
}

/// Result of `order.first` or `order.next`.
#[derive(Clone, Debug)]
pub enum Position {
    /// An index into the play order.
    At(i32),
    /// Nothing: the phase ends.
    Nowhere,
    /// A value that is not an index, with a description.
    Invalid(String),
}

impl Position {
    /// Parses a position as JavaScript parses an index: `'2'`.
    pub fn of_text(text: &str) -> Self {
        index_of(text).map_or_else(|| Position::Invalid("string".into()), |index| Position::At(index as i32))
    }
}

/// Scope of a move or hook that changes `G` in place.
pub struct ScopeMut<'a, H: Host> {
    /// The game's state.
    pub g: &'a mut H::G,
    /// The engine's state.
    pub ctx: &'a alloc::rc::Rc<Ctx<H::Value>>,
    /// As in [`Scope`].
    pub player_id: Option<&'a PlayerID>,
    /// As in [`Scope`].
    pub acting: Option<&'a PlayerID>,
    /// Kind of the callback.
    pub method: Method,
    /// APIs of the plugins.
    pub apis: &'a H::Apis,
}

impl<H: Host> ScopeMut<'_, H> {
    /// Returns the scope of a callback that returns a new `G`.
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

/// Scope of a callback: everything that it sees.
pub struct Scope<'a, H: Host> {
    /// The game's state.
    pub g: &'a H::G,
    /// The engine's state.
    pub ctx: &'a alloc::rc::Rc<Ctx<H::Value>>,
    /// `playerID` of moves and `turn.onMove`.
    pub player_id: Option<&'a PlayerID>,
    /// Player whose action runs, for `ctx.playerID`.
    pub acting: Option<&'a PlayerID>,
    /// Kind of the callback. `None`: the callback may not call events.
    pub method: Option<Method>,
    /// APIs of the plugins.
    pub apis: &'a H::Apis,
}
